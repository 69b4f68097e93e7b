//! The meaning of the model's variables in the program.

use super::lower::Lowering;
use rustc_hash::FxHashMap;
use term::Symbol;

/// The meaning of a variable of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The part of the program.
    pub part: Part,
    /// Whether it may hold an address. Then it has an object number above the bits of the program,
    /// and its value differs from the address in a real run.
    pub may_hold_address: bool,
}

/// A part of the program whose value is that of one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A register.
    Register(Symbol),
    /// Some bytes of an object, while it is alive.
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
    /// The meanings of variables: registers of the entry, and cells that belong to one object.
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
