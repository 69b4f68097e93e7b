//! Literals that others imply, with constants of the program.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use term::{BitVec, Op, Sort, Term, TermStore, post_order};

/// So many constants of the program are tried as weaker bounds.
const MAX_BOUNDS: usize = 3;

/// Weakens literals by the constants that a program has.
#[derive(Debug)]
pub(crate) struct Weakening {
    /// The constants that the program compares with or computes with, by width, in signed order.
    constants: FxHashMap<u32, Vec<BitVec>>,
}

impl Weakening {
    /// Knows the constants in some terms: what a program compares and assigns.
    pub(crate) fn new(store: &TermStore, roots: &[Term]) -> Weakening {
        let mut found: FxHashMap<u32, BTreeSet<(i64, u64)>> = FxHashMap::default();
        for term in post_order(store, roots, |_| false) {
            if let Some(value) = store.as_bitvec(term)
                && let (Some(signed), Some(unsigned)) = (value.to_i64(), value.to_u64())
            {
                found.entry(value.width()).or_default().insert((signed, unsigned));
            }
        }
        let constants = found.into_iter().map(|(width, values)| {
            let values = values.into_iter().map(|(_, unsigned)| BitVec::new(width, unsigned));
            (width, values.collect())
        });
        Weakening { constants: constants.collect() }
    }

    /// Whether the program has a constant. Values of its own are how a program names its states;
    /// other values were computed, and there may be no end of them.
    fn is_of_program(&self, value: &BitVec) -> bool {
        self.constants.get(&value.width()).is_some_and(|constants| constants.contains(value))
    }

    /// Literals that a literal implies, the weakest first. None if it speaks of constants of the
    /// program only: those do not diverge, and comparisons cost solvers more than equalities.
    pub(crate) fn weaker(&self, store: &mut TermStore, literal: Term) -> Vec<Term> {
        let (atom, negated) = match store.op(literal) {
            Op::Not => (store.args(literal)[0], true),
            _ => (literal, false),
        };
        let &[a, b] = store.args(atom) else { return Vec::new() };
        let Sort::BitVec(width) = *store.sort(a) else { return Vec::new() };
        let value = [a, b].into_iter().find_map(|side| constant_part(store, side));
        if value.is_none_or(|value| self.is_of_program(&value)) {
            return Vec::new();
        }
        // As a comparison that holds.
        let (op, a, b) = match (store.op(atom), negated) {
            (op @ (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle), false) => (op, a, b),
            (Op::BvUlt, true) => (Op::BvUle, b, a),
            (Op::BvUle, true) => (Op::BvUlt, b, a),
            (Op::BvSlt, true) => (Op::BvSle, b, a),
            (Op::BvSle, true) => (Op::BvSlt, b, a),
            (Op::Eq, false) if width > 1 => {
                return vec![
                    store.bv_sle(a, b),
                    store.bv_sle(b, a),
                    store.bv_ule(a, b),
                    store.bv_ule(b, a),
                ];
            }
            _ => return Vec::new(),
        };
        let mut weaker = self.weaker_bounds(store, op, a, b, width);
        match op {
            Op::BvUlt | Op::BvSlt => {
                let equal = store.eq(a, b);
                weaker.push(store.not(equal));
                weaker.push(if op == Op::BvUlt { store.bv_ule(a, b) } else { store.bv_sle(a, b) });
            }
            _ => {}
        }
        weaker
    }

    /// The comparison with other constants of the program in place of its own.
    fn weaker_bounds(
        &self,
        store: &mut TermStore,
        op: Op,
        a: Term,
        b: Term,
        width: u32,
    ) -> Vec<Term> {
        let Some(constants) = self.constants.get(&width) else { return Vec::new() };
        let signed = matches!(op, Op::BvSlt | Op::BvSle);
        let less = |x: &BitVec, y: &BitVec| if signed { x.slt(y) } else { x.ult(y) };
        let compare = |store: &mut TermStore, a, b| match op {
            Op::BvUlt => store.bv_ult(a, b),
            Op::BvUle => store.bv_ule(a, b),
            Op::BvSlt => store.bv_slt(a, b),
            _ => store.bv_sle(a, b),
        };
        let mut weaker = Vec::new();
        if let Some(bound) = store.as_bitvec(b).cloned() {
            let above: Vec<_> = constants.iter().filter(|&c| less(&bound, c)).cloned().collect();
            for constant in above.into_iter().rev().take(MAX_BOUNDS) {
                let constant = store.bv_const(constant);
                weaker.push(compare(store, a, constant));
            }
        } else if let Some(bound) = store.as_bitvec(a).cloned() {
            let below: Vec<_> = constants.iter().filter(|&c| less(c, &bound)).cloned().collect();
            for constant in below.into_iter().take(MAX_BOUNDS) {
                let constant = store.bv_const(constant);
                weaker.push(compare(store, constant, b));
            }
        }
        weaker
    }
}

/// The constant that a term is, or that is added in it.
fn constant_part(store: &TermStore, term: Term) -> Option<BitVec> {
    let parts = match store.op(term) {
        Op::BvAdd => store.args(term),
        _ => std::slice::from_ref(&term),
    };
    parts.iter().find_map(|&part| store.as_bitvec(part).cloned())
}
