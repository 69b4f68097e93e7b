//! Arithmetic on bit-vectors that fit a machine integer, as SMT-LIB defines it.
//!
//! The bits above the width are zero in operands and results.

/// Defines the operations on bit-vectors stored in an unsigned type; the matching signed type is
/// given too.
macro_rules! arithmetic {
    ($(#[$doc:meta])* $module:ident, $unsigned:ty, $signed:ty) => {
        $(#[$doc])*
        pub mod $module {
            const BITS: u32 = <$unsigned>::BITS;

            /// The low bits.
            pub fn truncate(width: u32, a: $unsigned) -> $unsigned {
                a & (<$unsigned>::MAX >> (BITS - width))
            }

            /// The value in two's complement.
            pub fn signed(width: u32, a: $unsigned) -> $signed {
                ((a << (BITS - width)) as $signed) >> (BITS - width)
            }

            pub fn udiv(width: u32, a: $unsigned, b: $unsigned) -> $unsigned {
                a.checked_div(b).unwrap_or(<$unsigned>::MAX >> (BITS - width))
            }

            pub fn urem(a: $unsigned, b: $unsigned) -> $unsigned {
                a.checked_rem(b).unwrap_or(a)
            }

            pub fn sdiv(width: u32, a: $unsigned, b: $unsigned) -> $unsigned {
                let (a, b) = (signed(width, a), signed(width, b));
                let quotient = match b {
                    0 if a < 0 => 1,
                    0 => -1,
                    _ => a.wrapping_div(b),
                };
                truncate(width, quotient as $unsigned)
            }

            pub fn srem(width: u32, a: $unsigned, b: $unsigned) -> $unsigned {
                let (a, b) = (signed(width, a), signed(width, b));
                let remainder = if b == 0 { a } else { a.wrapping_rem(b) };
                truncate(width, remainder as $unsigned)
            }

            pub fn shl(width: u32, a: $unsigned, by: $unsigned) -> $unsigned {
                if by >= <$unsigned>::from(width) { 0 } else { truncate(width, a << by) }
            }

            pub fn lshr(width: u32, a: $unsigned, by: $unsigned) -> $unsigned {
                if by >= <$unsigned>::from(width) { 0 } else { a >> by }
            }

            pub fn ashr(width: u32, a: $unsigned, by: $unsigned) -> $unsigned {
                let by = by.min(<$unsigned>::from(width - 1));
                truncate(width, (signed(width, a) >> by) as $unsigned)
            }
        }
    };
}

arithmetic!(
    /// Up to 64 bits.
    word,
    u64,
    i64
);
arithmetic!(
    /// Up to 128 bits.
    wide,
    u128,
    i128
);
