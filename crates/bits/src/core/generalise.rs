//! Generalisation: fewer literals in a lemma.
//!
//! Literals are dropped one by one as long as the rest is inductive relative to the frame below. A
//! state that stands in the way is a counterexample to generalisation; blocking it may make the
//! literal needless (Hassan, Bradley and Somenzi, "Better generalization in IC3", 2013). If that
//! fails, the cube is joined with the state.

use super::{Core, Cube, Relative};
use crate::engine::Stopped;
use hardware::circuit::Lit;

impl Core<'_> {
    /// A smaller cube that is inductive relative to the frame before `level`.
    pub fn generalise(&mut self, level: usize, cube: Cube) -> Result<Cube, Stopped> {
        self.generalise_to_depth(level, cube, 0)
    }

    fn generalise_to_depth(
        &mut self,
        level: usize,
        mut cube: Cube,
        depth: u32,
    ) -> Result<Cube, Stopped> {
        let order = self.order_of_drops(level, &cube);
        let mut kept: Vec<Lit> = Vec::new();
        for literal in order {
            if cube.len() == 1 || cube.binary_search(&literal).is_err() {
                continue;
            }
            let rest: Cube = cube.iter().copied().filter(|&other| other != literal).collect();
            match self.down(level, rest, &kept, depth)? {
                Some(smaller) => cube = smaller,
                None => kept.push(literal),
            }
        }
        Ok(cube)
    }

    /// The literals in the order in which they are dropped: little active ones first, those of parent
    /// lemmas last.
    fn order_of_drops(&self, level: usize, cube: &Cube) -> Vec<Lit> {
        let mut order = cube.clone();
        if self.tuning.activity {
            self.most_active_first(&mut order);
            order.reverse();
        }
        if self.tuning.parents && level > 1 {
            let signature = super::cube::signature(cube);
            let lemmas = self.frames.at(level - 1).iter();
            let parents = lemmas.filter(|lemma| lemma.subsumes_cube(cube, signature));
            // The smallest one is the best guess of what the new lemma has to say.
            if let Some(parent) = parents.min_by_key(|lemma| lemma.cube.len()) {
                order.sort_by_key(|literal| parent.cube.binary_search(literal).is_ok());
            }
        }
        order
    }

    /// Makes a cube inductive by shrinking it, if that is possible without dropping kept literals.
    fn down(
        &mut self,
        level: usize,
        mut cube: Cube,
        kept: &[Lit],
        depth: u32,
    ) -> Result<Option<Cube>, Stopped> {
        let mut ctgs = 0;
        loop {
            if !self.is_allowed(&cube) {
                return Ok(None);
            }
            if let Relative::Inductive(part) = self.relative(level - 1, &cube, true)? {
                return Ok(Some(part));
            }
            if depth >= self.tuning.ctg_depth {
                return Ok(None);
            }
            let targets: Vec<Lit> = cube.iter().map(|&literal| self.next(literal)).collect();
            let differs = |core: &Core<'_>, literal: Lit| core.model_holds(level - 1, !literal);
            let joined: Cube =
                cube.iter().copied().filter(|&literal| !differs(self, literal)).collect();
            if ctgs < self.tuning.ctg_count && level > 1 {
                let ctg = self.lift(level - 1, &targets)?.cube;
                if self.is_allowed(&ctg)
                    && let Relative::Inductive(part) = self.relative(level - 2, &ctg, true)?
                {
                    ctgs += 1;
                    self.statistics.ctgs += 1;
                    let mut part = part;
                    let pushed = self.push_below(level - 1, level, &mut part)?;
                    let part = self.generalise_to_depth(pushed, part, depth + 1)?;
                    self.add_lemma(pushed, part);
                    continue;
                }
            }
            ctgs = 0;
            if kept.iter().any(|literal| joined.binary_search(literal).is_err()) {
                return Ok(None);
            }
            if joined.len() == cube.len() {
                return Ok(None);
            }
            cube = joined;
        }
    }

    /// The highest level up to a bound at which a cube is unreachable, from one at which it is known to be.
    fn push_below(
        &mut self,
        mut level: usize,
        end: usize,
        cube: &mut Cube,
    ) -> Result<usize, Stopped> {
        while level < end {
            match self.relative(level, cube, true)? {
                Relative::Inductive(part) => *cube = part,
                Relative::Step => break,
            }
            level += 1;
        }
        Ok(level)
    }
}
