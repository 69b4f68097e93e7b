mod horn;

use super::*;
use crate::Answers;
use crate::{ForeignByte, Induction, Invariants, ObjectByte, Summaries, TraceStep, UnwindingOrder};
use model::Property;
use model::{Choice, EdgeId};
use proptest::prelude::*;
use term::smtlib::{Scope, SexprArena, parse_term};
use term::{Assignment, Sort, TermStore, Value, copy_symbol};

const MODEL: &str = "
var x : bv8
var b : bool
var |odd name| : int

procedure main {
  initial start
  error bad \"x is small\"
  start -> head { x := #x00 }
  head -> head { assume b; havoc x }
  head -> |the end| { choice { assume b } or { havoc b } }
  |the end| -> bad { assume (bvugt x #x0a) }
}";

fn model() -> Model {
    model::parse(MODEL).unwrap()
}

fn invariants(model: &Model, k: u32, by_location: &[(&str, &str)]) -> Evidence {
    // Without simplification, so that terms stay as written.
    let mut store = TermStore::without_simplification();
    for symbol in model.terms.symbols() {
        copy_symbol(&model.terms, &mut store, symbol).unwrap();
    }
    let scope = Scope::of_store(&mut store);
    let mut pairs = Vec::new();
    for (location, text) in by_location {
        let arena = SexprArena::parse(text.as_bytes()).unwrap();
        let node = arena.roots().next().unwrap();
        let term = parse_term(&mut store, &arena, node, &scope).unwrap();
        pairs.push((model.entry().cfa.find_location(location).unwrap(), term));
    }
    Evidence::Proof(Proof::Invariants(Invariants::k_inductive(&store, k, pairs)))
}

fn trace(model: &Model, values: &[Value], steps: &[(usize, Vec<Choice>)]) -> Evidence {
    let mut initial = Assignment::new();
    for (&variable, value) in model.globals.iter().zip(values) {
        initial.set(variable, value.clone());
    }
    let steps = steps.iter().map(|(edge, choices)| TraceStep {
        edge: EdgeId::from_index(*edge),
        choices: choices.clone(),
    });
    let error = model.entry().cfa.errors()[0].location;
    Evidence::Trace(Trace { initial, steps: steps.collect(), error })
}

/// Checks that both forms read back as the original.
fn check_round_trip(model: &Model, evidence: &Evidence) -> String {
    let (text, json) = (evidence.to_text(model), evidence.to_json(model));
    for written in [&text, &json] {
        let read = Evidence::read(model, written).unwrap();
        assert_eq!(read.to_text(model), text);
        assert_eq!(read.to_json(model), json);
        if let (Evidence::Trace(read), Evidence::Trace(evidence)) = (&read, evidence) {
            assert_eq!(read, evidence);
        }
    }
    text
}

fn check_error(text: &str, expected: &str) {
    let model = model();
    let text = text.replace("MODEL", &Fingerprint::of(&model).to_string());
    let error = Evidence::read(&model, &text).unwrap_err();
    assert_eq!(error.to_string(), expected, "for {text}");
}

#[test]
fn proofs_are_read_back() {
    let model = model();
    let proof = invariants(
        &model,
        2,
        &[("head", "(or b (bvule x #x0a))"), ("the end", "(=> b (= |odd name| 3))")],
    );
    let text = check_round_trip(&model, &proof);
    let body = text.split_once('\n').unwrap().1;
    assert_eq!(
        body,
        "(invariants 2\n  (head (or b (bvule x #x0a)))\n  \
         (|the end| (or (not b) (= |odd name| 3))))\n"
    );
    let simple_paths = Induction { k: 3, simple_paths: true };
    let simple = Invariants::by_induction(&TermStore::new(), simple_paths, []);
    let text = check_round_trip(&model, &Evidence::Proof(Proof::Invariants(simple)));
    assert!(text.ends_with("\n(invariants 3 simple-paths)\n"), "{text}");
    let mut store = TermStore::new();
    let i = store.declare("the index", Sort::BitVec(8)).unwrap();
    let (i, zero) = (store.var(i), store.bv(8, 0));
    let equal = store.eq(i, zero);
    let head = model.entry().cfa.find_location("head").unwrap();
    let all = Invariants::new(&store, [(head, equal)]).for_all(["the index", "nothing"]);
    assert_eq!(all.parameters().len(), 1);
    let text = check_round_trip(&model, &Evidence::Proof(Proof::Invariants(all)));
    let end =
        "\n(invariants 1 forall ((|the index| (_ BitVec 8)))\n  (head (= |the index| #x00)))\n";
    assert!(text.ends_with(end), "{text}");
    let unwinding = Evidence::Proof(Proof::unwinding(7));
    assert!(check_round_trip(&model, &unwinding).ends_with("\n(unwinding 7)\n"));
    let order = UnwindingOrder::LoopByLoop;
    let unrolled = Evidence::Proof(Proof::Unwinding { bound: 7, order });
    assert!(check_round_trip(&model, &unrolled).ends_with("\n(unwinding 7 loop-by-loop)\n"));
    let only_run = Evidence::Proof(Proof::OnlyRun { steps: 1 << 40 });
    assert!(check_round_trip(&model, &only_run).ends_with("\n(only-run 1099511627776)\n"));
}

#[test]
fn a_parameter_is_no_variable_of_the_model() {
    let check = |forall: &str, expected| {
        let head = format!("(lemmatic-evidence {VERSION} (model MODEL))");
        check_error(&format!("{head}\n(invariants 1 forall {forall} (head true))"), expected);
    };
    check("((x Int))", "2:24: 'x' is given twice");
    check("((i Int) (i Int))", "2:32: 'i' is given twice");
    check("(i)", "2:23: expected (parameter sort)");
}

#[test]
fn summaries_are_read_back() {
    let text = "procedure main { initial l error bad \"\" l -> m { call f() } m -> bad }
                procedure f { initial in exit out in -> out { call f() } }";
    let model = model::parse(text).unwrap();
    let store = TermStore::new();
    let mut terms = store.clone();
    let never = terms.bool(false);
    let f = model.find_procedure("f").unwrap();
    let summaries = Summaries::new(&terms, [(f, never)]);
    let summarised = summaries.applied_to(&model).unwrap();
    let Evidence::Proof(proof) = invariants(&summarised.model, 1, &[("f.in", "true")]) else {
        panic!("a proof");
    };
    let evidence = Evidence::Proof(Proof::Summaries { summaries, proof: Box::new(proof) });
    let text = check_round_trip(&model, &evidence);
    let body = text.split_once('\n').unwrap().1;
    assert_eq!(body, "(summaries (procedures\n  (f false))\n(invariants 1\n  (f.in true)))\n");
    let nested = text.replace("(invariants", "(summaries (procedures) (invariants") + ")";
    assert!(Evidence::read(&model, &nested).is_err());
    let unknown = text.replace("(f false)", "(g false)");
    assert!(Evidence::read(&model, &unknown).is_err());
}

#[test]
fn traces_are_read_back() {
    let model = model();
    let values = [Value::bv(8, 1), Value::Bool(true), Value::Int((-5).into())];
    let havoc = vec![Choice::Value(Value::bv(8, 11))];
    let steps = [(0, vec![]), (1, havoc), (2, vec![Choice::Branch(0)]), (3, vec![])];
    let text = check_round_trip(&model, &trace(&model, &values, &steps));
    let body = text.split_once('\n').unwrap().1;
    assert_eq!(
        body,
        "(trace\n  (initial\n    (x #x01)\n    (b true)\n    (|odd name| (- 5)))\n  \
         (step 0)\n  (step 1 #x0b)\n  (step 2 (branch 0))\n  (step 3)\n  (error bad))\n"
    );
}

#[test]
fn runs_are_read_back() {
    let answers = Answers {
        values: vec![Value::bv(8, 1), Value::Bool(true)],
        bytes: vec![ObjectByte { object: 3, offset: 1 << 40, byte: 255 }],
        foreign: vec![ForeignByte { address: u64::MAX, byte: 1 }],
    };
    let run = ProgramRun { property: Property::Overflow, answers };
    let text = check_round_trip(&model(), &Evidence::Run(run.clone()));
    let Ok(Evidence::Run(read)) = Evidence::read(&model(), &text) else { panic!("{text}") };
    assert_eq!(read, run);
    let body = text.split_once('\n').unwrap().1;
    assert_eq!(
        body,
        "(run no-overflow\n  (values\n    #x01\n    true)\n  (byte 3 1099511627776 255)\n  \
         (foreign 18446744073709551615 1))\n"
    );
    let check = |body: &str, expected: &str| {
        check_error(&format!("(lemmatic-evidence 1 (model MODEL))\n{body}"), expected);
    };
    check("(run)", "2:1: expected (run property (values ...) ...)");
    check("(run p (values) (byte 0 0 256))", "2:27: expected a smaller decimal number");
    check("(run p (values) (bit 0))", "2:17: expected (foreign address byte)");
}

#[test]
fn functions_are_read_back() {
    let mut model = model();
    let byte = Sort::BitVec(8);
    let f = model.terms.declare_function("f", &[byte.clone(), Sort::Bool], byte).unwrap();
    let Evidence::Trace(mut trace) = trace(&model, &[], &[]) else { unreachable!() };
    let entries = [(vec![Value::bv(8, 1), Value::Bool(false)], Value::bv(8, 2))];
    let table = term::FunctionValue { default: Value::bv(8, 0), entries: entries.into() };
    trace.initial.set_function(f, table);
    let text = check_round_trip(&model, &Evidence::Trace(trace));
    assert!(text.contains("(function f #x00\n    (#x01 false #x02))"), "{text}");
}

#[test]
fn evidence_for_another_model_is_refused() {
    let (model, mut other) = (model(), model::parse(MODEL).unwrap());
    assert_eq!(Fingerprint::of(&model), Fingerprint::of(&other));
    other.procedures[0].name = "other".to_owned();
    let unwinding = Evidence::Proof(Proof::unwinding(7));
    for text in [unwinding.to_text(&other), unwinding.to_json(&other)] {
        let error = Evidence::read(&model, &text).unwrap_err().to_string();
        assert!(error.contains("the evidence is for another model"), "{error}");
    }
}

#[test]
fn errors_have_a_position() {
    let head = "(lemmatic-evidence 1 (model MODEL))\n";
    let check_body = |body: &str, expected: &str| check_error(&format!("{head}{body}"), expected);
    check_error("", "1:1: expected '(lemmatic-evidence ...)' and one piece of evidence");
    check_error(
        "(lemmatic-evidence 2 (model MODEL))(unwinding 3)",
        "1:29: version 2 of the format is not supported, only 1",
    );
    check_error(
        "(lemmatic-evidence 1 (model 5))(unwinding 3)",
        "1:29: expected a fingerprint in hexadecimal",
    );
    check_body("(unwinding -3)", "2:12: expected a number");
    let kinds = "a proof, (trace ...), (recurrent-set ...), (derivation ...) or (run ...)";
    check_body("(unwind 3)", &format!("2:1: expected {kinds}"));
    check_body("(invariants 1\n  (nowhere true))", "3:4: unknown location 'nowhere'");
    check_body("(invariants 1\n  (head\n    (or b y)))", "4:11: unknown symbol 'y'");
    check_body("(invariants 1 (head b) (head b))", "2:25: 'head' is given twice");
    check_body("(invariants 0)", "1:29: expected invariants with k of at least 1");
    check_body("(invariants 1", "2:1: unclosed '('");
    check_body(
        "(trace (initial (x 5)) (error bad))",
        "2:20: expected a term of sort (_ BitVec 8), found Int",
    );
    check_body("(trace (initial (y 5)) (error bad))", "2:18: unknown variable or function 'y'");
    check_body("(trace (initial) (step 0 z) (error bad))", "2:26: unknown symbol 'z'");
    check_body("(trace (initial) (stop 0) (error bad))", "2:18: expected (step ...)");
    check_body("(trace (initial) (step 0))", "2:18: expected (error location)");
    check_error("{\n \"version\": true}", "2:16: invalid type: boolean `true`, expected u32");
    check_error(
        r#"{"version": 1, "model": "MODEL", "evidence":
            {"invariants": {"k": 1, "locations": [{"location": "head", "invariant": "(not y)"}]}}}"#,
        "1:6: in (not y): unknown symbol 'y'",
    );
}

proptest! {
    #[test]
    fn any_trace_is_read_back(
        x: u8,
        b: bool,
        n: i64,
        steps in prop::collection::vec((0usize..4, prop::collection::vec(choice(), 0..3)), 0..8),
    ) {
        let model = model();
        let values = [Value::bv(8, x.into()), Value::Bool(b), Value::Int(n.into())];
        check_round_trip(&model, &trace(&model, &values, &steps));
    }
}

fn choice() -> impl Strategy<Value = Choice> {
    let array = (any::<u8>(), any::<i8>()).prop_map(|(index, value)| {
        let zero = Value::Int(0.into());
        let array = term::ArrayValue::constant(Sort::BitVec(8), zero);
        Value::Array(array.store(Value::bv(8, index.into()), Value::Int(value.into())).into())
    });
    let float = any::<f32>().prop_map(|x| Value::Float(term::Float::from_f32(x)));
    let value = prop_oneof![any::<bool>().prop_map(Value::Bool), array, float];
    prop_oneof![value.prop_map(Choice::Value), any::<u32>().prop_map(Choice::Branch)]
}
