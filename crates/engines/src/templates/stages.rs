//! The order in which domains are tracked: cheap ones first.

use super::domains::Domain;

/// Domains that are tracked together.
pub(crate) type Stage = Vec<Domain>;

/// After this many unwindings, inference is tried only at growing distances: programs that need
/// more are usually a matter of induction, not of invariants.
const DENSE: u32 = 3;

/// The stages of inference after k unwindings. Each is tried only if the previous ones were too
/// weak.
pub(crate) fn refined_stages(k: u32) -> Vec<Stage> {
    use Domain::{Affine, Congruences, Equalities, Guards, Intervals, Octagons, Zones};
    let simple = vec![Intervals, Equalities, Guards];
    let with = |more: &[Domain]| [&simple[..], more].concat();
    match k {
        // Equations are separate: they are easy alone, and hard beside inequalities over the same
        // sums.
        1 => vec![simple.clone(), vec![Equalities, Affine], with(&[Zones])],
        2..=DENSE => vec![with(&[Congruences, Octagons])],
        _ if k.is_power_of_two() => vec![with(&[Affine]), with(&[Congruences, Octagons])],
        _ => Vec::new(),
    }
}
