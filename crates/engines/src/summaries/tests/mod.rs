//! Recursive procedures and their summaries.

mod ends;
mod random;

use super::infer;
use crate::engine::{Context, Engine};
use crate::testing::model;
use crate::{Kiki, KikiConfig, Silent};
use check::{Options, check_proof};
use evidence::{Proof, Verdict};
use model::Automaton;
use smt::Budget;

/// The verdict about the model in which summaries replace calls.
fn verdict(text: &str) -> &'static str {
    let model = model(text);
    let mut observer = Silent;
    let mut context = Context::new(Budget::unlimited(), &mut observer);
    let Ok(summaries) = infer(&model, &mut context) else { return "no summaries" };
    let summarised = summaries.applied_to(&model).expect("they fit");
    let kiki = Kiki::new(KikiConfig { max_unwind: Some(3), ..KikiConfig::default() });
    match kiki.run(&Automaton::of(summarised.model.clone()).unwrap(), &mut context).verdict {
        Verdict::Safe(proof) => {
            let proof = Proof::Summaries { summaries, proof: Box::new(proof) };
            let checked = check_proof(&model, &proof, &Options::default(), &Budget::unlimited());
            assert!(checked.is_ok(), "{checked:?}\n{proof:?}\n{model}");
            "safe"
        }
        Verdict::Unsafe(_) => "too weak",
        Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => {
            unreachable!("it is about a model")
        }
        Verdict::Unknown(_) => "unknown",
    }
}

/// A procedure that calls itself with a smaller number.
fn counting(wrong: &str, result: &str) -> String {
    format!(
        "procedure main {{
           var x, y : bv32
           initial start
           error bad \"wrong\"
           start -> called {{ call y := count(x) }}
           called -> bad {{ assume {wrong} }}
         }}
         procedure count(n : bv32) returns (r : bv32) {{
           var m : bv32
           initial in
           exit out
           in -> out {{ assume (= n #x00000000); r := #x00000000 }}
           in -> deeper {{ assume (not (= n #x00000000)) }}
           deeper -> back {{ call m := count((bvsub n #x00000001)) }}
           back -> out {{ r := {result} }}
         }}"
    )
}

#[test]
fn results_that_depend_on_arguments() {
    let once = "(bvadd m #x00000001)";
    assert_eq!(verdict(&counting("(not (= x y))", once)), "safe");
    assert_eq!(verdict(&counting("(= x y)", once)), "too weak");
    let twice = "(bvadd m #x00000002)";
    assert_eq!(verdict(&counting("(= y #x00000007)", twice)), "safe");
}

#[test]
fn bounds_of_results() {
    let bounded = "(ite (bvult m #x00000064) (bvadd m #x00000001) m)";
    assert_eq!(verdict(&counting("(bvugt y #x00000064)", bounded)), "safe");
}

#[test]
fn errors_deep_inside() {
    let text = counting("false", "(bvadd m #x00000001)");
    let with = |condition: &str| {
        let at = "in -> out { assume (= n";
        assert!(text.contains(at), "{text}");
        let bad = format!("error worse \"\" in -> worse {{ assume {condition} }} {at}");
        verdict(&text.replacen(at, &bad, 1))
    };
    assert_eq!(with("(bvugt n #x0000000a)"), "too weak");
}

#[test]
fn procedures_that_never_return() {
    let text = "procedure main {
          var x : bv8
          initial start
          error bad \"\"
          start -> called { call x := f(x) }
          called -> bad
        }
        procedure f(n : bv8) returns (r : bv8) {
          initial in
          exit out
          in -> out { call r := f(n) }
        }";
    assert_eq!(verdict(text), "safe");
}
