//! Clauses with known answers, in all configurations.

use super::{Convergence, La, LaConfig, Mark};
use crate::testing::{check_clauses, examples};
use clap::ValueEnum;

/// Runs all configurations on clauses; the checker accepts their answers.
fn check(text: &str, solvable: bool) {
    for &mark in Mark::value_variants() {
        for &convergence in Convergence::value_variants() {
            let engine = La::new(LaConfig { mark, convergence });
            assert_eq!(check_clauses(&engine, text), Some(solvable), "{mark:?}: {text}");
        }
    }
}

#[test]
fn a_loop_keeps_a_bound() {
    check(&examples::counting_clauses(6, "(>= y x)"), true);
    check(&examples::counting_clauses(6, "(< y 7)"), false);
}

#[test]
fn cases_of_a_rule_are_decided() {
    let clauses = "(declare-fun inv (Real Bool) Bool)
        (assert (forall ((x Real)) (=> (= x 0.0) (inv x true))))
        (assert (forall ((x Real) (y Real) (b Bool) (c Bool))
          (=> (and (inv x b) (or (and b (= y (+ x 1.0)) (not c)) (and (not b) (= y (- x 1.0)) c)))
              (inv y c))))";
    let query = |what: &str| {
        format!("{clauses} (assert (forall ((x Real) (b Bool)) (=> (inv x b) {what})))")
    };
    check(&query("(<= x 1.0)"), true);
    check(&query("(=> b (< x 0.0))"), false);
    check(&query("(=> (not b) (< x 1.0))"), false);
}

#[test]
fn two_atoms_share_a_summary() {
    check(&examples::fibonacci_clauses("(>= r 1)"), true);
    check(&examples::fibonacci_clauses("(not (and (= n 4) (= r 5)))"), false);
}

#[test]
fn bit_vectors_have_interpolants_too() {
    let clauses = "(declare-fun inv ((_ BitVec 8)) Bool)
        (assert (inv #x00))
        (assert (forall ((x (_ BitVec 8))) (=> (inv x) (inv (bvadd x #x02)))))";
    let query =
        |what: &str| format!("{clauses} (assert (forall ((x (_ BitVec 8))) (=> (inv x) {what})))");
    check(&query("(= ((_ extract 0 0) x) #b0)"), true);
    check(&query("(not (= x #x04))"), false);
}
