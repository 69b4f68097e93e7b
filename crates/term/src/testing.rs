//! Random terms and values for the tests of this and other crates. The same seed gives the same
//! terms.

pub mod tools;

use crate::bitvec::BitVec;
use crate::eval::{Assignment, FunctionValue};
use crate::float::{Float, FloatFormat, RoundingMode};
use crate::ids::Term;
use crate::op::{Arity, Op, Signature};
use crate::sort::Sort;
use crate::store::TermStore;
use crate::value::{ArrayValue, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

/// A small generator of random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator that depends on the seed only.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        (self.next_u64() % u64::from(bound)) as u32
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// One of the elements.
    pub fn pick<'a, T>(&mut self, elements: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(elements.len()).ok().filter(|&count| count > 0)?;
        elements.get(self.below(count) as usize)
    }
}

/// The shape of random terms.
#[derive(Clone, Debug)]
pub struct TermShape {
    /// Sorts that variables and the arguments of predicates have. Operators may need more.
    pub sorts: Vec<Sort>,
    /// Operators to use; the indices of indexed ones are chosen anew each time.
    pub operators: Vec<Op>,
    /// Maximal number of operator levels; simplification may remove some. The size of a term grows
    /// exponentially with it.
    pub depth: u32,
    /// Number of variables of each sort.
    pub variables: u32,
    /// Number of uninterpreted functions with each result sort.
    pub functions: u32,
}

impl TermShape {
    /// Terms over the given sorts with all operators.
    pub fn new(sorts: Vec<Sort>) -> TermShape {
        TermShape { sorts, operators: Op::ALL.to_vec(), depth: 4, variables: 2, functions: 0 }
    }

    /// Bit-vectors of the given widths, and truth values.
    pub fn bit_vectors(widths: &[u32]) -> TermShape {
        let bit_vectors = widths.iter().map(|&width| Sort::BitVec(width));
        TermShape::new(std::iter::once(Sort::Bool).chain(bit_vectors).collect())
    }

    /// Every theory at once.
    pub fn everything() -> TermShape {
        let tiny = FloatFormat::new(3, 5).expect("a supported format");
        let sorts = vec![
            Sort::Bool,
            Sort::BitVec(1),
            Sort::BitVec(8),
            Sort::BitVec(32),
            Sort::BitVec(65),
            Sort::Float(tiny),
            Sort::Float(FloatFormat::F32),
            Sort::RoundingMode,
            Sort::Int,
            Sort::Real,
            Sort::array(Sort::BitVec(8), Sort::BitVec(32)),
            Sort::array(Sort::Int, Sort::array(Sort::BitVec(8), Sort::Bool)),
            Sort::array(Sort::BitVec(8), Sort::Bool),
        ];
        TermShape { functions: 1, ..TermShape::new(sorts) }
    }

    /// The same shape with another depth.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> TermShape {
        TermShape { depth, ..self }
    }

    /// The same shape with only the operators for which `keep` holds.
    #[must_use]
    pub fn with_operators(mut self, keep: impl Fn(Op) -> bool) -> TermShape {
        self.operators.retain(|&op| keep(op));
        self
    }
}

/// Makes random terms. They share parts and variables with the terms made before them.
#[derive(Clone, Debug)]
pub struct TermGenerator {
    shape: TermShape,
    rng: Rng,
    made: FxHashMap<Sort, Vec<Term>>,
}

impl TermGenerator {
    /// A generator that depends on its arguments only.
    pub fn new(shape: TermShape, seed: u64) -> TermGenerator {
        TermGenerator { shape, rng: Rng::new(seed), made: FxHashMap::default() }
    }

    /// A random term of the given sort.
    pub fn term(&mut self, store: &mut TermStore, sort: &Sort) -> Term {
        self.term_of_depth(store, sort, self.shape.depth)
    }

    /// A random term of sort `Bool`.
    pub fn formula(&mut self, store: &mut TermStore) -> Term {
        self.term(store, &Sort::Bool)
    }

    /// A random value of the given sort, often an extreme one.
    pub fn value(&mut self, sort: &Sort) -> Value {
        random_value(&mut self.rng, sort)
    }

