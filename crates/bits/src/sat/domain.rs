//! The domain of a query: the cone of what it mentions.

use super::{ALWAYS, Solver};
use hardware::circuit::Lit;

impl Solver {
    /// Makes the cones of some literals parts of all domains.
    pub(super) fn include_always(&mut self, literals: &[Lit]) {
        self.stack.extend(literals.iter().map(|literal| literal.node() as u32));
        while let Some(node) = self.stack.pop() {
            if std::mem::replace(&mut self.cones[node as usize], ALWAYS) == ALWAYS {
                continue;
            }
            self.domain[node as usize] = ALWAYS;
            self.order.set_member(node, true);
            self.order.insert(node);
            self.stack.extend_from_slice(self.netlist.parts(node as usize));
        }
    }

    /// Starts a domain with the cones of some literals. Nodes of all domains wait to be decided
    /// anyway: whenever they are unassigned, they come back.
    pub(super) fn begin_domain<'a>(&mut self, literals: impl Iterator<Item = &'a Lit>) {
        self.query += 1;
        if self.query == ALWAYS {
            self.query = 1;
            for marks in [&mut self.domain, &mut self.cones] {
                marks.iter_mut().filter(|mark| **mark != ALWAYS).for_each(|mark| *mark = 0);
            }
        }
        self.stack.extend(literals.map(|literal| literal.node() as u32));
        while let Some(node) = self.stack.pop() {
            let cone = &mut self.cones[node as usize];
            if *cone == self.query || *cone == ALWAYS {
                continue;
            }
            *cone = self.query;
            // A gate whose value is fixed belongs to all domains, but what it is made of may not.
            if self.domain[node as usize] != ALWAYS {
                self.domain[node as usize] = self.query;
                self.order.set_member(node, true);
                self.order.insert(node);
                self.members.push(node);
            }
            self.stack.extend_from_slice(self.netlist.parts(node as usize));
        }
    }

    /// Ends the domain: its nodes are not decided any more, unless they have come to be in all
    /// domains.
    pub(super) fn end_domain(&mut self) {
        while let Some(node) = self.members.pop() {
            if self.domain[node as usize] != ALWAYS {
                self.order.set_member(node, false);
            }
        }
    }

    #[inline]
    pub(super) fn is_in_domain(&self, node: usize) -> bool {
        self.domain[node] >= self.query
    }
}
