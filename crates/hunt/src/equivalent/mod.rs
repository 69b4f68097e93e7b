//! Equivalent programs.
//!
//! A [`Change`] rewrites a program without changing its runs, so the answer to a question about it
//! stays the same. Changes exercise other parts of the verifier: a variable whose address is taken
//! lives in memory, an outlined expression is a call, a peeled loop has another head.

mod control;
mod data;
mod functions;
mod names;

use crate::ast::Program;
use crate::rng::Rng;

/// A way to rewrite a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Variables and functions get other names.
    Rename,
    /// Independent declarations change places.
    Reorder,
    /// A function moves to a file of its own.
    SplitFile,
    /// Expressions become calls of functions that compute them.
    OutlineExpressions,
    /// Assignments become calls of functions that store through a pointer.
    OutlineAssignments,
    /// The first iteration of loops is copied in front of them.
    PeelLoops,
    /// `for` becomes `while`.
    ForToWhile,
    /// Branches are swapped under the negated condition.
    SwapBranches,
    /// Code that no run reaches.
    DeadCode,
    /// Variables of `main` and of the program become static, or automatic.
    ChangeStorage,
    /// Variables are accessed through their addresses.
    TakeAddresses,
    /// `x += e` becomes `x = x + e`.
    ExpandAssignments,
}

impl Change {
    /// All of them.
    pub const ALL: [Change; 12] = [
        Change::Rename,
        Change::Reorder,
        Change::SplitFile,
        Change::OutlineExpressions,
        Change::OutlineAssignments,
        Change::PeelLoops,
        Change::ForToWhile,
        Change::SwapBranches,
        Change::DeadCode,
        Change::ChangeStorage,
        Change::TakeAddresses,
        Change::ExpandAssignments,
    ];

    /// Rewrites the program at random places.
    pub fn apply(self, program: &mut Program, rng: &mut Rng) {
        match self {
            Change::Rename => names::rename(program, rng),
            Change::Reorder => names::reorder(program, rng),
            Change::SplitFile => functions::split_file(program, rng),
            Change::OutlineExpressions => functions::outline_expressions(program, rng),
            Change::OutlineAssignments => functions::outline_assignments(program, rng),
            Change::PeelLoops => control::peel_loops(program, rng),
            Change::ForToWhile => control::for_to_while(program),
            Change::SwapBranches => control::swap_branches(program, rng),
            Change::DeadCode => control::dead_code(program, rng),
            Change::ChangeStorage => data::change_storage(program, rng),
            Change::TakeAddresses => data::take_addresses(program, rng),
            Change::ExpandAssignments => data::expand_assignments(program),
        }
    }
}

/// An equivalent program, and the changes that made it.
pub fn variant(program: &Program, rng: &mut Rng) -> (Program, Vec<Change>) {
    let mut changed = program.clone();
    let mut changes = Vec::new();
    for _ in 0..rng.between(1, 4) {
        let change = rng.pick(&Change::ALL);
        change.apply(&mut changed, rng);
        changes.push(change);
    }
    (changed, changes)
}
