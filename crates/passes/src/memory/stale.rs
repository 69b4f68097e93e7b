//! Pointers that may outlive the object they point to.

use crate::points_to::{ClassId, PointsTo};
use program::liveness::live_registers;
use program::{Program, StatementKind, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Symbol, Term, free_vars};

/// The given local objects of the entry whose life may start again while a pointer to an earlier
/// life remains, in memory or in a live register. While the entry runs, other functions have no
/// registers.
pub fn outlived(
    program: &Program,
    points_to: &PointsTo<'_>,
    candidates: &FxHashSet<Symbol>,
) -> FxHashSet<Symbol> {
    let in_memory = points_to.held_in_memory();
    let class_of = |object: Symbol| points_to.class_of(object);
    let classes: FxHashSet<ClassId> = candidates.iter().filter_map(|&o| class_of(o)).collect();
    let entry = program.function(program.entry);
    let pointers: FxHashMap<Symbol, ClassId> = entry
        .registers
        .iter()
        .filter_map(|r| Some((r.symbol, points_to.symbol_value(r.symbol)?.class)))
        .filter(|(_, class)| classes.contains(class))
        .collect();
    let registers: FxHashSet<Symbol> = pointers.keys().copied().collect();
    let body = entry.body.as_ref().expect("the entry has a body");
    let live_in = live_registers(&program.terms, body, &registers, entry.result);
    let mut found: FxHashSet<Symbol> = FxHashSet::default();
    for block in &body.blocks {
        let begins = |kind: &StatementKind| matches!(kind, StatementKind::Begin(o) if candidates.contains(o));
        if !block.statements.iter().any(|statement| begins(&statement.kind)) {
            continue;
        }
        let mut live: FxHashSet<Symbol> = FxHashSet::default();
        for next in block.terminator.successors() {
            live.extend(&live_in[next.index()]);
        }
        let read = |live: &mut FxHashSet<Symbol>, term: Term| {
            live.extend(
                free_vars(&program.terms, &[term]).iter().filter(|v| registers.contains(v)),
            );
        };
        match block.terminator {
            Terminator::Branch { condition, .. } => read(&mut live, condition),
            Terminator::Return => live.extend(entry.result.filter(|r| registers.contains(r))),
            Terminator::Goto(_) | Terminator::Halt => {}
        }
        for statement in block.statements.iter().rev() {
            if let StatementKind::Begin(object) = statement.kind
                && candidates.contains(&object)
                && let Some(class) = class_of(object)
                && (in_memory.contains(&class)
                    || live.iter().any(|r| pointers.get(r) == Some(&class)))
            {
                found.insert(object);
            }
            if let Some(written) = statement.kind.target() {
                live.remove(&written);
            }
            for term in statement.kind.terms() {
                read(&mut live, term);
            }
        }
    }
    found
}
