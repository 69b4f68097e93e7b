//! Helpers for the tests of engines; the checker confirms every verdict.

mod agreement;
mod automata;
mod clauses;
mod ends;
pub(crate) mod examples;
mod exploration;
mod random_clauses;
mod systems;

pub(crate) use agreement::recurrent_sets;
pub(crate) use automata::automaton;
pub(crate) use clauses::check_clauses;
pub(crate) use exploration::{BOUND, Explorer, Truth};

use crate::engine::{Answer, Context, Engine};
use crate::observer::Silent;
use crate::solver::SolverChoice;
use ::check::{Options, check_proof, check_recurrent_set, replay_trace};
use evidence::Verdict;
use model::{Automaton, Model, parse};
use smt::Budget;

/// The model of a text.
pub(crate) fn model(text: &str) -> Model {
    let model = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(model::verify(&model), Ok(()), "{text}");
    model
}

/// Runs an engine, checks its evidence, and verifies that a second run has the same counters.
pub(crate) fn answer(engine: &dyn Engine, model: &Model, solver: SolverChoice) -> Answer {
    let automaton = Automaton::of(model.clone()).expect("engines take models without calls");
    let ask = || {
        let mut observer = Silent;
        let mut context = Context { solver, ..Context::new(Budget::unlimited(), &mut observer) };
        engine.run(&automaton, &mut context)
    };
    let answer = ask();
    check_evidence(model, &answer.verdict);
    assert_eq!(answer.stats.all_counters(), ask().stats.all_counters(), "not deterministic");
    answer
}

/// Has the checker go over the evidence of a verdict.
pub(crate) fn check_evidence(model: &Model, verdict: &Verdict) {
    match verdict {
        Verdict::Safe(proof) => {
            let checked = check_proof(model, proof, &Options::default(), &Budget::unlimited());
            assert!(checked.is_ok(), "{proof:?} was rejected: {checked:?}\n{model}");
        }
        Verdict::Unsafe(trace) => {
            let checked = replay_trace(model, trace);
            assert!(checked.is_ok(), "{trace:?} was rejected: {checked:?}\n{model}");
        }
        Verdict::Recurs(set) => {
            let (options, budget) = (Options::default(), Budget::unlimited());
            let checked = check_recurrent_set(model, set, &options, &budget);
            assert!(checked.is_ok(), "{set:?} was rejected: {checked:?}\n{model}");
        }
        Verdict::Fails(_) | Verdict::Derived(_) => unreachable!("it is about a model"),
        Verdict::Unknown(_) => {}
    }
}
