//! Generic selections, and when types are the same to them.

use super::Analyser;
use super::error::{Result, fail};
use super::expressions::Operand;
use crate::hir::Ty;
use lang_c::ast::{GenericAssociation, GenericSelection};
use program::Span;

impl Analyser<'_> {
    /// `_Generic(e, T: a, default: b)`: only the chosen expression is analysed.
    pub(super) fn generic_selection(
        &mut self,
        selection: &GenericSelection,
        span: Span,
    ) -> Result<Operand> {
        let value = self.value(&selection.expression)?;
        let mut default = None;
        for association in &selection.associations {
            match &association.node {
                GenericAssociation::Type(association) => {
                    let ty = self.type_name(&association.node.type_name)?;
                    if self.compatible(ty, value.ty) {
                        return self.operand(&association.node.expression);
                    }
                }
                GenericAssociation::Default(expression) => default = Some(expression),
            }
        }
        match default {
            Some(expression) => self.operand(expression),
            None => {
                let ty = self.types.show(value.ty);
                fail(span, format!("no association of this selection is for `{ty}`"))
            }
        }
    }

    /// Whether two types are compatible (qualifiers aside).
    pub(super) fn compatible(&mut self, a: Ty, b: Ty) -> bool {
        match (self.types.as_int(a), self.types.as_int(b)) {
            // Only the linker is generous about signs.
            (Some(_), _) | (_, Some(_)) => a == b,
            _ => self.composite(a, b).is_some(),
        }
    }
}
