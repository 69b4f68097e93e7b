//! `lemmatic check`: checks stored evidence again.

use crate::answer::{Answer, ResultLine};
use crate::args::CheckArgs;
use crate::exit::Exit;
use driver::source::{InputError, Source};
use driver::{Acceptance, CheckOptions, Task, accept};
use evidence::format::ReadErrorKind;
use evidence::{Evidence, Reason};
use smt::Budget;
use std::sync::Arc;

/// Checks the evidence; does not return.
pub fn run(args: &CheckArgs, answer: &Arc<Answer>) -> Exit {
    let budget = args.limits.start(answer);
    let options = answer.or_wrong_usage(args.checker.options());
    let loaded = driver::load(&args.files, &args.input).and_then(|task| {
        let source = Source::read(&args.proof)?;
        let evidence = read(&task, &source)?;
        if evidence.is_err() {
            for other in task.others() {
                if let Ok(Ok(evidence)) = read(&other, &source) {
                    return Ok((Ok(evidence), other));
                }
            }
        }
        Ok((evidence, task))
    });
    let (text, result) = match loaded {
        Ok((Ok(evidence), task)) => judge(&task, &evidence, &options, &budget),
        Ok((Err(misfit), _)) => (String::new(), ResultLine::Rejected(misfit)),
        Err(error) => answer.refuse(&error),
    };
    answer.give(&text, &result)
}

/// Reads stored evidence. Well-formed evidence that does not fit the model is rejected.
fn read(task: &Task, source: &Source) -> Result<Result<Evidence, String>, InputError> {
    match Evidence::read(task.about_what(), &source.text) {
        Ok(evidence) => Ok(Ok(evidence)),
        Err(error) if is_misfit(&error.kind) => Ok(Err(error.to_string())),
        Err(error) => {
            let (line, column) = (error.line as u32, error.column as u32);
            Err(source.error_at(line, column, error.kind.to_string()))
        }
    }
}

/// Whether the evidence is about something other than the model.
fn is_misfit(kind: &ReadErrorKind) -> bool {
    match kind {
        ReadErrorKind::OtherModel { .. }
        | ReadErrorKind::UnknownLocation(_)
        | ReadErrorKind::UnknownPredicate(_)
        | ReadErrorKind::UnknownSymbol(_) => true,
        ReadErrorKind::Part { kind, .. } => is_misfit(kind),
        _ => false,
    }
}

fn judge(
    task: &Task,
    evidence: &Evidence,
    options: &CheckOptions,
    budget: &Budget,
) -> (String, ResultLine) {
    match accept(task, evidence, options, budget) {
        Ok(acceptance) => (describe(&acceptance), ResultLine::Accepted),
        Err(Reason::EvidenceRejected(why)) => (String::new(), ResultLine::Rejected(why)),
        Err(reason) => (String::new(), ResultLine::Unknown(reason.to_string())),
    }
}

/// What the accepted evidence shows.
fn describe(acceptance: &Acceptance) -> String {
    let claim = match acceptance {
        Acceptance::Proved(_) | Acceptance::RanToEnd { .. } => {
            "no run violates a property".to_owned()
        }
        Acceptance::Recurs(_) => "a run need never end".to_owned(),
        Acceptance::Derived(_) => "false follows from the clauses".to_owned(),
        Acceptance::Replayed(run) => format!("a run violates \"{}\"", run.error),
        Acceptance::Ran { property, .. } => format!("a run violates \"{property}\""),
    };
    format!("evidence: {acceptance}\nclaim: {claim}\n")
}
