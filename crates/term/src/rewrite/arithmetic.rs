//! Rules of integers and reals.
//!
//! A sum has at most one constant, in the last place, and each term once; a difference is a sum. As
//! for bit-vectors, `<` is kept, and `x <= y` is `not (y < x)`. Division by zero has the value that
//! evaluation gives it.

use super::{Application, Rule};
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;
use crate::value::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use smallvec::SmallVec;

pub(super) const ADD: &[Rule] = &[
    Rule { name: "add-constants", apply: add_constants },
    Rule { name: "add-flatten", apply: add_flatten },
    Rule { name: "add-multiples", apply: add_multiples },
];
pub(super) const SUB: &[Rule] = &[Rule { name: "sub-as-add", apply: sub_as_add }];
pub(super) const NEG: &[Rule] = &[
    Rule { name: "neg-neg", apply: neg_neg },
    Rule { name: "neg-multiple", apply: neg_multiple },
    Rule { name: "neg-sum", apply: neg_sum },
];
pub(super) const MUL: &[Rule] = &[
    Rule { name: "mul-constants", apply: mul_constants },
    Rule { name: "mul-minus-one", apply: mul_minus_one },
    Rule { name: "mul-multiple", apply: mul_multiple },
];
pub(super) const INT_DIV: &[Rule] = &[Rule { name: "div-trivial", apply: div_trivial }];
pub(super) const INT_MOD: &[Rule] = &[Rule { name: "mod-trivial", apply: mod_trivial }];
pub(super) const REAL_DIV: &[Rule] =
    &[Rule { name: "divide-by-constant", apply: divide_by_constant }];
pub(super) const LE: &[Rule] = &[Rule { name: "le-as-lt", apply: le_as_lt }];
pub(super) const LT: &[Rule] = &[
    Rule { name: "lt-same", apply: lt_same },
    Rule { name: "lt-constant-left", apply: lt_constant_left },
    Rule { name: "lt-sum-constant", apply: lt_sum_constant },
    Rule { name: "lt-neg-constant", apply: lt_neg_constant },
    Rule { name: "lt-offset", apply: lt_offset },
    Rule { name: "lt-to-real", apply: lt_to_real },
];
pub(super) const EQ: &[Rule] = &[
    Rule { name: "eq-sum-constant", apply: eq_sum_constant },
    Rule { name: "eq-neg", apply: eq_neg },
    Rule { name: "eq-offset", apply: eq_offset },
    Rule { name: "eq-to-real", apply: eq_to_real },
];
pub(super) const TO_INT: &[Rule] = &[Rule { name: "to-int-to-real", apply: to_int_to_real }];
pub(super) const IS_INT: &[Rule] = &[Rule { name: "is-int-to-real", apply: is_int_to_real }];
pub(super) const INT_TO_BV: &[Rule] = &[Rule { name: "int-to-bv-of-bv", apply: int_to_bv_of_bv }];

/// Sums are merged and searched for equal terms up to this many arguments.
const FLAT_ARITY: usize = 8;

/// A constant as a rational number.
fn number(store: &TermStore, term: Term) -> Option<BigRational> {
    match store.as_value(term)? {
        Value::Int(n) => Some(BigRational::from_integer(n.clone())),
        Value::Real(q) => Some(q.clone()),
        _ => None,
    }
}

/// A rational number as a constant; whole for integers.
fn constant(store: &mut TermStore, sort: &Sort, number: BigRational) -> Term {
    store.constant(match sort {
        Sort::Int => Value::Int(number.to_integer()),
        _ => Value::Real(number),
    })
}

/// A sum or product of any number of terms.
fn combine(store: &mut TermStore, op: Op, sort: &Sort, terms: &[Term]) -> Term {
    match terms {
        [] => {
            let neutral = if op == Op::Add { BigRational::zero() } else { BigRational::one() };
            constant(store, sort, neutral)
        }
        [one] => *one,
        _ => store.make(op, sort, terms),
    }
}

/// `x` and `c` of a product `x * c` with one constant.
fn multiple(store: &TermStore, term: Term) -> Option<(Term, Term)> {
    match store.args(term) {
        &[x, c] if store.op(term) == Op::Mul && store.is_constant(c) => Some((x, c)),
        _ => None,
    }
}

/// `x` and `k` of a sum `x + k` with one constant.
fn offset(store: &TermStore, term: Term) -> Option<(Term, Term)> {
    match store.args(term) {
        &[x, k] if store.op(term) == Op::Add && store.is_constant(k) => Some((x, k)),
        _ => None,
    }
}

/// The number of constants, which are the last arguments.
fn count_constants(store: &TermStore, args: &[Term]) -> usize {
    args.iter().rev().take_while(|&&t| store.is_constant(t)).count()
}

/// Constants of a sum are added up; zero drops out.
fn add_constants(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let constants = count_constants(store, a.args);
    let (terms, constants) = a.args.split_at(a.args.len() - constants);
    match constants {
        [] => return None,
        [one] if !store.is_zero(*one) => return None,
        _ => {}
    }
    let sum: BigRational = constants.iter().filter_map(|&k| number(store, k)).sum();
    let mut kept: SmallVec<[Term; 8]> = SmallVec::from_slice(terms);
    if !sum.is_zero() {
        kept.push(constant(store, a.sort, sum));
    }
    Some(combine(store, Op::Add, a.sort, &kept))
}

