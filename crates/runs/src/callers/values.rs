//! Values of numbers, as bits.

use program::NumberKind;
use std::fmt;
use term::{BitVec, Float, FloatFormat, Sort, Value};

/// The numbers that are tried in place of others.
pub(super) const CANDIDATES: [i64; 22] =
    [0, 1, 2, 3, 4, 8, 16, 100, 1000, 5, 7, 10, 15, 31, 32, 64, 200, 255, 256, 500, 4096, -1];

/// A number of a kind: its bits, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bits {
    pub bits: u128,
    pub width: u32,
    pub kind: NumberKind,
}

impl Bits {
    /// A number with the low bits of another one. Floats have the value instead.
    pub fn of_number(number: i64, width: u32, kind: NumberKind) -> Bits {
        let bits = match (kind, width) {
            (NumberKind::Bool, _) => u128::from(number != 0),
            (NumberKind::Other, 32) => u128::from((number as f32).to_bits()),
            (NumberKind::Other, 64) => u128::from((number as f64).to_bits()),
            _ => i128::from(number) as u128,
        };
        Bits { bits: bits & mask(width), width, kind }
    }

    /// The bits of a value, if it has some.
    pub fn of_value(value: &Value, kind: NumberKind) -> Option<Bits> {
        match value {
            Value::Bool(truth) => Some(Bits { bits: u128::from(*truth), width: 1, kind }),
            Value::BitVec(bits) if bits.width() <= 128 => {
                let number = u128::try_from(bits.to_biguint()).ok()?;
                Some(Bits { bits: number, width: bits.width(), kind })
            }
            Value::Float(float) if float.format().width() <= 64 => {
                let number = u128::try_from(float.bits().to_biguint()).ok()?;
                Some(Bits { bits: number, width: float.format().width(), kind: NumberKind::Other })
            }
            _ => None,
        }
    }

    /// The value of a sort that has these bits.
    pub fn value(&self, sort: &Sort) -> Option<Value> {
        match sort {
            Sort::Bool => Some(Value::Bool(self.bits != 0)),
            Sort::BitVec(width) => {
                Some(Value::BitVec(BitVec::from_biguint(*width, &self.bits.into())))
            }
            Sort::Float(format) => Some(Value::Float(self.float(*format))),
            _ => None,
        }
    }

    fn float(&self, format: FloatFormat) -> Float {
        Float::from_bits(format, BitVec::from_biguint(format.width(), &self.bits.into()))
    }

    /// The same with another number, if that is different.
    pub fn other(&self, number: i64) -> Option<Bits> {
        let other = Bits::of_number(number, self.width, self.kind);
        (other != *self).then_some(other)
    }

    /// Zero.
    pub fn zero(&self) -> Bits {
        Bits { bits: 0, ..self.clone() }
    }

    pub fn is_zero(&self) -> bool {
        self.bits == 0
    }

    /// The number, if it is an integer.
    fn number(&self) -> Option<i128> {
        let is_negative = self.width < 128 && self.bits >> (self.width - 1) & 1 == 1;
        match self.kind {
            NumberKind::Signed if is_negative => Some(self.bits as i128 - (1 << self.width)),
            NumberKind::Signed | NumberKind::Unsigned if self.width < 127 => {
                Some(self.bits as i128)
            }
            _ => None,
        }
    }

    /// A number in the middle of two integers, if there are some between them.
    pub fn between(&self, other: &Bits) -> Option<Bits> {
        let (a, b) = (self.number()?, other.number()?);
        let middle = (a + b).div_euclid(2);
        let bits = middle as u128 & mask(self.width);
        (middle != a && middle != b).then(|| Bits { bits, ..self.clone() })
    }

    /// A condition that holds for a harmless value and not for this one.
    pub fn excluded_by(&self, name: &str, harmless: &Bits) -> String {
        match (self.number(), harmless.number()) {
            (Some(value), Some(edge)) if edge < value => format!("{name} <= {edge}"),
            (Some(_), Some(edge)) => format!("{name} >= {edge}"),
            _ => format!("{name} == {harmless}"),
        }
    }
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, self.width) {
            (NumberKind::Other, 32) => write!(f, "{:?}", f32::from_bits(self.bits as u32)),
            (NumberKind::Other, 64) => write!(f, "{:?}", f64::from_bits(self.bits as u64)),
            (NumberKind::Other, _) => write!(f, "{:#x}", self.bits),
            _ => match self.number() {
                Some(number) => write!(f, "{number}"),
                None => write!(f, "{}", self.bits),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(number: i64) -> Bits {
        Bits::of_number(number, 32, NumberKind::Signed)
    }

    #[test]
    fn numbers_between_others() {
        assert_eq!(signed(0).between(&signed(10)), Some(signed(5)));
        assert_eq!(signed(-1).between(&signed(0)), None);
        assert_eq!(signed(3).between(&signed(-3)), Some(signed(0)));
        assert_eq!(signed(-7).to_string(), "-7");
        assert_eq!(Bits::of_number(2, 64, NumberKind::Other).to_string(), "2.0");
    }

    #[test]
    fn conditions_exclude_a_value() {
        assert_eq!(signed(40).excluded_by("n", &signed(31)), "n <= 31");
        assert_eq!(signed(-2).excluded_by("n", &signed(0)), "n >= 0");
    }
}
