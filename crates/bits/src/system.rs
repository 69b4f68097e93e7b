//! What engines on bits work on, and the way back.

use crate::engine::Stopped;
use crate::sweep::{self, Candidates};
use evidence::{Invariants, Proof, Reason, Trace, TraceStep, Verdict};
use hardware::circuit::{BitModel, BitSource, Circuit, Lit, Node, NotBits, Simplified, word};
use model::{Choice, EdgeId, Location, TransitionSystem};
use rustc_hash::FxHashMap;
use smt::Budget;
use std::sync::Arc;
use term::{ArrayValue, Assignment, BitVec, Sort, Symbol, Term, TermStore, Value};

/// The simplified circuit of a transition system.
pub struct BitSystem {
    system: Arc<TransitionSystem>,
    model: Arc<BitModel>,
    simplified: Simplified,
    equalities: Option<Equalities>,
}

/// Equalities of nodes of a circuit between the original and the simplified one.
struct Equalities {
    circuit: Circuit,
    /// For each latch, its number in the original circuit.
    latches: Vec<usize>,
    pairs: Vec<(Lit, Lit)>,
}

/// A run of a circuit: the state it starts in, and the inputs of each step up to the bad one.
#[derive(Clone, Debug, Default)]
pub struct CircuitRun {
    /// The values of latches at the start.
    pub start: Vec<bool>,
    /// The values of inputs in each step.
    pub inputs: Vec<Vec<bool>>,
}

impl BitSystem {
    /// Blasts and simplifies a system.
    ///
    /// # Errors
    /// If something in it is no word.
    pub fn of(system: &Arc<TransitionSystem>) -> Result<BitSystem, NotBits> {
        let model = Arc::new(BitModel::of(system)?);
        let simplified = Simplified::of(&model.circuit);
        Ok(BitSystem { system: Arc::clone(system), model, simplified, equalities: None })
    }

    /// The same system with equal nodes merged.
    ///
    /// # Errors
    /// If the budget is exhausted.
    pub fn swept(&self, budget: &Budget) -> Result<BitSystem, Stopped> {
        let mut simplified = self.simplified.clone();
        let mut equalities = None;
        for candidates in [Candidates::StateNodes, Candidates::Latches] {
            let Some(found) = sweep::in_runs(&simplified.circuit, candidates, budget)? else {
                continue;
            };
            let circuit = simplified.circuit.clone();
            let latches = simplified.latches.clone();
            simplified = simplified.then(Simplified::replacing(&circuit, &found.replaced));
            equalities = Some(Equalities { circuit, latches, pairs: found.facts });
            break;
        }
        if let Some(found) = sweep::in_all_states(&simplified.circuit, budget)? {
            let next = Simplified::replacing(&simplified.circuit, &found.replaced);
            simplified = simplified.then(next);
        }
        let (system, model) = (Arc::clone(&self.system), Arc::clone(&self.model));
        Ok(BitSystem { system, model, simplified, equalities })
    }

    /// The circuit for engines.
    pub fn circuit(&self) -> &Circuit {
        &self.simplified.circuit
    }

