//! Which objects live, and how large they are.
//!
//! What exists once has variables of its own; what is new each time has an element in arrays that
//! are indexed by its number. Nothing of this is declared where no check asks for it.

use super::lower::Lowering;
use super::objects::{Kind, ObjectInfo, Objects, owners};
use super::regions::declare_new;
use crate::points_to::Pointer;
use model::Span;
use program::{Condition, Program, StatementKind, Storage};
use rustc_hash::FxHashMap;
use term::{BitVec, Sort, Symbol, Term, TermStore};

/// States of an object that is new each time.
const DEAD: u64 = 0;
const ON_HEAP: u64 = 1;
const ON_STACK: u64 = 2;
const STATE_BITS: u32 = 2;

/// Lower addresses stand for the null pointer, and its neighbours.
const NULL_PAGE: u64 = 4096;

/// The variables of lifetimes and sizes.
pub struct Lifetimes {
    /// Whether an object lives, for those that exist once.
    alive: FxHashMap<usize, Symbol>,
    /// The size of an object that exists once and has no constant one.
    sizes: FxHashMap<usize, Symbol>,
    /// State, size and number of objects that are new each time.
    fresh_state: Option<Symbol>,
    fresh_size: Option<Symbol>,
    /// The number of the local object that an allocated one ends with; 0 for none.
    owners: Option<Symbol>,
    /// How many objects that are new each time live on the heap.
    fresh_count: Option<Symbol>,
    /// The number of the next new object.
    next: Option<Symbol>,
}

impl Lifetimes {
    /// Declares what the checks of a program need.
    pub fn declare(
        store: &mut TermStore,
        program: &Program,
        objects: &Objects,
        watched: bool,
    ) -> Lifetimes {
        let width = Sort::BitVec(objects.space.width);
        let number = Sort::BitVec(objects.space.number_bits);
        let sized = watched || asks_for_sizes(program);
        let mut lifetimes = Lifetimes {
            alive: FxHashMap::default(),
            sizes: FxHashMap::default(),
            fresh_state: None,
            fresh_size: None,
            owners: None,
            fresh_count: None,
            next: None,
        };
        for (index, object) in objects.infos.iter().enumerate() {
            if object.number.is_none() {
                continue;
            }
            if watched && matches!(object.kind, Kind::Local | Kind::Allocated(_)) {
                let name = format!("alive.{}", object.name);
                lifetimes.alive.insert(index, declare_new(store, &name, Sort::Bool));
            }
            if sized && object.size.is_none() {
                let name = format!("size.{}", object.name);
                lifetimes.sizes.insert(index, declare_new(store, &name, width.clone()));
            }
        }
        if objects.infos.iter().any(|object| object.number.is_none()) {
            let counter = Sort::BitVec(objects.space.counter_bits());
            lifetimes.next = Some(declare_new(store, "next-object", counter));
            if watched {
                let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
                if bodies.into_iter().any(|body| !owners(body).is_empty()) {
                    let owners = Sort::array(number.clone(), number.clone());
                    lifetimes.owners = Some(declare_new(store, "owner", owners));
                }
                let states = Sort::array(number.clone(), Sort::BitVec(STATE_BITS));
                lifetimes.fresh_state = Some(declare_new(store, "state", states));
                lifetimes.fresh_count = Some(declare_new(store, "live-objects", number.clone()));
            }
            if sized {
                let sizes = Sort::array(number, width);
                lifetimes.fresh_size = Some(declare_new(store, "size", sizes));
            }
        }
        lifetimes
    }

    /// All variables.
    pub fn symbols(&self) -> Vec<Symbol> {
        let fresh = [self.fresh_state, self.fresh_size, self.owners, self.fresh_count, self.next];
        let once = self.alive.values().chain(self.sizes.values()).copied();
        let mut all: Vec<Symbol> = once.chain(fresh.into_iter().flatten()).collect();
        all.sort_unstable();
        all
    }
}

fn asks_for_sizes(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut statements = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.statements);
    statements.any(|statement| matches!(statement.kind, StatementKind::ObjectSize { .. }))
}

