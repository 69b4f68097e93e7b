//! Sums that arrays and functions know by number.

use super::Numbers;
use super::forms::Affine;
use crate::arithmetic::Rational;
use crate::embedded::blast::Blaster;
use crate::sat::Lit;
use rustc_hash::FxHashMap;
use term::{Term, TermStore};

/// The sums, each once.
#[derive(Default)]
pub(super) struct Cells {
    sums: Vec<Affine>,
    known: FxHashMap<Affine, u32>,
}

impl Cells {
    fn number_of(&mut self, sum: Affine) -> u32 {
        *self.known.entry(sum).or_insert_with_key(|sum| {
            self.sums.push(sum.clone());
            self.sums.len() as u32 - 1
        })
    }
}

impl Numbers {
    /// The cell of a term whose parts are registered.
    pub fn cell(&mut self, store: &TermStore, term: Term) -> u32 {
        let sum = self.affine(store, term);
        self.cells.number_of(sum)
    }

    /// The cell of a constant.
    pub fn constant_cell(&mut self, number: Rational) -> u32 {
        self.cells.number_of(Affine::constant(number))
    }

    /// A cell without a meaning.
    pub fn fresh_cell(&mut self, integer: bool) -> u32 {
        let variable = self.simplex.add_variable(integer);
        self.cells.number_of(Affine::variable(variable))
    }

    /// The value of a cell in the last model that was accepted.
    pub fn cell_value(&self, cell: u32) -> Rational {
        self.cells.sums[cell as usize].value(&self.values)
    }

    /// The literals of "at most" and "at least" between two cells.
    pub fn cell_sides(&mut self, blaster: &mut Blaster, a: u32, b: u32) -> [Lit; 2] {
        let [a, b] = [a, b].map(|cell| &self.cells.sums[cell as usize]);
        let difference = a.minus(b);
        self.both_sides(blaster, &difference)
    }
}
