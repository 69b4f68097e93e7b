//! Questions about integers and reals to every backend.

use crate::arithmetic::certificate;
use crate::budget::Budget;
use crate::embedded::EmbeddedSolver;
use crate::sat::{BatsatOptions, CadicalOptions, SatBackend};
use crate::traits::{Cores, Models, Outcome, Solver, UnknownReason};
use std::time::Duration;
use term::smtlib::Script;
use term::{Term, TermStore, Value, eval, free_vars};

const DECLARATIONS: &str = "
    (declare-const p Bool) (declare-const q Bool)
    (declare-const x Int) (declare-const y Int) (declare-const z Int) (declare-const w Int)
    (declare-const a Real) (declare-const b Real) (declare-const c Real)";

fn backends() -> [SatBackend; 3] {
    [
        SatBackend::default(),
        SatBackend::Batsat(BatsatOptions { decide_inputs_only: false }),
        SatBackend::Cadical(CadicalOptions { inprocessing: false }),
    ]
}

fn read(store: &mut TermStore, formulas: &[&str]) -> Vec<Term> {
    let mut text = DECLARATIONS.to_owned();
    for formula in formulas {
        text.push_str(&format!("(assert {formula})"));
    }
    let script = Script::parse(store, text.as_bytes()).expect("well-formed");
    script.assertions().collect()
}

/// The answer with all formulas assumed, after the model or the core and all certificates have been
/// checked; that with all of them asserted is the same.
fn solve(formulas: &[&str], backend: SatBackend) -> Outcome {
    // Without simplification, so that the theory sees all operators.
    let mut store = TermStore::without_simplification();
    let terms = read(&mut store, formulas);
    let budget = Budget::unlimited().with_timeout(Duration::from_secs(300));
    let mut assumed = EmbeddedSolver::new(backend);
    assumed.record_arithmetic();
    let answer = assumed.check(&mut store, &terms, &budget);
    match &answer {
        Outcome::Sat => check_model(&mut store, &mut assumed, &terms),
        Outcome::Unsat => {
            let core = assumed.core();
            assert!(core.iter().all(|term| terms.contains(term)));
            let mut fresh = EmbeddedSolver::new(backend);
            assert_eq!(fresh.check(&mut store, &core, &budget), Outcome::Unsat);
        }
        Outcome::Unknown(_) => {}
    }
    let (lemmas, is_integer) = assumed.arithmetic_lemmas();
    for lemma in lemmas {
        assert_eq!(certificate::check(lemma, &is_integer), Ok(()));
    }
    let mut asserted = EmbeddedSolver::new(backend);
    for &term in &terms {
        asserted.assert(&mut store, term);
    }
    assert_eq!(asserted.check(&mut store, &[], &budget), answer, "{formulas:?}");
    if answer == Outcome::Sat {
        check_model(&mut store, &mut asserted, &terms);
    }
    answer
}

fn check_model(store: &mut TermStore, solver: &mut EmbeddedSolver, terms: &[Term]) {
    for &term in terms {
        assert_eq!(solver.value(store, term), Value::Bool(true), "{}", store.display(term));
        let symbols = free_vars(store, &[term]);
        let assignment = solver.assignment(store, &symbols);
        let value = eval(store, term, &assignment).expect("all is assigned");
        assert_eq!(value, Value::Bool(true), "{}", store.display(term));
    }
}

fn check(formulas: &[&str], expected: &Outcome) {
    for backend in backends() {
        assert_eq!(solve(formulas, backend), *expected, "{backend:?} {formulas:?}");
    }
}

fn sat(formulas: &[&str]) {
    check(formulas, &Outcome::Sat);
}

fn unsat(formulas: &[&str]) {
    check(formulas, &Outcome::Unsat);
}

