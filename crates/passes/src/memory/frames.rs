//! Functions that are still called become procedures; each activation has its own registers.

use super::lower::Lowering;
use super::objects::Objects;
use super::region::declare_new;
use super::words::Word;
use model::{Call, Cfa, Procedure, ProcedureId, Span};
use program::{Callee, FunctionId, Program};
use rustc_hash::FxHashMap;
use term::{Sort, Symbol, Term, TermStore};

/// The variables of a function in the model.
pub struct Frame {
    /// Its procedure.
    pub procedure: ProcedureId,
    /// The variables that take the arguments.
    parameters: Vec<Symbol>,
    /// The variable that returns the result, if the function is called.
    result: Option<Symbol>,
    /// Other variables of an activation.
    locals: Vec<Symbol>,
    /// Variables that hold addresses of fresh objects.
    addresses: Vec<Symbol>,
}

/// The variables of all functions.
pub struct Frames {
    by_function: FxHashMap<FunctionId, Frame>,
}

impl Frames {
    /// Declares variables for functions, the entry first. `symbols` receives the term for each
    /// register and each fresh object. `holds_address` tells which registers may hold addresses.
    pub fn declare(
        store: &mut TermStore,
        symbols: &mut FxHashMap<Symbol, Term>,
        program: &Program,
        objects: &Objects,
        functions: &[FunctionId],
        holds_address: impl Fn(Symbol) -> bool,
    ) -> Frames {
        let mut by_function = FxHashMap::default();
        for (index, &id) in functions.iter().enumerate() {
            let function = program.function(id);
            let mut declare = |store: &mut TermStore, from: Symbol, sort: Sort| {
                let variable = declare_new(store, program.terms.name(from), sort);
                symbols.insert(from, store.var(variable));
                variable
            };
            let mut frame = Frame {
                procedure: ProcedureId::from_index(index),
                parameters: Vec::new(),
                result: None,
                locals: Vec::new(),
                addresses: Vec::new(),
            };
            for register in function.registers.iter().map(|register| register.symbol) {
                let sort = if holds_address(register) {
                    objects.space.sort(objects.space.width)
                } else {
                    program.terms.symbol_sort(register).clone()
                };
                let is_parameter = function.parameters.contains(&register);
                let is_result = id != program.entry && function.result == Some(register);
                let variable = declare(store, register, sort.clone());
                match (is_parameter, is_result) {
                    (false, false) => frame.locals.push(variable),
                    (false, true) => frame.result = Some(variable),
                    (true, false) => {}
                    // The variable must not be both parameter and result; a return copies one to
                    // the other.
                    (true, true) => {
                        let name = format!("{}!result", program.terms.name(register));
                        frame.result = Some(declare_new(store, &name, sort));
                    }
                }
            }
            for object in function.objects.iter().map(|object| object.address) {
                if objects.named(object).is_some_and(|info| info.number.is_none()) {
                    let sort = objects.space.sort(objects.space.width);
                    frame.addresses.push(declare(store, object, sort));
                }
            }
            let parameter = |from: &Symbol| store.as_var(symbols[from]).expect("a variable");
            frame.parameters = function.parameters.iter().map(parameter).collect();
            by_function.insert(id, frame);
        }
        Frames { by_function }
    }

    /// The variables of a function, if it has a procedure.
    pub fn get(&self, function: FunctionId) -> Option<&Frame> {
        self.by_function.get(&function)
    }
}

impl Frame {
    /// The procedure with these variables and additional temporary ones.
    pub fn procedure(&self, name: &str, cfa: Cfa, temporaries: &[Symbol]) -> Procedure {
        let mut procedure = Procedure::new(name, cfa);
        procedure.parameters.clone_from(&self.parameters);
        procedure.results.extend(self.result);
        procedure.locals = [&self.locals[..], &self.addresses, temporaries].concat();
        procedure
    }
}

impl Lowering<'_> {
    /// Marks all objects of a new activation as not alive.
    pub(super) fn clear_addresses(&mut self) {
        let addresses = self.frame().addresses.clone();
        let null = self.store.bv(self.objects.space.address_bits(), 0);
        for variable in addresses {
            self.emitter.assign(variable, null, None);
        }
    }

    /// Calls the procedure of a function.
    pub(super) fn call(
        &mut self,
        callee: Callee,
        args: &[Term],
        result: Option<Symbol>,
        span: Option<Span>,
    ) {
        let called = match callee {
            Callee::Direct(id) if id != self.program.entry => {
                self.frames.get(id).map(|frame| (self.program.function(id), frame))
            }
            _ => None,
        };
        let Some((callee, frame)) = called else {
            self.emitter.unsupported(&mut self.store, "a call that was not inlined", span);
            return;
        };
        let (procedure, returned) = (frame.procedure, frame.result);
        let parameters = callee.parameters.iter().zip(args);
        let args: Vec<Term> = parameters
            .map(|(&parameter, &arg)| {
                let word = self.word(arg);
                self.fitted(word, parameter)
            })
            .collect();
        let Some(returned) = returned else {
            self.emitter.call(Call { procedure, args, results: Vec::new() }, span);
            return;
        };
        // The register that takes the result may have a wider sort, since it may hold addresses.
        let taken = result.map(|result| self.variable(result));
        let sort = self.store.symbol_sort(returned).clone();
        let fits = taken.filter(|&taken| *self.store.symbol_sort(taken) == sort);
        let direct = fits.unwrap_or_else(|| self.temporary("result", sort));
        self.emitter.call(Call { procedure, args, results: vec![direct] }, span);
        if let (Some(result), Some(taken)) = (result, taken.filter(|&taken| taken != direct)) {
            let is_address = callee.result.is_some_and(|r| self.may_hold_address(r));
            let value = Word { term: self.store.var(direct), is_address };
            let value = self.fitted(value, result);
            self.emitter.assign(taken, value, span);
        }
    }

    /// Returns to the caller, or ends the run in the entry.
    pub(super) fn leave(&mut self, span: Option<Span>) {
        let Some(exit) = self.emitter.cfa.exit() else { return };
        let function = self.program.function(self.function);
        if let (Some(from), Some(result)) = (function.result, self.frame().result) {
            let from = self.variable(from);
            if from != result {
                let value = self.store.var(from);
                self.emitter.assign(result, value, span);
            }
        }
        self.emitter.goto(exit, span);
    }

    fn frame(&self) -> &Frame {
        self.frames.get(self.function).expect("it is being lowered")
    }
}
