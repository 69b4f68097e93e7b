//! Types whose values consist of several numbers: GNU vectors and complex numbers.
//!
//! Such a type is a record that no program can name: a vector has one member, the array of its
//! elements, and a complex number has two. So values are stored, copied and passed as records are.
//! Operators are expressed by operations on the numbers, see `sema::tuples`.

use super::{
    ArrayLength, Expr, ExprKind, FloatType, IntType, Member, Place, PlaceKind, Qualifiers, Record,
    RecordId, Ty, Type, Types,
};
use num_bigint::BigInt;
use program::Machine;

/// A type whose values consist of several numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tuple {
    /// A GNU vector of that many elements, which have an integer or floating-point type.
    Vector(Ty, u64),
    /// A complex number whose parts have an integer or floating-point type.
    Complex(Ty),
}

impl Tuple {
    /// The type of its numbers.
    pub fn element(self) -> Ty {
        match self {
            Tuple::Vector(element, _) | Tuple::Complex(element) => element,
        }
    }

    /// How many numbers it has.
    pub fn count(self) -> u64 {
        match self {
            Tuple::Vector(_, lanes) => lanes,
            Tuple::Complex(_) => 2,
        }
    }
}

impl Types {
    /// The type of a tuple.
    pub fn tuple(&mut self, tuple: Tuple) -> Ty {
        if let Some(&id) = self.tuple_records.get(&tuple) {
            return self.intern(Type::Record(id));
        }
        let element = tuple.element();
        let size = self.size_of(element).unwrap_or(0);
        let bytes = size.saturating_mul(tuple.count());
        let member = |name: &str, ty: Ty, offset: u64, align: u64| Member {
            name: name.to_owned(),
            ty,
            offset,
            align,
            bits: None,
        };
        let (name, align, members) = match tuple {
            Tuple::Vector(_, lanes) => {
                // On ILP32 this is so with SSE2, which the rounding of floats assumes, too.
                let array = self.intern(Type::Array(element, ArrayLength::Fixed(lanes)));
                ("<vector>", bytes, vec![member("<elements>", array, 0, bytes)])
            }
            Tuple::Complex(_) => {
                let align = self.align_of(element);
                let parts = [("<real>", 0), ("<imaginary>", size)];
                let parts = parts.map(|(name, offset)| member(name, element, offset, align));
                ("<complex>", align, parts.into())
            }
        };
        let id = RecordId::from_index(self.records.len());
        self.records.push(Record {
            name: name.to_owned(),
            alias: String::new(),
            is_union: false,
            members: Some(members),
            size: bytes,
            align,
        });
        self.tuples.insert(id, tuple);
        self.tuple_records.insert(tuple, id);
        self.intern(Type::Record(id))
    }

    /// The tuple behind a record.
    pub fn tuple_of(&self, id: RecordId) -> Option<Tuple> {
        self.tuples.get(&id).copied()
    }

    /// The tuple, if the type is one.
    pub fn as_tuple(&self, ty: Ty) -> Option<Tuple> {
        self.tuple_of(self.as_record(ty)?)
    }

    /// The element type and the number of elements, if the type is a vector.
    pub fn as_vector(&self, ty: Ty) -> Option<(Ty, u64)> {
        match self.as_tuple(ty)? {
            Tuple::Vector(element, lanes) => Some((element, lanes)),
            Tuple::Complex(_) => None,
        }
    }

    /// The type of the parts, if the type is complex.
    pub fn as_complex(&self, ty: Ty) -> Option<Ty> {
        match self.as_tuple(ty)? {
            Tuple::Complex(element) => Some(element),
            Tuple::Vector(..) => None,
        }
    }

    /// Whether it is a real or complex number type.
    pub fn is_number(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.as_complex(ty).is_some()
    }

    /// Whether a list in braces initialises its parts. A complex number is initialised as a whole.
    pub fn is_aggregate(&self, ty: Ty) -> bool {
        match self.get(ty) {
            Type::Array(..) => true,
            Type::Record(id) => !matches!(self.tuple_of(*id), Some(Tuple::Complex(_))),
            _ => false,
        }
    }

    /// One of the numbers of a place that is a tuple; the index has an integer type.
    pub fn number_of(&mut self, place: Place, tuple: Tuple, index: Expr) -> Place {
        let span = place.span;
        let Qualifiers { constant, volatile, .. } = self.qualifiers(place.ty);
        let inherited = Qualifiers { constant, volatile, ..Qualifiers::default() };
        let ty = self.qualified(tuple.element(), inherited);
        let Some(id) = self.as_record(place.ty) else { return place };
        let kind = match (tuple, &index.kind) {
            (Tuple::Vector(element, lanes), _) => {
                let array = self.intern(Type::Array(element, ArrayLength::Fixed(lanes)));
                let array = self.qualified(array, inherited);
                let kind = PlaceKind::Member(Box::new(place), id, 0);
                let elements = Place { kind, ty: array, span };
                PlaceKind::Index(Box::new(elements), Box::new(index))
            }
            (Tuple::Complex(_), ExprKind::Int(part)) => {
                let part = usize::from(*part != BigInt::ZERO);
                PlaceKind::Member(Box::new(place), id, part)
            }
            (Tuple::Complex(_), _) => return place,
        };
        Place { kind, ty, span }
    }

    /// The signed integer type that is as wide as a number: what a comparison of vectors gives.
    pub fn mask_of(&mut self, element: Ty) -> Option<Ty> {
        let machine = self.machine();
        let int = match self.size_of(element)? {
            1 => IntType::SCHAR,
            2 => IntType::SHORT,
            4 => IntType::INT,
            8 if machine == Machine::Lp64 => IntType::long(machine),
            8 => IntType::LLONG,
            16 => IntType::INT128,
            _ => return None,
        };
        Some(self.intern(Type::Int(int)))
    }

    /// Whether vectors may have elements of a type.
    pub fn is_element(&self, ty: Ty) -> bool {
        match self.get(ty) {
            Type::Int(int) => matches!(int.bits, 8 | 16 | 32 | 64 | 128),
            Type::Float(float) => *float != FloatType::LongDouble,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_alignments_are_those_of_gcc() {
        for (machine, align_of_complex) in [(Machine::Ilp32, 4), (Machine::Lp64, 8)] {
            let mut types = Types::new(machine);
            let char = types.intern(Type::Int(IntType::CHAR));
            let double = types.intern(Type::Float(FloatType::Double));
            let small = types.tuple(Tuple::Vector(char, 8));
            let large = types.tuple(Tuple::Vector(double, 8));
            let complex = types.tuple(Tuple::Complex(double));
            assert_eq!((types.size_of(small), types.align_of(small)), (Some(8), 8));
            assert_eq!((types.size_of(large), types.align_of(large)), (Some(64), 64));
            assert_eq!(
                (types.size_of(complex), types.align_of(complex)),
                (Some(16), align_of_complex)
            );
            assert_eq!(types.tuple(Tuple::Vector(char, 8)), small);
            assert_eq!(types.as_complex(complex), Some(double));
            assert!(types.is_aggregate(small) && !types.is_aggregate(complex));
        }
    }
}
