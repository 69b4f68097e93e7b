//! Bit-blasting: the circuit of a transition system, and what its bits stand for.

use super::gates::Gates;
use super::words::Words;
use super::{Circuit, Lit};
use model::TransitionSystem;
use rustc_hash::FxHashMap;
use std::fmt;
use term::{Op, Sort, Symbol, Term};

/// The circuit of a transition system.
///
/// Initial values that are constants are those of latches. If initial states have other conditions,
/// a latch says whether it is the first step, and the constraint includes that the conditions hold
/// there.
#[derive(Clone, Debug)]
pub struct BitModel {
    /// The circuit.
    pub circuit: Circuit,
    /// For each latch, what it is a bit of.
    pub latches: Vec<BitSource>,
    /// For each input, the symbol and the number of the bit.
    pub inputs: Vec<(Symbol, u32)>,
}

/// What a latch stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitSource {
    /// A bit of a variable. Those of arrays are numbered element by element.
    Bit(Symbol, u32),
    /// Whether it is the first step.
    FirstStep,
}

/// Why a system has no circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotBits {
    /// Something is of a sort that is no word.
    Sort(Sort),
    /// An array has too many elements to be a table.
    LargeArray(Sort),
}

impl fmt::Display for NotBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotBits::Sort(sort) => write!(f, "{sort} has no bits"),
            NotBits::LargeArray(sort) => write!(f, "{sort} has too many bits"),
        }
    }
}

impl BitModel {
    /// Makes the circuit of a system.
    ///
    /// # Errors
    /// If something in it is no word.
    pub fn of(system: &TransitionSystem) -> Result<BitModel, NotBits> {
        let terms = &system.terms;
        let mut gates = Gates::new();
        let mut words = Words::default();
        let (mut latches, mut inputs) = (Vec::new(), Vec::new());
        let (constants, others) = initial_values(system);
        for &input in &system.inputs {
            let bits = Words::bits_of(terms.symbol_sort(input))?;
            inputs.extend((0..bits).map(|bit| (input, bit)));
            words.set(input, (0..bits).map(|_| gates.input()).collect());
        }
        for variable in &system.variables {
            let bits = Words::bits_of(terms.symbol_sort(variable.symbol))?;
            let initial = constants.get(&variable.symbol);
            let initial = match initial {
                Some(&Initial::Truth(value)) => Some(vec![Lit::constant(value)]),
                Some(&Initial::Value(term)) => Some(words.of(&mut gates, terms, term)?),
                None => None,
            };
            let bit = |bit: u32| match &initial {
                Some(word) => gates.latch(Some(word[bit as usize] == Lit::TRUE)),
                None => gates.latch(None),
            };
            let word = (0..bits).map(bit).collect();
            words.set(variable.symbol, word);
            latches.extend((0..bits).map(|bit| BitSource::Bit(variable.symbol, bit)));
        }
        let mut constraint = words.of(&mut gates, terms, system.constraint)?[0];
        let mut next = Vec::new();
        for variable in &system.variables {
            next.extend(words.of(&mut gates, terms, variable.next)?);
        }
        let mut bad = Vec::new();
        for states in &system.bad {
            bad.push(words.of(&mut gates, terms, states.condition)?[0]);
        }
        // A bad state need not allow a step. Here it does, so that the constraint holds in all
        // states of a run; what follows a bad state does not matter.
        let any_bad = gates.any(&bad);
        constraint = gates.or(constraint, any_bad);
        if !others.is_empty() {
            let first = gates.latch(Some(true));
            latches.push(BitSource::FirstStep);
            next.push(Lit::FALSE);
            for condition in others {
                let condition = words.of(&mut gates, terms, condition)?[0];
                let holds = gates.or(!first, condition);
                constraint = gates.and(constraint, holds);
            }
        }
        let mut circuit = gates.circuit;
        for (latch, next) in circuit.latches.iter_mut().zip(next) {
            latch.next = next;
        }
        circuit.constraint = constraint;
        circuit.bad = bad;
        Ok(BitModel { circuit, latches, inputs })
    }

    /// Whether a latch says that it is the first step.
    pub fn has_first_step(&self) -> bool {
        self.latches.last() == Some(&BitSource::FirstStep)
    }
}

/// The first value of a variable.
enum Initial {
    Truth(bool),
    /// A constant term.
    Value(Term),
}

/// Conditions on initial states: variables that are constants, and all else.
fn initial_values(system: &TransitionSystem) -> (FxHashMap<Symbol, Initial>, Vec<Term>) {
    let terms = &system.terms;
    let is_variable = |symbol: Symbol| terms.parameters(symbol).is_empty();
    let mut constants = FxHashMap::default();
    let mut others = Vec::new();
    let mut stack = vec![system.initial];
    while let Some(condition) = stack.pop() {
        let args = terms.args(condition);
        match terms.op(condition) {
            Op::And => stack.extend(args),
            _ if terms.as_bool(condition) == Some(true) => {}
            Op::Var(symbol) if !constants.contains_key(&symbol) => {
                constants.insert(symbol, Initial::Truth(true));
            }
            Op::Not => match terms.as_var(args[0]) {
                Some(symbol) if !constants.contains_key(&symbol) => {
                    constants.insert(symbol, Initial::Truth(false));
                }
                _ => others.push(condition),
            },
            Op::Eq if args.len() == 2 => {
                let sides = [(args[0], args[1]), (args[1], args[0])];
                let found = sides.into_iter().find_map(|(variable, value)| {
                    let symbol = terms.as_var(variable).filter(|&symbol| is_variable(symbol))?;
                    let is_constant = match terms.op(value) {
                        Op::ConstArray => terms.as_value(terms.args(value)[0]).is_some(),
                        _ => terms.as_value(value).is_some(),
                    };
                    (is_constant && !constants.contains_key(&symbol)).then_some((symbol, value))
                });
                match found {
                    Some((symbol, value)) => {
                        constants.insert(symbol, Initial::Value(value));
                    }
                    None => others.push(condition),
                }
            }
            _ => others.push(condition),
        }
    }
    (constants, others)
}

#[cfg(test)]
mod tests {
    use super::{BitModel, BitSource};

    /// The first values of latches, and whether one says that it is the first step.
    fn check(text: &str, expected: &[Option<bool>], has_first_step: bool) {
        let model = BitModel::of(&crate::read(text.as_bytes()).unwrap().system).unwrap();
        let initial: Vec<Option<bool>> = model
            .circuit
            .latches
            .iter()
            .zip(&model.latches)
            .filter(|(_, source)| **source != BitSource::FirstStep)
            .map(|(latch, _)| latch.initial)
            .collect();
        assert_eq!(initial, expected, "{text}");
        assert_eq!(model.has_first_step(), has_first_step, "{text}");
    }

    #[test]
    fn constants_are_first_values_of_latches() {
        let plain = "aag 3 0 3 1 0\n2 2 0\n4 4 1\n6 6 6\n2\n";
        check(plain, &[Some(false), Some(true), None], false);
        let by_literal = "aag 2 0 2 1 0\n2 2 1\n4 4 2\n2\n";
        check(by_literal, &[Some(true), None], true);
        let words = "1 sort bitvec 2\n2 const 1 10\n3 state 1\n4 init 1 3 2\n5 next 1 3 3\n\
                     6 sort bitvec 1\n7 redand 6 3\n8 bad 7\n";
        check(words, &[Some(false), Some(true)], false);
    }
}
