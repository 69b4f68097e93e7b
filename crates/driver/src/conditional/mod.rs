//! A condition on the arguments of a function under which a property holds, such as that every run ends.
//!
//! Guess and check: a run that violates it has arguments that the condition must exclude. The weakest
//! simple condition that excludes all known ones is assumed, and the question asked again. The answer
//! is a proof, or further arguments, or neither; then the next condition is tried.

mod condition;

use crate::input::InputConfig;
use crate::portfolio::{Portfolio, PortfolioObserver};
use crate::program;
use crate::source::InputError;
use crate::task::{CInput, Task, load};
use crate::verify::{Options, Report, verify};
use ::program::Span;
use c::harness::IntegerParameter;
use condition::{Arguments, Condition, candidates};
use evidence::Verdict;
use smt::Budget;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use term::Value;

/// How many conditions are tried at most.
const MOST_CONDITIONS: usize = 60;
/// The time for one condition if there is no limit.
const TIME_FOR_ONE: Duration = Duration::from_secs(10);

/// A condition on arguments that was proved to be enough.
#[derive(Clone, Debug)]
pub struct Precondition {
    /// The condition in C, over the parameters.
    pub text: String,
    /// The report of the question under this condition. Its verdict is safe.
    pub report: Report,
}

/// Looks for a condition under which the question about a function is answered by a proof. `first` is
/// the report of the task without a condition.
///
/// # Errors
/// If the files cannot be read again.
pub fn precondition(
    files: &[PathBuf],
    config: &InputConfig,
    (portfolio, options): (&Portfolio, &Options),
    (task, first): (&Task, &Report),
    observer: &mut dyn PortfolioObserver,
    budget: &Budget,
) -> Result<Option<Precondition>, InputError> {
    let mut parameters = integer_parameters(files, config)?;
    let mut excluded: Vec<Arguments> = arguments(&parameters, task, first).into_iter().collect();
    let mut tried: Vec<Condition> = Vec::new();
    while tried.len() < MOST_CONDITIONS && budget.check().is_ok() {
        let untried = candidates(&parameters, &excluded)
            .into_iter()
            .find(|condition| !tried.contains(condition));
        let Some(condition) = untried else { break };
        let text = condition.text(&parameters);
        let mut config = config.clone();
        config.assume.push(text.clone());
        // The lines of the harness move with what is assumed.
        parameters = integer_parameters(files, &config)?;
        let task = load(files, &config)?;
        let report = verify(&task, portfolio, options, observer, &slice(budget));
        // A condition that nothing fulfils would be enough, too; then there is a warning.
        if matches!(report.verdict, Verdict::Safe(_)) && report.warnings.is_empty() {
            return Ok(Some(Precondition { text, report }));
        }
        excluded.extend(arguments(&parameters, &task, &report));
        tried.push(condition);
    }
    Ok(None)
}

fn integer_parameters(
    files: &[PathBuf],
    config: &InputConfig,
) -> Result<Vec<IntegerParameter>, InputError> {
    let CInput { files, machine, question } = CInput::of(files, config)?;
    let options = program::source_options(machine, config);
    let harness = program::harness(&files, &options, &question, config)?;
    Ok(harness.map_or_else(Vec::new, |harness| harness.integers))
}

/// The time for one condition: a part of what is left.
fn slice(budget: &Budget) -> Budget {
    let time = match budget.deadline() {
        Some(deadline) => deadline.saturating_duration_since(Instant::now()) / 3,
        None => TIME_FOR_ONE,
    };
    budget.clone().with_timeout(time)
}

/// The arguments of the run of a report about a program, if it has one.
fn arguments(parameters: &[IntegerParameter], task: &Task, report: &Report) -> Option<Arguments> {
    let (program, replay) = (&task.program()?.program, report.replay.as_ref()?);
    let value = |parameter: &IntegerParameter| {
        let gives = |span: Span| {
            span.line == parameter.line && program.files[span.file.index()] == c::harness::FILE
        };
        let chosen = replay.chosen.iter().find(|chosen| chosen.span.is_some_and(gives))?;
        let Value::BitVec(bits) = &chosen.value else { return None };
        match parameter.is_signed {
            true => bits.to_bigint().try_into().ok(),
            false => bits.to_biguint().try_into().ok(),
        }
    };
    parameters.iter().map(value).collect()
}
