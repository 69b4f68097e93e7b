//! The sorts of terms.

use crate::float::FloatFormat;
use num_bigint::BigUint;
use num_traits::One;
use std::fmt;
use std::sync::Arc;

/// The type of a term. Cheap to clone; its `Display` is the SMT-LIB text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of a width of at least 1.
    BitVec(u32),
    /// IEEE 754 floating-point numbers with a single NaN.
    Float(FloatFormat),
    /// The five IEEE 754 rounding modes.
    RoundingMode,
    /// Mathematical integers.
    Int,
    /// Real numbers.
    Real,
    /// Total maps from an index sort to an element sort.
    Array(Arc<ArraySort>),
}

/// Index and element of an array sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArraySort {
    /// Sort of the indices.
    pub index: Sort,
    /// Sort of the elements.
    pub element: Sort,
}

impl Sort {
    /// The sort of arrays from `index` to `element`.
    pub fn array(index: Sort, element: Sort) -> Sort {
        Sort::Array(Arc::new(ArraySort { index, element }))
    }

    /// The width of a bit-vector sort.
    pub fn bit_width(&self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(*width),
            _ => None,
        }
    }

    /// The format of a floating-point sort.
    pub fn float_format(&self) -> Option<FloatFormat> {
        match self {
            Sort::Float(format) => Some(*format),
            _ => None,
        }
    }

    /// Index and element of an array sort.
    pub fn as_array(&self) -> Option<&ArraySort> {
        match self {
            Sort::Array(array) => Some(array),
            _ => None,
        }
    }

    /// Whether this is a float or a rounding mode, or an array of such.
    pub fn has_floats(&self) -> bool {
        match self {
            Sort::Float(_) | Sort::RoundingMode => true,
            Sort::Array(array) => array.index.has_floats() || array.element.has_floats(),
            Sort::Bool | Sort::BitVec(_) | Sort::Int | Sort::Real => false,
        }
    }

    /// Whether this is `Int` or `Real`.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }

    /// Number of values, for sorts where it is finite and cheap to say (arrays are not counted).
    pub fn cardinality(&self) -> Option<BigUint> {
        match self {
            Sort::Bool => Some(2u32.into()),
            Sort::BitVec(width) => Some(BigUint::one() << *width),
            Sort::RoundingMode => Some(5u32.into()),
            // All bit patterns except NaNs, plus one NaN.
            Sort::Float(format) => {
                let nans = (BigUint::one() << format.significand) - 2u32;
                Some((BigUint::one() << format.width()) - nans + 1u32)
            }
            Sort::Int | Sort::Real | Sort::Array(_) => None,
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Float(format) => write!(f, "{format}"),
            Sort::RoundingMode => f.write_str("RoundingMode"),
            Sort::Int => f.write_str("Int"),
            Sort::Real => f.write_str("Real"),
            Sort::Array(array) => write!(f, "(Array {} {})", array.index, array.element),
        }
    }
}
