//! The parts of variables that a program reads and writes.

use super::{Generator, Risk, Variable};
use crate::ast::{BinaryOp, Expr, IntType, Type};
use crate::build::{binary, cast, deref, index, int, name};

/// The use of a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Read,
    Write,
    /// Its address is taken and stored in a variable of the innermost block.
    Address,
}

/// What an index selects from. It determines which indices outside of it the sanitizers see.
#[derive(Clone, Copy)]
pub(super) enum Indexed<'a> {
    /// An array with elements of a type.
    Array(&'a Type),
    /// Memory behind a pointer.
    Pointer,
}

impl Generator {
    /// A number to read, if there is a variable.
    pub(super) fn place_to_read(&mut self) -> Option<(Expr, Type)> {
        self.place(Purpose::Read)
    }

    /// A number to write.
    pub(super) fn place_to_write(&mut self) -> Option<(Expr, Type)> {
        self.place(Purpose::Write)
    }

    /// A number or aggregate that a pointer of the innermost block may point to.
    pub(super) fn object_for_pointer(&mut self) -> Option<(Expr, Type)> {
        self.place(Purpose::Address)
    }

    fn place(&mut self, purpose: Purpose) -> Option<(Expr, Type)> {
        let writes = purpose != Purpose::Read;
        let mut known: Vec<Variable> =
            self.scope.iter().filter(|v| v.writable || !writes).cloned().collect();
        known.extend(self.globals.iter().cloned());
        if !writes {
            known.extend(self.frozen.iter().cloned());
        }
        if known.is_empty() {
            return None;
        }
        for _ in 0..3 {
            // Later variables are preferred, since earlier ones have been used already.
            let variable = self.rng.pick(&known);
            if let Some(found) = self.part(name(&variable.name), &variable.ty, purpose) {
                return Some(found);
            }
        }
        None
    }

    /// A part of an object, down to a number.
    fn part(&mut self, object: Expr, ty: &Type, purpose: Purpose) -> Option<(Expr, Type)> {
        match ty.resolved().clone() {
            Type::Int(_) | Type::Float(_) => Some((object, ty.clone())),
            Type::Array(element, Some(length)) => {
                let at = if purpose == Purpose::Address {
                    int(self.rng.below(length) as i128)
                } else {
                    self.index_below(length, Indexed::Array(&element))
                };
                self.part(index(object, at), &element, purpose)
            }
            Type::Aggregate(number) => {
                if purpose == Purpose::Address && self.rng.one_in(2) {
                    return Some((object, ty.clone()));
                }
                let field = self.rng.pick(&self.aggregates[number].fields.clone());
                if field.bits.is_some() && purpose == Purpose::Address {
                    return None;
                }
                if field.name.is_empty() {
                    // Its members are accessed as members of the enclosing object.
                    return self.part_of_anonymous(object, &field.ty, purpose);
                }
                let member = match object {
                    Expr::Unary(crate::ast::UnaryOp::Deref, pointer) if self.rng.one_in(2) => {
                        Expr::Arrow(pointer, field.name)
                    }
                    object => Expr::Member(Box::new(object), field.name),
                };
                self.part(member, &field.ty, purpose)
            }
            Type::Pointer(to) if !matches!(*to, Type::Function(..) | Type::Void) => {
                let object = if self.rng.one_in(3) { index(object, int(0)) } else { deref(object) };
                self.part(object, &to, purpose)
            }
            _ => None,
        }
    }

    fn part_of_anonymous(
        &mut self,
        object: Expr,
        ty: &Type,
        purpose: Purpose,
    ) -> Option<(Expr, Type)> {
        let Type::Aggregate(number) = *ty else { return None };
        let field = self.rng.pick(&self.aggregates[number].fields.clone());
        if field.name.is_empty() || field.bits.is_some() && purpose == Purpose::Address {
            return None;
        }
        self.part(Expr::Member(Box::new(object), field.name), &field.ty, purpose)
    }

    /// A place of a global whose address is a constant.
    pub(super) fn constant_place(&mut self) -> Option<(Expr, Type)> {
        let candidates: Vec<Variable> = self.globals.clone();
        let variable = self.rng.pick(&candidates);
        match variable.ty.resolved().clone() {
            Type::Pointer(_) => None,
            Type::Array(element, Some(length)) => {
                let at = int(self.rng.below(length) as i128);
                match element.resolved() {
                    Type::Array(..) => None,
                    _ => Some((index(name(variable.name), at), *element)),
                }
            }
            _ => Some((name(variable.name), variable.ty)),
        }
    }

    /// An index of `length` elements.
    pub(super) fn index_below(&mut self, length: usize, indexed: Indexed) -> Expr {
        if self.places > 2 || self.rng.one_in(2) {
            return int(self.rng.below(length) as i128);
        }
        self.places += 1;
        let (value, ty) = self.integer(1);
        self.places -= 1;
        // Low bits are the same whether or not the rest overflows.
        let value = self.kept(value, ty);
        let modulo = |value: Expr, count: usize, machine| {
            let unsigned = match ty.width(machine) {
                64 => IntType::UnsignedLongLong,
                _ => IntType::Unsigned,
            };
            binary(BinaryOp::Rem, cast(Type::Int(unsigned), value), int(count as i128))
        };
        match (self.risk, indexed) {
            (Risk::Bounds, Indexed::Array(_)) if self.rng.one_in(3) => {
                let limit = int(length.next_power_of_two() as i128 * 2 - 1);
                return binary(BinaryOp::BitAnd, value, limit);
            }
            // The sanitizer of addresses sees only a few bytes around an object.
            (Risk::Memory, Indexed::Array(Type::Int(_) | Type::Float(_)) | Indexed::Pointer)
                if self.rng.one_in(3) =>
            {
                return modulo(value, length + 1, self.machine);
            }
            _ => {}
        }
        if length.is_power_of_two() && self.rng.one_in(2) {
            return binary(BinaryOp::BitAnd, value, int(length as i128 - 1));
        }
        modulo(value, length, self.machine)
    }
}
