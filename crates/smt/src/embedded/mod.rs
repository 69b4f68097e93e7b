//! The embedded solver: bit-vectors, arrays, functions, floats, integers and reals on one incremental SAT
//! instance.
//!
//! Each term is blasted once. A query is then a list of assumption literals, and cores and models
//! translate back directly. Floats are lowered to bit-vector terms first. Arrays, functions and
//! numbers are theories beside the blaster (see `theory.rs`).

mod arrays;
mod blast;
mod cells;
mod functions;
mod gates;
mod model;
pub(crate) mod numbers;
mod parities;
#[cfg(test)]
mod tests;
mod theory;

use crate::arithmetic::{Lemma, Variable};
use crate::budget::Budget;
use crate::fp::{FpLowering, raise_value};
use crate::gate::Stopwatch;
use crate::sat::{Lit, SatBackend, SatResult};
use crate::stats::SolverStats;
use crate::traits::{Cores, Models, Outcome, Solver, UnknownReason};
use arrays::Arrays;
use blast::Blaster;
use blast::tables::{self, Tables};
use functions::Functions;
use gates::Gates;
use model::SatModel;
use term::{Assignment, FunctionValue, Op, Sort, Symbol, Term, TermStore, Value, eval, free_vars};
use theory::{Owner, Refinement, Theory};

/// An incremental solver for quantifier-free formulas over Booleans, bit-vectors, floats, arrays,
/// uninterpreted functions, and linear arithmetic over integers and reals.
pub struct EmbeddedSolver {
    blaster: Blaster,
    arrays: Arrays,
    functions: Functions,
    floats: FpLowering,
    /// Assertions that are not yet turned into clauses: that happens under the budget of a query.
    pending: Vec<Term>,
    /// Set if an assertion is not supported: no query has an answer any more.
    poisoned: Option<UnknownReason>,
    /// The assumptions of the last query with their literals.
    assumed: Vec<(Lit, Term)>,
    stats: SolverStats,
}

impl Default for EmbeddedSolver {
    fn default() -> Self {
        EmbeddedSolver::new(SatBackend::default())
    }
}

impl EmbeddedSolver {
    /// A solver without assertions on the given SAT solver.
    pub fn new(backend: SatBackend) -> EmbeddedSolver {
        EmbeddedSolver {
            blaster: Blaster::new(Gates::new(backend.build())),
            arrays: Arrays::default(),
            functions: Functions::default(),
            floats: FpLowering::new(),
            pending: Vec::new(),
            poisoned: None,
            assumed: Vec::new(),
            stats: SolverStats::default(),
        }
    }

    /// Handles arrays of more bits by lemmas on demand. To be said before the first query.
    pub fn limit_tables(&mut self, max_bits: u64) {
        self.blaster.tables = Tables { max_bits };
    }

    /// What the solver did so far.
    pub fn stats(&self) -> SolverStats {
        let gates = &self.blaster.gates;
        SolverStats { variables: gates.variables, clauses: gates.clauses, ..self.stats }
    }

    /// Remembers from now on why clauses of linear arithmetic hold.
    pub fn record_arithmetic(&mut self) {
        self.blaster.numbers.record_lemmas();
    }

    /// Hands out the clauses of linear arithmetic that were remembered, each as constraints with a
    /// refutation, and whether variables of them are whole.
    pub fn arithmetic_lemmas(&self) -> (&[Lemma], impl Fn(Variable) -> bool) {
        (self.blaster.numbers.lemmas(), |variable| self.blaster.numbers.is_integer(variable))
    }

    /// Turns pending assertions into clauses.
    fn encode_pending(
        &mut self,
        store: &mut TermStore,
        budget: &Budget,
    ) -> Result<(), UnknownReason> {
        // Encoding an assertion may add conditions of the lowering, hence the outer loop.
        while !self.pending.is_empty() {
            let mut pending = std::mem::take(&mut self.pending);
            for (done, &term) in pending.iter().enumerate() {
                if let Err(reason) = self.encode_assertion(store, term, budget) {
                    pending.drain(..done);
                    self.pending.append(&mut pending);
                    return Err(reason);
                }
            }
        }
        Ok(())
    }

    /// The equivalent of a term without floats. Side conditions become pending assertions.
    fn lower(&mut self, store: &mut TermStore, term: Term) -> Result<Term, UnknownReason> {
        if !store.has_floats() {
            return Ok(term);
        }
        let lowered = self
            .floats
            .lower(store, term)
            .map_err(|error| UnknownReason::Unsupported(error.to_string()))?;
        self.pending.append(&mut self.floats.take_side_conditions());
        Ok(lowered)
    }

