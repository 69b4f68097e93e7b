//! Assignments of all kinds.

use super::LowerError;
use super::describe::{describe, describe_place};
use super::function::{FunctionLowering, Value};
use super::place::Location;
use super::purity::assigns_variables;
use super::scalar::Scalar;
use crate::hir::{ArithmeticOp, CompoundOp, Expr, Place, Ty};
use term::{Float, Term};

impl FunctionLowering<'_, '_> {
    /// `place = value`.
    pub(super) fn assignment(&mut self, place: &Place, value: &Expr) -> Result<Value, LowerError> {
        let hir = self.hir;
        let location = self.place_before(place, value)?;
        let value = self.expr(value)?;
        self.store(location, place.ty, value, || describe_place(hir, place))
    }

    /// The location of a place, kept unchanged while an expression is evaluated.
    fn place_before(&mut self, place: &Place, value: &Expr) -> Result<Location, LowerError> {
        let location = self.place(place)?;
        Ok(if assigns_variables(value) { self.pin_location(location) } else { location })
    }

    /// `place op= value`.
    pub(super) fn compound_assignment(
        &mut self,
        place: &Place,
        op: CompoundOp,
        value: &Expr,
        computed_in: Ty,
        expr: &Expr,
    ) -> Result<Term, LowerError> {
        let hir = self.hir;
        let location = self.place_before(place, value)?;
        let right = self.scalar(value)?;
        self.update(location, place, |this, old| {
            let text = || describe(hir, expr);
            let own = this.scalar_type(place.ty)?;
            let scalar = this.scalar_type(computed_in)?;
            let old = this.converted(old, own, scalar);
            let new = match op {
                CompoundOp::Arithmetic(op) => this.arithmetic(op, scalar, old, right, text),
                CompoundOp::Shift(op) => {
                    let by = this.scalar_type(value.ty)?;
                    this.shift(op, scalar, old, (right, by), text)
                }
                CompoundOp::Pointer(subtract) => {
                    let element = this.target_of(computed_in)?;
                    let distance = this.scaled(element, right, value.ty)?;
                    let distance = if subtract { this.terms().bv_neg(distance) } else { distance };
                    this.offset(old, distance)
                }
            };
            Ok(this.converted(new, scalar, own))
        })
    }

    /// `++place` and related operators.
    pub(super) fn step(
        &mut self,
        place: &Place,
        increment: bool,
        postfix: bool,
        computed_in: Ty,
        expr: &Expr,
    ) -> Result<Term, LowerError> {
        let hir = self.hir;
        let location = self.place(place)?;
        let mut before = None;
        let after = self.update(location, place, |this, old| {
            let own = this.scalar_type(place.ty)?;
            let scalar = this.scalar_type(computed_in)?;
            let old = if postfix { this.pin(old, own.register_type()) } else { old };
            before = Some(old);
            let old = this.converted(old, own, scalar);
            let new = match scalar {
                Scalar::Pointer => {
                    let element = this.target_of(computed_in)?;
                    let size = this.size_term(element)?;
                    let distance = if increment { size } else { this.terms().bv_neg(size) };
                    this.offset(old, distance)
                }
                _ => {
                    let one = this.one(scalar);
                    let op = if increment { ArithmeticOp::Add } else { ArithmeticOp::Subtract };
                    this.arithmetic(op, scalar, old, one, || describe(hir, expr))
                }
            };
            Ok(this.converted(new, scalar, own))
        })?;
        Ok(if postfix { before.unwrap_or(after) } else { after })
    }

    fn one(&mut self, scalar: Scalar) -> Term {
        match scalar {
            Scalar::Float(float) => {
                let one = Float::from_f64(1.0);
                let one = one.to_format(float.format(), term::RoundingMode::NearestEven);
                self.terms().constant(term::Value::Float(one))
            }
            _ => {
                let bits = scalar.bits(self.machine()).unwrap_or(32);
                self.terms().bv(bits, 1)
            }
        }
    }

    /// Reads a place, computes its new value, and writes it.
    fn update(
        &mut self,
        location: Location,
        place: &Place,
        compute: impl FnOnce(&mut Self, Term) -> Result<Term, LowerError>,
    ) -> Result<Term, LowerError> {
        let hir = self.hir;
        let location = self.fixed_location(location);
        let old = self.read(location, place)?;
        let Value::Scalar(old) = old else {
            return Err(self.error("an assignment with an operation to what is no scalar"));
        };
        let new = compute(self, old)?;
        let stored =
            self.store(location, place.ty, Value::Scalar(new), || describe_place(hir, place))?;
        match stored {
            Value::Scalar(value) => Ok(value),
            Value::Void | Value::Record(_) => Ok(new),
        }
    }

    /// The same location with its address computed, so that the read and the write share it.
    fn fixed_location(&mut self, location: Location) -> Location {
        match location {
            Location::Register(_) => location,
            Location::Memory(memory) => {
                let address = self.address(memory);
                Location::Memory(memory.at(address))
            }
        }
    }
}
