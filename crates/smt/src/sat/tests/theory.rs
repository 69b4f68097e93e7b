//! Searches modulo a small theory, against the truth table.

use super::backends;
use crate::budget::Budget;
use crate::sat::{Effort, Lit, Propagator, Reaction, SatResult, Var};
use rustc_hash::FxHashMap;
use term::testing::Rng;

/// "At most so many of the atoms are true."
struct AtMost {
    atoms: Vec<Var>,
    limit: usize,
    /// Whether it reacts to partial assignments.
    eager: bool,
    assigned: Vec<Lit>,
    levels: Vec<usize>,
    reasons: FxHashMap<Lit, Vec<Lit>>,
}

impl AtMost {
    fn new(atoms: Vec<Var>, limit: usize, eager: bool) -> AtMost {
        let (assigned, levels) = (Vec::new(), Vec::new());
        AtMost { atoms, limit, eager, assigned, levels, reasons: FxHashMap::default() }
    }

    fn accepts(&self, value: impl Fn(Var) -> bool) -> bool {
        self.atoms.iter().filter(|&&atom| value(atom)).count() <= self.limit
    }
}

impl Propagator for AtMost {
    fn atoms(&self) -> &[Var] {
        &self.atoms
    }

    fn push(&mut self) {
        self.levels.push(self.assigned.len());
    }

    fn pop(&mut self, levels: usize) {
        let kept = self.levels.len() - levels;
        self.assigned.truncate(self.levels[kept]);
        self.levels.truncate(kept);
    }

    fn reset(&mut self) {
        self.assigned.clear();
        self.levels.clear();
    }

    fn assign(&mut self, lit: Lit) {
        assert!(!self.assigned.contains(&!lit), "no literal is true with its negation");
        self.assigned.push(lit);
    }

    fn check(&mut self, effort: Effort, _: &Budget) -> Reaction {
        if effort == Effort::Partial && !self.eager {
            return Reaction::Consistent;
        }
        let is_atom = |lit: &&Lit| !lit.is_negated() && self.atoms.contains(&lit.var());
        let mut chosen: Vec<Lit> = self.assigned.iter().filter(is_atom).copied().collect();
        chosen.dedup();
        if chosen.len() > self.limit {
            return Reaction::Conflict(chosen[..=self.limit].iter().map(|&lit| !lit).collect());
        }
        if effort == Effort::Final {
            let known = |atom: &Var| self.assigned.iter().any(|lit| lit.var() == *atom);
            assert!(self.atoms.iter().all(known), "all atoms are assigned in the end");
        }
        if chosen.len() < self.limit {
            return Reaction::Consistent;
        }
        let open = |lit: &Lit| !self.assigned.contains(lit) && !chosen.contains(&!*lit);
        let implied: Vec<Lit> = self.atoms.iter().map(|a| a.negative()).filter(open).collect();
        for &lit in &implied {
            self.reasons.insert(lit, chosen.clone());
        }
        if implied.is_empty() { Reaction::Consistent } else { Reaction::Implies(implied) }
    }

    fn explain(&mut self, lit: Lit) -> &[Lit] {
        &self.reasons[&lit]
    }
}

const VARS: u32 = 8;

/// Whether clauses and assumptions have a model that the theory accepts.
fn has_model(clauses: &[Vec<Lit>], assumptions: &[Lit], theory: &AtMost) -> bool {
    (0..1u32 << VARS).any(|row| {
        let value = |var: Var| row >> var.index() & 1 == 1;
        let holds = |lit: &Lit| value(lit.var()) != lit.is_negated();
        clauses.iter().all(|clause| clause.iter().any(holds))
            && assumptions.iter().all(holds)
            && theory.accepts(value)
    })
}

