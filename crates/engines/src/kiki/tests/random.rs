//! Random automata against the exploration of all their states.

use super::{answer, model};
use crate::engine::Context;
use crate::kiki::KikiConfig;
use crate::observer::Silent;
use crate::templates::domains::{Domain, Vocabulary, add_rows};
use crate::templates::formula::Formula;
use crate::templates::iteration::{BoundIteration, Inference};
use crate::templates::template::Template;
use clap::ValueEnum;
use evidence::Verdict;
use model::{Command, Location, Model};
use proptest::prelude::*;
use smt::Budget;
use smt::budget::Watch;
use std::collections::BTreeSet;
use term::{Assignment, Value, eval};

const LOCATIONS: usize = 5;

fn condition() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "(bvslt x y)",
        "(= x y)",
        "(bvult x #b100)",
        "(bvslt y #b010)",
        "(= x #b001)",
    ])
}

fn operation() -> impl Strategy<Value = String> {
    let assignments = [
        "x := (bvadd x #b001)",
        "x := #b000",
        "y := (bvadd y #b010)",
        "y := (bvsub y #b001)",
        "y := x",
        "x := (bvmul y #b011)",
        "havoc x",
    ];
    prop_oneof![
        3 => prop::sample::select(assignments.to_vec()).prop_map(str::to_owned),
        1 => condition().prop_map(|c| format!("assume {c}")),
    ]
}

fn automaton() -> impl Strategy<Value = String> {
    let edge = (0..LOCATIONS, 0..LOCATIONS, prop::collection::vec(operation(), 0..3))
        .prop_map(|(a, b, commands)| format!("l{a} -> l{b} {{ {} }}\n", commands.join("; ")));
    (prop::collection::vec(edge, 2..9), 1..LOCATIONS).prop_map(|(edges, error)| {
        let locations: String = (0..LOCATIONS).map(|l| format!("location l{l}\n")).collect();
        format!(
            "var x, y : bv3\nprocedure main {{\n{locations}initial l0\nerror l{error} \"\"\n{}}}",
            edges.concat()
        )
    })
}

type Configuration = (Location, [u64; 2]);

fn assignment(model: &Model, values: [u64; 2]) -> Assignment {
    let mut state = Assignment::new();
    for (name, value) in ["x", "y"].into_iter().zip(values) {
        state.set(model.terms.lookup(name).unwrap(), Value::bv(3, value));
    }
    state
}

/// The values after a sequence of assignments, assumptions and havocs of `x`.
fn outcomes(model: &Model, command: &Command, values: [u64; 2]) -> Vec<[u64; 2]> {
    let mut states = vec![values];
    for part in command.iter() {
        let after = |values: [u64; 2]| -> Vec<[u64; 2]> {
            let state = assignment(model, values);
            match part {
                Command::Assume(condition) => match eval(&model.terms, *condition, &state) {
                    Ok(Value::Bool(true)) => vec![values],
                    _ => vec![],
                },
                Command::Assign(variable, term) => {
                    let value = eval(&model.terms, *term, &state).unwrap();
                    let value = value.as_bitvec().unwrap().to_u64().unwrap();
                    let is_x = model.terms.name(*variable) == "x";
                    vec![if is_x { [value, values[1]] } else { [values[0], value] }]
                }
                Command::Havoc(_) => (0..8).map(|x| [x, values[1]]).collect(),
                _ => vec![values],
            }
        };
        states = states.into_iter().flat_map(after).collect();
    }
    states
}

/// All configurations that runs reach.
fn reachable(model: &Model) -> BTreeSet<Configuration> {
    let cfa = &model.entry().cfa;
    let start = (0..64).map(|n| (cfa.initial(), [n % 8, n / 8]));
    let mut reached: BTreeSet<Configuration> = start.collect();
    let mut pending: Vec<Configuration> = reached.iter().copied().collect();
    while let Some((location, values)) = pending.pop() {
        if cfa.error_at(location).is_some() {
            continue;
        }
        for &edge in cfa.outgoing(location) {
            let edge = cfa.edge(edge);
            for next in outcomes(model, &edge.command, values) {
                let configuration = (edge.target, next);
                if reached.insert(configuration) {
                    pending.push(configuration);
                }
            }
        }
    }
    reached
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Verdicts are right, and each of these small models has one.
    #[test]
    fn verdicts_are_right(text in automaton()) {
        let model = model(&text);
        let cfa = &model.entry().cfa;
        let is_unsafe = reachable(&model).iter().any(|(l, _)| cfa.error_at(*l).is_some());
        let config = KikiConfig { max_unwind: Some(40), ..KikiConfig::default() };
        match answer(&model, &config).verdict {
            Verdict::Safe(_) => prop_assert!(!is_unsafe),
            Verdict::Unsafe(_) => prop_assert!(is_unsafe),
            Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => unreachable!("it is about a model"),
            Verdict::Unknown(reason) => prop_assert!(!is_unsafe, "{}", reason),
        }
    }

    /// The invariants of each domain contain all reachable states.
    #[test]
    fn invariants_contain_what_is_reached(text in automaton(), k in 1u32..3) {
        let model = model(&text);
        let reached = reachable(&model);
        for &domain in Domain::value_variants() {
            for bounds in [BoundIteration::BinarySearch, BoundIteration::Enumerate] {
                let mut observer = Silent;
                let budget = Budget::unlimited();
                let context = Context::new(budget.clone(), &mut observer);
                let mut formula = Formula::new(&model, &context);
                for _ in 0..k {
                    formula.unwind(&Watch::new(&budget)).unwrap();
                }
                let vocabulary = Vocabulary::of(formula.step.outline(), &mut formula.store);
                let mut template = Template::default();
                add_rows(domain, &vocabulary, &mut formula.store, &mut template);
                let mut inference =
                    Inference::new(&mut formula, &mut template, bounds, u64::MAX, &budget);
                prop_assert!(inference.run().unwrap());
                for location in vocabulary.cut_points() {
                    let site = template.site(location).unwrap();
                    let here = reached.iter().filter(|(l, _)| *l == location);
                    for &(_, values) in here {
                        prop_assert!(site.reached, "{:?} at {}", domain, location);
                        for row in &site.rows {
                            let said = row.formula(&mut formula.store, row.expressions());
                            let Some(said) = said else { continue };
                            let state = assignment(&model, values);
                            let holds = eval(&formula.store, said, &state).unwrap();
                            prop_assert_eq!(holds, Value::Bool(true), "{:?}", row);
                        }
                    }
                }
            }
        }
    }
}
