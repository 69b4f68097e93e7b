//! Evidence about Horn clauses: what is right is accepted, whatever is changed is rejected.

use crate::clauses::read;
use crate::common;
use check::{Certification, Options, check_derivation, check_solution};
use evidence::{Application, Definition, Derivation, Evidence, Interpretation, Proof};
use model::PredicateId;
use model::chc::{ChcSystem, to_model};
use smt::Budget;
use term::{Sort, TermStore, Value};

/// A counter in steps of two that stays even; `odd` cannot be derived.
const EVEN: &str = "
(set-logic HORN)
(declare-fun inv ((_ BitVec 8)) Bool)
(declare-fun odd () Bool)
(assert (forall ((x (_ BitVec 8))) (=> (= x #x00) (inv x))))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)))
  (=> (and (inv x) (bvult x #x0a) (= y (bvadd x #x02))) (inv y))))
(assert (forall ((x (_ BitVec 8))) (=> (and (inv x) (= ((_ extract 0 0) x) #b1)) odd)))
(assert (=> odd false))";

fn judge(system: &ChcSystem, proof: &Proof) -> String {
    let ways = [Certification::Off, Certification::Preferred, Certification::Required];
    let answers = ways.map(|certification| {
        let options = Options { certification, ..Options::default() };
        match check_solution(system, proof, &options, &Budget::unlimited()) {
            Ok(accepted) => format!("accepted, {} condition(s)", accepted.conditions),
            // Counterexamples may differ.
            Err(rejected) => match rejected.to_string().split_once(" not hold: ") {
                Some((what, _)) => format!("{what} not hold"),
                None => rejected.to_string(),
            },
        }
    });
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
    answers[0].clone()
}

/// The judgement of an interpretation in text form, with the fingerprint put in.
fn check(text: &str, evidence: &str, expected: &str) {
    let system = read(text);
    let head = evidence::Fingerprint::of(&system);
    let evidence = format!("(lemmatic-evidence 1 (model {head}))\n{evidence}");
    let evidence = Evidence::read(&system, &evidence).unwrap_or_else(|error| panic!("{error}"));
    let Evidence::Proof(proof) = evidence else { panic!("it is a proof") };
    assert_eq!(judge(&system, &proof), expected);
}

#[test]
fn interpretations_make_all_clauses_hold() {
    let even = "(= ((_ extract 0 0) x) #b0)";
    let of = |meaning: &str, odd: &str| {
        format!("(interpretation (inv ((x (_ BitVec 8))) {meaning}) (odd () {odd}))")
    };
    check(EVEN, &of(even, "false"), "accepted, 4 condition(s)");
    // What has no formula is what its clauses derive.
    let only = format!("(interpretation (inv ((x (_ BitVec 8))) {even}))");
    check(EVEN, &only, "accepted, 3 condition(s)");
    let violated = "clause 3 (line 9) does not hold";
    check(EVEN, &of(even, "true"), violated);
    check(EVEN, &of("true", "false"), "clause 2 (line 8) does not hold");
    check(EVEN, &of("(= x #x01)", "true"), "clause 0 (line 5) does not hold");
    check(EVEN, &of("false", "false"), "clause 0 (line 5) does not hold");
    let cycle = "no formula is given on a cycle through predicate 'inv'";
    check(EVEN, "(interpretation (odd () false))", cycle);
    check(EVEN, "(interpretation)", cycle);
}

#[test]
fn proofs_about_the_automaton_of_clauses() {
    let system = read(EVEN);
    let model = to_model(&system).unwrap().model;
    let name = model.terms.name(model.globals[0]).to_owned();
    let even = format!("(= ((_ extract 0 0) {name}) #b0)");
    let proof = common::k_inductive(&model, 2, &[("inv", &even)]);
    let accepted = judge(&system, &Proof::AsAutomaton(Box::new(proof)));
    assert!(accepted.starts_with("accepted"), "{accepted}");
    let wrong = common::k_inductive(&model, 2, &[("inv", "true")]);
    let rejected = judge(&system, &Proof::AsAutomaton(Box::new(wrong)));
    assert!(rejected.contains("does not hold"), "{rejected}");
    let bound = Proof::unwinding(3);
    assert_eq!(judge(&system, &bound), "the proof is about something else");
    let rejected = judge(&system, &Proof::AsAutomaton(Box::new(bound)));
    assert!(rejected.contains("does not hold"), "{rejected}");
    let bound = Proof::AsAutomaton(Box::new(Proof::unwinding(20)));
    let accepted = judge(&system, &bound);
    assert!(accepted.starts_with("accepted"), "{accepted}");
}

#[test]
fn clauses_with_several_atoms() {
    // Two derivations of `p` differ: one copy of its clauses would not do.
    let text = "
(declare-fun p ((_ BitVec 4)) Bool)
(declare-fun q ((_ BitVec 4)) Bool)
(assert (p #x1))
(assert (p #x2))
(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4)))
  (=> (and (p x) (p y)) (q (bvadd x y)))))
(assert (forall ((x (_ BitVec 4))) (=> (and (q x) CONDITION) false)))";
    let with = |condition: &str| text.replace("CONDITION", condition);
    check(&with("(= x #x0)"), "(interpretation)", "accepted, 1 condition(s)");
    let violated = "clause 3 (line 8) does not hold";
    check(&with("(= x #x3)"), "(interpretation)", violated);
    let bounds = "(interpretation (q ((a (_ BitVec 4))) (bvult a #x5)))";
    check(&with("(= x #x7)"), bounds, "accepted, 2 condition(s)");
    let narrow = "(interpretation (q ((a (_ BitVec 4))) (= a #x3)))";
    let found = {
        let system = read(&with("(= x #x7)"));
        let head = evidence::Fingerprint::of(&system);
        let text = format!("(lemmatic-evidence 1 (model {head}))\n{narrow}");
        let Ok(Evidence::Proof(proof)) = Evidence::read(&system, &text) else { panic!("{text}") };
        check_solution(&system, &proof, &Options::default(), &Budget::unlimited()).unwrap_err()
    };
    assert!(found.to_string().starts_with("clause 2 (line 6) does not hold"), "{found}");
}

#[test]
fn formulas_must_fit_their_predicates() {
    let system = read(EVEN);
    let mut store = TermStore::new();
    let x = store.declare("x", Sort::BitVec(8)).unwrap();
    let y = store.declare("y", Sort::BitVec(8)).unwrap();
    let (x, y) = (store.var(x), store.var(y));
    let (same, sum) = (store.eq(x, y), store.bv_add(x, y));
    let yes = store.bool(true);
    let of = |predicate, parameters: &[term::Term], body| {
        let definition = Definition { parameters: parameters.to_vec(), body };
        let interpretation =
            Interpretation::new(&store, [(PredicateId::from_index(predicate), definition)]);
        judge(&system, &Proof::Interpretation(interpretation))
    };
    let misfit = "the formula of predicate 'inv' does not fit its parameters";
    assert_eq!(of(0, &[x], same), misfit, "a variable that is no parameter");
    assert_eq!(of(0, &[x], sum), misfit, "not Boolean");
    assert_eq!(of(0, &[x, y], yes), misfit, "too many parameters");
    assert_eq!(of(0, &[], yes), misfit, "too few parameters");
    assert_eq!(of(0, &[same], yes), misfit, "a parameter of another sort");
    assert_eq!(of(0, &[sum], yes), misfit, "a parameter that is no variable");
    assert_eq!(of(2, &[], yes), "there is no predicate P2 to have a formula");
}

fn step(clause: usize, values: &[u64], premises: &[usize]) -> Application {
    let values = values.iter().map(|&value| Value::bv(8, value)).collect();
    Application { clause, values, premises: premises.to_vec() }
}

#[test]
fn derivations_are_repeated() {
    let system = read(&EVEN.replace("#x02", "#x03"));
    let right =
        vec![step(0, &[0], &[]), step(1, &[0, 3], &[0]), step(2, &[3], &[1]), step(3, &[], &[2])];
    let check = |change: &dyn Fn(&mut Vec<Application>)| {
        let mut steps = right.clone();
        change(&mut steps);
        match check_derivation(&system, &Derivation { steps }) {
            Ok(derived) => format!("accepted with {} fact(s)", derived.facts.len()),
            Err(rejected) => rejected.to_string(),
        }
    };
    assert_eq!(check(&|_| {}), "accepted with 3 fact(s)");
    assert_eq!(check(&|s| s.clear()), "the derivation has no steps");
    assert_eq!(
        check(&|s| s.truncate(3)),
        "step 2 is not the only one that derives false, or not the last"
    );
    assert_eq!(
        check(&|s| s.push(s[0].clone())),
        "step 3 is not the only one that derives false, or not the last"
    );
    assert_eq!(check(&|s| s[0].clause = 9), "step 0 applies clause 9, which does not exist");
    assert_eq!(
        check(&|s| s[0].values[0] = Value::bv(8, 1)),
        "step 0: the constraint of clause 0 does not hold"
    );
    let values = "step 1 does not give each variable of clause 1 a value of its sort";
    assert_eq!(check(&|s| s[1].values.truncate(1)), values);
    assert_eq!(check(&|s| s[1].values[0] = Value::bv(4, 0)), values);
    let premises = "step 1 does not have an earlier step for each atom of clause 1";
    assert_eq!(check(&|s| s[1].premises.clear()), premises);
    assert_eq!(check(&|s| s[1].premises[0] = 1), premises);
    assert_eq!(check(&|s| s[1].premises.push(0)), premises);
    let other = "step 2: step 0 does not derive what clause 2 assumes";
    assert_eq!(check(&|s| s[2].premises[0] = 0), other);
    assert_eq!(
        check(&|s| s[3].premises[0] = 1),
        "step 3: step 1 does not derive what clause 3 assumes"
    );
}
