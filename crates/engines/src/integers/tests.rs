//! Clauses over bit-vectors whose invariants are linear, and random ones.

use super::Integers;
use crate::testing::check_clauses;

fn check(text: &str, expected: Option<bool>) {
    assert_eq!(check_clauses(&Integers::default(), text), expected, "{text}");
}

/// A counter and another one that is always twice as large, with 32 bits.
fn doubled(guard: &str, query: &str) -> String {
    format!(
        "(declare-fun inv ((_ BitVec 32) (_ BitVec 32)) Bool)
         (assert (inv #x00000000 #x00000000))
         (assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (inv x y) {guard})
           (inv (bvadd x #x00000001) (bvadd y #x00000002)))))
         (assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (inv x y) {query})))"
    )
}

#[test]
fn linear_invariants_come_back_as_words() {
    let guard = "(bvslt x #x00000064) (bvslt y #x00001000)";
    check(&doubled(guard, "(bvsle x y)"), Some(true));
}

#[test]
fn derivations_over_integers_say_nothing() {
    check(&doubled("(bvslt x #x000f4240)", "(not (= y #x00000006))"), None);
}

#[test]
fn what_is_no_bit_vector_has_no_view() {
    check("(declare-fun p (Int) Bool) (assert (forall ((x Int)) (=> (p x) (> x 0))))", None);
}

#[test]
fn recursion_is_summarised() {
    // McCarthy's function, as a relation of arguments and results.
    check(
        "(declare-fun f ((_ BitVec 32) (_ BitVec 32)) Bool)
         (assert (forall ((n (_ BitVec 32))) (=> (bvsgt n #x00000064) (f n (bvsub n #x0000000a)))))
         (assert (forall ((n (_ BitVec 32)) (a (_ BitVec 32)) (b (_ BitVec 32)))
           (=> (and (not (bvsgt n #x00000064)) (f (bvadd n #x0000000b) a) (f a b)) (f n b))))
         (assert (forall ((n (_ BitVec 32)) (r (_ BitVec 32)))
           (=> (and (f n r) (bvsle n #x00000065)) (= r #x0000005b))))",
        Some(true),
    );
}

/// Whatever is computed from bits, a proof is one about bits: all operators, on words of a few bits.
#[test]
fn operators_are_exact_or_open() {
    let operators = [
        "(bvadd x y)",
        "(bvsub x y)",
        "(bvneg x)",
        "(bvnot x)",
        "(bvmul x #b101)",
        "(bvmul x y)",
        "(bvshl x #b001)",
        "(bvlshr x #b001)",
        "(bvashr x #b001)",
        "(bvudiv x #b010)",
        "(bvurem x #b011)",
        "(bvsdiv x #b010)",
        "(bvsrem x #b011)",
        "(bvand x #b011)",
        "(bvor x y)",
        "(concat ((_ extract 0 0) x) ((_ extract 2 1) y))",
        "((_ zero_extend 1) ((_ extract 1 0) x))",
        "((_ sign_extend 1) ((_ extract 2 1) x))",
        "(ite (bvult x y) x y)",
        "(ite (bvule x y) y x)",
        "(ite (bvslt x y) x y)",
        "((_ sign_extend 2) ((_ extract 2 2) x))",
    ];
    let mut proved = 0;
    for operator in operators {
        for value in 0..8 {
            let text = format!(
                "(declare-fun p ((_ BitVec 3) (_ BitVec 3)) Bool)
                 (assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3)))
                   (=> (and (bvule x #b101) (bvsle y #b001)) (p x y))))
                 (assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3)) (z (_ BitVec 3)))
                   (=> (and (p x y) (= z {operator}) (= z #b{value:03b})) false)))"
            );
            // The checker goes over every proof.
            proved += u32::from(check_clauses(&Integers::default(), &text) == Some(true));
        }
    }
    assert!(proved >= 20, "{proved}");
}
