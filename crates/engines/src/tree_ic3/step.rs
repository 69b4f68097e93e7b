//! What is asked about single edges.

use super::Cube;
use super::engine::{TreeIc3Search, solver_at};
use super::label::Label;
use crate::frames::{drop_literals, weaken_literals};
use crate::literals::region;
use crate::solver::is_satisfiable;
use evidence::Reason;
use model::{EdgeId, Location};
use smt::{Cores, Models};
use term::{Term, TermStore};

/// Whether an edge leads into a region.
pub(super) enum Image {
    /// It does, from all of these states, some of which the label allows.
    Reached(Cube),
    /// It does not, and not into this larger region either.
    Unreached(Cube),
}

impl TreeIc3Search<'_> {
    /// Whether an edge leads from the states of a label into a region, anywhere if there is none.
    pub(super) fn image(
        &mut self,
        label: &Label,
        edge: EdgeId,
        into: Option<&Cube>,
    ) -> Result<Image, Reason> {
        let literals = into.map_or(&[][..], Cube::literals);
        let encoded = self.automaton.edge_mut(edge);
        let source = encoded.source;
        let mut formulas = encoded.guard.clone();
        let guards = formulas.len();
        for &literal in literals {
            formulas.push(encoded.before(&mut self.store, literal));
        }
        let mut assumptions = formulas.clone();
        assumptions.extend(label.clauses(&mut self.store));
        let (store, solver) = (&mut self.store, solver_at(&mut self.solvers, self.backend, source));
        if !is_satisfiable(solver, store, &assumptions, &self.budget)? {
            let core = solver.core();
            let needed = literals.iter().zip(&formulas[guards..]);
            let needed = needed.filter(|(_, image)| core.contains(image)).map(|(&l, _)| l);
            return Ok(Image::Unreached(Cube::new(needed.collect())));
        }
        let fresh = &self.automaton.edge(edge).fresh;
        let mut value = |store: &mut TermStore, term| solver.value(store, term);
        let before = region(store, &mut value, &|symbol| fresh.contains(&symbol), &formulas);
        Ok(Image::Reached(Cube::new(before)))
    }

    /// A larger region that an edge does not lead into either (line 11 of figure 2).
    pub(super) fn generalise(
        &mut self,
        label: &Label,
        edge: EdgeId,
        cube: Cube,
    ) -> Result<Cube, Reason> {
        let block = |search: &mut Self, cube: &Cube| {
            Ok(match search.image(label, edge, Some(cube))? {
                Image::Unreached(core) => Some(core),
                Image::Reached(_) => None,
            })
        };
        let weaker = |search: &mut Self, literal| {
            let mut weaker = search.weakening.weaker(&mut search.store, literal);
            weaker.retain(|&literal| search.store.as_bool(literal).is_none());
            weaker
        };
        let cube = drop_literals(self, cube, block)?;
        let (cube, _) = weaken_literals(self, cube, weaker, block)?;
        Ok(cube)
    }

    /// Whether the states that a label allows are among those of another, at a location.
    pub(super) fn implies(
        &mut self,
        location: Location,
        label: &Label,
        other: &Label,
    ) -> Result<bool, Reason> {
        let clauses = label.clauses(&mut self.store);
        for cube in other.cubes() {
            if label.excludes(cube) {
                continue;
            }
            let assumptions: Vec<Term> = [&clauses, cube.literals()].concat();
            let solver = solver_at(&mut self.solvers, self.backend, location);
            if is_satisfiable(solver, &mut self.store, &assumptions, &self.budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
