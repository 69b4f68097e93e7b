//! Witnesses of what was verified, for other tools: see [`witness::format`].

mod correctness;
mod invariants;
mod source;
mod violation;

use crate::program::ProgramTask;
use crate::verify::Report;
use ::witness::format::{Content, Witness};
use ::witness::metadata::{Metadata, Producer, Task};
pub use invariants::LoopInvariant;

use evidence::Verdict;
use source::InputFiles;
use thiserror::Error;

/// Why there is no witness.
#[derive(Debug, Error)]
pub enum NoWitness {
    /// Nothing was found out.
    #[error("there is no answer to witness")]
    NoAnswer,
    /// Nobody agreed on the form of such a witness.
    #[error("there are no witnesses of whether runs end")]
    OfEnds,
    /// The violation is in no input file.
    #[error("the violation has no place in an input file")]
    NoPlace,
}

impl ProgramTask {
    /// The witness of a verdict.
    pub fn witness(&self, report: &Report, producer: Producer) -> Result<Witness, NoWitness> {
        if self.asks_for_ends() {
            return Err(NoWitness::OfEnds);
        }
        let files = InputFiles::of(self);
        let content = match (&report.verdict, &report.replay) {
            (Verdict::Unsafe(_) | Verdict::Fails(_), Some(replay)) => {
                Content::Violation(violation::segments(self, &files, replay)?)
            }
            (Verdict::Safe(proof), _) => {
                Content::Invariants(correctness::invariants(self, &files, proof))
            }
            _ => return Err(NoWitness::NoAnswer),
        };
        let task = Task {
            input_files: files.hashes(),
            specification: self.specification.clone(),
            data_model: self.program.machine,
        };
        Ok(Witness { metadata: Metadata::now(producer, task), content })
    }
}

#[cfg(test)]
mod tests;
