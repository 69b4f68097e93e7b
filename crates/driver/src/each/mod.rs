//! A verdict for each check of a program.
//!
//! A failing check must not hide others, so no check is assumed to hold while another one is
//! verified: a group of checks is verified as if the program had no others. One proof settles all
//! checks of its group. A violating run settles one check, and the rest is tried again. A group
//! without an answer is divided, round by round, until single checks are left.
//!
//! So a check is proved if *no* run violates it, including runs that have violated other checks
//! before, as far as C gives such a run a meaning. A check that only fails after undefined
//! behaviour stays unknown: it may be decided once that is repaired.

mod group;
mod time;

use crate::accept::Acceptance;
use crate::judge::Undefined;
use crate::portfolio::{Portfolio, PortfolioObserver};
use crate::program::ProgramTask;
use crate::task::Task;
use crate::verify::{Options, Report, Times, reason_for_undefined, verify};
use engines::reason_for_stop;
use evidence::{Reason, Verdict};
use group::Group;
use passes::program::{called_functions, resolve_indirect_calls};
use program::{CheckSite, NamedCheck, Program, named_checks};
use runs::{Cause, Replay};
use smt::Budget;
use std::collections::VecDeque;
use std::time::Duration;
use time::Clock;

/// The outcome of a check.
#[derive(Clone, Debug)]
pub enum CheckOutcome {
    /// No run violates it; how the proof was accepted.
    Success(Acceptance),
    /// This run of the program violates it.
    Failure(Box<Replay>),
    /// No answer, and why.
    Unknown(Reason),
}

/// A check and its outcome.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The check.
    pub check: NamedCheck,
    /// Its outcome.
    pub outcome: CheckOutcome,
}

/// The outcome of each check of a program.
#[derive(Clone, Debug)]
pub struct EachReport {
    /// The checks in the order of the source.
    pub checks: Vec<CheckReport>,
    /// Why nothing is known about a program without checks: it may do something that is not
    /// modelled.
    pub open: Option<Reason>,
    /// How many searches were made.
    pub searches: usize,
    /// The total times of the searches.
    pub times: Times,
    /// Messages for the user.
    pub notes: Vec<String>,
}

/// Receives the events of engines, and is told when a check is settled.
pub trait EachObserver: PortfolioObserver {
    /// The check of this number, among those of [`ProgramTask::checks`], is settled.
    fn settled(&mut self, number: usize, outcome: &CheckOutcome);
}

impl ProgramTask {
    /// The checks to verify, in the order of the source, for all functions that runs may reach.
    pub fn checks(&self) -> Vec<NamedCheck> {
        self.checks_where(|site| self.asked.contains(site))
    }

    /// The checks for which `wanted` holds, in the order of the source, for all functions that runs
    /// may reach.
    pub fn checks_where(&self, wanted: impl Fn(&CheckSite) -> bool) -> Vec<NamedCheck> {
        let called = self.called();
        let mut checks = named_checks(&self.program);
        checks.retain(|check| {
            wanted(&check.site) && check.functions.iter().any(|f| called[f.index()])
        });
        checks
    }

    /// For each function, whether runs may reach it.
    pub fn called(&self) -> Vec<bool> {
        let mut resolved = Program::clone(&self.program);
        resolve_indirect_calls(&mut resolved);
        called_functions(&resolved)
    }
}

/// Finds a verdict for each check. The limits of the budget apply to all of them together.
pub fn verify_each(
    task: &Task,
    portfolio: &Portfolio,
    options: &Options,
    observer: &mut dyn EachObserver,
    budget: &Budget,
) -> EachReport {
    let checks = task.program().map(ProgramTask::checks).unwrap_or_default();
    let outcomes = checks.iter().map(|_| None).collect();
    let (searches, times, notes) = (0, Times::default(), task.notes());
    let mut run = EachSearch {
        task,
        portfolio,
        options,
        observer,
        budget,
        checks,
        outcomes,
        searches,
        times,
        notes,
    };
    let open = if run.checks.is_empty() { run.ask_about_none() } else { None };
    run.settle_all();
    let EachSearch { checks, outcomes, searches, times, notes, .. } = run;
    let report = |(check, outcome): (NamedCheck, Option<CheckOutcome>)| CheckReport {
        check,
        outcome: outcome.unwrap_or_else(|| CheckOutcome::Unknown(never_asked())),
    };
    let checks = checks.into_iter().zip(outcomes).map(report).collect();
    EachReport { checks, open, searches, times, notes }
}

fn never_asked() -> Reason {
    Reason::Internal("nobody asked about the check".to_owned())
}

fn about_none() -> Reason {
    Reason::Internal("the answer is about none of the checks".to_owned())
}

/// The state of the search for verdicts.
struct EachSearch<'a> {
    task: &'a Task,
    portfolio: &'a Portfolio,
    options: &'a Options,
    observer: &'a mut dyn EachObserver,
    budget: &'a Budget,
    checks: Vec<NamedCheck>,
    outcomes: Vec<Option<CheckOutcome>>,
    searches: usize,
    times: Times,
    notes: Vec<String>,
}

