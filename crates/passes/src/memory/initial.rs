//! The initial content of memory.

use super::lower::Lowering;
use super::regions::{Piece, Updates};
use crate::points_to::{Congruence, Pointer};
use model::Span;
use program::Initial;
use std::collections::BTreeMap;
use term::{Sort, Symbol, Term};

/// A cell with the initial values that lie in it.
struct InitialCell {
    /// The last piece of the cell that got a value, and the address that distances are relative to.
    piece: Piece,
    address: Term,
    /// The value of the whole cell.
    value: Term,
}

impl Lowering<'_> {
    /// Initialises memory and lifetimes.
    pub(super) fn initialise(&mut self) {
        let zeroed: Vec<Symbol> = self.regions.zeroed_symbols().collect();
        for symbol in zeroed {
            let zero = match self.store.symbol_sort(symbol).clone() {
                Sort::Array(sort) => {
                    let zero = self.store.bv(sort.element.bit_width().expect("cells are bits"), 0);
                    self.store.const_array(&Sort::Array(sort), zero)
                }
                sort => self.store.bv(sort.bit_width().expect("cells are bits"), 0),
            };
            self.emitter.assign(symbol, zero, None);
        }
        self.initialise_lifetimes();
        for object in &self.program.globals {
            self.initialise_global(object);
        }
    }

    fn initialise_global(&mut self, object: &program::Object) {
        let Initial::Values(values) = &object.initial else { return };
        let (Some(info), Some(here)) =
            (self.objects.named(object.address), self.points_to.object(object.address))
        else {
            return;
        };
        let start = self.start_of(info.number.expect("globals exist once"));
        if !self.regions.starts_right(here.class) {
            let zero = self.store.bv(8, 0);
            self.fill_constant(here, start, zero, object.layout.size(), object.span);
        }
        let mut updates = Updates::default();
        for cell in self.initial_cells(here, start, values, object.span).into_values() {
            let InitialCell { piece, address, value } = cell;
            self.regions.write(&mut self.store, &mut updates, &piece, address, value);
        }
        self.apply(&updates, false, object.span);
    }

    /// The cells that contain initial values, by the distance of their first byte. A cell may
    /// contain several values; the rest of it is zero.
    fn initial_cells(
        &mut self,
        here: Pointer,
        start: Term,
        values: &[(u64, Term)],
        span: Option<Span>,
    ) -> BTreeMap<i64, InitialCell> {
        let mut cells: BTreeMap<i64, InitialCell> = BTreeMap::new();
        for &(offset, value) in values {
            let by = Congruence::exactly(offset as i64);
            let at = Pointer { offset: here.offset.plus(by), ..here };
            let bytes = u64::from(self.program.terms.width(value) / 8);
            if self.regions.pieces(at, bytes).is_empty() {
                continue;
            }
            self.determine_term(value, span);
            let word = self.word(value);
            let distance = self.store.bv(self.objects.space.width, offset);
            let address = self.objects.space.moved(&mut self.store, start, distance);
            for (piece, bytes) in self.divided(at, word) {
                let distance = offset as i64 + piece.cell_distance();
                let old = cells.get(&distance).map(|cell| cell.value);
                let value = match piece.is_whole() {
                    true => bytes,
                    false => {
                        let old = old.unwrap_or_else(|| self.zero_cell(&piece));
                        self.replaced(&piece, old, bytes, span)
                    }
                };
                cells.insert(distance, InitialCell { piece, address, value });
            }
        }
        cells
    }

    fn zero_cell(&mut self, piece: &Piece) -> Term {
        let zero = self.store.bv(8 * piece.cell_bytes() as u32, 0);
        match piece.may_hold_address() {
            true => self.objects.space.integer(&mut self.store, zero),
            false => zero,
        }
    }
}
