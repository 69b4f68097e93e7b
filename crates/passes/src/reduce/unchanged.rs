//! The way back of passes that keep locations, edges, choices and the values of all variables.

use super::pass::{Back, Claim};
use term::TermStore;

/// Evidence for the output is evidence for the input.
pub(super) struct Unchanged;

impl Back for Unchanged {
    fn proof(&self, _: &mut TermStore, claim: Claim) -> Claim {
        claim
    }
}
