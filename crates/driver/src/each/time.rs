//! Divides the time of a run among checks.

use smt::Budget;
use std::time::{Duration, Instant};

/// The time for a group in the first round if there is no limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// Gives each round a part of the remaining time, and each check of a round the same share. Unused
/// time goes to later checks.
///
/// Without a limit, rounds get longer: a hard check does not keep others waiting forever, and gets
/// as much time as it needs.
pub struct Clock {
    budget: Budget,
    /// The time for a group if there is no limit.
    patience: Duration,
    /// The end of the current round, if there is a limit.
    round_end: Option<Instant>,
}

impl Clock {
    /// Divides a budget.
    pub fn new(budget: &Budget) -> Clock {
        Clock { budget: budget.clone(), patience: PATIENCE / 2, round_end: None }
    }

    /// Starts a round, given the maximal number of remaining rounds including this one.
    pub fn start_round(&mut self, rounds: Option<u32>) {
        self.patience = self.patience.saturating_mul(2);
        let now = Instant::now();
        self.round_end = self.budget.deadline().map(|deadline| {
            now + deadline.saturating_duration_since(now) / rounds.unwrap_or(1).max(1)
        });
    }

    /// The time for a group of some checks, given how many others wait in this round.
    pub fn allowance(&self, checks: usize, waiting: usize) -> Duration {
        match self.round_end {
            None => self.patience,
            Some(end) => {
                let left = end.saturating_duration_since(Instant::now());
                left.mul_f64(checks as f64 / (checks + waiting).max(1) as f64)
            }
        }
    }

    /// The budget of a group with the given time.
    pub fn budget(&self, allowance: Duration) -> Budget {
        self.budget.clone().with_timeout(allowance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn rounds_and_checks_have_equal_parts() {
        let mut clock = Clock::new(&Budget::unlimited().with_timeout(HOUR));
        clock.start_round(Some(4));
        let (all, one_of_ten) = (clock.allowance(10, 0), clock.allowance(1, 9));
        assert!(all <= HOUR / 4 && one_of_ten <= HOUR / 40, "{all:?} {one_of_ten:?}");
        assert!(all > HOUR / 5 && one_of_ten > HOUR / 50, "{all:?} {one_of_ten:?}");
        clock.start_round(Some(1));
        assert!(clock.allowance(1, 0) > HOUR / 2);
    }

    #[test]
    fn without_a_limit_rounds_get_longer() {
        let mut clock = Clock::new(&Budget::unlimited());
        clock.start_round(Some(3));
        assert_eq!(clock.allowance(7, 2), PATIENCE);
        clock.start_round(Some(2));
        assert_eq!(clock.allowance(1, 20), 2 * PATIENCE);
    }
}
