//! Objects: the pieces of memory that have names.

use crate::{Layout, Span};
use term::{Symbol, Term};

/// A named piece of memory: a global variable, a string literal, or a local variable that is an
/// aggregate or has its address taken.
#[derive(Clone, Debug)]
pub struct Object {
    /// The constant whose value is the object's address. It is the identity of the object.
    pub address: Symbol,
    /// The name in the source, for people; not unique. It is empty for a value in between.
    pub name: String,
    /// Structure and size.
    pub layout: Layout,
    /// The address is a multiple of this many bytes.
    pub align: u64,
    /// What a global object contains at the start; locals are always [`Initial::Arbitrary`].
    pub initial: Initial,
    /// Whether writing to it is an error (string literals).
    pub read_only: bool,
    /// Where it is declared.
    pub span: Option<Span>,
}

impl Object {
    /// The name of all string literals.
    pub const STRING_LITERAL: &str = "string literal";

    /// Whether it is a string literal. Compilers may put equal ones, and equal ends of them, at one
    /// place.
    pub fn is_string_literal(&self) -> bool {
        self.read_only && self.name == Object::STRING_LITERAL
    }
}

/// The content of an object at the start.
#[derive(Clone, Debug)]
pub enum Initial {
    /// Any bytes.
    Arbitrary,
    /// Zeros but for these values: byte offset and value, a bit-vector of whole bytes over
    /// addresses of globals and functions. Values do not overlap.
    Values(Vec<(u64, Term)>),
}
