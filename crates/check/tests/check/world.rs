//! Random automata over eight states, small enough to enumerate everything.

use model::{Cfa, Choice, Command, EdgeId, Location, Model, Procedure};
use proptest::prelude::*;
use std::collections::BTreeMap;
use term::{Assignment, Sort, Term, TermStore, Value, eval};

/// A set of states, one bit each. A state is a two-bit `x` and, above it, a Boolean `b`.
pub type States = u8;

/// All states.
pub const ALL: States = 0xff;

/// Number of locations; the last one is the error.
pub const LOCATIONS: usize = 5;

/// A random command.
#[derive(Clone, Debug)]
pub enum Shape {
    Assume(States),
    Set(u64),
    Increment,
    Test(States),
    HavocX,
    HavocB,
    Seq(Vec<Shape>),
    Choice(Vec<Shape>),
}

/// Random edges: source, target and command.
pub fn edges() -> impl Strategy<Value = Vec<(usize, usize, Shape)>> {
    prop::collection::vec((0..LOCATIONS - 1, 0..LOCATIONS, shape()), 1..9)
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        4 => any::<States>().prop_map(Shape::Assume),
        2 => (0u64..4).prop_map(Shape::Set),
        2 => Just(Shape::Increment),
        2 => any::<States>().prop_map(Shape::Test),
        1 => Just(Shape::HavocX),
        1 => Just(Shape::HavocB),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 0..4).prop_map(Shape::Seq),
            1 => prop::collection::vec(inner, 0..3).prop_map(Shape::Choice),
        ]
    })
}

/// The model of some edges.
pub fn build(edges: &[(usize, usize, Shape)]) -> Model {
    let mut store = TermStore::new();
    let x = store.declare("x", Sort::BitVec(2)).unwrap();
    let b = store.declare("b", Sort::Bool).unwrap();
    let mut cfa = Cfa::new();
    let locations: Vec<Location> = (0..LOCATIONS).map(|_| cfa.fresh_location(None)).collect();
    cfa.add_error(locations[LOCATIONS - 1], "never");
    for (source, target, shape) in edges {
        let command = command(&mut store, shape);
        cfa.add_edge(locations[*source], locations[*target], command, None);
    }
    Model::single(store, vec![x, b], Procedure::new("main", cfa))
}

fn command(store: &mut TermStore, shape: &Shape) -> Command {
    let (x, b) = (store.lookup("x").unwrap(), store.lookup("b").unwrap());
    match shape {
        Shape::Assume(states) => Command::Assume(states_term(store, *states)),
        Shape::Set(value) => Command::Assign(x, store.bv(2, *value)),
        Shape::Increment => {
            let (old, one) = (store.var(x), store.bv(2, 1));
            Command::Assign(x, store.bv_add(old, one))
        }
        Shape::Test(states) => Command::Assign(b, states_term(store, *states)),
        Shape::HavocX => Command::Havoc(x),
        Shape::HavocB => Command::Havoc(b),
        Shape::Seq(shapes) => Command::Seq(shapes.iter().map(|s| command(store, s)).collect()),
        Shape::Choice(shapes) => {
            Command::Choice(shapes.iter().map(|s| command(store, s)).collect())
        }
    }
}

/// The term that holds in some states.
pub fn states_term(store: &mut TermStore, states: States) -> Term {
    let x = store.lookup("x").unwrap();
    let b = store.lookup("b").unwrap();
    let (x, b) = (store.var(x), store.var(b));
    let not_b = store.not(b);
    let mut disjuncts = Vec::new();
    for state in members(states) {
        let value = store.bv(2, u64::from(state & 3));
        let same = store.eq(x, value);
        disjuncts.push(store.and(&[same, if state & 4 == 0 { not_b } else { b }]));
    }
    store.or(&disjuncts)
}

/// The states of a set.
pub fn members(states: States) -> impl Iterator<Item = u8> {
    (0..8).filter(move |state| states >> state & 1 == 1)
}

/// The values of the variables in a state.
pub fn assignment(model: &Model, state: u8) -> Assignment {
    let mut values = Assignment::new();
    values.set(model.globals[0], Value::bv(2, u64::from(state & 3)));
    values.set(model.globals[1], Value::Bool(state & 4 != 0));
    values
}

