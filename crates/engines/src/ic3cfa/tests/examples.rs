//! Small models with known answers.

use super::{check, check_default};
use crate::testing::examples;

/// The sample program of the thesis (figure 2.1): x and y are increased together.
fn sample(wrong: &str) -> String {
    format!(
        "var x, y, z, i : bv32
         procedure main {{
           initial l0
           error bad \"x is y\"
           l0 -> l1 {{ havoc x; y := x; havoc z; i := #x00000000 }}
           l1 -> l2 {{ assume (bvsle i z) }}
           l1 -> bad {{ assume (not (bvsle i z)); assume {wrong} }}
           l2 -> l1 {{ x := (bvadd x #x00000001); y := (bvadd y #x00000001);
                       i := (bvadd i #x00000001) }}
         }}"
    )
}

#[test]
fn the_sample_of_the_thesis() {
    check(&sample("(not (= x y))"), "safe");
    check(&sample("(= x #x00000007)"), "unsafe after 2");
}

#[test]
fn models_without_loops() {
    check(&examples::branches_and_a_join("#x0f"), "unsafe after 3");
    check(&examples::branches_and_a_join("#x10"), "safe");
    check("procedure main { location l }", "safe");
    check("procedure main { initial bad error bad \"at once\" }", "unsafe after 0");
    check(
        "var x : bv8 procedure main { initial a error e \"\" a -> e { assume (= x #x01) } }",
        "unsafe after 1",
    );
}

#[test]
fn errors_that_no_edge_leads_to() {
    let text = "var x : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> head
          head -> head { x := (bvadd x #x01) }
          head -> bad { assume (= x #x00); assume (not (= x #x00)) }
        }";
    check(text, "safe");
}

#[test]
fn relations_are_learnt_as_relations() {
    // x + y == 2 * n.
    let text = "var x, y, n : bv32
        procedure main {
          initial start
          error bad \"\"
          start -> head { x := #x00000000; y := #x00000000; n := #x00000000 }
          head -> head { x := (bvadd x #x00000003); y := (bvsub y #x00000001);
                         n := (bvadd n #x00000001) }
          head -> bad { assume (not (= (bvadd x y) (bvmul #x00000002 n))) }
        }";
    let answer = check_default(text, "safe");
    assert!(answer.stats.counter("levels").unwrap() <= 3);
}

#[test]
fn bounds_of_loops() {
    let text = |wrong| {
        format!(
            "var i, n : bv32
             procedure main {{
               initial start
               error bad \"\"
               start -> head {{ i := #x00000000; havoc n; assume (bvsle #x00000000 n) }}
               head -> head {{ assume (bvslt i n); i := (bvadd i #x00000001) }}
               head -> bad {{ assume (not (bvslt i n)); assume {wrong} }}
             }}"
        )
    };
    check_default(&text("(not (= i n))"), "safe");
    check_default(&text("(= i #x00000003)"), "unsafe after 5 steps");
}

#[test]
fn nested_loops_over_an_array() {
    let text = |wrong| examples::sums_in_an_array("#x3", wrong);
    check_default(&text("(= (select a #x2) #x4)"), "unsafe after 11 steps");
    check_default(&text("(not (= (select a #x2) #x4))"), "safe");
}
