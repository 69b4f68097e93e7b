//! The lowering against the evaluator: both must give the same value under any assignment.

mod arrays;
mod exhaustive;
mod random;

use super::*;
use term::{Assignment, BitVec, Float, RoundingMode, eval};

/// A term over float variables, its lowered form, and the variables to assign.
struct Lowered {
    store: TermStore,
    term: Term,
    lowered: Term,
    lowering: FpLowering,
    variables: Vec<Symbol>,
}

impl Lowered {
    /// Builds a term over variables of the given sorts and lowers it.
    fn new(sorts: &[Sort], build: impl FnOnce(&mut TermStore, &[Term]) -> Term) -> Self {
        let mut store = TermStore::new();
        let variables: Vec<Symbol> = sorts.iter().map(|s| store.fresh("x", s.clone())).collect();
        let terms: Vec<Term> = variables.iter().map(|&v| store.var(v)).collect();
        let term = build(&mut store, &terms);
        let mut lowering = FpLowering::new();
        let lowered = lowering.lower(&mut store, term).unwrap();
        Self { store, term, lowered, lowering, variables }
    }

    /// Checks that term and lowered form agree when the variables have the given values.
    fn check(&self, values: &[Value]) {
        let (mut direct, mut bits) = (Assignment::new(), Assignment::new());
        for (&variable, value) in self.variables.iter().zip(values) {
            direct.set(variable, value.clone());
            let symbol = self.lowering.lowered_symbol(variable).unwrap_or(variable);
            bits.set(symbol, lower_value(value));
        }
        let expected = eval(&self.store, self.term, &direct).unwrap();
        let actual = eval(&self.store, self.lowered, &bits).unwrap();
        assert_eq!(actual, lower_value(&expected), "{values:?}: not {expected:?}");
        assert_eq!(raise_value(self.store.sort(self.term), &actual), expected);
    }
}

/// Every number of a small format.
fn all_floats(format: FloatFormat) -> Vec<Value> {
    let patterns = (0..1u64 << format.width()).map(|bits| BitVec::new(format.width(), bits));
    let mut floats: Vec<_> = patterns.map(|b| Value::Float(Float::from_bits(format, b))).collect();
    floats.sort();
    floats.dedup();
    floats
}

fn all_modes() -> [Value; 5] {
    RoundingMode::ALL.map(Value::RoundingMode)
}

#[test]
fn patterns_from_outside_become_canonical() {
    let format = FloatFormat::new(3, 3).unwrap();
    let lowered = Lowered::new(&[Sort::Float(format)], |_, x| x[0]);
    let symbol = lowered.lowering.lowered_symbol(lowered.variables[0]).unwrap();
    let reinterpreted = Lowered::new(&[Sort::BitVec(6)], |store, x| {
        let float = store.fp_from_bits(format, x[0]);
        store.fp_to_bits(float)
    });
    for pattern in 0..64 {
        let value = Value::bv(6, pattern);
        let mut bits = Assignment::new();
        bits.set(symbol, value.clone());
        let float = Float::from_bits(format, BitVec::new(6, pattern));
        let expected = Value::BitVec(float.bits().clone());
        assert_eq!(eval(&lowered.store, lowered.lowered, &bits), Ok(expected));
        assert_eq!(raise_value(&Sort::Float(format), &value), Value::Float(float));
        reinterpreted.check(&[value]);
    }
    let mode = Lowered::new(&[Sort::RoundingMode], |_, x| x[0]);
    let symbol = mode.lowering.lowered_symbol(mode.variables[0]).unwrap();
    for number in 0..8 {
        let mut bits = Assignment::new();
        bits.set(symbol, Value::bv(3, number));
        let canonical = eval(&mode.store, mode.lowered, &bits).unwrap();
        assert_eq!(canonical, Value::bv(3, number.min(4)));
        let raised = raise_value(&Sort::RoundingMode, &Value::bv(3, number));
        assert_eq!(lower_value(&raised), canonical);
    }
}

#[test]
fn constant_reals_are_rounded_in_every_mode() {
    for (numerator, denominator) in [(1, 3), (-1, 3), (0, 1), (1, 1 << 40), (1 << 40, 3)] {
        let real = Value::Real(rational(numerator, denominator));
        let lowered = Lowered::new(&[Sort::RoundingMode], |store, x| {
            let real = store.constant(real);
            store.fp_from_real(FloatFormat::F16, x[0], real)
        });
        for mode in all_modes() {
            lowered.check(&[mode]);
        }
    }
}

fn rational(numerator: i64, denominator: i64) -> num_rational::BigRational {
    num_rational::BigRational::new(numerator.into(), denominator.into())
}

#[test]
fn conversions_of_variable_reals_are_refused() {
    let mut store = TermStore::new();
    let real = store.declare("r", Sort::Real).unwrap();
    let real = store.var(real);
    let mode = store.constant(Value::RoundingMode(RoundingMode::TowardZero));
    let float = store.fp_from_real(FloatFormat::F32, mode, real);
    let back = store.fp_to_real(float);
    for term in [float, back] {
        assert_eq!(FpLowering::new().lower(&mut store, term), Err(FpLoweringError::Real));
    }
}

#[test]
fn operands_of_sums_and_products_commute() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| {
        let symbol = store.declare(name, Sort::Float(FloatFormat::F32)).unwrap();
        store.var(symbol)
    });
    let mode = store.constant(Value::RoundingMode(RoundingMode::NearestEven));
    let mut lowering = FpLowering::new();
    for op in [Op::FpAdd, Op::FpMul] {
        let [left, right] = [[mode, x, y], [mode, y, x]].map(|args| {
            let term = store.make(op, &Sort::Float(FloatFormat::F32), &args);
            lowering.lower(&mut store, term).unwrap()
        });
        assert_eq!(left, right, "{op:?}");
    }
}

#[test]
fn deep_terms_are_lowered_without_recursion() {
    let mut store = TermStore::new();
    let x = store.declare("x", Sort::Float(FloatFormat::F16)).unwrap();
    let y = store.declare("y", Sort::Float(FloatFormat::F16)).unwrap();
    let (x, y) = (store.var(x), store.var(y));
    let mut deep = x;
    for _ in 0..20_000 {
        let smaller = store.fp_min(deep, y);
        deep = store.fp_max(x, smaller);
    }
    let lowered = FpLowering::new().lower(&mut store, deep).unwrap();
    assert_eq!(store.sort(lowered), &Sort::BitVec(16));
}
