//! An AIGER file as a transition system over truth values.

use super::Aiger;
use crate::design::{Design, DesignState, Format};
use crate::error::ReadError;
use crate::names;
use model::transition::{BadStates, StateVariable};
use model::{ErrorKind, TransitionSystem};
use rustc_hash::FxHashMap;
use term::{Sort, Symbol, Term, TermStore};

impl Aiger {
    /// The transition system of the file.
    ///
    /// # Errors
    /// If there is no property, or resets are not supported.
    pub fn design(&self) -> Result<Design, ReadError> {
        let whole = |message: &str| ReadError::at_line(1, message);
        let (kind, properties) = match self.bad.is_empty() {
            true => (b'o', &self.outputs),
            false => (b'b', &self.bad),
        };
        if properties.is_empty() {
            return Err(whole("there are no bad states and no outputs, so nothing is asked"));
        }
        let mut builder = Builder::new(self);
        self.check_resets().map_err(|message| whole(&message))?;
        let mut variables = Vec::new();
        let mut initial = Vec::new();
        let mut states = Vec::new();
        for (number, latch) in self.latches.iter().enumerate() {
            let symbol = builder.latches[number];
            let next = builder.term(latch.next);
            variables.push(StateVariable { symbol, next });
            let is_initialised = latch.reset != latch.literal;
            if is_initialised {
                let variable = builder.terms.var(symbol);
                initial.push(match latch.reset {
                    0 => builder.terms.not(variable),
                    1 => variable,
                    reset => {
                        let reset = builder.term(reset);
                        builder.terms.eq(variable, reset)
                    }
                });
            }
            states.push(DesignState { symbol, is_initialised, has_next: true });
        }
        let constraints: Vec<Term> = self.constraints.iter().map(|&c| builder.term(c)).collect();
        let constraint = builder.terms.and(&constraints);
        let names: FxHashMap<usize, &str> =
            self.names.iter().filter(|n| n.0 == kind).map(|n| (n.1, n.2.as_str())).collect();
        let mut bad = Vec::new();
        for (number, &literal) in properties.iter().enumerate() {
            let condition = builder.term(literal);
            let condition = match constraints.is_empty() {
                true => condition,
                false => builder.terms.and(&[constraint, condition]),
            };
            let name = names
                .get(&number)
                .map_or_else(|| format!("{}{number}", char::from(kind)), |name| (*name).to_owned());
            bad.push(BadStates { condition, kind: ErrorKind::Named(name) });
        }
        let initial = builder.terms.and(&initial);
        let Builder { terms, inputs, .. } = builder;
        let system =
            TransitionSystem { terms, variables, inputs: inputs.clone(), initial, constraint, bad };
        Ok(Design { system, format: Format::Aiger, inputs, states, constraint })
    }

    /// Resets other than 0, 1 and the latch itself must be functions of latches, without circles.
    fn check_resets(&self) -> Result<(), String> {
        let is_plain = |reset: u32, literal: u32| reset < 2 || reset == literal;
        if self.latches.iter().all(|latch| is_plain(latch.reset, latch.literal)) {
            return Ok(());
        }
        let gates: FxHashMap<u32, [u32; 2]> =
            self.gates.iter().map(|gate| (gate.literal / 2, gate.inputs)).collect();
        let resets: FxHashMap<u32, u32> =
            self.latches.iter().map(|latch| (latch.literal / 2, latch.reset)).collect();
        // Variables that are being visited are open (true), others are done.
        let mut visited: FxHashMap<u32, bool> = FxHashMap::default();
        for latch in self.latches.iter().filter(|latch| !is_plain(latch.reset, latch.literal)) {
            let mut stack = vec![(latch.literal / 2, false)];
            while let Some((variable, is_left)) = stack.pop() {
                if is_left {
                    visited.insert(variable, false);
                    continue;
                }
                match visited.get(&variable) {
                    Some(true) => return Err("resets of latches depend on each other".to_owned()),
                    Some(false) => continue,
                    None => {}
                }
                visited.insert(variable, true);
                stack.push((variable, true));
                match (gates.get(&variable), resets.get(&variable)) {
                    (Some(inputs), _) => {
                        for input in inputs.iter().filter(|&&input| input >= 2) {
                            if visited.get(&(input / 2)) != Some(&false) {
                                stack.push((input / 2, false));
                            }
                        }
                    }
                    (None, Some(&reset)) if reset >= 2 && reset / 2 != variable => {
                        stack.push((reset / 2, false));
                    }
                    (None, Some(&reset)) if reset == 2 * variable + 1 => {
                        return Err("the reset of a latch is its negation".to_owned());
                    }
                    (None, Some(_)) => {}
                    (None, None) => {
                        return Err("the reset of a latch depends on an input".to_owned());
                    }
                }
            }
        }
        Ok(())
    }
}

/// Terms of literals.
struct Builder {
    terms: TermStore,
    by_variable: FxHashMap<u32, Term>,
    inputs: Vec<Symbol>,
    latches: Vec<Symbol>,
}

impl Builder {
    fn new(aiger: &Aiger) -> Builder {
        let mut terms = TermStore::without_simplification();
        let mut by_variable = FxHashMap::default();
        by_variable.insert(0, terms.bool(false));
        let given = |kind: u8| {
            let names = aiger.names.iter().filter(move |name| name.0 == kind);
            names.map(|name| (name.1, name.2.as_str())).collect::<FxHashMap<_, _>>()
        };
        let declare = |terms: &mut TermStore, kind: u8, number: usize, name: Option<&&str>| {
            let default = format!("{}{number}", char::from(kind));
            names::declare(terms, name.copied(), &default, Sort::Bool)
        };
        let (input_names, latch_names) = (given(b'i'), given(b'l'));
        let mut inputs = Vec::new();
        for (number, &literal) in aiger.inputs.iter().enumerate() {
            let symbol = declare(&mut terms, b'i', number, input_names.get(&number));
            inputs.push(symbol);
            by_variable.insert(literal / 2, terms.var(symbol));
        }
        let mut latches = Vec::new();
        for (number, latch) in aiger.latches.iter().enumerate() {
            let symbol = declare(&mut terms, b'l', number, latch_names.get(&number));
            latches.push(symbol);
            by_variable.insert(latch.literal / 2, terms.var(symbol));
        }
        let mut builder = Builder { terms, by_variable, inputs, latches };
        for gate in &aiger.gates {
            let inputs = gate.inputs.map(|input| builder.term(input));
            let term = builder.terms.and(&inputs);
            builder.by_variable.insert(gate.literal / 2, term);
        }
        builder
    }

    fn term(&mut self, literal: u32) -> Term {
        let term = self.by_variable[&(literal / 2)];
        match literal % 2 {
            0 => term,
            _ => self.terms.not(term),
        }
    }
}
