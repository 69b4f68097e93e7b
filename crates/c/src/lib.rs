//! From C source to a program.
//!
//! [`source`] reads files and parses them, with positions in the user's files; [`hir`] is the typed
//! tree that is made of them.

pub mod hir;
pub mod source;
