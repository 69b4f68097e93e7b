//! Complex numbers, of floats (C99) and of integers (GNU).
//!
//! As in gcc, a real operand of `+ - *` and a real divisor are not converted to complex, which
//! preserves signs of zeros; and complex floats are multiplied and divided by functions of gcc's
//! library, which `environment::library` has.

use super::Analyser;
use super::conversions::common_int;
use super::error::{Result, fail, unsupported};
use super::expressions::Operand;
use super::tuples::let_in;
use crate::hir::{
    ArithmeticOp, Comparison, Expr, ExprKind, FloatType, FunctionType, Tuple, Ty, Type, UnaryOp,
    any,
};
use lang_c::ast::Expression;
use lang_c::span::Node;
use program::Span;

/// How the names of gcc's functions for products and quotients start.
const PRODUCTS: [&str; 2] = ["__mul", "__div"];

impl Analyser<'_> {
    /// The complex type with parts of a type.
    pub(super) fn complex_type(&mut self, element: Ty, span: Span) -> Result<Ty> {
        let is_modelled = match self.types.get(element) {
            Type::Int(int) => int.bits <= 64,
            Type::Float(float) => *float != FloatType::Quad,
            _ => false,
        };
        if !is_modelled {
            let element = self.types.show(element);
            return unsupported(span, format!("complex numbers of `{element}` are not supported"));
        }
        Ok(self.types.tuple(Tuple::Complex(element)))
    }

    pub(super) fn is_complex(&self, expr: &Expr) -> bool {
        self.types.as_complex(expr.ty).is_some()
    }

    /// The type of the parts that two operands are converted to, one of which is complex. Parts of
    /// complex numbers are not promoted.
    pub(super) fn common_part(&mut self, a: &Expr, b: &Expr) -> Option<Ty> {
        let [left, right] = [a, b].map(|operand| match self.types.as_complex(operand.ty) {
            Some(element) => self.types.get(element).clone(),
            None => match self.promoted_int(operand) {
                Some(int) => Type::Int(int),
                None => self.types.get(operand.ty).clone(),
            },
        });
        let common = match (left, right) {
            (Type::Float(a), Type::Float(b)) => Type::Float(a.max(b)),
            (Type::Float(float), Type::Int(_)) | (Type::Int(_), Type::Float(float)) => {
                Type::Float(float)
            }
            (Type::Int(a), Type::Int(b)) => Type::Int(common_int(a, b)),
            _ => return None,
        };
        // Operands may have the odd widths of bit-fields, and types that complex numbers lack.
        let is_modelled = match common {
            Type::Int(int) => int.bits.is_power_of_two() && int.bits <= 64,
            _ => common != Type::Float(FloatType::Quad),
        };
        is_modelled.then(|| self.types.intern(common))
    }

    /// `+ - * /` on numbers, one of which is complex.
    pub(super) fn complex_arithmetic(
        &mut self,
        op: ArithmeticOp,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Result<Expr> {
        use ArithmeticOp::{Add, Divide, Multiply, Subtract};
        let element = self.common_part(&a, &b);
        let allowed = matches!(op, Add | Subtract | Multiply | Divide);
        let Some(element) = element.filter(|_| allowed) else {
            return self.invalid_operands("this operator", &a, &b, span);
        };
        let is_float = self.types.as_float(element).is_some();
        let complex = self.types.tuple(Tuple::Complex(element));
        let stays_real = |this: &Self, operand: &Expr| is_float && !this.is_complex(operand);
        let left = if stays_real(self, &a) && op != Divide { element } else { complex };
        let right = if stays_real(self, &b) { element } else { complex };
        let (a, b) = (self.convert(a, left, false), self.convert(b, right, false));
        let both_signs = has_sign(&a) && has_sign(&b);
        let may_move_signs = both_signs || op == Divide && any(&b, &mut is_negation);
        let mut opened = self.open(vec![a, b]);
        let numbers = std::mem::take(&mut opened.numbers);
        let apply = |op, a: &Expr, b: &Expr| {
            let kind = ExprKind::Arithmetic(op, Box::new(a.clone()), Box::new(b.clone()));
            Expr { kind, ty: element, span }
        };
        let parts = match (numbers[0].as_slice(), numbers[1].as_slice()) {
            ([a, b], [c, d]) => match op {
                Add | Subtract => [apply(op, a, c), apply(op, b, d)],
                Multiply | Divide if is_float => {
                    let body = self.float_product(op, element, [a, b, c, d], span);
                    let may_move_signs = may_move_signs && !opened.is_constant();
                    let value = self.close(opened, body);
                    return Ok(if may_move_signs { self.without_zeros(value) } else { value });
                }
                Multiply => [
                    apply(Subtract, &apply(Multiply, a, c), &apply(Multiply, b, d)),
                    apply(Add, &apply(Multiply, a, d), &apply(Multiply, b, c)),
                ],
                _ => {
                    let body = self.integer_quotient(element, [a, b, c, d], span);
                    return Ok(self.close(opened, body));
                }
            },
            ([a, b], [real]) => match op {
                Add | Subtract => [apply(op, a, real), b.clone()],
                _ => [apply(op, a, real), apply(op, b, real)],
            },
            ([real], [c, d]) => match op {
                Add => [apply(op, real, c), d.clone()],
                Subtract => [apply(op, real, c), self.negated(d.clone())],
                _ => [apply(op, real, c), apply(op, real, d)],
            },
            _ => {
                return self.invalid_operands(
                    "this operator",
                    &numbers[0][0],
                    &numbers[1][0],
                    span,
                );
            }
        };
        let body = self.tuple_value(Tuple::Complex(element), parts.into(), span);
        Ok(self.close(opened, body))
    }

    fn negated(&mut self, number: Expr) -> Expr {
        let (ty, span) = (number.ty, number.span);
        let kind = match &number.kind {
            ExprKind::Float(value) => ExprKind::Float(value.neg()),
            _ => ExprKind::Unary(UnaryOp::Negate, Box::new(number)),
        };
        Expr { kind, ty, span }
    }

    /// The product or quotient of complex floats. gcc computes that of constants itself and rounds
    /// once, so it is modelled only if the library's function has the same result.
    fn float_product(
        &mut self,
        op: ArithmeticOp,
        element: Ty,
        operands: [&Expr; 4],
        span: Span,
    ) -> Expr {
        let product = op == ArithmeticOp::Multiply;
        let ty = self.types.tuple(Tuple::Complex(element));
        match self.folded_product(product, element, operands) {
            Some(Some(parts)) => {
                let part = |value| Expr { kind: ExprKind::Float(value), ty: element, span };
                let parts = parts.map(part);
                return self.tuple_value(Tuple::Complex(element), parts.into(), span);
            }
            Some(None) => {
                let what =
                    "an operation on complex constants, which compilers round in several ways";
                return Expr { kind: ExprKind::Unsupported(what.to_owned()), ty, span };
            }
            None => {}
        }
        let mode = match self.types.as_float(element) {
            Some(FloatType::Float) => 's',
            Some(FloatType::LongDouble) => 'x',
            _ => 'd',
        };
        let name = format!("{}{mode}c3", PRODUCTS[usize::from(!product)]);
        let params = vec![element; 4];
        let function = FunctionType { result: ty, params, variadic: false, unprototyped: false };
        let function = self.types.intern(Type::Function(function));
        let callee_type = self.pointer_to(function);
        let kind = match self.link_function(&name, function, false, span) {
            Ok(id) => {
                let callee = Expr { kind: ExprKind::Function(id), ty: callee_type, span };
                let args = operands.map(Expr::clone).into();
                ExprKind::Call { callee: Box::new(callee), args }
            }
            Err(_) => ExprKind::Unsupported(format!("the function `{name}` of the program")),
        };
        Expr { kind, ty, span }
    }

    /// A product or quotient that gcc may compute with other signs: `a / -b` as `-a / b`, `-a * -b` as
    /// `a * b`. Only the signs of zeros show the difference, so these are not modelled.
    fn without_zeros(&mut self, value: Expr) -> Expr {
        let (ty, span, int) = (value.ty, value.span, self.common.int);
        let mut bindings = Vec::new();
        let place = self.bind("[product]", value, &mut bindings);
        let numbers = self.numbers_of(&place);
        let [real, imaginary] = [0, 1].map(|part| {
            let zero = self.int_constant(0, int, span);
            let zero = self.convert(zero, numbers[part].ty, false);
            let (number, zero) = (Box::new(numbers[part].clone()), Box::new(zero));
            let kind = ExprKind::Compare(Comparison::Equal, number, zero);
            Box::new(Expr { kind, ty: int, span })
        });
        let either = Box::new(Expr { kind: ExprKind::Or(real, imaginary), ty: int, span });
        let what = "the sign of a zero in a product or quotient of complex numbers".to_owned();
        let yes = Box::new(Expr { kind: ExprKind::Unsupported(what), ty: int, span });
        let no = Box::new(self.int_constant(0, int, span));
        let check = Expr { kind: ExprKind::Conditional(either, yes, no), ty: int, span };
        let value = Box::new(self.load(place));
        let body = Expr { kind: ExprKind::Comma(Box::new(check), value), ty, span };
        let_in(bindings, body)
    }

    /// The quotient of complex integers as gcc computes it: by Smith's method, with truncation in
    /// each step.
    fn integer_quotient(&mut self, element: Ty, operands: [&Expr; 4], span: Span) -> Expr {
        use ArithmeticOp::{Add, Divide, Multiply, Subtract};
        let [a, b, c, d] = operands;
        let apply = |op, a: &Expr, b: &Expr| {
            let kind = ExprKind::Arithmetic(op, Box::new(a.clone()), Box::new(b.clone()));
            Expr { kind, ty: element, span }
        };
        let compare = |this: &Self, a: &Expr, b: &Expr| {
            let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
            Expr { kind: ExprKind::Compare(Comparison::Less, a, b), ty: this.common.int, span }
        };
        let choose = |condition: &Expr, yes: Expr, no: Expr| {
            let (yes, no) = (Box::new(yes), Box::new(no));
            let kind = ExprKind::Conditional(Box::new(condition.clone()), yes, no);
            Expr { kind, ty: element, span }
        };
        let zero = self.int_constant(0, element, span);
        let mut bindings = Vec::new();
        let [size_of_c, size_of_d] = [c, d].map(|part| {
            let negative = compare(self, part, &zero);
            let negated = self.negated(part.clone());
            let size = choose(&negative, negated, part.clone());
            let size = self.bind("[size]", size, &mut bindings);
            self.load(size)
        });
        let swapped = compare(self, &size_of_c, &size_of_d);
        let mut ratios = Vec::new();
        let ratio = choose(&swapped, apply(Divide, c, d), apply(Divide, d, c));
        let ratio = self.bind("[ratio]", ratio, &mut ratios);
        let ratio = &self.load(ratio);
        let scaled = |part| apply(Multiply, part, ratio);
        let mut divisors = Vec::new();
        let divisor = choose(&swapped, apply(Add, &scaled(c), d), apply(Add, &scaled(d), c));
        let divisor = self.bind("[divisor]", divisor, &mut divisors);
        let divisor = self.load(divisor);
        let real = choose(&swapped, apply(Add, &scaled(a), b), apply(Add, &scaled(b), a));
        let imaginary =
            choose(&swapped, apply(Subtract, &scaled(b), a), apply(Subtract, b, &scaled(a)));
        let parts = [real, imaginary].map(|part| apply(Divide, &part, &divisor));
        let body = self.tuple_value(Tuple::Complex(element), parts.into(), span);
        let body = let_in(divisors, body);
        let body = let_in(ratios, body);
        let_in(bindings, body)
    }

    /// `a == b` or `a != b`.
    pub(super) fn complex_comparison(
        &mut self,
        op: Comparison,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Result<Expr> {
        let equal = op == Comparison::Equal;
        let element = self.common_part(&a, &b);
        let Some(element) = element.filter(|_| equal || op == Comparison::NotEqual) else {
            return self.invalid_operands("a comparison", &a, &b, span);
        };
        let complex = self.types.tuple(Tuple::Complex(element));
        let (a, b) = (self.convert(a, complex, false), self.convert(b, complex, false));
        let mut opened = self.open(vec![a, b]);
        let numbers = std::mem::take(&mut opened.numbers);
        let int = self.common.int;
        let compare = |part: usize| {
            let [a, b] = [0, 1].map(|side| Box::new(numbers[side][part].clone()));
            Box::new(Expr { kind: ExprKind::Compare(op, a, b), ty: int, span })
        };
        let (real, imaginary) = (compare(0), compare(1));
        let kind = match equal {
            true => ExprKind::And(real, imaginary),
            false => ExprKind::Or(real, imaginary),
        };
        Ok(self.close(opened, Expr { kind, ty: int, span }))
    }

    /// Whether a complex number differs from zero: an `int`.
    pub(super) fn complex_truth(&mut self, value: Expr) -> Result<Expr> {
        let span = value.span;
        let zero = self.int_constant(0, self.common.int, span);
        self.complex_comparison(Comparison::NotEqual, value, zero, span)
    }

    /// `-z`, or `~z`, the conjugate.
    pub(super) fn complex_unary(&mut self, op: UnaryOp, value: Expr, span: Span) -> Result<Expr> {
        let Some(element) = self.types.as_complex(value.ty) else {
            return fail(span, "a complex number is needed here");
        };
        let may_move_signs = op == UnaryOp::Negate
            && has_sign(&value)
            && any(&value, &mut |part| self.is_product(part));
        let value = if may_move_signs { self.without_zeros(value) } else { value };
        let mut opened = self.open(vec![value]);
        let numbers = opened.numbers.pop().unwrap_or_default();
        let parts = numbers.into_iter().enumerate().map(|(part, number)| {
            let stays = part == 0 && op == UnaryOp::Complement;
            if stays { number } else { self.negated(number) }
        });
        let parts = parts.collect();
        let body = self.tuple_value(Tuple::Complex(element), parts, span);
        Ok(self.close(opened, body))
    }

    /// Converts between complex types, to and from real ones. To `_Bool`, it is the truth value.
    pub(super) fn convert_complex(&mut self, value: Expr, ty: Ty) -> Expr {
        let span = value.span;
        let mut opened = self.open(vec![value]);
        let numbers = opened.numbers.pop().unwrap_or_default();
        let body = match (self.types.as_complex(ty), numbers.as_slice()) {
            (Some(element), numbers) => {
                let zero = self.int_constant(0, self.common.int, span);
                let parts = [0, 1].map(|part| {
                    let number = numbers.get(part).unwrap_or(&zero).clone();
                    self.convert(number, element, false)
                });
                self.tuple_value(Tuple::Complex(element), parts.into(), span)
            }
            (None, [real, imaginary]) if ty == self.common.bool => {
                let [a, b] = [real, imaginary].map(|part| {
                    let truth = self.convert(part.clone(), ty, false);
                    Box::new(truth)
                });
                let either = Expr { kind: ExprKind::Or(a, b), ty: self.common.int, span };
                self.convert(either, ty, false)
            }
            (None, numbers) => self.convert(numbers[0].clone(), ty, false),
        };
        self.close(opened, body)
    }

    /// Whether an expression is a call that multiplies or divides complex floats.
    fn is_product(&self, expr: &Expr) -> bool {
        let ExprKind::Call { callee, .. } = &expr.kind else { return false };
        let ExprKind::Function(id) = callee.kind else { return false };
        let name = self.functions[id.index()].name.as_str();
        PRODUCTS
            .iter()
            .any(|product| name.strip_prefix(product).is_some_and(|rest| rest.len() == 3))
    }

    /// `__real__ z` or `__imag__ z`; a real number is its own real part.
    pub(super) fn part_of(
        &mut self,
        operand: &Node<Expression>,
        imaginary: bool,
        span: Span,
    ) -> Result<Operand> {
        let operand = self.operand(operand)?;
        let ty = match &operand {
            Operand::Place(place) => place.ty,
            Operand::Value(value) => value.ty,
            Operand::Function(..) | Operand::FunctionAt(_) => self.common.void,
        };
        let Some(tuple) = self.types.as_tuple(ty).filter(|_| self.types.is_number(ty)) else {
            return match self.types.is_arithmetic(ty) {
                true if imaginary => self.no_imaginary_part(operand, span),
                true => Ok(operand),
                false => {
                    let ty = self.types.show(ty);
                    fail(span, format!("only a number has a real part, not `{ty}`"))
                }
            };
        };
        if let Operand::Value(value) = &operand
            && let Some(numbers) = self.constant_numbers(value)
        {
            return Ok(Operand::Value(numbers[usize::from(imaginary)].clone()));
        }
        let Some(place) = Self::place_of_value(operand) else {
            return fail(span, "only a number has a real part");
        };
        let index = self.int_constant(i32::from(imaginary), self.common.int, span);
        let part = self.types.number_of(place, tuple, index);
        Ok(Operand::Place(part))
    }

    /// Zero, after evaluating a real number.
    fn no_imaginary_part(&mut self, operand: Operand, span: Span) -> Result<Operand> {
        let value = self.rvalue(operand)?;
        let ty = value.ty;
        let zero = self.int_constant(0, self.common.int, span);
        let zero = self.convert(zero, ty, false);
        if self.evaluate(&value).is_some() {
            return Ok(Operand::Value(zero));
        }
        let kind = ExprKind::Comma(Box::new(value), Box::new(zero));
        Ok(Operand::Value(Expr { kind, ty, span }))
    }

    /// A constant with the suffix `i`.
    pub(super) fn imaginary(&mut self, number: Expr) -> Result<Expr> {
        let (ty, span) = (number.ty, number.span);
        self.complex_type(ty, span)?;
        let zero = self.int_constant(0, self.common.int, span);
        let zero = self.convert(zero, ty, false);
        Ok(self.tuple_value(Tuple::Complex(ty), vec![zero, number], span))
    }

    /// `__builtin_complex(real, imaginary)` of two floats of one type.
    pub(super) fn complex_of_parts(
        &mut self,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let [real, imaginary] = arguments else {
            return fail(span, "this builtin takes 2 arguments");
        };
        let parts = vec![self.value(real)?, self.value(imaginary)?];
        let element = parts[0].ty;
        if self.types.as_float(element).is_none() || element != parts[1].ty {
            return fail(span, "this builtin needs two floating-point numbers of one type");
        }
        self.complex_type(element, span)?;
        let mut opened = self.open(parts);
        let numbers = std::mem::take(&mut opened.numbers).concat();
        let body = self.tuple_value(Tuple::Complex(element), numbers, span);
        Ok(self.close(opened, body))
    }
}

fn is_negation(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Unary(UnaryOp::Negate, _))
}

/// Whether an operand is, or is computed from, a negation or a negative constant.
fn has_sign(expr: &Expr) -> bool {
    any(expr, &mut |part| match &part.kind {
        ExprKind::Float(value) => value.is_negative(),
        _ => is_negation(part),
    })
}
