//! Every rewrite rule of terms, proved equivalent with checked proofs.
//!
//! Terms of C programs are simplified when they are built, so the rules belong to the trusted code.

use certify::{Answer, Certifier, Undecided};
use std::collections::BTreeSet;
use term::rewrite::instances::rule_instances;

/// The conflict limit of a proof: multipliers and dividers are hard.
const CONFLICTS: u32 = 2_000;

/// How many rules have an instance that is proved.
fn proved(width: u32) -> usize {
    let (mut store, instances) = rule_instances(width);
    let mut proved = BTreeSet::new();
    for instance in instances {
        let equal = store.eq(instance.before, instance.after);
        let differ = store.not(equal);
        let mut certifier = Certifier::new(|| false);
        certifier.limit_conflicts(CONFLICTS);
        match certifier.refute(&store, &[differ]) {
            Answer::Refuted => {
                proved.insert(instance.rule);
            }
            Answer::Unknown(Undecided::Stopped | Undecided::Unsupported(_)) => {}
            answer => panic!(
                "rule '{}' at {width} bits: {} is not shown equal to {} ({answer:?})",
                instance.rule,
                store.display(instance.before),
                store.display(instance.after),
            ),
        }
    }
    proved.len()
}

#[test]
fn rules_hold_at_8_bits() {
    let proved = proved(8);
    assert!(proved > 120, "only {proved} rules had an instance that was proved");
}
