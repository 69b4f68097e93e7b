//! Deciding verification conditions.

use crate::encoding::Encoder;
use crate::proof::Options;
use crate::rejected::{Condition, Rejected};
use model::Model;
use smt::process::ProcessSolver;
use smt::{Budget, EmbeddedSolver, Models, Outcome, Solver};
use term::{Symbol, Term, Value};

/// A solver larger than this is replaced when a new region begins: most conditions are small, and
/// a SAT solver assigns all variables it has.
const LARGE: u64 = 50_000;

/// Decides conditions one after the other and counts them.
pub struct Judge<'a> {
    options: &'a Options,
    budget: &'a Budget,
    solver: EmbeddedSolver,
    /// The external solver, once it was needed.
    second: Option<ProcessSolver>,
    /// The variables that counterexamples show: symbol of the checker's store, and name.
    variables: Vec<(Symbol, &'a str)>,
    /// Conditions that were decided.
    pub conditions: u64,
}

impl<'a> Judge<'a> {
    /// A judge over the entry procedure of a model.
    pub fn new(
        model: &'a Model,
        encoder: &Encoder<'_>,
        options: &'a Options,
        budget: &'a Budget,
    ) -> Judge<'a> {
        let shown = |v| (encoder.symbol(v), model.terms.name(v));
        let variables = model.variables(model.entry).into_iter().map(shown).collect();
        let solver = EmbeddedSolver::new(options.backend);
        Judge { options, budget, solver, second: None, variables, conditions: 0 }
    }

    /// Between regions, which have little in common.
    pub fn next_region(&mut self) {
        if self.solver.stats().variables > LARGE {
            self.solver = EmbeddedSolver::new(self.options.backend);
        }
    }

    /// Gives up if the budget is spent.
    pub fn check_budget(&self) -> Result<(), Rejected> {
        self.budget.check().map_err(Rejected::Stopped)
    }

    /// Accepts a condition whose violation, the conjunction of the terms, is impossible.
    pub fn require(
        &mut self,
        encoder: &mut Encoder<'_>,
        violation: &[Term],
        condition: Condition,
    ) -> Result<(), Rejected> {
        let store = &mut encoder.store;
        self.conditions += 1;
        match self.solver.check(store, violation, self.budget) {
            Outcome::Unsat => match self.second_opinion(encoder, violation) {
                Outcome::Unsat => Ok(()),
                Outcome::Sat => Err(Rejected::SolversDisagree { condition }),
                Outcome::Unknown(reason) => Err(Rejected::Undecided { condition, reason }),
            },
            Outcome::Unknown(reason) => Err(Rejected::Undecided { condition, reason }),
            Outcome::Sat => {
                let mut counterexample: Vec<(String, Value)> = Vec::new();
                for &(symbol, name) in &self.variables {
                    let variable = store.var(symbol);
                    counterexample.push((name.to_owned(), self.solver.value(store, variable)));
                }
                Err(Rejected::Violated { condition, counterexample })
            }
        }
    }

    /// What the external solver says of a violation that the embedded one refutes; if there is
    /// none, the same.
    fn second_opinion(&mut self, encoder: &mut Encoder<'_>, violation: &[Term]) -> Outcome {
        let Some(command) = &self.options.second_opinion else { return Outcome::Unsat };
        let solver = match &mut self.second {
            Some(solver) => solver,
            none => match ProcessSolver::start(command.clone()) {
                Ok(solver) => none.insert(solver),
                Err(error) => return Outcome::Unknown(error.into()),
            },
        };
        solver.check(&mut encoder.store, violation, self.budget)
    }
}
