//! Proofs that say less than they seem to: nothing of what was checked can happen.
//!
//! If assumptions contradict each other, or a check stands where no run comes, every check holds. The
//! answer is right and probably not what its reader thinks it is. So after a proof the program is run a
//! few times, and if none of these runs reaches a check, engines are asked whether any run can, for a
//! short time. Only a proof that none can leads to a warning.

use crate::portfolio::Portfolio;
use crate::program::ProgramTask;
use crate::task::Task;
use crate::verify::{Options, answer};
use engines::Silent;
use evidence::Verdict;
use program::interpret::{
    Chooser, Environment, ExecutionEnd, Interpreter, Options as RunOptions, Random, Zeros,
};
use program::{
    Check, CheckSite, Condition, Program, Property, PropertySet, Statement, StatementKind,
    Terminator,
};
use runs::WithoutArguments;
use smt::Budget;
use std::io;
use std::time::Duration;
use term::Term;

/// How many runs are tried before engines are asked.
const RUNS: u64 = 20;
/// The maximal number of steps of each of them.
const STEPS: u64 = 200_000;
/// The time that all runs get together.
const TIME_OF_RUNS: Duration = Duration::from_millis(200);
/// The time that engines get.
const TIME: Duration = Duration::from_secs(1);

/// The places whose being reached shows that a proof says something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    /// Assertions, and the decisions to call an error function.
    Assertions,
    /// The other checks, of a program without assertions.
    Checks,
    /// The ends of a program with assumptions, if it has no checks that a run may reach.
    Ends,
}

impl Places {
    /// Whether a check is one of the places.
    fn contain(self, property: Property) -> bool {
        let is_assertion = matches!(property, Property::Assertion | Property::UnreachCall);
        match self {
            Places::Assertions => is_assertion,
            Places::Checks => !is_assertion,
            Places::Ends => false,
        }
    }
}

/// A warning if a proof of the task is certain to say nothing.
pub fn warning_of_vacuity(
    task: &Task,
    portfolio: &Portfolio,
    options: &Options,
    budget: &Budget,
) -> Option<String> {
    let program = task.program()?;
    let checks = program.checks();
    let has = |places: Places| match program.asks_for_ends() {
        true => places == Places::Ends,
        false if places == Places::Ends => !checks.is_empty(),
        false => checks.iter().any(|check| places.contain(check.site.property)),
    };
    let (places, asking) = [Places::Assertions, Places::Checks, Places::Ends]
        .into_iter()
        .filter(|&places| has(places))
        .find_map(|places| Some((places, asking_for(places, program)?)))?;
    if is_reached_by_a_run(&asking, &budget.clone().with_timeout(TIME_OF_RUNS)) {
        return None;
    }
    let reaching = task.about_program(asking)?;
    let portfolio = Portfolio { all_statistics: false, ..portfolio.clone() };
    let budget = budget.clone().with_timeout(TIME);
    let report = answer(&reaching, &portfolio, options, &mut Silent, &budget);
    let Verdict::Safe(_) = report.verdict else { return None };
    Some(match places {
        Places::Assertions => {
            "no run reaches an assertion: assumptions contradict each other, or the code is never \
             executed"
        }
        Places::Checks => {
            "no run reaches any of the checks: assumptions contradict each other, or the code is \
             never executed"
        }
        Places::Ends => {
            "no run comes to an end: assumptions contradict each other, or the program never ends"
        }
    }
    .to_owned())
}

/// Whether the program excludes runs.
fn assumes(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut statements = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.statements);
    statements.any(|statement| matches!(statement.kind, StatementKind::Assume(_)))
}

/// The program with errors at the places, and nowhere else. There is none if it has no such place.
fn asking_for(places: Places, task: &ProgramTask) -> Option<Program> {
    let mut program = Program::clone(&task.program);
    if places == Places::Ends && !assumes(&program) {
        return None;
    }
    program.retain_checks(|check, span| {
        places.contain(check.property) && task.asked.contains(&CheckSite::of(check, span))
    });
    let never = program.terms.bool(false);
    let mut found = false;
    for id in program.function_ids() {
        let is_entry = id == program.entry;
        let Some(body) = &mut program.functions[id.index()].body else { continue };
        // A check that never holds is reached by runs that fail only. What matters is the decision.
        let mut failing: Vec<usize> = Vec::new();
        for (number, block) in body.blocks.iter_mut().enumerate() {
            block.statements.retain_mut(|statement| {
                let StatementKind::Check(check) = &mut statement.kind else { return true };
                if check.condition == Condition::Holds(never) {
                    failing.push(number);
                    return false;
                }
                *check = error(never);
                found = true;
                true
            });
        }
        for block in &mut body.blocks {
            let is_place = match block.terminator {
                Terminator::Halt => places == Places::Ends,
                Terminator::Return => places == Places::Ends && is_entry,
                Terminator::Goto(_) | Terminator::Branch { .. } => {
                    block.terminator.successors().any(|next| failing.contains(&next.index()))
                }
            };
            if is_place {
                let kind = StatementKind::Check(error(never));
                block.statements.push(Statement { kind, span: None });
                found = true;
            }
        }
    }
    found.then_some(program)
}

fn error(never: Term) -> Check {
    let message = "reached".to_owned();
    Check { property: Property::UnreachCall, condition: Condition::Holds(never), message }
}

/// Whether one of a few runs comes to an error, or needs much memory.
fn is_reached_by_a_run(program: &Program, budget: &Budget) -> bool {
    let watched: PropertySet = [Property::UnreachCall].into_iter().collect();
    let options =
        RunOptions { max_steps: STEPS, max_memory: 1 << 23, watched, ..RunOptions::default() };
    let Ok(interpreter) = Interpreter::new(program, options) else { return false };
    let mut seeds = (0..RUNS).take_while(|_| budget.check().is_ok());
    seeds.any(|seed| match seed {
        0 => runs_into_error(&interpreter, Zeros, budget),
        seed => runs_into_error(&interpreter, Random::new(seed), budget),
    })
}

fn runs_into_error(interpreter: &Interpreter<'_>, chooser: impl Chooser, budget: &Budget) -> bool {
    let run = interpreter.run(&mut Environment {
        chooser: &mut WithoutArguments(chooser),
        output: &mut io::sink(),
        observer: None,
        interrupted: &|| budget.check().is_err(),
    });
    // Programs with much memory are not asked about: repeating their runs takes too long.
    matches!(run.outcome, ExecutionEnd::Violation(_) | ExecutionEnd::MemoryLimit)
}
