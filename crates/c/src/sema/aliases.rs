//! Functions that the attribute `alias` makes other names of functions.

use super::Analyser;
use super::error::{Result, fail, unsupported};
use super::link::Entity;
use crate::hir::{Expr, ExprKind, FnId, Place, PlaceKind, Stmt, StmtKind, Storage};

impl Analyser<'_> {
    /// Lets each alias of this file call what it stands for.
    pub(super) fn define_aliases(&mut self) -> Result<()> {
        for (alias, target) in std::mem::take(&mut self.aliases) {
            let span = self.functions[alias.index()].span;
            match self.linker.find(&target) {
                Some(Entity::Function(target)) if target != alias => {
                    self.define_alias(alias, target)?;
                }
                _ => return fail(span, format!("there is no function `{target}` to name")),
            }
        }
        Ok(())
    }

    fn define_alias(&mut self, alias: FnId, target: FnId) -> Result<()> {
        let (ty, span) = (self.functions[alias.index()].ty, self.functions[alias.index()].span);
        let Some(function) = self.types.as_function(ty).cloned() else { return Ok(()) };
        if function.variadic {
            return unsupported(
                span,
                "an alias of a function with variable arguments is not supported",
            );
        }
        let mut params = Vec::new();
        let mut arguments = Vec::new();
        for (index, &ty) in function.params.iter().enumerate() {
            let id = self.add_var(&format!("p{index}"), ty, Storage::Parameter, span);
            let place = Place { kind: PlaceKind::Var(id), ty, span };
            arguments.push(Expr { kind: ExprKind::Load(place), ty, span });
            params.push(id);
        }
        let callee_type = self.pointer_to(self.functions[target.index()].ty);
        let callee = Expr { kind: ExprKind::Function(target), ty: callee_type, span };
        let call = self.call_of(callee, arguments, None, span)?;
        let kind = if self.types.is_void(function.result) {
            StmtKind::Expr(call)
        } else {
            StmtKind::Return(Some(self.convert_assigned(call, function.result, "this alias")?))
        };
        let body = Stmt { kind: StmtKind::Block(vec![Stmt { kind, span }]), span };
        let function = &mut self.functions[alias.index()];
        function.params = params;
        function.body = Some(body);
        Ok(())
    }
}
