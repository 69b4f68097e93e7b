//! Engine `quip`: Quip on bits (Ivrii and Gurfinkel, "Pushing to the top", 2015).
//!
//! Lemmas become may-obligations one level above, so that known lemmas are pushed before new ones are
//! learnt. A may-obligation that cannot be blocked shows a reachable state. Reachable states tell bad
//! lemmas, stop other may-obligations, and keep new lemmas from excluding them.

use crate::core::{Core, Cube, Predecessor, Reach, Relative};
use crate::engine::{BitSearch, SearchStatistics, Stopped, reason};
use crate::ic3::Ic3Config;
use crate::system::{BitSystem, CircuitRun};
use clap::Args;
use engines::{Event, Observer, Progress};
use evidence::{Reason, Verdict};
use hardware::circuit::Lit;
use smt::Budget;
use std::collections::BTreeSet;

/// Options of Quip. The options of `ic3` about generalisation and lifting hold for it, too.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "Quip on bits (quip)")]
pub struct QuipConfig {
    /// Do not turn lemmas into may-obligations
    #[arg(long = "quip-no-may")]
    pub no_may: bool,
    /// Do not collect reachable states
    #[arg(long = "quip-no-reach")]
    pub no_reach: bool,
    /// Keep obligations when the bound grows (section V.A)
    #[arg(long = "quip-reset-free")]
    pub reset_free: bool,
    /// Remove bad lemmas when there are many (section V.B)
    #[arg(long = "quip-collect-bad")]
    pub collect_bad: bool,
}

/// Quip with the options of the core.
#[derive(Clone, Debug, Default)]
pub struct Quip {
    /// Its own options.
    pub config: QuipConfig,
    /// The options of the core.
    pub core: Ic3Config,
}

impl BitSearch for Quip {
    fn name(&self) -> &'static str {
        "quip"
    }

    fn sweeps(&self) -> bool {
        !self.core.no_sweep
    }

    fn search(
        &self,
        bits: &BitSystem,
        budget: &Budget,
        observer: &mut dyn Observer,
        statistics: &mut SearchStatistics,
    ) -> Result<Verdict, Reason> {
        let circuit = bits.circuit();
        let mut core = Core::new(circuit, budget, self.core.tuning());
        if !self.config.no_reach {
            core.reach = Some(Reach::new(circuit.latches.len()));
        }
        let mut search = Search {
            core,
            bound: 0,
            queue: BTreeSet::new(),
            obligations: Vec::new(),
            config: &self.config,
        };
        let found = search.main(observer);
        statistics.solver = search.core.counters();
        statistics.counters = search.core.statistics_with_level();
        match found.map_err(reason)? {
            Found::Proof => {
                let above = search.core.level() + 1;
                Ok(Verdict::Safe(search.core.proof(bits, above)))
            }
            Found::Counterexample(run) => bits.violation(&run),
        }
    }
}

enum Found {
    /// `F_inf` excludes bad states.
    Proof,
    Counterexample(CircuitRun),
}

/// The kind of an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// We would like to block it.
    May,
    /// It leads to a bad state.
    Must,
}

struct Obligation {
    cube: Cube,
    /// The inputs with which it leads to its parent, or to a bad state.
    inputs: Vec<bool>,
    parent: Option<u32>,
    /// Whether it is known to have a reachable state that is not in `REACH`.
    is_reached: bool,
}

struct Search<'a> {
    core: Core<'a>,
    /// `N`: up to where the property is to hold.
    bound: usize,
    /// By level and size, then in the order of arrival.
    queue: BTreeSet<(usize, usize, u32, Kind)>,
    obligations: Vec<Obligation>,
    config: &'a QuipConfig,
}

