//! Variable arguments; see [`super`] for the convention.

use super::LowerError;
use super::function::{FunctionLowering, Value};
use super::place::{Location, Memory};
use super::scalar::Scalar;
use super::types::layout_of;
use crate::environment::Argument;
use crate::hir::{Expr, FloatType, Place, Ty};
use program::{Field, Layout};
use term::Term;

/// Distance between variable arguments in bytes.
const SLOT: u64 = 16;

impl FunctionLowering<'_, '_> {
    /// The address of an object with variable arguments; null if there are none.
    pub(super) fn variable_arguments(&mut self, args: &[Argument]) -> Result<Term, LowerError> {
        let types = &self.hir.types;
        let mut fields = Vec::new();
        let mut end = 0;
        for arg in args {
            self.check_promoted(arg.ty);
            let layout = layout_of(types, arg.ty);
            let size = layout.size();
            fields.push(Field { name: String::new(), offset: end, layout });
            end += size.max(1).next_multiple_of(SLOT);
        }
        if args.is_empty() {
            return Ok(self.word(0));
        }
        let offsets: Vec<u64> = fields.iter().map(|field| field.offset).collect();
        let address = self.temporary_bytes(Layout::Record { fields, size: end }, SLOT);
        for (arg, offset) in args.iter().zip(offsets) {
            let location = Location::Memory(Memory::of_object(address).plus(offset));
            self.store(location, arg.ty, arg.value, String::new)?;
        }
        Ok(address)
    }

    /// Marks a bit-field wider than `int` as not supported: as a variable argument it has a type of
    /// its own.
    pub(crate) fn check_promoted(&mut self, ty: Ty) {
        if let Some(Scalar::Int { bits, .. }) = Scalar::of(&self.hir.types, ty)
            && !bits.is_power_of_two()
        {
            self.unsupported("a wide bit-field as a variable argument");
        }
    }

    /// `va_start(list, …)`.
    pub(super) fn va_start(&mut self, list: &Place) -> Result<(), LowerError> {
        let Some(arguments) = self.variable_arguments else {
            return Err(self.error("'va_start' in a function without variable arguments"));
        };
        let value = Value::Scalar(self.term_of(arguments));
        let location = self.place(list)?;
        self.store(location, list.ty, value, || "va_list".to_owned())?;
        Ok(())
    }

    /// `va_arg(list, type)`.
    pub(super) fn va_arg(&mut self, list: &Place, expr: &Expr) -> Result<Value, LowerError> {
        let is_never_passed = match Scalar::of(&self.hir.types, expr.ty) {
            Some(Scalar::Float(FloatType::Float) | Scalar::Bool) => true,
            Some(Scalar::Int { bits, .. }) => bits < 32,
            _ => false,
        };
        if is_never_passed {
            // gcc's program stops here, unless the type is `_Float32`, which is not promoted.
            self.unsupported("a variable argument of a type that is promoted");
        }
        let location = self.place(list)?;
        let next = self.load(location, list.ty, || "va_list".to_owned())?;
        let Value::Scalar(next) = next else {
            return Err(self.error("a 'va_list' of an unexpected type"));
        };
        let next = self.pin(next, Scalar::Pointer.register_type());
        let size = self.hir.types.size_of(expr.ty).unwrap_or(SLOT);
        let memory = Location::Memory(Memory::at_pointer(next));
        let value = self.load(memory, expr.ty, || "a variable argument".to_owned())?;
        let step = self.word(size.max(1).next_multiple_of(SLOT));
        let after = self.offset(next, step);
        self.store(location, list.ty, Value::Scalar(after), || "va_list".to_owned())?;
        Ok(value)
    }

    /// `va_copy(to, from)`.
    pub(super) fn va_copy(&mut self, to: &Place, from: &Place) -> Result<(), LowerError> {
        let to_location = self.place(to)?;
        let from_location = self.place(from)?;
        let value = self.load(from_location, from.ty, || "va_list".to_owned())?;
        self.store(to_location, to.ty, value, || "va_list".to_owned())?;
        Ok(())
    }
}
