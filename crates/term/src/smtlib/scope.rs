//! The meaning of names.

use crate::ids::{Symbol, Term};
use crate::sort::Sort;
use crate::store::TermStore;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A function that is replaced by its definition wherever it is applied.
#[derive(Clone, Debug)]
pub struct Macro {
    /// The variables that stand for the arguments in the body.
    pub parameters: Vec<Term>,
    /// The definition.
    pub body: Term,
}

/// The meaning of a name in a term.
#[derive(Clone, Debug)]
pub enum Binding {
    /// Another word for a term.
    Term(Term),
    /// A declared function with parameters.
    Function(Symbol),
    /// A defined function with parameters.
    Macro(Arc<Macro>),
}

/// The names that terms and sorts may use besides those of the theories. They hide theory names.
///
/// Levels nest: [`Scope::pop`] forgets the bindings made since the matching [`Scope::push`].
#[derive(Clone, Debug, Default)]
pub struct Scope {
    names: FxHashMap<Arc<str>, Binding>,
    sorts: FxHashMap<Arc<str>, Sort>,
    /// The meanings hidden by each change since the first push.
    trail: Vec<Undo>,
    /// The length of the trail at each push.
    levels: Vec<usize>,
    numerals_are_real: bool,
}

#[derive(Clone, Debug)]
enum Undo {
    Name(Arc<str>, Option<Binding>),
    Sort(Arc<str>, Option<Sort>),
}

impl Scope {
    /// A scope with the names of the theories only.
    pub fn new() -> Scope {
        Scope::default()
    }

    /// A scope with everything that is declared in a store, under its name there.
    pub fn of_store(store: &mut TermStore) -> Scope {
        let mut scope = Scope::new();
        for symbol in store.symbols() {
            scope.bind_symbol(store, symbol);
        }
        scope
    }

    /// Binds the name that a declared constant or function has in the store.
    pub fn bind_symbol(&mut self, store: &mut TermStore, symbol: Symbol) {
        let name: Arc<str> = store.name(symbol).into();
        let binding = if store.parameters(symbol).is_empty() {
            Binding::Term(store.var(symbol))
        } else {
            Binding::Function(symbol)
        };
        self.bind(name, binding);
    }

    /// Binds a name to a term, hiding its previous meaning.
    pub fn bind_term(&mut self, name: &str, term: Term) {
        self.bind(name.into(), Binding::Term(term));
    }

    /// Binds a name, hiding its previous meaning.
    pub fn bind(&mut self, name: Arc<str>, binding: Binding) {
        let hidden = self.names.insert(name.clone(), binding);
        if !self.levels.is_empty() {
            self.trail.push(Undo::Name(name, hidden));
        }
    }

    /// Binds a name to a sort, hiding its previous meaning.
    pub fn bind_sort(&mut self, name: &str, sort: Sort) {
        let name: Arc<str> = name.into();
        let hidden = self.sorts.insert(name.clone(), sort);
        if !self.levels.is_empty() {
            self.trail.push(Undo::Sort(name, hidden));
        }
    }

    /// The meaning of a name.
    pub fn get(&self, name: &str) -> Option<&Binding> {
        self.names.get(name)
    }

    /// The sort bound to a name.
    pub fn sort(&self, name: &str) -> Option<&Sort> {
        self.sorts.get(name)
    }

    /// Whether numerals are reals, as in logics without integers. Otherwise they are integers.
    pub fn numerals_are_real(&self) -> bool {
        self.numerals_are_real
    }

    /// Chooses whether numerals are reals.
    pub fn set_numerals_are_real(&mut self, real: bool) {
        self.numerals_are_real = real;
    }

    /// Starts a level.
    pub fn push(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Ends a level; returns whether there was one.
    pub fn pop(&mut self) -> bool {
        let Some(start) = self.levels.pop() else { return false };
        for undo in self.trail.drain(start..).rev() {
            match undo {
                Undo::Name(name, hidden) => restore(&mut self.names, name, hidden),
                Undo::Sort(name, hidden) => restore(&mut self.sorts, name, hidden),
            }
        }
        true
    }
}

fn restore<T>(map: &mut FxHashMap<Arc<str>, T>, name: Arc<str>, hidden: Option<T>) {
    match hidden {
        Some(old) => map.insert(name, old),
        None => map.remove(&name),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_restore_what_they_hid() {
        let mut store = TermStore::new();
        let (one, two) = (store.bv(8, 1), store.bv(8, 2));
        let meaning = |scope: &Scope, name: &str| match scope.get(name) {
            Some(Binding::Term(term)) => Some(*term),
            _ => None,
        };
        let mut scope = Scope::new();
        scope.bind_term("a", one);
        scope.push();
        scope.bind_term("a", two);
        scope.bind_term("b", two);
        scope.bind_sort("S", Sort::Int);
        assert_eq!(meaning(&scope, "a"), Some(two));
        assert!(scope.pop());
        assert_eq!(meaning(&scope, "a"), Some(one));
        assert_eq!(meaning(&scope, "b"), None);
        assert_eq!(scope.sort("S"), None);
        assert!(!scope.pop());
    }
}
