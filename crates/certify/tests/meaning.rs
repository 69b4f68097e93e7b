//! The certifier interprets operators as the evaluator does.

use certify::{Answer, Certifier};
use std::collections::BTreeSet;
use term::testing::{Rng, TermGenerator, TermShape};
use term::{
    Assignment, BitVec, Float, FloatFormat, Op, RoundingMode, Sort, Symbol, Term, TermStore, Value,
    eval, free_vars,
};

fn certifier() -> Certifier {
    Certifier::new(|| false)
}

/// Checks that a term has exactly the value that the evaluator computes for the given variable
/// values.
fn check_value(
    certifier: &mut Certifier,
    store: &mut TermStore,
    term: Term,
    assignment: &Assignment,
) {
    let expected = eval(store, term, assignment).expect("every variable has a value");
    let mut known: Vec<Term> = Vec::new();
    for symbol in free_vars(store, &[term]) {
        let value = assignment.get(symbol).expect("every variable has a value").clone();
        let (variable, value) = (store.var(symbol), store.constant(value));
        known.push(store.eq(variable, value));
    }
    let value = store.constant(expected.clone());
    let equal = store.eq(term, value);
    let different = store.not(equal);
    let context = || format!("{} = {expected}", store.display(term));
    let asked = |answer: Term| known.iter().copied().chain([answer]).collect::<Vec<_>>();
    assert_eq!(certifier.refute(store, &asked(different)), Answer::Refuted, "{}", context());
    assert_eq!(certifier.refute(store, &asked(equal)), Answer::Satisfiable, "{}", context());
}

fn variables(store: &mut TermStore, sort: &Sort, names: &[&str]) -> Vec<Symbol> {
    names.iter().map(|name| store.declare(name, sort.clone()).expect("a new name")).collect()
}

const UNARY: &[Op] = &[
    Op::BvNot,
    Op::BvNeg,
    Op::BvZeroExtend(2),
    Op::BvSignExtend(2),
    Op::BvRotateLeft(1),
    Op::BvRotateRight(2),
    Op::BvExtract { high: 0, low: 0 },
];

const BINARY: &[Op] = &[
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvAdd,
    Op::BvSub,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvSmod,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
    Op::BvConcat,
    Op::BvUlt,
    Op::BvUle,
    Op::BvSlt,
    Op::BvSle,
    Op::Eq,
];

#[test]
fn every_operator_on_all_small_bit_vectors() {
    for width in 1..=3 {
        let mut store = TermStore::without_simplification();
        let mut certifier = certifier();
        let sort = Sort::BitVec(width);
        let symbols = variables(&mut store, &sort, &["a", "b"]);
        let (a, b) = (store.var(symbols[0]), store.var(symbols[1]));
        let mut terms: Vec<Term> = Vec::new();
        terms.extend(UNARY.iter().map(|&op| store.apply(op, &[a], None).expect("well-sorted")));
        terms.extend(BINARY.iter().map(|&op| store.apply(op, &[a, b], None).expect("well-sorted")));
        for values in 0..1u64 << (2 * width) {
            let mut assignment = Assignment::new();
            assignment.set(symbols[0], Value::bv(width, values));
            assignment.set(symbols[1], Value::bv(width, values >> width));
            for &term in &terms {
                check_value(&mut certifier, &mut store, term, &assignment);
            }
        }
    }
}

fn check_random(shape: &TermShape, rounds: u64) {
    for seed in 0..rounds {
        let mut store = TermStore::without_simplification();
        let mut generator = TermGenerator::new(shape.clone(), seed);
        let mut certifier = certifier();
        if seed % 2 == 0 {
            certifier.limit_tables(0);
        }
        let mut rng = Rng::new(seed);
        for _ in 0..4 {
            let sort = rng.pick(&shape.sorts).expect("there are sorts").clone();
            let term = generator.term(&mut store, &sort);
            let assignment = generator.assignment(&store);
            check_value(&mut certifier, &mut store, term, &assignment);
        }
    }
}

#[test]
fn random_terms_over_bit_vectors() {
    check_random(&TermShape::bit_vectors(&[1, 4, 8, 13]), 60);
}

#[test]
fn random_terms_over_wide_bit_vectors() {
    let divides = |op| matches!(op, Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod);
    let shape = TermShape::bit_vectors(&[32, 65]).with_operators(|op| !divides(op)).with_depth(3);
    check_random(&shape, 20);
}

#[test]
fn random_terms_over_arrays() {
    let (small, byte) = (Sort::BitVec(2), Sort::BitVec(8));
    let arrays = [
        Sort::array(small.clone(), byte.clone()),
        Sort::array(byte.clone(), small.clone()),
        Sort::array(byte.clone(), Sort::Bool),
    ];
    let sorts = [Sort::Bool, small, byte].into_iter().chain(arrays).collect();
    let shape = TermShape::new(sorts).with_operators(|op| {
        matches!(op, Op::Select | Op::Store | Op::ConstArray | Op::Eq | Op::Ite | Op::BvAdd)
    });
    check_random(&shape.with_depth(4), 80);
}

fn float(exponent: u32, significand: u32) -> Sort {
    Sort::Float(FloatFormat::new(exponent, significand).expect("a supported format"))
}

/// All values of a float of a few bits.
fn all_floats(sort: &Sort) -> BTreeSet<Value> {
    let format = sort.float_format().expect("floats");
    let patterns = (0..1u64 << format.width()).map(|bits| BitVec::new(format.width(), bits));
    patterns.map(|bits| Value::Float(Float::from_bits(format, bits))).collect()
}

