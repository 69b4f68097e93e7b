//! What a program may learn from addresses.
//!
//! The model gives each object an address, but a program must not depend on it: for example on
//! which of two objects comes first, or on the lowest bits of an address. Addresses may be copied,
//! compared for equality, and compared or subtracted inside one object. Any other result computed
//! from them is *undetermined*: it may be any truth value, or anything as wide as an address,
//! including an address. Nothing is known of narrower parts of addresses, since an address may be
//! assembled from them. A value that could hold an address but holds an integer is computed
//! exactly.
//!
//! Two objects are not always at different addresses: one may begin where the other ends, or where
//! the other was before it died, and string literals may share memory. Where [`Whereabouts`] cannot
//! exclude that, equality is undetermined too.
//!
//! [`Whereabouts`]: super::whereabouts::Whereabouts

use super::emit::ChoiceReason;
use super::lower::Lowering;
use super::words::Word;
use crate::points_to::{ClassId, Pointer};
use model::Gap;
use model::Span;
use program::{Property, StatementKind};
use term::{Op, Sort, Symbol, Term, post_order};

/// The last addresses, this many of them, contain no objects: as negative numbers they stand for
/// errors.
pub const ERRORS: u64 = 4096;

/// With 32-bit pointers, the assumed maximal size of an object of unknown size.
const REACH_32: u64 = 1 << 30;

/// A term of the program whose value is determined only under a condition.
#[derive(Clone, Copy, Debug)]
pub struct Undetermined {
    condition: Term,
    /// The variable that holds its value otherwise; without one the case is not modelled.
    otherwise: Option<Symbol>,
}

