//! Lowering of floating-point terms to bit-vector terms, for any format.
//!
//! A float becomes the bit-vector of its IEEE pattern, and a rounding mode a vector of three bits;
//! arrays and functions over them change their sorts accordingly. Every lowered NaN has the
//! canonical pattern, so that equality of floats is equality of vectors. Patterns from outside
//! (variables, array elements, function values, reinterpreted bits) are made canonical where they
//! enter.
//!
//! Sums, comparisons and conversions to integers work directly on the patterns. Floats are unpacked
//! only if the first bit of a significand must be known (products, quotients, roots, other
//! formats), which costs a shifter for subnormal numbers. Unpacked forms are kept and shared, and
//! unpacking results that cannot be subnormal is free.

mod add;
mod compare;
mod divide;
mod integral;
mod mode;
mod multiply;
mod pattern;
mod ranged;
mod remainder;
mod round;
mod shift;
mod sorts;
#[cfg(test)]
mod tests;

use mode::Mode;
use pattern::{Pattern, Unpacked};
use rustc_hash::{FxHashMap, FxHashSet};
pub use sorts::{lower_sort, lower_value, raise_value};
use term::{FloatFormat, Op, Sort, Symbol, Term, TermStore, Value, post_order};
use thiserror::Error;

/// Why a term cannot be lowered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FpLoweringError {
    /// A conversion between floats and reals that are not constants.
    #[error("cannot convert between floating-point numbers and reals that are not constant")]
    Real,
    /// Arrays with floats as arguments of functions or as indices of arrays.
    #[error("arrays of floating-point numbers cannot be {0}")]
    ArrayAsKey(&'static str),
    /// Equality of arrays with floats as indices: vectors that represent no float would count.
    #[error("arrays indexed by floating-point numbers cannot be compared")]
    ComparedByFloatIndex,
}

/// Lowers terms of one store and remembers the results, so that every shared subterm is lowered
/// once.
#[derive(Clone, Debug, Default)]
pub struct FpLowering {
    lowered: FxHashMap<Term, Term>,
    /// The lowered symbol of each constant and function whose sort changes.
    symbols: FxHashMap<Symbol, Symbol>,
    /// The unpacked form of patterns.
    unpacked: FxHashMap<Term, Unpacked>,
    /// Patterns that are never those of subnormal numbers.
    never_subnormal: FxHashSet<Term>,
    side_conditions: Vec<Term>,
}

impl FpLowering {
    /// A lowering that has not seen any term yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The equivalent of a term without floats and rounding modes, in the sort given by
    /// [`lower_sort`]. It is equivalent under the conditions that [`Self::take_side_conditions`]
    /// returns afterwards.
    pub fn lower(&mut self, store: &mut TermStore, term: Term) -> Result<Term, FpLoweringError> {
        for part in post_order(store, &[term], |t| self.lowered.contains_key(&t)) {
            let lowered = self.lower_node(store, part)?;
            self.lowered.insert(part, lowered);
        }
        Ok(self.lowered[&term])
    }

