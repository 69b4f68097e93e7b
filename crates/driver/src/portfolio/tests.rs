//! Engines that are slow, panic, lie or are right, in competition.

use super::*;
use crate::views::Views;
use engines::{Answer, Context, Engine, EngineStats, Event, Progress, Silent};
use evidence::{Proof, Reason, Verdict};
use model::{Automaton, Goal};
use passes::reduce::{ReduceConfig, reduce};
use smt::Budget;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The behaviour of an engine of these tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Works until it is stopped.
    Slow,
    /// Works for some time, and is right.
    RightAfter(Duration),
    /// Makes a true claim, which the judge accepts.
    Right,
    /// Makes a claim that the judge rejects.
    Lie,
    /// Makes a claim on which the judge panics.
    Confuse,
    /// Gives up.
    GiveUp,
    /// Panics.
    Panic,
}

struct Actor {
    part: Part,
    /// The number of such engines at work.
    at_work: Arc<AtomicUsize>,
    most_at_work: Arc<AtomicUsize>,
}

impl Actor {
    /// Uses CPU time until the budget ends or the time is up.
    fn work(&self, budget: &Budget, time: Duration) -> Result<(), Reason> {
        let watch = smt::Stopwatch::start(budget);
        while watch.elapsed(budget) < time {
            budget.check().map_err(engines::reason_for_stop)?;
            let now = self.at_work.fetch_add(1, Ordering::SeqCst) + 1;
            self.most_at_work.fetch_max(now, Ordering::SeqCst);
            self.at_work.fetch_sub(1, Ordering::SeqCst);
        }
        Ok(())
    }
}

/// The claim that the judge accepts.
const TRUTH: u32 = 1;
/// The claim that the judge rejects.
const LIE: u32 = 2;

impl Engine for Actor {
    fn name(&self) -> &'static str {
        match self.part {
            Part::Slow => "slow",
            Part::RightAfter(_) => "thorough",
            Part::Right => "right",
            Part::Lie => "liar",
            Part::Confuse => "confused",
            Part::GiveUp => "lazy",
            Part::Panic => "nervous",
        }
    }

    fn run(&self, _: &Automaton, context: &mut Context<'_>) -> Answer {
        context.observer.observe(&Event::Note(format!("{:?}", self.part)));
        context.observer.observe(&Event::Progress(Progress::default()));
        let claim = |bound| Verdict::Safe(Proof::unwinding(bound));
        let work = |time| self.work(&context.budget, time).err().map(Verdict::Unknown);
        let verdict = match self.part {
            Part::Slow => work(Duration::MAX).unwrap_or_else(|| claim(TRUTH)),
            Part::RightAfter(time) => work(time).unwrap_or_else(|| claim(TRUTH)),
            Part::Right => claim(TRUTH),
            Part::Lie => claim(LIE),
            Part::Confuse => claim(u32::MAX),
            Part::GiveUp => Verdict::Unknown(Reason::Incomplete("enough".to_owned())),
            Part::Panic => panic!("boo"),
        };
        Answer { verdict, stats: EngineStats::default() }
    }
}

fn judge(
    _: ViewName,
    claim: Result<Verdict, String>,
    _: &Budget,
) -> Result<&'static str, Rejection> {
    match claim {
        Ok(Verdict::Safe(Proof::Unwinding { bound: TRUTH, .. })) => Ok("safe"),
        Ok(Verdict::Safe(Proof::Unwinding { bound: LIE, .. })) => Err(Rejection {
            reason: Reason::EvidenceRejected("not so".to_owned()),
            note: Some("saved".to_owned()),
        }),
        Ok(Verdict::Unknown(reason)) => Err(reason.into()),
        Err(panic) => Err(Reason::Internal(panic).into()),
        Ok(other) => panic!("what is {other:?}?"),
    }
}

fn some_question() -> Arc<Views> {
    let text = "var x : bv8\nprocedure main { error bad \"never\" start -> bad { assume false } }";
    let model = model::parse(text).unwrap();
    let reduced = reduce(&model, Goal::NoError, &ReduceConfig::default()).unwrap();
    Arc::new(Views::of(reduced, None))
}

struct Played {
    found: Found<&'static str>,
    most_at_work: usize,
}

