//! Measures for one phase of a loop.
//!
//! Components of a tuple that say whether a condition holds split what is left into phases: only steps
//! matter that leave them as they are, so such a step stays in its phase. A measure of one phase may do
//! what it likes in the others.

use super::component::Component;
use super::steps::ConcreteStep;
use term::{Op, Term, TermStore, Value, eval};

/// The width of a component that says whether a condition holds.
pub(super) const TRUTH_WIDTH: u32 = 2;

/// The condition of the phase that a step is in, if a tuple tells phases apart.
pub(super) fn phase(
    store: &mut TermStore,
    tuple: &[Component],
    step: &ConcreteStep,
) -> Option<Term> {
    let mut conditions = Vec::new();
    for component in tuple {
        let Some(condition) = component.same_everywhere().and_then(|term| truth(store, term))
        else {
            continue;
        };
        match eval(store, condition, &step.before) {
            Ok(Value::Bool(true)) => conditions.push(condition),
            Ok(Value::Bool(false)) => conditions.push(store.not(condition)),
            _ => {}
        }
    }
    (!conditions.is_empty()).then(|| store.and(&conditions))
}

/// A measure in a phase, which is zero in all others.
pub(super) fn within(store: &mut TermStore, phase: Term, measure: Term) -> Term {
    let zero = store.bv(store.width(measure), 0);
    store.ite(phase, measure, zero)
}

/// The condition that a measure is about, if it only says whether that holds.
fn truth(store: &TermStore, measure: Term) -> Option<Term> {
    let &[condition, ..] = store.args(measure) else { return None };
    let is_truth = store.op(measure) == Op::Ite && store.width(measure) == TRUTH_WIDTH;
    is_truth.then_some(condition)
}
