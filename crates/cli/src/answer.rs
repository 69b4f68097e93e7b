//! The single answer of a run: the first thread that has one prints it and ends the process.
//!
//! The main thread, the watchdog and the signal handler may all want to answer. The first one does;
//! the others wait for the end of the process. So the result is printed exactly once.

use crate::diagnostics;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::report::error::{ErrorKind, error_json, input_error_json};
use driver::source::InputError;
use evidence::Reason;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::fmt;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The content of the last line of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultLine {
    /// No run violates a property.
    True,
    /// A run violates the named property.
    False(String),
    /// No answer, and why.
    Unknown(String),
    /// The checker accepts the evidence.
    Accepted,
    /// The checker rejects the evidence, and why.
    Rejected(String),
}

impl ResultLine {
    /// The exit status that goes with the result.
    pub fn exit(&self) -> Exit {
        match self {
            ResultLine::True | ResultLine::Accepted => Exit::Success,
            ResultLine::False(_) => Exit::Unsafe,
            ResultLine::Unknown(_) => Exit::Unknown,
            ResultLine::Rejected(_) => Exit::Rejected,
        }
    }

    /// The word of the result, without the part in parentheses.
    pub fn word(&self) -> &'static str {
        match self {
            ResultLine::True => "TRUE",
            ResultLine::False(_) => "FALSE",
            ResultLine::Unknown(_) => "UNKNOWN",
            ResultLine::Accepted => "ACCEPTED",
            ResultLine::Rejected(_) => "REJECTED",
        }
    }

    /// The property or the reason, on one line.
    pub fn detail(&self) -> Option<String> {
        match self {
            ResultLine::True | ResultLine::Accepted => None,
            ResultLine::False(detail)
            | ResultLine::Unknown(detail)
            | ResultLine::Rejected(detail) => {
                Some(detail.split_whitespace().collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// The members that every JSON document of the command starts with.
    pub fn to_json(&self) -> Value {
        match self {
            ResultLine::False(_) => json!({ "result": self.word(), "property": self.detail() }),
            ResultLine::Unknown(_) | ResultLine::Rejected(_) => {
                json!({ "result": self.word(), "reason": self.detail() })
            }
            ResultLine::True | ResultLine::Accepted => json!({ "result": self.word() }),
        }
    }
}

impl fmt::Display for ResultLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.detail() {
            Some(detail) => write!(f, "result: {}({detail})", self.word()),
            None => write!(f, "result: {}", self.word()),
        }
    }
}

/// The right to answer, which can be used once.
pub struct Answer {
    used: AtomicBool,
    json: bool,
    progress: OnceLock<ProgressBar>,
    partial: OnceLock<Box<Partial>>,
}

/// What is already known when a run has to give up: text and result.
type Partial = dyn Fn(&Reason) -> (String, ResultLine) + Send + Sync;

impl Answer {
    /// The right to answer, optionally with a JSON document.
    pub fn new(json: bool) -> Answer {
        let (progress, partial) = (OnceLock::new(), OnceLock::new());
        Answer { used: AtomicBool::new(false), json, progress, partial }
    }

    /// Makes the answer erase a progress line before it is printed.
    pub fn erases(&self, progress: &Progress) {
        if let Some(line) = progress.line() {
            self.progress.get_or_init(|| line);
        }
    }

    /// Makes a run that gives up report what it already knows.
    pub fn knows(&self, partial: impl Fn(&Reason) -> (String, ResultLine) + Send + Sync + 'static) {
        self.partial.get_or_init(|| Box::new(partial));
    }

    /// Prints the text and the result line, and ends the process. It never returns: if another
    /// thread was first, that one ends the process.
    pub fn give(&self, text: &str, result: &ResultLine) -> ! {
        self.give_with(text, result, result.exit())
    }

    /// The same with another exit status.
    pub fn give_with(&self, text: &str, result: &ResultLine, exit: Exit) -> ! {
        // A reader that has gone away does not change the answer, which the exit status tells.
        self.end(exit, || drop(print(&self.whole(text, result))))
    }

    /// Prints a text that is no answer, and ends the process.
    pub fn print_and_end(&self, text: &str) -> ! {
        self.end(Exit::Success, || drop(print(text)))
    }

    /// Says why the input was not understood, and ends the process.
    pub fn refuse(&self, error: &InputError) -> ! {
        self.end(Exit::Input, || {
            diagnostics::input_error(error);
            self.print_error(&input_error_json(error));
        })
    }

    /// The value, or the end of the process with an error of wrong usage.
    pub fn or_wrong_usage<T>(&self, wanted: Result<T, String>) -> T {
        wanted.unwrap_or_else(|why| {
            self.end(Exit::Usage, || {
                diagnostics::error(&why);
                self.print_error(&error_json(ErrorKind::Usage, &why));
            })
        })
    }

    /// Prints an error as a JSON document if so wanted.
    fn print_error(&self, error: &Value) {
        if self.json {
            // Nobody may be reading.
            let _ = print(&format!("{:#}\n", error_document(error)));
        }
    }

    /// All of the output: a JSON document alone, or a text with the result line after it.
    fn whole(&self, text: &str, result: &ResultLine) -> String {
        if self.json { text.to_owned() } else { format!("{text}{result}\n") }
    }

    /// Answers without a report: the run was cut off.
    pub fn give_up(&self, reason: &Reason) -> ! {
        if let Some(partial) = self.partial.get() {
            let (text, result) = partial(reason);
            self.give(&text, &result)
        }
        let (text, result) = self.without_report(reason);
        self.give(&text, &result)
    }

    fn without_report(&self, reason: &Reason) -> (String, ResultLine) {
        let result = ResultLine::Unknown(reason.to_string());
        let text = if self.json { format!("{:#}\n", result.to_json()) } else { String::new() };
        (text, result)
    }

    /// The complete output of a run that ends for this reason and knows nothing else.
    pub fn last_words(&self, reason: &Reason) -> String {
        let (text, result) = self.without_report(reason);
        self.whole(&text, &result)
    }

    /// Takes the right to answer; false if it was already taken. It is one atomic operation, so
    /// signal handlers may call it.
    pub fn claim(&self) -> bool {
        !self.used.swap(true, Ordering::SeqCst)
    }

    fn end(&self, exit: Exit, last_words: impl FnOnce()) -> ! {
        if !self.claim() {
            loop {
                std::thread::park();
            }
        }
        if let Some(line) = self.progress.get() {
            line.finish_and_clear();
        }
        last_words();
        std::process::exit(exit.code())
    }
}

/// The JSON document of a run that was not even started.
pub fn error_document(error: &Value) -> Value {
    json!({ "result": "ERROR", "errors": [error] })
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_one_line() {
        let check = |result: ResultLine, line: &str, exit: i32| {
            assert_eq!(result.to_string(), line);
            assert_eq!(result.exit().code(), exit);
        };
        check(ResultLine::True, "result: TRUE", 0);
        check(ResultLine::False("x < 10".into()), "result: FALSE(x < 10)", 10);
        check(ResultLine::Unknown("a\n  b".into()), "result: UNKNOWN(a b)", 5);
        check(ResultLine::Accepted, "result: ACCEPTED", 0);
        check(ResultLine::Rejected("no".into()), "result: REJECTED(no)", 1);
    }
}
