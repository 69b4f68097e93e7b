//! `__builtin_object_size`: the known size of the object that a pointer points to.

use super::Analyser;
use super::error::{Result, fail};
use crate::hir::{Expr, ExprKind, Place, PlaceKind, Storage, Ty, Type};
use lang_c::ast::Expression;
use lang_c::span::Node;
use num_bigint::BigInt;
use program::Span;

/// The target of a pointer; all positions are in bytes from the start of its object.
struct Target {
    offset: BigInt,
    /// The end of the object.
    end: BigInt,
    /// The end of the member or array that the pointer points into.
    part_end: BigInt,
    /// Whether an initialiser may have made the object larger than its type.
    is_flexible: bool,
}

impl Target {
    fn whole(size: u64) -> Target {
        let (end, part_end) = (size.into(), size.into());
        Target { offset: 0.into(), end, part_end, is_flexible: false }
    }
}

impl Analyser<'_> {
    /// How many bytes remain after the pointer. If the object is not known, gcc gives the largest
    /// or the smallest number.
    pub(super) fn object_size(
        &mut self,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let [pointer, kind] = arguments else {
            return fail(span, "this builtin takes 2 arguments");
        };
        let kind = self.constant_size(kind, "the kind of an object size")?;
        let pointer = self.value(pointer)?;
        let target = self.target_of(&pointer);
        if target.as_ref().is_some_and(|target| target.is_flexible) {
            return fail(span, "the size of an object with a flexible array is not supported here");
        }
        let known = target.map(|target| {
            let end = if kind & 1 == 0 { target.end } else { target.part_end };
            (end - target.offset).max(0.into())
        });
        let unknown = if kind & 2 == 0 { -1 } else { 0 };
        let value = self.wrap_to(&known.unwrap_or_else(|| unknown.into()), self.common.size);
        Ok(self.int_constant(value, self.common.size, span))
    }

    fn target_of(&self, pointer: &Expr) -> Option<Target> {
        match &pointer.kind {
            ExprKind::AddressOf(place) => self.extent(place),
            ExprKind::Convert(inner, _) => {
                self.types.pointee(inner.ty)?;
                self.target_of(inner)
            }
            ExprKind::PointerAdd { pointer, index, subtract } => {
                let target = self.target_of(pointer)?;
                let size = self.types.size_of(self.types.pointee(pointer.ty)?)?;
                let distance = self.evaluate_integer(index)? * size;
                let distance = if *subtract { -distance } else { distance };
                Some(Target { offset: target.offset + distance, ..target })
            }
            _ => None,
        }
    }

    /// Whether the last member of a record is an array without a length.
    fn is_flexible(&self, ty: Ty) -> bool {
        let Type::Record(id) = *self.types.get(ty) else { return false };
        let last = self.types.record(id).members.as_ref().and_then(|members| members.last());
        last.is_some_and(|last| self.types.size_of(last.ty).is_none() || self.is_flexible(last.ty))
    }

    fn extent(&self, place: &Place) -> Option<Target> {
        let size = self.types.size_of(place.ty);
        match &place.kind {
            PlaceKind::Var(id) => {
                let whole =
                    Target { is_flexible: self.is_flexible(place.ty), ..Target::whole(size?) };
                (self.vars[id.index()].storage != Storage::Extern).then_some(whole)
            }
            PlaceKind::CompoundLiteral(..) | PlaceKind::String(_) => Some(Target::whole(size?)),
            PlaceKind::Member(inner, id, index) => {
                let target = self.extent(inner)?;
                let member = self.types.record(*id).members.as_ref()?.get(*index)?;
                let offset = target.offset + member.offset;
                let part_end = size.map_or_else(|| target.end.clone(), |size| &offset + size);
                Some(Target { part_end, offset, ..target })
            }
            PlaceKind::Index(inner, index) => {
                let target = self.extent(inner)?;
                let distance = self.evaluate_integer(index)? * size?;
                Some(Target { offset: target.offset + distance, ..target })
            }
            PlaceKind::Deref(_) | PlaceKind::Temporary(_) => None,
        }
    }
}
