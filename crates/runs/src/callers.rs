//! Whether a violation depends on values that only callers know the rules of.
//!
//! A harness passes objects with arbitrary content, so a run may violate a check from a content that
//! no caller passes. The run is repeated with other values of that kind, and with the same input in all
//! other places. If a repetition goes through all code that the run went through, and the check holds in it, the
//! violation depends on these values: callers that guarantee something about them are safe, and no code is dead for
//! them. The repetition may violate another check later, which is a question of its own. This is the
//! question of *angelic verification* (Das, Lahiri, Lal, Li, CAV 2015), asked of runs instead of formulas.
//!
//! The answer never turns a violation into a proof: it only tells which values are to blame.

mod values;
mod vary;

use crate::replay::{Replay, ReplayFailure, ReplayedProgram, run_options};
use evidence::Reason;
use program::interpret::{Environment, Event, Execution, ExecutionEnd, Interpreter, Options};
use program::{BlockId, CallersChoice, CheckSite, ChosenByCallers, Function, Program, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::Budget;
use std::cell::RefCell;
use std::io;
use std::time::Duration;
use term::Symbol;
use values::{Bits, CANDIDATES};
use vary::{Answered, Change, Slot, Varied};

/// How many runs are tried at most.
const MOST_RUNS: usize = 1000;
/// How many values of a kind are changed alone.
const MOST_SINGLE: usize = 8;
/// How many steps each of them may take.
const MOST_STEPS: u64 = 200_000;
/// How long they may take altogether.
const MOST_TIME: Duration = Duration::from_secs(2);

/// How names of the library's own functions start.
const LIBRARY: &str = "lemmatic.";

/// The values that a violation depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependsOnCallers {
    /// The values to blame; all of them were changed.
    pub blamed: Vec<BlamedValue>,
    /// A condition in C that excludes the violating run, if there is a simple one.
    pub assume: Option<String>,
}

/// A value that a violation depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlamedValue {
    /// Its name in C.
    pub name: String,
    /// What it is in the violating run.
    pub value: String,
    /// What it is in a run that ends well.
    pub harmless: String,
}

/// A block of a function, which has this address.
type PlacedBlock = (Symbol, BlockId);

/// How a run went.
#[derive(Default)]
struct Course {
    /// The blocks that it came to, apart from those of the harness.
    covered: FxHashSet<PlacedBlock>,
    /// The blocks that it went through to their ends.
    completed: FxHashSet<PlacedBlock>,
    /// The active functions and where they are, with whether they are in the library.
    stack: Vec<Option<(PlacedBlock, bool)>>,
}

impl Course {
    fn reach(&mut self, block: PlacedBlock, function: &Function) {
        self.covered.insert(block);
        let is_library = function.name.starts_with(LIBRARY);
        if let Some(top) = self.stack.last_mut() {
            let before = top.replace((block, is_library));
            self.completed.extend(before.map(|(block, _)| block));
        }
    }

    fn leave(&mut self) {
        self.completed.extend(self.stack.pop().flatten().map(|(block, _)| block));
    }

    /// Where it is now, in code that is not the library's.
    fn last(&self) -> Option<PlacedBlock> {
        self.stack
            .iter()
            .rev()
            .flatten()
            .find(|(_, is_library)| !is_library)
            .map(|(block, _)| *block)
    }
}

/// An object that a harness allocates: where, and how many were allocated there before.
type HarnessObject = (Span, usize);

/// The objects of a run by their numbers.
type Objects = RefCell<FxHashMap<u64, HarnessObject>>;

impl ReplayedProgram<'_> {
    /// The values of callers that a violation depends on. `harness` names the file of the harness.
    ///
    /// # Errors
    /// If the program cannot be run.
    pub fn depends_on_callers(
        &self,
        replay: &Replay,
        harness: &str,
        choices: &[CallersChoice],
        budget: &Budget,
    ) -> Result<Option<DependsOnCallers>, ReplayFailure> {
        if choices.is_empty() || replay.foreign_words > 0 {
            return Ok(None);
        }
        let options = Options {
            recorded_from: Some(0),
            shows_state: true,
            max_steps: MOST_STEPS,
            ..run_options(self.asked)
        };
        let interpreter = Interpreter::new(self.program, options)
            .map_err(|error| Reason::Internal(error.to_string()))?;
        let budget = budget.clone().with_timeout(MOST_TIME);
        let choices = choices_by_line(self.program, harness, choices);
        let mut search = Search { interpreter, choices, budget, runs: 0 };
        Ok(search.search(replay))
    }
}

