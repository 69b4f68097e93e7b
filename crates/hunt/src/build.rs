//! Shorthands for building trees.

use crate::ast::{BinaryOp, Declaration, Expr, Initialiser, IntType, Stmt, Storage, Type, UnaryOp};

/// A variable.
pub fn name(name: impl Into<String>) -> Expr {
    Expr::Name(name.into())
}

/// A constant of type `int`.
pub fn int(value: i128) -> Expr {
    Expr::Int(value, IntType::Int)
}

/// A binary operation.
pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, Box::new(left), Box::new(right))
}

/// A prefix operation.
pub fn unary(op: UnaryOp, operand: Expr) -> Expr {
    Expr::Unary(op, Box::new(operand))
}

/// `&place`
pub fn address(place: Expr) -> Expr {
    unary(UnaryOp::AddressOf, place)
}

/// `*pointer`
pub fn deref(pointer: Expr) -> Expr {
    unary(UnaryOp::Deref, pointer)
}

/// An assignment.
pub fn assign(to: Expr, value: Expr) -> Expr {
    Expr::Assign(None, Box::new(to), Box::new(value))
}

/// A compound assignment.
pub fn update(op: BinaryOp, to: Expr, value: Expr) -> Expr {
    Expr::Assign(Some(op), Box::new(to), Box::new(value))
}

/// A call by name.
pub fn call(function: impl Into<String>, args: Vec<Expr>) -> Expr {
    Expr::Call(Box::new(name(function)), args)
}

/// `array[index]`
pub fn index(array: Expr, index: Expr) -> Expr {
    Expr::Index(Box::new(array), Box::new(index))
}

/// A conversion.
pub fn cast(ty: Type, value: Expr) -> Expr {
    Expr::Cast(ty, Box::new(value))
}

/// `condition ? then : otherwise`
pub fn conditional(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    Expr::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise))
}

/// `target++`
pub fn increment(target: Expr) -> Expr {
    Expr::Step { prefix: false, increment: true, target: Box::new(target) }
}

/// A variable with a value.
pub fn declaration(ty: Type, name: impl Into<String>, value: Expr) -> Declaration {
    let init = Some(Initialiser::Value(value));
    Declaration { storage: Storage::None, ty, name: name.into(), init }
}

/// A statement that declares a variable with a value.
pub fn declare(ty: Type, name: impl Into<String>, value: Expr) -> Stmt {
    Stmt::Declare(declaration(ty, name, value))
}

/// A loop over `int` numbers below a bound.
pub fn count_to(variable: &str, bound: Expr, body: Vec<Stmt>) -> Stmt {
    let start = declaration(Type::INT, variable, int(0));
    let condition = binary(BinaryOp::Less, name(variable), bound);
    Stmt::For(Box::new(start), condition, increment(name(variable)), body)
}
