//! Small models with known answers, domain by domain.

use super::{answer, check, check_with, model, only};
use crate::kiki::KikiConfig;
use crate::templates::Domain;

const WEAK: &str = "unknown: incomplete: no proof with 1 unwindings";

/// A loop over some variables of 32 bits.
fn looping(start: &str, body: &str, wrong: &str) -> String {
    format!(
        "var x, y, i, n : bv32
         procedure main {{
           initial start
           error bad \"as expected\"
           start -> head {{ {start} }}
           head -> head {{ {body} }}
           head -> bad {{ assume {wrong} }}
         }}"
    )
}

/// The same with variables of 8 bits, for which arithmetic is easy for solvers.
fn narrow(text: &str) -> String {
    text.replace("bv32", "bv8").replace("#x000000", "#x")
}

fn needs(domain: Domain, too_weak: &[Domain], text: &str) {
    check_with(&only(&[domain]), text, "safe, k = 1");
    check_with(&only(too_weak), text, WEAK);
    check(text, "safe, k = 1");
}

#[test]
fn intervals_follow_guards() {
    let text = looping(
        "x := #x00000005",
        "assume (bvslt x #x000f4240); x := (bvadd x #x00000003)",
        "(or (bvsgt x #x000f4242) (bvslt x #x00000005))",
    );
    needs(Domain::Intervals, &[Domain::Equalities], &text);
}

#[test]
fn bounds_of_natural_numbers() {
    let text = looping(
        "x := #x90000000",
        "assume (bvult x #xfffffff0); x := (bvadd x #x00000001)",
        "(or (bvult x #x90000000) (bvugt x #xfffffff0))",
    );
    needs(Domain::Intervals, &[Domain::Equalities], &text);
}

#[test]
fn equalities_between_variables() {
    let text = looping(
        "havoc n; x := n; y := n",
        "assume (= x y); x := (bvadd x n); y := (bvadd y n)",
        "(not (= x y))",
    );
    needs(Domain::Equalities, &[Domain::Intervals], &text);
}

#[test]
fn disequalities_between_variables() {
    let text = looping(
        "havoc x; y := (bvnot x)",
        "choice { assume (= y n); y := (bvnot x) } or { n := x; x := y; y := n }",
        "(= x y)",
    );
    needs(Domain::Equalities, &[Domain::Intervals], &text);
}

