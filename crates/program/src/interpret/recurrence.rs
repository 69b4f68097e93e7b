//! Runs that come back to a state that they were in, and so need never end.
//!
//! If a run is at the same place of the same activation with the same memory and the same values of all
//! registers that matter there, then it can go on as it did since it was there first, with the same
//! answers to what it asks: again and again. States are compared as in Brent, "An improved Monte Carlo
//! factorization algorithm" (1980): with one state, which is replaced after twice as many others.

use super::code::{FunctionCode, Raw, Slot};
use super::machine::{Machine, Stop};
use super::memory::{MemorySnapshot, ObjectId};
use super::outcome::{ExecutionEnd, Turn, Violation};
use crate::relevance::relevant_registers;
use crate::{BlockId, FunctionId, Program, Property, PropertySet, Register, ScalarType};
use rustc_hash::FxHashMap;
use term::Sort;

/// How many variables are shown that have the same values again.
const SHOWN_VALUES: usize = 4;

/// Where runs may come back to, by the first instruction of a block: the slots that matter there.
pub(super) type LoopPlaces = FxHashMap<u32, Vec<Slot>>;

/// The places of each function where runs may come back to.
pub(super) fn loop_places(
    program: &Program,
    functions: &[FunctionCode],
    watched: PropertySet,
) -> Vec<LoopPlaces> {
    let places = |(function, code): (&crate::Function, &FunctionCode)| {
        let relevant = relevant_registers(&program.terms, function, watched);
        let place = |(block, registers): (usize, rustc_hash::FxHashSet<term::Symbol>)| {
            let slots = function.registers.iter().zip(&code.registers);
            let slots = slots.filter(|(register, _)| registers.contains(&register.symbol));
            (code.starts[block], slots.map(|(_, &slot)| slot).collect())
        };
        relevant.into_iter().map(place).collect()
    };
    program.functions.iter().zip(functions).map(places).collect()
}

/// A state of a run, and when it is compared with others.
pub(super) struct RecurrenceWatch {
    saved: Option<SavedState>,
    /// How often the run was at its place since.
    rounds: u64,
    /// The same for calls.
    call: Option<SavedCall>,
    /// After so many other calls it is replaced.
    patience_for_calls: u64,
    /// How many others there were.
    calls: u64,
    /// After so many other states it is replaced.
    patience: u64,
    /// How many others there were.
    compared: u64,
    /// How many open values registers took.
    pub(super) chosen: usize,
}

struct SavedState {
    /// How many open values registers had taken.
    chosen: usize,
    depth: usize,
    function: FunctionId,
    at: u32,
    registers: Vec<Raw>,
    /// The addresses of the objects of the activation, as far as they live.
    locals: Vec<Option<u64>>,
    allocated: Vec<u64>,
    bound: Vec<(u64, u64)>,
    memory: MemorySnapshot,
}

/// The start of an activation.
struct SavedCall {
    depth: usize,
    function: FunctionId,
    arguments: Vec<Raw>,
    memory: MemorySnapshot,
}

impl RecurrenceWatch {
    /// No state is known.
    pub(super) fn new() -> RecurrenceWatch {
        RecurrenceWatch {
            saved: None,
            rounds: 0,
            call: None,
            patience_for_calls: 1,
            calls: 0,
            patience: 1,
            compared: 0,
            chosen: 0,
        }
    }

    /// Takes note that so many activations are left. One that has ended never comes back.
    pub(super) fn returned(&mut self, depth: usize) {
        if self.saved.as_ref().is_some_and(|saved| depth < saved.depth) {
            self.saved = None;
        }
        if self.call.as_ref().is_some_and(|call| depth < call.depth) {
            self.call = None;
        }
    }
}

