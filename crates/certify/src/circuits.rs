//! Arithmetic on words of literals, least significant bit first, by the textbook methods.

use crate::gates::Gates;
use crate::sat::Lit;

/// Bits, least significant first.
pub type Bits = Vec<Lit>;

impl Gates {
    /// A constant.
    pub fn number(&self, width: usize, value: u64) -> Bits {
        (0..width).map(|i| self.constant(i < 64 && value >> i & 1 == 1)).collect()
    }

    /// Unconstrained bits.
    pub fn inputs(&mut self, width: usize) -> Bits {
        (0..width).map(|_| self.input()).collect()
    }

    /// The word zero-extended or truncated to a width.
    pub fn resized(&self, a: &[Lit], width: usize) -> Bits {
        let mut bits = a.to_vec();
        bits.resize(width, self.constant(false));
        bits
    }

    /// Applies a gate to each pair of bits.
    pub fn each(
        &mut self,
        a: &[Lit],
        b: &[Lit],
        gate: impl Fn(&mut Gates, Lit, Lit) -> Lit,
    ) -> Bits {
        a.iter().zip(b).map(|(&x, &y)| gate(self, x, y)).collect()
    }

    /// The first word if the condition holds, else the second.
    pub fn choose_word(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Bits {
        self.each(then, otherwise, |gates, x, y| gates.choose(condition, x, y))
    }

    /// Whether two words are equal.
    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same = self.each(a, b, Gates::same);
        self.all(&same)
    }

    /// Whether all bits are zero.
    pub fn is_zero(&mut self, a: &[Lit]) -> Lit {
        !self.any(a)
    }

    /// The sum of two words and a carry: as many bits, and the carry out.
    pub fn sum(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Bits, Lit) {
        let mut bits = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let half = self.xor(x, y);
            bits.push(self.xor(half, carry));
            carry = self.majority(x, y, carry);
        }
        (bits, carry)
    }

    /// The sum, without overflow.
    pub fn add(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        self.sum(a, b, self.constant(false)).0
    }

    /// The difference, without overflow: `a + not b + 1`.
    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        self.sum(a, &inverted(b), self.constant(true)).0
    }

    /// The negation in two's complement.
    pub fn neg(&mut self, a: &[Lit]) -> Bits {
        let zero = self.number(a.len(), 0);
        self.sub(&zero, a)
    }

    /// The negation if the literal holds.
    pub fn negate_if(&mut self, a: &[Lit], condition: Lit) -> Bits {
        let negated = self.neg(a);
        self.choose_word(condition, &negated, a)
    }

    /// The product, truncated to the width of the first word.
    pub fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let width = a.len();
        let mut product = self.number(width, 0);
        for (i, &bit) in b.iter().enumerate().take(width) {
            if bit == self.constant(false) {
                continue;
            }
            let row: Bits = a[..width - i].iter().map(|&x| self.and(x, bit)).collect();
            let high = self.add(&product[i..], &row);
            product.truncate(i);
            product.extend(high);
        }
        product
    }

    /// Quotient and remainder, by repeated subtraction of the divisor. Division by zero gives all
    /// ones and the dividend.
    pub fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        let width = a.len();
        let divisor = self.resized(b, width + 1);
        let mut remainder = self.number(width, 0);
        let mut quotient = Vec::with_capacity(width);
        for &bit in a.iter().rev() {
            // One bit more than the previous remainder.
            let next: Bits = std::iter::once(bit).chain(remainder).collect();
            let (difference, fits) = self.sum(&next, &inverted(&divisor), self.constant(true));
            let left = self.choose_word(fits, &difference, &next);
            remainder = left[..width].to_vec();
            quotient.push(fits);
        }
        quotient.reverse();
        (quotient, remainder)
    }

    /// Whether `a < b` as unsigned numbers: their difference borrows.
    pub fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut carry = self.constant(true);
        for (&x, &y) in a.iter().zip(b) {
            carry = self.majority(x, !y, carry);
        }
        !carry
    }

    /// Whether `a < b` as signed numbers: as unsigned ones with the signs inverted.
    pub fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        self.less(&with_inverted_sign(a), &with_inverted_sign(b))
    }

    /// Left shift by `by` bits, filling with zeros.
    pub fn shift_left(&mut self, a: &[Lit], by: &[Lit]) -> Bits {
        let reversed: Bits = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, by, self.constant(false));
        shifted.reverse();
        shifted
    }

    /// Right shift by `by` bits, filling with a given bit.
    pub fn shift_right(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Bits {
        let mut bits = a.to_vec();
        for (distance, moves) in self.distances(a.len(), by) {
            let moved: Bits =
                (distance..distance + a.len()).map(|k| *bits.get(k).unwrap_or(&fill)).collect();
            bits = self.choose_word(moves, &moved, &bits);
        }
        bits
    }

    /// The partial distances of a shift, each with the literal that selects it: powers of two, and
    /// the whole width for all bits of `by` that are at least that large.
    pub fn distances(&mut self, width: usize, by: &[Lit]) -> Vec<(usize, Lit)> {
        let near = by.len().min(width.next_power_of_two().trailing_zeros() as usize);
        let mut distances: Vec<(usize, Lit)> = Vec::new();
        distances.extend(by[..near].iter().enumerate().map(|(i, &bit)| (1 << i, bit)));
        let far = self.any(&by[near..]);
        distances.push((width, far));
        distances
    }
}

/// Each bit inverted.
pub fn inverted(a: &[Lit]) -> Bits {
    a.iter().map(|&lit| !lit).collect()
}

/// The most significant bit.
pub fn sign(a: &[Lit]) -> Lit {
    a[a.len() - 1]
}

fn with_inverted_sign(a: &[Lit]) -> Bits {
    let mut bits = a.to_vec();
    let last = bits.len() - 1;
    bits[last] = !bits[last];
    bits
}
