//! GNU vectors: operators, conversions and builtins, element by element.
//!
//! Elements are not promoted: the sum of two vectors of `char` is computed in `char`.

use super::Analyser;
use super::error::{Result, fail, unsupported};
use crate::hir::{
    ArithmeticOp, Comparison, Expr, ExprKind, Place, ShiftOp, Tuple, Ty, Type, UnaryOp,
};
use lang_c::ast::Expression;
use lang_c::span::Node;
use num_traits::ToPrimitive;
use program::Span;

/// Vectors with more elements are not supported: each operator becomes an operation for each.
const MOST_ELEMENTS: u64 = 1024;

/// How the operands of a vector operator combine.
struct Shape {
    element: Ty,
    lanes: u64,
}

impl Analyser<'_> {
    /// The type that the attribute `vector_size` makes of another. It belongs to the innermost type
    /// of pointers, arrays and functions.
    pub(super) fn vector_type(&mut self, ty: Ty, bytes: u64, span: Span) -> Result<Ty> {
        let qualifiers = self.types.qualifiers(ty);
        let vector = match self.types.get(ty).clone() {
            Type::Pointer(target) => {
                let target = self.vector_type(target, bytes, span)?;
                self.pointer_to(target)
            }
            Type::Array(element, length) => {
                let element = self.vector_type(element, bytes, span)?;
                return Ok(self.types.intern(Type::Array(element, length)));
            }
            Type::Function(mut function) => {
                function.result = self.vector_type(function.result, bytes, span)?;
                self.types.intern(Type::Function(function))
            }
            _ => self.vector_of(ty, bytes, span)?,
        };
        Ok(self.types.qualified(vector, qualifiers))
    }

    fn vector_of(&mut self, ty: Ty, bytes: u64, span: Span) -> Result<Ty> {
        // An enumeration counts as its integer type.
        let element = self.types.plain(ty);
        if !self.types.is_element(element) {
            let what = format!("vectors of `{}` are", self.types.show(ty));
            return unsupported(span, format!("{what} not supported"));
        }
        let size = self.types.size_of(element).unwrap_or(1);
        if bytes == 0 || !bytes.is_multiple_of(size) || !(bytes / size).is_power_of_two() {
            let message = "a vector needs a power of two of elements";
            return fail(span, format!("{message}, not {bytes} bytes"));
        }
        let lanes = bytes / size;
        if lanes > MOST_ELEMENTS {
            let what = format!("vectors of more than {MOST_ELEMENTS} elements are");
            return unsupported(span, format!("{what} not supported"));
        }
        Ok(self.types.tuple(Tuple::Vector(element, lanes)))
    }

    /// The alignment that `_Alignof` gives: at most 16 for a vector, although its objects have its
    /// size as alignment.
    pub(super) fn standard_align_of(&self, ty: Ty, span: Span) -> Result<u64> {
        const MOST: u64 = 16;
        let align = self.types.align_of(ty);
        if align <= MOST {
            return Ok(align);
        }
        match self.types.get(ty) {
            Type::Array(element, _) => self.standard_align_of(*element, span),
            Type::Record(id) if self.types.tuple_of(*id).is_some() => Ok(MOST),
            Type::Record(id) => {
                let members = self.types.record(*id).members.iter().flatten();
                let mut members = members.map(|member| member.ty);
                if members.any(|ty| self.standard_align_of(ty, span) != Ok(self.types.align_of(ty)))
                {
                    let what = "the alignment of a record with a wide vector";
                    return unsupported(span, format!("{what} is not supported"));
                }
                Ok(align)
            }
            _ => Ok(align),
        }
    }

    pub(super) fn is_vector(&self, expr: &Expr) -> bool {
        self.types.as_vector(expr.ty).is_some()
    }

    /// The common shape of two operands, one of which is a vector: elements of the same width, of
    /// which one unsigned type makes both unsigned. A scalar stands for a vector of it.
    fn common_shape(&self, a: &Expr, b: &Expr) -> Option<Shape> {
        let (element, lanes) = match (self.types.as_vector(a.ty), self.types.as_vector(b.ty)) {
            (Some((left, lanes)), Some((right, others))) => {
                if lanes != others || self.types.size_of(left) != self.types.size_of(right) {
                    return None;
                }
                match (self.types.as_int(left), self.types.as_int(right)) {
                    (Some(left_int), Some(right_int)) => {
                        let right_wins = left_int.signed && !right_int.signed;
                        (if right_wins { right } else { left }, lanes)
                    }
                    (None, None) => (left, lanes),
                    _ => return None,
                }
            }
            (Some(shape), None) if self.broadcasts(b, shape.0) => shape,
            (None, Some(shape)) if self.broadcasts(a, shape.0) => shape,
            _ => return None,
        };
        Some(Shape { element, lanes })
    }

    fn broadcasts(&self, scalar: &Expr, element: Ty) -> bool {
        self.types.is_integer(scalar.ty)
            || self.types.as_float(scalar.ty).is_some() && self.types.as_float(element).is_some()
    }

    /// Applies an operation to each pair of elements, which have a common type.
    fn each_pair(
        &mut self,
        (a, b): (Expr, Expr),
        shape: &Shape,
        result: Ty,
        span: Span,
        mut operation: impl FnMut(&mut Self, Expr, Expr) -> ExprKind,
    ) -> Expr {
        let [a, b] = [a, b].map(|operand| match self.types.is_scalar(operand.ty) {
            true => self.convert(operand, shape.element, false),
            false => operand,
        });
        let mut opened = self.open(vec![a, b]);
        let operands = std::mem::take(&mut opened.numbers);
        let at = |operand: &[Expr], lane: usize| operand[lane % operand.len()].clone();
        let lanes = (0..shape.lanes as usize)
            .map(|lane| {
                let [a, b] = [0, 1].map(|side| {
                    let number = at(&operands[side], lane);
                    self.convert(number, shape.element, false)
                });
                let kind = operation(self, a, b);
                Expr { kind, ty: result, span }
            })
            .collect();
        let body = self.tuple_value(Tuple::Vector(result, shape.lanes), lanes, span);
        self.close(opened, body)
    }

    /// `+ - * / % & | ^` with a vector.
    pub(super) fn vector_arithmetic(
        &mut self,
        op: ArithmeticOp,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Result<Expr> {
        use ArithmeticOp::{Add, Divide, Multiply, Subtract};
        let on_floats = matches!(op, Add | Subtract | Multiply | Divide);
        let shape = self.common_shape(&a, &b);
        let allowed = |shape: &Shape| on_floats || self.types.is_integer(shape.element);
        let Some(shape) = shape.filter(allowed) else {
            return self.invalid_operands("this operator", &a, &b, span);
        };
        let element = shape.element;
        Ok(self.each_pair((a, b), &shape, element, span, |_, a, b| {
            ExprKind::Arithmetic(op, Box::new(a), Box::new(b))
        }))
    }

    /// A comparison with a vector: -1 in the elements for which it holds, 0 in the others.
    pub(super) fn vector_comparison(
        &mut self,
        op: Comparison,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Result<Expr> {
        let shape = self.common_shape(&a, &b);
        let mask = shape.as_ref().and_then(|shape| self.types.mask_of(shape.element));
        let (Some(shape), Some(mask)) = (shape, mask) else {
            return self.invalid_operands("a comparison", &a, &b, span);
        };
        Ok(self.each_pair((a, b), &shape, mask, span, |this, a, b| {
            let kind = ExprKind::Compare(op, Box::new(a), Box::new(b));
            let holds = Expr { kind, ty: this.common.int, span };
            let [yes, no] = [-1, 0].map(|value| Box::new(this.int_constant(value, mask, span)));
            ExprKind::Conditional(Box::new(holds), yes, no)
        }))
    }

    /// A shift with a vector. The type is that of the left operand, or of the right one if the left
    /// one is a scalar. A scalar amount keeps its type.
    pub(super) fn vector_shift(
        &mut self,
        op: ShiftOp,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Result<Expr> {
        let vector = self.types.as_vector(a.ty).or(self.types.as_vector(b.ty));
        let is_like = |operand: &Expr| match self.types.as_vector(operand.ty) {
            Some((element, lanes)) => vector.is_some_and(|(like, others)| {
                lanes == others
                    && self.types.is_integer(element)
                    && self.types.size_of(element) == self.types.size_of(like)
            }),
            None => self.types.is_integer(operand.ty),
        };
        let Some((element, lanes)) = vector.filter(|_| is_like(&a) && is_like(&b)) else {
            return self.invalid_operands("a shift", &a, &b, span);
        };
        let a = if self.is_vector(&a) { a } else { self.convert(a, element, false) };
        let b = if self.is_vector(&b) { b } else { self.promote(b) };
        let mut opened = self.open(vec![a, b]);
        let operands = std::mem::take(&mut opened.numbers);
        let at = |side: usize, lane: usize| {
            let operand = &operands[side];
            Box::new(operand[lane % operand.len()].clone())
        };
        let shifted = |lane| {
            let kind = ExprKind::Shift(op, at(0, lane), at(1, lane));
            Expr { kind, ty: element, span }
        };
        let shifted = (0..lanes as usize).map(shifted).collect();
        let body = self.tuple_value(Tuple::Vector(element, lanes), shifted, span);
        Ok(self.close(opened, body))
    }

    /// `-v` or `~v`.
    pub(super) fn vector_unary(&mut self, op: UnaryOp, value: Expr, span: Span) -> Result<Expr> {
        let Some((element, lanes)) = self.types.as_vector(value.ty) else {
            return fail(span, "a vector is needed here");
        };
        if op == UnaryOp::Complement && !self.types.is_integer(element) {
            let ty = self.types.show(value.ty);
            return fail(span, format!("`~` needs integers, not `{ty}`"));
        }
        Ok(self.each_element(value, Tuple::Vector(element, lanes), span, |_, number| {
            let kind = ExprKind::Unary(op, Box::new(number));
            Expr { kind, ty: element, span }
        }))
    }

    fn each_element(
        &mut self,
        value: Expr,
        result: Tuple,
        span: Span,
        mut operation: impl FnMut(&mut Self, Expr) -> Expr,
    ) -> Expr {
        let mut opened = self.open(vec![value]);
        let numbers = opened.numbers.pop().unwrap_or_default();
        let numbers = numbers.into_iter().map(|number| operation(self, number)).collect();
        let body = self.tuple_value(result, numbers, span);
        self.close(opened, body)
    }

    /// Whether a conversion between a vector and another type keeps the bits: between vectors, or
    /// to and from an integer, of equal sizes.
    pub(super) fn keeps_bits(&self, from: Ty, to: Ty) -> bool {
        let is_vector = |ty| self.types.as_vector(ty).is_some();
        let fits = |ty| is_vector(ty) || self.types.is_integer(ty);
        (is_vector(from) || is_vector(to))
            && fits(from)
            && fits(to)
            && self.types.size_of(from) == self.types.size_of(to)
    }

    /// Converts a vector, or to a vector, without changing the bits.
    pub(super) fn convert_bits(&mut self, value: Expr, ty: Ty) -> Expr {
        if let (Some((from, lanes)), Some((to, others))) =
            (self.types.as_vector(value.ty), self.types.as_vector(ty))
            && lanes == others
            && (self.types.is_integer(from) && self.types.is_integer(to)
                || self.looks_alike(from, to))
        {
            let span = value.span;
            let result = Tuple::Vector(to, lanes);
            return self
                .each_element(value, result, span, |this, number| this.convert(number, to, false));
        }
        self.reinterpreted(value, ty)
    }

    /// `__builtin_convertvector(v, T)`; the operands are inside `sizeof`.
    pub(super) fn convert_vector(
        &mut self,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let [value, ty] = arguments else {
            return fail(span, "this builtin takes 2 arguments");
        };
        let Expression::SizeOfVal(value) = &value.node else {
            return fail(span, "this builtin converts a vector");
        };
        let value = self.value(&value.node.0)?;
        let ty = match &ty.node {
            Expression::SizeOfTy(ty) => self.type_name(&ty.node.0)?,
            Expression::SizeOfVal(name) => match self.typedef_of(&name.node.0)? {
                Some((ty, _)) => ty,
                None => return fail(span, "this builtin converts to a vector type"),
            },
            _ => return fail(span, "this builtin converts to a vector type"),
        };
        let shapes = (self.types.as_vector(value.ty), self.types.as_vector(ty));
        let (Some((_, lanes)), Some((element, others))) = shapes else {
            return fail(span, "this builtin converts a vector to a vector type");
        };
        if lanes != others {
            return fail(span, "this builtin converts between vectors of equal lengths");
        }
        Ok(self.each_element(value, Tuple::Vector(element, lanes), span, |this, number| {
            this.convert(number, element, true)
        }))
    }

    /// `__builtin_shuffle(v, mask)` or `__builtin_shuffle(v, w, mask)`: the mask has the positions
    /// of the elements, modulo their number.
    pub(super) fn shuffle(&mut self, arguments: &[Node<Expression>], span: Span) -> Result<Expr> {
        let mut operands = Vec::new();
        for argument in arguments {
            operands.push(self.value(argument)?);
        }
        let shapes: Vec<_> = operands.iter().map(|value| self.types.as_vector(value.ty)).collect();
        let [Some((element, lanes)), others @ .., Some((position, count))] = shapes.as_slice()
        else {
            return fail(span, "this builtin takes 2 or 3 vectors");
        };
        let (element, lanes, position) = (*element, *lanes, *position);
        let is_same = |other: &Option<(Ty, u64)>| *other == Some((element, lanes));
        if others.len() > 1
            || !others.iter().all(is_same)
            || *count != lanes
            || !self.types.is_integer(position)
            || self.types.size_of(position) != self.types.size_of(element)
        {
            return fail(span, "this builtin takes 2 or 3 vectors of equal shapes");
        }
        // The elements are chosen by variable positions, so the vectors must be in memory.
        let mut bindings = Vec::new();
        let places: Vec<Place> =
            operands.into_iter().map(|value| self.bind("[vector]", value, &mut bindings)).collect();
        let Some((mask, sources)) = places.split_last() else {
            return fail(span, "this builtin takes 2 or 3 vectors");
        };
        let mut chosen = Vec::new();
        let int = self.common.int;
        for index in self.numbers_of(mask) {
            let index = self.convert(index, int, false);
            let bits = |this: &Self, mask: u64| {
                let mask = Box::new(this.int_constant(mask, int, span));
                let index = Box::new(index.clone());
                Expr {
                    kind: ExprKind::Arithmetic(ArithmeticOp::BitAnd, index, mask),
                    ty: int,
                    span,
                }
            };
            let within = bits(self, lanes - 1);
            let mut elements = Vec::new();
            for source in sources {
                let tuple = Tuple::Vector(element, lanes);
                let place = self.types.number_of(source.clone(), tuple, within.clone());
                elements.push(self.load(place));
            }
            chosen.push(match (elements.pop(), elements.pop()) {
                (Some(second), Some(first)) => {
                    let which = Box::new(bits(self, lanes));
                    let kind = ExprKind::Conditional(which, Box::new(second), Box::new(first));
                    Expr { kind, ty: element, span }
                }
                (Some(only), None) => only,
                _ => return fail(span, "this builtin takes 2 or 3 vectors"),
            });
        }
        let body = self.tuple_value(Tuple::Vector(element, lanes), chosen, span);
        Ok(super::tuples::let_in(bindings, body))
    }

    /// `__builtin_shufflevector(v, w, i...)`: the positions are constants that count the elements
    /// of both vectors.
    pub(super) fn shuffle_constant(
        &mut self,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let [first, second, positions @ ..] = arguments else {
            return fail(span, "this builtin takes 2 vectors and positions");
        };
        let vectors = vec![self.value(first)?, self.value(second)?];
        let shapes: Vec<_> = vectors.iter().map(|value| self.types.as_vector(value.ty)).collect();
        let [Some((element, _)), Some((other, _))] = shapes.as_slice() else {
            return fail(span, "this builtin takes 2 vectors and positions");
        };
        let element = *element;
        if element != *other || !positions.len().is_power_of_two() {
            return fail(span, "this builtin takes 2 vectors with elements of one type");
        }
        let mut opened = self.open(vectors);
        let numbers = std::mem::take(&mut opened.numbers).concat();
        let mut chosen = Vec::new();
        for position in positions {
            let place = self.span(position.span);
            let index = self.constant_integer(position, "a position")?;
            let Some(number) = index.to_usize().and_then(|index| numbers.get(index)) else {
                return unsupported(place, "a position outside of the vectors is not supported");
            };
            chosen.push(number.clone());
        }
        let lanes = chosen.len() as u64;
        let body = self.tuple_value(Tuple::Vector(element, lanes), chosen, span);
        Ok(self.close(opened, body))
    }

    /// An element of a vector.
    pub(super) fn vector_element(
        &mut self,
        vector: Place,
        tuple: Tuple,
        index: Expr,
        span: Span,
    ) -> Result<Place> {
        if !self.types.is_integer(index.ty) {
            let ty = self.types.show(index.ty);
            return fail(index.span, format!("an index must be an integer, not `{ty}`"));
        }
        let index = self.promote(index);
        let place = self.types.number_of(vector, tuple, index);
        Ok(Place { span, ..place })
    }
}
