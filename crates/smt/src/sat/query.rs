//! The data that a backend keeps about its last query.

use rustc_hash::FxHashSet;

use super::{Lit, SatResult};

/// The last query: its assumptions, its answer and, once requested, its core.
#[derive(Default)]
pub(super) struct LastQuery {
    count: u64,
    assumptions: Vec<Lit>,
    answer: Option<SatResult>,
    core: Option<Vec<Lit>>,
}

impl LastQuery {
    /// Starts a new query.
    pub(super) fn begin(&mut self, assumptions: &[Lit]) {
        self.count += 1;
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.answer = None;
        self.core = None;
    }

    /// Records the answer, and returns it.
    pub(super) fn finish(&mut self, answer: SatResult) -> SatResult {
        self.answer = Some(answer);
        answer
    }

    /// How many queries there have been.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Whether there is a model.
    pub(super) fn is_sat(&self) -> bool {
        self.answer == Some(SatResult::Sat)
    }

    /// The assumptions for which `failed` holds, each once and in order; empty if the query was not
    /// unsatisfiable.
    pub(super) fn core(&mut self, mut failed: impl FnMut(Lit) -> bool) -> &[Lit] {
        let Self { assumptions, answer, core, .. } = self;
        core.get_or_insert_with(|| {
            if *answer != Some(SatResult::Unsat) {
                return Vec::new();
            }
            let mut seen = FxHashSet::default();
            let belongs = |lit: &Lit| failed(*lit) && seen.insert(*lit);
            assumptions.iter().copied().filter(belongs).collect()
        })
    }
}
