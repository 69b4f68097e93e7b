//! An order in which loops are executed one after the other, and advice when to ask whether they are over.

use crate::cfa::Cfa;
use crate::ids::Location;
use crate::recurrence::parts_in_order;
use std::collections::BTreeMap;

/// An order of the reachable locations for executing all runs at once, loop by loop: whoever always goes on at
/// the first location where runs wait completes each loop before anything behind it, and each round of a loop,
/// with the loops inside, before the next round.
///
/// The body of a loop comes first, then its head, then what follows the loop. Nothing that is proved may depend
/// on the order: it only decides where runs meet.
#[derive(Clone, Debug)]
pub struct LoopOrder {
    position: Vec<Option<u32>>,
    head: Vec<bool>,
}

impl LoopOrder {
    /// The order for an automaton.
    pub fn of(cfa: &Cfa) -> LoopOrder {
        enum Task {
            Head(Location),
            Part(Vec<Location>),
        }
        let count = cfa.locations().len();
        let cut_points = cfa.cut_points();
        let reachable = cut_points.topological_order();
        let mut found = vec![usize::MAX; count];
        for (number, location) in reachable.iter().enumerate() {
            found[location.index()] = number;
        }
        let mut order = LoopOrder { position: vec![None; count], head: vec![false; count] };
        let mut next = 0;
        let mut pending = vec![Task::Part(reachable.to_vec())];
        while let Some(task) = pending.pop() {
            let part = match task {
                Task::Head(head) => {
                    order.position[head.index()] = Some(next);
                    next += 1;
                    continue;
                }
                Task::Part(part) => part,
            };
            // The last ones come first, so the first ones are on top.
            for component in parts_in_order(cfa, &part) {
                let head = component.locations.iter().copied().min_by_key(|l| found[l.index()]);
                let Some(head) = head else { continue };
                pending.push(Task::Head(head));
                if component.is_loop {
                    order.head[head.index()] = true;
                    let rest = component.locations.into_iter().filter(|&l| l != head);
                    pending.push(Task::Part(rest.collect()));
                }
            }
        }
        order
    }

    /// The position of a location, if it is reachable.
    pub fn position(&self, location: Location) -> Option<u32> {
        self.position[location.index()]
    }

    /// Whether a location is the head of a loop: every cycle has one.
    pub fn is_head(&self, location: Location) -> bool {
        self.head[location.index()]
    }
}

/// How often loops have gone round since they were entered, by the positions of their heads in a [`LoopOrder`].
#[derive(Clone, Debug, Default)]
pub struct LoopRounds {
    now: BTreeMap<u32, Rounds>,
    /// How many rounds loops had when they were over the last time.
    before: BTreeMap<u32, u32>,
}

#[derive(Clone, Copy, Debug)]
struct Rounds {
    complete: u32,
    ask_at: u32,
}

impl LoopRounds {
    /// Runs are at the head of a loop; returns how often they have gone round. Loops inside are entered anew.
    pub fn visit(&mut self, head: u32) -> u32 {
        self.now = self.now.split_off(&head);
        let before = self.before.get(&head).copied();
        let rounds = self.now.entry(head);
        let rounds = rounds
            .and_modify(|rounds| rounds.complete += 1)
            .or_insert(Rounds { complete: 0, ask_at: u32::from(before != Some(0)) });
        rounds.complete
    }

    /// Whether it is worth asking if any run is at the head that was visited last. Asking takes the longer the
    /// more is unrolled, so the distances grow; but it pays where the loop was over the last time.
    pub fn is_time_to_ask(&mut self, head: u32) -> bool {
        let expected = self.before.get(&head).copied();
        let Some(rounds) = self.now.get_mut(&head) else { return true };
        let complete = rounds.complete;
        if complete < rounds.ask_at && expected != Some(complete) {
            return false;
        }
        let distance = match expected {
            Some(end) if complete < end => complete.max(1),
            Some(end) => 1 + (complete - end) / 4,
            None => 1 + complete / 4,
        };
        rounds.ask_at = complete.saturating_add(distance);
        true
    }

    /// No run is at the head that was visited last.
    pub fn is_over(&mut self, head: u32) {
        if let Some(rounds) = self.now.remove(&head) {
            self.before.insert(head, rounds.complete);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(edges: &str, expected: &str) {
        let text = format!("procedure main {{ initial a {edges} }}");
        let model = crate::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let cfa = &model.entry().cfa;
        let order = LoopOrder::of(cfa);
        let mut found: Vec<(u32, Location)> =
            cfa.locations().filter_map(|l| Some((order.position(l)?, l))).collect();
        found.sort_unstable();
        let shown = |&(_, l): &(u32, Location)| match order.is_head(l) {
            true => format!("({})", cfa.name(l)),
            false => cfa.name(l).to_owned(),
        };
        let shown: Vec<String> = found.iter().map(shown).collect();
        assert_eq!(shown.join(" "), expected, "{edges}");
    }

    #[test]
    fn what_follows_a_loop_comes_last() {
        check("a -> b b -> c", "a b c");
        check("a -> h h -> e h -> b b -> h", "a b (h) e");
        check("a -> h h -> b h -> e b -> h b -> e", "a b (h) e");
        // Two loops, the first of which has two ways out.
        check("a -> h h -> b b -> h b -> g h -> g g -> c c -> g", "a b (h) c (g)");
        check("a -> a a -> b", "(a) b");
        // What is not reachable has no position.
        check("a -> b z -> b z -> z", "a b");
    }

    #[test]
    fn inner_loops_come_before_their_outer_one() {
        let nested = "a -> m m -> n n -> b b -> n n -> k k -> c c -> k k -> m m -> e";
        check(nested, "a b (n) c (k) (m) e");
        // A loop with two entries.
        check("a -> b a -> c b -> c c -> b c -> e", "a c (b) e");
    }

    #[test]
    fn rounds_of_inner_loops_start_anew() {
        let mut rounds = LoopRounds::default();
        assert_eq!([rounds.visit(5), rounds.visit(3), rounds.visit(3)], [0, 0, 1]);
        rounds.is_over(3);
        assert_eq!([rounds.visit(5), rounds.visit(3), rounds.visit(9)], [1, 0, 0]);
        assert_eq!(rounds.visit(3), 0, "a loop before was entered by way of an outer one");
    }

    #[test]
    fn asking_takes_account_of_the_last_time() {
        let asked = |rounds: &mut LoopRounds, count: u32| -> Vec<u32> {
            rounds.now.clear();
            let is_asked = |round: &u32| rounds.visit(1) == *round && rounds.is_time_to_ask(1);
            (0..count).filter(is_asked).collect()
        };
        let mut rounds = LoopRounds::default();
        assert_eq!(asked(&mut rounds, 20), [1, 2, 3, 4, 6, 8, 11, 14, 18]);
        rounds.before.insert(1, 6);
        assert_eq!(asked(&mut rounds, 14), [1, 2, 4, 6, 7, 8, 9, 10, 12]);
        rounds.before.insert(1, 0);
        assert_eq!(asked(&mut rounds, 3), [0, 1, 2]);
    }
}
