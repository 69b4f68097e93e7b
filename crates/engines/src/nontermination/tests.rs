use super::Nontermination;
use crate::SolverChoice;
use crate::testing::{answer, model, recurrent_sets};
use evidence::Verdict;
use model::{Model, Recurrences};

fn engine(plain: &Model) -> (Nontermination, Model) {
    let recurrences = Recurrences::of(plain).expect("values are finite");
    let model = recurrences.model.clone();
    (recurrent_sets(recurrences), model)
}

/// Whether an endless run is found, which `answer` has checked.
fn refutes(body: &str) -> bool {
    let variables = "var x, y, z, t : bv8";
    let plain = model(&format!("{variables} procedure main {{ initial start\n{body} }}"));
    let (engine, model) = engine(&plain);
    match answer(&engine, &model, SolverChoice::Auto).verdict {
        Verdict::Recurs(_) => true,
        Verdict::Unknown(_) => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn counters_that_never_meet_their_bound() {
    assert!(refutes(
        "start -> head { x := #x01 }
         head -> head { assume (not (= x #x00)); x := (bvadd x #x02) }
         head -> end { assume (= x #x00) }"
    ));
    assert!(refutes(
        "start -> head { havoc x; havoc y }
         head -> head { assume (not (= x y)); x := (bvadd x #x04); y := (bvsub y #x04) }
         head -> end { assume (= x y) }"
    ));
    assert!(!refutes(
        "start -> head { havoc x }
         head -> head { assume (not (= x #x00)); x := (bvadd x #x01) }
         head -> end { assume (= x #x00) }"
    ));
}

/// A counter that starts again before it meets the bound: no progression, but an invariant.
#[test]
fn loops_that_start_again() {
    assert!(refutes(
        "start -> head { x := #x00 }
         head -> head { assume (bvult x #x80);
                        choice { assume (bvult x #x70); x := (bvadd x #x01) }
                            or { assume (not (bvult x #x70)); x := #x00 } }
         head -> end { assume (not (bvult x #x80)) }"
    ));
}

#[test]
fn inputs_are_chosen() {
    assert!(refutes(
        "start -> head { x := #x00 }
         head -> body { assume (bvult x #x10); havoc y }
         body -> head { x := (bvadd x y) }
         head -> end { assume (not (bvult x #x10)) }"
    ));
    // The input must follow another variable.
    assert!(refutes(
        "start -> head { x := #x01; z := #x00 }
         head -> body { havoc y }
         body -> head { assume (= y x); x := (bvadd x #x03) }
         body -> end { assume (not (= y x)) }"
    ));
}

#[test]
fn inner_loops_stay() {
    assert!(refutes(
        "start -> outer { x := #x00 }
         outer -> inner { assume (bvult x #x10); y := #x00 }
         inner -> inner { assume (not (= y #x07)); y := (bvadd y #x02) }
         inner -> outer { assume (= y #x07); x := (bvadd x #x01) }
         outer -> end { assume (not (bvult x #x10)) }"
    ));
    // The inner loop ends, the outer one does not.
    assert!(refutes(
        "start -> outer { x := #x01; z := #x01 }
         outer -> inner { assume (not (= x #x00)); y := #x00 }
         inner -> inner { assume (bvult y #x03); y := (bvadd y #x01) }
         inner -> outer { assume (not (bvult y #x03)); x := (bvadd x #x02) }
         outer -> end { assume (= x #x00) }"
    ));
}

/// The bound is the greatest number there is, or the least one.
#[test]
fn bounds_at_the_limit_of_their_type() {
    let up = |assumed: &str| {
        refutes(&format!(
            "start -> head {{ x := #x00; havoc y; assume {assumed} }}
             head -> head {{ assume (bvsle x y); x := (bvadd x #x01) }}
             head -> end {{ assume (not (bvsle x y)) }}"
        ))
    };
    assert!(up("true"));
    assert!(!up("(bvslt y #x7f)"));
    assert!(refutes(
        "start -> head { havoc x; havoc y }
         head -> head { assume (bvule y x); x := (bvsub x #x03) }
         head -> end { assume (not (bvule y x)) }"
    ));
    // Two bounds, and one that no step meets.
    let both = |assumed: &str| {
        refutes(&format!(
            "start -> head {{ x := #x00; z := #x01; havoc y; havoc t; assume {assumed} }}
             head -> head {{ assume (and (bvsle x y) (bvule z t)); x := (bvadd x #x02); z := (bvadd z #x03) }}
             head -> end {{ assume (not (and (bvsle x y) (bvule z t))) }}"
        ))
    };
    assert!(both("true"));
    assert!(both("(not (= y #x7f))"));
    assert!(!both("(bvult t #xff)"));
}

/// Numbers that move together are never apart, or never meet.
#[test]
fn numbers_that_move_together() {
    let together = |assumed: &str| {
        refutes(&format!(
            "start -> head {{ havoc x; havoc y; assume {assumed} }}
             head -> head {{ assume (bvsle y x); x := (bvadd x #x01); y := (bvadd y #x01) }}
             head -> end {{ assume (not (bvsle y x)) }}"
        ))
    };
    assert!(together("true"));
    assert!(!together("(not (= x y))"));
    // The number is a multiple of two, but none of four.
    let skips = |assumed: &str| {
        refutes(&format!(
            "start -> head {{ x := #x00; havoc y; assume {assumed} }}
             head -> head {{ assume (not (= x y)); x := (bvadd x #x04) }}
             head -> end {{ assume (= x y) }}"
        ))
    };
    assert!(skips("(= ((_ extract 0 0) y) #b0)"));
    assert!(!skips("(= ((_ extract 1 0) y) #b00)"));
}

/// What a comparison says stays, though no variable moves by a constant.
#[test]
fn comparisons_that_stay() {
    assert!(refutes(
        "start -> head { havoc x; assume (bvslt #x05 x) }
         head -> head { assume (bvslt #x00 x);
                        choice { assume (bvslt x #x40); x := (bvadd x #x07) }
                            or { assume (not (bvslt x #x40)); x := (bvadd (bvsub x #x3f) #x05) } }
         head -> end { assume (not (bvslt #x00 x)) }"
    ));
}
