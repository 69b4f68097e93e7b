//! Proofs of the solver, valid and spoilt.

use super::*;
use term::testing::Rng;

/// A step of a recorded proof.
#[derive(Clone, Debug)]
struct Step {
    number: i64,
    clause: Vec<Literal>,
    reasons: Vec<i64>,
}

/// Records a proof instead of checking it.
#[derive(Default)]
struct Recorder {
    inputs: Vec<i64>,
    steps: Vec<Step>,
}

impl ProofTracer for Recorder {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], _: bool) {
        self.inputs.push(id);
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, _: i32, clause: &[i32], reasons: &[i64]) {
        let (clause, reasons) = (clause.to_vec(), reasons.to_vec());
        self.steps.push(Step { number: id, clause, reasons });
    }

    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn delete_clause(&mut self, _: i64, _: bool, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}

/// Four pigeons do not fit into three holes.
fn pigeons() -> Vec<Vec<Literal>> {
    let sits = |pigeon: i32, hole: i32| 3 * pigeon + hole + 1;
    let mut clauses: Vec<Vec<Literal>> =
        (0..4).map(|pigeon| (0..3).map(|hole| sits(pigeon, hole)).collect()).collect();
    for hole in 0..3 {
        for a in 0..4 {
            clauses.extend((0..a).map(|b| vec![-sits(a, hole), -sits(b, hole)]));
        }
    }
    clauses
}

const VARIABLES: u32 = 12;

fn recorded(clauses: &[Vec<Literal>]) -> Recorder {
    let mut solver = CaDiCal::new();
    solver.configure("plain");
    let recorder = Rc::new(RefCell::new(Recorder::default()));
    solver.connect_proof_tracer1(Rc::clone(&recorder), true, false);
    for clause in clauses {
        solver.clause6(clause);
    }
    assert_eq!(solver.solve(), Status::UNSATISFIABLE);
    drop(solver);
    Rc::try_unwrap(recorder).ok().expect("the solver is gone").into_inner()
}

fn inputs(clauses: &[Vec<Literal>], proof: &Recorder) -> Checker {
    let mut checker = Checker::new();
    assert_eq!(clauses.len(), proof.inputs.len());
    for (clause, &number) in clauses.iter().zip(&proof.inputs) {
        checker.input(number, clause);
    }
    checker
}

/// Whether a clause holds in every model of some clauses, by trying all assignments.
fn implied(clauses: &[Vec<Literal>], clause: &[Literal]) -> bool {
    let holds = |assignment: u32, clause: &[Literal]| {
        let holds = |l: &Literal| (assignment >> (l.abs() - 1) & 1 == 1) == (*l > 0);
        clause.iter().any(holds)
    };
    (0..1 << VARIABLES)
        .filter(|&assignment| clauses.iter().all(|c| holds(assignment, c)))
        .all(|assignment| holds(assignment, clause))
}

#[test]
fn a_recorded_proof_is_right() {
    let clauses = pigeons();
    let proof = recorded(&clauses);
    let mut checker = inputs(&clauses, &proof);
    for step in &proof.steps {
        assert!(checker.derive(step.number, &step.clause, &step.reasons), "{step:?}");
    }
    let last = proof.steps.last().expect("there are steps");
    assert_eq!(checker.clause(last.number), Some(&[][..]));
}

/// Without one pigeon's clause the problem has models, so no proof of it may be accepted, in
/// particular no spoilt one. Every accepted clause must hold in all models.
#[test]
fn nothing_wrong_is_accepted_of_spoilt_proofs() {
    let clauses = pigeons();
    let proof = recorded(&clauses);
    let mut rng = Rng::new(7);
    let mut refused = 0;
    for missing in 0..clauses.len() {
        let mut weaker = clauses.clone();
        // A tautology takes the number of the clause.
        weaker[missing] = vec![1, -1];
        for _ in 0..4 {
            let mut checker = inputs(&weaker, &proof);
            for step in &proof.steps {
                let step = spoilt(step, &mut rng);
                if checker.derive(step.number, &step.clause, &step.reasons) {
                    assert!(implied(&weaker, &step.clause), "{step:?}");
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > clauses.len(), "{refused} steps were refused");
}

/// A step with one fault, most of the time.
fn spoilt(step: &Step, rng: &mut Rng) -> Step {
    let mut step = step.clone();
    let place = |rng: &mut Rng, len: usize| rng.below(len as u32) as usize;
    match rng.below(6) {
        0 if !step.clause.is_empty() => {
            let dropped = place(rng, step.clause.len());
            step.clause.remove(dropped);
        }
        1 if !step.clause.is_empty() => {
            let flipped = place(rng, step.clause.len());
            step.clause[flipped] *= -1;
        }
        2 if !step.reasons.is_empty() => {
            let dropped = place(rng, step.reasons.len());
            step.reasons.remove(dropped);
        }
        3 if !step.reasons.is_empty() => {
            let other = place(rng, step.reasons.len());
            step.reasons[other] += 1;
        }
        4 => step.reasons.reverse(),
        _ => {}
    }
    step
}

fn never() -> Rc<dyn Fn() -> bool> {
    Rc::new(|| false)
}

#[test]
fn contradictions_under_assumptions_are_proved() {
    let mut sat = Sat::new();
    let lits: Vec<Lit> = (0..5).map(|_| sat.variable()).collect();
    for pair in lits.windows(2) {
        sat.clause(&[!pair[0], pair[1]]);
    }
    assert_eq!(sat.solve(&[lits[0]], None, &never()), Answer::Model);
    assert!(sat.holds(lits[4]));
    assert_eq!(sat.solve(&[lits[1], !lits[4]], None, &never()), Answer::Refuted);
    assert_eq!(sat.solve(&[lits[2], !lits[2]], None, &never()), Answer::Refuted);
    sat.clause(&[!lits[4]]);
    assert_eq!(sat.solve(&[lits[0]], None, &never()), Answer::Refuted);
    assert_eq!(sat.solve(&[!lits[0]], None, &never()), Answer::Model);
    sat.clause(&[lits[0]]);
    assert_eq!(sat.solve(&[], None, &never()), Answer::Refuted);
}

#[test]
fn a_solver_with_clauses_that_were_not_given_is_caught() {
    let mut sat = Sat::new();
    let (a, b) = (sat.variable(), sat.variable());
    sat.clause(&[a, b]);
    assert_eq!(sat.solve(&[], None, &never()), Answer::Model);
    // Adds a clause that the checker does not know of.
    sat.solver.clause6(&[(!a).0]);
    sat.solver.clause6(&[(!b).0]);
    assert_eq!(sat.solve(&[], None, &never()), Answer::Unproved);
}
