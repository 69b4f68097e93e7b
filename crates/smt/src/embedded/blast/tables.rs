//! Small arrays as tables: the word of an array is that of all its elements, one after the other.
//!
//! A buffer of sixteen bytes costs no more gates than a multiplication then. The SAT solver sees what
//! reads and stores mean at once, where lemmas on demand would take it many rounds to learn.

use super::circuits::{equal, mux};
use super::constant;
use crate::embedded::gates::Gates;
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
    /// How many elements an array has that is a table.
    pub fn elements(self, sort: &Sort) -> Option<usize> {
        let array = sort.as_array()?;
        let &Sort::BitVec(index) = &array.index else { return None };
        let element = super::width_of(&array.element).ok()?;
        let elements = 1u64.checked_shl(index).filter(|&n| n <= self.max_bits)?;
        (elements * u64::from(element) <= self.max_bits).then_some(elements as usize)
    }
}

/// A constant as a table of so many elements.
pub fn table_of(gates: &Gates, value: &ArrayValue, elements: usize) -> Vec<Lit> {
    let element = |number| constant(gates, value.select(&index(value.index_sort(), number)));
    (0..elements).flat_map(element).collect()
}

/// What a table has at an index.
pub fn select(gates: &mut Gates, table: &[Lit], index: &[Lit]) -> Vec<Lit> {
    if let Some(sums) = select_linear(gates, table, index) {
        return sums;
    }
    let mut rest = table.to_vec();
    // The highest bit of the index says which half the element is in.
    for &bit in index.iter().rev() {
        let (low, high) = rest.split_at(rest.len() / 2);
        rest = mux(gates, bit, high, low);
    }
    rest
}

/// What a table of constants has at an index, if each bit of it is a parity of bits of the index. So are the
/// tables of checksums.
fn select_linear(gates: &mut Gates, table: &[Lit], index: &[Lit]) -> Option<Vec<Lit>> {
    let elements = 1usize << index.len();
    let width = table.len() / elements;
    let bit = |element: usize, bit: usize| gates.as_constant(table[element * width + bit]);
    let mut parities: Vec<(bool, Vec<Lit>)> = Vec::new();
    for column in 0..width {
        let first = bit(0, column)?;
        let mut weights = 0;
        for (position, _) in index.iter().enumerate() {
            weights |= usize::from(bit(1 << position, column)? != first) << position;
        }
        for element in 0..elements {
            let parity = (element & weights).count_ones() % 2 == 1;
            if bit(element, column)? != (first ^ parity) {
                return None;
            }
        }
        let chosen = index.iter().enumerate().filter(|(i, _)| weights >> i & 1 == 1);
        parities.push((first, chosen.map(|(_, &lit)| lit).collect()));
    }
    let sum = |(first, lits): (bool, Vec<Lit>)| {
        let start = gates.constant(first);
        lits.into_iter().fold(start, |sum, lit| gates.xor(sum, lit))
    };
    Some(parities.into_iter().map(sum).collect())
}

/// A table with another element at an index.
pub fn store(gates: &mut Gates, table: &[Lit], index: &[Lit], element: &[Lit]) -> Vec<Lit> {
    let mut stored = Vec::with_capacity(table.len());
    for (number, old) in table.chunks(element.len()).enumerate() {
        let number = Value::bv(index.len() as u32, number as u64);
        let number = constant(gates, &number);
        let is_here = equal(gates, index, &number);
        stored.extend(mux(gates, is_here, element, old));
    }
    stored
}

/// The value of an array from the bits of its table.
pub fn value(sort: &Sort, bits: &BitVec) -> Value {
    let array = sort.as_array().expect("tables are arrays");
    let width = super::width_of(&array.element).expect("elements of tables have literals");
    let element = |number: u32| {
        let bits = bits.extract((number + 1) * width - 1, number * width);
        match array.element {
            Sort::Bool => Value::Bool(bits.bit(0)),
            _ => Value::BitVec(bits),
        }
    };
    let mut value = ArrayValue::constant(array.index.clone(), element(0));
    for number in 1..bits.width() / width {
        value = value.store(index(&array.index, number as usize), element(number));
    }
    Value::Array(Box::new(value))
}

fn index(sort: &Sort, number: usize) -> Value {
    Value::bv(sort.bit_width().expect("indices of tables are bit-vectors"), number as u64)
}
