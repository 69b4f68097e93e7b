//! Any SMT-LIB solver, through a pipe: an optional second opinion.
//!
//! Symbols are declared to the process when they first occur. Models and cores are fetched together
//! with the answer, so that reading them later cannot fail. A process that must be stopped, or
//! crashes, is restarted by the next query.

mod command;
mod error;
mod lowering;
mod pipe;
mod session;
#[cfg(test)]
mod tests;

pub use command::{SolverCommand, find_installed};
pub use error::ProcessError;

use crate::budget::Budget;
use crate::stats::SolverStats;
use crate::traits::{Cores, Models, Outcome, Solver};
use session::Session;
use std::time::{Duration, Instant};
use term::traverse::functions;
use term::{Assignment, FunctionValue, Symbol, Term, TermStore, Value, eval, free_vars};

/// An external solver.
pub struct ProcessSolver {
    command: SolverCommand,
    logic: String,
    session: Option<Session>,
    /// All assertions, for a restarted process.
    assertions: Vec<Term>,
    /// How many of them the current process has received.
    sent: usize,
    levels: Vec<Level>,
    model: Assignment,
    core: Vec<Term>,
    stats: SolverStats,
}

/// A level between `push` and `pop`. Its assertions hold only under its guard.
struct Level {
    guard: Term,
    /// The number of assertions below it.
    start: usize,
}

impl ProcessSolver {
    /// Starts a solver.
    pub fn start(command: SolverCommand) -> Result<ProcessSolver, ProcessError> {
        ProcessSolver::start_with_logic(command, "ALL")
    }

    /// Starts a solver for one logic of SMT-LIB, which may make it faster.
    pub fn start_with_logic(
        command: SolverCommand,
        logic: &str,
    ) -> Result<ProcessSolver, ProcessError> {
        let session = Session::start(&command, logic)?;
        Ok(ProcessSolver {
            command,
            logic: logic.to_owned(),
            session: Some(session),
            assertions: Vec::new(),
            sent: 0,
            levels: Vec::new(),
            model: Assignment::new(),
            core: Vec::new(),
            stats: SolverStats::default(),
        })
    }

    /// Lets the process exit by itself, for example if it is being profiled. Dropping the solver is
    /// quicker: it kills the process.
    pub fn exit(self, patience: Duration) {
        if let Some(session) = self.session {
            session.exit(patience);
        }
    }

    /// The statistics so far.
    pub fn stats(&self) -> SolverStats {
        self.stats
    }

    /// Starts a level: what is asserted from now on is forgotten by the matching
    /// [`ProcessSolver::pop`].
    pub fn push(&mut self, store: &mut TermStore) {
        let symbol = store.fresh("level", term::Sort::Bool);
        let guard = store.var(symbol);
        self.levels.push(Level { guard, start: self.assertions.len() });
    }

    /// Ends the innermost level; has no effect without one.
    pub fn pop(&mut self) {
        if let Some(level) = self.levels.pop() {
            // The process keeps the assertions, but the guard is never assumed again.
            self.assertions.truncate(level.start);
            self.sent = self.sent.min(level.start);
        }
    }

    fn try_check(
        &mut self,
        store: &mut TermStore,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<bool, ProcessError> {
        budget.check()?;
        let session = match &mut self.session {
            Some(session) => session,
            none => {
                self.sent = 0;
                none.insert(Session::start(&self.command, &self.logic)?)
            }
        };
        let start = Instant::now();
        for &assertion in &self.assertions[self.sent..] {
            session.assert(store, assertion)?;
        }
        self.sent = self.assertions.len();
        let mut assumed: Vec<Term> = self.levels.iter().map(|level| level.guard).collect();
        assumed.extend_from_slice(assumptions);
        let labels = session.ask(store, &assumed)?;
        let asked = Instant::now();
        self.stats.encoding += asked - start;
        let answer = session.receive(budget);
        self.stats.solving += asked.elapsed();
        let satisfiable = answer?;
        if satisfiable {
            self.model = session.model(store, budget)?;
        } else if !assumptions.is_empty() {
            let failed = session.unsat_assumptions(store, &labels, budget)?;
            let failed = |label: &Symbol| failed.contains(label);
            let own = &labels[self.levels.len()..];
            let pairs = assumptions.iter().zip(own);
            self.core = pairs.filter(|(_, label)| failed(label)).map(|(&term, _)| term).collect();
        }
        Ok(satisfiable)
    }
}

impl Solver for ProcessSolver {
    fn assert(&mut self, store: &mut TermStore, term: Term) {
        let assertion = match self.levels.last() {
            Some(level) => store.implies(level.guard, term),
            None => term,
        };
        self.assertions.push(assertion);
    }

    fn check(&mut self, store: &mut TermStore, assumptions: &[Term], budget: &Budget) -> Outcome {
        self.core.clear();
        self.model = Assignment::new();
        let outcome = match self.try_check(store, assumptions, budget) {
            Ok(true) => Outcome::Sat,
            Ok(false) => Outcome::Unsat,
            Err(error) => {
                if error != ProcessError::GaveUp {
                    // Its remaining output would be taken for the answer to another query.
                    self.session = None;
                }
                Outcome::Unknown(error.into())
            }
        };
        self.stats.count(&outcome);
        outcome
    }
}

impl Models for ProcessSolver {
    fn value(&mut self, store: &mut TermStore, term: Term) -> Value {
        for symbol in free_vars(store, &[term]) {
            if self.model.get(symbol).is_none() {
                self.model.set(symbol, Value::default_of(store.symbol_sort(symbol)));
            }
        }
        for symbol in functions(store, &[term]) {
            if self.model.function(symbol).is_none() {
                let default = Value::default_of(store.symbol_sort(symbol));
                let function = FunctionValue { default, entries: Default::default() };
                self.model.set_function(symbol, function);
            }
        }
        eval(store, term, &self.model).expect("every symbol is assigned")
    }
}

impl Cores for ProcessSolver {
    fn core(&mut self) -> Vec<Term> {
        self.core.clone()
    }
}
