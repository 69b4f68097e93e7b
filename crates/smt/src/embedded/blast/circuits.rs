//! Word-level circuits over literals, least significant bit first.

use crate::budget::{Budget, StopReason};
use crate::embedded::gates::Gates;
use crate::sat::Lit;

/// Bitwise complement.
pub fn not(a: &[Lit]) -> Vec<Lit> {
    a.iter().map(|&lit| !lit).collect()
}

/// `a + b + carry`, ripple-carry.
pub fn add(gates: &mut Gates, a: &[Lit], b: &[Lit], carry: bool) -> Vec<Lit> {
    let mut carry = gates.constant(carry);
    let mut sum = Vec::with_capacity(a.len());
    for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
        sum.push(gates.xor3(x, y, carry));
        if i + 1 < a.len() {
            carry = gates.majority(x, y, carry);
        }
    }
    sum
}

/// `a - b`.
pub fn sub(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    add(gates, a, &not(b), true)
}

/// `-a`.
pub fn neg(gates: &mut Gates, a: &[Lit]) -> Vec<Lit> {
    let zero = vec![gates.constant(false); a.len()];
    sub(gates, &zero, a)
}

/// `a` if the condition holds, else `b`.
pub fn mux(gates: &mut Gates, condition: Lit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    a.iter().zip(b).map(|(&x, &y)| gates.mux(condition, x, y)).collect()
}

/// `a = b`.
pub fn equal(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    let mut same = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let bit = gates.iff(x, y);
        if gates.as_constant(bit) == Some(false) {
            return bit;
        }
        same.push(bit);
    }
    gates.and_all(&same)
}

/// Unsigned `a < b`, or `a <= b`: the borrow of `a - b`.
pub fn unsigned_less(gates: &mut Gates, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
    let start = gates.constant(or_equal);
    a.iter().zip(b).fold(start, |less, (&x, &y)| gates.majority(!x, y, less))
}

/// Signed `a < b`, or `a <= b`: unsigned with the sign bits swapped.
pub fn signed_less(gates: &mut Gates, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
    let top = a.len() - 1;
    let less = unsigned_less(gates, &a[..top], &b[..top], or_equal);
    gates.majority(a[top], !b[top], less)
}

/// `a * b` modulo 2^n by shift and add; rows with a constant zero factor vanish.
pub fn mul(
    gates: &mut Gates,
    a: &[Lit],
    b: &[Lit],
    budget: &Budget,
) -> Result<Vec<Lit>, StopReason> {
    // The factor with more constant bits selects the rows.
    let constants = |gates: &Gates, v: &[Lit]| {
        v.iter().filter(|&&lit| gates.as_constant(lit).is_some()).count()
    };
    let (a, b) = if constants(gates, a) > constants(gates, b) { (b, a) } else { (a, b) };
    let width = a.len();
    let mut product = vec![gates.constant(false); width];
    for (i, &row) in b.iter().enumerate() {
        if gates.as_constant(row) == Some(false) {
            continue;
        }
        budget.check()?;
        let partial: Vec<Lit> = a[..width - i].iter().map(|&x| gates.and(x, row)).collect();
        let sum = add(gates, &product[i..], &partial, false);
        product.splice(i.., sum);
    }
    Ok(product)
}

/// Unsigned quotient and remainder by restoring division. Division by zero follows SMT-LIB
/// (quotient all ones, remainder the dividend), which is exactly what the circuit computes.
pub fn udivrem(
    gates: &mut Gates,
    a: &[Lit],
    b: &[Lit],
    budget: &Budget,
) -> Result<(Vec<Lit>, Vec<Lit>), StopReason> {
    let width = a.len();
    // zero_from[i]: the divisor has no bit at or above i.
    let mut zero_from = vec![gates.constant(true); width + 1];
    for i in (0..width).rev() {
        zero_from[i] = gates.and(!b[i], zero_from[i + 1]);
    }
    let mut quotient = vec![gates.constant(false); width];
    // After k steps the remainder is at most the first k bits of the dividend, so k bits hold it.
    let mut remainder: Vec<Lit> = Vec::with_capacity(width);
    for i in (0..width).rev() {
        budget.check()?;
        remainder.insert(0, a[i]);
        let bits = remainder.len();
        let divisor = &b[..bits];
        let not_less = !unsigned_less(gates, &remainder, divisor, false);
        let fits = gates.and(zero_from[bits], not_less);
        let difference = sub(gates, &remainder, divisor);
        remainder = mux(gates, fits, &difference, &remainder);
        quotient[i] = fits;
    }
    Ok((quotient, remainder))
}

/// Tells the solver what follows from the circuit of a division, but hardly by itself: the remainder is less
/// than the divisor, unless that is zero, and at most the dividend.
pub fn bound_remainder(gates: &mut Gates, a: &[Lit], b: &[Lit], remainder: &[Lit]) {
    if b.iter().all(|&lit| gates.as_constant(lit).is_some()) {
        return;
    }
    let nonzero = gates.or_all(b);
    let less = unsigned_less(gates, remainder, b, false);
    gates.clause(&[!nonzero, less]);
    let at_most = !unsigned_less(gates, a, remainder, false);
    gates.clause(&[at_most]);
}

/// The direction of a shift, and the bits shifted in.
#[derive(Clone, Copy)]
pub enum Shift {
    Left,
    LogicalRight,
    ArithmeticRight,
}

/// `a` shifted by `by`: one layer of multiplexers per bit of the distance.
pub fn shift(gates: &mut Gates, a: &[Lit], by: &[Lit], direction: Shift) -> Vec<Lit> {
    let width = a.len();
    let fill = match direction {
        Shift::ArithmeticRight => a[width - 1],
        Shift::Left | Shift::LogicalRight => gates.constant(false),
    };
    // Bits of the distance with a weight below the width; any higher bit clears the word.
    let layers = (usize::BITS - (width - 1).leading_zeros()) as usize;
    let mut word = a.to_vec();
    for (layer, &selected) in by.iter().enumerate().take(layers) {
        let distance = 1usize << layer;
        word = (0..width)
            .map(|i| {
                let moved = match direction {
                    Shift::Left => i.checked_sub(distance).map_or(fill, |from| word[from]),
                    _ => word.get(i + distance).copied().unwrap_or(fill),
                };
                gates.mux(selected, moved, word[i])
            })
            .collect();
    }
    let too_far = gates.or_all(by.get(layers..).unwrap_or(&[]));
    word.into_iter().map(|lit| gates.mux(too_far, fill, lit)).collect()
}
