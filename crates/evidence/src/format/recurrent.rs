//! Recurrent sets in files.

use super::document::{Body, Piece, Reader, write_initial, write_step};
use super::error::{ReadError, ReadErrorKind};
use super::text::{Parser, Result};
use crate::recurrent::{OpenValue, RecurrentSet};
use crate::trace::TraceStep;
use model::{EdgeId, Model};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use term::Assignment;
use term::smtlib::{Node, Quoted, Scope, parse_term};

/// The states of a location.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub location: Piece,
    pub states: Piece,
}

/// What an open value is chosen to be.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    pub edge: u32,
    pub number: u32,
    pub value: Piece,
}

pub fn write(model: &Model, set: &RecurrentSet) -> Body {
    let (initial, functions) = write_initial(model, &set.initial);
    let steps = set.steps.iter().map(write_step).collect();
    let state = |(location, term)| State {
        location: Piece::new(model.entry().cfa.name(location)),
        states: Piece::new(&set.terms().display(term)),
    };
    let chosen = |(OpenValue { edge, number }, term)| Chosen {
        edge: edge.index() as u32,
        number,
        value: Piece::new(&set.terms().display(term)),
    };
    let (states, choices) =
        (set.states().map(state).collect(), set.choices().map(chosen).collect());
    Body::RecurrentSet { initial, functions, steps, states, choices }
}

pub fn read(
    reader: &Reader<'_>,
    stem: (Assignment, Vec<TraceStep>),
    states: &[State],
    choices: &[Chosen],
) -> Result<RecurrentSet> {
    let mut store = reader.declarations();
    let scope = Scope::of_store(&mut store);
    let mut by_location = BTreeMap::new();
    for State { location: name, states } in states {
        let location = reader.location(name)?;
        let term = states.read(|arena, node| parse_term(&mut store, arena, node, &scope))?;
        if by_location.insert(location, term).is_some() {
            return Err(name.error(ReadErrorKind::Twice(name.text.clone())));
        }
    }
    let mut by_choice = BTreeMap::new();
    for Chosen { edge, number, value } in choices {
        let open = OpenValue { edge: EdgeId::from_index(*edge as usize), number: *number };
        let term = value.read(|arena, node| parse_term(&mut store, arena, node, &scope))?;
        if by_choice.insert(open, term).is_some() {
            return Err(value.error(ReadErrorKind::Twice(format!("{edge} {number}"))));
        }
    }
    Ok(RecurrentSet::new(&store, stem, by_location, by_choice))
}

/// Prints what follows the run to the set.
pub fn print(out: &mut String, states: &[State], choices: &[Chosen]) -> std::fmt::Result {
    write!(out, "\n  (states")?;
    for State { location, states } in states {
        write!(out, "\n    ({} {})", Quoted(&location.text), states.text)?;
    }
    write!(out, ")\n  (choices")?;
    for Chosen { edge, number, value } in choices {
        write!(out, "\n    ({edge} {number} {})", value.text)?;
    }
    write!(out, ")")
}

impl Parser<'_> {
    /// What follows the word `recurrent-set`.
    pub(super) fn recurrent_set(&self, node: Node, items: &[Node]) -> Result<Body> {
        let [first, middle @ .., states, choices] = items else {
            let what = "(recurrent-set (initial ...) ... (states ...) (choices ...))";
            return Err(self.expected(node, what));
        };
        let (initial, functions, steps) = self.run_of_model(*first, middle)?;
        let states = self.tagged(*states, "states", "(states ...)")?.into_iter().map(|entry| {
            let (location, states) = self.pair(entry, "(location term)")?;
            Ok(State { location, states })
        });
        let states = states.collect::<Result<_>>()?;
        let choices = self.tagged(*choices, "choices", "(choices ...)")?;
        let choices = choices.into_iter().map(|entry| {
            let what = "(edge number term)";
            let parts = self.arena.elements(entry);
            let [edge, number, value] = parts.ok_or_else(|| self.expected(entry, what))?;
            let (edge, number) = (self.number(edge)?, self.number(number)?);
            Ok::<_, ReadError>(Chosen { edge, number, value: self.piece(value) })
        });
        let choices = choices.collect::<Result<_>>()?;
        Ok(Body::RecurrentSet { initial, functions, steps, states, choices })
    }
}
