//! Linear expressions in widths in which they cannot overflow.

use super::super::template::{Bound, Order, Row, Side};
use std::str::FromStr;
use term::{BitVec, Symbol, Term, TermStore};
use thiserror::Error;

/// A sum of multiples of bit-vectors of the same width and interpretation.
pub(crate) struct Linear {
    /// Coefficients with their variables.
    pub(crate) summands: Vec<(i64, Symbol)>,
    /// The interpretation of the variables.
    pub(crate) order: Order,
}

impl Linear {
    /// The bounds of the expression. The sum has enough bits for all values of its summands, and
    /// one for its sign.
    pub(crate) fn rows(&self, store: &mut TermStore) -> [Row; 2] {
        let width = self.summands.iter().filter_map(|s| store.symbol_sort(s.1).bit_width()).max();
        let width = width.unwrap_or(1);
        let total: u64 = self.summands.iter().map(|s| s.0.unsigned_abs()).sum();
        let extra = 64 - total.leading_zeros() + u32::from(self.order == Order::Unsigned);
        let wide = width + extra;
        let (mut least, mut greatest) = (BitVec::zero(wide), BitVec::zero(wide));
        let mut sum: Option<Term> = None;
        for &(coefficient, variable) in &self.summands {
            let own = store.symbol_sort(variable).bit_width().unwrap_or(width);
            let variable = store.var(variable);
            let (variable, low, high) = match self.order {
                Order::Signed => (
                    store.sign_extend(wide - own, variable),
                    BitVec::min_signed(own).sign_extend(wide - own),
                    BitVec::max_signed(own).sign_extend(wide - own),
                ),
                Order::Unsigned => (
                    store.zero_extend(wide - own, variable),
                    BitVec::zero(wide),
                    BitVec::ones(own).zero_extend(wide - own),
                ),
            };
            let factor = BitVec::from_i64(wide, coefficient);
            let (low, high) = if coefficient < 0 { (high, low) } else { (low, high) };
            least = least.add(&low.mul(&factor));
            greatest = greatest.add(&high.mul(&factor));
            sum = Some(match (sum, coefficient) {
                (None, 1) => variable,
                (Some(sum), 1) => store.bv_add(sum, variable),
                (Some(sum), -1) => store.bv_sub(sum, variable),
                (sum, _) => {
                    let factor = store.bv_const(factor);
                    let product = store.bv_mul(variable, factor);
                    sum.map_or(product, |sum| store.bv_add(sum, product))
                }
            });
        }
        let sum = sum.unwrap_or_else(|| store.bv(wide, 0));
        [(Side::Lower, least), (Side::Upper, greatest)].map(|(side, extreme)| {
            Row::Bound(Bound::new(sum, wide, Order::Signed, side).with_extreme(&extreme))
        })
    }
}

/// A linear expression over the names of variables, as in `2*x - y + z`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearExpression {
    /// Coefficients with the names of their variables.
    pub summands: Vec<(i64, String)>,
}

/// An error in the text of a linear expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LinearSyntaxError {
    /// The text is empty, or a sign has no summand.
    #[error("a summand is missing")]
    MissingSummand,
    /// A factor that is not a number.
    #[error("'{0}' is not an integer")]
    BadCoefficient(String),
}

impl FromStr for LinearExpression {
    type Err = LinearSyntaxError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut summands = Vec::new();
        let mut rest = text.trim();
        let mut sign = 1;
        if let Some(after) = rest.strip_prefix('-') {
            (sign, rest) = (-1, after);
        }
        loop {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            summands.push(summand(sign, rest[..end].trim())?);
            match rest[end..].chars().next() {
                None => return Ok(LinearExpression { summands }),
                Some(operator) => sign = if operator == '-' { -1 } else { 1 },
            }
            rest = &rest[end + 1..];
        }
    }
}

fn summand(sign: i64, text: &str) -> Result<(i64, String), LinearSyntaxError> {
    let (factor, name) = match text.split_once('*') {
        Some((factor, name)) => {
            let factor = factor.trim();
            let bad = |_| LinearSyntaxError::BadCoefficient(factor.to_owned());
            (i64::from(factor.parse::<i32>().map_err(bad)?), name.trim())
        }
        None => (1, text),
    };
    if name.is_empty() {
        return Err(LinearSyntaxError::MissingSummand);
    }
    Ok((sign * factor, name.to_owned()))
}

impl LinearExpression {
    /// The bounds of the expression, if its variables are bit-vectors among the given ones. The
    /// part of a variable's name up to the last dot may be omitted.
    pub(crate) fn rows(&self, store: &mut TermStore, live: &[Symbol], order: Order) -> Vec<Row> {
        let find = |name: &str| {
            let is_called = |s: &&Symbol| {
                let full = store.name(**s);
                full == name || full.rsplit('.').next() == Some(name)
            };
            let numeric = |s: &&Symbol| store.symbol_sort(**s).bit_width().is_some();
            live.iter().filter(numeric).find(is_called).copied()
        };
        let known = self.summands.iter().map(|(factor, name)| Some((*factor, find(name)?)));
        match known.collect::<Option<Vec<_>>>() {
            Some(summands) => Linear { summands, order }.rows(store).to_vec(),
            None => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use term::{Assignment, Sort, Value, eval};

    fn check(text: &str, expected: &str) {
        let shown = match text.parse::<LinearExpression>() {
            Ok(expression) => {
                let shown = expression.summands.iter().map(|(c, name)| format!("{c} {name}"));
                shown.collect::<Vec<_>>().join(", ")
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(shown, expected);
    }

    #[test]
    fn expressions_are_read() {
        check("x", "1 x");
        check("2*x - y + 3 * main.z", "2 x, -1 y, 3 main.z");
        check("-x - 4*y", "-1 x, -4 y");
        check("x +", "a summand is missing");
        check("", "a summand is missing");
        check("q*x", "'q' is not an integer");
    }

    proptest! {
        /// The value of a sum is the mathematical one, and lies within its extremes.
        #[test]
        fn sums_do_not_wrap_around(x: u8, y: u8, a in -5i64..6, b in -5i64..6, signed: bool) {
            let order = if signed { Order::Signed } else { Order::Unsigned };
            let mut store = TermStore::new();
            let [sx, sy] = ["x", "y"].map(|name| store.declare(name, Sort::BitVec(8)).unwrap());
            let [_, Row::Bound(upper)] = (Linear { summands: vec![(a, sx), (b, sy)], order })
                .rows(&mut store) else { panic!("two bounds") };
            let mut state = Assignment::new();
            state.set(sx, Value::bv(8, x.into()));
            state.set(sy, Value::bv(8, y.into()));
            let value = eval(&store, upper.expression, &state).unwrap();
            let value = value.as_bitvec().unwrap();
            let number = |n: u8| if signed { i64::from(n as i8) } else { i64::from(n) };
            prop_assert_eq!(value.to_i64(), Some(a * number(x) + b * number(y)));
            prop_assert!(!upper.extreme().ult(&upper.key(value)));
        }
    }
}