    /// Conditions since the last call, to be asserted permanently. They only restrict symbols that
    /// the lowering introduced.
    pub fn take_side_conditions(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.side_conditions)
    }

    /// The symbol for a constant or function in lowered terms, if it differs. [`raise_value`]
    /// translates its value back.
    pub fn lowered_symbol(&self, symbol: Symbol) -> Option<Symbol> {
        self.symbols.get(&symbol).copied()
    }

    fn lower_node(&mut self, store: &mut TermStore, term: Term) -> Result<Term, FpLoweringError> {
        let op = store.op(term);
        let sort = store.sort(term).clone();
        let args: Vec<Term> = store.args(term).to_vec();
        let sources: Vec<Sort> = args.iter().map(|&a| store.sort(a).clone()).collect();
        let lowered: Vec<Term> = args.iter().map(|a| self.lowered[a]).collect();
        match op {
            Op::Const(_) => Ok(lower_constant(store, term, &sort)),
            Op::Var(symbol) => {
                let symbol = self.symbol(store, symbol)?;
                let bits = store.var(symbol);
                Ok(canonical(store, &sort, bits))
            }
            Op::Apply(symbol) => {
                let symbol = self.symbol(store, symbol)?;
                let bits = store.call(symbol, &lowered);
                Ok(canonical(store, &sort, bits))
            }
            Op::Select => {
                let bits = store.select(lowered[0], lowered[1]);
                Ok(canonical(store, &sort, bits))
            }
            Op::Eq => self.lower_equality(store, &sources[0], lowered[0], lowered[1]),
            Op::FpFromReal => {
                let real = store.as_value(args[1]).cloned();
                from_real(store, &sort, Mode(lowered[0]), real)
            }
            Op::FpToReal => Err(FpLoweringError::Real),
            _ => Ok(match self.lower_float_op(store, op, &sort, &sources, &lowered) {
                Some(term) => term,
                None if lowered == args => term,
                None => store.make(op, &lower_sort(&sort), &lowered),
            }),
        }
    }

    /// The lowered form of a floating-point operator; `None` for others.
    fn lower_float_op(
        &mut self,
        store: &mut TermStore,
        op: Op,
        sort: &Sort,
        sources: &[Sort],
        args: &[Term],
    ) -> Option<Term> {
        let operand = |i: usize| {
            let format = sources[i].float_format().expect("a floating-point operand");
            Pattern { format, bits: args[i] }
        };
        let target = |sort: &Sort| sort.float_format().expect("a floating-point result");
        let width = |sort: &Sort| sort.bit_width().expect("a bit-vector result");
        let mode = || Mode(args[0]);
        Some(match op {
            Op::FpAbs => compare::absolute(store, operand(0)),
            Op::FpNeg => compare::negate(store, operand(0)),
            Op::FpAdd => add::add(store, mode(), operand(1), operand(2), false),
            Op::FpSub => add::add(store, mode(), operand(1), operand(2), true),
            Op::FpMul => {
                let (a, b) = (self.unpack(store, operand(1)), self.unpack(store, operand(2)));
                multiply::multiply(store, target(sort), mode(), &a, &b)
            }
            Op::FpDiv => {
                let (a, b) = (self.unpack(store, operand(1)), self.unpack(store, operand(2)));
                divide::divide(store, target(sort), mode(), &a, &b)
            }
            Op::FpFma => {
                let operands = [1, 2, 3].map(|i| self.unpack(store, operand(i)));
                multiply::fused_multiply_add(store, target(sort), mode(), &operands)
            }
            Op::FpSqrt => {
                let a = self.unpack(store, operand(1));
                let root = divide::square_root(store, target(sort), mode(), &a);
                self.note_subnormal(root)
            }
            Op::FpRem => {
                let (x, y) = (self.unpack(store, operand(0)), self.unpack(store, operand(1)));
                remainder::remainder(store, operand(0), &x, &y)
            }
            Op::FpRoundToIntegral => integral::round_to_integral(store, mode(), operand(1)),
            Op::FpMin => compare::minimum(store, operand(0), operand(1)),
            Op::FpMax => compare::maximum(store, operand(0), operand(1)),
            Op::FpLe => compare::less_or_equal(store, operand(0), operand(1)),
            Op::FpLt => compare::less(store, operand(0), operand(1)),
            Op::FpEq => compare::equal(store, operand(0), operand(1)),
            Op::FpIsNormal => compare::is_normal(store, operand(0)),
            Op::FpIsSubnormal => compare::is_subnormal(store, operand(0)),
            Op::FpIsZero => operand(0).is_zero(store),
            Op::FpIsInfinite => operand(0).is_infinite(store),
            Op::FpIsNan => operand(0).is_nan(store),
            Op::FpIsNegative => operand(0).negative(store),
            Op::FpIsPositive => compare::is_positive(store, operand(0)),
            Op::FpFromBits => pattern::canonical(store, target(sort), args[0]),
            Op::FpToBits => args[0],
            Op::FpFromFp => self.convert(store, target(sort), mode(), operand(1)),
            Op::FpFromSbv | Op::FpFromUbv => {
                let signed = op == Op::FpFromSbv;
                let float = integral::from_bits(store, target(sort), mode(), args[1], signed);
                self.note_subnormal(float)
            }
            Op::FpToSbv => integral::to_bits(store, mode(), operand(1), width(sort), true),
            Op::FpToUbv => integral::to_bits(store, mode(), operand(1), width(sort), false),
            _ => return None,
        })
    }

    fn convert(
        &mut self,
        store: &mut TermStore,
        format: FloatFormat,
        mode: Mode,
        a: Pattern,
    ) -> Term {
        if a.format == format {
            return a.bits;
        }
        let unit = format.min_exponent() - i64::from(format.significand - 1);
        let unpacked = if a.format.min_exponent() < unit {
            // Every subnormal number is rounded like any other number below half of a unit.
            a.unpack(store, false)
        } else {
            self.unpack(store, a)
        };
        let converted = integral::to_format(store, format, mode, &unpacked);
        self.note_subnormal(converted)
    }

    fn unpack(&mut self, store: &mut TermStore, pattern: Pattern) -> Unpacked {
        if let Some(unpacked) = self.unpacked.get(&pattern.bits) {
            return *unpacked;
        }
        let may_be_subnormal = !self.never_subnormal.contains(&pattern.bits);
        let unpacked = pattern.unpack(store, may_be_subnormal);
        self.unpacked.insert(pattern.bits, unpacked);
        unpacked
    }

    /// The pattern, after recording whether its number may be subnormal.
    fn note_subnormal(&mut self, (bits, may_be_subnormal): (Term, bool)) -> Term {
        if !may_be_subnormal {
            self.never_subnormal.insert(bits);
        }
        bits
    }

    /// Vectors are canonical, so their equality is that of floats. Arrays may contain elements that
    /// are not canonical: if two arrays differ, they must also differ as arrays of floats.
    fn lower_equality(
        &mut self,
        store: &mut TermStore,
        sort: &Sort,
        a: Term,
        b: Term,
    ) -> Result<Term, FpLoweringError> {
        let equal = store.eq(a, b);
        if !matches!(sort, Sort::Array(_)) || lower_sort(sort) == *sort {
            return Ok(equal);
        }
        let (mut sort, mut a, mut b) = (sort, a, b);
        while let Sort::Array(array) = sort {
            if lower_sort(&array.index) != array.index {
                return Err(FpLoweringError::ComparedByFloatIndex);
            }
            let witness = store.fresh("differ", array.index.clone());
            let witness = store.var(witness);
            (a, b) = (store.select(a, witness), store.select(b, witness));
            sort = &array.element;
        }
        let (a, b) = (canonical(store, sort, a), canonical(store, sort, b));
        let same = store.eq(a, b);
        let differ = store.not(same);
        let condition = store.or(&[equal, differ]);
        self.side_conditions.push(condition);
        Ok(equal)
    }

    /// The lowered symbol of a constant or function.
    fn symbol(&mut self, store: &mut TermStore, symbol: Symbol) -> Result<Symbol, FpLoweringError> {
        if let Some(&lowered) = self.symbols.get(&symbol) {
            return Ok(lowered);
        }
        let parameters: Vec<Sort> = store.parameters(symbol).to_vec();
        let sort = store.symbol_sort(symbol).clone();
        sorts::check_keys(&parameters, &sort)?;
        let lowered_parameters: Vec<Sort> = parameters.iter().map(lower_sort).collect();
        let lowered_sort = lower_sort(&sort);
        if lowered_parameters == parameters && lowered_sort == sort {
            return Ok(symbol);
        }
        let prefix = format!("{}!bits", store.name(symbol));
        let lowered = fresh_function(store, &prefix, &lowered_parameters, &lowered_sort);
        self.symbols.insert(symbol, lowered);
        Ok(lowered)
    }
}

