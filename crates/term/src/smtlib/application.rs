//! Applies the head of a list to the terms that follow it.

use super::error::ErrorKind;
use super::operators::{Derived, Meaning};
use super::scope::Macro;
use super::sorts::MAX_WIDTH;
use crate::bitvec::BitVec;
use crate::float::{Float, FloatFormat};
use crate::ids::{Symbol, Term};
use crate::op::{Op, Signature};
use crate::sort::Sort;
use crate::store::TermStore;
use crate::traverse::Substitution;
use crate::value::Value;
use num_bigint::BigInt;
use num_traits::One;
use std::sync::Arc;

/// The head of an application.
#[derive(Clone, Debug)]
pub(super) enum Head {
    /// A name of the theories, and its meaning.
    Theory(&'static str, Meaning),
    /// An operator with its result sort.
    WithSort(Op, Sort),
    /// `(_ to_fp e s)`, which stands for four operators.
    ToFp(FloatFormat),
    /// `(_ repeat n)`
    Repeat(u32),
    /// `(_ divisible n)`
    Divisible(BigInt),
    /// A declared function.
    Function(Symbol),
    /// A defined function.
    Macro(Arc<Macro>),
}

type Result<T> = std::result::Result<T, ErrorKind>;

/// Applies a head to arguments and checks all sorts.
pub(super) fn apply(store: &mut TermStore, head: &Head, args: &mut [Term]) -> Result<Term> {
    match head {
        Head::Theory(name, meaning) => apply_theory(store, name, *meaning, args),
        Head::WithSort(op, sort) => {
            if let (Op::ConstArray, Some(array), [element]) = (op, sort.as_array(), &mut *args)
                && array.element == Sort::Real
            {
                *element = to_real(store, *element);
            }
            build(store, *op, args, Some(sort))
        }
        Head::ToFp(format) => to_fp(store, *format, args),
        Head::Repeat(times) => {
            let [argument] = exactly("repeat", args)?;
            repeat(store, *times, argument)
        }
        Head::Divisible(divisor) => {
            let [dividend] = exactly("divisible", args)?;
            let (divisor, zero) = (
                store.constant(Value::Int(divisor.clone())),
                store.constant(Value::Int(BigInt::ZERO)),
            );
            let remainder = build(store, Op::IntMod, &[dividend, divisor], None)?;
            Ok(store.eq(remainder, zero))
        }
        Head::Function(symbol) => {
            for (i, arg) in args.iter_mut().enumerate() {
                if store.parameters(*symbol).get(i) == Some(&Sort::Real) {
                    *arg = to_real(store, *arg);
                }
            }
            build(store, Op::Apply(*symbol), args, None)
        }
        Head::Macro(definition) => expand(store, definition, args),
    }
}

fn expand(store: &mut TermStore, definition: &Macro, args: &[Term]) -> Result<Term> {
    if args.len() != definition.parameters.len() {
        return Err(ErrorKind::Arity { name: "defined function".to_owned(), found: args.len() });
    }
    let mut substitution = Substitution::new();
    for (&parameter, &arg) in definition.parameters.iter().zip(args) {
        let wanted = store.sort(parameter).clone();
        let arg = of_sort(store, arg, &wanted)?;
        substitution.insert(parameter, arg);
    }
    Ok(substitution.apply(store, definition.body))
}

/// The term itself, converted to a real if `wanted` is real, or an error.
pub(super) fn of_sort(store: &mut TermStore, term: Term, wanted: &Sort) -> Result<Term> {
    let term = if *wanted == Sort::Real { to_real(store, term) } else { term };
    let found = store.sort(term);
    if found == wanted {
        Ok(term)
    } else {
        Err(ErrorKind::WrongSort { wanted: wanted.to_string(), found: found.to_string() })
    }
}

/// An integer as a real; anything else stays.
fn to_real(store: &mut TermStore, term: Term) -> Term {
    if *store.sort(term) != Sort::Int {
        return term;
    }
    match store.as_value(term) {
        Some(Value::Int(n)) => {
            let real = Value::Real(n.clone().into());
            store.constant(real)
        }
        _ => store.to_real(term),
    }
}

/// Converts integers to reals if the signature or another argument needs reals.
fn unify_arithmetic(store: &mut TermStore, op: Op, args: &mut [Term]) {
    let wants_real = |store: &TermStore, args: &[Term]| {
        args.iter().any(|&a| *store.sort(a) == Sort::Real)
            && args.iter().any(|&a| *store.sort(a) == Sort::Int)
    };
    let part: &mut [Term] = match op.info().signature {
        Signature::Arithmetic | Signature::ArithmeticPredicate | Signature::Equality
            if wants_real(store, args) =>
        {
            args
        }
        Signature::Ite if args.len() == 3 && wants_real(store, &args[1..]) => &mut args[1..],
        Signature::Reals | Signature::RealToInt | Signature::RealPredicate => args,
        Signature::Select | Signature::Store if !args.is_empty() => {
            let Some(array) = store.sort(args[0]).as_array().cloned() else { return };
            for (arg, wanted) in args[1..].iter_mut().zip([array.index, array.element]) {
                if wanted == Sort::Real {
                    *arg = to_real(store, *arg);
                }
            }
            return;
        }
        _ => return,
    };
    for arg in part {
        *arg = to_real(store, *arg);
    }
}

/// A sort-checked application whose result is not too wide.
fn build(store: &mut TermStore, op: Op, args: &[Term], wanted: Option<&Sort>) -> Result<Term> {
    let sort = store.result_sort(op, args, wanted)?;
    check_width(&sort)?;
    Ok(store.make(op, &sort, args))
}

fn check_width(sort: &Sort) -> Result<()> {
    match sort {
        Sort::BitVec(width) if *width > MAX_WIDTH => Err(ErrorKind::OutOfRange(width.to_string())),
        _ => Ok(()),
    }
}

fn arity(name: &str, args: &[Term]) -> ErrorKind {
    ErrorKind::Arity { name: name.to_owned(), found: args.len() }
}

fn exactly<const N: usize>(name: &str, args: &[Term]) -> Result<[Term; N]> {
    args.try_into().map_err(|_| arity(name, args))
}

fn apply_theory(
    store: &mut TermStore,
    name: &str,
    meaning: Meaning,
    args: &mut [Term],
) -> Result<Term> {
    match meaning {
        Meaning::Plain(op) => {
            unify_arithmetic(store, op, args);
            build(store, op, args, None)
        }
        Meaning::Flat(op) => {
            unify_arithmetic(store, op, args);
            match (op, &*args) {
                (Op::And, []) => Ok(store.bool(true)),
                (Op::Or, []) => Ok(store.bool(false)),
                // An operator that is well sorted on the argument twice accepts the argument alone.
                (_, [one]) => {
                    store.result_sort(op, &[*one, *one], None).map(|_| *one).map_err(Into::into)
                }
                _ => build(store, op, args, None),
            }
        }
        Meaning::LeftAssociative(op) => {
            unify_arithmetic(store, op, args);
            left_associative(store, op, name, args)
        }
        Meaning::Chainable(op) => chain(store, op, name, args),
        Meaning::Reversed(op) => {
            args.reverse();
            chain(store, op, name, args)
        }
        Meaning::Derived(derived) => apply_derived(store, name, derived, args),
    }
}

fn left_associative(store: &mut TermStore, op: Op, name: &str, args: &[Term]) -> Result<Term> {
    let (&first, rest) = args.split_first().ok_or_else(|| arity(name, args))?;
    if rest.is_empty() {
        return Err(arity(name, args));
    }
    rest.iter().try_fold(first, |left, &right| build(store, op, &[left, right], None))
}

fn chain(store: &mut TermStore, op: Op, name: &str, args: &mut [Term]) -> Result<Term> {
    if args.len() < 2 {
        return Err(arity(name, args));
    }
    unify_arithmetic(store, op, args);
    let links: Vec<Term> =
        args.windows(2).map(|pair| build(store, op, pair, None)).collect::<Result<_>>()?;
    Ok(store.and(&links))
}

fn apply_derived(
    store: &mut TermStore,
    name: &str,
    derived: Derived,
    args: &mut [Term],
) -> Result<Term> {
    match derived {
        Derived::Implies => {
            let (&last, rest) = args.split_last().ok_or_else(|| arity(name, args))?;
            if rest.is_empty() {
                return Err(arity(name, args));
            }
            rest.iter().rev().try_fold(last, |right, &left| {
                let not_left = build(store, Op::Not, &[left], None)?;
                build(store, Op::Or, &[not_left, right], None)
            })
        }
        Derived::Distinct => {
            if args.len() < 2 {
                return Err(arity(name, args));
            }
            unify_arithmetic(store, Op::Eq, args);
            // If neighbours have the same sort, all arguments have.
            for pair in args.windows(2) {
                store.result_sort(Op::Eq, pair, None)?;
            }
            Ok(store.distinct(args))
        }
        Derived::Minus | Derived::Tilde if args.len() == 1 => build(store, Op::Neg, args, None),
        Derived::Minus => {
            unify_arithmetic(store, Op::Sub, args);
            left_associative(store, Op::Sub, name, args)
        }
        Derived::Tilde => Err(arity(name, args)),
        Derived::Abs => {
            let [a] = exactly(name, args)?;
            let negated = build(store, Op::Neg, &[a], None)?;
            let zero = match store.sort(a) {
                Sort::Int => Value::Int(BigInt::ZERO),
                _ => Value::Real(BigInt::ZERO.into()),
            };
            let zero = store.constant(zero);
            let negative = store.lt(a, zero);
            Ok(store.ite(negative, negated, a))
        }
        Derived::ToReal => {
            let [a] = exactly(name, args)?;
            match store.sort(a) {
                Sort::Real => Ok(a),
                _ => build(store, Op::ToReal, &[a], None),
            }
        }
        Derived::SbvToInt => {
            let [a] = exactly(name, args)?;
            let unsigned = build(store, Op::BvToInt, &[a], None)?;
            let width = store.width(a);
            let modulus = store.constant(Value::Int(BigInt::one() << width));
            let negative = store.bit(width - 1, a);
            let wrapped = store.sub(unsigned, modulus);
            Ok(store.ite(negative, wrapped, unsigned))
        }
        Derived::Fp => {
            let [sign, exponent, significand] = exactly(name, args)?;
            float_from_parts(store, sign, exponent, significand)
        }
        _ => bit_vector_derived(store, name, derived, args),
    }
}

fn bit_vector_derived(
    store: &mut TermStore,
    name: &str,
    derived: Derived,
    args: &[Term],
) -> Result<Term> {
    if derived == Derived::BvNegO {
        let [a] = exactly(name, args)?;
        build(store, Op::BvNeg, &[a], None)?;
        let least = store.bv_const(BitVec::min_signed(store.width(a)));
        return Ok(store.eq(a, least));
    }
    let [a, b] = exactly(name, args)?;
    // All of these take the same arguments as `bvand`.
    store.result_sort(Op::BvAnd, &[a, b], None)?;
    let width = store.width(a);
    Ok(match derived {
        Derived::BvNand => {
            let and = store.bv_and(a, b);
            store.bv_not(and)
        }
        Derived::BvNor => {
            let or = store.bv_or(a, b);
            store.bv_not(or)
        }
        Derived::BvXnor => {
            let xor = store.bv_xor(a, b);
            store.bv_not(xor)
        }
        Derived::BvComp => {
            let equal = store.eq(a, b);
            store.bool_to_bv(equal)
        }
        Derived::BvUge => store.bv_ule(b, a),
        Derived::BvUgt => store.bv_ult(b, a),
        Derived::BvSge => store.bv_sle(b, a),
        Derived::BvSgt => store.bv_slt(b, a),
        Derived::BvUsubO => store.bv_ult(a, b),
        Derived::BvSdivO => {
            let least = store.bv_const(BitVec::min_signed(width));
            let minus_one = store.bv_const(BitVec::ones(width));
            let (least, minus_one) = (store.eq(a, least), store.eq(b, minus_one));
            store.and(&[least, minus_one])
        }
        Derived::BvUaddO => overflows(store, Op::BvAdd, 1, Op::BvZeroExtend, a, b)?,
        Derived::BvSaddO => overflows(store, Op::BvAdd, 1, Op::BvSignExtend, a, b)?,
        Derived::BvSsubO => overflows(store, Op::BvSub, 1, Op::BvSignExtend, a, b)?,
        Derived::BvUmulO => overflows(store, Op::BvMul, width, Op::BvZeroExtend, a, b)?,
        Derived::BvSmulO => overflows(store, Op::BvMul, width, Op::BvSignExtend, a, b)?,
        _ => unreachable!("'{name}' is not an operator on bit-vectors"),
    })
}

/// Whether the exact result, computed with `extra` bits, is not the extension of its low bits.
fn overflows(
    store: &mut TermStore,
    op: Op,
    extra: u32,
    extend: fn(u32) -> Op,
    a: Term,
    b: Term,
) -> Result<Term> {
    let width = store.width(a);
    let wide_a = build(store, extend(extra), &[a], None)?;
    let wide_b = build(store, extend(extra), &[b], None)?;
    let exact = build(store, op, &[wide_a, wide_b], None)?;
    let low = store.extract(width - 1, 0, exact);
    let extended = build(store, extend(extra), &[low], None)?;
    let fits = store.eq(exact, extended);
    Ok(store.not(fits))
}

/// Copies side by side, by doubling.
fn repeat(store: &mut TermStore, times: u32, argument: Term) -> Result<Term> {
    let width = store.sort(argument).bit_width().unwrap_or(1);
    check_width(&Sort::BitVec(width.saturating_mul(times)))?;
    store.result_sort(Op::BvNot, &[argument], None)?;
    let mut result = argument;
    for bit in (0..times.ilog2()).rev() {
        result = store.concat(result, result);
        if times >> bit & 1 == 1 {
            result = store.concat(result, argument);
        }
    }
    Ok(result)
}

fn to_fp(store: &mut TermStore, format: FloatFormat, args: &[Term]) -> Result<Term> {
    let sort = Sort::Float(format);
    match *args {
        [bits] => build(store, Op::FpFromBits, &[bits], Some(&sort)),
        [mode, a] => {
            let a = to_real(store, a);
            let op = match store.sort(a) {
                Sort::BitVec(_) => Op::FpFromSbv,
                Sort::Real => Op::FpFromReal,
                _ => Op::FpFromFp,
            };
            build(store, op, &[mode, a], Some(&sort))
        }
        _ => Err(arity("to_fp", args)),
    }
}

/// `(fp sign exponent significand)`
fn float_from_parts(
    store: &mut TermStore,
    sign: Term,
    exponent: Term,
    significand: Term,
) -> Result<Term> {
    let high = build(store, Op::BvConcat, &[sign, exponent], None)?;
    let bits = build(store, Op::BvConcat, &[high, significand], None)?;
    let format = FloatFormat::new(store.width(exponent), store.width(significand) + 1)
        .filter(|_| store.width(sign) == 1)
        .ok_or_else(|| ErrorKind::OutOfRange("the widths of a floating-point literal".into()))?;
    let parts = [sign, exponent, significand].map(|part| store.as_bitvec(part));
    if let [Some(sign), Some(exponent), Some(significand)] = parts {
        let bits = sign.concat(exponent).concat(significand);
        return Ok(store.constant(Value::Float(Float::from_bits(format, bits))));
    }
    build(store, Op::FpFromBits, &[bits], Some(&Sort::Float(format)))
}
