//! Which registers a function may read before it assigns them.

use program::{BlockId, Body, Condition, Function, Program, StatementKind, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Symbol, Term, TermStore, free_vars};

/// The registers, but for parameters, whose first value may be read, in the order of declaration.
pub fn read_before_written(store: &TermStore, function: &Function) -> Vec<Symbol> {
    let Some(body) = &function.body else { return Vec::new() };
    let registers: FxHashSet<Symbol> = function.registers.iter().map(|r| r.symbol).collect();
    let mut live_in = live_registers(store, body, &registers, function.result).swap_remove(0);
    for parameter in &function.parameters {
        live_in.remove(parameter);
    }
    let mut sorted: Vec<Symbol> = live_in.into_iter().collect();
    sorted.sort_unstable();
    sorted
}

/// Those of the given registers that are live at the start of each block.
pub fn live_registers(
    store: &TermStore,
    body: &Body,
    registers: &FxHashSet<Symbol>,
    result: Option<Symbol>,
) -> Vec<FxHashSet<Symbol>> {
    let mut live = vec![FxHashSet::default(); body.blocks.len()];
    let mut read_by_term: FxHashMap<Term, Vec<Symbol>> = FxHashMap::default();
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..body.blocks.len()).rev().map(BlockId::from_index) {
            let content = body.block(block);
            let mut now: FxHashSet<Symbol> = FxHashSet::default();
            for next in content.terminator.successors() {
                now.extend(&live[next.index()]);
            }
            let mut read = |now: &mut FxHashSet<Symbol>, term: Term| {
                let variables =
                    read_by_term.entry(term).or_insert_with(|| free_vars(store, &[term]));
                now.extend(variables.iter().filter(|v| registers.contains(v)));
            };
            match content.terminator {
                Terminator::Branch { condition, .. } => read(&mut now, condition),
                Terminator::Return => now.extend(result.filter(|r| registers.contains(r))),
                Terminator::Goto(_) | Terminator::Halt => {}
            }
            for statement in content.statements.iter().rev() {
                if let Some(written) = statement.kind.target() {
                    now.remove(&written);
                }
                for term in statement.kind.terms() {
                    read(&mut now, term);
                }
            }
            if now.len() != live[block.index()].len() {
                live[block.index()] = now;
                changed = true;
            }
        }
    }
    live
}

/// Whether a check of the program asks which objects live.
pub fn watches_memory(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut kinds = bodies.flat_map(|b| &b.blocks).flat_map(|b| &b.statements).map(|s| &s.kind);
    kinds.any(|kind| match kind {
        StatementKind::Check(check) => !matches!(check.condition, Condition::Holds(_)),
        _ => false,
    })
}
