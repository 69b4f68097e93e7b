//! Changes of the control flow that keep the steps.

use crate::ast::{Program, Stmt, Storage, UnaryOp};
use crate::build::{call, int, unary};
use crate::rng::Rng;
use crate::visit;

fn in_bodies(program: &mut Program, change: &mut dyn FnMut(&mut Vec<Stmt>)) {
    visit::functions(program, &mut |function| {
        visit::bodies(function.body.as_mut().expect("visited for its body"), change);
    });
}

/// Copies the first iteration of some loops in front of them.
pub fn peel_loops(program: &mut Program, rng: &mut Rng) {
    in_bodies(program, &mut |body| {
        for statement in body {
            if rng.one_in(3) {
                continue;
            }
            let peeled = match statement {
                Stmt::While(condition, inner) if may_stand_twice(inner) => {
                    let first = Stmt::Block(inner.clone());
                    let rest = Stmt::While(condition.clone(), inner.clone());
                    Stmt::If(condition.clone(), vec![first, rest], Vec::new())
                }
                Stmt::DoWhile(inner, condition) if may_stand_twice(inner) => {
                    let first = Stmt::Block(inner.clone());
                    Stmt::Block(vec![first, Stmt::While(condition.clone(), inner.clone())])
                }
                _ => continue,
            };
            *statement = peeled;
        }
    });
}

/// Whether the body of a loop means the same outside of the loop, and may occur twice in a
/// function.
fn may_stand_twice(body: &[Stmt]) -> bool {
    !leaves_or_continues(body, true) && !has_unique_parts(body)
}

/// Whether the body contains a `continue` (or, with `with_break`, a `break`) of its own loop.
fn leaves_or_continues(body: &[Stmt], with_break: bool) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::Continue => true,
        Stmt::Break => with_break,
        Stmt::If(_, then, otherwise) => {
            leaves_or_continues(then, with_break) || leaves_or_continues(otherwise, with_break)
        }
        Stmt::Block(inner) => leaves_or_continues(inner, with_break),
        Stmt::Switch(_, arms) => arms.iter().any(|arm| leaves_or_continues(&arm.body, false)),
        _ => false,
    })
}

/// Whether there are labels or static variables.
fn has_unique_parts(body: &[Stmt]) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::Label(_) => true,
        Stmt::Declare(declaration) => declaration.storage == Storage::Static,
        Stmt::If(_, then, otherwise) => has_unique_parts(then) || has_unique_parts(otherwise),
        Stmt::While(_, inner)
        | Stmt::DoWhile(inner, _)
        | Stmt::For(_, _, _, inner)
        | Stmt::Block(inner) => has_unique_parts(inner),
        Stmt::Switch(_, arms) => arms.iter().any(|arm| has_unique_parts(&arm.body)),
        _ => false,
    })
}

/// Turns `for` into `while`.
pub fn for_to_while(program: &mut Program) {
    in_bodies(program, &mut |body| {
        for statement in body {
            let Stmt::For(start, condition, step, inner) = statement else { continue };
            if leaves_or_continues(inner, false) {
                continue;
            }
            let turn = vec![Stmt::Block(inner.clone()), Stmt::Expr(step.clone())];
            let start = Stmt::Declare((**start).clone());
            *statement = Stmt::Block(vec![start, Stmt::While(condition.clone(), turn)]);
        }
    });
}

/// Negates conditions and swaps the branches.
pub fn swap_branches(program: &mut Program, rng: &mut Rng) {
    in_bodies(program, &mut |body| {
        for statement in body {
            if let Stmt::If(condition, then, otherwise) = statement
                && rng.one_in(2)
            {
                *condition = unary(UnaryOp::Not, condition.clone());
                std::mem::swap(then, otherwise);
            }
        }
    });
}

/// Inserts code that no run reaches.
pub fn dead_code(program: &mut Program, rng: &mut Rng) {
    in_bodies(program, &mut |body| {
        if body.is_empty() || rng.one_in(2) {
            return;
        }
        let fails = vec![Stmt::Expr(call("reach_error", Vec::new()))];
        let dead = match rng.below(3) {
            0 => Stmt::If(int(0), fails, Vec::new()),
            1 => Stmt::While(int(0), fails),
            _ => Stmt::If(unary(UnaryOp::Not, int(7)), fails, vec![Stmt::Expr(int(1))]),
        };
        let at = rng.below(body.len());
        body.insert(at, dead);
    });
}
