//! Engine `sample`: just runs the program.
//!
//! Many violations need no search. A run takes a millionth of the time that a solver needs for the
//! same way, so a loop that fails after a million rounds is no matter here. The first run has zero for
//! everything that is open, others have random values. The values of a run that violates a property
//! are the evidence; the program is run with them again before anybody believes it.

use crate::asked::Asked;
use crate::program::ProgramTask;
use crate::recorded::Recorder;
use crate::started::WithoutArguments;
use engines::{Answer, Context, Engine, EngineStats, reason_for_stop};
use evidence::{Reason, Run, Verdict};
use model::Model;
use passes::limits::{ADDRESS_BITS, is_of_calls};
use passes::memory::{Asked as Question, ErrorKind, Failure, Lowered};
use program::Program;
use program::interpret::{
    self, Chooser, Environment, Interpreter, Options, Outcome, Random, Zeros,
};
use smt::Budget;
use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The name of the engine.
pub const NAME: &str = "sample";

/// The steps of the first run, at most.
const FIRST_STEPS: u64 = 8_000_000;
/// The steps of another run, at most.
const OTHER_STEPS: u64 = 4_000_000;
/// The steps of all runs together: who has not found anything by then will hardly do later.
const ALL_STEPS: u64 = 24_000_000;
/// A run has its costs besides its steps.
const STEPS_OF_A_START: u64 = 10_000;
/// The memory that a run may use.
const MAX_MEMORY: u64 = 256 << 20;

/// Runs a program that its model was made of.
pub struct Sampler {
    program: Arc<Program>,
    depends_on_the_machine: bool,
    asked: Asked,
    options: Options,
    /// The integers that the program speaks of, which make a difference to it.
    likely: Arc<[i64]>,
    /// The number of the next run.
    next: AtomicU64,
    /// The steps of all runs so far.
    steps: AtomicU64,
}

impl Sampler {
    /// Has not run the program yet.
    pub fn new(task: &ProgramTask) -> Sampler {
        Sampler {
            depends_on_the_machine: depends_on_the_machine(task),
            program: task.program.clone(),
            asked: task.asked.clone(),
            options: Options { max_memory: MAX_MEMORY, ..task.run_options() },
            likely: constants(&task.program),
            next: AtomicU64::new(0),
            steps: AtomicU64::new(0),
        }
    }

    /// Runs the program until it violates a property.
    fn search(&self, budget: &Budget) -> Result<Run, Reason> {
        if self.depends_on_the_machine {
            let message = "what the program does may depend on addresses or bits of a NaN";
            return Err(Reason::Incomplete(message.to_owned()));
        }
        let (first, others) = (self.interpreter(FIRST_STEPS)?, self.interpreter(OTHER_STEPS)?);
        while self.steps.load(Ordering::Relaxed) < ALL_STEPS {
            let run = match self.next.load(Ordering::Relaxed) {
                0 => self.run(&first, Zeros, budget),
                seed => {
                    let chooser = Random::new(seed).with_likely(self.likely.clone());
                    self.run(&others, chooser, budget)
                }
            };
            // A run that was cut off by its budget is done again.
            budget.check().map_err(reason_for_stop)?;
            self.next.fetch_add(1, Ordering::Relaxed);
            self.steps.fetch_add(run.steps + STEPS_OF_A_START, Ordering::Relaxed);
            if let Some(run) = run.violation {
                return Ok(run);
            }
            if !run.asked {
                return self.search_only_run(budget);
            }
        }
        let message = "no violation was found by running the program";
        Err(Reason::Incomplete(message.to_owned()))
    }

    /// Runs a program that has one run only, and asked for nothing so far, further and further.
    fn search_only_run(&self, budget: &Budget) -> Result<Run, Reason> {
        for max_steps in (1..).map_while(|times| FIRST_STEPS.checked_mul(8_u64.pow(times))) {
            let interpreter = self.interpreter(max_steps)?;
            let run = self.run(&interpreter, Zeros, budget);
            budget.check().map_err(reason_for_stop)?;
            self.next.fetch_add(1, Ordering::Relaxed);
            self.steps.fetch_add(run.steps, Ordering::Relaxed);
            match run.violation {
                Some(run) => return Ok(run),
                None if run.steps < max_steps => break,
                None => {}
            }
        }
        let message = "the run of the program violates nothing";
        Err(Reason::Incomplete(message.to_owned()))
    }

    fn interpreter(&self, max_steps: u64) -> Result<Interpreter<'_>, Reason> {
        Interpreter::new(&self.program, Options { max_steps, ..self.options })
            .map_err(|error| Reason::Unsupported(error.to_string()))
    }

    fn run<C: Chooser>(
        &self,
        interpreter: &Interpreter<'_>,
        chooser: C,
        budget: &Budget,
    ) -> Sampled {
        let mut recorder = Recorder::new(WithoutArguments(chooser));
        let run = interpreter.run(&mut Environment {
            chooser: &mut recorder,
            output: &mut io::sink(),
            observer: None,
            interrupted: &|| budget.check().is_err(),
        });
        let interpret::Run { outcome, undefined, steps } = run;
        let asked = recorder.asked;
        let violation = match outcome {
            Outcome::Violation(violation)
                if undefined.is_none() && self.asked.contains(&violation.site()) =>
            {
                let property = violation.property.to_string();
                Some(Run { property, ..recorder.run })
            }
            _ => None,
        };
        Sampled { violation, steps, asked }
    }
}

/// The integers in the expressions of a program.
fn constants(program: &Program) -> Arc<[i64]> {
    let terms = &program.terms;
    let integers = terms.terms().filter_map(|term| terms.as_bitvec(term)?.to_i64());
    let distinct: BTreeSet<i64> = integers.collect();
    distinct.into_iter().collect()
}

/// What became of a run.
struct Sampled {
    violation: Option<Run>,
    steps: u64,
    /// Whether anything was open in it.
    asked: bool,
}

/// Whether a run may depend on where objects are, or on bits of a NaN: the program that somebody
/// compiles may do something else then.
fn depends_on_the_machine(task: &ProgramTask) -> bool {
    let is_partial = |failure: &Failure| is_of_calls(&failure.message);
    if task.lowered.failures.values().any(is_partial) {
        // A model without those calls does not know all that the program may do.
        return model_depends_on_the_machine(&task.with_calls().lowered);
    }
    model_depends_on_the_machine(&task.lowered)
}

fn model_depends_on_the_machine(lowered: &Lowered) -> bool {
    let undetermined = |asked: &Question| matches!(asked, Question::Undetermined { .. });
    lowered.has_open_nans
        || lowered.asked.values().flatten().any(undetermined)
        || lowered.failures.values().any(|failure| {
            failure.kind == ErrorKind::Unsupported && failure.message == ADDRESS_BITS
        })
}

impl Engine for Sampler {
    fn name(&self) -> &'static str {
        NAME
    }

    fn run(&self, _: &Model, context: &mut Context<'_>) -> Answer {
        let verdict = match self.search(&context.budget) {
            Ok(run) => Verdict::Fails(run),
            Err(reason) => Verdict::Unknown(reason),
        };
        let (runs, steps) = (self.next.load(Ordering::Relaxed), self.steps.load(Ordering::Relaxed));
        let counters = vec![("runs", runs), ("steps", steps)];
        Answer { verdict, stats: EngineStats { counters, ..EngineStats::default() } }
    }
}
