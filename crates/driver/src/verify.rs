//! Verification: engines propose, the checker decides.

use crate::accept::Acceptance;
use crate::callers::CallersViolation;
use crate::gaps::PlacedGap;
use crate::judge::{Conclusion, Finding, Judge, Undefined};
use crate::portfolio::{
    Ending, EngineRun, Found, Member, Portfolio, PortfolioObserver, Rejection, SharedEngine,
    ViewName, most_informative, search,
};
use crate::program::ProgramTask;
use crate::recurrent_sets::recurrent_sets;
use crate::task::Task;
use crate::unchecked::note_of_unchecked;
use crate::vacuity::warning_of_vacuity;
use crate::views::Views;
use engines::{Context, Silent, reason_for_stop};
use evidence::{Proof, Reason, Summaries, Translation, Verdict};
use model::{Command, Gap, Goal, Model};
use passes::reduce::{ReduceConfig, reduce};
use runs::{Cause, NOT_TRACKED, Replay};
use sample::Sampler;
use smt::Budget;
use std::ops::AddAssign;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Options of a run besides task and engines.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where reproducers of failures are saved.
    pub reproducer_dir: PathBuf,
    /// The configuration of the run, for reproducers.
    pub configuration: String,
    /// How the checker decides.
    pub check: check::Options,
    /// How the model is reduced before the engines see it.
    pub reduce: ReduceConfig,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict; its evidence has been accepted.
    pub verdict: Verdict,
    /// The task that the evidence refers to, if it differs from the original one.
    pub about: Option<Arc<Task>>,
    /// The results of the engines.
    pub engines: Vec<EngineRun>,
    /// How the evidence was accepted, if the verdict has any.
    pub acceptance: Option<Acceptance>,
    /// The violating run of the program itself, if there is one.
    pub replay: Option<Replay>,
    /// A run that was found but is not one of the program. Either the verdict is unknown because of
    /// it, or no other run violates a property.
    pub undefined: Option<Undefined>,
    /// Violations that depend on what callers of the function pass, so that they are no answer.
    pub of_callers: Vec<CallersViolation>,
    /// The times.
    pub times: Times,
    /// Messages for the user.
    pub notes: Vec<String>,
    /// Why an answer may not say what the user expects.
    pub warnings: Vec<String>,
}

impl Report {
    /// The engine that answered: the winner, or the only engine.
    pub fn answering(&self) -> Option<&EngineRun> {
        match &self.engines[..] {
            [only] => Some(only),
            several => several.iter().find(|run| run.ending == Ending::Won),
        }
    }
}

/// The times of the parts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// The reduction of the model.
    pub reduce: Duration,
    /// The search for an accepted answer.
    pub search: Duration,
    /// The part of the search that the checker took for the accepted answer.
    pub check: Duration,
}

impl AddAssign for Times {
    fn add_assign(&mut self, other: Times) {
        self.reduce += other.reduce;
        self.search += other.search;
        self.check += other.check;
    }
}

/// Runs engines on a task and the checker on their answers. All share the budget: a check gets what
/// the engines have left. A proof of a program whose checks no run reaches comes with a warning.
pub fn verify(
    task: &Task,
    portfolio: &Portfolio,
    options: &Options,
    observer: &mut dyn PortfolioObserver,
    budget: &Budget,
) -> Report {
    let mut report = answer(task, portfolio, options, observer, budget);
    if let Verdict::Safe(_) = report.verdict {
        report.warnings.extend(warning_of_vacuity(task, portfolio, options, budget));
    }
    report
}

