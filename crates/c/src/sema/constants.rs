//! Evaluates constant expressions as the target machine does.

use super::Analyser;
use super::error::{Result, fail};
use crate::hir::{
    ArithmeticOp, Comparison, Expr, ExprKind, IntType, Place, PlaceKind, ShiftOp, Ty, Type, UnaryOp,
};
use lang_c::ast::Expression;
use lang_c::span::Node;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use term::{Float, RoundingMode};

const ROUNDING: RoundingMode = RoundingMode::NearestEven;

/// The value of a constant expression.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// Of an integer or pointer type.
    Int(BigInt),
    Float(Float),
}

impl Value {
    fn int(self) -> Option<BigInt> {
        match self {
            Value::Int(value) => Some(value),
            Value::Float(_) => None,
        }
    }

    fn is_zero(&self) -> bool {
        match self {
            Value::Int(value) => value.is_zero(),
            Value::Float(value) => value.is_zero(),
        }
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Int(BigInt::from(i32::from(truth)))
    }
}

/// The value of a number in an integer type, wrapped around.
pub(super) fn wrap(value: &BigInt, int: IntType) -> BigInt {
    let modulus = BigInt::one() << int.bits;
    let mut wrapped = value % &modulus;
    if wrapped.is_negative() {
        wrapped += &modulus;
    }
    if int.signed && wrapped >= BigInt::one() << (int.bits - 1) {
        wrapped -= modulus;
    }
    wrapped
}

