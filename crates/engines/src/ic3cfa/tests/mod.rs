//! Tests of IC3 on control-flow automata: every verdict is gone over by the checker.

mod examples;

use super::config::{Generalise, Ic3CfaConfig, Predecessor, Push, Termination};
use crate::Ic3Cfa;
use crate::engine::{Answer, Context, Engine};
use crate::observer::Silent;
use ::check::{Options, check_proof, replay_trace};
use evidence::Verdict;
use model::{Model, parse};
use smt::Budget;

fn model(text: &str) -> Model {
    let model = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(model::verify(&model), Ok(()), "{text}");
    model
}

/// All variants of the thesis and some more.
fn variants() -> Vec<Ic3CfaConfig> {
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
    for generalise in [Generalise::None, Generalise::Core, Generalise::Drop] {
        variants.push(Ic3CfaConfig { generalise, ..default.clone() });
    }
    variants
}

/// Runs the engine, has its evidence checked and makes sure that a second run counts the same.
fn answer(model: &Model, config: &Ic3CfaConfig) -> Answer {
    let ask = || {
        let mut observer = Silent;
        let mut context = Context::new(Budget::unlimited(), &mut observer);
        Ic3Cfa::new(config.clone()).run(model, &mut context)
    };
    let answer = ask();
    match &answer.verdict {
        Verdict::Safe(proof) => {
            let checked = check_proof(model, proof, &Options::default(), &Budget::unlimited());
            assert!(checked.is_ok(), "{proof:?} was rejected: {checked:?}\n{config:?}\n{model}");
        }
        Verdict::Unsafe(trace) => {
            let checked = replay_trace(model, trace);
            assert!(checked.is_ok(), "{trace:?} was rejected: {checked:?}\n{config:?}\n{model}");
        }
        Verdict::Unknown(_) => {}
    }
    assert_eq!(answer.stats.all_counters(), ask().stats.all_counters(), "not deterministic");
    answer
}

/// A verdict in short.
fn summary(answer: &Answer) -> String {
    match &answer.verdict {
        Verdict::Safe(_) => "safe".to_owned(),
        Verdict::Unsafe(trace) => format!("unsafe after {} steps", trace.steps.len()),
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}

/// Checks the verdict of each variant.
fn check(text: &str, expected: &str) {
    let model = model(text);
    for config in variants() {
        let found = summary(&answer(&model, &config));
        assert!(found.starts_with(expected), "{found}, not {expected}, with {config:?}");
    }
}

/// Checks the verdict of the engine as it is by default.
fn check_default(text: &str, expected: &str) -> Answer {
    let model = model(text);
    let answer = answer(&model, &Ic3CfaConfig::default());
    assert_eq!(summary(&answer), expected);
    answer
}
