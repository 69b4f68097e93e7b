//! Engine `ic3`: IC3 on bits (Bradley, "SAT-based model checking without unrolling", 2011; Eén,
//! Mishchenko and Brayton, "Efficient implementation of property directed reachability", 2011).

use crate::core::{Core, Cube, Predecessor, Relative, Tuning};
use crate::engine::{BitSearch, SearchStatistics, Stopped, reason};
use crate::system::{BitSystem, CircuitRun};
use clap::Args;
use engines::{Event, Observer, Progress};
use evidence::{Reason, Verdict};
use hardware::circuit::Lit;
use smt::Budget;
use std::collections::BTreeSet;

/// Options of IC3 on bits.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
#[command(next_help_heading = "IC3 on bits (ic3)")]
pub struct Ic3Config {
    /// Block counterexamples to generalisation up to this depth; 0 for never
    #[arg(long = "ic3-ctg-depth", value_name = "N", default_value_t = Ic3Config::default().ctg_depth)]
    pub ctg_depth: u32,
    /// Block up to N of them for each literal
    #[arg(long = "ic3-ctg-count", value_name = "N", default_value_t = Ic3Config::default().ctg_count)]
    pub ctg_count: u32,
    /// Take literals in the order of latches, not by activity
    #[arg(long = "ic3-no-activity")]
    pub no_activity: bool,
    /// Do not prefer literals of parent lemmas
    #[arg(long = "ic3-no-parents")]
    pub no_parents: bool,
    /// Lift predecessors by justification alone, without cores
    #[arg(long = "ic3-no-lift-cores")]
    pub no_lift_cores: bool,
    /// Forget obligations that are blocked, instead of keeping them to the bound
    #[arg(long = "ic3-forget-obligations")]
    pub forget_obligations: bool,
    /// Do not merge equal latches and gates before
    #[arg(long = "ic3-no-sweep")]
    pub no_sweep: bool,
}

impl Default for Ic3Config {
    fn default() -> Self {
        Ic3Config {
            ctg_depth: 1,
            ctg_count: 3,
            no_activity: false,
            no_parents: false,
            no_lift_cores: false,
            forget_obligations: false,
            no_sweep: false,
        }
    }
}

impl Ic3Config {
    pub(crate) fn tuning(&self) -> Tuning {
        Tuning {
            ctg_depth: self.ctg_depth,
            ctg_count: self.ctg_count,
            activity: !self.no_activity,
            parents: !self.no_parents,
            lift_by_cores: !self.no_lift_cores,
        }
    }
}

impl BitSearch for Ic3Config {
    fn name(&self) -> &'static str {
        "ic3"
    }

    fn sweeps(&self) -> bool {
        !self.no_sweep
    }

    fn search(
        &self,
        bits: &BitSystem,
        budget: &Budget,
        observer: &mut dyn Observer,
        statistics: &mut SearchStatistics,
    ) -> Result<Verdict, Reason> {
        let core = Core::new(bits.circuit(), budget, self.tuning());
        let mut search = Search {
            core,
            queue: BTreeSet::new(),
            obligations: Vec::new(),
            forget: self.forget_obligations,
        };
        let found = search.run(observer);
        statistics.solver = search.core.counters();
        statistics.counters = search.core.statistics_with_level();
        match found.map_err(reason)? {
            Found::Invariant(level) => Ok(Verdict::Safe(search.core.proof(bits, level))),
            Found::Run(run) => bits.violation(&run),
        }
    }
}

enum Found {
    /// The lemmas from this level on are inductive.
    Invariant(usize),
    Run(CircuitRun),
}

/// A region that must be unreachable up to a level.
struct Obligation {
    cube: Cube,
    /// The inputs with which it leads to the next one.
    inputs: Vec<bool>,
    next: Option<u32>,
    depth: u32,
}

