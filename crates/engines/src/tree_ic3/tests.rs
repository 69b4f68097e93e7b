//! Small models with known answers.

use crate::engine::Engine;
use crate::testing::{examples, model};
use crate::{Impact, ImpactConfig, SolverChoice, TreeIc3, TreeIc3Config};
use evidence::{Proof, Verdict};

/// The answer, whose evidence is gone over, in short.
fn summary(engine: &dyn Engine, text: &str) -> String {
    let model = model(text);
    let answer = crate::testing::answer(engine, &model, SolverChoice::Auto);
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

/// All variants give the same answer.
fn check(text: &str, expected: &str) {
    let plain = TreeIc3Config::default();
    let itp = TreeIc3Config { itp: true, ..plain.clone() };
    let mono = TreeIc3Config { mono: true, ..itp.clone() };
    for config in [plain, itp, mono] {
        assert_eq!(summary(&TreeIc3::new(config.clone()), text), expected, "{config:?}\n{text}");
    }
    assert_eq!(summary(&Impact::new(ImpactConfig::default()), text), expected, "impact\n{text}");
}

#[test]
fn models_without_loops() {
    check("procedure main { location l }", "safe");
    check("procedure main { initial bad error bad \"at once\" }", "unsafe: bad");
    check("procedure main { initial a error bad \"\" a -> b b -> b }", "safe");
    let never = "var b : bool
        procedure main { initial a error bad \"\" a -> bad { assume b; assume (not b) } }";
    check(never, "safe");
    let text = |bound: &str| {
        format!(
            "var x : bv8
             procedure main {{
               initial a error bad \"\"
               a -> b {{ havoc x; assume (bvult x #x10) }}
               b -> c {{ x := (bvadd x #x01) }}
               c -> bad {{ assume (bvugt x {bound}) }}
             }}"
        )
    };
    check(&text("#x10"), "safe");
    check(&text("#x0f"), "unsafe: bad");
}

/// Counts to a limit in steps.
fn counter(limit: &str, wrong: &str) -> String {
    format!(
        "var x, n : bv8
         procedure main {{
           initial start
           error bad \"\"
           start -> head {{ x := #x00; havoc n }}
           head -> head {{ assume (bvult x {limit}); x := (bvadd x #x01) }}
           head -> end {{ assume (not (bvult x {limit})) }}
           end -> bad {{ assume {wrong} }}
         }}"
    )
}

#[test]
fn loops_are_closed_by_covering() {
    check(&counter("#x0a", "(not (= x #x0a))"), "safe");
    check(&counter("#x0a", "(= x #x0a)"), "unsafe: bad");
    check(&counter("n", "(bvult x n)"), "safe");
}

#[test]
fn what_holds_before_a_loop_is_carried_through_it() {
    check(&examples::lock_around_a_change("(not lock)"), "safe");
    check(&examples::lock_around_a_change("lock"), "unsafe: bad");
}

#[test]
fn several_loops() {
    check(&examples::triangle("#x04", "(not (bvult i n))"), "safe");
    check(&examples::triangle("#x04", "(and (= j #x01) (= i #x02))"), "unsafe: bad");
}

#[test]
fn nodes_end_where_they_are_told_to() {
    let config = TreeIc3Config { max_nodes: Some(2), ..TreeIc3Config::default() };
    let found = summary(&TreeIc3::new(config), &counter("#x0a", "(not (= x #x0a))"));
    assert!(found.starts_with("unknown: incomplete: no proof with "), "{found}");
}
