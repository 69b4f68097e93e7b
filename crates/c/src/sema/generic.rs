//! Generic selections, and the builtin that checks whether types are compatible.

use super::Analyser;
use super::error::{Result, fail};
use super::expressions::Operand;
use crate::hir::{Expr, Ty, Type};
use lang_c::ast::{Expression, GenericAssociation, GenericSelection};
use lang_c::span::Node;
use program::Span;

impl Analyser<'_> {
    /// `_Generic(e, T: a, default: b)`: only the chosen expression is analysed. The type of `e` is
    /// that of its value, which has no qualifiers of its own.
    pub(super) fn generic_selection(
        &mut self,
        selection: &GenericSelection,
        span: Span,
    ) -> Result<Operand> {
        let value = self.value(&selection.expression)?;
        let selector = self.types.unqualified(value.ty);
        let narrow = self.is_narrow(&value);
        let mut default = None;
        let mut chosen = None;
        for association in &selection.associations {
            match &association.node {
                GenericAssociation::Type(association) => {
                    let ty = self.type_name(&association.node.type_name)?;
                    if !narrow && self.compatible(ty, selector) {
                        chosen = chosen.or(Some(&association.node.expression));
                    }
                }
                GenericAssociation::Default(expression) => default = Some(expression),
            }
        }
        match chosen.or(default) {
            Some(expression) => self.operand(expression),
            None => {
                let ty = self.types.show(selector);
                fail(span, format!("no association of this selection is for `{ty}`"))
            }
        }
    }

    /// Whether a value has the type of a bit-field that is narrower than its declared type. In gcc
    /// such a type has no name.
    fn is_narrow(&self, value: &Expr) -> bool {
        match (self.bit_width_of(value), self.types.get(value.ty)) {
            (Some(bits), Type::Int(int)) => bits < int.bits,
            _ => false,
        }
    }

    /// The type that an argument of the builtin denotes.
    fn type_argument(&mut self, argument: &Node<Expression>) -> Result<Ty> {
        let ty = match &argument.node {
            Expression::SizeOfTy(size) => self.type_name(&size.node.0)?,
            Expression::SizeOfVal(size) => match self.typedef_of(&size.node.0)? {
                Some((ty, _)) => ty,
                None => self.type_of(&size.node.0)?,
            },
            _ => self.type_of(argument)?,
        };
        Ok(self.types.unqualified(ty))
    }

    /// `__builtin_types_compatible_p(S, T)`, whose operands are inside `sizeof`.
    pub(super) fn types_compatible(
        &mut self,
        a: &Node<Expression>,
        b: &Node<Expression>,
    ) -> Result<bool> {
        let (left, right) = (self.type_argument(a)?, self.type_argument(b)?);
        Ok(self.compatible(left, right))
    }
}