    /// Random values for all symbols of the store.
    pub fn assignment(&mut self, store: &TermStore) -> Assignment {
        let mut assignment = Assignment::new();
        for symbol in store.symbols() {
            let default = self.value(store.symbol_sort(symbol));
            let parameters = store.parameters(symbol);
            if parameters.is_empty() {
                assignment.set(symbol, default);
                continue;
            }
            let mut function = FunctionValue { default, entries: Default::default() };
            for _ in 0..self.rng.below(4) {
                let key = parameters.iter().map(|sort| self.value(sort)).collect();
                function.entries.insert(key, self.value(store.symbol_sort(symbol)));
            }
            assignment.set_function(symbol, function);
        }
        assignment
    }

    fn term_of_depth(&mut self, store: &mut TermStore, sort: &Sort, depth: u32) -> Term {
        if self.rng.one_in(8)
            && let Some(&old) = self.made.get(sort).and_then(|made| self.rng.pick(made))
        {
            return old;
        }
        let term = match self.application(store, sort, depth) {
            Some(term) => term,
            None => self.leaf(store, sort),
        };
        self.made.entry(sort.clone()).or_default().push(term);
        term
    }

    fn leaf(&mut self, store: &mut TermStore, sort: &Sort) -> Term {
        if self.shape.variables == 0 || self.rng.one_in(4) {
            let value = self.value(sort);
            return store.constant(value);
        }
        let name = format!("{}_{}", short_name(sort), self.rng.below(self.shape.variables));
        let symbol = store.declare(&name, sort.clone()).expect("the sort is part of the name");
        store.var(symbol)
    }

    fn application(&mut self, store: &mut TermStore, sort: &Sort, depth: u32) -> Option<Term> {
        let depth = depth.checked_sub(1)?;
        if self.shape.functions > 0 && self.rng.one_in(8) {
            return Some(self.call(store, sort, depth));
        }
        let count = self.shape.operators.len();
        let start = self.rng.next_u64() as usize % count.max(1);
        for i in 0..count {
            let op = self.shape.operators[(start + i) % count];
            if let Some((op, parameters)) = self.instance(op, sort) {
                let args: Vec<Term> = parameters
                    .iter()
                    .map(|parameter| self.term_of_depth(store, parameter, depth))
                    .collect();
                return Some(store.apply(op, &args, Some(sort)).expect("chosen to be well sorted"));
            }
        }
        None
    }

    fn call(&mut self, store: &mut TermStore, sort: &Sort, depth: u32) -> Term {
        let number = self.rng.below(self.shape.functions);
        let name = format!("to_{}_{number}", short_name(sort));
        let function = match store.lookup(&name) {
            Some(function) => function,
            None => {
                let count = 1 + self.rng.below(2);
                let parameters: Vec<Sort> = (0..count)
                    .map(|_| self.any_sort(|_| true).unwrap_or_else(|| sort.clone()))
                    .collect();
                store.declare_function(&name, &parameters, sort.clone()).expect("a new name")
            }
        };
        let parameters = store.parameters(function).to_vec();
        let args: Vec<Term> =
            parameters.iter().map(|sort| self.term_of_depth(store, sort, depth)).collect();
        store.call(function, &args)
    }

    fn any_sort(&mut self, accept: impl Fn(&Sort) -> bool) -> Option<Sort> {
        let accepted: Vec<&Sort> = self.shape.sorts.iter().filter(|sort| accept(sort)).collect();
        self.rng.pick(&accepted).map(|&sort| sort.clone())
    }

    fn any_bit_vector(&mut self) -> Option<Sort> {
        self.any_sort(|sort| sort.bit_width().is_some())
    }

    fn any_float(&mut self) -> Option<Sort> {
        self.any_sort(|sort| sort.float_format().is_some())
    }

