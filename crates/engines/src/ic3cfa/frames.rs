//! Frames: over-approximations of the states reachable in a few steps.

use super::cube::Cube;
use model::Location;

/// The location-local frames, delta-encoded: each lemma is stored once, at the highest level at
/// which it is known to hold. The frame of a level consists of the lemmas of that level and of all
/// levels above.
#[derive(Debug)]
pub(super) struct Frames {
    /// Blocked cubes by location and level.
    delta: Vec<Vec<Vec<Cube>>>,
    /// When a cube was last added at a level of a location.
    changed: Vec<Vec<u64>>,
    clock: u64,
    lemmas: u64,
}

impl Frames {
    /// Frames without lemmas, for the given number of locations.
    pub(super) fn new(locations: usize) -> Frames {
        Frames {
            delta: vec![Vec::new(); locations],
            changed: vec![Vec::new(); locations],
            clock: 0,
            lemmas: 0,
        }
    }

    /// Blocks a cube at a location up to a level, unless it is already blocked. Subsumed lemmas are
    /// dropped.
    pub(super) fn block(&mut self, location: Location, level: u32, cube: &Cube) -> bool {
        if self.is_blocked(location, level, cube) {
            return false;
        }
        let (level, location) = (level as usize, location.index());
        let delta = &mut self.delta[location];
        if delta.len() <= level {
            delta.resize(level + 1, Vec::new());
            self.changed[location].resize(level + 1, 0);
        }
        for lower in &mut delta[..=level] {
            lower.retain(|weaker| !cube.subsumes(weaker));
        }
        delta[level].push(cube.clone());
        self.clock += 1;
        self.changed[location][level] = self.clock;
        self.lemmas += 1;
        true
    }

    /// Whether a lemma that holds at the level blocks the cube.
    pub(super) fn is_blocked(&self, location: Location, level: u32, cube: &Cube) -> bool {
        self.lemmas(location, level).any(|lemma| lemma.subsumes(cube))
    }

    /// The lemmas of a frame.
    pub(super) fn lemmas(&self, location: Location, level: u32) -> impl Iterator<Item = &Cube> {
        self.delta[location.index()].iter().skip(level as usize).flatten()
    }

    /// The lemmas, with the levels up to which they hold.
    pub(super) fn with_levels(&self, location: Location) -> impl Iterator<Item = (u32, &Cube)> {
        let levels = self.delta[location.index()].iter().zip(0..);
        levels.flat_map(|(cubes, level)| cubes.iter().map(move |cube| (level, cube)))
    }

    /// The delta frame: the lemmas that hold up to a level and are not known to hold above.
    pub(super) fn delta(&self, location: Location, level: u32) -> &[Cube] {
        self.delta[location.index()].get(level as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether no location has a lemma that holds only up to a level: the frame of the level equals
    /// the next one.
    pub(super) fn is_fixpoint(&self, level: u32) -> bool {
        self.delta.iter().all(|levels| levels.get(level as usize).is_none_or(Vec::is_empty))
    }

    /// A number that grows whenever a frame gets a lemma.
    pub(super) fn version(&self, location: Location, level: u32) -> u64 {
        self.changed[location.index()].iter().skip(level as usize).copied().max().unwrap_or(0)
    }

    /// Number of lemmas learnt so far.
    pub(super) fn learnt(&self) -> u64 {
        self.lemmas
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Sort, Term, TermStore};

    fn literals() -> [Term; 3] {
        let mut store = TermStore::new();
        ["a", "b", "c"].map(|name| {
            let symbol = store.declare(name, Sort::Bool).unwrap();
            store.var(symbol)
        })
    }

    #[test]
    fn lemmas_are_stored_once_at_their_highest_level() {
        let [a, b, _] = literals();
        let (wide, narrow) = (Cube::new(vec![a]), Cube::new(vec![a, b]));
        let l = Location::from_index(1);
        let mut frames = Frames::new(2);
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
}
