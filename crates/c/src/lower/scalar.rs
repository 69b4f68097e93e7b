//! Scalars: the sorts of their values, their bytes in memory, their truth value.

use crate::hir::{FloatType, Ty, Type, Types};
use program::{Machine, ScalarType};
use term::{Float, FloatFormat, Sort, Term, TermStore, Value};

/// A scalar type reduced to its values: names, ranks and pointer targets are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    /// `_Bool`, a bit-vector of 8 bits with the value 0 or 1.
    Bool,
    /// Any other integer.
    Int {
        /// Width in bits.
        bits: u32,
        /// Whether it has a sign.
        signed: bool,
    },
    /// A floating-point number.
    Float(FloatType),
    /// A pointer or `va_list`.
    Pointer,
}

impl Scalar {
    /// `int`.
    pub(crate) const INT: Scalar = Scalar::Int { bits: 32, signed: true };

    /// The scalar of a C type, if it is scalar.
    pub(crate) fn of(types: &Types, ty: Ty) -> Option<Scalar> {
        match types.get(ty) {
            Type::Bool => Some(Scalar::Bool),
            Type::Int(int) => Some(Scalar::Int { bits: int.bits, signed: int.signed }),
            Type::Float(float) => Some(Scalar::Float(*float)),
            Type::Pointer(_) | Type::VaList => Some(Scalar::Pointer),
            Type::Void | Type::Array(..) | Type::Record(_) | Type::Function(_) => None,
        }
    }

    /// An integer as wide as a pointer.
    pub(crate) fn word(machine: Machine, signed: bool) -> Scalar {
        Scalar::Int { bits: machine.pointer_bits(), signed }
    }

    /// The type of a register for it.
    pub(crate) fn register_type(self) -> ScalarType {
        match self {
            Scalar::Bool => ScalarType::Int { bits: 8, signed: false },
            Scalar::Int { bits, signed } => ScalarType::Int { bits, signed },
            Scalar::Float(float) => ScalarType::Float(float.format()),
            Scalar::Pointer => ScalarType::Pointer,
        }
    }

    /// The sort of its values.
    pub(crate) fn sort(self, machine: Machine) -> Sort {
        self.register_type().sort(machine)
    }

    /// Width in bits of a bit-vector, `None` for floats.
    pub(crate) fn bits(self, machine: Machine) -> Option<u32> {
        self.sort(machine).bit_width()
    }

    /// Whether conversion to a wider integer sign-extends.
    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Scalar::Int { signed: true, .. })
    }

    /// How many bits of memory hold its value. The padding of `long double` is never accessed.
    pub(crate) fn memory_bits(self, machine: Machine) -> u32 {
        match self {
            Scalar::Float(FloatType::LongDouble) => X87_IMAGE,
            Scalar::Float(float) => float.format().width(),
            _ => self.register_type().sort(machine).bit_width().unwrap_or(8),
        }
    }
}

/// Bits of a `long double` in memory: sign, exponent, integer bit, fraction.
const X87_IMAGE: u32 = 80;

/// The bits of a value in memory.
pub(crate) fn to_memory(terms: &mut TermStore, scalar: Scalar, value: Term) -> Term {
    match scalar {
        Scalar::Float(FloatType::LongDouble) => {
            let bits = terms.fp_to_bits(value);
            let sign_and_exponent = terms.extract(78, 63, bits);
            let exponent = terms.extract(77, 63, bits);
            let fraction = terms.extract(62, 0, bits);
            let zero = terms.bv(15, 0);
            let small = terms.eq(exponent, zero);
            let normal = terms.not(small);
            let integer = terms.bool_to_bv(normal);
            let high = terms.concat(sign_and_exponent, integer);
            terms.concat(high, fraction)
        }
        Scalar::Float(_) => terms.fp_to_bits(value),
        _ => value,
    }
}

/// The value of bits in memory; the inverse of [`to_memory`]. Invalid operands of the x87 are NaN,
/// its pseudo-denormals are the normal numbers they equal.
pub(crate) fn from_memory(terms: &mut TermStore, scalar: Scalar, bits: Term) -> Term {
    match scalar {
        Scalar::Float(FloatType::LongDouble) => {
            let sign = terms.extract(79, 79, bits);
            let exponent = terms.extract(78, 64, bits);
            let integer = terms.bit(63, bits);
            let fraction = terms.extract(62, 0, bits);
            let (zero, one) = (terms.bv(15, 0), terms.bv(15, 1));
            let small = terms.eq(exponent, zero);
            let normal = terms.not(small);
            let no_integer = terms.not(integer);
            let pseudo = terms.and(&[small, integer]);
            let invalid = terms.and(&[normal, no_integer]);
            let exponent = terms.ite(pseudo, one, exponent);
            let high = terms.concat(sign, exponent);
            let image = terms.concat(high, fraction);
            let value = terms.fp_from_bits(FloatFormat::X87, image);
            let nan = terms.constant(Value::Float(Float::nan(FloatFormat::X87)));
            terms.ite(invalid, nan, value)
        }
        Scalar::Float(float) => terms.fp_from_bits(float.format(), bits),
        _ => bits,
    }
}

/// Whether a value is nonzero; NaN is.
pub(crate) fn is_nonzero(terms: &mut TermStore, scalar: Scalar, value: Term) -> Term {
    let zero = match scalar {
        Scalar::Float(_) => terms.fp_is_zero(value),
        _ => {
            let width = terms.width(value);
            let zero = terms.bv(width, 0);
            terms.eq(value, zero)
        }
    };
    terms.not(zero)
}

/// Zero of a scalar type, `+0.0` of floats.
pub(crate) fn zero(terms: &mut TermStore, machine: Machine, scalar: Scalar) -> Term {
    let value = Value::default_of(&scalar.sort(machine));
    terms.constant(value)
}

/// A truth value as 0 or 1 of a bit-vector.
pub(crate) fn truth_to_bv(terms: &mut TermStore, width: u32, truth: Term) -> Term {
    let (one, zero) = (terms.bv(width, 1), terms.bv(width, 0));
    terms.ite(truth, one, zero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{BitVec, RoundingMode};

    #[test]
    fn long_double_memory_agrees_with_the_concrete_one() {
        let mut terms = TermStore::new();
        let scalar = Scalar::Float(FloatType::LongDouble);
        for number in [0.0, -0.0, 1.5, -3e300, f64::INFINITY, f64::NAN] {
            let float = Float::from_f64(number);
            let float = float.to_format(FloatFormat::X87, RoundingMode::NearestEven);
            let term = terms.constant(Value::Float(float.clone()));
            let image = to_memory(&mut terms, scalar, term);
            assert_eq!(terms.as_bitvec(image), Some(&float.to_x87_bits()));
            assert_eq!(from_memory(&mut terms, scalar, image), term);
        }
        let patterns = [0u64, 1, 0x7fff, 0x8000, 0x8001];
        let significands = [0u64, 1, 1 << 63, (1 << 63) | 1, (1 << 63) - 1];
        for (high, low) in patterns.iter().flat_map(|h| significands.map(|l| (*h, l))) {
            let memory = BitVec::new(16, high).concat(&BitVec::new(64, low));
            let image = terms.bv_const(memory.clone());
            let value = from_memory(&mut terms, scalar, image);
            let expected = Value::Float(Float::from_x87_bits(&memory));
            assert_eq!(terms.as_value(value), Some(&expected), "{high:x} {low:x}");
        }
    }
}
