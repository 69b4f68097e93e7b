//! Sums, products, quotients and roots.

use super::round::{Exact, Mode, finish, round, shift_right_sticky};
use super::unpack::{Unpacked, normalise, signed_number};
use crate::circuits::{Bits, sign};
use crate::gates::Gates;
use crate::sat::Lit;
use term::FloatFormat;

/// The sum of two numbers with significands of the same width, and whether it is zero.
fn exact_sum(gates: &mut Gates, x: &Unpacked, y: &Unpacked) -> (Exact, Lit) {
    // The number with the greater exponent stays; the exponent of a zero does not matter.
    let x_below = gates.signed_less(&x.exponent, &y.exponent);
    let x_below = gates.and(x_below, !y.class.zero);
    let swap = gates.or(x.class.zero, x_below);
    let exponent = gates.choose_word(swap, &y.exponent, &x.exponent);
    let lower = gates.choose_word(swap, &x.exponent, &y.exponent);
    let stays = gates.choose_word(swap, &y.significand, &x.significand);
    let moves = gates.choose_word(swap, &x.significand, &y.significand);
    let negative = gates.choose(swap, y.class.negative, x.class.negative);

    // If the other number is shifted by two places or more, the difference starts at most one place
    // lower. So two exact places and a sticky bit are enough.
    let distance = gates.sub(&exponent, &lower);
    let stays = [gates.number(3, 0), stays].concat();
    let moves = [gates.number(2, 0), moves].concat();
    let moved = shift_right_sticky(gates, &moves, &distance);

    // One place for a carry, and one for the sign of a difference.
    let places = stays.len() + 2;
    let (stays, moved) = (gates.resized(&stays, places), gates.resized(&moved, places));
    let subtracts = gates.xor(x.class.negative, y.class.negative);
    let addend = gates.each(&moved, &vec![subtracts; places], Gates::xor);
    let sum = gates.sum(&stays, &addend, subtracts).0;
    let crosses = gates.and(sign(&sum), subtracts);
    let magnitude = gates.negate_if(&sum, crosses);
    let significand = magnitude[..places - 1].to_vec();
    let is_zero = gates.is_zero(&significand);
    let negative = gates.xor(negative, crosses);
    let one = signed_number(gates, exponent.len(), 1);
    let exponent = gates.add(&exponent, &one);
    (Exact { negative, exponent, significand }, is_zero)
}

/// A sum, rounded.
fn rounded_sum(
    gates: &mut Gates,
    format: FloatFormat,
    mode: &Mode,
    x: &Unpacked,
    y: &Unpacked,
) -> Bits {
    let (mut exact, is_zero) = exact_sum(gates, x, y);
    let differ = gates.xor(x.class.negative, y.class.negative);
    // Numbers that cancel give a positive zero, except when rounding down.
    let sign_of_zero = gates.choose(differ, mode.down, x.class.negative);
    exact.negative = gates.choose(is_zero, sign_of_zero, exact.negative);
    let rounded = round(gates, format, mode, exact);
    let both = gates.and(x.class.infinite, y.class.infinite);
    let cancels = gates.and(both, differ);
    let nan = gates.any(&[x.class.nan, y.class.nan, cancels]);
    let infinite = gates.or(x.class.infinite, y.class.infinite);
    let negative = gates.choose(x.class.infinite, x.class.negative, y.class.negative);
    finish(gates, format, nan, infinite, negative, &rounded)
}

/// `x + y`.
pub fn add(
    gates: &mut Gates,
    format: FloatFormat,
    mode: &Mode,
    x: &Unpacked,
    y: &Unpacked,
) -> Bits {
    rounded_sum(gates, format, mode, x, y)
}

/// The exact product, with a significand of twice the width.
fn exact_product(gates: &mut Gates, x: &Unpacked, y: &Unpacked) -> Unpacked {
    let places = 2 * x.significand.len();
    let factor = gates.resized(&x.significand, places);
    let product = gates.mul(&factor, &y.significand);
    // The first bit of the product has twice the weight of the product of the factors' first bits.
    let sum = gates.add(&x.exponent, &y.exponent);
    let one = signed_number(gates, sum.len(), 1);
    let exponent = gates.add(&sum, &one);
    let (significand, exponent) = normalise(gates, product, &exponent);
    let (a, b) = (&x.class, &y.class);
    let undefined = [gates.and(a.infinite, b.zero), gates.and(a.zero, b.infinite)];
    let mut class = *a;
    class.nan = gates.any(&[a.nan, b.nan, undefined[0], undefined[1]]);
    class.infinite = gates.or(a.infinite, b.infinite);
    class.zero = gates.or(a.zero, b.zero);
    class.negative = gates.xor(a.negative, b.negative);
    Unpacked { class, exponent, significand }
}

