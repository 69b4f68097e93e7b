//! The main loop, and what it works on.

use super::Cube;
use super::block::Expansion;
use super::config::SpacerConfig;
use crate::engine::Context;
use crate::frames::ObligationQueue;
use crate::horn::{Annotation, FactId, Facts, RuleId, Rules};
use crate::observer::{Event, Progress};
use crate::solver::Workload;
use crate::stats::EngineStats;
use evidence::{Proof, Reason, Verdict};
use model::PredicateId;
use model::chc::ChcSystem;
use smt::sat::SatBackend;
use std::time::Duration;
use term::Term;

/// The state of a search.
pub(super) struct Search<'a> {
    pub(super) config: &'a SpacerConfig,
    backend: SatBackend,
    /// What may be derived at most.
    pub(super) known: Annotation,
    /// What is derived.
    pub(super) facts: Facts,
    pub(super) obligations: ObligationQueue<PredicateId, Term, ()>,
    /// The number of steps up to which derivations are excluded.
    pub(super) bound: u32,
    pub(super) count: Count,
}

/// Statistics of the engine.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub(super) expansions: u64,
    pub(super) lemmas: u64,
    pub(super) interpolated: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        config: &'a SpacerConfig,
        system: &ChcSystem,
        context: &Context<'_>,
    ) -> Search<'a> {
        let backend = context.solver.backend(Workload::ManySmallQueries);
        Search {
            config,
            backend,
            known: Annotation::new(Rules::new(system), backend, context.budget.clone()),
            facts: Facts::default(),
            obligations: ObligationQueue::default(),
            bound: 0,
            count: Count::default(),
        }
    }

    /// Excludes derivations of more and more steps, until one is found or the lemmas exclude all.
    pub(super) fn prove(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        loop {
            self.known.budget.check().map_err(crate::solver::reason_for_stop)?;
            for query in self.known.rules.queries.clone() {
                if let Some(premises) = self.derivable(query)? {
                    let Annotation { rules, budget, .. } = &mut self.known;
                    let found =
                        self.facts.derivation(rules, query, &premises, self.backend, budget)?;
                    return Ok(Verdict::Derived(found));
                }
            }
            if let Some(level) = self.known.propagate(self.bound)? {
                let interpretation = self.known.interpretation(level);
                return Ok(Verdict::Safe(Proof::Interpretation(interpretation)));
            }
            self.bound += 1;
            let queries = self.known.solver_stats().queries;
            let progress =
                Progress { level: self.bound.into(), lemmas: self.known.frames.learnt(), queries };
            context.observer.observe(&Event::Progress(progress));
        }
    }

    /// The facts from which a query follows, unless no derivation within the bound leads to it.
    fn derivable(&mut self, query: RuleId) -> Result<Option<Vec<FactId>>, Reason> {
        loop {
            match self.expand(query, self.bound + 1, &Cube::all_states())? {
                Expansion::Blocked(_) => return Ok(None),
                Expansion::Derived(premises) => return Ok(Some(premises)),
                Expansion::Open(predicate, cube) => {
                    let id = self.obligations.obligation(predicate, cube, (), None);
                    self.obligations.add(id, self.bound);
                    self.discharge()?;
                }
            }
        }
    }

    /// The statistics of the run.
    pub(super) fn stats(&self, elapsed: Duration) -> EngineStats {
        let Count { expansions, lemmas, interpolated } = self.count;
        let counters = vec![
            ("bound", self.bound.into()),
            ("obligations", self.obligations.made()),
            ("resolution steps", expansions),
            ("facts", self.facts.len() as u64),
            ("lemmas", lemmas),
            ("interpolated", interpolated),
            ("pushed", self.known.pushed),
        ];
        EngineStats { solver: self.known.solver_stats(), counters, elapsed }
    }
}
