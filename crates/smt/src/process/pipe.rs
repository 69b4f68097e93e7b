//! A running process and the two threads that serve its pipes.
//!
//! The threads make limits work: the caller never blocks in a read or a write, but waits for whole
//! answers and checks its budget meanwhile.

use super::command::SolverCommand;
use super::error::ProcessError;
use crate::budget::Budget;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use term::smtlib::SexprArena;

/// Time between two checks of the budget while waiting.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// How long a process may take to end after it has closed its output.
const FAREWELL_TIME: Duration = Duration::from_secs(2);

/// A solver process. Dropping it ends the process.
pub(super) struct Pipe {
    child: Child,
    input: Sender<String>,
    answers: Receiver<Vec<u8>>,
}

impl Pipe {
    /// Starts the process.
    pub fn start(command: &SolverCommand) -> Result<Pipe, ProcessError> {
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| ProcessError::Start {
                program: command.program.display().to_string(),
                reason: error.to_string(),
            })?;
        let (input, commands) = channel::<String>();
        let (send_answer, answers) = channel();
        let mut stdin = child.stdin.take().expect("piped above");
        let mut stdout = child.stdout.take().expect("piped above");
        // Neither thread is joined: a grandchild may keep the pipes open after the process has
        // ended.
        thread::spawn(move || {
            for text in commands {
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        thread::spawn(move || {
            let mut splitter = AnswerSplitter::default();
            let mut buffer = [0; 1 << 16];
            while let Ok(count @ 1..) = stdout.read(&mut buffer) {
                for &byte in &buffer[..count] {
                    if let Some(answer) = splitter.push(byte)
                        && send_answer.send(answer).is_err()
                    {
                        return;
                    }
                }
            }
        });
        Ok(Pipe { child, input, answers })
    }

    /// Sends commands; they are written in the background.
    pub fn send(&self, text: String) {
        // A dead process is noticed when its answer is missing.
        let _ = self.input.send(text);
    }

    /// Waits for an answer, one expression, within the budget.
    pub fn answer(&mut self, budget: &Budget) -> Result<SexprArena, ProcessError> {
        loop {
            match self.answers.recv_timeout(POLL_INTERVAL) {
                Ok(bytes) => {
                    let arena = SexprArena::parse(&bytes);
                    return arena.map_err(|error| ProcessError::Nonsense(error.to_string()));
                }
                Err(RecvTimeoutError::Timeout) => budget.check()?,
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
            }
        }
    }

    /// How the process ended, after it closed its output.
    fn died(&mut self) -> ProcessError {
        match self.wait(FAREWELL_TIME) {
            Some(status) => ProcessError::Died(status.to_string()),
            // It only closed its output, and is therefore useless.
            None => ProcessError::Died("closed its output".to_owned()),
        }
    }

    /// Asks the process to exit; kills it if it does not in time.
    pub fn exit(mut self, patience: Duration) {
        self.send("(exit)\n".to_owned());
        self.wait(patience);
    }

    /// How the process ended, if it did in time.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < end => thread::sleep(POLL_INTERVAL),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Splits the output of a solver into expressions.
#[derive(Default)]
struct AnswerSplitter {
    text: Vec<u8>,
    depth: usize,
    /// The byte that ends the current string, quoted symbol or comment.
    until: Option<u8>,
}

impl AnswerSplitter {
    /// Adds the next byte; returns an expression that ends there.
    fn push(&mut self, byte: u8) -> Option<Vec<u8>> {
        if let Some(end) = self.until {
            if byte == end {
                self.until = None;
            }
            if end != b'\n' {
                self.text.push(byte);
            }
            return None;
        }
        match byte {
            b';' => self.until = Some(b'\n'),
            b'"' | b'|' => {
                self.until = Some(byte);
                self.text.push(byte);
            }
            b' ' | b'\t' | b'\r' | b'\n' if self.depth == 0 => return self.take(),
            b'(' => {
                self.depth += 1;
                self.text.push(byte);
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                self.text.push(byte);
                if self.depth == 0 {
                    return self.take();
                }
            }
            _ => self.text.push(byte),
        }
        None
    }

    fn take(&mut self) -> Option<Vec<u8>> {
        (!self.text.is_empty()).then(|| std::mem::take(&mut self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_cut_into_expressions() {
        let output = b"sat\n((x 1)\n (|a )| \"(\")) ; a (comment\nunsat\n()unknown\n";
        let mut splitter = AnswerSplitter::default();
        let answers: Vec<String> = output
            .iter()
            .filter_map(|&byte| splitter.push(byte))
            .map(|answer| String::from_utf8(answer).unwrap())
            .collect();
        assert_eq!(answers, ["sat", "((x 1)\n (|a )| \"(\"))", "unsat", "()", "unknown"]);
    }
}
