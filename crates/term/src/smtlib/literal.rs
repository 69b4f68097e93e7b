//! Literals: numbers, bit patterns, and the negations and fractions that stand for constants.

use super::sexpr::{Node, NodeKind, SexprArena};
use crate::bitvec::BitVec;
use crate::value::Value;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;

/// The value of a literal atom.
pub(super) fn atom(arena: &SexprArena, node: Node, numerals_are_real: bool) -> Option<Value> {
    let text = arena.text(node);
    match arena.kind(node) {
        NodeKind::Numeral if numerals_are_real => Some(Value::Real(integer(text)?.into())),
        NodeKind::Numeral => Some(Value::Int(integer(text)?)),
        NodeKind::Decimal => Some(Value::Real(decimal(text)?)),
        NodeKind::Hexadecimal => bits(&text[2..], 4),
        NodeKind::Binary => bits(&text[2..], 1),
        _ => None,
    }
}

fn integer(digits: &str) -> Option<BigInt> {
    BigInt::parse_bytes(digits.as_bytes(), 10)
}

fn decimal(text: &str) -> Option<BigRational> {
    let (whole, fraction) = text.split_once('.')?;
    let numerator = integer(&format!("{whole}{fraction}"))?;
    let denominator = BigInt::from(10u32).pow(u32::try_from(fraction.len()).ok()?);
    Some(BigRational::new(numerator, denominator))
}

fn bits(digits: &str, bits_per_digit: u32) -> Option<Value> {
    let width = u32::try_from(digits.len()).ok()?.checked_mul(bits_per_digit)?;
    let value = BigUint::parse_bytes(digits.as_bytes(), 1 << bits_per_digit)?;
    (width <= super::sorts::MAX_WIDTH).then(|| Value::BitVec(BitVec::from_biguint(width, &value)))
}

/// The value of `(- n)`, `(/ m n)` or `(/ (- m) n)` for number literals. SMT-LIB has no other way
/// to write a negative or fractional constant.
pub(super) fn compound(arena: &SexprArena, node: Node, numerals_are_real: bool) -> Option<Value> {
    if let Some([minus, _]) = arena.elements(node)
        && arena.is_word(minus, "-")
    {
        return negation(arena, node, numerals_are_real);
    }
    let [slash, numerator, denominator] = arena.elements(node)?;
    if !arena.is_word(slash, "/") {
        return None;
    }
    let numerator = match arena.kind(numerator) {
        NodeKind::List => negation(arena, numerator, true)?,
        _ => atom(arena, numerator, true)?,
    };
    match (numerator, atom(arena, denominator, true)?) {
        (Value::Real(m), Value::Real(n)) if !n.is_zero() => Some(Value::Real(m / n)),
        _ => None,
    }
}

fn negation(arena: &SexprArena, node: Node, numerals_are_real: bool) -> Option<Value> {
    let [minus, number] = arena.elements(node)?;
    if !arena.is_word(minus, "-") {
        return None;
    }
    match atom(arena, number, numerals_are_real)? {
        Value::Int(n) => Some(Value::Int(-n)),
        Value::Real(q) => Some(Value::Real(-q)),
        _ => None,
    }
}
