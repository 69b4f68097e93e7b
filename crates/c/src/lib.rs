//! From C source to a program; [`compile`] is the entry point.
//!
//! [`source`] reads and parses files and keeps positions in the user's files. [`sema`] turns the
//! syntax into the typed tree of [`hir`], and [`lower`] turns that tree into a program.

mod compile;
mod environment;
pub mod harness;
pub mod hir;
pub mod lower;
pub mod sema;
pub mod source;

pub use compile::{Options, compile, compile_text};
pub use environment::irreplaceable;
pub use source::SourceError;