/// The answer alone.
pub(crate) fn answer(
    task: &Task,
    portfolio: &Portfolio,
    options: &Options,
    observer: &mut dyn PortfolioObserver,
    budget: &Budget,
) -> Report {
    let (engines, times, notes) = (Vec::new(), Times::default(), task.notes());
    let (about, undefined) = (None, None);
    let sampler = match (portfolio.samples, task.program()) {
        (true, Some(program)) => Some(Arc::new(program.sampler())),
        _ => None,
    };
    let mut run = Verification {
        portfolio,
        sampler,
        options,
        budget,
        observer,
        engines,
        times,
        notes,
        about,
        undefined,
    };
    let outcome = match run.outcome(task) {
        Ok(TaskOutcome::Undefined(found)) => run.outcome_of_fewer_runs(task, found),
        other => other,
    };
    let (verdict, acceptance, replay) = match outcome {
        Ok(TaskOutcome::Conclusion(conclusion)) => {
            let Conclusion { verdict, acceptance, replay } = *conclusion;
            (verdict, Some(acceptance), replay)
        }
        Ok(TaskOutcome::Undefined(found)) => {
            let reason = reason_for_undefined(&found);
            run.undefined = Some(found);
            (Verdict::Unknown(reason), None, None)
        }
        Ok(TaskOutcome::NoRun) => (Verdict::Unknown(found_none()), None, None),
        Err(reason) => (Verdict::Unknown(reason), None, None),
    };
    let Verification { engines, times, mut notes, about, undefined, .. } = run;
    if let Verdict::Safe(_) = verdict {
        notes.extend(note_of_unchecked(task, undefined.as_ref()));
    }
    Report {
        verdict,
        about,
        engines,
        acceptance,
        replay,
        undefined,
        of_callers: Vec::new(),
        times,
        notes,
        warnings: Vec::new(),
    }
}

/// A verification in progress.
struct Verification<'a> {
    portfolio: &'a Portfolio,
    /// It continues where it stopped when engines are run again.
    sampler: Option<Arc<Sampler>>,
    options: &'a Options,
    budget: &'a Budget,
    observer: &'a mut dyn PortfolioObserver,
    engines: Vec<EngineRun>,
    times: Times,
    notes: Vec<String>,
    about: Option<Arc<Task>>,
    /// A run that is not one of the program, and has been excluded.
    undefined: Option<Undefined>,
}

/// The final outcome of a task.
enum TaskOutcome {
    Conclusion(Box<Conclusion>),
    /// The runs that were found are not runs of the program.
    Undefined(Undefined),
    /// No considered run violates a property, but other runs were excluded.
    NoRun,
}

/// The kind of answer that is wanted for a model.
#[derive(Clone, Copy)]
enum Wanted<'a> {
    /// A proof or a run.
    Answer,
    /// A run: others are excluded, so a proof says nothing.
    Run,
    /// A run, or a proof that all runs end.
    ProofOfEnds,
    /// A proof: summaries replace calls, so a run says nothing.
    ProofWith(&'a Summaries),
    /// A proof: a run says nothing.
    Proof,
}

impl Wanted<'_> {
    /// The meaning of a verdict about the model for the task, if any.
    fn of(self, verdict: Verdict) -> Option<Verdict> {
        match (self, verdict) {
            (Wanted::Run, Verdict::Safe(_))
            | (Wanted::ProofWith(_), Verdict::Fails(_) | Verdict::Recurs(_))
            | (Wanted::Proof, Verdict::Unsafe(_) | Verdict::Recurs(_)) => None,
            (Wanted::ProofOfEnds, Verdict::Safe(proof))
                if !matches!(proof, Proof::Unwinding { .. } | Proof::OnlyRun { .. }) =>
            {
                Some(Verdict::Unknown(Reason::Incomplete(NOT_TRACKED.to_owned())))
            }
            (Wanted::ProofWith(summaries), verdict) => summaries.verdict(verdict),
            (_, verdict) => Some(verdict),
        }
    }
}

/// Why an answer about a view of the task is not one about the task.
const NOT_CARRIED_BACK: &str = "the evidence does not carry over from the engine's view";

/// The time limit for a proof about all recursion depths, before runs with deeper recursion are
/// searched.
const FIRST_SUMMARIES: Duration = Duration::from_secs(3);

/// The same for engines on clauses.
const FIRST_CLAUSES: Duration = Duration::from_secs(2);

