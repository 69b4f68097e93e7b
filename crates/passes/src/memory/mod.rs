//! From programs to models: memory becomes variables and arrays.
//!
//! The way: the points-to analysis says which objects share a class; accesses divide the content of
//! a class into cells (`layout`); cells become variables and arrays (`regions`); then every
//! statement is an assignment ([`lower`]), and calls that are left call procedures (`frames`). `docs/memory.md` explains the model of memory.

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

/// How to lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerOptions {
    /// The properties whose checks are assumed to hold: runs where they do not are left out.
    pub assumed: PropertySet,
    /// Leaves out runs that depend on where objects are.
    pub cut_undetermined: bool,
    /// Leaves out runs in which memory changes by itself that the program does not own.
    pub keeps_foreign_memory: bool,
    /// No object has a lower address. Programs may compare addresses with such numbers.
    pub lowest_address: u64,
}

/// The lowest address of an object that Linux allows unless it is told otherwise.
pub const LOWEST_ADDRESS: u64 = 65536;

impl Default for LowerOptions {
    fn default() -> LowerOptions {
        LowerOptions {
            assumed: PropertySet::default(),
            cut_undetermined: false,
            keeps_foreign_memory: false,
            lowest_address: LOWEST_ADDRESS,
        }
    }
}

/// A model of a program, and what it is about.
pub struct Lowered {
    /// The model.
    pub model: Model,
    /// What each edge to an error location stands for.
    pub failures: FxHashMap<(ProcedureId, EdgeId), Failure>,
    /// For each edge why its values are asked for, in order.
    pub asked: FxHashMap<(ProcedureId, EdgeId), Vec<ChoiceReason>>,
    /// Whether images of NaNs are open. A run of the program has one of them, so that a trace may
    /// fail to replay.
    pub has_open_nans: bool,
    /// Whether addresses are moved as integers, perhaps out of their objects. The interpreter cannot
    /// tell to which object they belong then.
    pub moves_addresses: bool,
    /// Where the content of the program's objects is.
    pub content: Content,
    /// What variables stand for, as far as they stand for something.
    pub sources: FxHashMap<Symbol, Source>,
    /// Where blocks of the entry start that can be reached in several ways, as far as they can be
    /// reached at all.
    pub places: FxHashMap<BlockId, Location>,
}
