//! Properties of programs.

use std::fmt;

/// A kind of error that a program must not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Property {
    /// An error function is called (`__VERIFIER_error`, `reach_error`).
    UnreachCall,
    /// A user's `assert` fails.
    Assertion,
    /// Signed arithmetic overflows.
    Overflow,
    /// An integer is divided by zero.
    DivisionByZero,
    /// A shift by a negative number or by the width or more.
    Shift,
    /// An index outside a declared array.
    Bounds,
    /// An access outside of live objects.
    Deref,
    /// A deallocation of an address that is not the start of a live heap object.
    Free,
    /// A heap object that is no longer reachable by pointers.
    Memtrack,
    /// A heap object that is alive at the end.
    Memcleanup,
    /// Undefined behaviour that no other property covers, such as reaching `__builtin_unreachable`.
    Undefined,
    /// A value that was never set decides something: a branch, an address, what is printed or passed on.
    Uninitialised,
    /// A call of a library function whose effects are known only roughly: it may do less than the
    /// run shows. Proofs cover such runs, but a violation after the call is not believed. Users
    /// cannot ask about this property, so it is not in [`Property::ALL`].
    Approximate,
    /// A run never ends. Programs have no checks of it: see [`crate::Recurrences`]. It is not in
    /// [`Property::ALL`], which are violated where runs come to a place.
    Termination,
}

impl Property {
    /// All properties that users can ask about.
    pub const ALL: [Property; 12] = [
        Property::UnreachCall,
        Property::Assertion,
        Property::Overflow,
        Property::DivisionByZero,
        Property::Shift,
        Property::Bounds,
        Property::Deref,
        Property::Free,
        Property::Memtrack,
        Property::Memcleanup,
        Property::Undefined,
        Property::Uninitialised,
    ];

    /// What is checked unless a user asks for something else: all but leaks, which ordinary programs
    /// leave to the system at their end.
    pub const USUAL: [Property; 10] = [
        Property::UnreachCall,
        Property::Assertion,
        Property::Overflow,
        Property::DivisionByZero,
        Property::Shift,
        Property::Bounds,
        Property::Deref,
        Property::Free,
        Property::Undefined,
        Property::Uninitialised,
    ];

    /// The name on the command line and in verdicts.
    pub fn name(self) -> &'static str {
        match self {
            Property::UnreachCall => "unreach-call",
            Property::Assertion => "assertion",
            Property::Overflow => "no-overflow",
            Property::DivisionByZero => "division-by-zero",
            Property::Shift => "shift",
            Property::Bounds => "bounds",
            Property::Deref => "valid-deref",
            Property::Free => "valid-free",
            Property::Memtrack => "valid-memtrack",
            Property::Memcleanup => "valid-memcleanup",
            Property::Undefined => "undefined",
            Property::Uninitialised => "uninitialised",
            Property::Approximate => "approximate",
            Property::Termination => "termination",
        }
    }

    /// What it is about, for people.
    pub fn subject(self) -> &'static str {
        match self {
            Property::UnreachCall => "calls of error functions",
            Property::Assertion => "assertions",
            Property::Overflow => "signed overflow",
            Property::DivisionByZero => "division by zero",
            Property::Shift => "shifts",
            Property::Bounds => "array bounds",
            Property::Deref => "memory accesses",
            Property::Free => "frees",
            Property::Memtrack => "leaks",
            Property::Memcleanup => "memory at the end",
            Property::Undefined => "other undefined behaviour",
            Property::Uninitialised => "uninitialised values",
            Property::Approximate => "approximate library functions",
            Property::Termination => "termination",
        }
    }

    /// The property of the given name.
    pub fn from_name(name: &str) -> Option<Property> {
        let mut all =
            Property::ALL.into_iter().chain([Property::Approximate, Property::Termination]);
        all.find(|property| property.name() == name)
    }
}

impl Property {
    /// Whether C gives a run no meaning after a violation of the property. Overflowing arithmetic
    /// has a meaning here: it wraps around, as with gcc's `-fwrapv`. So does an index that leaves
    /// an inner array but stays inside the whole object, and a variable without a value has any.
    pub fn is_undefined_behaviour(self) -> bool {
        match self {
            Property::DivisionByZero
            | Property::Shift
            | Property::Deref
            | Property::Free
            | Property::Undefined => true,
            Property::UnreachCall
            | Property::Assertion
            | Property::Overflow
            | Property::Bounds
            | Property::Memtrack
            | Property::Memcleanup
            | Property::Uninitialised
            | Property::Approximate
            | Property::Termination => false,
        }
    }

    /// Whether a run may be impossible in the program after a violation of the property.
    pub fn discredits_runs(self) -> bool {
        self.is_undefined_behaviour() || self == Property::Approximate
    }
}

/// A set of properties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PropertySet(u16);

impl PropertySet {
    /// All properties that one can ask about.
    pub const ALL: PropertySet =
        PropertySet(!(1 << Property::Approximate as u16 | 1 << Property::Termination as u16));

    /// The properties outside of this set whose violation has no meaning in C.
    pub fn unchecked_undefined_behaviour(self) -> PropertySet {
        let undefined = Property::ALL.into_iter().filter(|p| p.is_undefined_behaviour());
        undefined.filter(|&property| !self.contains(property)).collect()
    }

    /// The set with one more property.
    pub fn with(self, property: Property) -> PropertySet {
        PropertySet(self.0 | 1 << property as u16)
    }

    /// Whether a property is in the set.
    pub fn contains(self, property: Property) -> bool {
        self.0 & (1 << property as u16) != 0
    }
}

impl FromIterator<Property> for PropertySet {
    fn from_iter<I: IntoIterator<Item = Property>>(properties: I) -> PropertySet {
        PropertySet(properties.into_iter().fold(0, |set, property| set | 1 << property as u16))
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
