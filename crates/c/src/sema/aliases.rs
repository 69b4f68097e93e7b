//! Functions and variables that are aliases of others by the attribute `alias`.

use super::Analyser;
use super::error::{Result, fail};
use super::link::{Definition, Entity};
use super::strength::Strength;
use crate::hir::{FnId, VarId};
use crate::source::SymbolPragma;
use program::Span;

impl Analyser<'_> {
    /// Resolves each alias of this file.
    pub(super) fn define_aliases(&mut self) -> Result<()> {
        self.collect_pragma_aliases()?;
        for (alias, target) in std::mem::take(&mut self.aliases) {
            let weak = self.linker.weak_here.contains(&alias);
            let strength = if weak { Strength::Weak } else { Strength::Strong };
            if self.linker.strengths.get(&alias).is_some_and(|&old| weak && old >= strength) {
                continue;
            }
            let span = self.span_of(alias);
            match (alias, self.linker.find(&target)) {
                (Entity::Function(alias), Some(Entity::Function(target))) if target != alias => {
                    if self.functions[alias.index()].body.is_some() && !weak {
                        let name = &self.functions[alias.index()].name;
                        return fail(span, format!("`{name}` is defined twice"));
                    }
                    self.functions[alias.index()].body = None;
                    self.functions[alias.index()].alias = Some(target);
                }
                (Entity::Var(alias), Some(Entity::Var(target))) if target != alias => {
                    self.vars[alias.index()].alias = Some(target);
                }
                (Entity::Function(_), _) => {
                    return fail(span, format!("there is no function `{target}` to name"));
                }
                (Entity::Var(_), _) => {
                    return fail(span, format!("there is no variable `{target}` to name"));
                }
            }
            self.linker.strengths.insert(alias, strength);
        }
        Ok(())
    }

    /// Aliases by `#pragma weak`, which need no declaration.
    fn collect_pragma_aliases(&mut self) -> Result<()> {
        let symbols = self.unit.map_or(&[][..], |unit| &unit.symbols);
        for symbol in symbols {
            let SymbolPragma::WeakAlias(name, target) = symbol else { continue };
            let alias = match (self.linker.find(name), self.linker.find(target)) {
                (Some(alias), _) => alias,
                (None, Some(Entity::Function(id))) => {
                    let (ty, span) =
                        (self.functions[id.index()].ty, self.functions[id.index()].span);
                    Entity::Function(self.link_function(name, ty, false, span)?)
                }
                (None, Some(Entity::Var(id))) => {
                    let (ty, span) = (self.vars[id.index()].ty, self.vars[id.index()].span);
                    Entity::Var(self.link_var(name, ty, false, Definition::Declared, span)?)
                }
                (None, None) => continue,
            };
            self.note_weak(alias, true);
            self.aliases.push((alias, target.clone()));
        }
        Ok(())
    }

    fn span_of(&self, entity: Entity) -> Span {
        match entity {
            Entity::Function(id) => self.functions[id.index()].span,
            Entity::Var(id) => self.vars[id.index()].span,
        }
    }

    /// Resolves aliases of aliases.
    pub(super) fn resolve_aliases(&mut self) -> Result<()> {
        for index in 0..self.functions.len() {
            let mut last = FnId::from_index(index);
            let mut steps = 0;
            while let Some(next) = self.functions[last.index()].alias {
                last = next;
                steps += 1;
                if steps > self.functions.len() {
                    return fail(self.functions[index].span, "aliases that name each other");
                }
            }
            if last.index() != index {
                self.functions[index].alias = Some(last);
                self.functions[last.index()].address_taken |= self.functions[index].address_taken;
            }
        }
        for index in 0..self.vars.len() {
            let mut last = VarId::from_index(index);
            let mut steps = 0;
            while let Some(next) = self.vars[last.index()].alias {
                last = next;
                steps += 1;
                if steps > self.vars.len() {
                    return fail(self.vars[index].span, "aliases that name each other");
                }
            }
            if last.index() != index {
                self.vars[index].alias = Some(last);
                self.linker.referenced.insert(last);
            }
        }
        Ok(())
    }
}
