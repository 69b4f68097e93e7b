//! Small arrays, as tables: the word of an array is that of all its elements, one after the other.
//!
//! Tables need no axioms. A read chooses an element bit by bit of the index, a store replaces the
//! element whose number the index is.

use crate::circuits::Bits;
use crate::gates::Gates;
use crate::sat::Lit;
use term::{ArrayValue, BitVec, Sort, Value};

/// Which arrays are tables.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// The bits of the largest table.
    pub max_bits: u64,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables { max_bits: 1024 }
    }
}

impl Tables {
    /// The constants that are tables where they are read. Their bits are no variables, so there may be more.
    pub const OF_CONSTANTS: Tables = Tables { max_bits: 1 << 15 };

    /// How many elements of how many bits an array has that is a table.
    pub fn shape(self, sort: &Sort) -> Option<(usize, usize)> {
        let array = sort.as_array()?;
        let &Sort::BitVec(index) = &array.index else { return None };
        let element = match &array.element {
            Sort::Bool => 1,
            Sort::BitVec(width) => *width,
            _ => return None,
        };
        let elements = 1u64.checked_shl(index).filter(|&n| n <= self.max_bits)?;
        let fits = elements * u64::from(element) <= self.max_bits;
        fits.then_some((elements as usize, element as usize))
    }

    /// Whether a sort is one of arrays that are not tables.
    pub fn needs_axioms(self, sort: &Sort) -> bool {
        matches!(sort, Sort::Array(_)) && self.shape(sort).is_none()
    }
}

/// The bits of an element that is a constant.
fn element_bits(gates: &Gates, value: &Value) -> Bits {
    match value {
        Value::Bool(value) => vec![gates.constant(*value)],
        Value::BitVec(value) => crate::float::constant(gates, value),
        _ => unreachable!("elements of tables are Booleans or bit-vectors"),
    }
}

/// A constant as a table of so many elements.
pub fn constant(gates: &Gates, value: &ArrayValue, elements: usize) -> Bits {
    let &Sort::BitVec(width) = value.index_sort() else { unreachable!("indices are bit-vectors") };
    let element = |number| {
        let index = Value::BitVec(BitVec::new(width, number as u64));
        element_bits(gates, value.select(&index))
    };
    (0..elements).flat_map(element).collect()
}

/// What a table has at an index.
pub fn select(gates: &mut Gates, table: &[Lit], index: &[Lit]) -> Bits {
    let mut rest = table.to_vec();
    // The highest bit of the index says which half the element is in.
    for &bit in index.iter().rev() {
        let (low, high) = rest.split_at(rest.len() / 2);
        rest = gates.choose_word(bit, high, low);
    }
    rest
}

/// A table with another element at an index.
pub fn store(gates: &mut Gates, table: &[Lit], index: &[Lit], element: &[Lit]) -> Bits {
    let mut stored = Bits::new();
    for (number, old) in table.chunks(element.len()).enumerate() {
        let number = BitVec::new(index.len() as u32, number as u64);
        let number = crate::float::constant(gates, &number);
        let is_here = gates.equal(index, &number);
        stored.extend(gates.choose_word(is_here, element, old));
    }
    stored
}
