use super::Termination;
use crate::SolverChoice;
use crate::testing::{answer, model};
use evidence::Verdict;
use model::Recurrences;

/// Whether a proof is found that all runs end, which `answer` has checked.
fn proves(body: &str) -> bool {
    let plain = model(&format!("var x, y, z, t : bv8 procedure main {{ initial start\n{body} }}"));
    let recurrences = Recurrences::of(&plain).expect("values are finite");
    match answer(&Termination::default(), &recurrences.model, SolverChoice::Auto).verdict {
        Verdict::Safe(_) => true,
        Verdict::Unknown(_) => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn counters_end() {
    assert!(proves("start -> end { x := y }"));
    // A cycle of edges that are never taken needs an invariant, too.
    assert!(proves("error bad \"\" start -> bad bad -> start"));
    let up = "start -> head { x := #x00 }
              head -> head { assume (bvslt x y); x := (bvadd x #x01) }";
    assert!(proves(up));
    let down = "start -> head { havoc x }
                head -> head { assume (not (= x #x00)); x := (bvsub x #x01) }";
    assert!(proves(down));
    // It wraps around.
    let endless = "start -> head { havoc x } head -> head { x := (bvadd x #x01) }";
    assert!(!proves(endless));
    let stride = "start -> head { havoc x }
                  head -> head { assume (not (= x #x00)); x := (bvsub x #x02) }";
    assert!(!proves(stride));
}

#[test]
fn two_variables_come_together() {
    let both = "start -> head { havoc x; havoc y }
                head -> head { assume (bvslt x y); x := (bvadd x #x01) }
                head -> head { assume (bvslt x y); y := (bvsub y #x01) }";
    assert!(proves(both));
    let distance = "start -> head { havoc x; havoc y }
                    head -> head { assume (bvslt x y); x := (bvadd x #x01) }
                    head -> head { assume (bvslt y x); x := (bvsub x #x01) }";
    assert!(proves(distance));
}

/// From above or from below: what is compared for equality tells.
#[test]
fn a_number_is_approached_add_two_sided() {
    let towards = "start -> head { havoc x; havoc y }
                   head -> head { assume (not (= x y));
                                  choice { assume (bvslt y x); x := (bvsub x #x01) }
                                      or { assume (bvslt x y); x := (bvadd x #x01) } }";
    assert!(proves(towards));
    let past = "start -> head { havoc x; havoc y }
                head -> head { assume (not (= x y));
                               choice { assume (bvslt y x); x := (bvsub x #x02) }
                                   or { assume (bvslt x y); x := (bvadd x #x02) } }";
    assert!(!proves(past));
}

/// The distance to the number that ends the loop wraps around as the counter does.
#[test]
fn counters_wrap_around_to_their_bound() {
    let around = "start -> head { havoc x; havoc y }
                  head -> head { assume (bvslt x y); assume (not (= x #x30)); x := (bvadd x #x01) }
                  head -> head { assume (not (bvslt x y)); assume (not (= x #x30));
                                 x := (bvadd x #x01); havoc z; y := z }";
    assert!(proves(around));
}

/// Each value of a flag has its own measure.
#[test]
fn flags_tell_phases_apart() {
    let plain = model(
        "var f : bool var x, y : bv8 procedure main { initial start
         start -> head { havoc x; havoc y; f := false }
         head -> head { assume (bvugt x #x00); assume (bvugt y #x00);
                        x := (bvsub x #x01); havoc y; f := true }
         head -> head { assume (bvugt x #x00); assume (bvugt y #x00); assume (not f);
                        y := (bvsub y #x01); havoc x }
         head -> head { assume (bvugt x #x00); assume (bvugt y #x00); assume f;
                        y := (bvsub y #x01) } }",
    );
    let recurrences = Recurrences::of(&plain).expect("values are finite");
    let found = answer(&Termination::default(), &recurrences.model, SolverChoice::Auto);
    assert!(matches!(found.verdict, Verdict::Safe(_)), "{:?}", found.verdict);
}

/// Sizes are bounded before the loop; without a bound the index would wrap around.
#[test]
fn bounds_of_what_stays_are_known() {
    let bounded = |bound: &str, z: &str| {
        format!(
            "start -> head {{ havoc x; havoc y; assume (bvult y {bound}); z := {z} }}
             head -> head {{ assume (bvule x z); x := (bvadd x #x01) }}"
        )
    };
    assert!(proves(&bounded("#x40", "(bvshl y #x01)")));
    // All are at most the greatest number.
    assert!(!proves(&bounded("#xff", "(bvor y #x01)")));
}

#[test]
fn measures_are_tuples() {
    let lexicographic = "start -> head { havoc x; havoc y }
                         head -> head { assume (bvslt #x00 y); y := (bvsub y #x01) }
                         head -> head { assume (bvslt #x00 x); x := (bvsub x #x01); havoc y }";
    assert!(proves(lexicographic));
    let reset = "start -> head { havoc x; havoc y }
                 head -> head { assume (bvslt #x00 y); y := (bvsub y #x01) }
                 head -> head { havoc y }";
    assert!(!proves(reset));
}

#[test]
fn inner_loops_are_ranked_by_themselves() {
    let nested = "start -> outer { x := #x00; havoc z; assume (bvslt z #x64) }
                  outer -> inner { assume (bvslt x z); y := #x00 }
                  inner -> inner { assume (bvslt y x); y := (bvadd y #x01) }
                  inner -> outer { assume (not (bvslt y x)); x := (bvadd x #x01) }";
    assert!(proves(nested));
    let undone = "start -> outer { x := #x00; havoc z; assume (bvslt z #x64) }
                  outer -> inner { assume (bvslt x z); y := #x00 }
                  inner -> inner { assume (bvslt y x); y := (bvadd y #x01) }
                  inner -> outer { assume (not (bvslt y x)); x := #x00 }";
    assert!(!proves(undone));
}

/// What happens once is out of the way first: the counter wraps around, and then the loop ends.
#[test]
fn counters_wrap_around_once() {
    let wraps = "start -> head { havoc x }
                 head -> head { assume (not (= x #x00)); x := (bvadd x #x01) }";
    assert!(proves(wraps));
    let shifts = "start -> head { havoc x }
                  head -> head { assume (not (= x #x00)); x := (bvlshr x #x01) }";
    assert!(proves(shifts));
    let bits = "start -> head { havoc x }
                head -> head { assume (not (= x #x00)); x := (bvand x (bvsub x #x01)) }";
    assert!(proves(bits));
}

/// A shift to the left moves the lowest bit up until it is gone.
#[test]
fn bits_move_out() {
    let shifted = |by: &str| {
        format!(
            "start -> head {{ havoc x }}
             head -> head {{ assume (not (= x #x00)); x := (bvshl x {by}) }}"
        )
    };
    assert!(proves(&shifted("#x01")));
    assert!(!proves(&shifted("#x00")));
}

/// No two of the variables have a sum that shrinks in each step.
#[test]
fn several_variables_shrink_together() {
    let rotate = |change: &str| {
        format!(
            "start -> head {{ havoc x; havoc y; havoc z }}
             head -> head {{
               assume (and (bvslt #x00 x) (bvslt #x00 y) (bvslt #x00 z));
               t := x; x := y; y := z; z := ({change} t #x01)
             }}"
        )
    };
    assert!(proves(&rotate("bvsub")));
    assert!(!proves(&rotate("bvor")));
}

/// The inner loop moves the counter of the outer one to another variable and back.
#[test]
fn measures_depend_on_where_runs_are() {
    let moved = |change: &str| {
        format!(
            "start -> outer {{ havoc x }}
             outer -> inner {{ assume (bvslt #x00 x); y := x; x := #x00 }}
             inner -> inner {{ assume (bvslt #x00 y); y := (bvsub y #x01); x := (bvadd x #x01) }}
             inner -> outer {{ assume (not (bvslt #x00 y)); x := (bvsub x {change}) }}"
        )
    };
    assert!(proves(&moved("#x01")));
    assert!(!proves(&moved("#x00")));
}

/// A flag says whether a number grows or shrinks, and is cleared once.
#[test]
fn phases_have_measures_of_their_own() {
    let up_and_down = |change: &str| {
        format!(
            "start -> head {{ x := #x00; y := #x01; havoc z; assume (bvult z #x64) }}
             head -> head {{ assume (not (= y #x00)); x := (bvadd x #x01);
                             choice {{ assume (bvule z x); y := #x00 }} or {{ assume (bvult x z) }} }}
             head -> head {{ assume (and (= y #x00) (not (= x #x00))); x := ({change} x #x01) }}"
        )
    };
    assert!(proves(&up_and_down("bvsub")));
    assert!(!proves(&up_and_down("bvor")));
}

/// Neither a number nor a linear combination shrinks in both steps; the greater one of two terms does.
#[test]
fn the_greater_of_two_terms_shrinks() {
    let swapped = |by: &str| {
        format!(
            "start -> head {{ havoc x; havoc y }}
             head -> head {{ assume (and (bvslt #x00 x) (bvslt #x00 y));
                             x := (bvsub x #x01); y := x }}
             head -> head {{ assume (and (bvslt #x00 x) (bvslt #x00 y) (bvslt x #x40) (bvslt y #x40));
                             t := x; x := (bvsub y #x02); y := (bvadd t {by}) }}"
        )
    };
    assert!(proves(&swapped("#x01")));
    assert!(!proves(&swapped("#x02")));
}

/// That the numbers are positive is known only where they differ.
#[test]
fn invariants_hold_inside_of_the_loop() {
    let differences = |condition: &str| {
        format!(
            "start -> head {{ havoc x; havoc y; assume (or (= x y) {condition}) }}
             head -> head {{ assume (not (= x y));
                             choice {{ assume (bvslt y x); x := (bvsub x y) }}
                                 or {{ assume (bvslt x y); y := (bvsub y x) }} }}"
        )
    };
    assert!(proves(&differences("(and (bvslt #x00 x) (bvslt #x00 y))")));
    assert!(!proves(&differences("(and (bvsle #x00 x) (bvsle #x00 y))")));
}

/// Floats are ordered like their bit patterns, rearranged.
#[test]
fn floats_shrink_and_grow() {
    let proves = |sort: &str, body: &str| {
        let text = format!("var x : {sort} procedure main {{ initial start\n{body} }}");
        let recurrences = Recurrences::of(&model(&text)).expect("values are finite");
        let found = answer(&Termination::default(), &recurrences.model, SolverChoice::Auto);
        matches!(found.verdict, Verdict::Safe(_))
    };
    let one = "((_ to_fp 5 11) RNE 1.0)";
    let until_absorbed = format!(
        "start -> head {{ x := (_ +zero 5 11) }}
         head -> head {{ assume (fp.lt x (fp.add RNE x {one})); x := (fp.add RNE x {one}) }}"
    );
    assert!(proves("Float16", &until_absorbed));
    let endless = format!(
        "start -> head {{ havoc x }}
         head -> head {{ assume (fp.leq x (fp.add RNE x {one})); x := (fp.add RNE x {one}) }}"
    );
    assert!(!proves("Float16", &endless));
}

/// The number of queries does not depend on how often a loop goes round.
#[test]
fn long_loops_need_no_more_queries() {
    let queries = |bound: u64| {
        let plain = model(&format!(
            "var x : bv64 procedure main {{ initial start
             start -> head {{ x := #x0000000000000000 }}
             head -> head {{ assume (bvult x #x{bound:016x}); x := (bvadd x #x0000000000000001) }} }}"
        ));
        let recurrences = Recurrences::of(&plain).expect("values are finite");
        let found = answer(&Termination::default(), &recurrences.model, SolverChoice::Auto);
        assert!(matches!(found.verdict, Verdict::Safe(_)), "{:?}", found.verdict);
        found.stats.solver.queries
    };
    let few = queries(1 << 4);
    for bits in [16, 31, 62] {
        assert!(queries(1 << bits) <= few + 2 * u64::from(u64::BITS), "{bits} bits");
    }
}

/// A condition that stays decides which number is the measure; neither is one in all rounds.
#[test]
fn conditions_split_measures() {
    let split = |stays: &str| {
        format!(
            "start -> head {{ havoc x; havoc y; havoc z }}
             head -> head {{ assume (and (bvslt #x00 x) (bvslt #x00 y) (bvult z #x07));
                            x := (bvsub x #x01); havoc y; {stays} }}
             head -> head {{ assume (and (bvslt #x00 x) (bvslt #x00 y) (not (bvult z #x07)));
                            y := (bvsub y #x01); havoc x; {stays} }}"
        )
    };
    assert!(proves(&split("z := z")));
    assert!(!proves(&split("havoc z")));
    // No way leads from one case to the other, or none back.
    let region = |near: &str, far: &str| {
        format!(
            "start -> head {{ havoc x; havoc y }}
             head -> head {{ assume (and (bvult x #x20) (bvult y #x40)); y := (bvadd y #x01); havoc x;
                            assume {near} }}
             head -> head {{ assume (and (not (bvult x #x20)) (bvult #x00 y)); y := (bvsub y #x01); havoc x;
                            assume {far} }}"
        )
    };
    let (is_near, is_far) = ("(bvult x #x20)", "(not (bvult x #x20))");
    assert!(proves(&region(is_near, is_far)));
    assert!(proves(&region(is_near, "true")));
    assert!(!proves(&region("true", "true")));
}
