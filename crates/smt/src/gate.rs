//! Gates: where computations that share a machine wait for their turns.
//!
//! Engines and solvers ask their [`Budget`] all the time whether to stop. A budget with a gate holds
//! them up there as long as others have their turn, without a word of it in their code. Times are
//! to be taken with a [`Stopwatch`], which stands still at the gate.

use crate::budget::Budget;
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Holds up the one thread that asks the budget it belongs to.
pub trait Gate: Debug + Send + Sync {
    /// Returns when the computation may go on, or has to stop because `must_stop` says so. Called
    /// from inner loops: it should return at once if there is nothing to wait for.
    fn pass(&self, must_stop: &dyn Fn() -> bool);

    /// How long the computation has been held up so far.
    fn waited(&self) -> Duration;
}

/// Measures time without the time that is spent waiting at the gate of a budget.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    start: Instant,
    waited_before: Duration,
}

impl Stopwatch {
    /// Starts to measure.
    pub fn start(budget: &Budget) -> Stopwatch {
        Stopwatch { start: Instant::now(), waited_before: budget.waited() }
    }

    /// Time since the start at which the computation was not held up.
    pub fn elapsed(&self, budget: &Budget) -> Duration {
        let waited = budget.waited().saturating_sub(self.waited_before);
        self.start.elapsed().saturating_sub(waited)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{StopReason, Watch};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A gate that says to have held up everybody for an hour, and counts.
    #[derive(Debug, Default)]
    struct Turnstile {
        passed: AtomicU64,
    }

    const HOUR: Duration = Duration::from_secs(3600);

    impl Gate for Turnstile {
        fn pass(&self, must_stop: &dyn Fn() -> bool) {
            if !must_stop() {
                self.passed.fetch_add(1, Ordering::Relaxed);
            }
        }

        fn waited(&self) -> Duration {
            HOUR * u32::try_from(self.passed.load(Ordering::Relaxed)).unwrap()
        }
    }

    #[test]
    fn whoever_asks_a_budget_passes_its_gate() {
        let gate = Arc::new(Turnstile::default());
        let budget = Budget::unlimited().with_gate(gate.clone());
        let passed = || gate.passed.load(Ordering::Relaxed);
        assert_eq!(budget.check(), Ok(()));
        assert_eq!(passed(), 1);
        assert!(!Watch::new(&budget).must_stop());
        assert_eq!(passed(), 2);
        assert_eq!(budget.clone().with_timeout(Duration::ZERO).check(), Err(StopReason::Timeout));
        budget.interrupt().raise();
        assert_eq!(budget.check(), Err(StopReason::Interrupted));
        assert_eq!(passed(), 2, "there is no turn for those who have to stop");
    }

    #[test]
    fn stopwatches_stand_still_at_the_gate() {
        let budget = Budget::unlimited().with_gate(Arc::new(Turnstile::default()));
        budget.check().unwrap();
        let watch = Stopwatch::start(&budget);
        budget.check().unwrap();
        assert_eq!(watch.elapsed(&budget), Duration::ZERO);
        let free = Budget::unlimited();
        assert!(Stopwatch::start(&free).elapsed(&free) < HOUR);
    }
}