/// Operators with the given number of float arguments; those with a rounding mode in all modes.
fn float_terms(store: &mut TermStore, args: &[Term], wide: &Sort) -> Vec<Term> {
    let modes = RoundingMode::ALL.map(|mode| store.constant(Value::RoundingMode(mode)));
    let sort = store.sort(args[0]).clone();
    let (plain, rounded): (&[Op], &[Op]) = match args.len() {
        1 => (
            &[
                Op::FpAbs,
                Op::FpNeg,
                Op::FpIsNormal,
                Op::FpIsSubnormal,
                Op::FpIsZero,
                Op::FpIsInfinite,
                Op::FpIsNan,
                Op::FpIsNegative,
                Op::FpIsPositive,
                Op::FpToBits,
            ],
            &[Op::FpSqrt, Op::FpRoundToIntegral],
        ),
        2 => (
            &[Op::FpRem, Op::FpMin, Op::FpMax, Op::FpLe, Op::FpLt, Op::FpEq, Op::Eq],
            &[Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv],
        ),
        _ => (&[], &[Op::FpFma]),
    };
    let mut terms = Vec::new();
    for &op in plain {
        terms.push(store.apply(op, args, None).expect("well-sorted"));
    }
    for mode in modes {
        let with_mode: Vec<Term> = [mode].into_iter().chain(args.iter().copied()).collect();
        for &op in rounded {
            terms.push(store.apply(op, &with_mode, Some(&sort)).expect("well-sorted"));
        }
        if args.len() == 1 {
            for (op, sort) in [
                (Op::FpFromFp, wide.clone()),
                (Op::FpToSbv, Sort::BitVec(3)),
                (Op::FpToUbv, Sort::BitVec(3)),
                (Op::FpToSbv, Sort::BitVec(1)),
                (Op::FpToUbv, Sort::BitVec(9)),
            ] {
                terms.push(store.apply(op, &with_mode, Some(&sort)).expect("well-sorted"));
            }
        }
    }
    terms
}

/// Checks every operator on values of `count` variables; of all combinations, one in `one_in`.
fn check_floats(sort: &Sort, wide: &Sort, count: usize, one_in: u32) {
    let mut store = TermStore::without_simplification();
    let symbols = variables(&mut store, sort, &["x", "y", "z"][..count]);
    let args: Vec<Term> = symbols.iter().map(|&symbol| store.var(symbol)).collect();
    let values: Vec<Value> = all_floats(sort).into_iter().collect();
    let mut rng = Rng::new(count as u64);
    for term in float_terms(&mut store, &args, wide) {
        // A fresh certifier for each operator: the solver assigns all variables it knows.
        let mut certifier = certifier();
        for number in 0..values.len().pow(count as u32) {
            if !rng.one_in(one_in) {
                continue;
            }
            let mut assignment = Assignment::new();
            let mut rest = number;
            for &symbol in &symbols {
                assignment.set(symbol, values[rest % values.len()].clone());
                rest /= values.len();
            }
            check_value(&mut certifier, &mut store, term, &assignment);
        }
    }
}

#[test]
fn operators_of_one_small_float() {
    check_floats(&float(3, 4), &float(4, 6), 1, 1);
    check_floats(&float(3, 5), &float(2, 3), 1, 1);
    check_floats(&float(2, 2), &float(5, 2), 1, 1);
}

#[test]
fn operators_of_two_small_floats() {
    check_floats(&float(2, 2), &float(2, 2), 2, 1);
    check_floats(&float(2, 3), &float(2, 3), 2, 4);
    check_floats(&float(3, 4), &float(3, 4), 2, 100);
}

#[test]
fn operators_of_three_small_floats() {
    check_floats(&float(2, 2), &float(2, 2), 3, 4);
    check_floats(&float(3, 3), &float(3, 3), 3, 400);
}

#[test]
fn integers_become_floats() {
    for (width, sort) in [(1, float(2, 3)), (5, float(3, 3)), (5, float(2, 2)), (3, float(4, 8))] {
        let mut store = TermStore::without_simplification();
        let mut certifier = certifier();
        let symbols = variables(&mut store, &Sort::BitVec(width), &["a"]);
        let a = store.var(symbols[0]);
        for mode in RoundingMode::ALL {
            let mode = store.constant(Value::RoundingMode(mode));
            for op in [Op::FpFromSbv, Op::FpFromUbv] {
                let term = store.apply(op, &[mode, a], Some(&sort)).expect("well-sorted");
                for value in 0..1 << width {
                    let mut assignment = Assignment::new();
                    assignment.set(symbols[0], Value::bv(width, value));
                    check_value(&mut certifier, &mut store, term, &assignment);
                }
            }
        }
    }
}

#[test]
fn random_terms_over_floats() {
    let of_reals = |op| matches!(op, Op::FpFromReal | Op::FpToReal | Op::BvToInt | Op::IntToBv);
    let sorts = vec![Sort::Bool, Sort::BitVec(8), Sort::RoundingMode, float(3, 5), float(4, 4)];
    let shape = TermShape::new(sorts).with_operators(|op| !of_reals(op)).with_depth(3);
    check_random(&shape, 40);
}

/// The formats of C, with few operators, since the circuits are large.
#[test]
fn random_terms_over_wide_floats() {
    for format in [FloatFormat::F32, FloatFormat::F64, FloatFormat::X87] {
        let sorts = vec![Sort::Bool, Sort::Float(format), Sort::BitVec(32)];
        let shape = TermShape::new(sorts).with_depth(2).with_operators(|op| {
            let of_reals = matches!(op, Op::FpFromReal | Op::FpToReal);
            op.info().name.contains("fp") && !of_reals && op != Op::FpRem
        });
        check_random(&shape, 4);
    }
}
