//! From C source to a program; [`compile`] is the way in.
//!
//! [`source`] reads files and parses them, with positions in the user's files; [`hir`] is the typed
//! tree that [`sema`] makes of them, and [`lower`] makes a program of that tree.

mod compile;
mod environment;
pub mod hir;
pub mod lower;
pub mod sema;
pub mod source;

pub use compile::{Options, compile, compile_text};
pub use environment::irreplaceable;
pub use source::SourceError;
