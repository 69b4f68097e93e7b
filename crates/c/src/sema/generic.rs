//! Generic selections, and when types are the same to them.

use super::Analyser;
use super::error::{Result, fail};
use super::expressions::Operand;
use crate::hir::{Expr, ExprKind, PlaceKind, Ty, Type, VarId};
use lang_c::ast::{Expression, GenericAssociation, GenericSelection};
use lang_c::span::Node;
use program::Span;

const BY_QUALIFIERS: &str =
    "depends on qualifiers of what pointers point to, which are not modelled";

impl Analyser<'_> {
    /// `_Generic(e, T: a, default: b)`: only the chosen expression is analysed.
    pub(super) fn generic_selection(
        &mut self,
        selection: &GenericSelection,
        span: Span,
    ) -> Result<Operand> {
        let value = self.value(&selection.expression)?;
        let mut default = None;
        let mut chosen = Vec::new();
        for association in &selection.associations {
            match &association.node {
                GenericAssociation::Type(association) => {
                    let (ty, plain) = self.plain_type_name(&association.node.type_name)?;
                    if self.compatible(ty, value.ty) {
                        chosen.push((&association.node.expression, plain));
                    }
                }
                GenericAssociation::Default(expression) => default = Some(expression),
            }
        }
        let rivals = chosen.len() + usize::from(default.is_some());
        if !chosen.is_empty() && rivals > 1 && self.has_qualified_parts(value.ty) {
            chosen.retain(|(_, plain)| *plain);
            if chosen.len() != 1 || !self.is_plain(&value) {
                return fail(span, format!("the choice of this selection {BY_QUALIFIERS}"));
            }
        }
        match chosen.first().map(|(expression, _)| *expression).or(default) {
            Some(expression) => self.operand(expression),
            None => {
                let ty = self.types.show(value.ty);
                fail(span, format!("no association of this selection is for `{ty}`"))
            }
        }
    }

    /// Whether two types are compatible (qualifiers aside).
    pub(super) fn compatible(&mut self, a: Ty, b: Ty) -> bool {
        let (mut left, mut right) = (a, b);
        while let (Some(a), Some(b)) = (self.types.pointee(left), self.types.pointee(right)) {
            (left, right) = (a, b);
        }
        match (self.types.as_int(left), self.types.as_int(right)) {
            // Only the linker is generous about signs.
            (Some(_), _) | (_, Some(_)) => left == right,
            _ => self.composite(left, right).is_some(),
        }
    }

    /// Whether types that are the same here may differ in qualifiers that count: those of what
    /// pointers point to. Types here have none.
    fn has_qualified_parts(&self, ty: Ty) -> bool {
        match self.types.get(ty) {
            Type::Pointer(target) => match self.types.get(*target) {
                Type::Function(_) => self.has_qualified_parts(*target),
                _ => true,
            },
            Type::Array(element, _) => self.has_qualified_parts(*element),
            Type::Function(function) => {
                let mut parts = function.params.iter().chain([&function.result]);
                parts.any(|&part| self.has_qualified_parts(part))
            }
            _ => false,
        }
    }

    /// Notes whether the type of a variable has no qualifiers.
    pub(super) fn note_plain(&mut self, var: VarId, plain: bool) {
        if plain {
            self.plain_vars.insert(var);
        }
    }

    /// Whether the type of a value is known to have no qualifiers: a string, or what comes from a
    /// variable whose type has none.
    fn is_plain(&self, value: &Expr) -> bool {
        let (ExprKind::Load(place) | ExprKind::AddressOf(place)) = &value.kind else {
            return false;
        };
        match &place.kind {
            PlaceKind::Var(id) => self.plain_vars.contains(id),
            PlaceKind::String(_) => true,
            _ => false,
        }
    }

    /// The type that an argument of the builtin is, and whether it has no qualifiers.
    fn type_argument(&mut self, argument: &Node<Expression>) -> Result<(Ty, bool)> {
        match &argument.node {
            Expression::SizeOfTy(size) => self.plain_type_name(&size.node.0),
            Expression::SizeOfVal(size) => match self.typedef_of(&size.node.0)? {
                Some((ty, _)) => Ok((ty, false)),
                None => Ok((self.type_of(&size.node.0)?, false)),
            },
            _ => Ok((self.type_of(argument)?, false)),
        }
    }

    /// `__builtin_types_compatible_p(S, T)`, whose operands are inside `sizeof`.
    pub(super) fn types_compatible(
        &mut self,
        a: &Node<Expression>,
        b: &Node<Expression>,
        span: Span,
    ) -> Result<bool> {
        let (left, left_plain) = self.type_argument(a)?;
        let (right, right_plain) = self.type_argument(b)?;
        let compatible = self.compatible(left, right);
        if compatible && self.has_qualified_parts(left) && !(left_plain && right_plain) {
            return fail(span, format!("whether these types are compatible {BY_QUALIFIERS}"));
        }
        Ok(compatible)
    }
}
