//! `switch`: the body is lowered first, then the comparisons that select a label.

use super::LowerError;
use super::function::{FunctionLowering, JumpTarget};
use super::scope::{Destination, ScopeId};
use crate::hir::{CaseRange, Expr, Stmt};
use program::BlockId;
use term::{BitVec, Term};

/// The labels of a switch found so far.
#[derive(Default)]
pub(super) struct Cases {
    cases: Vec<(CaseRange, JumpTarget)>,
    default: Option<JumpTarget>,
}

impl FunctionLowering<'_, '_> {
    pub(super) fn switch(&mut self, value: &Expr, body: &Stmt) -> Result<(), LowerError> {
        let scalar = self.scalar_type(value.ty)?;
        let term = self.full_scalar(value)?;
        let term = self.pin(term, scalar.register_type());
        let dispatch = self.current;
        let span = self.span;
        let scope = self.scope;
        let done = self.new_block();
        // The start of the body is reachable only through labels in it.
        let start = self.new_block();
        self.switch_to(start);
        self.switches.push(Cases::default());
        self.breaks.push(JumpTarget { block: done, scope });
        self.stmt(body)?;
        self.breaks.pop();
        let cases = self.switches.pop().unwrap_or_default();
        self.goto(done);
        self.switch_to(dispatch);
        self.span = span;
        for (range, target) in cases.cases {
            let condition = self.in_range(term, &range, scalar.is_signed());
            let entry = self.edge_into(target, scope);
            let next = self.new_block();
            self.branch(condition, entry, next);
            self.switch_to(next);
        }
        let otherwise = match cases.default {
            Some(target) => self.edge_into(target, scope),
            None => done,
        };
        self.goto(otherwise);
        self.switch_to(done);
        Ok(())
    }

    /// A block that jumps to a label inside the body, past the declarations before it.
    fn edge_into(&mut self, target: JumpTarget, from: ScopeId) -> BlockId {
        if target.scope == from {
            return target.block;
        }
        let here = self.current;
        let edge = self.new_block();
        self.switch_to(edge);
        self.move_to(Destination::Scope(target.scope));
        self.goto(target.block);
        self.switch_to(here);
        edge
    }

    fn in_range(&mut self, value: Term, range: &CaseRange, signed: bool) -> Term {
        let terms = self.terms();
        let width = terms.width(value);
        let first = terms.bv_const(BitVec::from_bigint(width, &range.first));
        if range.first == range.last {
            return terms.eq(value, first);
        }
        if range.first > range.last {
            return terms.bool(false);
        }
        let last = terms.bv_const(BitVec::from_bigint(width, &range.last));
        let (low, high) = if signed {
            (terms.bv_sle(first, value), terms.bv_sle(value, last))
        } else {
            (terms.bv_ule(first, value), terms.bv_ule(value, last))
        };
        terms.and(&[low, high])
    }

    /// `case first ... last:`
    pub(super) fn case(&mut self, range: &CaseRange) -> Result<(), LowerError> {
        let target = self.case_target();
        match self.switches.last_mut() {
            Some(cases) => {
                cases.cases.push((range.clone(), target));
                Ok(())
            }
            None => Err(self.error("'case' outside of a switch")),
        }
    }

    /// `default:`
    pub(super) fn default_case(&mut self) -> Result<(), LowerError> {
        let target = self.case_target();
        match self.switches.last_mut() {
            Some(cases) => {
                cases.default = Some(target);
                Ok(())
            }
            None => Err(self.error("'default' outside of a switch")),
        }
    }

    /// Starts a new block here; control also falls through to it.
    fn case_target(&mut self) -> JumpTarget {
        let block = self.new_block();
        self.has_labels = true;
        self.goto(block);
        self.switch_to(block);
        JumpTarget { block, scope: self.scope }
    }
}
