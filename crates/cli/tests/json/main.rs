//! `--json` prints one document, which the published schema describes, and nothing else.

#[path = "../common/mod.rs"]
mod common;
mod schema;

use common::{Run, lemmatic, lemmatic_on};
use schema::Schema;
use serde_json::{Value, json};

/// The document of a run, which is all of its output and fits the schema.
#[track_caller]
fn document(run: &Run) -> Value {
    let document: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}:\n{}\n{}", run.stdout, run.stderr));
    assert_eq!(Schema::read().errors(&document), Vec::<String>::new(), "{document:#}");
    document
}

#[track_caller]
fn verified(args: &[&str], result: &str, code: i32) -> Value {
    let run = lemmatic(&[&["verify", "--json"], args].concat());
    let document = document(&run);
    assert_eq!((&document["result"], run.code), (&json!(result), Some(code)), "{document:#}");
    document
}

#[test]
fn answers_about_models() {
    let found = verified(&["--engine", "bmc", "examples/counter_unsafe.cfa"], "FALSE", 10);
    assert_eq!(found["property"], "the counter stays at most ten");
    assert_eq!(found["engine"], "bmc");
    assert!(found["evidence"].is_object(), "{found:#}");
    assert!(found["statistics"]["queries"].is_u64(), "{found:#}");
    let finding = &found["findings"][0];
    assert_eq!(finding["message"], "the counter stays at most ten");
    assert!(!finding["trace"].as_array().unwrap().is_empty(), "{finding:#}");

    let found = verified(&["examples/bounded.cfa"], "TRUE", 0);
    assert_eq!(found["findings"], json!([]));
    let found = verified(&["examples/mul64.cfa", "--timeout", "0.1"], "UNKNOWN", 5);
    assert_eq!(found["reason"], "timeout");
}

const DIVISION: &str = "\
extern int __VERIFIER_nondet_int(void);
static int half(int n) {
  return 10 / n;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  return half(x);
}
";

#[test]
fn findings_have_places_calls_and_traces() {
    let args = ["verify", "FILE", "--json", "--property", "division-by-zero"];
    let run = lemmatic_on("a.c", DIVISION.as_bytes(), &args);
    let found = document(&run);
    assert_eq!((run.code, &found["result"]), (Some(10), &json!("FALSE")));
    let finding = &found["findings"][0];
    assert_eq!(finding["property"], "division-by-zero");
    assert_eq!(finding["place"], json!({ "file": "a.c", "line": 3, "column": 10 }));
    let call = json!([{ "function": "main", "place": { "file": "a.c", "line": 7, "column": 10 } }]);
    assert_eq!(finding["calls"], call);
    let trace = finding["trace"].as_array().unwrap();
    let place = json!({ "file": "a.c", "line": 6, "column": 11 });
    let step = json!({ "place": place, "text": "__VERIFIER_nondet_int() returns 0" });
    assert!(trace.contains(&step), "{finding:#}");

    let run = lemmatic_on("a.c", DIVISION.as_bytes(), &[&args[..], &["--each-check"]].concat());
    let each = document(&run);
    assert_eq!((run.code, &each["result"]), (Some(10), &json!("FALSE")));
    assert_eq!(each["checks"][0]["verdict"], "FAILURE");
    assert_eq!(each["checks"][0]["finding"], 0);
    assert_eq!(each["findings"], json!([finding]));
}

#[test]
fn errors_are_documents_too() {
    let run = lemmatic_on("a.c", b"int main(void) { return x; }\n", &["verify", "--json", "FILE"]);
    let found = document(&run);
    assert_eq!((run.code, &found["result"]), (Some(6), &json!("ERROR")));
    assert_eq!(found["errors"][0]["kind"], "input");
    let place = json!({ "file": "a.c", "line": 1, "column": 25 });
    assert_eq!(found["errors"][0]["place"], place);
    assert!(!run.stderr.is_empty());

    let found = verified(&["missing.c"], "ERROR", 6);
    assert_eq!(found["errors"][0]["place"], json!({ "file": "missing.c" }));
    for args in [
        &["examples/average.c", "--property", "safety"][..],
        &["examples/average.c", "--no-such-option"],
        &["examples/bounded.cfa", "--each-check"],
    ] {
        let found = verified(args, "ERROR", 2);
        assert_eq!(found["errors"][0]["kind"], "usage", "{args:?}");
    }
}

#[test]
fn what_cannot_be_written_is_told() {
    let args = ["examples/bounded.cfa", "--proof", "/no/such/folder/p.txt"];
    let found = verified(&args, "TRUE", 7);
    assert_eq!(found["errors"][0]["kind"], "output");
    let run = lemmatic(&[&["verify"], &args[..]].concat());
    run.check("result: TRUE", 7);
    assert!(
        run.stderr.starts_with("error: cannot write /no/such/folder/p.txt: "),
        "{}",
        run.stderr
    );
}

/// The validator finds what is wrong.
/// Violations that depend on what callers pass have the values to blame.
#[test]
fn callers_are_blamed() {
    let program = b"struct s { int n; }; unsigned f(struct s *s) { return 1u << s->n; }\n";
    let args = ["verify", "FILE", "--json", "--function", "f"];
    let found = document(&lemmatic_on("a.c", program, &args));
    assert_eq!(found["reason"], "depends on callers: shift", "{found:#}");
    assert_eq!(found["findings"], json!([]));
    let finding = &found["depends_on_callers"][0];
    assert_eq!(finding["property"], "shift");
    assert_eq!(finding["blamed"][0]["name"], "s->n");
    assert!(finding["assume"].as_str().unwrap().starts_with("s->n "), "{finding:#}");
}

#[test]
fn documents_that_break_the_schema_are_found() {
    let errors = |document: Value| Schema::read().errors(&document).len();
    assert_eq!(errors(json!({ "result": "TRUE" })), 0);
    assert_eq!(errors(json!({ "result": "MAYBE" })), 1);
    assert_eq!(errors(json!({})), 1);
    assert_eq!(errors(json!({ "result": "TRUE", "colour": "red" })), 1);
    assert_eq!(errors(json!({ "result": "TRUE", "times": { "search": "long" } })), 1);
    assert_eq!(errors(json!({ "result": "ERROR", "errors": [{ "kind": "usage" }] })), 1);
}
