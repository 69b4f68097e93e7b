//! Random deep terms: simplification keeps the value, and simplified terms stay as they are.

use crate::eval::{Assignment, eval};
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;
use crate::testing::{TermGenerator, TermShape};
use crate::transfer::Transfer;
use crate::traverse::post_order;
use rustc_hash::FxHashMap;

fn shapes() -> Vec<TermShape> {
    let arrays = vec![
        Sort::Bool,
        Sort::BitVec(2),
        Sort::array(Sort::BitVec(2), Sort::BitVec(3)),
        Sort::BitVec(3),
    ];
    vec![
        TermShape::bit_vectors(&[1, 8, 70]),
        TermShape::bit_vectors(&[2, 3, 32, 64]),
        TermShape::new(vec![Sort::Bool]),
        TermShape::new(vec![Sort::Bool, Sort::Int, Sort::Real]),
        TermShape::new(arrays),
        TermShape::everything(),
    ]
}

/// The same assignment for another store; symbols are matched by name.
fn translate(from: &TermStore, assignment: &Assignment, to: &TermStore) -> Assignment {
    let mut translated = Assignment::new();
    for symbol in to.symbols() {
        let Some(original) = from.lookup(to.name(symbol)) else { continue };
        if let Some(value) = assignment.get(original) {
            translated.set(symbol, value.clone());
        }
        if let Some(function) = assignment.function(original) {
            translated.set_function(symbol, function.clone());
        }
    }
    translated
}

/// Calls the check with random terms, unsimplified and simplified.
fn for_random_terms(
    seeds: u64,
    new_store: fn() -> TermStore,
    mut check: impl FnMut(&TermStore, Term, &TermStore, Term, &mut TermGenerator),
) {
    for shape in shapes() {
        for seed in 0..seeds {
            let mut generator = TermGenerator::new(shape.clone().with_depth(6), seed);
            let mut plain = TermStore::without_simplification();
            let sort = &shape.sorts[seed as usize % shape.sorts.len()];
            let term = generator.term(&mut plain, sort);
            let mut simplifying = new_store();
            let copied = Transfer::new().copy(&plain, &mut simplifying, term);
            let copied = copied.expect("a new store has no other declarations");
            check(&plain, term, &simplifying, copied, &mut generator);
        }
    }
}

#[test]
fn simplification_keeps_values() {
    for new_store in [TermStore::new, TermStore::folding] {
        for_random_terms(150, new_store, |plain, before, simplifying, after, generator| {
            for _ in 0..8 {
                let assignment = generator.assignment(plain);
                let translated = translate(plain, &assignment, simplifying);
                let value = eval(plain, before, &assignment).expect("all symbols have values");
                assert_eq!(eval(simplifying, after, &translated), Ok(value));
            }
        });
    }
}

#[test]
fn simplified_terms_stay_as_they_are() {
    for_random_terms(150, TermStore::new, |_, _, simplifying, simplified, _| {
        // In a new store, so that it must be simplified again; leaves keep their order.
        let mut fresh = TermStore::new();
        let mut image: FxHashMap<Term, Term> = FxHashMap::default();
        for part in post_order(simplifying, &[simplified], |_| false) {
            let args: Vec<Term> = simplifying.args(part).iter().map(|a| image[a]).collect();
            let sort = simplifying.sort(part);
            let copied = match simplifying.op(part) {
                Op::Const(_) => {
                    fresh.constant(simplifying.as_value(part).expect("a constant").clone())
                }
                Op::Var(symbol) => {
                    let symbol =
                        fresh.declare(simplifying.name(symbol), sort.clone()).expect("a new name");
                    fresh.var(symbol)
                }
                Op::Apply(symbol) => {
                    let parameters = simplifying.parameters(symbol);
                    let name = simplifying.name(symbol);
                    let symbol =
                        fresh.declare_function(name, parameters, sort.clone()).expect("a new name");
                    fresh.call(symbol, &args)
                }
                op => {
                    let copied = fresh.make(op, sort, &args);
                    let same = fresh.op(copied) == op && fresh.args(copied) == args;
                    assert!(
                        same,
                        "{} becomes {}",
                        simplifying.display(part),
                        fresh.display(copied)
                    );
                    copied
                }
            };
            image.insert(part, copied);
        }
    });
}

#[test]
fn rules_that_chain_do_not_overflow_the_stack() {
    let mut store = TermStore::new();
    let x = store.declare("x", Sort::BitVec(8)).expect("a new name");
    let x = store.var(x);
    let (three, five) = (store.bv(8, 3), store.bv(8, 5));
    let mut deep = x;
    for _ in 0..200_000 {
        deep = store.bv_add(deep, three);
        deep = store.bv_xor(deep, five);
    }
    // Solving the equation would go all the way down.
    let equation = store.eq(deep, three);
    assert_eq!(store.op(equation), Op::Eq);
    assert!(store.rule_counts().cut() > 0);
}
