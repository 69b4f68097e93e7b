//! Declarations of variables, functions and type names.

use super::Analyser;
use super::declarators::Declared;
use super::error::{Result, fail};
use super::link::{Definition, Entity};
use super::scope::Name;
use super::specifiers::Specifiers;
use crate::hir::{Stmt, StmtKind, Storage, Ty, VarId};
use crate::source::user_name;
use lang_c::ast::{Declaration, InitDeclarator, Initializer, StaticAssert, StorageClassSpecifier};
use lang_c::span::Node;
use num_traits::Zero;

impl Analyser<'_> {
    /// Analyses a declaration; returns the statements for its local variables.
    pub(super) fn declaration(&mut self, declaration: &Declaration) -> Result<Vec<Stmt>> {
        let first = declaration.specifiers.first().map(|specifier| specifier.span);
        let first = first.or(declaration.declarators.first().map(|declarator| declarator.span));
        let Some(first) = first else { return Ok(Vec::new()) };
        let span = self.span(first);
        if declaration.declarators.is_empty() {
            self.redeclare_tag(declaration);
        }
        let specifiers = self.declaration_specifiers(&declaration.specifiers, span)?;
        let mut stmts = Vec::new();
        for declarator in &declaration.declarators {
            self.init_declarator(&specifiers, &declarator.node, &mut stmts)?;
        }
        Ok(stmts)
    }

    fn init_declarator(
        &mut self,
        specifiers: &Specifiers,
        declarator: &InitDeclarator,
        stmts: &mut Vec<Stmt>,
    ) -> Result<()> {
        let InitDeclarator { declarator, initializer } = declarator;
        let base = match (specifiers.auto_type, initializer) {
            (true, Some(initializer)) => {
                let ty = self.auto_type(initializer)?;
                self.types.qualified(ty, specifiers.qualifiers)
            }
            _ => specifiers.ty,
        };
        let declared = self.declarator(base, declarator, false)?;
        if declared.name.is_empty() {
            return fail(declared.span, "a name is missing");
        }
        stmts.extend(self.evaluate_lengths(declared.span));
        if specifiers.storage == Some(StorageClassSpecifier::Typedef) {
            return self.declare_typedef(specifiers, &declared);
        }
        if self.types.as_function(declared.ty).is_some() {
            if initializer.is_some() {
                return fail(declared.span, "a function cannot have an initialiser");
            }
            return self.declare_function(specifiers, &declared);
        }
        if self.types.is_void(declared.ty) && specifiers.storage.is_none() {
            let name = &declared.name;
            return fail(declared.span, format!("`{name}` cannot have the type `void`"));
        }
        let is_extern = specifiers.storage == Some(StorageClassSpecifier::Extern);
        if self.scopes.at_file_scope() || is_extern {
            return self.declare_global(specifiers, &declared, initializer.as_ref());
        }
        let span = declared.span;
        let id = self.declare_local(specifiers, &declared)?;
        let is_static = self.vars[id.index()].storage == Storage::Static;
        let mut init = None;
        if let Some(initializer) = initializer {
            let (initialiser, ty) = self.initialiser(declared.ty, initializer, is_static)?;
            self.vars[id.index()].ty = ty;
            init = Some(initialiser);
        }
        let ty = self.vars[id.index()].ty;
        self.require_complete(ty, &format!("`{}`", declared.name), span)?;
        stmts.extend(self.evaluate_lengths(span));
        if is_static {
            self.vars[id.index()].init = init;
        } else {
            stmts.push(Stmt { kind: StmtKind::Declare(id, init), span });
            let own = declared.attributes.cleanup.as_ref();
            if let Some(function) = own.or(specifiers.attributes.cleanup.as_ref()) {
                self.clean_up_after(id, function, span)?;
            }
        }
        Ok(())
    }

    fn auto_type(&mut self, initializer: &Node<Initializer>) -> Result<Ty> {
        match &initializer.node {
            Initializer::Expression(expression) => {
                let lengths = std::mem::take(&mut self.pending_lengths);
                let (known, span) = (self.types.lengths.len(), self.span(expression.span));
                let ty = self.value(expression)?.ty;
                self.pending_lengths = lengths;
                self.require_known_lengths(ty, known, span)?;
                let ty = self.types.unqualified(ty);
                self.declarable(ty, span)
            }
            Initializer::List(_) => {
                fail(self.span(initializer.span), "`__auto_type` needs an expression")
            }
        }
    }

    /// The requested alignment of a declared variable.
    fn alignment(specifiers: &Specifiers, declared: &Declared) -> Option<u64> {
        let of_type = specifiers.type_align.filter(|_| declared.keeps_alignment);
        specifiers.attributes.align.max(declared.attributes.align).max(of_type)
    }

    /// Whether objects of a type never change, not even by the environment.
    pub(super) fn is_constant(&self, ty: Ty) -> bool {
        let qualifiers = self.types.qualifiers(ty);
        qualifiers.constant && !qualifiers.volatile
    }

    fn declare_typedef(&mut self, specifiers: &Specifiers, declared: &Declared) -> Result<()> {
        let Declared { name, ty, span, .. } = declared;
        let align = Self::alignment(specifiers, declared);
        match self.scopes.name_here(name) {
            None => {}
            Some(Name::Typedef { ty: old, .. }) => {
                let old = *old;
                if self.composite(old, *ty).is_none() {
                    let (old, new) = (self.types.show(old), self.types.show(*ty));
                    let message = format!("`{name}` is declared as `{old}` and as `{new}`");
                    return fail(*span, message);
                }
            }
            Some(_) => return fail(*span, format!("`{name}` is declared twice")),
        }
        if let Some(id) = self.types.as_record(*ty)
            && (declared.attributes.transparent_union || specifiers.attributes.transparent_union)
        {
            self.transparent_unions.insert(id);
        }
        if let Some(id) = self.types.as_record(*ty)
            && self.scopes.at_file_scope()
        {
            let record = &mut self.types.records[id.index()];
            if record.name.is_empty() && record.alias.is_empty() {
                record.alias = user_name(name);
            }
        }
        self.scopes.bind(name, Name::Typedef { ty: *ty, align });
        Ok(())
    }

    fn declare_function(&mut self, specifiers: &Specifiers, declared: &Declared) -> Result<()> {
        let Declared { name, ty, span, attributes, .. } = declared;
        if matches!(
            self.scopes.name_here(name),
            Some(Name::Typedef { .. } | Name::Enumerator { .. } | Name::Var(_))
        ) {
            return fail(*span, format!("`{name}` is declared twice"));
        }
        if let Some(label) = &attributes.label {
            self.linker.label(name, label.clone());
        }
        // `extern` after `static` keeps the linkage.
        let is_static = specifiers.storage == Some(StorageClassSpecifier::Static)
            || self.linker.is_static_here(name);
        let id = self.link_function(name, *ty, is_static, *span)?;
        let function = &mut self.functions[id.index()];
        function.noreturn |=
            specifiers.attributes.noreturn || attributes.noreturn || Self::is_known_noreturn(name);
        let constructor = specifiers.attributes.constructor.or(attributes.constructor);
        function.constructor = constructor.or(function.constructor);
        let destructor = specifiers.attributes.destructor.or(attributes.destructor);
        function.destructor = destructor.or(function.destructor);
        function.align = function.align.max(specifiers.attributes.align).max(attributes.align);
        self.scopes.bind(name, Name::Function(id));
        let weak = self.is_weak(name, specifiers, attributes);
        self.note_weak(Entity::Function(id), weak);
        if let Some(target) = specifiers.attributes.alias.as_ref().or(attributes.alias.as_ref()) {
            self.aliases.push((Entity::Function(id), target.clone()));
        }
        Ok(())
    }

    fn declare_global(
        &mut self,
        specifiers: &Specifiers,
        declared: &Declared,
        initializer: Option<&Node<Initializer>>,
    ) -> Result<()> {
        let Declared { name, ty, span, .. } = declared;
        if let Some(label) = &declared.attributes.label {
            self.linker.label(name, label.clone());
        }
        let is_extern = specifiers.storage == Some(StorageClassSpecifier::Extern);
        let is_static = specifiers.storage == Some(StorageClassSpecifier::Static)
            || is_extern && self.linker.is_static_here(name);
        if self.types.is_variable_length(*ty) {
            return fail(*span, format!("`{name}` has a variable length but no scope to end in"));
        }
        match self.scopes.name_here(name) {
            None => {}
            // A block's own variable differs from the external one of the same name.
            Some(Name::Var(id)) if self.linker.find(name) == Some(Entity::Var(*id)) => {}
            Some(Name::Function(_)) => {}
            Some(_) => return fail(*span, format!("`{name}` is declared twice")),
        }
        let attributes = &declared.attributes;
        let alias = specifiers.attributes.alias.as_ref().or(attributes.alias.as_ref());
        let definition = match (initializer, is_extern || alias.is_some()) {
            (Some(_), _) => Definition::Initialised,
            (None, true) => Definition::Declared,
            (None, false) => Definition::Tentative,
        };
        let weak = self.is_weak(name, specifiers, attributes);
        let definition = self.settle_weak(name, is_static, definition, weak);
        let id = self.link_var(name, *ty, is_static, definition, *span)?;
        self.scopes.bind(name, Name::Var(id));
        self.note_definition(id, definition, weak);
        if let Some(target) = alias {
            self.aliases.push((Entity::Var(id), target.clone()));
        }
        let initializer = initializer.filter(|_| definition == Definition::Initialised);
        let align = Self::alignment(specifiers, declared);
        let constant = self.is_constant(*ty);
        let var = &mut self.vars[id.index()];
        var.align = var.align.max(align);
        var.constant |= constant;
        if let Some(initializer) = initializer {
            let ty = self.vars[id.index()].ty;
            // The initialiser may mention the variable itself, and the list may complete its type.
            let (init, completed) = self.initialiser(ty, initializer, true)?;
            let var = &mut self.vars[id.index()];
            var.ty = completed;
            var.init = Some(init);
        }
        Ok(())
    }

    fn declare_local(&mut self, specifiers: &Specifiers, declared: &Declared) -> Result<VarId> {
        let Declared { name, ty, span, .. } = declared;
        if self.scopes.name_here(name).is_some() {
            return fail(*span, format!("`{name}` is declared twice"));
        }
        let is_static = specifiers.storage == Some(StorageClassSpecifier::Static);
        if is_static && self.types.is_variable_length(*ty) {
            return fail(*span, format!("`{name}` is static and has a variable length"));
        }
        let storage = if is_static { Storage::Static } else { Storage::Local };
        let id = self.add_var(name, *ty, storage, *span);
        self.vars[id.index()].align = Self::alignment(specifiers, declared);
        if is_static {
            self.globals.push(id);
        }
        self.scopes.bind(name, Name::Var(id));
        Ok(id)
    }

    /// `struct s;` alone declares a new record in its scope, even if an outer scope has one.
    fn redeclare_tag(&mut self, declaration: &Declaration) {
        use lang_c::ast::{DeclarationSpecifier, TypeSpecifier};
        let [specifier] = declaration.specifiers.as_slice() else { return };
        if let DeclarationSpecifier::TypeSpecifier(ty) = &specifier.node
            && let TypeSpecifier::Struct(record) = &ty.node
            && record.node.declarations.is_none()
            && let Some(tag) = &record.node.identifier
            && self.scopes.tag_here(&tag.node.name).is_none()
        {
            let is_union = record.node.kind.node == lang_c::ast::StructKind::Union;
            self.declare_record(&tag.node.name, is_union);
        }
    }

    pub(super) fn static_assert(&mut self, assertion: &StaticAssert) -> Result<()> {
        let value = self.constant_integer(&assertion.expression, "a static assertion")?;
        if value.is_zero() {
            let message = assertion.message.node.concat();
            let span = self.span(assertion.expression.span);
            return fail(span, format!("a static assertion does not hold: {message}"));
        }
        Ok(())
    }
}
