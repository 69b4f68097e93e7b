//! The loops of a function.

use crate::{BlockId, Body};
use rustc_hash::FxHashSet;

/// A loop, identified by its head.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The block where each round starts.
    pub head: BlockId,
    /// The blocks that jump back to the head.
    pub latches: Vec<BlockId>,
    /// The blocks on paths from the head back to it; `None` if the loop can be entered elsewhere
    /// too.
    pub blocks: Option<FxHashSet<BlockId>>,
}

/// The loops of a function, and its dominator tree.
pub struct Loops {
    /// One loop for each head. Every cycle passes through one of the heads.
    pub loops: Vec<Loop>,
    /// The immediate dominator of each block; the first block has itself.
    dominators: Vec<Option<usize>>,
    /// The position of each block in an order in which dominators come first.
    positions: Vec<usize>,
}

impl Loops {
    /// Finds the loops that runs can reach.
    pub fn of(body: &Body) -> Loops {
        let order = depth_first(body);
        let mut positions = vec![usize::MAX; body.blocks.len()];
        for (position, block) in order.blocks.iter().enumerate() {
            positions[block.index()] = position;
        }
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); body.blocks.len()];
        for &block in &order.blocks {
            for next in body.block(block).terminator.successors() {
                predecessors[next.index()].push(block.index());
            }
        }
        let dominators = dominators(&order.blocks, &positions, &predecessors);
        let mut this = Loops { loops: Vec::new(), dominators, positions };
        for (from, head) in order.back {
            match this.loops.iter_mut().find(|known| known.head == head) {
                Some(known) => known.latches.push(from),
                None => this.loops.push(Loop { head, latches: vec![from], blocks: None }),
            }
        }
        let mut loops = std::mem::take(&mut this.loops);
        for found in &mut loops {
            found.blocks = this.natural_loop(found, &predecessors);
        }
        this.loops = loops;
        this
    }

    /// Whether every path to `block` passes through `first`.
    pub fn dominates(&self, first: BlockId, block: BlockId) -> bool {
        let (first, mut at) = (first.index(), block.index());
        if self.positions[first] == usize::MAX {
            return false;
        }
        while self.positions[at] > self.positions[first] {
            match self.dominators[at] {
                Some(next) => at = next,
                None => return false,
            }
        }
        at == first
    }

    /// Whether each round of a loop passes through a block exactly once.
    pub fn once_a_round(&self, of: &Loop, block: BlockId) -> bool {
        let Some(blocks) = &of.blocks else { return false };
        let in_inner_loop = self.loops.iter().any(|other| {
            other.head != of.head
                && blocks.contains(&other.head)
                && other.blocks.as_ref().is_none_or(|inner| inner.contains(&block))
        });
        blocks.contains(&block)
            && !in_inner_loop
            && of.latches.iter().all(|&latch| self.dominates(block, latch))
    }

    /// The blocks of a loop that can only be entered at its head.
    fn natural_loop(&self, of: &Loop, predecessors: &[Vec<usize>]) -> Option<FxHashSet<BlockId>> {
        if !of.latches.iter().all(|&latch| self.dominates(of.head, latch)) {
            return None;
        }
        let mut blocks = FxHashSet::from_iter([of.head]);
        let mut open = of.latches.clone();
        while let Some(block) = open.pop() {
            if blocks.insert(block) {
                let before = &predecessors[block.index()];
                open.extend(before.iter().map(|&block| BlockId::from_index(block)));
            }
        }
        Some(blocks)
    }
}

/// Blocks in reverse post-order, and the back edges of the depth-first search.
struct DepthFirst {
    blocks: Vec<BlockId>,
    back: Vec<(BlockId, BlockId)>,
}

fn depth_first(body: &Body) -> DepthFirst {
    let successors =
        |block: BlockId| -> Vec<BlockId> { body.block(block).terminator.successors().collect() };
    let (mut seen, mut on_way) = (vec![false; body.blocks.len()], vec![false; body.blocks.len()]);
    let (mut blocks, mut back) = (Vec::new(), Vec::new());
    let first = BlockId::from_index(0);
    (seen[0], on_way[0]) = (true, true);
    let mut visits = vec![(first, successors(first))];
    while let Some((block, open)) = visits.last_mut() {
        let block = *block;
        let Some(next) = open.pop() else {
            on_way[block.index()] = false;
            blocks.push(block);
            visits.pop();
            continue;
        };
        if on_way[next.index()] {
            back.push((block, next));
        } else if !seen[next.index()] {
            (seen[next.index()], on_way[next.index()]) = (true, true);
            visits.push((next, successors(next)));
        }
    }
    blocks.reverse();
    DepthFirst { blocks, back }
}

/// Immediate dominators, by Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
fn dominators(
    order: &[BlockId],
    positions: &[usize],
    predecessors: &[Vec<usize>],
) -> Vec<Option<usize>> {
    let mut dominators: Vec<Option<usize>> = vec![None; positions.len()];
    dominators[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for block in order.iter().skip(1).map(|block| block.index()) {
            let known = predecessors[block].iter().copied().filter(|&p| dominators[p].is_some());
            let common = known.reduce(|mut a, mut b| {
                while a != b {
                    let later = if positions[a] > positions[b] { &mut a } else { &mut b };
                    *later = dominators[*later].expect("only such blocks are compared");
                }
                a
            });
            if dominators[block] != common {
                dominators[block] = common;
                changed = true;
            }
        }
    }
    dominators
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loops(blocks: &str) -> Loops {
        let text = format!(
            "machine lp64
            entry function main at &main () returns r {{
              register r : u32
              {blocks}
            }}"
        );
        let program = crate::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        Loops::of(program.functions[0].body.as_ref().unwrap())
    }

    fn block(number: usize) -> BlockId {
        BlockId::from_index(number)
    }

    #[test]
    fn nested_loops_are_told_apart() {
        let found = loops(
            "b0: goto b1
            b1: branch (= r #x00000000) b2 b5
            b2: goto b3
            b3: branch (= r #x00000001) b3 b4
            b4: goto b1
            b5: return",
        );
        let mut heads: Vec<BlockId> = found.loops.iter().map(|l| l.head).collect();
        heads.sort_unstable();
        assert_eq!(heads, [block(1), block(3)]);
        let outer = found.loops.iter().find(|l| l.head == block(1)).unwrap();
        let blocks = outer.blocks.as_ref().unwrap();
        assert_eq!(blocks.len(), 4);
        assert!(!blocks.contains(&block(5)) && !blocks.contains(&block(0)));
        let once: Vec<usize> = (0..6).filter(|&b| found.once_a_round(outer, block(b))).collect();
        assert_eq!(once, [1, 2, 4]);
        assert!(found.dominates(block(1), block(5)) && !found.dominates(block(2), block(5)));
    }

    #[test]
    fn loops_with_two_entries_have_no_known_blocks() {
        let found = loops(
            "b0: branch (= r #x00000000) b1 b2
            b1: goto b2
            b2: branch (= r #x00000001) b1 b3
            b3: return",
        );
        assert_eq!(found.loops.len(), 1);
        assert!(found.loops[0].blocks.is_none());
        assert!(!found.once_a_round(&found.loops[0], block(1)));
    }
}
