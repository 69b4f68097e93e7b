//! Random automata against the exploration of all their states.

use super::{answer, depth};
use crate::testing::{BOUND, Explorer, Truth, automaton, model};
use crate::{BmcConfig, SolverChoice, bmc::CompletenessCheck};
use evidence::{Proof, Reason, Verdict};
use proptest::prelude::*;

/// Runs the engine. Spaced checks may report depths late; otherwise they are exact.
fn check(text: &str, config: &BmcConfig) {
    let model = model(text);
    let truth = Explorer::new(&model).truth();
    let verdict = answer(&model, config, SolverChoice::Auto).verdict;
    let exact = config.unwind_complete == CompletenessCheck::Always;
    let agrees = match (&verdict, &truth) {
        (Verdict::Unsafe(trace), Truth::Unsafe(fewest)) => depth(&model, trace) == *fewest,
        (Verdict::Safe(Proof::Unwinding { bound, .. }), Truth::Safe(depth)) => {
            if exact {
                bound == depth
            } else {
                bound >= depth
            }
        }
        (Verdict::Unknown(Reason::Incomplete(_)), Truth::Endless) => true,
        _ => false,
    };
    assert!(agrees, "{verdict:?}, but {truth:?}:\n{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn agrees_with_the_exploration_of_all_states(text in automaton(), always in any::<bool>()) {
        let unwind_complete =
            if always { CompletenessCheck::Always } else { CompletenessCheck::Spaced };
        check(&text, &BmcConfig { unwind: Some(BOUND), unwind_complete, ..BmcConfig::default() });
    }
}
