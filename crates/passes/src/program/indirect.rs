//! Calls through pointers become case splits over the functions that may be meant.

use super::liveness::watches_memory;
use crate::points_to::PointsTo;
use program::{
    Block, BlockId, Body, Callee, ChoiceSource, FunctionId, Program, Span, Statement,
    StatementKind, Terminator,
};
use term::{Symbol, Term};

/// A call through a pointer and whom it may mean.
struct IndirectCall {
    block: BlockId,
    statement: usize,
    targets: Vec<FunctionId>,
    /// Whether no known address flows into the pointer: it comes from outside of the program.
    is_foreign: bool,
}

/// Replaces every call through a pointer by direct calls of the functions that the points-to
/// analysis allows and that have its parameters and result. Nothing is known of a call of anything
/// else. A function whose address comes from outside of the program is one that is not defined:
/// unless accesses to memory are watched, as then it matters that the pointer is no valid one.
pub fn resolve_indirect_calls(program: &mut Program) {
    let watched = watches_memory(program);
    let calls = find_calls(program, watched);
    for (index, calls) in calls.into_iter().enumerate() {
        let Some(mut body) = program.functions[index].body.take() else { continue };
        // From the last one on, so that positions stay right.
        for call in calls.iter().rev() {
            split(program, &mut body, call);
        }
        program.functions[index].body = Some(body);
    }
}

/// The calls through pointers of each function, in order.
fn find_calls(program: &Program, watched: bool) -> Vec<Vec<IndirectCall>> {
    let mut points_to = PointsTo::of(program);
    let mut found = Vec::with_capacity(program.functions.len());
    for id in program.function_ids() {
        let mut calls = Vec::new();
        let blocks = program.function(id).body.iter().flat_map(|body| body.blocks.iter());
        for (block, content) in blocks.enumerate() {
            for (statement, kind) in content.statements.iter().map(|s| &s.kind).enumerate() {
                let StatementKind::Call { callee: Callee::Indirect(address), args, result } = kind
                else {
                    continue;
                };
                let targets = points_to.targets(*address, args, *result);
                let is_foreign = !watched && points_to.value(*address).is_none();
                let block = BlockId::from_index(block);
                calls.push(IndirectCall { block, statement, targets, is_foreign });
            }
        }
        found.push(calls);
    }
    found
}

fn split(program: &mut Program, body: &mut Body, call: &IndirectCall) {
    let block = &mut body.blocks[call.block.index()];
    let after = block.statements.split_off(call.statement + 1);
    let statement = block.statements.pop().expect("the call");
    let span = statement.span;
    let StatementKind::Call { callee: Callee::Indirect(address), args, result } = statement.kind
    else {
        unreachable!("only such calls were collected")
    };
    let terminator = std::mem::replace(&mut block.terminator, Terminator::Halt);
    let rest_span = std::mem::replace(&mut block.span, span);
    let rest = push(body, Block { statements: after, terminator, span: rest_span });
    let other = match result {
        _ if !call.is_foreign => {
            Some(StatementKind::Unsupported("a call of an unknown function".to_owned()))
        }
        Some(target) => {
            let source = ChoiceSource::External("a function from outside".to_owned());
            Some(StatementKind::Choose { target, source })
        }
        None => None,
    };
    let statements = other.into_iter().map(|kind| Statement { kind, span }).collect();
    let mut next = push(body, Block { statements, terminator: Terminator::Goto(rest), span });
    let call_of = |id| direct_call(id, args.clone(), result, span);
    for &target in call.targets.iter().rev() {
        let direct =
            Block { statements: vec![call_of(target)], terminator: Terminator::Goto(rest), span };
        let then = push(body, direct);
        let condition = is_function(program, address, target);
        let terminator = Terminator::Branch { condition, then, otherwise: next };
        next = push(body, Block { statements: Vec::new(), terminator, span });
    }
    body.blocks[call.block.index()].terminator = Terminator::Goto(next);
}

fn direct_call(
    id: FunctionId,
    args: Vec<Term>,
    result: Option<Symbol>,
    span: Option<Span>,
) -> Statement {
    Statement { kind: StatementKind::Call { callee: Callee::Direct(id), args, result }, span }
}

fn is_function(program: &mut Program, address: Term, id: FunctionId) -> Term {
    let symbol = program.function(id).address;
    let function = program.terms.var(symbol);
    program.terms.eq(address, function)
}

fn push(body: &mut Body, block: Block) -> BlockId {
    body.blocks.push(block);
    BlockId::from_index(body.blocks.len() - 1)
}
