//! The state of a run, for observers.

use super::code::{Bank, FunctionCode, Raw};
use super::memory::{Memory, ObjectState, Space};
use crate::{Function, FunctionId, Program};
use std::fmt;
use term::{Symbol, Value};

/// The state of a run at one moment.
pub struct State<'a> {
    pub(super) program: &'a Program,
    pub(super) function: &'a Function,
    pub(super) depth: usize,
    pub(super) code: &'a FunctionCode,
    pub(super) words: &'a [u64],
    pub(super) wides: &'a [u128],
    pub(super) bigs: &'a [Value],
    pub(super) memory: &'a Memory,
    pub(super) is_undefined: bool,
}

/// A live object.
#[derive(Clone, Copy)]
pub struct LiveObject<'a> {
    object: &'a ObjectState,
}

impl<'a> State<'a> {
    /// The innermost function.
    pub fn function(&self) -> &'a Function {
        self.function
    }

    /// How many functions are active.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Whether the run has had undefined behaviour.
    pub fn is_undefined(&self) -> bool {
        self.is_undefined
    }

    /// Whether the run has accessed memory that the program does not own.
    pub fn has_met_foreign_memory(&self) -> bool {
        self.memory.has_met_foreign()
    }

    /// The address of a function.
    pub fn function_address(&self, function: FunctionId) -> u64 {
        Space::function_address(function.index())
    }

    /// The registers of the innermost function with their values.
    pub fn registers(&self) -> impl Iterator<Item = (Symbol, Value)> + '_ {
        let slots = self.function.registers.iter().zip(&self.code.registers);
        slots.map(|(register, slot)| {
            let index = slot.index as usize;
            let raw = match slot.bank {
                Bank::Word => Raw::Word(self.words[index]),
                Bank::Wide => Raw::Wide(self.wides[index]),
                Bank::Big => Raw::Big(self.bigs[index].clone()),
            };
            (register.symbol, raw.decode(&register.ty.sort(self.program.machine)))
        })
    }

    /// The live objects in the order of their addresses.
    pub fn objects(&self) -> impl Iterator<Item = LiveObject<'a>> + use<'a> {
        self.memory.live().map(|object| LiveObject { object })
    }
}

impl LiveObject<'_> {
    /// How many objects were created before it, globals included.
    pub fn number(&self) -> u64 {
        self.object.number
    }

    /// The address of its first byte.
    pub fn address(&self) -> u64 {
        self.object.base
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.object.size
    }

    /// A byte of it, unless it was never written.
    pub fn byte(&self, offset: u64) -> Option<u8> {
        self.object.content.byte(offset)
    }
}

impl fmt::Debug for State<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("depth", &self.depth).finish_non_exhaustive()
    }
}