/// Nested sums are merged, all or none.
fn add_flatten(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if a.args.len() > FLAT_ARITY || a.args.iter().all(|&t| store.op(t) != Op::Add) {
        return None;
    }
    let mut flat: SmallVec<[Term; 8]> = SmallVec::new();
    for &t in a.args {
        match store.op(t) {
            Op::Add => flat.extend_from_slice(store.args(t)),
            _ => flat.push(t),
        }
        if flat.len() > FLAT_ARITY {
            return None;
        }
    }
    Some(combine(store, Op::Add, a.sort, &flat))
}

/// The `x` of a multiple of `x`.
fn base(store: &TermStore, term: Term) -> Term {
    match store.op(term) {
        Op::Neg => store.args(term)[0],
        _ => multiple(store, term).map_or(term, |(x, _)| x),
    }
}

/// The factor of a multiple.
fn factor(store: &TermStore, term: Term) -> BigRational {
    match store.op(term) {
        Op::Neg => -BigRational::one(),
        _ => multiple(store, term)
            .and_then(|(_, c)| number(store, c))
            .unwrap_or_else(BigRational::one),
    }
}

/// Multiples of one term are added up.
fn add_multiples(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if a.args.len() > FLAT_ARITY {
        return None;
    }
    for (i, &x) in a.args.iter().enumerate() {
        let common = base(store, x);
        if store.is_constant(common) {
            continue;
        }
        for (j, &y) in a.args.iter().enumerate().skip(i + 1) {
            if base(store, y) != common {
                continue;
            }
            let sum = factor(store, x) + factor(store, y);
            let sum = constant(store, a.sort, sum);
            let product = store.make(Op::Mul, a.sort, &[common, sum]);
            let mut kept: SmallVec<[Term; 8]> = SmallVec::from_slice(a.args);
            kept[i] = product;
            kept.remove(j);
            return Some(combine(store, Op::Add, a.sort, &kept));
        }
    }
    None
}

/// `x - y` is `x + -y`.
fn sub_as_add(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let negated = store.neg(a.args[1]);
    Some(store.add(&[a.args[0], negated]))
}

/// `--x` is `x`.
fn neg_neg(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.unary(a.args[0], Op::Neg)
}

/// `-(c * x)` is `-c * x`.
fn neg_multiple(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, c) = multiple(store, a.args[0])?;
    let c = -number(store, c)?;
    let c = constant(store, a.sort, c);
    Some(store.mul(&[x, c]))
}

/// The negation of a flat sum is the sum of the negations.
fn neg_sum(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let sum = a.args[0];
    let flat = store.op(sum) == Op::Add
        && store.args(sum).len() <= FLAT_ARITY
        && store.args(sum).iter().all(|&t| store.op(t) != Op::Add);
    if !flat {
        return None;
    }
    let mut terms: SmallVec<[Term; 8]> = SmallVec::from_slice(store.args(sum));
    for term in &mut terms {
        *term = store.neg(*term);
    }
    Some(combine(store, Op::Add, a.sort, &terms))
}

/// Constants of a product are multiplied; one drops out and zero takes all.
fn mul_constants(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let constants = count_constants(store, a.args);
    let (terms, constants) = a.args.split_at(a.args.len() - constants);
    let product: BigRational = match constants {
        [] => return None,
        _ => constants.iter().filter_map(|&k| number(store, k)).product(),
    };
    if product.is_zero() {
        return Some(constant(store, a.sort, product));
    }
    if constants.len() == 1 && !product.is_one() {
        return None;
    }
    let mut kept: SmallVec<[Term; 8]> = SmallVec::from_slice(terms);
    if !product.is_one() {
        kept.push(constant(store, a.sort, product));
    }
    Some(combine(store, Op::Mul, a.sort, &kept))
}

/// `-1 * x` is `-x`.
fn mul_minus_one(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let &[x, c] = a.args else { return None };
    let minus_one = number(store, c)? == -BigRational::one();
    minus_one.then(|| store.neg(x))
}

/// A multiple of a multiple is one multiple.
fn mul_multiple(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let &[x, c] = a.args else { return None };
    let c = number(store, c)?;
    let inner = base(store, x);
    if inner == x {
        return None;
    }
    let c = c * factor(store, x);
    let c = constant(store, a.sort, c);
    Some(store.mul(&[inner, c]))
}

/// Division by 1, -1 and 0.
fn div_trivial(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let divisor = number(store, a.args[1])?;
    if divisor.is_zero() {
        Some(a.args[1])
    } else if divisor.is_one() {
        Some(a.args[0])
    } else {
        (-divisor).is_one().then(|| store.neg(a.args[0]))
    }
}

/// The remainder by 1, -1 and 0.
fn mod_trivial(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let divisor = number(store, a.args[1])?;
    if divisor.is_zero() {
        return Some(a.args[0]);
    }
    divisor.abs().is_one().then(|| constant(store, a.sort, BigRational::zero()))
}

