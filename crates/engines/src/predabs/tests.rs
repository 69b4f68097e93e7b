//! Small models with known answers.

use crate::predabs::Abstraction;
use crate::testing::{examples, model};
use crate::{Predabs, PredabsConfig, SolverChoice};
use clap::ValueEnum;
use evidence::{Proof, Verdict};

/// A short form of the answer, whose evidence is checked.
fn summary(config: &PredabsConfig, text: &str) -> String {
    let model = model(text);
    let engine = Predabs::new(config.clone());
    let answer = crate::testing::answer(&engine, &model, SolverChoice::Auto);
    match &answer.verdict {
        Verdict::Safe(Proof::Invariants(_)) => "safe".to_owned(),
        Verdict::Safe(proof) => panic!("not a proof of this engine: {proof:?}"),
        Verdict::Unsafe(trace) => format!("unsafe: {}", model.entry().cfa.name(trace.error)),
        Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => {
            unreachable!("it is about a model")
        }
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}

/// Checks the answer with each kind of abstraction, with few and with many combinations.
fn check(text: &str, expected: &str) {
    for &abstraction in Abstraction::value_variants() {
        for abstraction_limit in [1, 64] {
            let max_refinements = Some(100);
            let config = PredabsConfig { abstraction, abstraction_limit, max_refinements };
            assert_eq!(summary(&config, text), expected, "{config:?}\n{text}");
        }
    }
}

/// Counts up to an open limit.
fn counter(wrong: &str) -> String {
    format!(
        "var x, n : bv32
         procedure main {{
           initial start
           error bad \"\"
           start -> head {{ x := #x00000000; havoc n }}
           head -> head {{ assume (bvult x n); x := (bvadd x #x00000001) }}
           head -> end {{ assume (not (bvult x n)) }}
           end -> bad {{ assume {wrong} }}
         }}"
    )
}

#[test]
fn relations_of_variables_are_found() {
    check(&counter("(not (= x n))"), "safe");
    check(&counter("(bvugt x n)"), "safe");
    check(&counter("(= x #x00000003)"), "unsafe: bad");
}

#[test]
fn sums_that_stay_the_same_are_found() {
    let text = |wrong: &str| {
        format!(
            "var x, y, n : bv32
             procedure main {{
               initial start
               error bad \"\"
               start -> head {{ havoc n; x := n; y := #x00000000 }}
               head -> head {{ assume (not (= x #x00000000)); x := (bvsub x #x00000001);
                               y := (bvadd y #x00000001) }}
               head -> bad {{ assume (= x #x00000000); assume {wrong} }}
             }}"
        )
    };
    check(&text("(not (= y n))"), "safe");
    check(&text("(= y n)"), "unsafe: bad");
}

#[test]
fn what_holds_before_a_loop_is_carried_through_it() {
    check(&examples::lock_around_a_change("(not lock)"), "safe");
    check(&examples::lock_around_a_change("lock"), "unsafe: bad");
}

#[test]
fn several_loops() {
    check(&examples::triangle("#x40", "(not (bvult i n))"), "safe");
    check(&examples::triangle("#x40", "(and (= j #x01) (= i #x02))"), "unsafe: bad");
}

#[test]
fn models_without_loops() {
    check("procedure main { location l }", "safe");
    check("procedure main { initial bad error bad \"at once\" }", "unsafe: bad");
    check("procedure main { initial a error bad \"\" a -> b b -> b }", "safe");
    let text = "var x : bv8
        procedure main {
          initial a error bad \"\"
          a -> b { havoc x; assume (bvult x #x10) }
          b -> bad { assume (bvugt x #x20) }
        }";
    check(text, "safe");
}

#[test]
fn refinements_end_where_they_are_told_to() {
    let config = PredabsConfig { max_refinements: Some(1), ..PredabsConfig::default() };
    let expected = "unknown: incomplete: no proof after 1 refinements";
    assert_eq!(summary(&config, &counter("(not (= x n))")), expected);
}
