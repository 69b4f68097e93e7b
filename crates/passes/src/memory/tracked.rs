//! Whether pointers lead to all memory that is not freed.
//!
//! Pointers are followed from global objects, local variables and live temporaries, through at most
//! one heap object. Memory reached in this way is tracked. Memory that is reached only by longer
//! paths may be lost according to the model. So proofs are sound, and the interpreter, which
//! follows all pointers, rejects a spurious trace.

use super::lower::Lowering;
use super::objects::{Kind, Starts};
use crate::points_to::{ClassId, Congruence, Pointer};
use program::Storage;
use std::collections::BTreeMap;
use term::{Symbol, Term};

/// The maximal number of memory words that are examined.
const MAX_WORDS: usize = 64;

/// The maximal number of cases of objects and words at a check, for fixed objects.
const MAX_CASES: usize = 512;

/// A word is followed only if it may point to at most this many objects, divided by the number of
/// checks.
const MAX_TARGETS: usize = 2048;

/// A memory word that may hold an address.
struct TrackedWord {
    /// Its value.
    value: Term,
    /// What it may point to.
    pointer: Pointer,
    /// Condition that the word is in a reached object.
    reached: Term,
}

impl Lowering<'_> {
    /// Condition that pointers lead to all memory that is not freed, as far as they are followed.
    pub(super) fn all_tracked(&mut self) -> Term {
        let words = self.tracked_words();
        let is_once_on_heap = |&index: &usize| {
            let object = &self.objects.infos[index];
            object.kind == Kind::Allocated(Storage::Heap) && object.number.is_some()
        };
        let once: Vec<usize> = (0..self.objects.infos.len()).filter(is_once_on_heap).collect();
        let mut conditions = Vec::new();
        if once.len() * words.len() > MAX_CASES
            && let Some(lost) = self.lifetimes.lost
        {
            conditions.push(self.one_is_tracked(&words, &once, lost));
        } else {
            for index in once {
                let (number, alive, size) = self.number_and_life(index);
                let tracked = self.is_tracked(&words, number, size);
                conditions.push(self.store.implies(alive, tracked));
            }
        }
        if let Some((none_left, lost)) = self.no_fresh_left().zip(self.lifetimes.lost) {
            let lost = self.store.var(lost);
            let (on_heap, size) = self.fresh_on_heap(lost);
            let tracked = self.is_tracked(&words, lost, size);
            let lives_tracked = self.store.implies(on_heap, tracked);
            conditions.push(self.store.or(&[none_left, lives_tracked]));
        }
        self.store.and(&conditions)
    }

    /// Condition that the chosen object is tracked, if it is one of some objects and alive.
    fn one_is_tracked(&mut self, words: &[TrackedWord], objects: &[usize], chosen: Symbol) -> Term {
        let chosen = self.store.var(chosen);
        let mut cases = Vec::with_capacity(objects.len());
        let mut chosen_size = self.store.bv(self.objects.space.width, 0);
        for &index in objects {
            let (number, alive, size) = self.number_and_life(index);
            let same = self.store.eq(chosen, number);
            cases.push(self.store.and(&[same, alive]));
            chosen_size = self.store.ite(same, size, chosen_size);
        }
        let lives = self.store.or(&cases);
        let tracked = self.is_tracked(words, chosen, chosen_size);
        self.store.implies(lives, tracked)
    }

    /// The number of a fixed object, whether it is alive, and its size.
    fn number_and_life(&mut self, index: usize) -> (Term, Term, Term) {
        let object = self.objects.infos[index].clone();
        let number = object.number.expect("it exists once");
        let number = self.store.bv(self.objects.space.number_bits, number);
        let alive = self.is_alive(index);
        (number, alive, self.size_of(index, &object))
    }

    /// Condition that one of some words points into an object, or just past it.
    fn is_tracked(&mut self, words: &[TrackedWord], number: Term, size: Term) -> Term {
        let space = self.objects.space;
        let mut cases = Vec::with_capacity(words.len());
        for word in words {
            let target = space.number(&mut self.store, word.value);
            let same = self.store.eq(target, number);
            let offset = space.offset(&mut self.store, word.value);
            let inside = self.store.bv_ule(offset, size);
            cases.push(self.store.and(&[word.reached, same, inside]));
        }
        self.store.or(&cases)
    }

    /// The words of registers, of global and local objects, and of heap objects that these point
    /// to.
    fn tracked_words(&mut self) -> Vec<TrackedWord> {
        let mut words = Vec::new();
        let always = self.store.bool(true);
        for global in &self.program.globals {
            let (Some(info), Some(here)) =
                (self.objects.named(global.address), self.points_to.object(global.address))
            else {
                continue;
            };
            let Some(number) = info.number else { continue };
            let start = self.start_of(number);
            self.add_words(&mut words, here, start, (always, Some(global.layout.size())));
        }
        self.add_registers(&mut words);
        self.add_local_objects(&mut words);
        let most_targets = MAX_TARGETS / self.roots.len().max(1);
        for index in 0..words.len() {
            let TrackedWord { value, pointer, reached } = words[index];
            if self.members(Some(pointer)).len() > most_targets {
                continue;
            }
            let space = self.objects.space;
            let number = space.number(&mut self.store, value);
            let start = space.start(&mut self.store, number);
            let lives = self.lives(pointer, number);
            for (position, is_there) in self.starting(pointer.class, number) {
                let here = Pointer { class: pointer.class, offset: Congruence::exactly(position) };
                let reached = self.store.and(&[reached, lives, is_there]);
                self.add_words(&mut words, here, start, (reached, None));
            }
        }
        words
    }

    /// The positions at which objects of a class start, each with the condition that the object with a
    /// number is one of those that start there.
    fn starting(&mut self, class: ClassId, number: Term) -> Vec<(i64, Term)> {
        let space = self.objects.space;
        let Starts { fixed, fresh } = self.objects.starts(class);
        let has_fresh = self.has_fresh(Some(Pointer { class, offset: Congruence::ANY }));
        let mut by_position: BTreeMap<i64, Vec<Term>> = BTreeMap::new();
        for (own, position) in fixed {
            let own = self.store.bv(space.number_bits, own);
            let same = self.store.eq(number, own);
            by_position.entry(position).or_default().push(same);
        }
        if has_fresh {
            let is_fresh = space.is_fresh(&mut self.store, number);
            by_position.entry(fresh).or_default().push(is_fresh);
        }
        if by_position.len() == 1 {
            // The condition that the object lives says that it is one of them.
            let always = self.store.bool(true);
            return by_position.into_keys().map(|position| (position, always)).collect();
        }
        let cases = by_position.into_iter();
        cases.map(|(position, cases)| (position, self.store.or(&cases))).collect()
    }

    /// Adds the registers that count at the current check.
    fn add_registers(&mut self, words: &mut Vec<TrackedWord>) {
        let reached = self.store.bool(true);
        for register in self.tracked_from.clone() {
            let Some(pointer) = self.points_to.symbol_value(register) else { continue };
            let variable = self.variable(register);
            let value = self.store.var(variable);
            words.push(TrackedWord { value, pointer, reached });
        }
    }

    /// Adds the words of live local objects that are fixed. Temporary objects are left out: they
    /// stay alive longer than they are needed.
    fn add_local_objects(&mut self, words: &mut Vec<TrackedWord>) {
        let function = self.program.function(self.function);
        for object in function.objects.iter().filter(|object| !object.name.is_empty()) {
            let (Some(&index), Some(here)) = (
                self.objects.by_address.get(&object.address),
                self.points_to.object(object.address),
            ) else {
                continue;
            };
            let info = &self.objects.infos[index];
            let (Kind::Local, Some(number)) = (info.kind, info.number) else { continue };
            let start = self.start_of(number);
            let lives = self.is_alive(index);
            self.add_words(words, here, start, (lives, Some(object.layout.size())));
        }
    }

    /// Adds the words of an object that may hold addresses, given the pointer to its first byte, the
    /// condition that the object is reached, and its size if known.
    fn add_words(
        &mut self,
        words: &mut Vec<TrackedWord>,
        object: Pointer,
        start: Term,
        (reached, size): (Term, Option<u64>),
    ) {
        let bytes = u64::from(self.objects.space.width / 8);
        let left = MAX_WORDS.saturating_sub(words.len());
        let position = object.offset.residue();
        for offset in self.regions.address_cells((object.class, position), bytes, size, left) {
            let by = Congruence::exactly(offset as i64);
            let at = Pointer { offset: object.offset.plus(by), ..object };
            let distance = self.store.bv(self.objects.space.width, offset);
            let address = self.objects.space.moved(&mut self.store, start, distance);
            let (Some(content), Some(pointer)) = (
                self.regions.read(&mut self.store, at, address, bytes),
                self.points_to.content(at, bytes),
            ) else {
                continue;
            };
            let [number] = content.numbers[..] else { continue };
            let value = self.store.concat(number, content.bits);
            let mut reached = reached;
            if size.is_none() {
                let object_number = self.objects.space.number(&mut self.store, start);
                let none = self.store.bv(self.objects.space.width, 0);
                let size = self.size_at(object.class, object_number, none);
                let end = self.store.bv(self.objects.space.width, offset + bytes);
                let inside = self.store.bv_ule(end, size);
                reached = self.store.and(&[reached, inside]);
            }
            words.push(TrackedWord { value, pointer, reached });
        }
    }
}
