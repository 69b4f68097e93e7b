//! The inner loop: obligations are blocked, or create predecessor obligations.

use super::consecution::Consecution;
use super::search::Search;
use crate::frames::ObligationId;
use evidence::Reason;

impl Search<'_> {
    /// Processes the queue until every obligation is blocked. Returns an obligation that cannot be
    /// blocked: its path starts at the initial location.
    pub(super) fn backward_block(&mut self) -> Result<Option<ObligationId>, Reason> {
        while let Some((id, level)) = self.queue.pop() {
            self.take_lemmas();
            let obligation = self.queue.get(id);
            let (location, cube) = (obligation.place, obligation.cube.clone());
            // All states are possible there.
            if location == self.initial {
                return Ok(Some(id));
            }
            if self.frames.is_blocked(location, level, &cube)
                || !self.is_satisfiable(location, level, cube.literals())?
            {
                self.keep_for_reuse(id, level);
                continue;
            }
            if self.config.skip && self.queue.is_old(id) {
                self.skip_predecessors(id, level);
            }
            match self.consecution(location, level, &cube)? {
                Consecution::Reached(edge) => {
                    let before = self.predecessor(edge, Some(&cube));
                    let source = self.automaton.edge(edge).source;
                    let predecessor = self.queue.obligation(source, before, edge, Some(id));
                    self.queue.add(predecessor, level - 1);
                    self.queue.add(id, level);
                }
                Consecution::Blocked(core) => {
                    self.learn(location, level, &cube, core)?;
                    self.keep_for_reuse(id, level);
                }
            }
        }
        Ok(None)
    }

    /// Keeps a blocked obligation, which must be blocked in the next iteration too.
    fn keep_for_reuse(&mut self, id: ObligationId, level: u32) {
        if self.config.reuse {
            self.queue.add_reused(id, level);
        }
    }

    /// If the frame of a predecessor equals the one below, queries of the lower level need not be
    /// repeated (algorithm 13).
    fn skip_predecessors(&mut self, id: ObligationId, level: u32) {
        if level < 2 {
            return;
        }
        let obligation = self.queue.get(id);
        for &edge in self.automaton.incoming(obligation.place) {
            let source = self.automaton.edge(edge).source;
            if self.frames.delta(source, level - 2).is_empty()
                && self.cache.lift(edge, &obligation.cube, level - 1)
            {
                self.count.skipped_predecessors += 1;
            }
        }
    }

    /// Blocks obligations without queries if no frame before them has changed: what was blocked a
    /// level below is blocked here (algorithms 12 and 14).
    pub(super) fn skip_obligations(&mut self) {
        for (id, level) in self.queue.entries() {
            let location = self.queue.get(id).place;
            if !self.queue.is_old(id) || !self.is_skippable(location, level) {
                continue;
            }
            self.count.skipped += 1;
            for cube in self.frames.delta(location, level - 1).to_vec() {
                self.block(location, level, &cube);
            }
            self.queue.add_reused(id, level);
        }
    }

    fn is_skippable(&self, location: model::Location, level: u32) -> bool {
        let incoming = self.automaton.incoming(location);
        level >= 2
            && incoming.iter().all(|&edge| {
                let source = self.automaton.edge(edge).source;
                self.frames.delta(source, level - 2).is_empty()
            })
    }
}
