//! Reads and writes of lvalues, including bit-fields.

use super::LowerError;
use super::convert::resize;
use super::function::{FunctionLowering, Value};
use super::padding::{self, Piece};
use super::place::{Location, Memory};
use super::scalar::{Scalar, from_memory, to_memory};
use crate::hir::{BitField, Ty, Type};
use program::{Check, ChoiceSource, Condition, Layout, Property, ScalarType, StatementKind};
use term::Term;

impl FunctionLowering<'_, '_> {
    /// The value at a location. `text` names it for messages.
    pub(super) fn load(
        &mut self,
        location: Location,
        ty: Ty,
        text: impl FnOnce() -> String,
    ) -> Result<Value, LowerError> {
        let memory = match location {
            Location::Register(symbol) => return Ok(Value::Scalar(self.term_of(symbol))),
            Location::Memory(memory) => memory,
        };
        let Some(scalar) = Scalar::of(&self.hir.types, ty) else {
            if matches!(self.hir.types.get(ty), Type::Void) {
                return Ok(Value::Void);
            }
            let address = self.address(memory);
            let size = self.size_term(ty)?;
            if memory.needs_check {
                let size = self.checked_size(memory, size);
                self.check_readable(memory.base, address, size, text);
            }
            return Ok(Value::Record(address));
        };
        Ok(Value::Scalar(self.load_scalar(memory, scalar, text)))
    }

    /// Loads a scalar from memory.
    pub(crate) fn load_scalar(
        &mut self,
        memory: Memory,
        scalar: Scalar,
        text: impl FnOnce() -> String,
    ) -> Term {
        let width = match memory.bits {
            Some(bits) => storage_bits(bits),
            None => scalar.memory_bits(self.machine()),
        };
        let address = self.address(memory);
        if memory.needs_check {
            let size = self.word(u64::from(width / 8));
            let size = self.checked_size(memory, size);
            self.check_readable(memory.base, address, size, text);
        }
        let image = self.load_bits(address, width, scalar);
        match memory.bits {
            Some(bits) => self.field_value(image, bits, scalar),
            None => from_memory(self.terms(), scalar, image),
        }
    }

    /// Loads bytes of memory into a register.
    fn load_bits(&mut self, address: Term, width: u32, scalar: Scalar) -> Term {
        let ty = match scalar.register_type() {
            ScalarType::Pointer => ScalarType::Pointer,
            ty @ ScalarType::Int { bits, .. } if bits == width => ty,
            _ => ScalarType::Int { bits: width, signed: false },
        };
        let target = self.temporary(ty);
        self.emit(StatementKind::Load { target, address });
        self.term_of(target)
    }

    /// The value of a bit-field, in its type.
    fn field_value(&mut self, image: Term, bits: BitField, scalar: Scalar) -> Term {
        let field = self.terms().extract(bits.start + bits.width - 1, bits.start, image);
        self.extend_field(field, scalar)
    }

    pub(super) fn extend_field(&mut self, field: Term, scalar: Scalar) -> Term {
        let width = scalar.bits(self.machine()).unwrap_or(32);
        resize(self.terms(), width, scalar.is_signed(), field)
    }

    /// Stores a value at a location. Returns the stored value, which may differ for a bit-field.
    pub(super) fn store(
        &mut self,
        location: Location,
        ty: Ty,
        value: Value,
        text: impl FnOnce() -> String,
    ) -> Result<Value, LowerError> {
        match (location, value) {
            (Location::Register(symbol), Value::Scalar(term)) => {
                self.assign(symbol, term);
                Ok(Value::Scalar(self.term_of(symbol)))
            }
            (Location::Memory(memory), Value::Scalar(term)) => {
                let scalar = self.scalar_type(ty)?;
                let text = text();
                if memory.bits.is_none() {
                    self.note_stored(ty, scalar, &text);
                }
                Ok(Value::Scalar(self.store_scalar(memory, scalar, term, || text)))
            }
            (Location::Memory(memory), Value::Record(from)) => {
                let to = self.address(memory);
                let size = self.size_term(ty)?;
                if self.needs_check_to_write(memory) {
                    let size = self.checked_size(memory, size);
                    self.check_writable(memory.base, to, size, text);
                }
                self.copy(to, from, size);
                if to != from {
                    self.leave_padding_open(to, ty);
                }
                Ok(Value::Record(to))
            }
            (_, Value::Void) | (Location::Register(_), Value::Record(_)) => {
                Err(self.error("a value that does not fit where it is stored"))
            }
        }
    }

    /// Copies bytes unless there are none.
    pub(crate) fn copy(&mut self, to: Term, from: Term, size: Term) {
        let nothing = self.terms().as_bitvec(size).is_some_and(term::BitVec::is_zero);
        if !nothing && to != from {
            self.emit(StatementKind::Copy { to, from, size });
        }
    }

