//! Where the program starts: what the first function is called with, what is checked at the end.

use super::function::{FunctionLowering, Value};
use super::place::{Location, Memory};
use super::scalar::Scalar;
use super::unit::UnitLowering;
use super::uses::mentions;
use super::{Entry, LowerError};
use crate::environment::Argument;
use crate::hir::{ArrayLength, FnId, Ty, Type};
use program::{
    Check, ChoiceSource, Condition, FunctionId, Property, ScalarType, StatementKind,
    Storage as AllocationStorage, Terminator,
};
use term::Term;

/// How deep objects behind arbitrary pointers are made.
const POINTER_DEPTH: u32 = 3;
/// Arrays of more pointers than this are not filled.
const POINTER_ARRAY: u64 = 64;
/// More arguments than any system passes to `main`.
const MOST_ARGUMENTS: u64 = 1 << 20;
/// Longer strings than any system passes to `main`.
const LONGEST_ARGUMENT: u64 = 1 << 22;

/// Adds the first function to the program.
pub(super) fn define(cx: &mut UnitLowering<'_>) -> Result<FunctionId, LowerError> {
    let hir = cx.hir;
    let name = match &cx.options.entry {
        Entry::Main => "main",
        Entry::Function(name) => name,
    };
    let defined = |id: &FnId| hir.function(*id).name == name && hir.function(*id).body.is_some();
    let Some(start) = (0..hir.functions.len()).map(FnId::from_index).find(defined) else {
        return Err(LowerError::new(None, format!("there is no function '{name}' with a body")));
    };
    let function = cx.declare("lemmatic.entry", None);
    let id = FunctionId::from_index(cx.program.functions.len());
    cx.program.functions.push(function);
    let is_main = cx.options.entry == Entry::Main;
    let mut this = FunctionLowering::new(cx, "lemmatic.entry");
    let args = if is_main { this.main_arguments(start)? } else { this.any_arguments(start)? };
    let result = super::arguments::function_type(hir, start)?.result;
    this.call_defined(start, &args, result)?;
    this.end_of_program();
    this.terminate(Terminator::Return);
    this.finish(id);
    Ok(id)
}

impl FunctionLowering<'_, '_> {
    /// What must hold of memory where the program ends normally.
    pub(crate) fn end_of_program(&mut self) {
        let checks = [
            (Property::Memtrack, Condition::AllTracked, "memory is lost at the end of the program"),
            (Property::Memcleanup, Condition::AllFreed, "memory is not freed at the end"),
        ];
        for (property, condition, message) in checks {
            let message = message.to_owned();
            self.emit(StatementKind::Check(Check { property, condition, message }));
        }
    }

    /// The arguments of `main`: as many as the system likes, each an arbitrary string.
    fn main_arguments(&mut self, main: FnId) -> Result<Vec<Argument>, LowerError> {
        let hir = self.hir;
        let function = hir.function(main);
        let mut args = Vec::new();
        let mut count = None;
        for (i, &param) in function.params.iter().enumerate() {
            let ty = hir.var(param).ty;
            let used = function.body.as_ref().is_some_and(|body| mentions(body, param));
            let value = match (i, Scalar::of(&hir.types, ty)) {
                (0, Some(scalar @ Scalar::Int { .. })) => {
                    // There is the name of the program at least.
                    let others = self.input("number of arguments", scalar);
                    let terms = self.terms();
                    let width = terms.width(others);
                    let (one, most) = (terms.bv(width, 1), terms.bv(width, MOST_ARGUMENTS));
                    let few = terms.bv_ult(others, most);
                    let argc = terms.bv_add(others, one);
                    self.emit(StatementKind::Assume(few));
                    let bits = self.machine().pointer_bits();
                    count = Some(super::resize(self.terms(), bits, false, argc));
                    Value::Scalar(argc)
                }
                (1, Some(Scalar::Pointer)) if used => match count {
                    Some(count) => Value::Scalar(self.argument_strings(count)),
                    None => self.arbitrary(ty, input("argv"))?,
                },
                _ => {
                    if used {
                        let name = &hir.var(param).name;
                        self.unsupported(format!("the parameter '{name}' of 'main'"));
                    }
                    self.arbitrary(ty, input(&hir.var(param).name))?
                }
            };
            args.push(Argument { value, ty });
        }
        Ok(args)
    }

    fn input(&mut self, name: &str, scalar: Scalar) -> Term {
        self.choose(scalar.register_type(), input(name))
    }

