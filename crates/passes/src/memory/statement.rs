//! The lowering of statements.

use super::address_bits::compares_objects;
use super::emit::{ChoiceReason, Failure};
use super::lower::Lowering;
use super::nan::{any_nan, stored_float};
use super::objects::{Kind, constant};
use super::regions::{Bytes, Piece, Updates};
use super::words::Word;
use crate::points_to::{AllocationSite, Pointer};
use model::{ErrorKind, Gap};
use model::{Location, Span};
use program::{BlockId, Body, Condition, Property, Statement, StatementKind, Storage};
use term::{Sort, Symbol, Term};

/// An `Allocate` statement.
#[derive(Clone, Copy)]
struct Allocation {
    target: Symbol,
    size: Term,
    storage: Storage,
    zeroed: bool,
}

impl Lowering<'_> {
    /// Lowers the statements of a block.
    pub(super) fn block(&mut self, body: &Body, block: BlockId) {
        self.emitter.pass(block, false);
        for (index, statement) in body.block(block).statements.iter().enumerate() {
            if !self.emitter.is_live() {
                return;
            }
            let site = AllocationSite { function: self.function, block, statement: index };
            self.statement(site, statement);
        }
    }

    fn statement(&mut self, site: AllocationSite, statement: &Statement) {
        let span = statement.span;
        self.determine(&statement.kind, span);
        if !self.emitter.is_live() {
            return;
        }
        match &statement.kind {
            StatementKind::Forget(register) if self.may_hold_address(*register) => {
                let nothing = self.store.bv(self.objects.space.width, 0);
                self.assign(*register, Word::plain(nothing), span);
            }
            StatementKind::Forget(_) => {}
            StatementKind::Assign { target, value } => {
                let value = self.word(*value);
                self.assign(*target, value, span);
            }
            StatementKind::Choose { target, source } => {
                let target = self.variable(*target);
                let asked = ChoiceReason::Choice { source: source.clone(), span };
                self.emitter.havoc(target, asked, span);
            }
            StatementKind::Assume(condition) => {
                let condition = self.term(*condition);
                self.emitter.assume(&self.store, condition, span);
            }
            StatementKind::Check(check) => {
                if self.assumed.contains(check.property) {
                    let condition = self.assumption(&check.condition);
                    self.emitter.assume(&self.store, condition, span);
                    return;
                }
                if let Some(registers) = self.roots.get(&(site.block, site.statement)) {
                    self.tracked_from.clone_from(registers);
                }
                let condition = if compares_objects(&statement.kind) {
                    self.ordered_condition(&check.condition)
                } else {
                    self.condition(&check.condition)
                };
                let kind = ErrorKind::Violation(check.property);
                let midway = check.condition == Condition::TrackedSoFar;
                let failure = Failure { kind, message: check.message.clone(), span, midway };
                self.emitter.require(&mut self.store, condition, failure);
            }
            StatementKind::Load { target, address } => self.load(*target, *address, span),
            StatementKind::Store { address, value } => self.store(*address, *value, span),
            StatementKind::Offset { target, base, delta } => {
                let value = self.offset(*base, *delta);
                self.assign(*target, value, span);
            }
            StatementKind::Copy { to, from, size } => self.copy(*to, *from, *size, span),
            StatementKind::Fill { to, byte, size } => self.fill(*to, *byte, *size, span),
            StatementKind::Begin(object) => self.begin(*object, span),
            StatementKind::End(object) => self.end(*object, span),
            StatementKind::Allocate { target, size, storage, zeroed } => {
                let (target, size, storage, zeroed) = (*target, *size, *storage, *zeroed);
                self.allocate(site, Allocation { target, size, storage, zeroed }, span);
            }
            StatementKind::Bind { object, owner } => self.bind(*object, *owner, span),
            StatementKind::ObjectSize { target, address } => {
                let sort = Sort::BitVec(self.objects.space.width);
                let unknown = self.temporary("unknown-size", sort);
                self.emitter.havoc(unknown, ChoiceReason::Unknown, span);
                let unknown = self.store.var(unknown);
                let size = Word::plain(self.object_size(*address, unknown));
                self.assign(*target, size, span);
            }
            StatementKind::Free(address) => self.free(*address, span),
            StatementKind::Call { callee, args, result } => {
                self.call(*callee, args, *result, span);
            }
            StatementKind::Print { .. } => {}
            StatementKind::Unsupported(gap) => {
                self.emitter.unsupported(&mut self.store, gap.clone(), span);
            }
        }
    }

    /// A condition that may compare addresses of different objects.
    fn ordered_condition(&mut self, condition: &Condition) -> Term {
        self.compares_objects = true;
        let translated = std::mem::take(&mut self.translated);
        let condition = self.condition(condition);
        self.translated = translated;
        self.compares_objects = false;
        condition
    }

    /// Marks runs in which a condition does not hold as not modelled.
    pub(super) fn require_supported(&mut self, condition: Term, gap: Gap, span: Option<Span>) {
        let failure = Failure::unsupported(gap, span);
        self.emitter.require(&mut self.store, condition, failure);
    }

    /// Handles an access through a pointer that no known address flows into; returns whether it is
    /// modelled. The access is an error of the program, or goes to memory that the program does not
    /// own. That memory has arbitrary content and is disjoint from all objects. If accesses are
    /// checked, either a check failed before or the case is not modelled.
    fn foreign_access(&mut self, span: Option<Span>) -> bool {
        let checked = self.watched && !self.assumed.contains(Property::Deref);
        if checked {
            let what = "an access through a pointer that no address flows into";
            self.emitter.unsupported(&mut self.store, what, span);
        }
        !checked
    }

    fn load(&mut self, target: Symbol, address: Term, span: Option<Span>) {
        let size = u64::from(self.program.terms.symbol_sort(target).bit_width().unwrap_or(8) / 8);
        let bytes = self.pointer(address).and_then(|pointer| {
            let address = self.address(address);
            self.regions.read(&mut self.store, pointer, address, size)
        });
        let outside = self.is_outside(address);
        match bytes {
            Some(bytes) if self.may_hold_address(target) => {
                let value = self.joined(&bytes, span);
                let value = self.unless_outside(outside, value, span);
                self.assign(target, Word::address(value), span);
            }
            Some(bytes) => {
                // A program may not look at a part of an address.
                if self.points_to.symbol_value(target).is_some() {
                    self.require_integers(&bytes, span);
                }
                let value = self.unless_outside(outside, bytes.bits, span);
                self.assign(target, Word::plain(value), span);
            }
            None => {
                if self.foreign_access(span) {
                    self.load_foreign(target, address, span);
                }
            }
        }
    }

    /// Bytes combined to a value that may be an address or a part of one; undetermined if they come
    /// from several addresses.
    pub(super) fn joined(&mut self, bytes: &Bytes, span: Option<Span>) -> Term {
        let none = self.store.bv(self.objects.space.number_bits, 0);
        let first = bytes.numbers.first().copied().filter(|_| !bytes.has_integers);
        let number = first.unwrap_or(none);
        let same: Vec<Term> =
            bytes.numbers.iter().map(|&other| self.store.eq(number, other)).collect();
        let same = self.store.and(&same);
        let value = self.store.concat(number, bytes.bits);
        self.determined_if(same, value, span)
    }

    /// Requires that bytes are not part of an address.
    pub(super) fn require_integers(&mut self, bytes: &Bytes, span: Option<Span>) {
        let none = self.store.bv(self.objects.space.number_bits, 0);
        let integers: Vec<Term> =
            bytes.numbers.iter().map(|&number| self.store.eq(number, none)).collect();
        let integers = self.store.and(&integers);
        self.require_supported(integers, Gap::AddressBits, span);
    }

    /// Gives a register a value.
    fn assign(&mut self, register: Symbol, value: Word, span: Option<Span>) {
        let value = self.fitted(value, register);
        self.emitter.assign(self.variable(register), value, span);
    }

    fn store(&mut self, address: Term, value: Term, span: Option<Span>) {
        match self.pointer(address) {
            Some(pointer) => {
                let value = self.stored_image(pointer, value, span);
                let outside = self.is_outside(address);
                let word = self.word(address);
                self.refuse_guessed_address(word, span);
                let address = self.address_of(word);
                let mut updates = Updates::default();
                self.put(&mut updates, pointer, address, value, span);
                self.keep_if_outside(outside, &mut updates);
                self.apply(&updates, false, span);
            }
            None => {
                let word = self.word(address);
                self.refuse_guessed_address(word, span);
                if self.emitter.is_live() && self.foreign_access(span) {
                    self.store_foreign(address, value, span);
                }
            }
        }
    }

    /// Marks a write through an integer as not modelled if the program may have learnt that the
    /// integer is the address of an object.
    pub(super) fn refuse_guessed_address(&mut self, address: Word, span: Option<Span>) {
        if address.is_address && !self.whereabouts.has_integers_among_addresses {
            return;
        }
        let is_address = match address.is_address {
            true => {
                let is_integer = self.objects.space.is_integer(&mut self.store, address.term);
                self.store.not(is_integer)
            }
            false => self.store.bool(false),
        };
        let bits = self.bits_of(address);
        let is_no_address = self.is_no_address(bits);
        let harmless = self.store.or(&[is_address, is_no_address]);
        if self.store.as_bool(harmless) == Some(true) {
            return;
        }
        self.writes_through_integers = true;
        if self.exposed {
            self.require_supported(harmless, Gap::GuessedAddress, span);
        }
    }

    /// The bytes of a value as stored: a NaN gets an arbitrary bit pattern if its bits are read as
    /// another type.
    fn stored_image(&mut self, to: Pointer, value: Term, span: Option<Span>) -> Word {
        let terms = &self.program.terms;
        let image = self.word(value);
        let Some(float) = stored_float(terms, value) else { return image };
        let width = terms.width(value);
        if !self.plain_bytes.meet(to, u64::from(width / 8)) {
            return image;
        }
        let float = self.term(float);
        let is_nan = self.store.fp_is_nan(float);
        if self.store.as_bool(is_nan) == Some(false) {
            return image;
        }
        self.has_open_nans = true;
        let any = self.temporary("any-nan", Sort::BitVec(width));
        self.emitter.havoc(any, ChoiceReason::Unknown, span);
        let any = self.store.var(any);
        let any = any_nan(&mut self.store, any);
        Word::plain(self.store.ite(is_nan, any, image.term))
    }

    /// Stores the bytes of a value behind a pointer.
    pub(super) fn put(
        &mut self,
        updates: &mut Updates,
        to: Pointer,
        address: Term,
        value: Word,
        span: Option<Span>,
    ) {
        for (piece, bytes) in self.divided(to, value) {
            self.write(updates, &piece, address, bytes, span);
        }
    }

    /// The bytes of a value, divided into pieces of the cells behind a pointer.
    pub(super) fn divided(&mut self, to: Pointer, value: Word) -> Vec<(Piece, Term)> {
        let bits = self.bits_of(value);
        let number = self.address_of(value);
        let number = self.objects.space.number(&mut self.store, number);
        let size = u64::from(self.store.width(bits) / 8);
        let mut divided = Vec::new();
        for piece in self.regions.pieces(to, size) {
            let (low, high) =
                (8 * piece.distance as u32, 8 * (piece.distance as u64 + piece.bytes) as u32);
            let mut bytes = self.store.extract(high - 1, low, bits);
            if piece.may_hold_address() {
                bytes = self.store.concat(number, bytes);
            }
            divided.push((piece, bytes));
        }
        divided
    }

    /// Writes the bytes of a piece.
    pub(super) fn write(
        &mut self,
        updates: &mut Updates,
        piece: &Piece,
        address: Term,
        bytes: Term,
        span: Option<Span>,
    ) {
        let cell = match piece.is_whole() {
            true => bytes,
            false => {
                let old = self.regions.cell(&mut self.store, piece, address);
                self.replaced(piece, old, bytes, span)
            }
        };
        self.regions.write(&mut self.store, updates, piece, address, cell);
    }

    /// The value of a cell after the bytes of a piece are replaced; undetermined if it then has
    /// parts of different addresses.
    pub(super) fn replaced(
        &mut self,
        piece: &Piece,
        cell: Term,
        bytes: Term,
        span: Option<Span>,
    ) -> Term {
        let (cell, unmixed) = self.regions.merged(&mut self.store, piece, cell, bytes);
        self.determined_if(unmixed, cell, span)
    }

    /// An arbitrary value for a piece of memory.
    pub(super) fn any_bytes(
        &mut self,
        piece: &Piece,
        asked: ChoiceReason,
        span: Option<Span>,
    ) -> Term {
        let bits = 8 * piece.bytes as u32;
        let sort = match piece.may_hold_address() {
            true => self.objects.space.sort(bits),
            false => Sort::BitVec(bits),
        };
        let any = self.temporary("any", sort);
        self.emitter.havoc(any, asked, span);
        self.store.var(any)
    }

    /// Assigns all variables at once, through temporaries where new values may read old ones.
    pub(super) fn apply(&mut self, updates: &Updates, may_overlap: bool, span: Option<Span>) {
        if !may_overlap || updates.len() < 2 {
            for (symbol, value) in updates.iter() {
                self.emitter.assign(symbol, value, span);
            }
            return;
        }
        let mut buffered = Vec::with_capacity(updates.len());
        for (symbol, value) in updates.iter() {
            let sort = self.store.symbol_sort(symbol).clone();
            let buffer = self.temporary("buffer", sort);
            self.emitter.assign(buffer, value, span);
            buffered.push((symbol, buffer));
        }
        for (symbol, buffer) in buffered {
            let value = self.store.var(buffer);
            self.emitter.assign(symbol, value, span);
        }
    }

    /// The address at a distance from another.
    fn offset(&mut self, base: Term, delta: Term) -> Word {
        let (base, delta) = (self.word(base), self.term(delta));
        if base.is_address {
            Word::address(self.objects.space.moved(&mut self.store, base.term, delta))
        } else {
            Word::plain(self.store.bv_add(base.term, delta))
        }
    }

    fn begin(&mut self, object: Symbol, span: Option<Span>) {
        let Some(&index) = self.objects.by_address.get(&object) else {
            self.emitter.create(None, false);
            return;
        };
        let info = self.objects.infos[index].clone();
        let size = info.size.unwrap_or(0);
        let start = match info.number {
            Some(number) => {
                self.begin_once(index, None, span);
                // Before its first life nothing has been written to it.
                if info.begins_again {
                    self.havoc_content(object, size, span);
                }
                self.start_of(number)
            }
            None => {
                let variable = self.variable(object);
                let old = self.store.var(variable);
                self.free_fresh(old, span);
                let size = self.store.bv(self.objects.space.width, size);
                let address = self.begin_fresh(index, size, span);
                self.emitter.assign(variable, address, span);
                self.advance_number(span);
                old
            }
        };
        let place = self.points_to.class_of(object).map(|class| (start, class));
        self.emitter.create(place, info.kind == Kind::Activation);
    }

    /// Makes the content of a local variable arbitrary.
    fn havoc_content(&mut self, object: Symbol, size: u64, span: Option<Span>) {
        let Some(here) = self.points_to.object(object) else { return };
        let index = self.objects.by_address[&object];
        let number = self.objects.infos[index].number.expect("it exists once");
        let own = self.regions.symbols_of(here.class, number);
        if !own.is_empty() {
            for symbol in own {
                self.emitter.havoc(symbol, ChoiceReason::Content(object), span);
            }
            return;
        }
        let start = self.start_of(number);
        let mut updates = Updates::default();
        for piece in self.regions.pieces(here, size) {
            let any = self.any_bytes(&piece, ChoiceReason::Content(object), span);
            self.write(&mut updates, &piece, start, any, span);
        }
        self.apply(&updates, false, span);
    }

    fn end(&mut self, object: Symbol, span: Option<Span>) {
        let Some(&index) = self.objects.by_address.get(&object) else { return };
        if self.objects.infos[index].number.is_some() {
            self.end_once(index, span);
        } else {
            let variable = self.variable(object);
            let address = self.store.var(variable);
            self.free_fresh(address, span);
        }
    }

    fn allocate(&mut self, site: AllocationSite, allocation: Allocation, span: Option<Span>) {
        let Allocation { target, size, storage, zeroed } = allocation;
        let index = self.objects.by_site[&site];
        let info = self.objects.infos[index].clone();
        let bytes = constant(&self.program.terms, size);
        let size = self.integer(size, span);
        let width = self.objects.space.width;
        let largest = self.store.bv(width, self.objects.space.largest);
        let fits = self.store.bv_ult(size, largest);
        let target = self.variable(target);
        let start = match storage {
            Storage::Heap if self.store.as_bool(fits) != Some(true) => self.emitter.split(span),
            Storage::Heap => None,
            // The stack has no more room: nothing is known of such a run.
            Storage::Stack => None,
        };
        self.emitter.assume(&self.store, fits, span);
        if let Some(number) = info.number {
            self.begin_once(index, Some(size), span);
            let address = self.start_of(number);
            self.emitter.assign(target, address, span);
        } else {
            let address = self.begin_fresh(index, size, span);
            self.emitter.assign(target, address, span);
            self.advance_number(span);
        }
        let here = self.points_to.allocation(site);
        let address = self.store.var(target);
        self.emitter.create(here.map(|here| (address, here.class)), false);
        if let Some(here) = here.filter(|here| zeroed && !self.regions.starts_right(here.class)) {
            let zero = self.store.bv(8, 0);
            match bytes {
                Some(bytes) => self.fill_constant(here, address, zero, bytes, span),
                None => self.fill_units(here, address, zero, size, span),
            }
        }
        if let Some(start) = start {
            self.fail_to_allocate(target, start, fits, span);
        }
    }

    /// An allocation of too much memory returns null.
    fn fail_to_allocate(
        &mut self,
        target: Symbol,
        start: Location,
        fits: Term,
        span: Option<Span>,
    ) {
        let end = self.emitter.cfa.fresh_location(span);
        self.emitter.goto(end, span);
        self.emitter.start(start);
        let fails = self.store.not(fits);
        self.emitter.assume(&self.store, fails, span);
        let null = self.store.bv(self.objects.space.address_bits(), 0);
        self.emitter.assign(target, null, span);
        self.emitter.goto(end, span);
        self.emitter.start(end);
    }
}