impl EachSearch<'_> {
    fn settle_all(&mut self) {
        let mut clock = Clock::new(self.budget);
        let mut open: VecDeque<Group> = Group::of_all(self.checks.len()).into_iter().collect();
        while !open.is_empty() {
            clock.start_round(open.iter().map(|group| group.rounds(&self.checks)).max());
            let mut next_round = VecDeque::new();
            while let Some(group) = open.pop_front() {
                let others = open.iter().map(Group::len).sum();
                let allowance = clock.allowance(group.len(), others);
                if let Err(stop) = self.budget.check() {
                    self.settle_unknown(&group, &reason_for_stop(stop));
                    continue;
                }
                if group.is_hopeless_in(allowance) {
                    self.settle_unknown(&group, &Reason::Timeout);
                    continue;
                }
                let report = self.ask(&group, &clock.budget(allowance));
                match self.settle(group, report) {
                    Rest::None => {}
                    Rest::Smaller(group) => open.push_front(group),
                    Rest::Open(group, reason) => {
                        next_round.extend(self.parts(group, &reason, allowance));
                    }
                }
            }
            open = next_round;
        }
    }

    /// Verifies a program without checks; returns why there is no answer.
    fn ask_about_none(&mut self) -> Option<Reason> {
        match self.verified(self.task, self.budget).verdict {
            Verdict::Safe(_) => None,
            Verdict::Unsafe(_) | Verdict::Derived(_) | Verdict::Recurs(_) | Verdict::Fails(_) => {
                Some(about_none())
            }
            Verdict::Unknown(reason) => Some(reason),
        }
    }

    /// Lets the engines decide whether any check of a group may fail.
    fn ask(&mut self, group: &Group, budget: &Budget) -> Report {
        let sites = group.iter().map(|check| self.checks[check].site.clone());
        // The task itself already has the model with all checks.
        let part = (group.len() < self.checks.len()).then(|| self.task.about(sites)).flatten();
        let task = part.as_ref().unwrap_or(self.task);
        self.verified(task, budget)
    }

    fn verified(&mut self, task: &Task, budget: &Budget) -> Report {
        let report = verify(task, self.portfolio, self.options, self.observer, budget);
        self.searches += 1;
        self.times += report.times;
        for note in &report.notes {
            if !self.notes.contains(note) {
                self.notes.push(note.clone());
            }
        }
        report
    }

    /// Settles the checks of a group by a report; returns the rest of the group.
    fn settle(&mut self, group: Group, report: Report) -> Rest {
        let failed = report.replay.as_ref().map(|replay| replay.violation.site());
        // A proof says nothing about runs with undefined behaviour that another check covers.
        let asked_beside = report.undefined.as_ref().is_some_and(|found| self.asks_about(found));
        let hidden = report.undefined.as_ref().map(reason_for_undefined);
        let undefined = report.undefined.and_then(|undefined| undefined.check);
        let find = |site: Option<CheckSite>| {
            group.iter().find(|&check| site.as_ref() == Some(&self.checks[check].site))
        };
        let (failed, undefined) = (find(failed), find(undefined));
        match (report.verdict, report.acceptance, report.replay) {
            (Verdict::Safe(_), ..) if asked_beside && undefined.is_some() => {
                let reason = hidden.unwrap_or_else(about_none);
                self.settle_one(group, undefined, CheckOutcome::Unknown(reason))
            }
            (Verdict::Safe(_), Some(acceptance), _) => {
                for check in group.iter() {
                    self.settle_check(check, CheckOutcome::Success(acceptance.clone()));
                }
                Rest::None
            }
            (Verdict::Unsafe(_) | Verdict::Fails(_), Some(_), Some(replay)) if failed.is_some() => {
                self.settle_one(group, failed, CheckOutcome::Failure(Box::new(replay)))
            }
            (Verdict::Unknown(reason), ..) if undefined.is_some() => {
                self.settle_one(group, undefined, CheckOutcome::Unknown(reason))
            }
            (Verdict::Unknown(reason), ..) => Rest::Open(group, reason),
            (
                Verdict::Safe(_)
                | Verdict::Unsafe(_)
                | Verdict::Derived(_)
                | Verdict::Recurs(_)
                | Verdict::Fails(_),
                ..,
            ) => Rest::Open(group, about_none()),
        }
    }

    /// Whether one of the checks covers the undefined behaviour.
    fn asks_about(&self, found: &Undefined) -> bool {
        let Cause::Behaviour(property) = found.cause else { return false };
        self.checks.iter().any(|check| check.site.property == property)
    }

    fn settle_one(&mut self, group: Group, check: Option<usize>, outcome: CheckOutcome) -> Rest {
        let Some(check) = check else { return Rest::Smaller(group) };
        self.settle_check(check, outcome);
        group.without(check).map_or(Rest::None, Rest::Smaller)
    }

    /// The groups to try in the next round for a group without an answer. Hopeless ones are
    /// settled.
    fn parts(&mut self, group: Group, reason: &Reason, allowance: Duration) -> Vec<Group> {
        // Every run of this group is a run of a part of it. So gaps occur there too, unless the
        // part needs another memory model.
        let parts = match reason {
            Reason::Unsupported(_) => group.by_property(&self.checks),
            _ => group.divided(&self.checks),
        };
        if !parts.is_empty() {
            return parts;
        }
        if *reason == Reason::Timeout {
            return vec![group.tried_for(allowance)];
        }
        self.settle_unknown(&group, reason);
        Vec::new()
    }

    fn settle_unknown(&mut self, group: &Group, reason: &Reason) {
        for check in group.iter() {
            self.settle_check(check, CheckOutcome::Unknown(reason.clone()));
        }
    }

    fn settle_check(&mut self, check: usize, outcome: CheckOutcome) {
        self.observer.settled(check, &outcome);
        self.outcomes[check] = Some(outcome);
    }
}

/// The rest of a group after an answer.
enum Rest {
    /// Nothing.
    None,
    /// All except a settled check.
    Smaller(Group),
    /// All of it, and the reason.
    Open(Group, Reason),
}

#[cfg(test)]
mod tests;
