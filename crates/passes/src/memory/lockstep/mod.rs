//! Runs a program and its model side by side on the same values.
//!
//! The interpreter runs the lowered program and shows its state at the start of each block. The
//! model runs along: it takes the same choices and must reach the same blocks, with the same values
//! in registers and memory, and end in the same way. Unwritten bytes have the same value in both.
//! Addresses differ between the two, so they are compared by the objects that they belong to.

mod follower;
mod sameness;

use super::Lowered;
use follower::{Ending, Follower, Next};
use model::ErrorKind;
use program::interpret::{
    Chooser, Environment, Event, ExecutionEnd, Interpreter, OpenByte, OpenValue, Options, Random,
    SetupError, State,
};
use program::{BlockId, Program, Property, PropertySet};
use sameness::Sameness;
use term::Value;
use thiserror::Error;

/// Settings of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The seed of the open values.
    pub seed: u64,
    /// Maximal number of steps of the interpreter.
    pub max_steps: u64,
    /// The properties whose checks the model contains.
    pub watched: PropertySet,
    /// Whether the model may omit runs of the program.
    pub leaves_out: bool,
}

/// The extent of a comparison without differences.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// How many times a block was reached.
    pub blocks: u64,
    /// How many registers and cells were compared.
    pub values: u64,
    /// Why the comparison came to an end.
    pub end: End,
    /// The error that both ran into.
    pub error: Option<ErrorKind>,
}

/// Why a comparison came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// Program and model ended in the same way.
    Ended,
    /// Both violated the same property.
    Violated,
    /// An assumption failed in both.
    Assumption,
    /// The model omits the run.
    LeftOut,
    /// The model reaches something that is not modelled.
    Unsupported,
    /// The run has undefined behaviour.
    Undefined,
    /// The model has several ways to continue, because the run depends on the placement of objects.
    Undetermined,
    /// The run accesses memory that the program does not own.
    Foreign,
    /// Whether memory was lost is decided by the interpreter alone.
    Tracked,
    /// The interpreter reached a limit.
    Limit,
}

/// A difference between a program and its model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Difference {
    /// They behave differently.
    #[error("after {}: {what}", .block.map_or("the start".to_owned(), |block| block.to_string()))]
    Found {
        /// The last block in which they agreed.
        block: Option<BlockId>,
        /// A description of the difference.
        what: String,
    },
    /// The program cannot be run.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Runs a program and its model side by side. The program must be the one that was lowered, without
/// calls.
pub fn compare(
    program: &Program,
    lowered: &Lowered,
    settings: Settings,
) -> Result<Agreement, Difference> {
    let options = Options {
        max_steps: settings.max_steps,
        watched: settings.watched,
        shows_state: true,
        ..Options::default()
    };
    let interpreter = Interpreter::new(program, options)?;
    let mut chooser = Seeded { random: Random::new(settings.seed), unwritten: settings.seed as u8 };
    let mut beside = Beside {
        follower: Follower::new(lowered, chooser.unwritten),
        sameness: Sameness::new(program, lowered, chooser.unwritten),
        blocks: 0,
        last: None,
        result: None,
        blocked: false,
        error: None,
        leaves_out: settings.leaves_out,
    };
    let run = interpreter.run(&mut Environment {
        chooser: &mut chooser,
        output: &mut std::io::sink(),
        observer: Some(&mut |event| beside.observe(event)),
        interrupted: &|| false,
    });
    beside.finish(&run.outcome, run.undefined.is_some())
}

/// Random values, and a constant for bytes that were never written.
struct Seeded {
    random: Random,
    unwritten: u8,
}

impl Chooser for Seeded {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        self.random.value(open)
    }

    fn byte(&mut self, _open: &OpenByte<'_>) -> u8 {
        self.unwritten
    }

    fn stray_byte(&mut self, address: u64) -> u8 {
        self.random.stray_byte(address)
    }
}

/// The model that runs beside the program.
struct Beside<'a> {
    follower: Follower<'a>,
    sameness: Sameness<'a>,
    blocks: u64,
    /// The last block in which both agreed.
    last: Option<BlockId>,
    /// The result, once it is known.
    result: Option<Result<End, String>>,
    /// Whether an assumption of the model failed; the program must then end soon.
    blocked: bool,
    /// The error that both ran into.
    error: Option<ErrorKind>,
    /// Whether the model may omit the run.
    leaves_out: bool,
}

