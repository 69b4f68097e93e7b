//! The machine: frames, and the main loop.

use super::code::compute::{self, Exit, Progress};
use super::code::{Action, Bank, Banks, FunctionCode, Raw, Slot};
use super::indeterminate::IndeterminatePointers;
use super::losses::Losses;
use super::memory::{Memory, ObjectId, OutOfMemory, Space};
use super::outcome::{
    Environment, Event, Execution, ExecutionEnd, LostObject, Pointee, UndefinedBehaviour, Violation,
};
use super::recurrence::RecurrenceWatch;
use super::roots::Roots;
use super::state::State;
use super::surroundings::{CachedMemory, Covered};
use super::{Coverage, Interpreter, OpenValue};
use crate::{
    Block, BlockId, Check, ChoiceSource, Condition, FunctionId, Program, Property, Register,
    ScalarType, Span, Statement, StatementKind,
};
use term::{BitVec, Sort, Value};

/// The interrupt function is polled after this many steps.
const STEPS_BETWEEN_POLLS: u64 = 1 << 16;

/// The leak check may search this many bytes for pointers in the time of one step.
const LEAK_CHECK_BYTES: u64 = 16;

/// What stops the run; boxed, because it is rare.
pub(super) type Stop = Box<ExecutionEnd>;

/// An activation of a function. Positions say where its part of the shared stacks starts.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub function: FunctionId,
    /// The next instruction.
    pub at: u32,
    /// The last action that was done; in callers, the call.
    pub action: u32,
    pub words: usize,
    pub wides: usize,
    pub bigs: usize,
    pub locals: usize,
    pub allocated: usize,
    /// The caller's slot that takes the result.
    pub result: Option<Slot>,
}

/// A run.
pub(super) struct Machine<'i, 'p, 'e, 'x> {
    pub interpreter: &'i Interpreter<'p>,
    pub environment: &'e mut Environment<'x>,
    pub memory: Memory,
    pub words: Vec<u64>,
    pub wides: Vec<u128>,
    pub bigs: Vec<Value>,
    pub frames: Vec<Frame>,
    /// The live objects of all frames, by their position in the function.
    pub locals: Vec<Option<ObjectId>>,
    /// Objects of all frames that end with their frame.
    pub allocated: Vec<ObjectId>,
    /// Pairs of a local object and an object that ends together with it.
    pub bound: Vec<(ObjectId, ObjectId)>,
    /// The object that each action accessed last.
    pub caches: Vec<ObjectId>,
    /// Where activations hold pointers.
    roots: Roots,
    /// Looks for states that come back, if that is watched.
    pub recurrence: Option<RecurrenceWatch>,
    steps: u64,
    next_pause: u64,
    /// The step at which the environment is asked next whether to stop.
    next_poll: u64,
    /// The step from which the next leak check is worth its cost.
    next_leak_check: u64,
    /// Where memory is lost.
    pub losses: Losses,
    /// Events are reported after this many steps.
    pub recorded_from: u64,
    undefined: Option<UndefinedBehaviour>,
    pub indeterminate: IndeterminatePointers,
    coverage: Option<&'e mut Coverage>,
}

impl<'i, 'p, 'e, 'x> Machine<'i, 'p, 'e, 'x> {
    pub fn new(
        interpreter: &'i Interpreter<'p>,
        memory: Memory,
        environment: &'e mut Environment<'x>,
        coverage: Option<&'e mut Coverage>,
    ) -> Self {
        let watches_ends = interpreter.options.watched.contains(Property::Termination);
        Machine {
            interpreter,
            environment,
            memory,
            words: Vec::new(),
            wides: Vec::new(),
            bigs: Vec::new(),
            frames: Vec::new(),
            locals: Vec::new(),
            allocated: Vec::new(),
            bound: Vec::new(),
            caches: vec![ObjectId::default(); interpreter.caches],
            roots: Roots::default(),
            recurrence: watches_ends.then(RecurrenceWatch::new),
            steps: 0,
            next_pause: 0,
            next_poll: 0,
            next_leak_check: 0,
            losses: Losses::default(),
            recorded_from: interpreter.options.recorded_from.unwrap_or(u64::MAX),
            undefined: None,
            indeterminate: IndeterminatePointers::default(),
            coverage,
        }
    }