    /// The operator with random indices, and sorts of arguments for which it yields `sort`.
    fn instance(&mut self, op: Op, sort: &Sort) -> Option<(Op, Vec<Sort>)> {
        let arity = match op.info().arity {
            Arity::Exactly(n) => usize::from(n),
            Arity::AtLeastTwo | Arity::Declared => 2 + self.rng.below(3) as usize,
        };
        let rounded = |argument: Sort| vec![Sort::RoundingMode, argument];
        let has = |generator: &Self, sort: &Sort| generator.shape.sorts.contains(sort);
        let parameters = match (op.info().signature, sort) {
            (Signature::Declared, _) => return None,
            (Signature::Extract, Sort::BitVec(width)) => return self.extract(*width),
            (Signature::Extend, Sort::BitVec(width)) => {
                let extra = self.rng.below(*width);
                let op = match op {
                    Op::BvZeroExtend(_) => Op::BvZeroExtend(extra),
                    _ => Op::BvSignExtend(extra),
                };
                return Some((op, vec![Sort::BitVec(width - extra)]));
            }
            (Signature::BitVecs, Sort::BitVec(width)) => {
                let by = self.rng.below(2 * width);
                let op = match op {
                    Op::BvRotateLeft(_) => Op::BvRotateLeft(by),
                    Op::BvRotateRight(_) => Op::BvRotateRight(by),
                    _ => op,
                };
                return Some((op, vec![sort.clone(); arity]));
            }
            (Signature::Bools, Sort::Bool)
            | (Signature::Arithmetic, Sort::Int | Sort::Real)
            | (Signature::Ints, Sort::Int)
            | (Signature::Reals, Sort::Real)
            | (Signature::Floats, Sort::Float(_)) => vec![sort.clone(); arity],
            (Signature::Equality, Sort::Bool) => vec![self.any_sort(|_| true)?; 2],
            (Signature::Ite, _) => vec![Sort::Bool, sort.clone(), sort.clone()],
            (Signature::Concat, Sort::BitVec(width @ 2..)) => {
                let low = 1 + self.rng.below(width - 1);
                vec![Sort::BitVec(width - low), Sort::BitVec(low)]
            }
            (Signature::BitVecPredicate, Sort::Bool) => vec![self.any_bit_vector()?; 2],
            (Signature::Select, element) => {
                let array =
                    self.any_sort(|s| s.as_array().is_some_and(|a| a.element == *element))?;
                let index = array.as_array()?.index.clone();
                vec![array, index]
            }
            (Signature::Store, Sort::Array(array)) => {
                vec![sort.clone(), array.index.clone(), array.element.clone()]
            }
            (Signature::ConstArray, Sort::Array(array)) => vec![array.element.clone()],
            (Signature::ArithmeticPredicate, Sort::Bool) => {
                vec![self.any_sort(Sort::is_arithmetic)?; 2]
            }
            (Signature::IntToReal, Sort::Real) | (Signature::IntToBv, Sort::BitVec(_))
                if has(self, &Sort::Int) =>
            {
                vec![Sort::Int]
            }
            (Signature::RealToInt, Sort::Int) | (Signature::RealPredicate, Sort::Bool)
                if has(self, &Sort::Real) =>
            {
                vec![Sort::Real]
            }
            (Signature::BvToInt, Sort::Int) => vec![self.any_bit_vector()?],
            (Signature::RoundedFloats, Sort::Float(_)) => {
                let mut parameters = vec![sort.clone(); arity];
                parameters[0] = Sort::RoundingMode;
                parameters
            }
            (Signature::FloatPredicate, Sort::Bool) => vec![self.any_float()?; arity],
            (Signature::FloatFromBits, Sort::Float(format)) => vec![Sort::BitVec(format.width())],
            (Signature::FloatToBits, Sort::BitVec(width)) => {
                let fits = |s: &Sort| s.float_format().is_some_and(|f| f.width() == *width);
                vec![self.any_sort(fits)?]
            }
            (Signature::FloatFromFloat, Sort::Float(_))
            | (Signature::FloatToBitVec, Sort::BitVec(_)) => rounded(self.any_float()?),
            (Signature::FloatFromBitVec, Sort::Float(_)) => rounded(self.any_bit_vector()?),
            (Signature::FloatFromReal, Sort::Float(_)) if has(self, &Sort::Real) => {
                rounded(Sort::Real)
            }
            (Signature::FloatToReal, Sort::Real) => vec![self.any_float()?],
            _ => return None,
        };
        Some((op, parameters))
    }

    fn extract(&mut self, width: u32) -> Option<(Op, Vec<Sort>)> {
        let wider = self.any_sort(|sort| sort.bit_width().is_some_and(|w| w >= width));
        let total = wider.and_then(|sort| sort.bit_width()).unwrap_or(width + self.rng.below(4));
        let low = self.rng.below(total - width + 1);
        Some((Op::BvExtract { high: low + width - 1, low }, vec![Sort::BitVec(total)]))
    }
}

