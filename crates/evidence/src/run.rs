//! Runs of programs that violate a property.

use model::Property;
use term::Value;

/// A run of the program that a model was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRun {
    /// The property that is violated.
    pub property: Property,
    /// What the program is told.
    pub answers: Answers,
}

/// All that a program leaves open in a run, in the order in which it is asked for. What is not listed is
/// zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// What input functions return, and other open values.
    pub values: Vec<Value>,
    /// The first content of objects, where it is not zero.
    pub bytes: Vec<ObjectByte>,
    /// What memory has that the program does not own, where it is not zero.
    pub foreign: Vec<ForeignByte>,
}

impl Answers {
    /// How many values and bytes there are.
    pub fn len(&self) -> usize {
        self.values.len() + self.bytes.len() + self.foreign.len()
    }

    /// Whether everything that the program asks for is zero.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A byte of an object that the program reads before it writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectByte {
    /// How many objects were created before it, globals included.
    pub object: u64,
    /// The position in the object.
    pub offset: u64,
    /// What it is.
    pub byte: u8,
}

/// A byte of memory that the program does not own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignByte {
    /// Its address.
    pub address: u64,
    /// What it is.
    pub byte: u8,
}
