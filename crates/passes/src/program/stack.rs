//! Stack allocations of functions.

use super::graph::blocks_in_cycles;
use program::{Function, StatementKind, Storage};
use rustc_hash::FxHashSet;
use term::{Symbol, TermStore};

/// The registers that hold the addresses of a function's stack allocations.
pub fn stack_allocations(function: &Function) -> Vec<Symbol> {
    let blocks = function.body.iter().flat_map(|body| &body.blocks);
    let kinds = blocks.flat_map(|block| &block.statements).map(|statement| &statement.kind);
    let mut targets: Vec<Symbol> = kinds
        .filter_map(|kind| match kind {
            StatementKind::Allocate { target, storage: Storage::Stack, .. } => Some(*target),
            _ => None,
        })
        .collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Whether one activation may have more stack allocations than its registers remember. If a program
/// frees the object of a register, it does so before it assigns the register again.
pub fn allocates_repeatedly(terms: &TermStore, function: &Function) -> bool {
    let Some(body) = &function.body else { return false };
    let statements = body.blocks.iter().flat_map(|block| &block.statements);
    let freed: FxHashSet<Symbol> = statements
        .filter_map(|statement| match statement.kind {
            StatementKind::Free(address) => terms.as_var(address),
            _ => None,
        })
        .collect();
    let in_cycle = blocks_in_cycles(body);
    let mut seen = FxHashSet::default();
    body.block_ids().any(|block| {
        body.block(block).statements.iter().any(|statement| match statement.kind {
            StatementKind::Allocate { target, storage: Storage::Stack, .. }
                if !freed.contains(&target) =>
            {
                in_cycle[block.index()] || !seen.insert(target)
            }
            _ => false,
        })
    })
}
