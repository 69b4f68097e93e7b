//! Random pipelines of translations: whatever an engine finds at their end is carried back through all
//! of them, and the checker accepts it for the system that was asked about.

use crate::automata::{automaton, config};
use crate::clauses::{self, clauses, derive, interpretation};
use crate::evidence_of::{accept_proof, accept_trace, read, reduced};
use crate::explorer::Explorer;
use check::{Options, Rejected, check_derivation, check_solution};
use engines::{
    Bmc, BmcConfig, Cells, Context, Engine, Ic3Cfa, Ic3CfaConfig, Kiki, KikiConfig, Kind,
    KindConfig, Predabs, PredabsConfig, Silent, TreeIc3, TreeIc3Config, Unroll, UnrollConfig,
};
use evidence::{
    Definition, Derivation, Induction, Interpretation, Pipeline, Proof, Translation, Verdict,
};
use model::chc::ChcSystem;
use model::{Automaton, Model, PredicateId};
use passes::horn::{LinearAutomaton, ProcedureClauses, UnfoldedClauses};
use passes::reduce::ReduceConfig;
use proptest::prelude::*;
use smt::Budget;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use term::{Sort, TermStore};

/// A translation, or two that belong together.
#[derive(Clone, Debug)]
enum Stage {
    /// A smaller automaton.
    Reduce(ReduceConfig),
    /// The clauses of the automaton, and their automaton.
    Clauses,
}

fn stages() -> impl Strategy<Value = Vec<Stage>> {
    let stage = prop_oneof![2 => config().prop_map(Stage::Reduce), 1 => Just(Stage::Clauses)];
    prop::collection::vec(stage, 0..4)
}

/// The engines at the end of pipelines. kIkI with symbolic paths works on another model, too.
fn engine(number: usize) -> Box<dyn Engine> {
    let kiki = KikiConfig { max_unwind: Some(5), ..KikiConfig::default() };
    match number {
        0 => Box::new(Bmc::new(BmcConfig { unwind: Some(8), ..BmcConfig::default() })),
        1 => Box::new(Kiki::new(kiki)),
        2 => Box::new(Kiki::new(KikiConfig { symbolic_paths: true, ..kiki })),
        3 => Box::new(Kind::new(KindConfig { kind_max_k: Some(8), ..KindConfig::default() })),
        4 => Box::new(Predabs::new(PredabsConfig::default())),
        5 => Box::new(TreeIc3::new(TreeIc3Config::default())),
        6 => Box::new(Unroll::new(UnrollConfig { rounds: 4, max_rounds: Some(16) })),
        _ => Box::new(Ic3Cfa::new(Ic3CfaConfig::default())),
    }
}

const ENGINES: usize = 8;

fn answer(engine: &dyn Engine, model: &Model) -> Verdict {
    let mut observer = Silent;
    let mut context = Context::new(Budget::unlimited(), &mut observer);
    let automaton = Automaton::of(model.clone()).expect("there are no calls");
    engine.run(&automaton, &mut context).verdict
}

/// Takes note of an answer.
fn kept(found: &RefCell<Option<Verdict>>, verdict: Verdict) -> Verdict {
    *found.borrow_mut() = Some(verdict.clone());
    verdict
}

/// No run gets lost, nor do inductive invariants. Other proofs are about one automaton, and those of
/// clauses inside a pipeline are none of its start.
fn may_get_lost(found: &RefCell<Option<Verdict>>) -> bool {
    match &*found.borrow() {
        Some(Verdict::Safe(Proof::Unwinding { .. })) => true,
        Some(Verdict::Safe(Proof::Invariants(invariants))) => {
            invariants.induction() != Induction::PLAIN
        }
        _ => false,
    }
}

/// What an answer at the end of a pipeline says about the model at its start, if anything.
fn through(model: &Model, stages: &[Stage], answer: &dyn Fn(&Model) -> Verdict) -> Option<Verdict> {
    let Some((stage, rest)) = stages.split_first() else { return Some(answer(model)) };
    match stage {
        Stage::Reduce(config) => {
            let reduced = reduced(model, config);
            let verdict = through(&reduced.model, rest, answer)?;
            Pipeline::new().then(&reduced).verdict(verdict)
        }
        Stage::Clauses => {
            let clauses = ProcedureClauses::of(model).expect("there are no calls");
            let automaton = LinearAutomaton::of(&Arc::new(clauses.system().clone()));
            assert!(automaton.is_exact(), "there are no calls");
            assert_eq!(model::verify(automaton.model()), Ok(()));
            let verdict = through(automaton.model(), rest, answer)?;
            Pipeline::new().then(&clauses).then(&automaton).verdict(verdict)
        }
    }
}

