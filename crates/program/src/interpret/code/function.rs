//! From functions to steps: computations, each followed by an action.

use super::bank::{Bank, Raw, Slot};
use super::compute::Application;
use super::instruction::Compute;
use super::terms::TermCompiler;
use crate::{
    Callee, Condition, Function, FunctionId, Program, Statement, StatementKind, Storage, Terminator,
};
use rustc_hash::FxHashMap;
use std::ops::Range;
use term::{Sort, Symbol, Term, TermStore, Value};

/// Slots are positions in the bank of words where they are plain numbers.
type Word = u32;

/// What happens after a computation.
#[derive(Clone, Debug)]
pub enum Action {
    Jump(u32),
    Branch {
        condition: Word,
        then: u32,
        otherwise: u32,
    },
    Return,
    Halt,
    /// A named register was assigned, and somebody wants to know.
    Assigned {
        register: u32,
    },
    Choose {
        target: Slot,
        register: u32,
    },
    Assume(Word),
    CheckHolds(Word),
    CheckAccess {
        base: Word,
        address: Word,
        size: Word,
        write: bool,
        cache: u32,
    },
    CheckFreeable(Word),
    CheckAllFreed,
    CheckAllTracked,
    Load {
        target: Slot,
        address: Word,
        bytes: u32,
        cache: u32,
    },
    Store {
        address: Word,
        value: Slot,
        bytes: u32,
        cache: u32,
    },
    Offset {
        target: Word,
        base: Word,
        delta: Word,
    },
    Copy {
        to: Word,
        from: Word,
        size: Word,
    },
    Fill {
        to: Word,
        byte: Word,
        size: Word,
    },
    Begin(u32),
    End(u32),
    Allocate {
        target: Word,
        size: Word,
        storage: Storage,
        zeroed: bool,
    },
    Bind {
        object: Word,
        owner: u32,
    },
    ObjectSize {
        target: Word,
        address: Word,
    },
    Free(Word),
    Call {
        function: FunctionId,
        args: Range<u32>,
        result: Option<Operand>,
    },
    CallAt {
        address: Word,
        args: Range<u32>,
        result: Option<Operand>,
    },
    Print {
        format: Word,
        args: Range<u32>,
    },
    Unsupported,
}

/// A slot and the sort of what is in it.
#[derive(Clone, Debug)]
pub struct Operand {
    pub slot: Slot,
    pub sort: Sort,
}

/// Instructions, then an action.
#[derive(Clone, Debug)]
pub struct Step {
    /// The instructions.
    pub code: Range<u32>,
    /// What happens then.
    pub action: Action,
}

/// A compiled function.
pub struct FunctionCode {
    /// All instructions.
    pub code: Vec<Compute>,
    /// What general instructions apply.
    pub applications: Vec<Application>,
    /// The steps of all blocks; none if the function has no body.
    pub steps: Vec<Step>,
    /// Block and statement of each step; the terminator is the one after the last statement.
    pub origins: Vec<(u32, u32)>,
    /// Operands of calls and prints.
    pub operands: Vec<Operand>,
    /// The words of a new frame.
    pub words: Vec<u64>,
    /// The wide values of a new frame.
    pub wides: Vec<u128>,
    /// The big values of a new frame.
    pub bigs: Vec<Value>,
    /// Where the registers are, in their order; they are first in their banks.
    pub registers: Vec<Slot>,
    /// Where arguments go.
    pub parameters: Vec<Operand>,
    /// Where the result is.
    pub result: Option<Operand>,
    /// Where the addresses of local objects are.
    pub objects: Vec<Word>,
}

/// Compiles a function. `addresses` are the values of the addresses of globals and functions,
/// `caches` counts accesses to memory over all functions. Assignments are reported if `recording`.
pub fn compile(
    program: &Program,
    vars: &FxHashMap<Symbol, Term>,
    function: &Function,
    addresses: &FxHashMap<Symbol, u64>,
    caches: &mut u32,
    recording: bool,
) -> FunctionCode {
    let mut compiler = FunctionCompiler {
        terms: &program.terms,
        function,
        compiler: TermCompiler::new(&program.terms),
        slots: FxHashMap::default(),
        registers: FxHashMap::default(),
        objects: FxHashMap::default(),
        steps: Vec::new(),
        origins: Vec::new(),
        operands: Vec::new(),
        emitted: 0,
        caches,
        recording,
    };
    compiler.declare(vars, addresses);
    compiler.body();
    compiler.finish()
}

struct FunctionCompiler<'a> {
    terms: &'a TermStore,
    function: &'a Function,
    compiler: TermCompiler<'a>,
    /// Slots of registers and of addresses of local objects.
    slots: FxHashMap<Symbol, Slot>,
    /// Positions of registers.
    registers: FxHashMap<Symbol, u32>,
    /// Positions of local objects by address.
    objects: FxHashMap<Symbol, u32>,
    steps: Vec<Step>,
    origins: Vec<(u32, u32)>,
    operands: Vec<Operand>,
    /// How many instructions belong to a step already.
    emitted: u32,
    caches: &'a mut u32,
    recording: bool,
}