impl Machine<'_, '_, '_, '_> {
    /// Ends the run if it comes back to the state that was saved. The frame knows where it is.
    pub(super) fn look_for_recurrence(&mut self) -> Result<(), Stop> {
        if self.is_undefined() || self.recurrence.is_none() {
            return Ok(());
        }
        let frame = *self.frame();
        let interpreter = self.interpreter;
        let Some(slots) = interpreter.loop_places[frame.function.index()].get(&frame.at) else {
            return Ok(());
        };
        let is_due = match &self.recurrence {
            Some(RecurrenceWatch { saved: Some(saved), patience, compared, rounds, .. }) => {
                if self.is_as_in(saved, slots) {
                    let turn = self.values_again(slots, rounds + 1);
                    let chosen_before = saved.chosen;
                    let stack = self.frames.iter().rev();
                    let stack = stack.map(|frame| (frame.function, self.span_of(frame)));
                    return Err(Box::new(ExecutionEnd::Violation(Violation {
                        property: Property::Termination,
                        message: format!(
                            "{turn}the run comes back to the same state, so it need never end"
                        ),
                        span: self.span_of_block(frame.function, frame.at),
                        stack: stack.collect(),
                        lost: None,
                        turn: self.turn(slots, chosen_before),
                    })));
                }
                compared >= patience
            }
            _ => true,
        };
        let saved = if is_due { self.saved_state(slots) } else { None };
        let depth = self.frames.len();
        let Some(watch) = &mut self.recurrence else { return Ok(()) };
        watch.compared += 1;
        let is_there = |saved: &SavedState| {
            saved.depth == depth && saved.function == frame.function && saved.at == frame.at
        };
        watch.rounds += u64::from(watch.saved.as_ref().is_some_and(is_there));
        if is_due {
            watch.rounds = 0;
            if watch.saved.is_some() {
                watch.patience = watch.patience.saturating_mul(2);
            }
            (watch.saved, watch.compared) = (saved, 0);
        }
        Ok(())
    }

    /// The turn that comes back to the state where the run is.
    fn turn(&self, slots: &[Slot], chosen_before: usize) -> Option<Turn> {
        let frame = self.frame();
        let code = &self.interpreter.functions[frame.function.index()];
        let block = code.starts.iter().position(|&start| start == frame.at)?;
        let program = self.program();
        let registers = program.function(frame.function).registers.iter().zip(&code.registers);
        let value = |(register, slot): (&Register, &Slot)| {
            let value = self.content(*slot).decode(&register.ty.sort(program.machine));
            slots.contains(slot).then_some((register.symbol, value))
        };
        let values = registers.filter_map(value).collect();
        Some(Turn {
            function: frame.function,
            block: BlockId::from_index(block),
            chosen_before,
            values,
        })
    }

    /// The variables that have the same values again, for people.
    fn values_again(&self, slots: &[Slot], rounds: u64) -> String {
        let function = self.frame().function;
        let code = &self.interpreter.functions[function.index()];
        let registers = self.program().function(function).registers.iter().zip(&code.registers);
        let shown = |(register, slot): (&Register, &Slot)| {
            let ScalarType::Int { bits, signed } = register.ty else { return None };
            if register.name.is_empty() || !slots.contains(slot) {
                return None;
            }
            let value = self.content(*slot).decode(&Sort::BitVec(bits));
            let bits = value.as_bitvec()?;
            let name = &register.name;
            Some(match signed {
                true => format!("{name} = {}", bits.to_bigint()),
                false => format!("{name} = {}", bits.to_biguint()),
            })
        };
        let values: Vec<String> = registers.filter_map(shown).take(SHOWN_VALUES).collect();
        let turns = if rounds == 1 { "1 turn".to_owned() } else { format!("{rounds} turns") };
        match values.is_empty() {
            true => format!("after {turns} "),
            false => format!("{} again after {turns}: ", values.join(", ")),
        }
    }

