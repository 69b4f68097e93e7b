//! Frames, delta-encoded: each lemma is stored at the highest level at which it is known to hold.

use super::cube::{Lemma, signature};
use hardware::circuit::Lit;

/// The lemmas of all levels.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    levels: Vec<Vec<Lemma>>,
}

impl Frames {
    /// Adds a level.
    pub fn extend(&mut self) {
        self.levels.push(Vec::new());
    }

    /// The lemmas that are stored at a level.
    pub fn at(&self, level: usize) -> &[Lemma] {
        &self.levels[level]
    }

    /// The lemmas that hold at a level, by where they are stored.
    pub fn from(&self, level: usize) -> impl Iterator<Item = &Vec<Lemma>> {
        self.levels[level..].iter()
    }

    /// Whether a cube is blocked at a level; tells the highest such level.
    pub fn blocks(&self, level: usize, cube: &[Lit]) -> Option<usize> {
        let signature = signature(cube);
        let blocks = |lemma: &Lemma| lemma.subsumes_cube(cube, signature);
        (level..self.levels.len()).rev().find(|&level| self.levels[level].iter().any(blocks))
    }

    /// Stores a lemma and drops those that it implies. Returns the first level that did not have it.
    pub fn add(&mut self, level: usize, lemma: Lemma) -> usize {
        let mut from = 1;
        for (number, lemmas) in self.levels.iter_mut().enumerate().take(level + 1).skip(1) {
            lemmas.retain(|other| {
                if other.cube == lemma.cube {
                    from = from.max(number + 1);
                }
                !lemma.subsumes(other)
            });
        }
        self.levels[level].push(lemma);
        from
    }

    /// All lemmas, to be changed.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut Lemma> {
        self.levels.iter_mut().flatten()
    }

    /// Takes the lemmas of a level, to be added again somewhere.
    pub fn take(&mut self, level: usize) -> Vec<Lemma> {
        std::mem::take(&mut self.levels[level])
    }

    /// Puts a lemma back where it was.
    pub fn put(&mut self, level: usize, lemma: Lemma) {
        self.levels[level].push(lemma);
    }
}
