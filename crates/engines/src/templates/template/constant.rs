//! Rows for constant expressions.

use term::{Term, TermStore, Value};

/// `expression = parameter`.
///
/// With `x` this finds constants, with `x mod m` congruences, and with the Boolean `x = y`
/// equalities or, if it is always false, disequalities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Constant {
    /// A term over the variables of a cut point, of any sort except arrays.
    pub(crate) expression: Term,
    parameter: Parameter,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Parameter {
    /// No state was shown yet.
    Nothing,
    Only(Value),
    Anything,
}

impl Constant {
    /// A row that was shown no state.
    pub(crate) fn new(expression: Term) -> Constant {
        Constant { expression, parameter: Parameter::Nothing }
    }

    pub(crate) fn join(&mut self, value: &Value) -> bool {
        match &self.parameter {
            Parameter::Nothing => self.parameter = Parameter::Only(value.clone()),
            Parameter::Only(known) if known != value => self.parameter = Parameter::Anything,
            Parameter::Only(_) | Parameter::Anything => return false,
        }
        true
    }

    pub(crate) fn give_up(&mut self) {
        self.parameter = Parameter::Anything;
    }

    pub(crate) fn is_given_up(&self) -> bool {
        self.parameter == Parameter::Anything
    }

    pub(crate) fn formula(&self, store: &mut TermStore, expression: Term) -> Option<Term> {
        match &self.parameter {
            Parameter::Only(Value::Bool(true)) => Some(expression),
            Parameter::Only(Value::Bool(false)) => Some(store.not(expression)),
            Parameter::Only(value) => {
                let constant = store.constant(value.clone());
                Some(store.eq(expression, constant))
            }
            Parameter::Nothing | Parameter::Anything => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    fn check(values: &[u64], expected: &str) {
        let mut store = TermStore::new();
        let x = store.declare("x", Sort::BitVec(8)).unwrap();
        let x = store.var(x);
        let mut row = Constant::new(x);
        for &value in values {
            row.join(&Value::bv(8, value));
        }
        let said = row.formula(&mut store, x);
        let said = said.map_or("anything".to_owned(), |said| store.display(said).to_string());
        assert_eq!(said, expected);
    }

    #[test]
    fn a_second_value_is_one_too_many() {
        check(&[], "anything");
        check(&[5], "(= x #x05)");
        check(&[5, 5], "(= x #x05)");
        check(&[5, 6], "anything");
    }
}
