//! A loop whose open values are chosen by terms.

use super::choices::Chosen;
use evidence::{Invariants, OpenValue, Trace};
use model::{
    Automaton, CallError, Cfa, Command, EdgeId, Location, Model, Property, RecurrentLoop, run,
    weakest_existential_precondition,
};
use rustc_hash::FxHashMap;
use smt::Budget;
use std::collections::BTreeMap;
use term::{Assignment, Symbol, Term, TermStore, Transfer, Value, eval};

/// Rounds after which a run that goes on is believed to do so.
const ROUNDS: usize = 2_000;

/// How many states at the head are enough to see how variables move.
const HEADS: usize = 16;

/// Steps after which a run that has not come back to the head is believed to go on.
const STEPS: usize = 50_000;

/// What becomes of a run that goes round a loop.
pub(super) enum Course {
    /// It goes on for some time. The first states at the head.
    GoesOn(Vec<Assignment>),
    /// It leaves the loop after this state at the head.
    Leaves(Assignment),
}

/// A loop with chosen values. What is left open are branches.
pub(super) struct Restricted<'m> {
    pub(super) model: &'m Model,
    pub(super) of: &'m RecurrentLoop,
    /// The edges inside of the loop, by their sources.
    edges: FxHashMap<Location, Vec<(Location, Command)>>,
}

impl<'m> Restricted<'m> {
    /// The loop. The terms are of a store that grew from the model's.
    pub(super) fn new(model: &'m Model, of: &'m RecurrentLoop, chosen: &Chosen) -> Restricted<'m> {
        let cfa = &model.entry().cfa;
        let mut edges: FxHashMap<Location, Vec<(Location, Command)>> = FxHashMap::default();
        for &location in &of.locations {
            let own = edges.entry(location).or_default();
            for &id in cfa.outgoing(location) {
                let edge = cfa.edge(id);
                if of.locations.contains(&edge.target) {
                    own.push((edge.target, with_choices(id, &edge.command, chosen, &mut 0)));
                }
            }
        }
        Restricted { model, of, edges }
    }

    /// Goes round from a state at the head, by evaluation, for some time.
    pub(super) fn rounds(
        &self,
        store: &TermStore,
        start: &Assignment,
        budget: &Budget,
    ) -> Option<Course> {
        let (mut at, mut values) = (self.of.head, start.clone());
        let (mut heads, mut rounds) = (vec![values.clone()], 0);
        let mut last = start.clone();
        for _ in 0..STEPS {
            let next = self.edges[&at].iter().find_map(|(target, command)| {
                Some((*target, execute(store, &[command], values.clone())?))
            });
            let Some(next) = next else { return Some(Course::Leaves(last)) };
            (at, values) = next;
            if at == self.of.head {
                last = values.clone();
                if heads.len() < HEADS {
                    heads.push(values.clone());
                }
                rounds += 1;
                if rounds == ROUNDS {
                    break;
                }
                if budget.check().is_err() {
                    return None;
                }
            }
        }
        Some(Course::GoesOn(heads))
    }

    /// The question whether a run leaves the loop: it starts at the head in states that a condition
    /// describes. If it is to come back to these states, coming back to others is an error, too.
    pub(super) fn question(
        &self,
        store: &TermStore,
        start: Command,
        back: Option<Term>,
    ) -> Result<Question, CallError> {
        let cfa = &self.model.entry().cfa;
        let mut terms = store.clone();
        let mut asked = Cfa::new();
        let initial = asked.add_location("start", None);
        asked.set_initial(initial);
        let mut at = BTreeMap::new();
        for &location in &self.of.locations {
            let span = cfa.location(location).span;
            at.insert(location, asked.add_location(cfa.name(location), span));
        }
        let left = asked.add_location("left", None);
        asked.add_error(left, Property::Termination);
        let again = asked.add_location("again", None);
        asked.add_edge(initial, at[&self.of.head], start, None);
        for &location in &self.of.locations {
            let mut ways = Vec::new();
            for (target, command) in &self.edges[&location] {
                let always = terms.bool(true);
                let way = weakest_existential_precondition(&mut terms, command, always)?;
                ways.push(way.formula);
                let comes_back = back.is_some() && *target == self.of.head;
                let target = if comes_back { again } else { at[target] };
                asked.add_edge(at[&location], target, command.clone(), None);
            }
            let goes_on = terms.or(&ways);
            let stuck = terms.not(goes_on);
            if terms.as_bool(stuck) != Some(false) {
                asked.add_edge(at[&location], left, Command::Assume(stuck), None);
            }
        }
        if let Some(states) = back {
            let others = terms.not(states);
            asked.add_edge(again, left, Command::Assume(others), None);
        }
        let mut model = self.model.clone();
        let entry = model.entry.index();
        model.terms = terms;
        model.procedures[entry].cfa = asked;
        let model = Automaton::of(model).expect("the original has no calls either");
        Ok(Question { model, at, again })
    }
}

