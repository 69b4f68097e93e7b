//! Pointers from the environment that may be mixed with pointers to objects of the program.
//!
//! The environment may own memory. If a register may hold both kinds of pointers, an access goes
//! either to that memory or to an object. A pointer without an object number reads arbitrary
//! values, and writes through it change no object of the program.

use super::emit::ChoiceReason;
use super::lower::Lowering;
use super::regions::Updates;
use crate::points_to::{ClassId, PointsTo};
use model::Gap;
use model::Span;
use program::{Callee, ChoiceSource, Initial, Program, Property, ScalarType, StatementKind};
use rustc_hash::FxHashSet;
use term::{Sort, Symbol, Term, free_vars};

/// The registers and classes that may hold pointers from the environment.
#[derive(Default)]
pub struct EnvironmentPointers {
    registers: FxHashSet<Symbol>,
    /// The registers whose type is a pointer.
    pointers: FxHashSet<Symbol>,
    /// Classes of objects that may contain them.
    classes: FxHashSet<ClassId>,
}

impl EnvironmentPointers {
    /// Computes where they may flow in a program.
    pub fn of(program: &Program, points_to: &mut PointsTo<'_>) -> EnvironmentPointers {
        let mut found = EnvironmentPointers::default();
        let registers = program.functions.iter().flat_map(|function| &function.registers);
        let pointers = registers.filter(|register| register.ty == ScalarType::Pointer);
        found.pointers.extend(pointers.map(|register| register.symbol));
        let arbitrary = program.globals.iter().filter(|o| matches!(o.initial, Initial::Arbitrary));
        found.classes.extend(arbitrary.filter_map(|object| points_to.class_of(object.address)));
        let running = points_to.running();
        loop {
            let before = found.registers.len() + found.classes.len();
            for &id in &running {
                let body = program.function(id).body.as_ref();
                let blocks = body.into_iter().flat_map(|body| &body.blocks);
                for statement in blocks.flat_map(|block| &block.statements) {
                    found.statement(program, points_to, &statement.kind);
                }
            }
            if found.registers.len() + found.classes.len() == before {
                return found;
            }
        }
    }

    fn statement(&mut self, program: &Program, points_to: &mut PointsTo<'_>, kind: &StatementKind) {
        let flows = match *kind {
            StatementKind::Choose { target, ref source } => {
                self.pointers.contains(&target) && !matches!(source, ChoiceSource::Uninitialised(_))
            }
            StatementKind::Assign { value, .. } => self.may_be(program, value),
            StatementKind::Offset { base, .. } => self.may_be(program, base),
            StatementKind::Load { target, address } => {
                self.are_behind(program, points_to, address)
                    && (self.pointers.contains(&target) || points_to.value(address).is_some())
            }
            StatementKind::Store { address, value } => {
                if self.may_be(program, value) {
                    self.classes.extend(points_to.value(address).map(|to| to.class));
                }
                false
            }
            StatementKind::Copy { to, from, .. } => {
                if self.are_behind(program, points_to, from) {
                    self.classes.extend(points_to.value(to).map(|to| to.class));
                }
                false
            }
            StatementKind::Call { callee: Callee::Direct(callee), ref args, .. } => {
                let callee = program.function(callee);
                for (&parameter, &arg) in callee.parameters.iter().zip(args) {
                    if self.may_be(program, arg) {
                        self.add(program, parameter);
                    }
                }
                callee.body.is_none() || callee.result.is_some_and(|r| self.registers.contains(&r))
            }
            _ => false,
        };
        if let (true, Some(target)) = (flows, kind.target()) {
            self.add(program, target);
        }
    }

    fn add(&mut self, program: &Program, register: Symbol) {
        let pointer = Sort::BitVec(program.machine.pointer_bits());
        if *program.terms.symbol_sort(register) == pointer {
            self.registers.insert(register);
        }
    }

    /// Whether such pointers may be loaded from an address.
    fn are_behind(&self, program: &Program, points_to: &mut PointsTo<'_>, address: Term) -> bool {
        let object = points_to.value(address);
        object.is_none_or(|to| self.classes.contains(&to.class)) || self.may_be(program, address)
    }

    /// Whether a value may be such a pointer.
    pub fn may_be(&self, program: &Program, value: Term) -> bool {
        !self.registers.is_empty()
            && free_vars(&program.terms, &[value]).iter().any(|v| self.registers.contains(v))
    }
}

impl Lowering<'_> {
    /// The condition that an access goes to memory of the environment; `None` if it cannot.
    pub(super) fn is_outside(&mut self, address: Term) -> Option<Term> {
        if self.watched && !self.assumed.contains(Property::Deref)
            || !self.environment.may_be(self.program, address)
        {
            return None;
        }
        let address = self.address(address);
        let outside = self.objects.space.is_integer(&mut self.store, address);
        (self.store.as_bool(outside) != Some(false)).then_some(outside)
    }

    /// The loaded value, or an arbitrary one if the load goes to memory of the environment.
    pub(super) fn unless_outside(
        &mut self,
        outside: Option<Term>,
        loaded: Term,
        span: Option<Span>,
    ) -> Term {
        let Some(outside) = outside else { return loaded };
        if self.keeps_foreign_memory {
            let inside = self.store.not(outside);
            self.emitter.assume(&self.store, inside, span);
            return loaded;
        }
        let sort = self.store.sort(loaded).clone();
        let any = self.temporary("outside", sort);
        self.emitter.havoc(any, ChoiceReason::Foreign { span, when: Some(outside) }, span);
        let any = self.store.var(any);
        self.store.ite(outside, any, loaded)
    }

    /// Makes a store have no effect if it goes to memory of the environment.
    pub(super) fn keep_if_outside(&mut self, outside: Option<Term>, updates: &mut Updates) {
        let Some(outside) = outside else { return };
        let store = &mut self.store;
        updates.map(|symbol, new| {
            let old = store.var(symbol);
            store.ite(outside, old, new)
        });
    }

    /// Requires that a range of bytes is inside an object; other ranges are not modelled.
    pub(super) fn require_inside(&mut self, address: Term, span: Option<Span>) {
        if let Some(outside) = self.is_outside(address) {
            let inside = self.store.not(outside);
            self.require_supported(inside, Gap::EnvironmentRange, span);
        }
    }
}