/// Queries and clauses in turns; answers, models and cores against the truth table.
fn session(seed: u64) -> [u32; 2] {
    let mut answers = [0, 0];
    for backend in backends() {
        let mut rng = Rng::new(seed);
        let mut solver = backend.build();
        let vars: Vec<Var> = (0..VARS).map(|_| solver.new_var(true)).collect();
        let atoms: Vec<Var> = vars.iter().filter(|_| !rng.one_in(4)).copied().collect();
        let limit = rng.below(5) as usize;
        let mut theory = AtMost::new(atoms, limit, rng.one_in(2));
        let lits = |rng: &mut Rng, count: u32| -> Vec<Lit> {
            (0..count).map(|_| Lit::new(vars[rng.below(VARS) as usize], rng.one_in(3))).collect()
        };
        let mut clauses = Vec::new();
        for _ in 0..8 {
            for _ in 0..1 + rng.below(3) {
                let length = 1 + rng.below(4);
                let clause = lits(&mut rng, length);
                solver.add_clause(&clause);
                clauses.push(clause);
            }
            let count = rng.below(4);
            let assumptions = lits(&mut rng, count);
            let answer = solver.solve_modulo(&assumptions, &mut theory, &Budget::unlimited());
            let expected = has_model(&clauses, &assumptions, &theory);
            assert_eq!(answer == SatResult::Sat, expected, "{backend:?} seed {seed}");
            if expected {
                answers[0] += 1;
                let value = |var: Var| solver.value(var.positive()) == Some(true);
                let holds = |lit: &Lit| value(lit.var()) != lit.is_negated();
                assert!(theory.accepts(value), "{backend:?} seed {seed}");
                assert!(clauses.iter().all(|clause| clause.iter().any(holds)));
                assert!(assumptions.iter().all(holds));
            } else {
                answers[1] += 1;
                let core = solver.core().to_vec();
                assert!(core.iter().all(|lit| assumptions.contains(lit)));
                assert!(!has_model(&clauses, &core, &theory), "{backend:?} seed {seed}");
            }
        }
    }
    answers
}

#[test]
fn models_and_cores_respect_the_theory() {
    let mut answers = [0, 0];
    for seed in 0..300 {
        let [sat, unsat] = session(seed);
        answers[0] += sat;
        answers[1] += unsat;
    }
    assert!(answers.iter().all(|&count| count > 1000), "{answers:?}");
}

/// A theory that refuses a literal which the clauses imply refutes everything, even if it notices late.
#[test]
fn a_literal_that_holds_for_good_is_refused() {
    for backend in backends() {
        let mut solver = backend.build();
        let [a, b] = [(); 2].map(|()| solver.new_var(true));
        solver.add_clause(&[a.positive()]);
        let mut theory = AtMost::new(vec![a], 0, false);
        let mut ask = |assumptions: &[Lit]| {
            let answer = solver.solve_modulo(assumptions, &mut theory, &Budget::unlimited());
            (answer, solver.core().to_vec())
        };
        for assumptions in [vec![b.positive()], vec![], vec![b.negative()]] {
            assert_eq!(ask(&assumptions), (SatResult::Unsat, vec![]), "{backend:?}");
        }
    }
}

/// The adaptive solver moves its clauses in the midst of a query, and the theory moves with them.
#[test]
fn a_hard_query_moves_with_its_theory() {
    let (pigeons, holes) = (8, 7);
    for backend in backends() {
        let mut solver = backend.build();
        let mut vars = || -> Vec<Var> { (0..holes).map(|_| solver.new_var(true)).collect() };
        let at: Vec<Vec<Var>> = (0..pigeons).map(|_| vars()).collect();
        let go = solver.new_var(true).positive();
        for pigeon in &at {
            let clause: Vec<Lit> = pigeon.iter().map(|var| var.positive()).collect();
            solver.add_clause(&[&clause[..], &[!go]].concat());
        }
        for (one, pigeon) in at.iter().enumerate() {
            for other in &at[..one] {
                for (hole, same) in pigeon.iter().zip(other) {
                    solver.add_clause(&[hole.negative(), same.negative()]);
                }
            }
        }
        let atoms: Vec<Var> = at.iter().flatten().copied().collect();
        let mut theory = AtMost::new(atoms, pigeons, true);
        let budget = Budget::unlimited();
        assert_eq!(solver.solve_modulo(&[go], &mut theory, &budget), SatResult::Unsat);
        assert_eq!(solver.core(), [go], "{backend:?}");
        assert_eq!(solver.solve_modulo(&[], &mut theory, &budget), SatResult::Sat);
    }
}
