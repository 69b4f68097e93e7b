//! Pushing lemmas to higher frames.

use super::{Core, Cube, Lemma, Relative, negated};
use crate::engine::Stopped;

impl Core<'_> {
    /// The highest level at which a cube is unreachable, from one at which it is known to be.
    pub fn push(&mut self, mut level: usize, cube: &mut Cube) -> Result<usize, Stopped> {
        while level < self.level() {
            match self.relative(level, cube, true)? {
                Relative::Inductive(part) => *cube = part,
                Relative::Step => break,
            }
            level += 1;
        }
        Ok(level)
    }

    /// Pushes lemmas to the next frame. Returns the level whose frame equals the next one, if any.
    pub fn propagate(&mut self, from: usize) -> Result<Option<usize>, Stopped> {
        for level in from..self.level() {
            if self.push_frame(level)? {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// Pushes the lemmas of a level to the next one; bad ones stay. Tells whether none is left.
    pub fn push_frame(&mut self, level: usize) -> Result<bool, Stopped> {
        self.check()?;
        let mut lemmas = self.frames.take(level);
        lemmas.sort_by_key(|lemma| lemma.cube.len());
        let mut at = 0;
        while at < lemmas.len() {
            if lemmas[at].is_bad {
                at += 1;
                continue;
            }
            let cube = lemmas[at].cube.clone();
            let relative = match self.relative(level, &cube, false) {
                Ok(relative) => relative,
                Err(stop) => {
                    lemmas.into_iter().for_each(|lemma| self.frames.put(level, lemma));
                    return Err(stop);
                }
            };
            match relative {
                Relative::Inductive(part) => {
                    lemmas.remove(at);
                    self.statistics.pushed += 1;
                    self.push_lemma(level + 1, part, cube.len());
                    let newest = self.frames.at(level + 1).last().cloned();
                    if let Some(newest) = newest {
                        let before = at;
                        let mut index = 0;
                        lemmas.retain(|lemma| {
                            let subsumed = newest.subsumes(lemma);
                            if subsumed && index < before {
                                at -= 1;
                            }
                            index += 1;
                            !subsumed
                        });
                    }
                }
                Relative::Step => at += 1,
            }
        }
        let is_fixpoint = lemmas.is_empty();
        lemmas.into_iter().for_each(|lemma| self.frames.put(level, lemma));
        Ok(is_fixpoint)
    }

    /// All lemmas above a level hold forever: the frame of the level equals the next one.
    pub fn move_to_infinity(&mut self, level: usize) {
        for above in level + 1..=self.level() {
            for lemma in self.frames.take(above) {
                let clause = negated(&lemma.cube);
                // Frames up to the level where it was have it.
                for solver in &mut self.solvers[above + 1..] {
                    solver.add_clause(&clause);
                }
                self.infinity.push(lemma);
            }
        }
    }

    /// Stores a lemma that was pushed to a level; it may have become smaller.
    fn push_lemma(&mut self, level: usize, cube: Cube, old_len: usize) {
        let clause = negated(&cube);
        let is_smaller = cube.len() < old_len;
        self.frames.add(level, Lemma::new(cube));
        let first = if is_smaller { 1 } else { level };
        for solver in &mut self.solvers[first..=level] {
            solver.add_clause(&clause);
        }
    }

    /// A lemma that blocks a cube at a level, and the highest level where it holds; none for always.
    pub fn blocking_lemma(&self, level: usize, cube: &Cube) -> Option<(Cube, Option<usize>)> {
        let signature = super::cube::signature(cube);
        let blocks = |lemma: &&Lemma| lemma.subsumes_cube(cube, signature);
        if let Some(lemma) = self.infinity.iter().find(blocks) {
            return Some((lemma.cube.clone(), None));
        }
        let mut levels = (level..=self.level()).rev();
        levels.find_map(|level| {
            let lemma = self.frames.at(level).iter().find(blocks)?;
            Some((lemma.cube.clone(), Some(level)))
        })
    }

    /// If most lemmas are bad: keeps the others at the first level, to be pushed again. Tells whether
    /// it did so.
    pub fn collect_bad(&mut self) -> bool {
        let is_bad = |lemma: &&Lemma| lemma.is_bad;
        let all = self.frames.from(1).flatten().count();
        let bad = self.frames.from(1).flatten().filter(is_bad).count();
        if bad < MANY_BAD || 2 * bad < all {
            return false;
        }
        for level in 1..=self.level() {
            for lemma in self.frames.take(level) {
                if !lemma.is_bad {
                    self.frames.put(1, lemma);
                }
            }
        }
        self.rebuild_solvers();
        true
    }
}

/// With fewer bad lemmas than this, none is removed.
const MANY_BAD: usize = 100;
