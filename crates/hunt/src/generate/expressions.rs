//! Expressions without effects.

use super::{Generator, Risk};
use crate::ast::{BinaryOp, Expr, FloatType, Initialiser, IntType, Type, UnaryOp};
use crate::build::{binary, call, cast, conditional, int, unary};

const COMPARISONS: [BinaryOp; 6] = [
    BinaryOp::Less,
    BinaryOp::Greater,
    BinaryOp::LessEqual,
    BinaryOp::GreaterEqual,
    BinaryOp::Equal,
    BinaryOp::NotEqual,
];

impl Generator {
    /// A number that can be assigned to something of a type.
    pub(super) fn value_of(&mut self, ty: &Type) -> Expr {
        match ty.resolved() {
            Type::Float(_) => self.float(1).0,
            Type::Int(_) => {
                let (value, from) = self.integer(2);
                self.kept(value, from)
            }
            _ => int(0),
        }
    }

    /// Any number.
    pub(super) fn value(&mut self, depth: u32) -> (Expr, Type) {
        if self.rng.one_in(10) {
            let (value, ty) = self.float(depth);
            return (value, Type::Float(ty));
        }
        let (value, ty) = self.integer(depth);
        (value, Type::Int(ty))
    }

    /// A condition.
    pub(super) fn condition(&mut self) -> Expr {
        match self.rng.below(6) {
            0 => {
                let (left, right) = (self.comparison(), self.comparison());
                let op = self.rng.pick(&[BinaryOp::And, BinaryOp::Or]);
                binary(op, left, right)
            }
            1 => unary(UnaryOp::Not, self.comparison()),
            2 => self.integer(1).0,
            _ => self.comparison(),
        }
    }

    pub(super) fn comparison(&mut self) -> Expr {
        let op = self.rng.pick(&COMPARISONS);
        let (left, ty) = self.value_to_compare();
        let right = match self.rng.one_in(2) {
            true => self.constant(&ty),
            false => self.value_to_compare().0,
        };
        if left == right {
            // Compilers know the result of comparing a value with itself.
            return binary(op, left, int(0));
        }
        binary(op, left, right)
    }

    /// A number in whose place compilers compare no other: `x` with 0 for `x + 1` with 1.
    fn value_to_compare(&mut self) -> (Expr, Type) {
        match self.value(1) {
            (value, Type::Int(ty)) => (self.kept(value, ty), Type::Int(ty)),
            float => float,
        }
    }

    /// An integer and its type.
    pub(super) fn integer(&mut self, depth: u32) -> (Expr, IntType) {
        if depth == 0 || self.places > 2 || self.rng.one_in(4) {
            return self.simple_integer();
        }
        match self.rng.below(16) {
            0..=5 => self.arithmetic(depth),
            6 => {
                let (value, ty) = self.integer(depth - 1);
                let op = self.rng.pick(&[UnaryOp::Minus, UnaryOp::Complement, UnaryOp::Plus]);
                (unary(op, value), ty.promoted())
            }
            7 | 8 => {
                let (value, from) = self.integer(depth - 1);
                let to = self.rng.pick(&IntType::ALL);
                (self.converted(to, value, from), to)
            }
            9 if self.rng.one_in(4) => {
                let ((a, a_ty), (b, b_ty)) = (self.integer(depth - 1), self.integer(depth - 1));
                let ty = a_ty.common(b_ty, self.machine);
                let (a, b) = (self.operand(a, a_ty, ty), self.operand(b, b_ty, ty));
                (Expr::Elvis(Box::new(a), Box::new(b)), ty)
            }
            9 => (self.comparison(), IntType::Int),
            10 => {
                let condition = self.condition();
                let ((a, a_ty), (b, b_ty)) = (self.integer(depth - 1), self.integer(depth - 1));
                if a == b {
                    // The compiler does not evaluate the condition.
                    return (a, a_ty);
                }
                let ty = a_ty.common(b_ty, self.machine);
                let (a, b) = (self.operand(a, a_ty, ty), self.operand(b, b_ty, ty));
                (conditional(condition, a, b), ty)
            }
            11 => self.shift(depth),
            12 => self.division(depth),
            13 => self.call_of_pure().unwrap_or_else(|| self.simple_integer()),
            14 => {
                let (value, _) = self.float(1);
                let small = self.rng.one_in(2);
                let to = if small { IntType::Int } else { IntType::LongLong };
                (cast(Type::Int(to), value), to)
            }
            _ => {
                let ty = self.size_type();
                match self.place_to_read() {
                    Some((Expr::Name(name), _)) => {
                        (Expr::SizeofExpr(Box::new(Expr::Name(name))), ty)
                    }
                    _ => (Expr::SizeofType(self.scalar_type()), ty),
                }
            }
        }
    }

