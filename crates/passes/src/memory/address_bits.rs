//! What a program may learn from addresses.
//!
//! Objects have addresses in the model that are as good as any other, but a program must not draw
//! conclusions from them: which of two objects comes first, what the lowest bits are. Addresses may
//! be moved about, compared for equality, and compared or subtracted inside of one object; runs that
//! compute anything else from them are not modelled. What merely may hold an address, but holds a
//! small number, may be used as one likes.

use super::lower::Lowering;
use crate::limits::ADDRESS_BITS;
use model::Span;
use program::{Property, StatementKind};
use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, post_order};

/// Numbers up to this, and minus this, are no addresses on any machine.
const NO_ADDRESS: u64 = 4096;

impl Lowering<'_> {
    /// Requires that a statement computes nothing from addresses that depends on their choice.
    pub(super) fn require_portable(&mut self, kind: &StatementKind, span: Option<Span>) {
        // Whether bytes overlap has a meaning for all addresses; what is printed has no effect.
        let exempt = match kind {
            StatementKind::Check(check) => check.property == Property::Undefined,
            StatementKind::Print { .. } => true,
            _ => false,
        };
        if !exempt {
            for term in kind.terms() {
                self.require_portable_term(term, span);
            }
        }
    }

    /// Requires it of a term.
    pub(super) fn require_portable_term(&mut self, term: Term, span: Option<Span>) {
        let source = &self.program.terms;
        let mut holds_address: FxHashMap<Term, bool> = FxHashMap::default();
        for part in post_order(source, &[term], |_| false) {
            let args = source.args(part);
            let carries = |arg: &Term| holds_address[arg];
            let any = args.iter().any(carries);
            let holds = match source.op(part) {
                Op::Var(symbol) => self.may_hold_address(symbol),
                Op::Ite => args[1..].iter().any(carries),
                Op::Eq | Op::BvAdd | Op::BvSub if any => {
                    self.require_portable_node(part, &holds_address, span);
                    *source.sort(part) != Sort::Bool
                }
                _ if any => {
                    self.require_portable_node(part, &holds_address, span);
                    false
                }
                _ => false,
            };
            holds_address.insert(part, holds);
        }
    }

    fn require_portable_node(
        &mut self,
        part: Term,
        holds_address: &FxHashMap<Term, bool>,
        span: Option<Span>,
    ) {
        let source = &self.program.terms;
        let (op, args) = (source.op(part), source.args(part));
        let condition = match (op, args) {
            (Op::Eq, &[a, b]) => {
                let constants: Vec<Term> = [(a, b), (b, a)]
                    .into_iter()
                    .filter(|&(_, other)| source.as_bitvec(other).is_some())
                    .map(|(address, _)| address)
                    .collect();
                let [address] = constants[..] else { return };
                let constant = self.term(if address == a { b } else { a });
                let cases = [self.is_no_address(constant), self.is_integer(address)];
                self.store.or(&cases)
            }
            (Op::BvAdd, &[a, b]) if holds_address[&a] && holds_address[&b] => {
                let cases = [self.is_integer(a), self.is_integer(b)];
                self.store.or(&cases)
            }
            (Op::BvAdd, _) => return,
            (Op::BvSub, &[_, b]) if !holds_address[&b] => return,
            (Op::BvSub, &[a, b]) => {
                let cases = [self.are_in_one_object(a, b), self.is_integer(b)];
                self.store.or(&cases)
            }
            (Op::BvUlt | Op::BvUle, &[a, b]) if holds_address[&a] && holds_address[&b] => {
                let cases = [
                    self.are_in_one_object(a, b),
                    self.is_before_addresses(a),
                    self.is_before_addresses(b),
                ];
                self.store.or(&cases)
            }
            (Op::BvUlt | Op::BvUle, &[a, b]) => {
                let (address, integer) = if holds_address[&a] { (a, b) } else { (b, a) };
                let integer = self.term(integer);
                let cases = [self.is_integer(address), self.is_no_address(integer)];
                self.store.or(&cases)
            }
            (Op::BvSlt | Op::BvSle, &[a, b]) if holds_address[&a] && holds_address[&b] => {
                self.are_in_one_object(a, b)
            }
            _ => {
                let holding: Vec<Term> =
                    args.iter().copied().filter(|arg| holds_address[arg]).collect();
                let integers: Vec<Term> =
                    holding.into_iter().map(|arg| self.is_integer(arg)).collect();
                self.store.and(&integers)
            }
        };
        self.require_supported(condition, ADDRESS_BITS, span);
    }

    /// Two values have the number of the same object, or are integers.
    fn are_in_one_object(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.address(a), self.address(b));
        let space = self.objects.space;
        let a = space.number(&mut self.store, a);
        let b = space.number(&mut self.store, b);
        self.store.eq(a, b)
    }

    /// What may be an address is none.
    fn is_integer(&mut self, value: Term) -> Term {
        let value = self.address(value);
        self.objects.space.is_integer(&mut self.store, value)
    }

    /// A value is a number that no address is below.
    fn is_before_addresses(&mut self, value: Term) -> Term {
        let value = self.address(value);
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
