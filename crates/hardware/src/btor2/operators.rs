//! The operators of BTOR2 as terms.
//!
//! Truth values are bit-vectors of width 1 in BTOR2, and Booleans here; `Words` translates.

use rustc_hash::FxHashMap;
use term::{Sort, Term, TermStore};

/// Builds terms, and knows of which Booleans words of one bit were made.
pub struct Words {
    pub terms: TermStore,
    booleans: FxHashMap<Term, Term>,
}

/// An operator with arguments of the wrong sorts, or the wrong number of them.
pub struct WrongArguments;

impl Words {
    pub fn new() -> Words {
        Words { terms: TermStore::without_simplification(), booleans: FxHashMap::default() }
    }

    /// A Boolean as a word of one bit.
    pub fn word(&mut self, boolean: Term) -> Term {
        let word = self.terms.bool_to_bv(boolean);
        self.booleans.insert(word, boolean);
        word
    }

    /// That a word of one bit is one.
    pub fn truth(&mut self, word: Term) -> Term {
        match self.booleans.get(&word) {
            Some(&boolean) => boolean,
            None => {
                let one = self.terms.bv(1, 1);
                self.terms.eq(word, one)
            }
        }
    }

    /// The negation of a word.
    pub fn negated(&mut self, word: Term) -> Term {
        match self.booleans.get(&word).copied() {
            Some(boolean) => {
                let not = self.terms.not(boolean);
                self.word(not)
            }
            None => self.terms.bv_not(word),
        }
    }

    fn width(&self, term: Term) -> Option<u32> {
        self.terms.sort(term).bit_width()
    }

    /// Applies an operator without parameters. `None` means that there is no such operator.
    pub fn apply(&mut self, operator: &str, args: &[Term]) -> Option<Result<Term, WrongArguments>> {
        let result = match *args {
            [a] => self.unary(operator, a)?,
            [a, b] => self.binary(operator, a, b)?,
            [a, b, c] => self.ternary(operator, a, b, c)?,
            _ => return None,
        };
        Some(result.ok_or(WrongArguments))
    }

    /// The number of arguments of an operator without parameters.
    pub fn arity(operator: &str) -> Option<usize> {
        Some(match operator {
            "not" | "inc" | "dec" | "neg" | "redand" | "redor" | "redxor" => 1,
            "iff" | "implies" | "eq" | "neq" | "ugt" | "sgt" | "ugte" | "sgte" | "ult" | "slt"
            | "ulte" | "slte" | "and" | "nand" | "nor" | "or" | "xnor" | "xor" | "rol" | "ror"
            | "sll" | "sra" | "srl" | "add" | "mul" | "udiv" | "sdiv" | "smod" | "urem"
            | "srem" | "sub" | "uaddo" | "saddo" | "sdivo" | "umulo" | "smulo" | "usubo"
            | "ssubo" | "concat" | "read" => 2,
            "ite" | "write" => 3,
            _ => return None,
        })
    }

    fn unary(&mut self, operator: &str, a: Term) -> Option<Option<Term>> {
        let Some(width) = self.width(a) else { return Some(None) };
        let terms = &mut self.terms;
        Some(Some(match operator {
            "not" => self.negated(a),
            "inc" => {
                let one = terms.bv(width, 1);
                terms.bv_add(a, one)
            }
            "dec" => {
                let one = terms.bv(width, 1);
                terms.bv_sub(a, one)
            }
            "neg" => terms.bv_neg(a),
            "redand" => {
                let ones = terms.bv_const(term::BitVec::ones(width));
                let all = terms.eq(a, ones);
                self.word(all)
            }
            "redor" => {
                let zero = terms.bv_const(term::BitVec::zero(width));
                let none = terms.eq(a, zero);
                let some = terms.not(none);
                self.word(some)
            }
            "redxor" => {
                let mut parity = terms.extract(0, 0, a);
                for bit in 1..width {
                    let bit = terms.extract(bit, bit, a);
                    parity = terms.bv_xor(parity, bit);
                }
                parity
            }
            _ => return None,
        }))
    }

