//! A program that was verified, and what can be said of it to other tools.

use crate::format::{Content, Witness};
use crate::metadata::{Metadata, Producer, Task};
use crate::source::{InputFile, InputFiles};
use crate::{correctness, violation};
use evidence::Verdict;
use passes::memory::Lowered;
use passes::program::LoopCopy;
use program::Program;
use runs::Replay;
use thiserror::Error;

/// A program that was verified.
pub struct VerifiedProgram<'a> {
    /// The files it was read from.
    pub files: &'a [InputFile],
    /// What was asked for, in the words of SV-COMP.
    pub specification: &'a str,
    /// Whether it was asked whether runs end.
    pub asks_for_ends: bool,
    /// The program with all checks.
    pub program: &'a Program,
    /// The model that was made of it, and how.
    pub lowered: &'a Lowered,
    /// Where the loops of the program are in the model: for each of them its copies.
    pub loops: &'a [Vec<LoopCopy>],
}

/// Why there is no witness.
#[derive(Debug, Error)]
pub enum NoWitness {
    /// Nothing was found out.
    #[error("there is no answer to witness")]
    NoAnswer,
    /// The violation is in no input file.
    #[error("the violation has no place in an input file")]
    NoPlace,
    /// A proof that all runs end.
    #[error("the answer is a proof that all runs end")]
    OfEnds,
    /// A run that never ends, but does not come back to the start of a loop in the same state.
    #[error("the run does not come back to the same state at a loop of an input file")]
    NoCycle,
}

impl VerifiedProgram<'_> {
    /// The witness of a verdict. A violation comes with the run of the program that shows it.
    pub fn witness(
        &self,
        verdict: &Verdict,
        replay: Option<&Replay>,
        producer: Producer,
    ) -> Result<Witness, NoWitness> {
        let files = InputFiles::of(self);
        let content = match (verdict, replay) {
            (Verdict::Unsafe(_) | Verdict::Fails(_), Some(replay)) => {
                Content::Violation(violation::segments(self.program, &files, replay)?)
            }
            (Verdict::Safe(_), _) if self.asks_for_ends => return Err(NoWitness::OfEnds),
            (Verdict::Safe(proof), _) => {
                Content::Invariants(correctness::invariants(self, &files, proof))
            }
            _ => return Err(NoWitness::NoAnswer),
        };
        let task = Task {
            input_files: files.hashes(),
            specification: self.specification.to_owned(),
            data_model: self.program.machine,
        };
        Ok(Witness { metadata: Metadata::now(producer, task), content })
    }
}
