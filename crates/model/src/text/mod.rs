//! The text form of models, in files named `*.cfa`.
//!
//! ```text
//! ;; counts to ten
//! var x : (_ BitVec 32)
//!
//! procedure main {
//!   initial start
//!   error bad "x stays below ten"
//!   start -> head { x := #x00000000 }
//!   head -> head { assume (bvult x #x0000000a); x := (bvadd x #x00000001) } @ "count.c":3:5
//!   head -> bad { assume (bvugt x #x0000000a) }
//! }
//! ```
//!
//! ```text
//! file      = { "var" variables | [ "entry" ] "procedure" name [ "(" [ parameters ] ")" ]
//!               [ "returns" "(" parameters ")" ] "{" { item } "}" }
//! variables = name { "," name } ":" sort
//! parameters = name ":" sort { "," name ":" sort }
//! item      = "var" variables | "initial" name | "exit" name | "error" name string
//!           | "location" name [ span ]
//!           | name "->" name [ "{" commands "}" ] [ span ]
//! span      = "@" string ":" line ":" column
//! commands  = [ command { ";" command } [ ";" ] ]
//! command   = "skip" | "assume" term | name ":=" term | "havoc" name { "," name }
//!           | "choice" "{" commands "}" { "or" "{" commands "}" }
//!           | "call" [ name { "," name } ":=" ] name "(" [ term { "," term } ] ")"
//! ```
//!
//! Terms, sorts and names are those of SMT-LIB (a name may be in bars, and must be if it contains
//! `->`). The sorts `bool`, `int`, `real` and `bv1` to `bv128` are short forms. A comment starts
//! with `;;`, or with `;` as the first character of a line; inside terms also with `;`. The entry
//! is the procedure marked `entry`, or else the first one. Names of variables are unique in a file;
//! without an `initial` item the location mentioned first is the initial one.

mod commands;
pub mod cursor;
mod parser;
mod printer;

pub use parser::{parse, parse_into};
pub use printer::{CommandDisplay, Name};

use thiserror::Error;

/// An error in a text, and its position. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    /// Line number.
    pub line: u32,
    /// Column number.
    pub column: u32,
    /// A description of the error.
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::Cfa;
    use crate::procedure::{Model, Procedure};
    use crate::testing::{World, command};
    use proptest::prelude::*;
    use term::TermStore;

    proptest! {
        #[test]
        fn printed_models_are_read_back(shapes in prop::collection::vec(command(), 1..4)) {
            let mut world = World::plain();
            let mut cfa = Cfa::new();
            let mut last = cfa.fresh_location(None);
            for shape in &shapes {
                let next = cfa.fresh_location(None);
                cfa.add_edge(last, next, world.build(shape), None);
                last = next;
            }
            let model = Model::single(world.store, world.variables, Procedure::new("main", cfa));
            let printed = model.to_string();
            let plain = TermStore::without_simplification();
            let read = parse_into(plain, &printed).map_err(|e| TestCaseError::fail(e.to_string()))?;
            prop_assert_eq!(read.to_string(), printed);
        }
    }
}
