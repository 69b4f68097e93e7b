//! The rules for statements and jumps.

use super::{Owner, Verifier, Violation, whole_bytes};
use crate::{Block, Body, Callee, Condition, FunctionId, Statement, StatementKind, Terminator};
use term::{Sort, Symbol, Term};

impl Verifier<'_> {
    pub(super) fn statement(
        &mut self,
        id: FunctionId,
        statement: &Statement,
    ) -> Result<(), Violation> {
        self.span(statement.span)?;
        let pointer = self.pointer();
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                let sort = self.register(id, *target)?;
                self.term(id, *value, sort)
            }
            StatementKind::Choose { target, .. } | StatementKind::Forget(target) => {
                self.register(id, *target).map(|_| ())
            }
            StatementKind::Assume(condition) => self.term(id, *condition, &Sort::Bool),
            StatementKind::Check(check) => self.condition(id, &check.condition),
            StatementKind::Load { target, address } => {
                whole_bytes(self.register(id, *target)?)?;
                self.term(id, *address, &pointer)
            }
            StatementKind::Store { address, value } => {
                self.term(id, *address, &pointer)?;
                self.term_seen_by(*value, Some(id))?;
                self.bytes(*value).map(|_| ())
            }
            StatementKind::Offset { target, base, delta } => {
                self.target(id, *target, &pointer)?;
                self.addresses(id, &[*base, *delta])
            }
            StatementKind::Copy { to, from, size } => self.addresses(id, &[*to, *from, *size]),
            StatementKind::Fill { to, byte, size } => {
                self.addresses(id, &[*to, *size])?;
                self.term(id, *byte, &Sort::BitVec(8))
            }
            StatementKind::Begin(object) | StatementKind::End(object) => {
                self.local_object(id, *object)
            }
            StatementKind::Bind { object, owner } => {
                self.term(id, *object, &pointer)?;
                self.local_object(id, *owner)
            }
            StatementKind::Allocate { target, size, .. } => {
                self.target(id, *target, &pointer)?;
                self.term(id, *size, &pointer)
            }
            StatementKind::ObjectSize { target, address } => {
                self.target(id, *target, &pointer)?;
                self.term(id, *address, &pointer)
            }
            StatementKind::Free(address) => self.term(id, *address, &pointer),
            StatementKind::Call { callee, args, result } => self.call(id, *callee, args, *result),
            StatementKind::Print { format, args } => {
                self.term(id, *format, &pointer)?;
                args.iter().try_for_each(|&arg| self.term_seen_by(arg, Some(id)))
            }
            StatementKind::Unsupported(_) => Ok(()),
        }
    }

    fn local_object(&self, id: FunctionId, object: Symbol) -> Result<(), Violation> {
        match self.owners.get(&object) {
            Some(&Owner::Object(owner)) if owner == id => Ok(()),
            _ => {
                let name = self.program.terms.name(object).to_owned();
                Err(Violation::NotALocalObject(name))
            }
        }
    }

    fn condition(&mut self, id: FunctionId, condition: &Condition) -> Result<(), Violation> {
        match condition {
            Condition::Holds(condition) => self.term(id, *condition, &Sort::Bool),
            Condition::Readable { base, address, size }
            | Condition::Writable { base, address, size } => {
                self.addresses(id, &[*base, *address, *size])
            }
            Condition::Freeable(address) => self.addresses(id, &[*address]),
            Condition::AllFreed | Condition::AllTracked | Condition::TrackedSoFar => Ok(()),
        }
    }

    fn call(
        &mut self,
        id: FunctionId,
        callee: Callee,
        args: &[Term],
        result: Option<Symbol>,
    ) -> Result<(), Violation> {
        if let Some(result) = result {
            self.register(id, result)?;
        }
        let function = match callee {
            Callee::Indirect(address) => {
                self.addresses(id, &[address])?;
                return args.iter().try_for_each(|&arg| self.term_seen_by(arg, Some(id)));
            }
            Callee::Direct(callee) if callee == self.program.entry => {
                return Err(Violation::EntryCalled);
            }
            Callee::Direct(callee) => self
                .program
                .functions
                .get(callee.index())
                .ok_or(Violation::NoSuchFunction(callee))?,
        };
        if function.parameters.len() != args.len() {
            return Err(Violation::Arguments {
                function: function.name.clone(),
                expected: function.parameters.len(),
                found: args.len(),
            });
        }
        let terms = &self.program.terms;
        for (&parameter, &arg) in function.parameters.iter().zip(args) {
            self.term(id, arg, terms.symbol_sort(parameter))?;
        }
        match (result, function.result) {
            (Some(_), None) => Err(Violation::NoResult(function.name.clone())),
            (Some(target), Some(value)) => self.target(id, target, terms.symbol_sort(value)),
            (None, _) => Ok(()),
        }
    }

    pub(super) fn terminator(
        &mut self,
        id: FunctionId,
        body: &Body,
        block: &Block,
    ) -> Result<(), Violation> {
        self.span(block.span)?;
        if let Terminator::Branch { condition, .. } = block.terminator {
            self.term(id, condition, &Sort::Bool)?;
        }
        match block.terminator.successors().find(|next| next.index() >= body.blocks.len()) {
            Some(next) => Err(Violation::NoSuchBlock(next)),
            None => Ok(()),
        }
    }

    /// Checks that a register of the function has the sort.
    fn target(&self, id: FunctionId, target: Symbol, expected: &Sort) -> Result<(), Violation> {
        check_sort(self.register(id, target)?, expected)
    }

    /// Checks that a term of the function has the sort.
    fn term(&mut self, id: FunctionId, term: Term, expected: &Sort) -> Result<(), Violation> {
        self.term_seen_by(term, Some(id))?;
        check_sort(self.program.terms.sort(term), expected)
    }

    /// Checks that terms of the function are as wide as pointers.
    fn addresses(&mut self, id: FunctionId, terms: &[Term]) -> Result<(), Violation> {
        let pointer = self.pointer();
        terms.iter().try_for_each(|&term| self.term(id, term, &pointer))
    }
}

fn check_sort(found: &Sort, expected: &Sort) -> Result<(), Violation> {
    if found == expected {
        return Ok(());
    }
    Err(Violation::WrongSort { expected: expected.clone(), found: found.clone() })
}
