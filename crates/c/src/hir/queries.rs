//! Common queries about types.

use super::{ArrayLength, FloatType, FunctionType, IntType, RecordId, Tuple, Ty, Type, Types};
use num_bigint::BigInt;
use program::Machine;

impl IntType {
    /// `char`, which is signed on x86.
    pub const CHAR: IntType = IntType { bits: 8, signed: true, rank: 0 };
    /// `signed char`.
    pub const SCHAR: IntType = IntType { bits: 8, signed: true, rank: 1 };
    /// `unsigned char`.
    pub const UCHAR: IntType = IntType { bits: 8, signed: false, rank: 1 };
    /// `short`.
    pub const SHORT: IntType = IntType { bits: 16, signed: true, rank: 2 };
    /// `int`.
    pub const INT: IntType = IntType { bits: 32, signed: true, rank: 3 };
    /// `unsigned int`.
    pub const UINT: IntType = IntType { bits: 32, signed: false, rank: 3 };
    /// `long long`.
    pub const LLONG: IntType = IntType { bits: 64, signed: true, rank: 5 };
    /// `__int128`.
    pub const INT128: IntType = IntType { bits: 128, signed: true, rank: 6 };

    /// `long` of a machine.
    pub fn long(machine: Machine) -> IntType {
        IntType { bits: machine.pointer_bits(), signed: true, rank: 4 }
    }

    /// `size_t` of a machine: `unsigned int` or `unsigned long`.
    pub fn size(machine: Machine) -> IntType {
        match machine {
            Machine::Ilp32 => IntType::UINT,
            Machine::Lp64 => IntType::long(machine).unsigned(),
        }
    }

    /// `ptrdiff_t` of a machine: `int` or `long`.
    pub fn difference(machine: Machine) -> IntType {
        IntType { signed: true, ..IntType::size(machine) }
    }

    /// The smallest and the largest value.
    pub fn range(self) -> (BigInt, BigInt) {
        let half = BigInt::from(1) << (self.bits - 1);
        if self.signed { (-half.clone(), half - 1) } else { (BigInt::ZERO, half * 2 - 1) }
    }

    /// The unsigned type of the same rank.
    pub fn unsigned(self) -> IntType {
        IntType { signed: false, ..self }
    }
}

impl Types {
    /// The alignment that gcc prefers for an object of this type, as returned by `__alignof__`: on
    /// ILP32, `double` and `long long` prefer 8.
    pub fn preferred_align_of(&self, ty: Ty) -> u64 {
        match self.get(ty) {
            Type::Array(element, _) => self.preferred_align_of(*element),
            Type::Int(int) if int.bits == 64 => 8,
            Type::Float(FloatType::Double) => 8,
            Type::Record(id) => match self.tuple_of(*id) {
                Some(Tuple::Complex(element)) => self.preferred_align_of(element),
                Some(Tuple::Vector(..)) => self.size_of(ty).unwrap_or(1),
                None => self.align_of(ty),
            },
            _ => self.align_of(ty),
        }
    }

    /// Whether objects of the type can be created.
    pub fn is_complete(&self, ty: Ty) -> bool {
        match self.get(ty) {
            Type::Void | Type::Function(_) | Type::Array(_, ArrayLength::Unknown) => false,
            Type::Array(element, _) => self.is_complete(*element),
            Type::Record(id) => self.record(*id).members.is_some(),
            _ => true,
        }
    }

    /// Whether the size of the type is known only at run time.
    pub fn is_variable_length(&self, ty: Ty) -> bool {
        match self.get(ty) {
            Type::Array(_, ArrayLength::Variable(_)) => true,
            Type::Array(element, _) => self.is_variable_length(*element),
            _ => false,
        }
    }

    /// The integer type used to compute with values of a type; `_Bool` is a small unsigned one.
    pub fn as_int(&self, ty: Ty) -> Option<IntType> {
        match self.get(ty) {
            Type::Bool => Some(IntType { bits: 8, signed: false, rank: 0 }),
            Type::Int(int) => Some(*int),
            _ => None,
        }
    }

    /// The floating-point type, if it is one.
    pub fn as_float(&self, ty: Ty) -> Option<FloatType> {
        match self.get(ty) {
            Type::Float(float) => Some(*float),
            _ => None,
        }
    }

    /// What a pointer points to.
    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        match self.get(ty) {
            Type::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// The record, if it is one.
    pub fn as_record(&self, ty: Ty) -> Option<RecordId> {
        match self.get(ty) {
            Type::Record(id) => Some(*id),
            _ => None,
        }
    }

    /// The function type, if it is one.
    pub fn as_function(&self, ty: Ty) -> Option<&FunctionType> {
        match self.get(ty) {
            Type::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Whether it is an integer or floating-point type.
    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        matches!(self.get(ty), Type::Bool | Type::Int(_) | Type::Float(_))
    }

    /// Whether it is an integer type, `_Bool` included.
    pub fn is_integer(&self, ty: Ty) -> bool {
        matches!(self.get(ty), Type::Bool | Type::Int(_))
    }

    /// Whether it is an arithmetic or pointer type.
    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.pointee(ty).is_some()
    }

    /// Whether it is `void`.
    pub fn is_void(&self, ty: Ty) -> bool {
        matches!(self.get(ty), Type::Void)
    }
}
