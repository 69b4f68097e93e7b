//! Concrete values: what variables are assigned and evaluation yields.

use crate::bitvec::BitVec;
use crate::float::{Float, RoundingMode};
use crate::sort::Sort;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A value of some sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    BitVec(BitVec),
    /// A floating-point number.
    Float(Float),
    /// A rounding mode.
    RoundingMode(RoundingMode),
    /// An integer.
    Int(BigInt),
    /// A rational number; other reals cannot be written.
    Real(BigRational),
    /// An array that differs from a constant one at finitely many indices.
    Array(Box<ArrayValue>),
}

/// An array value: a default and the exceptions, in a canonical form, so that two of them are
/// equal as maps exactly when they are structurally equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayValue {
    index: Sort,
    default: Value,
    entries: BTreeMap<Value, Value>,
}

impl Value {
    /// The bit-vector of the given width with the low bits of `value`.
    pub fn bv(width: u32, value: u64) -> Value {
        Value::BitVec(BitVec::new(width, value))
    }

    /// A truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// A bit-vector, if it is one.
    pub fn as_bitvec(&self) -> Option<&BitVec> {
        match self {
            Value::BitVec(v) => Some(v),
            _ => None,
        }
    }

    /// A floating-point number, if it is one.
    pub fn as_float(&self) -> Option<&Float> {
        match self {
            Value::Float(x) => Some(x),
            _ => None,
        }
    }

    /// An array, if it is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(a) => Some(a),
            _ => None,
        }
    }

    /// The sort that the value belongs to.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::BitVec(v) => Sort::BitVec(v.width()),
            Value::Float(x) => Sort::Float(x.format()),
            Value::RoundingMode(_) => Sort::RoundingMode,
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::Array(a) => Sort::array(a.index.clone(), a.default.sort()),
        }
    }

    /// Some fixed value of the sort: false, zero, round to nearest even, the all-zero array.
    pub fn default_of(sort: &Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::BitVec(BitVec::zero(*width)),
            Sort::Float(format) => Value::Float(Float::zero(*format, false)),
            Sort::RoundingMode => Value::RoundingMode(RoundingMode::NearestEven),
            Sort::Int => Value::Int(BigInt::ZERO),
            Sort::Real => Value::Real(BigRational::from_integer(BigInt::ZERO)),
            Sort::Array(array) => {
                let element = Value::default_of(&array.element);
                Value::Array(Box::new(ArrayValue::constant(array.index.clone(), element)))
            }
        }
    }
}

impl ArrayValue {
    /// The array that maps every index to `default`.
    pub fn constant(index: Sort, default: Value) -> ArrayValue {
        ArrayValue { index, default, entries: BTreeMap::new() }
    }

    /// The value at every index without an exception.
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// Sort of the indices.
    pub fn index_sort(&self) -> &Sort {
        &self.index
    }

    /// The exceptions, in ascending order of index.
    pub fn entries(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// The value at an index.
    pub fn select(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The array with the value at one index replaced.
    #[must_use]
    pub fn store(mut self, index: Value, value: Value) -> ArrayValue {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
            self.canonicalise();
        }
        self
    }

    /// Makes the most frequent value the default (the least of several). The default changes only
    /// if the exceptions make up half of a finite index sort.
    fn canonicalise(&mut self) {
        let Some(size) = self.index.cardinality() else { return };
        if BigUint::from(self.entries.len()) * 2u32 < size {
            return;
        }
        let defaulted = size - BigUint::from(self.entries.len());
        let mut count: BTreeMap<&Value, BigUint> = BTreeMap::new();
        count.insert(&self.default, defaulted);
        for value in self.entries.values() {
            *count.entry(value).or_default() += 1u32;
        }
        let most = count.values().max().expect("the default was counted").clone();
        let default = count.into_iter().find(|(_, n)| *n == most).expect("just seen").0.clone();
        if default != self.default {
            let all = all_values(&self.index).expect("a sort this small can be enumerated");
            let old = std::mem::replace(&mut self.default, default);
            for index in all {
                self.entries.entry(index).or_insert_with(|| old.clone());
            }
        }
        let default = &self.default;
        self.entries.retain(|_, value| value != default);
    }
}

/// Every value of a finite sort, in ascending order. Call it only for small sorts.
fn all_values(sort: &Sort) -> Option<Vec<Value>> {
    match sort {
        Sort::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
        Sort::BitVec(width) if *width < 32 => {
            Some((0..1u64 << width).map(|v| Value::bv(*width, v)).collect())
        }
        Sort::Float(format) if format.width() < 32 => {
            let patterns = (0..1u64 << format.width()).map(|v| BitVec::new(format.width(), v));
            let floats = patterns.map(|bits| Value::Float(Float::from_bits(*format, bits)));
            let all: BTreeSet<Value> = floats.collect();
            Some(all.into_iter().collect())
        }
        Sort::RoundingMode => Some(RoundingMode::ALL.map(Value::RoundingMode).to_vec()),
        _ => None,
    }
}

/// The SMT-LIB text of the value.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::BitVec(v) => write!(f, "{v}"),
            Value::Float(x) => write_float(f, x),
            Value::RoundingMode(mode) => write!(f, "{mode}"),
            Value::Int(n) => write_integer(f, n, ""),
            Value::Real(q) if q.is_integer() => write_integer(f, q.numer(), ".0"),
            Value::Real(q) => {
                f.write_str("(/ ")?;
                write_integer(f, q.numer(), ".0")?;
                write!(f, " {}.0)", q.denom())
            }
            Value::Array(a) => {
                for _ in &a.entries {
                    f.write_str("(store ")?;
                }
                write!(f, "((as const {}) {})", self.sort(), a.default)?;
                for (index, value) in &a.entries {
                    write!(f, " {index} {value})")?;
                }
                Ok(())
            }
        }
    }
}