#[test]
fn linear_equations() {
    let text = looping(
        "x := #x00000000; y := #x00000000; i := #x00000000",
        "choice { x := (bvadd x #x00000001); y := (bvadd y #x00000002) }
         or { x := (bvadd x #x00000002); y := (bvadd y #x00000001) }; i := (bvadd i #x00000001)",
        "(not (= (bvadd x y) (bvmul i #x00000003)))",
    );
    needs(Domain::Affine, &[Domain::Octagons, Domain::Equalities], &narrow(&text));
}

#[test]
fn parity_is_a_linear_equation() {
    let text = looping(
        "x := #x00000001",
        "x := (bvadd x #x00000002)",
        "(= (bvurem x #x00000002) #x00000000)",
    );
    needs(Domain::Affine, &[Domain::Intervals], &text);
}

#[test]
fn remainders_by_odd_numbers() {
    let text = looping(
        "x := #x00000001",
        "assume (bvult x #x00001000); x := (bvadd x #x00000003)",
        "(= x #x00000010)",
    );
    // x = 16 is reached: 1 + 5*3.
    check(&text, "unsafe: bad");
    let text = text.replace("#x00000010", "#x00000011");
    check_with(&only(&[Domain::Congruences, Domain::Intervals]), &text, "safe, k = 1");
    check_with(&only(&[Domain::Intervals]), &text, WEAK);
    check(&text, "safe, k = 2");
}

#[test]
fn zones_bound_differences() {
    let text = looping(
        "havoc n; x := #x00000000; assume (bvsgt n #x00000000)",
        "assume (bvslt x n); x := (bvadd x #x00000001)",
        "(bvsgt x n)",
    );
    needs(Domain::Zones, &[Domain::Intervals], &text);
    check_with(&only(&[Domain::Octagons]), &text, "safe, k = 1");
}

#[test]
fn octagons_bound_sums() {
    let text = looping(
        "x := #x00000000; y := #x00000064",
        "assume (bvsgt y #x00000000); choice { x := (bvadd x #x00000001) } or { };
         y := (bvsub y #x00000001)",
        "(bvsgt (bvadd x y) #x00000064)",
    );
    check_with(&only(&[Domain::Octagons]), &text, "safe, k = 1");
    check_with(&only(&[Domain::Zones]), &text, WEAK);
    check(&text, "safe, k = 2");
}

#[test]
fn templates_of_the_user() {
    let text = looping(
        "x := #x00000000; y := #x00000000",
        "assume (bvslt x #x00000014); x := (bvadd x #x00000001);
         choice { y := (bvadd y #x00000002) } or { y := (bvadd y #x00000003) }",
        "(or (bvslt (bvsub y (bvmul x #x00000002)) #x00000000) (bvsgt y (bvmul x #x00000003)))",
    );
    let text = narrow(&text);
    let templates = ["y - 2*x", "y-3*x", "x"].map(|text| text.parse().unwrap()).to_vec();
    let config = KikiConfig { templates, max_unwind: Some(1), ..KikiConfig::default() };
    check_with(&config, &text, "safe, k = 1");
    check_with(&only(&[Domain::Intervals, Domain::Octagons]), &text, WEAK);
}

#[test]
fn induction_without_invariants() {
    // x takes the previous value of y, which is small after one more step.
    let text = looping(
        "x := #x00000000; y := #x00000000",
        "havoc n; x := y; y := (bvand n #x0000000f)",
        "(bvugt x #x0000000f)",
    );
    let havoc = KikiConfig { havoc: true, ..KikiConfig::default() };
    check_with(&havoc, &text, "safe, k = 3");
    let abstract_interpretation = KikiConfig { max_unwind: Some(1), ..havoc };
    check_with(&abstract_interpretation, &text, WEAK);
    check(&text, "safe, k = 1");
}

#[test]
fn errors_are_found_by_unwinding() {
    let text = looping(
        "x := #x00000000",
        "assume (bvult x #x00000010); x := (bvadd x #x00000001)",
        "(= x #x00000007)",
    );
    check(&text, "unsafe: bad");
    let bounded = KikiConfig { bounded_only: true, ..KikiConfig::default() };
    check_with(&bounded, &text, "unsafe: bad");
    check_with(&bounded, &text.replace("x00000007", "x00000017"), "safe after 17");
}

#[test]
fn loops_that_are_never_reached() {
    let text = "
        var x : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> first { x := #x00 }
          first -> first { x := #x00 }
          first -> second { assume (= x #x01) }
          second -> second { x := (bvadd x #x01) }
          second -> bad { assume (= x #x09) }
        }";
    check(text, "safe, k = 1");
}

#[test]
fn nested_loops() {
    let text = "
        var i, j, n : bv32
        procedure main {
          initial start
          error bad \"\"
          start -> outer { i := #x00000000; assume (bvsgt n #x00000000) }
          outer -> inner { assume (bvslt i n); j := #x00000000 }
          inner -> inner { assume (bvslt j i); j := (bvadd j #x00000001) }
          inner -> bad { assume (or (bvsgt j i) (bvsge i n) (bvslt j #x00000000)) }
          inner -> outer { assume (not (bvslt j i)); i := (bvadd i #x00000001) }
        }";
    check(text, "safe, k = 1");
}

#[test]
fn a_start_that_is_a_loop_head() {
    let text = "
        var x : bv8
        procedure main {
          initial head
          error bad \"\"
          head -> head { x := (bvand x #x0f) }
          head -> bad { assume (= x #xff) }
        }";
    check(text, "unsafe: bad");
}

#[test]
fn programs_without_loops() {
    let text = "
        var x : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> bad { assume (bvult x #x00) }
        }";
    check(text, "safe after 0");
}

/// A fact that a loop establishes when it is executed for the first time.
#[test]
fn paths_tell_executed_loops_from_others() {
    let text = looping(
        "havoc n; x := #x00000000; i := #x00000000",
        "assume (bvslt i n);
         x := (ite (= i #x00000000) #x00000005 x); i := (bvadd i #x00000001)",
        "(and (bvsge i n) (bvsgt n #x00000000) (not (= x #x00000005)))",
    );
    let intervals = only(&[Domain::Intervals]);
    check_with(&intervals, &text, WEAK);
    let paths = KikiConfig { symbolic_paths: true, ..intervals };
    check_with(&paths, &text, "safe, k = 1");
    let wrong = text.replace("#x00000005 x", "#x00000006 x");
    check_with(&KikiConfig { max_unwind: None, ..paths }, &wrong, "unsafe: bad");
}

/// A regression test: in some copies of the model a loop is cut at its head, in others elsewhere.
#[test]
fn copies_of_a_loop_may_be_cut_at_different_locations() {
    let text = "var x : bv2
        var b : bool
        procedure main {
          initial l0
          error l1 \"\"
          l0 -> l4 { b := (not b) }
          l2 -> l4 { b := (bvult x #b10) }
          l2 -> l4 { assume (not b) }
          l2 -> l3 {
            assume b;
            choice { assume (bvult x #b10); assume (bvult x #b10) }
            or { assume (not (bvult x #b10)); b := (bvult x #b10) }
          }
          l4 -> l2 { assume (not (= x #b00)) }
          l4 -> l5 { assume (= x #b00); b := (not b) }
          l5 -> l5 { assume (bvult x #b10) }
          l5 -> l1 { assume (not (bvult x #b10)); b := (bvult x #b10); b := (bvult x #b10) }
          l5 -> l0 { assume (or b (= x #b11)) }
          l5 -> l2 { assume (not (or b (= x #b11))); assume (bvult x #b10); x := (bvadd x #b01) }
          l1 -> l0 { b := (bvult x #b10); x := #b00 }
        }";
    let config = KikiConfig { symbolic_paths: true, max_unwind: Some(5), ..KikiConfig::default() };
    check_with(&config, text, "safe, k = 1");
}

/// A regression test: the invariants of a single cut point were taken for facts about the start.
#[test]
fn invariants_of_the_only_cut_point_say_nothing_of_the_start() {
    let text = "var x : bv2
        var b : Bool
        procedure main {
          initial l0
          error l1 \"\"
          l4 -> l1 { assume (bvult x #b10) }
          l4 -> l4 { assume (not (bvult x #b10)); assume (bvult x #b10); assume b }
          l2 -> l4 { assume (not (or b (= x #b11))); x := #b00 }
          l0 -> l2 { assume (= x #b01) }
        }";
    check(text, "unsafe: l1");
}

/// A regression test: invariants of different paths were combined although they needed two steps on
/// the same path.
#[test]
fn paths_are_told_apart_by_single_steps_only() {
    let text = "var x : bv2
        var b : bool
        procedure main {
          initial l0
          error l5 \"\"
          l1 -> l4 { b := (not b) }
          l2 -> l2 { assume (= x #b01) }
          l2 -> l1 { assume (not (= x #b01)); x := (ite b #b10 x) }
          l4 -> l2 { assume (bvult #b00 x) }
          l4 -> l5 { assume (not (bvult #b00 x)); assume (not b) }
          l1 -> l1 { assume (bvult x #b10) }
          l0 -> l2 { x := (bvadd x #b01) }
        }";
    let paths = KikiConfig { symbolic_paths: true, max_unwind: Some(5), ..KikiConfig::default() };
    check_with(&paths, text, "unknown: incomplete: no proof with 5 unwindings");
}

/// `x` and `z` are related only through `y`, which is not used any more.
#[test]
fn what_is_copied_twice_is_equal() {
    let text = "var x, y, z, i : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> first { havoc x; y := x; i := #x00 }
          first -> first { assume (bvult i #x80); i := (bvadd i #x01) }
          first -> second { assume (not (bvult i #x80)); z := y; i := #x00 }
          second -> second { assume (bvult i #x80); i := (bvadd i #x01) }
          second -> bad { assume (bvult x #x10); assume (bvult #x20 z) }
        }";
    check_with(&only(&[Domain::Equalities]), text, "safe, k = 1");
    check_with(&only(&[Domain::Intervals, Domain::Zones]), text, WEAK);
}

#[test]
fn variables_keep_the_values_of_expressions() {
    let text = "var m : bv4
        var n, i : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> head { havoc m; n := ((_ sign_extend 4) m); i := #x00 }
          head -> head { assume (bvult i #x80); i := (bvadd i #x01) }
          head -> bad { assume (not (= (bvadd n i) (bvadd ((_ sign_extend 4) m) i))) }
        }";
    check_with(&only(&[Domain::Guards]), text, "safe, k = 1");
    check_with(&only(&[Domain::Equalities]), text, WEAK);
}

#[test]
fn disjunctions_of_the_program_are_tried_as_a_whole() {
    let text = "var x, y, i : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> head { havoc x; havoc y; assume (or (= x #x01) (= y #x02)); i := #x00 }
          head -> head { assume (bvult i #x80); i := (bvadd i #x01); x := (bvxor x i); x := (bvxor x i) }
          head -> bad { assume (not (= x #x01)); assume (not (= y #x02)) }
        }";
    check_with(&only(&[Domain::Guards]), text, "safe, k = 1");
    check_with(&only(&[Domain::Equalities, Domain::Zones]), text, WEAK);
}

/// A solver that compares arrays must distinguish them in all its queries.
#[test]
fn arrays_are_not_compared() {
    let text = "var a, b : (Array bv8 bv8)
         var x : bv8
         procedure main {
           initial start
           error bad \"\"
           start -> head { x := #x00; a := b }
           head -> head { a := (store b x x); b := (store a x #x01) }
           head -> bad { assume (not (= (select a x) (select b x))) }
         }";
    let answer = answer(&model(text), &only(&[Domain::Equalities]));
    // The only row says that x is constant.
    assert_eq!(answer.stats.counter("template rows"), Some(1));
}
