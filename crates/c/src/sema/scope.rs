//! Scopes of names and of tags.

use crate::hir::{FnId, RecordId, Ty, VarId};
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

/// The meaning of an ordinary identifier.
#[derive(Clone, Debug)]
pub(super) enum Name {
    /// A type, and the alignment that its definition requests.
    Typedef { ty: Ty, align: Option<u64> },
    /// A variable.
    Var(VarId),
    /// A function.
    Function(FnId),
    /// A parameter of a prototype; only lengths and `sizeof` in the prototype can mention it.
    PrototypeParameter(Ty),
    /// An enumerator.
    Enumerator { value: BigInt, ty: Ty },
}

/// The meaning of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// A structure or union.
    Record(RecordId),
    /// An enumeration: its integer type, and whether it is defined.
    Enum(Ty, bool),
}

#[derive(Default)]
struct Scope {
    is_prototype: bool,
    names: FxHashMap<String, Name>,
    tags: FxHashMap<String, Tag>,
    /// Labels of `__label__`, with their unique names in the function.
    labels: FxHashMap<String, String>,
}

/// The enclosing scopes, innermost last. The first is that of the file.
#[derive(Default)]
pub(super) struct Scopes {
    stack: Vec<Scope>,
    /// The variables of the file; most names are not variables.
    file_variables: Vec<(String, VarId)>,
    /// Labels of `__label__` so far.
    local_labels: usize,
}

impl Scopes {
    pub fn enter(&mut self) {
        self.stack.push(Scope::default());
    }

    /// Enters the scope of a prototype that is not a definition.
    pub fn enter_prototype(&mut self) {
        self.stack.push(Scope { is_prototype: true, ..Scope::default() });
    }

    pub fn in_prototype(&self) -> bool {
        self.stack.iter().any(|scope| scope.is_prototype)
    }

    pub fn leave(&mut self) {
        self.stack.pop();
    }

    /// The number of open scopes.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Leaves scopes until `depth` remain.
    pub fn leave_to(&mut self, depth: usize) {
        self.stack.truncate(depth);
    }

    pub fn at_file_scope(&self) -> bool {
        self.stack.len() <= 1
    }

    pub fn name(&self, name: &str) -> Option<&Name> {
        self.stack.iter().rev().find_map(|scope| scope.names.get(name))
    }

    pub fn name_here(&self, name: &str) -> Option<&Name> {
        self.stack.last()?.names.get(name)
    }

    /// The variables that can be referred to by name here, in the order of their ids.
    pub fn visible(&self) -> Vec<VarId> {
        let mut inner: FxHashSet<&str> = FxHashSet::default();
        let mut visible = Vec::new();
        for scope in self.stack.iter().skip(1).rev() {
            for (name, meaning) in &scope.names {
                if inner.insert(name)
                    && let Name::Var(id) = meaning
                {
                    visible.push(*id);
                }
            }
        }
        let file = self.file_variables.iter().filter(|(name, _)| !inner.contains(name.as_str()));
        visible.extend(file.map(|(_, id)| *id));
        visible.sort_unstable();
        visible.dedup();
        visible
    }

    pub fn tag(&self, tag: &str) -> Option<Tag> {
        self.stack.iter().rev().find_map(|scope| scope.tags.get(tag).copied())
    }

    pub fn tag_here(&self, tag: &str) -> Option<Tag> {
        self.stack.last()?.tags.get(tag).copied()
    }

    pub fn bind(&mut self, name: &str, meaning: Name) {
        if let (true, Name::Var(id)) = (self.at_file_scope(), &meaning) {
            self.file_variables.push((name.to_owned(), *id));
        }
        if let Some(scope) = self.stack.last_mut() {
            scope.names.insert(name.to_owned(), meaning);
        }
    }

    /// The unique name of a label in its function.
    pub fn label<'a>(&'a self, name: &'a str) -> &'a str {
        let local = self.stack.iter().rev().find_map(|scope| scope.labels.get(name));
        local.map_or(name, String::as_str)
    }

    /// Declares a label that is local to this scope.
    pub fn bind_label(&mut self, name: &str) {
        self.local_labels += 1;
        if let Some(scope) = self.stack.last_mut() {
            scope.labels.insert(name.to_owned(), format!("{name}.{}", self.local_labels));
        }
    }

    /// Binds a name in the scope of the file, as implicit declarations do.
    pub fn bind_at_file_scope(&mut self, name: &str, meaning: Name) {
        if let Some(scope) = self.stack.first_mut() {
            scope.names.insert(name.to_owned(), meaning);
        }
    }

    pub fn bind_tag(&mut self, tag: &str, meaning: Tag) {
        if let Some(scope) = self.stack.last_mut() {
            scope.tags.insert(tag.to_owned(), meaning);
        }
    }
}
