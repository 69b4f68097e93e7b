//! The checks of properties.

pub use model::{Property, PropertySet};
use term::Term;

/// A condition that must hold whenever a run reaches it. Checks of properties that are not asked
/// for are removed; if a remaining one fails, the run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The property that is violated if the condition does not hold.
    pub property: Property,
    /// The condition.
    pub condition: Condition,
    /// A message for the user that says what happens then: `array 'a' upper bound in a[i]`.
    pub message: String,
}

/// The condition of a check. Addresses and sizes are as wide as the machine's pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A Boolean term over registers.
    Holds(Term),
    /// All `size` bytes from `address` belong to the one live object that `base` points into, or
    /// `size` is zero. `base` is the pointer that `address` was computed from. So an index that
    /// leads from one object into another is detected.
    Readable {
        /// The pointer that the address was computed from.
        base: Term,
        /// The first byte.
        address: Term,
        /// Number of bytes.
        size: Term,
    },
    /// As `Readable`, and the object may be written to.
    Writable {
        /// The pointer that the address was computed from.
        base: Term,
        /// The first byte.
        address: Term,
        /// Number of bytes.
        size: Term,
    },
    /// The address is null or the start of a live heap object.
    Freeable(Term),
    /// No heap object is alive.
    AllFreed,
    /// Every live heap object can be reached by pointers from globals and live locals.
    AllTracked,
    /// As `AllTracked`, at a place that a never-ending run passes again and again.
    TrackedSoFar,
}

impl Condition {
    /// Whether it checks that pointers lead to all memory.
    pub fn asks_whether_tracked(&self) -> bool {
        matches!(self, Condition::AllTracked | Condition::TrackedSoFar)
    }
}
