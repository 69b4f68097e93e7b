//! The progress of a campaign, on standard error.

use crate::diagnostics;
use crate::terminal;
use bench::report::Totals;
use bench::{Observer, Record};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// Time between two drawings.
const TICK: Duration = Duration::from_millis(200);
/// Runs between two lines if there is no terminal.
const LINE_EVERY: usize = 50;

/// A progress bar on a terminal, occasional lines elsewhere; wrong answers are shown at once.
pub struct Progress {
    bar: Option<ProgressBar>,
    runs: usize,
    totals: Totals,
}

impl Progress {
    /// A progress bar, if it is wanted and standard error is a terminal.
    pub fn new(wanted: bool) -> Progress {
        let bar = (wanted && terminal::is_live()).then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(5);
            let template = "{bar:30} {pos}/{len} {msg} [{elapsed}, {eta} left]";
            let style = ProgressStyle::with_template(template);
            let bar = ProgressBar::with_draw_target(Some(0), target);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(TICK);
            bar
        });
        Progress { bar, runs: 0, totals: Totals::default() }
    }

    fn message(&self) -> String {
        let Totals { wrong, score, .. } = self.totals;
        format!("solved {}, wrong {wrong}, score {score}", self.totals.solved())
    }
}

impl Observer for Progress {
    fn begins(&mut self, runs: usize, done: &[&Record]) {
        self.runs = runs;
        self.totals = Totals::of(done.iter().copied());
        if let Some(bar) = &self.bar {
            bar.set_length(runs as u64);
            bar.set_position(done.len() as u64);
            bar.reset_eta();
            bar.set_message(self.message());
        }
    }

    fn ran(&mut self, record: &Record) {
        self.totals.add(record);
        let wrong = || {
            let Record { task, configuration, expected, status, .. } = record;
            let text = format!("wrong: {task}: expected {expected}, {configuration} says {status}");
            diagnostics::note(text);
        };
        match &self.bar {
            Some(bar) => {
                bar.set_message(self.message());
                bar.inc(1);
                if record.is_wrong() {
                    bar.suspend(wrong);
                }
            }
            None => {
                if record.is_wrong() {
                    wrong();
                }
                let done = self.totals.tasks;
                if done.is_multiple_of(LINE_EVERY) || done == self.runs {
                    diagnostics::note(format!("{done}/{}: {}", self.runs, self.message()));
                }
            }
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