    /// Runs the program to its end.
    pub fn run(mut self) -> Execution {
        let outcome = match self.execute() {
            Ok(never) => match never {},
            Err(outcome) => *outcome,
        };
        let allocated = self.memory.allocated();
        let is_confused = self.memory.is_confused();
        Execution { outcome, undefined: self.undefined, steps: self.steps, allocated, is_confused }
    }

    fn execute(&mut self) -> Result<std::convert::Infallible, Stop> {
        let interpreter = self.interpreter;
        self.enter(interpreter.program.entry, None)?;
        loop {
            let frame = *self.frame();
            self.run_frame(&interpreter.functions[frame.function.index()], frame)?;
        }
    }

    /// Runs the innermost function until a call or a return changes it.
    fn run_frame(&mut self, function: &FunctionCode, frame: Frame) -> Result<(), Stop> {
        let mut progress = Progress {
            at: frame.at as usize,
            steps: self.steps,
            pause: self.next_pause,
            recorded_from: self.recorded_from,
        };
        let (code, applications) = (&function.code, &function.applications);
        loop {
            let mut banks = Banks {
                words: &mut self.words[frame.words..],
                wides: &mut self.wides[frame.wides..],
                bigs: &mut self.bigs[frame.bigs..],
            };
            let caches = &mut self.caches[function.caches..];
            let memory = CachedMemory { memory: &mut self.memory, caches };
            let exit = match &mut self.coverage {
                Some(coverage) => {
                    let start = coverage.start(frame.function.index());
                    let covered = Covered { inner: memory, coverage, start };
                    compute::run(code, applications, &mut banks, &mut progress, covered)
                }
                None => compute::run(code, applications, &mut banks, &mut progress, memory),
            };
            self.steps = progress.steps;
            let number = match exit {
                Exit::Act(number) => number,
                Exit::Pause => {
                    self.poll()?;
                    if self.recurrence.is_some() {
                        self.frames.last_mut().expect("a function is active").at =
                            progress.at as u32;
                        self.look_for_recurrence()?;
                    }
                    progress.pause = self.next_pause;
                    continue;
                }
                Exit::End => unreachable!("a function returns or ends the run"),
            };
            self.set_position(progress.at, number);
            match function.actions[number as usize] {
                Action::Call { function, ref args, ref result } => {
                    self.poll()?;
                    return self.call(function, args.clone(), result.as_ref());
                }
                Action::CallAt { address, ref args, ref result } => {
                    self.poll()?;
                    return self.call_at(self.word(address), args.clone(), result.as_ref());
                }
                Action::Return => return self.leave(),
                ref action => {
                    self.act(action)?;
                    if action.may_lose_pointers() && self.notes_losses() {
                        self.note_losses(self.span(), None);
                    }
                }
            }
        }
    }

