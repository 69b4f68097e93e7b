//! `setjmp` and `longjmp`.
//!
//! Each call of `setjmp` has a number, which it stores in its buffer. A jump to a number is under way
//! from the call of `longjmp` until control is at that call of `setjmp` again: after each call, a
//! function goes there if the number is one of its own, and returns otherwise. `library_jumps.c` has
//! the state of jumps. In programs without `longjmp` nothing of this exists.

use super::LowerError;
use super::function::{FunctionLowering, Home, Value};
use super::scalar::Scalar;
use super::scope::{Destination, ScopeId};
use crate::environment::library;
use crate::hir::{Function, Unit, VarId};
use program::{BlockId, Callee, ChoiceSource, Span, StatementKind, Terminator};
use term::{Symbol, Term};

/// Functions that jump.
const JUMPS: [&str; 4] = ["__longjmp_chk", "_longjmp", "longjmp", "siglongjmp"];

/// Whether the program may jump out of functions.
pub(super) fn has_jumps(unit: &Unit) -> bool {
    let jumps = |function: &Function| {
        function.mentioned && function.body.is_none() && JUMPS.contains(&function.name.as_str())
    };
    unit.functions.iter().any(jumps)
}

/// Where a function can be left by jumps, and where jumps lead.
#[derive(Default)]
pub(super) struct Jumps {
    sites: Vec<Site>,
    departures: Vec<Departure>,
}

/// A call of `setjmp`.
struct Site {
    /// The register with the number of the last call; 0 before the first.
    number: Symbol,
    /// Where jumps continue.
    block: BlockId,
    scope: ScopeId,
}

/// A place where a jump is under way.
struct Departure {
    block: BlockId,
    scope: ScopeId,
    span: Option<Span>,
}

impl FunctionLowering<'_, '_> {
    /// A call of `setjmp`; returns its value.
    pub(crate) fn set_jump(&mut self, buffer: Term) -> Result<Term, LowerError> {
        let number = self.call_part("set_jump", &[buffer])?;
        if !self.cx.has_jumps {
            return Ok(self.terms().bv(32, 0));
        }
        let Value::Scalar(number) = number else {
            return Err(self.error("a call of 'setjmp' without a number"));
        };
        let word = Scalar::word(self.machine(), false).register_type();
        let own = self.temporary(word);
        self.assign(own, number);
        let result = self.temporary(Scalar::INT.register_type());
        let zero = self.terms().bv(32, 0);
        self.assign(result, zero);
        let kept = self.keep_variables();
        let [arrival, next] = [(); 2].map(|()| self.new_block());
        self.goto(next);
        self.switch_to(arrival);
        if let Value::Scalar(value) = self.call_part("land", &[])? {
            self.assign(result, value);
        }
        for (register, before, var) in kept {
            self.forget_if_changed(register, before, var);
        }
        self.goto(next);
        self.switch_to(next);
        // Control may enter scopes past their declarations.
        self.has_labels = true;
        let scope = self.scope;
        self.jumps.sites.push(Site { number: own, block: arrival, scope });
        Ok(self.term_of(result))
    }

    /// Copies of the variables in registers.
    fn keep_variables(&mut self) -> Vec<(Symbol, Symbol, VarId)> {
        let hir = self.hir;
        let in_register = |(&var, home): (&VarId, &Home)| match home {
            Home::Register(register) if !hir.types.qualifiers(hir.var(var).ty).volatile => {
                Some((var, *register))
            }
            _ => None,
        };
        let mut variables: Vec<(VarId, Symbol)> =
            self.homes.iter().filter_map(in_register).collect();
        variables.sort_unstable();
        let mut kept = Vec::new();
        for (var, register) in variables {
            let Some(scalar) = Scalar::of(&hir.types, hir.var(var).ty) else { continue };
            let before = self.temporary(scalar.register_type());
            let value = self.term_of(register);
            self.assign(before, value);
            kept.push((register, before, var));
        }
        kept
    }

    /// After a jump, a variable that has changed since `setjmp` may have any value.
    fn forget_if_changed(&mut self, register: Symbol, before: Symbol, var: VarId) {
        let hir = self.hir;
        let Some(scalar) = Scalar::of(&hir.types, hir.var(var).ty) else { return };
        let source = ChoiceSource::Uninitialised(hir.var(var).name.clone());
        let any = self.choose(scalar.register_type(), source);
        let (now, then) = (self.term_of(register), self.term_of(before));
        let terms = self.terms();
        let is_same = terms.eq(now, then);
        let value = terms.ite(is_same, now, any);
        self.assign(register, value);
    }

    /// A call of `longjmp`.
    pub(crate) fn start_jump(&mut self, buffer: Term, value: Term) -> Result<(), LowerError> {
        self.call_part("start_jump", &[buffer, value])?;
        let block = self.new_block();
        self.depart(block);
        self.goto(block);
        Ok(())
    }

    /// Leaves the function after a call if a jump is under way.
    pub(super) fn after_call(&mut self, callee: Callee) -> Result<(), LowerError> {
        if !self.cx.has_jumps || self.calls_only_library(callee) {
            return Ok(());
        }
        let Value::Scalar(number) = self.call_part("jump_under_way", &[])? else { return Ok(()) };
        let none = self.word(0);
        let continues = self.terms().eq(number, none);
        let [next, departure] = [(); 2].map(|()| self.new_block());
        self.depart(departure);
        self.branch(continues, next, departure);
        self.switch_to(next);
        Ok(())
    }

    /// Whether a call cannot reach functions of the program except by calls in the library.
    fn calls_only_library(&self, callee: Callee) -> bool {
        let Callee::Direct(target) = callee else { return false };
        let name = &self.cx.program.function(target).name;
        name.starts_with(library::PART) || library::is_name(name) && library::is_name(self.name())
    }

    fn depart(&mut self, block: BlockId) {
        let departure = Departure { block, scope: self.scope, span: self.span };
        self.jumps.departures.push(departure);
    }

    /// Lets jumps continue, at the end of the function.
    pub(super) fn finish_jumps(&mut self) -> Result<(), LowerError> {
        let Jumps { sites, departures } = std::mem::take(&mut self.jumps);
        if departures.is_empty() {
            return Ok(());
        }
        for site in &sites {
            self.zeroed.push(site.number);
        }
        for departure in departures {
            self.switch_to(departure.block);
            (self.scope, self.span) = (departure.scope, departure.span);
            for site in &sites {
                let Value::Scalar(wanted) = self.call_part("jump_under_way", &[])? else {
                    continue;
                };
                let number = self.term_of(site.number);
                let is_here = self.terms().eq(wanted, number);
                let [here, elsewhere] = [(); 2].map(|()| self.new_block());
                self.branch(is_here, here, elsewhere);
                self.switch_to(here);
                self.move_to(Destination::Scope(site.scope));
                self.goto(site.block);
                self.switch_to(elsewhere);
            }
            self.leave_by_jump();
        }
        Ok(())
    }

    /// Returns to the caller, which goes on with the jump.
    fn leave_by_jump(&mut self) {
        if self.name() == super::entry::NAME {
            self.unsupported("a jump to a call of 'setjmp' that is not the last one of its place");
        }
        if let super::function::ResultHome::Register(target) = self.result {
            let source =
                ChoiceSource::Uninitialised("the result of a function left by a jump".to_owned());
            self.emit(StatementKind::Choose { target, source });
        }
        self.terminate(Terminator::Return);
    }
}
