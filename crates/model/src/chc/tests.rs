//! The semantics of clauses by brute force: their least model is computed and compared with the
//! reachable states of a model.

mod reader;

use super::{ChcSystem, from_model, parse, to_model, verify};
use crate::cfa::Cfa;
use crate::ids::Location;
use crate::procedure::{Model, Procedure};
use crate::testing::{Shape, World, all_values, command};
use proptest::prelude::*;
use std::collections::BTreeSet;
use term::{Evaluator, Symbol, Value};

type Tuple = Vec<Value>;

/// The least interpretation of the predicates, and whether some query is violated by it.
fn least_model(system: &ChcSystem) -> (Vec<BTreeSet<Tuple>>, bool) {
    assert_eq!(verify(system), Ok(()));
    let instances = ground_instances(system);
    let mut least = vec![BTreeSet::new(); system.predicates.len()];
    let mut violated = false;
    loop {
        let mut changed = false;
        for (body, head) in &instances {
            if body.iter().all(|(p, tuple)| least[*p].contains(tuple)) {
                match head {
                    Some((p, tuple)) => changed |= least[*p].insert(tuple.clone()),
                    None => violated = true,
                }
            }
        }
        if !changed {
            return (least, violated);
        }
    }
}

type GroundAtom = (usize, Tuple);

/// All ground instances of the clauses whose constraint holds.
fn ground_instances(system: &ChcSystem) -> BTreeSet<(Vec<GroundAtom>, Option<GroundAtom>)> {
    let mut instances = BTreeSet::new();
    for clause in &system.clauses {
        for values in all_values(&system.terms, &clause.variables) {
            let mut evaluator = Evaluator::new(&system.terms, &values);
            if evaluator.eval(clause.constraint).unwrap() != Value::Bool(true) {
                continue;
            }
            let mut ground = |atom: &super::Atom| {
                let args = atom.args.iter().map(|&arg| evaluator.eval(arg).unwrap()).collect();
                (atom.predicate.index(), args)
            };
            let body = clause.body.iter().map(&mut ground).collect();
            instances.insert((body, clause.head.as_ref().map(&mut ground)));
        }
    }
    instances
}

/// The values of the `shown` variables that are reachable at each location; the others are
/// forgotten after each edge.
fn reachable(model: &Model, shown: &[Vec<Symbol>]) -> Vec<BTreeSet<Tuple>> {
    let cfa = &model.entry().cfa;
    let world = World { store: model.terms.clone(), variables: model.globals.clone() };
    let project = |location: Location, state: &Tuple| -> Tuple {
        let position = |v: &Symbol| world.variables.iter().position(|w| w == v).unwrap();
        shown[location.index()].iter().map(|v| state[position(v)].clone()).collect()
    };
    let mut reached = vec![BTreeSet::new(); cfa.locations().len()];
    let mut todo: Vec<(Location, Tuple)> = Vec::new();
    for values in all_values(&model.terms, &shown[cfa.initial().index()]) {
        let state: Tuple =
            shown[cfa.initial().index()].iter().map(|&v| values.get(v).unwrap().clone()).collect();
        reached[cfa.initial().index()].insert(state.clone());
        todo.push((cfa.initial(), state));
    }
    while let Some((location, state)) = todo.pop() {
        let mut values = world.assignment(0);
        for (&variable, value) in shown[location.index()].iter().zip(&state) {
            values.set(variable, value.clone());
        }
        for edge in cfa.outgoing(location).iter().map(|&edge| cfa.edge(edge)) {
            for after in world.outcomes(&edge.command, &values) {
                let after = project(edge.target, &after);
                if reached[edge.target.index()].insert(after.clone()) {
                    todo.push((edge.target, after));
                }
            }
        }
    }
    reached
}

/// Compares a linear system with its model.
fn check_to_model(system: &ChcSystem) {
    let (least, violated) = least_model(system);
    let back = to_model(system).unwrap();
    assert_eq!(crate::verify(&back.model), Ok(()));
    let mut shown = vec![Vec::new(); back.model.entry().cfa.locations().len()];
    for (location, arguments) in back.locations.iter().zip(&back.arguments) {
        shown[location.index()].clone_from(arguments);
    }
    let found = reachable(&back.model, &shown);
    for (&location, expected) in back.locations.iter().zip(&least) {
        assert_eq!(&found[location.index()], expected);
    }
    let error = back.model.entry().cfa.errors()[0].location;
    assert_eq!(!found[error.index()].is_empty(), violated);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn clauses_mean_what_their_model_means(
        edges in prop::collection::vec((0usize..3, 0usize..3, command()), 1..4),
    ) {
        let model = small_model(&edges);
        let all = vec![model.globals.clone(); 3];
        let expected = reachable(&model, &all);

        let system = from_model(&model).unwrap().system;
        let (least, violated) = least_model(&system);
        prop_assert_eq!(&least, &expected);
        prop_assert_eq!(violated, !expected[2].is_empty());

        check_to_model(&system);
    }
}

