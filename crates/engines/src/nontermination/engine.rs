//! The search for a loop, a state at its head and choices with which the loop is never left.

use super::choices::{Chosen, strategies};
use super::progressions::progression;
use super::restricted::{Question, Restricted, assigned};
use super::stems::{Rounds, Stem, half};
use crate::engine::{Answer, Context, Engine};
use crate::observer::{Event, Progress, Silent};
use crate::solver::reason_for_stop;
use crate::stats::EngineStats;
use evidence::{Proof, Reason, RecurrentSet, Verdict};
use model::{Automaton, Command, Location, Model, Recurrences, RecurrentLoop, run};
use std::sync::Arc;
use std::time::{Duration, Instant};
use term::{Assignment, Symbol, Term, TermStore};

/// An engine that answers questions about a loop.
pub type LoopProver = Arc<dyn Engine + Send + Sync>;

/// The states of a set, by location.
type States = Vec<(Location, Term)>;

/// A pass over all loops.
struct Pass {
    /// How often a run must go round before it is looked at. Runs that go round more often are rarer, but
    /// more of them never leave.
    rounds: usize,
    /// How many different states are looked at.
    states: u64,
    /// The time for a question.
    time: Duration,
}

const PASSES: [Pass; 5] = [
    Pass { rounds: 2, states: 3, time: Duration::from_millis(500) },
    Pass { rounds: 12, states: 3, time: Duration::from_millis(1_000) },
    Pass { rounds: 1, states: 6, time: Duration::from_millis(3_000) },
    Pass { rounds: 5, states: 6, time: Duration::from_millis(10_000) },
    Pass { rounds: 30, states: 6, time: Duration::from_millis(60_000) },
];

/// Looks for recurrent sets of a model, whatever becomes of that model for other engines.
pub struct Nontermination {
    about: Arc<Recurrences>,
    /// Finds runs, and answers questions without loops.
    runs: LoopProver,
    /// Finds invariants.
    proofs: Vec<LoopProver>,
    /// How often all loops are looked at, with more time each time.
    passes: usize,
}

impl Nontermination {
    /// The engine for a model, with engines that answer questions about its loops.
    pub fn new(
        about: Arc<Recurrences>,
        runs: LoopProver,
        proofs: Vec<LoopProver>,
    ) -> Nontermination {
        Nontermination { about, runs, proofs, passes: PASSES.len() }
    }
}

#[cfg(test)]
impl Nontermination {
    /// The same engine with fewer passes.
    pub(crate) fn in_passes(self, passes: usize) -> Nontermination {
        Nontermination { passes, ..self }
    }
}

impl Engine for Nontermination {
    fn name(&self) -> &'static str {
        "nontermination"
    }

    /// The model is that of the other engines; evidence is about the one that this engine was made for.
    fn run(&self, _: &Automaton, context: &mut Context<'_>) -> Answer {
        let start = Instant::now();
        let mut search = Search {
            engine: self,
            model: &self.about.model,
            store: self.about.model.terms.clone(),
            states: 0,
            strategies: 0,
            questions: 0,
        };
        let verdict = search.verdict(context).unwrap_or_else(Verdict::Unknown);
        let counters = vec![
            ("loops", self.about.loops.len() as u64),
            ("states at heads", search.states),
            ("choices", search.strategies),
            ("questions", search.questions),
        ];
        let elapsed = start.elapsed();
        Answer { verdict, stats: EngineStats { counters, elapsed, ..EngineStats::default() } }
    }
}

struct Search<'a> {
    engine: &'a Nontermination,
    model: &'a Model,
    /// The model's terms and more.
    store: TermStore,
    states: u64,
    strategies: u64,
    questions: u64,
}

