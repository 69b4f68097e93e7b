//! Pushing: tries lemmas of a location at its successors (section 3.4 of the thesis).

use super::Cube;
use super::config::Push;
use super::search::Search;
use crate::frames::ObligationId;
use evidence::Reason;
use model::Location;
use std::collections::BTreeSet;
use term::free_vars;

/// Requests to push a lemma to a location: lower levels first, then by location and size.
#[derive(Debug, Default)]
pub(super) struct PushQueue {
    requests: BTreeSet<(u32, Location, usize, Cube)>,
}

impl Search<'_> {
    /// Requests that a lemma learnt at a location is tried at the successors that the filter
    /// accepts (algorithm 17).
    pub(super) fn create_pushes(&mut self, location: Location, level: u32, cube: &Cube) {
        let filter = self.config.push;
        if filter == Push::None {
            return;
        }
        for &edge in self.automaton.outgoing(location) {
            let successor = self.automaton.edge(edge).target;
            if successor == self.initial {
                continue;
            }
            let wanted = match filter {
                Push::None => false,
                Push::All => true,
                Push::Predecessor => self.is_only_predecessor(location, successor),
                Push::Assign => self.is_not_assigned(location, successor, cube),
                Push::Restrictive => {
                    self.is_only_predecessor(location, successor)
                        && self.is_not_assigned(location, successor, cube)
                }
            };
            if wanted {
                self.pushes.requests.insert((level, successor, cube.len(), cube.clone()));
            }
        }
    }

    /// Processes the requests (algorithm 18). A lemma is added to a location if it holds along all
    /// edges into it.
    pub(super) fn push(&mut self) -> Result<(), Reason> {
        while let Some((level, location, _, cube)) = self.pushes.requests.pop_first() {
            if self.frames.is_blocked(location, level + 1, &cube) {
                continue;
            }
            self.count.push_requests += 1;
            if self.config.push == Push::Restrictive {
                // The values that the lemma mentions are the same before and after (lemma 8).
                self.count.pushed_without_query += 1;
            } else if !self.is_pushable(location, level, &cube)? {
                continue;
            }
            self.count.pushed += 1;
            self.block(location, level + 1, &cube);
            if self.config.prune {
                self.prune(location, level + 1, &cube);
            }
        }
        Ok(())
    }

    fn is_pushable(&mut self, location: Location, level: u32, cube: &Cube) -> Result<bool, Reason> {
        for i in 0..self.automaton.incoming(location).len() {
            let edge = self.automaton.incoming(location)[i];
            if self.core_of_unreached(edge, level, cube)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Drops descendants of obligations that a pushed lemma will block in the next iteration (lemma
    /// 9).
    fn prune(&mut self, location: Location, level: u32, cube: &Cube) {
        let blocked: Vec<ObligationId> = self
            .queue
            .entries()
            .into_iter()
            .filter(|&(id, at)| {
                let obligation = self.queue.get(id);
                // Levels are lifted before the next iteration.
                at + 1 == level && obligation.place == location && cube.subsumes(&obligation.cube)
            })
            .map(|(id, _)| id)
            .collect();
        for id in blocked {
            self.count.pruned += self.queue.prune_below(id);
        }
    }

    fn is_only_predecessor(&self, location: Location, successor: Location) -> bool {
        let incoming = self.automaton.incoming(successor);
        incoming.iter().all(|&edge| self.automaton.edge(edge).source == location)
    }

    /// Whether no edge between the locations assigns a variable of the cube.
    fn is_not_assigned(&self, location: Location, successor: Location, cube: &Cube) -> bool {
        let variables = free_vars(&self.store, cube.literals());
        let between = self.automaton.incoming(successor).iter().map(|&e| self.automaton.edge(e));
        between
            .filter(|edge| edge.source == location)
            .all(|edge| variables.iter().all(|variable| !edge.assigned.contains(variable)))
    }
}