/// A word for a sort, for the names of its variables.
fn short_name(sort: &Sort) -> String {
    match sort {
        Sort::Bool => "bool".to_owned(),
        Sort::BitVec(width) => format!("bv{width}"),
        Sort::Float(format) => format!("fp{}.{}", format.exponent, format.significand),
        Sort::RoundingMode => "mode".to_owned(),
        Sort::Int => "int".to_owned(),
        Sort::Real => "real".to_owned(),
        Sort::Array(array) => {
            format!("[{}]{}", short_name(&array.index), short_name(&array.element))
        }
    }
}

fn random_value(rng: &mut Rng, sort: &Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(rng.one_in(2)),
        Sort::BitVec(width) => Value::BitVec(random_bits(rng, *width)),
        Sort::Float(format) => Value::Float(random_float(rng, *format)),
        Sort::RoundingMode => {
            let mode = rng.pick(&RoundingMode::ALL).copied();
            Value::RoundingMode(mode.unwrap_or(RoundingMode::NearestEven))
        }
        Sort::Int => Value::Int(random_integer(rng)),
        Sort::Real => {
            let denominator = BigInt::from(1 + rng.below(12));
            Value::Real(BigRational::new(random_integer(rng), denominator))
        }
        Sort::Array(array) => {
            let default = random_value(rng, &array.element);
            let mut value = ArrayValue::constant(array.index.clone(), default);
            for _ in 0..rng.below(4) {
                let index = random_value(rng, &array.index);
                value = value.store(index, random_value(rng, &array.element));
            }
            Value::Array(Box::new(value))
        }
    }
}

fn random_bits(rng: &mut Rng, width: u32) -> BitVec {
    match rng.below(8) {
        0 => BitVec::zero(width),
        1 => BitVec::one(width),
        2 => BitVec::ones(width),
        3 => BitVec::min_signed(width),
        4 => BitVec::max_signed(width),
        5 => BitVec::new(width, u64::from(rng.below(8))),
        _ => BitVec::from_bits(width, |_| rng.one_in(2)),
    }
}

fn random_float(rng: &mut Rng, format: FloatFormat) -> Float {
    let negative = rng.one_in(2);
    match rng.below(10) {
        0 => Float::zero(format, negative),
        1 => Float::infinity(format, negative),
        2 => Float::nan(format),
        3 => Float::from_bits(format, BitVec::one(format.width())),
        _ => Float::from_bits(format, BitVec::from_bits(format.width(), |_| rng.one_in(2))),
    }
}

fn random_integer(rng: &mut Rng) -> BigInt {
    let magnitude = match rng.below(4) {
        0 => BigInt::from(rng.next_u64()) * 3,
        1 => BigInt::from(rng.below(1000)),
        _ => BigInt::from(rng.below(5)),
    };
    if rng.one_in(2) { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traverse::post_order;
    use std::collections::HashSet;
    use std::mem::discriminant;

    #[test]
    fn every_operator_occurs() {
        let mut store = TermStore::without_simplification();
        let shape = TermShape::everything();
        let sorts = shape.sorts.clone();
        let mut generator = TermGenerator::new(shape, 1);
        let mut roots = Vec::new();
        for _ in 0..40 {
            roots.extend(sorts.iter().map(|sort| generator.term(&mut store, sort)));
        }
        let parts = post_order(&store, &roots, |_| false);
        let seen: HashSet<_> = parts.iter().map(|&part| discriminant(&store.op(part))).collect();
        for op in Op::ALL {
            assert!(seen.contains(&discriminant(op)), "{op:?} does not occur");
        }
        assert!(parts.iter().any(|&part| matches!(store.op(part), Op::Apply(_))));
    }

    #[test]
    fn the_seed_decides() {
        let make = |seed| {
            let mut store = TermStore::new();
            let mut generator = TermGenerator::new(TermShape::bit_vectors(&[8]), seed);
            let term = generator.formula(&mut store);
            store.display(term).to_string()
        };
        assert_eq!(make(7), make(7));
        assert!((0..20).any(|seed| make(seed) != make(7)));
    }

    #[test]
    fn terms_can_be_evaluated() {
        let mut store = TermStore::new();
        let mut generator = TermGenerator::new(TermShape::everything(), 3);
        for _ in 0..100 {
            let term = generator.formula(&mut store);
            let assignment = generator.assignment(&store);
            let value = crate::eval(&store, term, &assignment).unwrap();
            assert!(value.as_bool().is_some());
        }
    }
}
