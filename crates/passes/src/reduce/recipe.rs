//! Recipes: how an edge was made from others.

use model::{Cfa, Choice, Command, EdgeId};
use std::sync::Arc;

/// A sequence of edges, and of choices between such sequences.
#[derive(Clone, Debug)]
pub(super) struct Recipe {
    parts: Vec<Part>,
    operations: usize,
    /// The nesting depth of the command.
    depth: usize,
}

#[derive(Clone, Debug)]
enum Part {
    Edge(EdgeId),
    Either(Arc<Vec<Recipe>>),
}

/// The maximal nesting of joined commands. Functions on commands are recursive.
const MAX_DEPTH: usize = 200;

impl Recipe {
    /// An edge as it is.
    pub(super) fn edge(id: EdgeId, command: &Command) -> Recipe {
        let parts = vec![Part::Edge(id)];
        Recipe { parts, operations: command.operations().max(1), depth: depth(command) }
    }

    /// Number of operations, at least one per edge.
    pub(super) fn operations(&self) -> usize {
        self.operations
    }

    /// The first edge, taking the first branch of each choice.
    pub(super) fn first_edge(&self) -> EdgeId {
        let mut recipe = self;
        loop {
            match &recipe.parts[0] {
                Part::Edge(edge) => return *edge,
                Part::Either(branches) => recipe = &branches[0],
            }
        }
    }

    /// This recipe followed by another one, if the result is not too large.
    pub(super) fn then(&self, other: &Recipe, limit: usize) -> Option<Recipe> {
        let operations = self.operations + other.operations;
        let depth = self.depth.max(other.depth).max(2);
        (operations <= limit && depth <= MAX_DEPTH).then(|| {
            let parts = self.parts.iter().chain(&other.parts).cloned().collect();
            Recipe { parts, operations, depth }
        })
    }

    /// A choice between this recipe and another one, if the result is not too large.
    pub(super) fn or(&self, other: &Recipe, limit: usize) -> Option<Recipe> {
        let operations = self.operations + other.operations;
        let depth = self.depth.max(other.depth) + 2;
        (operations <= limit && depth <= MAX_DEPTH).then(|| {
            let mut branches = Vec::new();
            for recipe in [self, other] {
                match &recipe.parts[..] {
                    [Part::Either(inner)] => branches.extend(inner.iter().cloned()),
                    _ => branches.push(recipe.clone()),
                }
            }
            let deepest = branches.iter().map(|branch| branch.depth).max().unwrap_or(0);
            let parts = vec![Part::Either(Arc::new(branches))];
            Recipe { parts, operations, depth: deepest + 2 }
        })
    }

    /// The command of the recipe over the edges of an automaton.
    pub(super) fn command(&self, cfa: &Cfa) -> Command {
        let part = |part: &Part| match part {
            Part::Edge(edge) => cfa.edge(*edge).command.clone(),
            // Not flattened: each choice selects one of its own branches.
            Part::Either(branches) => {
                Command::Choice(branches.iter().map(|branch| branch.command(cfa)).collect())
            }
        };
        Command::seq(self.parts.iter().map(part))
    }
}

fn depth(command: &Command) -> usize {
    let mut deepest = 0;
    let mut pending = vec![(command, 1)];
    while let Some((command, depth)) = pending.pop() {
        deepest = deepest.max(depth);
        pending.extend(command.children().iter().map(|child| (child, depth + 1)));
    }
    deepest
}

/// Enumerates the edges of a recipe in the order in which a run takes them.
pub(super) struct Splitter<'a> {
    /// The parts still to come; the next one is last.
    pending: Vec<&'a Part>,
}

impl<'a> Splitter<'a> {
    /// Starts at the beginning of a recipe.
    pub(super) fn new(recipe: &'a Recipe) -> Splitter<'a> {
        Splitter { pending: recipe.parts.iter().rev().collect() }
    }

    /// The next edge; choices between branches are taken from `given`.
    pub(super) fn next_edge(&mut self, given: &mut dyn Iterator<Item = Choice>) -> Option<EdgeId> {
        loop {
            match self.pending.pop()? {
                Part::Edge(edge) => return Some(*edge),
                Part::Either(branches) => {
                    let Some(Choice::Branch(branch)) = given.next() else { return None };
                    self.pending.extend(branches.get(branch as usize)?.parts.iter().rev());
                }
            }
        }
    }
}
