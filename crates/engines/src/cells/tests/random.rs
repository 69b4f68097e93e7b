//! Random automata with arrays against bounded model checking.

use crate::testing::{answer, model};
use crate::{Bmc, BmcConfig, Cells, SolverChoice};
use evidence::Verdict;
use proptest::prelude::*;

const LOCATIONS: usize = 4;

fn condition() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "(bvult i #b10)",
        "(= (select a i) #b01)",
        "(= (select a i) (select b i))",
        "(bvult (select a x) x)",
        "(or flag (= (select b (select a i)) #b00))",
        "flag",
    ])
}

fn operation() -> impl Strategy<Value = String> {
    let assignments = [
        "i := (bvadd i #b01)",
        "i := #b00",
        "x := (select a i)",
        "havoc x",
        "flag := (= (select a i) x)",
        "a := (store a i #b01)",
        "a := (store a x (select b i))",
        "b := (store (store b i x) x #b00)",
        "b := a",
        "b := (ite flag a ((as const (Array bv2 bv2)) x))",
        "havoc a",
    ];
    prop_oneof![
        3 => prop::sample::select(assignments.to_vec()).prop_map(str::to_owned),
        1 => condition().prop_map(|c| format!("assume {c}")),
        1 => condition().prop_map(|c| format!("assume (not {c})")),
        1 => condition().prop_map(|c| format!("choice {{ assume {c}; i := x }} or {{ havoc i }}")),
    ]
}

fn automaton() -> impl Strategy<Value = String> {
    let commands = || prop::collection::vec(operation(), 1..4).prop_map(|c| c.join("; "));
    let edge = (0..LOCATIONS, 0..LOCATIONS, commands())
        .prop_map(|(a, b, command)| format!("l{a} -> l{b} {{ {command} }}\n"));
    let to_error = (0..LOCATIONS, commands(), condition())
        .prop_map(|(a, command, c)| format!("l{a} -> bad {{ {command}; assume (not {c}) }}\n"));
    let edges = prop::collection::vec(edge, 2..7);
    (edges, prop::collection::vec(to_error, 1..3)).prop_map(|(edges, errors)| {
        let locations: String = (0..LOCATIONS).map(|l| format!("location l{l}\n")).collect();
        format!(
            "var a, b : (Array bv2 bv2)\nvar i, x : bv2\nvar flag : bool\nprocedure main {{\n\
             {locations}initial l0\nerror bad \"\"\n{}{}}}",
            edges.concat(),
            errors.concat()
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    /// The checker accepts all proofs, and there is none if a run reaches an error.
    #[test]
    fn no_proof_is_wrong(text in automaton()) {
        let model = model(&text);
        let verdict = answer(&Cells::default(), &model, SolverChoice::Auto).verdict;
        if let Verdict::Safe(_) = verdict {
            let bmc = Bmc::new(BmcConfig { unwind: Some(8), ..BmcConfig::default() });
            let found = answer(&bmc, &model, SolverChoice::Auto).verdict;
            prop_assert!(!matches!(found, Verdict::Unsafe(_)), "{text}");
        }
    }
}
