//! Engines composed of others: the only place that knows several.

use crate::cells::{CellProver, Cells};
use crate::integers::Integers;
use crate::kiki::{Kiki, KikiConfig};
use crate::shapes::Shapes;
use crate::spacer::{Spacer, SpacerConfig};
use crate::templates::Domain;
use std::sync::Arc;

/// The number of unwindings in which the model with cells is searched for errors. If it has one,
/// there is no proof to find.
const MAX_UNWIND: u32 = 4;

impl Default for Cells {
    /// Uses kIkI: first with cheap domains that are mostly enough, finally to search for errors.
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

impl Default for Shapes {
    /// Uses kIkI: where pointers lead to first, then values, finally all together with order.
    fn default() -> Shapes {
        use Domain::{Equalities, Fields, Guards, Order, Shapes as Where};
        let stages =
            vec![vec![Equalities, Where], vec![Guards, Fields], vec![Where, Fields, Order]];
        let config = KikiConfig { max_unwind: Some(1), stages, ..KikiConfig::default() };
        Shapes::new(Arc::new(Kiki::new(config)))
    }
}

impl Default for Integers {
    /// Uses property-directed reachability, whose lemmas over integers are linear.
    fn default() -> Integers {
        Integers::new(Arc::new(Spacer::new(SpacerConfig::default())))
    }
}
