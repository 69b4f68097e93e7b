//! Calls through pointers become case splits over the possible callees.

use crate::points_to::{PointsTo, fits};
use model::Gap;
use program::{
    Block, BlockId, Body, Callee, ChoiceSource, FunctionId, Program, Span, Statement,
    StatementKind, Terminator,
};
use rustc_hash::FxHashSet;
use term::{Op, Symbol, Term, post_order};

/// A call through a pointer and its possible callees.
struct IndirectCall {
    block: BlockId,
    statement: usize,
    targets: Vec<FunctionId>,
    /// Whether the pointer may be a guessed address of another function of the program.
    may_be_guessed: bool,
}

/// Replaces every call through a pointer by direct calls of the functions that the points-to
/// analysis allows. Calls of functions with other parameters or another result are not modelled. A
/// call of null ends the run. Any other address is a function outside of the program, unless the
/// program compares integers with addresses of functions.
pub fn resolve_indirect_calls(program: &mut Program) {
    let calls = find_calls(program);
    for (index, calls) in calls.into_iter().enumerate() {
        let Some(mut body) = program.functions[index].body.take() else { continue };
        // From last to first, so that positions stay valid.
        for call in calls.iter().rev() {
            split(program, &mut body, call);
        }
        program.functions[index].body = Some(body);
    }
}

/// The calls through pointers of each function, in order.
fn find_calls(program: &Program) -> Vec<Vec<IndirectCall>> {
    let mut points_to = PointsTo::of(program);
    let may_be_guessed = exposes_functions(program, &mut points_to);
    let mut found = Vec::with_capacity(program.functions.len());
    for id in program.function_ids() {
        let mut calls = Vec::new();
        let blocks = program.function(id).body.iter().flat_map(|body| body.blocks.iter());
        for (block, content) in blocks.enumerate() {
            for (statement, kind) in content.statements.iter().map(|s| &s.kind).enumerate() {
                let StatementKind::Call { callee: Callee::Indirect(address), .. } = kind else {
                    continue;
                };
                let targets = points_to.functions(*address);
                let block = BlockId::from_index(block);
                calls.push(IndirectCall { block, statement, targets, may_be_guessed });
            }
        }
        found.push(calls);
    }
    found
}

/// Whether a program compares integers that are not constant with addresses of functions. Checks
/// that a pointer points to a function do not count.
fn exposes_functions(program: &Program, points_to: &mut PointsTo<'_>) -> bool {
    let store = &program.terms;
    let is_open = |points_to: &mut PointsTo<'_>, term: Term| {
        store.as_bitvec(term).is_none() && points_to.value(term).is_none()
    };
    let mut seen = FxHashSet::default();
    let mut exposes = |points_to: &mut PointsTo<'_>, term: Term| {
        let parts = post_order(store, &[term], |part| seen.contains(&part));
        seen.extend(parts.iter().copied());
        let pairs = parts.into_iter().filter_map(|part| match (store.op(part), store.args(part)) {
            (Op::Eq, &[a, b]) => Some([(a, b), (b, a)]),
            _ => None,
        });
        pairs.flatten().any(|(address, integer)| {
            !points_to.functions(address).is_empty() && is_open(points_to, integer)
        })
    };
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    bodies.flat_map(|body| &body.blocks).any(|block| {
        let statements = block.statements.iter().map(|statement| &statement.kind);
        let mut looked_at = statements.filter(|kind| !matches!(kind, StatementKind::Check(_)));
        let branches = match block.terminator {
            Terminator::Branch { condition, .. } => exposes(points_to, condition),
            _ => false,
        };
        branches || looked_at.any(|kind| kind.terms().into_iter().any(|t| exposes(points_to, t)))
    })
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
    let outside = if call.may_be_guessed {
        Some(StatementKind::Unsupported(Gap::GuessedFunction))
    } else {
        let source = ChoiceSource::External("a function from outside".to_owned());
        result.map(|target| StatementKind::Choose { target, source })
    };
    let statements = outside.into_iter().map(|kind| Statement { kind, span }).collect();
    let outside = push(body, Block { statements, terminator: Terminator::Goto(rest), span });
    let nowhere = push(body, Block { statements: Vec::new(), terminator: Terminator::Halt, span });
    let condition = is_null(program, address);
    let terminator = Terminator::Branch { condition, then: nowhere, otherwise: outside };
    let mut next = push(body, Block { statements: Vec::new(), terminator, span });
    for &target in call.targets.iter().rev() {
        let statement = if fits(program, target, &args, result) {
            direct_call(target, args.clone(), result, span)
        } else {
            let name = &program.function(target).name;
            let what = format!("a call of '{name}' as a function of another type");
            Statement { kind: StatementKind::Unsupported(what.into()), span }
        };
        let direct =
            Block { statements: vec![statement], terminator: Terminator::Goto(rest), span };
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

fn is_null(program: &mut Program, address: Term) -> Term {
    let null = program.terms.bv(program.machine.pointer_bits(), 0);
    program.terms.eq(address, null)
}

fn push(body: &mut Body, block: Block) -> BlockId {
    body.blocks.push(block);
    BlockId::from_index(body.blocks.len() - 1)
}
