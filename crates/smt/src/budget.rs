//! Resource limits: time, memory and effort of a computation.
//!
//! A [`Budget`] is shared by everything that works on one task. The innermost loops of the solvers
//! check it, so a check must be very cheap: [`Budget::check`] loads an atomic flag and reads the
//! clock, and asks the system for the memory in use only every few milliseconds. Loops for which
//! even the clock is too slow use a [`Watch`].

use crate::gate::Gate;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

/// Time between two readings of the resident memory, each of which costs a system call.
const MEMORY_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Calls of a [`Watch`] between two full checks of its budget.
const WATCH_STRIDE: u32 = 32;

/// Why a computation stopped before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum StopReason {
    /// The deadline has passed.
    #[error("timeout")]
    Timeout,
    /// The process is larger than its memory limit.
    #[error("out of memory limit")]
    Memory,
    /// The [`Interrupt`] was raised.
    #[error("interrupted")]
    Interrupted,
    /// One solver call reached its conflict limit.
    #[error("conflict limit")]
    ConflictLimit,
}

/// A flag that stops all computations that hold a clone of it, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    /// A flag that stops these computations and others.
    parent: Option<Interrupt>,
}

impl Interrupt {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag for a part of the computations: it also counts as raised when this one is.
    #[must_use]
    pub fn child(&self) -> Self {
        Self(Arc::new(Flag { raised: AtomicBool::new(false), parent: Some(self.clone()) }))
    }

    /// Raises the flag permanently.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_raised(&self) -> bool {
        let mut flag = &self.0;
        loop {
            if flag.raised.load(Ordering::Relaxed) {
                return true;
            }
            match &flag.parent {
                Some(parent) => flag = &parent.0,
                None => return false,
            }
        }
    }
}

/// The limits of a computation. Clones share the [`Interrupt`], the [`Gate`] and the memory reading.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    memory_limit: Option<u64>,
    conflict_limit: Option<u64>,
    interrupt: Interrupt,
    gate: Option<Arc<dyn Gate>>,
    memory: Arc<MemoryMeter>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Budget {
    /// A budget that only its interrupt can exhaust.
    pub fn unlimited() -> Self {
        Self {
            deadline: None,
            memory_limit: None,
            conflict_limit: None,
            interrupt: Interrupt::new(),
            gate: None,
            memory: Arc::new(MemoryMeter::new()),
        }
    }

    /// The same budget, ending no later than `deadline`.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(self.deadline.map_or(deadline, |old| old.min(deadline)));
        self
    }

    /// The same budget, ending no later than `timeout` from now.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        match Instant::now().checked_add(timeout) {
            Some(deadline) => self.with_deadline(deadline),
            None => self,
        }
    }

    /// The same budget with a limit on the resident memory of the process, in bytes. It has no
    /// effect if the system does not report the memory (no `/proc`).
    #[must_use]
    pub fn with_memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// The same budget with a limit on the conflicts of each single solver call.
    #[must_use]
    pub fn with_conflict_limit(mut self, conflicts: u64) -> Self {
        self.conflict_limit = Some(conflicts);
        self
    }

    /// The same budget, stopped by `interrupt` instead of its own flag.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// The same budget with a gate at which its users wait for their turns.
    #[must_use]
    pub fn with_gate(mut self, gate: Arc<dyn Gate>) -> Self {
        self.gate = Some(gate);
        self
    }

    /// How long users of this budget have waited at its gate.
    pub fn waited(&self) -> Duration {
        self.gate.as_ref().map_or(Duration::ZERO, |gate| gate.waited())
    }

    /// The flag that stops this budget.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// The instant at which this budget ends.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The conflicts each single solver call may have.
    pub fn conflict_limit(&self) -> Option<u64> {
        self.conflict_limit
    }

    /// Checks whether the budget is exhausted. Waits at the gate, if there is one.
    pub fn check(&self) -> Result<(), StopReason> {
        if let Some(gate) = &self.gate {
            let is_late = |deadline| Instant::now() >= deadline;
            gate.pass(&|| self.interrupt.is_raised() || self.deadline.is_some_and(is_late));
        }
        if self.interrupt.is_raised() {
            return Err(StopReason::Interrupted);
        }
        if self.deadline.is_none() && self.memory_limit.is_none() {
            return Ok(());
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(StopReason::Timeout);
        }
        if self.memory_limit.is_some_and(|limit| self.memory.resident(now) > limit) {
            return Err(StopReason::Memory);
        }
        Ok(())
    }
}

/// The resident memory of the process; the reading is refreshed when it is old.
#[derive(Debug)]
struct MemoryMeter {
    start: Instant,
    /// Nanoseconds after `start` from which the reading counts as old.
    stale_from: AtomicU64,
    resident: AtomicU64,
}

impl MemoryMeter {
    fn new() -> Self {
        Self { start: Instant::now(), stale_from: AtomicU64::new(0), resident: AtomicU64::new(0) }
    }

    fn resident(&self, now: Instant) -> u64 {
        let elapsed = now.saturating_duration_since(self.start);
        let stale_from = Duration::from_nanos(self.stale_from.load(Ordering::Relaxed));
        if elapsed < stale_from {
            return self.resident.load(Ordering::Relaxed);
        }
        let next = (elapsed + MEMORY_POLL_INTERVAL).as_nanos();
        self.stale_from.store(u64::try_from(next).unwrap_or(u64::MAX), Ordering::Relaxed);
        let resident = resident_memory().unwrap_or(0);
        self.resident.store(resident, Ordering::Relaxed);
        resident
    }
}

