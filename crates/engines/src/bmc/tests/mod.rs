//! Tests of bounded model checking: every verdict is gone over, whatever it is expected to be.

mod examples;
mod random;
mod stopping;

use crate::engine::{Answer, Context, Engine};
use crate::observer::Silent;
use crate::{Bmc, BmcConfig, SolverChoice};
use evidence::{Proof, Trace, Verdict};
use model::{Model, parse, run};
use smt::Budget;

fn model(text: &str) -> Model {
    let model = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(model::verify(&model), Ok(()), "{text}");
    model
}

/// Runs the engine, replays its trace and checks that a second run counts the same.
fn answer(model: &Model, config: &BmcConfig, solver: SolverChoice) -> Answer {
    let ask = || {
        let mut observer = Silent;
        let mut context = Context { solver, ..Context::new(Budget::unlimited(), &mut observer) };
        Bmc::new(config.clone()).run(model, &mut context)
    };
    let answer = ask();
    if let Verdict::Unsafe(trace) = &answer.verdict {
        replay(model, trace);
    }
    assert_eq!(answer.stats.all_counters(), ask().stats.all_counters(), "not deterministic");
    answer
}

/// Runs a trace and returns the number of cut points that it visits.
fn replay(model: &Model, trace: &Trace) -> u32 {
    let cfa = &model.entry().cfa;
    let cut_points = cfa.cut_points();
    let mut values = trace.initial.clone();
    let mut location = cfa.initial();
    let mut visits = u32::from(cut_points.contains(location));
    for step in &trace.steps {
        let edge = cfa.edge(step.edge);
        assert_eq!(edge.source, location, "the trace jumps");
        let mut choices = step.choices.iter().cloned();
        let done = run(&model.terms, &edge.command, &mut values, &mut choices);
        assert_eq!(done, Ok(()), "the trace does not run");
        assert_eq!(choices.next(), None, "a choice too many");
        location = edge.target;
        visits += u32::from(cut_points.contains(location));
    }
    assert_eq!(location, trace.error, "the trace ends elsewhere");
    assert!(cfa.error_at(location).is_some(), "the trace ends at no error");
    visits
}

/// A verdict in short.
fn summary(model: &Model, answer: &Answer) -> String {
    match &answer.verdict {
        Verdict::Safe(Proof::Unwinding { bound }) => format!("safe after {bound}"),
        Verdict::Safe(proof) => panic!("not a proof of this engine: {proof:?}"),
        Verdict::Unsafe(trace) => {
            let error = model.entry().cfa.name(trace.error);
            format!("unsafe after {}: {error}", replay(model, trace))
        }
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}

/// Checks the answer on both SAT solvers.
fn check_with(config: &BmcConfig, text: &str, expected: &str) {
    let model = model(text);
    for solver in [SolverChoice::Batsat, SolverChoice::Cadical] {
        assert_eq!(summary(&model, &answer(&model, config, solver)), expected, "{solver:?}");
    }
}

fn check(text: &str, expected: &str) {
    check_with(&BmcConfig::default(), text, expected);
}
