//! Runs of programs that stay in a recurrent set of their model.
//!
//! That the set is never left is shown on the model. The program is run to the set and round it some
//! times, to see that it does the same as its model and has a meaning there.

use crate::choices::Script;
use crate::replay::{Observed, Replay, ReplayFailure, ReplayedProgram};
use evidence::{OpenValue, Reason, RecurrentSet, Trace, TraceStep};
use model::{Choice, Command, EdgeId, Gap, Location, Model, Span, run};
use passes::memory::TraceChooser;
use program::interpret::{ExecutionEnd, Options, Violation};
use program::{Property, PropertySet};
use smt::Budget;
use term::{Assignment, Term, Value, eval};

/// Steps of the model after the set is reached.
const STEPS: usize = 2_000;

/// Steps of the interpreter after which a run that asks for nothing is believed to stay.
const INTERPRETER_STEPS: u64 = 100_000;

/// Ways through the branches of an edge that are tried.
const MAX_WAYS: usize = 256;

/// What a person is told.
const MESSAGE: &str = "the run need never leave a set of states, so it need never end";

impl ReplayedProgram<'_> {
    /// Runs the program to a recurrent set of its model, and round it some times. It must not end, and
    /// must have a meaning.
    pub fn replay_recurrent_set(
        &self,
        set: &RecurrentSet,
        budget: &Budget,
    ) -> Result<Replay, ReplayFailure> {
        self.is_the_same_everywhere()?;
        let (trace, head) = rounds(&self.lowered.model, set)
            .ok_or_else(|| dismissed("the recurrent set is left"))?;
        let follow = TraceChooser::new(self.lowered, &trace)
            .map_err(|error| Reason::EvidenceRejected(error.to_string()))?;
        if follow.depends_on_addresses() || follow.chose_addresses() {
            return Err(dismissed(&Gap::AddressBits.to_string()).into());
        }
        if follow.reads_foreign_memory() {
            return Err(dismissed("the run reads memory that the program does not own").into());
        }
        // The model decides what comes back, so the interpreter need not.
        let watched = self.trace_options().watched;
        let is_watched = |&p: &Property| p != Property::Termination && watched.contains(p);
        let watched: PropertySet = Property::ALL.into_iter().filter(is_watched).collect();
        let options = Options {
            recorded_from: Some(0),
            watched,
            max_steps: INTERPRETER_STEPS,
            ..self.trace_options()
        };
        let mut script = Script::new(follow);
        let Observed { run, chosen, log, .. } = self.observed(&mut script, options, budget)?;
        if run.undefined.is_some() || run.is_confused {
            return Err(dismissed("the run of the program has undefined behaviour").into());
        }
        match run.outcome {
            // It asks for more than what the trace tells, or for nothing.
            ExecutionEnd::NoChoice(_) if script.follow().is_exhausted() => {}
            ExecutionEnd::StepLimit | ExecutionEnd::MemoryLimit => {}
            other => {
                let message = format!("the program does not stay in the set but {other:?}");
                return Err(Reason::Incomplete(message).into());
            }
        }
        let span = self.lowered.model.entry().cfa.location(head).span;
        let violation = Violation {
            property: Property::Termination,
            message: MESSAGE.to_owned(),
            span: span.or_else(|| span_of_turn(&self.lowered.model, &trace, set)),
            stack: Vec::new(),
            lost: None,
            turn: None,
        };
        let Script { made: choices, bytes, foreign_words, .. } = script;
        let (log, lost) = (log.into(), None);
        Ok(Replay { violation, choices, bytes, foreign_words, chosen, log, lost })
    }
}

fn dismissed(why: &str) -> Reason {
    Reason::Incomplete(why.to_owned())
}

/// The first place in the source that the steps after the set was reached have.
fn span_of_turn(model: &Model, trace: &Trace, set: &RecurrentSet) -> Option<Span> {
    let turn = trace.steps.iter().skip(set.steps.len());
    turn.filter_map(|step| model.entry().cfa.edge(step.edge).span).next()
}

/// The run to the set, continued inside of it, and where it reaches the set.
fn rounds(model: &Model, set: &RecurrentSet) -> Option<(Trace, Location)> {
    let cfa = &model.entry().cfa;
    let mut initial = Assignment::new();
    for variable in model.variables(model.entry) {
        initial.set(variable, set.initial.get(variable)?.clone());
    }
    let (mut at, mut values) = (cfa.initial(), initial.clone());
    let mut steps = set.steps.clone();
    for step in &steps {
        let edge = cfa.edges().nth(step.edge.index()).map(|edge| cfa.edge(edge))?;
        run(&model.terms, &edge.command, &mut values, &mut step.choices.iter().cloned()).ok()?;
        at = edge.target;
    }
    let head = at;
    let walker = Walker { model, set };
    while steps.len() < set.steps.len() + STEPS {
        let (way, next) = walker.way(&State { at, values })?;
        steps.extend(way);
        (at, values) = (next.at, next.values);
    }
    Some((Trace { initial, steps, error: head }, head))
}