/// The time limit for summaries where the question is whether runs end, if there is no other.
const ENOUGH_SUMMARIES: Duration = Duration::from_secs(30);

/// The time limit for runs of a program whose recursion is too deep for everything else.
const LAST_RUNS: Duration = Duration::from_secs(5);

impl Verification<'_> {
    /// A run was found that is not one of the program; other runs may violate a property too.
    fn outcome_of_fewer_runs(
        &mut self,
        task: &Task,
        found: Undefined,
    ) -> Result<TaskOutcome, Reason> {
        let left_out = match found.cause {
            Cause::Behaviour(_) => "runs with undefined behaviour",
            Cause::Addresses | Cause::Approximation | Cause::ForeignMemory => "uncertain runs",
        };
        self.notes.push(format!("leaving out {left_out}: {}", found.what));
        self.about = None;
        let Some(task) = task.of_fewer_runs(found.cause).map(Arc::new) else {
            return Ok(TaskOutcome::Undefined(found));
        };
        match self.outcome(&task)? {
            TaskOutcome::NoRun => Ok(TaskOutcome::Undefined(found)),
            TaskOutcome::Undefined(found) => self.outcome_of_fewer_runs(&task, found),
            TaskOutcome::Conclusion(conclusion) => {
                if let Verdict::Safe(_) = conclusion.verdict {
                    self.undefined = Some(found);
                }
                // Unless it is already about a model with other calls.
                self.about.get_or_insert(task);
                Ok(TaskOutcome::Conclusion(conclusion))
            }
        }
    }

    fn outcome(&mut self, task: &Task) -> Result<TaskOutcome, Reason> {
        if task.model().has_calls() {
            let unsupported = || Reason::Unsupported(Gap::calls());
            let proof = self.proof_with_calls(task, None).ok_or_else(unsupported)?;
            return Ok(TaskOutcome::Conclusion(proof));
        }
        let gap = match self.outcome_up_to_gaps(task)? {
            Ok(outcome) => return Ok(outcome),
            Err(gap) => gap,
        };
        let with_calls = gap.gap.is_of_calls().then(|| task.with_calls()).flatten();
        let Some(with_calls) = with_calls.map(Arc::new) else {
            self.notes.push(gap.to_string());
            return Err(Reason::Unsupported(gap.gap));
        };
        if let Some(proof) = self.proof_with_calls(&with_calls, Some(FIRST_SUMMARIES)) {
            self.about = Some(with_calls);
            return Ok(TaskOutcome::Conclusion(proof));
        }
        for deeper in task.with_deeper_recursion().map(Arc::new) {
            if let Ok(outcome) = self.outcome_up_to_gaps(&deeper)? {
                self.about = Some(deeper);
                return Ok(outcome);
            }
        }
        if let Some(proof) = self.proof_with_calls(&with_calls, None) {
            self.about = Some(with_calls);
            return Ok(TaskOutcome::Conclusion(proof));
        }
        if let Some(run) = self.run_of_any_depth(task) {
            return Ok(TaskOutcome::Conclusion(run));
        }
        self.notes.push(gap.to_string());
        // With more time there might be a proof about all depths.
        self.budget.check().map_err(reason_for_stop)?;
        Err(Reason::Unsupported(gap.gap))
    }

    /// A violating run of the program itself, which may recurse deeper than any model. Engines that see
    /// only models may have ended the search for one too early.
    fn run_of_any_depth(&mut self, task: &Task) -> Option<Box<Conclusion>> {
        let sampler = self.sampler.clone()?;
        let budget = self.budget.clone().with_timeout(LAST_RUNS);
        let reduced = reduce(task.model(), Goal::NoError, &self.options.reduce).ok()?;
        let views = Views::of(reduced, task.shared_horn());
        let weight = sampler.share();
        let mut portfolio = self.portfolio.clone();
        portfolio.members = vec![Member::new(SharedEngine::OnAutomata(sampler), weight)];
        match self.finding_of(task, views, &portfolio, Wanted::Run, &budget) {
            Ok(Some(Finding::Verdict(conclusion))) => Some(conclusion),
            _ => None,
        }
    }

    /// The outcome for a task. If runs may reach something that is not modelled and no others
    /// violate a property, the outcome is that gap.
    fn outcome_up_to_gaps(
        &mut self,
        task: &Task,
    ) -> Result<Result<TaskOutcome, PlacedGap>, Reason> {
        let wanted = match task.has_all_defined_runs() {
            true => Wanted::Answer,
            false => Wanted::Run,
        };
        let mut found = self.finding(task, task.model(), wanted)?;
        if let Some(Finding::NothingLost(reason)) = found {
            let of_ends = task.program().and_then(ProgramTask::model_of_ends).ok_or(reason)?;
            let wanted = match wanted {
                Wanted::Answer => Wanted::ProofOfEnds,
                other => other,
            };
            found = self.finding(task, &of_ends, wanted)?;
        }
        let found = match found {
            // Nothing is known about such runs, but others may violate a property.
            Some(Finding::Gap(gap)) => {
                let others = without_unsupported(task.model());
                match self.finding(task, &others, Wanted::Run)? {
                    Some(Finding::Gap(_)) | None => return Ok(Err(gap)),
                    Some(found) => {
                        self.notes.push(gap.to_string());
                        found
                    }
                }
            }
            Some(found) => found,
            None if task.has_all_defined_runs() => return Err(found_none()),
            None => return Ok(Ok(TaskOutcome::NoRun)),
        };
        match found {
            Finding::Verdict(conclusion) => Ok(Ok(TaskOutcome::Conclusion(conclusion))),
            Finding::Undefined(found) => Ok(Ok(TaskOutcome::Undefined(found))),
            Finding::Gap(gap) => Ok(Err(gap)),
            Finding::NothingLost(reason) => Err(reason),
        }
    }

    /// A proof about a model with calls.
    fn proof_with_calls(&mut self, task: &Task, time: Option<Duration>) -> Option<Box<Conclusion>> {
        if !task.has_all_defined_runs() {
            return None;
        }
        if task.goal == Goal::EveryRunEnds {
            return self.proof_of_ends(task, time);
        }
        let whole = self.budget;
        let budget = |time: Option<Duration>| match time {
            Some(time) => whole.clone().with_timeout(time),
            None => whole.clone(),
        };
        // Where it is not decided yet whether a run violates something, clauses come first: they are quick or hopeless.
        if time.is_some()
            && let Some(proof) = self.proof_about_clauses(task, &budget(Some(FIRST_CLAUSES)))
        {
            return Some(proof);
        }
        self.proof_by_summaries(task, &budget(time))
            .or_else(|| self.proof_about_clauses(task, &budget(time)))
    }

    /// A proof about a model with calls that uses summaries of its procedures.
    fn proof_by_summaries(&mut self, task: &Task, budget: &Budget) -> Option<Box<Conclusion>> {
        let summaries = inferred_summaries(task.model(), budget)?;
        self.proof_with(&summaries, task, budget)
    }

    /// A proof about a model with calls that uses these summaries.
    fn proof_with(
        &mut self,
        summaries: &Summaries,
        task: &Task,
        budget: &Budget,
    ) -> Option<Box<Conclusion>> {
        let summarised = summaries.applied_to(task.model())?;
        let wanted = Wanted::ProofWith(summaries);
        match self.finding_within(task, &summarised.model, wanted, budget) {
            Ok(Some(Finding::Verdict(conclusion))) => Some(conclusion),
            _ => None,
        }
    }

    /// A proof about a model with calls by the engines that take Horn clauses, which can express
    /// calls.
    fn proof_about_clauses(&mut self, task: &Task, budget: &Budget) -> Option<Box<Conclusion>> {
        let mut portfolio = self.portfolio.clone();
        portfolio.members = std::mem::take(&mut portfolio.for_calls);
        portfolio.members.retain(|member| member.engine.view() == ViewName::Clauses);
        if portfolio.members.is_empty() {
            return None;
        }
        let views = Views::of_procedures(task.model());
        match self.finding_of(task, views, &portfolio, Wanted::Proof, budget) {
            Ok(Some(Finding::Verdict(conclusion))) => Some(conclusion),
            _ => None,
        }
    }

    /// A proof that all runs end about a model with calls. What calls return matters rarely, so that it is
    /// left open first.
    fn proof_of_ends(&mut self, task: &Task, time: Option<Duration>) -> Option<Box<Conclusion>> {
        let whole = self.budget;
        let within = |time: Duration| whole.clone().with_timeout(time);
        let none = Summaries::new(&task.model().terms, []);
        if let Some(time) = time
            && let Some(proof) = self.proof_with(&none, task, &within(time))
        {
            return Some(proof);
        }
        // The procedures are the same in both models, but this one has less beside them.
        let called = task.program().map_or(task.model(), |program| &program.lowered.model);
        let summaries = inferred_summaries(called, &within(time.unwrap_or(ENOUGH_SUMMARIES)));
        match (summaries, time) {
            (Some(summaries), Some(time)) => self.proof_with(&summaries, task, &within(time)),
            (summaries, None) => self.proof_with(&summaries.unwrap_or(none), task, whole),
            (None, Some(_)) => None,
        }
    }

    /// What the engines find out about a task by way of a model of it: nothing if a run is wanted
    /// and there is none.
    fn finding(
        &mut self,
        task: &Task,
        model: &Model,
        wanted: Wanted<'_>,
    ) -> Result<Option<Finding>, Reason> {
        self.finding_within(task, model, wanted, self.budget)
    }

    fn finding_within(
        &mut self,
        task: &Task,
        model: &Model,
        wanted: Wanted<'_>,
        budget: &Budget,
    ) -> Result<Option<Finding>, Reason> {
        let start = Instant::now();
        let reduced = match task.hardware() {
            // Engines on bits answer about the design itself, so it stays as it is.
            Some(_) => reduce(model, Goal::NoError, &ReduceConfig::none()),
            None => reduce(model, Goal::NoError, &self.options.reduce),
        };
        let views = Views::of(reduced.map_err(Reason::Unsupported)?, task.shared_horn());
        self.times.reduce += start.elapsed();
        let mut portfolio = self.portfolio.clone();
        if let (Some(sampler), Wanted::Answer | Wanted::Run | Wanted::ProofOfEnds) =
            (&self.sampler, wanted)
        {
            let engine = SharedEngine::OnAutomata(sampler.clone());
            portfolio.members.insert(0, Member::new(engine, sampler.share()));
        }
        self.finding_of(task, views, &portfolio, wanted, budget)
    }

    /// What a portfolio finds out about a task by way of views of it.
    fn finding_of(
        &mut self,
        task: &Task,
        views: Views,
        portfolio: &Portfolio,
        wanted: Wanted<'_>,
        budget: &Budget,
    ) -> Result<Option<Finding>, Reason> {
        let start = Instant::now();
        let views = Arc::new(views);
        let proves_ends = matches!(wanted, Wanted::ProofOfEnds);
        let judge = Judge { task, options: self.options, proves_ends };
        let recurs = matches!(wanted, Wanted::Answer | Wanted::Run)
            && self.portfolio.recurs
            && task.goal == Goal::EveryRunEnds;
        let certain = if recurs { task.of_certain_runs().map(Arc::new) } else { None };
        let judged = |view: ViewName, claim: Result<Verdict, String>, budget: &Budget| {
            let start = Instant::now();
            let claim = match claim {
                Ok(verdict) => {
                    let says_no_run = matches!((wanted, &verdict), (Wanted::Run, Verdict::Safe(_)));
                    let about_task = views.verdict(view, verdict)?;
                    if about_task.is_none() && !says_no_run {
                        return Err(Reason::Incomplete(NOT_CARRIED_BACK.to_owned()).into());
                    }
                    match about_task.and_then(|verdict| wanted.of(verdict)) {
                        Some(verdict) => Ok(verdict),
                        None => return Ok((None, Duration::ZERO)),
                    }
                }
                Err(panic) => Err(panic),
            };
            let finding = match (&claim, &certain) {
                (Ok(Verdict::Recurs(_)), Some(task)) => {
                    Judge { task, ..judge }.judge(claim, budget)?
                }
                _ => judge.judge(claim, budget)?,
            };
            Ok::<_, Rejection>((Some(finding), start.elapsed()))
        };
        let mut portfolio = portfolio.clone();
        if recurs && let Some(about) = certain.as_deref().unwrap_or(task).recurrences() {
            let engine = Arc::new(recurrent_sets(about, &self.options.reduce));
            let engine = SharedEngine::OnAutomata(engine);
            portfolio.members.push(Member::new(engine, 1));
        }
        let Found { accepted, runs } = search(&portfolio, &views, budget, &judged, self.observer);
        self.times.search += start.elapsed();
        self.notes.extend(notes_of(&runs));
        self.engines = runs;
        match accepted {
            Some((finding, time)) => {
                self.times.check += time;
                if let Some(Finding::Verdict(conclusion)) = &finding
                    && let (Verdict::Recurs(_), Some(task)) = (&conclusion.verdict, certain)
                {
                    self.about = Some(task);
                }
                Ok(finding)
            }
            None => {
                let several = self.engines.len() > 1;
                let reasons = self.engines.iter().filter_map(|run| match &run.ending {
                    // The reason that sampled runs violate nothing explains little if other engines
                    // searched for more.
                    Ending::GaveUp(Reason::Incomplete(_))
                        if several && run.engine == sample::NAME =>
                    {
                        None
                    }
                    Ending::GaveUp(reason) => Some(reason.clone()),
                    Ending::Won | Ending::Cancelled => None,
                });
                let none = || Reason::Incomplete("there is no engine to ask".to_owned());
                Err(most_informative(reasons).unwrap_or_else(none))
            }
        }
    }
}