fn play(parts: &[Part], jobs: usize, budget: &Budget) -> Played {
    let at_work = Arc::new(AtomicUsize::new(0));
    let most_at_work = Arc::new(AtomicUsize::new(0));
    let member = |&part: &Part| {
        let (at_work, most_at_work) = (Arc::clone(&at_work), Arc::clone(&most_at_work));
        let engine = Arc::new(Actor { part, at_work, most_at_work });
        Member::new(SharedEngine::OnAutomata(engine), 1)
    };
    let members = parts.iter().map(member).collect();
    let portfolio = Portfolio {
        for_calls: Vec::new(),
        members,
        samples: false,
        recurs: false,
        jobs,
        exchange: true,
        all_statistics: true,
    };
    let found = search(&portfolio, &some_question(), budget, &judge, &mut Silent);
    Played { found, most_at_work: most_at_work.load(Ordering::SeqCst) }
}

/// Runs the search with one job and with several; the named engine must win, or none.
#[track_caller]
fn check(parts: &[Part], winner: Option<&str>) {
    for jobs in [1, 2, 8] {
        let Played { found, most_at_work } = play(parts, jobs, &Budget::unlimited());
        let won = found.runs.iter().find(|run| run.ending == Ending::Won);
        assert_eq!(won.map(|run| run.engine), winner, "{jobs} job(s)");
        assert_eq!(found.accepted, winner.map(|_| "safe"), "{jobs} job(s)");
        assert!(most_at_work <= jobs, "{most_at_work} at work in {jobs} job(s)");
    }
}

#[test]
fn the_right_one_wins() {
    check(&[Part::Right], Some("right"));
    check(&[Part::Slow, Part::Right, Part::Slow], Some("right"));
    let soon = Duration::from_millis(250);
    check(&[Part::Slow, Part::RightAfter(soon), Part::Slow], Some("thorough"));
}

#[test]
fn failures_do_not_end_the_run() {
    use Part::*;
    check(&[Lie, Panic, GiveUp, Confuse, Right], Some("right"));
    let soon = Duration::from_millis(50);
    check(&[Lie, Panic, GiveUp, Confuse, RightAfter(soon), Slow], Some("thorough"));
}

#[test]
fn all_may_fail() {
    use Part::*;
    check(&[GiveUp, Lie, Panic, Confuse], None);
    check(&[], None);
    let Played { found, .. } = play(&[GiveUp, Lie, Panic, Confuse], 1, &Budget::unlimited());
    let reasons: Vec<&Ending> = found.runs.iter().map(|run| &run.ending).collect();
    let incomplete = Ending::GaveUp(Reason::Incomplete("enough".to_owned()));
    let rejected = Ending::GaveUp(Reason::EvidenceRejected("not so".to_owned()));
    let internal = Ending::GaveUp(Reason::Internal("boo".to_owned()));
    assert_eq!(reasons[..3], [&incomplete, &rejected, &internal]);
    assert!(
        matches!(reasons[3], Ending::GaveUp(Reason::Internal(why)) if why.starts_with("what is"))
    );
    assert_eq!(found.runs[1].notes, ["Lie", "saved"]);
}

#[test]
fn a_run_ends_with_its_budget() {
    for jobs in [1, 2] {
        let budget = Budget::unlimited().with_timeout(Duration::from_millis(150));
        let Played { found, .. } = play(&[Part::Slow, Part::Slow, Part::Slow], jobs, &budget);
        let timeout = Ending::GaveUp(Reason::Timeout);
        assert!(found.runs.iter().all(|run| run.ending == timeout), "{:?}", found.runs);
        let budget = Budget::unlimited();
        let interrupt = budget.interrupt().clone();
        let later = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            interrupt.raise();
        });
        let Played { found, .. } = play(&[Part::Slow, Part::Slow, Part::Slow], jobs, &budget);
        let interrupted = Ending::GaveUp(Reason::Interrupted);
        assert!(found.runs.iter().all(|run| run.ending == interrupted), "{:?}", found.runs);
        later.join().unwrap();
    }
}

#[test]
fn losers_tell_what_they_did() {
    let soon = Duration::from_millis(30);
    let parts = [Part::Slow, Part::RightAfter(soon)];
    let Played { found, .. } = play(&parts, 2, &Budget::unlimited());
    assert_eq!(found.runs[0].ending, Ending::Cancelled);
    assert!(found.runs.iter().all(|run| run.stats.is_some()), "{:?}", found.runs);
}
