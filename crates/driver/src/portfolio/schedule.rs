//! The schedule of turns: pure accounting, without threads and clocks.

use std::time::Duration;

/// The first turn of a member has this length, in CPU time ...
const FIRST_SLICE: Duration = Duration::from_millis(100);
/// ... and each later one is twice as long as the previous, up to this.
const LONGEST_SLICE: Duration = Duration::from_secs(1);
/// A check of evidence stops all other members for at least this long, or for as long as it took to
/// find the evidence; after that it takes turns with them. Some evidence is much harder to check
/// than what another engine is about to find.
const CHECK_SLICE: Duration = Duration::from_millis(250);
/// The share of a member whose evidence is checked: about that of all others together, as most evidence is
/// accepted.
const CHECK_WEIGHT: u32 = 16;

/// Gives turns to the members of a portfolio, only some of which may run at the same time. The next
/// one is always the first of those that have run least relative to their weight.
#[derive(Clone, Debug)]
pub struct Schedule {
    jobs: usize,
    members: Vec<Member>,
}

/// A greater share for the first time that a member uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadStart {
    /// The share.
    pub weight: u32,
    /// The member's time for which it has it.
    pub time: Duration,
}

#[derive(Clone, Debug)]
struct Member {
    weight: u32,
    head_start: Option<HeadStart>,
    used: Duration,
    turns: u32,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It waits for a turn.
    Waiting,
    /// It has a turn, of which this much is left.
    Running { left: Duration },
    /// Its evidence is being checked, before any other member may continue.
    Checking { left: Duration },
    /// It needs no more turns.
    Finished,
}

impl Schedule {
    /// A schedule for members with these weights; `jobs` of them may run at the same time.
    pub fn new(jobs: usize, weights: &[u32]) -> Schedule {
        let member = |&weight: &u32| Member {
            weight: weight.max(1),
            head_start: None,
            used: Duration::ZERO,
            turns: 0,
            state: State::Waiting,
        };
        let members = weights.iter().map(member).collect();
        let mut schedule = Schedule { jobs: jobs.max(1), members };
        schedule.grant();
        schedule
    }

    /// Whether the member may continue.
    pub fn may_run(&self, member: usize) -> bool {
        let is_checking = |m: &Member| matches!(m.state, State::Checking { .. });
        match self.members[member].state {
            State::Waiting | State::Finished => false,
            State::Running { .. } => !self.members.iter().any(is_checking),
            State::Checking { .. } => {
                self.members[..member].iter().filter(|m| is_checking(m)).count() < self.jobs
            }
        }
    }

    /// Charges time to a member; its turn ends if it is used up and others wait. Returns whether
    /// another member may run now that might not before.
    pub fn charge(&mut self, member: usize, time: Duration) -> bool {
        let others_wait = self.members.iter().any(|m| m.state == State::Waiting);
        let member = &mut self.members[member];
        member.used += time;
        let left = match member.state {
            State::Running { left } | State::Checking { left } => left.saturating_sub(time),
            State::Waiting | State::Finished => return false,
        };
        let was_checking = matches!(member.state, State::Checking { .. });
        member.state = match (left.is_zero(), was_checking) {
            (false, true) => State::Checking { left },
            (false, false) => State::Running { left },
            (true, _) if others_wait => State::Waiting,
            (true, _) => State::Running { left: member.next_slice() },
        };
        self.grant();
        left.is_zero() && (others_wait || was_checking)
    }

    /// Starts a check of the member's evidence, immediately.
    pub fn begin_check(&mut self, member: usize) {
        let member = &mut self.members[member];
        member.state = State::Checking { left: member.used.max(CHECK_SLICE) };
        member.weight = member.weight.max(CHECK_WEIGHT);
    }

    /// Gives the member another share of the time, also of the time that has passed.
    pub fn set_weight(&mut self, member: usize, weight: u32) {
        self.members[member].weight = weight.max(1);
    }

    /// Gives the member a greater share until it has used some time.
    pub fn give_head_start(&mut self, member: usize, head_start: HeadStart) {
        self.members[member].head_start = Some(head_start);
    }

    /// The member needs no more turns.
    pub fn finish(&mut self, member: usize) {
        self.members[member].state = State::Finished;
        self.grant();
    }

    /// Gives the free jobs to waiting members.
    fn grant(&mut self) {
        let has_job = |m: &&Member| !matches!(m.state, State::Waiting | State::Finished);
        while self.members.iter().filter(has_job).count() < self.jobs {
            let waiting = self.members.iter_mut().filter(|m| m.state == State::Waiting);
            let Some(next) = waiting.min_by_key(|m| m.used / m.share()) else { return };
            next.state = State::Running { left: next.next_slice() };
        }
    }
}

impl Member {
    /// Its share of the time at the moment.
    fn share(&self) -> u32 {
        let head_start = self.head_start.filter(|head_start| self.used < head_start.time);
        head_start.map_or(self.weight, |head_start| head_start.weight.max(self.weight))
    }

