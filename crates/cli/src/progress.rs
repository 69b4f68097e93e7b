//! The live progress line.

use crate::terminal;
use engines::{Event, Observer};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// Time between two drawings.
const TICK: Duration = Duration::from_millis(100);

/// Shows on a terminal what an engine does, and nothing elsewhere.
pub struct Progress {
    line: Option<ProgressBar>,
}

impl Progress {
    /// A progress line, if it is wanted and standard error is a terminal.
    pub fn new(wanted: bool, engine: &str) -> Progress {
        let line = (wanted && terminal::is_live()).then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(10);
            let style = ProgressStyle::with_template("{spinner} {prefix} {msg} [{elapsed}]");
            let line = ProgressBar::with_draw_target(None, target);
            line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            line.set_prefix(engine.to_owned());
            line.enable_steady_tick(TICK);
            line
        });
        Progress { line }
    }

    /// A handle by which the line can be erased from anywhere.
    pub fn line(&self) -> Option<ProgressBar> {
        self.line.clone()
    }
}

impl Observer for Progress {
    fn observe(&mut self, event: &Event) {
        let Some(line) = &self.line else { return };
        if let Event::Progress(progress) = event {
            let mut message = format!("depth {}, {} queries", progress.level, progress.queries);
            if progress.lemmas > 0 {
                message += &format!(", {} lemmas", progress.lemmas);
            }
            line.set_message(message);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}
