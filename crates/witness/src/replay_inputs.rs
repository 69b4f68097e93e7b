//! What a violating run needs to be run again as a C file.

use crate::replay_c::{Input, ViolatingRun, c_file, environment};
use crate::verified::VerifiedProgram;
use program::{ChoiceSource, ScalarType, StatementKind};
use runs::{ChoiceMade, Replay};
use std::collections::{BTreeMap, BTreeSet};
use term::Value;

impl VerifiedProgram<'_> {
    /// The run as a C file: see [`crate::replay_c`].
    pub fn replay_c(&self, replay: &Replay) -> String {
        let library = left_to_library(replay);
        let input = |choice: &ChoiceMade| {
            let (function, value) = (source_name(choice)?.to_owned(), choice.value.clone());
            (!library.contains(&function)).then_some(Input { function, ty: choice.ty, value })
        };
        let is_uninitialised =
            |choice: &&ChoiceMade| matches!(choice.source, ChoiceSource::Uninitialised(_));
        let uninitialised = replay.choices.iter().filter(is_uninitialised).count();
        let inputs: Vec<Input> = replay.choices.iter().filter_map(input).collect();
        let violation = &replay.violation;
        let place = violation.span.map_or_else(String::new, |span| self.program.place(span) + ": ");
        let defined = |name: &str| {
            let function = self.program.find_function(name);
            function.is_some_and(|id| self.program.function(id).body.is_some())
        };
        c_file(&ViolatingRun {
            machine: self.program.machine,
            files: self.files.iter().map(|file| file.path.display().to_string()).collect(),
            uninitialised: uninitialised + replay.foreign_words,
            undecided: undecided(&replay.choices),
            library: library.into_iter().collect(),
            inputs: &inputs,
            not_called: self.verifier_inputs(),
            undefined: environment().filter(|name| !defined(name)).collect(),
            violation: format!("{place}{}", violation.message),
        })
    }

    /// The input functions of verification that the program mentions, which nobody else defines.
    fn verifier_inputs(&self) -> Vec<(String, ScalarType)> {
        let mut found: BTreeMap<String, ScalarType> = BTreeMap::new();
        for function in &self.program.functions {
            let blocks = function.body.iter().flat_map(|body| &body.blocks);
            for statement in blocks.flat_map(|block| &block.statements) {
                if let StatementKind::Choose { target, source: ChoiceSource::Input(name) } =
                    &statement.kind
                    && name.starts_with("__VERIFIER_nondet_")
                    && let Some(register) = function.registers.iter().find(|r| r.symbol == *target)
                {
                    found.insert(name.clone(), register.ty);
                }
            }
        }
        found.into_iter().collect()
    }
}

/// The functions of the library of which a run depends and which a C file cannot define, since they
/// do more than to return a value.
pub fn left_to_library(replay: &Replay) -> BTreeSet<String> {
    c::irreplaceable(replay.choices.iter().filter_map(source_name))
}

/// What a run depends on that the compiler or the environment decides.
fn undecided(choices: &[ChoiceMade]) -> Vec<String> {
    let made = choices.iter().filter(|choice| choice.value == Value::Bool(true));
    let undecided = made.filter_map(|choice| match &choice.source {
        ChoiceSource::Order(text) => Some(format!("the order of evaluation in '{text}'")),
        ChoiceSource::Volatile(text) => Some(format!("changes of the volatile '{text}'")),
        _ => None,
    });
    undecided.collect::<BTreeSet<String>>().into_iter().collect()
}

/// Who gave an open value that is not the content of an uninitialised variable.
fn source_name(choice: &ChoiceMade) -> Option<&str> {
    match &choice.source {
        ChoiceSource::Input(function) | ChoiceSource::External(function) => Some(function),
        ChoiceSource::Uninitialised(_) | ChoiceSource::Order(_) | ChoiceSource::Volatile(_) => None,
    }
}
