//! Frames: what is known of the states that few steps reach.

use super::cube::{Cube, Literal};
use model::{Location, PredicateId};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

/// Where lemmas hold. Places are numbered from 0 on.
pub(crate) trait Place: Copy + Ord + Hash + Debug {
    /// The number of the place.
    fn number(self) -> usize;
}

impl Place for Location {
    fn number(self) -> usize {
        self.index()
    }
}

/// A predicate of Horn clauses.
impl Place for PredicateId {
    fn number(self) -> usize {
        self.index()
    }
}

/// The one place of a system that has all its state in variables: global frames.
impl Place for () {
    fn number(self) -> usize {
        0
    }
}

/// The frames of each place, delta-encoded: each lemma is stored once, at the highest level at
/// which it is known to hold. The frame of a level has the lemmas of that level and of all above.
#[derive(Clone, Debug)]
pub(crate) struct Frames<P, L> {
    /// Blocked cubes by place and level.
    delta: Vec<Vec<Vec<Cube<L>>>>,
    /// When a cube was last put at a level of a place.
    changed: Vec<Vec<u64>>,
    clock: u64,
    lemmas: u64,
    place: PhantomData<P>,
}

impl<P: Place, L: Literal> Frames<P, L> {
    /// Frames without lemmas for so many places.
    pub(crate) fn new(places: usize) -> Frames<P, L> {
        Frames {
            delta: vec![Vec::new(); places],
            changed: vec![Vec::new(); places],
            clock: 0,
            lemmas: 0,
            place: PhantomData,
        }
    }

    /// Blocks a cube at a place up to a level, unless that is known. Weaker lemmas are dropped.
    pub(crate) fn block(&mut self, place: P, level: u32, cube: &Cube<L>) -> bool {
        if self.is_blocked(place, level, cube) {
            return false;
        }
        let (level, place) = (level as usize, place.number());
        let delta = &mut self.delta[place];
        if delta.len() <= level {
            delta.resize(level + 1, Vec::new());
            self.changed[place].resize(level + 1, 0);
        }
        for lower in &mut delta[..=level] {
            lower.retain(|weaker| !cube.subsumes(weaker));
        }
        delta[level].push(cube.clone());
        self.clock += 1;
        self.changed[place][level] = self.clock;
        self.lemmas += 1;
        true
    }

    /// Whether a lemma that holds at the level blocks the cube.
    pub(crate) fn is_blocked(&self, place: P, level: u32, cube: &Cube<L>) -> bool {
        self.lemmas(place, level).any(|lemma| lemma.subsumes(cube))
    }

    /// The lemmas of a frame.
    pub(crate) fn lemmas(&self, place: P, level: u32) -> impl Iterator<Item = &Cube<L>> {
        self.delta[place.number()].iter().skip(level as usize).flatten()
    }

    /// The lemmas with the levels up to which they hold.
    pub(crate) fn with_levels(&self, place: P) -> impl Iterator<Item = (u32, &Cube<L>)> {
        let levels = self.delta[place.number()].iter().zip(0..);
        levels.flat_map(|(cubes, level)| cubes.iter().map(move |cube| (level, cube)))
    }

    /// The lemmas that hold up to a level and are not known to hold above: the delta frame.
    pub(crate) fn delta(&self, place: P, level: u32) -> &[Cube<L>] {
        self.delta[place.number()].get(level as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether no place has a lemma that holds up to a level only: the frame of the level and the
    /// next one are equal.
    pub(crate) fn is_fixpoint(&self, level: u32) -> bool {
        self.delta.iter().all(|levels| levels.get(level as usize).is_none_or(Vec::is_empty))
    }

    /// A number that grows with each lemma that a frame gets.
    pub(crate) fn version(&self, place: P, level: u32) -> u64 {
        self.changed[place.number()].iter().skip(level as usize).copied().max().unwrap_or(0)
    }

    /// Number of lemmas learnt so far.
    pub(crate) fn learnt(&self) -> u64 {
        self.lemmas
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lemmas_are_stored_once_at_their_highest_level() {
        let (wide, narrow) = (Cube::new(vec![1]), Cube::new(vec![1, 2]));
        let l = Location::from_index(1);
        let mut frames: Frames<Location, u32> = Frames::new(2);
        assert!(frames.block(l, 2, &narrow));
        assert!(!frames.block(l, 1, &narrow));
        assert!(frames.is_blocked(l, 1, &narrow) && !frames.is_blocked(l, 3, &narrow));
        assert!(!frames.is_blocked(l, 1, &wide));
        let before = frames.version(l, 1);
        assert!(frames.block(l, 3, &wide));
        assert!(frames.version(l, 1) > before);
        assert_eq!(frames.version(l, 4), 0);
        assert_eq!(frames.delta(l, 2), []);
        assert_eq!(frames.delta(l, 3), [wide]);
        assert!(frames.is_fixpoint(2) && !frames.is_fixpoint(3));
        assert_eq!(frames.lemmas(l, 1).count(), 1);
        assert_eq!(frames.learnt(), 2);
    }

    #[test]
    fn places_have_lemmas_of_their_own() {
        let cube = Cube::new(vec![1]);
        let [a, b] = [0, 1].map(Location::from_index);
        let mut frames: Frames<Location, u32> = Frames::new(2);
        assert!(frames.block(a, 1, &cube));
        assert!(!frames.is_blocked(b, 1, &cube));
        assert_eq!(frames.version(b, 0), 0);
        assert!(!frames.is_fixpoint(1), "some place has a lemma that holds up to 1 only");
        assert_eq!(frames.with_levels(a).collect::<Vec<_>>(), [(1, &cube)]);
    }
}
