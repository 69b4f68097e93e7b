//! The initial content of variables with static storage.

use super::LowerError;
use super::function::{FunctionLowering, STATIC};
use super::init::item_bytes;
use super::scalar::to_memory;
use super::unit::UnitLowering;
use crate::hir::{ExprKind, InitItem, Initialiser, PlaceKind, VarId};
use program::{Initial, Layout};
use std::collections::BTreeMap;
use term::{Term, TermStore};

/// The bytes of an object that may be nonzero, as values that do not overlap.
#[derive(Default)]
struct Image {
    values: BTreeMap<u64, Term>,
    /// The maximal size of a value in bytes.
    widest: u64,
}

impl Image {
    /// Writes a value, replacing the previous content.
    fn write(&mut self, terms: &mut TermStore, offset: u64, value: Term) {
        let size = u64::from(terms.width(value) / 8);
        self.split(terms, offset, size);
        for byte in offset..offset + size {
            self.values.remove(&byte);
        }
        self.values.insert(offset, value);
        self.widest = self.widest.max(size);
    }

    /// The bytes from an offset on.
    fn read(&mut self, terms: &mut TermStore, offset: u64, size: u64) -> Term {
        self.split(terms, offset, size);
        let mut result: Option<Term> = None;
        for byte in offset..offset + size {
            let value = self.values.get(&byte).copied();
            let value = value.unwrap_or_else(|| terms.bv(8, 0));
            result = Some(result.map_or(value, |low| terms.concat(value, low)));
        }
        result.unwrap_or_else(|| terms.bv(8, 0))
    }

    /// Splits all values that overlap a range into single bytes.
    fn split(&mut self, terms: &mut TermStore, offset: u64, size: u64) {
        let first = offset.saturating_sub(self.widest);
        let touching: Vec<(u64, Term)> =
            self.values.range(first..offset + size).map(|(&at, &value)| (at, value)).collect();
        for (at, value) in touching {
            let bytes = terms.width(value) / 8;
            if bytes > 1 && at + u64::from(bytes) > offset {
                for byte in 0..bytes {
                    let part = terms.extract(8 * byte + 7, 8 * byte, value);
                    self.values.insert(at + u64::from(byte), part);
                }
            }
        }
    }
}

impl UnitLowering<'_> {
    /// Gives a variable with static storage its initial content.
    pub(super) fn initialise_global(
        &mut self,
        var: VarId,
        init: &Initialiser,
    ) -> Result<(), LowerError> {
        // A flexible array member may be initialised; the object is then larger than its type.
        if let Layout::Record { size, .. } = &mut self.global_object(var).layout {
            *size = init.end.max(*size);
        }
        if self.starts_arbitrary(var) {
            return Ok(());
        }
        let mut image = Image::default();
        self.static_items(&mut image, 0, init)?;
        let terms = &self.program.terms;
        let is_zero = |term: &Term| terms.as_bitvec(*term).is_some_and(term::BitVec::is_zero);
        let values: Vec<(u64, Term)> =
            image.values.into_iter().filter(|(_, value)| !is_zero(value)).collect();
        self.global_object(var).initial = Initial::Values(values);
        Ok(())
    }

    fn static_items(
        &mut self,
        image: &mut Image,
        start: u64,
        init: &Initialiser,
    ) -> Result<(), LowerError> {
        for item in &init.items {
            let offset = start + item.offset;
            if let ExprKind::Load(place) = &item.value.kind {
                match &place.kind {
                    PlaceKind::String(bytes) => {
                        for (i, &byte) in (offset..).zip(bytes) {
                            let value = self.program.terms.bv(8, u64::from(byte));
                            image.write(&mut self.program.terms, i, value);
                        }
                        continue;
                    }
                    PlaceKind::CompoundLiteral(_, inner) => {
                        self.static_items(image, offset, inner)?;
                        continue;
                    }
                    _ => {}
                }
            }
            self.static_scalar(image, offset, item)?;
        }
        Ok(())
    }

    fn static_scalar(
        &mut self,
        image: &mut Image,
        offset: u64,
        item: &InitItem,
    ) -> Result<(), LowerError> {
        let machine = self.hir.machine;
        let mut scratch = FunctionLowering::new(self, STATIC);
        let before = scratch.statement_count();
        let scalar = scratch.scalar_type(item.value.ty)?;
        let value = scratch.scalar(&item.value)?;
        if scratch.statement_count() != before {
            let span = Some(item.value.span);
            return Err(LowerError::new(span, "the initialiser is not constant"));
        }
        let bytes = u64::from(item_bytes(item, scalar, machine));
        let value = match item.bits {
            None => to_memory(scratch.terms(), scalar, value),
            Some(bits) => {
                let field = scratch.terms().extract(bits.width - 1, 0, value);
                let old = image.read(scratch.terms(), offset, bytes);
                scratch.insert_field(old, bits, field)
            }
        };
        image.write(&mut self.program.terms, offset, value);
        Ok(())
    }
}