impl Lowering<'_> {
    /// Chooses the values of undetermined terms of a statement.
    pub(super) fn determine(&mut self, kind: &StatementKind, span: Option<Span>) {
        // Printing has no effect on the model.
        if !matches!(kind, StatementKind::Print { .. }) && !compares_objects(kind) {
            for term in kind.terms() {
                self.determine_term(term, span);
            }
        }
        // A pointer must be moved by an integer, so that it does not reach another object.
        if let StatementKind::Offset { delta, .. } = *kind {
            let delta = self.word(delta);
            let is_integer = self.is_integer(delta);
            self.require_supported(is_integer, Gap::AddressBits, span);
        }
    }

    /// Chooses the values of undetermined subterms of a term.
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
                None => self.require_supported(condition, Gap::AddressBits, span),
            }
        }
    }

    /// The value if a condition holds; undetermined otherwise.
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

    /// Gives a variable any value, for the case that a condition does not hold.
    fn choose_unless(&mut self, condition: Term, any: Symbol, span: Option<Span>) {
        if self.cut_undetermined {
            self.emitter.assume(&self.store, condition, span);
        } else {
            self.emitter.havoc(any, ChoiceReason::Undetermined { unless: condition }, span);
        }
    }

    /// The value of a subterm some of whose arguments may be addresses: exact if it does not depend
    /// on the addresses, undetermined otherwise.
    pub(super) fn if_determined(&mut self, part: Term, args: &[Word], exact: Word) -> Word {
        let source = &self.program.terms;
        let condition = self.is_determined(part, args);
        if self.store.as_bool(condition) == Some(true) {
            return exact;
        }
        self.exposes_addresses |=
            *source.sort(part) == Sort::Bool && self.may_guess(source.args(part), args);
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

    /// Whether a comparison may tell the program that an integer equals an address.
    fn may_guess(&self, terms: &[Term], args: &[Word]) -> bool {
        let integers = terms.iter().zip(args).filter(|(_, arg)| !arg.is_address);
        let is_open = |term: Term| self.program.terms.as_bitvec(term).is_none();
        self.whereabouts.has_integers_among_addresses
            || integers.into_iter().any(|(&term, _)| is_open(term))
    }

    /// Condition that the result of an operation is the same for every placement of objects.
    fn is_determined(&mut self, part: Term, args: &[Word]) -> Term {
        let source = &self.program.terms;
        let (op, terms) = (source.op(part), source.args(part));
        let cases = match (op, args) {
            (Op::Ite, _) => vec![self.store.bool(true)],
            (Op::Eq, &[a, b]) if a.is_address && b.is_address => {
                return self.is_determined_equality(part, [a, b], [terms[0], terms[1]]);
            }
            (Op::BvAdd, &[a, b]) if a.is_address && b.is_address => {
                vec![self.is_integer(a), self.is_integer(b)]
            }
            (Op::BvAdd, _) => vec![self.store.bool(true)],
            (Op::BvSub, &[_, b]) if !b.is_address => vec![self.store.bool(true)],
            (Op::BvSub, &[a, b]) => vec![self.are_in_one_object(a, b), self.is_integer(b)],
            (Op::BvUlt | Op::BvUle, &[a, b]) if a.is_address && b.is_address => {
                let same = self.are_in_one_object(a, b);
                let in_order = [(a, terms[0]), (b, terms[1])].map(|(x, t)| self.is_in_order(x, t));
                let in_object = self.store.and(&[same, in_order[0], in_order[1]]);
                vec![
                    in_object,
                    self.is_before_address((a, terms[0]), (b, terms[1])),
                    self.is_before_address((b, terms[1]), (a, terms[0])),
                ]
            }
            (Op::Eq | Op::BvUlt | Op::BvUle, &[a, b]) => {
                let (address, term, integer) =
                    if a.is_address { (a, terms[0], b) } else { (b, terms[1], a) };
                let is_within = self.is_within(address, term);
                // No address is less than the lowest address. An object may be at the lowest
                // address itself.
                let is_lowest = match op {
                    Op::BvUlt if a.is_address => self.is_lowest(integer.term),
                    Op::BvUle if b.is_address => self.is_lowest(integer.term),
                    _ => self.store.bool(false),
                };
                let is_no_address = self.is_no_address(integer.term);
                let is_no_address = self.store.or(&[is_no_address, is_lowest]);
                let beside = self.store.and(&[is_within, is_no_address]);
                vec![self.is_integer(address), beside]
            }
            (Op::BvSlt | Op::BvSle, &[a, b]) if a.is_address && b.is_address => {
                let same = self.are_in_one_object(a, b);
                let both = [(a, terms[0]), (b, terms[1])].map(|(x, t)| self.is_in_order(x, t));
                // With 32-bit pointers an object may extend across the sign boundary.
                let signed = self.store.bool(self.objects.space.width > 32);
                let in_object = self.store.and(&[same, both[0], both[1], signed]);
                let integers = [self.is_integer(a), self.is_integer(b)];
                vec![in_object, self.store.and(&integers)]
            }
            _ => {
                let addresses = args.iter().filter(|arg| arg.is_address);
                let integers: Vec<Term> = addresses.map(|&arg| self.is_integer(arg)).collect();
                vec![self.store.and(&integers)]
            }
        };
        self.store.or(&cases)
    }

    /// Condition that the equality of two values, both of which may be addresses, is determined.
    fn is_determined_equality(&mut self, part: Term, words: [Word; 2], terms: [Term; 2]) -> Term {
        let pointers = terms.map(|term| self.points_to.value(term));
        let is_recycled = self.whereabouts.is_recycled(part);
        let again = |class: ClassId| {
            let members = self.objects.in_class(class).iter();
            members.into_iter().any(|&index| self.objects.infos[index].begins_again)
        };
        let same_place = !is_recycled || !pointers.iter().flatten().any(|p| again(p.class));
        let may_differ = match pointers {
            [Some(a), Some(b)] => a.class != b.class || !self.objects.is_single(a.class),
            _ => true,
        };
        let may_share = match pointers {
            [Some(a), Some(b)] => self.whereabouts.may_share(&self.points_to, a.class, b.class),
            _ => false,
        };
        let [a, b] = words;
        let [x, y] = [(a, terms[0]), (b, terms[1])];
        let apart = if is_recycled || may_share {
            self.store.bool(false)
        } else if may_differ {
            let inside = [x, y].map(|(word, term)| self.is_inside(word, term));
            self.store.and(&inside)
        } else {
            self.store.bool(true)
        };
        let exact = !self.whereabouts.has_integers_among_addresses
            && [a, b].iter().zip(terms).all(|(_, term)| self.stays_within(term));
        if exact && same_place && self.store.as_bool(apart) == Some(true) {
            return apart;
        }
        let integers = [a, b].map(|word| self.is_integer(word));
        let addresses = integers.map(|integer| self.store.not(integer));
        let mut cases = vec![
            self.store.and(&integers),
            self.is_near_address(x, y),
            self.is_near_address(y, x),
            self.store.and(&[addresses[0], addresses[1], apart]),
        ];
        if same_place {
            cases.push(self.are_in_one_object(a, b));
        }
        self.store.or(&cases)
    }

    /// Condition that two values belong to the same object, or are both integers.
    fn are_in_one_object(&mut self, a: Word, b: Word) -> Term {
        let (a, b) = (self.address_of(a), self.address_of(b));
        let space = self.objects.space;
        let a = space.number(&mut self.store, a);
        let b = space.number(&mut self.store, b);
        self.store.eq(a, b)
    }

    /// Condition that a value that may be an address is an integer.
    fn is_integer(&mut self, value: Word) -> Term {
        let value = self.address_of(value);
        self.objects.space.is_integer(&mut self.store, value)
    }

    /// Condition that the first value is an integer that equals no address, and the second an
    /// address still at or after the start of its object. Then they differ.
    fn is_near_address(&mut self, integer: (Word, Term), address: (Word, Term)) -> Term {
        let is_integer = self.is_integer(integer.0);
        let bits = self.bits_of(integer.0);
        let is_no_address = self.is_no_address(bits);
        let is_within = self.is_within(address.0, address.1);
        self.store.and(&[is_integer, is_no_address, is_within])
    }

    /// Condition that the first value is an integer below all addresses, and the second an address
    /// still at or after the start of its object. Then the first is less.
    fn is_before_address(&mut self, integer: (Word, Term), address: (Word, Term)) -> Term {
        let value = self.address_of(integer.0);
        let low = self.store.bv(self.objects.space.address_bits(), self.lowest_address.max(1));
        let is_low = self.store.bv_ult(value, low);
        let is_within = self.is_within(address.0, address.1);
        self.store.and(&[is_low, is_within])
    }

    /// Condition that an integer equals the lowest address.
    fn is_lowest(&mut self, integer: Term) -> Term {
        let lowest = self.store.bv(self.objects.space.width, self.lowest_address);
        self.store.eq(integer, lowest)
    }

    /// Condition that an integer is not an address: it is null, below all addresses, or above all
    /// addresses.
    pub(super) fn is_no_address(&mut self, integer: Term) -> Term {
        let width = self.objects.space.width;
        let low = self.store.bv(width, self.lowest_address.max(1));
        let high = self.store.bv(width, ERRORS.wrapping_neg());
        let cases = [self.store.bv_ult(integer, low), self.store.bv_ult(high, integer)];
        self.store.or(&cases)
    }

    /// The pointer that a term may hold, if integer arithmetic may have moved it out of its object.
    fn moved(&mut self, term: Term) -> Option<Pointer> {
        let pointer = self.points_to.value(term)?;
        let stays =
            !self.whereabouts.may_leave(pointer.class) || self.objects.is_inside(pointer, true);
        (!stays).then_some(pointer)
    }

    fn stays_within(&mut self, term: Term) -> bool {
        self.moved(term).is_none()
    }

    /// Condition that an address is at or after the start of its object and did not wrap around.
    fn is_within(&mut self, word: Word, term: Term) -> Term {
        let Some(pointer) = self.moved(term) else { return self.store.bool(true) };
        let address = self.address_of(word);
        let limit = self.reach(pointer.class, address);
        let distance = self.objects.space.offset(&mut self.store, address);
        self.store.bv_ule(distance, limit)
    }

    /// Condition that the order of addresses inside the object is the order of distances from its
    /// start.
    fn is_in_order(&mut self, word: Word, term: Term) -> Term {
        let Some(pointer) = self.moved(term) else { return self.store.bool(true) };
        let address = self.address_of(word);
        let limit = self.reach(pointer.class, address);
        let distance = self.objects.space.offset(&mut self.store, address);
        // An address may be this far below its object without wrapping around.
        let below = self.store.bv(self.objects.space.width, self.lowest_address);
        let (distance, limit) =
            (self.store.bv_add(distance, below), self.store.bv_add(limit, below));
        let in_order = self.store.bv_ule(distance, limit);
        let is_integer = self.objects.space.is_integer(&mut self.store, address);
        self.store.or(&[is_integer, in_order])
    }

    /// The greatest distance from the start of its object at which an address still compares
    /// greater than the start.
    fn reach(&mut self, class: ClassId, address: Term) -> Term {
        match self.objects.space.width {
            32 => self.extent(class, address, REACH_32),
            // No process uses so many addresses that this distance could wrap around.
            width => self.store.bv(width, 1 << (width - 2)),
        }
    }

    /// Condition that an address points to a byte of its object.
    fn is_inside(&mut self, word: Word, term: Term) -> Term {
        let Some(pointer) = self.points_to.value(term) else { return self.store.bool(true) };
        if self.objects.is_inside(pointer, false) {
            return self.store.bool(true);
        }
        let address = self.address_of(word);
        let size = self.extent(pointer.class, address, 1);
        let distance = self.objects.space.offset(&mut self.store, address);
        self.store.bv_ult(distance, size)
    }

    /// The size of the object of an address; `unknown` if the model does not track it.
    fn extent(&mut self, class: ClassId, address: Term, unknown: u64) -> Term {
        let space = self.objects.space;
        let number = space.number(&mut self.store, address);
        let (fixed, fresh): (Vec<usize>, Vec<usize>) = self
            .objects
            .in_class(class)
            .iter()
            .partition(|&&index| self.objects.infos[index].number.is_some());
        let size = |this: &Self, index: usize| {
            let object = &this.objects.infos[index];
            object.size.or((object.least_size > 1).then_some(object.least_size))
        };
        let known = fresh.iter().map(|&index| size(self, index).unwrap_or(unknown)).min();
        let mut extent = match (known, self.lifetimes.fresh_size) {
            (Some(_), Some(sizes)) => {
                let sizes = self.store.var(sizes);
                self.store.select(sizes, number)
            }
            (known, _) => self.store.bv(space.width, known.unwrap_or(unknown)),
        };
        for index in fixed {
            let own = match (size(self, index), self.lifetimes.sizes.get(&index)) {
                (None, Some(&symbol)) => self.store.var(symbol),
                (size, _) => self.store.bv(space.width, size.unwrap_or(unknown)),
            };
            let own_number = self.objects.infos[index].number.expect("it exists once");
            let own_number = self.store.bv(space.number_bits, own_number);
            let here = self.store.eq(number, own_number);
            extent = self.store.ite(here, own, extent);
        }
        extent
    }
}

/// Whether a statement may compare addresses of different objects. The check for overlapping ranges
/// is meaningful for all addresses.
pub fn compares_objects(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Check(check) if check.property == Property::Undefined)
}
