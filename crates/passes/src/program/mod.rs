//! Passes from programs to programs: resolving indirect calls, inlining, and leaving out what is
//! never read.

mod graph;
mod indirect;
mod inline;
mod rename;
mod stack;
mod unread;
mod watched;

pub use graph::{blocks_in_cycles, called_functions};
pub use indirect::resolve_indirect_calls;
pub use inline::{Frame, FrameId, InlineOptions, Inlined, LoopCopy, Recursion, inline};
pub use unread::drop_unread;
pub use watched::{asks_whether_tracked, watches_memory};