impl Lowering<'_> {
    /// The state of lifetimes at the start.
    pub(super) fn initialise_lifetimes(&mut self) {
        let mut alive: Vec<Symbol> = self.lifetimes.alive.values().copied().collect();
        alive.sort_unstable();
        let dead = self.store.bool(false);
        for symbol in alive {
            self.emitter.assign(symbol, dead, None);
        }
        let number_bits = self.objects.space.number_bits;
        if let Some(next) = self.lifetimes.next {
            // Not 0: where arrays are indexed by the counter alone, null is no object.
            let first = self.store.bv(self.objects.space.counter_bits(), 1);
            self.emitter.assign(next, first, None);
        }
        if let Some(count) = self.lifetimes.fresh_count {
            let none = self.store.bv(number_bits, 0);
            self.emitter.assign(count, none, None);
        }
        if let Some(owners) = self.lifetimes.owners {
            let sort = self.store.symbol_sort(owners).clone();
            let none = self.store.bv(number_bits, 0);
            let unowned = self.store.const_array(&sort, none);
            self.emitter.assign(owners, unowned, None);
        }
        if let Some(states) = self.lifetimes.fresh_state {
            let sort = self.store.symbol_sort(states).clone();
            let dead = self.store.bv(STATE_BITS, DEAD);
            let all_dead = self.store.const_array(&sort, dead);
            self.emitter.assign(states, all_dead, None);
        }
    }

    /// A new object that exists once begins to live.
    pub(super) fn begin_once(&mut self, index: usize, size: Option<Term>, span: Option<Span>) {
        if let Some(&alive) = self.lifetimes.alive.get(&index) {
            let yes = self.store.bool(true);
            self.emitter.assign(alive, yes, span);
        }
        if let (Some(&symbol), Some(size)) = (self.lifetimes.sizes.get(&index), size) {
            self.emitter.assign(symbol, size, span);
        }
    }

    /// An object that exists once ends to live.
    pub(super) fn end_once(&mut self, index: usize, span: Option<Span>) {
        if let Some(&alive) = self.lifetimes.alive.get(&index) {
            let no = self.store.bool(false);
            self.emitter.assign(alive, no, span);
        }
    }

    /// An object with a number of its own begins to live; its address.
    pub(super) fn begin_fresh(&mut self, kind: Kind, size: Term, span: Option<Span>) -> Term {
        let next = self.lifetimes.next.expect("declared where there are such objects");
        let counter = self.store.var(next);
        let space = self.objects.space;
        let last = self.store.bv_const(BitVec::ones(space.counter_bits()));
        let exhausted = self.store.eq(counter, last);
        let enough = self.store.not(exhausted);
        self.emitter.assume(&self.store, enough, span);
        let number = space.fresh_number(&mut self.store, counter);
        let address = space.start(&mut self.store, number);
        if let Some(sizes) = self.lifetimes.fresh_size {
            let old = self.store.var(sizes);
            let new = self.store.store(old, number, size);
            self.emitter.assign(sizes, new, span);
        }
        if let Some(states) = self.lifetimes.fresh_state {
            let on_heap = kind == Kind::Allocated(Storage::Heap);
            let state = self.store.bv(STATE_BITS, if on_heap { ON_HEAP } else { ON_STACK });
            let old = self.store.var(states);
            let new = self.store.store(old, number, state);
            self.emitter.assign(states, new, span);
            if let (Some(count), true) = (self.lifetimes.fresh_count, on_heap) {
                let (old, one) = (self.store.var(count), self.store.bv(space.number_bits, 1));
                let new = self.store.bv_add(old, one);
                self.emitter.assign(count, new, span);
            }
        }
        address
    }

    /// Makes the next number another one; the address of the present object was used before.
    pub(super) fn advance_number(&mut self, span: Option<Span>) {
        let next = self.lifetimes.next.expect("declared where there are such objects");
        let bits = self.objects.space.counter_bits();
        let (counter, one) = (self.store.var(next), self.store.bv(bits, 1));
        let new = self.store.bv_add(counter, one);
        self.emitter.assign(next, new, span);
    }

    /// Lets an allocated object end together with a local one.
    pub(super) fn bind(&mut self, object: Term, owner: Symbol, span: Option<Span>) {
        let Some(owners) = self.lifetimes.owners else { return };
        let object = self.address(object);
        let owner = self.variable(owner);
        let owner = self.store.var(owner);
        let space = self.objects.space;
        let number = space.number(&mut self.store, object);
        let owner = space.number(&mut self.store, owner);
        let old = self.store.var(owners);
        let new = self.store.store(old, number, owner);
        self.emitter.assign(owners, new, span);
    }

    /// Whether an object has not ended together with a local one.
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

    /// Ends the life of what an address points to the start of.
    pub(super) fn free(&mut self, address: Term, span: Option<Span>) {
        if !self.watched {
            return;
        }
        let pointer = self.points_to.value(address);
        let address = self.address(address);
        for index in self.members(pointer) {
            let object = &self.objects.infos[index];
            let (Some(number), Some(&alive)) = (object.number, self.lifetimes.alive.get(&index))
            else {
                continue;
            };
            let start = self.start_of(number);
            let freed = self.store.eq(address, start);
            let spared = self.store.not(freed);
            let old = self.store.var(alive);
            let new = self.store.and(&[old, spared]);
            self.emitter.assign(alive, new, span);
        }
        if self.has_fresh(pointer) {
            self.free_fresh(address, span);
        }
    }

    /// Ends the life of an object that is new each time.
    pub(super) fn free_fresh(&mut self, address: Term, span: Option<Span>) {
        let (Some(states), Some(count)) = (self.lifetimes.fresh_state, self.lifetimes.fresh_count)
        else {
            return;
        };
        let space = self.objects.space;
        let number = space.number(&mut self.store, address);
        let start = space.start(&mut self.store, number);
        let at_start = self.store.eq(address, start);
        let old = self.store.var(states);
        let state = self.store.select(old, number);
        let on_heap = self.store.bv(STATE_BITS, ON_HEAP);
        let was_on_heap = self.store.eq(state, on_heap);
        let ends = self.store.and(&[was_on_heap, at_start]);
        let (counted, one) = (self.store.var(count), self.store.bv(space.number_bits, 1));
        let fewer = self.store.bv_sub(counted, one);
        let remaining = self.store.ite(ends, fewer, counted);
        self.emitter.assign(count, remaining, span);
        let dead = self.store.bv(STATE_BITS, DEAD);
        let new_state = self.store.ite(at_start, dead, state);
        let new = self.store.store(old, number, new_state);
        self.emitter.assign(states, new, span);
    }

    /// The condition of a check.
    pub(super) fn condition(&mut self, condition: &Condition) -> Term {
        match *condition {
            Condition::Holds(term) => self.term(term),
            Condition::Readable { base, address, size } => self.valid(base, address, size, false),
            Condition::Writable { base, address, size } => self.valid(base, address, size, true),
            Condition::Freeable(address) => self.freeable(address),
            // That all is freed is more than that all is tracked: where only the latter holds, the
            // trace is not one of the program, which its interpreter finds out.
            Condition::AllFreed | Condition::AllTracked => self.all_freed(),
        }
    }

    /// The condition of a check that is assumed: memory that the program does not own is valid.
    pub(super) fn assumption(&mut self, condition: &Condition) -> Term {
        if let Condition::Readable { base, .. } | Condition::Writable { base, .. } = *condition
            && self.points_to.value(base).is_none()
        {
            let base = self.term(base);
            let null_page = self.store.bv(self.objects.space.width, NULL_PAGE);
            return self.store.bv_ule(null_page, base);
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
            if written && object.kind == (Kind::Global { read_only: true }) {
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
            let (states, sizes) = (self.store.var(states), self.store.var(sizes));
            let state = self.store.select(states, base_number);
            let dead = self.store.bv(STATE_BITS, DEAD);
            let is_dead = self.store.eq(state, dead);
            let mut alive = self.store.not(is_dead);
            if self.is_on_stack(pointer) {
                let owner_lives = self.owner_lives(base_number);
                alive = self.store.and(&[alive, owner_lives]);
            }
            let length = self.store.select(sizes, base_number);
            let inside = self.inside(address, size, length);
            cases.push(self.store.and(&[alive, inside]));
        }
        let lives = self.store.or(&cases);
        let is_valid = self.store.and(&[stays, lives]);
        self.store.or(&[is_empty, is_valid])
    }

    /// Whether `size` bytes from an address lie in an object of a length.
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
        if let Some(count) = self.lifetimes.fresh_count {
            let none = self.store.bv(self.objects.space.number_bits, 0);
            let count = self.store.var(count);
            conditions.push(self.store.eq(count, none));
        }
        self.store.and(&conditions)
    }

    /// The size of the object that an address points into, `unknown` where there is none.
    pub(super) fn object_size(&mut self, address: Term, unknown: Term) -> Term {
        let pointer = self.points_to.value(address);
        let address = self.address(address);
        let number = self.objects.space.number(&mut self.store, address);
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

    fn has_fresh(&self, pointer: Option<Pointer>) -> bool {
        self.members(pointer).iter().any(|&index| self.objects.infos[index].number.is_none())
    }

    /// Whether a pointer may point to what is allocated on the stack.
    fn is_on_stack(&self, pointer: Option<Pointer>) -> bool {
        let members = self.members(pointer);
        members.iter().any(|&i| self.objects.infos[i].kind == Kind::Allocated(Storage::Stack))
    }

    fn is_alive(&mut self, index: usize) -> Term {
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

    fn size_of(&mut self, index: usize, object: &ObjectInfo) -> Term {
        match (object.size, self.lifetimes.sizes.get(&index)) {
            (None, Some(&size)) => self.store.var(size),
            (size, _) => self.store.bv(self.objects.space.width, size.unwrap_or(0)),
        }
    }

    /// The first byte of an object that exists once.
    pub(super) fn start_of(&mut self, number: u64) -> Term {
        self.objects.space.address(&mut self.store, number)
    }
}