    /// The proof that consists of clauses: no cube holds in a state of a run. It is `k`-inductive.
    pub fn proof<'a>(&self, cubes: impl Iterator<Item = &'a [Lit]>, k: u32) -> Proof {
        let mut terms = self.system.terms.clone();
        let circuit = self.circuit();
        let number_of: FxHashMap<usize, usize> = circuit
            .latches
            .iter()
            .zip(&self.simplified.latches)
            .map(|(l, &n)| (l.literal.node(), n))
            .collect();
        let mut clauses = Vec::new();
        for &(latch, value) in &self.simplified.constants {
            clauses.push(self.bit(&mut terms, latch, value));
        }
        if let Some(equalities) = &self.equalities {
            self.add_equalities(&mut terms, equalities, &mut clauses);
        }
        for cube in cubes {
            let literals: Vec<Term> = cube
                .iter()
                .map(|literal| {
                    self.bit(&mut terms, number_of[&literal.node()], literal.is_negated())
                })
                .collect();
            clauses.push(terms.or(&literals));
        }
        let mut invariant = terms.and(&clauses);
        if self.model.has_first_step() {
            // The clauses are about later steps.
            invariant = terms.or(&[self.system.initial, invariant]);
        }
        let invariants = [(TransitionSystem::head(), invariant)];
        Proof::Invariants(Invariants::k_inductive(&terms, k, invariants))
    }

    fn add_equalities(
        &self,
        terms: &mut TermStore,
        equalities: &Equalities,
        conjuncts: &mut Vec<Term>,
    ) {
        let mut known: FxHashMap<usize, Term> = FxHashMap::default();
        for &(a, b) in &equalities.pairs {
            let mut side = |literal: Lit| {
                let node = self.node(terms, equalities, literal.node(), &mut known);
                if literal.is_negated() { terms.not(node) } else { node }
            };
            let (a, b) = (side(a), side(b));
            conjuncts.push(terms.eq(a, b));
        }
    }

    /// A node that depends on latches only, as a term.
    fn node(
        &self,
        terms: &mut TermStore,
        equalities: &Equalities,
        root: usize,
        known: &mut FxHashMap<usize, Term>,
    ) -> Term {
        let mut stack = vec![root];
        while let Some(&node) = stack.last() {
            if known.contains_key(&node) {
                stack.pop();
                continue;
            }
            let term = match equalities.circuit.nodes[node] {
                Node::False => terms.bool(false),
                Node::Latch(latch) => self.bit(terms, equalities.latches[latch as usize], true),
                Node::And(a, b) => {
                    let open: Vec<usize> = [a.node(), b.node()]
                        .into_iter()
                        .filter(|n| !known.contains_key(n))
                        .collect();
                    if !open.is_empty() {
                        stack.extend(open);
                        continue;
                    }
                    let sides = [a, b].map(|literal| {
                        let side = known[&literal.node()];
                        if literal.is_negated() { terms.not(side) } else { side }
                    });
                    terms.and(&sides)
                }
                Node::Input(_) => unreachable!("the node depends on latches only"),
            };
            known.insert(node, term);
        }
        known[&root]
    }

    /// That a latch of the original circuit has a value. After the first step, the latch that says so
    /// is false.
    fn bit(&self, terms: &mut TermStore, latch: usize, value: bool) -> Term {
        let BitSource::Bit(symbol, bit) = self.model.latches[latch] else {
            return terms.bool(!value);
        };
        let sort = terms.symbol_sort(symbol).clone();
        let variable = terms.var(symbol);
        let (word, bit) = match &sort {
            Sort::Bool => {
                return if value { variable } else { terms.not(variable) };
            }
            Sort::Array(array) => {
                let width = array.element.bit_width().unwrap_or(1);
                let index = array.index.bit_width().unwrap_or(1);
                let index = terms.bv(index, u64::from(bit / width));
                (terms.select(variable, index), bit % width)
            }
            _ => (variable, bit),
        };
        let width = terms.width(word);
        let word = match width {
            1 => word,
            _ => terms.extract(bit, bit, word),
        };
        let expected = terms.bv(1, u64::from(value));
        terms.eq(word, expected)
    }

    /// The verdict that a run of the simplified circuit gives.
    ///
    /// # Errors
    /// If it does not end in a bad state, which is a mistake of the engine.
    pub fn violation(&self, run: &CircuitRun) -> Result<Verdict, Reason> {
        let failed =
            || Reason::Internal("a run of the circuit does not end in a bad state".to_owned());
        self.trace(run).map(Verdict::Unsafe).ok_or_else(failed)
    }

    /// The trace of a run of the simplified circuit, if it ends in a bad state.
    fn trace(&self, run: &CircuitRun) -> Option<Trace> {
        let original = &self.model.circuit;
        let mut state: Vec<u64> =
            original.latches.iter().map(|latch| u64::from(latch.initial == Some(true))).collect();
        for (&number, &value) in self.simplified.latches.iter().zip(&run.start) {
            state[number] = u64::from(value);
        }
        let initial = self.values(&state);
        let mut steps = vec![TraceStep { edge: EdgeId::from_index(0), choices: Vec::new() }];
        let mut values = Vec::new();
        let last = run.inputs.len().checked_sub(1)?;
        for (number, chosen) in run.inputs.iter().enumerate() {
            let mut inputs = vec![0u64; original.inputs.len()];
            for (&input, &value) in self.simplified.inputs.iter().zip(chosen) {
                inputs[input] = u64::from(value);
            }
            original.simulate(&inputs, &state, &mut values);
            let choices = self.choices(&inputs);
            let bad = original.bad.iter().position(|&bad| word(&values, bad) & 1 == 1);
            if let Some(bad) = bad.filter(|_| number == last) {
                steps.push(TraceStep { edge: EdgeId::from_index(2 + bad), choices });
                return Some(Trace { initial, steps, error: Location::from_index(2 + bad) });
            }
            steps.push(TraceStep { edge: EdgeId::from_index(1), choices });
            for (latch, value) in original.latches.iter().zip(&mut state) {
                *value = word(&values, latch.next) & 1;
            }
        }
        None
    }

    /// The values of variables in a state.
    fn values(&self, state: &[u64]) -> Assignment {
        let mut bits: FxHashMap<Symbol, Vec<bool>> = FxHashMap::default();
        for (source, &value) in self.model.latches.iter().zip(state) {
            if let BitSource::Bit(symbol, _) = source {
                bits.entry(*symbol).or_default().push(value & 1 == 1);
            }
        }
        let mut values = Assignment::new();
        for (symbol, bits) in bits {
            values.set(symbol, value_of(self.system.terms.symbol_sort(symbol), &bits));
        }
        values
    }

    /// The choices of a step: all inputs in their order.
    fn choices(&self, inputs: &[u64]) -> Vec<Choice> {
        let mut at = 0;
        let mut choices = Vec::new();
        for &input in &self.system.inputs {
            let count = self.model.inputs[at..].iter().take_while(|bit| bit.0 == input).count();
            let bits: Vec<bool> = inputs[at..at + count].iter().map(|&v| v & 1 == 1).collect();
            at += count;
            choices.push(Choice::Value(value_of(self.system.terms.symbol_sort(input), &bits)));
        }
        choices
    }
}

/// The value of a sort with these bits.
fn value_of(sort: &Sort, bits: &[bool]) -> Value {
    match sort {
        Sort::Bool => Value::Bool(bits[0]),
        Sort::Array(array) => {
            let width = array.element.bit_width().unwrap_or(1) as usize;
            let index = array.index.bit_width().unwrap_or(1);
            let default = Value::default_of(&array.element);
            let mut value = ArrayValue::constant(array.index.clone(), default);
            for (number, element) in bits.chunks(width).enumerate() {
                let element = value_of(&array.element, element);
                value = value.store(Value::bv(index, number as u64), element);
            }
            Value::Array(Box::new(value))
        }
        _ => Value::BitVec(BitVec::from_bits(bits.len() as u32, |bit| bits[bit as usize])),
    }
}
