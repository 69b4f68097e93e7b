//! Engine `sample`: runs the program.
//!
//! Many violations need no search. A run takes a millionth of the time that a solver needs for the
//! same path, so a loop that fails only after a million rounds is no problem here. In the first run
//! all open values are zero; other runs use random values. The values of a violating run are the
//! evidence, and the program is run with them again before the violation is reported. If nothing is
//! open, there is only one run, and its successful end is a proof.

mod corpus;
mod open;
mod repeating;

use corpus::Corpus;
use engines::{Answer, Context, Engine, EngineStats, Event, Observer, reason_for_stop};
use evidence::{Answers, ProgramRun, Proof, Reason, Verdict};
use model::Automaton;
use program::interpret::{
    Chooser, Coverage, Environment, ExecutionEnd, Interpreter, Options, Random, Zeros,
};
use program::{AskedChecks, Program, Property};
use repeating::Repeating;
use runs::{Recorder, WithoutArguments, ends_well, may_read_first_values};
use smt::Budget;
use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// The name of the engine.
pub const NAME: &str = "sample";

/// The maximal number of steps of a run.
const MAX_STEPS: u64 = 10_000_000;
/// The same where it is watched whether a state comes back, which takes time.
const MAX_STEPS_TO_RECURRENCE: u64 = 300_000;
/// A run that covers nothing new for this many steps is unlikely to do so later.
const PATIENCE: u64 = 30_000_000;
/// After this many runs it is said whether all of them were short ...
const RUNS_BEFORE_SHORT: u64 = 100;
/// ... that is, had at most this many steps.
const STEPS_OF_SHORT_RUNS: u64 = 20_000;
/// The overhead of starting a run, in steps.
const STEPS_OF_A_START: u64 = 1_000;
/// The share of the time if the program has only one run, which is worth running to its end.
const SHARE_OF_ONLY_RUN: u32 = 6;
/// The memory that a run may use.
const MAX_MEMORY: u64 = 256 << 20;

/// Runs the program of a model.
pub struct Sampler {
    program: Arc<Program>,
    /// An error gives the reason why no run of the program would be believed.
    is_useful: Result<(), Reason>,
    has_one_run: bool,
    asked: AskedChecks,
    options: Options,
    /// Integer constants of the program, which are likely to matter to it.
    likely: Arc<[i64]>,
    progress: Mutex<Progress>,
}

/// The progress so far.
#[derive(Default)]
struct Progress {
    runs: u64,
    steps: u64,
    /// The number of steps of the longest run.
    longest: u64,
    /// The number of steps when something new was covered last.
    last_news: u64,
    seen: Option<Coverage>,
    corpus: Corpus,
}

impl Sampler {
    /// A sampler that has not run yet. It gives up if there is a reason not to believe runs of the
    /// program.
    pub fn new(
        program: Arc<Program>,
        asked: AskedChecks,
        options: Options,
        is_useful: Result<(), Reason>,
    ) -> Sampler {
        Sampler {
            is_useful,
            has_one_run: open::has_one_run(&program),
            likely: constants(&program),
            program,
            asked,
            options: Options { max_memory: MAX_MEMORY, ..options },
            progress: Mutex::default(),
        }
    }

    /// Its share of the time, relative to engines that search.
    pub fn share(&self) -> u32 {
        if self.has_one_run { SHARE_OF_ONLY_RUN } else { 1 }
    }

    /// Runs the program until it violates a property, or to the end of its only run.
    fn search(&self, budget: &Budget, observer: &mut dyn Observer) -> Result<Verdict, Reason> {
        self.is_useful.clone()?;
        let watches_ends = self.options.watched.contains(Property::Termination);
        let max_steps = match watches_ends {
            true => MAX_STEPS_TO_RECURRENCE,
            false => MAX_STEPS,
        };
        let interpreter = self.interpreter(max_steps)?;
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = progress.seen.take();
        let mut seen = seen.unwrap_or_else(|| interpreter.coverage());
        // The runs of an earlier search count as well.
        let mut said = false;
        while progress.steps - progress.last_news < PATIENCE {
            let sampled = match progress.runs {
                0 => self.run(&interpreter, Zeros, Some(&mut seen), budget),
                seed => {
                    let random = Random::new(seed).with_likely(self.likely.clone());
                    let guided = progress.corpus.next(random.clone());
                    match watches_ends && seed % 2 == 1 {
                        true => {
                            let repeating = Repeating::new(guided, random);
                            self.run(&interpreter, repeating, Some(&mut seen), budget)
                        }
                        false => self.run(&interpreter, guided, Some(&mut seen), budget),
                    }
                }
            };
            budget.check().map_err(reason_for_stop)?;
            progress.runs += 1;
            progress.steps += sampled.steps + STEPS_OF_A_START;
            progress.longest = progress.longest.max(sampled.steps);
            if !said && progress.runs >= RUNS_BEFORE_SHORT {
                said = true;
                if progress.longest <= STEPS_OF_SHORT_RUNS {
                    observer.observe(&Event::ShortRuns);
                }
            }
            if let Some(run) = sampled.violating_run() {
                return Ok(Verdict::Fails(run));
            }
            if self.has_one_run || !sampled.asked_for_input {
                let whole = match sampled.is_cut_off {
                    true => self.only_run(&mut progress, budget)?,
                    false => sampled,
                };
                return self.verdict_of_only_run(&whole);
            }
            if seen.take_new() > 0 {
                progress.last_news = progress.steps;
                progress.corpus.add(&sampled.answers.values);
            }
        }
        progress.seen = Some(seen);
        let message = "no violation was found by running the program";
        Err(Reason::Incomplete(message.to_owned()))
    }

