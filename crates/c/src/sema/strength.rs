//! Precedence of definitions: weak ones override inline ones, and all others override weak ones.

use super::Analyser;
use super::attributes::Attributes;
use super::error::{Result, fail};
use super::link::{Definition, Entity};
use super::specifiers::Specifiers;
use crate::environment;
use crate::hir::FnId;
use crate::source;
use crate::source::{SymbolPragma, user_name};
use lang_c::ast::{
    DeclarationSpecifier, DeclaratorKind, DerivedDeclarator, ExternalDeclaration,
    FunctionSpecifier, StorageClassSpecifier,
};
use lang_c::span::Node;
use program::Span;
use rustc_hash::FxHashSet;

/// The strength of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// A definition for inlining only; the function itself is defined elsewhere.
    Inline,
    /// Declared to be weak.
    Weak,
    /// Any other.
    Strong,
}

/// Functions whose inline definition in a file is external, because some declaration lacks `inline`
/// or has `extern` (C11 6.7.4).
pub(super) fn external_inlines(unit: &source::Unit) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for item in &unit.tree.0 {
        let ExternalDeclaration::Declaration(declaration) = &item.node else { continue };
        let declaration = &declaration.node;
        if is_inline(&declaration.specifiers) && !is_extern(&declaration.specifiers) {
            continue;
        }
        for declarator in &declaration.declarators {
            let declarator = &declarator.node.declarator.node;
            let is_function = declarator.derived.iter().any(|derived| {
                matches!(
                    derived.node,
                    DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)
                )
            });
            if let (true, DeclaratorKind::Identifier(name)) = (is_function, &declarator.kind.node) {
                names.insert(name.node.name.clone());
            }
        }
    }
    names
}

fn is_inline(specifiers: &[Node<DeclarationSpecifier>]) -> bool {
    specifiers.iter().any(|specifier| {
        matches!(&specifier.node, DeclarationSpecifier::Function(function)
            if function.node == FunctionSpecifier::Inline)
    })
}

fn is_extern(specifiers: &[Node<DeclarationSpecifier>]) -> bool {
    specifiers.iter().any(|specifier| {
        matches!(&specifier.node, DeclarationSpecifier::StorageClass(class)
            if class.node == StorageClassSpecifier::Extern)
    })
}

impl Analyser<'_> {
    /// Applies the pragmas of a file to its symbols.
    pub(super) fn begin_symbols(&mut self, unit: &source::Unit) {
        self.weak_names.clear();
        for pragma in &unit.symbols {
            match pragma {
                SymbolPragma::Weak(name) | SymbolPragma::WeakAlias(name, _) => {
                    self.weak_names.insert(name.clone());
                }
                SymbolPragma::Renamed(name, other) => self.linker.label(name, other.clone()),
            }
        }
    }

    /// Whether a declaration, or a pragma, makes a function or variable weak.
    pub(super) fn is_weak(
        &self,
        name: &str,
        specifiers: &Specifiers,
        attributes: &Attributes,
    ) -> bool {
        specifiers.attributes.weak || attributes.weak || self.weak_names.contains(name)
    }

    /// Records whether a declaration makes a function or variable weak.
    pub(super) fn note_weak(&mut self, entity: Entity, weak: bool) {
        if !weak {
            return;
        }
        self.linker.weak_here.insert(entity);
        match entity {
            Entity::Function(id) => self.functions[id.index()].weak = true,
            Entity::Var(id) => self.vars[id.index()].weak = true,
        }
    }

    /// The strength of a function definition.
    pub(super) fn strength_of(
        &self,
        id: FnId,
        name: &str,
        specifiers: &Specifiers,
        attributes: &Attributes,
    ) -> Strength {
        let gnu = specifiers.attributes.gnu_inline || attributes.gnu_inline;
        let for_inlining = match &specifiers.storage {
            _ if !specifiers.inline => false,
            Some(StorageClassSpecifier::Extern) => gnu,
            None => {
                !gnu && !self.external_inlines.contains(name) && !self.linker.is_static_here(name)
            }
            Some(_) => false,
        };
        if for_inlining {
            Strength::Inline
        } else if self.linker.weak_here.contains(&Entity::Function(id)) {
            Strength::Weak
        } else {
            Strength::Strong
        }
    }

    /// Whether a definition is a header's copy of a library function, for inlining. Its name is
    /// reserved, and it behaves as the function does. In GNU89, only `extern inline` marks it.
    pub(super) fn is_copy_of_library(&self, id: FnId, specifiers: &Specifiers) -> bool {
        specifiers.inline
            && specifiers.storage == Some(StorageClassSpecifier::Extern)
            && environment::is_in_library(&self.functions[id.index()].name)
    }

    /// Whether a definition of a function takes precedence over those so far; fails if two are
    /// strong.
    pub(super) fn settle_function(
        &mut self,
        id: FnId,
        strength: Strength,
        span: Span,
    ) -> Result<bool> {
        let name = &self.functions[id.index()].name;
        let entity = Entity::Function(id);
        match self.linker.strengths.get(&entity) {
            Some(Strength::Strong) if strength == Strength::Strong => {
                return fail(span, format!("`{}` is defined twice", user_name(name)));
            }
            Some(&old) if old >= strength => return Ok(false),
            _ => {}
        }
        self.linker.strengths.insert(entity, strength);
        self.functions[id.index()].alias = None;
        Ok(true)
    }

    /// The effective status of a variable's definition beside the existing ones; one without
    /// precedence counts as a declaration.
    pub(super) fn settle_weak(
        &mut self,
        name: &str,
        is_static: bool,
        definition: Definition,
        weak: bool,
    ) -> Definition {
        let known = if is_static { None } else { self.linker.find(name) };
        let Some(entity @ Entity::Var(id)) = known else { return definition };
        let weak = weak || self.linker.weak_here.contains(&entity);
        match self.linker.strengths.get(&entity) {
            Some(_) if weak => Definition::Declared,
            Some(Strength::Weak) if definition != Definition::Declared => {
                self.linker.forget_definition(id);
                self.vars[id.index()].init = None;
                self.vars[id.index()].alias = None;
                definition
            }
            _ => definition,
        }
    }

    /// Records the strength of a variable's definition.
    pub(super) fn note_definition(
        &mut self,
        id: crate::hir::VarId,
        definition: Definition,
        weak: bool,
    ) {
        let entity = Entity::Var(id);
        self.note_weak(entity, weak);
        if definition != Definition::Declared {
            let weak = self.linker.weak_here.contains(&entity);
            let strength = if weak { Strength::Weak } else { Strength::Strong };
            self.linker.strengths.insert(entity, strength);
        }
    }
}
