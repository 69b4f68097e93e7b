//! A theory that follows BatSat's search.

use super::{from_batsat, to_batsat};
use crate::budget::Budget;
use crate::sat::{Effort, Lit, Propagator, Reaction};
use batsat::{TheoryArg, lbool};

/// Tells a theory what BatSat assigns, and BatSat what the theory says of it.
pub(super) struct Follower<'a> {
    theory: &'a mut dyn Propagator,
    budget: &'a Budget,
    /// How many literals of the trail the theory was told.
    told: usize,
    /// What `told` was when each level was opened. BatSat checks with the theory before it opens one,
    /// so this is also where the level begins in the trail.
    levels: Vec<usize>,
    /// An explanation on its way to BatSat.
    explanation: Vec<batsat::Lit>,
    refuted: bool,
}

impl<'a> Follower<'a> {
    /// A follower of one search, whose theory was told the first `told` literals of the trail before.
    pub(super) fn new(
        theory: &'a mut dyn Propagator,
        told: usize,
        budget: &'a Budget,
    ) -> Follower<'a> {
        let (levels, explanation) = (Vec::new(), Vec::new());
        Follower { theory, budget, told, levels, explanation, refuted: false }
    }

    /// How many literals that are assigned for good the theory was told.
    pub(super) fn told(&self) -> usize {
        self.levels.first().copied().unwrap_or(self.told)
    }

    /// Whether a literal that is assigned for good contradicts the theory, so that nothing has a
    /// model.
    pub(super) fn has_refuted_all(&self) -> bool {
        self.refuted
    }

    fn check(&mut self, arg: &mut TheoryArg<'_>, effort: Effort) {
        if self.refuted {
            return;
        }
        for &lit in &arg.model()[self.told..] {
            self.theory.assign(from_batsat(lit));
        }
        self.told = arg.model().len();
        match self.theory.check(effort, self.budget) {
            Reaction::Consistent => {}
            Reaction::Conflict(clause) => self.refuse(arg, &clause),
            Reaction::Implies(lits) => {
                for lit in lits {
                    // BatSat takes an implied literal that is false for a conflict of the present
                    // level, which it need not be.
                    if arg.value(to_batsat(lit).var()) == lbool::UNDEF {
                        arg.propagate(to_batsat(lit));
                    } else if !is_true(arg, lit) {
                        let reasons = self.theory.explain(lit).iter().map(|&reason| !reason);
                        let clause: Vec<Lit> = std::iter::once(lit).chain(reasons).collect();
                        return self.refuse(arg, &clause);
                    }
                }
            }
        }
    }

    /// Raises a conflict. BatSat would assign the only literal of a clause even if it is false for
    /// good, so that case is remembered here.
    fn refuse(&mut self, arg: &mut TheoryArg<'_>, clause: &[Lit]) {
        debug_assert!(clause.iter().all(|&lit| is_true(arg, !lit)), "a clause that is false");
        self.explanation.clear();
        self.explanation.extend(clause.iter().copied().map(to_batsat));
        if let ([only], Some(&first)) = (&*self.explanation, self.levels.first())
            && arg.model()[..first].contains(&!*only)
        {
            self.refuted = true;
            return;
        }
        arg.raise_conflict(&self.explanation, false);
    }
}

fn is_true(arg: &TheoryArg<'_>, lit: Lit) -> bool {
    let value = arg.value(to_batsat(lit).var());
    value == if lit.is_negated() { lbool::FALSE } else { lbool::TRUE }
}

impl batsat::Theory for Follower<'_> {
    fn partial_check(&mut self, arg: &mut TheoryArg<'_>) {
        self.check(arg, Effort::Partial);
    }

    fn final_check(&mut self, arg: &mut TheoryArg<'_>) {
        self.check(arg, Effort::Final);
    }

    fn create_level(&mut self) {
        self.levels.push(self.told);
        self.theory.push();
    }

    fn pop_levels(&mut self, count: usize) {
        let kept = self.levels.len() - count;
        if let Some(&told) = self.levels.get(kept) {
            self.told = told;
        }
        self.levels.truncate(kept);
        self.theory.pop(count);
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, lit: batsat::Lit) -> &[batsat::Lit] {
        let reasons = self.theory.explain(from_batsat(lit)).iter();
        self.explanation.clear();
        self.explanation.extend(reasons.copied().map(to_batsat));
        &self.explanation
    }
}
