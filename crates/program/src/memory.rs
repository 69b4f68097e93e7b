//! Objects: the pieces of memory that have names.

use crate::{Layout, Span};
use term::{Symbol, Term};

/// A named piece of memory: a global variable, a string literal, or a local variable that is an
/// aggregate or has its address taken.
#[derive(Clone, Debug)]
pub struct Object {
    /// The constant whose value is the object's address. It identifies the object.
    pub address: Symbol,
    /// The name in the source, for messages; not unique. It is empty for temporary objects.
    pub name: String,
    /// Structure and size.
    pub layout: Layout,
    /// The address is a multiple of this many bytes.
    pub align: u64,
    /// The initial content of a global object; locals are always [`Initial::Arbitrary`].
    pub initial: Initial,
    /// Whether writing to it is an error, as for string literals. A local object is initialised by
    /// stores that are not checked.
    pub read_only: bool,
    /// Where it is declared.
    pub span: Option<Span>,
}

impl Object {
    /// The name of all string-literal objects.
    pub const STRING_LITERAL: &str = "string literal";

    /// The name of all compound-literal objects.
    pub const COMPOUND_LITERAL: &str = "[literal]";

    /// Whether it is a string literal or a constant compound literal. Compilers may place equal
    /// literals, and equal ends of literals, at the same address.
    pub fn is_literal(&self) -> bool {
        let names = [Object::STRING_LITERAL, Object::COMPOUND_LITERAL];
        self.read_only && names.contains(&self.name.as_str())
    }
}

/// The initial content of an object.
#[derive(Clone, Debug)]
pub enum Initial {
    /// Any bytes.
    Arbitrary,
    /// Zeros except for these values, each with its byte offset. A value is a bit-vector of whole
    /// bytes over addresses of globals and functions. Values do not overlap.
    Values(Vec<(u64, Term)>),
}
