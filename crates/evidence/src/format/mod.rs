//! Evidence in files: a text form made of S-expressions and a JSON form.
//!
//! ```text
//! (lemmatic-evidence 1 (model #x92d1c0f2a7cf2bb5))
//! (invariants 1
//!   (head (bvule x #x0000000a)))
//! ```
//!
//! ```text
//! file    = "(" "lemmatic-evidence" version "(" "model" fingerprint ")" ")" body
//! body    = "(" "invariants" k { "(" location term ")" } ")"
//!         | "(" "unwinding" bound ")"
//!         | "(" "trace" "(" "initial" { "(" variable value ")" } ")"
//!               { "(" "function" name value { "(" value { value } ")" } ")" }
//!               { "(" "step" edge { value | "(" "branch" number ")" } ")" }
//!               "(" "error" location ")" ")"
//!         | "(" "run" property "(" "values" { value } ")"
//!               { "(" "byte" object offset byte ")" } { "(" "foreign" address byte ")" } ")"
//! ```
//!
//! Terms, values and names are those of SMT-LIB; an edge is its number in the entry procedure. A
//! function is given by its default value and, for each exception, a list of arguments and value.
//! Objects, offsets, addresses and bytes are decimal numbers. The fingerprint is that of the
//! model's text form: evidence for another model is rejected.

mod document;
mod error;
mod fingerprint;
mod json;
mod text;

pub use error::{ReadError, ReadErrorKind};
pub use fingerprint::Fingerprint;

use crate::proof::Proof;
use crate::run::ProgramRun;
use crate::trace::Trace;
use model::Model;

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// The content of an evidence file.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// A proof that no error location is reachable.
    Proof(Proof),
    /// A run that reaches one.
    Trace(Trace),
    /// A run of the program behind the model.
    Run(ProgramRun),
}

impl Evidence {
    /// Reads either form: JSON starts with a brace.
    pub fn read(model: &Model, text: &str) -> Result<Evidence, ReadError> {
        if text.trim_start().starts_with('{') {
            Evidence::from_json(model, text)
        } else {
            Evidence::from_text(model, text)
        }
    }

    /// The text form.
    pub fn to_text(&self, model: &Model) -> String {
        text::print(&document::write(model, self))
    }

    /// Reads the text form.
    pub fn from_text(model: &Model, text: &str) -> Result<Evidence, ReadError> {
        document::read(model, &text::parse(text)?)
    }

    /// The JSON form.
    pub fn to_json(&self, model: &Model) -> String {
        json::print(&document::write(model, self))
    }

    /// Reads the JSON form.
    pub fn from_json(model: &Model, text: &str) -> Result<Evidence, ReadError> {
        document::read(model, &json::parse(text)?)
    }
}

#[cfg(test)]
mod tests;