    /// The length of its next turn.
    fn next_slice(&mut self) -> Duration {
        let doublings = self.turns.min(16);
        self.turns += 1;
        LONGEST_SLICE.min(FIRST_SLICE * (1 << doublings)) * self.share()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn running(schedule: &Schedule) -> Vec<usize> {
        (0..schedule.members.len()).filter(|&member| schedule.may_run(member)).collect()
    }

    /// Lets the members that may run do so for a while, in steps of 10 ms; returns how many ms each
    /// used.
    fn run_for(schedule: &mut Schedule, steps: u32) -> Vec<u128> {
        for _ in 0..steps {
            for member in running(schedule) {
                schedule.charge(member, 10 * MS);
            }
        }
        schedule.members.iter().map(|m| m.used.as_millis()).collect()
    }

    #[test]
    fn turns_go_around_and_grow() {
        let mut schedule = Schedule::new(1, &[1, 1, 1]);
        let mut order = Vec::new();
        for _ in 0..200 {
            let now = running(&schedule);
            let [member] = now[..] else { panic!("{now:?} run on one job") };
            match order.last_mut() {
                Some((last, time)) if *last == member => *time += 10,
                _ => order.push((member, 10)),
            }
            schedule.charge(member, 10 * MS);
        }
        let expected = [(0, 100), (1, 100), (2, 100), (0, 200), (1, 200), (2, 200), (0, 400)];
        assert_eq!(order[..expected.len()], expected);
    }

    #[test]
    fn jobs_are_used_and_not_exceeded() {
        let mut schedule = Schedule::new(2, &[1, 1, 1, 1]);
        for _ in 0..500 {
            assert_eq!(running(&schedule).len(), 2);
            run_for(&mut schedule, 1);
        }
        assert_eq!(running(&Schedule::new(8, &[1, 1, 1])), [0, 1, 2]);
        assert_eq!(running(&Schedule::new(0, &[1, 1])), [0]);
    }

    #[test]
    fn weights_are_shares() {
        let mut schedule = Schedule::new(1, &[1, 3]);
        let used = run_for(&mut schedule, 4000);
        assert!((9_000..11_000).contains(&used[0]), "{used:?}");
        assert_eq!(used[0] + used[1], 40_000);
    }

    #[test]
    fn a_new_weight_counts_for_the_past_too() {
        let mut schedule = Schedule::new(1, &[1, 1]);
        run_for(&mut schedule, 1000);
        schedule.set_weight(1, 3);
        let used = run_for(&mut schedule, 3000);
        assert!((9_000..11_000).contains(&used[0]), "{used:?}");
        assert_eq!(used[0] + used[1], 40_000);
    }

    #[test]
    fn a_head_start_ends() {
        let mut schedule = Schedule::new(1, &[1, 1]);
        schedule.give_head_start(1, HeadStart { weight: 4, time: 2000 * MS });
        let used = run_for(&mut schedule, 250);
        assert!((1_800..2_200).contains(&used[1]), "{used:?}");
        let used = run_for(&mut schedule, 3750);
        assert!((19_000..21_000).contains(&used[1]), "{used:?}");
        assert_eq!(used[0] + used[1], 40_000);
    }

    #[test]
    fn who_took_too_long_waits_longer() {
        let mut schedule = Schedule::new(1, &[1, 1, 1]);
        assert!(schedule.charge(0, 5000 * MS), "did not look at the clock for five seconds");
        let used = run_for(&mut schedule, 900);
        assert_eq!(used[0], 5000);
    }

    #[test]
    fn the_last_one_is_never_stopped() {
        let mut schedule = Schedule::new(1, &[1, 1]);
        schedule.finish(0);
        for _ in 0..1000 {
            assert!(!schedule.charge(1, 10 * MS));
            assert_eq!(running(&schedule), [1]);
        }
        schedule.finish(1);
        assert_eq!(running(&schedule), [0; 0]);
    }

    #[test]
    fn others_wait_while_evidence_is_checked() {
        let mut schedule = Schedule::new(2, &[1, 1, 1]);
        assert_eq!(running(&schedule), [0, 1]);
        schedule.begin_check(1);
        assert_eq!(running(&schedule), [1]);
        schedule.charge(1, MS);
        assert_eq!(running(&schedule), [1]);
        schedule.finish(1);
        assert_eq!(running(&schedule), [0, 2]);
    }

    #[test]
    fn a_long_check_takes_turns_in_the_end() {
        let mut schedule = Schedule::new(1, &[2, 2]);
        schedule.begin_check(0);
        let used = run_for(&mut schedule, 1000);
        assert_eq!(used[0] + used[1], 10_000);
        assert!((500..1500).contains(&used[1]), "{used:?}");
        let mut earned = Schedule::new(1, &[2, 2]);
        earned.charge(0, 700 * MS);
        earned.begin_check(0);
        assert_eq!(run_for(&mut earned, 69), [1390, 0]);
        assert!(run_for(&mut earned, 10)[1] > 0);
        let mut alone = Schedule::new(1, &[1]);
        alone.begin_check(0);
        run_for(&mut alone, 1000);
        assert_eq!(running(&alone), [0]);
    }

    #[test]
    fn checks_of_two_share_a_job() {
        let mut schedule = Schedule::new(1, &[1, 1]);
        schedule.begin_check(0);
        schedule.begin_check(1);
        assert_eq!(running(&schedule), [0]);
        schedule.finish(0);
        assert_eq!(running(&schedule), [1]);
    }
}
