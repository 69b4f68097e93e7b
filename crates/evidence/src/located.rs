//! From transition systems back to the automata that they were made of.
//!
//! What comes in is about the automaton of the system ([`TransitionSystem::automaton`]), what goes
//! out about the automaton that the system was made of.

use crate::proof::{Invariants, Proof};
use crate::trace::{Trace, TraceStep};
use crate::translation::Translation;
use model::{Choice, LocatedSystem, TransitionSystem};
use term::{Assignment, Substitution, Symbol, Term};

impl Translation for LocatedSystem {
    /// A step of the system is an edge of the automaton. So what holds before each step holds at
    /// each location, for the same induction; and a run visits cut points at most as often as the
    /// system makes steps.
    fn proof(&self, proof: &Proof) -> Option<Proof> {
        match proof {
            Proof::Invariants(invariants) => {
                invariants_of_locations(self, invariants).map(Proof::Invariants)
            }
            Proof::Unwinding { bound, .. } => Some(Proof::unwinding(*bound)),
            Proof::Summaries { .. }
            | Proof::Interpretation(_)
            | Proof::AsAutomaton(_)
            | Proof::AsClauses(_)
            | Proof::OnlyRun { .. } => None,
        }
    }

    /// The edges that the inputs choose. The first step comes to the head of the system, the last
    /// one looks at its bad states.
    fn trace(&self, trace: &Trace) -> Option<Trace> {
        let automaton = self.automaton();
        let cfa = &automaton.entry().cfa;
        let mut initial = Assignment::new();
        for variable in automaton.variables(automaton.entry) {
            initial.set(variable, trace.initial.get(variable)?.clone());
        }
        let [_, system_steps @ .., _] = trace.steps.as_slice() else { return None };
        let (mut values, mut location) = (initial.clone(), cfa.initial());
        let mut steps = Vec::new();
        for step in system_steps {
            let inputs = self.system.inputs.iter();
            for (&input, choice) in inputs.zip(&step.choices) {
                let Choice::Value(value) = choice else { return None };
                values.set(input, value.clone());
            }
            let (edge, choices) = self.follow(location, &mut values).ok()??;
            steps.push(TraceStep { edge, choices });
            location = cfa.edge(edge).target;
        }
        Some(Trace { initial, steps, error: location })
    }
}

/// The invariant of the head with the location filled in, for each location. None if it speaks of
/// something that the automaton does not have, or if it holds on simple paths only: what counts as
/// the same values is another matter there.
fn invariants_of_locations(located: &LocatedSystem, invariants: &Invariants) -> Option<Invariants> {
    if invariants.induction().simple_paths {
        return None;
    }
    let automaton = located.automaton();
    let cfa = &automaton.entry().cfa;
    let everywhere = invariants.get(TransitionSystem::head())?;
    let mut terms = invariants.terms().clone();
    let named = |symbol: Symbol| invariants.terms().lookup(located.system.terms.name(symbol));
    let state = located.system.variables.iter().filter_map(|variable| named(variable.symbol));
    let known: Vec<Symbol> = state.chain(invariants.parameters().iter().copied()).collect();
    if term::free_vars(&terms, &[everywhere]).iter().any(|symbol| !known.contains(symbol)) {
        return None;
    }
    let mut by_location: Vec<(model::Location, Term)> = Vec::new();
    for location in cfa.locations().filter(|&l| cfa.error_at(l).is_none()) {
        let mut substitution = Substitution::new();
        for (bit, value) in located.location_bits(location) {
            if let Some(bit) = named(bit) {
                let (bit, value) = (terms.var(bit), terms.bool(value));
                substitution.insert(bit, value);
            }
        }
        by_location.push((location, substitution.apply(&mut terms, everywhere)));
    }
    let back = Invariants::by_induction(&terms, invariants.induction(), by_location);
    Some(back.for_all(invariants.parameter_names()))
}
