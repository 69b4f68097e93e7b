//! Cubes, frames and obligations of bits, with global frames: nothing here knows terms or locations.

use super::{Cube, Frames, ObligationId, ObligationQueue};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A literal as in hardware formats: the number of a bit, doubled, plus one if it is negated.
type Bit = u32;

/// States are numbers of so many bits.
const BITS: u32 = 3;

fn states() -> impl Iterator<Item = u32> {
    0..1 << BITS
}

fn holds(cube: &Cube<Bit>, state: u32) -> bool {
    cube.literals().iter().all(|&bit| (state >> (bit / 2)) & 1 != bit % 2)
}

/// The cube of one state.
fn minterm(state: u32) -> Cube<Bit> {
    Cube::new((0..BITS).map(|i| 2 * i + u32::from((state >> i) & 1 == 0)).collect())
}

/// The states that the lemmas of a level leave.
fn frame(frames: &Frames<(), Bit>, level: u32) -> BTreeSet<u32> {
    states().filter(|&state| !frames.lemmas((), level).any(|lemma| holds(lemma, state))).collect()
}

proptest! {
    /// The same cubes, each kept with its level: nothing is dropped there.
    #[test]
    fn delta_encoding_loses_no_state(
        blocked in prop::collection::vec((0u32..4, prop::collection::vec(0..2 * BITS, 0..4)), 0..20),
    ) {
        let mut frames: Frames<(), Bit> = Frames::new(1);
        let mut all: Vec<(u32, Cube<Bit>)> = Vec::new();
        for (level, literals) in blocked {
            let cube = Cube::new(literals);
            let was_known = all.iter().any(|(l, known)| *l >= level && known.subsumes(&cube));
            prop_assert_eq!(frames.is_blocked((), level, &cube), was_known);
            let before = frames.version((), 0);
            prop_assert_eq!(frames.block((), level, &cube), !was_known);
            prop_assert_eq!(frames.version((), 0) > before, !was_known);
            all.push((level, cube));
            for level in 0..4 {
                let naive = states().filter(|&state| {
                    !all.iter().any(|(l, cube)| *l >= level && holds(cube, state))
                });
                prop_assert_eq!(frame(&frames, level), naive.collect::<BTreeSet<_>>());
            }
        }
        for (level, cube) in frames.with_levels(()) {
            let others = frames.with_levels(()).filter(|&(l, other)| (l, other) != (level, cube));
            prop_assert!(
                !others.into_iter().any(|(l, other)| l >= level && other.subsumes(cube)),
                "a lemma is kept that another one makes needless"
            );
        }
    }
}

/// A system with a number as its state: IC3 in its plainest form, with enumeration as its solver.
struct Counter {
    initial: u32,
    bad: u32,
    /// The next state.
    next: fn(u32) -> u32,
}

impl Counter {
    /// States in a frame that lead into a cube.
    fn predecessor(&self, frames: &Frames<(), Bit>, level: u32, cube: &Cube<Bit>) -> Option<u32> {
        let sources = match level {
            0 => BTreeSet::from([self.initial]),
            _ => frame(frames, level),
        };
        sources.into_iter().find(|&source| holds(cube, (self.next)(source)))
    }

    /// A cube with as few literals as exclude neither the initial state nor what a step reaches.
    fn generalise(&self, frames: &Frames<(), Bit>, level: u32, cube: Cube<Bit>) -> Cube<Bit> {
        let mut cube = cube;
        for bit in cube.literals().to_vec() {
            let weaker = cube.without(bit);
            if !holds(&weaker, self.initial)
                && self.predecessor(frames, level - 1, &weaker).is_none()
            {
                cube = weaker;
            }
        }
        cube
    }

    /// The states on a way to the bad one; none if a frame is inductive that does without it.
    fn check(&self) -> Option<Vec<u32>> {
        let mut frames: Frames<(), Bit> = Frames::new(1);
        for k in 1.. {
            let mut queue: ObligationQueue<(), Bit, u32> = ObligationQueue::default();
            let bad = queue.obligation((), minterm(self.bad), self.bad, None);
            queue.add(bad, k);
            while let Some((id, level)) = queue.pop() {
                let cube = queue.get(id).cube.clone();
                if holds(&cube, self.initial) {
                    return Some(way(&queue, id));
                }
                if frames.is_blocked((), level, &cube) {
                    continue;
                }
                if let Some(state) = self.predecessor(&frames, level - 1, &cube) {
                    let before = queue.obligation((), minterm(state), state, Some(id));
                    queue.add(before, level - 1);
                    queue.add(id, level);
                } else {
                    let lemma = self.generalise(&frames, level, cube);
                    assert!(frames.block((), level, &lemma));
                }
            }
            for level in 1..=k {
                for lemma in frames.delta((), level).to_vec() {
                    if self.predecessor(&frames, level, &lemma).is_none() {
                        frames.block((), level + 1, &lemma);
                    }
                }
                if frames.is_fixpoint(level) {
                    self.check_invariant(&frame(&frames, level + 1));
                    return None;
                }
            }
        }
        unreachable!("frames of a finite system get equal")
    }

    fn check_invariant(&self, invariant: &BTreeSet<u32>) {
        assert!(invariant.contains(&self.initial) && !invariant.contains(&self.bad));
        assert!(invariant.iter().all(|&state| invariant.contains(&(self.next)(state))));
    }
}

/// The states of obligations from one on.
fn way(queue: &ObligationQueue<(), Bit, u32>, first: ObligationId) -> Vec<u32> {
    let chain = std::iter::successors(Some(first), |&id| queue.get(id).successor);
    chain.map(|id| queue.get(id).step).collect()
}

#[test]
fn frames_and_obligations_of_bits_decide_counters() {
    let twice = |state| (state + 2) % 8;
    assert_eq!(Counter { initial: 0, bad: 5, next: twice }.check(), None);
    assert_eq!(Counter { initial: 0, bad: 6, next: twice }.check(), Some(vec![0, 2, 4, 6]));
    let saturating = |state| if state < 5 { state + 1 } else { 5 };
    assert_eq!(Counter { initial: 2, bad: 6, next: saturating }.check(), None);
    assert_eq!(Counter { initial: 2, bad: 5, next: saturating }.check(), Some(vec![2, 3, 4, 5]));
    assert_eq!(Counter { initial: 2, bad: 2, next: saturating }.check(), Some(vec![2]));
}
