//! From programs to models: memory becomes variables and arrays.
//!
//! The steps: the points-to analysis unites objects in classes (`placement`); accesses divide the content
//! of a class into cells (`layout`); cells become variables and arrays (`regions`); then every statement
//! becomes an assignment ([`lower`]), and the remaining calls become calls of procedures
//! (`frames`). `docs/memory.md` explains the memory model.

mod address_bits;
mod bulk;
mod emit;
mod environment;
mod foreign;
mod frames;
mod initial;
mod layout;
mod lifetimes;
pub mod lockstep;
mod lower;
mod nan;
mod objects;
mod placement;
mod recycling;
mod region;
mod regions;
mod replay;
mod roots;
mod sources;
mod space;
mod stale;
mod statement;
mod tracked;
mod validity;
mod whereabouts;
mod words;

pub use emit::{ChoiceReason, Failure};
pub use lower::lower;
pub use replay::{Content, ReplayError, TraceChooser, replay};
pub use sources::{Part, Source};

use model::{EdgeId, Location, Model, ProcedureId};
use program::{BlockId, PropertySet};
use rustc_hash::FxHashMap;
use term::Symbol;

/// Options of the lowering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerOptions {
    /// The properties whose checks are assumed to hold: runs that violate them are cut off.
    pub assumed: PropertySet,
    /// Cuts off runs that depend on the placement of objects.
    pub cut_undetermined: bool,
    /// Cuts off runs in which memory that the program does not own changes by itself.
    pub keeps_foreign_memory: bool,
    /// Uses the numbers of allocated objects again once all were used. Otherwise runs are cut off there,
    /// which would end a loop that allocates for ever.
    pub reuses_numbers: bool,
    /// The least address of an object. Programs may compare addresses with smaller numbers.
    pub lowest_address: u64,
}

/// The least address of an object that Linux allows by default.
pub const LOWEST_ADDRESS: u64 = 65536;

impl Default for LowerOptions {
    fn default() -> LowerOptions {
        LowerOptions {
            assumed: PropertySet::default(),
            cut_undetermined: false,
            keeps_foreign_memory: false,
            reuses_numbers: false,
            lowest_address: LOWEST_ADDRESS,
        }
    }
}

/// A model of a program, and the meaning of its parts.
pub struct Lowered {
    /// The model.
    pub model: Model,
    /// The meaning of each edge to an error location.
    pub failures: FxHashMap<(ProcedureId, EdgeId), Failure>,
    /// For each edge, the reasons of its choices in order.
    pub asked: FxHashMap<(ProcedureId, EdgeId), Vec<ChoiceReason>>,
    /// Whether bit patterns of NaNs are left open. A run of the program has one particular pattern,
    /// so a trace may fail to replay.
    pub has_open_nans: bool,
    /// Whether integer arithmetic moves addresses, perhaps out of their objects. The interpreter
    /// cannot tell then which object they belong to.
    pub moves_addresses: bool,
    /// Where the content of objects is in the model.
    pub content: Content,
    /// The parts of the program that variables stand for.
    pub sources: FxHashMap<Symbol, Source>,
    /// The locations of the entry's blocks that have several predecessors and can be reached.
    pub places: FxHashMap<BlockId, Location>,
}
