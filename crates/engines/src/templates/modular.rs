//! Linear algebra modulo powers of two.

use super::sums::{Sum, sum_of};
use term::{Term, TermStore};

/// The linear span of some vectors modulo 2^width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    width: u32,
    /// At position i, a vector whose first nonzero entry is at i, or `None`.
    pivots: Vec<Option<Vec<u64>>>,
}

impl Span {
    /// The span of no vectors, of the given dimension.
    pub(crate) fn empty(dimension: usize, width: u32) -> Span {
        Span { width, pivots: vec![None; dimension] }
    }

    /// Adds a vector to those that generate the span.
    pub(crate) fn insert(&mut self, mut vector: Vec<u64>) {
        let mask = mask(self.width);
        vector.iter_mut().for_each(|entry| *entry &= mask);
        for i in 0..vector.len() {
            if vector[i] == 0 {
                continue;
            }
            let Some(pivot) = &mut self.pivots[i] else {
                self.pivots[i] = Some(vector);
                return;
            };
            if vector[i].trailing_zeros() < pivot[i].trailing_zeros() {
                std::mem::swap(pivot, &mut vector);
            }
            let factor = quotient(vector[i], pivot[i]);
            subtract(&mut vector, factor, pivot, mask);
        }
    }

    /// The generating vectors.
    fn generators(&self) -> impl Iterator<Item = &Vec<u64>> {
        self.pivots.iter().flatten()
    }
}

/// `coefficients * x = constant` modulo 2^modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Equation {
    coefficients: Vec<u64>,
    constant: u64,
    /// The number of bits of the modulus.
    modulus: u32,
    /// The number of bits of the unknowns.
    width: u32,
}

impl Equation {
    /// The equation through a point. Division by powers of two reduces its modulus, and
    /// multiplication by odd numbers, which is an equivalence, simplifies its coefficients.
    fn through(point: &[u64], coefficients: &[u64], width: u32) -> Equation {
        let mask_of_width = mask(width);
        let shift = coefficients.iter().map(|c| c.trailing_zeros()).min().unwrap_or(0);
        let modulus = width - shift;
        let mask = mask(modulus);
        let divided: Vec<u64> = coefficients.iter().map(|c| (c & mask_of_width) >> shift).collect();
        let scaled = |unit: u64| -> Vec<u64> {
            divided.iter().map(|c| c.wrapping_mul(unit) & mask).collect()
        };
        let candidates = divided.iter().filter(|&&c| c != 0).flat_map(|c| {
            let unit = inverse(c >> c.trailing_zeros());
            [unit, unit.wrapping_neg()].map(scaled)
        });
        let coefficients = candidates.min_by_key(|c| cost(c, modulus)).unwrap_or(divided);
        let constant = dot(&coefficients, point) & mask;
        Equation { coefficients, constant, modulus, width }
    }

    /// Whether a point satisfies the equation.
    pub(crate) fn holds(&self, point: &[u64]) -> bool {
        dot(&self.coefficients, point) & mask(self.modulus) == self.constant
    }

