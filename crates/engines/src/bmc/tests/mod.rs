//! Tests of bounded model checking; the checker confirms every verdict.

mod examples;
mod random;
mod stopping;

use crate::engine::Answer;
use crate::testing::model;
use crate::{Bmc, BmcConfig, SolverChoice};
use clap::ValueEnum;
use evidence::{Proof, Trace, Verdict};
use model::Model;

/// Runs the engine and checks its evidence.
fn answer(model: &Model, config: &BmcConfig, solver: SolverChoice) -> Answer {
    crate::testing::answer(&Bmc::new(config.clone()), model, solver)
}

/// The number of cut points that a trace visits.
fn depth(model: &Model, trace: &Trace) -> u32 {
    let cfa = &model.entry().cfa;
    let cut_points = cfa.cut_points();
    let targets = trace.steps.iter().map(|step| cfa.edge(step.edge).target);
    let visited = std::iter::once(cfa.initial()).chain(targets);
    visited.map(|location| u32::from(cut_points.contains(location))).sum()
}

/// A short form of a verdict.
fn summary(model: &Model, answer: &Answer) -> String {
    match &answer.verdict {
        Verdict::Safe(Proof::Unwinding { bound, .. }) => format!("safe after {bound}"),
        Verdict::Safe(proof) => panic!("not a proof of this engine: {proof:?}"),
        Verdict::Unsafe(trace) => {
            let error = model.entry().cfa.name(trace.error);
            format!("unsafe after {}: {error}", depth(model, trace))
        }
        Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => {
            unreachable!("it is about a model")
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
