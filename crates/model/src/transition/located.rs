//! Automata as transition systems: the location is in Boolean variables.

use super::{BadStates, StateVariable, TransitionSystem};
use crate::automaton::Automaton;
use crate::cfa::Cfa;
use crate::concrete::{Choice, ExecutionError, run};
use crate::ids::{EdgeId, Location};
use crate::state::State;
use crate::symbolic::{Input, execute, read_choices};
use term::{Assignment, Sort, Symbol, Term, TermStore, Value, eval};

/// The transition system of an automaton, and how to read its states and inputs.
///
/// A step of the system is an edge of the automaton. The number of the location is in ⌈log2 n⌉
/// Boolean variables, and which of several edges is taken is decided by Boolean inputs in the same
/// way. All that commands leave open are inputs. Runs end at error locations.
pub struct LocatedSystem {
    /// The system. Its variables are those of the automaton, then those that hold the location.
    pub system: TransitionSystem,
    automaton: Automaton,
    /// The lowest bit of the number of the location first.
    location_bits: Vec<Symbol>,
    /// The lowest bit of the number of the edge among those from its location first.
    edge_bits: Vec<Symbol>,
    /// What the command of each edge leaves open; empty at edges that leave an error.
    inputs: Vec<Vec<Input>>,
}

impl LocatedSystem {
    /// The system of an automaton.
    pub fn of(automaton: &Automaton) -> LocatedSystem {
        let mut terms = automaton.terms.clone();
        let cfa = &automaton.entry().cfa;
        let most_edges = cfa.locations().map(|l| cfa.outgoing(l).len()).max().unwrap_or(0);
        let location_bits = bits(&mut terms, "location", cfa.locations().len());
        let edge_bits = bits(&mut terms, "edge", most_edges);
        let mut builder = Builder {
            variables: automaton.variables(automaton.entry),
            next: State::new(),
            steps: Vec::new(),
            next_bits: vec![Vec::new(); location_bits.len()],
            inputs: edge_bits.clone(),
            terms,
            location_bits,
            edge_bits,
        };
        let inputs = cfa.edges().map(|edge| builder.add_edge(cfa, edge)).collect();
        let system = builder.system(cfa);
        let Builder { location_bits, edge_bits, .. } = builder;
        LocatedSystem { system, automaton: automaton.clone(), location_bits, edge_bits, inputs }
    }

    /// The automaton.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// The values of the variables that hold the location if it is this one.
    pub fn location_bits(&self, location: Location) -> impl Iterator<Item = (Symbol, bool)> {
        let number = location.index();
        self.location_bits.iter().enumerate().map(move |(i, &bit)| (bit, (number >> i) & 1 == 1))
    }

    /// The edge that a step from a location takes with some inputs, and the choices of its command.
    /// The values are those of the variables and inputs; afterwards variables have their new values.
    /// Nothing if no edge leaves the location.
    pub fn follow(
        &self,
        location: Location,
        values: &mut Assignment,
    ) -> Result<Option<(EdgeId, Vec<Choice>)>, ExecutionError> {
        let cfa = &self.automaton.entry().cfa;
        let edges = cfa.outgoing(location);
        let holds = |bit: &Symbol| values.get(*bit) == Some(&Value::Bool(true));
        let bits = self.edge_bits.iter().enumerate();
        let number = bits.filter(|(_, bit)| holds(bit)).map(|(i, _)| 1usize << i).sum::<usize>();
        let Some(&edge) = edges.get(number).or(edges.last()) else { return Ok(None) };
        let mut undefined = None;
        let inputs = &self.inputs[edge.index()];
        let choices = read_choices(inputs, &mut |term| {
            eval(&self.system.terms, term, values).unwrap_or_else(|error| {
                undefined = Some(error);
                Value::Bool(false)
            })
        });
        if let Some(error) = undefined {
            return Err(error.into());
        }
        let command = &cfa.edge(edge).command;
        run(&self.automaton.terms, command, values, &mut choices.iter().cloned())?;
        Ok(Some((edge, choices)))
    }
}

