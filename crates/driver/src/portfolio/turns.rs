//! Turns: the schedule shared by threads, with the clock of each thread.

use super::schedule::{HeadStart, Schedule};
use nix::time::{ClockId, clock_gettime};
use smt::Gate;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time between two readings of a running member's clock, each of which costs a system call.
const LOOK_INTERVAL: Duration = Duration::from_millis(2);

/// Time after which a waiting member checks whether it must stop. Cancellation wakes it at once;
/// this is for deadlines and signals.
const WAIT_INTERVAL: Duration = Duration::from_millis(20);

/// The schedule that the threads of a portfolio share.
#[derive(Debug)]
pub struct Turns {
    schedule: Mutex<Schedule>,
    changed: Condvar,
}

impl Turns {
    /// Turns according to a schedule.
    pub fn new(schedule: Schedule) -> Arc<Turns> {
        Arc::new(Turns { schedule: Mutex::new(schedule), changed: Condvar::new() })
    }

    /// The gate of a member.
    pub fn gate(self: &Arc<Turns>, member: usize) -> Arc<TurnGate> {
        Arc::new(TurnGate {
            turns: Arc::clone(self),
            member,
            origin: Instant::now(),
            next_look: AtomicU64::new(0),
            charged_until: AtomicU64::new(0),
            waited: AtomicU64::new(0),
        })
    }

    /// Gives a member another share of the time.
    pub fn set_weight(&self, member: usize, weight: u32) {
        self.schedule().set_weight(member, weight);
    }

    /// Gives a member a greater share until it has used some time.
    pub fn give_head_start(&self, member: usize, head_start: HeadStart) {
        self.schedule().give_head_start(member, head_start);
    }

    /// Wakes all who wait, because somebody has to stop.
    pub fn wake(&self) {
        // With the lock held, so that no member is between its check and its wait.
        let _schedule = self.schedule();
        self.changed.notify_all();
    }

