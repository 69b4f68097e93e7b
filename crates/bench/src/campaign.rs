//! Runs all configurations on all tasks.

use crate::answer;
use crate::configuration::{Configuration, Tool};
use crate::launch::{Cancel, LaunchError, Launcher, Output};
use crate::record::{Key, Record};
use crate::statistics::Statistics;
use crate::status::Status;
use crate::store::{Settings, Store, StoreError};
use crate::suite::Task;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A campaign: the tasks, the configurations, and how to run them.
pub struct Campaign {
    /// The tasks, in the order in which they are run.
    pub tasks: Vec<Task>,
    /// The configurations. Each task is run with all of them in a row, so that they find the
    /// machine in the same state.
    pub configurations: Vec<Configuration>,
    /// How runs are started.
    pub launcher: Launcher,
    /// The executable of Lemmatic.
    pub lemmatic: PathBuf,
    /// How many runs execute in parallel.
    pub jobs: NonZeroUsize,
    /// Whether the output of all runs is kept, not only of failed ones.
    pub keep_logs: bool,
}

/// Receives progress reports. Runs are parallel, calls are not.
pub trait Observer: Send {
    /// The campaign starts, with this many runs in total; `done` were done before.
    fn begins(&mut self, runs: usize, done: &[&Record]);
    /// A run has ended.
    fn ran(&mut self, record: &Record);
}

/// Why a campaign stopped early.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The results cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Runs cannot be started.
    #[error(transparent)]
    Launch(#[from] LaunchError),
}

/// A run to be done.
struct Job<'c> {
    task: &'c Task,
    configuration: &'c Configuration,
}

impl Job<'_> {
    fn key(&self) -> Key {
        Key {
            task: self.task.id.clone(),
            property: self.task.property.clone(),
            configuration: self.configuration.name.clone(),
        }
    }

    /// The name of its log file.
    fn log_name(&self) -> String {
        let Key { task, property, configuration } = self.key();
        file_name(&format!("{task}.{property}.{configuration}"))
    }
}

/// State shared by the jobs: the results and the observer.
struct Shared<'c> {
    store: &'c mut Store,
    observer: &'c mut dyn Observer,
    error: Option<CampaignError>,
}

impl Campaign {
    /// The settings stored with the results.
    pub fn settings(&self) -> Settings {
        Settings {
            limits: self.launcher.limits.clone(),
            configurations: self.configurations.clone(),
        }
    }

    /// Runs everything that the store has no record of. When cancelled, returns early; all
    /// processes are then ended, and the records of finished runs are kept.
    pub fn run(
        &self,
        store: &mut Store,
        observer: &mut dyn Observer,
        cancel: &Cancel,
    ) -> Result<(), CampaignError> {
        let all = self.tasks.iter().flat_map(|task| {
            self.configurations.iter().map(move |configuration| Job { task, configuration })
        });
        let (done, jobs): (Vec<Job>, Vec<Job>) = all.partition(|job| store.has(&job.key()));
        let known: Vec<Key> = done.iter().map(Job::key).collect();
        let records: Vec<&Record> =
            store.records().filter(|record| known.contains(&record.key())).collect();
        observer.begins(jobs.len() + done.len(), &records);
        let logs = store.logs();
        let shared = Mutex::new(Shared { store, observer, error: None });
        let next = AtomicUsize::new(0);
        let work = || {
            while !cancel.is_raised()
                && let Some(job) = jobs.get(next.fetch_add(1, Ordering::SeqCst))
            {
                let result = self.run_job(job, &logs, cancel);
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let kept = result.and_then(|record| match record {
                    Some(record) => {
                        shared.observer.ran(&record);
                        shared.store.add(record).map_err(CampaignError::from)
                    }
                    None => Ok(()),
                });
                if let Err(error) = kept {
                    shared.error.get_or_insert(error);
                    cancel.raise();
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs.get().min(jobs.len()) {
                scope.spawn(work);
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.error.map_or(Ok(()), Err)
    }

    /// The record of a run, unless it was cancelled.
    fn run_job(
        &self,
        job: &Job,
        logs: &Path,
        cancel: &Cancel,
    ) -> Result<Option<Record>, CampaignError> {
        let command = job.configuration.command_line(&self.lemmatic, job.task);
        let output = Output::new(logs, &job.log_name());
        let Some(outcome) = self.launcher.run(command, &output, cancel)? else {
            output.discard();
            return Ok(None);
        };
        let limits = &self.launcher.limits;
        let statistics = match job.configuration.tool {
            Tool::Lemmatic(_) => output.reader().and_then(Statistics::read).unwrap_or_default(),
            Tool::Command(_) => Statistics::default(),
        };
        let document = statistics.answer();
        let (tail, messages) = (output.tail(), output.messages());
        let (status, note) = answer::read(&outcome, limits, document.as_deref(), &tail, &messages);
        let record = Record {
            task: job.task.id.clone(),
            category: job.task.category.clone(),
            property: job.task.property.clone(),
            expected: job.task.expected.clone(),
            configuration: job.configuration.name.clone(),
            status,
            note,
            cpu_s: rounded(outcome.cpu_s),
            wall_s: rounded(outcome.wall_s),
            memory_mb: rounded(outcome.peak_bytes as f64 / 1e6),
            counters: statistics.counters(),
            times: statistics.times(),
            engine: statistics.engine,
        };
        let failed = matches!(record.status, Status::Crash | Status::Error);
        if !(self.keep_logs || record.is_wrong() || failed) {
            output.discard();
        }
        Ok(Some(record))
    }
}

/// The maximal length of file names, with room for extensions.
const LONGEST_NAME: usize = 200;

/// A text as a file name; different texts have different names.
fn file_name(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        match c {
            '/' => name.push('~'),
            c if c.is_ascii_alphanumeric() || "._-+".contains(c) => name.push(c),
            c => name += &format!("%{:x}%", u32::from(c)),
        }
    }
    if name.len() > LONGEST_NAME {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        name.truncate(LONGEST_NAME - 17);
        name += &format!("%{:016x}", hasher.finish());
    }
    name
}

/// Rounds to three decimals; more is noise.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_differ() {
        assert_eq!(file_name("loops/a-1.c"), "loops~a-1.c");
        assert_eq!(file_name("../a b"), "..~a%20%b");
        let long = |end: &str| file_name(&format!("{}{end}", "x".repeat(500)));
        assert_eq!(long("a").len(), LONGEST_NAME);
        assert_ne!(long("a"), long("b"));
    }
}
