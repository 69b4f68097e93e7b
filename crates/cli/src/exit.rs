//! Exit statuses of the command. No other code of the command uses the numbers.

use std::process::ExitCode;

/// How a run of the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// `verify` answered TRUE, `check` accepted the evidence, `show` printed its output, `bench`
    /// finished.
    Success = 0,
    /// `check` rejected the evidence, or an answer in `bench` is wrong.
    Rejected = 1,
    /// Wrong usage: unknown options, missing arguments. clap uses the same number.
    Usage = 2,
    /// There is no answer; the last line of the output says why.
    Unknown = 5,
    /// The input was not understood: a missing file, a malformed model, an unsupported format.
    Input = 6,
    /// The answer was printed, but a file that was asked for could not be written.
    Output = 7,
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
   6  input not understood
   7  a file that was asked for could not be written";

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
