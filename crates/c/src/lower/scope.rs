//! Blocks of C and the lifetimes of their objects.
//!
//! The objects of a block are known only when all of it was lowered, and a jump may lead into a
//! block that comes later. So each move of control between blocks is noted as a [`Transition`],
//! and the `Begin` and `End` statements are put in at the end.

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
    /// What else happens where control enters.
    beginnings: Vec<StatementKind>,
    /// What else happens where control leaves.
    endings: Vec<StatementKind>,
}

/// Control moves from one scope to another.
struct Transition {
    /// Where: before the statement of this number in a basic block.
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

    /// An object lives as long as control is in the scope.
    pub(super) fn add_object(&mut self, scope: ScopeId, object: Symbol) {
        self.scopes[scope.index()].objects.push(object);
    }

    /// Something happens each time control enters the scope.
    pub(super) fn add_beginnings(
        &mut self,
        scope: ScopeId,
        beginnings: impl IntoIterator<Item = StatementKind>,
    ) {
        self.scopes[scope.index()].beginnings.extend(beginnings);
    }

    /// Something happens each time control leaves the scope.
    pub(super) fn add_endings(
        &mut self,
        scope: ScopeId,
        endings: impl IntoIterator<Item = StatementKind>,
    ) {
        self.scopes[scope.index()].endings.extend(endings);
    }

    /// Whether a scope is another one or lies inside of it.
    pub(super) fn is_inside(&self, inner: ScopeId, outer: ScopeId) -> bool {
        let mut at = Some(inner);
        while let Some(scope) = at.filter(|&scope| scope != outer) {
            at = self.scopes[scope.index()].parent;
        }
        at.is_some()
    }

    /// Control moves at a place in a basic block.
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

    /// Puts the statements of all transitions into the blocks. `labels` has the scopes of labels.
    pub(super) fn finish(
        mut self,
        labels: &FxHashMap<LabelId, ScopeId>,
        mut insert: impl FnMut(BlockId, usize, Vec<Statement>),
    ) {
        let mut transitions = std::mem::take(&mut self.transitions);
        // Later positions first, so that earlier ones stay valid; of equal positions, the later
        // transition first, for the same reason.
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

    /// What ends and begins on the way from one scope to another.
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
