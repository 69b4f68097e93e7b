//! The truth about small automata, by exploring all their states.

use super::automata::{LOCATIONS, STATES};
use model::{Command, Location, Model};
use std::collections::BTreeSet;
use term::{Assignment, Value, eval};

/// More visits of cut points than a run can make without repeating a state.
pub(crate) const BOUND: u32 = LOCATIONS as u32 * STATES as u32 + 1;

/// A location and the values of the variables there.
type Configuration = (Location, u64);

/// The result of exploring all states.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    /// The fewest visits of cut points on a run to an error.
    Unsafe(u32),
    /// The most visits of cut points on a run from which an error can be reached in the graph.
    Safe(u32),
    /// There is no error, and runs continue beyond the bound.
    Endless,
}

/// Explores all states of an automaton.
pub(crate) struct Explorer<'m> {
    model: &'m Model,
    can_reach_error: BTreeSet<Location>,
}

impl Explorer<'_> {
    /// Explores an automaton of [`super::automata::automaton`].
    pub(crate) fn new(model: &Model) -> Explorer<'_> {
        let cfa = &model.entry().cfa;
        let mut can_reach_error: BTreeSet<Location> =
            cfa.errors().iter().map(|e| e.location).collect();
        for _ in cfa.locations() {
            for edge in cfa.edges().map(|e| cfa.edge(e)) {
                if can_reach_error.contains(&edge.target) {
                    can_reach_error.insert(edge.source);
                }
            }
        }
        Explorer { model, can_reach_error }
    }

    /// The result of the exploration.
    pub(crate) fn truth(&self) -> Truth {
        let cfa = &self.model.entry().cfa;
        let cut_points = cfa.cut_points();
        let start = cfa.initial();
        let mut frontier: BTreeSet<Configuration> = BTreeSet::new();
        if self.can_reach_error.contains(&start) {
            frontier.extend((0..STATES).map(|state| (start, state)));
        }
        let first = u32::from(cut_points.contains(start));
        for depth in first..=BOUND {
            let mut seen = frontier.clone();
            let mut pending: Vec<Configuration> = frontier.into_iter().collect();
            frontier = BTreeSet::new();
            while let Some((location, state)) = pending.pop() {
                if cfa.error_at(location).is_some() {
                    return Truth::Unsafe(depth);
                }
                for next in self.successors(location, state) {
                    if cut_points.contains(next.0) {
                        frontier.insert(next);
                    } else if seen.insert(next) {
                        pending.push(next);
                    }
                }
            }
            if frontier.is_empty() {
                return Truth::Safe(depth);
            }
        }
        Truth::Endless
    }

    /// Whether some run never ends. Runs end at error locations.
    pub(crate) fn has_endless_run(&self) -> bool {
        let cfa = &self.model.entry().cfa;
        let mut reached: BTreeSet<Configuration> = BTreeSet::new();
        let mut pending: Vec<Configuration> =
            (0..STATES).map(|state| (cfa.initial(), state)).collect();
        while let Some(configuration) = pending.pop() {
            if cfa.error_at(configuration.0).is_none() && reached.insert(configuration) {
                pending.extend(self.all_successors(configuration.0, configuration.1));
            }
        }
        // What has no successor that goes on is removed until all that is left goes on.
        loop {
            let goes_on = |&(location, state): &Configuration| {
                self.all_successors(location, state).iter().any(|next| reached.contains(next))
            };
            let left: BTreeSet<Configuration> = reached.iter().copied().filter(goes_on).collect();
            if left.len() == reached.len() {
                return !left.is_empty();
            }
            reached = left;
        }
    }

    fn successors(&self, location: Location, state: u64) -> BTreeSet<Configuration> {
        let mut next = self.all_successors(location, state);
        next.retain(|(location, _)| self.can_reach_error.contains(location));
        next
    }

    fn all_successors(&self, location: Location, state: u64) -> BTreeSet<Configuration> {
        let cfa = &self.model.entry().cfa;
        let edges = cfa.outgoing(location).iter().map(|&e| cfa.edge(e));
        edges
            .flat_map(|edge| {
                let results = self.outcomes(&edge.command, state);
                results.into_iter().map(|state| (edge.target, state))
            })
            .collect()
    }

    fn outcomes(&self, command: &Command, state: u64) -> BTreeSet<u64> {
        let assignment = self.assignment(state);
        let value = |term| eval(&self.model.terms, term, &assignment).unwrap();
        match command {
            Command::Skip => BTreeSet::from([state]),
            Command::Assume(c) if value(*c) == Value::Bool(true) => BTreeSet::from([state]),
            Command::Assume(_) => BTreeSet::new(),
            Command::Assign(variable, term) => {
                let mut after = assignment.clone();
                after.set(*variable, value(*term));
                self.matching(|state| self.assignment(state) == after)
            }
            Command::Havoc(variable) => self.matching(|other| {
                let others = self.model.globals.iter().filter(|v| *v != variable);
                let after = self.assignment(other);
                others.into_iter().all(|&v| after.get(v) == assignment.get(v))
            }),
            Command::Seq(commands) => {
                commands.iter().fold(BTreeSet::from([state]), |states, command| {
                    states.iter().flat_map(|&state| self.outcomes(command, state)).collect()
                })
            }
            Command::Choice(branches) => {
                branches.iter().flat_map(|branch| self.outcomes(branch, state)).collect()
            }
            Command::Call(_) => unreachable!("no calls are generated"),
        }
    }

    fn matching(&self, holds: impl Fn(u64) -> bool) -> BTreeSet<u64> {
        (0..STATES).filter(|&state| holds(state)).collect()
    }

    fn assignment(&self, state: u64) -> Assignment {
        let mut values = Assignment::new();
        values.set(self.model.globals[0], Value::bv(2, state & 3));
        values.set(self.model.globals[1], Value::Bool(state >> 2 == 1));
        values
    }
}
