//! Engines on every view answer the same questions, and their evidence is accepted.

use super::Views;
use crate::portfolio::SharedEngine;
use crate::{HornTask, Options, Portfolio, Report, Task, verify};
use engines::{Answer, Context, Engine, Ic3Cfa, Silent};
use evidence::{Proof, Reason, Translation, Verdict};
use model::chc::{self, ChcSystem};
use model::{Automaton, TransitionSystem};
use passes::horn::LinearAutomaton;
use passes::reduce::ReduceConfig;
use smt::Budget;
use std::sync::Arc;

/// IC3 on the loop of a system.
struct OnSystems(Ic3Cfa);

impl Engine<TransitionSystem> for OnSystems {
    fn name(&self) -> &'static str {
        "systems"
    }

    fn run(&self, system: &TransitionSystem, context: &mut Context<'_>) -> Answer {
        let automaton = system.automaton();
        self.0.run(&automaton, context)
    }
}

/// IC3 on the automaton of linear clauses.
struct OnClauses(Ic3Cfa);

impl Engine<ChcSystem> for OnClauses {
    fn name(&self) -> &'static str {
        "clauses"
    }

    fn run(&self, system: &ChcSystem, context: &mut Context<'_>) -> Answer {
        let linear = LinearAutomaton::of(&Arc::new(system.clone()));
        let automaton = Automaton::of(linear.model().clone()).expect("clauses make no calls");
        let Answer { verdict, stats } = self.0.run(&automaton, context);
        let nothing = || Verdict::Unknown(Reason::Incomplete("says nothing".to_owned()));
        Answer { verdict: linear.verdict(verdict).unwrap_or_else(nothing), stats }
    }
}

fn engines() -> [SharedEngine; 3] {
    [
        SharedEngine::OnAutomata(Arc::new(Ic3Cfa::default())),
        SharedEngine::OnSystems(Arc::new(OnSystems(Ic3Cfa::default()))),
        SharedEngine::OnClauses(Arc::new(OnClauses(Ic3Cfa::default()))),
    ]
}

fn report(task: &Task, engine: SharedEngine) -> Report {
    let options = Options {
        reproducer_dir: std::env::temp_dir(),
        configuration: "a test".to_owned(),
        check: check::Options::default(),
        reduce: ReduceConfig::default(),
    };
    let portfolio = Portfolio::of_shared(engine);
    verify(task, &portfolio, &options, &mut Silent, &Budget::unlimited())
}

fn check(task: &Task, is_expected: fn(&Verdict) -> bool) {
    for engine in engines() {
        let name = engine.name();
        let report = report(task, engine);
        assert!(is_expected(&report.verdict), "{name}: {:?}", report.verdict);
        assert!(report.acceptance.is_some(), "{name}");
    }
}

/// A counter that is incremented while a condition holds.
fn counter(condition: &str) -> Task {
    let text = format!(
        "var x : bv8
         procedure main {{
           initial start error bad \"x is small\"
           start -> head {{ x := #x00 }}
           head -> head {{ assume {condition}; x := (bvadd x #x02) }}
           head -> bad {{ assume (bvugt x #x05) }}
         }}"
    );
    Task::of_model(Vec::new(), model::parse(&text).unwrap())
}

#[test]
fn automata_are_answered_in_every_view() {
    check(&counter("(bvult x #x04)"), |verdict| matches!(verdict, Verdict::Safe(_)));
    check(&counter("(bvult x #x08)"), |verdict| matches!(verdict, Verdict::Unsafe(_)));
}

/// The same as clauses.
fn clauses(condition: &str) -> Task {
    let text = format!(
        "(set-logic HORN)
         (declare-fun p ((_ BitVec 8)) Bool)
         (assert (p #x00))
         (assert (forall ((x (_ BitVec 8))) (=> (and (p x) {condition}) (p (bvadd x #x02)))))
         (assert (forall ((x (_ BitVec 8))) (=> (and (p x) (bvugt x #x05)) false)))"
    );
    Task::of_clauses(Vec::new(), HornTask::new(chc::parse(&text, "m.smt2").unwrap()))
}

#[test]
fn clauses_are_answered_in_every_view() {
    check(&clauses("(bvult x #x04)"), |verdict| {
        matches!(verdict, Verdict::Safe(Proof::Interpretation(_) | Proof::AsAutomaton(_)))
    });
    check(&clauses("(bvult x #x08)"), |verdict| matches!(verdict, Verdict::Derived(_)));
}

#[test]
fn calls_are_for_engines_on_clauses() {
    let text = "\
var x : bv8
procedure main {
  initial start error bad \"x is small\"
  start -> called { call f() }
  called -> head { x := #x00 }
  head -> head { assume (bvult x #x04); x := (bvadd x #x02) }
  head -> bad { assume (bvugt x #x05) }
}
procedure f {
  initial entry exit left
  entry -> left { assume (bvult x #x05) }
  entry -> again { assume (bvuge x #x05); x := #x00 }
  again -> left { call f() }
}
";
    let model = model::parse(text).unwrap();
    let views = Views::of_procedures(&model);
    let [_, on_systems, on_clauses] = engines();
    let verdict = |engine: &SharedEngine| {
        let mut silent = Silent;
        let mut context = Context::new(Budget::unlimited(), &mut silent);
        let answer = views.run(engine, &mut context);
        let back = views.verdict(engine.view(), answer.verdict.clone()).unwrap();
        back.unwrap_or_else(|| panic!("{:?} does not come back", answer.verdict))
    };
    let Verdict::Safe(proof) = verdict(&on_clauses) else { panic!("there is a proof") };
    assert!(matches!(proof, Proof::AsClauses(_)), "{proof:?}");
    let accepted =
        check::check_proof(&model, &proof, &check::Options::default(), &Budget::unlimited());
    assert!(accepted.is_ok(), "{accepted:?}");
    assert!(matches!(verdict(&on_systems), Verdict::Unknown(Reason::Unsupported(_))));
}