/// A new function, or constant, whose name starts with `prefix`.
fn fresh_function(store: &mut TermStore, prefix: &str, parameters: &[Sort], sort: &Sort) -> Symbol {
    let mut names = (0u64..).map(|count| format!("{prefix}!{count}"));
    let name = names.find(|name| store.lookup(name).is_none()).expect("names do not run out");
    store.declare_function(&name, parameters, sort.clone()).expect("the name is new")
}

/// A lowered term of arbitrary vector value, made canonical for the given sort.
fn canonical(store: &mut TermStore, sort: &Sort, bits: Term) -> Term {
    match sort {
        Sort::Float(format) => pattern::canonical(store, *format, bits),
        Sort::RoundingMode => mode::canonical(store, bits),
        _ => bits,
    }
}

fn lower_constant(store: &mut TermStore, term: Term, sort: &Sort) -> Term {
    if lower_sort(sort) == *sort {
        return term;
    }
    let value = store.as_value(term).map(lower_value).expect("a constant has a value");
    store.constant(value)
}

/// A constant real as a float, for every rounding mode.
fn from_real(
    store: &mut TermStore,
    sort: &Sort,
    mode: Mode,
    real: Option<Value>,
) -> Result<Term, FpLoweringError> {
    let (Sort::Float(format), Some(Value::Real(real))) = (sort, real) else {
        return Err(FpLoweringError::Real);
    };
    let mut result = store.bv(format.width(), 0);
    for rounding in term::RoundingMode::ALL {
        let float = term::Float::from_rational(*format, &real, rounding);
        let bits = store.bv_const(float.bits().clone());
        let condition = mode.is(store, rounding);
        result = store.ite(condition, bits, result);
    }
    Ok(result)
}
