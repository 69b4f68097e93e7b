//! The outer loop: one more level per iteration.

use super::Cube;
use super::search::Search;
use super::termination::TerminationCheck;
use crate::edges::{run_along, run_without_steps};
use crate::engine::Context;
use crate::frames::ObligationId;
use crate::observer::Event;
use evidence::{Invariants, Proof, Reason, Trace, Verdict};
use model::{EdgeId, Location};
use std::collections::BTreeMap;
use term::Term;

impl Search<'_> {
    /// Searches for two equal frames that exclude all errors, or for a path to an error.
    pub(super) fn prove(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        let cfa = &self.model.entry().cfa;
        if cfa.error_at(self.initial).is_some() {
            return Ok(Verdict::Unsafe(run_without_steps(self.model, &self.store)));
        }
        self.initialise_frames();
        if self.automaton.to_error().is_empty() {
            return Ok(Verdict::Safe(self.proof(Vec::new())?));
        }
        if let Some(edge) = self.one_step_error()? {
            return Ok(Verdict::Unsafe(run_along(
                self.model,
                &mut self.store,
                &[edge],
                &self.budget,
            )?));
        }
        let mut termination = TerminationCheck::new(self.config.termination, &self.automaton);
        loop {
            self.k += 1;
            let before = self.queue.entries();
            if self.config.skip {
                self.skip_obligations();
            }
            if let Some(reached) = self.strengthen()? {
                return Ok(Verdict::Unsafe(self.trace_from(reached)?));
            }
            self.push()?;
            if let Some(level) = self.propagate()? {
                return Ok(Verdict::Safe(self.proof_of_frame(level + 1)?));
            }
            let proposed = termination.proposes(&before, &self.queue.entries());
            if (proposed || self.is_offer_due())
                && let Some(proof) = self.proposal()?
            {
                return Ok(Verdict::Safe(proof));
            }
            if self.config.reuse {
                self.queue.lift();
            } else {
                self.queue.clear();
            }
            context.observer.observe(&Event::Progress(self.progress()));
        }
    }

    /// Initially, no location is reached in fewer steps than its distance from the initial
    /// location.
    fn initialise_frames(&mut self) {
        for location in self.automaton.locations().to_vec() {
            if let Some(level) = self.automaton.distance(location).checked_sub(1) {
                self.block(location, level, &Cube::all_states());
            }
        }
    }

    /// A feasible edge from the initial location to an error.
    fn one_step_error(&mut self) -> Result<Option<EdgeId>, Reason> {
        for i in 0..self.automaton.to_error().len() {
            let edge = self.automaton.to_error()[i];
            if self.automaton.edge(edge).source == self.initial {
                let guard = self.automaton.edge(edge).guard.clone();
                if self.is_satisfiable(self.initial, 0, &guard)? {
                    return Ok(Some(edge));
                }
            }
        }
        Ok(None)
    }

    /// Strengthens the frames until no error is one step away from the frontier (algorithm 7).
    /// Returns an obligation that cannot be blocked.
    fn strengthen(&mut self) -> Result<Option<ObligationId>, Reason> {
        if let Some(reached) = self.backward_block()? {
            return Ok(Some(reached));
        }
        for i in 0..self.automaton.to_error().len() {
            let edge = self.automaton.to_error()[i];
            let source = self.automaton.edge(edge).source;
            while self.reaches_error(edge, source)? {
                let before = self.predecessor(edge, None);
                let obligation = self.queue.obligation(source, before, edge, None);
                self.queue.add(obligation, self.k);
                if let Some(reached) = self.backward_block()? {
                    return Ok(Some(reached));
                }
            }
        }
        Ok(None)
    }

    fn reaches_error(&mut self, edge: EdgeId, source: Location) -> Result<bool, Reason> {
        if self.frames.is_blocked(source, self.k, &Cube::all_states()) {
            return Ok(false);
        }
        let guard = self.automaton.edge(edge).guard.clone();
        self.is_satisfiable(source, self.k, &guard)
    }

    /// The frame of a level as invariants.
    pub(super) fn proof_of_frame(&mut self, level: u32) -> Result<Proof, Reason> {
        let mut invariants = Vec::new();
        for location in self.automaton.locations().to_vec() {
            let cubes: Vec<Cube> = self.frames.lemmas(location, level).cloned().collect();
            invariants.push((location, cubes));
        }
        self.proof(invariants)
    }

    /// Invariants stating that no state of the cubes is reached at their locations.
    pub(super) fn proof(&mut self, cubes: Vec<(Location, Vec<Cube>)>) -> Result<Proof, Reason> {
        let mut conjuncts: BTreeMap<Location, Vec<Term>> = BTreeMap::new();
        let cut_points = self.model.entry().cfa.cut_points();
        for &location in cut_points.locations() {
            conjuncts.insert(location, Vec::new());
        }
        let mut relied_on = self.exchange.relied_on(&mut self.store);
        if !relied_on.lemmas.is_empty() && self.proves_alone(&cubes)? {
            // Lemmas of others helped to find the proof, but without them it is easier to check.
            relied_on.lemmas.clear();
            relied_on.k = 1;
        }
        // Lemmas of others follow from those of the previous cut points, not from invariants in
        // between. If an induction uses several previous visits, only cut points count as visits.
        // Invariants between cut points are implied.
        let everywhere = relied_on.lemmas.is_empty();
        for (location, cubes) in cubes {
            if location == self.initial || !everywhere && !cut_points.contains(location) {
                continue;
            }
            let clauses = cubes.iter().map(|cube| cube.clause(&mut self.store));
            conjuncts.entry(location).or_default().extend(clauses);
        }
        for (location, lemma) in relied_on.lemmas {
            if cut_points.contains(location) {
                conjuncts.entry(location).or_default().push(lemma);
            }
        }
        let invariants: Vec<(Location, Term)> =
            conjuncts.into_iter().map(|(l, conjuncts)| (l, self.store.and(&conjuncts))).collect();
        Ok(Proof::Invariants(Invariants::k_inductive(&self.store, relied_on.k, invariants)))
    }

    /// The run from an obligation at the initial location to an error.
    fn trace_from(&mut self, reached: ObligationId) -> Result<Trace, Reason> {
        let mut edges = Vec::new();
        let mut next = Some(reached);
        while let Some(id) = next {
            let obligation = self.queue.get(id);
            edges.push(obligation.step);
            next = obligation.successor;
        }
        run_along(self.model, &mut self.store, &edges, &self.budget)
    }
}
