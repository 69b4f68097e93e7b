//! Small models with known answers.

use crate::testing::{BOUND, automaton, model};
use crate::{Board, Context, Engine, Exchange, Kind, KindConfig, Silent, SolverChoice};
use ::check::{Options, check_proof};
use evidence::{Induction, Proof, Verdict};
use model::Automaton;
use proptest::prelude::*;
use smt::Budget;
use std::sync::Arc;

/// A short form of the answer, whose evidence is checked.
fn summary(config: &KindConfig, text: &str) -> String {
    let model = model(text);
    let answer = crate::testing::answer(&Kind::new(config.clone()), &model, SolverChoice::Auto);
    match &answer.verdict {
        Verdict::Safe(Proof::Unwinding { bound, .. }) => format!("unwound after {bound}"),
        Verdict::Safe(Proof::Invariants(invariants)) => {
            let Induction { k, simple_paths } = invariants.induction();
            format!("safe, k = {k}{}", if simple_paths { " on simple paths" } else { "" })
        }
        Verdict::Safe(Proof::Summaries { .. }) => "safe, with summaries".to_owned(),
        Verdict::Unsafe(trace) => format!("unsafe: {}", model.entry().cfa.name(trace.error)),
        Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) | Verdict::Safe(_) => {
            unreachable!("only programs run")
        }
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}

fn check(text: &str, expected: &str) {
    assert_eq!(summary(&KindConfig::default(), text), expected, "{text}");
}

/// Values are passed on from `c` through `b` to `a`, forever.
fn rotation(wrong: &str) -> String {
    format!(
        "var a, b, c : bv32
         procedure main {{
           initial start
           error bad \"\"
           start -> head {{ a := #x00000001; b := #x00000002; c := #x00000003 }}
           head -> body {{ assume (not {wrong}) }}
           head -> bad {{ assume {wrong} }}
           body -> head {{ c := (ite (= a #x00000001) #x00000002 #x00000001); a := b; b := c }}
         }}"
    )
}

/// A counter that jumps from 3 to 0 never exceeds 3, but 4 would be followed by 5 and so on.
fn counter(steps: u32) -> String {
    format!(
        "var x : bv8
         procedure main {{
           initial start
           error bad \"\"
           start -> head {{ x := #x00 }}
           head -> bad {{ assume (= x #x{:02x}) }}
           head -> head {{ assume (not (= x #x{:02x}));
                           x := (ite (= x #x03) #x00 (bvadd x #x01)) }}
         }}",
        4 + steps,
        4 + steps
    )
}

#[test]
fn k_grows_as_far_as_it_must() {
    check(&counter(0), "safe, k = 2");
    check(&counter(1), "safe, k = 3");
    check(&counter(5), "safe, k = 7");
    check(&rotation("(= a #x00000000)"), "safe, k = 3");
}

#[test]
fn the_base_case_finds_errors_and_ends() {
    check(&rotation("(= b #x00000001)"), "unsafe: bad");
    let finite = counter(7).replace("head -> head {", "head -> head { assume (not (= x #x02));");
    check(&finite, "unwound after 3");
    check("procedure main { location l }", "unwound after 0");
    check("procedure main { initial bad error bad \"at once\" }", "unsafe: bad");
}

#[test]
fn several_loops() {
    let text = |wrong: &str| {
        format!(
            "var x, y, n : bv8
             procedure main {{
               initial start
               error bad \"\"
               start -> first {{ x := #x00; y := #x00 }}
               first -> first {{ assume (bvult x n); x := (bvadd x #x01); y := (bvadd y #x02) }}
               first -> second {{ assume (not (bvult x n)); y := #x00 }}
               second -> second {{ y := (bvadd y #x04) }}
               second -> bad {{ assume {wrong} }}
             }}"
        )
    };
    // Both loops are inductive for this alone in the second one, from its first visit on.
    check(&text("(and (= y #x04) (not (= x x)))"), "safe, k = 1");
    check(&text("(and (= y #x08) (= x #x03))"), "unsafe: bad");
}

#[test]
fn the_greatest_k_is_kept_to() {
    let config = KindConfig { kind_max_k: Some(3), ..KindConfig::default() };
    assert_eq!(summary(&config, &counter(1)), "safe, k = 3");
    assert_eq!(summary(&config, &counter(2)), "unknown: incomplete: no proof up to the greatest k");
}

#[test]
fn simple_paths_leave_cycles_that_are_not_reachable() {
    let text = "var x, junk : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> head { x := #x00 }
          head -> head { assume (= x #x00) }
          head -> head { assume (= x #x05); x := #x06; junk := (bvadd junk #x01) }
          head -> head { assume (= x #x06); choice { x := #x05 } or { x := #x07 } }
          head -> bad { assume (= x #x07) }
        }";
    let config = KindConfig { kind_max_k: Some(20), ..KindConfig::default() };
    assert_eq!(summary(&config, text), "unknown: incomplete: no proof up to the greatest k");
    let config = KindConfig { simple_path: true, ..config };
    assert_eq!(summary(&config, text), "safe, k = 4 on simple paths");
    // Visits are not distinguished without need.
    assert_eq!(summary(&config, &counter(1)), "safe, k = 3");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn simple_paths_make_induction_complete(text in automaton()) {
        let config = KindConfig { kind_max_k: Some(BOUND), simple_path: true };
        let summary = summary(&config, &text);
        prop_assert!(!summary.starts_with("unknown"), "{summary}:\n{text}");
    }
}

#[test]
fn lemmas_of_others_are_assumed_and_become_part_of_the_proof() {
    let text = "var x, y : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> head { x := #x00; y := #x00 }
          head -> body
          body -> head { assume (not (= x y)) }
          body -> head { assume (= x y); x := (bvadd x #x02); y := (bvadd y #x02) }
          head -> bad { assume (not (= x y)) }
        }";
    let model = model(text);
    let cfa = &model.entry().cfa;
    let board = Arc::new(Board::new(&model));
    let [head, body] = ["head", "body"].map(|name| cfa.find_location(name).unwrap());
    let mut store = model.terms.clone();
    let [x, y] = ["x", "y"].map(|name| store.lookup(name).unwrap());
    let (x, y) = (store.var(x), store.var(y));
    let same = store.eq(x, y);
    let batch = [(head, same), (body, same)];
    assert_eq!(Exchange::new(Arc::clone(&board), 0).publish(&store, 1, &batch), 2);
    for (exchange, k) in [(Exchange::none(), None), (Exchange::new(board, 1), Some(2))] {
        let mut observer = Silent;
        let budget = Budget::unlimited();
        let mut context = Context { exchange, ..Context::new(budget.clone(), &mut observer) };
        let config = KindConfig { kind_max_k: Some(5), ..KindConfig::default() };
        match (
            Kind::new(config).run(&Automaton::of(model.clone()).unwrap(), &mut context).verdict,
            k,
        ) {
            (Verdict::Safe(proof), Some(k)) => {
                let checked = check_proof(&model, &proof, &Options::default(), &budget);
                assert!(checked.is_ok(), "{checked:?}");
                let Proof::Invariants(invariants) = proof else { panic!("{proof:?}") };
                assert_eq!((invariants.k(), invariants.iter().len()), (k, 2));
            }
            (Verdict::Unknown(_), None) => {}
            (verdict, _) => panic!("{verdict:?}"),
        }
    }
}
