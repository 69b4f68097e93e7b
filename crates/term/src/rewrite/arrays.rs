//! Rules of arrays. Reads look through a bounded number of writes; deeper is the solver's job.

use super::{Application, Rule};
use crate::ids::Term;
use crate::op::Op;
use crate::store::TermStore;

pub(super) const SELECT: &[Rule] = &[
    Rule { name: "select-store", apply: select_store },
    Rule { name: "select-const-array", apply: select_const_array },
];

pub(super) const STORE: &[Rule] = &[
    Rule { name: "store-same-index", apply: store_same_index },
    Rule { name: "store-selected", apply: store_selected },
    Rule { name: "store-const-array", apply: store_const_array },
];

pub(super) const EQ: &[Rule] = &[
    Rule { name: "eq-store-base", apply: eq_store_base },
    Rule { name: "eq-stores", apply: eq_stores },
];

/// How many writes a read looks through.
const LOOK_THROUGH: usize = 32;

/// Whether two indices differ under every assignment, judged by shape alone: different constants,
/// or the same term plus different constants.
fn surely_different(store: &TermStore, i: Term, j: Term) -> bool {
    if i == j {
        return false;
    }
    let split = |t: Term| match store.op(t) {
        Op::Const(_) => (None, Some(t)),
        Op::BvAdd | Op::Add => match store.args(t) {
            &[x, k] if store.is_constant(k) => (Some(x), Some(k)),
            _ => (Some(t), None),
        },
        _ => (Some(t), None),
    };
    let ((x, x_offset), (y, y_offset)) = (split(i), split(j));
    x == y
        && match (x_offset, y_offset) {
            // Constants are hash-consed: different terms are different values.
            (Some(k1), Some(k2)) => k1 != k2,
            (Some(k), None) | (None, Some(k)) => !store.is_zero(k),
            (None, None) => false,
        }
}

/// A read at the written index gives the written value; writes to other indices do not matter.
fn select_store(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (mut array, index) = (a.args[0], a.args[1]);
    for _ in 0..LOOK_THROUGH {
        if store.op(array) != Op::Store {
            break;
        }
        let &[base, written, value] = store.args(array) else { break };
        if written == index {
            return Some(value);
        }
        if !surely_different(store, written, index) {
            break;
        }
        array = base;
    }
    (array != a.args[0]).then(|| store.select(array, index))
}

/// Every element of a constant array is its argument.
fn select_const_array(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    store.unary(a.args[0], Op::ConstArray)
}

/// The later of two writes to one index counts.
fn store_same_index(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if store.op(a.args[0]) != Op::Store {
        return None;
    }
    let &[base, index, _] = store.args(a.args[0]) else { return None };
    (index == a.args[1]).then(|| store.store(base, index, a.args[2]))
}

/// Writing the value that is already there changes nothing.
fn store_selected(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let (array, index) = store.binary(a.args[2], Op::Select)?;
    (array == a.args[0] && index == a.args[1]).then_some(array)
}

/// Writing its own element to a constant array changes nothing.
fn store_const_array(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    (store.unary(a.args[0], Op::ConstArray)? == a.args[2]).then_some(a.args[0])
}

/// An array equals itself after a write exactly if the value was already there.
fn eq_store_base(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    let write = |written: Term, base: Term| {
        if store.op(written) != Op::Store {
            return None;
        }
        let &[array, index, value] = store.args(written) else { return None };
        (array == base).then_some((index, value))
    };
    let (x, y) = (a.args[0], a.args[1]);
    let (base, (index, value)) = match write(x, y) {
        Some(found) => (y, found),
        None => (x, write(y, x)?),
    };
    let present = store.select(base, index);
    Some(store.eq(present, value))
}

/// Writes to one index of one array are equal if the values are.
fn eq_stores(store: &mut TermStore, a: Application<'_>) -> Option<Term> {
    if store.op(a.args[0]) != Op::Store || store.op(a.args[1]) != Op::Store {
        return None;
    }
    let &[base1, index1, value1] = store.args(a.args[0]) else { return None };
    let &[base2, index2, value2] = store.args(a.args[1]) else { return None };
    (base1 == base2 && index1 == index2).then(|| store.eq(value1, value2))
}
