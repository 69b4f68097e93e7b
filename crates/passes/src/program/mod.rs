//! Passes from programs to programs: resolving indirect calls, and inlining.

mod graph;
mod indirect;
mod inline;
mod rename;
mod stack;
mod watched;

pub use graph::{blocks_in_cycles, called_functions};
pub use indirect::resolve_indirect_calls;
pub use inline::{Frame, FrameId, InlineOptions, Inlined, LoopCopy, Recursion, inline};
pub use watched::{asks_whether_tracked, watches_memory};
