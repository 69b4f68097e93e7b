//! Terms of a clause over bit-vectors as terms over integers.

use super::{MAX_WIDTH, range};
use crate::literals::conjuncts;
use model::chc::Clause;
use rustc_hash::FxHashMap;
use term::{Op, Sort, Symbol, Term, TermStore, Value, post_order};

/// A number and the interval in which it is.
#[derive(Clone, Copy, Debug)]
struct Number {
    term: Term,
    least: i128,
    most: i128,
}

/// What a term is in the integer view.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Truth(Term),
    Number(Number),
    /// An array or a float; what is computed from it may be anything.
    Open,
}

/// The translation of one clause.
pub(super) struct ClauseTranslation<'a> {
    source: &'a TermStore,
    store: &'a mut TermStore,
    known: FxHashMap<Term, Meaning>,
    /// Intervals that the clause's constraint states of its variables.
    bounds: FxHashMap<Symbol, (i128, i128)>,
    /// Ranges of variables, and what wraps around.
    sides: Vec<Term>,
}

impl<'a> ClauseTranslation<'a> {
    pub(super) fn of(
        source: &'a TermStore,
        store: &'a mut TermStore,
        clause: &Clause,
    ) -> ClauseTranslation<'a> {
        let mut bounds = FxHashMap::default();
        for part in conjuncts(source, clause.constraint) {
            note_bound(source, part, &mut bounds);
        }
        let known = FxHashMap::default();
        let mut translation = ClauseTranslation { source, store, known, bounds, sides: Vec::new() };
        for term in post_order(source, &clause.terms(), |_| false) {
            let meaning = translation.meaning(term);
            translation.known.insert(term, meaning);
        }
        translation
    }

    /// The term over integers, if there is one.
    pub(super) fn term(&self, term: Term) -> Option<Term> {
        match self.known[&term] {
            Meaning::Truth(term) | Meaning::Number(Number { term, .. }) => Some(term),
            Meaning::Open => None,
        }
    }

    /// The constraint, with ranges and what wraps around.
    pub(super) fn constraint(&mut self, constraint: Term) -> Option<Term> {
        let mut parts = vec![self.term(constraint)?];
        parts.append(&mut self.sides);
        Some(self.store.and(&parts))
    }

    fn meaning(&mut self, term: Term) -> Meaning {
        let sort = self.source.sort(term).clone();
        let found = match sort {
            Sort::Bool => self.truth(term).map(Meaning::Truth),
            Sort::BitVec(width) if width <= MAX_WIDTH => {
                self.number(term, width).map(Meaning::Number)
            }
            _ => return Meaning::Open,
        };
        // Anything may come of it.
        found.unwrap_or_else(|| match sort {
            Sort::BitVec(width) => Meaning::Number(self.any(width)),
            _ => {
                let symbol = self.store.fresh("any", Sort::Bool);
                Meaning::Truth(self.store.var(symbol))
            }
        })
    }

    fn truth(&mut self, term: Term) -> Option<Term> {
        let source = self.source;
        let args = source.args(term);
        match source.op(term) {
            Op::Const(_) => Some(self.store.bool(source.as_bool(term)?)),
            Op::Var(symbol) => {
                let symbol = self.store.declare(source.name(symbol), Sort::Bool).ok()?;
                Some(self.store.var(symbol))
            }
            op @ (Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite | Op::Eq) => {
                let args: Option<Vec<Term>> = args.iter().map(|&arg| self.term(arg)).collect();
                Some(self.store.make(op, &Sort::Bool, &args?))
            }
            op @ (Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle) => {
                let is_signed = matches!(op, Op::BvSlt | Op::BvSle);
                let side = |this: &mut Self, arg: Term| match is_signed {
                    true => this.signed(arg),
                    false => this.unsigned(arg),
                };
                let (a, b) = (side(self, args[0])?, side(self, args[1])?);
                Some(match op {
                    Op::BvSlt | Op::BvUlt => self.store.lt(a.term, b.term),
                    _ => self.store.le(a.term, b.term),
                })
            }
            _ => None,
        }
    }

    fn number(&mut self, term: Term, width: u32) -> Option<Number> {
        let source = self.source;
        let args = source.args(term);
        match source.op(term) {
            Op::Const(_) => {
                let value = constant(source, term)?;
                Some(self.constant(value))
            }
            Op::Var(symbol) => {
                let (least, most) = range(width);
                let bounds = self.bounds.get(&symbol).copied().unwrap_or((least, most));
                let new = self.store.declare(source.name(symbol), Sort::Int).ok()?;
                let term = self.store.var(new);
                self.restrict(term, least, most);
                Some(Number { term, least: least.max(bounds.0), most: most.min(bounds.1) })
            }
            Op::Ite => {
                let (condition, a, b) =
                    (self.term(args[0])?, self.value(args[1])?, self.value(args[2])?);
                let term = self.store.ite(condition, a.term, b.term);
                Some(Number { term, least: a.least.min(b.least), most: a.most.max(b.most) })
            }
            Op::BvNot => {
                let number = self.value(args[0])?;
                let ones = self.constant(if width == 1 { 1 } else { -1 });
                let negated = self.scaled(number, -1)?;
                self.sum(&[ones, negated])
            }
            Op::BvNeg => {
                let number = self.value(args[0])?;
                let negated = self.scaled(number, -1)?;
                self.wrapped(negated, width)
            }
            Op::BvAdd => {
                let parts: Option<Vec<Number>> = args.iter().map(|&arg| self.value(arg)).collect();
                let sum = self.sum(&parts?)?;
                self.wrapped(sum, width)
            }
            Op::BvSub => {
                let (a, b) = (self.value(args[0])?, self.value(args[1])?);
                let negated = self.scaled(b, -1)?;
                let difference = self.sum(&[a, negated])?;
                self.wrapped(difference, width)
            }
            Op::BvMul => {
                let (mut factor, mut rest) = (1i128, None);
                for &arg in args {
                    match constant(source, arg) {
                        Some(value) => factor = factor.checked_mul(value)?,
                        None if rest.is_none() => rest = Some(self.value(arg)?),
                        None => return None,
                    }
                }
                let product = self.scaled(rest?, factor)?;
                self.wrapped(product, width)
            }
            Op::BvShl => {
                let by = shift(source, args[1], width)?;
                let number = self.value(args[0])?;
                let shifted = self.scaled(number, 1 << by)?;
                self.wrapped(shifted, width)
            }
            Op::BvAshr => {
                let by = shift(source, args[1], width)?;
                let number = self.signed(args[0])?;
                let quotient = self.divided(number, 1 << by);
                self.wrapped(quotient, width)
            }
            Op::BvLshr => {
                let by = shift(source, args[1], width)?;
                let number = self.unsigned(args[0])?;
                let quotient = self.divided(number, 1 << by);
                self.wrapped(quotient, width)
            }
            op @ (Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem) => {
                let number = self.value(args[0])?;
                let divisor = constant(source, args[1]).filter(|&divisor| divisor > 0)?;
                // Of other numbers, division is not that of integers.
                if number.least < 0 {
                    return None;
                }
                Some(match op {
                    Op::BvUdiv | Op::BvSdiv => self.divided(number, divisor),
                    _ => self.remainder(number, divisor),
                })
            }
            Op::BvAnd => {
                let &[a, b] = args else { return None };
                let (mask, other) = match (constant(source, a), constant(source, b)) {
                    (Some(mask), _) => (mask, b),
                    (None, Some(mask)) => (mask, a),
                    (None, None) => return None,
                };
                if mask < 0 || (mask + 1) & mask != 0 || width == 1 {
                    return None;
                }
                let number = self.value(other)?;
                Some(self.remainder(number, mask + 1))
            }
            Op::BvExtract { low, .. } => {
                let number = self.signed(args[0])?;
                let number = if low == 0 { number } else { self.divided(number, 1 << low) };
                self.wrapped(number, width)
            }
            Op::BvZeroExtend(_) => self.unsigned(args[0]),
            Op::BvSignExtend(_) => self.signed(args[0]),
            Op::BvConcat => {
                let &[high, low] = args else { return None };
                let Sort::BitVec(of_low) = *source.sort(low) else { return None };
                let (high, low) = (self.signed(high)?, self.unsigned(low)?);
                let high = self.scaled(high, 1 << of_low)?;
                self.sum(&[high, low])
            }
            _ => None,
        }
    }

    fn value(&self, term: Term) -> Option<Number> {
        match self.known[&term] {
            Meaning::Number(number) => Some(number),
            Meaning::Truth(_) | Meaning::Open => None,
        }
    }

    /// The value of a bit-vector with its sign. Single bits have theirs in this case only.
    fn signed(&mut self, term: Term) -> Option<Number> {
        let number = self.value(term)?;
        match self.source.sort(term) {
            Sort::BitVec(1) => self.scaled(number, -1),
            _ => Some(number),
        }
    }

    /// The value of a bit-vector without sign.
    fn unsigned(&mut self, term: Term) -> Option<Number> {
        let number = self.value(term)?;
        let Sort::BitVec(width) = *self.source.sort(term) else { return None };
        if number.least >= 0 {
            return Some(number);
        }
        let modulus = 1i128 << width;
        let whole = self.constant(modulus);
        let above = self.sum(&[number, whole])?;
        if number.most < 0 {
            return Some(above);
        }
        let zero = self.constant(0);
        let is_negative = self.store.lt(number.term, zero.term);
        let term = self.store.ite(is_negative, above.term, number.term);
        Some(Number { term, least: 0, most: modulus - 1 })
    }

    fn constant(&mut self, value: i128) -> Number {
        let term = self.store.constant(Value::Int(value.into()));
        Number { term, least: value, most: value }
    }

    /// Any number of a width.
    fn any(&mut self, width: u32) -> Number {
        let (least, most) = range(width);
        let symbol = self.store.fresh("any", Sort::Int);
        let term = self.store.var(symbol);
        self.restrict(term, least, most);
        Number { term, least, most }
    }

    fn restrict(&mut self, term: Term, least: i128, most: i128) {
        let (least, most) = (self.constant(least), self.constant(most));
        let sides = [self.store.le(least.term, term), self.store.le(term, most.term)];
        self.sides.extend(sides);
    }

    fn scaled(&mut self, number: Number, factor: i128) -> Option<Number> {
        let ends = [number.least.checked_mul(factor)?, number.most.checked_mul(factor)?];
        let constant = self.constant(factor);
        let term = self.store.mul(&[constant.term, number.term]);
        Some(Number { term, least: ends[0].min(ends[1]), most: ends[0].max(ends[1]) })
    }

    fn sum(&mut self, parts: &[Number]) -> Option<Number> {
        let terms: Vec<Term> = parts.iter().map(|part| part.term).collect();
        let (mut least, mut most) = (0i128, 0i128);
        for part in parts {
            least = least.checked_add(part.least)?;
            most = most.checked_add(part.most)?;
        }
        Some(Number { term: self.store.add(&terms), least, most })
    }

    /// The quotient, rounded down.
    fn divided(&mut self, number: Number, divisor: i128) -> Number {
        let constant = self.constant(divisor);
        let term = self.store.int_div(number.term, constant.term);
        let (least, most) = (number.least.div_euclid(divisor), number.most.div_euclid(divisor));
        Number { term, least, most }
    }

    fn remainder(&mut self, number: Number, divisor: i128) -> Number {
        if number.least >= 0 && number.most < divisor {
            return number;
        }
        let constant = self.constant(divisor);
        let term = self.store.int_mod(number.term, constant.term);
        Number { term, least: 0, most: divisor - 1 }
    }

    /// The number of a width that is equal to a number but for multiples of the number of such words.
    fn wrapped(&mut self, number: Number, width: u32) -> Option<Number> {
        let (least, most) = range(width);
        if number.least >= least && number.most <= most {
            return Some(number);
        }
        let modulus = 1i128 << width;
        let rounds = self.store.fresh("rounds", Sort::Int);
        let rounds = self.store.var(rounds);
        let fewest = number.least.checked_sub(most)?.div_euclid(modulus);
        let greatest = number.most.checked_sub(least)?.div_euclid(modulus);
        self.restrict(rounds, fewest, greatest);
        let result = self.any(width);
        let turns = self.scaled(Number { term: rounds, least: fewest, most: greatest }, modulus)?;
        let whole = self.sum(&[result, turns])?;
        let equal = self.store.eq(number.term, whole.term);
        self.sides.push(equal);
        Some(result)
    }
}

