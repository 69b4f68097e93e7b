//! Random Horn clauses over few values, small enough to enumerate everything.
#![allow(dead_code)] // tests of other crates share this file

use evidence::{Application, Definition, Derivation, Interpretation};
use model::PredicateId;
use model::chc::{self, Atom, ChcSystem};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use term::{Assignment, Evaluator, Sort, Symbol, Term, TermStore, Value};

/// The predicates: names and parameters.
const PREDICATES: [(&str, &[&str]); 4] = [
    ("p", &["(_ BitVec 2)"]),
    ("q", &["(_ BitVec 2)", "Bool"]),
    ("r", &[]),
    ("s", &["Bool", "(_ BitVec 2)"]),
];

fn number() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["x", "y", "x", "y", "(bvadd x #b01)", "#b00", "#b10", "(bvadd x y)"])
}

fn truth() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["b", "b", "(not b)", "true", "(bvult x y)"])
}

fn constraint() -> impl Strategy<Value = &'static str> {
    let constraints = [
        "true",
        "true",
        "b",
        "(not b)",
        "(= x y)",
        "(= y (bvadd x #b01))",
        "(= x #b00)",
        "(bvult x #b10)",
        "(bvult x y)",
        "(and b (= y #b11))",
        "false",
    ];
    prop::sample::select(constraints.to_vec())
}

fn atom() -> impl Strategy<Value = String> {
    (0..PREDICATES.len(), number(), truth()).prop_map(|(predicate, number, truth)| {
        let (name, sorts) = PREDICATES[predicate];
        let args = sorts.iter().map(|&sort| if sort == "Bool" { truth } else { number });
        let args: Vec<&str> = args.collect();
        if args.is_empty() { name.to_owned() } else { format!("({name} {})", args.join(" ")) }
    })
}

/// Clauses that assume at most so many predicates each, as text.
pub fn clauses(max_body: usize) -> impl Strategy<Value = String> {
    let head = prop_oneof![4 => atom(), 1 => Just("false".to_owned())];
    let fact = (constraint(), atom()).prop_map(|(constraint, head)| clause(&[], constraint, &head));
    let any = (prop::collection::vec(atom(), 0..=max_body), constraint(), head)
        .prop_map(|(body, constraint, head)| clause(&body, constraint, &head));
    (prop::collection::vec(fact, 1..3), prop::collection::vec(any, 1..8)).prop_map(
        |(facts, others)| {
            let declared = PREDICATES
                .iter()
                .map(|(name, sorts)| format!("(declare-fun {name} ({}) Bool)\n", sorts.join(" ")));
            let declared: String = declared.collect();
            format!("(set-logic HORN)\n{declared}{}{}", facts.concat(), others.concat())
        },
    )
}

fn clause(body: &[String], constraint: &str, head: &str) -> String {
    let body = body.join(" ");
    format!(
        "(assert (forall ((x (_ BitVec 2)) (y (_ BitVec 2)) (b Bool)) \
         (=> (and true {constraint} {body}) {head})))\n"
    )
}

/// Reads clauses as they are written.
pub fn read(text: &str) -> ChcSystem {
    let system = chc::parse_into(TermStore::without_simplification(), text, "random.smt2");
    let system = system.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(chc::verify(&system), Ok(()), "{text}");
    system
}

/// A predicate with values.
pub type GroundAtom = (usize, Vec<Value>);

/// An instance of a clause whose constraint holds.
pub struct Instance {
    pub clause: usize,
    pub values: Vec<Value>,
    pub body: Vec<GroundAtom>,
    pub head: Option<GroundAtom>,
}

/// All instances of clauses.
pub fn instances(system: &ChcSystem) -> Vec<Instance> {
    let mut found = Vec::new();
    for (number, clause) in system.clauses.iter().enumerate() {
        for values in all_values(&system.terms, &clause.variables) {
            let mut assignment = Assignment::new();
            for (&variable, value) in clause.variables.iter().zip(&values) {
                assignment.set(variable, value.clone());
            }
            let mut evaluator = Evaluator::new(&system.terms, &assignment);
            if evaluator.eval(clause.constraint).unwrap() != Value::Bool(true) {
                continue;
            }
            let mut ground = |atom: &Atom| {
                let args = atom.args.iter().map(|&arg| evaluator.eval(arg).unwrap()).collect();
                (atom.predicate.index(), args)
            };
            let body = clause.body.iter().map(&mut ground).collect();
            let head = clause.head.as_ref().map(&mut ground);
            found.push(Instance { clause: number, values, body, head });
        }
    }
    found
}

/// All values of some variables.
fn all_values(terms: &TermStore, variables: &[Symbol]) -> Vec<Vec<Value>> {
    tuples(&variables.iter().map(|&v| terms.symbol_sort(v).clone()).collect::<Vec<_>>())
}

/// All tuples of values of some sorts.
pub fn tuples(sorts: &[Sort]) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for sort in sorts {
        let values: Vec<Value> = match sort {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::BitVec(width) => (0..1 << width).map(|n| Value::bv(*width, n)).collect(),
            other => panic!("values of sort {other}"),
        };
        let longer = all.iter().flat_map(|shorter: &Vec<Value>| {
            values.iter().map(move |value| [shorter.clone(), vec![value.clone()]].concat())
        });
        all = longer.collect();
    }
    all
}

/// What the clauses derive, and the derivation of false if there is one.
pub fn derive(system: &ChcSystem) -> (BTreeSet<GroundAtom>, Option<Derivation>) {
    let instances = instances(system);
    let mut steps: Vec<Application> = Vec::new();
    let mut known: BTreeMap<GroundAtom, usize> = BTreeMap::new();
    let mut refuted = None;
    let mut changed = true;
    while changed {
        changed = false;
        for Instance { clause, values, body, head } in &instances {
            let premises: Option<Vec<usize>> = body.iter().map(|a| known.get(a).copied()).collect();
            let Some(premises) = premises else { continue };
            let applied = Application { clause: *clause, values: values.clone(), premises };
            match head {
                Some(head) if !known.contains_key(head) => {
                    known.insert(head.clone(), steps.len());
                    steps.push(applied);
                    changed = true;
                }
                None if refuted.is_none() => {
                    refuted = Some(Derivation { steps: [steps.clone(), vec![applied]].concat() });
                }
                _ => {}
            }
        }
    }
    (known.into_keys().collect(), refuted)
}

/// The interpretation in which predicates have sets of values; of others nothing is said.
pub fn interpretation(
    system: &ChcSystem,
    sets: &BTreeMap<usize, BTreeSet<Vec<Value>>>,
) -> Interpretation {
    let mut store = TermStore::new();
    let mut definitions = Vec::new();
    for (&predicate, set) in sets {
        let sorts = system.terms.parameters(system.predicates[predicate]).to_vec();
        let parameter = |(number, sort): (usize, Sort)| {
            let symbol = store.declare(&format!("p{predicate}.{number}"), sort).unwrap();
            store.var(symbol)
        };
        let parameters: Vec<Term> = sorts.into_iter().enumerate().map(parameter).collect();
        let mut members = Vec::new();
        for tuple in set {
            let mut equal = Vec::new();
            for (&parameter, value) in parameters.iter().zip(tuple) {
                let value = store.constant(value.clone());
                equal.push(store.eq(parameter, value));
            }
            members.push(store.and(&equal));
        }
        let body = store.or(&members);
        definitions.push((PredicateId::from_index(predicate), Definition { parameters, body }));
    }
    Interpretation::new(&store, definitions)
}