    /// The schedule. It is consistent even after a panic: each change is a single call.
    fn schedule(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the thread of a member waits for its turns, and is charged for its time. It belongs to one
/// thread at a time: the last one that called [`TurnGate::enter`] or [`TurnGate::begin_check`].
#[derive(Debug)]
pub struct TurnGate {
    turns: Arc<Turns>,
    member: usize,
    origin: Instant,
    /// All times are in nanoseconds. When to read the clock next, after `origin`.
    next_look: AtomicU64,
    /// The thread's CPU time up to which the member was charged.
    charged_until: AtomicU64,
    /// How long the member has waited.
    waited: AtomicU64,
}

impl TurnGate {
    /// Assigns the gate to the calling thread, and waits for its first turn.
    pub fn enter(&self, must_stop: &dyn Fn() -> bool) {
        self.charged_until.store(thread_time(), Ordering::Relaxed);
        self.wait(self.turns.schedule(), must_stop);
    }

    /// Assigns the gate to the calling thread, which checks the member's evidence.
    pub fn begin_check(&self) {
        self.charged_until.store(thread_time(), Ordering::Relaxed);
        self.turns.schedule().begin_check(self.member);
    }

    /// The member needs no more turns.
    pub fn finish(&self) {
        self.turns.schedule().finish(self.member);
        self.turns.changed.notify_all();
    }

    fn wait(&self, mut schedule: MutexGuard<'_, Schedule>, must_stop: &dyn Fn() -> bool) {
        if schedule.may_run(self.member) {
            return;
        }
        let start = Instant::now();
        while !schedule.may_run(self.member) && !must_stop() {
            let woken = self.turns.changed.wait_timeout(schedule, WAIT_INTERVAL);
            schedule = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.waited.fetch_add(nanoseconds(start.elapsed()), Ordering::Relaxed);
    }
}

impl Gate for TurnGate {
    fn pass(&self, must_stop: &dyn Fn() -> bool) {
        let now = nanoseconds(self.origin.elapsed());
        if now < self.next_look.load(Ordering::Relaxed) {
            return;
        }
        self.next_look.store(now + nanoseconds(LOOK_INTERVAL), Ordering::Relaxed);
        let time = thread_time();
        let before = self.charged_until.swap(time, Ordering::Relaxed);
        let used = Duration::from_nanos(time.saturating_sub(before));
        let mut schedule = self.turns.schedule();
        if schedule.charge(self.member, used) {
            self.turns.changed.notify_all();
        }
        self.wait(schedule, must_stop);
    }

    fn waited(&self) -> Duration {
        Duration::from_nanos(self.waited.load(Ordering::Relaxed))
    }
}

/// The CPU time of the calling thread, in nanoseconds.
fn thread_time() -> u64 {
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("every thread has a clock");
    nanoseconds(time.into())
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::{Budget, Interrupt, StopReason};
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;

    /// Uses CPU time, checking the budget constantly, until the budget ends or the given time is
    /// used.
    fn work(budget: &Budget, enough: Duration, at_work: &AtomicUsize) -> Result<(), StopReason> {
        let start = thread_time();
        while thread_time() < start + nanoseconds(enough) {
            budget.check()?;
            at_work.fetch_add(1, Ordering::SeqCst);
            for i in 0..100_u64 {
                std::hint::black_box(i);
            }
            at_work.fetch_sub(1, Ordering::SeqCst);
        }
        Ok(())
    }

    #[test]
    fn only_so_many_run_at_a_time() {
        let turns = Turns::new(Schedule::new(2, &[1; 5]));
        let at_work = AtomicUsize::new(0);
        let most = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for member in 0..5 {
                let gate = turns.gate(member);
                let (at_work, most) = (&at_work, &most);
                scope.spawn(move || {
                    gate.enter(&|| false);
                    let budget = Budget::unlimited().with_gate(gate.clone());
                    for _ in 0..30 {
                        work(&budget, Duration::from_millis(5), at_work).unwrap();
                        most.fetch_max(at_work.load(Ordering::SeqCst), Ordering::SeqCst);
                    }
                    gate.finish();
                });
            }
        });
        assert!(most.into_inner() <= 2);
    }

    /// One of two members on one job, which waits for its turn until its budget ends.
    fn check_waiting(budget: Budget, end: impl FnOnce(&Turns), expected: StopReason) {
        let turns = Turns::new(Schedule::new(1, &[1, 1]));
        let gate = turns.gate(1);
        let (started, start) = mpsc::channel();
        let waiting = std::thread::spawn(move || {
            started.send(()).unwrap();
            gate.enter(&|| budget.check().is_err());
            budget.with_gate(gate).check()
        });
        start.recv().unwrap();
        end(&turns);
        assert_eq!(waiting.join().unwrap(), Err(expected));
    }

    #[test]
    fn who_waits_can_be_stopped() {
        let interrupt = Interrupt::new();
        let budget = Budget::unlimited().with_interrupt(interrupt.child());
        let cancel = |turns: &Turns| {
            interrupt.raise();
            turns.wake();
        };
        check_waiting(budget, cancel, StopReason::Interrupted);
        let interrupt = Interrupt::new();
        let budget = Budget::unlimited().with_interrupt(interrupt.clone());
        check_waiting(budget, |_| interrupt.raise(), StopReason::Interrupted);
        let budget = Budget::unlimited().with_timeout(Duration::from_millis(30));
        check_waiting(budget, |_| (), StopReason::Timeout);
    }

    #[test]
    fn turns_are_handed_on() {
        let turns = Turns::new(Schedule::new(1, &[1, 1]));
        let (first, second) = (turns.gate(0), turns.gate(1));
        let at_work = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                second.enter(&|| false);
                // More than one slice: the first member must have had another turn in between.
                let budget = Budget::unlimited().with_gate(second.clone());
                work(&budget, Duration::from_millis(250), &at_work).unwrap();
                second.finish();
            });
            first.enter(&|| false);
            let budget = Budget::unlimited().with_gate(first.clone());
            work(&budget, Duration::from_millis(450), &at_work).unwrap();
            first.finish();
            waiting.join().unwrap();
        });
        assert!(first.waited() > Duration::ZERO && second.waited() > Duration::ZERO);
    }

    #[test]
    fn checks_go_first() {
        let turns = Turns::new(Schedule::new(1, &[1, 1]));
        let (first, second) = (turns.gate(0), turns.gate(1));
        first.enter(&|| false);
        second.begin_check();
        let budget = Budget::unlimited().with_gate(second.clone());
        work(&budget, Duration::from_millis(10), &AtomicUsize::new(0)).unwrap();
        assert_eq!(second.waited(), Duration::ZERO);
        second.finish();
        let budget = Budget::unlimited().with_gate(first.clone());
        assert_eq!(budget.check(), Ok(()));
    }
}
