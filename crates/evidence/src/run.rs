//! Runs of programs that violate a property.

use model::Property;
use term::Value;

/// A run of the program behind a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRun {
    /// The property that is violated.
    pub property: Property,
    /// The answers that the program gets.
    pub answers: Answers,
}

/// All open values of a run, in the order in which the program asks for them. Values that are not
/// listed are zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The results of input functions, and other open values.
    pub values: Vec<Value>,
    /// The initial content of objects, where it is not zero.
    pub bytes: Vec<ObjectByte>,
    /// The content of memory that the program does not own, where it is not zero.
    pub foreign: Vec<ForeignByte>,
}

impl Answers {
    /// How many values and bytes there are.
    pub fn len(&self) -> usize {
        self.values.len() + self.bytes.len() + self.foreign.len()
    }

    /// Whether all answers are zero.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A byte of an object that the program reads before writing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectByte {
    /// How many objects were created before it, globals included.
    pub object: u64,
    /// The position in the object.
    pub offset: u64,
    /// Its value.
    pub byte: u8,
}

/// A byte of memory that the program does not own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignByte {
    /// Its address.
    pub address: u64,
    /// Its value.
    pub byte: u8,
}
