//! Small systems by hand; `engines` compares systems of random automata with the automata.

use super::{BadStates, LocatedSystem, StateVariable, SystemError, TransitionSystem, verify};
use crate::{Automaton, Choice, EdgeId, ErrorKind, Location};
use term::{Assignment, Sort, TermStore, Value};

/// A counter of four bits that an input can stop.
fn counter() -> TransitionSystem {
    let mut terms = TermStore::new();
    let x = terms.declare("x", Sort::BitVec(4)).unwrap();
    let go = terms.declare("go", Sort::Bool).unwrap();
    let (value, zero, one, nine) = (terms.var(x), terms.bv(4, 0), terms.bv(4, 1), terms.bv(4, 9));
    let more = terms.bv_add(value, one);
    let go_term = terms.var(go);
    let next = terms.ite(go_term, more, value);
    let initial = terms.eq(value, zero);
    let constraint = terms.bv_ult(value, nine);
    let condition = terms.eq(value, nine);
    let bad = vec![BadStates { condition, kind: ErrorKind::Named("nine".into()) }];
    let variables = vec![StateVariable { symbol: x, next }];
    TransitionSystem { terms, variables, inputs: vec![go], initial, constraint, bad }
}

fn automaton(text: &str) -> Automaton {
    let model = crate::parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(crate::verify(&model), Ok(()));
    Automaton::of(model).expect("no calls")
}