/// What the checker says of an answer about a model.
fn judge(model: &Model, verdict: &Verdict) -> Result<(), Rejected> {
    match verdict {
        Verdict::Safe(proof) => accept_proof(model, proof),
        Verdict::Unsafe(trace) => accept_trace(model, trace),
        Verdict::Derived(_) | Verdict::Recurs(_) | Verdict::Fails(_) => {
            panic!("it is about a model")
        }
        Verdict::Unknown(_) => Ok(()),
    }
}

/// What the checker says of an answer about clauses.
fn judge_clauses(system: &ChcSystem, verdict: &Verdict) -> Result<(), Rejected> {
    match verdict {
        Verdict::Safe(proof) => {
            let budget = Budget::unlimited();
            check_solution(system, proof, &Options::default(), &budget).map(|_| ())
        }
        Verdict::Derived(derivation) => check_derivation(system, derivation).map(|_| ()),
        Verdict::Unsafe(_) | Verdict::Recurs(_) | Verdict::Fails(_) => {
            panic!("it is about clauses")
        }
        Verdict::Unknown(_) => Ok(()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn answers_about_automata(text in automaton(), stages in stages(), number in 0..ENGINES) {
        let model = read(&text);
        let is_safe = Explorer::new(&model).is_safe();
        let engine = engine(number);
        let found = RefCell::new(None);
        let verdict = through(&model, &stages, &|last| kept(&found, answer(&*engine, last)));
        let Some(verdict) = verdict else {
            prop_assert!(may_get_lost(&found), "{found:?} is lost by way of {stages:?}\n{text}");
            return Ok(());
        };
        match &verdict {
            Verdict::Safe(_) => prop_assert!(is_safe, "{stages:?}\n{text}"),
            Verdict::Unsafe(_) => prop_assert!(!is_safe, "{stages:?}\n{text}"),
            _ => {}
        }
        let judged = judge(&model, &verdict);
        prop_assert_eq!(judged, Ok(()), "{}: {:?} by way of {:?}\n{}",
            engine.name(), verdict, stages, text);
    }

    #[test]
    fn answers_about_clauses(text in clauses(1), stages in stages(), number in 0..ENGINES) {
        let system = Arc::new(clauses::read(&text));
        let (_, refuted) = derive(&system);
        let automaton = LinearAutomaton::of(&system);
        let engine = engine(number);
        let found = RefCell::new(None);
        let back = through(automaton.model(), &stages, &|last| kept(&found, answer(&*engine, last)));
        let Some(verdict) = back.and_then(|verdict| automaton.verdict(verdict)) else {
            prop_assert!(may_get_lost(&found), "{found:?} is lost by way of {stages:?}\n{text}");
            return Ok(());
        };
        match &verdict {
            Verdict::Safe(_) => prop_assert!(refuted.is_none(), "{stages:?}\n{text}"),
            Verdict::Derived(_) => prop_assert!(refuted.is_some(), "{stages:?}\n{text}"),
            _ => {}
        }
        let judged = judge_clauses(&system, &verdict);
        prop_assert_eq!(judged, Ok(()), "{}: {:?} by way of {:?}\n{}",
            engine.name(), verdict, stages, text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn proofs_about_clauses_with_several_atoms(text in clauses(2), number in 0..ENGINES) {
        let system = Arc::new(clauses::read(&text));
        let (_, refuted) = derive(&system);
        let automaton = LinearAutomaton::of(&system);
        let found = answer(&*engine(number), automaton.model());
        if let Some(verdict) = automaton.verdict(found) {
            let is_safe = matches!(verdict, Verdict::Safe(_));
            prop_assert!(!is_safe || refuted.is_none(), "{}", text);
            prop_assert_eq!(judge_clauses(&system, &verdict), Ok(()), "{:?}\n{}", verdict, text);
        }
    }
}

/// What is derived from the clauses of a model, as an interpretation, or how false is.
fn enumerated(system: &ChcSystem) -> Result<Proof, Derivation> {
    let (derived, refuted) = derive(system);
    if let Some(derivation) = refuted {
        return Err(derivation);
    }
    let mut sets: BTreeMap<usize, BTreeSet<Vec<term::Value>>> = BTreeMap::new();
    for predicate in 0..system.predicates.len() {
        sets.insert(predicate, BTreeSet::new());
    }
    for (predicate, values) in derived {
        sets.entry(predicate).or_default().insert(values);
    }
    Ok(Proof::Interpretation(interpretation(system, &sets)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn enumeration_of_clauses_of_automata(text in automaton()) {
        let text = text.replace("var x, y, t : bv2\nvar b : bool", "var x : bv2\nvar y, t : bv2\nvar b : bool");
        let model = read(&text);
        let clauses = ProcedureClauses::of(&model).expect("there are no calls");
        // Choices and open values make clauses with many variables.
        prop_assume!(clauses.system().clauses.iter().all(|clause| clause.variables.len() < 8));
        let verdict = match enumerated(clauses.system()) {
            Ok(proof) => Verdict::Safe(proof),
            Err(derivation) => Verdict::Derived(derivation),
        };
        let back = clauses.verdict(verdict).expect("nothing gets lost without calls");
        prop_assert_eq!(judge(&model, &back), Ok(()), "{:?}\n{}", back, text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn answers_about_unfolded_clauses(text in prop_oneof![clauses(1), clauses(2)]) {
        let system = Arc::new(clauses::read(&text));
        let unfolded = UnfoldedClauses::of(&system);
        prop_assert_eq!(model::chc::verify(unfolded.system()), Ok(()), "{}", text);
        prop_assume!(unfolded.system().clauses.iter().all(|clause| clause.variables.len() < 8));
        let (_, refuted) = derive(&system);
        let verdict = match enumerated(unfolded.system()) {
            Ok(proof) => Verdict::Safe(proof),
            Err(derivation) => Verdict::Derived(derivation),
        };
        prop_assert_eq!(matches!(verdict, Verdict::Derived(_)), refuted.is_some(), "{}", text);
        let back = unfolded.verdict(verdict).expect("nothing gets lost");
        prop_assert_eq!(judge_clauses(&system, &back), Ok(()), "{:?}\n{}", back, text);
    }
}

#[test]
fn predicates_between_loops_are_unfolded() {
    let text = "
        (declare-fun first ((_ BitVec 2)) Bool)
        (declare-fun loop ((_ BitVec 2) (_ BitVec 2)) Bool)
        (declare-fun step ((_ BitVec 2)) Bool)
        (declare-fun unused ((_ BitVec 2)) Bool)
        (declare-fun nothing () Bool)
        (assert (first #b00))
        (assert (forall ((x (_ BitVec 2))) (=> (first x) (loop x x))))
        (assert (forall ((x (_ BitVec 2)) (y (_ BitVec 2))) (=> (and (loop x y) (first y)) (step x))))
        (assert (forall ((x (_ BitVec 2)) (y (_ BitVec 2))) (=> (and (loop x y) (step x)) (loop #b01 x))))
        (assert (forall ((x (_ BitVec 2))) (=> (step x) (unused x))))
        (assert (forall ((x (_ BitVec 2))) (=> (and nothing (unused x)) false)))
        (assert (forall ((x (_ BitVec 2))) (=> (loop #b11 x) false)))";
    let system = Arc::new(clauses::read(text));
    let unfolded = UnfoldedClauses::of(&system);
    let left = &unfolded.system().clauses;
    // A fact, a step that needs two facts of the loop, and the query.
    assert_eq!(left.len(), 3);
    assert_eq!(left.iter().map(|clause| clause.body.len()).max(), Some(2));
    let proof = enumerated(unfolded.system()).expect("the loop never has three");
    let back = unfolded.proof(&proof).expect("interpretations come back");
    let verdict = Verdict::Safe(back);
    assert_eq!(judge_clauses(&system, &verdict), Ok(()));
    let system = Arc::new(clauses::read(&text.replace("(loop #b11 x)", "(loop #b01 x)")));
    let unfolded = UnfoldedClauses::of(&system);
    let derivation = enumerated(unfolded.system()).expect_err("the step derives it");
    let back = unfolded.verdict(Verdict::Derived(derivation)).expect("derivations come back");
    let Verdict::Derived(derivation) = &back else { panic!("{back:?}") };
    assert_eq!(judge_clauses(&system, &back), Ok(()), "{derivation:?}");
    assert!(derivation.steps.len() > 4, "{derivation:?}");
}

/// A clause that never applies may close a cycle; the checker unfolds it all the same.
#[test]
fn cycles_through_clauses_that_never_apply_are_not_unfolded() {
    let text = "
        (declare-fun q (Bool) Bool)
        (declare-fun never () Bool)
        (assert (forall ((x Bool)) (=> (and (q x) never) (q x))))
        (assert (forall ((x Bool)) (q x)))
        (assert (forall ((x Bool)) (=> (and (q x) false) false)))";
    let system = Arc::new(clauses::read(text));
    let unfolded = UnfoldedClauses::of(&system);
    let proof = enumerated(unfolded.system()).expect("the query is never asked");
    let back = unfolded.proof(&proof).expect("interpretations come back");
    assert_eq!(judge_clauses(&system, &Verdict::Safe(back)), Ok(()));
}

/// Such a cycle is not one of the automaton of the other clauses, so proofs about that may say nothing of it.
#[test]
fn proofs_that_say_nothing_of_a_cycle_do_not_come_back() {
    let text = "
        (declare-fun p (Bool) Bool)
        (declare-fun never () Bool)
        (assert (p true))
        (assert (forall ((x Bool)) (=> (and (p x) never) (p x))))
        (assert (forall ((x Bool)) (=> (and (p x) (not x)) false)))";
    let system = Arc::new(clauses::read(text));
    let unfolded = UnfoldedClauses::of(&system);
    let automaton = LinearAutomaton::of(unfolded.system());
    assert!(automaton.is_exact());
    let proof = automaton.proof(&Proof::unwinding(0)).expect("there are no cycles");
    let back = unfolded.proof(&proof);
    let accepted = |proof| judge_clauses(&system, &Verdict::Safe(proof)) == Ok(());
    assert!(back.is_none_or(accepted), "a proof that the checker rejects");
}

/// Parameters of predicates that nothing derives are named apart from those of a found interpretation.
#[test]
fn parameters_of_left_out_predicates_have_names_of_their_own() {
    let text = "
        (declare-fun nothing (Bool Bool Bool) Bool)
        (declare-fun p (Bool) Bool)
        (assert (p true))
        (assert (forall ((x Bool)) (=> (nothing x x x) (p x))))
        (assert (forall ((x Bool)) (=> (p x) (p (not (not x))))))
        (assert (forall ((x Bool)) (=> (and (p x) (not x)) false)))";
    let system = Arc::new(clauses::read(text));
    let unfolded = UnfoldedClauses::of(&system);
    for name in ["arg!0", "arg!1", "arg!2"] {
        let mut store = TermStore::new();
        let symbol = store.declare(name, Sort::Bool).expect("a new name");
        let x = store.var(symbol);
        let definition = Definition { parameters: vec![x], body: x };
        let found = Interpretation::new(&store, [(PredicateId::from_index(1), definition)]);
        let back = unfolded.proof(&Proof::Interpretation(found)).expect("it comes back");
        assert_eq!(judge_clauses(&system, &Verdict::Safe(back)), Ok(()));
    }
}

/// Unfolding doubles the number of applications with each predicate, so it stops.
#[test]
fn unfolding_has_an_end() {
    let mut text = "(declare-fun p0 ((_ BitVec 2)) Bool) (assert (p0 #b01))".to_owned();
    for number in 1..40 {
        let before = number - 1;
        text += &format!(
            "(declare-fun p{number} ((_ BitVec 2)) Bool)
             (assert (forall ((x (_ BitVec 2)) (y (_ BitVec 2)))
               (=> (and (p{before} x) (p{before} y)) (p{number} (bvadd x y)))))"
        );
    }
    text += "(assert (forall ((x (_ BitVec 2))) (=> (p39 x) false)))";
    let system = Arc::new(clauses::read(&text));
    let unfolded = UnfoldedClauses::of(&system);
    assert!(unfolded.system().clauses.len() < 41);
    let size: usize = unfolded.system().clauses.iter().map(|clause| clause.variables.len()).sum();
    assert!(size < 1_000, "{size}");
}

/// A recursive procedure that returns its argument and flips a global at each activation.
fn recursion(condition: &str) -> String {
    format!(
        "var g : bool
         procedure f(n : bv2) returns (r : bv2) {{
           initial enter
           exit leave
           enter -> zero {{ assume (= n #b00); g := (not g) }}
           zero -> leave {{ r := #b00 }}
           enter -> more {{ assume (distinct n #b00); g := (not g) }}
           more -> back {{ call r := f((bvsub n #b01)) }}
           back -> leave {{ r := (bvadd r #b01) }}
         }}
         entry procedure main {{
           var a, b : bv2
           initial start
           error bad \"the condition\"
           start -> ready {{ g := false }}
           ready -> done {{ call b := f(a) }}
           done -> bad {{ assume {condition} }}
         }}"
    )
}

#[test]
fn interpretations_prove_programs_with_procedures() {
    for (condition, is_safe) in [
        ("(distinct a b)", true),
        ("(= b #b11)", false),
        ("(= g (= ((_ extract 0 0) a) #b1))", true),
        ("(and g (= a #b10))", false),
    ] {
        let model = read(&recursion(condition));
        let clauses = ProcedureClauses::of(&model).expect("calls are handled");
        match enumerated(clauses.system()) {
            Ok(proof) => {
                assert!(is_safe, "{condition}");
                let back = clauses.proof(&proof).expect("a proof of the clauses is one");
                assert!(matches!(back, Proof::AsClauses(_)));
                assert_eq!(accept_proof(&model, &back), Ok(()), "{condition}");
                // It proves nothing of another program.
                let other = read(&recursion("(= b #b11)"));
                assert!(accept_proof(&other, &back).is_err(), "{condition}");
            }
            Err(derivation) => {
                assert!(!is_safe, "{condition}");
                let checked = check_derivation(clauses.system(), &derivation);
                assert!(checked.is_ok(), "{condition}: {checked:?}");
                assert!(clauses.derivation(&derivation).is_none(), "runs do not enter procedures");
            }
        }
    }
}

#[test]
fn summaries_in_front_of_other_translations() {
    let model = read(&recursion("(distinct a b)"));
    let mut observer = Silent;
    let mut context = Context::new(Budget::unlimited(), &mut observer);
    let summaries = engines::summaries::infer(&model.simplified(), &mut context);
    let summaries = summaries.unwrap_or_else(|reason| panic!("{reason}"));
    let summarised = summaries.applied_to(&model).expect("they fit").model;
    for stages in [
        vec![],
        vec![Stage::Reduce(ReduceConfig::default())],
        vec![Stage::Clauses, Stage::Reduce(ReduceConfig::default())],
    ] {
        let kiki = engine(1);
        let found = through(&summarised, &stages, &|last| answer(&*kiki, last)).expect("an answer");
        let verdict = summaries.verdict(found).expect("a proof");
        assert!(matches!(verdict, Verdict::Safe(_)), "{stages:?}: {verdict:?}");
        assert_eq!(judge(&model, &verdict), Ok(()), "{stages:?}");
    }
}

#[test]
fn cells_behind_other_translations() {
    let text = "
        var a : (Array bv8 bv8)
        var i, n : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> l0 { i := #x00 }
          l0 -> l0 { assume (bvult i n); a := (store a i #x07); i := (bvadd i #x01) }
          l0 -> l1 { assume (not (bvult i n)); i := #x00 }
          l1 -> l1 { assume (bvult i n); assume (= (select a i) #x07); i := (bvadd i #x01) }
          l1 -> bad { assume (bvult i n); assume (not (= (select a i) #x07)) }
        }";
    let model = read(text);
    let reduce = || Stage::Reduce(ReduceConfig::default());
    for stages in [vec![], vec![reduce()], vec![Stage::Clauses, reduce()]] {
        let cells = Cells::default();
        let verdict = through(&model, &stages, &|last| answer(&cells, last)).expect("an answer");
        assert!(matches!(verdict, Verdict::Safe(_)), "{stages:?}: {verdict:?}");
        assert_eq!(judge(&model, &verdict), Ok(()), "{stages:?}");
    }
}

#[test]
fn atoms_that_are_forgotten_may_close_a_cycle() {
    let text = "
        (declare-fun p () Bool)
        (declare-fun q () Bool)
        (assert p)
        (assert (=> (and p q) q))
        (assert (=> q false))";
    // Without `q` in the body it follows from `p`.
    let system = Arc::new(clauses::read(text));
    let automaton = LinearAutomaton::of(&system);
    assert!(!automaton.is_exact());
    assert!(automaton.verdict(answer(&*engine(0), automaton.model())).is_none());
    // With `false` in its place nothing follows, but the automaton does not say why `q` is false.
    let system = Arc::new(clauses::read(&text.replace("(assert p)", "(assert (=> false p))")));
    let automaton = LinearAutomaton::of(&system);
    assert!(automaton.verdict(answer(&*engine(0), automaton.model())).is_none());
}
