//! Lifetimes and sizes of objects.
//!
//! Fixed objects have variables of their own. Fresh objects have elements in arrays indexed by
//! object number. Variables are declared only if a check needs them.

use super::lower::Lowering;
use super::objects::{Kind, Objects};
use super::region::declare_new;
use crate::program::asks_whether_tracked;
use model::Span;
use program::{Program, StatementKind, Storage};
use rustc_hash::FxHashMap;
use term::{BitVec, Sort, Symbol, Term, TermStore};

/// States of a fresh object.
pub(super) const DEAD: u64 = 0;
pub(super) const ON_HEAP: u64 = 1;
const ON_STACK: u64 = 2;
/// On the stack and read-only.
pub(super) const FIXED_ON_STACK: u64 = 3;
pub(super) const STATE_BITS: u32 = 2;

/// The variables of lifetimes and sizes.
pub struct Lifetimes {
    /// Whether a fixed object is alive.
    pub(super) alive: FxHashMap<usize, Symbol>,
    /// The size of a fixed object whose size is not constant.
    pub(super) sizes: FxHashMap<usize, Symbol>,
    /// State and size of fresh objects.
    pub(super) fresh_state: Option<Symbol>,
    pub(super) fresh_size: Option<Symbol>,
    /// The number of the local object that an allocated one ends with; 0 for none.
    pub(super) owners: Option<Symbol>,
    /// How many fresh objects are alive on the heap.
    pub(super) fresh_count: Option<Symbol>,
    /// The number of one object that may be lost. It is chosen at the start, so a proof about it
    /// holds for all objects.
    pub(super) lost: Option<Symbol>,
    /// The number of the next fresh object.
    next: Option<Symbol>,
}

impl Lifetimes {
    /// Declares the variables that the checks of a program need.
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
            lost: None,
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
        if asks_whether_tracked(program) {
            lifetimes.lost = Some(declare_new(store, "lost", number.clone()));
        }
        if objects.infos.iter().any(|object| object.number.is_none()) {
            let counter = Sort::BitVec(objects.space.counter_bits());
            lifetimes.next = Some(declare_new(store, "next-object", counter));
            if watched {
                if any_statement(program, |kind| matches!(kind, StatementKind::Bind { .. })) {
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
        let fresh = [
            self.fresh_state,
            self.fresh_size,
            self.owners,
            self.fresh_count,
            self.lost,
            self.next,
        ];
        let once = self.alive.values().chain(self.sizes.values()).copied();
        let mut all: Vec<Symbol> = once.chain(fresh.into_iter().flatten()).collect();
        all.sort_unstable();
        all
    }
}

fn asks_for_sizes(program: &Program) -> bool {
    any_statement(program, |kind| matches!(kind, StatementKind::ObjectSize { .. }))
}

fn any_statement(program: &Program, is_one: impl Fn(&StatementKind) -> bool) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut statements = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.statements);
    statements.any(|statement| is_one(&statement.kind))
}

impl Lowering<'_> {
    /// Initialises lifetimes.
    pub(super) fn initialise_lifetimes(&mut self) {
        let mut alive: Vec<Symbol> = self.lifetimes.alive.values().copied().collect();
        alive.sort_unstable();
        let dead = self.store.bool(false);
        for symbol in alive {
            self.emitter.assign(symbol, dead, None);
        }
        let number_bits = self.objects.space.number_bits;
        if let Some(next) = self.lifetimes.next {
            // Not 0: if arrays are indexed by the counter alone, null must not be an object.
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

    /// Starts the life of a fixed object.
    pub(super) fn begin_once(&mut self, index: usize, size: Option<Term>, span: Option<Span>) {
        if let Some(&alive) = self.lifetimes.alive.get(&index) {
            let yes = self.store.bool(true);
            self.emitter.assign(alive, yes, span);
        }
        if let (Some(&symbol), Some(size)) = (self.lifetimes.sizes.get(&index), size) {
            self.emitter.assign(symbol, size, span);
        }
    }

    /// Ends the life of a fixed object.
    pub(super) fn end_once(&mut self, index: usize, span: Option<Span>) {
        if let Some(&alive) = self.lifetimes.alive.get(&index) {
            let no = self.store.bool(false);
            self.emitter.assign(alive, no, span);
        }
    }

    /// Starts the life of a fresh object; returns its address.
    pub(super) fn begin_fresh(&mut self, object: usize, size: Term, span: Option<Span>) -> Term {
        let next = self.lifetimes.next.expect("declared where there are such objects");
        let counter = self.store.var(next);
        let space = self.objects.space;
        if !self.reuses_numbers {
            let exhausted = self.is_last_number(counter);
            let enough = self.store.not(exhausted);
            self.emitter.assume(&self.store, enough, span);
        }
        let number = space.fresh_number(&mut self.store, counter);
        let address = space.start(&mut self.store, number);
        if let Some(sizes) = self.lifetimes.fresh_size {
            let old = self.store.var(sizes);
            let new = self.store.store(old, number, size);
            self.emitter.assign(sizes, new, span);
        }
        if let Some(states) = self.lifetimes.fresh_state {
            let object = &self.objects.infos[object];
            let on_heap = object.kind == Kind::Allocated(Storage::Heap);
            let state = match object.read_only {
                _ if on_heap => ON_HEAP,
                true => FIXED_ON_STACK,
                false => ON_STACK,
            };
            let state = self.store.bv(STATE_BITS, state);
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

    /// Increments the counter of fresh objects. The address of the current object must be used
    /// before.
    pub(super) fn advance_number(&mut self, span: Option<Span>) {
        let next = self.lifetimes.next.expect("declared where there are such objects");
        let bits = self.objects.space.counter_bits();
        let (counter, one) = (self.store.var(next), self.store.bv(bits, 1));
        let mut new = self.store.bv_add(counter, one);
        if self.reuses_numbers {
            // The first number is one.
            let exhausted = self.is_last_number(counter);
            new = self.store.ite(exhausted, one, new);
        }
        self.emitter.assign(next, new, span);
    }

    /// Whether the counter of fresh objects has its greatest value.
    fn is_last_number(&mut self, counter: Term) -> Term {
        let last = BitVec::ones(self.objects.space.counter_bits());
        let last = self.store.bv_const(last);
        self.store.eq(counter, last)
    }

    /// Makes an allocated object end together with a local one.
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

    /// Ends the life of the object that starts at an address.
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

    /// Ends the life of a fresh object.
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
}
