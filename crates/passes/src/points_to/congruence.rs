//! Congruences: the knowledge about an offset into an object.

/// The integers with the given remainder; with modulus 0, a single integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Congruence {
    residue: i64,
    modulus: u64,
}

impl Congruence {
    /// Any integer.
    pub const ANY: Congruence = Congruence { residue: 0, modulus: 1 };

    /// One integer.
    pub fn exactly(value: i64) -> Congruence {
        Congruence { residue: value, modulus: 0 }
    }

    /// The integers `residue + k * modulus`.
    pub fn new(residue: i64, modulus: u64) -> Congruence {
        match i64::try_from(modulus) {
            Ok(0) => Congruence::exactly(residue),
            Ok(signed) => Congruence { residue: residue.rem_euclid(signed), modulus },
            Err(_) => Congruence::new(residue, 1 << 62).weakened(modulus),
        }
    }

    /// The remainder; the integer itself if the modulus is 0.
    pub fn residue(self) -> i64 {
        self.residue
    }

    /// The distance between the integers; 0 for a single integer.
    pub fn modulus(self) -> u64 {
        self.modulus
    }

    /// The integer, if it is a single one.
    pub fn as_exact(self) -> Option<i64> {
        (self.modulus == 0).then_some(self.residue)
    }

    /// The least congruence that contains the integers of both.
    #[must_use]
    pub fn join(self, other: Congruence) -> Congruence {
        let distance = self.residue.abs_diff(other.residue);
        Congruence::new(self.residue, gcd(gcd(self.modulus, other.modulus), distance))
    }

    /// Sums.
    #[must_use]
    pub fn plus(self, other: Congruence) -> Congruence {
        let modulus = gcd(self.modulus, other.modulus);
        Congruence::new(self.residue.wrapping_add(other.residue), modulus)
    }

    /// Negated integers.
    #[must_use]
    pub fn negated(self) -> Congruence {
        Congruence::new(self.residue.wrapping_neg(), self.modulus)
    }

    /// Multiples by a constant.
    #[must_use]
    pub fn times(self, factor: i64) -> Congruence {
        let modulus = self.modulus.checked_mul(factor.unsigned_abs());
        match (self.residue.checked_mul(factor), modulus) {
            (Some(residue), Some(modulus)) => Congruence::new(residue, modulus),
            _ => Congruence::new(0, factor.unsigned_abs()),
        }
    }

    /// The congruence after multiples of `modulus` may have been added, as wrap-around does.
    #[must_use]
    pub fn weakened(self, modulus: u64) -> Congruence {
        Congruence::new(self.residue, gcd(self.modulus, modulus))
    }
}

/// The greatest common divisor; 0 is divided by everything.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A range of bytes of an object: its start and its size.
pub type Range = (Congruence, u64);

/// Whether two ranges may have a byte in common.
pub fn overlap((a, a_size): Range, (b, b_size): Range) -> bool {
    let distance = b.residue() - a.residue();
    match gcd(a.modulus(), b.modulus()) as i64 {
        0 => distance < a_size as i64 && -distance < b_size as i64,
        modulus => {
            let ahead = distance.rem_euclid(modulus);
            ahead < a_size as i64 || modulus - ahead < b_size as i64
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_and_sums() {
        let check = |found: Congruence, residue: i64, modulus: u64| {
            assert_eq!(found, Congruence::new(residue, modulus));
        };
        let exactly = Congruence::exactly;
        check(exactly(4).join(exactly(4)), 4, 0);
        check(exactly(0).join(exactly(12)), 0, 12);
        check(exactly(4).join(Congruence::new(0, 12)), 0, 4);
        check(exactly(-4).join(exactly(8)), 8, 12);
        check(exactly(4).plus(Congruence::new(0, 12)), 4, 12);
        check(exactly(3).times(4), 12, 0);
        check(Congruence::ANY.times(12), 0, 12);
        check(Congruence::ANY.times(12).weakened(1 << 32), 0, 4);
        check(Congruence::new(4, 12).negated(), 8, 12);
    }

    fn check_overlap(a: (i64, u64, u64), b: (i64, u64, u64), expected: bool) {
        let range = |(residue, modulus, size)| (Congruence::new(residue, modulus), size);
        assert_eq!(overlap(range(a), range(b)), expected, "{a:?} {b:?}");
        assert_eq!(overlap(range(b), range(a)), expected, "{b:?} {a:?}");
    }

    #[test]
    fn ranges_overlap() {
        check_overlap((0, 0, 4), (4, 0, 4), false);
        check_overlap((0, 0, 5), (4, 0, 4), true);
        check_overlap((0, 8, 4), (4, 8, 4), false);
        check_overlap((0, 8, 4), (20, 0, 4), false);
        check_overlap((0, 8, 4), (22, 0, 4), true);
        check_overlap((0, 1, 1), (20, 0, 4), true);
        check_overlap((6, 8, 4), (0, 8, 1), true);
    }
}
