//! Compares compiled terms with the evaluator of terms.

use super::bank::{Banks, Raw};
use super::compute::{Access, Application, Exit, Progress, Surroundings};
use super::instruction::Instruction;
use super::terms::TermCompiler;
use super::*;
use proptest::prelude::*;
use term::testing::{TermGenerator, TermShape};
use term::{FloatFormat, Op, Sort, Term, TermStore, eval};

/// Surroundings without memory.
struct Nothing;

impl Surroundings for Nothing {
    fn visit(&mut self, _: usize, _: bool) {}

    fn load(&mut self, _: u32, _: u64, _: usize) -> Option<u64> {
        None
    }

    fn store(&mut self, _: u32, _: u64, _: usize, _: u64) -> bool {
        false
    }

    fn may_access(&mut self, _: u32, _: Access) -> bool {
        false
    }

    fn offset(&mut self, _: u32, _: u64, _: u64) -> Option<u64> {
        None
    }
}

/// Runs instructions without jumps.
fn run(code: &[Instruction], applications: &[Application], banks: &mut Banks<'_>) {
    let mut progress = Progress { at: 0, steps: 0, pause: 1, recorded_from: 0 };
    let exit = compute::run(code, applications, banks, &mut progress, Nothing);
    assert_eq!(exit, Exit::End);
}

/// Random terms of one sort: compiled code must compute their value.
fn check(shape: &TermShape, sort: &Sort, seed: u64) -> Result<(), TestCaseError> {
    let mut store = TermStore::without_simplification();
    let mut generator = TermGenerator::new(shape.clone(), seed);
    let roots: Vec<Term> = (0..3).map(|_| generator.term(&mut store, sort)).collect();
    let symbols: Vec<_> = store.symbols().collect();
    let vars: Vec<Term> = symbols.iter().map(|&symbol| store.var(symbol)).collect();
    let mut compiler = TermCompiler::new(&store);
    let mut slots = Vec::new();
    for (&symbol, &var) in symbols.iter().zip(&vars) {
        let zero = Raw::encode(&term::Value::default_of(store.symbol_sort(symbol)));
        let slot = compiler.new_slot(zero);
        compiler.bind(var, slot);
        slots.push(slot);
    }
    let found = compiler.compute(&roots);
    let together = compiler.code.len();
    // The same again into a variable that the term may read, so that it overwrites its own part.
    let own = symbols.iter().position(|&symbol| store.symbol_sort(symbol) == sort);
    if let Some(own) = own {
        compiler.compute_into(roots[0], slots[own]);
    }
    for _ in 0..4 {
        let assignment = generator.assignment(&store);
        let (mut words, mut wides) = (compiler.words.clone(), compiler.wides.clone());
        let mut bigs = compiler.bigs.clone();
        let mut banks = Banks { words: &mut words, wides: &mut wides, bigs: &mut bigs };
        for (&symbol, &slot) in symbols.iter().zip(&slots) {
            banks.set(slot, Raw::encode(assignment.get(symbol).unwrap()));
        }
        run(&compiler.code[..together], &compiler.applications, &mut banks);
        for (&root, &slot) in roots.iter().zip(&found) {
            let expected = eval(&store, root, &assignment).unwrap();
            let computed = banks.get(slot);
            prop_assert_eq!(computed.decode(sort), expected, "{}", store.display(root));
        }
        if let Some(own) = own {
            run(&compiler.code[together..], &compiler.applications, &mut banks);
            let expected = eval(&store, roots[0], &assignment).unwrap();
            prop_assert_eq!(banks.get(slots[own]).decode(sort), expected);
        }
    }
    Ok(())
}