/// The resident memory of this process in bytes, if the system reports it.
pub fn resident_memory() -> Option<u64> {
    // `status` instead of the shorter `statm`: it counts in kB instead of pages, whose size would
    // need a call into C.
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The view of a budget from the inner loop of one solver call. It checks the interrupt each time
/// and everything else every few times. Once it has said to stop, it keeps saying so for the same
/// reason.
#[derive(Clone, Debug)]
pub struct Watch {
    budget: Budget,
    asked: Cell<u32>,
    stopped: Cell<Option<StopReason>>,
}

impl Watch {
    /// A watch over `budget` whose first call checks all of it.
    pub fn new(budget: &Budget) -> Self {
        Self { budget: budget.clone(), asked: Cell::new(0), stopped: Cell::new(None) }
    }

    /// Whether the computation must stop, by a quick check.
    pub fn must_stop(&self) -> bool {
        let asked = self.asked.get();
        self.asked.set(asked.wrapping_add(1));
        if asked.is_multiple_of(WATCH_STRIDE) || self.budget.interrupt.is_raised() {
            self.must_stop_now()
        } else {
            self.stopped.get().is_some()
        }
    }

    /// Whether the computation must stop, by a full check.
    pub fn must_stop_now(&self) -> bool {
        if let Err(reason) = self.budget.check() {
            self.stop(reason);
        }
        self.stopped.get().is_some()
    }

    /// Stops the computation for `reason`, unless it is already stopped.
    pub fn stop(&self, reason: StopReason) {
        if self.stopped.get().is_none() {
            self.stopped.set(Some(reason));
        }
    }

    /// Why the computation had to stop, if it did.
    pub fn reason(&self) -> Option<StopReason> {
        self.stopped.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(budget: &Budget, expected: Result<(), StopReason>) {
        assert_eq!(budget.check(), expected);
        let watch = Watch::new(budget);
        assert_eq!(watch.must_stop(), expected.is_err());
        assert_eq!(watch.reason(), expected.err());
    }

    #[test]
    fn nothing_limits_the_unlimited() {
        check(&Budget::unlimited(), Ok(()));
    }

    #[test]
    fn each_limit_stops_with_its_reason() {
        let past = Instant::now();
        check(&Budget::unlimited().with_deadline(past), Err(StopReason::Timeout));
        check(&Budget::unlimited().with_timeout(Duration::ZERO), Err(StopReason::Timeout));
        check(&Budget::unlimited().with_memory_limit(1), Err(StopReason::Memory));
        let interrupted = Budget::unlimited();
        interrupted.interrupt().raise();
        check(&interrupted, Err(StopReason::Interrupted));
    }

    #[test]
    fn wide_limits_do_not_stop() {
        check(
            &Budget::unlimited()
                .with_timeout(Duration::MAX)
                .with_timeout(Duration::from_secs(3600))
                .with_memory_limit(u64::MAX)
                .with_conflict_limit(0),
            Ok(()),
        );
    }

    #[test]
    fn deadlines_only_get_earlier() {
        let now = Instant::now();
        let later = now + Duration::from_secs(1);
        let budget = Budget::unlimited().with_deadline(now).with_deadline(later);
        assert_eq!(budget.deadline(), Some(now));
        let budget = Budget::unlimited().with_deadline(later).with_deadline(now);
        assert_eq!(budget.deadline(), Some(now));
    }

    #[test]
    fn clones_are_interrupted_together() {
        let interrupt = Interrupt::new();
        let budget = Budget::unlimited().with_interrupt(interrupt.clone());
        let clone = budget.clone();
        std::thread::spawn(move || interrupt.raise()).join().expect("the thread only sets a flag");
        check(&budget, Err(StopReason::Interrupted));
        check(&clone, Err(StopReason::Interrupted));
    }

    #[test]
    fn a_part_is_interrupted_alone_or_with_all() {
        let all = Interrupt::new();
        let (left, right) = (all.child(), all.child());
        left.raise();
        assert_eq!((left.is_raised(), right.is_raised(), all.is_raised()), (true, false, false));
        all.raise();
        assert!(right.is_raised() && right.child().is_raised());
    }

    #[test]
    fn memory_is_a_plausible_number_of_bytes() {
        let block = vec![1_u8; 8 << 20];
        let resident = resident_memory().expect("this system has /proc");
        assert!(resident > block.len() as u64);
    }

    #[test]
    fn a_watch_keeps_its_first_reason() {
        let budget = Budget::unlimited();
        let watch = Watch::new(&budget);
        assert!(!watch.must_stop());
        watch.stop(StopReason::ConflictLimit);
        budget.interrupt().raise();
        assert!(watch.must_stop());
        assert_eq!(watch.reason(), Some(StopReason::ConflictLimit));
    }

    #[test]
    fn a_watch_notices_an_interrupt_between_full_checks() {
        let budget = Budget::unlimited();
        let watch = Watch::new(&budget);
        assert!(!watch.must_stop());
        budget.interrupt().raise();
        assert!(watch.must_stop());
    }

    #[test]
    fn reasons_read_as_text() {
        assert_eq!(StopReason::Timeout.to_string(), "timeout");
        assert_eq!(StopReason::Memory.to_string(), "out of memory limit");
        assert_eq!(StopReason::Interrupted.to_string(), "interrupted");
        assert_eq!(StopReason::ConflictLimit.to_string(), "conflict limit");
    }
}
