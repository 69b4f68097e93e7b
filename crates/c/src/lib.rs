//! From C source to a program.
//!
//! [`source`] reads files and parses them, with positions in the user's files; [`hir`] is the typed
//! tree that is made of them. [`task`] reads what SV-COMP writes about them.

pub mod hir;
pub mod source;
pub mod task;
