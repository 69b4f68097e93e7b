//! Quotients and square roots, digit by digit.

use super::mode::Mode;
use super::pattern::Unpacked;
use super::round::{Exact, Rounded};
use super::shift::{any_bit, zeros_above, zeros_below};
use term::{FloatFormat, Term, TermStore};

/// The bit pattern of the quotient.
pub(super) fn divide(
    store: &mut TermStore,
    format: FloatFormat,
    mode: Mode,
    a: &Unpacked,
    b: &Unpacked,
) -> Term {
    let quotient = divide_significands(store, a.significand, b.significand);
    // The quotient of numbers between one and two is above one half.
    let width = store.width(quotient);
    let at_least_one = store.bit(width - 1, quotient);
    let low = store.extract(width - 2, 0, quotient);
    let zero = store.bv(1, 0);
    let shifted = store.concat(low, zero);
    let significand = store.ite(at_least_one, quotient, shifted);
    let exponent = a.exponent.sub(store, b.exponent).offset(store, -1);
    let exponent = exponent.increment_if(store, at_least_one);
    let negative = store.xor(a.negative, b.negative);
    let magnitude = Exact { negative, exponent, significand }.round(store, format, mode);

    let both_infinite = store.and(&[a.infinite, b.infinite]);
    let both_zero = store.and(&[a.zero, b.zero]);
    let nan = store.or(&[a.nan, b.nan, both_infinite, both_zero]);
    let infinite = store.or(&[a.infinite, b.zero]);
    let zero = store.or(&[a.zero, b.infinite]);
    Rounded { nan, infinite, zero, negative, magnitude }.pack(store, format)
}

/// The quotient of two normalised significands: a digit before the point, one more digit than the
/// precision after it, and a sticky bit.
fn divide_significands(store: &mut TermStore, dividend: Term, divisor: Term) -> Term {
    let precision = store.width(dividend);
    // The rest stays below twice the divisor; one more bit is the sign of the difference.
    let mut rest = zeros_above(store, 2, dividend);
    let divisor = zeros_above(store, 2, divisor);
    let mut quotient: Option<Term> = None;
    for _ in 0..precision + 2 {
        let (digit, reduced) = subtract_if_not_less(store, rest, divisor);
        quotient = Some(append_digit(store, quotient, digit));
        let low = store.extract(precision, 0, reduced);
        rest = zeros_below(store, low, 1);
    }
    let sticky = any_bit(store, rest);
    append_digit(store, quotient, sticky)
}

/// The bit pattern of the square root.
pub(super) fn square_root(
    store: &mut TermStore,
    format: FloatFormat,
    mode: Mode,
    a: &Unpacked,
) -> (Term, bool) {
    // An odd exponent lends one factor of two to the significand.
    let odd = store.bit(0, a.exponent.bits);
    let even_radicand = zeros_above(store, 1, a.significand);
    let odd_radicand = zeros_below(store, a.significand, 1);
    let radicand = store.ite(odd, odd_radicand, even_radicand);
    let significand = root_of_significand(store, radicand, format.significand + 1);
    let exponent = a.exponent.half(store);
    let positive = store.bool(false);
    let exact = Exact { negative: positive, exponent, significand };
    let magnitude = exact.round(store, format, mode);

    let nonzero = store.not(a.zero);
    let imaginary = store.and(&[a.negative, nonzero]);
    let nan = store.or(&[a.nan, imaginary]);
    let outcome =
        Rounded { nan, infinite: a.infinite, zero: a.zero, negative: a.negative, magnitude };
    (outcome.pack(store, format), exact.may_be_subnormal(format))
}

/// The given number of digits of the root of a radicand with two digits before the point, and a
/// sticky bit.
fn root_of_significand(store: &mut TermStore, radicand: Term, digits: u32) -> Term {
    let width = store.width(radicand);
    let radicand = zeros_below(store, radicand, 2 * digits - width);
    let mut root: Option<Term> = None;
    // Before each step the rest is at most twice the root, that is, one bit longer.
    let mut rest: Option<Term> = None;
    for step in 0..digits {
        let low = 2 * (digits - step - 1);
        let next = store.extract(low + 1, low, radicand);
        let dividend = match rest {
            Some(rest) => store.concat(rest, next),
            None => next,
        };
        let one = store.bv(2, 1);
        let trial = match root {
            Some(root) => store.concat(root, one),
            None => one,
        };
        // `step + 2` digits, and one for the sign of the difference.
        let dividend = with_width(store, dividend, step + 4);
        let trial = with_width(store, trial, step + 4);
        let (digit, reduced) = subtract_if_not_less(store, dividend, trial);
        root = Some(append_digit(store, root, digit));
        rest = Some(with_width(store, reduced, step + 2));
    }
    let sticky = match rest {
        Some(rest) => any_bit(store, rest),
        None => store.bool(false),
    };
    append_digit(store, root, sticky)
}

/// Whether the subtrahend fits, and the difference if it does. The vectors have room for a sign.
pub(super) fn subtract_if_not_less(
    store: &mut TermStore,
    minuend: Term,
    subtrahend: Term,
) -> (Term, Term) {
    let difference = store.bv_sub(minuend, subtrahend);
    let less = store.bit(store.width(difference) - 1, difference);
    let fits = store.not(less);
    (fits, store.ite(less, minuend, difference))
}

fn append_digit(store: &mut TermStore, digits: Option<Term>, digit: Term) -> Term {
    let digit = store.bool_to_bv(digit);
    match digits {
        Some(digits) => store.concat(digits, digit),
        None => digit,
    }
}

/// The bits with zeros above up to a width, or their last ones.
fn with_width(store: &mut TermStore, bits: Term, width: u32) -> Term {
    let present = store.width(bits);
    if present < width {
        store.zero_extend(width - present, bits)
    } else {
        store.extract(width - 1, 0, bits)
    }
}