const TWO_WAYS: &str = "var x : bv4
    procedure main {
      initial a error bad \"p\"
      a -> b { x := #x0 }
      b -> b { choice { x := (bvadd x #x1) } or { havoc x } }
      b -> c { assume (= x #x3) }
      c -> bad { assume (bvugt x #x2) }
      c -> a
      bad -> a
    }";

#[test]
fn systems_break_no_rule() {
    assert_eq!(verify(&counter()), Ok(()));
    assert_eq!(verify(&LocatedSystem::of(&automaton(TWO_WAYS)).system), Ok(()));
    assert_eq!(crate::verify(&counter().automaton()), Ok(()));
}

#[test]
fn each_rule_can_be_broken() {
    let check = |change: fn(&mut TransitionSystem), expected: SystemError| {
        let mut system = counter();
        change(&mut system);
        assert_eq!(verify(&system), Err(expected));
    };
    let name = |name: &str| name.to_owned();
    check(|s| s.inputs.push(s.variables[0].symbol), SystemError::Duplicate(name("x")));
    check(
        |s| {
            let f = s.terms.declare_function("f", &[Sort::Bool], Sort::Bool).unwrap();
            s.inputs.push(f);
        },
        SystemError::NotAVariable(name("f")),
    );
    let sort = Sort::Bool;
    check(|s| s.variables[0].next = s.initial, SystemError::NextSort { variable: name("x"), sort });
    check(|s| s.constraint = s.variables[0].next, SystemError::NotBoolean(Sort::BitVec(4)));
    check(|s| s.initial = s.terms.var(s.inputs[0]), SystemError::OutOfScope(name("go")));
    check(|s| s.inputs.clear(), SystemError::OutOfScope(name("go")));
}

#[test]
fn systems_are_printed_as_vmt() {
    let expected = "(declare-fun x () (_ BitVec 4))
(declare-fun |x'| () (_ BitVec 4))
(define-fun .x () (_ BitVec 4) (! x :next |x'|))
(declare-fun go () Bool)
(define-fun .init () Bool (! (= x #x0) :init true))
(define-fun .trans () Bool (! (and (bvult x #x9)
  (= |x'| (ite go (bvadd x #x1) x))
) :trans true))
; never: nine
(define-fun .never0 () Bool (! (not (= x #x9)) :invar-property 0))
";
    assert_eq!(counter().to_string(), expected);
}

#[test]
fn the_automaton_of_a_system_has_one_loop() {
    let automaton = counter().automaton();
    let cfa = &automaton.entry().cfa;
    assert_eq!(cfa.loop_heads(), [TransitionSystem::head()]);
    let edges: Vec<_> =
        cfa.edges().map(|e| (cfa.edge(e).source.index(), cfa.edge(e).target.index())).collect();
    assert_eq!(edges, [(0, 1), (1, 1), (1, 2)]);
    let mut values = Assignment::new();
    let [x, go] = ["x", "go"].map(|name| automaton.terms.lookup(name).unwrap());
    values.set(x, Value::bv(4, 3));
    for (choice, expected) in [(true, 4), (false, 4), (true, 5)] {
        let mut choices = [Choice::Value(Value::Bool(choice))].into_iter();
        let step = &cfa.edge(EdgeId::from_index(1)).command;
        crate::run(&automaton.terms, step, &mut values, &mut choices).expect("it is below nine");
        assert_eq!(values.get(x), Some(&Value::bv(4, expected)));
        assert_eq!(values.get(go), Some(&Value::Bool(choice)));
    }
}

#[test]
fn variables_change_at_once() {
    let mut terms = TermStore::new();
    let [a, b] = ["a", "b"].map(|name| terms.declare(name, Sort::Bool).unwrap());
    let (initial, [va, vb]) = (terms.bool(true), [a, b].map(|v| terms.var(v)));
    let variables =
        vec![StateVariable { symbol: a, next: vb }, StateVariable { symbol: b, next: va }];
    let (inputs, bad) = (Vec::new(), Vec::new());
    let swap = TransitionSystem { terms, variables, inputs, initial, constraint: initial, bad }
        .automaton();
    let mut values = Assignment::new();
    values.set(a, Value::Bool(true));
    values.set(b, Value::Bool(false));
    let step = &swap.entry().cfa.edge(EdgeId::from_index(1)).command;
    crate::run(&swap.terms, step, &mut values, &mut std::iter::empty()).unwrap();
    assert_eq!(values.get(a), Some(&Value::Bool(false)));
    assert_eq!(values.get(b), Some(&Value::Bool(true)));
}

#[test]
fn locations_need_a_logarithm_of_bits() {
    let located = LocatedSystem::of(&automaton(TWO_WAYS));
    assert_eq!(located.system.variables.len(), 1 + 2, "x, and four locations");
    let cfa = &located.automaton().entry().cfa;
    let codes: Vec<Vec<bool>> = cfa
        .locations()
        .map(|location| located.location_bits(location).map(|(_, bit)| bit).collect())
        .collect();
    let distinct: std::collections::BTreeSet<_> = codes.iter().collect();
    assert_eq!(distinct.len(), codes.len());
    let one = LocatedSystem::of(&automaton("procedure main { initial a a -> a }"));
    assert_eq!(one.location_bits(Location::from_index(0)).count(), 0);
    assert_eq!(one.system.variables.len(), 0);
}

#[test]
fn steps_are_edges() {
    let located = LocatedSystem::of(&automaton(TWO_WAYS));
    let cfa = &located.automaton().entry().cfa;
    let at = |name: &str| cfa.find_location(name).unwrap();
    let x = located.system.variables[0].symbol;
    let mut values = Assignment::new();
    values.set(x, Value::bv(4, 3));
    for &input in &located.system.inputs {
        values.set(input, Value::default_of(located.system.terms.symbol_sort(input)));
    }
    let edge_bit = located.system.inputs[0];
    let (edge, choices) = located.follow(at("a"), &mut values).unwrap().expect("an edge");
    assert_eq!((cfa.edge(edge).target, choices), (at("b"), vec![]));
    assert_eq!(values.get(x), Some(&Value::bv(4, 0)));
    let (edge, choices) = located.follow(at("b"), &mut values).unwrap().expect("an edge");
    assert_eq!((cfa.edge(edge).target, choices.len()), (at("b"), 2), "a branch and a value");
    values.set(edge_bit, Value::Bool(true));
    values.set(x, Value::bv(4, 3));
    let (edge, _) = located.follow(at("b"), &mut values).unwrap().expect("an edge");
    assert_eq!(cfa.edge(edge).target, at("c"));
}
