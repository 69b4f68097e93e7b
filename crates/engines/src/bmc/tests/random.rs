//! Random automata against the exploration of all their states.

use super::{answer, depth, model};
use crate::{BmcConfig, SolverChoice, bmc::CompletenessCheck};
use evidence::{Proof, Reason, Verdict};
use model::{Command, Location, Model};
use proptest::prelude::*;
use std::collections::BTreeSet;
use term::{Assignment, Value, eval};

const LOCATIONS: usize = 6;
const STATES: u64 = 8;

/// More visits of cut points than a run can make without being in the same state twice.
const BOUND: u32 = LOCATIONS as u32 * STATES as u32 + 1;

fn condition() -> impl Strategy<Value = &'static str> {
    let conditions =
        ["b", "(not b)", "(= x #b01)", "(bvult x #b10)", "(or b (= x #b11))", "(bvult #b00 x)"];
    prop::sample::select(conditions.to_vec())
}

fn command() -> impl Strategy<Value = String> {
    let operations = [
        "x := (bvadd x #b01)",
        "x := #b00",
        "x := (ite b #b10 x)",
        "b := (bvult x #b10)",
        "b := (not b)",
        "havoc x",
        "havoc b",
    ];
    let operation = prop::sample::select(operations.to_vec());
    let leaf = prop_oneof![
        2 => operation.prop_map(str::to_owned),
        1 => condition().prop_map(|c| format!("assume {c}")),
    ];
    prop_oneof![
        3 => leaf.clone(),
        2 => (leaf.clone(), leaf.clone()).prop_map(|(a, b)| format!("{a}; {b}")),
        1 => (leaf.clone(), leaf.clone()).prop_map(|(a, b)| format!("choice {{ {a} }} or {{ {b} }}")),
        1 => (condition(), leaf.clone(), leaf).prop_map(|(c, a, b)| {
            format!("choice {{ assume {c}; {a} }} or {{ assume (not {c}); {b} }}")
        }),
    ]
}

/// An edge, or two between which a condition decides.
fn edges() -> impl Strategy<Value = String> {
    let location = || 0..LOCATIONS;
    prop_oneof![
        2 => (location(), location(), command())
            .prop_map(|(a, b, c)| format!("l{a} -> l{b} {{ {c} }}\n")),
        1 => (location(), location(), location(), condition(), command()).prop_map(
            |(a, b, c, yes, more)| format!(
                "l{a} -> l{b} {{ assume {yes} }}\nl{a} -> l{c} {{ assume (not {yes}); {more} }}\n"
            )
        ),
    ]
}

fn automaton() -> impl Strategy<Value = String> {
    (prop::collection::vec(edges(), 1..8), 1..LOCATIONS).prop_map(|(edges, error)| {
        let locations: String = (0..LOCATIONS).map(|l| format!("location l{l}\n")).collect();
        format!(
            "var x : bv2\nvar b : bool\nprocedure main {{\n{locations}initial l0\n\
             error l{error} \"\"\n{}}}",
            edges.concat()
        )
    })
}

/// A location and the values of the variables there.
type Configuration = (Location, u64);

/// What the exploration of all states tells.
#[derive(Debug, PartialEq, Eq)]
enum Truth {
    /// The fewest visits of cut points on a run to an error.
    Unsafe(u32),
    /// The most visits of cut points on a run from which an error can be reached in the graph.
    Safe(u32),
    /// There is no error, and runs go on beyond the bound.
    Endless,
}

struct Explorer<'m> {
    model: &'m Model,
    can_reach_error: BTreeSet<Location>,
}

impl Explorer<'_> {
    fn new(model: &Model) -> Explorer<'_> {
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

    fn truth(&self) -> Truth {
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

    fn successors(&self, location: Location, state: u64) -> BTreeSet<Configuration> {
        let cfa = &self.model.entry().cfa;
        let edges = cfa.outgoing(location).iter().map(|&e| cfa.edge(e));
        edges
            .filter(|edge| self.can_reach_error.contains(&edge.target))
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

/// Runs the engine; depths may be reported late by spaced checks, else they are exact.
fn check(text: &str, config: &BmcConfig) {
    let model = model(text);
    let truth = Explorer::new(&model).truth();
    let verdict = answer(&model, config, SolverChoice::Auto).verdict;
    let exact = config.unwind_complete == CompletenessCheck::Always;
    let agrees = match (&verdict, &truth) {
        (Verdict::Unsafe(trace), Truth::Unsafe(fewest)) => depth(&model, trace) == *fewest,
        (Verdict::Safe(Proof::Unwinding { bound }), Truth::Safe(depth)) => {
            if exact {
                bound == depth
            } else {
                bound >= depth
            }
        }
        (Verdict::Unknown(Reason::Incomplete(_)), Truth::Endless) => true,
        _ => false,
    };
    assert!(agrees, "{verdict:?}, but {truth:?}:\n{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn agrees_with_the_exploration_of_all_states(text in automaton(), always in any::<bool>()) {
        let unwind_complete =
            if always { CompletenessCheck::Always } else { CompletenessCheck::Spaced };
        check(&text, &BmcConfig { unwind: Some(BOUND), unwind_complete, ..BmcConfig::default() });
    }
}
