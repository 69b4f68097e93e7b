//! Compiles functions to instructions, and to the actions that instructions refer to.

use super::bank::{Bank, Raw, Slot};
use super::compute::Application;
use super::instruction::{Code, Instruction};
use super::jumps;
use super::terms::TermCompiler;
use crate::interpret::Options;
use crate::{
    Callee, Check, Condition, Function, FunctionId, Program, Property, PropertySet, Statement,
    StatementKind, Storage, Terminator,
};
use rustc_hash::FxHashMap;
use std::ops::Range;
use term::{Sort, Symbol, Term, TermStore, Value};

/// A slot of the word bank, given by its position.
type Word = u32;

/// An effect other than a computation or a jump.
#[derive(Clone, Debug)]
pub enum Action {
    Return,
    Halt,
    /// A named register was assigned, and assignments are reported.
    Assigned {
        register: u32,
    },
    /// A block starts or leaves the function, and states are reported.
    Reached {
        at_end: bool,
    },
    Choose {
        target: Slot,
        register: u32,
    },
    /// An assumption does not hold.
    AssumptionFails,
    /// The condition of a check does not hold.
    CheckFails,
    /// An access fails a check.
    AccessFails {
        base: Word,
    },
    CheckFreeable(Word),
    CheckAllFreed,
    CheckAllTracked,
    CheckTrackedSoFar,
    Forget(Slot),
    Load {
        target: Slot,
        address: Word,
        bytes: u32,
    },
    Store {
        address: Word,
        value: Slot,
        bytes: u32,
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

/// Which events are reported.
#[derive(Clone, Copy)]
struct Reports {
    /// Assignments to named registers.
    assignments: bool,
    /// The state at the start of blocks, and where blocks leave the function.
    states: bool,
}

/// A compiled function.
pub struct FunctionCode {
    /// All instructions; none if the function has no body.
    pub code: Vec<Instruction>,
    /// The applications that general instructions refer to.
    pub applications: Vec<Application>,
    /// The actions that instructions refer to.
    pub actions: Vec<Action>,
    /// The index of this function's first action in the cache of all functions.
    pub caches: usize,
    /// Block and statement of each action; a terminator counts as the statement after the last.
    origins: Vec<(u32, u32)>,
    /// Operands of calls and prints.
    pub operands: Vec<Operand>,
    /// The words of a new frame.
    pub words: Vec<u64>,
    /// The wide values of a new frame.
    pub wides: Vec<u128>,
    /// The big values of a new frame.
    pub bigs: Vec<Value>,
    /// The slots of the registers, in order. They are the first slots of their banks.
    pub registers: Vec<Slot>,
    /// The slots of the parameters.
    pub parameters: Vec<Operand>,
    /// The slot of the result.
    pub result: Option<Operand>,
    /// The slots that hold the addresses of local objects.
    pub objects: Vec<Word>,
    /// The first instruction of each block.
    pub starts: Vec<u32>,
}

impl FunctionCode {
    /// Block and statement of an action. A function of mere jumps has no actions: it is at its start.
    pub fn origin(&self, action: u32) -> (u32, u32) {
        self.origins.get(action as usize).copied().unwrap_or((0, 0))
    }
}

/// Compiles a function. `addresses` are the addresses of globals and functions; `caches` counts the
/// actions of all functions.
pub fn compile(
    program: &Program,
    vars: &FxHashMap<Symbol, Term>,
    function: &Function,
    addresses: &FxHashMap<Symbol, u64>,
    caches: &mut usize,
    options: &Options,
) -> FunctionCode {
    let mut compiler = FunctionCompiler {
        terms: &program.terms,
        function,
        compiler: TermCompiler::new(&program.terms),
        slots: FxHashMap::default(),
        registers: FxHashMap::default(),
        objects: FxHashMap::default(),
        actions: Vec::new(),
        origins: Vec::new(),
        operands: Vec::new(),
        caches,
        starts: Vec::new(),
        reports: Reports {
            assignments: options.recorded_from.is_some(),
            states: options.shows_state,
        },
        watched: options.watched,
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
    actions: Vec<Action>,
    origins: Vec<(u32, u32)>,
    operands: Vec<Operand>,
    caches: &'a mut usize,
    starts: Vec<u32>,
    reports: Reports,
    watched: PropertySet,
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
        // Only addresses that are used take a slot.
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
            starts.push(self.compiler.code.len() as u32);
            if self.reports.states {
                self.act(Action::Reached { at_end: false }, (b as u32, 0));
            }
            for (s, statement) in block.statements.iter().enumerate() {
                let origin = (b as u32, s as u32);
                self.statement(statement, origin);
                if self.reports.assignments
                    && let Some(register) = self.named_target(statement)
                {
                    let action = self.action(Action::Assigned { register }, origin);
                    self.push(Code::Report, [0, action, 0, 0]);
                }
            }
            let origin = (b as u32, block.statements.len() as u32);
            if self.reports.states && block.terminator.successors().next().is_none() {
                self.act(Action::Reached { at_end: true }, origin);
            }
            match block.terminator {
                Terminator::Goto(next) => self.push(Code::Jump, [next.index() as u32, 0, 0, 0]),
                Terminator::Branch { condition, then, otherwise } => {
                    self.branch(condition, then.index() as u32, otherwise.index() as u32);
                }
                Terminator::Return => self.act(Action::Return, origin),
                Terminator::Halt => self.act(Action::Halt, origin),
            }
        }
        jumps::link(&mut self.compiler.code, &starts);
        self.starts = starts;
    }

    /// A branch. A comparison is fused with it, so that its truth value need not be computed.
    fn branch(&mut self, condition: Term, then: u32, otherwise: u32) {
        let start = self.compiler.code.len();
        let condition = self.word(condition);
        let mut branch = Instruction {
            code: Code::Branch,
            width: 1,
            target: then,
            a: condition,
            b: 0,
            c: otherwise,
        };
        // The last instruction computes the condition, and nothing else uses its result.
        let computed = &mut self.compiler.code;
        if computed.len() > start
            && let Some(Instruction { code: Code::Not, a, .. }) = computed.last()
        {
            (branch.a, branch.target, branch.c) = (*a, otherwise, then);
            computed.pop();
        }
        if computed.len() > start
            && let Some(&Instruction { code, width, a, b, .. }) = computed.last()
            && let Some(code) = code.branch()
        {
            branch = Instruction { code, width, a, b, ..branch };
            computed.pop();
        }
        computed.push(branch);
    }

    /// The named register that a statement assigns. Choices are excluded; they are reported
    /// separately.
    fn named_target(&self, statement: &Statement) -> Option<u32> {
        if let StatementKind::Choose { .. } | StatementKind::Forget(_) = statement.kind {
            return None;
        }
        let register = self.registers[&statement.kind.target()?];
        let named = !self.function.registers[register as usize].name.is_empty();
        named.then_some(register)
    }

    fn push(&mut self, code: Code, [target, a, b, c]: [u32; 4]) {
        self.compiler.code.push(Instruction { code, width: 1, target, a, b, c });
    }

    /// The number of a new action.
    fn action(&mut self, action: Action, origin: (u32, u32)) -> u32 {
        self.actions.push(action);
        self.origins.push(origin);
        self.actions.len() as u32 - 1
    }

    fn act(&mut self, action: Action, origin: (u32, u32)) {
        let action = self.action(action, origin);
        self.push(Code::Act, [0, action, 0, 0]);
    }

    fn act_unless(&mut self, condition: Term, action: Action, origin: (u32, u32)) {
        let condition = self.word(condition);
        let action = self.action(action, origin);
        self.push(Code::ActUnless, [0, condition, action, 0]);
    }

    /// Compiles a statement.
    fn statement(&mut self, statement: &Statement, origin: (u32, u32)) {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                let slot = self.slots[target];
                self.compiler.compute_into(*value, slot);
            }
            StatementKind::Assume(condition) => {
                self.act_unless(*condition, Action::AssumptionFails, origin);
            }
            StatementKind::Check(Check { condition: Condition::Holds(condition), .. }) => {
                self.act_unless(*condition, Action::CheckFails, origin);
            }
            StatementKind::Check(Check {
                condition: Condition::Readable { base, address, size },
                ..
            }) => self.check_access(Code::CheckRead, [*base, *address, *size], origin),
            StatementKind::Check(Check {
                condition: Condition::Writable { base, address, size },
                ..
            }) => self.check_access(Code::CheckWrite, [*base, *address, *size], origin),
            // These checks are slow, and their failure has no consequence.
            StatementKind::Check(Check {
                property,
                condition: Condition::AllFreed | Condition::AllTracked | Condition::TrackedSoFar,
                ..
            }) if !self.watched.contains(*property) => {}
            // Only leak checks see the difference.
            StatementKind::Forget(_) if !self.watched.contains(Property::Memtrack) => {}
            kind => {
                let effect = self.effect(kind);
                let action = self.action(effect.clone(), origin);
                self.call_for(&effect, action);
            }
        }
    }

    fn check_access(&mut self, code: Code, access: [Term; 3], origin: (u32, u32)) {
        let [base, address, size] = self.words(access);
        let action = self.action(Action::AccessFails { base }, origin);
        self.push(code, [action, base, address, size]);
    }

    /// The instruction for an action. It handles the usual case without calling the action.
    fn call_for(&mut self, effect: &Action, action: u32) {
        let (code, width, [target, a, b, c]) = match *effect {
            Action::Load { target, address, bytes: bytes @ 1..=8 } => {
                (Code::Load, bytes, [target.index, address, action, 0])
            }
            Action::Store { address, value, bytes: bytes @ 1..=8 } => {
                (Code::Store, bytes, [0, address, value.index, action])
            }
            Action::Offset { target, base, delta } => {
                (Code::Offset, 1, [target, base, delta, action])
            }
            _ => (Code::Act, 1, [0, action, 0, 0]),
        };
        self.compiler.code.push(Instruction { code, width: width as u8, target, a, b, c });
    }

    /// Compiles a statement that instructions alone cannot do.
    fn effect(&mut self, statement: &StatementKind) -> Action {
        match statement {
            StatementKind::Assign { .. } | StatementKind::Assume(_) => {
                unreachable!("done by instructions")
            }
            StatementKind::Choose { target, .. } => {
                Action::Choose { target: self.slots[target], register: self.registers[target] }
            }
            StatementKind::Check(check) => self.condition(&check.condition),
            StatementKind::Load { target, address } => {
                let bytes = self.terms.symbol_sort(*target).bit_width().unwrap_or(0) / 8;
                Action::Load { target: self.slots[target], address: self.word(*address), bytes }
            }
            StatementKind::Store { address, value } => {
                let bytes = self.terms.width(*value) / 8;
                let slots = self.compiler.compute(&[*address, *value]);
                Action::Store { address: slots[0].index, value: slots[1], bytes }
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
            StatementKind::Forget(register) => Action::Forget(self.slots[register]),
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
        }
    }

    fn condition(&mut self, condition: &Condition) -> Action {
        match condition {
            Condition::Holds(_) | Condition::Readable { .. } | Condition::Writable { .. } => {
                unreachable!("done by instructions")
            }
            Condition::Freeable(address) => Action::CheckFreeable(self.word(*address)),
            Condition::AllFreed => Action::CheckAllFreed,
            Condition::AllTracked => Action::CheckAllTracked,
            Condition::TrackedSoFar => Action::CheckTrackedSoFar,
        }
    }

    /// Computes a truth value or address; returns its slot.
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

    /// Computes an address and arguments together, so that they get different slots.
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
        let caches = *self.caches;
        *self.caches += self.actions.len();
        FunctionCode {
            caches,
            code: self.compiler.code,
            applications: self.compiler.applications,
            actions: self.actions,
            origins: self.origins,
            operands: self.operands,
            words: self.compiler.words,
            wides: self.compiler.wides,
            bigs: self.compiler.bigs,
            registers,
            parameters,
            result,
            objects,
            starts: self.starts,
        }
    }
}
