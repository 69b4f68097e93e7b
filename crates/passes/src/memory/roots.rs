//! The registers that may point to memory at a leak check: variables that were assigned and are
//! still in scope, and temporaries that are still live.

use program::liveness::{Readers, live_registers};
use program::{BlockId, Body, Function, Program, StatementKind};
use rustc_hash::{FxHashMap, FxHashSet};
use term::Symbol;

/// The registers at each leak check, by block and statement.
pub type Roots = FxHashMap<(BlockId, usize), Vec<Symbol>>;

/// Finds those among some registers of a function.
pub fn roots(program: &Program, function: &Function, is_asked: impl Fn(Symbol) -> bool) -> Roots {
    let mut roots = Roots::default();
    let Some(body) = &function.body else { return roots };
    let asked = function.registers.iter().filter(|register| is_asked(register.symbol));
    let (temporaries, variables): (Vec<_>, Vec<_>) =
        asked.partition(|register| register.name.is_empty());
    for (block, content) in body.block_ids().zip(&body.blocks) {
        for (index, statement) in content.statements.iter().enumerate() {
            if is_check(&statement.kind) {
                roots.insert((block, index), Vec::new());
            }
        }
    }
    if roots.is_empty() {
        return roots;
    }
    add_variables(body, &variables.iter().map(|v| v.symbol).collect::<Vec<_>>(), &mut roots);
    let temporaries: FxHashSet<Symbol> = temporaries.iter().map(|t| t.symbol).collect();
    let live = live_registers(&program.terms, body, &temporaries, function.result);
    let mut readers = Readers::new(&program.terms, &temporaries);
    for (block, content) in body.block_ids().zip(&body.blocks) {
        if !content.statements.iter().any(|statement| is_check(&statement.kind)) {
            continue;
        }
        let mut now = FxHashSet::default();
        readers.before_terminator(&mut now, &content.terminator, &live, function.result);
        for (index, statement) in content.statements.iter().enumerate().rev() {
            if let Some(found) = roots.get_mut(&(block, index)) {
                let mut now: Vec<Symbol> = now.iter().copied().collect();
                now.sort_unstable();
                found.extend(now);
            }
            readers.before_statement(&mut now, &statement.kind);
        }
    }
    roots
}

fn is_check(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Check(check) if check.condition.asks_whether_tracked())
}

/// Adds the variables that may have been assigned and have not gone out of scope since.
fn add_variables(body: &Body, variables: &[Symbol], roots: &mut Roots) {
    let numbers: FxHashMap<Symbol, usize> =
        variables.iter().enumerate().map(|(number, &variable)| (variable, number)).collect();
    let step = |assigned: &mut [bool], kind: &StatementKind| {
        if let Some(&number) = kind.target().and_then(|target| numbers.get(&target)) {
            assigned[number] = !matches!(kind, StatementKind::Forget(_));
        }
    };
    let mut at_start: Vec<Option<Vec<bool>>> = vec![None; body.blocks.len()];
    at_start[0] = Some(vec![false; variables.len()]);
    let mut open = vec![BlockId::from_index(0)];
    while let Some(block) = open.pop() {
        let Some(mut assigned) = at_start[block.index()].clone() else { continue };
        let content = body.block(block);
        content.statements.iter().for_each(|statement| step(&mut assigned, &statement.kind));
        for next in content.terminator.successors() {
            let changed = match &mut at_start[next.index()] {
                Some(known) => {
                    let more = known.iter().zip(&assigned).any(|(&old, &new)| new && !old);
                    known.iter_mut().zip(&assigned).for_each(|(old, &new)| *old |= new);
                    more
                }
                unknown => {
                    *unknown = Some(assigned.clone());
                    true
                }
            };
            if changed {
                open.push(next);
            }
        }
    }
    for (block, content) in body.block_ids().zip(&body.blocks) {
        let Some(mut assigned) = at_start[block.index()].take() else { continue };
        for (index, statement) in content.statements.iter().enumerate() {
            if let Some(found) = roots.get_mut(&(block, index)) {
                found
                    .extend(variables.iter().zip(&assigned).filter(|(_, is)| **is).map(|(v, _)| v));
            }
            step(&mut assigned, &statement.kind);
        }
    }
}
