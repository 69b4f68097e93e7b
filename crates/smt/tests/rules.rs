//! Every rewrite rule, proved equivalent by the solver at the widths of C.
//!
//! The crate `term` proves the rules at small widths by enumeration; here the same instances are
//! proved at 32 and 64 bits. Instances with multipliers or dividers are beyond a SAT solver at
//! these widths and may end undecided; all others must be proved.

use smt::sat::{CadicalOptions, SatBackend};
use smt::{Budget, EmbeddedSolver, Outcome, Solver};
use std::collections::BTreeSet;
use term::rewrite::instances::rule_instances;
use term::{Op, Sort, Term, TermStore, post_order};

/// The conflict limit of a proof, with and without multipliers or dividers.
const HARD_CONFLICTS: u64 = 2_000;
const CONFLICTS: u64 = 100_000;

fn is_blasted(store: &TermStore, term: Term) -> bool {
    let decided = |sort: &Sort| match sort {
        Sort::Int | Sort::Real => false,
        Sort::Array(array) => {
            !matches!(array.element, Sort::Array(_) | Sort::Int | Sort::Real)
                && !matches!(array.index, Sort::Array(_) | Sort::Int | Sort::Real)
        }
        _ => true,
    };
    let parts = post_order(store, &[term], |_| false);
    parts.iter().all(|&part| decided(store.sort(part)) && store.op(part) != Op::FpToReal)
}

fn is_hard(store: &TermStore, term: Term) -> bool {
    let parts = post_order(store, &[term], |_| false);
    parts.iter().any(|&part| {
        matches!(
            store.op(part),
            Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod
        )
    })
}

fn check(width: u32) {
    let (mut store, instances) = rule_instances(width);
    let backend = SatBackend::Cadical(CadicalOptions { inprocessing: false });
    let mut proved = BTreeSet::new();
    for instance in instances {
        let differ = {
            let equal = store.eq(instance.before, instance.after);
            store.not(equal)
        };
        if !is_blasted(&store, differ) {
            continue;
        }
        let hard = is_hard(&store, differ);
        let conflicts = if hard { HARD_CONFLICTS } else { CONFLICTS };
        let budget = Budget::unlimited().with_conflict_limit(conflicts);
        match EmbeddedSolver::new(backend).check(&mut store, &[differ], &budget) {
            Outcome::Unsat => {
                proved.insert(instance.rule);
            }
            Outcome::Unknown(_) if hard => {}
            outcome => panic!(
                "rule '{}' at {width} bits: {} is not shown equal to {} ({outcome:?})",
                instance.rule,
                store.display(instance.before),
                store.display(instance.after),
            ),
        }
    }
    assert!(proved.len() > 100, "only {} rules had an instance that was proved", proved.len());
}

#[test]
fn rules_hold_at_32_bits() {
    check(32);
}

#[test]
fn rules_hold_at_64_bits() {
    check(64);
}
