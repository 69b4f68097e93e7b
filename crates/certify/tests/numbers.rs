//! Integers and reals: the certifier agrees with the embedded solver, and wrong refutations are caught.

#[path = "../../check/src/arithmetic.rs"]
mod arithmetic;

use arithmetic::SimplexArithmetic;
use certify::linear::{Combination, Form, Inequality, Refutation, Source, refutes};
use certify::{Answer, Arithmetic, Certifier, Solution, Undecided};
use num_rational::BigRational;
use smt::{Budget, EmbeddedSolver, Outcome, Solver};
use term::smtlib::Script;
use term::testing::{Rng, TermGenerator, TermShape};
use term::{Op, Sort, Term, TermStore};

fn certifier() -> Certifier {
    let arithmetic = SimplexArithmetic::new(Budget::unlimited());
    Certifier::new(|| false).with_arithmetic(Box::new(arithmetic))
}

/// Checks that both solvers agree; returns how many formulas were refuted.
fn agree(shape: &TermShape, rounds: u64) -> u32 {
    let mut refuted = 0;
    for seed in 0..rounds {
        let mut store = TermStore::without_simplification();
        let mut generator = TermGenerator::new(shape.clone(), seed);
        let mut certifier = certifier();
        certifier.limit_conflicts(5000);
        let mut embedded = EmbeddedSolver::default();
        let mut formulas = Vec::new();
        for _ in 0..4 {
            formulas.push(generator.formula(&mut store));
            let budget = Budget::unlimited().with_conflict_limit(100);
            let expected = match embedded.check(&mut store, &formulas, &budget) {
                Outcome::Unsat => Answer::Refuted,
                Outcome::Sat => Answer::Satisfiable,
                Outcome::Unknown(_) => break,
            };
            match certifier.refute(&store, &formulas) {
                Answer::Unknown(Undecided::Stopped | Undecided::Unsupported(_)) => break,
                answer => assert_eq!(answer, expected, "seed {seed}"),
            }
            refuted += u32::from(expected == Answer::Refuted);
        }
    }
    refuted
}

#[test]
fn formulas_about_numbers_are_refuted_alike() {
    let sorts = vec![Sort::Bool, Sort::Int, Sort::Real];
    let shape = TermShape::new(sorts).with_depth(3).with_operators(|op| {
        let core = matches!(op, Op::And | Op::Or | Op::Not | Op::Eq | Op::Ite | Op::Le | Op::Lt);
        let sums = matches!(op, Op::Add | Op::Sub | Op::Neg | Op::ToReal | Op::ToInt | Op::IsInt);
        core || sums || matches!(op, Op::IntDiv | Op::IntMod | Op::Mul)
    });
    let refuted = agree(&shape, 60);
    assert!(refuted > 8, "{refuted}");
}

#[test]
fn formulas_about_arrays_of_numbers_are_refuted_alike() {
    let sorts = vec![Sort::Bool, Sort::Int, Sort::array(Sort::Int, Sort::Int)];
    let shape = TermShape { functions: 1, ..TermShape::new(sorts).with_depth(3) };
    let shape = shape.with_operators(|op| {
        let core = matches!(op, Op::And | Op::Or | Op::Not | Op::Eq | Op::Ite | Op::Le | Op::Lt);
        core || matches!(op, Op::Add | Op::Select | Op::Store | Op::ConstArray)
    });
    let refuted = agree(&shape, 60);
    assert!(refuted > 8, "{refuted}");
}

fn formulas(text: &str) -> (TermStore, Vec<Term>) {
    let mut store = TermStore::without_simplification();
    let script = Script::parse(&mut store, text.as_bytes()).expect("well-formed");
    let formulas = script.assertions().collect();
    (store, formulas)
}

/// Contradictions that take sums, cuts and branches.
const CONTRADICTIONS: [&str; 5] = [
    "(declare-const x Real) (declare-const y Real)
     (assert (< (+ x y) 3.0)) (assert (<= 2.0 x)) (assert (< 1.0 y))",
    "(declare-const x Int) (declare-const y Int) (assert (= (+ (* 2 x) (* 4 y)) 7))",
    "(declare-const x Int) (declare-const y Int)
     (assert (<= 1 (- (* 3 x) (* 3 y)))) (assert (<= (- (* 3 x) (* 3 y)) 2))",
    "(declare-const x Int) (declare-const y Int)
     (assert (<= 27 (+ (* 11 x) (* 13 y)))) (assert (<= (+ (* 11 x) (* 13 y)) 45))
     (assert (<= (- 10) (- (* 7 x) (* 9 y)))) (assert (<= (- (* 7 x) (* 9 y)) 4))",
    "(declare-const x Int) (assert (not (= (+ (* 5 (div x 5)) (mod x 5)) x)))",
];

