//! Generic selections, and when types are the same to them.

use super::Analyser;
use super::error::{Result, fail, unsupported};
use super::expressions::Operand;
use super::scope::Name;
use crate::hir::{Ty, Type, VarId};
use lang_c::ast::{
    BinaryOperator, Expression, GenericAssociation, GenericSelection, MemberExpression,
    MemberOperator, UnaryOperator,
};
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
            if chosen.len() != 1 || !self.is_plain(&selection.expression) {
                return unsupported(span, format!("the choice of this selection {BY_QUALIFIERS}"));
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

    /// Notes whether the type of a variable has no qualifiers. Another file may have said otherwise.
    pub(super) fn note_plain(&mut self, var: VarId, plain: bool) {
        if plain {
            self.plain_vars.insert(var);
        } else {
            self.plain_vars.remove(&var);
        }
    }

    /// Whether the type of a well-formed expression is known to have no qualifiers: it comes from
    /// variables, members and casts to types that have none.
    pub(super) fn is_plain(&mut self, expression: &Node<Expression>) -> bool {
        match &expression.node {
            Expression::StringLiteral(_) => true,
            Expression::Identifier(name) => match self.scopes.name(&name.node.name) {
                Some(Name::Var(id)) => self.plain_vars.contains(id),
                Some(&Name::Typedef { plain, .. }) => plain,
                _ => false,
            },
            Expression::UnaryOperator(unary) => match unary.node.operator.node {
                UnaryOperator::Address | UnaryOperator::Indirection => {
                    self.is_plain(&unary.node.operand)
                }
                _ => false,
            },
            Expression::BinaryOperator(index)
                if index.node.operator.node == BinaryOperator::Index =>
            {
                self.is_plain(&index.node.lhs)
            }
            Expression::Cast(cast) => {
                self.plain_type_name(&cast.node.type_name).is_ok_and(|(_, plain)| plain)
            }
            Expression::Member(member) => {
                let MemberExpression { operator, expression, identifier } = &member.node;
                self.is_plain(expression)
                    && self.type_of(expression).is_ok_and(|ty| {
                        let record = match operator.node {
                            MemberOperator::Direct => Some(ty),
                            MemberOperator::Indirect => self.types.pointee(ty),
                        };
                        record.is_some_and(|ty| self.has_plain_member(ty, &identifier.node.name))
                    })
            }
            _ => false,
        }
    }

    fn has_plain_member(&self, ty: Ty, name: &str) -> bool {
        let way = self.types.as_record(ty).and_then(|id| self.find_member(id, name));
        way.is_some_and(|way| {
            way.iter().all(|&(id, index)| {
                let members = self.types.record(id).members.as_deref().unwrap_or(&[]);
                members.get(index).is_some_and(|member| member.plain)
            })
        })
    }

    /// The type that an argument of the builtin is, and whether it has no qualifiers.
    fn type_argument(&mut self, argument: &Node<Expression>) -> Result<(Ty, bool)> {
        match &argument.node {
            Expression::SizeOfTy(size) => self.plain_type_name(&size.node.0),
            Expression::SizeOfVal(size) => {
                let ty = match self.typedef_of(&size.node.0)? {
                    Some((ty, _)) => ty,
                    None => self.type_of(&size.node.0)?,
                };
                Ok((ty, self.is_plain(&size.node.0)))
            }
            _ => Ok((self.type_of(argument)?, self.is_plain(argument))),
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
            return unsupported(
                span,
                format!("whether these types are compatible {BY_QUALIFIERS}"),
            );
        }
        Ok(compatible)
    }
}
