//! What is proved about small models with lists, and what is not. Every proof is checked.

use crate::testing::{answer, model};
use crate::{Bmc, BmcConfig, Shapes, SolverChoice};
use evidence::{Proof, Verdict};
use proptest::prelude::*;

/// A model that builds a list and walks it. An address has the number of its object above four bits of
/// distance.
fn program(build: &str, walk: &str, violation: &str) -> String {
    format!(
        "
        var next : (Array bv4 bv8)
        var value : (Array bv4 bv4)
        var list, one : bv8
        var n, x, least : bv4
        procedure main {{
          initial start
          error bad \"\"
          start -> build {{ n := #x1; list := #x00; least := #xf }}
          build -> build {{
            assume (not (= n #xf)); one := (concat n #x8); n := (bvadd n #x1);
            {build};
            next := (store next ((_ extract 7 4) one) list); list := one
          }}
          build -> walk {{ }}
          walk -> walk {{
            assume (not (= list #x00)); {walk};
            list := (select next ((_ extract 7 4) list))
          }}
          walk -> bad {{ assume (not (= list #x00)); assume {violation} }}
        }}"
    )
}

const VALUE: &str = "(select value ((_ extract 7 4) list))";

fn store(value: &str) -> String {
    format!("value := (store value ((_ extract 7 4) one) {value})")
}

fn summary(text: &str) -> String {
    match answer(&Shapes::default(), &model(text), SolverChoice::Auto).verdict {
        Verdict::Safe(Proof::Invariants(invariants)) => {
            format!("safe for all {}", invariants.parameters().len())
        }
        Verdict::Safe(_) => "safe for another reason".to_owned(),
        Verdict::Unknown(_) => "unknown".to_owned(),
        _ => "unsafe".to_owned(),
    }
}

fn check(text: &str, expected: &str) {
    assert_eq!(summary(text), expected, "{text}");
}

#[test]
fn values_of_all_nodes() {
    let seven = format!("(not (= {VALUE} #x7))");
    check(&program(&store("#x7"), "x := #x0", &seven), "safe for all 1");
    // Nodes may lose their value while the list is walked, or never had it.
    let changed = "value := (store value ((_ extract 7 4) list) #x6)";
    check(&program(&store("#x7"), changed, &seven), "safe for all 1");
    check(&program(&store("x"), "x := #x0", &seven), "unknown");
    let another = "value := (store value x #x6)";
    check(&program(&store("#x7"), another, &seven), "unknown");
}

#[test]
fn values_compared_with_variables() {
    let build = format!("havoc x; {}; least := (ite (bvult x least) x least)", store("x"));
    let less = format!("(bvult {VALUE} least)");
    check(&program(&build, "x := #x0", &less), "safe for all 1");
}

#[test]
fn models_without_objects_are_left_to_others() {
    let text = "
        var a : (Array bv4 bv4)
        var i : bv4
        procedure main {
          initial start
          error bad \"\"
          start -> head { i := #x0 }
          head -> head { a := (store a i #x1); i := (bvadd i #x1) }
          head -> bad { assume (= (select a i) #x2) }
        }";
    check(text, "unknown");
}

fn value() -> impl Strategy<Value = String> {
    let values = ["#x7", "#x1", "x", "n", "((_ extract 7 4) list)", "((_ extract 7 4) one)"];
    prop::sample::select(values.to_vec()).prop_map(str::to_owned)
}

fn step(pointer: &'static str) -> impl Strategy<Value = String> {
    let at = format!("((_ extract 7 4) {pointer})");
    let at = move |value: String| format!("value := (store value {at} {value})");
    prop_oneof![
        4 => value().prop_map(at),
        1 => Just("havoc x".to_owned()),
        1 => Just("havoc x; assume (bvult x #x3)".to_owned()),
        1 => Just("value := (store value x #x1)".to_owned()),
        1 => Just("list := (select next ((_ extract 7 4) list))".to_owned()),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    let conditions = [
        format!("(not (= {VALUE} #x7))"),
        format!("(= {VALUE} #x1)"),
        format!("(bvult {VALUE} least)"),
        format!("(= {VALUE} ((_ extract 7 4) list))"),
        format!("(bvult #x7 {VALUE})"),
        "(= (select next ((_ extract 7 4) list)) #x00)".to_owned(),
        "(bvule ((_ extract 7 4) list) ((_ extract 7 4) (select next ((_ extract 7 4) list))))"
            .to_owned(),
    ];
    prop::sample::select(conditions.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// The checker accepts all proofs, and there is none if a run reaches an error.
    #[test]
    fn no_proof_is_wrong(
        build in prop::collection::vec(step("one"), 1..3),
        walk in prop::collection::vec(step("list"), 1..3),
        violation in condition(),
    ) {
        let text = program(&build.join("; "), &walk.join("; "), &violation);
        let model = model(&text);
        let verdict = answer(&Shapes::default(), &model, SolverChoice::Auto).verdict;
        if let Verdict::Safe(_) = verdict {
            let bmc = Bmc::new(BmcConfig { unwind: Some(10), ..BmcConfig::default() });
            let found = answer(&bmc, &model, SolverChoice::Auto).verdict;
            prop_assert!(!matches!(found, Verdict::Unsafe(_)), "{text}");
        }
    }
}
