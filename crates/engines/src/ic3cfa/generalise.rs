//! Generalisation: blocks more than the region that was found.

use super::Cube;
use super::config::Generalise;
use super::consecution::Consecution;
use super::search::Search;
use crate::frames::{drop_literals, weaken_literals};
use evidence::Reason;
use model::Location;

/// How many counterexamples to dropping a literal are blocked themselves.
const MAX_COUNTEREXAMPLES: u32 = 3;

/// The maximal recursion depth of blocking counterexamples.
const MAX_DEPTH: u32 = 1;

impl Search<'_> {
    /// Learns a lemma from a region that cannot be entered; `core` has sufficient literals.
    pub(super) fn learn(
        &mut self,
        location: Location,
        level: u32,
        region: &Cube,
        core: Cube,
    ) -> Result<(), Reason> {
        let cube = match self.config.generalise {
            Generalise::None => region.clone(),
            Generalise::Core => core,
            Generalise::Drop | Generalise::Weaken | Generalise::Full => {
                self.generalise(location, level, core, 0)?
            }
        };
        let (level, cube) = self.raise(location, level, cube)?;
        self.block(location, level, &cube);
        self.create_pushes(location, level, &cube);
        Ok(())
    }

    /// The highest level, up to the frontier, at which a region cannot be entered.
    fn raise(&mut self, location: Location, level: u32, cube: Cube) -> Result<(u32, Cube), Reason> {
        let (mut level, mut cube) = (level, cube);
        while level < self.k {
            match self.consecution(location, level + 1, &cube)? {
                Consecution::Blocked(core) => {
                    level += 1;
                    cube = core;
                }
                Consecution::Reached(_) => break,
            }
        }
        Ok((level, cube))
    }

    /// A larger region that cannot be entered either.
    fn generalise(
        &mut self,
        location: Location,
        level: u32,
        cube: Cube,
        depth: u32,
    ) -> Result<Cube, Reason> {
        let mut cube = self.drop_literals(location, level, cube, depth)?;
        if matches!(self.config.generalise, Generalise::Weaken | Generalise::Full) {
            cube = self.weaken_literals(location, level, cube)?;
        }
        Ok(cube)
    }

    fn drop_literals(
        &mut self,
        location: Location,
        level: u32,
        cube: Cube,
        depth: u32,
    ) -> Result<Cube, Reason> {
        let before = cube.len();
        let down = |search: &mut Self, cube: &Cube| search.down(location, level, cube, depth);
        let cube = drop_literals(self, cube, down)?;
        self.count.dropped_literals += (before - cube.len()) as u64;
        Ok(cube)
    }

    /// The part of the cube that suffices for it not to be entered, if it is not. A counterexample
    /// may itself be unreachable; a few times this is shown by another lemma.
    fn down(
        &mut self,
        location: Location,
        level: u32,
        cube: &Cube,
        depth: u32,
    ) -> Result<Option<Cube>, Reason> {
        let full = self.config.generalise == Generalise::Full;
        let mut counterexamples = 0;
        loop {
            let edge = match self.consecution(location, level, cube)? {
                Consecution::Blocked(core) => return Ok(Some(core)),
                Consecution::Reached(edge) => edge,
            };
            let source = self.automaton.edge(edge).source;
            if !full
                || depth >= MAX_DEPTH
                || counterexamples >= MAX_COUNTEREXAMPLES
                || level < 2
                || source == self.initial
            {
                return Ok(None);
            }
            counterexamples += 1;
            let before = self.predecessor(edge, Some(cube));
            match self.consecution(source, level - 1, &before)? {
                Consecution::Blocked(core) => {
                    let lemma = self.generalise(source, level - 1, core, depth + 1)?;
                    let (level, lemma) = self.raise(source, level - 1, lemma)?;
                    self.block(source, level, &lemma);
                }
                Consecution::Reached(_) => return Ok(None),
            }
        }
    }

    fn weaken_literals(
        &mut self,
        location: Location,
        level: u32,
        cube: Cube,
    ) -> Result<Cube, Reason> {
        let weaker = |search: &mut Self, literal| {
            let mut weaker = search.weakening.weaker(&mut search.store, literal);
            weaker.retain(|&literal| search.store.as_bool(literal).is_none());
            weaker
        };
        let block = |search: &mut Self, cube: &Cube| {
            Ok(match search.consecution(location, level, cube)? {
                Consecution::Blocked(core) => Some(core),
                Consecution::Reached(_) => None,
            })
        };
        let (cube, weakened) = weaken_literals(self, cube, weaker, block)?;
        self.count.weakened_literals += weakened;
        Ok(cube)
    }
}
