//! The search for a loop, a state at its head and choices with which the loop is never left.

use super::choices::{Chosen, strategies};
use super::limits::{compared, limits};
use super::progressions::progression;
use super::restricted::{Course, Departure, Question, Restricted, assigned};
use super::stems::{Rounds, Stem, half};
use crate::engine::{Answer, Context, Engine};
use crate::observer::{Event, Progress, Silent};
use crate::solver::reason_for_stop;
use crate::stats::EngineStats;
use evidence::{Proof, Reason, RecurrentSet, Trace, Verdict};
use model::{Automaton, Command, Location, Model, Recurrences, RecurrentLoop, run};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use term::{Assignment, Symbol, Term, TermStore, Value, eval};

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
    /// Whether invariants are looked for where simpler sets are not closed.
    proves: bool,
}

const PASSES: [Pass; 6] = [
    Pass { rounds: 2, states: 3, time: Duration::from_millis(500), proves: false },
    Pass { rounds: 2, states: 3, time: Duration::from_millis(500), proves: true },
    Pass { rounds: 12, states: 3, time: Duration::from_millis(1_000), proves: true },
    Pass { rounds: 1, states: 6, time: Duration::from_millis(3_000), proves: true },
    Pass { rounds: 5, states: 6, time: Duration::from_millis(10_000), proves: true },
    Pass { rounds: 30, states: 6, time: Duration::from_millis(60_000), proves: true },
];

/// Most conjunctions of limits that are tried in a pass for a loop.
const MAX_LIMITS: usize = 16;

/// Most limits of a conjunction.
const MAX_CONJUNCTION: usize = 3;

/// Most states of which is remembered that a run from there leaves the loop.
const MAX_LEFT: usize = 4;

/// How often facts are given up before no set is left to be hoped for.
const MAX_WEAKENINGS: usize = 12;

/// What a run to a loop shows.
enum Shown {
    /// A set that is never left.
    Set(RecurrentSet),
    /// States at the head after which a run leaves the loop.
    Left(Vec<Assignment>),
}

