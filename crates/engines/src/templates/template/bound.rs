//! Rows for bounded expressions.

use term::{BitVec, Term, TermStore, Value};

/// `expression <= parameter` or `expression >= parameter` on bit-vectors.
///
/// Bounds are stored as *keys*: bit-vectors whose unsigned order is the order of weakness, for
/// either side and order of the row. So the search for the greatest key treats all rows alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    /// A bit-vector over the variables of a cut point, wide enough not to overflow.
    pub(crate) expression: Term,
    side: Side,
    order: Order,
    /// The key of the extreme value that the expression can have.
    extreme: BitVec,
    parameter: Parameter,
    /// How often the parameter was changed.
    pub(crate) changes: u32,
}

/// The side from which an expression is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// From below.
    Lower,
    /// From above.
    Upper,
}

/// The interpretation of bit-vectors as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// In two's complement.
    Signed,
    /// As unsigned numbers.
    Unsigned,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Parameter {
    /// No state was shown yet.
    Nothing,
    Key(BitVec),
    Anything,
}

impl Bound {
    /// A row for an expression that can have any value of its sort.
    pub(crate) fn new(expression: Term, width: u32, order: Order, side: Side) -> Bound {
        let extreme = BitVec::ones(width);
        Bound { expression, side, order, extreme, parameter: Parameter::Nothing, changes: 0 }
    }

    /// The same row for an expression that never exceeds the given value.
    #[must_use]
    pub(crate) fn with_extreme(mut self, value: &BitVec) -> Bound {
        self.extreme = self.key(value);
        self
    }

    /// The key of a value of the expression.
    pub(crate) fn key(&self, value: &BitVec) -> BitVec {
        let flipped = match self.order {
            Order::Signed => value.xor(&BitVec::min_signed(value.width())),
            Order::Unsigned => value.clone(),
        };
        match self.side {
            Side::Upper => flipped,
            Side::Lower => flipped.not(),
        }
    }

    /// The value of the expression with a key: the inverse of [`Bound::key`].
    fn value(&self, key: &BitVec) -> BitVec {
        let flipped = match self.side {
            Side::Upper => key.clone(),
            Side::Lower => key.not(),
        };
        match self.order {
            Order::Signed => flipped.xor(&BitVec::min_signed(flipped.width())),
            Order::Unsigned => flipped,
        }
    }

    /// The value of a bit of the expression for which the same bit of its key is 1.
    pub(crate) fn weakening_bit(&self, i: u32, width: u32) -> bool {
        let flipped = self.side == Side::Lower;
        flipped ^ !(self.order == Order::Signed && i + 1 == width)
    }

    /// The key at which the bound states nothing: one above the weakest useful bound.
    pub(crate) fn extreme(&self) -> &BitVec {
        &self.extreme
    }

    /// The value at which the row states nothing.
    pub(crate) fn extreme_value(&self) -> BitVec {
        self.value(&self.extreme)
    }

    /// The current bound, as a key.
    pub(crate) fn parameter(&self) -> Option<&BitVec> {
        match &self.parameter {
            Parameter::Key(key) => Some(key),
            Parameter::Nothing | Parameter::Anything => None,
        }
    }

    /// Weakens the bound to the given key.
    pub(crate) fn raise(&mut self, key: BitVec) -> bool {
        let raised = match &self.parameter {
            Parameter::Nothing => true,
            Parameter::Key(known) => known.ult(&key),
            Parameter::Anything => false,
        };
        if raised {
            let past = !key.ult(&self.extreme);
            self.parameter = if past { Parameter::Anything } else { Parameter::Key(key) };
            self.changes += 1;
        }
        raised
    }

    pub(crate) fn join(&mut self, value: &Value) -> bool {
        let value = value.as_bitvec().expect("bounds are on bit-vectors");
        self.raise(self.key(value))
    }

    pub(crate) fn give_up(&mut self) {
        self.parameter = Parameter::Anything;
    }

    pub(crate) fn is_given_up(&self) -> bool {
        self.parameter == Parameter::Anything
    }

    pub(crate) fn formula(&self, store: &mut TermStore, expression: Term) -> Option<Term> {
        let bound = self.value(self.parameter()?);
        let bound = store.bv_const(bound);
        Some(self.at_most(store, expression, bound))
    }

    /// The condition that the first of two values of the expression is not weaker than the second.
    pub(crate) fn at_most(&self, store: &mut TermStore, a: Term, b: Term) -> Term {
        match (self.side, self.order) {
            (Side::Upper, Order::Signed) => store.bv_sle(a, b),
            (Side::Upper, Order::Unsigned) => store.bv_ule(a, b),
            (Side::Lower, Order::Signed) => store.bv_sle(b, a),
            (Side::Lower, Order::Unsigned) => store.bv_ule(b, a),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use term::Sort;

    fn check(order: Order, side: Side, values: &[i64], expected: &str) {
        let mut store = TermStore::new();
        let x = store.declare("x", Sort::BitVec(8)).unwrap();
        let x = store.var(x);
        let mut row = Bound::new(x, 8, order, side);
        for &value in values {
            row.join(&Value::BitVec(BitVec::from_i64(8, value)));
        }
        let said = row.formula(&mut store, x);
        let said = said.map_or("anything".to_owned(), |said| store.display(said).to_string());
        assert_eq!(said, expected);
    }

    #[test]
    fn bounds_go_as_far_as_the_values() {
        check(Order::Signed, Side::Upper, &[-3, 5, 2], "(bvslt x #x06)");
        check(Order::Signed, Side::Lower, &[-3, 5, 2], "(not (bvslt x #xfd))");
        check(Order::Unsigned, Side::Upper, &[3, 5], "(bvult x #x06)");
        check(Order::Unsigned, Side::Lower, &[3, 5], "(not (bvult x #x03))");
    }

    #[test]
    fn the_extreme_value_says_nothing() {
        check(Order::Signed, Side::Upper, &[127], "anything");
        check(Order::Signed, Side::Lower, &[-128], "anything");
        check(Order::Unsigned, Side::Upper, &[255], "anything");
        check(Order::Unsigned, Side::Lower, &[0], "anything");
    }

    proptest! {
        #[test]
        fn keys_order_values_by_weakness(a: u8, b: u8, signed: bool, upper: bool) {
            let order = if signed { Order::Signed } else { Order::Unsigned };
            let side = if upper { Side::Upper } else { Side::Lower };
            let mut store = TermStore::new();
            let x = store.bv(8, 0);
            let row = Bound::new(x, 8, order, side);
            let [a, b] = [a, b].map(|n| BitVec::new(8, n.into()));
            prop_assert_eq!(&row.value(&row.key(&a)), &a);
            let (ta, tb) = (store.bv_const(a.clone()), store.bv_const(b.clone()));
            let stronger = row.at_most(&mut store, ta, tb);
            prop_assert_eq!(store.as_bool(stronger), Some(!row.key(&b).ult(&row.key(&a))));
            for i in 0..8 {
                let weakening = row.weakening_bit(i, 8);
                prop_assert_eq!(row.key(&a).bit(i), a.bit(i) == weakening);
            }
        }
    }
}
