//! Tests of IC3 on control-flow automata; the checker confirms every verdict.

mod examples;
mod exchange;

use super::config::{Generalise, Ic3CfaConfig, Predecessor, Push, Termination};
use crate::engine::Answer;
use crate::testing::{answer, model};
use crate::{Ic3Cfa, SolverChoice};
use evidence::Verdict;

/// All variants of the thesis and some more.
pub(crate) fn variants() -> Vec<Ic3CfaConfig> {
    let default = Ic3CfaConfig::default();
    let mut variants = vec![
        default.clone(),
        Ic3CfaConfig { reuse: false, skip: false, ..default.clone() },
        Ic3CfaConfig { skip: false, ..default.clone() },
        Ic3CfaConfig { termination: Termination::New, ..default.clone() },
        Ic3CfaConfig { termination: Termination::Greedy, ..default.clone() },
        Ic3CfaConfig { predecessor: Predecessor::Wep, ..default.clone() },
        Ic3CfaConfig { no_query_cache: true, ..default.clone() },
    ];
    for push in [Push::All, Push::Predecessor, Push::Assign, Push::Restrictive] {
        variants.push(Ic3CfaConfig { push, ..default.clone() });
        variants.push(Ic3CfaConfig { push, prune: true, ..default.clone() });
    }
    for generalise in [Generalise::None, Generalise::Core, Generalise::Drop, Generalise::Full] {
        variants.push(Ic3CfaConfig { generalise, ..default.clone() });
    }
    variants
}

/// A short form of a verdict.
fn summary(answer: &Answer) -> String {
    match &answer.verdict {
        Verdict::Safe(_) => "safe".to_owned(),
        Verdict::Unsafe(trace) => format!("unsafe after {} steps", trace.steps.len()),
        Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => {
            unreachable!("it is about a model")
        }
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}

/// Checks the verdict of each variant.
fn check(text: &str, expected: &str) {
    let model = model(text);
    for config in variants() {
        let found = summary(&answer(&Ic3Cfa::new(config.clone()), &model, SolverChoice::Auto));
        assert!(found.starts_with(expected), "{found}, not {expected}, with {config:?}");
    }
}

/// Checks the verdict of the engine with default options.
fn check_default(text: &str, expected: &str) -> Answer {
    let model = model(text);
    let answer = answer(&Ic3Cfa::default(), &model, SolverChoice::Auto);
    assert_eq!(summary(&answer), expected);
    answer
}
