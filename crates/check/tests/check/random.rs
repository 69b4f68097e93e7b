//! The checker agrees with enumeration on random automata and random evidence.

use crate::common::check_all_ways;
use crate::world::{
    ALL, Front, LOCATIONS, States, advance, assignment, begin, build, connected, cuts_cycles,
    edges, outcomes, reachable, states_term,
};
use check::replay_trace;
use evidence::{Invariants, Proof, Trace, TraceStep, UnwindingOrder};
use model::{Choice, EdgeId, Location, Model};
use proptest::prelude::*;
use smt::Budget;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use term::Sort;

fn accepts(model: &Model, proof: &Proof) -> bool {
    check_all_ways(model, proof, &Budget::unlimited()).is_ok()
}

/// Invariants for the locations that have one.
fn invariants(model: &Model, k: u32, by_location: &[Option<States>]) -> Proof {
    let mut store = model.terms.clone();
    let pairs = (0..).zip(by_location).filter_map(|(index, states)| {
        let term = states_term(&mut store, (*states)?);
        Some((Location::from_index(index), term))
    });
    let pairs: Vec<_> = pairs.collect();
    Proof::Invariants(Invariants::k_inductive(&store, k, pairs))
}

/// Invariants with a parameter of two bits: for each of its values some states, at the locations that
/// have an invariant.
fn for_all(model: &Model, k: u32, by_location: &[Option<[States; 4]>]) -> Proof {
    let mut store = model.terms.clone();
    let parameter = store.declare("parameter", Sort::BitVec(2)).unwrap();
    let mut pairs = Vec::new();
    for (index, states) in (0..).zip(by_location) {
        let Some(states) = states else { continue };
        let mut said = Vec::new();
        for (value, &states) in (0..).zip(states) {
            let (parameter, value) = (store.var(parameter), store.bv(2, value));
            let is_value = store.eq(parameter, value);
            let holds = states_term(&mut store, states);
            said.push(store.implies(is_value, holds));
        }
        pairs.push((Location::from_index(index), store.and(&said)));
    }
    Proof::Invariants(Invariants::k_inductive(&store, k, pairs).for_all(["parameter"]))
}

/// Whether invariants are k-inductive and exclude the error, by enumeration.
fn is_proof(model: &Model, k: u32, by_location: &[Option<States>]) -> bool {
    let error = |l: Location| model.entry().cfa.error_at(l).is_some();
    let cut = |l: Location| by_location[l.index()].is_some() && !error(l);
    if !cuts_cycles(model, &cut) {
        return false;
    }
    let holds = |front: &Front| {
        front.iter().all(|(&l, states)| !error(l) && states & !by_location[l.index()].unwrap() == 0)
    };
    let mut first = begin(model, &cut);
    for _ in 1..k {
        if !holds(&first) {
            return false;
        }
        first = advance(model, &cut, &first);
    }
    let connected = connected(model);
    let starts = model.entry().cfa.locations().filter(|&l| connected[l.index()] && cut(l));
    holds(&first)
        && starts.into_iter().all(|start| {
            let mut front = Front::from([(start, ALL)]);
            for _ in 0..k {
                front.retain(|&l, _| !error(l));
                for (l, states) in &mut front {
                    *states &= by_location[l.index()].unwrap();
                }
                front = advance(model, &cut, &front);
            }
            holds(&front)
        })
}

/// The locations from which edges lead to an error, and the errors.
fn leading_to_errors(model: &Model) -> BTreeSet<Location> {
    let cfa = &model.entry().cfa;
    let mut leading: BTreeSet<Location> = cfa.errors().iter().map(|e| e.location).collect();
    for _ in cfa.locations() {
        let edges = cfa.edges().map(|e| cfa.edge(e));
        let more: Vec<_> = edges.filter(|e| leading.contains(&e.target)).collect();
        leading.extend(more.into_iter().map(|e| e.source));
    }
    leading
}

/// Whether no run reaches an error, or makes more than `bound` visits of cut points from which a
/// path leads to an error, by enumeration.
fn is_bound(model: &Model, bound: u32) -> bool {
    let error = |l: Location| model.entry().cfa.error_at(l).is_some();
    let heads = model.entry().cfa.loop_heads();
    let cut = |l: Location| heads.contains(&l);
    let leading = leading_to_errors(model);
    let mut front = begin(model, &cut);
    front.retain(|l, _| leading.contains(l));
    for _ in 0..bound {
        if front.keys().any(|&l| error(l)) {
            return false;
        }
        front = advance(model, &cut, &front);
        front.retain(|l, _| leading.contains(l));
    }
    front.is_empty()
}

/// A shortest run to the error, if there is one.
fn find_trace(model: &Model) -> Option<Trace> {
    let cfa = &model.entry().cfa;
    type Node = (Location, u8);
    let mut parents: BTreeMap<Node, Option<(Node, TraceStep)>> = BTreeMap::new();
    let mut queue: VecDeque<Node> = (0..8).map(|state| (cfa.initial(), state)).collect();
    parents.extend(queue.iter().map(|&node| (node, None)));
    while let Some(node) = queue.pop_front() {
        if cfa.error_at(node.0).is_some() {
            let (mut steps, mut at) = (Vec::new(), node);
            while let Some((before, step)) = parents[&at].clone() {
                steps.push(step);
                at = before;
            }
            steps.reverse();
            return Some(Trace { initial: assignment(model, at.1), steps, error: node.0 });
        }
        for &edge in cfa.outgoing(node.0) {
            for (choices, state) in outcomes(model, &cfa.edge(edge).command, node.1) {
                let next = (cfa.edge(edge).target, state);
                parents.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    Some((node, TraceStep { edge, choices }))
                });
            }
        }
    }
    None
}

