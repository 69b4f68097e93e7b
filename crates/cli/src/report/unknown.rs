//! What to do about an unknown verdict.

use driver::{ProgramTask, Report, Task};
use evidence::{Reason, Verdict};
use model::Gap;

/// What is open, and what to try next, one line each. Nothing for an answer.
pub fn advice(task: &Task, report: &Report) -> Vec<String> {
    let Verdict::Unknown(reason) = &report.verdict else { return Vec::new() };
    let checks = task.program().map_or(0, |program| program.checks().len());
    let mut lines = Vec::new();
    let names_checks = matches!(reason, Reason::DependsOnCallers(_));
    if let (Some(program), 1.., false) = (task.program(), checks, names_checks) {
        lines.push(format!("open: {}", open_checks(program)));
    }
    let single_engine = report.engines.len() == 1;
    lines.extend(next_step(reason, checks, single_engine).map(|step| format!("try: {step}")));
    lines
}

/// How many checks are open, and where the first of them is.
fn open_checks(program: &ProgramTask) -> String {
    let checks = program.checks();
    let first = checks.first().map_or_else(String::new, |check| {
        let place = check.site.span.map_or_else(String::new, |span| program.place(span) + ": ");
        format!("{place}{}", check.site.message)
    });
    match checks.len() {
        1 => first,
        several => format!("{several} checks, the first of them {first}"),
    }
}

/// What may lead to an answer.
fn next_step(reason: &Reason, checks: usize, single_engine: bool) -> Option<String> {
    let each = if checks > 1 { "--each-check to see which checks can be settled, " } else { "" };
    match reason {
        Reason::Timeout => Some(format!(
            "{each}a longer --timeout, or a single engine (--engine; `lemmatic engines` lists them)"
        )),
        Reason::Memory => Some(format!("{each}a larger --memory, or a single engine (--engine)")),
        Reason::Unsupported(gap) if gap.is_of_calls() => {
            Some("--recursion keep, or an iterative form of the function".to_owned())
        }
        Reason::Unsupported(Gap::AddressBits) => {
            Some("code that does not depend on the bits of addresses".to_owned())
        }
        Reason::Unsupported(_) => {
            let each = if checks > 1 { "--each-check, or " } else { "" };
            Some(format!("{each}a definition of what is not modelled in C"))
        }
        Reason::DependsOnCallers(_) => Some(
            "--assume to say what callers guarantee, or --guess code to count such violations"
                .to_owned(),
        ),
        Reason::Incomplete(_) if single_engine => {
            Some("the other engines, without --engine".to_owned())
        }
        Reason::Incomplete(_) if checks > 1 => Some("--each-check".to_owned()),
        Reason::Incomplete(_)
        | Reason::Interrupted
        | Reason::EvidenceRejected(_)
        | Reason::SolverFailed(_)
        | Reason::Internal(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_lead_to_different_steps() {
        let check = |reason: &Reason, checks: usize, expected: Option<&str>| {
            let found = next_step(reason, checks, false);
            let fits = match (&found, expected) {
                (Some(found), Some(part)) => found.contains(part),
                (None, None) => true,
                _ => false,
            };
            assert!(fits, "{found:?} for {reason}");
        };
        check(&Reason::Timeout, 1, Some("--timeout"));
        check(&Reason::Timeout, 2, Some("--each-check"));
        check(&Reason::Memory, 1, Some("--memory"));
        check(&Reason::Unsupported("floats".into()), 1, Some("not modelled"));
        check(&Reason::Incomplete("tired".to_owned()), 1, None);
        check(&Reason::Interrupted, 3, None);
    }
}
