//! Memory that the program does not own, in a search for runs that keep its content.
//!
//! For proofs its content is arbitrary at every load. In a search there is one array for each
//! access size. Overlapping accesses of different sizes are not modelled: the interpreter decides
//! whether a trace is a run.

use super::emit::ChoiceReason;
use super::lower::Lowering;
use super::region::declare_new;
use super::space::AddressSpace;
use model::Span;
use rustc_hash::FxHashMap;
use term::{Sort, Symbol, Term, TermStore};

/// The arrays that hold the content, by access size in bits.
#[derive(Default)]
pub struct ForeignMemory {
    arrays: FxHashMap<u32, Symbol>,
}

impl ForeignMemory {
    /// The array for accesses of this many bits.
    fn array(&mut self, store: &mut TermStore, space: AddressSpace, bits: u32) -> Symbol {
        *self.arrays.entry(bits).or_insert_with(|| {
            let sort = Sort::array(Sort::BitVec(space.width), Sort::BitVec(bits));
            declare_new(store, &format!("foreign.{bits}"), sort)
        })
    }

    /// All variables.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut symbols: Vec<Symbol> = self.arrays.values().copied().collect();
        symbols.sort_unstable();
        symbols
    }
}

impl Lowering<'_> {
    /// Loads a register from an address that belongs to no object.
    pub(super) fn load_foreign(&mut self, target: Symbol, address: Term, span: Option<Span>) {
        let bits = self.program.terms.symbol_sort(target).bit_width();
        let target = self.variable(target);
        self.emitter.havoc(target, ChoiceReason::Foreign { span, when: None }, span);
        let (Some(bits), true) = (bits, self.keeps_foreign_memory) else { return };
        let address = self.foreign_address(address, bits, span);
        let array = self.foreign.array(&mut self.store, self.objects.space, bits);
        let array = self.store.var(array);
        let content = self.store.select(array, address);
        let loaded = self.store.var(target);
        let content = match self.store.width(loaded) == bits {
            true => content,
            false => self.objects.space.integer(&mut self.store, content),
        };
        let same = self.store.eq(loaded, content);
        self.emitter.assume(&self.store, same, span);
    }

    /// Stores a value at an address that belongs to no object.
    pub(super) fn store_foreign(&mut self, address: Term, value: Term, span: Option<Span>) {
        if !self.keeps_foreign_memory {
            return;
        }
        let value = self.word(value);
        let value = self.bits_of(value);
        let bits = self.store.width(value);
        let address = self.foreign_address(address, bits, span);
        let array = self.foreign.array(&mut self.store, self.objects.space, bits);
        let old = self.store.var(array);
        let new = self.store.store(old, address, value);
        self.emitter.assign(array, new, span);
    }

    /// An address of memory that the program does not own. It must be in the interpreter's range
    /// for such memory, and aligned, so that words do not overlap.
    fn foreign_address(&mut self, address: Term, bits: u32, span: Option<Span>) -> Term {
        let address = self.word(address);
        let address = self.bits_of(address);
        let width = self.objects.space.width;
        let (first, last) = self.objects.space.foreign_range();
        let (first, last) = (self.store.bv(width, first), self.store.bv(width, last));
        let above = self.store.bv_ule(first, address);
        let below = self.store.bv_ule(address, last);
        self.emitter.assume(&self.store, above, span);
        self.emitter.assume(&self.store, below, span);
        let within = (bits / 8).next_power_of_two().trailing_zeros();
        if within > 0 {
            let low = self.store.extract(within - 1, 0, address);
            let zero = self.store.bv(within, 0);
            let aligned = self.store.eq(low, zero);
            self.emitter.assume(&self.store, aligned, span);
        }
        address
    }
}
