//! The small numbers that stand for things of a store.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $name {
            pub(crate) fn from_index(index: usize) -> Self {
                $name(u32::try_from(index).expect("fewer than 2^32 of them"))
            }

            /// Position in the store: a key for side tables.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

id!(
    /// A term of a store. Equal numbers are equal terms, and arguments have smaller numbers.
    Term,
    "t"
);
id!(
    /// A declared constant or function of a store.
    Symbol,
    "s"
);
id!(
    /// A concrete value that occurs as a constant in a store.
    ValueId,
    "v"
);