struct Search<'a> {
    core: Core<'a>,
    /// By level, depth and size.
    queue: BTreeSet<(usize, u32, usize, u32)>,
    obligations: Vec<Obligation>,
    forget: bool,
}

impl Search<'_> {
    fn run(&mut self, observer: &mut dyn Observer) -> Result<Found, Stopped> {
        if let Some(bad) = self.core.bad_state(0)? {
            let Predecessor { cube, inputs } = self.core.lift(0, &[bad])?;
            let start = self.core.initial_state(&cube);
            return Ok(Found::Run(CircuitRun { start, inputs: vec![inputs] }));
        }
        loop {
            self.core.extend();
            let level = self.core.level();
            if let Some(run) = self.block_all(level)? {
                return Ok(Found::Run(run));
            }
            while let Some(bad) = self.core.bad_state(level)? {
                let found = self.core.lift(level, &[bad])?;
                self.enqueue(level, found, None);
                if let Some(run) = self.block_all(level)? {
                    return Ok(Found::Run(run));
                }
            }
            self.core.tidy();
            // The lemmas of the last level have to be pushed to the next one to prove anything.
            if let Some(level) = self.core.propagate(1)? {
                return Ok(Found::Invariant(level + 1));
            }
            observer.observe(&Event::Progress(Progress {
                level: level as u64,
                lemmas: self.core.statistics.lemmas,
                queries: self.core.counters().queries,
            }));
        }
    }

    fn enqueue(&mut self, level: usize, found: Predecessor, next: Option<u32>) {
        let number = self.obligations.len() as u32;
        let depth = next.map_or(0, |next| self.obligations[next as usize].depth + 1);
        let Predecessor { cube, inputs } = found;
        self.queue.insert((level, depth, cube.len(), number));
        self.obligations.push(Obligation { cube, inputs, next, depth });
    }

    fn requeue(&mut self, level: usize, number: u32) {
        let Obligation { cube, depth, .. } = &self.obligations[number as usize];
        self.queue.insert((level, *depth, cube.len(), number));
    }

    /// Blocks all obligations up to a level, or finds a run.
    fn block_all(&mut self, bound: usize) -> Result<Option<CircuitRun>, Stopped> {
        while let Some(&entry) = self.queue.first() {
            let (level, _, _, number) = entry;
            if level > bound {
                break;
            }
            self.queue.remove(&entry);
            let cube = self.obligations[number as usize].cube.clone();
            if level == 0 || !self.core.excludes_initial(&cube) {
                return Ok(Some(self.run_from(number)));
            }
            self.core.statistics.obligations += 1;
            if let Some(blocked) = self.core.frames.blocks(level, &cube) {
                self.keep(blocked + 1, number);
                continue;
            }
            match self.core.relative(level - 1, &cube, true)? {
                Relative::Inductive(part) => {
                    let mut part = self.core.generalise(level, part)?;
                    let level = self.core.push(level, &mut part)?;
                    self.core.add_lemma(level, part);
                    self.keep(level + 1, number);
                }
                Relative::Step => {
                    let targets: Vec<Lit> =
                        cube.iter().map(|&literal| self.core.next(literal)).collect();
                    let found = self.core.lift(level - 1, &targets)?;
                    self.enqueue(level - 1, found, Some(number));
                    self.requeue(level, number);
                }
            }
        }
        Ok(None)
    }

    /// Keeps an obligation for a higher level.
    fn keep(&mut self, level: usize, number: u32) {
        if !self.forget || level <= self.core.level() {
            self.requeue(level, number);
        }
    }

    /// The run from an obligation that has an initial state.
    fn run_from(&self, number: u32) -> CircuitRun {
        let start = self.core.initial_state(&self.obligations[number as usize].cube);
        let mut inputs = Vec::new();
        let mut at = Some(number);
        while let Some(number) = at {
            let obligation = &self.obligations[number as usize];
            inputs.push(obligation.inputs.clone());
            at = obligation.next;
        }
        CircuitRun { start, inputs }
    }
}
