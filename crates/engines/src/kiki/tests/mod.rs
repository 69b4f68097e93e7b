//! Tests of kIkI; the checker confirms every verdict.

mod bounds;
mod examples;
mod random;

use crate::SolverChoice;
use crate::engine::Answer;
use crate::kiki::{Kiki, KikiConfig};
use crate::templates::Domain;
use crate::testing::{self, model};
use evidence::{Proof, Verdict};
use model::Model;

/// The engine's answer with the given options.
fn answer(model: &Model, config: &KikiConfig) -> Answer {
    testing::answer(&Kiki::new(config.clone()), model, SolverChoice::Auto)
}

/// A short form of a verdict.
fn summary(model: &Model, answer: &Answer) -> String {
    match &answer.verdict {
        Verdict::Safe(Proof::Unwinding { bound, .. }) => format!("safe after {bound}"),
        Verdict::Safe(Proof::Invariants(invariants)) => format!("safe, k = {}", invariants.k()),
        Verdict::Safe(Proof::Summaries { .. }) => "safe, with summaries".to_owned(),
        Verdict::Unsafe(trace) => format!("unsafe: {}", model.entry().cfa.name(trace.error)),
        Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) | Verdict::Safe(_) => {
            unreachable!("only programs run")
        }
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
