//! Arithmetic progressions: sets of states in which all variables move by constants.
//!
//! If each round adds a constant to each variable, then the low bits that the constant leaves alone stay,
//! and so do the differences of multiples of two variables. That describes all states of the progression
//! without counting rounds.

use model::RecurrentLoop;
use term::{Assignment, BitVec, Sort, Symbol, Term, TermStore};

/// Most variables that are related to each other.
const MAX_RELATED: usize = 6;

/// What all states of a progression have in common, given the first of them. Variables that do not move
/// by constants are left open.
pub(super) fn progression(
    store: &mut TermStore,
    of: &RecurrentLoop,
    heads: &[Assignment],
) -> Vec<Term> {
    let mut facts = Vec::new();
    let mut moving: Vec<(Symbol, BitVec, BitVec)> = Vec::new();
    for &variable in &of.relevant {
        let Some(first) = heads[0].get(variable) else { continue };
        let stays = heads.iter().all(|state| state.get(variable) == Some(first));
        if stays {
            let (variable, value) = (store.var(variable), store.constant(first.clone()));
            facts.push(store.eq(variable, value));
            continue;
        }
        let Sort::BitVec(_) = store.symbol_sort(variable) else { continue };
        let Some(step) = constant_step(heads, variable) else { continue };
        let Some(first) = first.as_bitvec().cloned() else { continue };
        let low = step.trailing_zeros();
        if low > 0 {
            let value = store.var(variable);
            let part = store.extract(low - 1, 0, value);
            let same = store.bv_const(first.extract(low - 1, 0));
            facts.push(store.eq(part, same));
        }
        moving.push((variable, first, step));
    }
    for (i, (x, x0, dx)) in moving.iter().enumerate().take(MAX_RELATED) {
        for (y, y0, dy) in moving.iter().skip(i + 1).take(MAX_RELATED) {
            if x0.width() == y0.width() {
                // dy * x - dx * y stays.
                let (x, y) = (store.var(*x), store.var(*y));
                let (dx_term, dy_term) = (store.bv_const(dx.clone()), store.bv_const(dy.clone()));
                let (first, second) = (store.bv_mul(dy_term, x), store.bv_mul(dx_term, y));
                let now = store.bv_sub(first, second);
                let then = store.bv_const(dy.mul(x0).sub(&dx.mul(y0)));
                facts.push(store.eq(now, then));
            }
        }
    }
    facts
}

/// By how much a variable moves in each round, if always by the same.
fn constant_step(heads: &[Assignment], variable: Symbol) -> Option<BitVec> {
    let mut steps = heads.windows(2).map(|pair| {
        let (before, after) = (pair[0].get(variable)?, pair[1].get(variable)?);
        Some(after.as_bitvec()?.sub(before.as_bitvec()?))
    });
    let first = steps.next()??;
    steps.all(|step| step.as_ref() == Some(&first)).then_some(first)
}
