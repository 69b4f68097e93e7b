//! The main loop: strengthen, cover, block, unwind.

use super::block_path::Target;
use super::config::TreeIc3Config;
use super::label::Label;
use super::policy::{Policy, Strengthening};
use super::step::Image;
use crate::edges::{EncodedAutomaton, run_along, run_without_steps};
use crate::engine::{Answer, Context, Engine};
use crate::literals::Weakening;
use crate::observer::{Event, Progress};
use crate::solver::{Workload, reason_for_stop};
use crate::stats::EngineStats;
use crate::tree::{NodeId, Tree};
use evidence::{Invariants, Proof, Reason, Trace, Verdict};
use model::{Automaton, EdgeId, Location, Model};
use rustc_hash::FxHashMap;
use smt::sat::SatBackend;
use smt::{Budget, EmbeddedSolver, SolverStats};
use std::time::Instant;
use term::{Term, TermStore};

/// Tree-IC3.
#[derive(Clone, Debug, Default)]
pub struct TreeIc3 {
    config: TreeIc3Config,
}

impl TreeIc3 {
    /// The engine with the given options.
    pub fn new(config: TreeIc3Config) -> TreeIc3 {
        TreeIc3 { config }
    }
}

impl Engine for TreeIc3 {
    fn name(&self) -> &'static str {
        "tree-ic3"
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        run(self.config.policy(), model, context)
    }
}

/// Runs a variant of the search.
pub(super) fn run(policy: Policy, model: &Automaton, context: &mut Context<'_>) -> Answer {
    let start = Instant::now();
    let mut search = TreeIc3Search::new(policy, model, context);
    let verdict = search.verdict(context).unwrap_or_else(Verdict::Unknown);
    let (solver, counters) = (search.solver_stats(), search.counters());
    Answer { verdict, stats: EngineStats { solver, counters, elapsed: start.elapsed() } }
}

/// What is counted.
#[derive(Default)]
pub(super) struct Counters {
    pub(super) clauses: u64,
    pub(super) obligations: u64,
    pub(super) covered: u64,
    pub(super) strengthened: u64,
    pub(super) blocked_paths: u64,
    /// Paths that interpolants refuted.
    pub(super) interpolated_paths: u64,
    /// Paths that had no interpolants of use.
    pub(super) fallbacks: u64,
    /// Subterms of the largest interpolant.
    pub(super) largest: u64,
}

pub(super) struct TreeIc3Search<'m> {
    pub(super) policy: Policy,
    pub(super) model: &'m Model,
    pub(super) store: TermStore,
    pub(super) automaton: EncodedAutomaton,
    pub(super) weakening: Weakening,
    /// Its steps are edges of the automaton.
    pub(super) tree: Tree<Label, EdgeId>,
    pub(super) solvers: FxHashMap<Location, EmbeddedSolver>,
    pub(super) backend: SatBackend,
    pub(super) budget: Budget,
    pub(super) count: Counters,
    /// What solvers did that are gone.
    pub(super) past: SolverStats,
}

