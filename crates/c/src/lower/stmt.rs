//! Statements.

use super::LowerError;
use super::function::{FunctionLowering, Home, JumpTarget, ResultHome, Value};
use super::scalar::Scalar;
use super::scope::{Destination, ScopeId};
use crate::hir::{Expr, Initialiser, Stmt, StmtKind, Storage, VarId};
use program::{Property, ScalarType, StatementKind, Storage as AllocationStorage, Terminator};
use term::BitVec;

impl FunctionLowering<'_, '_> {
    /// Lowers a statement.
    pub(super) fn stmt(&mut self, stmt: &Stmt) -> Result<(), LowerError> {
        self.span = Some(stmt.span);
        self.note_starts(stmt);
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.full_effects(expr)?,
            StmtKind::Block(stmts) => {
                self.note_uninitialised(stmts);
                let outer = self.enter_scope();
                for stmt in stmts {
                    self.stmt(stmt)?;
                }
                self.leave_scope(outer);
            }
            StmtKind::Group(stmts) => {
                for stmt in stmts {
                    self.stmt(stmt)?;
                }
            }
            StmtKind::Declare(var, init) => self.declaration(*var, init.as_ref())?,
            StmtKind::EvaluateLength(number) => self.evaluate_length(*number)?,
            StmtKind::If(condition, then, otherwise) => {
                self.if_statement(condition, then, otherwise.as_deref())?;
            }
            StmtKind::While(condition, body) => {
                let head = self.new_block();
                self.note_loop(stmt, head);
                self.goto(head);
                self.loop_from(head, Some(condition), body, None)?;
            }
            StmtKind::DoWhile(body, condition) => self.do_while(stmt, body, condition)?,
            StmtKind::For(first, condition, step, body) => {
                let outer = self.enter_scope();
                self.stmt(first)?;
                let head = self.new_block();
                self.note_loop(stmt, head);
                self.goto(head);
                self.loop_from(head, condition.as_ref(), body, step.as_ref())?;
                self.leave_scope(outer);
            }
            StmtKind::Switch(value, body) => self.switch(value, body)?,
            StmtKind::Case(range, body) => {
                self.case(range)?;
                self.stmt(body)?;
            }
            StmtKind::Default(body) => {
                self.default_case()?;
                self.stmt(body)?;
            }
            StmtKind::Label(label, body) => {
                self.place_label(*label);
                self.stmt(body)?;
            }
            StmtKind::Goto(label) => {
                let block = self.label(*label);
                self.move_to(Destination::Label(*label));
                self.goto(block);
            }
            StmtKind::GotoAddress(address) => self.goto_address(address)?,
            StmtKind::Break => {
                let Some(&target) = self.breaks.last() else {
                    return Err(self.error("'break' outside of a loop or switch"));
                };
                self.jump(target);
            }
            StmtKind::Continue => {
                let Some(&target) = self.continues.last() else {
                    return Err(self.error("'continue' outside of a loop"));
                };
                self.jump(target);
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref())?,
            StmtKind::Unsupported(what) => self.unsupported(what.clone()),
        }
        Ok(())
    }

    fn declaration(&mut self, var: VarId, init: Option<&Initialiser>) -> Result<(), LowerError> {
        let declared = self.hir.var(var);
        if matches!(declared.storage, Storage::Static | Storage::Extern) {
            return Ok(());
        }
        self.declare_variable(var)?;
        if let Some(&Home::Allocated(target)) = self.homes.get(&var) {
            if declared.constant {
                self.unsupported("a constant array of variable length".to_owned());
            }
            let size = self.size_term(declared.ty)?;
            let before = self.term_of(target);
            self.emit(StatementKind::Free(before));
            let storage = AllocationStorage::Stack;
            self.emit(StatementKind::Allocate { target, size, storage, zeroed: false });
        }
        match init {
            Some(init) => self.initialise(var, init),
            None => self.leave_uninitialised(var),
        }
    }

    fn evaluate_length(&mut self, number: u32) -> Result<(), LowerError> {
        let hir = self.hir;
        let Some(expr) = hir.types.lengths.get(number as usize) else {
            return Err(self.error("a length that does not exist"));
        };
        let value = self.full_scalar(expr)?;
        let from = self.scalar_type(expr.ty)?;
        let to = Scalar::word(self.machine(), true);
        let value = self.converted(value, from, to);
        self.check(
            Property::Undefined,
            |terms| {
                let zero = terms.bv_const(BitVec::zero(terms.width(value)));
                // GNU C allows empty arrays.
                terms.bv_sle(zero, value)
            },
            || {
                format!(
                    "an array of length '{}', which is negative",
                    super::describe::describe(hir, expr)
                )
            },
        );
        let register = self.length_register(number);
        self.assign(register, value);
        Ok(())
    }

    fn if_statement(
        &mut self,
        condition: &Expr,
        then: &Stmt,
        otherwise: Option<&Stmt>,
    ) -> Result<(), LowerError> {
        let (then_block, done) = (self.new_block(), self.new_block());
        let else_block = if otherwise.is_some() { self.new_block() } else { done };
        self.full_branch(condition, then_block, else_block)?;
        self.switch_to(then_block);
        self.stmt(then)?;
        self.goto(done);
        if let Some(otherwise) = otherwise {
            self.switch_to(else_block);
            self.stmt(otherwise)?;
            self.goto(done);
        }
        self.switch_to(done);
        Ok(())
    }

    /// A loop that tests its condition first. Afterwards the current block is the one after the
    /// loop.
    fn loop_from(
        &mut self,
        head: program::BlockId,
        condition: Option<&Expr>,
        body: &Stmt,
        step: Option<&Expr>,
    ) -> Result<(), LowerError> {
        let (body_block, done) = (self.new_block(), self.new_block());
        let next = if step.is_some() { self.new_block() } else { head };
        self.switch_to(head);
        match condition {
            Some(condition) => self.full_branch(condition, body_block, done)?,
            None => self.goto(body_block),
        }
        self.switch_to(body_block);
        let scope = self.scope;
        self.in_loop(JumpTarget { block: done, scope }, JumpTarget { block: next, scope }, body)?;
        self.goto(next);
        if let Some(step) = step {
            self.switch_to(next);
            self.span = Some(step.span);
            self.full_effects(step)?;
            self.goto(head);
        }
        self.switch_to(done);
        Ok(())
    }

    fn do_while(&mut self, stmt: &Stmt, body: &Stmt, condition: &Expr) -> Result<(), LowerError> {
        let [head, test, done] = [(); 3].map(|()| self.new_block());
        self.note_loop(stmt, head);
        self.goto(head);
        self.switch_to(head);
        let scope = self.scope;
        self.in_loop(JumpTarget { block: done, scope }, JumpTarget { block: test, scope }, body)?;
        self.goto(test);
        self.switch_to(test);
        self.full_branch(condition, head, done)?;
        self.switch_to(done);
        Ok(())
    }

    fn in_loop(
        &mut self,
        on_break: JumpTarget,
        on_continue: JumpTarget,
        body: &Stmt,
    ) -> Result<(), LowerError> {
        self.breaks.push(on_break);
        self.continues.push(on_continue);
        let result = self.stmt(body);
        self.breaks.pop();
        self.continues.pop();
        result
    }

    /// `goto *p`: compares `p` with the address of each possible label.
    fn goto_address(&mut self, address: &Expr) -> Result<(), LowerError> {
        let value = self.full_scalar(address)?;
        let value = self.pin(value, ScalarType::Pointer);
        for &(label, var) in self.label_objects {
            let object = self.cx.global(var);
            let object = self.term_of(object);
            let condition = self.terms().eq(value, object);
            let [jump, next] = [(); 2].map(|()| self.new_block());
            self.branch(condition, jump, next);
            self.switch_to(jump);
            let block = self.label(label);
            self.move_to(Destination::Label(label));
            self.goto(block);
            self.switch_to(next);
        }
        self.unsupported("a jump to an address that is no label of its function".to_owned());
        Ok(())
    }

    fn return_statement(&mut self, value: Option<&Expr>) -> Result<(), LowerError> {
        let value = match value {
            Some(expr) => self.full_expr(expr)?,
            None => Value::Void,
        };
        match (self.result, value) {
            (ResultHome::Register(register), Value::Scalar(value)) => self.assign(register, value),
            (ResultHome::Register(target), _) => {
                let source = program::ChoiceSource::Uninitialised("a missing result".to_owned());
                self.emit(StatementKind::Choose { target, source });
            }
            (ResultHome::Memory(to), Value::Record(from)) => {
                if let Some(ty) = self.result_type {
                    let size = self.size_term(ty)?;
                    self.copy(to, from, size);
                }
            }
            (ResultHome::Nowhere | ResultHome::Memory(_), _) => {}
        }
        self.terminate(Terminator::Return);
        Ok(())
    }

    /// `({ ... })`.
    pub(super) fn statement_expr(&mut self, stmt: &Stmt, expr: &Expr) -> Result<Value, LowerError> {
        let span = self.span;
        let value = self.value_of_statement(stmt)?;
        self.span = span;
        Ok(match self.hir.types.get(expr.ty) {
            crate::hir::Type::Void => Value::Void,
            _ => value,
        })
    }

    /// The value of the last expression in a statement. It is copied out of the scope that it may
    /// depend on.
    fn value_of_statement(&mut self, stmt: &Stmt) -> Result<Value, LowerError> {
        match &stmt.kind {
            StmtKind::Expr(expr) => {
                let value = self.full_expr(expr)?;
                if let (Value::Scalar(term), Some(scalar)) =
                    (value, Scalar::of(&self.hir.types, expr.ty))
                {
                    return Ok(Value::Scalar(self.pin(term, scalar.register_type())));
                }
                let Value::Record(from) = value else { return Ok(value) };
                let to = self.temporary_object(expr.ty);
                let size = self.size_term(expr.ty)?;
                self.copy(to, from, size);
                Ok(Value::Record(to))
            }
            StmtKind::Block(stmts) => {
                let outer: ScopeId = self.enter_scope();
                let value = self.value_of_statements(stmts)?;
                self.leave_scope(outer);
                Ok(value)
            }
            StmtKind::Group(stmts) => self.value_of_statements(stmts),
            StmtKind::Label(label, body) => {
                self.place_label(*label);
                self.value_of_statement(body)
            }
            _ => {
                self.stmt(stmt)?;
                Ok(Value::Void)
            }
        }
    }

    fn value_of_statements(&mut self, stmts: &[Stmt]) -> Result<Value, LowerError> {
        let Some((last, others)) = stmts.split_last() else { return Ok(Value::Void) };
        for stmt in others {
            self.stmt(stmt)?;
        }
        self.value_of_statement(last)
    }
}
