//! Variables with the attribute `cleanup`: when control leaves their scope, a function is called
//! with their address.
//!
//! The calls are inserted here, so that later phases need not know of them: at the end of blocks
//! and before `return`, `break` and `continue`. Functions that also use `goto` are rejected.

use super::Analyser;
use super::error::{Result, fail, unsupported};
use super::scope::Name;
use crate::hir::{Expr, ExprKind, FnId, Place, PlaceKind, Stmt, StmtKind, VarId};
use program::Span;

/// A variable in scope, and the function that cleans it up.
#[derive(Clone)]
pub(super) struct Cleanup {
    var: VarId,
    function: FnId,
}

impl Analyser<'_> {
    /// Registers a cleanup function for a local variable.
    pub(super) fn clean_up_after(&mut self, var: VarId, function: &str, span: Span) -> Result<()> {
        let Some(&Name::Function(function)) = self.scopes.name(function) else {
            return fail(span, format!("there is no function `{function}` to clean up with"));
        };
        if let Some(context) = &mut self.function {
            context.cleanups.push(Cleanup { var, function });
            context.all_cleanups += 1;
        }
        Ok(())
    }

    /// How many variables in scope need a cleanup.
    pub(super) fn cleanups(&self) -> usize {
        self.function.as_ref().map_or(0, |context| context.cleanups.len())
    }

    /// The cleanup calls for all variables except the first ones, the last variable first.
    pub(super) fn clean_up_to(&mut self, first: usize, span: Span) -> Result<Vec<Stmt>> {
        let all = self.function.as_ref().map_or(&[][..], |context| &context.cleanups);
        let wanted: Vec<Cleanup> = all.iter().skip(first).rev().cloned().collect();
        wanted.into_iter().map(|cleanup| self.clean_up(&cleanup, span)).collect()
    }

    /// Ends a block: its variables are cleaned up and go out of scope.
    pub(super) fn end_cleanups(
        &mut self,
        first: usize,
        stmts: &mut Vec<Stmt>,
        span: Span,
    ) -> Result<()> {
        stmts.extend(self.clean_up_to(first, span)?);
        if let Some(context) = &mut self.function {
            context.cleanups.truncate(first);
        }
        Ok(())
    }

    fn clean_up(&mut self, cleanup: &Cleanup, span: Span) -> Result<Stmt> {
        let &Cleanup { var, function } = cleanup;
        let callee_type = self.pointer_to(self.functions[function.index()].ty);
        let callee = Expr { kind: ExprKind::Function(function), ty: callee_type, span };
        let place = Place { kind: PlaceKind::Var(var), ty: self.vars[var.index()].ty, span };
        let address = self.address_of(place);
        let call = self.call_of(callee, vec![address], None, span)?;
        Ok(Stmt { kind: StmtKind::Expr(call), span })
    }

    /// `return` in the scope of variables with cleanups, which are called after the value is
    /// computed.
    pub(super) fn return_cleaning_up(
        &mut self,
        value: Option<Expr>,
        span: Span,
    ) -> Result<StmtKind> {
        let calls = self.clean_up_to(0, span)?;
        if calls.is_empty() {
            return Ok(StmtKind::Return(value));
        }
        let mut stmts = Vec::new();
        let value = value.map(|value| self.kept(value, &mut stmts));
        stmts.extend(calls);
        stmts.push(Stmt { kind: StmtKind::Return(value), span });
        Ok(StmtKind::Block(stmts))
    }

    /// How many variables have needed a cleanup so far, in scope or not.
    pub(super) fn all_cleanups(&self) -> usize {
        self.function.as_ref().map_or(0, |context| context.all_cleanups)
    }

    /// Fails if a variable declared since then needs a cleanup.
    pub(super) fn forbid_cleanups(&self, before: usize, place: &str, span: Span) -> Result<()> {
        if self.all_cleanups() == before {
            return Ok(());
        }
        unsupported(span, format!("the attribute `cleanup` is not supported in {place}"))
    }
}
