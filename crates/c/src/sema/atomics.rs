//! The generic atomic builtins, which take values by address. They are executed sequentially, since
//! programs have one thread.

use super::Analyser;
use super::error::{Result, fail};
use super::expressions::Operand;
use crate::hir::{
    AtomicOp, BuiltinCall, Comparison, Expr, ExprKind, InitItem, Initialiser, Place, PlaceKind,
    Stmt, StmtKind, Storage,
};
use lang_c::ast::Expression;
use lang_c::span::Node;
use program::Span;

impl Analyser<'_> {
    /// The meaning of a call of the `__atomic_` builtin of this name; `None` if it is not one of
    /// these.
    pub(super) fn generic_atomic(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Result<Option<Expr>> {
        let count = match name {
            "test_and_set" | "clear" => 1,
            "load" | "store" => 2,
            "exchange" | "compare_exchange" | "compare_exchange_n" => 3,
            _ => return Ok(None),
        };
        if arguments.len() < count {
            return fail(span, "this builtin needs more arguments");
        }
        let first = self.value(&arguments[0])?;
        Ok(Some(match name {
            "load" => {
                let (from, to) = (self.target(first, span)?, self.pointed(&arguments[1])?);
                self.assigned(to, from, span)?
            }
            "store" => {
                let (to, from) = (self.target(first, span)?, self.pointed(&arguments[1])?);
                self.assigned(to, from, span)?
            }
            "exchange" => {
                let from = self.pointed(&arguments[1])?;
                let value = self.rvalue(Operand::Place(from))?;
                let old = self.exchanged(first, AtomicOp::Exchange, vec![value], span)?;
                let to = self.pointed(&arguments[2])?;
                let ty = to.ty;
                let store = Expr { kind: ExprKind::Assign(to, Box::new(old)), ty, span };
                self.convert(store, self.common.void, false)
            }
            "test_and_set" => {
                let byte = self.byte_at(first, span);
                let set = self.int_constant(1, self.common.char, span);
                let old = self.exchanged(byte, AtomicOp::Exchange, vec![set], span)?;
                self.convert(old, self.common.bool, false)
            }
            "clear" => {
                let byte = self.byte_at(first, span);
                let to = self.target(byte, span)?;
                let zero = Box::new(self.int_constant(0, to.ty, span));
                let store = Expr { kind: ExprKind::Assign(to, zero), ty: self.common.char, span };
                self.convert(store, self.common.void, false)
            }
            _ => {
                let desired = match name {
                    "compare_exchange" => {
                        let place = self.pointed(&arguments[2])?;
                        self.rvalue(Operand::Place(place))?
                    }
                    _ => self.value(&arguments[2])?,
                };
                let expected = self.value(&arguments[1])?;
                self.compare_exchange(first, expected, desired, span)?
            }
        }))
    }

    /// What a pointer points to, as a place.
    fn target(&mut self, pointer: Expr, span: Span) -> Result<Place> {
        match self.deref(pointer, span)? {
            Operand::Place(place) => Ok(place),
            _ => fail(span, "this builtin needs a pointer to an object"),
        }
    }

    fn pointed(&mut self, pointer: &Node<Expression>) -> Result<Place> {
        let pointer = self.value(pointer)?;
        let span = pointer.span;
        self.target(pointer, span)
    }

    fn assigned(&mut self, to: Place, from: Place, span: Span) -> Result<Expr> {
        let ty = to.ty;
        let value = self.rvalue(Operand::Place(from))?;
        let value = self.convert_assigned(value, ty, "this builtin")?;
        let store = Expr { kind: ExprKind::Assign(to, Box::new(value)), ty, span };
        Ok(self.convert(store, self.common.void, false))
    }

    /// An operation that gives the old value of a pointer's target.
    fn exchanged(
        &mut self,
        pointer: Expr,
        op: AtomicOp,
        values: Vec<Expr>,
        span: Span,
    ) -> Result<Expr> {
        let target = self.types.pointee(pointer.ty).filter(|&ty| self.types.is_scalar(ty));
        let Some(ty) = target else {
            return fail(span, "this builtin needs a pointer to a number or pointer");
        };
        let mut args = Vec::new();
        for value in values {
            args.push(self.convert_assigned(value, ty, "this builtin")?);
        }
        let builtin =
            BuiltinCall::Atomic { op, pointer: Box::new(pointer), args, new_value: false };
        Ok(Expr { kind: ExprKind::Builtin(builtin), ty, span })
    }

    fn byte_at(&mut self, pointer: Expr, span: Span) -> Expr {
        let mut byte = self.convert(pointer, self.common.char_pointer, true);
        byte.span = span;
        byte
    }

    /// Compares a value with the expected one. If they are equal, the value is replaced; otherwise
    /// the expected value is.
    fn compare_exchange(
        &mut self,
        pointer: Expr,
        expected: Expr,
        desired: Expr,
        span: Span,
    ) -> Result<Expr> {
        let mut stmts = Vec::new();
        let pointer = self.kept(pointer, &mut stmts);
        let expected = self.kept(expected, &mut stmts);
        let wanted = self.target(expected.clone(), span)?;
        let comparand = self.rvalue(Operand::Place(wanted.clone()))?;
        let args = vec![comparand.clone(), desired];
        let old = self.exchanged(pointer, AtomicOp::CompareExchange, args, span)?;
        // The store may change the expected value, if it is the same object.
        let comparand = self.kept(comparand, &mut stmts);
        let old = self.kept(old, &mut stmts);
        let same = self.comparison(Comparison::Equal, old.clone(), comparand, span)?;
        let same = self.kept(same, &mut stmts);
        let update = Expr { ty: wanted.ty, kind: ExprKind::Assign(wanted, Box::new(old)), span };
        let update = Box::new(Stmt { kind: StmtKind::Expr(update), span });
        let nothing = Box::new(Stmt { kind: StmtKind::Empty, span });
        stmts.push(Stmt { kind: StmtKind::If(same.clone(), nothing, Some(update)), span });
        let result = self.convert(same, self.common.bool, false);
        let ty = result.ty;
        stmts.push(Stmt { kind: StmtKind::Expr(result), span });
        let block = Stmt { kind: StmtKind::Block(stmts), span };
        Ok(Expr { kind: ExprKind::StatementExpr(Box::new(block)), ty, span })
    }

    /// Evaluates a value once and keeps it in a variable.
    pub(super) fn kept(&mut self, value: Expr, stmts: &mut Vec<Stmt>) -> Expr {
        let (ty, span) = (value.ty, value.span);
        let var = self.add_var("[value]", ty, Storage::Local, span);
        let item = InitItem { offset: 0, bits: None, value };
        let init = Initialiser { items: vec![item], ..Initialiser::default() };
        stmts.push(Stmt { kind: StmtKind::Declare(var, Some(init)), span });
        let place = Place { kind: PlaceKind::Var(var), ty, span };
        Expr { kind: ExprKind::Load(place), ty, span }
    }
}
