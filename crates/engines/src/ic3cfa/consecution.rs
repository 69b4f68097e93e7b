//! Edge-relative induction: can a region be entered from the frames before it?

use super::Cube;
use super::search::Search;
use evidence::Reason;
use model::{EdgeId, Location};
use rustc_hash::FxHashMap;
use term::Term;

/// The result of a consecution check.
pub(super) enum Consecution {
    /// No edge leads into the region, nor into this larger region.
    Blocked(Cube),
    /// This edge leads into it. The solver of its source has a model.
    Reached(EdgeId),
}

/// Cached results about edges into regions. Frames only get stronger, and lower levels are
/// stronger, so an unsatisfiable query stays so, also at lower levels.
#[derive(Debug, Default)]
pub(super) struct QueryCache {
    unreached: FxHashMap<(EdgeId, Cube), Unreached>,
}

#[derive(Clone, Debug)]
struct Unreached {
    /// The highest frame level at the source for which this is known.
    level: u32,
    /// Literals that are sufficient.
    core: Vec<Term>,
}

impl QueryCache {
    fn get(&self, edge: EdgeId, cube: &Cube, level: u32) -> Option<&Unreached> {
        self.unreached.get(&(edge, cube.clone())).filter(|known| known.level >= level)
    }

    fn insert(&mut self, edge: EdgeId, cube: &Cube, level: u32, core: Vec<Term>) {
        self.unreached.insert((edge, cube.clone()), Unreached { level, core });
    }

    /// Raises a cached result by one level, because the frames are equal.
    pub(super) fn lift(&mut self, edge: EdgeId, cube: &Cube, level: u32) -> bool {
        match self.unreached.get_mut(&(edge, cube.clone())) {
            Some(known) if known.level + 1 == level => {
                known.level = level;
                true
            }
            known => known.is_some_and(|known| known.level >= level),
        }
    }
}

impl Search<'_> {
    /// Whether an edge leads from the frame of the level below into a region. If the source is the
    /// region's own location, the region is excluded from the frame (relative induction).
    pub(super) fn consecution(
        &mut self,
        location: Location,
        level: u32,
        cube: &Cube,
    ) -> Result<Consecution, Reason> {
        let mut needed = Vec::new();
        for i in 0..self.automaton.incoming(location).len() {
            let edge = self.automaton.incoming(location)[i];
            match self.core_of_unreached(edge, level - 1, cube)? {
                Some(core) => needed.extend(core),
                None => return Ok(Consecution::Reached(edge)),
            }
        }
        Ok(Consecution::Blocked(Cube::new(needed)))
    }

    /// If a cube is unreachable along an edge from the frame of a level: literals of the cube that
    /// suffice for that.
    pub(super) fn core_of_unreached(
        &mut self,
        edge: EdgeId,
        level: u32,
        cube: &Cube,
    ) -> Result<Option<Vec<Term>>, Reason> {
        let encoded = self.automaton.edge(edge);
        let (source, target) = (encoded.source, encoded.target);
        if self.frames.is_blocked(source, level, &Cube::all_states()) {
            return Ok(Some(Vec::new()));
        }
        if !self.config.no_query_cache
            && let Some(known) = self.cache.get(edge, cube, level)
        {
            self.count.cached += 1;
            return Ok(Some(known.core.clone()));
        }
        let mut assumptions = self.automaton.edge(edge).guard.clone();
        let guards = assumptions.len();
        for &literal in cube.literals() {
            let before = self.automaton.edge_mut(edge).before(&mut self.store, literal);
            assumptions.push(before);
        }
        let images = guards..assumptions.len();
        if source == target {
            assumptions.push(cube.clause(&mut self.store));
        }
        if self.is_satisfiable(source, level, &assumptions)? {
            return Ok(None);
        }
        let needed = self.solver(source).0.core();
        let literals = cube.literals().iter().zip(&assumptions[images]);
        let core: Vec<Term> =
            literals.filter(|(_, image)| needed.contains(image)).map(|(&l, _)| l).collect();
        self.cache.insert(edge, cube, level, core.clone());
        Ok(Some(core))
    }
}
