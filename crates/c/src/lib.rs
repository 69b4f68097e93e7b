//! From C source to a program.
//!
//! [`source`] reads files and parses them, with positions in the user's files.

pub mod source;