#[test]
fn reals_are_dense_and_bounds_are_strict() {
    sat(&["(< a b)", "(< b c)", "(< c (+ a (/ 1 1000)))"]);
    unsat(&["(< a b)", "(< b c)", "(<= c a)"]);
    unsat(&["(<= a b)", "(<= b a)", "(not (= a b))"]);
    sat(&["(distinct a b c)", "(<= 0.0 a 0.5)", "(<= 0.0 b 0.5)", "(<= 0.0 c 0.5)"]);
    unsat(&["(< (* 3.0 a) 1.0)", "(> a (/ 1 3))"]);
}

#[test]
fn integers_have_gaps() {
    unsat(&["(< x y)", "(< y (+ x 1))"]);
    unsat(&["(= (* 2 x) (+ (* 2 y) 1))"]);
    unsat(&["(= (+ (* 3 x) (* 5 y) (* 2 z)) 1)", "(= (+ x (* 3 y) (* 4 z)) 2)"]);
    sat(&["(= (+ (* 3 x) (* 5 y)) 1)", "(< (- 100) x)", "(< x 100)"]);
    unsat(&["(<= 0 x 1)", "(<= 0 y 1)", "(<= 0 z 1)", "(distinct x y z)"]);
    unsat(&["(< 0 (- (* 3 x) (* 3 y)) 3)"]);
    // A triangle between two lattice points.
    unsat(&["(<= (* 7 y) (* 3 x))", "(>= (* 5 y) (* 2 x))", "(<= 0 x 3)", "(> y 0)"]);
}

#[test]
fn large_numbers_do_not_overflow() {
    let big = "123456789012345678901234567890";
    sat(&[&format!("(= x (* {big} y))"), "(> y 1)", &format!("(= (mod x {big}) 0)")]);
    unsat(&[&format!("(= (+ x x) (+ {big} {big}))"), &format!("(not (= x {big}))")]);
    unsat(&["(> x 9223372036854775807)", "(< (* 9223372036854775807 x) 9223372036854775808)"]);
}

#[test]
fn quotients_and_remainders_are_those_of_smt_lib() {
    unsat(&["(= x (- 7))", "(not (= (div x 2) (- 4)))"]);
    unsat(&["(= x (- 7))", "(not (= (mod x 2) 1))"]);
    unsat(&["(= x 7)", "(not (= (div x (- 2)) (- 3)))"]);
    unsat(&["(= x (- 7))", "(not (= (div x (- 2)) 4))"]);
    unsat(&["(not (= x (+ (* 5 (div x 5)) (mod x 5))))"]);
    unsat(&["(= (mod x 6) 5)", "(= (mod x 3) 1)"]);
    sat(&["(= (mod x 6) 5)", "(= (mod x 4) 1)", "(> x 100)"]);
    unsat(&["(not (= (div x 0) 0))"]);
    unsat(&["(not (= (mod x 0) x))"]);
    unsat(&["(not (= (/ a 0.0) 0.0))"]);
    sat(&["(= (abs x) 3)", "(< x 0)"]);
    unsat(&["(< (abs x) 0)"]);
}

#[test]
fn whole_parts_are_rounded_down() {
    unsat(&["(= a (- 0.5))", "(not (= (to_int a) (- 1)))"]);
    unsat(&["(is_int a)", "(< 0.0 a 1.0)"]);
    sat(&["(not (is_int a))", "(< 0.0 a 1.0)"]);
    unsat(&["(not (is_int (to_real x)))"]);
    unsat(&["(< (to_real x) a)", "(< a (+ (to_real x) 1.0))", "(not (= (to_int a) x))"]);
    sat(&["(= (to_real x) (* 2.5 (to_real y)))", "(> y 0)"]);
}

#[test]
fn conditionals_choose() {
    unsat(&["(= x (ite p 1 2))", "(> x 2)"]);
    unsat(&["(= x (ite p (+ y 1) (- y 1)))", "(= x y)"]);
    sat(&["(= x (ite p (+ y 1) (- y 1)))", "(< x y)", "(or p q)"]);
    unsat(&["(= a (ite (< a b) b a))", "(< a b)"]);
    unsat(&["(= z (ite (< x y) (ite p x y) (ite q x y)))", "(distinct z x)", "(distinct z y)"]);
}

