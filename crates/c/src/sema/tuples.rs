//! Vectors and complex numbers: what both have in common.
//!
//! An operator on tuples becomes operations on their numbers. Each operand is evaluated once: it is
//! stored in a variable by an [`ExprKind::Let`], unless it can be read where it is.

use super::Analyser;
use super::constants::Value;
use super::error::{Result, fail, unsupported};
use super::expressions::Operand;
use crate::hir::{
    CompoundOp, Expr, ExprKind, InitItem, Initialiser, Place, PlaceKind, ShiftOp, Storage, Tuple,
    Ty, VarId, any,
};
use program::Span;

/// Operands of which each number can be read any number of times.
pub(super) struct Opened {
    /// The numbers of each operand: one, if it is a scalar.
    pub numbers: Vec<Vec<Expr>>,
    bindings: Vec<(VarId, Expr)>,
    is_constant: bool,
}

impl Opened {
    /// Whether all operands are constants.
    pub(super) fn is_constant(&self) -> bool {
        self.is_constant
    }
}

/// Variables that hold operands.
const NAMES: [&str; 2] = ["[left]", "[right]"];

impl Analyser<'_> {
    /// Makes the numbers of operands available.
    pub(super) fn open(&mut self, operands: Vec<Expr>) -> Opened {
        let quiet: Vec<bool> =
            operands.iter().map(|operand| !any(operand, &mut Expr::is_effect)).collect();
        let mut opened = Opened { numbers: Vec::new(), bindings: Vec::new(), is_constant: true };
        for (position, operand) in operands.into_iter().enumerate() {
            if let Some(constants) = self.constant_numbers(&operand) {
                opened.numbers.push(constants);
                continue;
            }
            opened.is_constant = false;
            let others_are_quiet =
                quiet.iter().enumerate().all(|(other, quiet)| *quiet || other == position);
            let place = match operand.kind {
                ExprKind::Load(place) if others_are_quiet && self.is_plain_place(&place) => place,
                _ => {
                    let name = NAMES[position.min(NAMES.len() - 1)];
                    self.bind(name, operand, &mut opened.bindings)
                }
            };
            let numbers = self.numbers_of(&place);
            opened.numbers.push(numbers);
        }
        opened
    }

    /// The value of an expression that uses the numbers of opened operands.
    pub(super) fn close(&mut self, opened: Opened, body: Expr) -> Expr {
        if opened.is_constant { body } else { let_in(opened.bindings, body) }
    }

    /// A variable with a value.
    pub(super) fn bind(
        &mut self,
        name: &str,
        value: Expr,
        bindings: &mut Vec<(VarId, Expr)>,
    ) -> Place {
        let (ty, span) = (self.types.unqualified(value.ty), value.span);
        let var = self.add_var(name, ty, Storage::Local, span);
        bindings.push((var, value));
        Place { kind: PlaceKind::Var(var), ty, span }
    }

    /// The numbers of a place: one, if it is a scalar.
    pub(super) fn numbers_of(&mut self, place: &Place) -> Vec<Expr> {
        let Some(tuple) = self.types.as_tuple(place.ty) else {
            return vec![self.load(place.clone())];
        };
        (0..tuple.count())
            .map(|index| {
                let index = self.int_constant(index, self.common.int, place.span);
                let number = self.types.number_of(place.clone(), tuple, index);
                self.load(number)
            })
            .collect()
    }

    /// The value of a place.
    pub(super) fn load(&mut self, place: Place) -> Expr {
        let (ty, span) = (self.types.unqualified(place.ty), place.span);
        Expr { kind: ExprKind::Load(place), ty, span }
    }

    /// Whether reading a place has no effect, and it always denotes the same object.
    fn is_plain_place(&self, place: &Place) -> bool {
        let qualifiers = self.types.qualifiers(place.ty);
        !qualifiers.volatile && !qualifiers.atomic && is_fixed(place)
    }

    /// The numbers of a constant: of a literal, or of an operation on constants.
    pub(super) fn constant_numbers(&self, value: &Expr) -> Option<Vec<Expr>> {
        let Some(tuple) = self.types.as_tuple(value.ty) else {
            return self.evaluate(value).map(|_| vec![value.clone()]);
        };
        let ExprKind::Load(Place { kind: PlaceKind::CompoundLiteral(_, init), .. }) = &value.kind
        else {
            return None;
        };
        if let [item] = init.items.as_slice()
            && self.looks_alike(item.value.ty, value.ty)
        {
            return self.constant_numbers(&item.value);
        }
        let element = tuple.element();
        let size = self.types.size_of(element)?;
        let zero = self.int_constant(0, self.common.int, value.span);
        let zero = self.zero_of(&zero, element)?;
        let count = usize::try_from(tuple.count()).ok()?;
        let mut numbers = vec![zero; count];
        for item in &init.items {
            let position = usize::try_from(item.offset / size).ok()?;
            let fits = item.offset % size == 0 && self.looks_alike(item.value.ty, element);
            if !fits || self.evaluate(&item.value).is_none() {
                return None;
            }
            *numbers.get_mut(position)? = item.value.clone();
        }
        Some(numbers)
    }

    /// The number zero, converted.
    fn zero_of(&self, zero: &Expr, ty: Ty) -> Option<Expr> {
        let kind = match self.convert_value(self.evaluate(zero)?, zero.ty, ty)? {
            Value::Int(value) => ExprKind::Int(value),
            Value::Float(value) => ExprKind::Float(value),
        };
        Some(Expr { kind, ty, span: zero.span })
    }

    /// A tuple with given numbers, which have its element type.
    pub(super) fn tuple_value(&mut self, tuple: Tuple, numbers: Vec<Expr>, span: Span) -> Expr {
        let ty = self.types.tuple(tuple);
        let size = self.types.size_of(tuple.element()).unwrap_or(0);
        let item = |(index, value)| InitItem { offset: size * index, bits: None, value };
        let items = (0..).zip(numbers).map(item).collect();
        let init = Initialiser { items, ..Initialiser::default() };
        let place = self.compound_literal_place(ty, init, span);
        Expr { kind: ExprKind::Load(place), ty, span }
    }

    /// The place again, if it can be evaluated several times; otherwise what a new variable points
    /// to.
    fn place_again(&mut self, place: Place, bindings: &mut Vec<(VarId, Expr)>) -> Result<Place> {
        if is_fixed(&place) {
            return Ok(place);
        }
        let span = place.span;
        if self.bit_field(&place).is_some() {
            let what = "an assignment of a complex number to a bit-field";
            return unsupported(span, format!("{what} is not supported"));
        }
        let ty = place.ty;
        let address = self.address_of(place);
        let pointer = self.bind("[place]", address, bindings);
        let pointer = self.load(pointer);
        Ok(Place { kind: PlaceKind::Deref(Box::new(pointer)), ty, span })
    }

    /// `place op= value`, where one of the two is a tuple.
    pub(super) fn tuple_compound(
        &mut self,
        place: Place,
        op: CompoundOp,
        value: Expr,
        span: Span,
    ) -> Result<Expr> {
        let mut bindings = Vec::new();
        let place = self.place_again(place, &mut bindings)?;
        let value = if self.constant_numbers(&value).is_some() {
            value
        } else {
            let value = self.bind(NAMES[1], value, &mut bindings);
            self.load(value)
        };
        let old = self.load(place.clone());
        let body = self.tuple_update(place, op, old, value, span)?;
        Ok(let_in(bindings, body))
    }

    fn tuple_update(
        &mut self,
        place: Place,
        op: CompoundOp,
        old: Expr,
        value: Expr,
        span: Span,
    ) -> Result<Expr> {
        let new = match op {
            CompoundOp::Arithmetic(op) => self.arithmetic_operation(op, old, value, span)?,
            CompoundOp::Shift(op) => self.shift_operation(op, old, value, span)?,
            CompoundOp::Pointer(_) => return fail(span, "a pointer is needed here"),
        };
        let ty = self.types.unqualified(place.ty);
        let new = self.convert_assigned(new, ty, "this assignment")?;
        Ok(Expr { kind: ExprKind::Assign(place, Box::new(new)), ty, span })
    }

    /// `++place` and related operators on a tuple: one is added to each element of a vector, or to
    /// the real part.
    pub(super) fn tuple_step(
        &mut self,
        place: Place,
        increment: bool,
        postfix: bool,
        span: Span,
    ) -> Result<Expr> {
        use crate::hir::ArithmeticOp::{Add, Subtract};
        let op = CompoundOp::Arithmetic(if increment { Add } else { Subtract });
        let one = self.int_constant(1, self.common.int, span);
        if !postfix {
            return self.tuple_compound(place, op, one, span);
        }
        let (mut bindings, mut inner) = (Vec::new(), Vec::new());
        let place = self.place_again(place, &mut bindings)?;
        let old = self.load(place.clone());
        let old = self.bind("[old]", old, &mut inner);
        let old = self.load(old);
        let update = self.tuple_update(place, op, old.clone(), one, span)?;
        let ty = old.ty;
        let kind = ExprKind::Comma(Box::new(update), Box::new(old));
        let body = let_in(inner, Expr { kind, ty, span });
        Ok(let_in(bindings, body))
    }

    /// Reads the bytes of a value as another type of the same size.
    pub(super) fn reinterpreted(&mut self, value: Expr, ty: Ty) -> Expr {
        let span = value.span;
        let mut bindings = Vec::new();
        let place = self.bind("[bytes]", value, &mut bindings);
        let address = self.address_of(place);
        let pointer = self.pointer_to(ty);
        let address = self.convert(address, pointer, true);
        let place = Place { kind: PlaceKind::Deref(Box::new(address)), ty, span };
        let body = self.load(place);
        let_in(bindings, body)
    }

    /// The place of a value, whose parts can then be read.
    pub(super) fn place_of_value(operand: Operand) -> Option<Place> {
        match operand {
            Operand::Place(place) | Operand::Value(Expr { kind: ExprKind::Load(place), .. }) => {
                Some(place)
            }
            Operand::Value(value) => {
                let (ty, span) = (value.ty, value.span);
                Some(Place { kind: PlaceKind::Temporary(Box::new(value)), ty, span })
            }
            Operand::Function(..) | Operand::FunctionAt(_) => None,
        }
    }

    /// `a << b` or `a >> b`.
    pub(super) fn shift_operation(
        &mut self,
        op: ShiftOp,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Result<Expr> {
        if self.types.as_vector(a.ty).is_some() || self.types.as_vector(b.ty).is_some() {
            return self.vector_shift(op, a, b, span);
        }
        if !self.types.is_integer(a.ty) || !self.types.is_integer(b.ty) {
            return self.invalid_operands("a shift", &a, &b, span);
        }
        let (a, b) = (self.promote(a), self.promote(b));
        let ty = a.ty;
        Ok(Expr { kind: ExprKind::Shift(op, Box::new(a), Box::new(b)), ty, span })
    }
}

/// An expression with variables.
pub(super) fn let_in(bindings: Vec<(VarId, Expr)>, body: Expr) -> Expr {
    let (ty, span) = (body.ty, body.span);
    Expr { kind: ExprKind::Let { bindings, body: Box::new(body) }, ty, span }
}

/// Whether a place always denotes the same bytes of a variable.
fn is_fixed(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Var(_) => true,
        PlaceKind::Member(inner, ..) => is_fixed(inner),
        _ => false,
    }
}
