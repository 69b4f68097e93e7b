//! Members of records: access and offsets.

use super::Analyser;
use super::error::{Result, fail};
use super::expressions::Operand;
use crate::hir::{ArithmeticOp, Expr, ExprKind, Place, PlaceKind, Qualifiers, RecordId, Ty, Type};
use crate::source::user_name;
use lang_c::ast::{MemberExpression, MemberOperator, OffsetMember, OffsetOfExpression};
use program::Span;

impl Analyser<'_> {
    /// The path to a member by name, through unnamed records: indices from the outside in.
    pub(super) fn find_member(&self, id: RecordId, name: &str) -> Option<Vec<(RecordId, usize)>> {
        self.member_way(id, &user_name(name))
    }

    fn member_way(&self, id: RecordId, name: &str) -> Option<Vec<(RecordId, usize)>> {
        let members = self.types.record(id).members.as_ref()?;
        if let Some(index) = members.iter().position(|member| member.name == name) {
            return Some(vec![(id, index)]);
        }
        members.iter().enumerate().find_map(|(index, member)| {
            let inner = self.types.as_record(member.ty).filter(|_| member.name.is_empty())?;
            let mut path = self.member_way(inner, name)?;
            path.insert(0, (id, index));
            Some(path)
        })
    }

    /// A member of a place.
    pub(super) fn member_of(&mut self, mut place: Place, name: &str, span: Span) -> Result<Place> {
        let Some(id) = self.types.as_record(place.ty) else {
            let ty = self.types.show(place.ty);
            return fail(span, format!("`{ty}` has no members"));
        };
        if self.types.record(id).members.is_none() {
            let ty = self.types.show(place.ty);
            return fail(span, format!("the type `{ty}` is incomplete"));
        }
        let Some(path) = self.find_member(id, name) else {
            let ty = self.types.show(place.ty);
            return fail(span, format!("`{ty}` has no member `{name}`"));
        };
        for (record, index) in path {
            let ty = match &self.types.record(record).members {
                Some(members) => members[index].ty,
                None => place.ty,
            };
            let Qualifiers { constant, volatile, .. } = self.types.qualifiers(place.ty);
            let inherited = Qualifiers { constant, volatile, ..Qualifiers::default() };
            let ty = self.types.qualified(ty, inherited);
            place = Place { kind: PlaceKind::Member(Box::new(place), record, index), ty, span };
        }
        Ok(place)
    }

    pub(super) fn member_expression(
        &mut self,
        member: &MemberExpression,
        span: Span,
    ) -> Result<Operand> {
        let name = &member.identifier.node.name;
        let place = match member.operator.node {
            MemberOperator::Indirect => {
                let pointer = self.value(&member.expression)?;
                if self.types.pointee(pointer.ty).is_none() {
                    let ty = self.types.show(pointer.ty);
                    return fail(span, format!("`->` needs a pointer, not `{ty}`"));
                }
                match self.deref(pointer, span)? {
                    Operand::Place(place) => place,
                    _ => return fail(span, "a function has no members"),
                }
            }
            MemberOperator::Direct => match self.operand(&member.expression)? {
                Operand::Place(place) => place,
                // Reading a place gave a record; its members can be read directly from that place.
                Operand::Value(Expr { kind: ExprKind::Load(place), .. }) => place,
                Operand::Value(value) => {
                    let (ty, span) = (value.ty, value.span);
                    Place { kind: PlaceKind::Temporary(Box::new(value)), ty, span }
                }
                _ => return fail(span, "a function has no members"),
            },
        };
        Ok(Operand::Place(self.member_of(place, name, span)?))
    }

    /// `offsetof(type, member)`; indices need not be constant.
    pub(super) fn offset_of(&mut self, offset: &OffsetOfExpression, span: Span) -> Result<Expr> {
        let mut ty = self.type_name(&offset.type_name)?;
        let designator = &offset.designator.node;
        let mut constant = self.member_offset(&mut ty, &designator.base.node.name, span)?;
        let mut variable: Option<Expr> = None;
        let size = self.common.size;
        for member in &designator.members {
            match &member.node {
                OffsetMember::Member(name) | OffsetMember::IndirectMember(name) => {
                    if let Type::Array(element, _) = *self.types.get(ty)
                        && matches!(member.node, OffsetMember::IndirectMember(_))
                    {
                        ty = element;
                    }
                    constant += self.member_offset(&mut ty, &name.node.name, span)?;
                }
                OffsetMember::Index(index) => {
                    let Type::Array(element, _) = *self.types.get(ty) else {
                        return fail(span, "only an array can be indexed");
                    };
                    ty = element;
                    let value = self.value(index)?;
                    let value = self.convert_assigned(value, size, "this index")?;
                    let scale = self.size_expression(element, span)?;
                    let (a, b) = (Box::new(value), Box::new(scale));
                    let kind = ExprKind::Arithmetic(ArithmeticOp::Multiply, a, b);
                    let scaled = Expr { kind, ty: size, span };
                    variable = Some(match variable {
                        None => scaled,
                        Some(before) => self.sum(before, scaled, span),
                    });
                }
            }
        }
        let constant = self.int_constant(constant, size, span);
        let Some(variable) = variable else { return Ok(constant) };
        let total = self.sum(constant, variable, span);
        Ok(match self.evaluate_integer(&total) {
            Some(value) => self.int_constant(value, size, span),
            None => total,
        })
    }

    fn sum(&self, a: Expr, b: Expr, span: Span) -> Expr {
        let kind = ExprKind::Arithmetic(ArithmeticOp::Add, Box::new(a), Box::new(b));
        Expr { kind, ty: self.common.size, span }
    }

    /// The offset of a member; the type becomes the member's.
    fn member_offset(&mut self, ty: &mut Ty, name: &str, span: Span) -> Result<u64> {
        // The place is used only for its type.
        let place = Place { kind: PlaceKind::String(Vec::new()), ty: *ty, span };
        let mut place = &self.member_of(place, name, span)?;
        *ty = place.ty;
        if self.bit_field(place).is_some() {
            return fail(span, "a bit-field has no offset in bytes");
        }
        let mut offset = 0;
        while let PlaceKind::Member(outer, id, index) = &place.kind {
            if let Some(members) = &self.types.record(*id).members {
                offset += members[*index].offset;
            }
            place = outer;
        }
        Ok(offset)
    }
}
