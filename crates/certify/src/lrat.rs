//! The checker of clausal proofs.
//!
//! It holds a set of numbered clauses. A clause joins the set either as an input, or because it
//! follows from clauses of the set by unit propagation. The prover names the clauses to propagate
//! with, in order, so checking a step takes time proportional to the size of these clauses (the
//! format is known as LRAT). Steps that do not follow are rejected.

/// A literal as in DIMACS: a variable's number, negative if the variable is negated.
pub type Literal = i32;

/// The clauses that are known to hold.
#[derive(Default)]
pub struct Checker {
    /// Clauses by their numbers.
    clauses: Vec<Option<Box<[Literal]>>>,
    /// The assumed value of each variable while a step is checked.
    values: Vec<Option<bool>>,
    /// The literals that are assumed.
    trail: Vec<Literal>,
    /// How many steps were checked and accepted.
    steps: u64,
}

impl Checker {
    /// A checker without clauses.
    pub fn new() -> Checker {
        Checker::default()
    }

    /// How many steps were checked and accepted.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The clause of a number.
    pub fn clause(&self, number: i64) -> Option<&[Literal]> {
        self.clauses.get(usize::try_from(number).ok()?)?.as_deref()
    }

    /// Adds an input clause.
    pub fn input(&mut self, number: i64, clause: &[Literal]) {
        self.insert(number, clause);
    }

    /// Adds a clause if it follows from the clauses with the given numbers: if all its literals are
    /// false, propagating with each of them in turn must end in a clause without a literal that
    /// could be true.
    pub fn derive(&mut self, number: i64, clause: &[Literal], reasons: &[i64]) -> bool {
        let follows = self.follows(clause, reasons);
        for literal in self.trail.drain(..) {
            self.values[literal.unsigned_abs() as usize] = None;
        }
        if follows {
            self.insert(number, clause);
            self.steps += 1;
        }
        follows
    }

    /// Deletes a clause.
    pub fn delete(&mut self, number: i64) {
        if let Ok(number) = usize::try_from(number)
            && let Some(clause) = self.clauses.get_mut(number)
        {
            *clause = None;
        }
    }

    fn insert(&mut self, number: i64, clause: &[Literal]) {
        let Ok(number) = usize::try_from(number) else { return };
        if number >= self.clauses.len() {
            self.clauses.resize(number + 1, None);
        }
        self.clauses[number] = Some(clause.into());
    }

    fn follows(&mut self, clause: &[Literal], reasons: &[i64]) -> bool {
        for &literal in clause {
            match self.value(literal) {
                None => self.assume(-literal),
                Some(false) => {}
                // The clause contains the negated literal too.
                Some(true) => return true,
            }
        }
        for &reason in reasons {
            match self.propagate(reason) {
                Propagated::Contradiction => return true,
                Propagated::Unit(literal) => self.assume(literal),
                Propagated::Nothing => {}
            }
        }
        false
    }

    /// The consequence of a clause under the assumptions.
    fn propagate(&mut self, reason: i64) -> Propagated {
        let Some(clause) = self.clause(reason) else { return Propagated::Nothing };
        let mut unit = None;
        for &literal in clause {
            match self.value(literal) {
                Some(false) => {}
                Some(true) => return Propagated::Nothing,
                None if unit.is_none() || unit == Some(literal) => unit = Some(literal),
                None => return Propagated::Nothing,
            }
        }
        unit.map_or(Propagated::Contradiction, Propagated::Unit)
    }

    fn value(&self, literal: Literal) -> Option<bool> {
        let value = self.values.get(literal.unsigned_abs() as usize).copied().flatten();
        value.map(|value| value == (literal > 0))
    }

    fn assume(&mut self, literal: Literal) {
        let variable = literal.unsigned_abs() as usize;
        if variable >= self.values.len() {
            self.values.resize(variable + 1, None);
        }
        self.values[variable] = Some(literal > 0);
        self.trail.push(literal);
    }
}

enum Propagated {
    /// No literal of the clause can be true.
    Contradiction,
    /// One literal must be true.
    Unit(Literal),
    /// Nothing follows.
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x`, `x -> y`, `y -> z`, `not z`.
    fn chain() -> Checker {
        let mut checker = Checker::new();
        for (number, clause) in [(1, vec![1]), (2, vec![-1, 2]), (3, vec![-2, 3]), (4, vec![-3])] {
            checker.input(number, &clause);
        }
        checker
    }

    #[test]
    fn accepts_what_follows() {
        let mut checker = chain();
        assert!(checker.derive(5, &[2], &[1, 2]));
        assert!(checker.derive(6, &[], &[5, 3, 4]));
        assert_eq!(checker.clause(6), Some(&[][..]));
        assert_eq!(checker.steps(), 2);
    }

    #[test]
    fn refuses_what_does_not() {
        let refused = |clause: &[Literal], reasons: &[i64]| {
            let mut checker = chain();
            assert!(!checker.derive(5, clause, reasons), "{clause:?} by {reasons:?}");
            assert_eq!(checker.clause(5), None);
            assert_eq!(checker.steps(), 0);
        };
        refused(&[-2], &[1, 2]);
        refused(&[2], &[1]);
        refused(&[2], &[]);
        refused(&[], &[2, 3, 4, 1]);
        refused(&[], &[1, 2, 4]);
        refused(&[], &[1, 2, 7]);
        refused(&[4], &[1, 2, 3]);
    }

    #[test]
    fn a_deleted_clause_is_no_reason() {
        let mut checker = chain();
        checker.delete(2);
        assert!(!checker.derive(5, &[2], &[1, 2]));
    }

    #[test]
    fn repeated_and_opposite_literals_are_no_trouble() {
        let mut checker = Checker::new();
        checker.input(1, &[2, 2, -1]);
        checker.input(2, &[1, 1]);
        assert!(checker.derive(3, &[2], &[2, 1]));
        assert!(checker.derive(4, &[5, -5], &[]));
    }

    #[test]
    fn assumptions_of_one_step_are_gone_in_the_next() {
        let mut checker = chain();
        assert!(!checker.derive(5, &[-1], &[]));
        assert!(!checker.derive(6, &[3], &[4]));
    }
}
