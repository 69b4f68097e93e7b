//! Checks for lost memory: at the end of a run, and along runs that never end.
//!
//! Lost memory stays lost, so the end of a run shows it. A run that never ends passes some loop
//! head or recursive function again and again. A check is inserted there, unless it is easy to see
//! that every run leaves the loop.

use crate::endless::is_always_left;
use crate::loops::Loops;
use crate::{
    BlockId, Callee, Check, Condition, FunctionId, Initial, Program, Property, Span, Statement,
    StatementKind, Storage,
};
use rustc_hash::FxHashSet;
use term::{Symbol, Term, free_vars};

/// Inserts checks for lost memory where runs that never end must pass. `always_returns` lists
/// functions whose loops and calls are known to end. If a program allocates nothing, no check is
/// needed, and neither are the statements that mark variables as out of scope.
pub fn check_runs_without_end(program: &mut Program, always_returns: impl Fn(&str) -> bool) {
    if !any_statement(program, |kind| {
        matches!(kind, StatementKind::Allocate { storage: Storage::Heap, .. })
    }) {
        forget_leaks(program);
        return;
    }
    let recursive = recursive_functions(program);
    for id in program.function_ids() {
        let function = &program.functions[id.index()];
        let Some(body) = &function.body else { continue };
        if always_returns(&function.name) {
            continue;
        }
        let body = body.clone();
        let loops = Loops::of(&body);
        let mut places: Vec<BlockId> = Vec::new();
        for of in &loops.loops {
            if !is_always_left(&mut program.terms, &body, &loops, of) {
                places.push(of.head);
            }
        }
        if recursive[id.index()] {
            places.push(BlockId::from_index(0));
        }
        places.sort_unstable();
        places.dedup();
        let span = function.span;
        let body = program.functions[id.index()].body.as_mut().expect("it has one");
        for place in places {
            let block = &mut body.blocks[place.index()];
            let first = block.statements.iter().find_map(|statement| statement.span);
            block.statements.insert(0, check(first.or(block.span).or(span)));
        }
    }
}

fn check(span: Option<Span>) -> Statement {
    let (property, condition) = (Property::Memtrack, Condition::TrackedSoFar);
    let kind =
        StatementKind::Check(Check { property, condition, message: "memory is lost".into() });
    Statement { kind, span }
}

/// Removes everything that concerns lost heap memory, except the checks at the end of the entry.
fn forget_leaks(program: &mut Program) {
    let entry = program.entry;
    for id in program.function_ids() {
        let Some(body) = &mut program.functions[id.index()].body else { continue };
        for block in &mut body.blocks {
            block.statements.retain(|statement| match &statement.kind {
                StatementKind::Forget(_) => false,
                StatementKind::Check(Check { condition, .. }) => {
                    let at_end = matches!(condition, Condition::AllFreed | Condition::AllTracked);
                    id == entry || !at_end
                }
                _ => true,
            });
        }
    }
}

fn statements(program: &Program, id: FunctionId) -> impl Iterator<Item = &StatementKind> {
    let blocks = program.function(id).body.iter().flat_map(|body| &body.blocks);
    blocks.flat_map(|block| &block.statements).map(|statement| &statement.kind)
}

fn any_statement(program: &Program, is_one: impl Fn(&StatementKind) -> bool) -> bool {
    program.function_ids().any(|id| statements(program, id).any(&is_one))
}

