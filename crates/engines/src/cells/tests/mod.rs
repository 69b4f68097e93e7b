//! Tests of proofs about arrays. Every proof is checked on the model with arrays.

mod examples;
mod random;

use crate::engine::Answer;
use crate::testing::{self, model};
use crate::{Cells, SolverChoice};
use evidence::{Proof, Verdict};

/// A short form of a verdict.
fn summary(answer: &Answer) -> String {
    match &answer.verdict {
        Verdict::Safe(Proof::Invariants(invariants)) => {
            format!("safe for all {}", invariants.parameters().len())
        }
        Verdict::Safe(_) => "safe for another reason".to_owned(),
        Verdict::Unsafe(_) | Verdict::Derived(_) | Verdict::Recurs(_) | Verdict::Fails(_) => {
            "unsafe".to_owned()
        }
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}

fn check(text: &str, expected: &str) {
    let answer = testing::answer(&Cells::default(), &model(text), SolverChoice::Auto);
    assert_eq!(summary(&answer), expected);
}
