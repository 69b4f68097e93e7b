//! What is proved about small programs with arrays, and what is not.

use super::{check, summary};
use crate::testing::{self, model};
use crate::{Cells, SolverChoice};
use evidence::{Proof, Verdict};
use term::free_vars;

/// A program over two arrays of bytes, with the given loops and a last one that reads.
fn program(loops: &[&str], condition: &str) -> String {
    let mut text = "
        var a, b : (Array bv8 bv8)
        var i, n, max : bv8
        var same : bool
        procedure main {
          initial start
          error bad \"\"
          start -> l0 { i := #x00; max := #x00; same := true }\n"
        .to_owned();
    for (number, body) in loops.iter().enumerate() {
        let next = number + 1;
        text += &format!(
            "l{number} -> l{number} {{ assume (bvult i n); {body}; i := (bvadd i #x01) }}
             l{number} -> l{next} {{ assume (not (bvult i n)); i := #x00 }}\n"
        );
    }
    let last = loops.len();
    text + &format!(
        "l{last} -> l{last} {{ assume (bvult i n); assume {condition}; i := (bvadd i #x01) }}
         l{last} -> bad {{ assume (bvult i n); assume (not {condition}) }}
        }}"
    )
}

const PROVED: &str = "safe for all 1";
const TOO_WEAK: &str =
    "unknown: incomplete: other elements of arrays matter than the last ones that are read";

#[test]
fn elements_that_a_loop_has_set() {
    let seven = "(= (select a i) #x07)";
    check(&program(&["a := (store a i #x07)"], seven), PROVED);
    check(&program(&["a := (store a i i)"], "(= (select a i) i)"), PROVED);
    // One element is forgotten, so there is no proof.
    check(&program(&["a := (store a (bvadd i #x01) #x07)"], seven), TOO_WEAK);
    check(&program(&["b := (store b i #x07)"], seven), TOO_WEAK);
}

#[test]
fn elements_that_are_copied() {
    let same = "(= (select a i) (select b i))";
    check(&program(&["b := (store b i (select a i))"], same), PROVED);
    check(&program(&["b := a"], same), PROVED);
    check(&program(&["b := (store b i (select a (bvsub i #x01)))"], same), TOO_WEAK);
}

#[test]
fn elements_that_were_compared() {
    let greater = "(bvult max (select a i))";
    let maximum = format!("max := (ite {greater} (select a i) max)");
    check(&program(&[&maximum], &format!("(not {greater})")), PROVED);
    let compare = "same := (and same (= (select a i) (select b i)))";
    let told = "(or (not same) (= (select a i) (select b i)))";
    check(&program(&[compare], told), PROVED);
}

#[test]
fn loops_may_count_down() {
    let text = "
        var a : (Array bv8 bv8)
        var i, n : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> down { assume (bvslt n #x70); i := n }
          down -> down {
            assume (bvsle #x00 i); a := (store a i #x01); i := (bvadd i #xff)
          }
          down -> up { assume (not (bvsle #x00 i)); i := #x00 }
          up -> up { assume (bvsle i n); i := (bvadd i #x01) }
          up -> bad { assume (bvsle i n); assume (not (= (select a i) #x01)) }
        }";
    check(text, PROVED);
}

#[test]
fn elements_of_elements() {
    // Each element of `a` is the index of a nonzero element of `b`.
    let fill = "b := (store b i #x01); a := (store a i i)";
    check(&program(&[fill], "(= (select b (select a i)) #x01)"), "safe for all 2");
}

#[test]
fn programs_that_are_not_looked_at() {
    check(
        &program(&["a := (store a i #x07)"], "(= max #x00)"),
        "unknown: incomplete: errors do not depend on few elements of arrays",
    );
    let nested = "
        var a : (Array bv8 (Array bv8 bv8))
        procedure main {
          initial start
          error bad \"\"
          start -> bad { assume (= (select (select a #x00) #x01) #x02) }
        }";
    check(nested, "unknown: incomplete: errors do not depend on few elements of arrays");
}

/// A regression test: splitting makes `l3` a loop head, and the lemmas of `l2` had to follow from
/// it.
#[test]
fn invariants_are_those_of_loop_heads() {
    let text = "
        var a, b : (Array bv2 bv2)
        var i, x : bv2
        procedure main {
          initial l0
          error bad \"\"
          l3 -> l2 { x := (select a i) }
          l0 -> l2 { i := #b00 }
          l0 -> l0 { i := (bvadd i #b01) }
          l2 -> l3 { i := #b00 }
          l2 -> bad { b := a; assume (not (= (select a i) (select b i))) }
        }";
    check(text, "safe for all 0");
}

/// `k` is assigned after the first loop. Before, its value is that of a model whose unread assignments are
/// gone, so that a proof would be about another one than the program has.
#[test]
fn nothing_is_said_of_an_index_before_it_is_assigned() {
    let text = "
        var a : (Array bv8 bv8)
        var i, j, k, n : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> first { a := ((as const (Array bv8 bv8)) #x00); i := #x00 }
          first -> first {
            assume (bvult i n); assume (= (select a #x05) #x00); i := (bvadd i #x01)
          }
          first -> second { assume (not (bvult i n)); havoc j; k := (bvand j #x01) }
          second -> second { assume (bvult i #x09); i := (bvadd i #x01) }
          second -> bad { assume (not (= (select a (bvadd k #x01)) #x00)) }
        }";
    let model = model(text);
    let answer = testing::answer(&Cells::default(), &model, SolverChoice::Auto);
    let Verdict::Safe(Proof::Invariants(invariants)) = &answer.verdict else {
        panic!("{}", summary(&answer))
    };
    let first = model.entry().cfa.find_location("first");
    let (_, known) = invariants.iter().find(|(location, _)| Some(*location) == first).unwrap();
    let names = |term| -> Vec<&str> {
        let terms = invariants.terms();
        free_vars(terms, &[term]).into_iter().map(|v| terms.name(v)).collect()
    };
    assert!(names(known).contains(&"a"), "{:?}", names(known));
    assert!(!names(known).contains(&"k"), "{:?}", names(known));
}

/// Only one of two ways to the error reads `a`, and only there its index is in bounds.
#[test]
fn ways_to_an_error_may_choose_other_slots() {
    let text = "
        var a : (Array bv8 bv8)
        var b : (Array bv4 bv8)
        var i, j, n : bv8
        var k : bv4
        procedure main {
          initial start
          error bad \"\"
          start -> first {
            a := ((as const (Array bv8 bv8)) #x07);
            b := ((as const (Array bv4 bv8)) #x07);
            i := #x01
          }
          first -> first { assume (bvult i n); i := (bvadd i #x01) }
          first -> bad {
            assume (not (bvult i n));
            choice {
              assume (bvult #x10 j); assume (bvult j #x13); assume (not (= (select a j) #x07))
            } or {
              assume (not (= (select b k) #x07))
            }
          }
        }";
    check(text, "safe for all 2");
}