impl FunctionCompiler<'_> {
    fn declare(&mut self, vars: &FxHashMap<Symbol, Term>, addresses: &FxHashMap<Symbol, u64>) {
        let registers = self.function.registers.iter().map(|register| register.symbol);
        let objects = self.function.objects.iter().map(|object| object.address);
        for symbol in registers.chain(objects) {
            let zero = Value::default_of(self.terms.symbol_sort(symbol));
            let slot = self.compiler.new_slot(Raw::encode(&zero));
            self.slots.insert(symbol, slot);
            if let Some(&variable) = vars.get(&symbol) {
                self.compiler.bind(variable, slot);
            }
        }
        for (i, register) in self.function.registers.iter().enumerate() {
            self.registers.insert(register.symbol, i as u32);
        }
        for (i, object) in self.function.objects.iter().enumerate() {
            self.objects.insert(object.address, i as u32);
        }
        // Only the addresses that occur take a slot.
        let mut used: Vec<Term> = Vec::new();
        if let Some(body) = &self.function.body {
            for block in &body.blocks {
                block.statements.iter().for_each(|statement| used.extend(statement.kind.terms()));
                used.extend(block.terminator.condition());
            }
        }
        for symbol in term::free_vars(self.terms, &used) {
            if let Some(&address) = addresses.get(&symbol)
                && let Some(&variable) = vars.get(&symbol)
            {
                let slot = self.compiler.new_slot(Raw::Word(address));
                self.compiler.bind(variable, slot);
            }
        }
    }

    fn body(&mut self) {
        let Some(body) = &self.function.body else { return };
        let mut starts = Vec::new();
        for (b, block) in body.blocks.iter().enumerate() {
            starts.push(self.steps.len() as u32);
            for (s, statement) in block.statements.iter().enumerate() {
                if let Some(action) = self.statement(statement) {
                    self.push(action, (b as u32, s as u32));
                }
                if self.recording
                    && let Some(register) = self.named_target(statement)
                {
                    self.push(Action::Assigned { register }, (b as u32, s as u32));
                }
            }
            let action = match block.terminator {
                Terminator::Goto(next) => Action::Jump(next.index() as u32),
                Terminator::Branch { condition, then, otherwise } => Action::Branch {
                    condition: self.word(condition),
                    then: then.index() as u32,
                    otherwise: otherwise.index() as u32,
                },
                Terminator::Return => Action::Return,
                Terminator::Halt => Action::Halt,
            };
            self.push(action, (b as u32, block.statements.len() as u32));
        }
        // Jumps lead to blocks so far; now it is known where these start.
        for step in &mut self.steps {
            match &mut step.action {
                Action::Jump(next) => *next = starts[*next as usize],
                Action::Branch { then, otherwise, .. } => {
                    *then = starts[*then as usize];
                    *otherwise = starts[*otherwise as usize];
                }
                _ => {}
            }
        }
    }

    /// The named register that a statement changes; choices are reported as such.
    fn named_target(&self, statement: &Statement) -> Option<u32> {
        if let StatementKind::Choose { .. } = statement.kind {
            return None;
        }
        let register = self.registers[&statement.kind.target()?];
        let named = !self.function.registers[register as usize].name.is_empty();
        named.then_some(register)
    }

    fn push(&mut self, action: Action, origin: (u32, u32)) {
        let end = self.compiler.code.len() as u32;
        self.steps.push(Step { code: self.emitted..end, action });
        self.origins.push(origin);
        self.emitted = end;
    }

    /// Compiles the terms of a statement. A plain assignment has no action: its instructions are
    /// done before the next one.
    fn statement(&mut self, statement: &Statement) -> Option<Action> {
        Some(match &statement.kind {
            StatementKind::Assign { target, value } => {
                let slot = self.slots[target];
                self.compiler.compute_into(*value, slot);
                return None;
            }
            StatementKind::Choose { target, .. } => {
                Action::Choose { target: self.slots[target], register: self.registers[target] }
            }
            StatementKind::Assume(condition) => Action::Assume(self.word(*condition)),
            StatementKind::Check(check) => self.condition(&check.condition),
            StatementKind::Load { target, address } => {
                let bytes = self.terms.symbol_sort(*target).bit_width().unwrap_or(0) / 8;
                let (address, cache) = (self.word(*address), self.cache());
                Action::Load { target: self.slots[target], address, bytes, cache }
            }
            StatementKind::Store { address, value } => {
                let bytes = self.terms.width(*value) / 8;
                let slots = self.compiler.compute(&[*address, *value]);
                let cache = self.cache();
                Action::Store { address: slots[0].index, value: slots[1], bytes, cache }
            }
            StatementKind::Offset { target, base, delta } => {
                let [base, delta] = self.words([*base, *delta]);
                Action::Offset { target: self.slots[target].index, base, delta }
            }
            StatementKind::Copy { to, from, size } => {
                let [to, from, size] = self.words([*to, *from, *size]);
                Action::Copy { to, from, size }
            }
            StatementKind::Fill { to, byte, size } => {
                let [to, byte, size] = self.words([*to, *byte, *size]);
                Action::Fill { to, byte, size }
            }
            StatementKind::Begin(object) => Action::Begin(self.objects[object]),
            StatementKind::End(object) => Action::End(self.objects[object]),
            StatementKind::Allocate { target, size, storage, zeroed } => Action::Allocate {
                size: self.word(*size),
                target: self.slots[target].index,
                storage: *storage,
                zeroed: *zeroed,
            },
            StatementKind::Bind { object, owner } => {
                Action::Bind { object: self.word(*object), owner: self.objects[owner] }
            }
            StatementKind::ObjectSize { target, address } => Action::ObjectSize {
                address: self.word(*address),
                target: self.slots[target].index,
            },
            StatementKind::Free(address) => Action::Free(self.word(*address)),
            StatementKind::Call { callee, args, result } => {
                let result = result.map(|result| self.operand(result));
                match *callee {
                    Callee::Direct(function) => {
                        let (_, args) = self.operands(None, args);
                        Action::Call { function, args, result }
                    }
                    Callee::Indirect(address) => {
                        let (address, args) = self.operands(Some(address), args);
                        Action::CallAt { address, args, result }
                    }
                }
            }
            StatementKind::Print { format, args } => {
                let (format, args) = self.operands(Some(*format), args);
                Action::Print { format, args }
            }
            StatementKind::Unsupported(_) => Action::Unsupported,
        })
    }

    fn condition(&mut self, condition: &Condition) -> Action {
        match condition {
            Condition::Holds(condition) => Action::CheckHolds(self.word(*condition)),
            Condition::Readable { base, address, size } => {
                let [base, address, size] = self.words([*base, *address, *size]);
                Action::CheckAccess { base, address, size, write: false, cache: self.cache() }
            }
            Condition::Writable { base, address, size } => {
                let [base, address, size] = self.words([*base, *address, *size]);
                Action::CheckAccess { base, address, size, write: true, cache: self.cache() }
            }
            Condition::Freeable(address) => Action::CheckFreeable(self.word(*address)),
            Condition::AllFreed => Action::CheckAllFreed,
            Condition::AllTracked => Action::CheckAllTracked,
        }
    }

    fn cache(&mut self) -> u32 {
        *self.caches += 1;
        *self.caches - 1
    }

    /// The slot of a truth value or address.
    fn word(&mut self, term: Term) -> Word {
        self.words([term])[0]
    }

    fn words<const N: usize>(&mut self, terms: [Term; N]) -> [Word; N] {
        let slots = self.compiler.compute(&terms);
        debug_assert!(slots.iter().all(|slot| slot.bank == Bank::Word));
        std::array::from_fn(|i| slots[i].index)
    }

    fn operand(&self, symbol: Symbol) -> Operand {
        Operand { slot: self.slots[&symbol], sort: self.terms.symbol_sort(symbol).clone() }
    }

    /// Computes an address and arguments together, so that none takes the slot of another.
    fn operands(&mut self, address: Option<Term>, args: &[Term]) -> (Word, Range<u32>) {
        let roots: Vec<Term> = address.into_iter().chain(args.iter().copied()).collect();
        let slots = self.compiler.compute(&roots);
        let skipped = roots.len() - args.len();
        let start = self.operands.len() as u32;
        for (&slot, &arg) in slots[skipped..].iter().zip(args) {
            self.operands.push(Operand { slot, sort: self.terms.sort(arg).clone() });
        }
        (slots.first().map_or(0, |slot| slot.index), start..self.operands.len() as u32)
    }

    fn finish(self) -> FunctionCode {
        let slot = |symbol: &Symbol| self.slots[symbol];
        let registers = self.function.registers.iter().map(|r| slot(&r.symbol)).collect();
        let objects = self.function.objects.iter().map(|o| slot(&o.address).index).collect();
        let parameters = self.function.parameters.iter().map(|&p| self.operand(p)).collect();
        let result = self.function.result.map(|result| self.operand(result));
        FunctionCode {
            code: self.compiler.code,
            applications: self.compiler.applications,
            steps: self.steps,
            origins: self.origins,
            operands: self.operands,
            words: self.compiler.words,
            wides: self.compiler.wides,
            bigs: self.compiler.bigs,
            registers,
            parameters,
            result,
            objects,
        }
    }
}