/// `x * y`.
pub fn multiply(
    gates: &mut Gates,
    format: FloatFormat,
    mode: &Mode,
    x: &Unpacked,
    y: &Unpacked,
) -> Bits {
    let Unpacked { class, exponent, significand } = exact_product(gates, x, y);
    let exact = Exact { negative: class.negative, exponent, significand };
    let rounded = round(gates, format, mode, exact);
    finish(gates, format, class.nan, class.infinite, class.negative, &rounded)
}

/// `x * y + z`, rounded once.
pub fn multiply_add(
    gates: &mut Gates,
    format: FloatFormat,
    mode: &Mode,
    x: &Unpacked,
    y: &Unpacked,
    z: &Unpacked,
) -> Bits {
    let product = exact_product(gates, x, y);
    let significand = [gates.number(z.significand.len(), 0), z.significand.clone()].concat();
    let z = Unpacked { significand, ..z.clone() };
    rounded_sum(gates, format, mode, &product, &z)
}

/// `x / y`, by long division.
pub fn divide(
    gates: &mut Gates,
    format: FloatFormat,
    mode: &Mode,
    x: &Unpacked,
    y: &Unpacked,
) -> Bits {
    let no = gates.constant(false);
    let places = x.significand.len();
    // Less than twice the divisor at each step.
    let divisor = gates.resized(&y.significand, places + 1);
    let mut rest = gates.resized(&x.significand, places + 1);
    let mut quotient = Vec::new();
    for _ in 0..places + 3 {
        let fits = !gates.less(&rest, &divisor);
        let difference = gates.sub(&rest, &divisor);
        let left = gates.choose_word(fits, &difference, &rest);
        rest = [&[no], &left[..places]].concat();
        quotient.push(fits);
    }
    quotient.push(gates.any(&rest));
    quotient.reverse();

    let (a, b) = (&x.class, &y.class);
    let negative = gates.xor(a.negative, b.negative);
    let exponent = gates.sub(&x.exponent, &y.exponent);
    let rounded = round(gates, format, mode, Exact { negative, exponent, significand: quotient });
    // A finite number divided by infinity is zero.
    let vanishes = b.infinite;
    let (sign, magnitude) = rounded.split_last().expect("a sign");
    let mut rounded: Bits = magnitude.iter().map(|&bit| gates.and(bit, !vanishes)).collect();
    rounded.push(*sign);
    let undefined = [gates.and(a.infinite, b.infinite), gates.and(a.zero, b.zero)];
    let nan = gates.any(&[a.nan, b.nan, undefined[0], undefined[1]]);
    let infinite = gates.or(a.infinite, b.zero);
    finish(gates, format, nan, infinite, negative, &rounded)
}

/// The square root, digit by digit.
pub fn square_root(gates: &mut Gates, format: FloatFormat, mode: &Mode, x: &Unpacked) -> Bits {
    let precision = x.significand.len();
    let digits = precision + 2;
    // The radicand has two bits for each digit of the root. It starts with 01 for even exponents
    // and with 1 for odd ones.
    let odd = x.exponent[0];
    let aligned = [gates.number(2 * digits - 1 - precision, 0), x.significand.clone()].concat();
    let even_radicand = gates.resized(&aligned, 2 * digits);
    let odd_radicand = [gates.number(1, 0), aligned].concat();
    let radicand = gates.choose_word(odd, &odd_radicand, &even_radicand);

    let (yes, no) = (gates.constant(true), gates.constant(false));
    let width = digits + 2;
    let mut rest = gates.number(width, 0);
    let mut root: Bits = Vec::new();
    for pair in radicand.chunks(2).rev() {
        // Subtract (4 * root + 1) if it fits.
        rest = [pair, &rest[..width - 2]].concat();
        let trial = gates.resized(&[&[yes, no], &root[..]].concat(), width);
        let fits = !gates.less(&rest, &trial);
        let difference = gates.sub(&rest, &trial);
        rest = gates.choose_word(fits, &difference, &rest);
        root.insert(0, fits);
    }
    let inexact = gates.any(&rest);
    let significand = [&[inexact], &root[..]].concat();
    // Half of the exponent, rounded down.
    let exponent = [&x.exponent[1..], &[sign(&x.exponent)]].concat();
    let class = &x.class;
    let rounded =
        round(gates, format, mode, Exact { negative: class.negative, exponent, significand });
    let undefined = gates.and(class.negative, !class.zero);
    let nan = gates.or(class.nan, undefined);
    finish(gates, format, nan, class.infinite, class.negative, &rounded)
}
