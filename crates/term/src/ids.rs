//! Ids: small numbers that stand for entries of a store, and the macro that defines them.

/// Defines an id type for the entries of a table; `prefix` starts its name in text.
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $name {
            /// The id at a position of its table.
            pub fn from_index(index: usize) -> Self {
                $name(u32::try_from(index).expect("fewer than 2^32 of them"))
            }

            /// Position in its table: a key for side tables.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
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
