//! Searches on bits as engines.

use crate::sat::Counters;
use crate::system::BitSystem;
use engines::{Answer, Context, Engine, EngineStats, Observer, reason_for_stop};
use evidence::{Reason, Translation, Verdict};
use hardware::circuit::NotBits;
use model::{Automaton, LocatedSystem, TransitionSystem};
use smt::{Budget, SolverStats, StopReason};
use std::sync::{Arc, OnceLock};
use term::Value;

/// A system whose circuit is made once, by the first engine that needs it.
pub struct SharedSystem {
    system: Arc<TransitionSystem>,
    bits: OnceLock<Result<BitSystem, NotBits>>,
    swept: OnceLock<BitSystem>,
}

impl SharedSystem {
    /// The system, without a circuit so far.
    pub fn new(system: TransitionSystem) -> SharedSystem {
        SharedSystem { system: Arc::new(system), bits: OnceLock::new(), swept: OnceLock::new() }
    }

    /// Its circuit.
    ///
    /// # Errors
    /// Why there is none.
    pub fn bits(&self) -> Result<&BitSystem, Reason> {
        let bits = self.bits.get_or_init(|| BitSystem::of(&self.system));
        bits.as_ref().map_err(|why| Reason::Incomplete(why.to_string()))
    }

    /// Its circuit, with equal nodes merged. Engines that ask for it at once all make it: waiting for
    /// one of them would block their turns.
    ///
    /// # Errors
    /// Why there is none.
    pub fn swept(&self, budget: &Budget) -> Result<&BitSystem, Reason> {
        if self.swept.get().is_none() {
            let swept = self.bits()?.swept(budget).map_err(reason)?;
            return Ok(self.swept.get_or_init(|| swept));
        }
        self.swept.get().map_or_else(|| self.bits(), Ok)
    }
}

/// An algorithm on circuits, with its configuration.
pub trait BitSearch {
    /// The name of the engine.
    fn name(&self) -> &'static str;

    /// Whether equal nodes are to be merged before.
    fn sweeps(&self) -> bool {
        false
    }

    /// Looks for an answer.
    ///
    /// # Errors
    /// Why there is none.
    fn search(
        &self,
        bits: &BitSystem,
        budget: &Budget,
        observer: &mut dyn Observer,
        statistics: &mut SearchStatistics,
    ) -> Result<Verdict, Reason>;
}

impl<S: BitSearch> BitSearch for &S {
    fn name(&self) -> &'static str {
        (*self).name()
    }

    fn sweeps(&self) -> bool {
        (*self).sweeps()
    }

    fn search(
        &self,
        bits: &BitSystem,
        budget: &Budget,
        observer: &mut dyn Observer,
        statistics: &mut SearchStatistics,
    ) -> Result<Verdict, Reason> {
        (*self).search(bits, budget, observer, statistics)
    }
}

/// What a search did.
#[derive(Clone, Debug, Default)]
pub struct SearchStatistics {
    /// Counters of its solvers.
    pub solver: Counters,
    /// Its own counters.
    pub counters: Vec<(&'static str, u64)>,
}

/// A search as an engine: on the circuit of a given system, or on that of the model it is run on.
pub struct OnBits<S> {
    search: S,
    system: Option<Arc<SharedSystem>>,
}

impl<S: BitSearch> OnBits<S> {
    /// The engine. Its answers are about the automaton of the system, or about the model it is run on
    /// if there is no system.
    pub fn new(search: S, system: Option<Arc<SharedSystem>>) -> OnBits<S> {
        OnBits { search, system }
    }

    fn circuit_of<'s>(
        &self,
        system: &'s SharedSystem,
        budget: &Budget,
    ) -> Result<&'s BitSystem, Reason> {
        if self.search.sweeps() { system.swept(budget) } else { system.bits() }
    }

    fn verdict(
        &self,
        model: &Automaton,
        context: &mut Context<'_>,
        statistics: &mut SearchStatistics,
    ) -> Result<Verdict, Reason> {
        if let Some(system) = &self.system {
            let bits = self.circuit_of(system, &context.budget)?;
            let verdict =
                self.search.search(bits, &context.budget, context.observer, statistics)?;
            return Ok(with_all_variables(verdict, model));
        }
        let located = LocatedSystem::of(model);
        let shared = SharedSystem::new(located.system.clone());
        let bits = self.circuit_of(&shared, &context.budget)?;
        let verdict = self.search.search(bits, &context.budget, context.observer, statistics)?;
        let lost =
            || Reason::Internal("the answer about bits says nothing of the model".to_owned());
        located.verdict(verdict).ok_or_else(lost)
    }
}

impl<S: BitSearch> Engine for OnBits<S> {
    fn name(&self) -> &'static str {
        self.search.name()
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        let mut statistics = SearchStatistics::default();
        let verdict = self.verdict(model, context, &mut statistics);
        let SearchStatistics {
            solver: Counters { queries, conflicts, decisions, propagations },
            mut counters,
        } = statistics;
        let solver = SolverStats { queries, sat_calls: queries, ..SolverStats::default() };
        counters.extend([
            ("conflicts", conflicts),
            ("decisions", decisions),
            ("propagations", propagations),
        ]);
        let stats = EngineStats { solver, counters, ..EngineStats::default() };
        Answer { verdict: verdict.unwrap_or_else(Verdict::Unknown), stats }
    }
}

/// A run of a system as one of its automaton, which has more variables. These are assigned before they
/// are read.
fn with_all_variables(verdict: Verdict, model: &Automaton) -> Verdict {
    let Verdict::Unsafe(mut trace) = verdict else { return verdict };
    for variable in model.variables(model.entry) {
        if trace.initial.get(variable).is_none() {
            trace.initial.set(variable, Value::default_of(model.terms.symbol_sort(variable)));
        }
    }
    Verdict::Unsafe(trace)
}

/// Why a search ends early.
pub type Stopped = StopReason;

/// The reason for an unknown verdict.
pub fn reason(stop: Stopped) -> Reason {
    reason_for_stop(stop)
}