/// Boolean symbols for the numbers below `count`.
fn bits(terms: &mut TermStore, name: &str, count: usize) -> Vec<Symbol> {
    let width = count.max(1).next_power_of_two().trailing_zeros();
    (0..width).map(|_| terms.fresh(name, Sort::Bool)).collect()
}

/// That a number stands in some Boolean variables.
fn is_number(terms: &mut TermStore, bits: &[Symbol], number: usize) -> Term {
    let mut literals = Vec::with_capacity(bits.len());
    for (i, &bit) in bits.iter().enumerate() {
        let bit = terms.var(bit);
        literals.push(if (number >> i) & 1 == 1 { bit } else { terms.not(bit) });
    }
    terms.and(&literals)
}

/// What the edges seen so far do.
struct Builder {
    terms: TermStore,
    variables: Vec<Symbol>,
    /// The next values of variables that some edge changes.
    next: State,
    /// For each edge, when it is taken.
    steps: Vec<Term>,
    /// For each bit of the location, when it is set after a step.
    next_bits: Vec<Vec<Term>>,
    inputs: Vec<Symbol>,
    location_bits: Vec<Symbol>,
    edge_bits: Vec<Symbol>,
}

impl Builder {
    /// Adds an edge and returns what its command leaves open.
    fn add_edge(&mut self, cfa: &Cfa, id: EdgeId) -> Vec<Input> {
        let edge = cfa.edge(id);
        if cfa.error_at(edge.source).is_some() {
            return Vec::new();
        }
        let step = execute(&mut self.terms, &edge.command, &State::new());
        let step = step.expect("automata have no calls");
        let chosen = self.is_chosen(cfa, id);
        for variable in step.state.variables() {
            let value = step.state.value(&mut self.terms, variable);
            let otherwise = self.next.value(&mut self.terms, variable);
            let next = self.terms.ite(chosen, value, otherwise);
            self.next.set(variable, next);
        }
        for (i, set) in self.next_bits.iter_mut().enumerate() {
            if (edge.target.index() >> i) & 1 == 1 {
                set.push(chosen);
            }
        }
        self.steps.push(self.terms.and(&[chosen, step.guard]));
        self.inputs.extend(step.fresh);
        step.inputs
    }

    /// That a run is at the source of an edge and goes along it, if it goes on. Numbers that no
    /// edge has stand for the last one.
    fn is_chosen(&mut self, cfa: &Cfa, id: EdgeId) -> Term {
        let source = cfa.edge(id).source;
        let edges = cfa.outgoing(source);
        let number = edges.iter().position(|&e| e == id).expect("it leaves its source");
        let mut conditions = vec![is_number(&mut self.terms, &self.location_bits, source.index())];
        if number + 1 < edges.len() {
            conditions.push(is_number(&mut self.terms, &self.edge_bits, number));
        } else {
            for other in 0..number {
                let other = is_number(&mut self.terms, &self.edge_bits, other);
                conditions.push(self.terms.not(other));
            }
        }
        self.terms.and(&conditions)
    }

    fn system(&mut self, cfa: &Cfa) -> TransitionSystem {
        let mut variables = Vec::new();
        for &symbol in &self.variables {
            let next = self.next.value(&mut self.terms, symbol);
            variables.push(StateVariable { symbol, next });
        }
        for (&symbol, set) in self.location_bits.iter().zip(&self.next_bits) {
            variables.push(StateVariable { symbol, next: self.terms.or(set) });
        }
        let mut bad = Vec::new();
        for error in cfa.errors() {
            let number = error.location.index();
            let condition = is_number(&mut self.terms, &self.location_bits, number);
            bad.push(BadStates { condition, kind: error.kind.clone() });
        }
        let initial = is_number(&mut self.terms, &self.location_bits, cfa.initial().index());
        let constraint = self.terms.or(&self.steps);
        let inputs = self.inputs.clone();
        TransitionSystem { terms: self.terms.clone(), variables, inputs, initial, constraint, bad }
    }
}
