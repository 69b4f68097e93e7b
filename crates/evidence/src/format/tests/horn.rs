//! Evidence about Horn clauses in files.

use crate::format::{Evidence, Fingerprint};
use crate::{
    Application, Definition, Derivation, Interpretation, Invariants, Proof, Verdict, chc_output,
};
use model::PredicateId;
use model::chc::{ChcSystem, from_model, parse, to_model};
use term::{Sort, TermStore, Value};

fn system() -> ChcSystem {
    let text = "
        (declare-fun |in v| ((_ BitVec 4) Bool) Bool)
        (declare-fun done () Bool)
        (assert (forall ((x (_ BitVec 4))) (=> (= x #x0) (|in v| x true))))
        (assert (forall ((x (_ BitVec 4)) (b Bool)) (=> (and (|in v| x b) (= x #x3)) done)))
        (assert (=> done false))";
    parse(text, "test.smt2").unwrap()
}

fn meaning() -> Interpretation {
    let mut store = TermStore::new();
    let x = store.declare("x", Sort::BitVec(4)).unwrap();
    let b = store.declare("b", Sort::Bool).unwrap();
    let (x, b) = (store.var(x), store.var(b));
    let zero = store.bv(4, 0);
    let body = store.eq(x, zero);
    let definition = Definition { parameters: vec![x, b], body };
    Interpretation::new(&store, [(PredicateId::from_index(0), definition)])
}

fn refutation() -> Derivation {
    let step = |clause, values: Vec<Value>, premises: &[usize]| Application {
        clause,
        values,
        premises: premises.to_vec(),
    };
    let three = || Value::bv(4, 3);
    Derivation {
        steps: vec![
            step(0, vec![three()], &[]),
            step(1, vec![three(), Value::Bool(true)], &[0]),
            step(2, vec![], &[1]),
        ],
    }
}

fn check_round_trip(system: &ChcSystem, evidence: &Evidence) -> String {
    let (text, json) = (evidence.to_text(system), evidence.to_json(system));
    for written in [&text, &json] {
        let read = Evidence::read(system, written).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read.to_text(system), text);
        assert_eq!(read.to_json(system), json);
    }
    text.lines().skip(1).map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn evidence_is_read_back() {
    let system = system();
    let text = check_round_trip(&system, &Evidence::Proof(Proof::Interpretation(meaning())));
    let expected = "(interpretation\n  (|in v| ((x (_ BitVec 4)) (b Bool)) (= x #x0)))\n";
    assert_eq!(text, expected);
    let text = check_round_trip(&system, &Evidence::Derivation(refutation()));
    let expected = "(derivation\n  (apply 0 (#x3))\n  (apply 1 (#x3 true) 0)\n  (apply 2 () 1))\n";
    assert_eq!(text, expected);

    let model = to_model(&system).unwrap().model;
    let mut store = TermStore::new();
    let yes = store.bool(true);
    let location = model.entry().cfa.find_location("done").unwrap();
    let invariants = Invariants::k_inductive(&store, 2, [(location, yes)]);
    let inner = Box::new(Proof::Invariants(invariants));
    let text = check_round_trip(&system, &Evidence::Proof(Proof::AsAutomaton(inner)));
    assert_eq!(text, "(as-automaton\n(invariants 2\n  (done true)))\n");
}

#[test]
fn proofs_of_models_may_be_about_their_clauses() {
    let model =
        model::parse("var x : bv4 procedure main { initial a error b \"\" a -> b }").unwrap();
    let clauses = from_model(&model).unwrap();
    let at = clauses.predicate(model.entry, model.entry().cfa.initial());
    let mut store = TermStore::new();
    let x = store.declare("x", Sort::BitVec(4)).unwrap();
    let definition = Definition { parameters: vec![store.var(x)], body: store.bool(true) };
    let interpretation = Interpretation::new(&store, [(at, definition)]);
    let proof = Proof::AsClauses(Box::new(Proof::Interpretation(interpretation)));
    let evidence = Evidence::Proof(proof);
    for written in [evidence.to_text(&model), evidence.to_json(&model)] {
        let read = Evidence::read(&model, &written).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read.to_text(&model), evidence.to_text(&model));
    }
}

fn check_error(body: &str, expected: &str) {
    let system = system();
    let text = format!("(lemmatic-evidence 1 (model {}))\n{body}", Fingerprint::of(&system));
    let error = Evidence::read(&system, &text).unwrap_err();
    assert_eq!(error.to_string(), expected, "{body}");
}

#[test]
fn malformed_evidence() {
    check_error("(interpretation (p () true))", "2:18: unknown predicate 'p'");
    check_error("(interpretation (done () true) (done () true))", "2:33: 'done' is given twice");
    let twice = "(interpretation (|in v| ((x (_ BitVec 4)) (x Bool)) true))";
    check_error(twice, "2:44: 'x' is given twice");
    check_error("(interpretation (done () y))", "2:26: unknown symbol 'y'");
    check_error("(interpretation (done true))", "2:17: expected (predicate (parameters) meaning)");
    let clauses = "1:29: expected applications of clauses that there are";
    check_error("(derivation (apply 7 ()))", clauses);
    let values = "1:29: expected a value for each variable of an applied clause";
    check_error("(derivation (apply 0 ()))", values);
    check_error(
        "(derivation (apply 0 (#x00)))",
        "2:23: expected a term of sort (_ BitVec 4), found (_ BitVec 8)",
    );
    check_error("(derivation (step 0 ()))", "2:13: expected (apply clause (values) premises)");
    let model = "1:29: expected evidence about clauses, not about a model";
    check_error("(unwinding 3)", model);
    check_error("(trace (initial) (error l0))", model);
    let nested = "(as-automaton (as-automaton (unwinding 3)))";
    check_error(nested, "2:15: expected a proof about the other view");
    check_error("(as-clauses (unwinding 3))", "2:13: expected a proof about the other view");
}

#[test]
fn evidence_about_clauses_says_nothing_of_models() {
    let system = system();
    let model = to_model(&system).unwrap().model;
    let text = Evidence::Derivation(refutation()).to_text(&system);
    let error = Evidence::read(&model, &text).unwrap_err().to_string();
    assert!(error.contains("the evidence is for another model"), "{error}");
    let own = Fingerprint::of(&model).to_string();
    let forged = text.replace(&Fingerprint::of(&system).to_string(), &own);
    let error = Evidence::read(&model, &forged).unwrap_err().to_string();
    assert_eq!(error, "1:29: expected evidence about a model, not about clauses");
}

#[test]
fn answers_in_smtlib() {
    let system = system();
    let proof = Proof::Interpretation(meaning());
    let expected = "\
sat
(
  (define-fun |in v| ((x (_ BitVec 4)) (b Bool)) Bool
    (= x #x0))
  (define-fun done () Bool
    (or false
      (exists ((x (_ BitVec 4)) (b Bool)) (and true (= x #x3) (|in v| x b)))
    ))
)
";
    assert_eq!(chc_output(&system, &Verdict::Safe(proof)), expected);
    let expected = "\
unsat
(
  (0 (|in v| #x3 true) :clause 0 :premises ())
  (1 done :clause 1 :premises (0))
  (2 false :clause 2 :premises (1))
)
";
    assert_eq!(chc_output(&system, &Verdict::Derived(refutation())), expected);
    let unknown = Verdict::Unknown(crate::Reason::Timeout);
    assert_eq!(chc_output(&system, &unknown), "unknown\n");
}