impl Search<'_> {
    fn verdict(&mut self, context: &mut Context<'_>) -> Result<Verdict, Reason> {
        let loops = &self.engine.about.loops;
        if loops.is_empty() {
            return Err(Reason::Incomplete("there is no loop".to_owned()));
        }
        for (number, pass) in PASSES[..self.engine.passes].iter().enumerate() {
            let time = pass.time;
            // Inner loops are easier.
            for of in loops.iter().rev() {
                for seed in 0..pass.states {
                    let seed = if seed < 3 { seed } else { seed + pass.rounds as u64 };
                    let Some(stem) = self.stem(of, pass.rounds, seed, time, context)? else {
                        // Without a condition there is no run, so there is none with one.
                        if seed == 0 { break } else { continue }
                    };
                    self.states += 1;
                    if let Some(set) = self.recurrent_set(of, &stem, time, context)? {
                        return Ok(Verdict::Recurs(set));
                    }
                    // One state is like all others.
                    if of.relevant.is_empty() {
                        break;
                    }
                }
            }
            let (level, queries) = (number as u64, self.questions);
            context.observer.observe(&Event::Progress(Progress { level, lemmas: 0, queries }));
        }
        Err(Reason::Incomplete("no loop is known never to be left".to_owned()))
    }

    /// A run that goes round a loop some times.
    fn stem(
        &mut self,
        of: &RecurrentLoop,
        rounds: usize,
        seed: u64,
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<Option<Stem>, Reason> {
        let asked = Rounds::of(self.model, of, rounds, |store| half(store, of, seed));
        match self.ask(&self.engine.runs.clone(), &asked.model, time, context)? {
            Some(Verdict::Unsafe(trace)) => Ok(asked.stem(&trace, of.head)),
            _ => Ok(None),
        }
    }

    /// A recurrent set that a run has reached.
    fn recurrent_set(
        &mut self,
        of: &RecurrentLoop,
        stem: &Stem,
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<Option<RecurrentSet>, Reason> {
        let Some(start) = self.state_after(stem) else { return Ok(None) };
        let mut store = self.store.clone();
        for chosen in strategies(self.model, &mut store, of, &stem.rounds) {
            context.budget.check().map_err(reason_for_stop)?;
            self.strategies += 1;
            let restricted = Restricted::new(self.model, of, &chosen);
            let Some(heads) = restricted.rounds(&store, &start, &context.budget) else { continue };
            let found = match self.by_progression(&restricted, &mut store, &heads, time, context)? {
                Some(states) => Some(states),
                None => self.by_proof(&restricted, &mut store, &start, time, context)?,
            };
            if let Some(states) = found {
                return Ok(Some(certificate(&store, stem, states, &chosen)));
            }
        }
        Ok(None)
    }

    /// The values of all variables at the end of a run.
    fn state_after(&self, stem: &Stem) -> Option<Assignment> {
        let mut values = stem.run.initial.clone();
        for step in &stem.run.steps {
            let command = &self.model.entry().cfa.edge(step.edge).command;
            let mut choices = step.choices.iter().cloned();
            run(&self.model.terms, command, &mut values, &mut choices).ok()?;
        }
        Some(values)
    }

    /// The states of an arithmetic progression, if the loop is never left from there.
    fn by_progression(
        &mut self,
        restricted: &Restricted<'_>,
        store: &mut TermStore,
        heads: &[Assignment],
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<Option<States>, Reason> {
        if heads.len() < 3 {
            return Ok(None);
        }
        let facts = progression(store, restricted.of, heads);
        let states = store.and(&facts);
        let start = Command::Assume(states);
        let Ok(question) = restricted.question(store, start, Some(states)) else { return Ok(None) };
        let head = (restricted.of.head, states);
        if question.model.entry().cfa.is_acyclic() {
            let answer = self.ask(&self.engine.runs.clone(), &question.model, time, context)?;
            return Ok(matches!(answer, Some(Verdict::Safe(_))).then(|| vec![head]));
        }
        // Inner loops need invariants of their own.
        let found = self.invariants(&question, store, time, context)?;
        Ok(found.map(|mut states| {
            states.retain(|(location, _)| *location != head.0);
            states.push(head);
            states
        }))
    }

    /// The invariants of a proof that the loop is never left, starting from one state.
    fn by_proof(
        &mut self,
        restricted: &Restricted<'_>,
        store: &mut TermStore,
        start: &Assignment,
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<Option<States>, Reason> {
        let relevant: &[Symbol] = &restricted.of.relevant;
        let Some(start) = assigned(store, relevant, start) else { return Ok(None) };
        let Ok(question) = restricted.question(store, start, None) else { return Ok(None) };
        self.invariants(&question, store, time, context)
    }

    /// The invariants of a proof that the answer to a question is no.
    fn invariants(
        &mut self,
        question: &Question,
        store: &mut TermStore,
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<Option<States>, Reason> {
        for prover in &self.engine.proofs {
            match self.ask(prover, &question.model, time, context)? {
                Some(Verdict::Safe(proof)) => {
                    if let Some(states) = states_of(question, &proof, store) {
                        return Ok(Some(states));
                    }
                }
                Some(Verdict::Unsafe(_)) => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Asks an engine for some time. No answer is none.
    fn ask(
        &mut self,
        prover: &LoopProver,
        model: &Automaton,
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<Option<Verdict>, Reason> {
        self.questions += 1;
        let budget = context.budget.clone().with_timeout(time);
        let mut silent = Silent;
        let mut alone = Context::new(budget, &mut silent);
        alone.solver = context.solver;
        let verdict = prover.run(model, &mut alone).verdict;
        context.budget.check().map_err(reason_for_stop)?;
        Ok(match verdict {
            Verdict::Unknown(_) => None,
            other => Some(other),
        })
    }
}

/// The states of plain invariants. Those of other proofs are not closed by themselves.
fn states_of(question: &Question, proof: &Proof, store: &mut TermStore) -> Option<States> {
    let Proof::Invariants(invariants) = proof else { return None };
    let plain = invariants.k() == 1 && invariants.parameters().is_empty();
    plain.then(|| question.states(invariants, store))
}

fn certificate(store: &TermStore, stem: &Stem, states: States, chosen: &Chosen) -> RecurrentSet {
    let run = (stem.run.initial.clone(), stem.run.steps.clone());
    RecurrentSet::new(store, run, states, chosen.iter().map(|(&open, &term)| (open, term)))
}
