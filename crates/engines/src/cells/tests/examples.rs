//! What is proved of small programs with arrays, and what is not.

use super::check;

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
    // One element is forgotten: there is nothing to prove.
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
    // Each element of `a` is the index of an element of `b` that is not zero.
    let fill = "b := (store b i #x01); a := (store a i i)";
    check(&program(&[fill], "(= (select b (select a i)) #x01)"), "safe for all 2");
}

#[test]
fn programs_that_are_not_looked_at() {
    check(
        &program(&["a := (store a i #x07)"], "(= max #x00)"),
        "unknown: unsupported: errors that depend on no or many elements of arrays",
    );
    let nested = "
        var a : (Array bv8 (Array bv8 bv8))
        procedure main {
          initial start
          error bad \"\"
          start -> bad { assume (= (select (select a #x00) #x01) #x02) }
        }";
    check(nested, "unknown: unsupported: errors that depend on no or many elements of arrays");
}

/// Splitting makes a loop head of `l3`, about which the lemmas of `l2` once had to know.
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