    /// Adds an assertion as clauses: conjunctions apart, disjunctions as one clause.
    fn encode_assertion(
        &mut self,
        store: &mut TermStore,
        assertion: Term,
        budget: &Budget,
    ) -> Result<(), UnknownReason> {
        let mut conjuncts = vec![self.lower(store, assertion)?];
        while let Some(term) = conjuncts.pop() {
            match store.op(term) {
                Op::And => conjuncts.extend(store.args(term).iter().rev()),
                Op::Or => {
                    let disjuncts = store.args(term).to_vec();
                    for &disjunct in &disjuncts {
                        self.encode(store, disjunct, budget)?;
                    }
                    let clause: Vec<Lit> = disjuncts.iter().map(|&t| self.blaster.lit(t)).collect();
                    self.blaster.gates.clause(&clause);
                }
                Op::Eq if self.define(store, term, budget)? => {}
                _ => {
                    self.encode(store, term, budget)?;
                    let lit = self.blaster.lit(term);
                    self.blaster.gates.clause(&[lit]);
                }
            }
        }
        Ok(())
    }

    /// An asserted equality with a variable that has no literals yet makes it share those of the
    /// other side. Transition relations are full of such equalities.
    fn define(
        &mut self,
        store: &TermStore,
        equality: Term,
        budget: &Budget,
    ) -> Result<bool, UnknownReason> {
        let &[a, b] = store.args(equality) else { unreachable!("equality is binary") };
        let is_abstracted = matches!(store.sort(a), Sort::Array(_))
            && self.blaster.tables.elements(store.sort(a)).is_none();
        if is_abstracted || self.blaster.word(equality).is_some() {
            return Ok(false);
        }
        let fresh =
            |blaster: &Blaster, t: Term| store.as_var(t).is_some() && blaster.word(t).is_none();
        for (variable, definition) in [(a, b), (b, a)] {
            if fresh(&self.blaster, variable) {
                self.encode(store, definition, budget)?;
                // The definition may mention the variable.
                if fresh(&self.blaster, variable) {
                    self.blaster.alias(variable, definition);
                    if store.sort(variable).is_arithmetic() {
                        self.blaster.numbers.define(store, variable, definition);
                    }
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Blasts a lowered term and registers its abstracted applications.
    fn encode(
        &mut self,
        store: &TermStore,
        term: Term,
        budget: &Budget,
    ) -> Result<(), UnknownReason> {
        let blasted = self.blaster.blast(store, term, budget);
        for (owner, term) in std::mem::take(&mut self.blaster.abstracted) {
            let blaster = &mut self.blaster;
            match owner {
                Owner::Arrays => self.arrays.register(store, blaster, term),
                Owner::Functions => self.functions.register(store, blaster, term),
                Owner::Numbers => {
                    blaster.with_numbers(|numbers, blaster| numbers.register(store, blaster, term));
                }
            }
        }
        for read in std::mem::take(&mut self.blaster.reads.of_variables) {
            self.arrays.register_variable_read(&read);
        }
        blasted
    }

    fn encode_query(
        &mut self,
        store: &mut TermStore,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<(), UnknownReason> {
        if let Some(reason) = &self.poisoned {
            return Err(reason.clone());
        }
        self.assumed.clear();
        let mut lowered = Vec::with_capacity(assumptions.len());
        for &assumption in assumptions {
            lowered.push(self.lower(store, assumption)?);
        }
        if let Err(reason) = self.encode_pending(store, budget) {
            if !matches!(reason, UnknownReason::Stopped(_)) {
                self.poisoned = Some(reason.clone());
            }
            return Err(reason);
        }
        for (&assumption, &lowered) in assumptions.iter().zip(&lowered) {
            self.encode(store, lowered, budget)?;
            self.assumed.push((self.blaster.lit(lowered), assumption));
        }
        Ok(())
    }

    /// Solves, refining until a model satisfies the theories.
    fn solve(&mut self, budget: &Budget) -> Result<bool, UnknownReason> {
        let assumptions: Vec<Lit> = self.assumed.iter().map(|&(lit, _)| lit).collect();
        self.blaster.numbers.begin_query();
        loop {
            let time = Stopwatch::start(budget);
            let Blaster { gates, numbers, .. } = &mut self.blaster;
            let result = if numbers.is_empty() {
                gates.sat.solve(&assumptions, budget)
            } else {
                gates.sat.solve_modulo(&assumptions, numbers, budget)
            };
            self.stats.solving += time.elapsed(budget);
            self.stats.sat_calls += 1;
            match result {
                SatResult::Unsat => return Ok(false),
                SatResult::Unknown(reason) => return Err(reason.into()),
                SatResult::Sat => {}
            }
            let (accepted, lemmas) = self.refine(budget)?;
            if accepted {
                return Ok(true);
            }
            self.stats.lemmas += lemmas.len() as u64;
            for lemma in lemmas {
                self.blaster.gates.clause(&lemma);
            }
            budget.check()?;
        }
    }

    /// Whether all theories accept the model, and what they say if not. Arrays and functions compare numbers, so
    /// these need values first.
    fn refine(&mut self, budget: &Budget) -> Result<(bool, Vec<Vec<Lit>>), UnknownReason> {
        let blaster = &mut self.blaster;
        let numbers = blaster.with_numbers(|numbers, blaster| numbers.refine(blaster, budget))?;
        if let Refinement::Lemmas(lemmas) = numbers {
            return Ok((false, lemmas));
        }
        let theories: [&mut dyn Theory; 2] = [&mut self.functions, &mut self.arrays];
        let mut accepted = true;
        let mut lemmas = Vec::new();
        for theory in theories {
            if let Refinement::Lemmas(more) = theory.refine(blaster, budget)? {
                accepted = false;
                lemmas.extend(more);
            }
        }
        Ok((accepted, lemmas))
    }

    /// The value of a declared constant in the current model.
    fn symbol_value(&mut self, store: &mut TermStore, symbol: Symbol) -> Value {
        let sort = store.symbol_sort(symbol).clone();
        if let Some(lowered) = self.floats.lowered_symbol(symbol) {
            return raise_value(&sort, &self.symbol_value(store, lowered));
        }
        let variable = store.var(symbol);
        let value = match sort {
            Sort::Array(_) if self.blaster.tables.elements(&sort).is_none() => {
                self.arrays.constant_value(variable)
            }
            Sort::Array(_) => {
                let word = self.blaster.word(variable);
                word.map(|word| tables::value(&sort, &SatModel::of(&self.blaster).bits(word)))
            }
            Sort::Int | Sort::Real => self.blaster.numbers.constant_value(variable),
            _ => {
                let word = self.blaster.word(variable);
                word.map(|word| SatModel::of(&self.blaster).value(&sort, word))
            }
        };
        value.unwrap_or_else(|| Value::default_of(&sort))
    }

    /// The value of a declared function in the current model.
    fn function_value(&self, store: &TermStore, function: Symbol) -> FunctionValue {
        let Some(lowered) = self.floats.lowered_symbol(function) else {
            return self.functions.value(store, &self.blaster, function);
        };
        let value = self.functions.value(store, &self.blaster, lowered);
        let (parameters, sort) = (store.parameters(function), store.symbol_sort(function));
        let entries = value.entries.iter().map(|(args, result)| {
            let args = parameters.iter().zip(args).map(|(sort, arg)| raise_value(sort, arg));
            (args.collect(), raise_value(sort, result))
        });
        FunctionValue { default: raise_value(sort, &value.default), entries: entries.collect() }
    }
}

impl Solver for EmbeddedSolver {
    fn assert(&mut self, _: &mut TermStore, term: Term) {
        self.pending.push(term);
    }

    fn check(&mut self, store: &mut TermStore, assumptions: &[Term], budget: &Budget) -> Outcome {
        let time = Stopwatch::start(budget);
        let encoded = self.encode_query(store, assumptions, budget);
        self.stats.encoding += time.elapsed(budget);
        let outcome = match encoded.and_then(|()| self.solve(budget)) {
            Ok(true) => Outcome::Sat,
            Ok(false) => Outcome::Unsat,
            Err(reason) => Outcome::Unknown(reason),
        };
        self.stats.count(&outcome);
        outcome
    }
}

impl Models for EmbeddedSolver {
    fn value(&mut self, store: &mut TermStore, term: Term) -> Value {
        if !matches!(store.sort(term), Sort::Array(_) | Sort::Int | Sort::Real)
            && let Some(word) = self.blaster.word(term)
        {
            return SatModel::of(&self.blaster).value(store.sort(term), word);
        }
        if let Some(symbol) = store.as_var(term) {
            return self.symbol_value(store, symbol);
        }
        let mut assignment = Assignment::new();
        for symbol in free_vars(store, &[term]) {
            assignment.set(symbol, self.symbol_value(store, symbol));
        }
        for function in term::traverse::functions(store, &[term]) {
            assignment.set_function(function, self.function_value(store, function));
        }
        eval(store, term, &assignment).expect("every symbol was assigned")
    }
}

impl Cores for EmbeddedSolver {
    fn core(&mut self) -> Vec<Term> {
        let core: rustc_hash::FxHashSet<Lit> =
            self.blaster.gates.sat.core().iter().copied().collect();
        let mut seen = rustc_hash::FxHashSet::default();
        let blamed = self.assumed.iter().filter(|(lit, _)| core.contains(lit) && seen.insert(*lit));
        blamed.map(|&(_, term)| term).collect()
    }
}
