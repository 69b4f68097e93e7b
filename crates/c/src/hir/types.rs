//! C types with their layout.

use num_bigint::BigInt;
use program::Machine;
use rustc_hash::FxHashMap;
use term::{FloatFormat, id};

use super::{Expr, Tuple};

id!(
    /// A type with its qualifiers: equal numbers are equal types.
    Ty,
    "t"
);
id!(
    /// A structure or union.
    RecordId,
    "r"
);

/// A type without its own qualifiers; its component types keep theirs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`.
    Void,
    /// `_Bool`: one byte, 0 or 1.
    Bool,
    /// Any integer type except `_Bool`; enumerations too.
    Int(IntType),
    /// A floating-point number.
    Float(FloatType),
    /// A pointer.
    Pointer(Ty),
    /// An array.
    Array(Ty, ArrayLength),
    /// A structure or union.
    Record(RecordId),
    /// A function.
    Function(FunctionType),
    /// `va_list`: a pointer to the next variable argument; see `lower` for the convention.
    VaList,
}

/// An integer type with the properties that conversions depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntType {
    /// Width in bits.
    pub bits: u32,
    /// Whether it has a sign.
    pub signed: bool,
    /// The conversion rank: signed char 1, short 2, int 3, long 4, long long 5, __int128 6; plain
    /// char, a distinct type, has 0.
    pub rank: u8,
}

/// A floating-point type with the properties that conversions depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatType {
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `long double`: the x87's 80 bits, in 12 bytes (ILP32) or 16 (LP64).
    LongDouble,
    /// `__float128`.
    Quad,
}

impl FloatType {
    /// The format of its values.
    pub fn format(self) -> FloatFormat {
        match self {
            FloatType::Float => FloatFormat::F32,
            FloatType::Double => FloatFormat::F64,
            FloatType::LongDouble => FloatFormat::X87,
            FloatType::Quad => FloatFormat::F128,
        }
    }
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayLength {
    /// A constant.
    Fixed(u64),
    /// Not given: an incomplete type, or the flexible last member of a structure.
    Unknown,
    /// A variable-length array; index into [`Types::lengths`].
    Variable(u32),
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// The result type.
    pub result: Ty,
    /// Its parameters.
    pub params: Vec<Ty>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether it was declared without a prototype, `f()`.
    pub unprototyped: bool,
}

/// A structure or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its tag; empty if it has none.
    pub name: String,
    /// The first `typedef` name of a record without a tag, if it has one at file scope.
    pub alias: String,
    /// Whether members overlap.
    pub is_union: bool,
    /// Its members; `None` while it is incomplete. Unnamed members of record type have an empty
    /// name; `sema` resolves the names inside them. Unnamed bit-fields are left out.
    pub members: Option<Vec<Member>>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type; for a bit-field, the declared type.
    pub ty: Ty,
    /// Offset in bytes from the start of the record; for a bit-field, the offset of its first byte.
    pub offset: u64,
    /// Alignment in bytes, which declarations may change; irrelevant for bit-fields.
    pub align: u64,
    /// The bits of a bit-field.
    pub bits: Option<BitField>,
}

/// The bits of a bit-field, counted from the lowest bit of the byte at the member's offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitField {
    /// The lowest bit, 0 to 7.
    pub start: u32,
    /// How many.
    pub width: u32,
}

/// The qualifiers of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifiers {
    /// `const`.
    pub constant: bool,
    /// `volatile`.
    pub volatile: bool,
    /// `restrict`.
    pub restrict: bool,
    /// `_Atomic`.
    pub atomic: bool,
}

impl Qualifiers {
    /// The qualifiers of either.
    pub fn union(self, other: Qualifiers) -> Qualifiers {
        Qualifiers {
            constant: self.constant || other.constant,
            volatile: self.volatile || other.volatile,
            restrict: self.restrict || other.restrict,
            atomic: self.atomic || other.atomic,
        }
    }
}

id!(
    /// An enumeration.
    EnumId,
    "e"
);

/// Marks that distinguish types of the same structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Marks {
    qualifiers: Qualifiers,
    /// The enumeration that an integer type belongs to.
    enumeration: Option<EnumId>,
}

/// A type with its number.
#[derive(Debug)]
struct Entry {
    ty: Type,
    marks: Marks,
    /// The same type without marks anywhere.
    plain: Ty,
}

