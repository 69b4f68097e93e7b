//! The procedures of figure 1.

use super::Cube;
use super::goal::{Goal, Resolvent, Subgoal};
use super::search::{Outcome, Search};
use crate::horn::RuleId;
use crate::solver::reason_for_stop;
use evidence::{Derivation, Reason};
use smt::projection::implicant;
use smt::{Cores, Models};
use term::{Term, TermStore};

/// The result of a resolution step.
pub(super) enum Bound {
    /// The goal has a derivation.
    Sat(Derivation),
    /// The rule derives nothing of this region, which includes what the goal needs.
    Outside(Cube),
    /// The goal has no model whatever the rule derives.
    Unneeded,
}

impl Search<'_> {
    /// Searches for a derivation of a query.
    pub(super) fn rstep_of_query(&mut self, query: RuleId) -> Result<Option<Derivation>, Reason> {
        match self.rstep(&Goal::default(), None, query, self.depth)? {
            Bound::Sat(derivation) => Ok(Some(derivation)),
            Bound::Outside(_) | Bound::Unneeded => Ok(None),
        }
    }

    /// SEARCH: a derivation of a goal that has a model in the annotation, or an annotation in which it has none.
    fn search(&mut self, goal: &Goal) -> Result<Outcome, Reason> {
        if goal.subgoals.is_empty() {
            let (goals, store) = (&mut self.goals, &mut self.annotation.rules.store);
            return Ok(Outcome::Sat(goal.derivation(&mut |term| goals.value(store, term))));
        }
        let chosen = self.choose(goal);
        let Subgoal { predicate, level, .. } = goal.subgoals[chosen].clone();
        let mut outside: Vec<Term> = Vec::new();
        for rule in self.by_score(predicate.index()) {
            match self.rstep(goal, Some(chosen), rule, level - 1)? {
                Bound::Sat(derivation) => return Ok(Outcome::Sat(derivation)),
                Bound::Outside(region) => outside.extend(region.literals()),
                Bound::Unneeded => {
                    self.count.back_jumps += 1;
                    self.scores[rule] -= 1;
                    return Ok(Outcome::Unsat);
                }
            }
        }
        self.strengthen(predicate, level, &Cube::new(outside));
        if self.config.mark.propagates_eagerly() {
            self.propagate_to(predicate, level)?;
        }
        Ok(Outcome::Unsat)
    }

    /// RSTEP: resolves a rule with a subgoal and searches on, with one decision after the other, until the goal has
    /// no model.
    fn rstep(
        &mut self,
        goal: &Goal,
        subgoal: Option<usize>,
        rule: RuleId,
        level: u32,
    ) -> Result<Bound, Reason> {
        self.annotation.budget.check().map_err(reason_for_stop)?;
        self.count.resolutions += 1;
        let (rules, copies) = (&mut self.annotation.rules, &mut self.copies);
        let Resolvent { goal: resolvent, prefix, body } =
            goal.resolve(rules, copies, subgoal, rule, level);
        let others = resolvent.subgoals.len() - body;
        loop {
            let of_others = self.annotated(&resolvent, 0..others);
            let mut of_rule = self.annotated(&resolvent, others..resolvent.subgoals.len());
            of_rule.extend(&prefix);
            let mut assumptions = resolvent.constraints.clone();
            assumptions.extend(&of_others);
            assumptions.extend(&of_rule);
            if !self.is_satisfiable(&assumptions)? {
                let Some(subgoal) = subgoal else { return Ok(Bound::Unneeded) };
                let core = self.goals.core();
                if self.config.mark.back_jumps() && !core.iter().any(|part| of_rule.contains(part))
                {
                    return Ok(Bound::Unneeded);
                }
                let mut suffix: Vec<Term> = resolvent.constraints.clone();
                suffix.extend(&of_others);
                suffix.retain(|part| core.contains(part));
                let region = self.itp(rule, &goal.subgoals[subgoal], &suffix)?;
                return Ok(Bound::Outside(region));
            }
            let mut next = resolvent.clone();
            if self.config.mark.decides() {
                let (goals, store) = (&mut self.goals, &mut self.annotation.rules.store);
                let mut value = |store: &mut TermStore, term: Term| goals.value(store, term);
                next.constraints.extend(implicant(store, &mut value, &of_rule));
                self.count.decisions += 1;
            } else {
                next.constraints.extend(&prefix);
            }
            if let Outcome::Sat(derivation) = self.search(&next)? {
                return Ok(Bound::Sat(derivation));
            }
        }
    }

    /// The subgoal to derive next: that of the most relevant rule, among those the newest.
    fn choose(&self, goal: &Goal) -> usize {
        let score = |subgoal: &Subgoal| {
            let rules = &self.annotation.rules.deriving[subgoal.predicate.index()];
            rules.iter().map(|&rule| self.scores[rule]).max().unwrap_or(0)
        };
        let last = goal.subgoals.len() - 1;
        if !self.config.mark.scores() {
            return last;
        }
        (0..=last).max_by_key(|&number| (score(&goal.subgoals[number]), number)).unwrap_or(last)
    }

    /// The rules of a predicate, the most relevant ones first.
    fn by_score(&self, predicate: usize) -> Vec<RuleId> {
        let mut rules = self.annotation.rules.deriving[predicate].clone();
        if self.config.mark.scores() {
            rules.sort_by_key(|&rule| -self.scores[rule]);
        }
        rules
    }
}