    /// `argv`: an array of strings with a null pointer at its end.
    fn argument_strings(&mut self, count: Term) -> Term {
        let word = Scalar::word(self.machine(), false);
        let step = self.word(self.machine().pointer_size());
        let all = self.terms().bv_mul(count, step);
        let size = self.terms().bv_add(all, step);
        let table = self.allocated(size);
        let index = self.temporary(word.register_type());
        let zero = self.word(0);
        self.assign(index, zero);
        let [head, body, done] = [(); 3].map(|()| self.new_block());
        self.goto(head);
        self.switch_to(head);
        let i = self.term_of(index);
        let more = self.terms().bv_ult(i, count);
        self.branch(more, body, done);
        self.switch_to(body);
        let length = self.input("argument length", word);
        let longest = self.word(LONGEST_ARGUMENT);
        let short = self.terms().bv_ult(length, longest);
        self.emit(StatementKind::Assume(short));
        let one = self.word(1);
        let bytes = self.terms().bv_add(length, one);
        let string = self.allocated(bytes);
        let end = self.offset(string, length);
        let nul = self.terms().bv(8, 0);
        self.emit(StatementKind::Store { address: end, value: nul });
        let distance = self.terms().bv_mul(i, step);
        let slot = self.offset(table, distance);
        self.emit(StatementKind::Store { address: slot, value: string });
        let next = self.terms().bv_add(i, one);
        self.assign(index, next);
        self.goto(head);
        self.switch_to(done);
        let slot = self.offset(table, all);
        self.emit(StatementKind::Store { address: slot, value: zero });
        table
    }

    /// The address of a new object that lives until the end of the program.
    fn allocated(&mut self, size: Term) -> Term {
        let target = self.temporary(ScalarType::Pointer);
        let storage = AllocationStorage::Stack;
        self.emit(StatementKind::Allocate { target, size, storage, zeroed: false });
        self.term_of(target)
    }

    // ----- Starting anywhere -----

    /// Arbitrary arguments for a function, and arbitrary pointers in all globals.
    fn any_arguments(&mut self, start: FnId) -> Result<Vec<Argument>, LowerError> {
        let hir = self.hir;
        for &var in &hir.globals {
            if self.cx.library.has_variable(hir, var) {
                continue;
            }
            let declared = hir.var(var);
            let symbol = self.cx.global(var);
            let address = self.term_of(symbol);
            self.fill_pointers(
                Memory::of_object(address),
                declared.ty,
                &declared.name,
                POINTER_DEPTH,
            )?;
        }
        let mut args = Vec::new();
        for &param in &hir.function(start).params {
            let declared = hir.var(param);
            let value = match hir.types.get(declared.ty) {
                Type::Pointer(target) => {
                    Value::Scalar(self.any_pointer(*target, &declared.name, POINTER_DEPTH)?)
                }
                _ => self.arbitrary(declared.ty, input(&declared.name))?,
            };
            if let Value::Record(address) = value {
                let memory = Memory::of_object(address);
                self.fill_pointers(memory, declared.ty, &declared.name, POINTER_DEPTH)?;
            }
            args.push(Argument { value, ty: declared.ty });
        }
        Ok(args)
    }

    /// Makes the pointers in an object with arbitrary content null, or addresses of new objects.
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
                let with_pointers = |member: &&crate::hir::Member| self.has_pointers(member.ty);
                let members: Vec<_> =
                    record.members.iter().flatten().filter(with_pointers).collect();
                let taken = if record.is_union { 1 } else { members.len() };
                for member in members.into_iter().take(taken) {
                    self.fill_pointers(memory.plus(member.offset), member.ty, name, depth)?;
                }
            }
            _ => {}
        }
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

    /// Null, or the address of a new object with arbitrary content.
    fn any_pointer(&mut self, target: Ty, name: &str, depth: u32) -> Result<Term, LowerError> {
        let hir = self.hir;
        if let Type::Function(_) = hir.types.get(target) {
            let pointer = self.input(name, Scalar::Pointer);
            let null = self.word(0);
            let mut possible = vec![self.terms().eq(pointer, null)];
            for function in self.cx.pointed_functions() {
                let address = self.cx.program.function(function).address;
                let address = self.term_of(address);
                possible.push(self.terms().eq(pointer, address));
            }
            let possible = self.terms().or(&possible);
            self.emit(StatementKind::Assume(possible));
            return Ok(pointer);
        }
        if depth == 0 {
            let message = format!("pointers deep inside of '{name}' are taken to be null");
            self.cx.note(None, message);
            return Ok(self.word(0));
        }
        let result = self.temporary(ScalarType::Pointer);
        let null = self.word(0);
        self.assign(result, null);
        let is_null = self.choose(ScalarType::Truth, input(name));
        let [fresh, done] = [(); 2].map(|()| self.new_block());
        self.branch(is_null, done, fresh);
        self.switch_to(fresh);
        let size = match (hir.types.get(target), hir.types.size_of(target)) {
            (Type::Void, _) | (_, None) => {
                let word = Scalar::word(self.machine(), false);
                self.input(&format!("size of the object behind {name}"), word)
            }
            (_, Some(size)) => self.word(size),
        };
        let address = self.allocated(size);
        if hir.types.size_of(target).is_some() {
            self.fill_pointers(Memory::of_object(address), target, name, depth - 1)?;
        }
        self.assign(result, address);
        self.goto(done);
        self.switch_to(done);
        Ok(self.term_of(result))
    }
}

fn input(name: &str) -> ChoiceSource {
    ChoiceSource::Input(name.to_owned())
}