/// Division by a constant is a product; by zero it is zero.
fn divide_by_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let divisor = number(store, a.args[1])?;
    let factor = if divisor.is_zero() { divisor } else { divisor.recip() };
    let factor = constant(store, a.sort, factor);
    Some(store.mul(&[a.args[0], factor]))
}

/// `x <= y` is `not (y < x)`.
fn le_as_lt(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let greater = store.lt(a.args[1], a.args[0]);
    Some(store.not(greater))
}

/// `x < x` is false.
fn lt_same(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (a.args[0] == a.args[1]).then(|| store.bool(false))
}

/// `k < x` on integers is `not (x < k + 1)`.
fn lt_constant_left(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let Some(Value::Int(k)) = store.as_value(a.args[0]) else { return None };
    let next = Value::Int(k + BigInt::one());
    let next = store.constant(next);
    let at_most = store.lt(a.args[1], next);
    Some(store.not(at_most))
}

/// The varying part of the sum and the constant of the other side, after the constant of the sum is
/// moved there.
fn solve_sum(store: &mut TermStore, sum: Term, k: Term) -> Option<(Term, Term)> {
    if store.op(sum) != Op::Add || !store.is_constant(k) {
        return None;
    }
    let (&last, rest) = store.args(sum).split_last()?;
    let rest: SmallVec<[Term; 8]> = SmallVec::from_slice(rest);
    let difference = number(store, k)? - number(store, last)?;
    let sort = store.sort(sum).clone();
    let difference = constant(store, &sort, difference);
    Some((combine(store, Op::Add, &sort, &rest), difference))
}

/// `x + k1 < k2` is `x < k2 - k1`.
fn lt_sum_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if let Some((x, k)) = solve_sum(store, a.args[0], a.args[1]) {
        return Some(store.lt(x, k));
    }
    let (x, k) = solve_sum(store, a.args[1], a.args[0])?;
    Some(store.lt(k, x))
}

/// `-x < k` is `-k < x`.
fn lt_neg_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if let (Some(x), true) = (store.unary(a.args[0], Op::Neg), store.is_constant(a.args[1])) {
        let k = store.neg(a.args[1]);
        return Some(store.lt(k, x));
    }
    let x = store.unary(a.args[1], Op::Neg).filter(|_| store.is_constant(a.args[0]))?;
    let k = store.neg(a.args[0]);
    Some(store.lt(x, k))
}

/// Whether, and by how much, two terms differ by a constant: the second minus the first.
fn constant_difference(store: &TermStore, x: Term, y: Term) -> Option<BigRational> {
    let split = |t| offset(store, t).map_or((t, None), |(x, k)| (x, Some(k)));
    let ((x, j), (y, k)) = (split(x), split(y));
    if x != y {
        return None;
    }
    let value = |k: Option<Term>| k.map_or_else(|| Some(BigRational::zero()), |k| number(store, k));
    Some(value(k)? - value(j)?)
}

/// The order of terms that differ by a constant is known.
fn lt_offset(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let difference = constant_difference(store, a.args[0], a.args[1])?;
    Some(store.bool(difference.is_positive()))
}

fn both_to_real(store: &TermStore, a: Application<'_>) -> Option<(Term, Term)> {
    Some((store.unary(a.args[0], Op::ToReal)?, store.unary(a.args[1], Op::ToReal)?))
}

/// Integers are ordered as reals.
fn lt_to_real(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = both_to_real(store, a)?;
    Some(store.lt(x, y))
}

/// `x + k1 = k2` is `x = k2 - k1`.
fn eq_sum_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, k) = solve_sum(store, a.args[0], a.args[1])?;
    Some(store.eq(x, k))
}

/// Negations on both sides cancel, also with a constant.
fn eq_neg(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let x = store.unary(a.args[0], Op::Neg)?;
    let y = match store.unary(a.args[1], Op::Neg) {
        Some(y) => y,
        None if store.is_constant(a.args[1]) => store.neg(a.args[1]),
        None => return None,
    };
    Some(store.eq(x, y))
}

/// Terms that differ by a constant are equal exactly if the constant is zero.
fn eq_offset(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let difference = constant_difference(store, a.args[0], a.args[1])?;
    Some(store.bool(difference.is_zero()))
}

/// Integers are equal as reals.
fn eq_to_real(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = both_to_real(store, a)?;
    Some(store.eq(x, y))
}

/// Converting an integer to a real and back changes nothing.
fn to_int_to_real(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.unary(a.args[0], Op::ToReal)
}

/// An integer is whole.
fn is_int_to_real(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.unary(a.args[0], Op::ToReal).map(|_| store.bool(true))
}

/// A bit-vector turned into an integer and back is extended or cut.
fn int_to_bv_of_bv(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let x = store.unary(a.args[0], Op::BvToInt)?;
    let (from, to) = (store.width(x), a.sort.bit_width()?);
    Some(if from < to { store.zero_extend(to - from, x) } else { store.extract(to - 1, 0, x) })
}