impl Beside<'_> {
    fn observe(&mut self, event: &Event<'_>) {
        if self.result.is_some() || self.blocked {
            return;
        }
        match *event {
            Event::Chosen { source, value, span, .. } => {
                self.follower.answer(source.clone(), span, value.clone());
            }
            Event::Reached { block, at_end, state } => {
                self.result = self.reach(block, at_end, state).transpose();
            }
            _ => {}
        }
    }

    /// Runs the model to a block, and compares states there.
    fn reach(
        &mut self,
        block: BlockId,
        at_end: bool,
        state: &State<'_>,
    ) -> Result<Option<End>, String> {
        if state.is_undefined() {
            return Ok(Some(End::Undefined));
        }
        if state.has_met_foreign_memory() {
            return Ok(Some(End::Foreign));
        }
        match self.follower.go_on()? {
            Next::Block { block: found, at_end: end } if (found, end) == (block, at_end) => {}
            Next::Block { block: found, .. } => {
                return Err(format!("the program is at {block}, but the model at {found}"));
            }
            Next::GaveUp(end) => return Ok(Some(end)),
            Next::End(Ending::Unsupported) => return Ok(Some(End::Unsupported)),
            Next::End(ending) if ending.is_untracked() => return Ok(Some(End::Tracked)),
            Next::End(Ending::Blocked) => {
                self.blocked = true;
                return Ok(None);
            }
            Next::End(ending) => {
                return Err(format!("the program is at {block}, but the model has {ending}"));
            }
        }
        if state.depth() != self.follower.depth() {
            let (program, model) = (state.depth(), self.follower.depth());
            return Err(format!("at {block}: {program} activation(s), in the model {model}"));
        }
        if let Some(left) = self.follower.unused_answer() {
            return Err(format!("at {block}: the model did not ask for {left}"));
        }
        self.blocks += 1;
        let (values, objects) = (self.follower.values(), self.follower.objects());
        self.sameness.compare(self.blocks, values, objects, state).map_err(|what| {
            let place = if at_end { "the end" } else { "the start" };
            format!("at {place} of {block}: {what}")
        })?;
        self.last = Some(block);
        Ok(None)
    }

    /// Runs the model to its end, which must match that of the program.
    fn finish(mut self, outcome: &ExecutionEnd, undefined: bool) -> Result<Agreement, Difference> {
        let result = match self.result.take() {
            Some(result) => result,
            None => self.end(outcome, undefined),
        };
        let end = result.map_err(|what| Difference::Found { block: self.last, what })?;
        let (blocks, values) = (self.blocks, self.sameness.compared());
        Ok(Agreement { blocks, values, end, error: self.error })
    }

    fn end(&mut self, outcome: &ExecutionEnd, undefined: bool) -> Result<End, String> {
        let limited = matches!(
            outcome,
            ExecutionEnd::StepLimit
                | ExecutionEnd::MemoryLimit
                | ExecutionEnd::DepthLimit
                | ExecutionEnd::Interrupted
        );
        if undefined || matches!(outcome, ExecutionEnd::Undefined(..)) {
            return Ok(End::Undefined);
        }
        if limited {
            return Ok(End::Limit);
        }
        let ending = match self.blocked {
            true => Ending::Blocked,
            false => match self.follower.go_on() {
                // The model may go on and need choices that the program no longer made.
                Ok(Next::Block { .. }) | Err(_) if is_untracked(outcome) => {
                    return Ok(End::Tracked);
                }
                Err(what) => return Err(what),
                Ok(Next::End(ending)) => ending,
                Ok(Next::GaveUp(end)) => return Ok(end),
                Ok(Next::Block { block, .. }) => {
                    return Err(format!(
                        "the program ends with {outcome:?}, the model is at {block}"
                    ));
                }
            },
        };
        match (outcome, ending) {
            (_, Ending::Unsupported) => Ok(End::Unsupported),
            (ExecutionEnd::Finished(_), Ending::Finished) => Ok(End::Ended),
            (ExecutionEnd::AssumptionFailed(_), Ending::Blocked) => Ok(End::Assumption),
            (_, Ending::Blocked) if self.leaves_out => Ok(End::LeftOut),
            (ExecutionEnd::Violation(violation), Ending::Violated(failure))
                if violation.span == failure.span && violation.message == failure.message =>
            {
                self.error = Some(failure.kind);
                Ok(End::Violated)
            }
            (outcome, ending) if is_untracked(outcome) || ending.is_untracked() => Ok(End::Tracked),
            (_, ending) => {
                Err(format!("the program ends with {outcome:?}, the model has {ending}"))
            }
        }
    }
}

/// Whether a run ends because memory was lost.
fn is_untracked(outcome: &ExecutionEnd) -> bool {
    matches!(outcome, ExecutionEnd::Violation(violation) if violation.property == Property::Memtrack)
}