/// For each function, whether it may call itself, directly or through others. A call through a
/// pointer may reach any function whose address is used.
fn recursive_functions(program: &Program) -> Vec<bool> {
    let pointed = pointed_functions(program);
    let callees: Vec<Vec<usize>> = program
        .function_ids()
        .map(|id| {
            let mut callees = Vec::new();
            for kind in statements(program, id) {
                match kind {
                    StatementKind::Call { callee: Callee::Direct(callee), .. } => {
                        callees.push(callee.index());
                    }
                    StatementKind::Call { callee: Callee::Indirect(_), .. } => {
                        callees.extend(&pointed);
                    }
                    _ => {}
                }
            }
            callees.sort_unstable();
            callees.dedup();
            callees
        })
        .collect();
    let reaches_itself = |start: usize| {
        let mut seen = vec![false; callees.len()];
        let mut open = callees[start].clone();
        while let Some(function) = open.pop() {
            if function == start {
                return true;
            }
            if !std::mem::replace(&mut seen[function], true) {
                open.extend(&callees[function]);
            }
        }
        false
    };
    (0..callees.len()).map(reaches_itself).collect()
}

/// The functions whose addresses are used.
fn pointed_functions(program: &Program) -> Vec<usize> {
    let mut roots: Vec<Term> = Vec::new();
    for id in program.function_ids() {
        statements(program, id).for_each(|kind| roots.extend(kind.terms()));
    }
    for object in &program.globals {
        if let Initial::Values(values) = &object.initial {
            roots.extend(values.iter().map(|&(_, value)| value));
        }
    }
    let used: FxHashSet<Symbol> = free_vars(&program.terms, &roots).into_iter().collect();
    let ids = program.function_ids().map(FunctionId::index);
    ids.filter(|&id| used.contains(&program.functions[id].address)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of checks inserted into each function.
    fn checks(text: &str) -> Vec<usize> {
        let mut program = crate::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        check_runs_without_end(&mut program, |name| name == "trusted");
        let is_check = |kind: &&StatementKind| matches!(kind, StatementKind::Check(check) if check.condition == Condition::TrackedSoFar);
        program.function_ids().map(|id| statements(&program, id).filter(is_check).count()).collect()
    }

    fn main_with(body: &str, others: &str) -> String {
        format!(
            "machine lp64
            entry function main at &main () {{
              register p \"p\" : pointer
              register x : i32
              b0: allocate p heap #x0000000000000004 {body}
            }}
            {others}"
        )
    }

    #[test]
    fn loops_that_may_run_for_ever_are_checked() {
        assert_eq!(checks(&main_with("goto b1 b1: goto b1", "")), [1]);
        let counts =
            "goto b1 b1: x := (bvadd x #x00000001) branch (= x #x00000000) b2 b1 b2: return";
        assert_eq!(checks(&main_with(counts, "")), [0]);
        let asks = "goto b1 b1: choose x input \"f\" branch (= x #x00000000) b2 b1 b2: return";
        assert_eq!(checks(&main_with(asks, "")), [1]);
        let walks = "goto b1 b1: load p p branch (= p #x0000000000000000) b2 b1 b2: return";
        assert_eq!(checks(&main_with(walks, "")), [1]);
    }

    #[test]
    fn recursive_functions_are_checked() {
        let calls = "call f() return";
        let recursive = "function f at &f () { b0: call g() return }
            function g at &g () { b0: call f() return }
            function h at &h () { b0: call f() return }";
        assert_eq!(checks(&main_with(calls, recursive)), [0, 1, 1, 0]);
        let pointed =
            "function f at &f () { register q : pointer b0: q := &f call-at q () return }";
        assert_eq!(checks(&main_with(calls, pointed)), [0, 1]);
        let trusted = "function trusted at &t () { b0: goto b1 b1: goto b1 }";
        assert_eq!(checks(&main_with("call trusted() return", trusted)), [0, 0]);
    }

    #[test]
    fn without_allocations_nothing_is_lost() {
        let text = "machine lp64
            entry function main at &main () {
              register p \"p\" : pointer
              b0: call f() forget p check valid-memtrack \"\" all-tracked return
            }
            function f at &f () { b0: check valid-memcleanup \"\" all-freed goto b1 b1: goto b1 }";
        let mut program = crate::parse(text).unwrap();
        check_runs_without_end(&mut program, |_| false);
        let count = |id| statements(&program, FunctionId::from_index(id)).count();
        assert_eq!([count(0), count(1)], [2, 0]);
    }
}
