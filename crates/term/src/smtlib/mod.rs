//! SMT-LIB 2.6 text: reading and printing of terms, sorts and scripts.
//!
//! Text is first read into a flat [`SexprArena`]. [`TermReader`] turns one of its nodes into a
//! term; a [`Scope`] gives names their meaning. Other text forms that embed SMT-LIB terms use the
//! same entry point. [`Script`] reads whole command files. The printer's output reads back as the
//! same term.

mod application;
mod error;
mod heads;
mod literal;
mod operators;
mod printer;
mod reader;
mod scope;
mod script;
mod script_printer;
mod sexpr;
mod sorts;
mod symbol;
mod values;

#[cfg(test)]
mod tests;

pub use error::{Error, ErrorKind, Position};
pub use printer::TermDisplay;
pub use reader::{TermReader, parse_term};
pub use scope::{Binding, Macro, Scope};
pub use script::{Command, CommandKind, Script};
pub use script_printer::{DeclarationDisplay, ScriptDisplay};
pub use sexpr::{Children, Node, NodeKind, SexprArena};
pub use sorts::parse_sort;
pub use symbol::Quoted;
pub use values::parse_value;
