//! Printing of floating-point numbers.

use super::decimal::Fraction;
use super::{Conversion, pad};
use num_bigint::BigUint;
use term::{Float, FloatFormat};

/// The text of a number, padded.
pub(super) fn text(conversion: &Conversion, letter: u8, value: &Float) -> Vec<u8> {
    let lower = letter.to_ascii_lowercase();
    let magnitude = value.to_rational().map(|rational| Fraction {
        numerator: rational.numer().magnitude().clone(),
        denominator: rational.denom().magnitude().clone(),
    });
    let mut prefix = match conversion {
        _ if value.is_negative() => "-",
        Conversion { plus: true, .. } => "+",
        Conversion { space: true, .. } => " ",
        _ => "",
    }
    .to_owned();
    let body = match magnitude {
        None if value.is_nan() => "nan".to_owned(),
        None => "inf".to_owned(),
        Some(fraction) => match lower {
            b'f' => fixed(conversion, &fraction, conversion.precision.unwrap_or(6)),
            b'e' => scientific(conversion, &fraction, conversion.precision.unwrap_or(6)),
            b'g' => general(conversion, &fraction),
            _ => {
                prefix += "0x";
                hexadecimal(conversion, value)
            }
        },
    };
    let is_number = body.starts_with(|c: char| c.is_ascii_hexdigit()) && !value.is_nan();
    let zeros = if conversion.zeros && !conversion.left && is_number && !value.is_infinite() {
        conversion.width.saturating_sub(prefix.len() + body.len())
    } else {
        0
    };
    let mut text = prefix + &"0".repeat(zeros) + &body;
    if letter.is_ascii_uppercase() {
        text.make_ascii_uppercase();
    }
    let mut padded = Vec::new();
    pad(&mut padded, conversion, text.as_bytes());
    padded
}

/// Digits with a point, unless none follow it and the conversion does not force it.
fn with_point(conversion: &Conversion, whole: &str, part: &str) -> String {
    let point = if part.is_empty() && !conversion.alternative { "" } else { "." };
    format!("{whole}{point}{part}")
}

fn fixed(conversion: &Conversion, fraction: &Fraction, precision: usize) -> String {
    let (whole, part) = fraction.fixed(precision);
    with_point(conversion, &whole, &part)
}

fn scientific(conversion: &Conversion, fraction: &Fraction, precision: usize) -> String {
    let (digits, exponent) = fraction.scientific(precision);
    let (whole, part) = digits.split_at(1);
    with_point(conversion, whole, part) + &exponent_text(exponent)
}

fn exponent_text(exponent: i64) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("e{sign}{:02}", exponent.abs())
}

/// `%g`: fixed or scientific, whatever is shorter, without trailing zeros.
fn general(conversion: &Conversion, fraction: &Fraction) -> String {
    let precision = conversion.precision.unwrap_or(6).max(1);
    let (digits, exponent) = fraction.scientific(precision - 1);
    let strip = |part: &str| -> String {
        let kept = if conversion.alternative { part } else { part.trim_end_matches('0') };
        kept.to_owned()
    };
    if (-4..precision as i64).contains(&exponent) {
        let (whole, part) = fraction.fixed((precision as i64 - 1 - exponent) as usize);
        return with_point(conversion, &whole, &strip(&part));
    }
    let (whole, part) = digits.split_at(1);
    with_point(conversion, whole, &strip(part)) + &exponent_text(exponent)
}

/// `%a` without the prefix `0x`.
fn hexadecimal(conversion: &Conversion, value: &Float) -> String {
    let format = value.format();
    let fraction_bits = format.significand - 1;
    let bits = value.bits();
    let biased = bits.extract(format.width() - 2, fraction_bits).to_u64().unwrap_or(0);
    let fraction = bits.extract(fraction_bits - 1, 0).to_biguint();
    let hidden = BigUint::from(u8::from(biased != 0)) << fraction_bits;
    let mut exponent = if value.is_zero() { 0 } else { biased.max(1) as i64 - format.bias() };
    // The first digit holds only the hidden bit; in formats that store the integer bit it holds
    // four bits.
    let first_bits = if format == FloatFormat::X87 { 4 } else { 1 };
    if format == FloatFormat::X87 && !value.is_zero() {
        exponent -= 3;
    }
    let rest = format.significand - first_bits;
    let digits = rest.div_ceil(4) as usize;
    let mut significand = (hidden | fraction) << (digits as u32 * 4 - rest);
    let wanted = conversion.precision.unwrap_or(digits);
    if wanted < digits {
        let dropped = (digits - wanted) as u32 * 4;
        let quotient = &significand >> dropped;
        let remainder = &significand - (&quotient << dropped);
        let half = BigUint::from(1u8) << (dropped - 1);
        let up = remainder > half || remainder == half && quotient.bit(0);
        significand = if up { quotient + 1u8 } else { quotient };
    } else {
        significand <<= (wanted - digits) as u32 * 4;
    }
    let text = format!("{significand:0>width$x}", width = wanted + 1);
    let (whole, part) = text.split_at(text.len() - wanted);
    let part = match conversion.precision {
        None => part.trim_end_matches('0'),
        Some(_) => part,
    };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}p{sign}{}", with_point(conversion, whole, part), exponent.abs())
}
