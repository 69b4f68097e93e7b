//! Exit statuses: what the command tells the shell. Nothing else in the command names a number.

use std::process::ExitCode;

/// How a run of the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// `verify` answered TRUE, `check` accepted the evidence, `show` has shown, `bench` is
    /// through.
    Success = 0,
    /// `check` rejected the evidence, an answer in `bench` is wrong.
    Rejected = 1,
    /// Wrong usage: unknown options, missing arguments. The same number as clap's.
    Usage = 2,
    /// There is no answer; the last line of the output says why.
    Unknown = 5,
    /// The input was not understood: a missing file, a malformed model, an unsupported format.
    Input = 6,
    /// `verify` answered FALSE.
    Unsafe = 10,
}

impl Exit {
    /// The table of exit statuses, for the help.
    pub const HELP: &'static str = "\
Exit status:
   0  TRUE, or evidence accepted by `check`
  10  FALSE
   5  UNKNOWN: a limit was reached, the run was interrupted, or evidence was not accepted
   1  evidence rejected by `check`
   2  wrong usage
   6  input not understood";

    /// The number of the status.
    pub fn code(self) -> i32 {
        i32::from(self as u8)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
