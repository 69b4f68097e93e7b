//! Properties of the terminal.

use std::io::{IsTerminal, stderr};

/// Whether messages on standard error may have colours.
pub fn colours() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stderr().is_terminal() && !unwanted && !dumb
}

/// Whether a line on standard error can be rewritten.
pub fn is_live() -> bool {
    stderr().is_terminal()
}
