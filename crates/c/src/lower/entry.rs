//! The start of the program: the arguments of the first function, and the checks at the end.

use super::function::{FunctionLowering, Value};
use super::scalar::{Scalar, zero};
use super::unit::UnitLowering;
use super::uses::mentions;
use super::{Globals, LowerError};
use crate::environment::Argument;
use crate::hir::{FnId, Function, Unit, VarId};
use program::{
    Check, ChoiceSource, Condition, FunctionId, Property, ScalarType, StatementKind,
    Storage as AllocationStorage, Terminator,
};
use term::Term;

/// No system passes this many arguments to `main`.
const MOST_ARGUMENTS: u64 = 1 << 20;
/// No system passes strings this long to `main`.
const LONGEST_ARGUMENT: u64 = 1 << 22;

/// The name of the first function of the program.
pub(super) const NAME: &str = "lemmatic.entry";

/// Adds the first function to the program.
pub(super) fn define(cx: &mut UnitLowering<'_>) -> Result<FunctionId, LowerError> {
    let hir = cx.hir;
    let named = |id: &FnId| hir.function(*id).name == "main";
    let named_functions = (0..hir.functions.len()).map(FnId::from_index).filter(named);
    let defined = |id: &FnId| hir.function(*id).body.is_some();
    let Some(start) = named_functions.map(|id| hir.aliased_function(id)).find(defined) else {
        return Err(LowerError::new(None, "there is no function 'main' with a body".to_owned()));
    };
    let function = cx.declare(NAME, None);
    let id = FunctionId::from_index(cx.program.functions.len());
    cx.program.functions.push(function);
    let has_any_globals = cx.options.globals == Globals::Any;
    let mut this = FunctionLowering::new(cx, NAME);
    match has_any_globals {
        true => this.fill_globals()?,
        false => this.run_constructors()?,
    }
    let args = this.main_arguments(start)?;
    let result = super::arguments::function_type(hir, start)?.result;
    this.call_defined(start, &args, result)?;
    if !has_any_globals {
        this.run_at_exit()?;
    }
    this.end_of_program();
    this.terminate(Terminator::Return);
    this.finish_jumps()?;
    this.finish(id);
    Ok(id)
}

impl FunctionLowering<'_, '_> {
    /// Ends the program. All memory must be freed then, or tracked.
    pub(crate) fn halt(&mut self) {
        self.end_of_program();
        self.terminate(Terminator::Halt);
    }

    /// The checks of memory at the end of the program.
    fn end_of_program(&mut self) {
        let checks = [
            (Property::Memtrack, Condition::AllTracked, "memory is lost at the end of the program"),
            (Property::Memcleanup, Condition::AllFreed, "memory is not freed at the end"),
        ];
        for (property, condition, message) in checks {
            let message = message.to_owned();
            self.emit(StatementKind::Check(Check { property, condition, message }));
        }
    }

    /// Calls the constructors, ordered by priority and then by definition.
    fn run_constructors(&mut self) -> Result<(), LowerError> {
        for id in by_priority(self.hir, |function| function.constructor) {
            self.call_without_arguments(id)?;
        }
        Ok(())
    }

    /// Calls the functions that run when the program ends normally: those passed to `atexit`, the
    /// latest first, and then the destructors, in the opposite order of constructors.
    pub(crate) fn run_at_exit(&mut self) -> Result<(), LowerError> {
        if self.cx.library.mentions_atexit(self.hir)
            && let Some(id) = self.cx.library.part("run_at_exit")
        {
            self.call_without_arguments(id)?;
        }
        for id in by_priority(self.hir, |function| function.destructor).into_iter().rev() {
            self.call_without_arguments(id)?;
        }
        Ok(())
    }

    fn call_without_arguments(&mut self, id: FnId) -> Result<(), LowerError> {
        if !self.hir.function(id).params.is_empty() {
            self.unsupported("a constructor or destructor with parameters");
            return Ok(());
        }
        let result = super::arguments::function_type(self.hir, id)?.result;
        self.call_defined(id, &[], result)?;
        Ok(())
    }

    /// The arguments of `main`: any number of arbitrary strings.
    fn main_arguments(&mut self, main: FnId) -> Result<Vec<Argument>, LowerError> {
        let hir = self.hir;
        let function = hir.function(main);
        let mut args = Vec::new();
        let mut count = None;
        let is_used = |&param: &VarId| function.body.as_ref().is_some_and(|b| mentions(b, param));
        let any_is_used = function.params.iter().any(is_used);
        for (i, &param) in function.params.iter().enumerate() {
            let ty = hir.var(param).ty;
            let used = is_used(&param);
            let value = match (i, Scalar::of(&hir.types, ty)) {
                // If a program uses no argument, none is left open.
                (_, Some(scalar)) if !any_is_used => {
                    let machine = self.machine();
                    Value::Scalar(zero(self.terms(), machine, scalar))
                }
                (0, Some(scalar @ Scalar::Int { .. })) => {
                    // There is at least the name of the program.
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

    pub(super) fn input(&mut self, name: &str, scalar: Scalar) -> Term {
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
    pub(super) fn allocated(&mut self, size: Term) -> Term {
        let target = self.temporary(ScalarType::Pointer);
        let storage = AllocationStorage::Stack;
        self.emit(StatementKind::Allocate { target, size, storage, zeroed: false });
        self.term_of(target)
    }
}

/// The defined functions that have a priority, ordered by it and then by definition.
fn by_priority(hir: &Unit, priority: impl Fn(&Function) -> Option<u64>) -> Vec<FnId> {
    let ids = (0..hir.functions.len()).map(FnId::from_index);
    let defined = ids.filter(|&id| hir.function(id).body.is_some());
    let mut functions: Vec<(u64, u32, FnId)> = defined
        .filter_map(|id| Some((priority(hir.function(id))?, hir.function(id).definition, id)))
        .collect();
    functions.sort_unstable();
    functions.into_iter().map(|(.., id)| id).collect()
}

pub(super) fn input(name: &str) -> ChoiceSource {
    ChoiceSource::Input(name.to_owned())
}