/// What is chosen at the lines of the harness.
fn choices_by_line<'a>(
    program: &Program,
    harness: &str,
    choices: &'a [CallersChoice],
) -> FxHashMap<(usize, u32), &'a CallersChoice> {
    let file = program.files.iter().position(|file| file == harness);
    let at = |choice: &'a CallersChoice| file.map(|file| ((file, choice.line), choice));
    choices.iter().filter_map(at).collect()
}

/// A search for runs that end well.
struct Search<'a> {
    interpreter: Interpreter<'a>,
    choices: FxHashMap<(usize, u32), &'a CallersChoice>,
    budget: Budget,
    runs: usize,
}

/// How a repeated run went.
struct Repeated {
    course: Course,
    /// The check that it violates, if that is how it ended.
    violated: Option<CheckSite>,
    /// Whether it came to an end, and was not only stopped.
    ends: bool,
    /// Whether C gives it a meaning up to there.
    is_defined: bool,
    /// The values of callers that it asked for, with their answers.
    asked: Vec<(Slot, Bits)>,
}

impl Search<'_> {
    fn search(&mut self, replay: &Replay) -> Option<DependsOnCallers> {
        let answered = self.answered(replay);
        let first = self.run(&answered, &Change::None);
        if first.violated != Some(replay.violation.site()) || first.asked.is_empty() {
            return None;
        }
        let changes = self.harmless_changes(&answered, &first)?;
        let blamed = self.necessary(&answered, &first, changes);
        Some(self.told(&answered, &first, &blamed))
    }

    /// Values with which the run ends well.
    fn harmless_changes(
        &mut self,
        answered: &Answered,
        first: &Repeated,
    ) -> Option<Vec<(Slot, Bits)>> {
        // What was asked for last is most likely to blame; numbers and lengths decide more than content.
        let is_value = |(slot, _): &&(Slot, Bits)| matches!(slot, Slot::Value(..));
        let values = first.asked.iter().rev().filter(is_value);
        let content = first.asked.iter().rev().filter(|asked| !is_value(asked));
        let singles = values.take(MOST_SINGLE).chain(content.take(MOST_SINGLE));
        for (slot, bits) in singles {
            for other in CANDIDATES.iter().filter_map(|&candidate| bits.other(candidate)) {
                let changes = vec![(*slot, other)];
                if self.is_harmless(answered, first, &Change::These(&changes)).is_some() {
                    return Some(changes);
                }
            }
        }
        let same = CANDIDATES.iter().map(|&candidate| Change::All(candidate));
        let random = (1..).map(Change::Random);
        for change in same.chain(random) {
            if self.runs >= MOST_RUNS || self.budget.check().is_err() {
                return None;
            }
            if let Some(run) = self.is_harmless(answered, first, &change) {
                return Some(run.asked);
            }
        }
        None
    }

    /// Those of some changes without which the run does not end well.
    fn necessary(
        &mut self,
        answered: &Answered,
        first: &Repeated,
        changes: Vec<(Slot, Bits)>,
    ) -> Vec<(Slot, Bits)> {
        let differs = |(slot, bits): &(Slot, Bits)| answered.bits(*slot).as_ref() != Some(bits);
        let mut left: Vec<(Slot, Bits)> = changes.into_iter().filter(differs).collect();
        // Numbers and lengths may be enough; then parts are left out, from large ones to single values.
        let values: Vec<(Slot, Bits)> =
            left.iter().filter(|(slot, _)| matches!(slot, Slot::Value(..))).cloned().collect();
        if self.is_harmless(answered, first, &Change::These(&values)).is_some() {
            left = values;
        }
        let mut part = left.len().div_ceil(2);
        while part > 0 && left.len() > 1 && self.budget.check().is_ok() {
            let mut at = 0;
            while at < left.len() && left.len() > 1 {
                let mut fewer = left.clone();
                fewer.drain(at..(at + part).min(left.len()));
                match self.is_harmless(answered, first, &Change::These(&fewer)) {
                    Some(_) => left = fewer,
                    None => at += part,
                }
            }
            part /= 2;
        }
        left
    }

    /// Repeats the run with a change. It must come to all blocks, and go on after the violated check.
    fn is_harmless(
        &mut self,
        answered: &Answered,
        first: &Repeated,
        change: &Change<'_>,
    ) -> Option<Repeated> {
        self.budget.check().ok()?;
        let run = self.run(answered, change);
        let last = first.course.last();
        let goes_on = match run.violated.is_none() && run.ends {
            true => true,
            false => {
                run.violated != first.violated
                    && last.is_some_and(|last| run.course.completed.contains(&last))
            }
        };
        let is_harmless =
            run.is_defined && goes_on && first.course.covered.is_subset(&run.course.covered);
        is_harmless.then_some(run)
    }

    /// The answers of the violating run, by the places where they were asked for.
    fn answered(&mut self, replay: &Replay) -> Answered {
        let mut counts: FxHashMap<Option<Span>, usize> = FxHashMap::default();
        let mut answered = Answered::default();
        for choice in &replay.choices {
            let count = counts.entry(choice.span).or_default();
            answered.values.insert((choice.span, *count), choice.value.clone());
            *count += 1;
        }
        answered.numbered =
            replay.bytes.iter().map(|byte| ((byte.object, byte.offset), byte.byte)).collect();
        // Other runs may number objects differently.
        let mut objects = Objects::default();
        let mut varied = Varied::new(&answered, &Change::None, &self.choices, &objects);
        self.run_with(&mut varied, &objects);
        let numbered = std::mem::take(&mut answered.numbered);
        for ((number, offset), byte) in numbered {
            match objects.get_mut().get(&number) {
                Some(&object) => answered.content.insert((object, offset), byte),
                None => answered.numbered.insert((number, offset), byte),
            };
        }
        answered
    }

    fn run(&mut self, answered: &Answered, change: &Change<'_>) -> Repeated {
        self.runs += 1;
        let objects = Objects::default();
        let mut varied = Varied::new(answered, change, &self.choices, &objects);
        let (course, run) = self.run_with(&mut varied, &objects);
        let violated = match &run.outcome {
            ExecutionEnd::Violation(violation) => Some(violation.site()),
            _ => None,
        };
        let ends = !matches!(run.outcome, ExecutionEnd::StepLimit);
        let has_meaning = matches!(
            run.outcome,
            ExecutionEnd::Finished(_) | ExecutionEnd::Violation(_) | ExecutionEnd::StepLimit
        );
        let is_defined =
            has_meaning && run.undefined.is_none() && !run.is_confused && !varied.strayed;
        Repeated { course, violated, ends, is_defined, asked: varied.asked }
    }

    /// Runs the program, and says how it went.
    fn run_with(&self, chooser: &mut Varied<'_>, objects: &Objects) -> (Course, Execution) {
        let mut course = Course::default();
        let mut counts: FxHashMap<Span, usize> = FxHashMap::default();
        let mut observer = |event: &Event<'_>| match event {
            Event::Allocated { number, span: Some(span), .. } => {
                let count = counts.entry(*span).or_default();
                objects.borrow_mut().insert(*number, (*span, *count));
                *count += 1;
            }
            Event::Called { .. } => course.stack.push(None),
            Event::Returned { .. } => course.leave(),
            Event::Reached { block, state, .. } if state.function().name != "main" => {
                course.reach((state.function().address, *block), state.function());
            }
            _ => {}
        };
        let run = self.interpreter.run(&mut Environment {
            chooser,
            output: &mut io::sink(),
            observer: Some(&mut observer),
            interrupted: &|| self.budget.check().is_err(),
        });
        (course, run)
    }

    /// The values to blame, in C.
    fn told(
        &mut self,
        answered: &Answered,
        first: &Repeated,
        changes: &[(Slot, Bits)],
    ) -> DependsOnCallers {
        let mut blamed = Vec::new();
        let mut assume = None;
        for (slot, harmless) in changes {
            let Some(&choice) = self.choices.get(&slot.line()) else { continue };
            let value = answered.bits(*slot).unwrap_or_else(|| harmless.zero());
            let name = slot.name(choice);
            if let ChosenByCallers::Null(_) = choice.what {
                let shown =
                    |bits: &Bits| if bits.is_zero() { "an object" } else { "null" }.to_owned();
                let (value, harmless) = (shown(&value), shown(harmless));
                if changes.len() == 1 && slot.is_nameable(choice) {
                    let relation = if harmless == "null" { "==" } else { "!=" };
                    assume = Some(format!("{name} {relation} 0"));
                }
                blamed.push(BlamedValue { name, value, harmless });
                continue;
            }
            if changes.len() == 1 && slot.is_nameable(choice) {
                let edge = self.edge(answered, first, *slot, (&value, harmless));
                assume = Some(value.excluded_by(&name, &edge));
            }
            let (value, harmless) = (value.to_string(), harmless.to_string());
            blamed.push(BlamedValue { name, value, harmless });
        }
        DependsOnCallers { blamed, assume }
    }

    /// The harmless value next to a violating one, as far as there is one edge between them.
    fn edge(
        &mut self,
        answered: &Answered,
        first: &Repeated,
        slot: Slot,
        (value, harmless): (&Bits, &Bits),
    ) -> Bits {
        let mut edge = harmless.clone();
        let mut bad = value.clone();
        while let Some(middle) = edge.between(&bad) {
            let changes = [(slot, middle.clone())];
            if self.budget.check().is_err() {
                break;
            }
            match self.is_harmless(answered, first, &Change::These(&changes)) {
                Some(_) => edge = middle,
                None => bad = middle,
            }
        }
        edge
    }
}
