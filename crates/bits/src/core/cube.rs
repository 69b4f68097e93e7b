//! Cubes of latches, and lemmas.

use hardware::circuit::Lit;

/// Literals of latches in the order of their codes: the states in which all hold.
pub type Cube = Vec<Lit>;

/// A cube that is not reached, with a signature for fast tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The cube.
    pub cube: Cube,
    signature: u64,
    /// Whether it excludes a state that is known to be reachable, so that it is no invariant.
    pub is_bad: bool,
}

impl Lemma {
    /// The lemma of a sorted cube.
    pub fn new(cube: Cube) -> Lemma {
        debug_assert!(cube.is_sorted());
        let signature = signature(&cube);
        Lemma { cube, signature, is_bad: false }
    }

    /// Whether it implies another lemma: its literals are among those of the other.
    pub fn subsumes(&self, other: &Lemma) -> bool {
        self.subsumes_cube(&other.cube, other.signature)
    }

    /// The same about a cube with its signature.
    pub fn subsumes_cube(&self, cube: &[Lit], signature: u64) -> bool {
        if self.signature & !signature != 0 || self.cube.len() > cube.len() {
            return false;
        }
        let mut rest = cube.iter();
        self.cube.iter().all(|literal| rest.by_ref().any(|other| other == literal))
    }
}

/// A bit for each literal; a cube that lacks a bit lacks the literal.
pub fn signature(cube: &[Lit]) -> u64 {
    cube.iter()
        .fold(0, |bits, literal| bits | 1 << (literal.code().wrapping_mul(0x9e37_79b1) >> 7 & 63))
}