    /// The equation as a term. Summands with a negative coefficient go to the right.
    ///
    /// Sums are combined first, so that the same unknowns shifted by some amount give the same sum
    /// plus an offset.
    pub(crate) fn formula(&self, store: &mut TermStore, unknowns: &[Term]) -> Term {
        let mut total = Sum::default();
        for (&coefficient, &unknown) in self.coefficients.iter().zip(unknowns) {
            if coefficient != 0 {
                total.add(coefficient, &sum_of(store, unknown));
            }
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (&term, &coefficient) in &total.multiples {
            let coefficient = coefficient & mask(self.modulus);
            if coefficient == 0 {
                continue;
            }
            let term = if self.modulus < self.width {
                store.extract(self.modulus - 1, 0, term)
            } else {
                term
            };
            let negative = is_negative(coefficient, self.modulus);
            let factor = if negative { coefficient.wrapping_neg() } else { coefficient };
            let factor = store.bv(self.modulus, factor);
            let product = store.bv_mul(term, factor);
            (if negative { &mut right } else { &mut left }).push(product);
        }
        right.push(store.bv(self.modulus, self.constant.wrapping_sub(total.constant)));
        let zero = store.bv(self.modulus, 0);
        let [left, right] =
            [left, right].map(|side| side.into_iter().fold(zero, |sum, t| store.bv_add(sum, t)));
        store.eq(left, right)
    }
}

/// A set of equations that implies all equations that hold at a point and are invariant along the
/// directions of a span.
///
/// Coefficients are the vectors `c` with `g * c = 0` for all generators `g`. Row and column
/// operations make the matrix of generators diagonal, with powers of two. Then the solutions can be
/// read off, and the column operations transform them back.
pub(crate) fn equations_of(point: &[u64], span: &Span) -> Vec<Equation> {
    let (n, width) = (span.pivots.len(), span.width);
    let mask = mask(width);
    let mut rows: Vec<Vec<u64>> = span.generators().cloned().collect();
    // Each is a column of the product of all column operations.
    let mut columns: Vec<Vec<u64>> = (0..n).map(|i| unit_vector(n, i)).collect();
    let mut exponents = Vec::new();
    while let Some((i, j)) = least_divisible(&rows, exponents.len()) {
        let t = exponents.len();
        rows.swap(t, i);
        rows.iter_mut().for_each(|row| row.swap(t, j));
        columns.swap(t, j);
        let exponent = rows[t][t].trailing_zeros();
        let unit = inverse(rows[t][t] >> exponent);
        rows[t].iter_mut().for_each(|entry| *entry = entry.wrapping_mul(unit) & mask);
        let pivot = rows[t].clone();
        for row in &mut rows[t + 1..] {
            let factor = row[t] >> exponent;
            subtract(row, factor, &pivot, mask);
        }
        let (done, open) = columns.split_at_mut(t + 1);
        for (column, entry) in open.iter_mut().zip(&pivot[t + 1..]) {
            subtract(column, entry >> exponent, &done[t], mask);
        }
        rows[t][t + 1..].fill(0);
        exponents.push(exponent);
    }
    let scaled = exponents.iter().zip(&columns).filter(|(e, _)| **e > 0).map(|(&e, column)| {
        column.iter().map(|c| c.wrapping_shl(width - e) & mask).collect::<Vec<u64>>()
    });
    let free = columns[exponents.len()..].iter().cloned();
    scaled.chain(free).map(|c| Equation::through(point, &c, width)).collect()
}

/// The position of the entry with the least power of two, in the rows and columns from `t`.
fn least_divisible(rows: &[Vec<u64>], t: usize) -> Option<(usize, usize)> {
    let places = (t..rows.len()).flat_map(|i| (t..rows[i].len()).map(move |j| (i, j)));
    places.filter(|&(i, j)| rows[i][j] != 0).min_by_key(|&(i, j)| rows[i][j].trailing_zeros())
}

fn unit_vector(n: usize, i: usize) -> Vec<u64> {
    let mut vector = vec![0; n];
    vector[i] = 1;
    vector
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

fn is_negative(coefficient: u64, modulus: u32) -> bool {
    // With 1 bit, 1 and -1 are the same.
    modulus > 1 && coefficient >> (modulus - 1) & 1 == 1
}

fn dot(a: &[u64], b: &[u64]) -> u64 {
    a.iter().zip(b).fold(0, |sum, (a, b)| sum.wrapping_add(a.wrapping_mul(*b)))
}

fn subtract(from: &mut [u64], factor: u64, vector: &[u64], mask: u64) {
    for (entry, other) in from.iter_mut().zip(vector) {
        *entry = entry.wrapping_sub(factor.wrapping_mul(*other)) & mask;
    }
}

/// Some q with a = q * b, if the power of two in b divides a.
fn quotient(a: u64, b: u64) -> u64 {
    let shift = b.trailing_zeros();
    (a >> shift).wrapping_mul(inverse(b >> shift))
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration.
fn inverse(odd: u64) -> u64 {
    let step = |x: u64| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
    // An odd number is its own inverse modulo 8, and each step doubles the number of correct bits.
    (0..5).fold(odd, |x, _| step(x))
}

/// The number of additions that the coefficients need and, for readability, how many are negative.
fn cost(coefficients: &[u64], modulus: u32) -> (u32, usize) {
    let digits = |c: u64| {
        let c = if is_negative(c, modulus) { c.wrapping_neg() & mask(modulus) } else { c };
        (c.wrapping_mul(3) ^ c).count_ones()
    };
    let negative = coefficients.iter().filter(|&&c| is_negative(c, modulus)).count();
    (coefficients.iter().map(|&c| digits(c)).sum(), negative)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn inverses() {
        for odd in [1, 3, 5, 7, 0xffff_ffff, u64::MAX] {
            assert_eq!(inverse(odd).wrapping_mul(odd), 1);
        }
    }

    proptest! {
        /// The equations describe the affine hull of some points exactly: the number of solutions
        /// equals the number of points in it.
        #[test]
        fn equations_describe_the_hull(
            points in proptest::collection::vec(proptest::array::uniform3(0u64..8), 1..5),
        ) {
            let mut span = Span::empty(3, 3);
            for point in &points {
                span.insert((0..3).map(|i| point[i].wrapping_sub(points[0][i])).collect());
            }
            let equations = equations_of(&points[0], &span);
            let mut hull = std::collections::BTreeSet::from([points[0]]);
            loop {
                let before = hull.len();
                for point in hull.clone() {
                    for other in &points {
                        let next = |i: usize| (point[i] + other[i] + 8 - points[0][i]) % 8;
                        hull.insert([next(0), next(1), next(2)]);
                    }
                }
                if hull.len() == before {
                    break;
                }
            }
            for n in 0..512u64 {
                let point = [n % 8, n / 8 % 8, n / 64];
                let holds = equations.iter().all(|e| e.holds(&point));
                prop_assert_eq!(holds, hull.contains(&point), "{:?}", point);
            }
        }
    }
}