/// Sign, exponent and significand in binary. NaN is written by name; SMT-LIB has only one.
fn write_float(f: &mut fmt::Formatter<'_>, x: &Float) -> fmt::Result {
    let format = x.format();
    if x.is_nan() {
        return write!(f, "(_ NaN {} {})", format.exponent, format.significand);
    }
    let fraction = format.significand - 1;
    let (exponent_width, fraction_width) = (format.exponent as usize, fraction as usize);
    write!(
        f,
        "(fp #b{} #b{:0exponent_width$b} #b{:0fraction_width$b})",
        u8::from(x.is_negative()),
        x.bits().extract(format.width() - 2, fraction).to_biguint(),
        x.bits().extract(fraction - 1, 0).to_biguint(),
    )
}

/// SMT-LIB has no negative literals.
fn write_integer(f: &mut fmt::Formatter<'_>, n: &BigInt, suffix: &str) -> fmt::Result {
    if n.sign() == num_bigint::Sign::Minus {
        write!(f, "(- {}{suffix})", n.magnitude())
    } else {
        write!(f, "{n}{suffix}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float::FloatFormat;

    fn array(default: u64, entries: &[(u64, u64)]) -> ArrayValue {
        let start = ArrayValue::constant(Sort::BitVec(1), Value::bv(8, default));
        entries.iter().fold(start, |a, &(i, v)| a.store(Value::bv(1, i), Value::bv(8, v)))
    }

    #[test]
    fn equal_maps_are_structurally_equal() {
        assert_eq!(array(0, &[(0, 1), (1, 1)]), array(1, &[]));
        assert_eq!(array(0, &[(0, 1)]), array(1, &[(1, 0)]));
        assert_eq!(array(5, &[(0, 1), (1, 2)]), array(7, &[(1, 2), (0, 1)]));
        assert_ne!(array(0, &[(0, 1)]), array(0, &[(1, 1)]));
        assert_eq!(array(3, &[(0, 9), (0, 3)]), array(3, &[]));
    }

    #[test]
    fn select_sees_stores() {
        let a = array(5, &[(0, 1), (1, 2)]);
        assert_eq!(a.select(&Value::bv(1, 0)), &Value::bv(8, 1));
        assert_eq!(a.select(&Value::bv(1, 1)), &Value::bv(8, 2));
    }

    #[test]
    fn arrays_over_every_float_are_canonical_too() {
        let format = FloatFormat::new(2, 2).unwrap();
        let all = all_values(&Sort::Float(format)).unwrap();
        assert_eq!(BigUint::from(all.len()), Sort::Float(format).cardinality().unwrap());
        let start = ArrayValue::constant(Sort::Float(format), Value::Bool(false));
        let filled = all.into_iter().fold(start, |a, x| a.store(x, Value::Bool(true)));
        assert_eq!(filled, ArrayValue::constant(Sort::Float(format), Value::Bool(true)));
    }

    #[test]
    fn prints_smtlib() {
        assert_eq!(Value::Int((-3).into()).to_string(), "(- 3)");
        let third = BigRational::new(BigInt::from(-1), BigInt::from(3));
        assert_eq!(Value::Real(third).to_string(), "(/ (- 1.0) 3.0)");
        let half = Value::Float(Float::from_f32(-0.5));
        assert_eq!(half.to_string(), "(fp #b1 #b01111110 #b00000000000000000000000)");
        assert_eq!(Value::Float(Float::from_f32(f32::NAN)).to_string(), "(_ NaN 8 24)");
        let mut a = ArrayValue::constant(Sort::BitVec(8), Value::Bool(false));
        a = a.store(Value::bv(8, 2), Value::Bool(true));
        let text = "(store ((as const (Array (_ BitVec 8) Bool)) false) #x02 true)";
        assert_eq!(Value::Array(Box::new(a)).to_string(), text);
    }
}