/// Whether a trace from a state is a run to the error, by enumeration.
fn is_run(model: &Model, mut state: u8, trace: &Trace) -> bool {
    let cfa = &model.entry().cfa;
    let mut location = cfa.initial();
    for step in &trace.steps {
        let edge = cfa.edge(step.edge);
        let mut runs = outcomes(model, &edge.command, state).into_iter();
        match runs.find(|(choices, _)| *choices == step.choices) {
            Some((_, after)) if edge.source == location => state = after,
            _ => return false,
        }
        location = edge.target;
    }
    location == trace.error && cfa.error_at(location).is_some()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn invariants_are_accepted_exactly_when_inductive(
        edges in edges(),
        given in prop::collection::vec(prop::bool::weighted(0.8), LOCATIONS),
        more in prop::collection::vec(prop_oneof![Just(0), any::<States>()], LOCATIONS),
        fewer in prop::collection::vec(prop_oneof![9 => Just(0), 1 => any::<States>()], LOCATIONS),
        k in 1u32..4,
    ) {
        let model = build(&edges);
        let reached = reachable(&model);
        let near = |i: usize| given[i].then(|| (reached[i] | more[i]) & !fewer[i]);
        let by_location: Vec<_> = (0..LOCATIONS).map(near).collect();
        let accepted = accepts(&model, &invariants(&model, k, &by_location));
        prop_assert_eq!(accepted, is_proof(&model, k, &by_location));
        prop_assert!(!accepted || reached[LOCATIONS - 1] == 0, "an unsafe model was proved");
    }

    /// Invariants for all values of a parameter say the same as their conjunction over these values.
    #[test]
    fn invariants_with_parameters_are_accepted_only_if_inductive(
        edges in edges(),
        given in prop::collection::vec(prop::bool::weighted(0.8), LOCATIONS),
        more in prop::collection::vec(any::<[States; 4]>(), LOCATIONS),
        fewer in prop::collection::vec(prop_oneof![9 => Just(0), 1 => any::<States>()], LOCATIONS),
        k in 1u32..3,
    ) {
        let model = build(&edges);
        let reached = reachable(&model);
        let near = |i: usize| given[i].then(|| more[i].map(|more| (reached[i] | more) & !fewer[i]));
        let by_location: Vec<_> = (0..LOCATIONS).map(near).collect();
        let all = |states: &[States; 4]| states.iter().fold(ALL, |all, states| all & states);
        let meant: Vec<_> = by_location.iter().map(|states| states.as_ref().map(all)).collect();
        let accepted = accepts(&model, &for_all(&model, k, &by_location));
        prop_assert!(!accepted || is_proof(&model, k, &meant), "it is not inductive");
        prop_assert!(!accepted || reached[LOCATIONS - 1] == 0, "an unsafe model was proved");
    }

    #[test]
    fn exactly_the_reachable_states_prove_what_is_safe(edges in edges()) {
        let model = build(&edges);
        let reached = reachable(&model);
        let by_location: Vec<_> = reached.iter().copied().map(Some).collect();
        let accepted = accepts(&model, &invariants(&model, 1, &by_location));
        prop_assert_eq!(accepted, reached[LOCATIONS - 1] == 0);
    }

    #[test]
    fn bounds_are_accepted_exactly_when_kept(edges in edges(), bound in 0u32..5) {
        let model = build(&edges);
        let accepted = accepts(&model, &Proof::unwinding(bound));
        prop_assert_eq!(accepted, is_bound(&model, bound));
        let safe = reachable(&model)[LOCATIONS - 1] == 0;
        prop_assert!(!accepted || safe, "an unsafe model was proved");
        // A loop has no more rounds than all loops together.
        let order = UnwindingOrder::LoopByLoop;
        let unrolled = accepts(&model, &Proof::Unwinding { bound, order });
        prop_assert!(unrolled || !accepted, "not accepted loop by loop");
        prop_assert!(!unrolled || safe, "an unsafe model was proved loop by loop");
    }

    #[test]
    fn traces_are_accepted_exactly_when_they_are_runs(
        edges in edges(),
        start in 0u8..8,
        change in prop::option::of((any::<prop::sample::Index>(), 0u32..6)),
    ) {
        let model = build(&edges);
        let found = find_trace(&model);
        prop_assert_eq!(found.is_some(), reachable(&model)[LOCATIONS - 1] != 0);
        let Some(mut trace) = found else { return Ok(()) };
        prop_assert!(replay_trace(&model, &trace).is_ok());
        if let Some((index, kind)) = change
            && !trace.steps.is_empty()
        {
            let step = index.index(trace.steps.len());
            match kind {
                0 => drop(trace.steps.remove(step)),
                1 => trace.steps[step].edge = EdgeId::from_index(index.index(edges.len())),
                2 => drop(trace.steps[step].choices.pop()),
                3 => trace.steps[step].choices.push(Choice::Branch(0)),
                4 => trace.steps[step].choices.reverse(),
                _ => trace.error = Location::from_index(index.index(LOCATIONS)),
            }
        }
        trace.initial = assignment(&model, start);
        prop_assert_eq!(replay_trace(&model, &trace).is_ok(), is_run(&model, start, &trace));
    }
}