    /// Makes the padding of a record arbitrary: an assignment copies its members.
    fn leave_padding_open(&mut self, record: Term, ty: Ty) {
        let Some(pieces) = padding::padding(&self.hir.types, self.machine(), ty) else {
            return self.unsupported("an assignment of a record with much padding".to_owned());
        };
        let record = Memory::of_object(record);
        for piece in pieces {
            match piece {
                Piece::Bytes(bytes) => {
                    let to = self.address(record.plus(bytes.start));
                    let size = self.word(bytes.end - bytes.start);
                    self.fill_from_new(to, size, Layout::Bytes(bytes.end - bytes.start));
                }
                Piece::Bits(offset, mask) => {
                    let address = self.address(record.plus(offset));
                    let ty = ScalarType::Int { bits: 8, signed: false };
                    let target = self.temporary(ty);
                    self.emit(StatementKind::Load { target, address });
                    let source = ChoiceSource::Uninitialised("padding".to_owned());
                    let (old, any) = (self.term_of(target), self.choose(ty, source));
                    let terms = self.terms();
                    let (padding, value) = (terms.bv(8, mask.into()), terms.bv(8, (!mask).into()));
                    let (padding, value) = (terms.bv_and(any, padding), terms.bv_and(old, value));
                    let value = terms.bv_or(padding, value);
                    self.emit(StatementKind::Store { address, value });
                }
            }
        }
    }

    /// Copies from a new local object of the given layout, whose content is arbitrary.
    pub(crate) fn fill_from_new(&mut self, to: Term, size: Term, layout: Layout) {
        let from = self.temporary_bytes(layout, 16);
        if let Some(object) = self.terms().as_var(from) {
            self.emit(StatementKind::End(object));
            self.emit(StatementKind::Begin(object));
        }
        self.copy(to, from, size);
    }

    /// Stores a scalar in memory. Returns the stored value.
    pub(crate) fn store_scalar(
        &mut self,
        memory: Memory,
        scalar: Scalar,
        value: Term,
        text: impl FnOnce() -> String,
    ) -> Term {
        let value = self.pin_if_not_small(value, scalar);
        let width = match memory.bits {
            Some(bits) => storage_bits(bits),
            None => scalar.memory_bits(self.machine()),
        };
        let address = self.address(memory);
        if self.needs_check_to_write(memory) {
            let size = self.word(u64::from(width / 8));
            let size = self.checked_size(memory, size);
            self.check_writable(memory.base, address, size, text);
        }
        let Some(bits) = memory.bits else {
            let value_bits = to_memory(self.terms(), scalar, value);
            self.emit(StatementKind::Store { address, value: value_bits });
            return value;
        };
        let field = self.terms().extract(bits.width - 1, 0, value);
        let image = if bits.width == width {
            field
        } else {
            let ty = ScalarType::Int { bits: width, signed: false };
            let old = self.temporary(ty);
            self.emit(StatementKind::Load { target: old, address });
            let old = self.term_of(old);
            self.insert_field(old, bits, field)
        };
        self.emit(StatementKind::Store { address, value: image });
        self.extend_field(field, scalar)
    }

    fn pin_if_not_small(&mut self, value: Term, scalar: Scalar) -> Term {
        self.named_if_large(value, scalar)
    }

    /// The storage bytes of a bit-field with a new value of the field.
    pub(super) fn insert_field(&mut self, image: Term, bits: BitField, field: Term) -> Term {
        let terms = self.terms();
        let width = terms.width(image);
        let end = bits.start + bits.width;
        let mut result = field;
        if bits.start > 0 {
            let low = terms.extract(bits.start - 1, 0, image);
            result = terms.concat(result, low);
        }
        if end < width {
            let high = terms.extract(width - 1, end, image);
            result = terms.concat(high, result);
        }
        result
    }

    // ----- Checks of accesses -----

    /// Whether a write may be invalid, including writes to read-only objects.
    fn needs_check_to_write(&self, memory: Memory) -> bool {
        memory.needs_check
            || self
                .cx
                .program
                .terms
                .as_var(memory.base)
                .is_some_and(|o| self.cx.read_only.contains(&o))
    }

    /// Checks that bytes are readable.
    pub(crate) fn check_readable(
        &mut self,
        base: Term,
        address: Term,
        size: Term,
        text: impl FnOnce() -> String,
    ) {
        let message = format!("invalid read of '{}'", text());
        self.check_access(Condition::Readable { base, address, size }, message);
    }

    /// Checks that bytes are writable.
    pub(crate) fn check_writable(
        &mut self,
        base: Term,
        address: Term,
        size: Term,
        text: impl FnOnce() -> String,
    ) {
        let message = format!("invalid write to '{}'", text());
        self.check_access(Condition::Writable { base, address, size }, message);
    }

    fn check_access(&mut self, condition: Condition, message: String) {
        let check = Check { property: Property::Deref, condition, message };
        self.emit(StatementKind::Check(check));
    }
}

/// Width of the bytes that a bit-field touches.
pub(super) fn storage_bits(bits: BitField) -> u32 {
    (bits.start + bits.width).next_multiple_of(8)
}
