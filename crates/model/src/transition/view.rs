//! A transition system as an automaton with one loop, for engines that take automata.

use super::TransitionSystem;
use crate::automaton::Automaton;
use crate::cfa::Cfa;
use crate::command::Command;
use crate::ids::Location;
use crate::procedure::{Model, Procedure};
use term::Symbol;

impl TransitionSystem {
    /// Where the automaton of a system is before each of its steps.
    pub fn head() -> Location {
        Location::from_index(1)
    }

    /// The automaton with the same runs. Its edges are, in this order: the one into its head, which
    /// assumes what holds initially; the step from there back; and one to an error for each of the
    /// bad conditions. All but the first begin by choosing all inputs, in their order.
    pub fn automaton(&self) -> Automaton {
        let mut terms = self.terms.clone();
        let havoc: Vec<Command> = self.inputs.iter().map(|&i| Command::Havoc(i)).collect();
        let mut step = havoc.clone();
        step.push(Command::Assume(self.constraint));
        // All variables change at once: first the new values are computed, then they are assigned.
        let mut computed: Vec<Symbol> = Vec::new();
        let mut assignments = Vec::new();
        for variable in &self.variables {
            if terms.as_var(variable.next) == Some(variable.symbol) {
                continue;
            }
            let sort = terms.symbol_sort(variable.symbol).clone();
            let value = terms.fresh("next", sort);
            computed.push(value);
            step.push(Command::Assign(value, variable.next));
            assignments.push(Command::Assign(variable.symbol, terms.var(value)));
        }
        step.extend(assignments);
        let mut cfa = Cfa::new();
        let start = cfa.add_location("start", None);
        let head = cfa.add_location("head", None);
        assert_eq!(head, TransitionSystem::head(), "it is the second location");
        cfa.add_edge(start, head, Command::Assume(self.initial), None);
        cfa.add_edge(head, head, Command::seq(step), None);
        for (number, bad) in self.bad.iter().enumerate() {
            let error = cfa.add_location(format!("bad{number}"), None);
            cfa.add_error(error, bad.kind.clone());
            let condition = Command::Assume(bad.condition);
            let command = Command::seq(havoc.iter().cloned().chain([condition]));
            cfa.add_edge(head, error, command, None);
        }
        let state = self.variables.iter().map(|variable| variable.symbol);
        let globals = state.chain(self.inputs.iter().copied()).chain(computed).collect();
        let model = Model::single(terms, globals, Procedure::new("main", cfa));
        Automaton::of(model).expect("there are no calls")
    }
}
