//! Runs that reach an error are replayed; each kind of tampering is rejected.

use crate::common::{location, model};
use check::replay_trace;
use evidence::{Trace, TraceStep};
use model::{Choice, EdgeId, Model};
use term::{Assignment, Value};

const TEXT: &str = "
var x : bv8
var b : bool
procedure main {
  initial start
  error bad \"x is not 3\"
  start -> head { x := #x00 }
  head -> head { choice { x := (bvadd x #x01) } or { havoc x }; assume b }
  head -> done { assume (= x #x03) }
  done -> bad
  done -> other
}";

fn trace(model: &Model) -> Trace {
    let mut initial = Assignment::new();
    initial.set(model.globals[0], Value::bv(8, 77));
    initial.set(model.globals[1], Value::Bool(true));
    let step = |edge, choices: &[Choice]| TraceStep {
        edge: EdgeId::from_index(edge),
        choices: choices.to_vec(),
    };
    let havoc = [Choice::Branch(1), Choice::Value(Value::bv(8, 2))];
    let steps = vec![
        step(0, &[]),
        step(1, &havoc),
        step(1, &[Choice::Branch(0)]),
        step(2, &[]),
        step(3, &[]),
    ];
    Trace { initial, steps, error: location(model, "bad") }
}

fn check(tamper: impl FnOnce(&Model, &mut Trace), expected: &str) {
    let model = model(TEXT);
    let mut trace = trace(&model);
    tamper(&model, &mut trace);
    let found = match replay_trace(&model, &trace) {
        Ok(replayed) => {
            let names = |(v, value): &(_, Value)| format!("{}={value}", model.terms.name(*v));
            let rows = replayed.changes.iter().map(|row| row.iter().map(names).collect::<String>());
            format!("{}: {}", replayed.error, rows.collect::<Vec<_>>().join(" "))
        }
        Err(rejected) => rejected.to_string(),
    };
    assert_eq!(found, expected);
}

#[test]
fn correct_traces_are_replayed() {
    check(|_, _| {}, "x is not 3: x=#x00 x=#x02 x=#x03  ");
}

#[test]
fn skipped_and_wrong_edges_are_rejected() {
    check(
        |_, t| drop(t.steps.remove(0)),
        "step 0 takes edge e1 from head, but the run is at start",
    );
    check(|_, t| drop(t.steps.remove(3)), "step 3 takes edge e3 from done, but the run is at head");
    check(
        |_, t| t.steps[1].edge = EdgeId::from_index(99),
        "step 1 takes edge e99, which does not exist",
    );
    check(
        |_, t| drop(t.steps.remove(2)),
        "step 2 along edge e2 cannot be taken: an assumption does not hold",
    );
}

#[test]
fn changed_choices_are_rejected() {
    check(
        |_, t| t.steps[1].choices[1] = Choice::Value(Value::bv(8, 1)),
        "step 3 along edge e2 cannot be taken: an assumption does not hold",
    );
    check(
        |_, t| t.steps[1].choices[0] = Choice::Branch(0),
        "step 1 along edge e1 leaves 1 choice(s) unused",
    );
    check(
        |_, t| t.steps[1].choices[0] = Choice::Branch(2),
        "step 1 along edge e1 cannot be taken: there is no branch 2 among 2",
    );
    check(
        |_, t| t.steps[1].choices[1] = Choice::Branch(0),
        "step 1 along edge e1 cannot be taken: a choice of the wrong kind: expected a value",
    );
    check(
        |_, t| drop(t.steps[2].choices.pop()),
        "step 2 along edge e1 cannot be taken: a choice is missing",
    );
    check(
        |_, t| t.steps[4].choices.push(Choice::Branch(0)),
        "step 4 along edge e3 leaves 1 choice(s) unused",
    );
    check(
        |_, t| t.steps[1].choices[1] = Choice::Value(Value::bv(4, 2)),
        "step 1 along edge e1 cannot be taken: a value of sort (_ BitVec 4) for variable 'x' of \
         sort (_ BitVec 8)",
    );
}

#[test]
fn wrong_starts_are_rejected() {
    check(
        |m, t| t.initial.set(m.globals[1], Value::Bool(false)),
        "step 1 along edge e1 cannot be taken: an assumption does not hold",
    );
    check(
        |m, t| t.initial.set(m.globals[0], Value::Bool(false)),
        "the initial value of 'x' has sort Bool, not (_ BitVec 8)",
    );
    check(|_, t| t.initial = Assignment::new(), "variable 'x' has no initial value");
}

#[test]
fn wrong_ends_are_rejected() {
    check(|_, t| drop(t.steps.pop()), "the run ends at done, not at bad");
    check(
        |m, t| {
            t.steps.pop();
            t.error = location(m, "done");
        },
        "the run ends at done, which is no error location",
    );
    check(|_, t| t.steps[4].edge = EdgeId::from_index(4), "the run ends at other, not at bad");
    check(|_, t| t.steps.clear(), "the run ends at start, not at bad");
}