    fn size_type(&self) -> IntType {
        match self.machine {
            crate::ast::Machine::Ilp32 => IntType::Unsigned,
            crate::ast::Machine::Lp64 => IntType::UnsignedLong,
        }
    }

    fn simple_integer(&mut self) -> (Expr, IntType) {
        if !self.rng.one_in(4)
            && let Some((place, ty)) = self.place_to_read()
            && let Type::Int(int) = ty.resolved()
        {
            return (place, *int);
        }
        let ty = self.rng.pick(&[IntType::Int, IntType::Int, IntType::Unsigned, IntType::LongLong]);
        (self.constant_of(ty), ty)
    }

    /// An operand of a type that is converted to the common type of all operands.
    fn operand(&mut self, value: Expr, ty: IntType, common: IntType) -> Expr {
        if ty.promoted() == common { value } else { self.kept(value, ty) }
    }

    fn arithmetic(&mut self, depth: u32) -> (Expr, IntType) {
        let ((left, l), (right, r)) = (self.integer(depth - 1), self.integer(depth - 1));
        let op = self.rng.pick(&[
            BinaryOp::Add,
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::BitAnd,
            BinaryOp::BitOr,
            BinaryOp::BitXor,
        ]);
        if left == right {
            return (left, l);
        }
        // Products of wide numbers are hard for solvers; a constant factor is easier.
        let (right, r) = match op {
            BinaryOp::Mul if !self.rng.one_in(4) => {
                (int(1 + self.rng.below(7) as i128), IntType::Int)
            }
            _ => (right, r),
        };
        let ty = l.common(r, self.machine);
        let (left, right) = (self.operand(left, l, ty), self.operand(right, r, ty));
        (binary(op, left, right), ty)
    }

    fn shift(&mut self, depth: u32) -> (Expr, IntType) {
        let ((left, ty), (right, _)) = (self.integer(depth - 1), self.integer(0));
        let mask = if self.risk == Risk::Shift && self.rng.one_in(2) { 63 } else { 31 };
        let amount = match self.rng.one_in(3) {
            true => int(self.rng.below(31) as i128),
            false => binary(BinaryOp::BitAnd, right, int(mask)),
        };
        let op = self.rng.pick(&[BinaryOp::Shl, BinaryOp::Shr]);
        let ty = ty.promoted();
        // Left shifts of negative numbers are undefined in C. An unsigned bit-field may be an `int`.
        let may_be_int = ty.is_signed() || ty == IntType::Unsigned;
        if op == BinaryOp::Shl && may_be_int && !self.is_watched() {
            let unsigned = ty.unsigned();
            return (binary(op, cast(Type::Int(unsigned), left), amount), unsigned);
        }
        (binary(op, left, amount), ty)
    }

