//! `lemmatic verify --each-check`: a verdict for each check of a program.

use crate::answer::{Answer, ResultLine};
use crate::args::{OutputArgs, VerifyArgs};
use crate::progress::Progress;
use crate::report::{each, text};
use crate::verify::Question;
use driver::{CheckOutcome, CheckReport, EachObserver, EachReport, PortfolioObserver, Task};
use engines::Event;
use evidence::Reason;
use program::NamedCheck;
use std::sync::{Arc, Mutex, PoisonError};

/// How to print a report.
#[derive(Clone, Copy)]
struct Form {
    json: bool,
    quiet: bool,
    trace: bool,
    stats: bool,
}

/// Finds the verdicts; does not return.
pub fn run(args: &VerifyArgs, question: Question, progress: Progress, answer: &Answer) -> ! {
    let Question { task, portfolio, options, budget } = question;
    let checks = task.program().map(driver::ProgramTask::checks);
    let checks = answer.or_wrong_usage(
        checks.ok_or_else(|| "--each-check is about C programs; models have no checks".to_owned()),
    );
    let OutputArgs { json, quiet, trace, stats, .. } = args.output;
    let form = Form { json, quiet, trace, stats };
    let task = Arc::new(task);
    let settled = Settled::new(checks);
    let (known, subject) = (settled.clone(), task.clone());
    answer.knows(move |reason| {
        let checks = known.reports(reason);
        let result = each::result_line(&checks, Some(reason));
        (describe(form, &subject, &checks, None, &result), result)
    });
    let mut observer = Observer { progress, settled };
    let report = driver::verify_each(&task, &portfolio, &options, &mut observer, &budget);
    let result = each::result_line(&report.checks, report.open.as_ref());
    answer.give(&describe(form, &task, &report.checks, Some(&report), &result), &result)
}

fn describe(
    form: Form,
    task: &Task,
    checks: &[CheckReport],
    report: Option<&EachReport>,
    result: &ResultLine,
) -> String {
    let Some(program) = task.program() else { return String::new() };
    match form {
        Form { json: true, .. } => format!("{:#}\n", each::json(program, checks, report, result)),
        Form { quiet: true, .. } => String::new(),
        Form { trace, stats, .. } => {
            let notes = report.map_or_else(String::new, |report| text::notes(&report.notes));
            let statistics = report.filter(|_| stats).map(each::statistics).unwrap_or_default();
            notes + &each::text(program, checks, trace) + &statistics
        }
    }
}

/// The verdicts so far, which another thread may have to print.
#[derive(Clone)]
struct Settled {
    checks: Arc<[NamedCheck]>,
    outcomes: Arc<Mutex<Vec<Option<CheckOutcome>>>>,
}

impl Settled {
    fn new(checks: Vec<NamedCheck>) -> Settled {
        let outcomes = vec![None; checks.len()];
        Settled { checks: checks.into(), outcomes: Arc::new(Mutex::new(outcomes)) }
    }

    /// Records a verdict; returns how many are settled, and how many checks there are.
    fn note(&self, number: usize, outcome: &CheckOutcome) -> (usize, usize) {
        // A verdict is recorded completely or not at all, even if a thread panics.
        let mut outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        outcomes[number] = Some(outcome.clone());
        (outcomes.iter().flatten().count(), outcomes.len())
    }

    /// All checks; those without a verdict get a reason.
    fn reports(&self, reason: &Reason) -> Vec<CheckReport> {
        let outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        let report = |(check, outcome): (&NamedCheck, &Option<CheckOutcome>)| CheckReport {
            check: check.clone(),
            outcome: outcome.clone().unwrap_or_else(|| CheckOutcome::Unknown(reason.clone())),
        };
        self.checks.iter().zip(outcomes.iter()).map(report).collect()
    }
}

/// Shows progress, and records verdicts.
struct Observer {
    progress: Progress,
    settled: Settled,
}

impl PortfolioObserver for Observer {
    fn observe(&mut self, engine: &'static str, event: &Event) {
        self.progress.observe(engine, event);
    }
}

impl EachObserver for Observer {
    fn settled(&mut self, number: usize, outcome: &CheckOutcome) {
        let (settled, all) = self.settled.note(number, outcome);
        self.progress.settled(settled, all);
    }
}