/// The value of a constant, single bits without sign.
fn constant(store: &TermStore, term: Term) -> Option<i128> {
    match store.as_value(term)? {
        Value::BitVec(bits) if bits.width() == 1 => bits.to_u64().map(i128::from),
        Value::BitVec(bits) => i128::try_from(bits.to_bigint()).ok(),
        _ => None,
    }
}

/// The constant by which is shifted, if it is less than the width.
fn shift(store: &TermStore, term: Term, width: u32) -> Option<u32> {
    match store.as_value(term)? {
        Value::BitVec(bits) => {
            bits.to_u64().and_then(|by| u32::try_from(by).ok()).filter(|&by| by < width)
        }
        _ => None,
    }
}

/// Takes note of a bound that a conjunct states of a variable.
fn note_bound(store: &TermStore, part: Term, bounds: &mut FxHashMap<Symbol, (i128, i128)>) {
    let (atom, negated) = match store.op(part) {
        Op::Not => (store.args(part)[0], true),
        _ => (part, false),
    };
    let &[a, b] = store.args(atom) else { return };
    // As `a <= b + more`, in signed values; the negation exchanges the sides.
    let (low, high, more) = match (store.op(atom), negated) {
        (Op::BvSle, false) => (a, b, 0),
        (Op::BvSlt, false) => (a, b, -1),
        (Op::BvSle, true) => (b, a, -1),
        (Op::BvSlt, true) => (b, a, 0),
        _ => return,
    };
    let interval = |symbol: Symbol| match store.symbol_sort(symbol) {
        Sort::BitVec(width) if *width > 1 && *width <= MAX_WIDTH => Some(range(*width)),
        _ => None,
    };
    if let (Some(symbol), Some(limit)) = (store.as_var(low), constant(store, high))
        && let Some(interval) = interval(symbol)
    {
        let known = bounds.entry(symbol).or_insert(interval);
        known.1 = known.1.min(limit + more);
    }
    if let (Some(limit), Some(symbol)) = (constant(store, low), store.as_var(high))
        && let Some(interval) = interval(symbol)
    {
        let known = bounds.entry(symbol).or_insert(interval);
        known.0 = known.0.max(limit - more);
    }
}