#[test]
fn products_are_decided_where_a_factor_is_known() {
    unsat(&["(= x 3)", "(not (= (* x y) (* 3 y)))"]);
    sat(&["(= (* x y) 12)", "(< 1 x 5)", "(< x y)"]);
    unsat(&["(= (* x y) 7)", "(< 1 x 7)"]);
    unsat(&["(<= 1 y 3)", "(<= 1 x 5)", "(> (div x y) x)"]);
    sat(&["(= (mod x y) 2)", "(<= 1 y 4)", "(> x 10)"]);
    unsat(&["(= a 0.0)", "(not (= (/ b a) 0.0))"]);
}

#[test]
fn products_that_no_value_settles_are_unknown() {
    for backend in backends() {
        let answer = solve(&["(= (* a a) 2.0)"], backend);
        assert!(matches!(answer, Outcome::Unknown(UnknownReason::Unsupported(_))), "{answer:?}");
    }
}

#[test]
fn assertions_stay_and_assumptions_go() {
    for backend in backends() {
        let mut store = TermStore::new();
        let formulas = ["(< x y)", "(< y z)", "(< z x)", "(< z 3)", "(> x 0)", "(not (= w x))"];
        let terms = read(&mut store, &formulas);
        let [xy, yz, zx, z3, x0, differs] = terms[..] else { panic!("six formulas") };
        let mut solver = EmbeddedSolver::new(backend);
        let budget = Budget::unlimited();
        solver.assert(&mut store, xy);
        assert_eq!(solver.check(&mut store, &[differs, yz, zx], &budget), Outcome::Unsat);
        assert_eq!(solver.core(), [yz, zx]);
        assert_eq!(solver.check(&mut store, &[differs, yz], &budget), Outcome::Sat);
        check_model(&mut store, &mut solver, &[xy, yz, differs]);
        solver.assert(&mut store, yz);
        assert_eq!(solver.check(&mut store, &[z3, x0, differs], &budget), Outcome::Unsat);
        assert_eq!(solver.core(), [z3, x0]);
        assert_eq!(solver.check(&mut store, &[z3, differs], &budget), Outcome::Sat);
        check_model(&mut store, &mut solver, &[xy, yz, z3, differs]);
        assert_eq!(solver.check(&mut store, &[zx], &budget), Outcome::Unsat);
        solver.assert(&mut store, zx);
        assert_eq!(solver.check(&mut store, &[], &budget), Outcome::Unsat);
        assert!(solver.core().is_empty());
    }
}

#[test]
fn without_a_budget_there_is_no_answer() {
    let formulas = ["(< (+ x y) z)", "(> (* x y) (* z w))", "(distinct x y z w)"];
    let mut store = TermStore::new();
    let terms = read(&mut store, &formulas);
    let mut solver = EmbeddedSolver::default();
    let stopped = Budget::unlimited().with_timeout(Duration::ZERO);
    let answer = solver.check(&mut store, &terms, &stopped);
    assert!(matches!(answer, Outcome::Unknown(UnknownReason::Stopped(_))), "{answer:?}");
}

#[test]
fn numbers_and_bits_are_decided_together() {
    let mut store = TermStore::new();
    let text = "(declare-const v (_ BitVec 8)) (declare-const n Int)
        (assert (= n (ite (bvult v #x10) 1 2)))
        (assert (= (bvmul v v) #x31))
        (assert (> n 1))";
    let script = Script::parse(&mut store, text.as_bytes()).expect("well-formed");
    let terms: Vec<Term> = script.assertions().collect();
    for backend in backends() {
        let mut solver = EmbeddedSolver::new(backend);
        let answer = solver.check(&mut store, &terms, &Budget::unlimited());
        assert_eq!(answer, Outcome::Sat);
        check_model(&mut store, &mut solver, &terms);
    }
}
