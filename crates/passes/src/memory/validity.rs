//! Conditions that accesses are valid, and that memory may be freed.

use super::lifetimes::{DEAD, FIXED_ON_STACK, ON_HEAP, STATE_BITS};
use super::lower::Lowering;
use super::objects::{Kind, ObjectInfo};
use crate::points_to::{ClassId, Congruence, Pointer};
use program::{Condition, Storage};
use term::{Symbol, Term};

/// Addresses below this are the null pointer and its neighbours.
const NULL_PAGE: u64 = 4096;

impl Lowering<'_> {
    /// The condition of a check.
    pub(super) fn condition(&mut self, condition: &Condition) -> Term {
        match *condition {
            Condition::Holds(term) => self.term(term),
            Condition::Readable { base, address, size } => self.valid(base, address, size, false),
            Condition::Writable { base, address, size } => self.valid(base, address, size, true),
            Condition::Freeable(address) => self.freeable(address),
            Condition::AllFreed => self.all_freed(),
            Condition::AllTracked | Condition::TrackedSoFar => self.all_tracked(),
        }
    }

    /// The condition of a check that is assumed to hold. Memory that the program does not own is
    /// valid.
    pub(super) fn assumption(&mut self, condition: &Condition) -> Term {
        if let Condition::Readable { base, .. } | Condition::Writable { base, .. } = *condition
            && self.points_to.value(base).is_none()
        {
            let base = self.term(base);
            let null_page = self.store.bv(self.objects.space.width, NULL_PAGE);
            return self.store.bv_ule(null_page, base);
        }
        if let Condition::Readable { base, .. } | Condition::Writable { base, .. } = *condition
            && let Some(outside) = self.is_outside(base)
        {
            let bits = self.term(base);
            let null_page = self.store.bv(self.objects.space.width, NULL_PAGE);
            let not_null = self.store.bv_ule(null_page, bits);
            let foreign = self.store.and(&[outside, not_null]);
            let valid = self.condition(condition);
            return self.store.or(&[foreign, valid]);
        }
        // The model can decide only for some runs whether all memory is tracked.
        if condition.asks_whether_tracked() {
            return self.store.bool(true);
        }
        self.condition(condition)
    }

    fn valid(&mut self, base: Term, address: Term, size: Term, written: bool) -> Term {
        let pointer = self.points_to.value(base);
        let (base, address) = (self.address(base), self.address(address));
        let size = self.integer(size, None);
        let space = self.objects.space;
        let zero = self.store.bv(space.width, 0);
        let is_empty = self.store.eq(size, zero);
        let base_number = space.number(&mut self.store, base);
        let address_number = space.number(&mut self.store, address);
        let stays = self.store.eq(base_number, address_number);
        let mut cases = Vec::new();
        for index in self.members(pointer) {
            let object = self.objects.infos[index].clone();
            let Some(number) = object.number else { continue };
            if written && object.read_only {
                continue;
            }
            let number = self.store.bv(space.number_bits, number);
            let same = self.store.eq(base_number, number);
            let alive = self.is_alive(index);
            let length = self.size_of(index, &object);
            let inside = self.inside(address, size, length);
            cases.push(self.store.and(&[same, alive, inside]));
        }
        if self.has_fresh(pointer)
            && let (Some(states), Some(sizes)) =
                (self.lifetimes.fresh_state, self.lifetimes.fresh_size)
        {
            let mut alive = self.fresh_lives(states, base_number);
            if written {
                let may_change = self.fresh_may_change(states, base_number, pointer);
                alive = self.store.and(&[alive, may_change]);
            }
            let sizes = self.store.var(sizes);
            let length = self.store.select(sizes, base_number);
            let inside = self.inside(address, size, length);
            cases.push(self.store.and(&[alive, inside]));
        }
        let lives = self.store.or(&cases);
        let is_valid = self.store.and(&[stays, lives]);
        self.store.or(&[is_empty, is_valid])
    }

    /// Condition that the `size` bytes from an address lie in an object of the given length.
    fn inside(&mut self, address: Term, size: Term, length: Term) -> Term {
        let distance = self.objects.space.offset(&mut self.store, address);
        let begins = self.store.bv_ule(distance, length);
        let left = self.store.bv_sub(length, distance);
        let ends = self.store.bv_ule(size, left);
        self.store.and(&[begins, ends])
    }

    fn freeable(&mut self, address: Term) -> Term {
        let pointer = self.points_to.value(address);
        let address = self.address(address);
        let null = self.store.bv(self.objects.space.address_bits(), 0);
        let mut cases = vec![self.store.eq(address, null)];
        for index in self.members(pointer) {
            let object = &self.objects.infos[index];
            if let (Some(number), Kind::Allocated(Storage::Heap)) = (object.number, object.kind) {
                let start = self.start_of(number);
                let same = self.store.eq(address, start);
                let alive = self.is_alive(index);
                cases.push(self.store.and(&[same, alive]));
            }
        }
        if let (true, Some(states)) = (self.has_fresh(pointer), self.lifetimes.fresh_state) {
            let number = self.objects.space.number(&mut self.store, address);
            let start = self.objects.space.start(&mut self.store, number);
            let at_start = self.store.eq(address, start);
            let states = self.store.var(states);
            let state = self.store.select(states, number);
            let on_heap = self.store.bv(STATE_BITS, ON_HEAP);
            let alive = self.store.eq(state, on_heap);
            cases.push(self.store.and(&[at_start, alive]));
        }
        self.store.or(&cases)
    }

    /// Condition that no fresh object is alive on the heap; `None` if there are no fresh objects.
    pub(super) fn no_fresh_left(&mut self) -> Option<Term> {
        let count = self.lifetimes.fresh_count?;
        let none = self.store.bv(self.objects.space.number_bits, 0);
        let count = self.store.var(count);
        Some(self.store.eq(count, none))
    }

    /// Condition that a fresh object is alive on the heap, and its size.
    pub(super) fn fresh_on_heap(&mut self, number: Term) -> (Term, Term) {
        let [states, sizes] = [self.lifetimes.fresh_state, self.lifetimes.fresh_size]
            .map(|array| self.store.var(array.expect("declared where lifetimes are watched")));
        let state = self.store.select(states, number);
        let on_heap = self.store.bv(STATE_BITS, ON_HEAP);
        (self.store.eq(state, on_heap), self.store.select(sizes, number))
    }

    /// Condition that the object that a pointer points to is alive.
    pub(super) fn lives(&mut self, pointer: Pointer, number: Term) -> Term {
        let mut cases = Vec::new();
        for index in self.members(Some(pointer)) {
            if let Some(own) = self.objects.infos[index].number {
                let own = self.store.bv(self.objects.space.number_bits, own);
                let same = self.store.eq(number, own);
                let alive = self.is_alive(index);
                cases.push(self.store.and(&[same, alive]));
            }
        }
        if let (true, Some(states)) = (self.has_fresh(Some(pointer)), self.lifetimes.fresh_state) {
            cases.push(self.fresh_lives(states, number));
        }
        self.store.or(&cases)
    }

    /// Condition that a fresh object is alive.
    fn fresh_lives(&mut self, states: Symbol, number: Term) -> Term {
        let states = self.store.var(states);
        let state = self.store.select(states, number);
        let dead = self.store.bv(STATE_BITS, DEAD);
        let is_dead = self.store.eq(state, dead);
        let alive = self.store.not(is_dead);
        let owner_lives = self.owner_lives(number);
        self.store.and(&[alive, owner_lives])
    }

    /// Condition that a fresh object is not read-only.
    fn fresh_may_change(&mut self, states: Symbol, number: Term, pointer: Option<Pointer>) -> Term {
        if !self.members(pointer).iter().any(|&index| self.objects.infos[index].read_only) {
            return self.store.bool(true);
        }
        let states = self.store.var(states);
        let state = self.store.select(states, number);
        let fixed = self.store.bv(STATE_BITS, FIXED_ON_STACK);
        let is_fixed = self.store.eq(state, fixed);
        self.store.not(is_fixed)
    }

    /// Condition that an object has not ended together with its owner.
    fn owner_lives(&mut self, number: Term) -> Term {
        let (Some(owners), Some(states)) = (self.lifetimes.owners, self.lifetimes.fresh_state)
        else {
            return self.store.bool(true);
        };
        let (owners, states) = (self.store.var(owners), self.store.var(states));
        let owner = self.store.select(owners, number);
        let none = self.store.bv(self.objects.space.number_bits, 0);
        let unowned = self.store.eq(owner, none);
        let state = self.store.select(states, owner);
        let dead = self.store.bv(STATE_BITS, DEAD);
        let ended = self.store.eq(state, dead);
        let lives = self.store.not(ended);
        self.store.or(&[unowned, lives])
    }

    fn all_freed(&mut self) -> Term {
        let mut conditions = Vec::new();
        for (index, object) in self.objects.infos.iter().enumerate() {
            if object.kind == Kind::Allocated(Storage::Heap)
                && let Some(&alive) = self.lifetimes.alive.get(&index)
            {
                let alive = self.store.var(alive);
                conditions.push(self.store.not(alive));
            }
        }
        conditions.extend(self.no_fresh_left());
        self.store.and(&conditions)
    }

    /// The size of the object that an address points into, or `unknown` if there is none.
    pub(super) fn object_size(&mut self, address: Term, unknown: Term) -> Term {
        let pointer = self.points_to.value(address);
        let address = self.address(address);
        let number = self.objects.space.number(&mut self.store, address);
        match pointer {
            Some(pointer) => self.size_at(pointer.class, number, unknown),
            None => unknown,
        }
    }

    /// The size of an object of a class, or `unknown` if there is none.
    pub(super) fn size_at(&mut self, class: ClassId, number: Term, unknown: Term) -> Term {
        let pointer = Some(Pointer { class, offset: Congruence::ANY });
        let mut result = unknown;
        if let (true, Some(sizes)) = (self.has_fresh(pointer), self.lifetimes.fresh_size) {
            let sizes = self.store.var(sizes);
            let size = self.store.select(sizes, number);
            let is_fresh = self.objects.space.is_fresh(&mut self.store, number);
            result = self.store.ite(is_fresh, size, result);
        }
        for index in self.members(pointer) {
            let object = self.objects.infos[index].clone();
            let Some(own) = object.number else { continue };
            let own = self.store.bv(self.objects.space.number_bits, own);
            let same = self.store.eq(number, own);
            let alive = self.is_alive(index);
            let here = self.store.and(&[same, alive]);
            let size = self.size_of(index, &object);
            result = self.store.ite(here, size, result);
        }
        result
    }

    /// The objects with content that a pointer may point to.
    pub(super) fn members(&self, pointer: Option<Pointer>) -> Vec<usize> {
        pointer.map_or_else(Vec::new, |pointer| self.objects.in_class(pointer.class).to_vec())
    }

    pub(super) fn has_fresh(&self, pointer: Option<Pointer>) -> bool {
        self.members(pointer).iter().any(|&index| self.objects.infos[index].number.is_none())
    }

    pub(super) fn is_alive(&mut self, index: usize) -> Term {
        let Some(&alive) = self.lifetimes.alive.get(&index) else { return self.store.bool(true) };
        let alive = self.store.var(alive);
        let object = &self.objects.infos[index];
        match (object.kind, object.number) {
            (Kind::Allocated(Storage::Stack), Some(number)) => {
                let number = self.store.bv(self.objects.space.number_bits, number);
                let owner_lives = self.owner_lives(number);
                self.store.and(&[alive, owner_lives])
            }
            _ => alive,
        }
    }

    pub(super) fn size_of(&mut self, index: usize, object: &ObjectInfo) -> Term {
        match (object.size, self.lifetimes.sizes.get(&index)) {
            (None, Some(&size)) => self.store.var(size),
            (size, _) => self.store.bv(self.objects.space.width, size.unwrap_or(0)),
        }
    }

    /// The address of the first byte of a fixed object.
    pub(super) fn start_of(&mut self, number: u64) -> Term {
        self.objects.space.address(&mut self.store, number)
    }
}
