//! Clauses with known answers, and random ones against brute force.

use super::{Spacer, SpacerConfig};
use crate::testing::{check_clauses, examples};

/// Runs the engine in both configurations on clauses; the checker accepts its answers.
fn check(text: &str, solvable: bool) {
    for interpolate in [false, true] {
        let engine = Spacer::new(SpacerConfig { interpolate });
        assert_eq!(check_clauses(&engine, text), Some(solvable), "{text}");
    }
}

#[test]
fn a_loop_keeps_a_bound() {
    check(&examples::counting_clauses(100, "(>= y x)"), true);
    check(&examples::counting_clauses(100, "(< y 7)"), false);
}

#[test]
fn reals_are_projected() {
    let clauses = "(declare-fun inv (Real) Bool)
        (assert (forall ((x Real)) (=> (and (<= 0.0 x) (<= x 1.0)) (inv x))))
        (assert (forall ((x Real) (y Real)) (=> (and (inv x) (= (* 2.0 y) x)) (inv y))))";
    check(&format!("{clauses} (assert (forall ((x Real)) (=> (inv x) (<= x 1.0))))"), true);
    check(&format!("{clauses} (assert (forall ((x Real)) (=> (inv x) (> x 0.0))))"), false);
}

#[test]
fn two_atoms_share_a_summary() {
    check(&examples::fibonacci_clauses("(>= r 1)"), true);
    check(&examples::fibonacci_clauses("(not (and (= n 5) (= r 8)))"), false);
}

#[test]
fn bit_vectors_and_truth_values_have_lemmas_too() {
    let clauses = "(declare-fun inv (Bool (_ BitVec 8)) Bool)
        (assert (inv false #x00))
        (assert (forall ((b Bool) (x (_ BitVec 8))) (=> (inv b x) (inv (not b) (bvadd x #x01)))))";
    let odd = "(= b (= ((_ extract 0 0) x) #b1))";
    let query = |what: &str| {
        format!("{clauses} (assert (forall ((b Bool) (x (_ BitVec 8))) (=> (inv b x) {what})))")
    };
    check(&query(odd), true);
    check(&query("(not (= x #x03))"), false);
}

#[test]
fn clauses_without_predicates_are_queries() {
    check("(assert (forall ((x Int)) (=> (> x 0) (> x 1))))", false);
    check("(assert (forall ((x Int)) (=> (> x 1) (> x 0))))", true);
}
