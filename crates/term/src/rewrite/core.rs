//! Rules of the core theory: connectives, equality and conditionals.

use super::{Application, Rule};
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;
use smallvec::SmallVec;

pub(super) const NOT: &[Rule] = &[Rule { name: "not-not", apply: not_not }];

pub(super) const AND: &[Rule] = &[
    Rule { name: "and-false", apply: connective_absorbing },
    Rule { name: "and-drop-true", apply: connective_neutral },
    Rule { name: "and-complement", apply: connective_complement },
];

pub(super) const OR: &[Rule] = &[
    Rule { name: "or-true", apply: connective_absorbing },
    Rule { name: "or-drop-false", apply: connective_neutral },
    Rule { name: "or-complement", apply: connective_complement },
];

pub(super) const XOR: &[Rule] = &[
    Rule { name: "xor-same", apply: xor_same },
    Rule { name: "xor-constant", apply: xor_constant },
    Rule { name: "xor-not", apply: xor_not },
];

pub(super) const EQ: &[Rule] = &[
    Rule { name: "eq-same", apply: eq_same },
    Rule { name: "eq-bool-constant", apply: eq_bool_constant },
    Rule { name: "eq-bool-not", apply: eq_bool_not },
    Rule { name: "eq-ite-constants", apply: eq_ite_constants },
];

pub(super) const ITE: &[Rule] = &[
    Rule { name: "ite-constant-condition", apply: ite_constant_condition },
    Rule { name: "ite-same-branches", apply: ite_same_branches },
    Rule { name: "ite-not-condition", apply: ite_not_condition },
    Rule { name: "ite-bool-constant", apply: ite_bool_constant },
    Rule { name: "ite-nested-same-condition", apply: ite_nested_same_condition },
];

impl TermStore {
    /// The argument of a negation.
    pub(super) fn negated(&self, term: Term) -> Option<Term> {
        (self.op(term) == Op::Not).then(|| self.args(term)[0])
    }

    fn complementary(&self, a: Term, b: Term) -> bool {
        self.negated(a) == Some(b) || self.negated(b) == Some(a)
    }
}

fn not_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.negated(a.args[0])
}

/// The constant that decides a connective: false for `and`, true for `or`.
fn absorbing(op: Op) -> bool {
    op == Op::Or
}

fn connective_absorbing(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let decided = a.args.iter().any(|&t| store.as_bool(t) == Some(absorbing(a.op)));
    decided.then(|| store.bool(absorbing(a.op)))
}

/// Drops neutral constants and repetitions, which stand side by side as arguments are ordered.
fn connective_neutral(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let mut kept: SmallVec<[Term; 8]> = SmallVec::new();
    for &t in a.args {
        if store.as_bool(t).is_none() && kept.last() != Some(&t) {
            kept.push(t);
        }
    }
    (kept.len() < a.args.len()).then(|| match a.op {
        Op::And => store.and(&kept),
        _ => store.or(&kept),
    })
}

fn connective_complement(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let clash = a.args.iter().any(|&t| {
        let negated = store.negated(t);
        negated.is_some_and(|inner| a.args.binary_search(&inner).is_ok())
    });
    clash.then(|| store.bool(absorbing(a.op)))
}

fn xor_same(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (a.args[0] == a.args[1]).then(|| store.bool(false))
}

fn xor_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    match store.as_bool(a.args[1])? {
        true => Some(store.not(a.args[0])),
        false => Some(a.args[0]),
    }
}

/// Negations move out of `xor`, so that a pair and its complement share a node.
fn xor_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    let (inner_x, inner_y) = (store.negated(x), store.negated(y));
    if inner_x.is_none() && inner_y.is_none() {
        return None;
    }
    let plain = store.xor(inner_x.unwrap_or(x), inner_y.unwrap_or(y));
    if inner_x.is_some() != inner_y.is_some() { Some(store.not(plain)) } else { Some(plain) }
}

fn eq_same(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (a.args[0] == a.args[1]).then(|| store.bool(true))
}

fn eq_bool_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    match store.as_bool(a.args[1])? {
        true => Some(a.args[0]),
        false => Some(store.not(a.args[0])),
    }
}

fn eq_bool_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    if *store.sort(x) != Sort::Bool {
        return None;
    }
    if store.complementary(x, y) {
        return Some(store.bool(false));
    }
    let (inner_x, inner_y) = (store.negated(x), store.negated(y));
    match (inner_x, inner_y) {
        (None, None) => None,
        (Some(x), Some(y)) => Some(store.eq(x, y)),
        _ => {
            let plain = store.eq(inner_x.unwrap_or(x), inner_y.unwrap_or(y));
            Some(store.not(plain))
        }
    }
}

/// `(= (ite c k1 k2) k)` on constants is `c`, its negation, or a truth value.
fn eq_ite_constants(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, k) = (a.args[0], a.args[1]);
    store.as_value(k)?;
    if store.op(x) != Op::Ite {
        return None;
    }
    let &[c, k1, k2] = store.args(x) else { return None };
    store.as_value(k1)?;
    store.as_value(k2)?;
    // Constants are hash-consed: equal values are equal terms.
    match (k1 == k, k2 == k) {
        (true, true) => Some(store.bool(true)),
        (true, false) => Some(c),
        (false, true) => Some(store.not(c)),
        (false, false) => Some(store.bool(false)),
    }
}

fn ite_constant_condition(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let condition = store.as_bool(a.args[0])?;
    Some(if condition { a.args[1] } else { a.args[2] })
}

fn ite_same_branches(_: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (a.args[1] == a.args[2]).then_some(a.args[1])
}

fn ite_not_condition(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let condition = store.negated(a.args[0])?;
    Some(store.ite(condition, a.args[2], a.args[1]))
}

/// A Boolean conditional with a constant branch, or one that repeats the condition, is a connective.
fn ite_bool_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if *a.sort != Sort::Bool {
        return None;
    }
    let &[c, x, y] = a.args else { return None };
    let (known_x, known_y) = (
        if x == c { Some(true) } else { store.as_bool(x) },
        if y == c { Some(false) } else { store.as_bool(y) },
    );
    match (known_x, known_y) {
        (Some(true), _) => Some(store.or(&[c, y])),
        (Some(false), _) => {
            let not_c = store.not(c);
            Some(store.and(&[not_c, y]))
        }
        (_, Some(true)) => Some(store.implies(c, x)),
        (_, Some(false)) => Some(store.and(&[c, x])),
        _ => None,
    }
}

/// In a branch the condition is known, also one level down.
fn ite_nested_same_condition(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let &[c, x, y] = a.args else { return None };
    let branch = |store: &TermStore, t: Term, taken: usize| {
        (store.op(t) == Op::Ite && store.args(t)[0] == c).then(|| store.args(t)[taken])
    };
    let (new_x, new_y) = (branch(store, x, 1), branch(store, y, 2));
    if new_x.is_none() && new_y.is_none() {
        return None;
    }
    Some(store.ite(c, new_x.unwrap_or(x), new_y.unwrap_or(y)))
}
