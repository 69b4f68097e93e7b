//! Engines that are made of others: the one place that knows several.

use crate::cells::{CellProver, Cells};
use crate::kiki::{Kiki, KikiConfig};
use crate::templates::Domain;
use std::sync::Arc;

/// Unwindings in which errors are looked for, after which a proof would be looked for in vain.
const MAX_UNWIND: u32 = 4;

impl Default for Cells {
    /// Asks kIkI: first in domains that are cheap and mostly enough, in the end for errors.
    fn default() -> Cells {
        use Domain::{Affine, Equalities, Guards};
        let domains = |domains: &[Domain]| KikiConfig {
            max_unwind: Some(1),
            domains: domains.to_vec(),
            ..KikiConfig::default()
        };
        let errors = KikiConfig {
            max_unwind: Some(MAX_UNWIND),
            bounded_only: true,
            ..KikiConfig::default()
        };
        let attempts =
            [domains(&[Equalities, Guards]), domains(&[Equalities, Guards, Affine]), errors];
        let provers = attempts.map(|config| Arc::new(Kiki::new(config)) as CellProver);
        Cells::new(provers.into())
    }
}