    fn division(&mut self, depth: u32) -> (Expr, IntType) {
        let op = self.rng.pick(&[BinaryOp::Div, BinaryOp::Rem]);
        let ((left, l), (right, r)) = (self.integer(depth - 1), self.integer(0));
        let small = binary(BinaryOp::BitAnd, right.clone(), int(7));
        let (divisor, ty) = match self.rng.below(3) {
            0 if self.risk == Risk::Division => (small, l.common(r.promoted(), self.machine)),
            0 => {
                let ty = r.common(IntType::Int, self.machine);
                (binary(BinaryOp::Add, small, int(1)), l.common(ty, self.machine))
            }
            1 if !l.common(r, self.machine).is_signed() => {
                let ty = l.common(r, self.machine);
                let left = self.operand(left, l, ty);
                let quotient = binary(op, left, right.clone());
                return (
                    conditional(right, quotient, int(3)),
                    ty.common(IntType::Int, self.machine),
                );
            }
            _ => {
                let number = 2 + self.rng.below(8) as i128;
                (int(number), l.common(IntType::Int, self.machine))
            }
        };
        (binary(op, self.operand(left, l, ty), divisor), ty)
    }

    /// A call without side effects.
    fn call_of_pure(&mut self) -> Option<(Expr, IntType)> {
        let candidates: Vec<super::Callable> =
            self.functions.iter().filter(|function| function.pure).cloned().collect();
        if candidates.is_empty() || self.loops > 1 || self.calls > 1 {
            return None;
        }
        let function = self.rng.pick(&candidates);
        let Type::Int(ty) = *function.result.resolved() else { return None };
        self.calls += 1;
        let args = function.params.iter().map(|ty| self.argument(ty)).collect();
        self.calls -= 1;
        Some((call(function.name, args), ty))
    }

    /// An argument for a parameter.
    pub(super) fn argument(&mut self, ty: &Type) -> Expr {
        match ty.resolved() {
            Type::Aggregate(_) => {
                let known = self.scope.iter().chain(&self.globals);
                let same: Vec<String> =
                    known.filter(|v| v.ty == *ty).map(|v| v.name.clone()).collect();
                if same.is_empty() || self.rng.one_in(3) {
                    let init = self.initialiser(ty, false);
                    return Expr::Literal(ty.clone(), Box::new(as_list(init)));
                }
                crate::build::name(self.rng.pick(&same))
            }
            Type::Float(_) => self.float(1).0,
            _ => {
                let (value, from) = self.integer(1);
                self.kept(value, from)
            }
        }
    }

    /// A floating-point number of moderate size.
    pub(super) fn float(&mut self, depth: u32) -> (Expr, FloatType) {
        let ty = self.rng.pick(&[FloatType::Float, FloatType::Double]);
        if depth > 0 && self.rng.one_in(2) {
            let ((left, l), (right, r)) = (self.float(depth - 1), self.float(depth - 1));
            let op = self.rng.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul]);
            let wide = match (l, r) {
                (FloatType::LongDouble, _) | (_, FloatType::LongDouble) => FloatType::LongDouble,
                _ if l == r => l,
                _ => FloatType::Double,
            };
            if self.rng.one_in(5) {
                let divisor = self.rng.pick(&[3.0, 0.1, 7.5, -2.0]);
                return (
                    binary(BinaryOp::Div, left, Expr::Float(divisor, ty)),
                    FloatType::LongDouble,
                );
            }
            return (binary(op, left, right), wide);
        }
        match self.rng.below(4) {
            0 => (self.constant(&Type::Float(ty)), ty),
            1 => {
                let (value, from) = self.integer(0);
                let value = self.kept(value, from);
                (cast(Type::Float(ty), value), ty)
            }
            2 => {
                let (value, _) = self.float(0);
                (cast(Type::Float(ty), value), ty)
            }
            _ => match self.place_to_read() {
                Some((place, found)) => match found.resolved() {
                    Type::Float(ty) => (place, *ty),
                    _ => (cast(Type::Float(ty), place), ty),
                },
                None => (self.constant(&Type::Float(ty)), ty),
            },
        }
    }
}

/// The initialiser of a compound literal, in braces.
pub(super) fn as_list(init: Initialiser) -> Initialiser {
    match init {
        Initialiser::Value(Expr::Literal(_, list)) => *list,
        list => list,
    }
}
