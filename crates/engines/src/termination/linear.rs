//! Linear combinations of variables as measures, chosen by the steps that are known.

use super::steps::ConcreteStep;
use term::{Assignment, BitVec, Symbol, Term, TermStore};

/// Most variables that are combined.
const MAX_VARIABLES: usize = 5;

/// The widest variables that are combined.
const MAX_WIDTH: u32 = 64;

/// Coefficients are at most this great.
const MAX_COEFFICIENT: i64 = 2;

/// With so many bits more than the variables, combinations do not wrap around, nor do their negations.
const EXTRA_BITS: u32 = 5;

/// The combinations of at least two variables, simple ones first.
pub(super) struct Combinations {
    variables: Vec<Symbol>,
    width: u32,
    /// Coefficients, and whether the variables are read as signed numbers.
    left: std::vec::IntoIter<(Vec<i64>, bool)>,
}

impl Combinations {
    /// All combinations of some variables, of which those that are no numbers are left out.
    pub(super) fn of(store: &TermStore, variables: impl Iterator<Item = Symbol>) -> Combinations {
        let width = |v: &Symbol| store.symbol_sort(*v).bit_width();
        let is_number = |v: &Symbol| width(v).is_some_and(|w| (2..=MAX_WIDTH).contains(&w));
        let variables: Vec<Symbol> = variables.filter(is_number).take(MAX_VARIABLES).collect();
        let widest = variables.iter().filter_map(width).max().unwrap_or(1);
        let mut all = vec![Vec::new()];
        for _ in &variables {
            let longer = |start: Vec<i64>| {
                (-MAX_COEFFICIENT..=MAX_COEFFICIENT).map(move |c| [&start[..], &[c]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all.retain(|coefficients| coefficients.iter().filter(|&&c| c != 0).count() > 1);
        all.sort_by_key(|coefficients| coefficients.iter().map(|c| c.abs()).sum::<i64>());
        let both = all.into_iter().flat_map(|one| [(one.clone(), true), (one, false)]);
        let left = both.collect::<Vec<_>>().into_iter();
        Combinations { variables, width: widest + EXTRA_BITS, left }
    }

    /// The next combination that no known step makes grow and that the witness makes shrink.
    pub(super) fn next(
        &mut self,
        store: &mut TermStore,
        known: &[ConcreteStep],
        witness: usize,
    ) -> Option<Term> {
        let moves = |signed: bool| -> Option<Vec<Vec<i128>>> {
            known.iter().map(|step| moves(step, &self.variables, signed)).collect()
        };
        let moves = [moves(true)?, moves(false)?];
        let is_good = |(coefficients, signed): &(Vec<i64>, bool)| {
            let mut sums = moves[usize::from(!signed)].iter().map(|moves| {
                let products = coefficients.iter().zip(moves);
                products.map(|(&c, &by)| i128::from(c) * by).sum::<i128>()
            });
            sums.clone().nth(witness).is_some_and(|sum| sum < 0) && sums.all(|sum| sum <= 0)
        };
        let (coefficients, signed) = self.left.find(is_good)?;
        let mut sum = store.bv(self.width, 0);
        for (&variable, &coefficient) in self.variables.iter().zip(&coefficients) {
            if coefficient == 0 {
                continue;
            }
            let number = store.var(variable);
            let extra = self.width - store.width(number);
            let number = match signed {
                true => store.sign_extend(extra, number),
                false => store.zero_extend(extra, number),
            };
            let factor = store.bv_const(BitVec::from_i64(self.width, coefficient));
            let product = store.bv_mul(factor, number);
            sum = store.bv_add(sum, product);
        }
        Some(sum)
    }
}

/// How far a step moves each of some variables.
fn moves(step: &ConcreteStep, variables: &[Symbol], signed: bool) -> Option<Vec<i128>> {
    let before = values(&step.before, variables, signed)?;
    let after = values(&step.after, variables, signed)?;
    Some(after.iter().zip(before).map(|(after, before)| after - before).collect())
}

/// The values of variables of at most 64 bits as numbers.
pub(super) fn values(values: &Assignment, variables: &[Symbol], signed: bool) -> Option<Vec<i128>> {
    let number = |&variable: &Symbol| {
        let bits = values.get(variable)?.as_bitvec()?;
        Some(match signed {
            true => i128::from(bits.sign_extend(64 - bits.width()).to_i64()?),
            false => i128::from(bits.to_u64()?),
        })
    };
    variables.iter().map(number).collect()
}