/// A question about a loop, as a model.
pub(super) struct Question {
    pub(super) model: Automaton,
    /// The locations of the loop in it.
    at: BTreeMap<Location, Location>,
    /// Where a run has come back to the head.
    again: Location,
}

/// A run that leaves the states of a question.
pub(super) struct Departure {
    /// Its state at the head at first.
    pub(super) start: Assignment,
    /// Its state when it came back, if it did.
    pub(super) back: Option<Assignment>,
}

impl Question {
    /// What a run to the error of the question is.
    pub(super) fn departure(&self, trace: &Trace) -> Option<Departure> {
        let Model { terms, .. } = &*self.model;
        let cfa = &self.model.entry().cfa;
        let (mut values, mut start) = (trace.initial.clone(), None);
        for step in &trace.steps {
            let mut choices = step.choices.iter().cloned();
            run(terms, &cfa.edge(step.edge).command, &mut values, &mut choices).ok()?;
            start.get_or_insert_with(|| values.clone());
        }
        let comes_back = cfa.edge(trace.steps.last()?.edge).source == self.again;
        Some(Departure { start: start?, back: comes_back.then_some(values) })
    }

    /// What invariants of the question say of the locations of the loop, in another store.
    pub(super) fn states(
        &self,
        invariants: &Invariants,
        store: &mut TermStore,
    ) -> Vec<(Location, Term)> {
        let mut transfer = Transfer::new();
        let mut states = Vec::new();
        for (&location, &asked) in &self.at {
            let Some(invariant) = invariants.get(asked) else { continue };
            if let Ok(term) = transfer.copy(invariants.terms(), store, invariant) {
                states.push((location, term));
            }
        }
        states
    }
}

/// The command that gives variables their values.
pub(super) fn assigned(
    store: &mut TermStore,
    variables: &[Symbol],
    values: &Assignment,
) -> Option<Command> {
    let assign = |&variable: &Symbol| {
        let value = store.constant(values.get(variable)?.clone());
        Some(Command::Assign(variable, value))
    };
    Some(Command::seq(variables.iter().map(assign).collect::<Option<Vec<_>>>()?))
}

/// A command with terms in place of open values. One for which there is no term cannot be passed.
fn with_choices(edge: EdgeId, command: &Command, chosen: &Chosen, number: &mut u32) -> Command {
    match command {
        Command::Havoc(variable) => {
            let open = OpenValue { edge, number: *number };
            *number += 1;
            match chosen.get(&open) {
                Some(&term) => Command::Assign(*variable, term),
                None => Command::Choice(Vec::new()),
            }
        }
        Command::Seq(commands) => {
            Command::seq(commands.iter().map(|c| with_choices(edge, c, chosen, number)))
        }
        Command::Choice(branches) => {
            Command::choice(branches.iter().map(|c| with_choices(edge, c, chosen, number)))
        }
        other => other.clone(),
    }
}

/// The values after commands without open values; the first way that can be gone.
fn execute(store: &TermStore, commands: &[&Command], mut values: Assignment) -> Option<Assignment> {
    let mut pending: Vec<&Command> = commands.to_vec();
    while let Some(command) = pending.pop() {
        match command {
            Command::Skip => {}
            Command::Assume(condition) => {
                if eval(store, *condition, &values).ok()? != Value::Bool(true) {
                    return None;
                }
            }
            Command::Assign(variable, term) => {
                let value = eval(store, *term, &values).ok()?;
                values.set(*variable, value);
            }
            Command::Seq(commands) => pending.extend(commands.iter().rev()),
            Command::Choice(branches) => {
                return branches.iter().find_map(|branch| {
                    let mut rest = pending.clone();
                    rest.push(branch);
                    execute(store, &rest, values.clone())
                });
            }
            Command::Havoc(_) | Command::Call(_) => return None,
        }
    }
    Some(values)
}
