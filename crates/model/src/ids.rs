//! The small numbers that stand for parts of a model.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $name {
            /// The one at a position of its table.
            pub fn from_index(index: usize) -> Self {
                $name(u32::try_from(index).expect("fewer than 2^32 of them"))
            }

            /// Position in its table: a key for side tables.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

id!(
    /// A control location of a control-flow automaton; `l7` unless it was given another name.
    Location,
    "l"
);
id!(
    /// An edge of a control-flow automaton.
    EdgeId,
    "e"
);
id!(
    /// A procedure of a model.
    ProcedureId,
    "p"
);
id!(
    /// A source file that a model was made from.
    FileId,
    "f"
);
id!(
    /// A predicate of a system of Horn clauses.
    PredicateId,
    "P"
);