/// Whether some states are never left.
enum Closed {
    Yes(States),
    /// A run leaves the loop after this state, if one is known.
    No(Option<Assignment>),
}

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
            // Inner loops are easier.
            for of in loops.iter().rev() {
                for seed in 0..pass.states {
                    let seed = if seed < 3 { seed } else { seed + pass.rounds as u64 };
                    let condition = half(&mut self.store, of, seed);
                    let Some(stem) = self.stem(of, pass, condition, context)? else {
                        // Without a condition there is no run, so there is none with one.
                        if seed == 0 { break } else { continue }
                    };
                    match self.shown(of, &stem, pass, context)? {
                        Shown::Set(set) => return Ok(Verdict::Recurs(set)),
                        Shown::Left(left) if seed == 0 => {
                            if let Some(set) = self.at_limits(of, left, pass, context)? {
                                return Ok(Verdict::Recurs(set));
                            }
                        }
                        Shown::Left(_) => {}
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

    /// A run that goes round a loop some times, and before that comes to the head in a state with a
    /// condition.
    fn stem(
        &mut self,
        of: &RecurrentLoop,
        pass: &Pass,
        condition: Term,
        context: &mut Context<'_>,
    ) -> Result<Option<Stem>, Reason> {
        let asked = Rounds::of(self.model, of, pass.rounds, &self.store, condition);
        match self.ask(&self.engine.runs.clone(), &asked.model, pass.time, context)? {
            Some(Verdict::Unsafe(trace)) => {
                self.states += 1;
                Ok(asked.stem(&trace, of.head))
            }
            _ => Ok(None),
        }
    }

    /// A recurrent set where comparisons of the loop are at the limits of what they compare. Which ones
    /// is a matter of the states that were left: each limit must exclude one of them.
    fn at_limits(
        &mut self,
        of: &RecurrentLoop,
        left: Vec<Assignment>,
        pass: &Pass,
        context: &mut Context<'_>,
    ) -> Result<Option<RecurrentSet>, Reason> {
        let limits = limits(self.model, &mut self.store, of);
        let mut pending = VecDeque::from([(Vec::new(), left)]);
        let mut seen: FxHashSet<Vec<Term>> = FxHashSet::default();
        let mut unreached = Vec::new();
        while let Some((conjunction, left)) = pending.pop_front() {
            for &limit in &limits {
                let excludes = |state| eval(&self.store, limit, state) == Ok(Value::Bool(false));
                let mut more: Vec<Term> = conjunction.clone();
                more.push(limit);
                more.sort_unstable();
                let is_new = !conjunction.contains(&limit)
                    && !unreached.contains(&limit)
                    && left.iter().any(excludes);
                if !is_new || seen.len() == MAX_LIMITS || !seen.insert(more.clone()) {
                    continue;
                }
                let condition = self.store.and(&more);
                let Some(stem) = self.stem(of, pass, condition, context)? else {
                    if conjunction.is_empty() {
                        unreached.push(limit);
                    }
                    continue;
                };
                match self.shown(of, &stem, pass, context)? {
                    Shown::Set(set) => return Ok(Some(set)),
                    Shown::Left(left) if more.len() < MAX_CONJUNCTION => {
                        pending.push_back((more, left));
                    }
                    Shown::Left(_) => {}
                }
            }
        }
        Ok(None)
    }

    /// A recurrent set that a run has reached, or what goes wrong.
    fn shown(
        &mut self,
        of: &RecurrentLoop,
        stem: &Stem,
        pass: &Pass,
        context: &mut Context<'_>,
    ) -> Result<Shown, Reason> {
        let mut left = Vec::new();
        let Some(start) = self.state_after(stem) else { return Ok(Shown::Left(left)) };
        let mut store = self.store.clone();
        for chosen in strategies(self.model, &mut store, of, &stem.rounds) {
            context.budget.check().map_err(reason_for_stop)?;
            self.strategies += 1;
            let restricted = Restricted::new(self.model, of, &chosen);
            let heads = match restricted.rounds(&store, &start, &context.budget) {
                Some(Course::GoesOn(heads)) => heads,
                Some(Course::Leaves(state)) => {
                    left.push(state);
                    continue;
                }
                None => continue,
            };
            let mut found = None;
            match self.by_facts(&restricted, &mut store, &heads, pass.time, context)? {
                Closed::Yes(states) => found = Some(states),
                Closed::No(state) => left.extend(state),
            }
            if found.is_none() && pass.proves {
                found = self.by_proof(&restricted, &mut store, &start, pass.time, context)?;
            }
            if let Some(states) = found {
                return Ok(Shown::Set(certificate(&store, stem, states, &chosen)));
            }
        }
        left.truncate(MAX_LEFT);
        Ok(Shown::Left(left))
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

    /// The states that have in common what the first states at the head have, if the loop is never left
    /// from there. Facts that do not stay are given up.
    fn by_facts(
        &mut self,
        restricted: &Restricted<'_>,
        store: &mut TermStore,
        heads: &[Assignment],
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<Closed, Reason> {
        if heads.len() < 3 {
            return Ok(Closed::No(None));
        }
        let mut facts = progression(store, restricted.of, heads);
        facts.extend(self.comparisons_that_stay(restricted.of, store, heads));
        for _ in 0..MAX_WEAKENINGS {
            let states = store.and(&facts);
            let departure = match self.closed(restricted, store, states, time, context)? {
                Ok(states) => return Ok(Closed::Yes(states)),
                Err(departure) => departure,
            };
            let Some(Departure { start, back }) = departure else { return Ok(Closed::No(None)) };
            let before = facts.len();
            if let Some(back) = back {
                facts.retain(|&fact| eval(store, fact, &back) == Ok(Value::Bool(true)));
            }
            if facts.len() == before {
                return Ok(Closed::No(Some(start)));
            }
        }
        Ok(Closed::No(None))
    }

    /// The comparisons of a loop that have the same answer in some states at its head, with that answer.
    fn comparisons_that_stay(
        &self,
        of: &RecurrentLoop,
        store: &mut TermStore,
        heads: &[Assignment],
    ) -> Vec<Term> {
        let mut found = Vec::new();
        for one in compared(self.model, store, of) {
            let always = |store: &TermStore, answer: bool| {
                heads.iter().all(|state| eval(store, one, state) == Ok(Value::Bool(answer)))
            };
            if always(store, true) {
                found.push(one);
            } else if always(store, false) {
                found.push(store.not(one));
            }
        }
        found
    }

    /// The set of some states at the head, if the loop is never left from there and comes back to them.
    /// Otherwise a run that shows that it is not so, if one is found.
    fn closed(
        &mut self,
        restricted: &Restricted<'_>,
        store: &mut TermStore,
        states: Term,
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<Result<States, Option<Departure>>, Reason> {
        let start = Command::Assume(states);
        let Ok(question) = restricted.question(store, start, Some(states)) else {
            return Ok(Err(None));
        };
        let head = (restricted.of.head, states);
        if question.model.entry().cfa.is_acyclic() {
            let answer = self.ask(&self.engine.runs.clone(), &question.model, time, context)?;
            return Ok(match answer {
                Some(Verdict::Safe(_)) => Ok(vec![head]),
                Some(Verdict::Unsafe(trace)) => Err(question.departure(&trace)),
                _ => Err(None),
            });
        }
        // Inner loops need invariants of their own.
        Ok(match self.invariants(&question, store, time, context)? {
            Ok(mut states) => {
                states.retain(|(location, _)| *location != head.0);
                states.push(head);
                Ok(states)
            }
            Err(trace) => Err(trace.and_then(|trace| question.departure(&trace))),
        })
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
        Ok(self.invariants(&question, store, time, context)?.ok())
    }

    /// The invariants of a proof that the answer to a question is no, or a run that shows that it is yes,
    /// if either is found.
    fn invariants(
        &mut self,
        question: &Question,
        store: &mut TermStore,
        time: Duration,
        context: &mut Context<'_>,
    ) -> Result<Result<States, Option<Trace>>, Reason> {
        for prover in &self.engine.proofs {
            match self.ask(prover, &question.model, time, context)? {
                Some(Verdict::Safe(proof)) => {
                    if let Some(states) = states_of(question, &proof, store) {
                        return Ok(Ok(states));
                    }
                }
                Some(Verdict::Unsafe(trace)) => return Ok(Err(Some(trace))),
                _ => {}
            }
        }
        Ok(Err(None))
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
