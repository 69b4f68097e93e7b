//! Gates: where computations that share a machine wait for their turns.
//!
//! Engines and solvers constantly ask their [`Budget`] whether to stop. A budget with a gate blocks
//! them there while others have their turn, without any special code in them. Times should be
//! measured with a [`Stopwatch`], which excludes the time at the gate.

use crate::budget::Budget;
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Blocks the thread that checks the budget it belongs to.
pub trait Gate: Debug + Send + Sync {
    /// Returns when the computation may continue, or must stop because `must_stop` says so. It is
    /// called from inner loops, so it should return at once if there is nothing to wait for.
    fn pass(&self, must_stop: &dyn Fn() -> bool);

    /// How long the computation has waited so far.
    fn waited(&self) -> Duration;
}

/// Measures time without the waiting time at the gate of a budget.
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

    /// Time since the start without waiting time.
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

    /// A gate that claims to have blocked for an hour, and counts its calls.
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
