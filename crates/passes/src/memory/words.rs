//! Translates terms of the program to the model, where some may be addresses.
//!
//! A value that may be an address has more bits in the model than in the program: the number of its
//! object. Sums and differences keep the number. Everything else is computed from the program's
//! bits; [`super::address_bits`] says when that is meaningful.

use super::lower::Lowering;
use crate::points_to::PointsTo;
use program::Program;
use term::{Op, Sort, Symbol, Term, Value, post_order};

/// A value of the program as a term of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The term: the program's bits, below an object number if it may be an address.
    pub term: Term,
    /// Whether it may be an address.
    pub is_address: bool,
}

impl Word {
    /// A value that is not an address.
    pub fn plain(term: Term) -> Word {
        Word { term, is_address: false }
    }

    /// A value that may be an address.
    pub fn address(term: Term) -> Word {
        Word { term, is_address: true }
    }
}

/// Whether a symbol as wide as an address may hold bits of one.
pub fn may_hold_address(program: &Program, points_to: &PointsTo<'_>, symbol: Symbol) -> bool {
    *program.terms.symbol_sort(symbol) == Sort::BitVec(program.machine.pointer_bits())
        && points_to.symbol_value(symbol).is_some()
}

impl Lowering<'_> {
    /// The program's bits of a term, as a term of the model.
    pub(super) fn term(&mut self, term: Term) -> Term {
        let word = self.word(term);
        self.bits_of(word)
    }

    /// The term of the model for an address of the program.
    pub(super) fn address(&mut self, term: Term) -> Term {
        let word = self.word(term);
        self.address_of(word)
    }

    /// The program's bits of a word.
    pub(super) fn bits_of(&mut self, word: Word) -> Term {
        if word.is_address {
            self.objects.space.bits(&mut self.store, word.term)
        } else {
            word.term
        }
    }

    /// The word with an object number.
    pub(super) fn address_of(&mut self, word: Word) -> Term {
        if word.is_address {
            word.term
        } else {
            self.objects.space.integer(&mut self.store, word.term)
        }
    }

    /// The word in the sort of a register.
    pub(super) fn fitted(&mut self, word: Word, register: Symbol) -> Term {
        if self.may_hold_address(register) { self.address_of(word) } else { self.bits_of(word) }
    }

    /// Whether a symbol of the program may hold an address.
    pub(super) fn may_hold_address(&self, symbol: Symbol) -> bool {
        may_hold_address(self.program, &self.points_to, symbol)
    }

    /// The translation of a term of the program.
    pub(super) fn word(&mut self, term: Term) -> Word {
        let program: &Program = self.program;
        let source = &program.terms;
        let known = |t: Term| self.translated.contains_key(&t);
        for part in post_order(source, &[term], known) {
            let word = match source.op(part) {
                Op::Const(_) => {
                    let value: Value = source.as_value(part).expect("a constant").clone();
                    Word::plain(self.store.constant(value))
                }
                Op::Var(symbol) => match self.symbols.get(&symbol) {
                    Some(&term) => Word { term, is_address: self.may_hold_address(symbol) },
                    None => unreachable!("'{}' was not declared", source.name(symbol)),
                },
                op => {
                    let args: Vec<Word> =
                        source.args(part).iter().map(|arg| self.translated[arg]).collect();
                    let exact = self.application(op, source.sort(part), &args);
                    let any = args.iter().any(|arg| arg.is_address);
                    if any && !self.compares_objects {
                        self.if_determined(part, &args, exact)
                    } else {
                        exact
                    }
                }
            };
            self.translated.insert(part, word);
        }
        self.translated[&term]
    }

    fn application(&mut self, op: Op, sort: &Sort, args: &[Word]) -> Word {
        let any = args.iter().any(|arg| arg.is_address);
        match (op, args) {
            (Op::Ite, &[condition, then, otherwise]) if any => {
                let (then, otherwise) = (self.address_of(then), self.address_of(otherwise));
                Word::address(self.store.ite(condition.term, then, otherwise))
            }
            (Op::Eq, &[a, b]) if any => {
                let (a, b) = (self.address_of(a), self.address_of(b));
                Word::plain(self.store.eq(a, b))
            }
            (Op::BvAdd | Op::BvSub, &[a, b]) if any => Word::address(self.sum(op, a, b)),
            (Op::BvUlt | Op::BvUle, &[a, b]) if any => Word::plain(self.unsigned_order(op, a, b)),
            (Op::BvSlt | Op::BvSle, &[a, b]) if a.is_address && b.is_address => {
                Word::plain(self.signed_order(op, a, b))
            }
            _ => {
                let args: Vec<Term> = args.iter().map(|&arg| self.bits_of(arg)).collect();
                Word::plain(self.store.make(op, sort, &args))
            }
        }
    }

    /// A sum with at most one address, or a difference. The difference of two addresses in the same
    /// object is an integer.
    fn sum(&mut self, op: Op, a: Word, b: Word) -> Term {
        let space = self.objects.space;
        let bits = [self.bits_of(a), self.bits_of(b)];
        let sum = self.store.make(op, &Sort::BitVec(space.width), &bits);
        let (a, b) = (self.address_of(a), self.address_of(b));
        let (a, b) = (space.number(&mut self.store, a), space.number(&mut self.store, b));
        let number = self.store.bv_xor(a, b);
        self.store.concat(number, sum)
    }

    /// The unsigned order of addresses; objects are ordered by their numbers. An integer compared
    /// with an address is below all addresses if its highest bit is 0, and above all if it is 1.
    fn unsigned_order(&mut self, op: Op, a: Word, b: Word) -> Term {
        let space = self.objects.space;
        if a.is_address && b.is_address {
            return self.store.make(op, &Sort::Bool, &[a.term, b.term]);
        }
        let (address, integer) = if a.is_address { (a, b) } else { (b, a) };
        let (sign, one) = (space.width - 1, self.store.bv(1, 1));
        let highest = self.store.extract(sign, sign, integer.term);
        let is_behind = self.store.eq(highest, one);
        let of_address = if a.is_address { is_behind } else { self.store.not(is_behind) };
        let bits = [self.bits_of(a), self.bits_of(b)];
        let of_integer = self.store.make(op, &Sort::Bool, &bits);
        let is_integer = space.is_integer(&mut self.store, address.term);
        self.store.ite(is_integer, of_integer, of_address)
    }

    /// The signed order of two integers, or of two addresses in the same object that lie on the
    /// same side of the sign boundary.
    fn signed_order(&mut self, op: Op, a: Word, b: Word) -> Term {
        let space = self.objects.space;
        let bits = [self.bits_of(a), self.bits_of(b)];
        let of_integers = self.store.make(op, &Sort::Bool, &bits);
        let unsigned = if op == Op::BvSlt { Op::BvUlt } else { Op::BvUle };
        let of_addresses = self.store.make(unsigned, &Sort::Bool, &bits);
        let is_integer = space.is_integer(&mut self.store, a.term);
        self.store.ite(is_integer, of_integers, of_addresses)
    }
}
