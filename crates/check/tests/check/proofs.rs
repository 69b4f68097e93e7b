//! Correct proofs are accepted; each kind of tampering is rejected with the condition that fails.

use crate::common::{
    by_induction, check_all_ways, for_all_indices, invariants, judge, k_inductive, location, model,
    term,
};
use check::Rejected;
use evidence::{Induction, Invariants, Proof, Summaries, UnwindingOrder};
use model::{Location, Model};
use smt::{Budget, Interrupt};
use term::{Sort, TermStore};

/// Counts to ten by ones.
const COUNTER: &str = "
var x : bv8
procedure main {
  initial start
  error bad \"x is at most ten\"
  start -> head { x := #x00 }
  head -> body { assume (bvult x #x0a) }
  body -> head { x := (bvadd x #x01) }
  head -> done { assume (bvuge x #x0a) }
  done -> bad { assume (not (= x #x0a)) }
}";

fn check(text: &str, by_location: &[(&str, &str)], expected: &str) {
    let model = model(text);
    let found = judge(&model, &invariants(&model, by_location));
    // The solver decides which counterexample is found, unless there is only one.
    let found = match found.split_once(" does not hold: ") {
        Some((condition, _)) if expected.ends_with("does not hold") => {
            format!("{condition} does not hold")
        }
        _ => found,
    };
    assert_eq!(found, expected);
}

#[test]
fn inductive_invariants_are_accepted() {
    check(COUNTER, &[("head", "(bvule x #x0a)")], "accepted");
    check(COUNTER, &[("head", "(bvule x #x0a)"), ("body", "(bvult x #x0a)")], "accepted");
    // Invariants at every location, as some engines give them.
    check(
        COUNTER,
        &[
            ("start", "true"),
            ("head", "(bvule x #x0a)"),
            ("body", "(bvult x #x0a)"),
            ("done", "(= x #x0a)"),
            ("bad", "false"),
        ],
        "accepted",
    );
    // The cycle may be cut at a location other than its head.
    check(COUNTER, &[("body", "(bvult x #x0a)")], "accepted");
}

#[test]
fn weakened_invariants_are_rejected() {
    check(
        COUNTER,
        &[("head", "true")],
        "that bad is not reached from head along edge e4 does not hold",
    );
    check(
        COUNTER,
        &[("head", "(bvule x #x0b)")],
        "that bad is not reached from head along edge e4 does not hold: x = #x0b",
    );
}

#[test]
fn too_strong_invariants_are_rejected() {
    check(
        COUNTER,
        &[("head", "(bvule x #x09)")],
        "that the invariant of head follows from head along edge e2 does not hold: x = #x09",
    );
    check(
        COUNTER,
        &[("head", "(= x #x0a)")],
        "that the invariant of head follows from start along edge e0 does not hold",
    );
    check(
        COUNTER,
        &[("head", "(bvule x #x0a)"), ("start", "(= x #x00)")],
        "that the invariant of start follows at the start does not hold",
    );
}

#[test]
fn missing_cut_points_are_rejected() {
    check(COUNTER, &[], "no invariant is given on a cycle through head");
    check(COUNTER, &[("done", "true")], "no invariant is given on a cycle through head");
}

#[test]
fn errors_at_the_start_are_found() {
    let text = "procedure main { initial l error l \"never\" l -> l { } }";
    check(text, &[("l", "false")], "that no run starts at l does not hold");
    let model = model(text);
    let unwinding = Proof::unwinding(3);
    assert_eq!(judge(&model, &unwinding), "that no run starts at l does not hold");
}

#[test]
fn malformed_invariants_are_rejected() {
    let model = model(COUNTER);
    let head = location(&model, "head");
    let check = |declare: &dyn Fn(&mut TermStore), text: &str, at: Location, expected: &str| {
        let mut store = TermStore::new();
        declare(&mut store);
        let term = term(&mut store, text);
        let proof = Proof::Invariants(Invariants::new(&store, [(at, term)]));
        assert_eq!(judge(&model, &proof), expected);
    };
    let declare = |name: &'static str, sort: Sort| {
        move |store: &mut TermStore| {
            store.declare(name, sort.clone()).unwrap();
        }
    };
    let byte = Sort::BitVec(8);
    check(&declare("y", byte.clone()), "(= y #x00)", head, "'y' is no variable of the program");
    check(&declare("x", Sort::Bool), "x", head, "'x' has another sort in the program");
    check(&declare("x", byte), "x", head, "the invariant of head has sort (_ BitVec 8)");
    let nowhere = Location::from_index(99);
    check(&|_| {}, "true", nowhere, "there is no location l99 to have an invariant");
}

#[test]
fn variables_of_other_procedures_are_foreign() {
    let text = "
var x : bv8
procedure main { initial l error bad \"never\" l -> l { } }
procedure other(y : bv8) { initial m exit m }";
    check(
        text,
        &[("l", "(= x #x00)")],
        "that the invariant of l follows at the start does not hold",
    );
    check(text, &[("l", "(= y #x00)")], "'y' is no variable of the program");
}

#[test]
fn both_ways_of_a_choice_count() {
    // Overlapping branches and edges must not hide each other.
    let text = |way: &str| {
        format!(
            "var x : bv8
             procedure main {{
               initial start
               error bad \"x is not 2\"
               {way}
               join -> bad {{ assume (= x #x02) }}
             }}"
        )
    };
    let choice = "start -> join { choice { x := #x01 } or { x := #x02 } or { x := #x03 } }";
    let edges =
        "start -> join { x := #x01 } start -> join { x := #x02 } start -> join { x := #x03 }";
    let havoc = "start -> join { havoc x }";
    let late = "start -> join { x := #x02; choice { x := #x03 } or { assume true } }";
    for way in [choice, edges, havoc, late] {
        for proof in [Proof::unwinding(0), invariants(&model(&text(way)), &[])] {
            let rejected = judge(&model(&text(way)), &proof);
            assert!(rejected.starts_with("that bad is not reached from start"), "{rejected}");
        }
    }
    let safe = "start -> join { choice { x := #x01 } or { x := #x02; assume false } or { } ; \
                assume (bvult x #x02) } start -> join { choice { assume false } }";
    assert_eq!(judge(&model(&text(safe)), &Proof::unwinding(0)), "accepted");
}

#[test]
fn bounds_must_be_large_enough() {
    let model = model(COUNTER);
    for (bound, expected) in [
        (0, "that head is not visited after 0 cut point(s) along edge e0 does not hold"),
        (10, "that head is not visited after 10 cut point(s) along edge e2 does not hold"),
        (11, "accepted"),
        (12, "accepted"),
        (100, "accepted"),
    ] {
        let found = judge(&model, &Proof::unwinding(bound));
        assert!(found.starts_with(expected), "{bound}: {found}");
    }
}

#[test]
fn rounds_of_loops_must_be_few_enough() {
    let loop_by_loop = |bound| Proof::Unwinding { bound, order: UnwindingOrder::LoopByLoop };
    let check_bounds = |text: &str, least: u32, head: &str| {
        let model = model(text);
        for bound in 0..least {
            let found = judge(&model, &loop_by_loop(bound));
            let expected = format!("that the loop at {head} is over after {bound} round(s)");
            assert!(found.starts_with(&expected), "{bound}: {found}");
        }
        for bound in [least, least + 1, 100] {
            assert_eq!(judge(&model, &loop_by_loop(bound)), "accepted");
        }
    };
    check_bounds(COUNTER, 10, "head");
    // The inner loop has fewer rounds each time, 5 at first.
    let nested = "
        var x, y : bv8
        procedure main {
          initial start
          error bad \"never\"
          start -> outer { x := #x05 }
          outer -> inner { assume (not (= x #x00)); havoc y; assume (bvule y x) }
          inner -> inner { assume (not (= y #x00)); y := (bvsub y #x01) }
          inner -> outer { assume (= y #x00); x := (bvsub x #x01) }
          outer -> bad { assume (bvult #x05 x) }
        }";
    check_bounds(nested, 5, "inner");
}

#[test]
fn errors_behind_unrolled_loops_are_found() {
    let unrolled = Proof::Unwinding { bound: 20, order: UnwindingOrder::LoopByLoop };
    let text = COUNTER.replace("(not (= x #x0a))", "(= x #x0a)");
    let found = judge(&model(&text), &unrolled);
    assert!(
        found.starts_with("that bad is not reached from start along edge e4 does not hold"),
        "{found}"
    );
    let start = "procedure main { initial l error l \"never\" l -> l { } }";
    assert_eq!(judge(&model(start), &unrolled), "that no run starts at l does not hold");
    let harmless = "procedure main { initial l error bad \"never\" l -> l { } }";
    assert_eq!(judge(&model(harmless), &unrolled), "accepted");
}

#[test]
fn loops_after_the_last_check_do_not_count() {
    let text = |last: &str| {
        format!(
            "procedure main {{ initial l error bad \"never\"
               l -> bad {{ assume false }} l -> done done -> done {{ }} {last} }}"
        )
    };
    let unwinding = Proof::unwinding(0);
    assert_eq!(judge(&model(&text("")), &unwinding), "accepted");
    let found = judge(&model(&text("done -> bad { assume false }")), &unwinding);
    assert!(found.starts_with("that done is not visited after 0 cut point(s)"), "{found}");
}

#[test]
fn errors_within_the_bound_are_found() {
    let text = COUNTER.replace("(not (= x #x0a))", "(= x #x0a)");
    let found = judge(&model(&text), &Proof::unwinding(11));
    let expected = "that bad is not reached from start along edge e4 does not hold";
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn k_inductive_invariants() {
    // Flips between 0 and 1 through a second variable: 2-inductive, not inductive.
    let text = "
var x : bv8
var y : bv8
procedure main {
  initial start
  error bad \"x is not 5\"
  start -> head { x := #x00; y := #x01 }
  head -> head { choice { x := y; y := #x00 } or { x := y; y := #x01 } }
  head -> bad { assume (= x #x05) }
}";
    let model = model(text);
    let with_k = |k| judge(&model, &k_inductive(&model, k, &[("head", "(not (= x #x05))")]));
    let one = with_k(1);
    assert!(one.starts_with("that the invariant of head follows from head along edge e1"), "{one}");
    assert_eq!(with_k(2), "accepted");
    assert_eq!(with_k(3), "accepted");
    // The step no longer covers the first visits.
    let late = text.replace("y := #x01 }\n", "y := #x05 }\n");
    let late = crate::common::model(&late);
    for k in 1..4 {
        let found = judge(&late, &k_inductive(&late, k, &[("head", "(not (= x #x05))")]));
        assert!(found.starts_with("that the invariant of head follows from"), "{k}: {found}");
    }
}

#[test]
fn induction_over_simple_paths() {
    // An error is reachable from an unreachable cycle: no k is enough on all paths.
    let text = "
var x : bv8
var y : bv8
var junk : bv8
procedure main {
  initial start
  error bad \"x is not 7\"
  start -> head { x := #x00; y := #x00 }
  head -> head { assume (= x #x00); y := (bvxor y #x01) }
  head -> head { assume (= x #x05); x := #x06; junk := (bvadd junk #x01) }
  head -> head { assume (= x #x06); choice { x := #x05 } or { x := #x07 } }
  head -> bad { assume (= x #x07) }
}";
    let judge_with = |text: &str, k, simple_paths, invariant| {
        let model = model(text);
        let induction = Induction { k, simple_paths };
        judge(&model, &by_induction(&model, induction, &[("head", invariant)]))
    };
    let rejected = "that bad is not reached from head along edge e4 does not hold";
    for k in 1..6 {
        let found = judge_with(text, k, false, "true");
        assert!(found.starts_with(rejected), "{k}: {found}");
        let found = judge_with(text, k, true, "true");
        // 5, 6 and 7 form the longest path to an error that does not return.
        if k <= 3 {
            assert!(found.starts_with(rejected), "{k}: {found}");
        } else {
            assert_eq!(found, "accepted", "{k}");
        }
    }
    // Variables in invariants matter too: the other values of junk are not reachable.
    let found = judge_with(text, 4, true, "(= junk #x00)");
    assert!(found.starts_with("that the invariant of head follows from"), "{found}");
    // Distant errors are not overlooked.
    let counter = "
var x : bv8
procedure main {
  initial start
  error bad \"x is not 9\"
  start -> head { x := #x00 }
  head -> head { x := (bvadd x #x01) }
  head -> head { }
  head -> bad { assume (= x #x09) }
}";
    for k in 1..9 {
        let found = judge_with(counter, k, true, "true");
        assert!(found.starts_with("that bad is not reached from head"), "{k}: {found}");
    }
}

#[test]
fn calls_are_not_accepted() {
    let text = "
procedure main { initial l exit m error bad \"never\" l -> m { call other() } }
procedure other { initial n exit n }";
    check(text, &[], "a call of procedure 'other' cannot be checked");
    let found = judge(&model(text), &Proof::unwinding(0));
    assert_eq!(found, "a call of procedure 'other' cannot be checked");
}

#[test]
fn summaries_take_the_place_of_calls() {
    let text = "
procedure main {
  var x, y : bv8
  initial l
  error bad \"the same\"
  l -> m { call y := same(x) }
  m -> bad { assume (not (= x y)) }
}
procedure same(n : bv8) returns (r : bv8) {
  var below : bv8
  initial in
  exit out
  in -> out { assume (= n #x00); r := n }
  in -> deeper { assume (not (= n #x00)) }
  deeper -> back { call below := same((bvsub n #x01)) }
  back -> out { r := (bvadd below #x01) }
}";
    let judged = |summary: &str| {
        let model = model(text);
        let same = model.find_procedure("same").unwrap();
        let mut store = model.terms.clone();
        let summary = term(&mut store, summary);
        let summaries = Summaries::new(&store, [(same, summary)]);
        let proof = match summaries.applied_to(&model) {
            Some(summarised) => invariants(&summarised.model, &[("same.in", "(= n n!in!0)")]),
            None => Proof::unwinding(0),
        };
        judge(&model, &Proof::Summaries { summaries, proof: Box::new(proof) })
    };
    assert_eq!(judged("(= r n)"), "accepted");
    // It does not hold.
    assert!(judged("(= r #x00)").contains("does not hold"), "{}", judged("(= r #x00)"));
    assert!(judged("false").contains("does not hold"));
    // It holds, but it is too weak.
    assert!(judged("true").contains("that bad is not reached"), "{}", judged("true"));
    let misfit = "the summaries do not fit the procedures of the model";
    assert_eq!(judged("(= below n)"), misfit);
}

#[test]
fn what_is_undecided_is_not_accepted() {
    let model = model(COUNTER);
    let interrupt = Interrupt::new();
    interrupt.raise();
    let budget = Budget::unlimited().with_interrupt(interrupt);
    let proof = invariants(&model, &[("head", "(bvule x #x0a)")]);
    for proof in [proof, Proof::unwinding(11)] {
        let rejected = check_all_ways(&model, &proof, &budget).unwrap_err();
        let undecided = matches!(rejected, Rejected::Undecided { .. } | Rejected::Stopped(_));
        assert!(undecided, "{rejected}");
    }
}

/// A sequence of loops, each with many locations that write many variables.
fn large(loops: usize, length: usize, variables: usize) -> Model {
    let mut text = String::new();
    for v in 0..variables {
        text += &format!("var x{v} : bv8\n");
    }
    text += "procedure main {\n initial h0\n error bad \"never\"\n";
    for i in 0..loops {
        let mut at = format!("h{i}");
        for j in 0..length {
            let (next, v) = (format!("l{i}.{j}"), (i * length + j) % variables);
            text += &format!(" {at} -> {next} {{ x{v} := #x00 }}\n");
            text += &format!(" {at} -> {next} {{ x{v} := #x01 }}\n");
            at = next;
        }
        text += &format!(" {at} -> h{i}\n {at} -> h{}\n", i + 1);
    }
    text += &format!(" h{loops} -> bad {{ assume (and (= x0 #x00) (= x0 #x01)) }}\n}}");
    model(&text)
}

#[test]
fn large_models_are_checked() {
    // If the time grew with the square of locations or variables, this would never end.
    let model = large(1000, 10, 1000);
    let names: Vec<String> = (0..1000).map(|i| format!("h{i}")).collect();
    let heads: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "true")).collect();
    assert_eq!(judge(&model, &invariants(&model, &heads)), "accepted");
    let one_region = large(1, 10_000, 1000);
    assert_eq!(judge(&one_region, &invariants(&one_region, &[("h0", "true")])), "accepted");
}

/// Fills an array and reads it.
const FILL: &str = "
var a : (Array bv8 bv8)
var n, i : bv8
procedure main {
  initial start
  error bad \"all elements are 7\"
  start -> fill { i := #x00 }
  fill -> fill { assume (bvult i n); a := (store a i #x07); i := (bvadd i #x01) }
  fill -> read { assume (not (bvult i n)); i := #x00 }
  read -> read { assume (bvult i n); assume (= (select a i) #x07); i := (bvadd i #x01) }
  read -> bad { assume (bvult i n); assume (not (= (select a i) #x07)) }
}";

fn check_for_all(index: &str, fill: &str, read: &str, expected: &str) {
    let model = model(FILL);
    let proof = for_all_indices(&model, &[(index, 8)], &[("fill", fill), ("read", read)]);
    let found = judge(&model, &proof);
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn invariants_may_hold_for_all_indices() {
    let filled = "(=> (bvult j i) (= (select a j) #x07))";
    let all = "(=> (bvult j n) (= (select a j) #x07))";
    check_for_all("j", filled, all, "accepted");
    // One that goes too far, and one that says nothing about the other elements.
    let too_far = "(=> (bvule j i) (= (select a j) #x07))";
    check_for_all("j", too_far, all, "that the invariant of fill follows from start");
    let only_first = "(=> (= j #x00) (=> (bvult j n) (= (select a j) #x07)))";
    check_for_all("j", filled, only_first, "that bad is not reached from read");
    // A variable of the model has only one value.
    check_for_all("n", "(bvule i n)", "true", "'n' cannot be a parameter of invariants");
    // The symbol is not declared as a parameter.
    let model = model(FILL);
    let free = for_all_indices(&model, &[("j", 8)], &[("fill", filled), ("read", all)]);
    let Proof::Invariants(free) = free else { panic!("invariants") };
    let one = Invariants::new(free.terms(), free.iter());
    assert_eq!(judge(&model, &Proof::Invariants(one)), "'j' is no variable of the program");
}

#[test]
fn parameters_that_no_index_fits_do_not_hide_the_others() {
    let model = model(FILL);
    let filled = [
        ("fill", "(=> (bvult j i) (= (select a j) #x07))"),
        ("read", "(=> (bvult j n) (= (select a j) #x07))"),
    ];
    let proof = for_all_indices(&model, &[("unused", 5), ("j", 8)], &filled);
    assert_eq!(judge(&model, &proof), "accepted");
}

/// Elements of `a` are indices of elements of `b`. What is read of `c` before has much to do with no
/// violation, and there are more choices of three of its parts than are tried.
const NESTED: &str = "
var a, b, c : (Array bv8 bv8)
var n, i, u, v, w : bv8
procedure main {
  initial start
  error bad \"all elements lead to 1\"
  start -> fill { i := #x00 }
  fill -> fill {
    assume (bvult i n); b := (store b i #x01); a := (store a i i); i := (bvadd i #x01)
  }
  fill -> read { assume (not (bvult i n)); i := #x00 }
  read -> read { assume (bvult i n); i := (bvadd i #x01) }
  read -> bad {
    assume (bvult i n);
    assume (= (select c (bvudiv (bvor (bvudiv u v) (bvxor v w)) (bvor (bvnot u) (bvxor u w)))) v);
    assume (= (select c (bvudiv (bvor (bvnot w) (bvudiv v w)) (bvxor (bvnot v) (bvor v w)))) w);
    assume (not (= (select b (select a i)) #x01))
  }
}";

#[test]
fn several_parameters_get_values_that_belong_together() {
    let model = model(NESTED);
    let leads_to_one = |bound: &str| {
        format!("(=> (and (bvult p {bound}) (= q (select a p))) (= (select b q) #x01))")
    };
    let (fill, read) = (leads_to_one("i"), leads_to_one("n"));
    let at = [("fill", fill.as_str()), ("read", read.as_str())];
    let proof = for_all_indices(&model, &[("q", 8), ("unused", 8), ("p", 8)], &at);
    assert_eq!(judge(&model, &proof), "accepted");
}

/// Two edges read one array each. The invariant speaks of elements of both, if both indices are in bounds.
const TWO_READS: &str = "
var a : (Array bv8 bv8)
var b : (Array bv4 bv8)
var i, j : bv8
var k : bv4
procedure main {
  initial start
  error bad \"all elements are 0\"
  start -> head {
    a := ((as const (Array bv8 bv8)) #x00); b := ((as const (Array bv4 bv8)) #x00);
    assume (bvult #x02 j); assume (bvult j #x09)
  }
  head -> head { i := (bvadd i #x01) }
  head -> bad { assume (not (= (select a j) #x00)) }
  head -> bad { assume (not (= (select b k) #x00)) }
}";

#[test]
fn parameters_get_values_that_invariants_compare_them_with() {
    let model = model(TWO_READS);
    let both = "(and (bvult #x02 j) (bvult j #x09)
        (=> (and (bvult #x02 p) (bvult p #x09) (bvule p j))
            (and (= (select a p) #x00) (= (select b q) #x00))))";
    let proof = for_all_indices(&model, &[("p", 8), ("q", 4)], &[("head", both)]);
    assert_eq!(judge(&model, &proof), "accepted");
}

/// Builds a list of any length and walks it. Objects have numbers from 1 on, and `n` is the next one.
const LIST: &str = "
var next : (Array bv8 bv8)
var value : (Array bv8 bv8)
var n, list : bv8
procedure main {
  initial start
  error bad \"all values are 7\"
  start -> build { n := #x01; list := #x00 }
  build -> build {
    assume (not (= n #xff));
    value := (store value n #x07); next := (store next n list);
    list := n; n := (bvadd n #x01)
  }
  build -> walk { }
  walk -> walk { assume (not (= list #x00)); list := (select next list) }
  walk -> bad { assume (not (= list #x00)); assume (not (= (select value list) #x07)) }
}";

fn check_list(at_pointer: &str, of_all: &str, expected: &str) {
    let model = model(LIST);
    let both = format!("(and {at_pointer} (=> (and (not (= o #x00)) (bvult o n)) {of_all}))");
    let proof = for_all_indices(&model, &[("o", 8)], &[("build", &both), ("walk", &both)]);
    let found = judge(&model, &proof);
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn invariants_for_all_follow_from_other_instances() {
    // That the next node is one of the list follows from what holds of the current one.
    let seven = "(= (select value o) #x07)";
    let all = format!("(and {seven} (bvult (select next o) n))");
    check_list("(bvult list n)", &all, "accepted");
    check_list(
        "(bvult list n)",
        "(and (= (select value o) #x07) (bvult (select next o) o))",
        "accepted",
    );
    // Nothing is said of where pointers lead to, or too much.
    check_list("(bvult list n)", seven, "that the invariant of walk follows from walk");
    check_list("true", &all, "that the invariant of build follows from build");
    let too_much = format!("(and {seven} (bvult (bvadd (select next o) #x01) o))");
    check_list("(bvult list n)", &too_much, "that the invariant of build follows from build");
    let another = "(and (= (select value o) #x08) (bvult (select next o) n))";
    check_list("(bvult list n)", another, "that the invariant of build follows from build");
}
