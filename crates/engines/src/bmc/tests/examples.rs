//! Small models with known answers.

use super::{answer, check, check_with, model, summary};
use crate::testing::examples;
use crate::{BmcConfig, SolverChoice, bmc::CompletenessCheck};
use model::{Cfa, Command, Model, Procedure};
use term::{Sort, TermStore};

/// Counts up to a limit and then compares.
fn counter(limit: &str, wrong: &str) -> String {
    format!(
        "var x, n : bv16
         procedure main {{
           initial start
           error bad \"the counter is right\"
           start -> head {{ x := #x0000; {limit} }}
           head -> head {{ assume (bvult x n); x := (bvadd x #x0001) }}
           head -> end {{ assume (not (bvult x n)) }}
           end -> bad {{ assume {wrong} }}
         }}"
    )
}

#[test]
fn loops_with_constant_bounds_need_no_completeness_query() {
    let text = counter("n := #x0040", "(not (= x n))");
    check(&text, "safe after 65");
    let model = model(&text);
    let answer = answer(&model, &BmcConfig::default(), SolverChoice::Auto);
    assert_eq!(answer.stats.solver.sat, answer.stats.counter("completeness queries").unwrap());
    assert_eq!(answer.stats.counter("dropped loop heads"), Some(0));
    check(&counter("n := #x0040", "(= x n)"), "unsafe after 65: bad");
}

#[test]
fn loops_with_open_bounds() {
    check(&counter("havoc n; assume (bvult n #x0003)", "(= x #x0002)"), "unsafe after 3: bad");
    let safe = counter("havoc n; assume (bvult n #x0007)", "(bvugt x n)");
    check(&safe, "safe after 7");
}

#[test]
fn spaced_completeness_checks_are_few() {
    let model = model(super::stopping::ENDLESS);
    let queries = |unwind_complete| {
        let config = BmcConfig { unwind: Some(50), unwind_complete, ..BmcConfig::default() };
        let answer = answer(&model, &config, SolverChoice::Auto);
        answer.stats.counter("completeness queries").unwrap()
    };
    // The last unwinding is always checked: all runs may have ended by then.
    assert_eq!(queries(CompletenessCheck::Never), 1);
    assert_eq!(queries(CompletenessCheck::Always), 51);
    assert_eq!(queries(CompletenessCheck::Spaced), 15);
}

#[test]
fn models_without_loops() {
    check(&examples::branches_and_a_join("#x0f"), "unsafe after 0: bad");
    check(&examples::branches_and_a_join("#x10"), "safe after 0");
    check("procedure main { location l }", "safe after 0");
    check("procedure main { initial bad error bad \"at once\" }", "unsafe after 0: bad");
}

#[test]
fn which_edge_is_taken_is_open() {
    // Both edges are possible, so both values are.
    let text = |value| {
        format!(
            "var x : bv2
             procedure main {{
               initial start
               error bad \"\"
               start -> join {{ x := #b01 }}
               start -> join {{ x := #b10 }}
               start -> join {{ choice {{ x := #b11 }} or {{ skip; assume (= x #b11) }} }}
               join -> bad {{ assume (= x {value}) }}
             }}"
        )
    };
    check(&text("#b01"), "unsafe after 0: bad");
    check(&text("#b10"), "unsafe after 0: bad");
    check(&text("#b11"), "unsafe after 0: bad");
    check(&text("#b00"), "safe after 0");
}

#[test]
fn nested_loops_over_an_array() {
    let text = |wrong| examples::sums_in_an_array("#x4", wrong);
    // Five visits of the outer head, 1 + 2 + 3 + 4 of the inner.
    check(&text("(= (select a #x3) #x8)"), "unsafe after 15: bad");
    check(&text("(not (= (select a #x3) #x8))"), "safe after 15");
}

#[test]
fn loops_that_cannot_lead_to_an_error_are_not_unwound() {
    let text = "var x : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> forever { assume (= x #x00) }
          forever -> forever
          start -> check { assume (not (= x #x00)) }
          check -> bad { assume (= x #x00) }
          bad -> bad
        }";
    check(text, "safe after 0");
}

#[test]
fn bounds_and_steps() {
    let text = counter("n := #x0014", "(= x n)");
    let config = |unwind, start_unwind, unwind_step| BmcConfig {
        unwind,
        start_unwind,
        unwind_step,
        ..BmcConfig::default()
    };
    check_with(
        &config(Some(20), 0, 1),
        &text,
        "unknown: incomplete: runs go on after 20 unwindings",
    );
    check_with(&config(Some(21), 0, 1), &text, "unsafe after 21: bad");
    check_with(&config(None, 100, 1), &text, "unsafe after 21: bad");
    check_with(&config(None, 3, 7), &text, "unsafe after 21: bad");
    let safe = counter("n := #x0014", "(not (= x n))");
    check_with(&config(Some(21), 0, 4), &safe, "safe after 21");
    // Larger steps need fewer queries.
    let model = model(&safe);
    let queries = |step| {
        let answer = answer(&model, &config(None, 0, step), SolverChoice::Auto);
        answer.stats.counter("error queries").unwrap()
    };
    assert!(queries(1) >= queries(8), "{} {}", queries(1), queries(8));
}

#[test]
fn long_straight_lines() {
    let mut terms = TermStore::new();
    let variables: Vec<_> =
        (0..1000).map(|i| terms.declare(&format!("x{i}"), Sort::Bool).unwrap()).collect();
    let mut cfa = Cfa::new();
    let mut last = cfa.fresh_location(None);
    for i in 0..100_000 {
        let next = cfa.fresh_location(None);
        let [x, y, z] = [i, i * 7 + 3, i * 13 + 5].map(|j| variables[j % 1000]);
        let (left, right) = (terms.var(y), terms.var(z));
        let sum = terms.xor(left, right);
        cfa.add_edge(last, next, Command::Assign(x, sum), None);
        last = next;
    }
    let error = cfa.fresh_location(None);
    let goal = terms.var(variables[0]);
    cfa.add_edge(last, error, Command::Assume(goal), None);
    cfa.add_error(error, "x0 is false");
    let model = Model::single(terms, variables, Procedure::new("main", cfa));
    let answer = answer(&model, &BmcConfig::default(), SolverChoice::Auto);
    assert_eq!(summary(&model, &answer), "unsafe after 0: l100001");
}
