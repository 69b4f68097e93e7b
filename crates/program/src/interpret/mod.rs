//! The interpreter: runs a program on concrete values.
//!
//! Each function is compiled once (`code`). A run executes steps over explicit frames (`machine`),
//! so an option bounds the depth of calls, not our own stack. A [`Chooser`] decides the values that
//! the program leaves open. Registers that were never assigned are zero.

mod access;
mod calls;
mod chooser;
mod code;
mod coverage;
mod indeterminate;
mod losses;
mod machine;
mod memory;
mod outcome;
mod printf;
mod recurrence;
mod roots;
mod state;
mod surroundings;

pub use chooser::{Chooser, ForeignWord, Inputs, OpenByte, OpenValue, Random, Zeros};
pub use coverage::Coverage;
pub use outcome::{
    Environment, Event, Execution, ExecutionEnd, LostObject, Options, Pointee, Turn,
    UndefinedBehaviour, Violation,
};
pub use state::{LiveObject, State};

use crate::verify::{VerifyError, verify};
use crate::{FunctionId, Initial, Object, Program, Property};
use code::{FunctionCode, Raw, compile};
use machine::Machine;
use memory::{Memory, OutOfMemory, Segment, Space};
use recurrence::{LoopPlaces, loop_places};
use rustc_hash::FxHashMap;
use term::{Assignment, BitVec, Evaluator, Symbol, Term, Value, free_vars};
use thiserror::Error;

/// Why a program cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// It is not well-formed.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// Its global objects do not fit the memory that is allowed.
    #[error("the global objects do not fit the memory limit")]
    OutOfMemory,
}

/// A program that is ready to run any number of times.
pub struct Interpreter<'p> {
    program: &'p Program,
    options: Options,
    functions: Vec<FunctionCode>,
    /// Functions by address.
    by_address: FxHashMap<u64, FunctionId>,
    /// Declared objects by the symbol of their address.
    objects: FxHashMap<Symbol, &'p Object>,
    /// The initial values of globals: object, offset, bytes, and the address that a pointer is
    /// computed from.
    initial: Vec<(usize, u64, Value, Option<u64>)>,
    /// The number of actions with a cache of the object that they access.
    caches: usize,
    /// For each function where runs may come back to, if that is watched.
    loop_places: Vec<LoopPlaces>,
}

impl<'p> Interpreter<'p> {
    /// Verifies and compiles a program.
    pub fn new(program: &'p Program, options: Options) -> Result<Interpreter<'p>, SetupError> {
        verify(program)?;
        let mut interpreter = Interpreter {
            program,
            options,
            functions: Vec::new(),
            by_address: FxHashMap::default(),
            objects: FxHashMap::default(),
            initial: Vec::new(),
            caches: 0,
            loop_places: Vec::new(),
        };
        let addresses = interpreter.place()?;
        interpreter.evaluate_initial(&addresses);
        let vars: FxHashMap<Symbol, Term> = program
            .terms
            .terms()
            .filter_map(|term| Some((program.terms.as_var(term)?, term)))
            .collect();
        for function in &program.functions {
            interpreter.objects.extend(function.objects.iter().map(|o| (o.address, o)));
            let caches = &mut interpreter.caches;
            let code = compile(program, &vars, function, &addresses, caches, &options);
            interpreter.functions.push(code);
        }
        if options.watched.contains(Property::Termination) {
            interpreter.loop_places = loop_places(program, &interpreter.functions, options.watched);
        }
        Ok(interpreter)
    }

    /// Runs the program from its start.
    pub fn run(&self, environment: &mut Environment<'_>) -> Execution {
        self.run_and_see(environment, None)
    }

    /// Runs the program from its start and records branch coverage.
    pub fn run_covering(
        &self,
        environment: &mut Environment<'_>,
        seen: &mut Coverage,
    ) -> Execution {
        self.run_and_see(environment, Some(seen))
    }

    /// An empty branch coverage for this program.
    pub fn coverage(&self) -> Coverage {
        Coverage::of(&self.functions)
    }

    fn run_and_see(
        &self,
        environment: &mut Environment<'_>,
        seen: Option<&mut Coverage>,
    ) -> Execution {
        match self.initial_memory() {
            Ok(memory) => Machine::new(self, memory, environment, seen).run(),
            Err(OutOfMemory) => Execution {
                outcome: ExecutionEnd::MemoryLimit,
                undefined: None,
                steps: 0,
                allocated: 0,
                is_confused: false,
            },
        }
    }

    /// Gives globals and functions their addresses, which are the same in every run.
    fn place(&mut self) -> Result<FxHashMap<Symbol, u64>, SetupError> {
        let mut addresses = FxHashMap::default();
        for id in self.program.function_ids() {
            let address = Space::function_address(id.index());
            addresses.insert(self.program.function(id).address, address);
            self.by_address.insert(address, id);
        }
        let (memory, ids) = self.place_globals().map_err(|OutOfMemory| SetupError::OutOfMemory)?;
        for (object, id) in self.program.globals.iter().zip(ids) {
            addresses.insert(object.address, memory.object(id).base);
            self.objects.insert(object.address, object);
        }
        Ok(addresses)
    }

    fn place_globals(&self) -> Result<(Memory, Vec<memory::ObjectId>), OutOfMemory> {
        let bits = self.program.machine.pointer_bits();
        let mut memory = Memory::new(bits, self.options.max_memory);
        let mut ids = Vec::new();
        for object in &self.program.globals {
            let zeroed = matches!(object.initial, Initial::Values(_));
            let declared = Some((object.address, object.read_only));
            let size = object.layout.size();
            ids.push(memory.create(Segment::Global, size, object.align, zeroed, declared)?);
        }
        Ok((memory, ids))
    }

    fn evaluate_initial(&mut self, addresses: &FxHashMap<Symbol, u64>) {
        let bits = self.program.machine.pointer_bits();
        let mut assignment = Assignment::new();
        for (&symbol, &address) in addresses {
            assignment.set(symbol, Value::bv(bits, address));
        }
        let mut evaluator = Evaluator::new(&self.program.terms, &assignment);
        for (i, object) in self.program.globals.iter().enumerate() {
            let Initial::Values(values) = &object.initial else { continue };
            for &(offset, term) in values {
                let value = evaluator.eval(term).expect("initial values are over addresses");
                let origin = match free_vars(&self.program.terms, &[term])[..] {
                    [symbol] => addresses.get(&symbol).copied(),
                    _ => None,
                };
                self.initial.push((i, offset, value, origin));
            }
        }
    }

    fn initial_memory(&self) -> Result<Memory, OutOfMemory> {
        let (mut memory, ids) = self.place_globals()?;
        for (object, offset, value, origin) in &self.initial {
            let pointer = value.as_bitvec().and_then(BitVec::to_u64);
            if let (Some(origin), Some(pointer)) = (*origin, pointer) {
                memory.offset(origin, pointer.wrapping_sub(origin));
            }
            let width = value.as_bitvec().map_or(0, BitVec::width);
            let bytes = Raw::encode(value).to_bytes(width as usize / 8);
            for (i, byte) in bytes.into_iter().enumerate() {
                let content = &mut memory.object_mut(ids[*object]).content;
                let grown = content.set_byte(offset + i as u64, byte);
                memory.grow(grown)?;
            }
        }
        Ok(memory)
    }
}
