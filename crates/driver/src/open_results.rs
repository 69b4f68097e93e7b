//! Results that SMT-LIB leaves unspecified.
//!
//! Our operators give a fixed result where SMT-LIB allows any: division of numbers by zero,
//! conversions of floats out of range, the minimum of two zeros. An answer that relies on such a
//! result might be wrong for clauses written to the standard. So clauses in which one could occur
//! are rejected.

use model::chc::Clause;
use term::{Assignment, Op, Term, TermStore, Value, eval, free_vars, post_order};

/// The name of an operator of the clause whose result SMT-LIB may leave unspecified.
pub fn open_result(store: &TermStore, clause: &Clause) -> Option<&'static str> {
    let atoms = clause.body.iter().chain(&clause.head);
    let mut roots: Vec<Term> = atoms.flat_map(|atom| atom.args.iter().copied()).collect();
    roots.push(clause.constraint);
    let parts = post_order(store, &roots, |_| false);
    let open = parts.into_iter().map(|part| (store.op(part), store.args(part))).find(
        |&(op, args)| match op {
            Op::IntDiv | Op::IntMod | Op::RealDiv => !is_nonzero(store, args[1]),
            Op::FpToUbv | Op::FpToSbv | Op::FpToReal | Op::FpMin | Op::FpMax => true,
            _ => false,
        },
    );
    open.map(|(op, _)| op.info().name)
}

/// Whether a number is a constant other than zero.
fn is_nonzero(store: &TermStore, number: Term) -> bool {
    free_vars(store, &[number]).is_empty()
        && eval(store, number, &Assignment::new())
            .is_ok_and(|value| value != Value::default_of(store.sort(number)))
}
