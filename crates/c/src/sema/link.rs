//! Linkage: names shared by several declarations, in one file or many.

use super::Analyser;
use super::error::{Result, fail};
use super::strength::Strength;
use crate::hir::{
    ArrayLength, FnId, Function, FunctionType, RecordId, Storage, Ty, Type, Unit, VarId,
};
use crate::source::user_name;
use program::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// The entity that a name with linkage refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Entity {
    Var(VarId),
    Function(FnId),
}

/// How far a variable has been defined so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Definition {
    /// Only `extern`.
    Declared,
    /// Defined without an initialiser.
    Tentative,
    /// Defined with one.
    Initialised,
}

/// The names with linkage of all files.
#[derive(Default)]
pub(super) struct Linker {
    external: FxHashMap<String, Entity>,
    /// Static names of the current file.
    internal: FxHashMap<String, Entity>,
    definitions: FxHashMap<VarId, Definition>,
    /// Linker names of entities of the current file, where they differ from the C name.
    labels: FxHashMap<String, String>,
    /// The strength of the definitions so far.
    pub strengths: FxHashMap<Entity, Strength>,
    /// Entities that the current file declares weak.
    pub weak_here: FxHashSet<Entity>,
    /// Extern variables that some expression mentions.
    pub referenced: FxHashSet<VarId>,
    /// Records shared with earlier files that this file has not defined yet.
    pub earlier_records: FxHashSet<RecordId>,
}

impl Linker {
    /// The entity of a name with linkage; static names hide external ones.
    pub fn find(&self, name: &str) -> Option<Entity> {
        let symbol = self.symbol(name);
        self.internal.get(symbol).or_else(|| self.external.get(symbol)).copied()
    }

    /// The linker name for a name of this file.
    fn symbol<'a>(&'a self, name: &'a str) -> &'a str {
        self.labels.get(name).map_or(name, String::as_str)
    }

    /// Sets the linker name for `name` in this file.
    pub fn label(&mut self, name: &str, label: String) {
        self.labels.entry(name.to_owned()).or_insert(label);
    }

    /// Whether the linker knows something of this file by a name that it does not have there.
    fn is_label(&self, name: &str) -> bool {
        self.labels.values().any(|label| label == name)
    }

    /// Whether the name is static in this file.
    pub fn is_static_here(&self, name: &str) -> bool {
        self.internal.contains_key(self.symbol(name))
    }

    /// Allows the next definition of a variable to replace the current one.
    pub fn forget_definition(&mut self, id: VarId) {
        if let Some(definition) = self.definitions.get_mut(&id) {
            *definition = Definition::Tentative;
        }
    }

    fn bind(&mut self, name: &str, entity: Entity, is_static: bool) {
        let symbol = self.symbol(name).to_owned();
        let table = if is_static { &mut self.internal } else { &mut self.external };
        table.insert(symbol, entity);
    }

    fn find_for(&self, name: &str, is_static: bool) -> Option<Entity> {
        if is_static { self.internal.get(self.symbol(name)).copied() } else { self.find(name) }
    }
}