impl Search<'_> {
    /// `Quip_Main` (figure 3).
    fn main(&mut self, observer: &mut dyn Observer) -> Result<Found, Stopped> {
        if let Some(bad) = self.core.bad_state(0)? {
            let Predecessor { cube, inputs } = self.core.lift(0, &[bad])?;
            let start = self.core.initial_state(&cube);
            return Ok(Found::Counterexample(CircuitRun { start, inputs: vec![inputs] }));
        }
        loop {
            self.bound += 1;
            self.reach_level(self.bound);
            if !self.config.reset_free {
                self.queue.clear();
                self.obligations.clear();
            }
            if let Some(run) = self.block_up_to_bound()? {
                return Ok(Found::Counterexample(run));
            }
            self.core.tidy();
            if self.push()? {
                return Ok(Found::Proof);
            }
            observer.observe(&Event::Progress(Progress {
                level: self.bound as u64,
                lemmas: self.core.statistics.lemmas,
                queries: self.core.counters().queries,
            }));
        }
    }

    fn reach_level(&mut self, level: usize) {
        while self.core.level() < level {
            self.core.extend();
        }
    }

    /// Blocks bad states at the bound, one cube of them after the other.
    fn block_up_to_bound(&mut self) -> Result<Option<CircuitRun>, Stopped> {
        if let Some(run) = self.rec_block_cube()? {
            return Ok(Some(run));
        }
        while let Some(bad) = self.core.bad_state(self.bound)? {
            let found = self.core.lift(self.bound, &[bad])?;
            self.add(self.bound, found, Kind::Must, None);
            if let Some(run) = self.rec_block_cube()? {
                return Ok(Some(run));
            }
        }
        Ok(None)
    }

    fn add(&mut self, level: usize, found: Predecessor, kind: Kind, parent: Option<u32>) {
        let number = self.obligations.len() as u32;
        let Predecessor { cube, inputs } = found;
        self.queue.insert((level, cube.len(), number, kind));
        self.obligations.push(Obligation { cube, inputs, parent, is_reached: false });
    }

    /// `Quip_RecBlockCube` (figure 4).
    fn rec_block_cube(&mut self) -> Result<Option<CircuitRun>, Stopped> {
        while let Some(&entry) = self.queue.first() {
            let (level, size, number, kind) = entry;
            if level > self.bound {
                break;
            }
            self.queue.remove(&entry);
            self.core.statistics.obligations += 1;
            if kind == Kind::May && self.obligations[number as usize].is_reached {
                continue;
            }
            let cube = self.obligations[number as usize].cube.clone();
            if level == 0 || !self.core.excludes_initial(&cube) {
                let start = self.core.initial_state(&cube);
                if kind == Kind::Must {
                    return Ok(Some(self.counterexample(start, Vec::new(), number)));
                }
                match self.core.add_reached(start, None) {
                    Some(before) => self.add_successor(before, number),
                    None => self.give_up(number),
                }
                continue;
            }
            if let Some(reached) = self.core.intersect(&cube) {
                if kind == Kind::Must {
                    let reach = self.core.reach.as_ref().expect("a state of it was found");
                    let (start, inputs) = reach.run_to(reached);
                    return Ok(Some(self.counterexample(start, inputs, number)));
                }
                self.add_successor(reached, number);
                continue;
            }
            match self.block(level, &cube)? {
                Block::Blocked(lemma, blocked) => {
                    let Some(above) = blocked.map(|level| level + 1) else { continue };
                    if above > self.bound && !self.config.reset_free {
                        continue;
                    }
                    if lemma == cube || self.config.no_may {
                        self.queue.insert((above, size, number, kind));
                    } else {
                        let may = Predecessor { cube: lemma, inputs: Vec::new() };
                        self.add(above, may, Kind::May, None);
                    }
                }
                Block::Predecessor(found) => {
                    self.add(level - 1, found, kind, Some(number));
                    self.queue.insert((level, size, number, kind));
                }
            }
        }
        Ok(None)
    }

    /// The rule `Successor`: an obligation has a reachable state, so its parent has one, too.
    fn add_successor(&mut self, before: u32, number: u32) {
        let obligation = &self.obligations[number as usize];
        if obligation.parent.is_none() {
            return;
        }
        let inputs = obligation.inputs.clone();
        let Some(reach) = &self.core.reach else { return };
        let state = self.core.successor(reach.state(before), &inputs);
        self.core.add_reached(state, Some((before, inputs)));
    }

    /// Without `REACH`: a may-obligation and all its parents have reachable states, so none of them can
    /// be blocked.
    fn give_up(&mut self, number: u32) {
        let mut at = Some(number);
        while let Some(number) = at {
            let obligation = &mut self.obligations[number as usize];
            obligation.is_reached = true;
            at = obligation.parent;
        }
    }

    /// A run to a state, then along the parents of an obligation that has it.
    fn counterexample(
        &self,
        start: Vec<bool>,
        mut inputs: Vec<Vec<bool>>,
        number: u32,
    ) -> CircuitRun {
        let mut at = Some(number);
        while let Some(number) = at {
            let obligation = &self.obligations[number as usize];
            inputs.push(obligation.inputs.clone());
            at = obligation.parent;
        }
        CircuitRun { start, inputs }
    }

    /// `Block`: a lemma and the level up to which it holds (nothing for always), or a predecessor.
    fn block(&mut self, level: usize, cube: &Cube) -> Result<Block, Stopped> {
        if let Some((lemma, level)) = self.core.blocking_lemma(level, cube) {
            return Ok(Block::Blocked(lemma, level));
        }
        match self.core.relative(level - 1, cube, true)? {
            Relative::Inductive(part) => {
                let mut lemma = self.core.generalise(level, part)?;
                let level = self.core.push(level, &mut lemma)?;
                self.core.add_lemma(level, lemma.clone());
                Ok(Block::Blocked(lemma, Some(level)))
            }
            Relative::Step => {
                let targets: Vec<Lit> =
                    cube.iter().map(|&literal| self.core.next(literal)).collect();
                self.core.lift(level - 1, &targets).map(Block::Predecessor)
            }
        }
    }

    /// `Quip_Push` (figure 5): pushes lemmas as far as they go, also past the bound. Tells whether
    /// `F_inf` excludes bad states.
    fn push(&mut self) -> Result<bool, Stopped> {
        if self.config.collect_bad && self.core.collect_bad() {
            // What supported the lemmas may be gone, so bad states may be back.
            self.core.tidy();
        }
        let mut level = 1;
        loop {
            self.reach_level(level + 1);
            if self.core.push_frame(level)? {
                // Rule MaxIndSubset.
                self.core.move_to_infinity(level);
                break;
            }
            level += 1;
        }
        // The last frame has the lemmas of F_inf only.
        let last = self.core.level();
        Ok(self.core.bad_state(last)?.is_none())
    }
}

enum Block {
    Blocked(Cube, Option<usize>),
    Predecessor(Predecessor),
}
