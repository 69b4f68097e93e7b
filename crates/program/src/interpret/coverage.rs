//! Which ways runs have gone.

use super::code::FunctionCode;

/// The outcomes of branches that some runs had.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The first branch of each function.
    starts: Vec<usize>,
    /// For each instruction of each function, whether it went on otherwise and whether it branched.
    seen: Vec<[bool; 2]>,
    new: u64,
}

impl Coverage {
    /// Nothing is seen yet. What is seen counts for one interpreter and those that are like it.
    pub(super) fn of(functions: &[FunctionCode]) -> Coverage {
        let mut starts = Vec::with_capacity(functions.len());
        let mut length = 0;
        for function in functions {
            starts.push(length);
            length += function.code.len();
        }
        Coverage { starts, seen: vec![[false; 2]; length], new: 0 }
    }

    /// The branches of a function start here.
    pub(super) fn start(&self, function: usize) -> usize {
        self.starts[function]
    }

    pub(super) fn visit(&mut self, branch: usize, taken: bool) {
        let seen = &mut self.seen[branch][usize::from(taken)];
        if !*seen {
            *seen = true;
            self.new += 1;
        }
    }

    /// How many outcomes were seen for the first time since this was asked the last time.
    pub fn take_new(&mut self) -> u64 {
        std::mem::take(&mut self.new)
    }
}
