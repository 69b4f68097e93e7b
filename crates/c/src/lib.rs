//! From C source to a program.
//!
//! [`source`] reads files and parses them, with positions in the user's files; [`hir`] is the typed
//! tree that is made of them. [`lower`] makes a program of that tree. [`task`] reads what SV-COMP writes about them.

mod environment;
pub mod hir;
pub mod lower;
pub mod source;
pub mod task;
