//! Engines on Horn clauses.

use crate::engine::{Context, Engine};
use crate::observer::Silent;
use ::check::{Options, check_derivation, check_solution};
use evidence::Verdict;
use model::chc::{ChcSystem, parse, verify};
use smt::Budget;

/// Runs an engine on clauses and has the checker go over its evidence. Whether they are solvable, if it says so.
pub(crate) fn check_clauses(engine: &dyn Engine<ChcSystem>, text: &str) -> Option<bool> {
    let system = parse(text, "test.smt2").unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(verify(&system), Ok(()), "{text}");
    check_system(engine, &system, &Budget::unlimited())
}

/// The same for a system that was not read, within a budget.
pub(crate) fn check_system(
    engine: &dyn Engine<ChcSystem>,
    system: &ChcSystem,
    budget: &Budget,
) -> Option<bool> {
    let mut silent = Silent;
    let answer = engine.run(system, &mut Context::new(budget.clone(), &mut silent));
    match answer.verdict {
        Verdict::Safe(proof) => {
            let checked = check_solution(system, &proof, &Options::default(), &Budget::unlimited());
            assert!(checked.is_ok(), "{proof:?} was rejected: {checked:?}");
            Some(true)
        }
        Verdict::Derived(derivation) => {
            let checked = check_derivation(system, &derivation);
            assert!(checked.is_ok(), "{derivation:?} was rejected: {checked:?}");
            Some(false)
        }
        Verdict::Unknown(_) => None,
        Verdict::Unsafe(_) | Verdict::Recurs(_) | Verdict::Fails(_) => {
            unreachable!("it is about clauses")
        }
    }
}
