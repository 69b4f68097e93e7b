//! Blocks of C and the lifetimes of their objects.
//!
//! The objects of a block are known only after all of it is lowered, and a jump may lead into a
//! later block. So each move of control between blocks is recorded as a [`Transition`], and the
//! `Begin` and `End` statements are inserted at the end.

use crate::hir::LabelId;
use program::{BlockId, Span, Statement, StatementKind};
use rustc_hash::FxHashMap;
use term::{Symbol, id};

id!(
    /// A scope of a function; the first is the function's own.
    ScopeId,
    "scope"
);

/// The scopes of a function.
#[derive(Default)]
pub(super) struct Scopes {
    scopes: Vec<Scope>,
    transitions: Vec<Transition>,
}

#[derive(Default)]
struct Scope {
    parent: Option<ScopeId>,
    depth: usize,
    objects: Vec<Symbol>,
    /// Other statements to execute when control enters.
    beginnings: Vec<StatementKind>,
    /// Other statements to execute when control leaves.
    endings: Vec<StatementKind>,
}

/// Control moves from one scope to another.
struct Transition {
    /// The position: before the statement of this number in a basic block.
    block: BlockId,
    statement: usize,
    from: Option<ScopeId>,
    to: Destination,
    span: Option<Span>,
}

#[derive(Clone, Copy)]
pub(super) enum Destination {
    Scope(ScopeId),
    Label(LabelId),
}

impl Scopes {
    /// Opens a scope inside another one.
    pub(super) fn open(&mut self, parent: Option<ScopeId>) -> ScopeId {
        let depth = parent.map_or(0, |parent| self.scopes[parent.index()].depth + 1);
        self.scopes.push(Scope { parent, depth, ..Scope::default() });
        ScopeId::from_index(self.scopes.len() - 1)
    }

    /// Adds an object that lives while control is in the scope.
    pub(super) fn add_object(&mut self, scope: ScopeId, object: Symbol) {
        self.scopes[scope.index()].objects.push(object);
    }

    /// Adds statements to execute each time control enters the scope.
    pub(super) fn add_beginnings(
        &mut self,
        scope: ScopeId,
        beginnings: impl IntoIterator<Item = StatementKind>,
    ) {
        self.scopes[scope.index()].beginnings.extend(beginnings);
    }

    /// Adds statements to execute each time control leaves the scope.
    pub(super) fn add_endings(
        &mut self,
        scope: ScopeId,
        endings: impl IntoIterator<Item = StatementKind>,
    ) {
        self.scopes[scope.index()].endings.extend(endings);
    }

    /// Whether a scope equals another one or is inside it.
    pub(super) fn is_inside(&self, inner: ScopeId, outer: ScopeId) -> bool {
        let mut at = Some(inner);
        while let Some(scope) = at.filter(|&scope| scope != outer) {
            at = self.scopes[scope.index()].parent;
        }
        at.is_some()
    }

    /// Records a move of control at a place in a basic block.
    pub(super) fn transition(
        &mut self,
        block: BlockId,
        statement: usize,
        from: Option<ScopeId>,
        to: Destination,
        span: Option<Span>,
    ) {
        self.transitions.push(Transition { block, statement, from, to, span });
    }

    /// Inserts the statements of all transitions into the blocks. `labels` has the scopes of
    /// labels.
    pub(super) fn finish(
        mut self,
        labels: &FxHashMap<LabelId, ScopeId>,
        mut insert: impl FnMut(BlockId, usize, Vec<Statement>),
    ) {
        let mut transitions = std::mem::take(&mut self.transitions);
        // Later positions come first, so that earlier ones stay valid. At equal positions, later
        // transitions come first, for the same reason.
        transitions.reverse();
        transitions.sort_by_key(|t| std::cmp::Reverse((t.block, t.statement)));
        for transition in transitions {
            let to = match transition.to {
                Destination::Scope(scope) => Some(scope),
                Destination::Label(label) => labels.get(&label).copied(),
            };
            let Some(to) = to else { continue };
            let kinds = self.lifetimes(transition.from, to);
            if !kinds.is_empty() {
                let span = transition.span;
                let statements = kinds.into_iter().map(|kind| Statement { kind, span }).collect();
                insert(transition.block, transition.statement, statements);
            }
        }
    }

    /// The objects that end and begin between one scope and another.
    fn lifetimes(&self, from: Option<ScopeId>, to: ScopeId) -> Vec<StatementKind> {
        let scope = |id: ScopeId| &self.scopes[id.index()];
        let depth = |id: Option<ScopeId>| id.map_or(0, |id| scope(id).depth + 1);
        let (mut left, mut entered) = (from, Some(to));
        let mut kinds = Vec::new();
        let mut begun = Vec::new();
        while left != entered {
            if depth(left) >= depth(entered) {
                if let Some(id) = left {
                    kinds.extend(scope(id).endings.iter().cloned());
                    kinds.extend(scope(id).objects.iter().rev().map(|&o| StatementKind::End(o)));
                    left = scope(id).parent;
                }
            } else if let Some(id) = entered {
                begun.extend(scope(id).beginnings.iter().rev().cloned());
                begun.extend(scope(id).objects.iter().rev().map(|&o| StatementKind::Begin(o)));
                entered = scope(id).parent;
            }
        }
        begun.reverse();
        kinds.extend(begun);
        kinds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_leaves_and_enters_scopes() {
        let mut scopes = Scopes::default();
        let outer = scopes.open(None);
        let [left, right] = [(); 2].map(|()| scopes.open(Some(outer)));
        let inner = scopes.open(Some(right));
        let object = Symbol::from_index;
        for (scope, number) in [(outer, 0), (left, 1), (left, 2), (right, 3), (inner, 4)] {
            scopes.add_object(scope, object(number));
        }
        let leave = [StatementKind::End(object(9)), StatementKind::End(object(8))];
        scopes.add_endings(right, leave.clone());
        let enter = [StatementKind::Begin(object(6)), StatementKind::Begin(object(5))];
        scopes.add_beginnings(right, enter.clone());
        let end = |n| StatementKind::End(object(n));
        let begin = |n| StatementKind::Begin(object(n));
        let [enter_first, enter_second] = enter;
        assert_eq!(
            scopes.lifetimes(Some(left), inner),
            [end(2), end(1), begin(3), enter_first, enter_second, begin(4)]
        );
        let [first, second] = leave;
        assert_eq!(scopes.lifetimes(Some(inner), outer), [end(4), first, second, end(3)]);
        assert_eq!(scopes.lifetimes(None, left), [begin(0), begin(1), begin(2)]);
        assert_eq!(scopes.lifetimes(Some(inner), inner), []);
        assert!(scopes.is_inside(inner, outer) && scopes.is_inside(inner, inner));
        assert!(!scopes.is_inside(left, right) && !scopes.is_inside(right, inner));
    }
}
