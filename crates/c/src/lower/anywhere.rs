//! Starting with arbitrary globals.
//!
//! Numbers are arbitrary. A pointer is null or points to a separate object of its type, with
//! arbitrary content; if the type has no size, the object has any size up to a limit. A pointer to
//! a function is null or one of the functions of that type whose address the program takes.
//! Constants keep their values.

use super::LowerError;
use super::entry::input;
use super::function::{FunctionLowering, Value};
use super::place::{Location, Memory};
use super::scalar::Scalar;
use crate::hir::{ArrayLength, Member, Ty, Type};
use program::{ScalarType, StatementKind};
use term::Term;

/// How many levels of objects are created behind arbitrary pointers.
const POINTER_DEPTH: u32 = 3;
/// Arrays of more pointers than this are not filled.
const POINTER_ARRAY: u64 = 64;
/// The maximal size of an object whose type does not determine it.
const LARGEST_OBJECT: u64 = 1 << 20;
/// The note about the restrictions on pointers.
const OWN_OBJECTS: &str =
    "pointers in globals are taken to be null or to have an object of their own";

impl FunctionLowering<'_, '_> {
    /// Puts arbitrary pointers into all globals. Their other content is arbitrary already.
    pub(super) fn fill_globals(&mut self) -> Result<(), LowerError> {
        let hir = self.hir;
        for &var in &hir.globals {
            let declared = hir.var(var);
            if declared.constant || self.cx.library.has_variable(hir, var) {
                continue;
            }
            let symbol = self.cx.global(var);
            let memory = Memory::of_object(self.term_of(symbol));
            self.fill_pointers(memory, declared.ty, &declared.name, POINTER_DEPTH)?;
        }
        Ok(())
    }

    /// Sets the pointers in an object with arbitrary content to null or to new objects.
    fn fill_pointers(
        &mut self,
        memory: Memory,
        ty: Ty,
        name: &str,
        depth: u32,
    ) -> Result<(), LowerError> {
        let hir = self.hir;
        if !self.has_pointers(ty) {
            return Ok(());
        }
        match hir.types.get(ty) {
            Type::Pointer(target) => {
                let value = self.any_pointer(*target, name, depth)?;
                self.store(Location::Memory(memory), ty, Value::Scalar(value), String::new)?;
            }
            Type::Array(element, ArrayLength::Fixed(count)) => {
                if *count > POINTER_ARRAY {
                    self.unsupported(format!("a large array of arbitrary pointers in '{name}'"));
                    return Ok(());
                }
                let size = hir.types.size_of(*element).unwrap_or(0);
                for i in 0..*count {
                    self.fill_pointers(memory.plus(i * size), *element, name, depth)?;
                }
            }
            Type::Record(id) => {
                let record = hir.types.record(*id);
                for member in record.members.iter().flatten() {
                    if record.is_union {
                        self.fill_member_or_not(memory, member, name, depth)?;
                    } else {
                        self.fill_pointers(memory.plus(member.offset), member.ty, name, depth)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Handles a member of a union, which may be the active one or not.
    fn fill_member_or_not(
        &mut self,
        memory: Memory,
        member: &Member,
        name: &str,
        depth: u32,
    ) -> Result<(), LowerError> {
        if !self.has_pointers(member.ty) {
            return Ok(());
        }
        let holds = self.choose(ScalarType::Truth, input(name));
        let [filled, done] = [(); 2].map(|()| self.new_block());
        self.branch(holds, filled, done);
        self.switch_to(filled);
        self.fill_pointers(memory.plus(member.offset), member.ty, name, depth)?;
        self.goto(done);
        self.switch_to(done);
        Ok(())
    }

    fn has_pointers(&self, ty: Ty) -> bool {
        match self.hir.types.get(ty) {
            Type::Pointer(_) => true,
            Type::Array(element, _) => self.has_pointers(*element),
            Type::Record(id) => {
                let members = self.hir.types.record(*id).members.iter().flatten();
                members.into_iter().any(|member| self.has_pointers(member.ty))
            }
            _ => false,
        }
    }

    /// Null, or the address of a function or a new object with arbitrary content.
    fn any_pointer(&mut self, target: Ty, name: &str, depth: u32) -> Result<Term, LowerError> {
        let hir = self.hir;
        if let Type::Function(_) = hir.types.get(target) {
            return Ok(self.any_function(target, name));
        }
        let result = self.temporary(ScalarType::Pointer);
        let null = self.word(0);
        self.assign(result, null);
        let is_null = self.choose(ScalarType::Truth, input(name));
        let [fresh, done] = [(); 2].map(|()| self.new_block());
        self.branch(is_null, done, fresh);
        self.switch_to(fresh);
        if depth == 0 {
            self.unsupported(format!("an arbitrary pointer deep inside of '{name}'"));
        } else {
            self.cx.note(None, OWN_OBJECTS.to_owned());
            let size = match (hir.types.get(target), hir.types.size_of(target)) {
                (Type::Void, _) | (_, None) => {
                    let word = Scalar::word(self.machine(), false);
                    let size = self.input(&format!("size of the object behind {name}"), word);
                    let largest = self.word(LARGEST_OBJECT);
                    let possible = self.terms().bv_ule(size, largest);
                    self.emit(StatementKind::Assume(possible));
                    size
                }
                (_, Some(size)) => self.word(size),
            };
            let address = self.allocated(size);
            if hir.types.size_of(target).is_some() {
                self.fill_pointers(Memory::of_object(address), target, name, depth - 1)?;
            }
            self.assign(result, address);
        }
        self.goto(done);
        self.switch_to(done);
        Ok(self.term_of(result))
    }

    /// Null, or the address of a function of the program.
    fn any_function(&mut self, ty: Ty, name: &str) -> Term {
        let types = &self.cx.hir.types;
        let functions = self.cx.pointed_functions(|of| types.plain(of) == types.plain(ty));
        if functions.is_empty() {
            let message = format!("'{name}' is taken to be null: no function of its type is known");
            self.cx.note(None, message);
            return self.word(0);
        }
        let result = self.temporary(ScalarType::Pointer);
        let null = self.word(0);
        self.assign(result, null);
        let done = self.new_block();
        for function in functions {
            let chosen = self.choose(ScalarType::Truth, input(name));
            let [taken, next] = [(); 2].map(|()| self.new_block());
            self.branch(chosen, taken, next);
            self.switch_to(taken);
            let address = self.cx.program.function(function).address;
            let address = self.term_of(address);
            self.assign(result, address);
            self.goto(done);
            self.switch_to(next);
        }
        self.goto(done);
        self.switch_to(done);
        self.term_of(result)
    }
}
