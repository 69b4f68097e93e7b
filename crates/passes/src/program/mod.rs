//! Passes from programs to programs: which checks remain, who is called, one function for all.

mod graph;
mod indirect;
mod inline;
mod liveness;
mod rename;
mod select;
mod stack;

pub use graph::blocks_in_cycles;
pub use indirect::resolve_indirect_calls;
pub use inline::{Frame, FrameId, InlineOptions, Inlined, Recursion, inline};
pub use liveness::{live_registers, read_before_written, target, terms, watches_memory};
pub use select::select_properties;
