//! Basic blocks of a function under construction, and their final form.

use program::{Block, BlockId, Span, Statement, Terminator};
use rustc_hash::FxHashMap;

/// A block that may still grow.
#[derive(Default)]
pub(super) struct OpenBlock {
    pub(super) statements: Vec<Statement>,
    pub(super) terminator: Option<Terminator>,
    pub(super) span: Option<Span>,
}

/// The blocks that are reachable from the first, renumbered; and the new numbers of some blocks, as
/// far as they are reachable.
pub(super) fn close(blocks: &[OpenBlock], asked: &[BlockId]) -> (Vec<Block>, Vec<Option<BlockId>>) {
    let terminator = |block: &OpenBlock| block.terminator.clone().unwrap_or(Terminator::Return);
    let mut numbers: FxHashMap<BlockId, BlockId> = FxHashMap::default();
    let mut order = Vec::new();
    let mut stack = vec![skip_empty(blocks, BlockId::from_index(0))];
    while let Some(block) = stack.pop() {
        if numbers.contains_key(&block) {
            continue;
        }
        numbers.insert(block, BlockId::from_index(order.len()));
        order.push(block);
        let next: Vec<BlockId> = terminator(&blocks[block.index()]).successors().collect();
        stack.extend(next.into_iter().rev().map(|next| skip_empty(blocks, next)));
    }
    let renumber = |block: BlockId| numbers[&skip_empty(blocks, block)];
    let closed = |&block: &BlockId| {
        let open = &blocks[block.index()];
        Block {
            statements: open.statements.clone(),
            terminator: match terminator(open) {
                Terminator::Goto(next) => Terminator::Goto(renumber(next)),
                Terminator::Branch { condition, then, otherwise } => Terminator::Branch {
                    condition,
                    then: renumber(then),
                    otherwise: renumber(otherwise),
                },
                end => end,
            },
            span: open.span,
        }
    };
    let number = |&block: &BlockId| numbers.get(&skip_empty(blocks, block)).copied();
    (order.iter().map(closed).collect(), asked.iter().map(number).collect())
}

/// The first block from here on that is not empty. An empty loop is left as it is.
fn skip_empty(blocks: &[OpenBlock], start: BlockId) -> BlockId {
    let mut block = start;
    for _ in 0..blocks.len() {
        let open = &blocks[block.index()];
        match open.terminator {
            Some(Terminator::Goto(next)) if open.statements.is_empty() => block = next,
            _ => return block,
        }
    }
    start
}
