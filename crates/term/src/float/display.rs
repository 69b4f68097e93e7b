//! Exact, readable text: hexadecimal floating point as `%a` of C prints it.

use std::fmt;

use num_traits::Zero;

use super::{Float, Unpacked};

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exact = match self.unpack() {
            Unpacked::Nan => return f.write_str("NaN"),
            Unpacked::Infinite { negative: false } => return f.write_str("+oo"),
            Unpacked::Infinite { negative: true } => return f.write_str("-oo"),
            Unpacked::Finite(exact) => exact,
        };
        if exact.negative {
            f.write_str("-")?;
        }
        if exact.is_zero() {
            return f.write_str("0x0p+0");
        }
        // One bit before the point, then whole hexadecimal digits without trailing zeros.
        let fraction_width = exact.significand.bits() - 1;
        let padding = fraction_width.next_multiple_of(4) - fraction_width;
        let mut fraction = exact.significand.clone() << padding;
        fraction.set_bit(fraction_width + padding, false);
        let digits = usize::try_from((fraction_width + padding) / 4).unwrap_or(usize::MAX);
        f.write_str("0x1")?;
        if !fraction.is_zero() {
            let digits = format!("{fraction:0>digits$x}");
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        write!(f, "p{:+}", exact.leading_exponent())
    }
}