    /// Does an action other than a call or a return.
    fn act(&mut self, action: &Action) -> Result<(), Stop> {
        match *action {
            Action::Halt => return Err(Box::new(ExecutionEnd::Finished(None))),
            Action::AssumptionFails => {
                return Err(Box::new(ExecutionEnd::AssumptionFailed(self.span())));
            }
            Action::CheckFails => self.check_fails()?,
            Action::AccessFails { base } => self.access_fails(self.word(base))?,
            Action::Assigned { register } => self.report_assignment(register as usize),
            Action::Reached { at_end } => self.report_state(at_end),
            Action::Choose { target, register } => self.choose(target, register as usize)?,
            Action::CheckFreeable(address) => {
                let address = self.word(address);
                if address != 0 && self.memory.heap_object_at(address).is_none() {
                    self.check_fails()?;
                }
            }
            Action::CheckAllFreed if self.memory.allocated() == 0 => {}
            Action::CheckAllTracked if self.all_tracked() => {}
            Action::CheckTrackedSoFar if self.seems_tracked_so_far() => {}
            Action::CheckAllFreed | Action::CheckAllTracked | Action::CheckTrackedSoFar => {
                self.check_fails()?;
            }
            Action::Forget(slot) => self.banks().clear(slot),
            Action::Load { target, address, bytes } => {
                self.load(target, self.word(address), bytes)?;
            }
            Action::Store { address, value, bytes } => {
                let value = self.banks().get(value).to_bytes(bytes as usize);
                if self.is_recorded() {
                    self.report_store(self.word(address), &value);
                }
                self.store(self.word(address), &value)?;
            }
            Action::Offset { target, base, delta } => {
                let pointer = self.memory.offset(self.word(base), self.word(delta));
                self.set_word(target, pointer);
            }
            Action::Copy { to, from, size } => {
                self.copy(self.word(to), self.word(from), self.word(size))?;
            }
            Action::Fill { to, byte, size } => {
                self.fill(self.word(to), self.word(byte) as u8, self.word(size))?;
            }
            Action::Begin(object) => self.begin(object as usize)?,
            Action::End(object) => self.end(object as usize),
            Action::Allocate { target, size, storage, zeroed } => {
                self.allocate(target, self.word(size), storage, zeroed)?;
            }
            Action::Bind { object, owner } => self.bind(self.word(object), owner as usize),
            Action::ObjectSize { target, address } => {
                let address = self.word(address);
                match self.memory.owner(address) {
                    Some(id) => self.set_word(target, self.memory.object(id).size),
                    None => {
                        self.note_undefined(Property::Deref, "the size of no object is asked for");
                    }
                }
            }
            Action::Free(address) => self.free(self.word(address)),
            Action::Print { format, ref args } => self.print(self.word(format), args.clone())?,
            Action::Unsupported => {
                let what = match self.statement().map(|statement| &statement.kind) {
                    Some(StatementKind::Unsupported(what)) => what.clone(),
                    _ => "".into(),
                };
                return Err(Box::new(ExecutionEnd::Unsupported(what, self.span())));
            }
            Action::Return | Action::Call { .. } | Action::CallAt { .. } => {
                unreachable!("leads to another function")
            }
        }
        Ok(())
    }

    fn poll(&mut self) -> Result<(), Stop> {
        if self.steps < self.next_pause {
            return Ok(());
        }
        let limit = self.interpreter.options.max_steps;
        if self.steps > limit {
            return Err(Box::new(ExecutionEnd::StepLimit));
        }
        if self.steps >= self.next_poll {
            if (self.environment.interrupted)() {
                return Err(Box::new(ExecutionEnd::Interrupted));
            }
            self.next_poll = self.steps + STEPS_BETWEEN_POLLS;
        }
        // States are compared after each jump.
        let pause = if self.recurrence.is_some() { self.steps + 1 } else { self.next_poll };
        self.next_pause = pause.min(limit.saturating_add(1));
        Ok(())
    }

    fn choose(&mut self, target: Slot, register: usize) -> Result<(), Stop> {
        let register = &self.function().registers[register];
        let Some(StatementKind::Choose { source, .. }) = self.statement().map(|s| &s.kind) else {
            unreachable!("a choice comes from a statement of choice");
        };
        let sort = register.ty.sort(self.program().machine);
        let raw = self.chosen(source, Some(register), &sort)?;
        self.banks().set(target, raw);
        if register.ty == ScalarType::Pointer && matches!(source, ChoiceSource::Uninitialised(_)) {
            let pointer = self.word(target.index);
            self.indeterminate.add(pointer);
        }
        Ok(())
    }

    /// Asks the chooser for an open value and stores it in the register, if there is one.
    pub fn chosen(
        &mut self,
        source: &ChoiceSource,
        register: Option<&Register>,
        sort: &Sort,
    ) -> Result<Raw, Stop> {
        let span = self.span();
        let ty = register.map_or(ScalarType::Truth, |register| register.ty);
        let open = OpenValue { source, ty, sort, span };
        let value = self.environment.chooser.value(&open).filter(|value| value.sort() == *sort);
        let value = value.ok_or_else(|| Box::new(ExecutionEnd::NoChoice(span)))?;
        if let (Some(watch), Some(_)) = (&mut self.recurrence, register) {
            watch.chosen += 1;
        }
        if let Some(observer) = &mut self.environment.observer {
            observer(&Event::Chosen { source, register, value: &value, span });
        }
        Ok(Raw::encode(&value))
    }

