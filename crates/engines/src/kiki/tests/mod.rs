//! Tests of kIkI: every verdict is gone over, whatever it is expected to be.

mod bounds;
mod examples;
mod random;

use crate::engine::{Answer, Context, Engine};
use crate::kiki::{Domain, Kiki, KikiConfig};
use crate::observer::Silent;
use ::check::{Options, check_proof, replay_trace};
use evidence::{Proof, Verdict};
use model::{Model, parse};
use smt::Budget;

fn model(text: &str) -> Model {
    let model = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(model::verify(&model), Ok(()), "{text}");
    model
}

/// Runs the engine, has its evidence checked and makes sure that a second run counts the same.
fn answer(model: &Model, config: &KikiConfig) -> Answer {
    let ask = || {
        let mut observer = Silent;
        let mut context = Context::new(Budget::unlimited(), &mut observer);
        Kiki::new(config.clone()).run(model, &mut context)
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

/// A verdict in short.
fn summary(model: &Model, answer: &Answer) -> String {
    match &answer.verdict {
        Verdict::Safe(Proof::Unwinding { bound }) => format!("safe after {bound}"),
        Verdict::Safe(Proof::Invariants(invariants)) => format!("safe, k = {}", invariants.k()),
        Verdict::Unsafe(trace) => format!("unsafe: {}", model.entry().cfa.name(trace.error)),
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}

fn check_with(config: &KikiConfig, text: &str, expected: &str) {
    let model = model(text);
    assert_eq!(summary(&model, &answer(&model, config)), expected, "{config:?}");
}

fn check(text: &str, expected: &str) {
    check_with(&KikiConfig::default(), text, expected);
}

/// Abstract interpretation: some domains and one unwinding.
fn only(domains: &[Domain]) -> KikiConfig {
    KikiConfig { domains: domains.to_vec(), max_unwind: Some(1), ..KikiConfig::default() }
}
