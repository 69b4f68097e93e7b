//! Arithmetic on scalars, with its checks.

use super::convert::{resize, rounding};
use super::function::FunctionLowering;
use super::overflow::{
    addition_fits, division_fits, left_shift_fits, multiplication_fits, negation_fits,
    subtraction_fits,
};
use super::scalar::{Scalar, truth_to_bv};
use crate::hir::{ArithmeticOp, Comparison, ShiftOp};
use program::{Machine, Property};
use term::{RoundingMode, Term, TermStore};

impl FunctionLowering<'_, '_> {
    /// `a op b` in a type. `text` shows the operation in messages.
    pub(super) fn arithmetic(
        &mut self,
        op: ArithmeticOp,
        scalar: Scalar,
        a: Term,
        b: Term,
        text: impl Fn() -> String,
    ) -> Term {
        if let Scalar::Float(_) = scalar {
            return self.float_arithmetic(op, a, b);
        }
        let (a, b) = (self.named_if_large(a, scalar), self.named_if_large(b, scalar));
        let signed = scalar.is_signed();
        if matches!(op, ArithmeticOp::Divide | ArithmeticOp::Remainder) {
            self.check(
                Property::DivisionByZero,
                |terms| {
                    let zero = terms.bv(terms.width(b), 0);
                    let equal = terms.eq(b, zero);
                    terms.not(equal)
                },
                || format!("division by zero in '{}'", text()),
            );
        }
        if signed {
            let fits = match op {
                ArithmeticOp::Add => Some(addition_fits as fn(&mut TermStore, Term, Term) -> Term),
                ArithmeticOp::Subtract => Some(subtraction_fits as _),
                ArithmeticOp::Multiply => Some(multiplication_fits as _),
                ArithmeticOp::Divide | ArithmeticOp::Remainder => Some(division_fits as _),
                ArithmeticOp::BitAnd | ArithmeticOp::BitOr | ArithmeticOp::BitXor => None,
            };
            if let Some(fits) = fits {
                let message = || format!("signed overflow in '{}'", text());
                self.check(Property::Overflow, |terms| fits(terms, a, b), message);
            }
        }
        let terms = self.terms();
        match op {
            ArithmeticOp::Add => terms.bv_add(a, b),
            ArithmeticOp::Subtract => terms.bv_sub(a, b),
            ArithmeticOp::Multiply => terms.bv_mul(a, b),
            ArithmeticOp::Divide if signed => terms.bv_sdiv(a, b),
            ArithmeticOp::Divide => terms.bv_udiv(a, b),
            ArithmeticOp::Remainder if signed => terms.bv_srem(a, b),
            ArithmeticOp::Remainder => terms.bv_urem(a, b),
            ArithmeticOp::BitAnd => terms.bv_and(a, b),
            ArithmeticOp::BitOr => terms.bv_or(a, b),
            ArithmeticOp::BitXor => terms.bv_xor(a, b),
        }
    }

    fn float_arithmetic(&mut self, op: ArithmeticOp, a: Term, b: Term) -> Term {
        let terms = self.terms();
        let mode = rounding(terms, RoundingMode::NearestEven);
        match op {
            ArithmeticOp::Add => terms.fp_add(mode, a, b),
            ArithmeticOp::Subtract => terms.fp_sub(mode, a, b),
            ArithmeticOp::Multiply => terms.fp_mul(mode, a, b),
            ArithmeticOp::Divide => terms.fp_div(mode, a, b),
            ArithmeticOp::Remainder
            | ArithmeticOp::BitAnd
            | ArithmeticOp::BitOr
            | ArithmeticOp::BitXor => {
                self.unsupported("an integer operation on floating-point numbers");
                a
            }
        }
    }

    /// `-a`.
    pub(super) fn negation(&mut self, scalar: Scalar, a: Term, text: impl Fn() -> String) -> Term {
        if let Scalar::Float(_) = scalar {
            return self.terms().fp_neg(a);
        }
        let a = self.named_if_large(a, scalar);
        if scalar.is_signed() {
            let message = || format!("signed overflow in '{}'", text());
            self.check(Property::Overflow, |terms| negation_fits(terms, a), message);
        }
        self.terms().bv_neg(a)
    }

