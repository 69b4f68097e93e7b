//! Automata as transition systems: engines say the same of both, and their evidence comes back.

use super::{BOUND, Explorer, Truth, answer, automaton, model};
use crate::engine::Engine;
use crate::{
    Bmc, BmcConfig, Ic3Cfa, Kind, KindConfig, Predabs, PredabsConfig, SolverChoice, Unroll,
    UnrollConfig,
};
use evidence::{Reason, Translation, Verdict};
use model::{Automaton, LocatedSystem, transition};
use proptest::prelude::*;

fn engines() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(Bmc::new(BmcConfig { unwind: Some(BOUND), ..BmcConfig::default() })),
        Box::new(Unroll::new(UnrollConfig { rounds: 4, max_rounds: Some(BOUND) })),
        Box::new(Kind::new(KindConfig { kind_max_k: Some(10), ..KindConfig::default() })),
        Box::new(Ic3Cfa::default()),
        Box::new(Predabs::new(PredabsConfig::default())),
    ]
}

/// The verdict about an automaton by way of its system. Evidence is gone over on both sides.
fn by_way_of_system(engine: &dyn Engine, located: &LocatedSystem) -> Verdict {
    let system = located.system.automaton();
    let verdict = answer(engine, &system, SolverChoice::Auto).verdict;
    let back = located.verdict(verdict.clone()).unwrap_or_else(|| {
        panic!("{}: {verdict:?} does not come back", engine.name());
    });
    super::check_evidence(located.automaton(), &back);
    back
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn systems_have_the_answers_of_their_automata(text in automaton()) {
        let model = model(&text);
        let truth = Explorer::new(&model).truth();
        let located = LocatedSystem::of(&Automaton::of(model).expect("no calls"));
        prop_assert_eq!(transition::verify(&located.system), Ok(()));
        for engine in engines() {
            let verdict = by_way_of_system(&*engine, &located);
            let agrees = match &verdict {
                Verdict::Safe(_) => !matches!(truth, Truth::Unsafe(_)),
                Verdict::Unsafe(_) => matches!(truth, Truth::Unsafe(_)),
                Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => unreachable!("it is about a model"),
                // IC3 decides what is finite; the others may run out of bounds or predicates.
                Verdict::Unknown(reason) => {
                    engine.name() != "ic3cfa" && matches!(reason, Reason::Incomplete(_))
                }
            };
            prop_assert!(agrees, "{}: {verdict:?}, but {truth:?}:\n{text}", engine.name());
        }
    }
}
