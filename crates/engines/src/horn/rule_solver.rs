//! One incremental solver per rule.

use super::rules::{Rule, Rules};
use crate::solver::is_satisfiable;
use evidence::Reason;
use smt::sat::SatBackend;
use smt::{Budget, Cores, EmbeddedSolver, Models, Solver, SolverStats};
use term::{Sort, Term, TermStore, Value};

/// A solver with fewer SAT variables than this is kept.
const LARGE: u64 = 40_000;

/// The number of queries before a solver is replaced.
const LEAST_LIFE: u64 = 800;

/// What is assumed of an atom of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The lemmas of a level: it may be derivable in so many steps.
    Lemmas(u32),
    /// It is among the facts that are known to be derivable.
    Facts,
}

/// The solver of a rule: its constraint, and what is known of the atoms of its body. Everything but the
/// constraint is guarded by literals, so that any combination of it can be assumed.
pub(crate) struct RuleSolver {
    solver: EmbeddedSolver,
    backend: SatBackend,
    atoms: Vec<AtomKnowledge>,
    past: SolverStats,
}

/// The literals for an atom of the body.
#[derive(Clone, Default)]
struct AtomKnowledge {
    /// The literal of each level implies the lemmas of that level, and the literal of the next.
    levels: Vec<Term>,
    /// A literal that implies that the atom is one of the facts, or that the last literal holds.
    facts: Option<(Term, Term)>,
    /// What was asserted, to assert it again.
    lemmas: Vec<(u32, Term)>,
    alternatives: Vec<Term>,
}

impl RuleSolver {
    /// A solver that knows the constraint of the rule.
    pub(crate) fn new(rules: &mut Rules, rule: usize, backend: SatBackend) -> RuleSolver {
        let Rules { store, rules, .. } = rules;
        let Rule { body, constraint, .. } = &rules[rule];
        let mut solver = EmbeddedSolver::new(backend);
        for &part in constraint {
            solver.assert(store, part);
        }
        let atoms = vec![AtomKnowledge::default(); body.len()];
        RuleSolver { solver, backend, atoms, past: SolverStats::default() }
    }

    /// A solver that knows nothing but lemmas and facts about one atom.
    pub(crate) fn of_atom(backend: SatBackend) -> RuleSolver {
        let solver = EmbeddedSolver::new(backend);
        let atoms = vec![AtomKnowledge::default()];
        RuleSolver { solver, backend, atoms, past: SolverStats::default() }
    }

    /// Adds a lemma about an atom of the body, which is already an instance for it.
    pub(crate) fn add_lemma(
        &mut self,
        store: &mut TermStore,
        atom: usize,
        level: u32,
        lemma: Term,
    ) {
        self.atoms[atom].lemmas.push((level, lemma));
        let active = self.level(store, atom, level);
        let guarded = store.implies(active, lemma);
        self.solver.assert(store, guarded);
    }

    /// Adds facts that an atom of the body may be, as an instance for it.
    pub(crate) fn add_facts(&mut self, store: &mut TermStore, atom: usize, facts: Term) {
        self.atoms[atom].alternatives.push(facts);
        let symbol = store.fresh("other", Sort::Bool);
        let other = store.var(symbol);
        let (first, last) = match self.atoms[atom].facts {
            Some((first, last)) => (first, last),
            None => {
                let symbol = store.fresh("facts", Sort::Bool);
                let first = store.var(symbol);
                (first, first)
            }
        };
        let inactive = store.not(last);
        let clause = store.or(&[inactive, facts, other]);
        self.solver.assert(store, clause);
        self.atoms[atom].facts = Some((first, other));
    }

    /// Whether the rule applies to atoms of which this is known, and literals hold.
    pub(crate) fn is_satisfiable(
        &mut self,
        store: &mut TermStore,
        known: &[Known],
        literals: &[Term],
        budget: &Budget,
    ) -> Result<bool, Reason> {
        let mut assumptions = Vec::with_capacity(literals.len() + known.len() + 1);
        for (atom, &known) in known.iter().enumerate() {
            match known {
                // Nothing is derived in no step.
                Known::Lemmas(0) => return Ok(false),
                Known::Lemmas(level) => assumptions.push(self.level(store, atom, level)),
                Known::Facts => {
                    let Some((first, last)) = self.atoms[atom].facts else { return Ok(false) };
                    assumptions.push(first);
                    assumptions.push(store.not(last));
                }
            }
        }
        assumptions.extend(literals);
        is_satisfiable(&mut self.solver, store, &assumptions, budget)
    }

    /// The assumptions that the last, unsatisfiable query needed. Valid if it did ask the solver.
    pub(crate) fn core(&mut self) -> Vec<Term> {
        self.solver.core()
    }

    /// The value of a term in the model of the last, satisfiable query.
    pub(crate) fn value(&mut self, store: &mut TermStore, term: Term) -> Value {
        self.solver.value(store, term)
    }

    /// Starts again with what is known if the solver has gathered too much from old queries.
    pub(crate) fn restart_if_large(&mut self, rules: &mut Rules, rule: usize) {
        let stats = self.solver.stats();
        if stats.queries < LEAST_LIFE || stats.variables < LARGE {
            return;
        }
        let mut new = RuleSolver::new(rules, rule, self.backend);
        new.past = self.stats();
        for (atom, knowledge) in self.atoms.iter().enumerate() {
            for &(level, lemma) in &knowledge.lemmas {
                new.add_lemma(&mut rules.store, atom, level, lemma);
            }
            for &facts in &knowledge.alternatives {
                new.add_facts(&mut rules.store, atom, facts);
            }
        }
        *self = new;
    }

    /// The statistics so far.
    pub(crate) fn stats(&self) -> SolverStats {
        let mut stats = self.past;
        stats += self.solver.stats();
        stats
    }

    fn level(&mut self, store: &mut TermStore, atom: usize, level: u32) -> Term {
        while self.atoms[atom].levels.len() <= level as usize {
            let symbol = store.fresh("level", Sort::Bool);
            let next = store.var(symbol);
            if let Some(&last) = self.atoms[atom].levels.last() {
                let implication = store.implies(last, next);
                self.solver.assert(store, implication);
            }
            self.atoms[atom].levels.push(next);
        }
        self.atoms[atom].levels[level as usize]
    }
}