impl<'m> TreeIc3Search<'m> {
    fn new(policy: Policy, model: &'m Automaton, context: &Context<'_>) -> TreeIc3Search<'m> {
        let mut store = model.terms.clone();
        let automaton = EncodedAutomaton::of(&model.entry().cfa, &mut store);
        let automaton = automaton.expect("automata have no calls");
        TreeIc3Search {
            policy,
            model,
            weakening: Weakening::new(&store, &automaton.terms()),
            store,
            automaton,
            tree: Tree::default(),
            solvers: FxHashMap::default(),
            backend: context.solver.backend(Workload::ManySmallQueries),
            budget: context.budget.clone(),
            count: Counters::default(),
            past: SolverStats::default(),
        }
    }

    /// Unwinds the automaton, depth first, until every node is covered or has all its successors.
    fn verdict(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        let cfa = &self.model.entry().cfa;
        if cfa.error_at(cfa.initial()).is_some() {
            return Ok(Verdict::Unsafe(run_without_steps(self.model, &self.store)));
        }
        // If it does not, no location does.
        if self.automaton.locations().contains(&cfa.initial()) {
            self.tree.add_root(cfa.initial(), Label::default());
        }
        while let Some(node) = self.tree.newest_open() {
            self.budget.check().map_err(reason_for_stop)?;
            if self.policy.max_nodes.is_some_and(|most| self.tree.made() as u64 > most) {
                let reason = format!("no proof with {} nodes", self.tree.made());
                return Err(Reason::Incomplete(reason));
            }
            let strengthens = self.policy.strengthening != Strengthening::None;
            if strengthens && !self.strengthen(node)? || self.is_covered(node)? {
                continue;
            }
            match self.block_errors(node)? {
                Some(Errors::Run(trace)) => return Ok(Verdict::Unsafe(trace)),
                // With its new clauses the node may be covered.
                Some(Errors::Blocked) => {
                    context.observer.observe(&Event::Progress(self.progress()));
                }
                None => self.unwind(node)?,
            }
        }
        Ok(Verdict::Safe(self.proof()))
    }

    /// Path blocking: excludes the errors after a node, if its clauses do not do so yet.
    fn block_errors(&mut self, node: NodeId) -> Result<Option<Errors>, Reason> {
        let location = self.tree.node(node).location;
        let errors = self.automaton.to_error().iter().copied();
        let errors: Vec<EdgeId> =
            errors.filter(|&edge| self.automaton.edge(edge).source == location).collect();
        let nodes = self.tree.path_to(node);
        for error in errors {
            let edges = self.edges_between(&nodes);
            let Some(frames) = self.refute_path(&nodes, &edges, &Target::Error(error))? else {
                let edges = [edges.as_slice(), &[error]].concat();
                let trace = run_along(self.model, &mut self.store, &edges, &self.budget)?;
                return Ok(Some(Errors::Run(trace)));
            };
            if self.add_clauses(&nodes, frames) {
                self.count.blocked_paths += 1;
                return Ok(Some(Errors::Blocked));
            }
        }
        Ok(None)
    }

    /// Unwinding: adds the successors of a node with those of its clauses that hold there, too.
    fn unwind(&mut self, node: NodeId) -> Result<(), Reason> {
        let label = self.tree.node(node).label().clone();
        let location = self.tree.node(node).location;
        for edge in self.automaton.outgoing(location).to_vec() {
            if let Image::Unreached(_) = self.image(&label, edge, None)? {
                continue;
            }
            let mut after = Label::default();
            let along = if self.policy.propagates { label.cubes() } else { &[] };
            for cube in along {
                if let Image::Unreached(core) = self.image(&label, edge, Some(cube))? {
                    after.exclude(&core);
                }
            }
            let target = self.automaton.edge(edge).target;
            self.tree.add_child(node, edge, target, after);
        }
        self.tree.close(node);
        Ok(())
    }

    /// The complete tree as invariants: at each location, the clauses of one of its nodes hold. Any
    /// values where nothing leads to an error.
    fn proof(&mut self) -> Proof {
        let cfa = &self.model.entry().cfa;
        let mut invariants: Vec<(Location, Term)> = Vec::new();
        for location in self.automaton.locations().to_vec() {
            let nodes = self.tree.at(location).filter(|&node| !self.tree.is_covered(node));
            let mut labels = Vec::new();
            for node in nodes {
                let clauses = self.tree.node(node).label().clauses(&mut self.store);
                labels.push(self.store.and(&clauses));
            }
            invariants.push((location, self.store.or(&labels)));
        }
        for location in cfa.loop_heads() {
            if !self.automaton.locations().contains(&location) {
                invariants.push((location, self.store.bool(true)));
            }
        }
        Proof::Invariants(Invariants::new(&self.store, invariants))
    }

    fn solver_stats(&self) -> SolverStats {
        let mut stats = self.past;
        self.solvers.values().for_each(|solver| stats += solver.stats());
        stats
    }

    fn progress(&self) -> Progress {
        let queries = self.solver_stats().queries;
        Progress { level: self.count.blocked_paths, lemmas: self.count.clauses, queries }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("nodes", self.tree.made() as u64),
            ("blocked paths", self.count.blocked_paths),
            ("obligations", self.count.obligations),
            ("clauses", self.count.clauses),
            ("strengthened paths", self.count.strengthened),
            ("covered nodes", self.count.covered),
            ("interpolated paths", self.count.interpolated_paths),
            ("paths without interpolants", self.count.fallbacks),
            ("largest interpolant", self.count.largest),
            ("terms", self.store.len() as u64),
        ]
    }
}

/// The solver of a location.
pub(super) fn solver_at(
    solvers: &mut FxHashMap<Location, EmbeddedSolver>,
    backend: SatBackend,
    location: Location,
) -> &mut EmbeddedSolver {
    solvers.entry(location).or_insert_with(|| EmbeddedSolver::new(backend))
}

/// What became of the errors after a node.
enum Errors {
    /// One is reached.
    Run(Trace),
    /// They are excluded by new clauses.
    Blocked,
}
