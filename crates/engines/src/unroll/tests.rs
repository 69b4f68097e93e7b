//! Tests of bounded model checking, loop by loop; the checker confirms every verdict.

use super::{Unroll, UnrollConfig};
use crate::SolverChoice;
use crate::engine::Answer;
use crate::testing::{BOUND, Explorer, Truth, automaton, model};
use evidence::{Proof, Reason, UnwindingOrder, Verdict};
use model::Model;
use proptest::prelude::*;

fn answer(model: &Model, config: UnrollConfig) -> Answer {
    crate::testing::answer(&Unroll::new(config), model, SolverChoice::Auto)
}

fn counter(answer: &Answer, name: &str) -> u64 {
    let counters = answer.stats.all_counters();
    counters.iter().find(|(other, _)| *other == name).expect("there is such a counter").1
}

/// `count` loops one after the other, each with up to seven rounds, as inputs decide. The sum of all rounds is
/// at most seven times as much.
fn loops(count: u32, limit: u32) -> String {
    let mut edges = String::from("start -> h0 { x := #x00; havoc i }");
    for n in 0..count {
        edges += &format!(
            "h{n} -> h{n} {{ assume (bvult i #x07); i := (bvadd i #x01); x := (bvadd x #x01) }}
             h{n} -> h{} {{ havoc i }}",
            n + 1
        );
    }
    format!(
        "var i, x : bv8
         procedure main {{
           initial start
           error bad \"too many rounds\"
           {edges}
           h{count} -> bad {{ assume (bvult {} x) }}
         }}",
        format_args!("#x{limit:02x}")
    )
}

#[test]
fn what_follows_a_loop_is_executed_once() {
    let visits = |count: u32| {
        let answer = answer(&model(&loops(count, 7 * count)), UnrollConfig::default());
        let order = UnwindingOrder::LoopByLoop;
        let Verdict::Safe(Proof::Unwinding { bound, order: by }) = answer.verdict else {
            panic!("{:?}", answer.verdict);
        };
        assert_eq!(by, order);
        assert!(bound >= 8 * count, "each loop head is visited up to eight times: {bound}");
        counter(&answer, "visits")
    };
    // With all loops unwound together, the last ones are executed once for each sum of rounds before.
    let (two, eight) = (visits(2), visits(8));
    assert!(eight <= 4 * two + 8, "{two} visits for two loops, {eight} for eight");
}

#[test]
fn errors_behind_loops_are_found() {
    let answer = answer(&model(&loops(4, 27)), UnrollConfig::default());
    let Verdict::Unsafe(trace) = &answer.verdict else { panic!("{:?}", answer.verdict) };
    // All rounds of all loops.
    assert_eq!(trace.steps.len(), 1 + 4 * 8 + 1);
}

#[test]
fn loops_without_an_end_are_cut() {
    let text = "
        var x : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> head { x := #x00 }
          head -> head { assume (bvult x #x80); x := (bvadd x #x01) }
          head -> head { assume (= x #x80); x := #x00 }
          head -> bad { assume (bvult #x80 x) }
        }";
    let config = UnrollConfig { max_rounds: Some(32), ..UnrollConfig::default() };
    let answer = answer(&model(text), config);
    let Verdict::Unknown(Reason::Incomplete(reason)) = &answer.verdict else {
        panic!("{:?}", answer.verdict);
    };
    assert_eq!(reason, "loops go on after 32 rounds");
    assert_eq!(counter(&answer, "rounds allowed"), 32, "the last attempt");
}

#[test]
fn loops_up_to_constants_may_have_more_rounds() {
    let text = "
        var x : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> head { x := #x00 }
          head -> head { assume (bvult x #x40); x := (bvadd x #x01) }
          head -> end { assume (not (bvult x #x40)) }
          end -> bad { assume (not (= x #x40)) }
        }";
    let answer = answer(&model(text), UnrollConfig { rounds: 9, max_rounds: Some(9) });
    assert!(matches!(answer.verdict, Verdict::Safe(_)), "{:?}", answer.verdict);
    assert_eq!(counter(&answer, "completeness queries"), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn agrees_with_the_exploration_of_all_states(text in automaton(), rounds in 1..5u32) {
        let model = model(&text);
        let truth = Explorer::new(&model).truth();
        let verdict = answer(&model, UnrollConfig { rounds, max_rounds: Some(BOUND) }).verdict;
        let agrees = matches!(
            (&verdict, &truth),
            (Verdict::Unsafe(_), Truth::Unsafe(_))
                | (Verdict::Safe(_), Truth::Safe(_))
                | (Verdict::Unknown(Reason::Incomplete(_)), Truth::Endless)
        );
        prop_assert!(agrees, "{verdict:?}, but {truth:?}:\n{text}");
    }
}
