//! Linear formulas over integers as formulas over bit-vectors, wide enough that nothing wraps around.

use super::range;
use super::view::width_of;
use rustc_hash::FxHashMap;
use term::{BitVec, Op, Sort, Term, TermStore, Value, post_order};

/// Formulas that would need wider words are not translated.
const MAX_WIDTH: u32 = 120;

/// A bit-vector with a sign, and the interval in which it is.
#[derive(Clone, Copy, Debug)]
struct Word {
    term: Term,
    width: u32,
    least: i128,
    most: i128,
}

/// What a term over integers is as a bit-vector.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Truth(Term),
    Word(Word),
}

/// A translation of formulas over some parameters.
pub(super) struct Words<'a> {
    source: &'a TermStore,
    store: &'a mut TermStore,
    known: FxHashMap<Term, Meaning>,
}

impl<'a> Words<'a> {
    pub(super) fn new(source: &'a TermStore, store: &'a mut TermStore) -> Words<'a> {
        Words { source, store, known: FxHashMap::default() }
    }

    /// The variable that takes the place of a parameter, of its original sort.
    pub(super) fn parameter(&mut self, parameter: Term, sort: &Sort) -> Term {
        let symbol = self.store.fresh("arg", sort.clone());
        let term = self.store.var(symbol);
        let meaning = match *sort {
            Sort::BitVec(width) => {
                let (least, most) = range(width);
                // A single bit has no sign.
                let (term, width) = match width {
                    1 => (self.store.zero_extend(1, term), 2),
                    _ => (term, width),
                };
                Meaning::Word(Word { term, width, least, most })
            }
            _ => Meaning::Truth(term),
        };
        self.known.insert(parameter, meaning);
        term
    }

    /// The formula over bit-vectors, if it is linear.
    pub(super) fn formula(&mut self, formula: Term) -> Option<Term> {
        for term in post_order(self.source, &[formula], |_| false) {
            if !self.known.contains_key(&term) {
                let meaning = self.meaning(term)?;
                self.known.insert(term, meaning);
            }
        }
        self.truth(formula)
    }

    fn truth(&self, term: Term) -> Option<Term> {
        match self.known[&term] {
            Meaning::Truth(term) => Some(term),
            Meaning::Word(_) => None,
        }
    }

    fn word(&self, term: Term) -> Option<Word> {
        match self.known[&term] {
            Meaning::Word(word) => Some(word),
            Meaning::Truth(_) => None,
        }
    }

    fn meaning(&mut self, term: Term) -> Option<Meaning> {
        let source = self.source;
        let args = source.args(term);
        let words =
            |this: &Self| args.iter().map(|&arg| this.word(arg)).collect::<Option<Vec<_>>>();
        Some(match source.op(term) {
            Op::Const(_) => match source.as_value(term)? {
                Value::Bool(truth) => Meaning::Truth(self.store.bool(*truth)),
                Value::Int(number) => {
                    let number = i128::try_from(number.clone()).ok()?;
                    Meaning::Word(self.constant(number)?)
                }
                _ => return None,
            },
            op @ (Op::Not | Op::And | Op::Or | Op::Xor) => {
                let args: Option<Vec<Term>> = args.iter().map(|&arg| self.truth(arg)).collect();
                Meaning::Truth(self.store.make(op, &Sort::Bool, &args?))
            }
            Op::Eq if *source.sort(args[0]) == Sort::Bool => {
                let args: Option<Vec<Term>> = args.iter().map(|&arg| self.truth(arg)).collect();
                Meaning::Truth(self.store.make(Op::Eq, &Sort::Bool, &args?))
            }
            op @ (Op::Eq | Op::Le | Op::Lt) => {
                let [a, b] = words(self)?[..] else { return None };
                let width = a.width.max(b.width);
                let (a, b) = (self.extended(a, width), self.extended(b, width));
                Meaning::Truth(match op {
                    Op::Eq => self.store.eq(a, b),
                    Op::Le => self.store.bv_sle(a, b),
                    _ => self.store.bv_slt(a, b),
                })
            }
            Op::Ite if *source.sort(term) == Sort::Bool => {
                let args: Option<Vec<Term>> = args.iter().map(|&arg| self.truth(arg)).collect();
                Meaning::Truth(self.store.make(Op::Ite, &Sort::Bool, &args?))
            }
            Op::Ite => {
                let (condition, a, b) =
                    (self.truth(args[0])?, self.word(args[1])?, self.word(args[2])?);
                let width = a.width.max(b.width);
                let (x, y) = (self.extended(a, width), self.extended(b, width));
                let (least, most) = (a.least.min(b.least), a.most.max(b.most));
                let term = self.store.ite(condition, x, y);
                Meaning::Word(Word { term, width, least, most })
            }
            Op::Add => {
                let mut parts = words(self)?.into_iter();
                let first = parts.next()?;
                Meaning::Word(parts.try_fold(first, |sum, part| self.sum(sum, part))?)
            }
            Op::Sub => {
                let mut parts = words(self)?.into_iter();
                let first = parts.next()?;
                let subtract = |this: &mut Self, sum, part| {
                    let negated = this.scaled(part, -1)?;
                    this.sum(sum, negated)
                };
                Meaning::Word(parts.try_fold(first, |sum, part| subtract(self, sum, part))?)
            }
            Op::Neg => {
                let word = self.word(args[0])?;
                Meaning::Word(self.scaled(word, -1)?)
            }
            Op::Mul => {
                let (mut factor, mut rest) = (1i128, None);
                for word in words(self)? {
                    match rest {
                        _ if word.least == word.most => factor = factor.checked_mul(word.least)?,
                        None => rest = Some(word),
                        Some(_) => return None,
                    }
                }
                Meaning::Word(match rest {
                    Some(rest) => self.scaled(rest, factor)?,
                    None => self.constant(factor)?,
                })
            }
            op @ (Op::IntDiv | Op::IntMod) => {
                let [word, divisor] = words(self)?[..] else { return None };
                let divisor = Some(divisor.least).filter(|&d| d > 0 && divisor.most == d)?;
                Meaning::Word(self.divided(word, divisor, op == Op::IntMod)?)
            }
            _ => return None,
        })
    }

    fn constant(&mut self, number: i128) -> Option<Word> {
        let width = width_of(number, number);
        let term = (width <= MAX_WIDTH).then(|| self.bits(number, width))?;
        Some(Word { term, width, least: number, most: number })
    }

    fn bits(&mut self, number: i128, width: u32) -> Term {
        self.store.bv_const(BitVec::from_bigint(width, &number.into()))
    }

    fn extended(&mut self, word: Word, width: u32) -> Term {
        match width - word.width {
            0 => word.term,
            extra => self.store.sign_extend(extra, word.term),
        }
    }

    fn sum(&mut self, a: Word, b: Word) -> Option<Word> {
        let (least, most) = (a.least.checked_add(b.least)?, a.most.checked_add(b.most)?);
        let width = width_of(least, most).max(a.width).max(b.width);
        if width > MAX_WIDTH {
            return None;
        }
        let (a, b) = (self.extended(a, width), self.extended(b, width));
        let term = self.store.bv_add(a, b);
        Some(Word { term, width, least, most })
    }

    fn scaled(&mut self, word: Word, factor: i128) -> Option<Word> {
        let ends = [word.least.checked_mul(factor)?, word.most.checked_mul(factor)?];
        let (least, most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let width = width_of(least, most).max(word.width).max(width_of(factor, factor));
        if width > MAX_WIDTH {
            return None;
        }
        let (a, b) = (self.bits(factor, width), self.extended(word, width));
        let term = self.store.bv_mul(a, b);
        Some(Word { term, width, least, most })
    }

    /// The quotient, rounded down, or the remainder: of a number that is made positive by a multiple of the divisor.
    fn divided(&mut self, word: Word, divisor: i128, is_remainder: bool) -> Option<Word> {
        let rounds = word.least.min(0).div_euclid(divisor);
        let up = self.constant(rounds.checked_mul(-divisor)?)?;
        let positive = self.sum(word, up)?;
        let width = positive.width.max(width_of(divisor, divisor));
        let (a, b) = (self.extended(positive, width), self.bits(divisor, width));
        if is_remainder {
            let term = self.store.bv_urem(a, b);
            return Some(Word { term, width, least: 0, most: divisor - 1 });
        }
        let term = self.store.bv_udiv(a, b);
        let most = positive.most.div_euclid(divisor);
        let down = self.constant(rounds)?;
        self.sum(Word { term, width, least: 0, most }, down)
    }
}
