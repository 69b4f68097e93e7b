//! Initialisers of local variables.

use super::LowerError;
use super::access::storage_bits;
use super::function::{FunctionLowering, Home};
use super::padding::{self, Piece};
use super::place::{Location, Memory};
use super::scalar::{Scalar, zero};
use crate::hir::{ExprKind, InitItem, Initialiser, PlaceKind, Storage, Ty, Type, VarId};
use program::{ScalarType, StatementKind};
use term::Term;

/// Short strings are stored byte by byte, long ones copied from a literal.
const SHORT_STRING: usize = 16;

impl FunctionLowering<'_, '_> {
    /// Stores the initial value of a variable.
    pub(super) fn initialise(&mut self, var: VarId, init: &Initialiser) -> Result<(), LowerError> {
        let ty = self.hir.var(var).ty;
        match self.homes.get(&var) {
            Some(&Home::Register(register)) => {
                let value = match init.items.last() {
                    Some(item) => self.full_scalar(&item.value)?,
                    None => {
                        let (scalar, machine) = (self.scalar_type(ty)?, self.machine());
                        zero(self.terms(), machine, scalar)
                    }
                };
                self.assign(register, value);
                Ok(())
            }
            Some(&(Home::Object(address) | Home::Allocated(address))) => {
                let address = self.term_of(address);
                match self.hir.types.size_of(ty) {
                    Some(size) if self.covers(init, size) => {}
                    Some(_) => self.clear(address, ty, init),
                    // A variable-length array has an empty list or none.
                    None => {
                        let (byte, size) = (self.terms().bv(8, 0), self.size_term(ty)?);
                        self.emit(StatementKind::Fill { to: address, byte, size });
                    }
                }
                self.while_writable(var, |this| {
                    this.ordered_items(&init.items, |this| {
                        init.items.iter().try_for_each(|item| this.init_item(address, item))
                    })
                })
            }
            None => Err(self.error("a variable without a place")),
        }
    }

    /// Zeroes a variable before its values are stored. Padding keeps its content.
    fn clear(&mut self, start: Term, ty: Ty, init: &Initialiser) {
        let start = Memory::of_object(start);
        for piece in padding::without_padding(&self.hir.types, self.machine(), ty, init) {
            match piece {
                Piece::Bytes(bytes) => {
                    let to = self.address(start.plus(bytes.start));
                    let (byte, size) = (self.terms().bv(8, 0), self.word(bytes.end - bytes.start));
                    self.emit(StatementKind::Fill { to, byte, size });
                }
                Piece::Bits(offset, mask) => {
                    let address = self.address(start.plus(offset));
                    let target = self.temporary(ScalarType::Int { bits: 8, signed: false });
                    self.emit(StatementKind::Load { target, address });
                    let (old, kept) = (self.term_of(target), self.terms().bv(8, u64::from(!mask)));
                    let value = self.terms().bv_and(old, kept);
                    self.emit(StatementKind::Store { address, value });
                }
            }
        }
    }

    /// Whether the items cover the whole variable.
    fn covers(&self, init: &Initialiser, size: u64) -> bool {
        let mut end = 0;
        for item in &init.items {
            let is_string = matches!(self.hir.types.get(item.value.ty), Type::Array(..));
            if item.offset != end || item.bits.is_some() || is_string {
                return false;
            }
            let Some(size) = self.hir.types.size_of(item.value.ty) else { return false };
            end += size;
        }
        end == size
    }

    fn init_item(&mut self, start: Term, item: &InitItem) -> Result<(), LowerError> {
        let outer = self.span.replace(item.value.span);
        let memory = Memory::of_object(start).plus(item.offset);
        if let ExprKind::Load(place) = &item.value.kind
            && let PlaceKind::String(bytes) = &place.kind
        {
            self.init_string(memory, bytes);
        } else {
            let value = self.full_expr(&item.value)?;
            let location = Location::Memory(memory.with_bits(item.bits));
            self.store(location, item.value.ty, value, String::new)?;
        }
        self.span = outer;
        Ok(())
    }

    /// Stores the bytes of a string in a zeroed array.
    fn init_string(&mut self, memory: Memory, bytes: &[u8]) {
        let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        if used > SHORT_STRING {
            let literal = self.cx.string(bytes);
            let from = self.term_of(literal);
            let to = self.address(memory);
            let size = self.word(used as u64);
            self.copy(to, from, size);
            return;
        }
        for (i, &byte) in (0u64..).zip(&bytes[..used]) {
            let address = self.address(memory.plus(i));
            let value = self.terms().bv(8, u64::from(byte));
            self.emit(StatementKind::Store { address, value });
        }
    }

    /// A compound literal: a variable that is initialised here.
    pub(super) fn compound_literal(
        &mut self,
        var: VarId,
        init: &Initialiser,
    ) -> Result<Location, LowerError> {
        if self.hir.var(var).storage == Storage::Static {
            self.cx.initialise_global(var, init)?;
        } else {
            self.declare_variable(var)?;
            self.initialise(var, init)?;
        }
        self.variable(var)
    }
}

/// Number of bytes that an item of a static initialiser writes.
pub(super) fn item_bytes(item: &InitItem, scalar: Scalar, machine: program::Machine) -> u32 {
    let bits = item.bits.map_or_else(|| scalar.memory_bits(machine), storage_bits);
    bits / 8
}
