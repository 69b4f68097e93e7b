//! Figure 2: the blocking phase of IC3 along a path of the tree.

use super::Cube;
use super::engine::TreeIc3Search;
use super::label::Label;
use super::step::Image;
use crate::frames::ObligationQueue;
use crate::tree::NodeId;
use evidence::Reason;
use model::EdgeId;
use term::Term;

/// What a path must not come to.
pub(super) enum Target {
    /// The end of an edge to an error, from the last node of the path.
    Error(EdgeId),
    /// A region at the last node of the path.
    Region(Cube),
}

impl TreeIc3Search<'_> {
    /// Blocks a path: `nodes` with the edges between them. Returns the clauses of its nodes that
    /// exclude the target, or nothing if a run leads there from the states of the first node.
    ///
    /// Numbers are those of the lines in the paper. Positions on the path take the place of levels.
    pub(super) fn block_path(
        &mut self,
        nodes: &[NodeId],
        edges: &[EdgeId],
        target: &Target,
    ) -> Result<Option<Vec<Label>>, Reason> {
        let last = nodes.len() - 1;
        // 1: the trace starts with the clauses of the nodes.
        let mut frames: Vec<Label> =
            nodes.iter().map(|&node| self.tree.node(node).label().clone()).collect();
        // 2: an empty clause at a position makes all that follow empty, so the last one decides.
        // 4: one cube after the other of those that lead to the target.
        let mut next_bad = self.bad_cube(&frames[last], target)?;
        while let Some(bad) = next_bad {
            // 3, 5: the lowest position is the top of the stack.
            let mut queue: ObligationQueue<(), Term, ()> = ObligationQueue::default();
            let first = queue.obligation((), bad, (), None);
            queue.add(first, last as u32);
            // 6, 7
            while let Some((id, position)) = queue.pop() {
                let cube = queue.get(id).cube.clone();
                // 8
                let Some(before) = (position as usize).checked_sub(1) else { return Ok(None) };
                if frames[before + 1].excludes(&cube) {
                    continue;
                }
                match self.image(&frames[before], edges[before], Some(&cube))? {
                    // 9 to 12
                    Image::Unreached(core) => {
                        let clause = self.generalise(&frames[before], edges[before], core)?;
                        frames[before + 1].exclude(&clause);
                    }
                    // 13 to 15
                    Image::Reached(predecessor) => {
                        let predecessor = queue.obligation((), predecessor, (), Some(id));
                        queue.add(predecessor, before as u32);
                        queue.add(id, position);
                    }
                }
            }
            self.count.obligations += queue.made();
            next_bad = match target {
                Target::Error(_) => self.bad_cube(&frames[last], target)?,
                // It was one cube, and is blocked.
                Target::Region(_) => None,
            };
        }
        // 16
        Ok(Some(frames))
    }

    /// States of the last frame from which on the target is reached.
    fn bad_cube(&mut self, last: &Label, target: &Target) -> Result<Option<Cube>, Reason> {
        match target {
            Target::Error(edge) => Ok(match self.image(last, *edge, None)? {
                Image::Reached(bad) => Some(bad),
                Image::Unreached(_) => None,
            }),
            Target::Region(cube) => Ok((!last.excludes(cube)).then(|| cube.clone())),
        }
    }

    /// Adds the clauses of a blocked path to its nodes (figure 3, path blocking). A node that gets the
    /// empty clause leaves the tree with all below it: no run takes the edge to it. Says whether
    /// anything changed.
    pub(super) fn add_clauses(&mut self, nodes: &[NodeId], frames: Vec<Label>) -> bool {
        let mut is_changed = false;
        for (&node, frame) in nodes.iter().zip(frames).skip(1) {
            let known = self.tree.node(node).label().learnt();
            if frame.learnt() == known {
                continue;
            }
            is_changed = true;
            self.count.clauses += frame.learnt() - known;
            if frame.is_contradiction() {
                self.tree.remove(node);
                break;
            }
            self.tree.strengthen(node, |label| {
                *label = frame;
                true
            });
        }
        is_changed
    }
}
