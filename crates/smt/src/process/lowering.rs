//! Lowers terms for an SMT-LIB process.
//!
//! SMT-LIB leaves some results unspecified that our operators fix: division by zero, conversions of
//! floats out of range, the sign of a minimum of zeros. Solvers choose differently there, so these
//! cases are made explicit. Applications of functions get names, so that their values are easy to
//! query.

use rustc_hash::FxHashMap;
use term::{
    BitVec, Float, FloatFormat, Op, RoundingMode, Sort, Symbol, Term, TermStore, Value, post_order,
};

/// Rewrites terms; each subterm is rewritten once.
#[derive(Default)]
pub(super) struct Lowering {
    images: FxHashMap<Term, Term>,
    /// Definitions of new symbols in the lowered terms; they must be asserted too.
    pub definitions: Vec<Term>,
    /// The applications of functions seen so far, innermost first.
    pub applications: Vec<NamedApplication>,
}

/// An application of a function, and the constant that stands for it.
pub(super) struct NamedApplication {
    pub function: Symbol,
    /// Lowered arguments, without functions.
    pub args: Vec<Term>,
    pub name: Symbol,
}

impl Lowering {
    /// The term whose meaning in SMT-LIB, together with the definitions, is that of `term` here.
    pub fn lower(&mut self, store: &mut TermStore, term: Term) -> Term {
        for part in post_order(store, &[term], |t| self.images.contains_key(&t)) {
            let old_args = store.args(part);
            let args: Vec<Term> = old_args.iter().map(|arg| self.images[arg]).collect();
            let unchanged = args == old_args;
            let sort = store.sort(part).clone();
            let image = match self.lower_application(store, store.op(part), &sort, &args) {
                Some(image) => image,
                None if unchanged => part,
                None => store.make(store.op(part), &sort, &args),
            };
            self.images.insert(part, image);
        }
        self.images[&term]
    }

    /// The replacement of an application with a case that SMT-LIB leaves unspecified.
    fn lower_application(
        &mut self,
        store: &mut TermStore,
        op: Op,
        sort: &Sort,
        args: &[Term],
    ) -> Option<Term> {
        match (op, args) {
            (Op::Apply(function), _) => {
                let name = store.fresh("application", sort.clone());
                let named = store.var(name);
                let call = store.call(function, args);
                self.definitions.push(store.eq(named, call));
                self.applications.push(NamedApplication { function, args: args.to_vec(), name });
                Some(named)
            }
            (Op::IntDiv | Op::IntMod | Op::RealDiv, &[a, b]) => {
                let zero = store.constant(Value::default_of(sort));
                let by_zero = store.eq(b, zero);
                let chosen = if op == Op::IntMod { a } else { zero };
                Some(guarded(store, by_zero, chosen, op, sort, args))
            }
            (Op::FpMin, &[a, b]) => Some(least(store, a, b, (a, b))),
            (Op::FpMax, &[a, b]) => Some(least(store, a, b, (b, a))),
            (Op::FpToReal, &[a]) => {
                let no_number = not_finite(store, a);
                let zero = store.constant(Value::default_of(sort));
                Some(guarded(store, no_number, zero, op, sort, args))
            }
            (Op::FpToUbv | Op::FpToSbv, &[mode, a]) => {
                let width = sort.bit_width()?;
                let outside = out_of_range(store, op, width, mode, a);
                let zero = store.constant(Value::default_of(sort));
                Some(guarded(store, outside, zero, op, sort, args))
            }
            (Op::FpToBits, &[a]) => Some(self.bit_pattern(store, a)),
            _ => None,
        }
    }

    /// The bit pattern of a float, for which SMT-LIB has no operator: a new constant, defined by
    /// the inverse conversion.
    fn bit_pattern(&mut self, store: &mut TermStore, a: Term) -> Term {
        let format = format_of(store, a);
        let symbol = store.fresh("pattern", Sort::BitVec(format.width()));
        let pattern = store.var(symbol);
        let float = store.fp_from_bits(format, pattern);
        let same = store.eq(float, a);
        let nan = store.bv_const(Float::nan(format).bits().clone());
        let (is_nan, is_canonical) = (store.fp_is_nan(a), store.eq(pattern, nan));
        let canonical = store.implies(is_nan, is_canonical);
        self.definitions.extend([same, canonical]);
        pattern
    }
}

/// The application, but `chosen` if `open` holds.
fn guarded(
    store: &mut TermStore,
    open: Term,
    chosen: Term,
    op: Op,
    sort: &Sort,
    args: &[Term],
) -> Term {
    let usual = store.make(op, sort, args);
    store.ite(open, chosen, usual)
}

fn format_of(store: &TermStore, a: Term) -> FloatFormat {
    store.sort(a).float_format().expect("a float")
}

/// `a` if it is the lesser one according to `less` or if `b` is NaN, else `b`.
fn least(store: &mut TermStore, a: Term, b: Term, less: (Term, Term)) -> Term {
    let b_is_nan = store.fp_is_nan(b);
    let is_less = store.fp_lt(less.0, less.1);
    let first = store.or(&[b_is_nan, is_less]);
    store.ite(first, a, b)
}

fn not_finite(store: &mut TermStore, a: Term) -> Term {
    let (nan, infinite) = (store.fp_is_nan(a), store.fp_is_infinite(a));
    store.or(&[nan, infinite])
}

/// Whether a float, rounded to an integer, does not fit into a bit-vector.
fn out_of_range(store: &mut TermStore, op: Op, width: u32, mode: Term, a: Term) -> Term {
    let format = format_of(store, a);
    let integral = store.fp_round_to_integral(mode, a);
    let (bits, least) = match op {
        Op::FpToUbv => (width, Some(Float::zero(format, false))),
        _ => (width - 1, power_of_two(format, width - 1).map(|power| power.neg())),
    };
    let mut outside = vec![not_finite(store, a)];
    if let Some(least) = least {
        let least = store.constant(Value::Float(least));
        outside.push(store.fp_lt(integral, least));
    }
    if let Some(power) = power_of_two(format, bits) {
        let power = store.constant(Value::Float(power));
        outside.push(store.fp_le(power, integral));
    }
    store.or(&outside)
}

/// A power of two, unless it exceeds the format.
fn power_of_two(format: FloatFormat, exponent: u32) -> Option<Float> {
    (i64::from(exponent) <= format.bias()).then(|| {
        let power = BitVec::from_bits(exponent + 1, |i| i == exponent);
        Float::from_unsigned(format, &power, RoundingMode::TowardZero)
    })
}
