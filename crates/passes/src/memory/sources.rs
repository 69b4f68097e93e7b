//! What the variables of a model stand for in the program.

use super::lower::Lowering;
use rustc_hash::FxHashMap;
use term::Symbol;

/// What a variable of the model stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The part of the program.
    pub part: Part,
    /// Whether it may hold an address, which is another one in the model than elsewhere: it has the
    /// number of an object above the bits of the program.
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
    pub(super) fn sources(&self) -> FxHashMap<Symbol, Source> {
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
        for cell in self.regions.cells() {
            let Some(&object) = objects.get(&cell.number) else { continue };
            let Ok(offset) = u64::try_from(cell.offset) else { continue };
            let part = Part::Cell { object, offset, bytes: cell.bytes };
            let may_hold_address = cell.holds_address;
            sources.insert(cell.symbol, Source { part, may_hold_address });
        }
        sources
    }
}
