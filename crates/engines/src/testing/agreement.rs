//! All engines on the same automata: they agree with the truth or answer unknown.

use super::{BOUND, Explorer, Truth, answer, automaton, model};
use crate::engine::Engine;
use crate::ic3cfa::variants;
use crate::predabs::Abstraction;
use crate::{
    Bmc, BmcConfig, Ic3Cfa, Impact, ImpactConfig, Kiki, KikiConfig, Kind, KindConfig,
    Nontermination, Predabs, PredabsConfig, SolverChoice, Termination, TreeIc3, TreeIc3Config,
    Unroll, UnrollConfig,
};
use evidence::Verdict;
use model::Recurrences;
use proptest::prelude::*;
use std::sync::Arc;

/// Every engine, in a configuration in which it terminates on each of these automata.
fn engines() -> Vec<Box<dyn Engine>> {
    let mut engines: Vec<Box<dyn Engine>> = vec![
        Box::new(Bmc::new(BmcConfig { unwind: Some(BOUND), ..BmcConfig::default() })),
        Box::new(Unroll::new(UnrollConfig { rounds: 2, max_rounds: Some(BOUND) })),
        Box::new(Kiki::new(KikiConfig { max_unwind: Some(5), ..KikiConfig::default() })),
        Box::new(Kiki::new(KikiConfig {
            max_unwind: Some(5),
            symbolic_paths: true,
            ..KikiConfig::default()
        })),
        Box::new(Kind::new(KindConfig { kind_max_k: Some(10), ..KindConfig::default() })),
        Box::new(Kind::new(KindConfig { kind_max_k: Some(BOUND), simple_path: true })),
        Box::new(Predabs::new(PredabsConfig::default())),
        Box::new(Predabs::new(PredabsConfig {
            abstraction: Abstraction::Cartesian,
            abstraction_limit: 2,
            ..PredabsConfig::default()
        })),
    ];
    let tree = TreeIc3Config { max_nodes: Some(2_000), ..TreeIc3Config::default() };
    for config in [
        TreeIc3Config { no_strengthening: true, ..tree.clone() },
        TreeIc3Config { itp: true, ..tree.clone() },
        TreeIc3Config { itp: true, mono: true, ..tree.clone() },
        tree,
    ] {
        engines.push(Box::new(TreeIc3::new(config)));
    }
    for no_forced_covering in [false, true] {
        let config = ImpactConfig { no_forced_covering, impact_max_nodes: Some(2_000) };
        engines.push(Box::new(Impact::new(config)));
    }
    for config in variants() {
        engines.push(Box::new(Ic3Cfa::new(config)));
    }
    engines
}

/// Engines for models that say where states come back, in which there is more to explore.
pub(crate) fn engines_for_ends() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(Bmc::new(BmcConfig { unwind: Some(BOUND), ..BmcConfig::default() })),
        Box::new(Unroll::new(UnrollConfig { rounds: 2, max_rounds: Some(8) })),
        Box::new(Kiki::new(KikiConfig { max_unwind: Some(4), ..KikiConfig::default() })),
        Box::new(Ic3Cfa::default()),
        Box::new(Termination::default()),
    ]
}

/// The engine that looks for recurrent sets of a model, for a short time.
pub(crate) fn recurrent_sets(recurrences: Recurrences) -> Nontermination {
    let (runs, proofs) = (Bmc::new(BmcConfig::default()), Ic3Cfa::default());
    Nontermination::new(Arc::new(recurrences), Arc::new(runs), vec![Arc::new(proofs)]).in_passes(2)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// That no state comes back is that every run ends.
    #[test]
    fn no_engine_is_wrong_about_the_end_of_runs(text in automaton()) {
        let plain = model(&text);
        let endless = Explorer::new(&plain).has_endless_run();
        let recurrences = Recurrences::of(&plain).expect("values are finite");
        for engine in engines_for_ends() {
            let verdict = answer(&*engine, &recurrences.model, SolverChoice::Auto).verdict;
            let agrees = match &verdict {
                Verdict::Safe(_) => !endless,
                Verdict::Unsafe(_) => endless,
                Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => unreachable!("only programs fail"),
                Verdict::Unknown(_) => true,
            };
            prop_assert!(agrees, "{}: {verdict:?}, but {endless}:\n{text}", engine.name());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_engine_is_wrong(text in automaton()) {
        let model = model(&text);
        let truth = Explorer::new(&model).truth();
        for engine in engines() {
            let verdict = answer(&*engine, &model, SolverChoice::Auto).verdict;
            let agrees = match &verdict {
                Verdict::Safe(_) => !matches!(truth, Truth::Unsafe(_)),
                Verdict::Unsafe(_) => matches!(truth, Truth::Unsafe(_)),
                Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => unreachable!("it is about a model"),
                Verdict::Unknown(_) => true,
            };
            prop_assert!(agrees, "{}: {verdict:?}, but {truth:?}:\n{text}", engine.name());
        }
    }
}
