//! Conversions: decay, promotions, the usual arithmetic conversions, those of assignments and
//! casts.

use super::Analyser;
use super::constants::Value;
use super::error::{Result, fail, unsupported};
use super::expressions::Operand;
use crate::hir::{
    BitField, Expr, ExprKind, FloatType, InitItem, Initialiser, IntType, Member, Place, PlaceKind,
    RecordId, Storage, Ty, Type,
};
use num_traits::Zero;
use program::{Object, Span};

impl Analyser<'_> {
    /// The value of an operand: arrays and functions become pointers, places are read.
    pub(super) fn rvalue(&mut self, operand: Operand) -> Result<Expr> {
        match operand {
            Operand::Value(expr) => Ok(expr),
            Operand::Function(id, span) => {
                self.functions[id.index()].address_taken = true;
                let ty = self.pointer_to(self.functions[id.index()].ty);
                Ok(Expr { kind: ExprKind::Function(id), ty, span })
            }
            Operand::FunctionAt(pointer) => Ok(pointer),
            Operand::Place(place) => {
                if let Type::Array(element, _) = *self.types.get(place.ty) {
                    return Ok(self.decay(place, element));
                }
                if self.types.is_void(place.ty) {
                    // `*p` for a `void *`: gcc treats it as a void expression.
                    let (ty, span) = (self.common.void, place.span);
                    let address = self.address_of(place);
                    return Ok(Expr {
                        kind: ExprKind::Convert(Box::new(address), false),
                        ty,
                        span,
                    });
                }
                self.require_complete(place.ty, "this", place.span)?;
                let (ty, span) = (self.types.unqualified(place.ty), place.span);
                Ok(Expr { kind: ExprKind::Load(place), ty, span })
            }
        }
    }

    /// The pointer to the first element of an array.
    fn decay(&mut self, place: Place, element: Ty) -> Expr {
        self.mark_address_taken(&place);
        let (ty, span) = (self.pointer_to(element), place.span);
        Expr { kind: ExprKind::AddressOf(place), ty, span }
    }

    /// The address of a place.
    pub(super) fn address_of(&mut self, place: Place) -> Expr {
        let (ty, span) = (self.pointer_to(place.ty), place.span);
        // `&*p` is `p`, which need not be valid.
        if let PlaceKind::Deref(pointer) = place.kind {
            return self.convert(*pointer, ty, false);
        }
        self.mark_address_taken(&place);
        Expr { kind: ExprKind::AddressOf(place), ty, span }
    }

    pub(super) fn mark_address_taken(&mut self, place: &Place) {
        let mut place = place;
        loop {
            match &place.kind {
                PlaceKind::Var(id) | PlaceKind::CompoundLiteral(id, _) => {
                    self.vars[id.index()].address_taken = true;
                    return;
                }
                PlaceKind::Index(inner, _) | PlaceKind::Member(inner, ..) => place = inner,
                PlaceKind::String(_) | PlaceKind::Deref(_) | PlaceKind::Temporary(_) => return,
            }
        }
    }

    /// Whether values of two types have the same representation: the types differ only in
    /// qualifiers, and in enumerations of the same integer type.
    pub(super) fn looks_alike(&self, a: Ty, b: Ty) -> bool {
        self.types.plain(a) == self.types.plain(b)
    }

    /// Converts to a type, without checking whether C allows it. Constants are converted here.
    pub(super) fn convert(&mut self, expr: Expr, ty: Ty, explicit: bool) -> Expr {
        let ty = self.types.unqualified(ty);
        // A cast removes the special width of a bit-field.
        if self.looks_alike(expr.ty, ty) && !(explicit && self.bit_width_of(&expr).is_some()) {
            return Expr { ty, ..expr };
        }
        let is_tuple = |ty| self.types.as_tuple(ty).is_some();
        if self.types.is_number(expr.ty) && self.types.is_number(ty) {
            if is_tuple(expr.ty) || is_tuple(ty) {
                return self.convert_complex(expr, ty);
            }
        } else if self.keeps_bits(expr.ty, ty) {
            return self.convert_bits(expr, ty);
        }
        let span = expr.span;
        let constant = match &expr.kind {
            ExprKind::Int(value) => self.convert_value(Value::Int(value.clone()), expr.ty, ty),
            ExprKind::Float(value) if self.types.as_float(ty).is_some() => {
                self.convert_value(Value::Float(value.clone()), expr.ty, ty)
            }
            _ => None,
        };
        let kind = match constant {
            Some(Value::Int(value)) => ExprKind::Int(value),
            Some(Value::Float(value)) => ExprKind::Float(value),
            None => ExprKind::Convert(Box::new(expr), explicit),
        };
        Expr { kind, ty, span }
    }

    /// The type of an integer operand in arithmetic; bit-fields have their width.
    pub(super) fn promoted_int(&self, expr: &Expr) -> Option<IntType> {
        let int = self.types.as_int(expr.ty)?;
        let width = self.bit_width_of(expr);
        let bits = width.unwrap_or(int.bits);
        let narrow = bits < 32 || bits == 32 && int.signed;
        Some(if narrow && (int.rank <= 3 || width.is_some()) {
            IntType::INT
        } else if bits == 32 && width.is_some() {
            IntType::UINT
        } else if bits < int.bits {
            // gcc computes with a wide bit-field in a type of exactly its width.
            IntType { bits, signed: int.signed, rank: 3 }
        } else {
            int
        })
    }

    /// The width of the bit-field whose value an expression has; assignments have it too.
    pub(super) fn bit_width_of(&self, expr: &Expr) -> Option<u32> {
        let place = match &expr.kind {
            ExprKind::Load(place)
            | ExprKind::Assign(place, _)
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Step { place, .. } => place,
            ExprKind::Comma(_, last) => return self.bit_width_of(last),
            _ => return None,
        };
        self.bit_field(place).map(|bits| bits.width)
    }

    /// The bits of a place that is a bit-field.
    pub(super) fn bit_field(&self, place: &Place) -> Option<BitField> {
        let PlaceKind::Member(_, id, index) = &place.kind else { return None };
        self.types.record(*id).members.as_ref()?.get(*index)?.bits
    }

    /// The integer promotions; other types stay unchanged.
    pub(super) fn promote(&mut self, expr: Expr) -> Expr {
        match self.promoted_int(&expr) {
            Some(int) => {
                let ty = self.types.intern(Type::Int(int));
                self.convert(expr, ty, false)
            }
            None => expr,
        }
    }

    /// The default promotions of arguments without a parameter: `float` becomes `double` too.
    pub(super) fn default_promote(&mut self, expr: Expr) -> Expr {
        match self.types.as_float(expr.ty) {
            Some(FloatType::Float) => self.convert(expr, self.common.double, false),
            _ => {
                let promoted = self.promote(expr);
                self.whole(promoted)
            }
        }
    }

    /// A value in memory has an ordinary type, not the odd width of a bit-field.
    fn whole(&mut self, expr: Expr) -> Expr {
        match self.types.as_int(expr.ty) {
            Some(int) if !int.bits.is_power_of_two() => {
                let ty = Type::Int(IntType { signed: int.signed, ..IntType::LLONG });
                let ty = self.types.intern(ty);
                self.convert(expr, ty, false)
            }
            _ => expr,
        }
    }

    /// The type of an expression, for declaring something of that type.
    pub(super) fn declarable(&self, ty: Ty, span: Span) -> Result<Ty> {
        match self.types.as_int(ty) {
            Some(int) if !int.bits.is_power_of_two() => {
                unsupported(span, format!("variables of {} bits are not supported", int.bits))
            }
            _ => Ok(ty),
        }
    }

    /// The result type of the usual arithmetic conversions; `None` unless both operands are
    /// arithmetic.
    pub(super) fn common_arithmetic(&mut self, a: &Expr, b: &Expr) -> Option<Ty> {
        let float = match (self.types.as_float(a.ty), self.types.as_float(b.ty)) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (float, None) | (None, float) => float,
        };
        if let Some(float) = float {
            let both = self.types.is_arithmetic(a.ty) && self.types.is_arithmetic(b.ty);
            return both.then(|| self.types.intern(Type::Float(float)));
        }
        let (a, b) = (self.promoted_int(a)?, self.promoted_int(b)?);
        Some(self.types.intern(Type::Int(common_int(a, b))))
    }

    /// Whether an expression is a null pointer constant.
    pub(super) fn is_null_constant(&self, expr: &Expr) -> bool {
        if expr.ty == self.common.void_pointer {
            return match &expr.kind {
                ExprKind::Int(value) => value.is_zero(),
                ExprKind::Convert(inner, _) if self.types.is_integer(inner.ty) => {
                    self.evaluate_integer(inner).is_some_and(|value| value.is_zero())
                }
                _ => false,
            };
        }
        self.evaluate_integer(expr).is_some_and(|value| value.is_zero())
    }

    /// Converts as by assignment; `what` names the target in messages.
    pub(super) fn convert_assigned(&mut self, expr: Expr, ty: Ty, what: &str) -> Result<Expr> {
        if self.looks_alike(expr.ty, ty) && !self.types.is_void(ty) {
            return Ok(Expr { ty: self.types.unqualified(ty), ..expr });
        }
        let (from, to) = (self.types.get(expr.ty), self.types.get(ty));
        let allowed = match (from, to) {
            (Type::Bool | Type::Int(_), Type::Pointer(_)) => true,
            (Type::Pointer(_), Type::Bool | Type::Int(_) | Type::Pointer(_)) => true,
            (Type::Record(a), Type::Record(b))
                if self.types.tuple_of(*a).is_some() || self.types.tuple_of(*b).is_some() =>
            {
                self.types.is_number(expr.ty) && self.types.is_number(ty)
                    || self.is_vector(&expr) && self.keeps_bits(expr.ty, ty)
            }
            (Type::Record(a), Type::Record(b)) => self.same_record(*a, *b),
            _ => self.types.is_number(expr.ty) && self.types.is_number(ty),
        };
        if allowed {
            return Ok(self.convert(expr, ty, false));
        }
        let (from, to) = (self.types.show(expr.ty), self.types.show(ty));
        fail(expr.span, format!("{what} needs a value of type `{to}`, not `{from}`"))
    }

    /// Whether two records of different files are the same except for their identity.
    pub(super) fn same_record(&self, a: RecordId, b: RecordId) -> bool {
        let (a, b) = (self.types.record(a), self.types.record(b));
        let (Some(left), Some(right)) = (&a.members, &b.members) else { return false };
        a.name == b.name
            && !a.name.is_empty()
            && a.size == b.size
            && a.is_union == b.is_union
            && left.len() == right.len()
            && left.iter().zip(right).all(|(m, n)| m.name == n.name && m.offset == n.offset)
    }

    /// Converts an argument to the type of its parameter, which may be a transparent union.
    pub(super) fn convert_argument(&mut self, expr: Expr, ty: Ty, what: &str) -> Result<Expr> {
        if let Type::Record(id) = *self.types.get(ty)
            && !self.looks_alike(expr.ty, ty)
            && self.transparent_unions.contains(&id)
        {
            return self.transparent_union(expr, id, ty, what);
        }
        self.convert_assigned(expr, ty, what)
    }

    fn transparent_union(&mut self, expr: Expr, id: RecordId, ty: Ty, what: &str) -> Result<Expr> {
        let members = self.types.record(id).members.as_deref().unwrap_or_default();
        let exact = self.member_like(id, expr.ty);
        let position = exact.unwrap_or(0);
        let Some(member) = members.get(position).map(|member| member.ty) else {
            return self.convert_assigned(expr, ty, what);
        };
        let value = self.convert_assigned(expr, member, what)?;
        Ok(self.union_of(value, position, id, ty))
    }

    /// The first member of a record, no bit-field, with values that look like those of a type.
    pub(super) fn member_like(&self, id: RecordId, ty: Ty) -> Option<usize> {
        let members = self.types.record(id).members.as_deref().unwrap_or_default();
        let is_like = |member: &Member| member.bits.is_none() && self.looks_alike(member.ty, ty);
        members.iter().position(is_like)
    }

    /// A union with a value of a member.
    pub(super) fn union_of(&mut self, value: Expr, member: usize, id: RecordId, ty: Ty) -> Expr {
        let span = value.span;
        let items = vec![InitItem { offset: 0, bits: None, value }];
        let members = std::iter::once(((0, id), member as u64)).collect();
        let init = Initialiser { items, members, ..Initialiser::default() };
        let place = self.compound_literal_place(ty, init, span);
        Expr { kind: ExprKind::Load(place), ty, span }
    }

    /// A variable that is initialised wherever it is evaluated.
    pub(super) fn compound_literal_place(
        &mut self,
        ty: Ty,
        init: Initialiser,
        span: Span,
    ) -> Place {
        let id = self.add_var(Object::COMPOUND_LITERAL, ty, Storage::Local, span);
        Place { kind: PlaceKind::CompoundLiteral(id, init), ty, span }
    }
}

/// The usual arithmetic conversions of promoted integer types.
pub(super) fn common_int(a: IntType, b: IntType) -> IntType {
    if a.signed == b.signed {
        return if (a.bits, a.rank) >= (b.bits, b.rank) { a } else { b };
    }
    let (signed, unsigned) = if a.signed { (a, b) } else { (b, a) };
    if (unsigned.bits, unsigned.rank) >= (signed.bits, signed.rank) {
        unsigned
    } else if signed.bits > unsigned.bits {
        signed
    } else {
        signed.unsigned()
    }
}
