//! Clauses with known answers, in all configurations.

use super::{Convergence, La, LaConfig, Mark};
use crate::testing::check_clauses;
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
    let clauses = "(declare-fun inv (Int Int) Bool)
        (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y))))
        (assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x 6)) (inv (+ x 1) (+ y 2)))))";
    check(&format!("{clauses} (assert (forall ((x Int) (y Int)) (=> (inv x y) (>= y x))))"), true);
    check(&format!("{clauses} (assert (forall ((x Int) (y Int)) (=> (inv x y) (< y 7))))"), false);
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
    let clauses = "(declare-fun f (Int Int) Bool)
        (assert (forall ((n Int)) (=> (<= n 1) (f n 1))))
        (assert (forall ((n Int) (a Int) (b Int))
          (=> (and (> n 1) (f (- n 1) a) (f (- n 2) b)) (f n (+ a b)))))";
    check(&format!("{clauses} (assert (forall ((n Int) (r Int)) (=> (f n r) (>= r 1))))"), true);
    check(&format!("{clauses} (assert (forall ((r Int)) (=> (f 4 r) (not (= r 5)))))"), false);
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
