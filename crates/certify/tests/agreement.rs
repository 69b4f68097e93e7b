//! The certifier and the embedded solver agree on random formulas.

use certify::{Answer, Certifier};
use smt::{Budget, EmbeddedSolver, Outcome, Solver};
use term::testing::{TermGenerator, TermShape};
use term::{FloatFormat, Op, Sort, TermStore};

/// Checks that both solvers agree; returns how many formulas were refuted.
fn agree(shape: &TermShape, rounds: u64) -> u32 {
    let mut refuted = 0;
    for seed in 0..rounds {
        let mut store = TermStore::without_simplification();
        let mut generator = TermGenerator::new(shape.clone(), seed);
        let mut certifier = Certifier::new(|| false);
        let mut embedded = EmbeddedSolver::default();
        // Small arrays are tables in one of the solvers, in both or in none.
        if seed % 4 < 2 {
            certifier.limit_tables(0);
        }
        if seed % 2 == 0 {
            embedded.limit_tables(0);
        }
        let mut formulas = Vec::new();
        for _ in 0..6 {
            formulas.push(generator.formula(&mut store));
            let outcome = embedded.check(&mut store, &formulas, &Budget::unlimited());
            let expected = match outcome {
                Outcome::Unsat => Answer::Refuted,
                Outcome::Sat => Answer::Satisfiable,
                Outcome::Unknown(reason) => panic!("no answer: {reason}"),
            };
            assert_eq!(certifier.refute(&store, &formulas), expected, "seed {seed}");
            refuted += u32::from(expected == Answer::Refuted);
        }
    }
    refuted
}

#[test]
fn on_bit_vectors() {
    assert!(agree(&TermShape::bit_vectors(&[1, 2, 5]), 60) > 50);
}

#[test]
fn on_arrays() {
    let (one, two, four) = (Sort::BitVec(1), Sort::BitVec(2), Sort::BitVec(4));
    let sorts = vec![
        Sort::Bool,
        two.clone(),
        four.clone(),
        Sort::array(two.clone(), two.clone()),
        Sort::array(four.clone(), two.clone()),
        Sort::array(one, four),
    ];
    let shape = TermShape::new(sorts).with_operators(|op| {
        let core = matches!(op, Op::And | Op::Or | Op::Not | Op::Eq | Op::Ite | Op::BvUlt);
        core || matches!(op, Op::Select | Op::Store | Op::ConstArray | Op::BvAdd)
    });
    assert!(agree(&shape, 150) > 50);
}

#[test]
fn on_functions() {
    let shape = TermShape { functions: 2, ..TermShape::bit_vectors(&[2, 3]) };
    let shape = shape.with_operators(|op| {
        matches!(op, Op::And | Op::Or | Op::Not | Op::Eq | Op::Ite | Op::BvUlt | Op::BvAdd)
    });
    assert!(agree(&shape, 100) > 50);
}

#[test]
fn on_floats() {
    let tiny = |exponent, significand| {
        Sort::Float(FloatFormat::new(exponent, significand).expect("a supported format"))
    };
    let sorts = vec![Sort::Bool, Sort::BitVec(4), Sort::RoundingMode, tiny(2, 3), tiny(3, 2)];
    let of_reals = |op| matches!(op, Op::FpFromReal | Op::FpToReal | Op::BvToInt | Op::IntToBv);
    let shape = TermShape::new(sorts).with_operators(|op| !of_reals(op)).with_depth(3);
    assert!(agree(&shape, 40) > 20);
}
