//! Starts supervisors and receives their outcomes.

use crate::limits::Limits;
use crate::supervise::{End, Order, ProcessOutcome};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Why a run failed to start.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// Communication with the supervisor failed.
    #[error("cannot supervise a run: {0}")]
    Supervisor(#[from] io::Error),
    /// The outcome of the supervisor is malformed.
    #[error("the supervisor of a run failed: {0}")]
    ProcessOutcome(#[from] serde_json::Error),
}

/// How runs are started.
pub struct Launcher {
    /// The program, with arguments, that calls [`crate::supervise::supervise`].
    pub supervisor: Vec<String>,
    /// The limits of each run.
    pub limits: Limits,
}

impl Launcher {
    /// Runs a command in a temporary folder. `None` if it was cancelled.
    pub fn run(
        &self,
        command: Vec<String>,
        output: &Output,
        cancel: &Cancel,
    ) -> Result<Option<ProcessOutcome>, LaunchError> {
        let directory = tempfile::Builder::new().prefix("lemmatic-bench").tempdir()?;
        let order = Order {
            command,
            directory: directory.path().to_owned(),
            stdout: output.stdout.clone(),
            stderr: output.stderr.clone(),
            limits: self.limits.clone(),
        };
        let (program, arguments) =
            self.supervisor.split_first().ok_or(io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut supervisor = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut orders =
            supervisor.stdin.take().ok_or(io::Error::from(io::ErrorKind::BrokenPipe))?;
        orders.write_all((serde_json::to_string(&order)? + "\n").as_bytes())?;
        // The input stays open while the run is wanted.
        let wanted = cancel.guard(orders);
        let mut told = String::new();
        if let Some(mut stdout) = supervisor.stdout.take() {
            stdout.read_to_string(&mut told)?;
        }
        drop(wanted);
        supervisor.wait()?;
        let outcome: ProcessOutcome = serde_json::from_str(&told)?;
        Ok((outcome.end != End::Cancelled).then_some(outcome))
    }
}

/// A cancellation flag; clones share it.
#[derive(Clone, Default)]
pub struct Cancel {
    shared: Arc<CancelState>,
}

#[derive(Default)]
struct CancelState {
    raised: AtomicBool,
    next: AtomicU64,
    running: Mutex<BTreeMap<u64, ChildStdin>>,
}

impl Cancel {
    /// Ends all runs and prevents new ones.
    pub fn raise(&self) {
        let mut running = self.running();
        self.shared.raised.store(true, Ordering::SeqCst);
        running.clear();
    }

    /// Whether the campaign was cancelled.
    pub fn is_raised(&self) -> bool {
        self.shared.raised.load(Ordering::SeqCst)
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<u64, ChildStdin>> {
        self.shared.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the input of a supervisor open until the guard is dropped or the campaign is
    /// cancelled.
    fn guard(&self, orders: ChildStdin) -> Guard<'_> {
        let number = self.shared.next.fetch_add(1, Ordering::SeqCst);
        let mut running = self.running();
        if !self.is_raised() {
            running.insert(number, orders);
        }
        Guard { cancel: self, number }
    }
}

struct Guard<'c> {
    cancel: &'c Cancel,
    number: u64,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.cancel.running().remove(&self.number);
    }
}

/// The files that receive the output of a run.
pub struct Output {
    stdout: PathBuf,
    stderr: PathBuf,
}

/// How many bytes at the end of an output are searched for the answer.
const TAIL: u64 = 200_000;

impl Output {
    /// Files of this name in a folder.
    pub fn new(folder: &Path, name: &str) -> Output {
        let file = |ending: &str| folder.join(format!("{name}.{ending}"));
        Output { stdout: file("out"), stderr: file("err") }
    }

    /// The end of the output.
    pub fn tail(&self) -> String {
        tail(&self.stdout)
    }

    /// The end of the messages.
    pub fn messages(&self) -> String {
        tail(&self.stderr)
    }

    /// The output from its start.
    pub fn reader(&self) -> Option<impl Read> {
        Some(BufReader::new(File::open(&self.stdout).ok()?))
    }

    /// Removes the files.
    pub fn discard(&self) {
        for path in [&self.stdout, &self.stderr] {
            // A remaining file does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

/// The end of a file; empty if it cannot be read.
fn tail(path: &Path) -> String {
    let read = || -> io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
        let mut bytes = Vec::new();
        file.take(TAIL).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    String::from_utf8_lossy(&read().unwrap_or_default()).into_owned()
}
