//! What the variables of a model stand for in the program.

use super::lower::Lowering;
use crate::points_to::{Congruence, Pointer};
use rustc_hash::FxHashMap;
use term::{Sort, Symbol};

/// What a variable of the model stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The part of the program.
    pub part: Part,
    /// Whether it may hold an address, which is another one in the model than elsewhere.
    pub may_hold_address: bool,
}

/// A part of the program whose value one variable has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A register.
    Register(Symbol),
    /// Some bytes of an object, while it lives.
    Cell {
        /// The address of the object.
        object: Symbol,
        /// Position of the first byte.
        offset: u64,
        /// Number of bytes.
        bytes: u64,
    },
}

impl Lowering<'_> {
    /// What the variables stand for: registers of the entry, and cells that only one object has.
    pub(super) fn sources(&mut self) -> FxHashMap<Symbol, Source> {
        let mut sources = FxHashMap::default();
        for register in &self.program.function(self.program.entry).registers {
            let part = Part::Register(register.symbol);
            let may_hold_address = self.may_hold_address(register.symbol);
            let source = Source { part, may_hold_address };
            sources.insert(self.variable(register.symbol), source);
        }
        let objects: FxHashMap<u64, Symbol> = self
            .objects
            .by_address
            .iter()
            .filter_map(|(&address, &index)| Some((self.objects.infos[index].number?, address)))
            .collect();
        let pointer_sort = Sort::BitVec(self.objects.space.width);
        for cell in self.regions.cells() {
            let Some(&object) = objects.get(&cell.number) else { continue };
            let Ok(offset) = u64::try_from(cell.offset) else { continue };
            let pointer = Pointer { class: cell.class, offset: Congruence::exactly(cell.offset) };
            let may_hold_address = *self.store.symbol_sort(cell.symbol) == pointer_sort
                && self.points_to.content_value(pointer, cell.bytes).is_some();
            let part = Part::Cell { object, offset, bytes: cell.bytes };
            sources.insert(cell.symbol, Source { part, may_hold_address });
        }
        sources
    }
}