    /// `a << by` or `a >> by`. An amount out of range is taken modulo the width, as on x86; for the
    /// odd width of a bit-field, modulo the width of the register that holds it.
    pub(super) fn shift(
        &mut self,
        op: ShiftOp,
        scalar: Scalar,
        a: Term,
        by: (Term, Scalar),
        text: impl Fn() -> String,
    ) -> Term {
        let a = self.named_if_large(a, scalar);
        let by_term = self.named_if_large(by.0, by.1);
        let width = self.terms().width(a);
        self.check(
            Property::Shift,
            |terms| {
                // As an unsigned number, a negative amount is large.
                let own = terms.width(by_term);
                let limit = terms.bv(own, u64::from(width));
                terms.bv_ult(by_term, limit)
            },
            || format!("shift out of range in '{}'", text()),
        );
        let terms = self.terms();
        let amount = resize(terms, width, false, by_term);
        let mask = terms.bv(width, u64::from(width.next_power_of_two() - 1));
        let amount = terms.bv_and(amount, mask);
        match op {
            ShiftOp::Right if scalar.is_signed() => terms.bv_ashr(a, amount),
            ShiftOp::Right => terms.bv_lshr(a, amount),
            ShiftOp::Left => {
                if scalar.is_signed() {
                    self.check(
                        Property::Shift,
                        |terms| {
                            let zero = terms.bv(width, 0);
                            terms.bv_sle(zero, a)
                        },
                        || format!("a negative number is shifted in '{}'", text()),
                    );
                    let message = || format!("signed overflow in '{}'", text());
                    self.check(
                        Property::Overflow,
                        |terms| left_shift_fits(terms, a, amount),
                        message,
                    );
                }
                self.terms().bv_shl(a, amount)
            }
        }
    }

    /// A comparison as a truth value.
    pub(super) fn comparison(&mut self, op: Comparison, scalar: Scalar, a: Term, b: Term) -> Term {
        compare(self.terms(), op, scalar, a, b)
    }

    /// A truth value as a C integer.
    pub(crate) fn truth_value(&mut self, truth: Term, scalar: Scalar) -> Term {
        let machine: Machine = self.machine();
        let bits = scalar.bits(machine).unwrap_or(32);
        truth_to_bv(self.terms(), bits, truth)
    }
}

fn compare(terms: &mut TermStore, op: Comparison, scalar: Scalar, a: Term, b: Term) -> Term {
    if let Scalar::Float(_) = scalar {
        return match op {
            Comparison::Equal => terms.fp_eq(a, b),
            Comparison::NotEqual => {
                let equal = terms.fp_eq(a, b);
                terms.not(equal)
            }
            Comparison::Less => terms.fp_lt(a, b),
            Comparison::LessEqual => terms.fp_le(a, b),
            Comparison::Greater => terms.fp_lt(b, a),
            Comparison::GreaterEqual => terms.fp_le(b, a),
        };
    }
    match (op, scalar.is_signed()) {
        (Comparison::Equal, _) => terms.eq(a, b),
        (Comparison::NotEqual, _) => {
            let equal = terms.eq(a, b);
            terms.not(equal)
        }
        (Comparison::Less, true) => terms.bv_slt(a, b),
        (Comparison::Less, false) => terms.bv_ult(a, b),
        (Comparison::LessEqual, true) => terms.bv_sle(a, b),
        (Comparison::LessEqual, false) => terms.bv_ule(a, b),
        (Comparison::Greater, true) => terms.bv_slt(b, a),
        (Comparison::Greater, false) => terms.bv_ult(b, a),
        (Comparison::GreaterEqual, true) => terms.bv_sle(b, a),
        (Comparison::GreaterEqual, false) => terms.bv_ule(b, a),
    }
}
