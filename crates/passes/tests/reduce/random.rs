//! Random automata: reduction keeps the answer, and evidence can be carried back.

use crate::automata::{automaton, config};
use crate::evidence_of::{accept_proof, accept_trace, bmc, read, reduced, reduced_for};
use crate::explorer::Explorer;
use evidence::{Proof, Translation, Verdict};
use model::Goal;
use passes::reduce::ReduceConfig;
use proptest::prelude::*;

const UNWIND: u32 = 8;

fn check(text: &str, config: &ReduceConfig) {
    let model = read(text);
    let reduced = reduced(&model, config);
    let is_safe = Explorer::new(&model).is_safe();
    let explorer = Explorer::new(&reduced.model);
    let about = || format!("{config:?}\n{text}\nbecame\n{}", reduced.model);
    assert_eq!(explorer.is_safe(), is_safe, "{}", about());
    match bmc(&reduced.model, UNWIND) {
        Verdict::Safe(proof) => {
            let proof = reduced.proof(&proof).unwrap();
            assert_eq!(accept_proof(&model, &proof), Ok(()), "{proof:?}\n{}", about());
        }
        Verdict::Unsafe(trace) => {
            let back = reduced.trace(&trace).unwrap();
            assert_eq!(accept_trace(&model, &back), Ok(()), "{trace:?}\n{back:?}\n{}", about());
        }
        Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => {
            unreachable!("it is about a model")
        }
        Verdict::Unknown(_) => {}
    }
    if is_safe {
        let proof = Proof::Invariants(explorer.invariants());
        let back = reduced.proof(&proof).unwrap();
        assert_eq!(accept_proof(&model, &back), Ok(()), "{proof:?}\n{back:?}\n{}", about());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn evidence_finds_its_way_back(text in automaton(), config in config()) {
        check(&text, &config);
    }

    #[test]
    fn runs_that_never_end_stay_where_every_run_is_to_end(text in automaton(), config in config()) {
        let model = read(&text);
        let reduced = reduced_for(Goal::EveryRunEnds, &model, &config);
        let (before, after) = (Explorer::new(&model), Explorer::new(&reduced.model));
        assert_eq!(
            after.every_run_ends(),
            before.every_run_ends(),
            "{config:?}\n{text}\nbecame\n{}",
            reduced.model
        );
    }
}