impl Analyser<'_> {
    /// A number as a value of an integer, `_Bool` or pointer type.
    pub(super) fn wrap_to(&self, value: &BigInt, ty: Ty) -> BigInt {
        let bits = self.types.machine().pointer_bits();
        match self.types.get(ty) {
            Type::Bool => BigInt::from(i32::from(!value.is_zero())),
            Type::Int(int) => wrap(value, *int),
            _ => wrap(value, IntType { bits, signed: false, rank: 4 }),
        }
    }

    /// The value of an integer constant expression.
    pub(super) fn constant_integer(
        &mut self,
        expression: &Node<Expression>,
        what: &str,
    ) -> Result<BigInt> {
        let value = self.value(expression)?;
        match self.evaluate_integer(&value) {
            Some(value) => Ok(value),
            None => fail(self.span(expression.span), format!("{what} must be a constant integer")),
        }
    }

    /// The value of an integer constant expression that cannot be negative.
    pub(super) fn constant_size(
        &mut self,
        expression: &Node<Expression>,
        what: &str,
    ) -> Result<u64> {
        let value = self.constant_integer(expression, what)?;
        match value.to_u64() {
            Some(value) => Ok(value),
            None => fail(self.span(expression.span), format!("{what} cannot be {value}")),
        }
    }

    /// The value of an expression of integer type, if it is constant.
    pub(super) fn evaluate_integer(&self, expr: &Expr) -> Option<BigInt> {
        if self.types.is_integer(expr.ty) { self.evaluate(expr)?.int() } else { None }
    }

    /// The value of an expression, if it is constant.
    pub(super) fn evaluate(&self, expr: &Expr) -> Option<Value> {
        let int = |e: &Expr| self.evaluate(e)?.int();
        Some(match &expr.kind {
            ExprKind::Int(value) => Value::Int(value.clone()),
            ExprKind::Float(value) => Value::Float(value.clone()),
            ExprKind::Unary(op, operand) => match (op, self.evaluate(operand)?) {
                (UnaryOp::Negate, Value::Int(value)) => Value::Int(self.wrap_to(&-value, expr.ty)),
                (UnaryOp::Negate, Value::Float(value)) => Value::Float(value.neg()),
                (UnaryOp::Complement, value) => {
                    Value::Int(self.wrap_to(&(-value.int()? - 1), expr.ty))
                }
            },
            ExprKind::Not(operand) => Value::from(self.evaluate(operand)?.is_zero()),
            ExprKind::Arithmetic(op, a, b) => {
                self.arithmetic(*op, self.evaluate(a)?, self.evaluate(b)?, expr.ty)?
            }
            ExprKind::Shift(op, a, b) => {
                let (value, by) = (int(a)?, int(b)?);
                let width = self.types.as_int(expr.ty)?.bits;
                let by = by.to_u32().filter(|by| *by < width)?;
                let shifted = match op {
                    ShiftOp::Left => value << by,
                    ShiftOp::Right => value >> by,
                };
                Value::Int(self.wrap_to(&shifted, expr.ty))
            }
            ExprKind::PointerAdd { pointer, index, subtract } => {
                let target = self.types.pointee(pointer.ty)?;
                let distance = int(index)? * self.types.size_of(target)?;
                let base = int(pointer)?;
                let address = if *subtract { base - distance } else { base + distance };
                Value::Int(self.wrap_to(&address, expr.ty))
            }
            ExprKind::PointerDifference(a, b) => {
                let size = self.types.size_of(self.types.pointee(a.ty)?)?;
                if size == 0 {
                    return None;
                }
                let bytes = self.wrap_to(&(int(a)? - int(b)?), expr.ty);
                Value::Int(bytes / size)
            }
            ExprKind::Compare(op, a, b) => {
                Value::from(compare(*op, &self.evaluate(a)?, &self.evaluate(b)?)?)
            }
            ExprKind::And(a, b) => {
                Value::from(!self.evaluate(a)?.is_zero() && !self.evaluate(b)?.is_zero())
            }
            ExprKind::Or(a, b) => {
                Value::from(!self.evaluate(a)?.is_zero() || !self.evaluate(b)?.is_zero())
            }
            ExprKind::Conditional(condition, yes, no) => {
                self.evaluate(if self.evaluate(condition)?.is_zero() { no } else { yes })?
            }
            ExprKind::Elvis(a, b) => match self.evaluate(a)? {
                zero if zero.is_zero() => self.evaluate(b)?,
                value => value,
            },
            ExprKind::Convert(operand, _) => {
                self.convert_value(self.evaluate(operand)?, operand.ty, expr.ty)?
            }
            ExprKind::AddressOf(place) => Value::Int(self.evaluate_address(place)?),
            ExprKind::Call { callee, args } => self.evaluate_call(callee, args)?,
            _ => return None,
        })
    }

    /// The address of a place below a constant pointer, as old `offsetof` macros compute it.
    fn evaluate_address(&self, place: &Place) -> Option<BigInt> {
        match &place.kind {
            PlaceKind::Deref(pointer) => self.evaluate(pointer)?.int(),
            PlaceKind::Member(record, id, index) => {
                let member = self.types.record(*id).members.as_ref()?.get(*index)?;
                Some(self.evaluate_address(record)? + member.offset)
            }
            PlaceKind::Index(array, index) => {
                let size = self.types.size_of(place.ty)?;
                Some(self.evaluate_address(array)? + self.evaluate(index)?.int()? * size)
            }
            _ => None,
        }
    }

    fn arithmetic(&self, op: ArithmeticOp, a: Value, b: Value, ty: Ty) -> Option<Value> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => {
                let result = match op {
                    ArithmeticOp::Add => a + b,
                    ArithmeticOp::Subtract => a - b,
                    ArithmeticOp::Multiply => a * b,
                    // Both truncate towards zero.
                    ArithmeticOp::Divide if !b.is_zero() => a / b,
                    ArithmeticOp::Remainder if !b.is_zero() => a % b,
                    ArithmeticOp::Divide | ArithmeticOp::Remainder => return None,
                    ArithmeticOp::BitAnd => a & b,
                    ArithmeticOp::BitOr => a | b,
                    ArithmeticOp::BitXor => a ^ b,
                };
                Some(Value::Int(self.wrap_to(&result, ty)))
            }
            (Value::Float(a), Value::Float(b)) => Some(Value::Float(match op {
                ArithmeticOp::Add => a.add(&b, ROUNDING),
                ArithmeticOp::Subtract => a.sub(&b, ROUNDING),
                ArithmeticOp::Multiply => a.mul(&b, ROUNDING),
                ArithmeticOp::Divide => a.div(&b, ROUNDING),
                _ => return None,
            })),
            _ => None,
        }
    }

    /// A constant after a conversion.
    pub(super) fn convert_value(&self, value: Value, from: Ty, to: Ty) -> Option<Value> {
        Some(match (value, self.types.get(to)) {
            (value, Type::Bool) => Value::from(!value.is_zero()),
            (Value::Int(value), Type::Int(_) | Type::Pointer(_)) => {
                Value::Int(self.wrap_to(&value, to))
            }
            (Value::Int(value), Type::Float(float)) => {
                self.types.as_int(from)?;
                let rational = num_rational::BigRational::from_integer(value);
                Value::Float(Float::from_rational(float.format(), &rational, ROUNDING))
            }
            (Value::Float(value), Type::Float(float)) => {
                Value::Float(value.to_format(float.format(), ROUNDING))
            }
            (Value::Float(value), Type::Int(int)) => Value::Int(truncate(&value, *int)),
            _ => return None,
        })
    }

    /// The expression with its constant parts folded, for a static initialiser; `None` if it is not
    /// constant.
    pub(super) fn fold_static(&self, expr: Expr) -> Option<Expr> {
        match self.evaluate(&expr) {
            Some(Value::Int(value)) => return Some(Expr { kind: ExprKind::Int(value), ..expr }),
            Some(Value::Float(value)) => {
                return Some(Expr { kind: ExprKind::Float(value), ..expr });
            }
            None => {}
        }
        self.is_static_constant(&expr).then_some(expr)
    }

    /// Whether an expression is an address constant, or arithmetic on one.
    fn is_static_constant(&self, expr: &Expr) -> bool {
        if self.evaluate(expr).is_some() {
            return true;
        }
        match &expr.kind {
            ExprKind::Function(_) => true,
            ExprKind::AddressOf(place) => self.is_static_place(place),
            ExprKind::Load(Place { kind: PlaceKind::String(_), .. }) => true,
            ExprKind::Convert(operand, _) | ExprKind::Unary(_, operand) => {
                self.is_static_constant(operand)
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.is_static_constant(pointer) && self.is_static_constant(index)
            }
            ExprKind::Arithmetic(_, a, b)
            | ExprKind::PointerDifference(a, b)
            | ExprKind::Shift(_, a, b)
            | ExprKind::Compare(_, a, b) => {
                self.is_static_constant(a) && self.is_static_constant(b)
            }
            ExprKind::Conditional(condition, yes, no) => match self.evaluate(condition) {
                Some(value) => self.is_static_constant(if value.is_zero() { no } else { yes }),
                None => false,
            },
            _ => false,
        }
    }

    fn is_static_place(&self, place: &Place) -> bool {
        use crate::hir::Storage;
        match &place.kind {
            PlaceKind::Var(id) => {
                matches!(self.vars[id.index()].storage, Storage::Static | Storage::Extern)
            }
            PlaceKind::String(_) => true,
            PlaceKind::Deref(pointer) => self.is_static_constant(pointer),
            PlaceKind::Index(array, index) => {
                self.is_static_place(array) && self.is_static_constant(index)
            }
            PlaceKind::Member(record, ..) => self.is_static_place(record),
            PlaceKind::CompoundLiteral(..) | PlaceKind::Temporary(_) => false,
        }
    }
}

/// A number truncated to an integer; a value out of range becomes the nearest one, as in gcc's
/// folding.
fn truncate(value: &Float, int: IntType) -> BigInt {
    let (low, high) = int.range();
    match value.to_rational() {
        Some(exact) => exact.to_integer().clamp(low, high),
        None if value.is_nan() => BigInt::zero(),
        None if value.is_negative() => low,
        None => high,
    }
}

fn compare(op: Comparison, a: &Value, b: &Value) -> Option<bool> {
    let ordering = match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Float(a), Value::Float(b)) => a.compare(b),
        _ => return None,
    };
    // For unordered operands (NaN), only `!=` holds.
    Some(match op {
        Comparison::Equal => ordering.is_some_and(std::cmp::Ordering::is_eq),
        Comparison::NotEqual => !ordering.is_some_and(std::cmp::Ordering::is_eq),
        Comparison::Less => ordering.is_some_and(std::cmp::Ordering::is_lt),
        Comparison::LessEqual => ordering.is_some_and(std::cmp::Ordering::is_le),
        Comparison::Greater => ordering.is_some_and(std::cmp::Ordering::is_gt),
        Comparison::GreaterEqual => ordering.is_some_and(std::cmp::Ordering::is_ge),
    })
}