#[test]
fn contradictions_have_checked_lemmas() {
    for text in CONTRADICTIONS {
        let (store, formulas) = formulas(text);
        let mut certifier = certifier();
        assert_eq!(certifier.refute(&store, &formulas), Answer::Refuted, "{text}");
    }
    let (store, formulas) = formulas(CONTRADICTIONS[0]);
    let mut without = Certifier::new(|| false);
    let answer = without.refute(&store, &formulas);
    assert!(matches!(answer, Answer::Unknown(Undecided::Unsupported(_))), "{answer:?}");
}

/// How a faulty solver spoils its refutations.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The first factor of the last sum is one more.
    Factor,
    /// The last sum lacks its last part.
    Missing,
    /// The cut multiplies its parts by two thirds.
    Cut,
    /// A branch is at another number.
    Branch,
    /// Everything is refuted by the first inequality alone.
    Anything,
}

struct Faulty(SimplexArithmetic, Fault);

impl Arithmetic for Faulty {
    fn solve(&mut self, is_whole: &[bool], inequalities: &[Inequality]) -> Solution {
        let one = BigRational::from_integer(1.into());
        match (self.0.solve(is_whole, inequalities), self.1) {
            (_, Fault::Anything) => {
                Solution::Refuted(Refutation::Sum(vec![(Source::Premise(0), one)]))
            }
            (Solution::Refuted(mut refutation), fault) => {
                spoil(&mut refutation, fault);
                Solution::Refuted(refutation)
            }
            (other, _) => other,
        }
    }
}

fn spoil(refutation: &mut Refutation, fault: Fault) {
    match refutation {
        Refutation::Sum(sum) => match fault {
            Fault::Factor => sum[0].1 += BigRational::from_integer(1.into()),
            Fault::Missing => drop(sum.pop()),
            _ => {}
        },
        Refutation::Cut(sum, _, rest) => {
            if let Fault::Cut = fault {
                let part = BigRational::new(2.into(), 3.into());
                sum.iter_mut().for_each(|entry| entry.1 *= &part);
            }
            spoil(rest, fault);
        }
        Refutation::Branch(_, at, _, cases) => {
            if let Fault::Branch = fault {
                *at += 1;
            }
            cases.iter_mut().for_each(|case| spoil(case, fault));
        }
    }
}

#[test]
fn spoilt_refutations_are_caught() {
    let faults = [Fault::Factor, Fault::Missing, Fault::Cut, Fault::Branch, Fault::Anything];
    for fault in faults {
        let mut caught = 0;
        for text in CONTRADICTIONS {
            let (store, formulas) = formulas(text);
            let faulty = Faulty(SimplexArithmetic::new(Budget::unlimited()), fault);
            let mut certifier = Certifier::new(|| false).with_arithmetic(Box::new(faulty));
            caught += u32::from(
                certifier.refute(&store, &formulas) == Answer::Unknown(Undecided::NoProof),
            );
        }
        assert!(caught > 0, "{fault:?}");
    }
}

#[test]
fn what_has_solutions_is_never_refuted() {
    // A solver that refutes anything, against formulas that hold for some numbers.
    let mut rng = Rng::new(1);
    for _ in 0..50 {
        let (a, b) = (rng.below(9), rng.below(9));
        let text = format!(
            "(declare-const x Int) (declare-const y Int)
             (assert (= (+ (* 2 x) y) {a})) (assert (or (< x {b}) (< y {b})))"
        );
        let (store, formulas) = formulas(&text);
        for fault in [Fault::Factor, Fault::Anything] {
            let faulty = Faulty(SimplexArithmetic::new(Budget::unlimited()), fault);
            let mut certifier = Certifier::new(|| false).with_arithmetic(Box::new(faulty));
            assert_ne!(certifier.refute(&store, &formulas), Answer::Refuted, "{text} {fault:?}");
        }
    }
}