/// Summaries of the procedures of a model, if any are found.
fn inferred_summaries(model: &Model, budget: &Budget) -> Option<Summaries> {
    let mut silent = Silent;
    let mut context = Context::new(budget.clone(), &mut silent);
    engines::summaries::infer(&model.simplified(), &mut context).ok()
}

/// What engines have to say. Of several, only those that were not cancelled are heard: how far
/// these got is a matter of chance.
fn notes_of(runs: &[EngineRun]) -> impl Iterator<Item = String> {
    let several = runs.len() > 1;
    let heard = runs.iter().filter(|run| run.ending != Ending::Cancelled);
    heard.flat_map(move |run| {
        run.notes.iter().map(move |note| match several {
            true => format!("{}: {note}", run.engine),
            false => note.clone(),
        })
    })
}

fn found_none() -> Reason {
    Reason::Internal("the search for an answer found none".to_owned())
}

/// Why nothing is said where only runs violate a property that need not be runs of the program.
pub fn reason_for_undefined(found: &Undefined) -> Reason {
    let why = match found.cause {
        Cause::Behaviour(_) => "the runs found have undefined behaviour",
        Cause::Addresses | Cause::Approximation | Cause::ForeignMemory => {
            "the runs found are not certain"
        }
    };
    Reason::Incomplete(format!("{why}: {}", found.what))
}

/// The model without the runs that reach something that is not modelled.
fn without_unsupported(model: &Model) -> Model {
    let mut cut = model.clone();
    let never = cut.terms.bool(false);
    let cfa = &mut cut.procedures[model.entry.index()].cfa;
    for error in model.entry().cfa.errors() {
        if error.kind.gap().is_some() {
            for &edge in model.entry().cfa.incoming(error.location) {
                cfa.set_command(edge, Command::Assume(never));
            }
        }
    }
    cut
}

#[cfg(test)]
mod tests;
