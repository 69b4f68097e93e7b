//! The questions about steps.

use super::{Core, Cube, Relative, negated};
use crate::engine::Stopped;
use crate::sat::Outcome;
use hardware::circuit::Lit;

impl Core<'_> {
    /// Whether a bad state is in the last frame: tells which bad literal.
    pub fn bad_state(&mut self, level: usize) -> Result<Option<Lit>, Stopped> {
        for i in 0..self.bads.len() {
            let bad = self.bads[i];
            match self.solvers[level].solve(&[bad], &[], self.budget) {
                Outcome::Sat => return Ok(Some(bad)),
                Outcome::Unsat => {}
                Outcome::Stopped(stop) => return Err(stop),
            }
        }
        Ok(None)
    }

    /// Whether a step leads from a frame to a cube, from outside the cube if asked. The cube must
    /// exclude initial states for its part to do so, too.
    pub fn relative(
        &mut self,
        level: usize,
        cube: &[Lit],
        from_outside: bool,
    ) -> Result<Relative, Stopped> {
        let mut order: Cube = cube.to_vec();
        if self.tuning.activity {
            self.most_active_first(&mut order);
        }
        let assumptions: Vec<Lit> = order.iter().map(|&literal| self.next(literal)).collect();
        let outside: Vec<Lit> = match from_outside {
            true => negated(cube),
            false => Vec::new(),
        };
        match self.solvers[level].solve(&assumptions, &outside, self.budget) {
            Outcome::Stopped(stop) => Err(stop),
            Outcome::Sat => Ok(Relative::Step),
            Outcome::Unsat => {
                let mut part: Cube = Vec::with_capacity(cube.len());
                let mut used: Vec<Lit> = Vec::new();
                for (&literal, &assumption) in order.iter().zip(&assumptions) {
                    // One literal is enough where several latches become the same.
                    if self.solvers[level].has_failed(assumption) && !used.contains(&assumption) {
                        used.push(assumption);
                        part.push(literal);
                    }
                }
                if !self.excludes_initial(&part) {
                    let literal =
                        cube.iter().copied().find(|&literal| self.is_not_initial(literal));
                    part.extend(literal);
                }
                self.exclude_reached(&mut part, cube);
                part.sort_unstable();
                Ok(Relative::Inductive(part))
            }
        }
    }

    pub(super) fn most_active_first(&self, cube: &mut [Lit]) {
        let activity = |literal: &Lit| self.activities[self.latch_of[literal.node()] as usize];
        cube.sort_by(|a, b| activity(b).total_cmp(&activity(a)).then(a.cmp(b)));
    }
}