    fn binary(&mut self, operator: &str, a: Term, b: Term) -> Option<Option<Term>> {
        if operator == "read" {
            let sort = self.terms.sort(a).as_array().cloned();
            let fits = sort.is_some_and(|sort| sort.index == *self.terms.sort(b));
            return Some(fits.then(|| self.terms.select(a, b)));
        }
        if operator == "concat" {
            let are_words = self.width(a).is_some() && self.width(b).is_some();
            return Some(are_words.then(|| self.terms.concat(a, b)));
        }
        let same = self.terms.sort(a) == self.terms.sort(b);
        if let "eq" | "neq" = operator {
            return Some(same.then(|| {
                let equal = self.terms.eq(a, b);
                let holds = if operator == "eq" { equal } else { self.terms.not(equal) };
                self.word(holds)
            }));
        }
        let (Some(width), true) = (self.width(a), same) else { return Some(None) };
        if let Some(boolean) = self.comparison(operator, a, b, width) {
            return Some(boolean.map(|boolean| self.word(boolean)));
        }
        let terms = &mut self.terms;
        Some(Some(match operator {
            "and" | "or" | "nand" | "nor" | "xor" | "xnor" => self.bitwise(operator, a, b, width),
            "rol" => self.rotate(a, b, width, true),
            "ror" => self.rotate(a, b, width, false),
            "sll" => terms.bv_shl(a, b),
            "srl" => terms.bv_lshr(a, b),
            "sra" => terms.bv_ashr(a, b),
            "add" => terms.bv_add(a, b),
            "sub" => terms.bv_sub(a, b),
            "mul" => terms.bv_mul(a, b),
            "udiv" => terms.bv_udiv(a, b),
            "sdiv" => terms.bv_sdiv(a, b),
            "urem" => terms.bv_urem(a, b),
            "srem" => terms.bv_srem(a, b),
            "smod" => terms.bv_smod(a, b),
            _ => return None,
        }))
    }

    /// Bitwise operators; of single bits that are truth values, connectives.
    fn bitwise(&mut self, operator: &str, a: Term, b: Term, width: u32) -> Term {
        let connective =
            width == 1 && self.booleans.contains_key(&a) && self.booleans.contains_key(&b);
        let is_negated = matches!(operator, "nand" | "nor" | "xnor");
        let result = if connective {
            let (a, b) = (self.booleans[&a], self.booleans[&b]);
            let boolean = match operator {
                "and" | "nand" => self.terms.and(&[a, b]),
                "or" | "nor" => self.terms.or(&[a, b]),
                _ => self.terms.xor(a, b),
            };
            self.word(boolean)
        } else {
            match operator {
                "and" | "nand" => self.terms.bv_and(a, b),
                "or" | "nor" => self.terms.bv_or(a, b),
                _ => self.terms.bv_xor(a, b),
            }
        };
        if is_negated { self.negated(result) } else { result }
    }

    /// Operators with a truth value as their result; inner `None` for wrong sorts.
    fn comparison(&mut self, operator: &str, a: Term, b: Term, width: u32) -> Option<Option<Term>> {
        Some(Some(match operator {
            "iff" | "implies" if width != 1 => return Some(None),
            "iff" => self.terms.eq(a, b),
            "implies" => {
                let (a, b) = (self.truth(a), self.truth(b));
                self.terms.implies(a, b)
            }
            "ult" => self.terms.bv_ult(a, b),
            "ulte" => self.terms.bv_ule(a, b),
            "ugt" => self.terms.bv_ult(b, a),
            "ugte" => self.terms.bv_ule(b, a),
            "slt" => self.terms.bv_slt(a, b),
            "slte" => self.terms.bv_sle(a, b),
            "sgt" => self.terms.bv_slt(b, a),
            "sgte" => self.terms.bv_sle(b, a),
            "usubo" => self.terms.bv_ult(a, b),
            "uaddo" => {
                let (a, b) = (self.terms.zero_extend(1, a), self.terms.zero_extend(1, b));
                let sum = self.terms.bv_add(a, b);
                let carry = self.terms.extract(width, width, sum);
                self.truth(carry)
            }
            "umulo" => {
                let (a, b) = (self.terms.zero_extend(width, a), self.terms.zero_extend(width, b));
                let product = self.terms.bv_mul(a, b);
                let high = self.terms.extract(2 * width - 1, width, product);
                let zero = self.terms.bv_const(term::BitVec::zero(width));
                let fits = self.terms.eq(high, zero);
                self.terms.not(fits)
            }
            "saddo" => self.signed_overflow(a, b, width, 1, TermStore::bv_add),
            "ssubo" => self.signed_overflow(a, b, width, 1, TermStore::bv_sub),
            "smulo" => self.signed_overflow(a, b, width, width, TermStore::bv_mul),
            "sdivo" => {
                let least = self.terms.bv_const(term::BitVec::min_signed(width));
                let minus_one = self.terms.bv_const(term::BitVec::ones(width));
                let (a, b) = (self.terms.eq(a, least), self.terms.eq(b, minus_one));
                self.terms.and(&[a, b])
            }
            _ => return None,
        }))
    }

