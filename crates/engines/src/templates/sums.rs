//! Bit-vector terms as sums.
//!
//! Whether a step preserves a linear equation can be decided on words: `x + 1` and `y + 2` are the
//! old `x` and `y` plus constants. A SAT solver must find that out bit by bit, unless the terms
//! show it.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::{BitVec, Op, Term, TermStore};

/// The maximal number of summands of a term that is taken apart.
const MAX_SUMMANDS: usize = 24;

/// A constant and multiples of terms, modulo 2^64 and hence modulo 2^width for narrower terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    /// The constant.
    pub(crate) constant: u64,
    /// The terms with their factors.
    pub(crate) multiples: BTreeMap<Term, u64>,
}

impl Sum {
    fn single(term: Term) -> Sum {
        Sum { constant: 0, multiples: BTreeMap::from([(term, 1)]) }
    }

    /// Adds a multiple of another sum.
    pub(crate) fn add(&mut self, factor: u64, other: &Sum) {
        self.constant = self.constant.wrapping_add(factor.wrapping_mul(other.constant));
        for (&term, &multiple) in &other.multiples {
            let here = self.multiples.entry(term).or_default();
            *here = here.wrapping_add(factor.wrapping_mul(multiple));
            if *here == 0 {
                self.multiples.remove(&term);
            }
        }
    }

    /// The sum as a term of the given width, at most 64.
    fn term(&self, store: &mut TermStore, width: u32) -> Term {
        let mut sum: Option<Term> = None;
        for (&term, &factor) in &self.multiples {
            let factor = store.bv(width, factor);
            let product = store.bv_mul(term, factor);
            sum = Some(sum.map_or(product, |sum| store.bv_add(sum, product)));
        }
        let constant = store.bv(width, self.constant);
        sum.map_or(constant, |sum| store.bv_add(sum, constant))
    }
}

/// The term as a sum of terms that are not sums themselves.
pub(crate) fn sum_of(store: &TermStore, term: Term) -> Sum {
    let mut sum = Sum::default();
    let mut pending = vec![(term, 1u64)];
    while let Some((term, factor)) = pending.pop() {
        match parts(store, term) {
            Parts::Sum { constant, multiples } if sum.multiples.len() < MAX_SUMMANDS => {
                sum.constant = sum.constant.wrapping_add(factor.wrapping_mul(constant));
                let scaled = multiples.into_iter().map(|(t, m)| (t, factor.wrapping_mul(m)));
                pending.extend(scaled);
            }
            _ => sum.add(factor, &Sum::single(term)),
        }
    }
    sum
}

/// An equivalent term in which sums are outside of conditionals: the common part of both branches
/// comes first, as in `x + ite(c, 1, 2)` for `ite(c, x + 1, x + 2)`.
pub(crate) fn with_sums_outside(store: &mut TermStore, term: Term) -> Term {
    let width = store.width(term);
    if width > 64 {
        return term;
    }
    let mut order = Vec::new();
    let mut sums: FxHashMap<Term, Option<Sum>> = FxHashMap::default();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        if sums.insert(term, None).is_some() {
            continue;
        }
        order.push(term);
        match parts(store, term) {
            Parts::Sum { multiples, .. } => pending.extend(multiples.iter().map(|m| m.0)),
            Parts::Cases(_, a, b) => pending.extend([a, b]),
            Parts::Other => {}
        }
    }
    // Arguments have smaller numbers than the terms that use them.
    order.sort_unstable();
    for part in order {
        let known = |sums: &FxHashMap<Term, Option<Sum>>, t| sums[&t].clone().unwrap_or_default();
        let sum = match parts(store, part) {
            Parts::Sum { constant, multiples } => {
                let mut sum = Sum { constant, ..Sum::default() };
                for (term, factor) in multiples {
                    sum.add(factor, &known(&sums, term));
                }
                sum
            }
            Parts::Cases(condition, a, b) => {
                let (a, b) = (known(&sums, a), known(&sums, b));
                join(store, width, condition, a, b)
            }
            Parts::Other => Sum::single(part),
        };
        let sum = if sum.multiples.len() > MAX_SUMMANDS { Sum::single(part) } else { sum };
        sums.insert(part, Some(sum));
    }
    let sum = sums.remove(&term).flatten().unwrap_or_else(|| Sum::single(term));
    sum.term(store, width)
}