/// Three whole variables between -3 and 3, and sums of them with random bounds.
fn random_inequalities(rng: &mut Rng) -> Vec<Inequality> {
    let number = |n: i64| BigRational::from_integer(n.into());
    let mut inequalities = Vec::new();
    for variable in 0..3 {
        for sign in [-1, 1] {
            let form = [(variable, number(sign))].into();
            inequalities.push(Inequality { form, bound: number(3), strict: false });
        }
    }
    for _ in 0..4 {
        let mut form = Form::new();
        for variable in 0..3 {
            let factor = rng.below(7) as i64 - 3;
            if factor != 0 {
                form.insert(variable, number(factor));
            }
        }
        let bound = number(rng.below(9) as i64 - 5);
        inequalities.push(Inequality { form, bound, strict: rng.below(3) == 0 });
    }
    inequalities
}

/// Whether whole numbers between -3 and 3 fulfil all inequalities.
fn has_whole_solution(inequalities: &[Inequality]) -> bool {
    let number = |n: usize| BigRational::from_integer((n as i64 - 3).into());
    (0..7 * 7 * 7).any(|point| {
        let values = [number(point % 7), number(point / 7 % 7), number(point / 49)];
        inequalities.iter().all(|Inequality { form, bound, strict }| {
            let sum: BigRational = form.iter().map(|(&x, c)| c * &values[x as usize]).sum();
            if *strict { sum < *bound } else { sum <= *bound }
        })
    })
}

/// Changes one thing in a refutation.
fn tamper(refutation: &mut Refutation, rng: &mut Rng) {
    let change = |sum: &mut Combination, rng: &mut Rng| {
        let Some(at) = (rng.below(sum.len() as u32 + 1) as usize).checked_sub(1) else {
            sum.push((
                Source::Premise(rng.below(10) as usize),
                BigRational::from_integer(1.into()),
            ));
            return;
        };
        match rng.below(4) {
            0 => drop(sum.remove(at)),
            1 => sum[at].0 = Source::Premise(rng.below(10) as usize),
            2 => sum[at].0 = Source::Step(rng.below(4)),
            _ => sum[at].1 *= BigRational::new((rng.below(7) as i64 - 1).into(), 2.into()),
        }
    };
    match refutation {
        Refutation::Sum(sum) => change(sum, rng),
        Refutation::Cut(sum, _, rest) => match rng.below(2) {
            0 => change(sum, rng),
            _ => tamper(rest, rng),
        },
        Refutation::Branch(variable, at, _, cases) => match rng.below(5) {
            0 => *variable = rng.below(3),
            1 => *at += rng.below(3) as i64 - 1,
            2 => cases.swap(0, 1),
            case => tamper(&mut cases[case as usize - 3], rng),
        },
    }
}

/// Whatever is done to refutations, none is accepted of inequalities with a solution.
#[test]
fn tampered_refutations_refute_nothing_that_has_a_solution() {
    let mut rng = Rng::new(7);
    let mut arithmetic = SimplexArithmetic::new(Budget::unlimited());
    let (mut refuted, mut rejected) = (0, 0);
    for _ in 0..300 {
        let inequalities = random_inequalities(&mut rng);
        let Solution::Refuted(refutation) = arithmetic.solve(&[true; 3], &inequalities) else {
            assert!(has_whole_solution(&inequalities));
            continue;
        };
        refuted += 1;
        assert!(!has_whole_solution(&inequalities));
        assert!(refutes(&refutation, &inequalities, &[true; 3]));
        for _ in 0..20 {
            let (mut refutation, mut inequalities) = (refutation.clone(), inequalities.clone());
            tamper(&mut refutation, &mut rng);
            let loose = 6 + rng.below(4) as usize;
            inequalities[loose].bound += BigRational::from_integer((rng.below(6) as i64).into());
            let is_accepted = refutes(&refutation, &inequalities, &[true; 3]);
            assert!(!is_accepted || !has_whole_solution(&inequalities), "{refutation:?}");
            rejected += u32::from(!is_accepted);
        }
    }
    assert!(refuted > 50 && rejected > 500, "{refuted} refuted, {rejected} rejected");
}