impl Analyser<'_> {
    /// A declaration of a variable with linkage.
    pub(super) fn link_var(
        &mut self,
        name: &str,
        ty: Ty,
        is_static: bool,
        definition: Definition,
        span: Span,
    ) -> Result<VarId> {
        let id = match self.linker.find_for(name, is_static) {
            Some(Entity::Function(_)) => {
                return fail(span, format!("`{name}` is declared as a function and a variable"));
            }
            Some(Entity::Var(id)) => {
                let old = self.vars[id.index()].ty;
                let Some(composite) = self.composite(old, ty) else {
                    return fail(span, self.conflict(name, old, ty));
                };
                self.vars[id.index()].ty = composite;
                id
            }
            None => {
                let id = self.add_var(name, ty, Storage::Extern, span);
                self.vars[id.index()].external = !is_static;
                self.linker.bind(name, Entity::Var(id), is_static);
                id
            }
        };
        let old = self.linker.definitions.get(&id).copied().unwrap_or(Definition::Declared);
        if old == Definition::Initialised && definition == old {
            return fail(span, format!("`{name}` is defined twice"));
        }
        if old == Definition::Declared && definition > old {
            self.vars[id.index()].storage = Storage::Static;
            self.vars[id.index()].span = span;
            self.globals.push(id);
        }
        self.linker.definitions.insert(id, old.max(definition));
        Ok(id)
    }

    /// A declaration of a function.
    pub(super) fn link_function(
        &mut self,
        name: &str,
        ty: Ty,
        is_static: bool,
        span: Span,
    ) -> Result<FnId> {
        match self.linker.find_for(name, is_static) {
            Some(Entity::Var(_)) => {
                fail(span, format!("`{name}` is declared as a variable and a function"))
            }
            Some(Entity::Function(id)) => {
                let old = self.functions[id.index()].ty;
                match self.composite(old, ty) {
                    Some(composite) => self.functions[id.index()].ty = composite,
                    // One function under two names may have two types.
                    None if self.linker.labels.contains_key(name) => {
                        let other = self.add_function(name, ty, span);
                        self.functions[other.index()].alias = Some(id);
                        return Ok(other);
                    }
                    None if self.linker.is_label(name) && self.is_only_declared(id) => {
                        let named = self.add_function(name, ty, span);
                        self.functions[id.index()].alias = Some(named);
                        self.linker.bind(name, Entity::Function(named), is_static);
                        return Ok(named);
                    }
                    None => return fail(span, self.conflict(name, old, ty)),
                }
                Ok(id)
            }
            None => {
                let id = self.add_function(name, ty, span);
                self.linker.bind(name, Entity::Function(id), is_static);
                if is_static {
                    self.functions[id.index()].is_static = true;
                }
                Ok(id)
            }
        }
    }

    fn is_only_declared(&self, id: FnId) -> bool {
        let function = &self.functions[id.index()];
        function.body.is_none() && function.alias.is_none()
    }

    fn add_function(&mut self, name: &str, ty: Ty, span: Span) -> FnId {
        let id = FnId::from_index(self.functions.len());
        self.functions.push(Function {
            name: user_name(self.linker.symbol(name)),
            ty,
            params: Vec::new(),
            body: None,
            labels: 0,
            label_objects: Vec::new(),
            loops: Vec::new(),
            alias: None,
            weak: false,
            is_static: false,
            address_taken: false,
            mentioned: false,
            noreturn: false,
            definition: 0,
            constructor: None,
            destructor: None,
            align: None,
            span,
        });
        id
    }

    fn conflict(&self, name: &str, old: Ty, new: Ty) -> String {
        let (old, new) = (self.types.show(old), self.types.show(new));
        format!("`{name}` is declared as `{old}` and as `{new}`")
    }

    /// The composite type of two declarations of one name, if they agree. Different qualifiers are
    /// tolerated, since files that disagree about them still link.
    pub(super) fn composite(&mut self, old: Ty, new: Ty) -> Option<Ty> {
        if self.looks_alike(old, new) {
            return Some(old);
        }
        let composite = self.composite_structure(old, new)?;
        let qualifiers = self.types.qualifiers(old);
        Some(self.types.qualified(composite, qualifiers))
    }

    fn composite_structure(&mut self, old: Ty, new: Ty) -> Option<Ty> {
        match (self.types.get(old).clone(), self.types.get(new).clone()) {
            (Type::Array(a, m), Type::Array(b, n)) => {
                let element = self.composite(a, b)?;
                let length = match (m, n) {
                    (ArrayLength::Unknown, length) | (length, ArrayLength::Unknown) => length,
                    // A variable length agrees with any other length.
                    (ArrayLength::Variable(_), other) | (other, ArrayLength::Variable(_)) => other,
                    _ => return None,
                };
                Some(self.types.intern(Type::Array(element, length)))
            }
            (Type::Pointer(a), Type::Pointer(b)) => {
                let target = self.composite(a, b)?;
                Some(self.pointer_to(target))
            }
            (Type::Function(a), Type::Function(b)) => self.composite_function(&a, &b),
            (Type::Record(a), Type::Record(b)) => {
                // Records of different files that are separate because their tags conflict.
                let same = self.same_record(a, b);
                let (a, b) = (self.types.record(a), self.types.record(b));
                let open = a.members.is_none() || b.members.is_none();
                (a.name == b.name && (open || same)).then_some(if a.members.is_some() {
                    old
                } else {
                    new
                })
            }
            // An enumeration agrees with any integer type of its size.
            (Type::Int(a), Type::Int(b)) if a.bits == b.bits && a.rank.max(1) == b.rank.max(1) => {
                Some(old)
            }
            _ => None,
        }
    }

    fn composite_function(&mut self, a: &FunctionType, b: &FunctionType) -> Option<Ty> {
        let result = self.composite(a.result, b.result)?;
        let function = match (a.unprototyped, b.unprototyped) {
            (true, true) => {
                let known = if a.params.is_empty() { b } else { a };
                FunctionType { result, ..known.clone() }
            }
            (true, false) => FunctionType { result, ..b.clone() },
            (false, true) => FunctionType { result, ..a.clone() },
            (false, false) => {
                if a.variadic != b.variadic || a.params.len() != b.params.len() {
                    return None;
                }
                let params = a.params.iter().zip(&b.params);
                let params = params.map(|(&a, &b)| self.composite(a, b)).collect::<Option<_>>()?;
                FunctionType { result, params, ..a.clone() }
            }
        };
        Some(self.types.intern(Type::Function(function)))
    }

    /// Ends a file: its static names are forgotten and its tentative definitions completed.
    pub(super) fn end_file(&mut self) -> Result<()> {
        self.define_aliases()?;
        self.linker.internal.clear();
        self.linker.labels.clear();
        self.linker.weak_here.clear();
        self.linker.earlier_records.clear();
        for &id in &self.globals {
            let var = &mut self.vars[id.index()];
            // A tentative definition of an array without a length has one element.
            if let Type::Array(element, ArrayLength::Unknown) = *self.types.get(var.ty) {
                var.ty = self.types.intern(Type::Array(element, ArrayLength::Fixed(1)));
            }
        }
        self.share_untagged_records();
        Ok(())
    }

    /// The linked program.
    pub(super) fn finish(mut self, files: Vec<String>) -> Result<Unit> {
        self.resolve_aliases()?;
        for &id in &self.globals {
            let var = &self.vars[id.index()];
            self.require_complete(var.ty, &format!("`{}`", var.name), var.span)?;
        }
        for (index, var) in self.vars.iter().enumerate() {
            let id = VarId::from_index(index);
            if var.storage == Storage::Extern
                && var.alias.is_none()
                && self.linker.referenced.contains(&id)
            {
                self.globals.push(id);
            }
        }
        self.rename_static_functions();
        Ok(Unit {
            machine: self.types.machine(),
            files,
            types: self.types,
            vars: self.vars,
            globals: self.globals,
            functions: self.functions,
        })
    }

    /// Gives each static function a unique name; characters outside of C identifiers prevent
    /// clashes.
    fn rename_static_functions(&mut self) {
        let mut taken: FxHashMap<String, u32> =
            self.linker.external.keys().map(|name| (user_name(name), 1)).collect();
        for function in self.functions.iter_mut().filter(|function| function.is_static) {
            let count = taken.entry(function.name.clone()).or_insert(0);
            *count += 1;
            if *count > 1 {
                function.name = format!("{}.{count}", function.name);
            }
        }
    }
}
