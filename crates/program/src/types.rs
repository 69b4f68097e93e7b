//! Types of values for readers of a program: signedness of integers, fields of objects.

use std::fmt;
use term::{FloatFormat, Sort, Value};

use crate::Machine;

/// The type of a register. It determines the sort of the register's symbol; the rest is for
/// display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarType {
    /// A truth value that was never converted to a number: sort `Bool`.
    Truth,
    /// An integer: a bit-vector.
    Int {
        /// Width in bits.
        bits: u32,
        /// Whether the highest bit is a sign.
        signed: bool,
    },
    /// A floating-point number.
    Float(FloatFormat),
    /// An address: a bit-vector as wide as the machine's pointers.
    Pointer,
}

impl ScalarType {
    /// The sort of registers of this type.
    pub fn sort(self, machine: Machine) -> Sort {
        match self {
            ScalarType::Truth => Sort::Bool,
            ScalarType::Int { bits, .. } => Sort::BitVec(bits),
            ScalarType::Float(format) => Sort::Float(format),
            ScalarType::Pointer => Sort::BitVec(machine.pointer_bits()),
        }
    }
}

/// Displays a value as people write values of its type: integers with their sign, addresses in
/// hexadecimal.
pub struct Shown<'a>(pub ScalarType, pub &'a Value);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            (ScalarType::Int { signed: true, .. }, Value::BitVec(bits)) => {
                write!(f, "{}", bits.to_bigint())
            }
            (ScalarType::Int { signed: false, .. }, Value::BitVec(bits)) => {
                write!(f, "{}", bits.to_biguint())
            }
            (ScalarType::Pointer, Value::BitVec(bits)) => write!(f, "{:#x}", bits.to_biguint()),
            (_, Value::Float(float)) => match float.format() {
                FloatFormat::F32 => write!(f, "{:?}", float.to_f64() as f32),
                FloatFormat::F64 => write!(f, "{:?}", float.to_f64()),
                _ => write!(f, "{float}"),
            },
            (_, value) => write!(f, "{value}"),
        }
    }
}

/// The intended use of the bytes of an object. Accesses need not follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Bytes without further structure.
    Bytes(u64),
    /// One value of `size` bytes.
    Scalar {
        /// The value's type.
        ty: ScalarType,
        /// Its size in bytes, padding included.
        size: u64,
    },
    /// Equal elements one after the other.
    Array {
        /// The layout of each.
        element: Box<Layout>,
        /// How many there are.
        count: u64,
    },
    /// Named parts, which may overlap (unions) and leave gaps.
    Record {
        /// The parts in the order of declaration.
        fields: Vec<Field>,
        /// Size of the whole in bytes.
        size: u64,
    },
}

/// A named part of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name; empty for an anonymous one.
    pub name: String,
    /// Distance in bytes from the start of the record.
    pub offset: u64,
    /// The layout of the part.
    pub layout: Layout,
}

impl Layout {
    /// Size in bytes.
    pub fn size(&self) -> u64 {
        match self {
            Layout::Bytes(size) | Layout::Scalar { size, .. } | Layout::Record { size, .. } => {
                *size
            }
            Layout::Array { element, count } => element.size() * count,
        }
    }

    /// The C expression for the part of an object at an offset, as deep as the structure is known:
    /// `list[2].next`; and its type if it is a scalar.
    pub fn part_at(&self, name: &str, offset: u64) -> (String, Option<ScalarType>) {
        let (mut path, mut layout, mut rest) = (name.to_owned(), self, offset);
        loop {
            match layout {
                Layout::Scalar { ty, .. } if rest == 0 => return (path, Some(*ty)),
                Layout::Array { element, count } if element.size() > 0 => {
                    let index = rest / element.size();
                    // The place just past the end has a name, too.
                    if index == *count && rest % element.size() == 0 {
                        return (format!("{path}[{index}]"), None);
                    }
                    if index >= *count {
                        return (format!("{path}+{rest}"), None);
                    }
                    path = format!("{path}[{index}]");
                    rest %= element.size();
                    layout = element;
                }
                Layout::Record { fields, .. } => {
                    let holds = |field: &&Field| {
                        (field.offset..field.offset + field.layout.size().max(1)).contains(&rest)
                    };
                    let Some(field) = fields.iter().find(holds) else {
                        return (format!("{path}+{rest}"), None);
                    };
                    if !field.name.is_empty() {
                        path = format!("{path}.{}", field.name);
                    }
                    rest -= field.offset;
                    layout = &field.layout;
                }
                _ if rest == 0 => return (path, None),
                _ => return (format!("{path}+{rest}"), None),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names() {
        let int = ScalarType::Int { bits: 32, signed: true };
        let scalar = |ty| Layout::Scalar { ty, size: 4 };
        let field = |name: &str, offset, layout| Field { name: name.to_owned(), offset, layout };
        let node = Layout::Record {
            fields: vec![
                field("value", 0, scalar(int)),
                field("next", 4, scalar(ScalarType::Pointer)),
            ],
            size: 12,
        };
        let list = Layout::Array { element: Box::new(node), count: 3 };
        let check = |offset, name: &str, ty| {
            assert_eq!(list.part_at("list", offset), (name.to_owned(), ty));
        };
        check(0, "list[0].value", Some(int));
        check(28, "list[2].next", Some(ScalarType::Pointer));
        check(29, "list[2].next+1", None);
        check(8, "list[0]+8", None);
        check(36, "list[3]", None);
        check(37, "list+37", None);
    }

    #[test]
    fn values_are_shown_as_people_write_them() {
        let check = |ty, value, expected: &str| assert_eq!(Shown(ty, &value).to_string(), expected);
        let int = |signed| ScalarType::Int { bits: 8, signed };
        check(int(true), Value::bv(8, 0xfe), "-2");
        check(int(false), Value::bv(8, 0xfe), "254");
        check(ScalarType::Pointer, Value::bv(64, 0xbeef), "0xbeef");
        check(ScalarType::Truth, Value::Bool(true), "true");
        check(ScalarType::Float(FloatFormat::F64), Value::Float(term::Float::from_f64(0.5)), "0.5");
    }
}
