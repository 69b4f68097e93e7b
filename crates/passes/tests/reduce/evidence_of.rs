//! Answers on reduced models; their evidence is carried back and checked.

use check::{Options, Rejected, check_proof, replay_trace};
use engines::{Bmc, BmcConfig, Context, Engine, Silent};
use evidence::{Proof, Trace, Verdict};
use model::{Automaton, Goal, Model};
use passes::reduce::{ReduceConfig, Reduced, reduce};
use smt::Budget;
use term::TermStore;

/// Reads a model without simplifying it.
pub fn read(text: &str) -> Model {
    let model = model::text::parse_into(TermStore::without_simplification(), text);
    let model = model.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(model::verify(&model), Ok(()), "{text}");
    model
}

/// Reduces a model; the result must be well-formed.
pub fn reduced(model: &Model, config: &ReduceConfig) -> Reduced {
    reduced_for(Goal::NoError, model, config)
}

/// Reduces a model for a goal; the result must be well-formed.
pub fn reduced_for(goal: Goal, model: &Model, config: &ReduceConfig) -> Reduced {
    let reduced = reduce(model, goal, config).expect("there are no calls");
    assert_eq!(model::verify(&reduced.model), Ok(()), "{}", reduced.model);
    reduced
}

/// The answer of bounded model checking.
pub fn bmc(model: &Model, unwind: u32) -> Verdict {
    let mut observer = Silent;
    let mut context = Context::new(Budget::unlimited(), &mut observer);
    let config = BmcConfig { unwind: Some(unwind), ..BmcConfig::default() };
    let automaton = Automaton::of(model.clone()).expect("there are no calls");
    Bmc::new(config).run(&automaton, &mut context).verdict
}

/// Whether the checker accepts a proof for a model.
pub fn accept_proof(model: &Model, proof: &Proof) -> Result<(), Rejected> {
    let budget = Budget::unlimited();
    check_proof(model, proof, &Options::default(), &budget).map(|_| ())
}

/// Whether the checker accepts a trace of a model.
pub fn accept_trace(model: &Model, trace: &Trace) -> Result<(), Rejected> {
    replay_trace(model, trace).map(|_| ())
}