fn no_reals(op: Op) -> bool {
    !matches!(op, Op::FpFromReal | Op::FpToReal | Op::BvToInt | Op::IntToBv)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn words_are_computed_as_evaluated(seed: u64, width in 1u32..=64) {
        let shape = TermShape::bit_vectors(&[width, 8, 32, 64]).with_operators(no_reals);
        check(&shape, &Sort::BitVec(width), seed)?;
        check(&shape, &Sort::Bool, seed)?;
    }

    #[test]
    fn wide_vectors_are_computed_as_evaluated(seed: u64, width in 65u32..=140) {
        let shape = TermShape::bit_vectors(&[width, 64, 128, 200]).with_operators(no_reals);
        check(&shape, &Sort::BitVec(width), seed)?;
        check(&shape, &Sort::BitVec(64), seed)?;
        check(&shape, &Sort::Bool, seed)?;
    }

    #[test]
    fn floats_are_computed_as_evaluated(seed: u64) {
        let sorts = vec![
            Sort::Bool,
            Sort::BitVec(16),
            Sort::BitVec(32),
            Sort::BitVec(64),
            Sort::BitVec(128),
            Sort::Float(FloatFormat::F32),
            Sort::Float(FloatFormat::F64),
            Sort::Float(FloatFormat::X87),
            Sort::RoundingMode,
        ];
        let shape = TermShape { depth: 3, variables: 1, ..TermShape::new(sorts) };
        let shape = shape.with_operators(no_reals);
        for format in [FloatFormat::F32, FloatFormat::F64, FloatFormat::X87] {
            check(&shape, &Sort::Float(format), seed)?;
        }
        check(&shape, &Sort::BitVec(64), seed)?;
        check(&shape, &Sort::BitVec(32), seed)?;
        check(&shape, &Sort::Bool, seed)?;
    }
}

/// One operator at a time on edge cases, in the rounding modes that have instructions.
#[test]
fn host_floats_agree_on_edge_cases() {
    use term::{BitVec, Float, RoundingMode, Value};
    let edges_64: Vec<u64> =
        [0.0, 1.0, 0.5, 2.5, 1e300, 5e-324, f64::MAX, f64::INFINITY, f64::NAN, 0.1]
            .iter()
            .flat_map(|x: &f64| [x.to_bits(), (-x).to_bits()])
            .chain(
                [2f64.powi(31), 2f64.powi(63), 2f64.powi(64), -2f64.powi(63), -0.9]
                    .map(f64::to_bits),
            )
            .collect();
    let mut store = TermStore::without_simplification();
    let f64_sort = Sort::Float(FloatFormat::F64);
    let mut roots = Vec::new();
    let modes: Vec<Term> =
        RoundingMode::ALL.iter().map(|&mode| store.constant(Value::RoundingMode(mode))).collect();
    for &a in &edges_64 {
        let x =
            store.constant(Value::Float(Float::from_bits(FloatFormat::F64, BitVec::new(64, a))));
        for &mode in &modes {
            roots.push(store.fp_round_to_integral(mode, x));
            for width in [8, 32, 64] {
                let signed = store.fp_to_sbv(width, mode, x);
                let unsigned = store.fp_to_ubv(width, mode, x);
                roots.push(store.fp_from_sbv(FloatFormat::F32, mode, signed));
                roots.push(store.fp_from_ubv(FloatFormat::F64, mode, unsigned));
            }
            let narrow = store.fp_from_fp(FloatFormat::F32, mode, x);
            roots.push(store.fp_from_fp(FloatFormat::F64, mode, narrow));
            roots.push(store.fp_sqrt(mode, x));
        }
        for &b in &edges_64 {
            let y = store
                .constant(Value::Float(Float::from_bits(FloatFormat::F64, BitVec::new(64, b))));
            for op in [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv] {
                roots.push(store.apply(op, &[modes[0], x, y], Some(&f64_sort)).unwrap());
            }
            roots.push(store.fp_fma(modes[0], x, y, x));
        }
    }
    let mut compiler = TermCompiler::new(&store);
    let slots = compiler.compute(&roots);
    let (mut words, mut wides) = (compiler.words.clone(), compiler.wides.clone());
    let mut bigs = compiler.bigs.clone();
    let mut banks = Banks { words: &mut words, wides: &mut wides, bigs: &mut bigs };
    run(&compiler.code, &compiler.applications, &mut banks);
    let assignment = term::Assignment::new();
    let mut evaluator = term::Evaluator::new(&store, &assignment);
    for (&root, &slot) in roots.iter().zip(&slots) {
        let expected = evaluator.eval(root).unwrap();
        assert_eq!(banks.get(slot).decode(store.sort(root)), expected, "{}", store.display(root));
    }
}

#[test]
fn deep_terms_need_few_slots() {
    let mut store = TermStore::without_simplification();
    let x = store.declare("x", Sort::BitVec(32)).unwrap();
    let x = store.var(x);
    let mut deep = x;
    for _ in 0..300_000 {
        let negated = store.bv_neg(deep);
        deep = store.bv_mul(negated, x);
    }
    let mut compiler = TermCompiler::new(&store);
    let slot = compiler.new_slot(Raw::Word(0));
    compiler.bind(x, slot);
    compiler.compute(&[deep]);
    assert!(compiler.words.len() < 10, "{}", compiler.words.len());
}
