//! Ways back: how answers to a transformed question become answers to the original one.
//!
//! Whatever changes a question (a pass that makes a model smaller, an engine that works on another model,
//! summaries in place of calls, an automaton in place of Horn clauses) returns a [`Translation`]. Questions go forward through several of them,
//! answers come back through a [`Pipeline`] in reverse.

use crate::derivation::Derivation;
use crate::proof::Proof;
use crate::trace::Trace;
use crate::verdict::Verdict;

/// The way back of a transformation.
pub trait Translation {
    /// Translates a proof about the transformed system to the original one, if possible.
    fn proof(&self, proof: &Proof) -> Option<Proof>;

    /// The run of the original system that a run of the changed one stands for, if it stands for one.
    /// A translation whose original system has no runs, but Horn clauses, has none to give: what it
    /// makes of a run is a derivation, which [`Translation::verdict`] returns.
    fn trace(&self, trace: &Trace) -> Option<Trace>;

    /// What a derivation from the changed clauses says about the original system, if anything. Those
    /// that change no clauses are never asked.
    fn derivation(&self, _derivation: &Derivation) -> Option<Verdict> {
        None
    }

    /// What a verdict about the changed system says about the original one, if anything.
    fn verdict(&self, verdict: Verdict) -> Option<Verdict> {
        match verdict {
            Verdict::Safe(proof) => self.proof(&proof).map(Verdict::Safe),
            Verdict::Unsafe(trace) => self.trace(&trace).map(Verdict::Unsafe),
            Verdict::Derived(derivation) => self.derivation(&derivation),
            // What the program does is the same whatever becomes of its model.
            Verdict::Fails(run) => Some(Verdict::Fails(run)),
            // Engines that find such sets know the original system.
            Verdict::Recurs(set) => Some(Verdict::Recurs(set)),
            Verdict::Unknown(reason) => Some(Verdict::Unknown(reason)),
        }
    }
}

/// A sequence of translations, in the order in which they transformed the question.
#[derive(Default)]
pub struct Pipeline<'a> {
    stages: Vec<&'a dyn Translation>,
}

impl<'a> Pipeline<'a> {
    /// A pipeline that changes nothing.
    pub fn new() -> Pipeline<'a> {
        Pipeline::default()
    }

    /// The pipeline with one more translation at its end.
    #[must_use]
    pub fn then(mut self, stage: &'a dyn Translation) -> Pipeline<'a> {
        self.stages.push(stage);
        self
    }
}

impl Translation for Pipeline<'_> {
    fn proof(&self, proof: &Proof) -> Option<Proof> {
        self.stages.iter().rev().try_fold(proof.clone(), |proof, stage| stage.proof(&proof))
    }

    fn trace(&self, trace: &Trace) -> Option<Trace> {
        self.stages.iter().rev().try_fold(trace.clone(), |trace, stage| stage.trace(&trace))
    }

    /// Stage by stage: some make a derivation of a run, or a run of a derivation.
    fn verdict(&self, verdict: Verdict) -> Option<Verdict> {
        self.stages.iter().rev().try_fold(verdict, |verdict, stage| stage.verdict(verdict))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::UnwindingOrder;

    /// Scales and shifts bounds; cannot translate runs.
    struct Linear(u32, u32);

    impl Translation for Linear {
        fn proof(&self, proof: &Proof) -> Option<Proof> {
            let Proof::Unwinding { bound, order } = *proof else { return None };
            Some(Proof::Unwinding { bound: bound * self.0 + self.1, order })
        }

        fn trace(&self, _: &Trace) -> Option<Trace> {
            None
        }
    }

    #[test]
    fn answers_come_back_in_reverse_order() {
        let (first, second) = (Linear(10, 1), Linear(2, 0));
        let pipeline = Pipeline::new().then(&first).then(&second);
        let order = UnwindingOrder::LoopByLoop;
        let back = pipeline.verdict(Verdict::Safe(Proof::Unwinding { bound: 3, order }));
        let Some(Verdict::Safe(Proof::Unwinding { bound, order: same })) = back else {
            panic!("{back:?}");
        };
        assert_eq!((bound, same), (61, order));
        assert!(pipeline.proof(&Proof::OnlyRun { steps: 1 }).is_none());
        let unchanged = Pipeline::new().proof(&Proof::OnlyRun { steps: 1 });
        assert!(matches!(unchanged, Some(Proof::OnlyRun { steps: 1 })), "{unchanged:?}");
    }
}
