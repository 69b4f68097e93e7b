//! Tests of bounded model checking: every verdict is gone over, whatever it is expected to be.

mod examples;
mod random;
mod stopping;

use crate::engine::{Answer, Context, Engine};
use crate::observer::Silent;
use crate::{Bmc, BmcConfig, SolverChoice};
use ::check::{Options, check_proof, replay_trace};
use clap::ValueEnum;
use evidence::{Proof, Trace, Verdict};
use model::{Model, parse};
use smt::Budget;

fn model(text: &str) -> Model {
    let model = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(model::verify(&model), Ok(()), "{text}");
    model
}

/// Runs the engine, has its evidence checked and makes sure that a second run counts the same.
fn answer(model: &Model, config: &BmcConfig, solver: SolverChoice) -> Answer {
    let ask = || {
        let mut observer = Silent;
        let mut context = Context { solver, ..Context::new(Budget::unlimited(), &mut observer) };
        Bmc::new(config.clone()).run(model, &mut context)
    };
    let answer = ask();
    match &answer.verdict {
        Verdict::Safe(proof) => {
            let checked = check_proof(model, proof, &Options::default(), &Budget::unlimited());
            assert!(checked.is_ok(), "{proof:?} was rejected: {checked:?}\n{model}");
        }
        Verdict::Unsafe(trace) => {
            let checked = replay_trace(model, trace);
            assert!(checked.is_ok(), "{trace:?} was rejected: {checked:?}\n{model}");
        }
        Verdict::Unknown(_) => {}
    }
    assert_eq!(answer.stats.all_counters(), ask().stats.all_counters(), "not deterministic");
    answer
}

/// The number of cut points that a trace visits.
fn depth(model: &Model, trace: &Trace) -> u32 {
    let cfa = &model.entry().cfa;
    let cut_points = cfa.cut_points();
    let targets = trace.steps.iter().map(|step| cfa.edge(step.edge).target);
    let visited = std::iter::once(cfa.initial()).chain(targets);
    visited.map(|location| u32::from(cut_points.contains(location))).sum()
}

/// A verdict in short.
fn summary(model: &Model, answer: &Answer) -> String {
    match &answer.verdict {
        Verdict::Safe(Proof::Unwinding { bound }) => format!("safe after {bound}"),
        Verdict::Safe(proof) => panic!("not a proof of this engine: {proof:?}"),
        Verdict::Unsafe(trace) => {
            let error = model.entry().cfa.name(trace.error);
            format!("unsafe after {}: {error}", depth(model, trace))
        }
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}

/// Checks the answer on each choice of a SAT solver.
fn check_with(config: &BmcConfig, text: &str, expected: &str) {
    let model = model(text);
    for &solver in SolverChoice::value_variants() {
        assert_eq!(summary(&model, &answer(&model, config, solver)), expected, "{solver:?}");
    }
}

fn check(text: &str, expected: &str) {
    check_with(&BmcConfig::default(), text, expected);
}