/// All types of a program.
#[derive(Debug)]
pub struct Types {
    machine: Machine,
    types: Vec<Entry>,
    numbers: FxHashMap<(Type, Marks), Ty>,
    /// Structures and unions.
    pub records: Vec<Record>,
    /// The lengths of variable-length arrays: number of elements, evaluated where the declaration
    /// is reached (see [`super::StmtKind::EvaluateLength`]).
    pub lengths: Vec<Expr>,
    /// The enumerators of each enumeration with their values.
    pub enumerators: Vec<Vec<(String, BigInt)>>,
    /// The records that are tuples.
    pub(super) tuples: FxHashMap<RecordId, Tuple>,
    pub(super) tuple_records: FxHashMap<Tuple, RecordId>,
}

impl Types {
    /// The types of a machine.
    pub fn new(machine: Machine) -> Types {
        Types {
            machine,
            types: Vec::new(),
            numbers: FxHashMap::default(),
            records: Vec::new(),
            lengths: Vec::new(),
            enumerators: Vec::new(),
            tuples: FxHashMap::default(),
            tuple_records: FxHashMap::default(),
        }
    }

    /// The data model that sizes follow.
    pub fn machine(&self) -> Machine {
        self.machine
    }

    /// The number of a type without qualifiers.
    pub fn intern(&mut self, ty: Type) -> Ty {
        self.marked(ty, Marks::default())
    }

    /// The integer type of an enumeration.
    pub fn enumeration(&mut self, int: IntType, id: EnumId) -> Ty {
        let marks = Marks { enumeration: Some(id), ..Marks::default() };
        self.marked(Type::Int(int), marks)
    }

    /// The type with more qualifiers; those of an array are those of its elements, and functions
    /// have none.
    pub fn qualified(&mut self, ty: Ty, qualifiers: Qualifiers) -> Ty {
        match *self.get(ty) {
            Type::Array(element, length) => {
                let element = self.qualified(element, qualifiers);
                return self.intern(Type::Array(element, length));
            }
            Type::Function(_) => return ty,
            _ => {}
        }
        let marks = self.types[ty.index()].marks;
        let qualifiers = marks.qualifiers.union(qualifiers);
        self.marked(self.get(ty).clone(), Marks { qualifiers, ..marks })
    }

    /// The type without its own qualifiers, as the value of an lvalue has it. The elements of an
    /// array lose theirs too.
    pub fn unqualified(&mut self, ty: Ty) -> Ty {
        if let Type::Array(element, length) = *self.get(ty) {
            let element = self.unqualified(element);
            return self.intern(Type::Array(element, length));
        }
        let marks = self.types[ty.index()].marks;
        if marks.qualifiers == Qualifiers::default() {
            return ty;
        }
        self.marked(self.get(ty).clone(), Marks { qualifiers: Qualifiers::default(), ..marks })
    }

    /// The type's own qualifiers; for an array, those of its elements.
    pub fn qualifiers(&self, ty: Ty) -> Qualifiers {
        match self.get(ty) {
            Type::Array(element, _) => self.qualifiers(*element),
            _ => self.types[ty.index()].marks.qualifiers,
        }
    }

    /// The enumeration that an integer type belongs to.
    pub fn as_enumeration(&self, ty: Ty) -> Option<EnumId> {
        self.types[ty.index()].marks.enumeration
    }

    /// The type with all qualifiers and enumerations removed. Types for which this is the same have
    /// the same representation.
    pub fn plain(&self, ty: Ty) -> Ty {
        self.types[ty.index()].plain
    }

    fn marked(&mut self, ty: Type, marks: Marks) -> Ty {
        let key = (ty, marks);
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let (ty, marks) = key;
        let plain_type = match &ty {
            Type::Pointer(target) => Type::Pointer(self.plain(*target)),
            Type::Array(element, length) => Type::Array(self.plain(*element), *length),
            Type::Function(function) => Type::Function(FunctionType {
                result: self.plain(function.result),
                params: function.params.iter().map(|&param| self.plain(param)).collect(),
                ..*function
            }),
            other => other.clone(),
        };
        let is_plain = marks == Marks::default() && plain_type == ty;
        let plain = (!is_plain).then(|| self.intern(plain_type));
        let number = Ty::from_index(self.types.len());
        self.types.push(Entry { ty: ty.clone(), marks, plain: plain.unwrap_or(number) });
        self.numbers.insert((ty, marks), number);
        number
    }

    /// The type with the given id, without qualifiers.
    pub fn get(&self, ty: Ty) -> &Type {
        &self.types[ty.index()].ty
    }

    /// A structure or union.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.index()]
    }
}