/// Three locations, the first initial and the last an error.
fn small_model(edges: &[(usize, usize, Shape)]) -> Model {
    let mut world = World::new();
    let mut cfa = Cfa::new();
    for _ in 0..3 {
        cfa.fresh_location(None);
    }
    for (source, target, shape) in edges {
        let (source, target) = (Location::from_index(*source), Location::from_index(*target));
        let command = world.build(shape);
        cfa.add_edge(source, target, command, None);
    }
    cfa.add_error(Location::from_index(2), "never");
    Model::single(world.store, world.variables, Procedure::new("main", cfa))
}

/// Checks whether a model with a recursive procedure can reach the error under the condition. The
/// procedure returns its argument and flips a global at each activation.
fn check_recursion(condition: &str, expected: bool) {
    let text = format!(
        "var g : bool
         procedure f(n : bv2) returns (r : bv2) {{
           initial enter
           exit leave
           enter -> zero {{ assume (= n #b00); g := (not g) }}
           zero -> leave {{ r := #b00 }}
           enter -> more {{ assume (distinct n #b00); g := (not g) }}
           more -> back {{ call r := f((bvsub n #b01)) }}
           back -> leave {{ r := (bvadd r #b01) }}
         }}
         procedure even(m : bv2) returns (e : bool) {{
           exit leave
           initial enter
           enter -> leave {{ e := (= ((_ extract 0 0) m) #b0); g := (not e) }}
         }}
         entry procedure main {{
           var a, b : bv2
           initial start
           error bad \"the condition\"
           start -> ready {{ g := false }}
           ready -> done {{ call b := f(a) }}
           done -> bad {{ assume {condition} }}
           done -> again {{ call g := even(b) }}
           again -> bad {{ assume (= g (= ((_ extract 0 0) b) #b1)) }}
         }}"
    );
    let system = from_model(&crate::parse(&text).unwrap()).unwrap().system;
    assert!(!system.is_linear());
    assert_eq!(least_model(&system).1, expected, "{condition}");
}

#[test]
fn calls_return_what_the_callee_computes() {
    check_recursion("(distinct a b)", false);
    check_recursion("(= b #b11)", true);
    check_recursion("(= g (= ((_ extract 0 0) a) #b1))", false);
    check_recursion("(and g (= a #b10))", true);
    check_recursion("(and (not g) (= a #b10))", false);
}

#[test]
fn reading_keeps_the_meaning() {
    let text = "
        (declare-fun p ((_ BitVec 2)) Bool)
        (declare-fun q ((_ BitVec 2) (_ BitVec 2)) Bool)
        (declare-fun r ((_ BitVec 2)) Bool)
        (assert (p #b01))
        (assert (forall ((A (_ BitVec 2)) (B (_ BitVec 2)))
          (=> (and (p A) (exists ((C (_ BitVec 2))) (and (p C) (= B (bvadd A C))))) (q A B))))
        (assert (forall ((A (_ BitVec 2))) (=> (or (q A A) (q #b01 A)) (bvult A #b11) (p A))))
        (assert (forall ((A (_ BitVec 2))) (ite (= A #b10) (r A) (=> (= A #b00) (r A)))))
        (assert (not (exists ((A (_ BitVec 2))) (and (p A) (= A #b00)))))";
    let (least, violated) = least_model(&parse(text, "test.smt2").unwrap());
    // 1 and 1 make 2; 2 and 1 make 3, which is not kept; 2 and 2 make 0, but only from 2.
    let values = |predicate: usize| -> Vec<String> {
        least[predicate].iter().map(|tuple| tuple[0].to_string()).collect()
    };
    assert_eq!(values(0), ["#b01", "#b10"]);
    assert_eq!(values(2), ["#b00", "#b10"]);
    assert_eq!(least[1].len(), 4);
    assert!(!violated);
}

#[test]
fn arguments_change_at_the_same_time() {
    let text = "
        (declare-fun p ((_ BitVec 2) (_ BitVec 2) (_ BitVec 2)) Bool)
        (declare-fun q ((_ BitVec 2) (_ BitVec 2)) Bool)
        (assert (p #b00 #b01 #b11))
        (assert (forall ((A (_ BitVec 2)) (B (_ BitVec 2)) (C (_ BitVec 2)))
          (=> (p A B C) (p B (bvadd A C) A))))
        (assert (forall ((A (_ BitVec 2)) (B (_ BitVec 2))) (=> (p A A B) (q B A))))
        (assert (forall ((A (_ BitVec 2)) (B (_ BitVec 2)))
          (=> (q A B) (ite (bvult A B) (q B A) (q B B)))))
        (assert (forall ((A (_ BitVec 2))) (=> (q A (bvadd A #b01)) (= A #b01) false)))";
    check_to_model(&parse(text, "test.smt2").unwrap());
}