    /// Whether a result, computed with more bits, is not the extension of its lower bits.
    fn signed_overflow(
        &mut self,
        a: Term,
        b: Term,
        width: u32,
        extra: u32,
        operator: fn(&mut TermStore, Term, Term) -> Term,
    ) -> Term {
        let terms = &mut self.terms;
        let (a, b) = (terms.sign_extend(extra, a), terms.sign_extend(extra, b));
        let exact = operator(terms, a, b);
        let low = terms.extract(width - 1, 0, exact);
        let extended = terms.sign_extend(extra, low);
        let fits = terms.eq(exact, extended);
        terms.not(fits)
    }

    /// Rotation by a variable amount, modulo the width.
    fn rotate(&mut self, a: Term, by: Term, width: u32, is_left: bool) -> Term {
        if width == 1 {
            return a;
        }
        let terms = &mut self.terms;
        let all = terms.bv(width, u64::from(width));
        let by = terms.bv_urem(by, all);
        let rest = terms.bv_sub(all, by);
        let (left, right) = if is_left { (by, rest) } else { (rest, by) };
        let (high, low) = (terms.bv_shl(a, left), terms.bv_lshr(a, right));
        terms.bv_or(high, low)
    }

    fn ternary(&mut self, operator: &str, a: Term, b: Term, c: Term) -> Option<Option<Term>> {
        Some(match operator {
            "ite" => {
                let fits = self.width(a) == Some(1) && self.terms.sort(b) == self.terms.sort(c);
                fits.then(|| {
                    let condition = self.truth(a);
                    self.terms.ite(condition, b, c)
                })
            }
            "write" => {
                let sort = self.terms.sort(a).as_array().cloned();
                let fits = sort.is_some_and(|sort| {
                    sort.index == *self.terms.sort(b) && sort.element == *self.terms.sort(c)
                });
                fits.then(|| self.terms.store(a, b, c))
            }
            _ => return None,
        })
    }

    /// The part of a word.
    pub fn slice(&mut self, a: Term, high: u32, low: u32) -> Result<Term, WrongArguments> {
        let width = self.width(a).ok_or(WrongArguments)?;
        match low <= high && high < width {
            true => Ok(self.terms.extract(high, low, a)),
            false => Err(WrongArguments),
        }
    }

    /// A word with more bits.
    pub fn extend(&mut self, a: Term, extra: u32, is_signed: bool) -> Result<Term, WrongArguments> {
        self.width(a).ok_or(WrongArguments)?;
        Ok(match (extra, is_signed) {
            (0, _) => a,
            (_, true) => self.terms.sign_extend(extra, a),
            (_, false) => self.terms.zero_extend(extra, a),
        })
    }

    /// The value for a state of a sort: a word stands for an array of such elements.
    pub fn initial_value(&mut self, sort: &Sort, value: Term) -> Option<Term> {
        if self.terms.sort(value) == sort {
            return Some(value);
        }
        let element = &sort.as_array()?.element;
        (self.terms.sort(value) == element).then(|| self.terms.const_array(sort, value))
    }
}
