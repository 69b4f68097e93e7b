use super::{Candidates, in_all_states, in_runs};
use hardware::circuit::{BitModel, Circuit, Lit, Simplified};
use smt::Budget;

fn circuit(text: &str) -> Circuit {
    let design = hardware::read(text.as_bytes()).expect("the file is well-formed");
    Simplified::of(&BitModel::of(&design.system).expect("it has bits").circuit).circuit
}

/// The latches and gates that are left after a sweep in runs.
fn check(text: &str, candidates: Candidates, latches: usize, gates: usize) {
    let circuit = circuit(text);
    let found = in_runs(&circuit, candidates, &Budget::unlimited()).unwrap().unwrap();
    let smaller = Simplified::replacing(&circuit, &found.replaced).circuit;
    assert_eq!((smaller.latches.len(), smaller.gates()), (latches, gates), "{text}");
}

/// Two latches that follow the same input: always equal, so their difference never holds.
const TWINS: &str = "aag 6 1 2 1 3\n2\n4 2\n6 2\n13\n8 4 7\n10 5 6\n12 9 11\n";

#[test]
fn equal_latches_are_merged() {
    check(TWINS, Candidates::Latches, 0, 0);
    check(TWINS, Candidates::StateNodes, 0, 0);
}

#[test]
fn opposite_latches_are_merged() {
    // The second latch starts as 1 and follows the negated input; both hold never.
    let opposite = "aag 4 1 2 1 1\n2\n4 2\n6 3 1\n8\n8 4 6\n";
    check(opposite, Candidates::Latches, 0, 0);
}

#[test]
fn initial_values_matter() {
    // The same next values, but one of them starts as 1, or as anything.
    for reset in ["1", "6"] {
        let text = TWINS.replace("6 2\n13", &format!("6 2 {reset}\n13"));
        check(&text, Candidates::Latches, 2, 3);
    }
}

/// A latch that remembers the conjunction of two inputs, and two that remember the inputs.
const CONJUNCTION: &str =
    "aag 10 2 3 1 5\n2\n4\n6 2\n8 4\n10 12\n21\n12 2 4\n14 6 8\n16 14 11\n18 15 10\n20 17 19\n";

#[test]
fn gates_are_candidates() {
    check(CONJUNCTION, Candidates::Latches, 3, 5);
    check(CONJUNCTION, Candidates::StateNodes, 0, 0);
    let circuit = circuit(CONJUNCTION);
    let budget = Budget::unlimited();
    let found = in_runs(&circuit, Candidates::StateNodes, &budget).unwrap().unwrap();
    assert!(!found.facts.is_empty());
}

#[test]
fn equal_functions_are_merged() {
    // The property compares a & (b & c) with (a & b) & c, both of inputs and a latch.
    let text = "aag 11 3 1 1 7\n2\n4\n6\n8 2\n22\n\
                10 2 4\n12 10 8\n14 4 8\n16 2 14\n18 12 17\n20 13 16\n22 19 21\n";
    let circuit = circuit(text);
    let found = in_all_states(&circuit, &Budget::unlimited()).unwrap().unwrap();
    let smaller = Simplified::replacing(&circuit, &found.replaced).circuit;
    assert_eq!(smaller.bad, [Lit::TRUE]);
}