    /// Ends the run if a function is called with the arguments of an activation that it is called from,
    /// and all memory that was there then is as it was. The objects that were made since cannot be
    /// reached from there, so the activation can go on as the first one did, and call itself again.
    pub(super) fn look_for_recursion(&mut self) -> Result<(), Stop> {
        if self.is_undefined() || self.recurrence.is_none() {
            return Ok(());
        }
        let frame = *self.frame();
        let depth = self.frames.len();
        let code = &self.interpreter.functions[frame.function.index()];
        let arguments: Vec<Raw> =
            code.parameters.iter().map(|parameter| self.content(parameter.slot)).collect();
        let is_due = match &self.recurrence {
            Some(RecurrenceWatch { call: Some(call), patience_for_calls, calls, .. }) => {
                if call.function == frame.function
                    && call.depth < depth
                    && call.arguments == arguments
                    && self.memory.keeps(&call.memory)
                {
                    let name = &self.program().function(frame.function).name;
                    let stack = self.frames.iter().rev();
                    let stack = stack.map(|frame| (frame.function, self.span_of(frame)));
                    return Err(Box::new(ExecutionEnd::Violation(Violation {
                        property: Property::Termination,
                        message: format!(
                            "{name} calls itself with the same arguments and the same memory, so the \
                             run need never end"
                        ),
                        span: self.span_of_block(frame.function, 0),
                        stack: stack.collect(),
                        lost: None,
                        turn: None,
                    })));
                }
                calls >= patience_for_calls
            }
            _ => true,
        };
        let saved = match is_due {
            true => self.memory.snapshot().map(|memory| SavedCall {
                depth,
                function: frame.function,
                arguments,
                memory,
            }),
            false => None,
        };
        let Some(watch) = &mut self.recurrence else { return Ok(()) };
        watch.calls += 1;
        if is_due {
            if watch.call.is_some() {
                watch.patience_for_calls = watch.patience_for_calls.saturating_mul(2);
            }
            (watch.call, watch.calls) = (saved, 0);
        }
        Ok(())
    }

    fn is_as_in(&self, saved: &SavedState, slots: &[Slot]) -> bool {
        let frame = self.frame();
        if self.frames.len() != saved.depth
            || frame.function != saved.function
            || frame.at != saved.at
        {
            return false;
        }
        let same = |(&slot, then): (&Slot, &Raw)| self.content(slot) == *then;
        slots.iter().zip(&saved.registers).all(same)
            && self.local_addresses() == saved.locals
            && self.allocated_addresses() == saved.allocated
            && self.bound_addresses() == saved.bound
            && self.memory.is_as_in(&saved.memory)
    }

    fn saved_state(&self, slots: &[Slot]) -> Option<SavedState> {
        let frame = self.frame();
        Some(SavedState {
            chosen: self.recurrence.as_ref().map_or(0, |watch| watch.chosen),
            depth: self.frames.len(),
            function: frame.function,
            at: frame.at,
            registers: slots.iter().map(|&slot| self.content(slot)).collect(),
            locals: self.local_addresses(),
            allocated: self.allocated_addresses(),
            bound: self.bound_addresses(),
            memory: self.memory.snapshot()?,
        })
    }

    /// The content of a slot of the innermost frame.
    fn content(&self, slot: Slot) -> Raw {
        let (frame, index) = (self.frame(), slot.index as usize);
        match slot.bank {
            super::code::Bank::Word => Raw::Word(self.words[frame.words + index]),
            super::code::Bank::Wide => Raw::Wide(self.wides[frame.wides + index]),
            super::code::Bank::Big => Raw::Big(self.bigs[frame.bigs + index].clone()),
        }
    }

    fn base(&self, id: ObjectId) -> u64 {
        self.memory.object(id).base
    }

    fn local_addresses(&self) -> Vec<Option<u64>> {
        let own = &self.locals[self.frame().locals..];
        own.iter().map(|local| local.map(|id| self.base(id))).collect()
    }

    fn allocated_addresses(&self) -> Vec<u64> {
        self.allocated[self.frame().allocated..].iter().map(|&id| self.base(id)).collect()
    }

    fn bound_addresses(&self) -> Vec<(u64, u64)> {
        self.bound.iter().map(|&(owner, object)| (self.base(owner), self.base(object))).collect()
    }
}
