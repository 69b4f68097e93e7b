//! Limits that always hold: a watchdog, and the reaction to signals.
//!
//! Solvers and engines check their [`Budget`] and stop by themselves. The watchdog is the last
//! resort for code that does not check often enough, including the readers of input. It answers in
//! place of a run that has not ended shortly after its budget did.

use crate::answer::Answer;
use clap::Args;
use engines::reason_for_stop;
use evidence::Reason;
use smt::budget::resident_memory;
use smt::{Budget, StopReason};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time between two checks of the watchdog.
const PERIOD: Duration = Duration::from_millis(10);

/// Limits of a run, as options.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Give up after this wall-clock time
    ///
    /// Reading the input is included.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Give up when the process has more resident memory
    ///
    /// 1 MB is 1,000,000 bytes.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    memory: Option<u64>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("must be positive and finite".to_owned()),
    }
}

impl LimitArgs {
    /// Starts the watchdog and the signal handler; returns the budget for everything that follows.
    pub fn start(&self, answer: &Arc<Answer>) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(timeout) = self.timeout {
            budget = budget.with_timeout(timeout);
        }
        let memory_limit = self.memory.map(|megabytes| megabytes * 1_000_000);
        if let Some(bytes) = memory_limit {
            budget = budget.with_memory_limit(bytes);
        }
        react_to_signals(&budget, answer);
        let watched = budget.clone();
        let answer = answer.clone();
        std::thread::spawn(move || watch(&watched, memory_limit, &answer));
        budget
    }
}

/// How long a run may take to notice that its budget is exhausted.
fn grace(reason: StopReason) -> Duration {
    match reason {
        StopReason::Interrupted => Duration::from_millis(500),
        StopReason::Timeout | StopReason::Memory | StopReason::ConflictLimit => {
            Duration::from_secs(1)
        }
    }
}

fn watch(budget: &Budget, memory_limit: Option<u64>, answer: &Answer) -> ! {
    let mut exceeded: Option<(StopReason, Instant)> = None;
    loop {
        std::thread::sleep(PERIOD);
        // A run that keeps growing may exhaust the machine within the grace period.
        if let (Some(limit), Some(resident)) = (memory_limit, resident_memory())
            && resident > limit + limit / 10
        {
            answer.give_up(&Reason::Memory);
        }
        let Err(reason) = budget.check() else {
            exceeded = None;
            continue;
        };
        let (reason, since) = *exceeded.get_or_insert((reason, Instant::now()));
        if since.elapsed() >= grace(reason) {
            answer.give_up(&reason_for_stop(reason));
        }
    }
}

/// The first signal asks the run to end; the second one ends the process.
fn react_to_signals(budget: &Budget, answer: &Arc<Answer>) {
    let interrupt = budget.interrupt().clone();
    let answer = answer.clone();
    let handler = move || {
        if interrupt.is_raised() {
            answer.give_up(&Reason::Interrupted);
        }
        interrupt.raise();
    };
    // Without a handler, signals end the process, which is acceptable.
    let _ = ctrlc::set_handler(handler);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_positive_numbers() {
        let check = |text: &str, expected: Result<u64, &str>| {
            let found = seconds(text).map(|d| d.as_millis() as u64);
            assert_eq!(found, expected.map_err(str::to_owned), "{text}");
        };
        check("5", Ok(5000));
        check("0.25", Ok(250));
        check("five", Err("not a number of seconds"));
        for text in ["0", "-1", "inf", "nan", "1e300"] {
            check(text, Err("must be positive and finite"));
        }
    }
}
