//! What a program may learn from addresses.
//!
//! Objects have addresses in the model that are as good as any other, but a program must not draw
//! conclusions from them: which of two objects comes first, what the lowest bits are. Addresses may
//! be moved about, compared for equality, and compared or subtracted inside of one object. What is
//! computed from them otherwise is *undetermined*: it may be anything that is as wide as an address,
//! an address included, or any truth value. Of narrower parts of addresses nothing is known, as an
//! address may be put together from them. What merely may hold an address, but holds an integer, may
//! be used as one likes.

use super::emit::Asked;
use super::lower::Lowering;
use super::words::Word;
use crate::limits::ADDRESS_BITS;
use model::Span;
use program::{Property, StatementKind};
use term::{Op, Sort, Symbol, Term, post_order};

/// Numbers up to this, and minus this, are no addresses on any machine.
const NO_ADDRESS: u64 = 4096;

/// A term of the program that is determined on a condition only.
#[derive(Clone, Copy, Debug)]
pub struct Undetermined {
    condition: Term,
    /// What it is otherwise; nothing is known if there is no such variable.
    otherwise: Option<Symbol>,
}

impl Lowering<'_> {
    /// Chooses what undetermined terms of a statement are.
    pub(super) fn determine(&mut self, kind: &StatementKind, span: Option<Span>) {
        // What is printed has no effect.
        if !matches!(kind, StatementKind::Print { .. }) && !compares_objects(kind) {
            for term in kind.terms() {
                self.determine_term(term, span);
            }
        }
        // What a pointer is moved by leads to no other object.
        if let StatementKind::Offset { delta, .. } = *kind {
            let delta = self.word(delta);
            let is_integer = self.is_integer(delta);
            self.require_supported(is_integer, ADDRESS_BITS, span);
        }
    }

    /// Chooses what undetermined parts of a term are.
    pub(super) fn determine_term(&mut self, term: Term, span: Option<Span>) {
        self.word(term);
        if self.undetermined.is_empty() {
            return;
        }
        for part in post_order(&self.program.terms, &[term], |_| false) {
            let Some(&Undetermined { condition, otherwise }) = self.undetermined.get(&part) else {
                continue;
            };
            match otherwise {
                Some(any) => self.choose_unless(condition, any, span),
                None => self.require_supported(condition, ADDRESS_BITS, span),
            }
        }
    }

    /// A value that is undetermined unless a condition holds.
    pub(super) fn determined_if(
        &mut self,
        condition: Term,
        value: Term,
        span: Option<Span>,
    ) -> Term {
        if self.store.as_bool(condition) == Some(true) {
            return value;
        }
        let sort = self.store.sort(value).clone();
        let any = self.temporary("undetermined", sort);
        self.choose_unless(condition, any, span);
        let any = self.store.var(any);
        self.store.ite(condition, value, any)
    }

    /// The bits of a term as a number; undetermined if it is an address.
    pub(super) fn integer(&mut self, term: Term, span: Option<Span>) -> Term {
        let word = self.word(term);
        let bits = self.bits_of(word);
        if !word.is_address {
            return bits;
        }
        let is_integer = self.is_integer(word);
        self.determined_if(is_integer, bits, span)
    }

    /// Gives a variable any value, for where a condition does not hold.
    fn choose_unless(&mut self, condition: Term, any: Symbol, span: Option<Span>) {
        if self.cut_undetermined {
            self.emitter.assume(&self.store, condition, span);
        } else {
            self.emitter.havoc(any, Asked::Undetermined { unless: condition }, span);
        }
    }

    /// The value of a part of a term where some arguments may be addresses: undetermined unless it
    /// does not depend on them.
    pub(super) fn if_determined(&mut self, part: Term, args: &[Word], exact: Word) -> Word {
        let source = &self.program.terms;
        let condition = self.is_determined(source.op(part), args);
        if self.store.as_bool(condition) == Some(true) {
            return exact;
        }
        let width = self.objects.space.width;
        let (exact, any) = match *source.sort(part) {
            Sort::Bool => (exact, Some(self.temporary("undetermined", Sort::Bool))),
            Sort::BitVec(bits) if bits == width => {
                let any = self.temporary("undetermined", self.objects.space.sort(width));
                (Word::address(self.address_of(exact)), Some(any))
            }
            _ => (exact, None),
        };
        self.undetermined.insert(part, Undetermined { condition, otherwise: any });
        match any {
            Some(any) => {
                let any = self.store.var(any);
                Word { term: self.store.ite(condition, exact.term, any), ..exact }
            }
            None => exact,
        }
    }

    /// Whether the result of an operation is the same wherever objects are.
    fn is_determined(&mut self, op: Op, args: &[Word]) -> Term {
        let cases = match (op, args) {
            (Op::Ite, _) => vec![self.store.bool(true)],
            (Op::Eq, &[a, b]) => {
                let (address, integer) = match (a.is_address, b.is_address) {
                    (true, false) => (a, b),
                    (false, true) => (b, a),
                    _ => return self.store.bool(true),
                };
                vec![self.is_no_address(integer.term), self.is_integer(address)]
            }
            (Op::BvAdd, &[a, b]) if a.is_address && b.is_address => {
                vec![self.is_integer(a), self.is_integer(b)]
            }
            (Op::BvAdd, _) => vec![self.store.bool(true)],
            (Op::BvSub, &[_, b]) if !b.is_address => vec![self.store.bool(true)],
            (Op::BvSub, &[a, b]) => vec![self.are_in_one_object(a, b), self.is_integer(b)],
            (Op::BvUlt | Op::BvUle, &[a, b]) if a.is_address && b.is_address => vec![
                self.are_in_one_object(a, b),
                self.is_before_addresses(a),
                self.is_before_addresses(b),
            ],
            (Op::BvUlt | Op::BvUle, &[a, b]) => {
                let (address, integer) = if a.is_address { (a, b) } else { (b, a) };
                vec![self.is_integer(address), self.is_no_address(integer.term)]
            }
            (Op::BvSlt | Op::BvSle, &[a, b]) if a.is_address && b.is_address => {
                vec![self.are_in_one_object(a, b)]
            }
            _ => {
                let addresses = args.iter().filter(|arg| arg.is_address);
                let integers: Vec<Term> = addresses.map(|&arg| self.is_integer(arg)).collect();
                vec![self.store.and(&integers)]
            }
        };
        self.store.or(&cases)
    }

    /// Two values have the number of the same object, or are integers.
    fn are_in_one_object(&mut self, a: Word, b: Word) -> Term {
        let (a, b) = (self.address_of(a), self.address_of(b));
        let space = self.objects.space;
        let a = space.number(&mut self.store, a);
        let b = space.number(&mut self.store, b);
        self.store.eq(a, b)
    }

    /// What may be an address is none.
    fn is_integer(&mut self, value: Word) -> Term {
        let value = self.address_of(value);
        self.objects.space.is_integer(&mut self.store, value)
    }

    /// A value is a number that no address is below.
    fn is_before_addresses(&mut self, value: Word) -> Term {
        let value = self.address_of(value);
        let low = self.store.bv(self.objects.space.address_bits(), NO_ADDRESS);
        self.store.bv_ule(value, low)
    }

    /// An integer is an address on no machine.
    fn is_no_address(&mut self, integer: Term) -> Term {
        let width = self.objects.space.width;
        let low = self.store.bv(width, NO_ADDRESS);
        let high = self.store.bv(width, NO_ADDRESS.wrapping_neg());
        let cases = [self.store.bv_ule(integer, low), self.store.bv_ule(high, integer)];
        self.store.or(&cases)
    }
}

/// Whether a statement may compare addresses of different objects: whether ranges of bytes overlap
/// has a meaning for all of them.
pub fn compares_objects(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Check(check) if check.property == Property::Undefined)
}