    /// Runs a program that seems to have only one run to its end.
    fn only_run(&self, progress: &mut Progress, budget: &Budget) -> Result<Sampled, Reason> {
        let interpreter = self.interpreter(u64::MAX)?;
        let sampled = self.run(&interpreter, Zeros, None, budget);
        budget.check().map_err(reason_for_stop)?;
        progress.runs += 1;
        progress.steps += sampled.steps;
        Ok(sampled)
    }

    /// The verdict if there is no other run.
    fn verdict_of_only_run(&self, sampled: &Sampled) -> Result<Verdict, Reason> {
        if let Some(run) = sampled.violating_run() {
            return Ok(Verdict::Fails(run));
        }
        let only_run = match sampled.asked || may_read_first_values(&self.program) {
            true => Err("the program may have other runs than the one that violates nothing"),
            false => sampled.ends_well,
        };
        only_run.map_err(|what| Reason::Incomplete(what.to_owned()))?;
        Ok(Verdict::Safe(Proof::OnlyRun { steps: sampled.steps }))
    }

    fn interpreter(&self, max_steps: u64) -> Result<Interpreter<'_>, Reason> {
        Interpreter::new(&self.program, Options { max_steps, ..self.options })
            .map_err(|error| Reason::Unsupported(error.to_string().into()))
    }

    fn run<C: Chooser>(
        &self,
        interpreter: &Interpreter<'_>,
        chooser: C,
        seen: Option<&mut Coverage>,
        budget: &Budget,
    ) -> Sampled {
        let mut recorder = Recorder::new(WithoutArguments(chooser));
        let mut environment = Environment {
            chooser: &mut recorder,
            output: &mut io::sink(),
            observer: None,
            interrupted: &|| budget.check().is_err(),
        };
        let observed = match seen {
            Some(seen) => interpreter.run_covering(&mut environment, seen),
            None => interpreter.run(&mut environment),
        };
        let Recorder { answers, asked, asked_for_input, .. } = recorder;
        let ends_well = ends_well(&observed, self.options.watched);
        let is_cut_off = observed.outcome == ExecutionEnd::StepLimit;
        let is_sound = observed.undefined.is_none() && !observed.is_confused;
        let violated = match &observed.outcome {
            ExecutionEnd::Violation(violation)
                if is_sound && self.asked.contains(&violation.site()) =>
            {
                Some(violation.property)
            }
            _ => None,
        };
        let steps = observed.steps;
        Sampled { answers, violated, steps, asked, asked_for_input, is_cut_off, ends_well }
    }
}

/// The integers in the expressions of a program.
fn constants(program: &Program) -> Arc<[i64]> {
    let terms = &program.terms;
    let integers = terms.terms().filter_map(|term| terms.as_bitvec(term)?.to_i64());
    let distinct: BTreeSet<i64> = integers.collect();
    distinct.into_iter().collect()
}

/// The result of a run.
struct Sampled {
    answers: Answers,
    /// The property that it violates.
    violated: Option<Property>,
    steps: u64,
    /// Whether any value was open in it.
    asked: bool,
    /// Whether the run read any input other than uninitialised variables.
    asked_for_input: bool,
    /// Whether it reached the step limit.
    is_cut_off: bool,
    /// An error tells why it did not end well.
    ends_well: Result<(), &'static str>,
}

impl Sampled {
    /// The run, if it violates a property.
    fn violating_run(&self) -> Option<ProgramRun> {
        Some(ProgramRun { property: self.violated?, answers: self.answers.clone() })
    }
}

impl Engine for Sampler {
    fn name(&self) -> &'static str {
        NAME
    }

    fn run(&self, _: &Automaton, context: &mut Context<'_>) -> Answer {
        let verdict =
            self.search(&context.budget, context.observer).unwrap_or_else(Verdict::Unknown);
        let progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let counters = vec![
            ("runs", progress.runs),
            ("steps", progress.steps),
            ("longest run", progress.longest),
        ];
        Answer { verdict, stats: EngineStats { counters, ..EngineStats::default() } }
    }
}
