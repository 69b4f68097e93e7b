//! Which domains are tracked when: cheap ones first.

use super::domains::Domain;

/// Domains that are tracked together.
pub(crate) type Stage = Vec<Domain>;

/// Unwindings from which on inference is tried at growing distances only: what needs more of them
/// is in general a matter of induction, not of invariants.
const DENSE: u32 = 3;

/// The stages of inference after k unwindings, each to be tried only if those before were too weak.
pub(crate) fn refined_stages(k: u32) -> Vec<Stage> {
    use Domain::{Affine, Congruences, Equalities, Guards, Intervals, Octagons, Zones};
    let simple = vec![Intervals, Equalities, Guards];
    let with = |more: &[Domain]| [&simple[..], more].concat();
    match k {
        // Equations apart: they are easy alone, and hard beside inequalities about the same sums.
        1 => vec![simple.clone(), vec![Equalities, Affine], with(&[Zones])],
        2..=DENSE => vec![with(&[Congruences, Octagons])],
        _ if k.is_power_of_two() => vec![with(&[Affine]), with(&[Congruences, Octagons])],
        _ => Vec::new(),
    }
}
