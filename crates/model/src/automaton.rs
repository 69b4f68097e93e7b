//! The engines' view of a model: one automaton without calls.

use crate::goal::Gap;
use crate::procedure::Model;
use std::fmt;
use std::ops::Deref;

/// A model whose entry procedure makes no calls: linear Horn clauses with locations as predicates.
#[derive(Clone)]
pub struct Automaton {
    model: Model,
}

impl Automaton {
    /// The model as an automaton; the error is the gap if it has calls.
    pub fn of(model: Model) -> Result<Automaton, Gap> {
        match model.has_calls() {
            true => Err(Gap::calls()),
            false => Ok(Automaton { model }),
        }
    }

    /// The model.
    pub fn into_model(self) -> Model {
        self.model
    }
}

impl Deref for Automaton {
    type Target = Model;

    fn deref(&self) -> &Model {
        &self.model
    }
}

impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.model.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automata_have_no_calls() {
        let plain = "procedure main { initial a error b \"p\" a -> b }";
        assert!(Automaton::of(crate::parse(plain).unwrap()).is_ok());
        let calling = "procedure main { initial a exit b a -> b { call f() } }
                       procedure f { initial a exit a }";
        let model = crate::parse(calling).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(Automaton::of(model).err(), Some(Gap::calls()));
    }
}
