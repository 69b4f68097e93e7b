//! The main loop: expand the tree, follow a path to an error, refine.

use super::config::{Abstraction, PredabsConfig};
use super::refine::Path;
use super::segment::Segment;
use crate::engine::{Answer, Context, Engine};
use crate::observer::{Event, Progress};
use crate::solver::Workload;
use crate::stats::EngineStats;
use crate::tree::{NodeId, Tree};
use crate::unwinding::Outline;
use evidence::{Invariants, Proof, Reason, Verdict};
use model::{Automaton, Location, Model};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::SolverStats;
use smt::budget::Watch;
use smt::sat::SatBackend;
use std::rc::Rc;
use std::time::Instant;
use term::{Symbol, Term, TermStore};

/// Lazy predicate abstraction.
#[derive(Clone, Debug, Default)]
pub struct Predabs {
    config: PredabsConfig,
}

impl Predabs {
    /// The engine with the given options.
    pub fn new(config: PredabsConfig) -> Predabs {
        Predabs { config }
    }
}

impl Engine for Predabs {
    fn name(&self) -> &'static str {
        "predabs"
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        let start = Instant::now();
        let mut run = PredabsSearch::new(&self.config, model, context);
        let verdict = run.verdict(context).unwrap_or_else(Verdict::Unknown);
        let stats = EngineStats {
            solver: run.solver_stats(),
            counters: run.counters(),
            elapsed: start.elapsed(),
        };
        Answer { verdict, stats }
    }
}

/// What is known at a node of the tree.
pub(super) struct AbstractState {
    /// Predicates or their negations, in the order of their numbers.
    pub(super) cube: Vec<Term>,
    /// Number of predicates of the location that the cube was computed with.
    pub(super) precision: usize,
}

pub(super) struct PredabsSearch<'m> {
    pub(super) config: &'m PredabsConfig,
    pub(super) outline: Rc<Outline<'m>>,
    pub(super) variables: Vec<Symbol>,
    pub(super) store: TermStore,
    pub(super) backend: SatBackend,
    /// The segment after each location that the tree has reached.
    pub(super) segments: FxHashMap<Location, Segment>,
    /// Its steps are exits of segments.
    pub(super) tree: Tree<AbstractState, usize>,
    /// The predicates of each cut point, oldest first.
    pub(super) predicates: FxHashMap<Location, Vec<Term>>,
    /// The maximal number of enumerated combinations of predicates.
    pub(super) combination_limit: u32,
    /// Cut points where Cartesian abstraction was once too coarse.
    pub(super) combined: FxHashSet<Location>,
    /// Statistics of solvers that were dropped.
    pub(super) past: SolverStats,
    refinements: u64,
}

impl<'m> PredabsSearch<'m> {
    fn new(
        config: &'m PredabsConfig,
        model: &'m Model,
        context: &Context<'_>,
    ) -> PredabsSearch<'m> {
        let mut store = model.terms.clone();
        PredabsSearch {
            config,
            outline: Rc::new(Outline::of(&model.entry().cfa, &mut store)),
            variables: model.variables(model.entry),
            store,
            backend: context.solver.backend(Workload::ManySmallQueries),
            segments: FxHashMap::default(),
            tree: Tree::default(),
            predicates: FxHashMap::default(),
            combination_limit: config.abstraction_limit,
            combined: FxHashSet::default(),
            past: SolverStats::default(),
            refinements: 0,
        }
    }

    /// Expands the tree until it is complete or one of its paths is a run to an error.
    fn verdict(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        let watch = Watch::new(&context.budget);
        let initial = self.outline.graph.cfa.initial();
        if self.outline.graph.position(initial).is_some() {
            self.tree.add_root(initial, AbstractState { cube: Vec::new(), precision: 0 });
        }
        while let Some(node) = self.tree.oldest_open() {
            self.enter(self.tree.node(node).location, &watch)?;
            if !self.touches_error(node, &context.budget)? {
                self.expand(node, &context.budget)?;
                continue;
            }
            match self.follow(node, &context.budget, &watch)? {
                Path::PredabsSearch(trace) => return Ok(Verdict::Unsafe(trace)),
                Path::Spurious(spurious) => self.refine(spurious, &context.budget)?,
            }
            self.refinements += 1;
            if self.config.max_refinements.is_some_and(|most| self.refinements >= most.into()) {
                let reason = format!("no proof after {} refinements", self.refinements);
                return Err(Reason::Incomplete(reason));
            }
            context.observer.observe(&Event::Progress(self.progress()));
        }
        Ok(Verdict::Safe(self.proof()))
    }

    /// Whether only certain values are computed, as long as that suffices.
    pub(super) fn is_cartesian(&self) -> bool {
        self.config.abstraction == Abstraction::Cartesian
    }

    /// Ensures that the segment after a location is computed.
    fn enter(&mut self, location: Location, watch: &Watch) -> Result<(), Reason> {
        if !self.segments.contains_key(&location) {
            let (store, backend) = (&mut self.store, self.backend);
            let segment = Segment::from(&self.outline, location, store, backend, watch)?;
            self.segments.insert(location, segment);
        }
        Ok(())
    }

    /// Takes a node out of the tree with all below it. Whoever leads to the location of one of them
    /// may have been told that its successor is there already, and is open again.
    pub(super) fn remove(&mut self, node: NodeId) {
        let removed = self.tree.remove(node);
        let segments = &self.segments;
        self.tree.reopen(|source| {
            let exits = segments.get(&source).into_iter().flat_map(|segment| &segment.exits);
            exits.into_iter().any(|exit| removed.contains(&exit.target))
        });
    }

    /// The complete tree as an invariant of each cut point; "true" at irrelevant ones.
    fn proof(&mut self) -> Proof {
        let mut invariants = Vec::new();
        for location in self.outline.graph.cfa.loop_heads() {
            let invariant = if self.outline.graph.position(location).is_some() {
                self.invariant(location)
            } else {
                self.store.bool(true)
            };
            invariants.push((location, invariant));
        }
        Proof::Invariants(Invariants::new(&self.store, invariants))
    }

    /// What holds at a location: the disjunction of its nodes.
    fn invariant(&mut self, location: Location) -> Term {
        let (tree, store) = (&self.tree, &mut self.store);
        let cubes: Vec<Term> =
            tree.at(location).map(|id| store.and(&tree.node(id).label().cube)).collect();
        store.or(&cubes)
    }

    fn predicate_count(&self) -> u64 {
        self.predicates.values().map(|predicates| predicates.len() as u64).sum()
    }

    fn solver_stats(&self) -> SolverStats {
        let mut stats = self.past;
        self.segments.values().for_each(|segment| stats += segment.solver.stats());
        stats
    }

    fn progress(&self) -> Progress {
        let queries = self.solver_stats().queries;
        Progress { level: self.refinements, lemmas: self.predicate_count(), queries }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("refinements", self.refinements),
            ("predicates", self.predicate_count()),
            ("nodes", self.tree.made() as u64),
            ("terms", self.store.len() as u64),
        ]
    }
}
