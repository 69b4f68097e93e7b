//! Rules of the core theory: connectives and conditionals.

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
    Rule { name: "and-flatten", apply: connective_flatten },
    Rule { name: "and-absorb", apply: connective_absorb },
];

pub(super) const OR: &[Rule] = &[
    Rule { name: "or-true", apply: connective_absorbing },
    Rule { name: "or-drop-false", apply: connective_neutral },
    Rule { name: "or-complement", apply: connective_complement },
    Rule { name: "or-flatten", apply: connective_flatten },
    Rule { name: "or-absorb", apply: connective_absorb },
];

pub(super) const XOR: &[Rule] = &[Rule { name: "xor-as-eq", apply: xor_as_eq }];

/// Equality of truth values.
pub(super) const EQ: &[Rule] = &[
    Rule { name: "eq-bool-constant", apply: eq_bool_constant },
    Rule { name: "eq-bool-not", apply: eq_bool_not },
    Rule { name: "eq-bool-nested", apply: eq_bool_nested },
];

pub(super) const ITE: &[Rule] = &[
    Rule { name: "ite-constant-condition", apply: ite_constant_condition },
    Rule { name: "ite-same-branches", apply: ite_same_branches },
    Rule { name: "ite-not-condition", apply: ite_not_condition },
    Rule { name: "ite-bool-constant", apply: ite_bool_constant },
    Rule { name: "ite-bool-complement", apply: ite_bool_complement },
    Rule { name: "ite-nested-same-condition", apply: ite_nested_same_condition },
    Rule { name: "ite-merge", apply: ite_merge },
    Rule { name: "ite-equal-branches", apply: ite_equal_branches },
    Rule { name: "ite-bit", apply: ite_bit },
];

/// Nested connectives of one kind are merged up to this many arguments. That is enough to see what
/// cancels, and too few to make long chains costly.
const FLAT_ARITY: usize = 8;

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

/// Drops neutral constants and repetitions. Repetitions are adjacent, since arguments are ordered.
fn connective_neutral(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let mut kept: SmallVec<[Term; 8]> = SmallVec::new();
    for &t in a.args {
        if store.as_bool(t).is_none() && kept.last() != Some(&t) {
            kept.push(t);
        }
    }
    (kept.len() < a.args.len()).then(|| connective(store, a.op, &kept))
}

fn connective_complement(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let clash = a.args.iter().any(|&t| {
        let negated = store.negated(t);
        negated.is_some_and(|inner| a.args.binary_search(&inner).is_ok())
    });
    clash.then(|| store.bool(absorbing(a.op)))
}

/// Merges nested connectives of the same kind, all or none.
fn connective_flatten(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if a.args.len() > FLAT_ARITY || a.args.iter().all(|&t| store.op(t) != a.op) {
        return None;
    }
    let mut flat: SmallVec<[Term; 8]> = SmallVec::new();
    for &t in a.args {
        if store.op(t) == a.op {
            flat.extend_from_slice(store.args(t));
        } else {
            flat.push(t);
        }
        if flat.len() > FLAT_ARITY {
            return None;
        }
    }
    Some(connective(store, a.op, &flat))
}

fn connective(store: &mut TermStore, op: Op, args: &[Term]) -> Term {
    if op == Op::And { store.and(args) } else { store.or(args) }
}

/// `a and (a or b)` is `a`, and `a and (not a or b)` is `a and b`; dually for `or`.
fn connective_absorb(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let dual = if a.op == Op::And { Op::Or } else { Op::And };
    if a.args.len() > FLAT_ARITY {
        return None;
    }
    for (i, &t) in a.args.iter().enumerate() {
        if store.op(t) != dual || store.args(t).len() > FLAT_ARITY {
            continue;
        }
        let parts = store.args(t);
        let absorbed = parts.iter().any(|part| a.args.contains(part));
        let refuted = |part: Term| a.args.iter().any(|&other| store.complementary(part, other));
        if !absorbed && !parts.iter().any(|&part| refuted(part)) {
            continue;
        }
        let mut kept: SmallVec<[Term; 8]> = SmallVec::from_slice(a.args);
        if absorbed {
            kept.remove(i);
        } else {
            let rest: SmallVec<[Term; 8]> =
                parts.iter().copied().filter(|&part| !refuted(part)).collect();
            kept[i] = connective(store, dual, &rest);
        }
        return Some(connective(store, a.op, &kept));
    }
    None
}

/// Exclusive disjunction is negated equality, so that there is one shape for both.
fn xor_as_eq(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let equal = store.eq(a.args[0], a.args[1]);
    Some(store.not(equal))
}

/// `a = (a = b)` is `b`.
fn eq_bool_nested(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
    store.other_operand(y, Op::Eq, x).or_else(|| store.other_operand(x, Op::Eq, y))
}

fn eq_bool_constant(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    match store.as_bool(a.args[1])? {
        true => Some(a.args[0]),
        false => Some(store.not(a.args[0])),
    }
}

fn eq_bool_not(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = (a.args[0], a.args[1]);
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

/// In a branch the condition is known, also one level further down.
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

/// A Boolean conditional between a term and its negation is an equality with the condition.
fn ite_bool_complement(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.complementary(a.args[1], a.args[2]).then(|| store.eq(a.args[0], a.args[1]))
}

/// Merges a conditional with one nested in a branch that shares the other branch.
fn ite_merge(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let &[c, x, y] = a.args else { return None };
    if let Some((d, x1, x2)) = store.as_ite(x)
        && (x1 == y || x2 == y)
    {
        // `(ite c (ite d x1 y) y)` is `(ite (and c d) x1 y)`.
        let (d, kept) = if x2 == y { (d, x1) } else { (store.not(d), x2) };
        let both = store.and(&[c, d]);
        return Some(store.ite(both, kept, y));
    }
    let (d, y1, y2) = store.as_ite(y)?;
    if y1 != x && y2 != x {
        return None;
    }
    // `(ite c x (ite d x y2))` is `(ite (or c d) x y2)`.
    let (d, kept) = if y1 == x { (d, y2) } else { (store.not(d), y1) };
    let either = store.or(&[c, d]);
    Some(store.ite(either, x, kept))
}

/// `(ite (= x y) x y)` is `y`: the branches only differ where it chooses `y`.
fn ite_equal_branches(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (x, y) = store.binary(a.args[0], Op::Eq)?;
    let branches = (a.args[1], a.args[2]);
    (branches == (x, y) || branches == (y, x)).then_some(a.args[2])
}

/// `(ite (= b #b1) #b1 #b0)` is `b`.
fn ite_bit(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if *a.sort != Sort::BitVec(1) {
        return None;
    }
    let (bit, one) = store.binary(a.args[0], Op::Eq)?;
    let set = |t: Term| store.as_bitvec(t).map(|k| k.width() == 1 && k.is_one());
    if set(one) != Some(true) {
        return None;
    }
    match (set(a.args[1]), set(a.args[2])) {
        (Some(true), Some(false)) => Some(bit),
        (Some(false), Some(true)) => Some(store.bv_not(bit)),
        _ => None,
    }
}