    fn report_assignment(&mut self, register: usize) {
        let frame = *self.frame();
        let slot = self.interpreter.functions[frame.function.index()].registers[register];
        let register = &self.function().registers[register];
        let value = self.banks().get(slot).decode(&register.ty.sort(self.program().machine));
        let span = self.span();
        let pointee = match (register.ty, value.as_bitvec().and_then(BitVec::to_u64)) {
            (ScalarType::Pointer, Some(pointer)) => self.pointee(pointer),
            _ => None,
        };
        if let Some(observer) = &mut self.environment.observer {
            observer(&Event::Assigned { register, value: &value, pointee, span });
        }
    }

    /// Reports the state at the start or end of a block to the observer.
    fn report_state(&mut self, at_end: bool) {
        let Some(observer) = self.environment.observer.take() else { return };
        let frame = *self.frame();
        let code = &self.interpreter.functions[frame.function.index()];
        let (block, _) = code.origin(frame.action);
        let state = State {
            program: self.program(),
            function: self.function(),
            depth: self.frames.len(),
            code,
            words: &self.words[frame.words..],
            wides: &self.wides[frame.wides..],
            bigs: &self.bigs[frame.bigs..],
            memory: &self.memory,
            is_undefined: self.undefined.is_some(),
        };
        let block = BlockId::from_index(block as usize);
        observer(&Event::Reached { block, at_end, state: &state });
        self.environment.observer = Some(observer);
    }

    fn all_tracked(&mut self) -> bool {
        self.memory.allocated() == 0 || self.first_untracked(None).is_none()
    }

    /// The first heap object that no pointer leads to, one that no register has yet included.
    pub fn first_untracked(&mut self, pointer: Option<u64>) -> Option<ObjectId> {
        let mut words: Vec<u64> = pointer.into_iter().collect();
        for frame in &self.frames {
            let code = &self.interpreter.functions[frame.function.index()];
            let function = self.interpreter.program.function(frame.function);
            for &slot in self.roots.at(self.interpreter.program, function, code, frame) {
                let index = slot.index as usize;
                match slot.bank {
                    Bank::Word => words.push(self.words[frame.words + index]),
                    Bank::Wide => {
                        let wide = self.wides[frame.wides + index];
                        words.extend([wide as u64, (wide >> 64) as u64]);
                    }
                    Bank::Big => {}
                }
            }
        }
        self.memory.first_untracked(words.into_iter())
    }

    /// Whether no lost memory is found. Lost memory stays lost, so an inexact check may skip
    /// searches that would take longer than the run itself.
    fn seems_tracked_so_far(&mut self) -> bool {
        if self.steps < self.next_leak_check {
            return true;
        }
        if !self.interpreter.options.exact_leaks {
            self.next_leak_check = self.steps + self.memory.used() / LEAK_CHECK_BYTES;
        }
        self.all_tracked()
    }

    /// Handles a failed access check. If dereferences are not watched, the memory may belong to the
    /// environment, unless the pointer is not initialised.
    fn access_fails(&mut self, base: u64) -> Result<(), Stop> {
        let watched = self.interpreter.options.watched.contains(Property::Deref);
        let may_be_valid =
            !watched && self.is_foreign(base) && !self.indeterminate.may_lead_to(base);
        if may_be_valid { Ok(()) } else { self.check_fails() }
    }

    /// Whether the environment may own the memory at an address.
    pub fn is_foreign(&self, address: u64) -> bool {
        let null = self.interpreter.options.null_is_foreign && Space::is_null(address);
        null || self.memory.is_foreign(address)
    }

    /// Handles a failed check: the run ends, or goes on if the property is not watched.
    fn check_fails(&mut self) -> Result<(), Stop> {
        let Some(StatementKind::Check(check)) = self.statement().map(|s| &s.kind) else {
            unreachable!("only checks are violated");
        };
        if self.interpreter.options.watched.contains(check.property) {
            let lost = self.lost_object(check);
            return Err(self.violation(check, lost));
        }
        if check.property.discredits_runs() {
            self.note_undefined(check.property, &check.message);
        }
        Ok(())
    }

    /// The first object that a failed check of lost memory is about.
    fn lost_object(&mut self, check: &Check) -> Option<LostObject> {
        let lost = match check.condition {
            Condition::AllFreed => self.memory.heap().next(),
            Condition::AllTracked | Condition::TrackedSoFar => self.first_untracked(None),
            _ => None,
        };
        let object = self.memory.object(lost?);
        let lost_at = self.losses.statement(object.number);
        Some(LostObject { number: object.number, allocated_at: object.allocated_at, lost_at })
    }

