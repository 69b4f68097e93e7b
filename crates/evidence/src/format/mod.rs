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
//!         | "(" "interpretation" { "(" predicate "(" { "(" name sort ")" } ")" term ")" } ")"
//!         | "(" "as-automaton" body ")" | "(" "as-clauses" body ")"
//!         | "(" "derivation" { "(" "apply" clause "(" { value } ")" { step } ")" } ")"
//!         | "(" "trace" "(" "initial" { "(" variable value ")" } ")"
//!               { "(" "function" name value { "(" value { value } ")" } ")" }
//!               { "(" "step" edge { value | "(" "branch" number ")" } ")" }
//!               "(" "error" location ")" ")"
//!         | "(" "run" property "(" "values" { value } ")"
//!               { "(" "byte" object offset byte ")" } { "(" "foreign" address byte ")" } ")"
//!         | "(" "recurrent-set" "(" "initial" ... ")" { "(" "function" ... ")" } { "(" "step" ... ")" }
//!               "(" "states" { "(" location term ")" } ")"
//!               "(" "choices" { "(" edge number term ")" } ")" ")"
//! ```
//!
//! Terms, values and names are those of SMT-LIB; an edge is its number in the entry procedure. A
//! function is given by its value in general and a list of arguments and value for each exception.
//! Objects, offsets, addresses and bytes are decimal numbers. Clauses and steps of a derivation are
//! counted from 0, and so are the open values of an edge.
//! The fingerprint is that of the text form of the model, or of the Horn clauses: evidence for another
//! one is refused.

mod document;
mod error;
mod fingerprint;
mod horn;
mod json;
mod recurrent;
mod text;
mod text_horn;

pub use error::{ReadError, ReadErrorKind};
pub use fingerprint::Fingerprint;

use crate::derivation::Derivation;
use crate::proof::Proof;
use crate::recurrent::RecurrentSet;
use crate::run::ProgramRun;
use crate::trace::Trace;
use model::Model;
use model::chc::ChcSystem;

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// The content of an evidence file.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// A proof that no error location is reachable.
    Proof(Proof),
    /// A run that reaches one.
    Trace(Trace),
    /// How false follows from Horn clauses.
    Derivation(Derivation),
    /// States that a run need never leave.
    RecurrentSet(RecurrentSet),
    /// A run of the program behind the model.
    Run(ProgramRun),
}

/// What evidence is about.
#[derive(Clone, Copy)]
pub enum About<'a> {
    /// A model.
    Model(&'a Model),
    /// Horn clauses.
    Clauses(&'a ChcSystem),
}

impl<'a> From<&'a Model> for About<'a> {
    fn from(model: &'a Model) -> About<'a> {
        About::Model(model)
    }
}

impl<'a> From<&'a ChcSystem> for About<'a> {
    fn from(system: &'a ChcSystem) -> About<'a> {
        About::Clauses(system)
    }
}

impl Evidence {
    /// Reads either form: JSON starts with a brace.
    pub fn read<'a>(about: impl Into<About<'a>>, text: &str) -> Result<Evidence, ReadError> {
        if text.trim_start().starts_with('{') {
            Evidence::from_json(about, text)
        } else {
            Evidence::from_text(about, text)
        }
    }

    /// The text form.
    pub fn to_text<'a>(&self, about: impl Into<About<'a>>) -> String {
        text::print(&document::write(about.into(), self))
    }

    /// Reads the text form.
    pub fn from_text<'a>(about: impl Into<About<'a>>, text: &str) -> Result<Evidence, ReadError> {
        document::read(about.into(), &text::parse(text)?)
    }

    /// The JSON form.
    pub fn to_json<'a>(&self, about: impl Into<About<'a>>) -> String {
        json::print(&document::write(about.into(), self))
    }

    /// Reads the JSON form.
    pub fn from_json<'a>(about: impl Into<About<'a>>, text: &str) -> Result<Evidence, ReadError> {
        document::read(about.into(), &json::parse(text)?)
    }
}

#[cfg(test)]
mod tests;
