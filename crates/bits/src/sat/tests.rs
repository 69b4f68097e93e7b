//! Random queries about random circuits, against enumeration.

use super::{Netlist, Outcome, Solver};
use hardware::circuit::{Circuit, Gates, Lit, word};
use smt::Budget;
use std::sync::Arc;

/// A small generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn flip(&mut self, literal: Lit) -> Lit {
        literal.negated_if(self.below(2) == 1)
    }
}

const LATCHES: usize = 4;
const INPUTS: usize = 3;

fn circuit(random: &mut Random) -> (Circuit, Vec<Lit>) {
    let mut gates = Gates::new();
    let mut literals: Vec<Lit> = (0..LATCHES).map(|_| gates.latch(None)).collect();
    literals.extend((0..INPUTS).map(|_| gates.input()));
    for _ in 0..random.below(20) {
        let (a, b) =
            (literals[random.below(literals.len())], literals[random.below(literals.len())]);
        let (a, b) = (random.flip(a), random.flip(b));
        literals.push(gates.and(a, b));
    }
    (gates.circuit, literals)
}

/// A netlist without most inner gates, and what may be asked for: leaves, and a few roots.
fn reduced(mut circuit: Circuit, random: &mut Random, literals: &[Lit]) -> (Netlist, Vec<Lit>) {
    circuit.constraint = Lit::TRUE;
    let mut asked = literals[..LATCHES + INPUTS].to_vec();
    for _ in 0..3 {
        let root = literals[random.below(literals.len())];
        circuit.bad.push(root);
        asked.push(root);
    }
    (Netlist::reduced(&circuit), asked)
}

/// The values of all nodes for each of all leaves.
fn all_values(circuit: &Circuit) -> Vec<Vec<u64>> {
    (0..1u64 << (LATCHES + INPUTS))
        .map(|bits| {
            let latches: Vec<u64> = (0..LATCHES).map(|i| (bits >> i) & 1).collect();
            let inputs: Vec<u64> = (0..INPUTS).map(|i| (bits >> (LATCHES + i)) & 1).collect();
            let mut values = Vec::new();
            circuit.simulate(&inputs, &latches, &mut values);
            values
        })
        .collect()
}

fn holds(values: &[u64], literal: Lit) -> bool {
    word(values, literal) & 1 == 1
}

#[test]
fn queries_agree_with_enumeration() {
    let budget = Budget::unlimited();
    for seed in 1..400 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed));
        let (circuit, literals) = circuit(&mut random);
        let worlds = all_values(&circuit);
        // Every other circuit loses inner gates, and is only asked for what is left.
        let (netlist, literals) = match seed % 2 {
            0 => (Netlist::of(&circuit), literals),
            _ => reduced(circuit.clone(), &mut random, &literals),
        };
        let mut solver = Solver::new(&Arc::new(netlist));
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..12 {
            if random.below(2) == 0 {
                let among = if random.below(6) == 0 { literals.len() } else { LATCHES };
                let clause: Vec<Lit> = (0..1 + random.below(3))
                    .map(|_| {
                        let literal = literals[random.below(among)];
                        random.flip(literal)
                    })
                    .collect();
                solver.add_clause(&clause);
                clauses.push(clause);
            }
            let mut some = |count: usize, among: usize| -> Vec<Lit> {
                let mut chosen = Vec::new();
                for _ in 0..count {
                    let literal = literals[random.below(among)];
                    chosen.push(random.flip(literal));
                }
                chosen
            };
            let assumptions = some(1 + (seed as usize) % 3, literals.len());
            let temporary = some(seed as usize % 3, literals.len());
            let is_model = |values: &&Vec<u64>, assumed: &[Lit]| {
                clauses.iter().all(|clause| clause.iter().any(|&l| holds(values, l)))
                    && assumed.iter().all(|&l| holds(values, l))
                    && (temporary.is_empty() || temporary.iter().any(|&l| holds(values, l)))
            };
            let expected = worlds.iter().any(|values| is_model(&values, &assumptions));
            match solver.solve(&assumptions, &temporary, &budget) {
                Outcome::Sat => {
                    assert!(expected, "seed {seed}");
                    // The model can be completed.
                    let fits = |values: &&Vec<u64>| {
                        is_model(values, &assumptions)
                            && literals.iter().all(|&l| {
                                solver.model(l).is_none_or(|value| value == holds(values, l))
                            })
                    };
                    assert!(worlds.iter().any(|values| fits(&values)), "seed {seed}");
                }
                Outcome::Unsat => {
                    assert!(!expected, "seed {seed}");
                    let core: Vec<Lit> =
                        assumptions.iter().copied().filter(|&l| solver.has_failed(l)).collect();
                    assert!(!worlds.iter().any(|values| is_model(&values, &core)), "seed {seed}");
                }
                Outcome::Stopped(stop) => panic!("{stop:?}"),
            }
        }
    }
}
