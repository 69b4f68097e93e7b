//! The greater or the smaller of two linear terms as a measure, chosen by the steps that are known.

use super::linear::values;
use super::steps::ConcreteStep;
use term::{BitVec, Symbol, Term, TermStore};

/// Most variables that are combined in pairs.
const MAX_VARIABLES: usize = 5;

/// The widest variables that are combined.
const MAX_WIDTH: u32 = 64;

/// The factors of the two variables.
const FACTORS: [i64; 4] = [1, -1, 2, -2];

/// The number that is added to the first term is at most this great.
const MAX_OFFSET: i64 = 4;

/// With so many bits more than the variables, no term wraps around, nor does its negation.
const EXTRA_BITS: u32 = 5;

/// A measure of the form `max(a * x + c, b * y)`, or the same with `min`.
#[derive(Clone, Copy, Debug)]
struct Piecewise {
    /// The places of the two variables.
    variables: [usize; 2],
    factors: [i64; 2],
    offset: i64,
    greatest: bool,
    signed: bool,
}

/// The measures for all pairs of some variables, simple ones first.
pub(super) struct PiecewiseMeasures {
    variables: Vec<Symbol>,
    width: u32,
    left: std::vec::IntoIter<Piecewise>,
}

impl PiecewiseMeasures {
    /// All measures over some variables, of which those that are no numbers are left out.
    pub(super) fn of(
        store: &TermStore,
        variables: impl Iterator<Item = Symbol>,
    ) -> PiecewiseMeasures {
        let width = |v: &Symbol| store.symbol_sort(*v).bit_width();
        let is_number = |v: &Symbol| width(v).is_some_and(|w| (2..=MAX_WIDTH).contains(&w));
        let variables: Vec<Symbol> = variables.filter(is_number).take(MAX_VARIABLES).collect();
        let widest = variables.iter().filter_map(width).max().unwrap_or(1);
        let mut all = Vec::new();
        for first in 0..variables.len() {
            for second in first + 1..variables.len() {
                all.extend(of_pair([first, second]));
            }
        }
        all.sort_by_key(|one| {
            one.offset.abs() + one.factors.iter().map(|factor| factor.abs()).sum::<i64>()
        });
        PiecewiseMeasures { variables, width: widest + EXTRA_BITS, left: all.into_iter() }
    }

    /// The next measure that no known step makes grow and that the witness makes shrink.
    pub(super) fn next(
        &mut self,
        store: &mut TermStore,
        known: &[ConcreteStep],
        witness: usize,
    ) -> Option<Term> {
        let numbers = |signed: bool| -> Option<Vec<[Vec<i128>; 2]>> {
            let of_step = |step: &ConcreteStep| {
                let before = values(&step.before, &self.variables, signed)?;
                Some([before, values(&step.after, &self.variables, signed)?])
            };
            known.iter().map(of_step).collect()
        };
        let numbers = [numbers(true)?, numbers(false)?];
        let is_good = |one: &Piecewise| {
            let mut changes = numbers[usize::from(!one.signed)]
                .iter()
                .map(|[before, after]| one.value(after) - one.value(before));
            changes.clone().nth(witness).is_some_and(|change| change < 0)
                && changes.all(|change| change <= 0)
        };
        let found = self.left.find(is_good)?;
        Some(self.term(store, &found))
    }

    fn term(&self, store: &mut TermStore, of: &Piecewise) -> Term {
        let [mut first, second] = [0, 1].map(|place| {
            let number = store.var(self.variables[of.variables[place]]);
            let extra = self.width - store.width(number);
            let number = match of.signed {
                true => store.sign_extend(extra, number),
                false => store.zero_extend(extra, number),
            };
            let factor = store.bv_const(BitVec::from_i64(self.width, of.factors[place]));
            store.bv_mul(factor, number)
        });
        let offset = store.bv_const(BitVec::from_i64(self.width, of.offset));
        first = store.bv_add(first, offset);
        let less = store.bv_slt(first, second);
        match of.greatest {
            true => store.ite(less, second, first),
            false => store.ite(less, first, second),
        }
    }
}

impl Piecewise {
    fn value(&self, numbers: &[i128]) -> i128 {
        let [first, second] =
            [0, 1].map(|place| i128::from(self.factors[place]) * numbers[self.variables[place]]);
        let first = first + i128::from(self.offset);
        if self.greatest { first.max(second) } else { first.min(second) }
    }
}

fn of_pair(variables: [usize; 2]) -> Vec<Piecewise> {
    let mut all = Vec::new();
    for offset in -MAX_OFFSET..=MAX_OFFSET {
        for factors in FACTORS.iter().flat_map(|&a| FACTORS.map(|b| [a, b])) {
            for (greatest, signed) in [(true, true), (false, true), (true, false), (false, false)] {
                all.push(Piecewise { variables, factors, offset, greatest, signed });
            }
        }
    }
    all
}