/// A conditional between two sums, as their common part and a conditional between the rest.
fn join(store: &mut TermStore, width: u32, condition: Term, mut a: Sum, mut b: Sum) -> Sum {
    let mut common = Sum::default();
    a.multiples.retain(|&term, &mut factor| {
        let shared = b.multiples.get(&term) == Some(&factor);
        if shared {
            common.multiples.insert(term, factor);
            b.multiples.remove(&term);
        }
        !shared
    });
    let [a, b] = [a, b].map(|rest| rest.term(store, width));
    let rest = store.ite(condition, a, b);
    let rest = sum_of(store, rest);
    common.add(1, &rest);
    common
}

/// How a term is composed of others.
enum Parts {
    Sum { constant: u64, multiples: Vec<(Term, u64)> },
    Cases(Term, Term, Term),
    Other,
}

fn parts(store: &TermStore, term: Term) -> Parts {
    const MINUS: u64 = u64::MAX;
    let number = |t: Term| store.as_bitvec(t).and_then(BitVec::to_u64);
    let sum = |constant, multiples| Parts::Sum { constant, multiples };
    match (store.op(term), store.args(term)) {
        (Op::Const(_), _) => match number(term) {
            Some(constant) => sum(constant, vec![]),
            None => Parts::Other,
        },
        (Op::BvAdd, &[a, b]) => sum(0, vec![(a, 1), (b, 1)]),
        (Op::BvSub, &[a, b]) => sum(0, vec![(a, 1), (b, MINUS)]),
        (Op::BvNeg, &[a]) => sum(0, vec![(a, MINUS)]),
        (Op::BvNot, &[a]) => sum(MINUS, vec![(a, MINUS)]),
        (Op::BvMul, &[a, b]) => match (number(a), number(b)) {
            (Some(factor), _) => sum(0, vec![(b, factor)]),
            (_, Some(factor)) => sum(0, vec![(a, factor)]),
            (None, None) => Parts::Other,
        },
        (Op::BvShl, &[a, by]) => match number(by) {
            Some(by) if by < u64::from(store.width(term)) => sum(0, vec![(a, 1 << by)]),
            _ => Parts::Other,
        },
        (Op::Ite, &[condition, a, b]) => Parts::Cases(condition, a, b),
        _ => Parts::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Assignment, Sort, Value, eval};

    /// Reads a term, takes it apart, and compares the result as text and by value.
    fn check(text: &str, expected: &str) {
        let model = model::parse(&format!(
            "var x, y : bv8\nvar b : bool\nprocedure main {{ initial start\n\
             start -> end {{ x := {text} }} }}"
        ));
        let mut model = model.unwrap();
        let cfa = &model.entry().cfa;
        let term = cfa.edge(cfa.edges().next().unwrap()).command.terms()[0];
        let outside = with_sums_outside(&mut model.terms, term);
        assert_eq!(model.terms.display(outside).to_string(), expected);
        let store = &model.terms;
        let [x, y, b] = ["x", "y", "b"].map(|name| store.lookup(name).unwrap());
        assert_eq!(*store.symbol_sort(b), Sort::Bool);
        for n in 0..64 {
            let mut state = Assignment::new();
            state.set(x, Value::bv(8, n * 37));
            state.set(y, Value::bv(8, n * 11 + 5));
            state.set(b, Value::Bool(n % 2 == 0));
            assert_eq!(eval(store, term, &state), eval(store, outside, &state));
        }
    }

    #[test]
    fn what_cases_have_in_common_comes_first() {
        check("(ite b (bvadd x #x01) (bvadd x #x02))", "(bvadd x (ite b #x01 #x02))");
        check("(ite b x (bvsub x y))", "(bvadd x (ite b #x00 (bvneg y)))");
        let text = "(bvadd (ite b (bvadd x y) (bvadd y #x05)) #x01)";
        check(text, "(bvadd (bvadd y (ite b x #x05)) #x01)");
    }

    #[test]
    fn other_terms_stay() {
        check("(bvudiv x y)", "(bvudiv x y)");
        check("(ite b x y)", "(ite b x y)");
    }
}
