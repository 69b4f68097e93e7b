//! Which objects pointers may point to, and where into them.
//!
//! The analysis looks at all statements of the functions that may run, in any order, until nothing
//! changes. Objects are united in classes as in Steensgaard's analysis; values flow in the direction
//! of assignments, so that integers, which point nowhere, unite nothing. Everything that holds bits
//! of a pointer is a pointer: it does not matter what the source calls it.
//!
//! An offset is known up to a congruence. What it says holds of a pointer as long as it stays in
//! its object, which is where it may be used.

mod analysis;
mod classes;
mod congruence;
mod integers;

pub use analysis::{PointsTo, fits};
pub use classes::{ClassId, Site};
pub use congruence::{Congruence, Range, gcd, overlap};
pub use integers::congruence_of;

use program::{BlockId, FunctionId};

/// What a value may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The objects.
    pub class: ClassId,
    /// The distance from their starts.
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
