//! Which objects pointers may point to, and where into them.
//!
//! The analysis visits all statements of the functions that may run, in any order, until nothing
//! changes. Objects are united in classes as in Steensgaard's analysis. Values flow in the
//! direction of assignments, so that integers, which point nowhere, unite nothing. Everything that
//! holds bits of a pointer counts as a pointer, whatever its type in the source.
//!
//! An offset is known up to a congruence. The congruence holds as long as the pointer stays in its
//! object; only there may it be used.

mod analysis;
mod classes;
mod congruence;
mod integers;

pub use analysis::{KeptStarts, PointsTo, fits};
pub use classes::{ClassId, Site};
pub use congruence::{Congruence, Range, gcd, overlap};
pub use integers::congruence_of;

use program::{BlockId, FunctionId};

/// What a value may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The objects.
    pub class: ClassId,
    /// The offset from their starts.
    pub offset: Congruence,
}

/// A statement that allocates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AllocationSite {
    /// The function.
    pub function: FunctionId,
    /// The block of the function.
    pub block: BlockId,
    /// The position in the block.
    pub statement: usize,
}
