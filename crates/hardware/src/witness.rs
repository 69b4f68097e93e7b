//! Runs as witness files, as the simulators of the competition read them.

use crate::design::{Design, DesignState, Format};
use evidence::Trace;
use model::Choice;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use term::{Symbol, Value};

/// The values of all symbols before each step of a run, as far as they are chosen.
struct Run<'a> {
    design: &'a Design,
    trace: &'a Trace,
    /// Where each input of the system is among the choices of a step.
    places: FxHashMap<Symbol, usize>,
}

impl Design {
    /// The witness of a run to a bad state, in the format of the file: AIGER or BTOR2.
    ///
    /// Nothing if the trace is not one of the design's automaton.
    pub fn witness(&self, trace: &Trace) -> Option<String> {
        let places = self.system.inputs.iter().enumerate().map(|(i, &input)| (input, i)).collect();
        let run = Run { design: self, trace, places };
        let property = trace.error.index().checked_sub(2)?;
        match self.format {
            Format::Aiger => run.aiger(property),
            Format::Btor2 => run.btor2(property),
        }
    }
}

impl Run<'_> {
    /// The number of steps, with the bad one.
    fn steps(&self) -> usize {
        // The first edge of the trace assumes the initial condition.
        self.trace.steps.len().saturating_sub(1)
    }

    /// The value of an input of the system in a step.
    fn input(&self, step: usize, input: Symbol) -> Option<&Value> {
        let place = *self.places.get(&input)?;
        match self.trace.steps.get(1 + step)?.choices.get(place)? {
            Choice::Value(value) => Some(value),
            Choice::Branch(_) => None,
        }
    }

    fn aiger(&self, property: usize) -> Option<String> {
        let mut text = format!("1\nb{property}\n");
        let bit = |value: &Value| if *value == Value::Bool(true) { '1' } else { '0' };
        for state in &self.design.states {
            text.push(bit(self.trace.initial.get(state.symbol)?));
        }
        text.push('\n');
        for step in 0..self.steps() {
            for &input in &self.design.inputs {
                text.push(bit(self.input(step, input)?));
            }
            text.push('\n');
        }
        text.push_str(".\n");
        Some(text)
    }

    fn btor2(&self, property: usize) -> Option<String> {
        let mut text = format!("sat\nb{property}\n");
        for step in 0..self.steps() {
            let mut states = String::new();
            for (number, state) in self.design.states.iter().enumerate() {
                if let Some(value) = self.open_state(step, state) {
                    self.assignment(&mut states, number, state.symbol, value, '#', step);
                }
            }
            if step == 0 || !states.is_empty() {
                writeln!(text, "#{step}").ok()?;
                text.push_str(&states);
            }
            writeln!(text, "@{step}").ok()?;
            for (number, &input) in self.design.inputs.iter().enumerate() {
                let value = self.input(step, input)?;
                self.assignment(&mut text, number, input, value, '@', step);
            }
        }
        text.push_str(".\n");
        Some(text)
    }

    /// The value of a state before a step if the file leaves it open there.
    fn open_state(&self, step: usize, state: &DesignState) -> Option<&Value> {
        if let Some(value) = self.input(step, state.symbol) {
            return Some(value);
        }
        if step == 0 {
            return self.trace.initial.get(state.symbol).filter(|_| !state.is_initialised);
        }
        if state.has_next {
            return None;
        }
        let system = &self.design.system;
        let variable = system.variables.iter().find(|variable| variable.symbol == state.symbol)?;
        self.input(step - 1, system.terms.as_var(variable.next)?)
    }

    fn assignment(
        &self,
        text: &mut String,
        number: usize,
        symbol: Symbol,
        value: &Value,
        mark: char,
        step: usize,
    ) {
        let name = self.design.system.terms.name(symbol);
        let bits = |value: &Value| match value {
            Value::BitVec(value) => {
                (0..value.width()).rev().map(|i| if value.bit(i) { '1' } else { '0' }).collect()
            }
            other => format!("{other}"),
        };
        match value {
            // Elements that are not written are those of an arbitrary array.
            Value::Array(array) => {
                for (index, element) in array.entries() {
                    let (index, element) = (bits(index), bits(element));
                    text.push_str(&format!("{number} [{index}] {element} {name}{mark}{step}\n"));
                }
            }
            value => text.push_str(&format!("{number} {} {name}{mark}{step}\n", bits(value))),
        }
    }
}
