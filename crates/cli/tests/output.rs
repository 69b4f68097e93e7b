//! What `verify` and `show` print.

mod common;

use common::{Run, lemmatic, lemmatic_on};
use serde_json::Value;

/// The JSON document of a run.
fn document(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).expect("the output is JSON")
}

#[test]
fn statistics_are_the_same_each_time() {
    let args = ["verify", "--json", "--engine", "bmc", "examples/bounded.cfa"];
    let statistics = || document(&lemmatic(&args));
    assert_eq!(statistics()["statistics"], statistics()["statistics"]);
}

#[test]
fn every_engine_tells_what_became_of_it() {
    let args = ["verify", "--json", "--engine", "bmc,kind", "--jobs", "1", "examples/bounded.cfa"];
    let run = lemmatic(&args);
    let found = document(&run);
    assert_eq!((&found["result"], run.code), (&Value::from("TRUE"), Some(0)));
    let engines = found["engines"].as_array().expect("a list");
    assert_eq!(engines.iter().map(|e| &e["name"]).collect::<Vec<_>>(), ["bmc", "kind"]);
    let winners: Vec<_> = engines.iter().filter(|e| e["ending"] == "has the answer").collect();
    assert_eq!(winners.len(), 1, "{found:#}");
    assert_eq!(winners[0]["name"], found["engine"]);
    assert_eq!(winners[0]["statistics"], found["statistics"]);
    let run = lemmatic(&["verify", "--stats", "--engine", "bmc,kind", "examples/bounded.cfa"]);
    assert!(run.stdout.contains("\nanswer of: "), "{}", run.stdout);
    assert!(run.stdout.contains("\nstatistics of kind ("), "{}", run.stdout);
}

/// Only the end of a long run is shown, with a hint that there is more.
#[test]
fn long_runs_are_shown_from_their_last_steps_on() {
    let text = "\
extern void reach_error(void);
int main(void) {
  unsigned i = 0;
  while (i < 1000000)
    i++;
  reach_error();
}
";
    let run = lemmatic_on(
        "long.c",
        text.as_bytes(),
        &["verify", "FILE", "--engine", "sample", "--trace"],
    );
    run.check("result: FALSE(unreach-call)", 10);
    let lines: Vec<&str> = run.stdout.lines().collect();
    let first = lines.iter().position(|line| line.ends_with("... earlier steps are left out"));
    let first = first.unwrap_or_else(|| panic!("{:#?}", &lines[..lines.len().min(20)]));
    let steps: Vec<&str> = lines[first + 1..first + 4].iter().map(|line| line.trim()).collect();
    assert!(steps[0].contains(" i = 980001 "), "{steps:?}");
    assert_eq!(steps[1], "... iterations 2 to 19999 as before");
    assert!(steps[2].contains(" i = 1000000 "), "{steps:?}");
}

#[test]
fn quiet_runs_print_the_result_only() {
    let run = lemmatic(&["verify", "--quiet", "examples/counter_unsafe.cfa"]);
    assert_eq!(run.stdout, "result: FALSE(the counter stays at most ten)\n");
    assert_eq!(run.stderr, "");
}

#[test]
fn traces_can_be_followed() {
    let model = "\
var x : bv8
procedure main {
  initial start
  error bad \"x is not 200\"
  start -> mid { x := #x07 }
  mid -> bad { havoc x; assume (= x #xc8) } @ \"some.c\":3:4
}
";
    let run = lemmatic_on("small.cfa", model.as_bytes(), &["verify", "--trace", "FILE"]);
    run.check("result: FALSE(x is not 200)", 10);
    let expected = "\
1. start -> mid
     x = #x07 (7)
2. mid -> bad  [some.c:3:4]
     x = #xc8 (-56)
";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
}

#[test]
fn statistics_on_request() {
    let run = lemmatic(&["verify", "--stats", "examples/bounded.cfa"]);
    assert!(run.stdout.contains("\nqueries  "), "{}", run.stdout);
    run.check("result: TRUE", 0);
}

#[test]
fn automata_are_shown_as_transition_systems() {
    let shown = lemmatic(&["show", "system", "examples/counter_unsafe.cfa"]);
    for part in
        ["(declare-fun location!0 () Bool)", ":init true", ":trans true", ":invar-property 0"]
    {
        assert!(shown.stdout.contains(part), "{part}: {}", shown.stdout);
    }
}

#[test]
fn shown_models_are_read_again() {
    let shown = lemmatic(&["show", "cfa", "examples/counter.smt2"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
    lemmatic_on("shown.cfa", shown.stdout.as_bytes(), &["verify", "FILE"]).check("result: TRUE", 0);

    let shown = lemmatic(&["show", "chc", "examples/bounded.cfa"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
    lemmatic_on("shown.smt2", shown.stdout.as_bytes(), &["verify", "FILE"])
        .check("result: TRUE", 0);

    let shown = lemmatic(&["show", "cfa", "--reduced", "examples/average_fixed.c"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
    assert!(!shown.stdout.contains("lemmatic.entry.t!0"), "{}", shown.stdout);
    lemmatic_on("shown.cfa", shown.stdout.as_bytes(), &["verify", "FILE"]).check("result: TRUE", 0);

    let shown = lemmatic(&["show", "dot", "examples/bounded.cfa"]);
    assert_eq!(shown.code, Some(0));
    assert!(shown.stdout.starts_with("digraph"), "{}", shown.stdout);
}
