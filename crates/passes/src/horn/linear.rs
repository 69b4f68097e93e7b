//! Linear Horn clauses as an automaton, and the way back for its evidence.
//!
//! Clauses that assume several predicates have an automaton, too: it forgets all of them but the first.
//! More follows from such clauses than from the original ones. So what holds of them holds of the
//! original ones, and a run of the automaton says nothing.

use evidence::{
    Application, Definition, Derivation, Induction, Interpretation, Invariants, Proof, Trace,
    Translation, Verdict,
};
use model::chc::{ChcModel, ChcSystem, Clause, to_model};
use model::{Choice, Location, Model, PredicateId, run};
use std::collections::BTreeMap;
use std::sync::Arc;
use term::{Substitution, Symbol, Term, TermStore, Value, free_vars};

/// The automaton of clauses: predicates are locations, clauses are edges.
pub struct LinearAutomaton {
    /// The clauses that were asked about.
    original: Arc<ChcSystem>,
    /// The clauses of the automaton.
    system: Arc<ChcSystem>,
    automaton: ChcModel,
    is_exact: bool,
}

impl LinearAutomaton {
    /// The automaton of a system, which must have passed the verifier.
    pub fn of(system: &Arc<ChcSystem>) -> LinearAutomaton {
        let is_exact = system.is_linear();
        let original = system.clone();
        let system = if is_exact { system.clone() } else { Arc::new(with_first_atoms(system)) };
        let automaton = to_model(&system).expect("no clause has several atoms in its body");
        LinearAutomaton { original, system, automaton, is_exact }
    }

    /// The automaton. If no error location of it is reachable, the clauses are solvable.
    pub fn model(&self) -> &Model {
        &self.automaton.model
    }

    /// Whether the clauses are solvable only if no error location of the automaton is reachable.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// What the invariants say of predicates. There is no more to say where clauses derive nothing,
    /// or lead to no query.
    fn interpretation(
        &self,
        invariants: &BTreeMap<Location, Term>,
        store: &mut TermStore,
    ) -> Option<Interpretation> {
        let (derived, asked) = (self.derived(), self.asked());
        let mut definitions = Vec::new();
        for index in 0..self.system.predicates.len() {
            let arguments = self.arguments(store, index);
            let body = if !derived[index] {
                Some(store.bool(false))
            } else if !asked[index] {
                Some(store.bool(true))
            } else {
                let invariant = invariants.get(&self.automaton.locations[index]);
                invariant.map(|&invariant| of_arguments(store, invariant, &arguments))
            };
            if let Some(body) = body {
                let parameters = arguments.iter().map(|&v| store.var(v)).collect();
                definitions.push((PredicateId::from_index(index), Definition { parameters, body }));
            }
        }
        let interpretation = Interpretation::new(store, definitions);
        // The atoms that were forgotten may close a cycle that the automaton does not have.
        let is_given = |predicate| interpretation.get(predicate).is_some();
        self.original.derivation_order(is_given).is_ok().then_some(interpretation)
    }

    /// The variables that hold the arguments of a predicate, in another store.
    fn arguments(&self, store: &mut TermStore, predicate: usize) -> Vec<Symbol> {
        let terms = &self.automaton.model.terms;
        let copied = self.automaton.arguments[predicate].iter().map(|&variable| {
            let declared = store.declare(terms.name(variable), terms.symbol_sort(variable).clone());
            declared.expect("invariants speak of the automaton's variables")
        });
        copied.collect()
    }

    /// Which predicates have anything derived as far as the shape of clauses tells.
    fn derived(&self) -> Vec<bool> {
        let edges = self.edges().map(|(body, head)| (body.map_or(Start::Always, Start::If), head));
        let edges: Vec<_> = edges.filter_map(|(body, head)| Some((body, head?))).collect();
        spread(self.system.predicates.len(), &edges)
    }

    /// Which predicates lead to a query as far as the shape of clauses tells.
    fn asked(&self) -> Vec<bool> {
        let edges = self.edges().map(|(body, head)| (head.map_or(Start::Always, Start::If), body));
        let edges: Vec<_> = edges.filter_map(|(head, body)| Some((head, body?))).collect();
        spread(self.system.predicates.len(), &edges)
    }

