//! Cells: indices and elements of arrays, arguments and results of functions.
//!
//! A cell is a word of literals, a number, or an array. Arrays and functions compare cells by what they hold in a
//! model, and say in lemmas that cells are equal.

use super::blast::tables;
use super::blast::{Blaster, Word, width_of};
use super::model::SatModel;
use crate::arithmetic::Rational;
use crate::sat::Lit;
use crate::traits::UnknownReason;
use term::{BitVec, Sort, Term, TermStore, Value};

/// What an array has at an index, an index itself, or an argument of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Literals.
    Bits(Word),
    /// The number of a sum in [`Numbers`](super::numbers::Numbers).
    Number(u32),
    /// The number of an array in [`Arrays`](super::arrays::Arrays).
    Array(usize),
}

/// What a cell holds in a model. Equal contents are equal values; arrays with different contents may be equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Content {
    /// Bits.
    Bits(BitVec),
    /// A number.
    Number(Rational),
    /// An array that stands for all that are equal to it in the model.
    Array(usize),
}

impl Blaster {
    /// Whether a sort can be that of a cell, and why not.
    pub fn supports_cell(&self, sort: &Sort) -> Result<(), UnknownReason> {
        match sort {
            Sort::Int | Sort::Real => Ok(()),
            Sort::Array(_) if self.tables.elements(sort).is_some() => Ok(()),
            Sort::Array(array) => {
                if let Sort::Array(_) = array.index {
                    let what = "arrays whose indices are arrays";
                    return Err(UnknownReason::Unsupported(what.to_owned()));
                }
                self.supports_cell(&array.index)?;
                self.supports_cell(&array.element)
            }
            _ => width_of(sort).map(|_| ()),
        }
    }

    /// The cell of a blasted term that is no array, or one that is a table.
    pub fn cell(&mut self, store: &TermStore, term: Term) -> Cell {
        match store.sort(term) {
            Sort::Int | Sort::Real => Cell::Number(self.numbers.cell(store, term)),
            _ => Cell::Bits(self.word(term).expect("blasted before")),
        }
    }

    /// A cell without a meaning.
    pub fn fresh_cell(&mut self, sort: &Sort) -> Cell {
        match sort {
            Sort::Int | Sort::Real => Cell::Number(self.numbers.fresh_cell(*sort == Sort::Int)),
            Sort::Array(array) => {
                let elements = self.tables.elements(sort).expect("a table") as u32;
                let width = width_of(&array.element).expect("elements of tables have literals");
                Cell::Bits(self.inputs(elements * width))
            }
            _ => Cell::Bits(self.inputs(width_of(sort).expect("checked when blasted"))),
        }
    }

    /// The cell of a value.
    pub fn constant_cell(&mut self, value: &Value) -> Cell {
        match value {
            Value::Int(number) => Cell::Number(self.numbers.constant_cell(number.clone().into())),
            Value::Real(number) => Cell::Number(self.numbers.constant_cell(number.clone().into())),
            _ => Cell::Bits(self.constant(value)),
        }
    }

    /// The literal for the equality of two cells that are no arrays.
    pub fn cells_equal(&mut self, a: Cell, b: Cell) -> Lit {
        match (a, b) {
            (Cell::Bits(a), Cell::Bits(b)) => self.words_equal(a, b),
            _ => {
                let [at_most, at_least] = self.number_sides(a, b);
                self.gates.and(at_most, at_least)
            }
        }
    }

    /// The literals of "at most" and "at least" between numbers.
    pub fn number_sides(&mut self, a: Cell, b: Cell) -> [Lit; 2] {
        let (Cell::Number(a), Cell::Number(b)) = (a, b) else {
            unreachable!("cells of one sort that are no arrays")
        };
        self.with_numbers(|numbers, blaster| numbers.cell_sides(blaster, a, b))
    }
}

impl SatModel<'_> {
    /// What a cell that is no array holds.
    pub fn content(&self, cell: Cell) -> Content {
        match cell {
            Cell::Bits(word) => Content::Bits(self.bits(word)),
            Cell::Number(number) => Content::Number(self.number(number)),
            Cell::Array(_) => unreachable!("what arrays hold is known to them"),
        }
    }
}

/// The content of a cell that is no array as a value of its sort.
pub fn content_value(sort: &Sort, content: &Content) -> Value {
    match (sort, content) {
        (Sort::Bool, Content::Bits(bits)) => Value::Bool(bits.bit(0)),
        (Sort::Array(_), Content::Bits(bits)) => tables::value(sort, bits),
        (_, Content::Bits(bits)) => Value::BitVec(bits.clone()),
        (Sort::Int, Content::Number(number)) => Value::Int(number.numerator()),
        (_, Content::Number(number)) => Value::Real(number.to_big()),
        (_, Content::Array(_)) => unreachable!("what arrays hold is known to them"),
    }
}