#[derive(Clone)]
struct State {
    at: Location,
    values: Assignment,
}

/// Walks through a model with the choices of a set.
struct Walker<'a> {
    model: &'a Model,
    set: &'a RecurrentSet,
}

impl Walker<'_> {
    /// A way from a state of the set to another one.
    fn way(&self, start: &State) -> Option<(Vec<TraceStep>, State)> {
        // The ways that are left to try at each step of the way gone so far.
        let mut open = vec![self.steps(start).into_iter()];
        let mut way: Vec<TraceStep> = Vec::new();
        for _ in 0..STEPS {
            let Some((step, state)) = open.last_mut()?.next() else {
                open.pop();
                way.pop();
                continue;
            };
            way.push(step);
            if self.is_in_set(&state) {
                return Some((way, state));
            }
            open.push(self.steps(&state).into_iter());
        }
        None
    }

    fn is_in_set(&self, state: &State) -> bool {
        let Some(states) = self.set.states_at(state.at) else { return false };
        self.value(states, &state.values) == Some(Value::Bool(true))
    }

    /// The value of a term of the set.
    fn value(&self, term: Term, values: &Assignment) -> Option<Value> {
        let terms = self.set.terms();
        let mut theirs = Assignment::new();
        for symbol in terms.symbols() {
            if let Some(own) = self.model.terms.lookup(terms.name(symbol))
                && let Some(value) = values.get(own)
            {
                theirs.set(symbol, value.clone());
            }
        }
        eval(terms, term, &theirs).ok()
    }

    /// All single steps from a state with the choices of the set.
    fn steps(&self, state: &State) -> Vec<(TraceStep, State)> {
        let cfa = &self.model.entry().cfa;
        let mut found = Vec::new();
        if cfa.error_at(state.at).is_some() {
            return found;
        }
        for &id in cfa.outgoing(state.at) {
            let edge = cfa.edge(id);
            for (values, choices) in self.ways_through(id, &edge.command, &state.values) {
                found.push((TraceStep { edge: id, choices }, State { at: edge.target, values }));
            }
        }
        found
    }

    /// The ways through the branches of a command.
    fn ways_through(
        &self,
        edge: EdgeId,
        command: &Command,
        values: &Assignment,
    ) -> Vec<(Assignment, Vec<Choice>)> {
        let mut found = Vec::new();
        // What is left to execute, with the numbers of the first open values; the next one is last.
        let mut open = vec![(vec![(command, 0)], values.clone(), Vec::new())];
        let mut tried = 0;
        'ways: while let Some((mut pending, mut values, mut choices)) = open.pop() {
            tried += 1;
            if tried > MAX_WAYS {
                break;
            }
            while let Some((command, number)) = pending.pop() {
                match command {
                    Command::Havoc(_) => {
                        let term = self.set.choice(OpenValue { edge, number });
                        let value = term.and_then(|term| self.value(term, &values));
                        let Some(value) = value else { continue 'ways };
                        let choice = Choice::Value(value);
                        choices.push(choice.clone());
                        let mut once = std::iter::once(choice);
                        if run(&self.model.terms, command, &mut values, &mut once).is_err() {
                            continue 'ways;
                        }
                    }
                    Command::Seq(commands) => pending.extend(numbered(commands, number).rev()),
                    Command::Choice(branches) => {
                        for (branch, first) in numbered(branches, number).enumerate() {
                            let mut pending = pending.clone();
                            pending.push(first);
                            let mut choices = choices.clone();
                            choices.push(Choice::Branch(branch as u32));
                            open.push((pending, values.clone(), choices));
                        }
                        continue 'ways;
                    }
                    other => {
                        let mut none = std::iter::empty();
                        if run(&self.model.terms, other, &mut values, &mut none).is_err() {
                            continue 'ways;
                        }
                    }
                }
            }
            found.push((values, choices));
        }
        found
    }
}

/// Commands with the numbers of their first open values.
fn numbered(
    commands: &[Command],
    first: u32,
) -> impl DoubleEndedIterator<Item = (&Command, u32)> + ExactSizeIterator {
    let mut next = first;
    let mut found = Vec::with_capacity(commands.len());
    for command in commands {
        found.push((command, next));
        next += command.iter().filter(|c| matches!(c, Command::Havoc(_))).count() as u32;
    }
    found.into_iter()
}
