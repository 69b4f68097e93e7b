//! Variables and literals of propositional logic.

use std::fmt;
use std::ops::{BitXor, Not};

/// A propositional variable, numbered from 0 by the solver that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The variable with the given number, below 2³¹ − 1 (so that it has a
    /// DIMACS name).
    pub const fn new(index: u32) -> Self {
        debug_assert!(index < i32::MAX as u32);
        Self(index)
    }

    /// The number of the variable, for side tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that says the variable is true.
    pub const fn positive(self) -> Lit {
        Lit::new(self, false)
    }

    /// The literal that says the variable is false.
    pub const fn negative(self) -> Lit {
        Lit::new(self, true)
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.positive(), f)
    }
}

/// A variable or its negation. `!lit` negates, `lit ^ flip` negates if `flip`,
/// and it prints as in DIMACS files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal over `var`, negated or not.
    pub const fn new(var: Var, negated: bool) -> Self {
        Self(var.0 << 1 | negated as u32)
    }

    /// The variable of the literal.
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether the literal is a negated variable.
    pub const fn is_negated(self) -> bool {
        self.0 & 1 != 0
    }

    /// A number for side tables: twice that of the variable, plus one if negated.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal in DIMACS: the variable counted from 1, negative if negated.
    pub const fn to_dimacs(self) -> i32 {
        let name = (self.0 >> 1).cast_signed() + 1;
        if self.is_negated() { -name } else { name }
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl BitXor<bool> for Lit {
    type Output = Self;

    fn bitxor(self, flip: bool) -> Self {
        Self(self.0 ^ u32::from(flip))
    }
}

impl From<Var> for Lit {
    fn from(var: Var) -> Self {
        var.positive()
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_dimacs(), f)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(index: u32, negated: bool, dimacs: &str) {
        let var = Var::new(index);
        let lit = Lit::new(var, negated);
        assert_eq!(lit.to_string(), dimacs);
        assert_eq!(lit.var(), var);
        assert_eq!(lit.is_negated(), negated);
        assert_eq!(!!lit, lit);
        assert_eq!((!lit).var(), var);
        assert_eq!((!lit).is_negated(), !negated);
        assert_eq!(lit ^ true, !lit);
        assert_eq!(lit ^ false, lit);
        assert_eq!(lit.index(), 2 * var.index() + usize::from(negated));
    }

    #[test]
    fn literals_are_those_of_dimacs() {
        check(0, false, "1");
        check(0, true, "-1");
        check(41, true, "-42");
        check(i32::MAX as u32 - 1, false, "2147483647");
        check(i32::MAX as u32 - 1, true, "-2147483647");
    }

    #[test]
    fn a_variable_is_its_positive_literal() {
        let var = Var::new(6);
        assert_eq!(var.to_string(), "7");
        assert_eq!(Lit::from(var), var.positive());
        assert_eq!(var.negative(), !var.positive());
    }
}
