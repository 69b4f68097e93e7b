//! Reads values from the SAT solver's model.

use super::blast::{Blaster, Word};
use crate::arithmetic::Rational;
use crate::sat::Lit;
use term::{BitVec, Sort, Value};

/// The model of the last query at the level of words.
pub struct SatModel<'a> {
    blaster: &'a Blaster,
}

impl<'a> SatModel<'a> {
    /// The current model of the SAT solver under a blaster.
    pub fn of(blaster: &'a Blaster) -> SatModel<'a> {
        SatModel { blaster }
    }

    /// Whether a literal holds; literals that the solver left open are false.
    pub fn holds(&self, lit: Lit) -> bool {
        match self.blaster.gates.as_constant(lit) {
            Some(value) => value,
            None => self.blaster.gates.sat.value(lit).unwrap_or(lit.is_negated()),
        }
    }

    /// The bits of a word.
    pub fn bits(&self, word: Word) -> BitVec {
        let lits = self.blaster.lits(word);
        BitVec::from_bits(lits.len() as u32, |i| self.holds(lits[i as usize]))
    }

    /// The value of a sum that arrays and functions know by number.
    pub fn number(&self, cell: u32) -> Rational {
        self.blaster.numbers.cell_value(cell)
    }

    /// A word as a value of a sort that has literals.
    pub fn value(&self, sort: &Sort, word: Word) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.holds(self.blaster.lits(word)[0])),
            _ => Value::BitVec(self.bits(word)),
        }
    }
}
