//! Arithmetic on words: lists of literals, the lowest bit first.

use super::Lit;
use super::gates::Gates;

/// A word, the lowest bit first.
pub type Word = Vec<Lit>;

impl Gates {
    /// The sum and the carry out of the highest bit.
    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b);
            sum.push(self.xor(half, carry));
            let (both, passed) = (self.and(a, b), self.and(half, carry));
            carry = self.or(both, passed);
        }
        (sum, carry)
    }

    pub(super) fn negate(&mut self, a: &[Lit]) -> Word {
        let inverted = invert(a);
        self.add(&inverted, &vec![Lit::FALSE; a.len()], Lit::TRUE).0
    }

    pub(super) fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.add(a, &invert(b), Lit::TRUE).0
    }

    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = a.len();
        let mut product = vec![Lit::FALSE; width];
        for (shift, &bit) in b.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let row: Word = a[..width - shift].iter().map(|&a| self.and(a, bit)).collect();
            let upper = product[shift..].to_vec();
            let (sum, _) = self.add(&upper, &row, Lit::FALSE);
            product.truncate(shift);
            product.extend(sum);
        }
        product
    }

    pub(super) fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        // Without a carry, the subtraction borrows.
        !self.add(a, &invert(b), Lit::TRUE).1
    }

    pub(super) fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let flip = |word: &[Lit]| {
            let mut word = word.to_vec();
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
            word
        };
        self.less(&flip(a), &flip(b))
    }

    pub(super) fn equal_words(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let bits: Vec<Lit> = a.iter().zip(b).map(|(&a, &b)| self.equal(a, b)).collect();
        self.all(&bits)
    }

    pub(super) fn mux_words(&mut self, condition: Lit, yes: &[Lit], no: &[Lit]) -> Word {
        yes.iter().zip(no).map(|(&yes, &no)| self.mux(condition, yes, no)).collect()
    }

    /// Quotient and remainder; by zero, all ones and the dividend.
    pub(super) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let mut remainder = vec![Lit::FALSE; width + 1];
        let mut divisor = b.to_vec();
        divisor.push(Lit::FALSE);
        let mut quotient = vec![Lit::FALSE; width];
        for i in (0..width).rev() {
            remainder.pop();
            remainder.insert(0, a[i]);
            let fits = !self.less(&remainder, &divisor);
            quotient[i] = fits;
            let rest = self.subtract(&remainder, &divisor);
            remainder = self.mux_words(fits, &rest, &remainder);
        }
        remainder.pop();
        (quotient, remainder)
    }

    /// The absolute value, and whether it was negative.
    fn magnitude(&mut self, a: &[Lit]) -> (Word, Lit) {
        let sign = *a.last().expect("words have bits");
        let negated = self.negate(a);
        (self.mux_words(sign, &negated, a), sign)
    }

    fn negate_if(&mut self, condition: Lit, a: &[Lit]) -> Word {
        let negated = self.negate(a);
        self.mux_words(condition, &negated, a)
    }

    pub(super) fn signed_quotient(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let ((a, a_sign), (b, b_sign)) = (self.magnitude(a), self.magnitude(b));
        let (quotient, _) = self.divide(&a, &b);
        let sign = self.xor(a_sign, b_sign);
        self.negate_if(sign, &quotient)
    }

    /// The remainder with the sign of the dividend.
    pub(super) fn signed_remainder(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let ((a, a_sign), (b, _)) = (self.magnitude(a), self.magnitude(b));
        let (_, remainder) = self.divide(&a, &b);
        self.negate_if(a_sign, &remainder)
    }

    /// The remainder with the sign of the divisor.
    pub(super) fn signed_modulo(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let remainder = self.signed_remainder(a, b);
        let (a_sign, b_sign) = (*a.last().expect("bits"), *b.last().expect("bits"));
        let is_zero = !self.any(&remainder);
        let differ = self.xor(a_sign, b_sign);
        let corrects = self.and(differ, !is_zero);
        let (sum, _) = self.add(&remainder, b, Lit::FALSE);
        self.mux_words(corrects, &sum, &remainder)
    }

    /// A shift by a variable amount; `fill` comes in.
    pub(super) fn shift(&mut self, a: &[Lit], by: &[Lit], is_left: bool, fill: Lit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let mut too_far = Vec::new();
        for (i, &bit) in by.iter().enumerate() {
            let distance = 1usize.checked_shl(i as u32).filter(|&d| d < width && i < 31);
            let Some(distance) = distance else {
                too_far.push(bit);
                continue;
            };
            let moved: Word = (0..width)
                .map(|at| match is_left {
                    true => at.checked_sub(distance).map_or(fill, |from| word[from]),
                    false => word.get(at + distance).copied().unwrap_or(fill),
                })
                .collect();
            word = self.mux_words(bit, &moved, &word);
        }
        let too_far = self.any(&too_far);
        self.mux_words(too_far, &vec![fill; width], &word)
    }
}

/// All bits negated.
pub fn invert(a: &[Lit]) -> Word {
    a.iter().map(|&literal| !literal).collect()
}
