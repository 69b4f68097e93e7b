//! Branch coverage of runs.

use super::code::FunctionCode;

/// The branch outcomes that runs have covered.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The index of the first instruction of each function.
    starts: Vec<usize>,
    /// For each instruction of each function: whether it fell through, and whether it branched.
    seen: Vec<[bool; 2]>,
    new: u64,
}

impl Coverage {
    /// An empty coverage. It is valid for this interpreter and for others of the same program.
    pub(super) fn of(functions: &[FunctionCode]) -> Coverage {
        let mut starts = Vec::with_capacity(functions.len());
        let mut length = 0;
        for function in functions {
            starts.push(length);
            length += function.code.len();
        }
        Coverage { starts, seen: vec![[false; 2]; length], new: 0 }
    }

    /// The index of the first instruction of a function.
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

    /// The number of outcomes that were covered for the first time since the last call.
    pub fn take_new(&mut self) -> u64 {
        std::mem::take(&mut self.new)
    }
}
