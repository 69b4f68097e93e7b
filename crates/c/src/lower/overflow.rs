//! Conditions that signed operations do not overflow, in forms that suit solvers.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use term::{BitVec, Term, TermStore};

/// `a + b` does not overflow.
pub(super) fn addition_fits(terms: &mut TermStore, a: Term, b: Term) -> Term {
    if let Some(constant) = signed_constant(terms, b) {
        return between(terms, a, |low, high| (low - &constant, high - &constant));
    }
    if let Some(constant) = signed_constant(terms, a) {
        return between(terms, b, |low, high| (low - &constant, high - &constant));
    }
    // The sum of two numbers of equal sign has the same sign.
    let sum = terms.bv_add(a, b);
    let (from_a, from_b) = (terms.bv_xor(a, sum), terms.bv_xor(b, sum));
    let changed = terms.bv_and(from_a, from_b);
    not_negative(terms, changed)
}

/// `a - b` does not overflow.
pub(super) fn subtraction_fits(terms: &mut TermStore, a: Term, b: Term) -> Term {
    if let Some(constant) = signed_constant(terms, b) {
        return between(terms, a, |low, high| (low + &constant, high + &constant));
    }
    if let Some(constant) = signed_constant(terms, a) {
        return between(terms, b, |low, high| (&constant - high, &constant - low));
    }
    // The difference of two numbers of different signs has the sign of the first.
    let difference = terms.bv_sub(a, b);
    let (operands, result) = (terms.bv_xor(a, b), terms.bv_xor(a, difference));
    let changed = terms.bv_and(operands, result);
    not_negative(terms, changed)
}

/// `a * b` does not overflow.
pub(super) fn multiplication_fits(terms: &mut TermStore, a: Term, b: Term) -> Term {
    for (constant, other) in [(b, a), (a, b)] {
        if let Some(constant) = signed_constant(terms, constant) {
            if constant.is_zero() {
                return terms.bool(true);
            }
            return between(terms, other, |low, high| {
                let (x, y) = if constant < BigInt::zero() { (high, low) } else { (low, high) };
                (x.div_ceil(&constant), y.div_floor(&constant))
            });
        }
    }
    let width = terms.width(a);
    let (wide_a, wide_b) = (terms.sign_extend(width, a), terms.sign_extend(width, b));
    let exact = terms.bv_mul(wide_a, wide_b);
    let product = terms.bv_mul(a, b);
    let back = terms.sign_extend(width, product);
    terms.eq(exact, back)
}

/// `-a` does not overflow.
pub(super) fn negation_fits(terms: &mut TermStore, a: Term) -> Term {
    let width = terms.width(a);
    let smallest = terms.bv_const(BitVec::min_signed(width));
    let equal = terms.eq(a, smallest);
    terms.not(equal)
}

/// `a / b` and `a % b` do not overflow.
pub(super) fn division_fits(terms: &mut TermStore, a: Term, b: Term) -> Term {
    let width = terms.width(a);
    let minus_one = terms.bv_const(BitVec::ones(width));
    let by_minus_one = terms.eq(b, minus_one);
    let other = terms.not(by_minus_one);
    let not_smallest = negation_fits(terms, a);
    terms.or(&[other, not_smallest])
}

/// `a * 2^by` is in the range of the type; `by` is less than the width.
pub(super) fn left_shift_fits(terms: &mut TermStore, a: Term, by: Term) -> Term {
    let shifted = terms.bv_shl(a, by);
    let back = terms.bv_ashr(shifted, by);
    terms.eq(back, a)
}

fn not_negative(terms: &mut TermStore, value: Term) -> Term {
    let zero = terms.bv(terms.width(value), 0);
    terms.bv_sle(zero, value)
}

fn signed_constant(terms: &TermStore, term: Term) -> Option<BigInt> {
    let bits = terms.as_bitvec(term)?;
    let unsigned = BigInt::from(bits.to_biguint());
    Some(if bits.sign() { unsigned - (BigInt::one() << bits.width()) } else { unsigned })
}

/// Whether a signed value lies between two numbers, which are computed from the limits of its type.
fn between(
    terms: &mut TermStore,
    value: Term,
    limits: impl FnOnce(&BigInt, &BigInt) -> (BigInt, BigInt),
) -> Term {
    let width = terms.width(value);
    let half = BigInt::one() << (width - 1);
    let (low, high) = (-half.clone(), half - 1);
    let (first, last) = limits(&low, &high);
    let mut conditions = Vec::new();
    if first > low {
        let first = terms.bv_const(BitVec::from_bigint(width, &first));
        conditions.push(terms.bv_sle(first, value));
    }
    if last < high {
        let last = terms.bv_const(BitVec::from_bigint(width, &last));
        conditions.push(terms.bv_sle(value, last));
    }
    terms.and(&conditions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Assignment, Sort, Value, eval};

    /// Compares a condition with exact arithmetic on all pairs of 4-bit numbers, with neither
    /// operand constant and with each one constant.
    fn check(
        condition: fn(&mut TermStore, Term, Term) -> Term,
        exact: fn(i64, i64) -> Option<i64>,
    ) {
        for (a, b) in (-8..8).flat_map(|a| (-8..8).map(move |b| (a, b))) {
            let Some(result) = exact(a, b) else { continue };
            let fits = (-8..8).contains(&result);
            for constants in 0..4 {
                let mut terms = TermStore::new();
                let mut assignment = Assignment::default();
                let mut operand = |name: &str, value: i64, constant: bool| {
                    let value = BitVec::from_i64(4, value);
                    if constant {
                        return terms.bv_const(value);
                    }
                    let symbol = terms.declare(name, Sort::BitVec(4)).unwrap();
                    assignment.set(symbol, Value::BitVec(value));
                    terms.var(symbol)
                };
                let x = operand("x", a, constants & 1 != 0);
                let y = operand("y", b, constants & 2 != 0);
                let term = condition(&mut terms, x, y);
                let value = eval(&terms, term, &assignment).unwrap();
                assert_eq!(value, Value::Bool(fits), "{a} and {b}");
            }
        }
    }

    #[test]
    fn conditions_are_exact() {
        check(addition_fits, |a, b| Some(a + b));
        check(subtraction_fits, |a, b| Some(a - b));
        check(multiplication_fits, |a, b| Some(a * b));
        check(division_fits, |a, b| (b != 0).then(|| a / b));
        check(|terms, a, _| negation_fits(terms, a), |a, _| Some(-a));
        check(left_shift_fits, |a, b| (0..4).contains(&b).then(|| a << b));
    }
}
