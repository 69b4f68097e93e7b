//! Predecessor states of a region, as a cube.

use super::Cube;
use super::config::Predecessor;
use super::search::Search;
use crate::literals::{conjuncts, region};
use model::{EdgeId, Location};
use smt::projection::normalise;
use term::{Substitution, Term, TermStore};

impl Search<'_> {
    /// States at the source of an edge that all have a successor along it in the region, or at an
    /// error if there is no region. The model that the source's solver has just found is among
    /// them.
    pub(super) fn predecessor(&mut self, edge: EdgeId, region: Option<&Cube>) -> Cube {
        self.count.predecessors += 1;
        let encoded = self.automaton.edge_mut(edge);
        let mut formulas = encoded.guard.clone();
        for &literal in region.map_or(&[][..], Cube::literals) {
            formulas.push(encoded.before(&mut self.store, literal));
        }
        let source = encoded.source;
        Cube::new(match self.config.predecessor {
            Predecessor::Model => self.model_based(edge, source, &formulas),
            Predecessor::Wep => self.precondition(edge, source, &formulas),
        })
    }

    /// An implicant of the precondition, with the inputs projected away.
    fn model_based(&mut self, edge: EdgeId, source: Location, formulas: &[Term]) -> Vec<Term> {
        let parts = self.parts(source);
        let (store, solver) = (parts.store, parts.solver);
        let fresh = &parts.automaton.edge(edge).fresh;
        let mut value = |store: &mut TermStore, term| solver.value(store, term);
        region(store, &mut value, &|symbol| fresh.contains(&symbol), formulas)
    }

    /// The whole precondition, with the inputs as in the model.
    fn precondition(&mut self, edge: EdgeId, source: Location, formulas: &[Term]) -> Vec<Term> {
        let mut inputs: Vec<_> = self.automaton.edge(edge).fresh.iter().copied().collect();
        inputs.sort_unstable();
        let mut substitution = Substitution::new();
        for input in inputs {
            let variable = self.store.var(input);
            let (solver, store) = self.solver(source);
            let value = solver.value(store, variable);
            let value = store.constant(value);
            substitution.insert(variable, value);
        }
        let mut literals = Vec::new();
        for &formula in formulas {
            let instance = substitution.apply(&mut self.store, formula);
            literals.extend(conjuncts(&self.store, instance));
        }
        let literals = literals.into_iter().map(|literal| normalise(&mut self.store, literal));
        let literals: Vec<Term> = literals.collect();
        literals.into_iter().filter(|&l| self.store.as_bool(l).is_none()).collect()
    }
}