/// All outcomes of a command in a state: its choices and the resulting state.
pub fn outcomes(model: &Model, command: &Command, state: u8) -> Vec<(Vec<Choice>, u8)> {
    let value = |term| eval(&model.terms, term, &assignment(model, state)).unwrap();
    let with = |variable, value: &Value| {
        if variable == model.globals[0] {
            state & 4 | value.as_bitvec().unwrap().to_u64().unwrap() as u8
        } else {
            state & 3 | u8::from(value.as_bool().unwrap()) << 2
        }
    };
    match command {
        Command::Skip => vec![(vec![], state)],
        Command::Assume(condition) => match value(*condition) {
            Value::Bool(true) => vec![(vec![], state)],
            _ => vec![],
        },
        Command::Assign(variable, term) => vec![(vec![], with(*variable, &value(*term)))],
        Command::Havoc(variable) => {
            let values: Vec<Value> = match model.terms.symbol_sort(*variable) {
                Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
                _ => (0..4).map(|v| Value::bv(2, v)).collect(),
            };
            let outcome = |v: Value| (vec![Choice::Value(v.clone())], with(*variable, &v));
            values.into_iter().map(outcome).collect()
        }
        Command::Seq(commands) => {
            let mut runs = vec![(vec![], state)];
            for command in commands {
                let longer = runs.into_iter().flat_map(|(choices, state)| {
                    let next = outcomes(model, command, state).into_iter();
                    next.map(move |(more, state)| ([choices.clone(), more].concat(), state))
                });
                runs = longer.collect();
            }
            runs
        }
        Command::Choice(branches) => (0u32..)
            .zip(branches)
            .flat_map(|(i, branch)| {
                let runs = outcomes(model, branch, state).into_iter();
                runs.map(move |(more, state)| ([vec![Choice::Branch(i)], more].concat(), state))
            })
            .collect(),
        Command::Call(_) => unreachable!("no calls are made"),
    }
}

/// The states that an edge leads to.
fn image(model: &Model, edge: EdgeId, states: States) -> States {
    let command = &model.entry().cfa.edge(edge).command;
    let after = members(states).flat_map(|state| outcomes(model, command, state));
    after.fold(0, |set, (_, state)| set | 1 << state)
}

/// States at locations.
pub type Front = BTreeMap<Location, States>;

/// The targets of runs from a front: the next cut point or error.
pub fn advance(model: &Model, cut: &dyn Fn(Location) -> bool, front: &Front) -> Front {
    let cfa = &model.entry().cfa;
    let stops = |l: Location| cut(l) || cfa.error_at(l).is_some();
    let (mut passed, mut stopped) = (front.clone(), Front::new());
    loop {
        let before = (passed.clone(), stopped.clone());
        for id in cfa.edges() {
            let edge = cfa.edge(id);
            let states = passed.get(&edge.source).copied().unwrap_or(0);
            let into = if stops(edge.target) { &mut stopped } else { &mut passed };
            *into.entry(edge.target).or_default() |= image(model, id, states);
        }
        if before == (passed.clone(), stopped.clone()) {
            stopped.retain(|_, states| *states != 0);
            return stopped;
        }
    }
}

/// The runs about to start, at the first cut point or error.
pub fn begin(model: &Model, cut: &dyn Fn(Location) -> bool) -> Front {
    let cfa = &model.entry().cfa;
    let start = Front::from([(cfa.initial(), ALL)]);
    if cut(cfa.initial()) { start } else { advance(model, cut, &start) }
}

/// The states in which runs can be at each location.
pub fn reachable(model: &Model) -> Vec<States> {
    let cfa = &model.entry().cfa;
    let mut reached = vec![0; LOCATIONS];
    reached[cfa.initial().index()] = ALL;
    loop {
        let before = reached.clone();
        for id in cfa.edges() {
            let (source, target) = (cfa.edge(id).source.index(), cfa.edge(id).target.index());
            reached[target] |= image(model, id, reached[source]);
        }
        if reached == before {
            return reached;
        }
    }
}

/// The locations that the initial one reaches in the graph.
pub fn connected(model: &Model) -> Vec<bool> {
    let cfa = &model.entry().cfa;
    let mut reached = vec![false; LOCATIONS];
    reached[cfa.initial().index()] = true;
    for _ in 0..LOCATIONS {
        for id in cfa.edges() {
            let edge = cfa.edge(id);
            reached[edge.target.index()] |= reached[edge.source.index()];
        }
    }
    reached
}

/// Whether every cycle among connected locations is cut.
pub fn cuts_cycles(model: &Model, cut: &dyn Fn(Location) -> bool) -> bool {
    let cfa = &model.entry().cfa;
    let connected = connected(model);
    let mut alive: Vec<bool> = cfa.locations().map(|l| connected[l.index()] && !cut(l)).collect();
    // A location without a predecessor is on no cycle.
    for _ in 0..LOCATIONS {
        let has_predecessor =
            |l: Location| cfa.incoming(l).iter().any(|&e| alive[cfa.edge(e).source.index()]);
        alive = cfa.locations().map(|l| alive[l.index()] && has_predecessor(l)).collect();
    }
    !alive.contains(&true)
}
