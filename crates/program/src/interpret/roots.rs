//! The registers of an activation that hold pointers: variables until they go out of scope, and
//! temporaries that are still live.

use super::code::{Bank, FunctionCode, Slot};
use super::machine::Frame;
use crate::liveness::{Readers, live_registers};
use crate::{Body, Function, FunctionId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use term::Symbol;

/// Pointer registers of functions, computed on demand.
#[derive(Default)]
pub(super) struct Roots {
    temporaries: FxHashMap<FunctionId, Temporaries>,
    /// By function and action.
    slots: FxHashMap<(FunctionId, u32), Vec<Slot>>,
}

/// The unnamed registers, and those of them that are live at the start of each block.
struct Temporaries {
    all: FxHashSet<Symbol>,
    live: Vec<FxHashSet<Symbol>>,
}

impl Roots {
    /// The slots of an activation that may hold pointers.
    pub fn at(
        &mut self,
        program: &Program,
        function: &Function,
        code: &FunctionCode,
        frame: &Frame,
    ) -> &[Slot] {
        let Roots { temporaries, slots } = self;
        slots.entry((frame.function, frame.action)).or_insert_with(|| {
            let Some(body) = &function.body else { return Vec::new() };
            let temporaries = temporaries
                .entry(frame.function)
                .or_insert_with(|| Temporaries::of(program, function, body));
            let position = code.origin(frame.action);
            let live = temporaries.live_after(program, function, body, position);
            let registers = function.registers.iter().zip(&code.registers);
            let is_root = |name: &str, symbol: Symbol| !name.is_empty() || live.contains(&symbol);
            registers
                .filter(|(register, _)| is_root(&register.name, register.symbol))
                .map(|(_, &slot)| slot)
                .filter(|slot| slot.bank != Bank::Big)
                .collect()
        })
    }
}

impl Temporaries {
    fn of(program: &Program, function: &Function, body: &Body) -> Temporaries {
        let unnamed = function.registers.iter().filter(|register| register.name.is_empty());
        let all: FxHashSet<Symbol> = unnamed.map(|register| register.symbol).collect();
        let live = live_registers(&program.terms, body, &all, function.result);
        Temporaries { all, live }
    }

    /// The registers that are live after a statement.
    fn live_after(
        &self,
        program: &Program,
        function: &Function,
        body: &Body,
        (block, statement): (u32, u32),
    ) -> FxHashSet<Symbol> {
        let block = &body.blocks[block as usize];
        let mut readers = Readers::new(&program.terms, &self.all);
        let mut now = FxHashSet::default();
        readers.before_terminator(&mut now, &block.terminator, &self.live, function.result);
        let after = block.statements.get(statement as usize + 1..).unwrap_or(&[]);
        for statement in after.iter().rev() {
            readers.before_statement(&mut now, &statement.kind);
        }
        // The result of a call that has not returned yet is not available.
        let result = block.statements.get(statement as usize).and_then(|s| s.kind.target());
        if let Some(result) = result {
            now.remove(&result);
        }
        now
    }
}