    /// The object that a pointer points into, or just past.
    pub(super) fn pointee(&self, pointer: u64) -> Option<Pointee<'p>> {
        let object = self.memory.object(self.memory.owner(pointer)?);
        let declared = object.symbol.and_then(|symbol| self.interpreter.objects.get(&symbol));
        let offset = pointer.checked_sub(object.base)?;
        Some(Pointee { object: declared.copied(), number: object.number, offset })
    }

    fn violation(&self, check: &Check, lost: Option<LostObject>) -> Stop {
        let stack = self.frames.iter().rev().map(|frame| (frame.function, self.span_of(frame)));
        Box::new(ExecutionEnd::Violation(Violation {
            property: check.property,
            message: check.message.clone(),
            span: self.span(),
            stack: stack.collect(),
            lost,
            turn: None,
        }))
    }

    /// Remembers the first undefined behaviour, or else the first approximation.
    pub fn note_undefined(&mut self, property: Property, what: &str) {
        let is_better = |old: &UndefinedBehaviour| {
            old.property == Property::Approximate && property != Property::Approximate
        };
        if self.undefined.as_ref().is_none_or(is_better) {
            let (what, span) = (what.to_owned(), self.span());
            self.undefined = Some(UndefinedBehaviour { property, what, span });
        }
    }

    // ----- Where we are -----

    pub fn program(&self) -> &'p Program {
        self.interpreter.program
    }

    pub fn frame(&self) -> &Frame {
        self.frames.last().expect("a function is active")
    }

    /// Sets the current action and the instruction after it.
    fn set_position(&mut self, at: usize, action: u32) {
        let frame = self.frames.last_mut().expect("a function is active");
        (frame.at, frame.action) = (at as u32, action);
    }

    /// Whether events are reported.
    pub fn is_recorded(&self) -> bool {
        self.steps >= self.recorded_from
    }

    pub fn function(&self) -> &'p crate::Function {
        self.program().function(self.frame().function)
    }

    /// The current statement; none at the end of a block.
    pub(super) fn statement(&self) -> Option<&'p Statement> {
        let (block, statement) = self.origin(self.frame());
        block.statements.get(statement)
    }

    fn origin(&self, frame: &Frame) -> (&'p Block, usize) {
        let code = &self.interpreter.functions[frame.function.index()];
        let (block, statement) = code.origin(frame.action);
        let body = self.program().function(frame.function).body.as_ref();
        let body = body.expect("an active function has a body");
        (&body.blocks[block as usize], statement as usize)
    }

    /// The place of the current statement or jump.
    pub fn span(&self) -> Option<Span> {
        self.span_of(self.frame())
    }

    /// Whether the run has done something without meaning.
    pub fn is_undefined(&self) -> bool {
        self.undefined.is_some() || self.memory.is_confused()
    }

    /// The place of the block that starts with an instruction.
    pub fn span_of_block(&self, function: FunctionId, at: u32) -> Option<Span> {
        let starts = &self.interpreter.functions[function.index()].starts;
        let block = starts.iter().position(|&start| start == at)?;
        let block = &self.program().function(function).body.as_ref()?.blocks[block];
        block.statements.iter().find_map(|statement| statement.span).or(block.span)
    }

    pub fn span_of(&self, frame: &Frame) -> Option<Span> {
        let (block, statement) = self.origin(frame);
        block.statements.get(statement).map_or(block.span, |statement| statement.span)
    }

    // ----- Slots of the innermost frame -----

    pub fn banks(&mut self) -> Banks<'_> {
        let frame = *self.frame();
        Banks {
            words: &mut self.words[frame.words..],
            wides: &mut self.wides[frame.wides..],
            bigs: &mut self.bigs[frame.bigs..],
        }
    }

    pub fn word(&self, index: u32) -> u64 {
        self.words[self.frame().words + index as usize]
    }

    pub fn set_word(&mut self, index: u32, word: u64) {
        let at = self.frame().words + index as usize;
        self.words[at] = word;
    }
}

impl From<OutOfMemory> for Stop {
    fn from(OutOfMemory: OutOfMemory) -> Stop {
        Box::new(ExecutionEnd::MemoryLimit)
    }
}