    /// The predicates that clauses assume and derive.
    fn edges(&self) -> impl Iterator<Item = (Option<usize>, Option<usize>)> + '_ {
        self.system.clauses.iter().map(|clause| {
            let body = clause.body.first().map(|atom| atom.predicate.index());
            (body, clause.head.as_ref().map(|atom| atom.predicate.index()))
        })
    }

    /// The derivation that a run stands for.
    fn derivation_of(&self, trace: &Trace) -> Option<Derivation> {
        let model = &self.automaton.model;
        let mut values = trace.initial.clone();
        let mut steps = Vec::with_capacity(trace.steps.len());
        for (number, step) in trace.steps.iter().enumerate() {
            let clause = step.edge.index();
            let mut chosen = values.clone();
            let open = self.automaton.chosen.get(clause)?;
            for (&variable, choice) in open.iter().zip(&step.choices) {
                let Choice::Value(value) = choice else { return None };
                chosen.set(variable, value.clone());
            }
            let held = self.automaton.held[clause].iter();
            let of_clause = held.map(|&v| chosen.get(v).cloned()).collect::<Option<_>>()?;
            let premises = match self.system.clauses[clause].body.len() {
                0 => Vec::new(),
                _ => vec![number.checked_sub(1)?],
            };
            steps.push(Application { clause, values: of_clause, premises });
            let command = &model.entry().cfa.edge(step.edge).command;
            run(&model.terms, command, &mut values, &mut step.choices.iter().cloned()).ok()?;
        }
        Some(Derivation { steps })
    }
}

impl Translation for LinearAutomaton {
    /// Inductive invariants say what predicates mean, and without cycles there is nothing to say. What
    /// other proofs are about is the automaton, which the checker makes again.
    fn proof(&self, proof: &Proof) -> Option<Proof> {
        let is_acyclic = || self.automaton.model.entry().cfa.loop_heads().is_empty();
        match proof {
            Proof::Invariants(invariants) if says_what_predicates_mean(invariants) => {
                let mut store = invariants.terms().clone();
                let by_location = invariants.iter().collect();
                self.interpretation(&by_location, &mut store).map(Proof::Interpretation)
            }
            Proof::Unwinding { .. } if is_acyclic() => {
                let mut store = TermStore::without_simplification();
                let nothing = BTreeMap::new();
                self.interpretation(&nothing, &mut store).map(Proof::Interpretation)
            }
            Proof::Invariants(_) | Proof::Unwinding { .. } if !self.is_exact => None,
            Proof::Invariants(_) | Proof::Unwinding { .. } => {
                Some(Proof::AsAutomaton(Box::new(proof.clone())))
            }
            Proof::Summaries { .. }
            | Proof::OnlyRun { .. }
            | Proof::Interpretation(_)
            | Proof::AsAutomaton(_)
            | Proof::AsClauses(_) => None,
        }
    }

    /// Clauses have derivations and no runs.
    fn trace(&self, _: &Trace) -> Option<Trace> {
        None
    }

    fn verdict(&self, verdict: Verdict) -> Option<Verdict> {
        match verdict {
            Verdict::Safe(proof) => self.proof(&proof).map(Verdict::Safe),
            Verdict::Unsafe(_) if !self.is_exact => None,
            Verdict::Unsafe(trace) => self.derivation_of(&trace).map(Verdict::Derived),
            Verdict::Derived(_) | Verdict::Recurs(_) | Verdict::Fails(_) => None,
            Verdict::Unknown(reason) => Some(Verdict::Unknown(reason)),
        }
    }
}

/// The clauses with nothing but the first atom in each body.
fn with_first_atoms(system: &ChcSystem) -> ChcSystem {
    let first = |clause: &Clause| {
        let body = clause.body.iter().take(1).cloned().collect();
        Clause::new(&system.terms, clause.constraint, body, clause.head.clone(), clause.span)
    };
    let clauses = system.clauses.iter().map(first).collect();
    ChcSystem { clauses, ..system.clone() }
}

/// Whether invariants are inductive by themselves and hold of the variables alone.
fn says_what_predicates_mean(invariants: &Invariants) -> bool {
    invariants.induction() == Induction::PLAIN && invariants.parameters().is_empty()
}

/// What an invariant says of the arguments of a predicate. Other variables have any values there, so
/// it says the same for all of them: see [`to_model`].
fn of_arguments(store: &mut TermStore, invariant: Term, arguments: &[Symbol]) -> Term {
    let mut fixed = Substitution::new();
    for variable in free_vars(store, &[invariant]) {
        if !arguments.contains(&variable) {
            let value = Value::default_of(store.symbol_sort(variable));
            let value = store.constant(value);
            fixed.insert(store.var(variable), value);
        }
    }
    fixed.apply(store, invariant)
}

/// Where something spreads from.
#[derive(Clone, Copy)]
enum Start {
    Always,
    If(usize),
}

/// All that edges reach.
fn spread(count: usize, edges: &[(Start, usize)]) -> Vec<bool> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut open = Vec::new();
    for &(start, target) in edges {
        match start {
            Start::Always => open.push(target),
            Start::If(source) => next[source].push(target),
        }
    }
    let mut reached = vec![false; count];
    while let Some(index) = open.pop() {
        if !std::mem::replace(&mut reached[index], true) {
            open.extend(&next[index]);
        }
    }
    reached
}
