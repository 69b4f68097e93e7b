//! Reads of volatile objects: the environment may have changed them, so they give any value.
//!
//! Whether an object has changed is chosen before its value. By default nothing changes, and a read
//! gives the stored value.

use super::LowerError;
use super::describe::describe_place;
use super::function::{FunctionLowering, Value};
use super::place::{Location, Memory};
use super::scalar::Scalar;
use crate::hir::{ArrayLength, BitField, Place, Ty, Type, Types};
use program::{ChoiceSource, ScalarType};
use term::Term;

/// Records with more volatile scalars than this are not modelled.
const MOST_PARTS: usize = 256;

/// A scalar in a record.
struct Part {
    offset: u64,
    scalar: Scalar,
    bits: Option<BitField>,
}

impl FunctionLowering<'_, '_> {
    /// Reads the value at the location of a place.
    pub(super) fn read(&mut self, location: Location, place: &Place) -> Result<Value, LowerError> {
        let hir = self.hir;
        let text = || describe_place(hir, place);
        let stored = self.load(location, place.ty, text)?;
        match stored {
            Value::Scalar(stored) if hir.types.qualifiers(place.ty).volatile => {
                let scalar = self.scalar_type(place.ty)?;
                let bits = match location {
                    Location::Memory(memory) => memory.bits,
                    Location::Register(_) => None,
                };
                Ok(Value::Scalar(self.perhaps_changed(stored, scalar, bits, &text())))
            }
            Value::Record(address) if has_volatile_parts(&hir.types, place.ty) => {
                self.perhaps_changed_record(address, place)
            }
            _ => Ok(stored),
        }
    }

    /// The scalar that was read, or any other value if the environment changed it.
    pub(super) fn perhaps_changed(
        &mut self,
        stored: Term,
        scalar: Scalar,
        bits: Option<BitField>,
        text: &str,
    ) -> Term {
        let value = self.temporary(scalar.register_type());
        self.assign(value, stored);
        let done = self.start_change(text);
        let any = self.any_scalar(scalar, bits, text);
        self.assign(value, any);
        self.goto(done);
        self.switch_to(done);
        self.term_of(value)
    }

    /// A copy of a record in which volatile parts may have changed.
    fn perhaps_changed_record(
        &mut self,
        address: Term,
        place: &Place,
    ) -> Result<Value, LowerError> {
        let text = describe_place(self.hir, place);
        let mut parts = Vec::new();
        if !volatile_parts(&self.hir.types, place.ty, 0, false, &mut parts) {
            self.unsupported(format!("reading '{text}', which has many volatile parts"));
            return Ok(Value::Record(address));
        }
        let copy = self.temporary_object(place.ty);
        let size = self.size_term(place.ty)?;
        self.copy(copy, address, size);
        let done = self.start_change(&text);
        for part in parts {
            let any = self.any_scalar(part.scalar, part.bits, &text);
            let memory = Memory::of_object(copy).plus(part.offset).with_bits(part.bits);
            self.store_scalar(memory, part.scalar, any, String::new);
        }
        self.goto(done);
        self.switch_to(done);
        Ok(Value::Record(copy))
    }

    /// Continues in the case that the environment changed an object. Returns the block after the
    /// change; runs without a change go there directly.
    fn start_change(&mut self, text: &str) -> program::BlockId {
        let has_changed = self.choose(ScalarType::Truth, ChoiceSource::Volatile(text.to_owned()));
        let [changed, done] = [(); 2].map(|()| self.new_block());
        self.branch(has_changed, changed, done);
        self.switch_to(changed);
        done
    }

    fn any_scalar(&mut self, scalar: Scalar, bits: Option<BitField>, text: &str) -> Term {
        let source = ChoiceSource::Volatile(text.to_owned());
        match (scalar, bits) {
            (Scalar::Bool, _) => {
                let truth = self.choose(ScalarType::Truth, source);
                self.truth_value(truth, scalar)
            }
            (_, None) => self.choose(scalar.register_type(), source),
            (_, Some(bits)) => {
                let any = self.choose(scalar.register_type(), source);
                let field = self.terms().extract(bits.width - 1, 0, any);
                self.extend_field(field, scalar)
            }
        }
    }
}

/// Whether an object of the type has volatile parts.
fn has_volatile_parts(types: &Types, ty: Ty) -> bool {
    types.qualifiers(ty).volatile
        || match types.get(ty) {
            Type::Array(element, _) => has_volatile_parts(types, *element),
            Type::Record(id) => {
                let mut members = types.record(*id).members.iter().flatten();
                members.any(|member| has_volatile_parts(types, member.ty))
            }
            _ => false,
        }
}

/// Collects the volatile scalars of a type, or all scalars if an enclosing object `is_volatile`.
/// Returns whether all were collected; a union may hold any bytes.
fn volatile_parts(
    types: &Types,
    ty: Ty,
    offset: u64,
    is_volatile: bool,
    parts: &mut Vec<Part>,
) -> bool {
    let is_volatile = is_volatile || types.qualifiers(ty).volatile;
    if let Some(scalar) = Scalar::of(types, ty) {
        if is_volatile {
            parts.push(Part { offset, scalar, bits: None });
        }
        return parts.len() <= MOST_PARTS;
    }
    match types.get(ty) {
        _ if !is_volatile && !has_volatile_parts(types, ty) => true,
        Type::Array(element, ArrayLength::Fixed(count)) => {
            let size = types.size_of(*element).unwrap_or(0);
            (0..*count)
                .all(|i| volatile_parts(types, *element, offset + i * size, is_volatile, parts))
        }
        Type::Record(id) if types.record(*id).is_union => {
            let scalar = Scalar::Int { bits: 8, signed: false };
            (0..types.record(*id).size).all(|i| {
                parts.push(Part { offset: offset + i, scalar, bits: None });
                parts.len() <= MOST_PARTS
            })
        }
        Type::Record(id) => types.record(*id).members.iter().flatten().all(|member| {
            let offset = offset + member.offset;
            let is_volatile = is_volatile || types.qualifiers(member.ty).volatile;
            match (member.bits, Scalar::of(types, member.ty)) {
                (Some(bits), Some(scalar)) => {
                    if is_volatile {
                        parts.push(Part { offset, scalar, bits: Some(bits) });
                    }
                    parts.len() <= MOST_PARTS
                }
                _ => volatile_parts(types, member.ty, offset, is_volatile, parts),
            }
        }),
        _ => false,
    }
}
