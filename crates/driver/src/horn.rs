//! Tasks about Horn clauses.

use crate::open_results::open_result;
use crate::source::{InputError, Source};
use evidence::{Proof, Reason, Translation, Verdict};
use model::chc::{self, ChcSystem};
use model::{Model, ParseError};
use passes::horn::{LinearAutomaton, UnfoldedClauses};
use std::sync::Arc;
use term::TermStore;

/// Horn clauses, and what engines work on: fewer clauses, and the automaton.
pub struct HornTask {
    system: Arc<ChcSystem>,
    unfolded: UnfoldedClauses,
    automaton: LinearAutomaton,
    /// Whether the automaton is that of the unfolded clauses.
    automaton_is_unfolded: bool,
    /// Whether a proof must say what the predicates mean.
    interpretations_only: bool,
}

impl HornTask {
    /// The task of some clauses, which must have passed the verifier.
    pub fn new(system: ChcSystem) -> HornTask {
        let system = Arc::new(system);
        let unfolded = UnfoldedClauses::of(&system);
        // Automata have reductions of their own, and proofs about that of the original clauses may stay such.
        let automaton_is_unfolded = !system.is_linear() && unfolded.system().is_linear();
        let automaton = match automaton_is_unfolded {
            true => LinearAutomaton::of(unfolded.system()),
            false => LinearAutomaton::of(&system),
        };
        HornTask { system, unfolded, automaton, automaton_is_unfolded, interpretations_only: false }
    }

    /// Reads clauses word by word: no term is simplified.
    pub(crate) fn read(source: &Source) -> Result<HornTask, InputError> {
        let name = source.path.display().to_string();
        let terms = TermStore::without_simplification();
        let at = |error: ParseError| source.error_at(error.line, error.column, error.message);
        let system = chc::parse_into(terms, &source.text, &name).map_err(at)?;
        for clause in &system.clauses {
            if let Some(operator) = open_result(&system.terms, clause) {
                let message =
                    format!("'{operator}' may have any result here, which is not supported");
                return Err(match clause.span {
                    Some(span) => source.error_at(span.line, span.column, message),
                    None => InputError::new(&source.path, message),
                });
            }
        }
        Ok(HornTask::new(system))
    }

    /// The clauses. The checker works on these.
    pub fn system(&self) -> &ChcSystem {
        &self.system
    }

    /// The clauses that engines work on.
    pub fn unfolded(&self) -> &ChcSystem {
        self.unfolded.system()
    }

    /// The automaton that engines work on.
    pub fn model(&self) -> &Model {
        self.automaton.model()
    }

    /// Whether the automaton is as good as the clauses: no clause assumes several predicates, or they can be unfolded.
    pub fn is_linear(&self) -> bool {
        self.automaton.is_exact()
    }

    /// Asks for proofs that say what the predicates mean, and for no others.
    pub fn want_interpretations(&mut self) {
        self.interpretations_only = true;
    }

    /// What a verdict about the unfolded clauses says about the original ones.
    pub(crate) fn of_unfolded(&self, verdict: Verdict) -> Option<Verdict> {
        self.unfolded.verdict(verdict)
    }

    /// What a verdict about the automaton says about the clauses.
    ///
    /// # Errors
    /// What stands in the way if it says nothing.
    pub(crate) fn verdict(&self, verdict: Verdict) -> Result<Verdict, Reason> {
        let mut verdict = self.automaton.verdict(verdict);
        if self.automaton_is_unfolded {
            verdict = verdict.and_then(|verdict| self.unfolded.verdict(verdict));
        }
        let several = || "clauses with several predicates in their bodies".to_owned();
        let verdict = verdict.ok_or_else(|| Reason::Incomplete(several()))?;
        if self.interpretations_only && matches!(verdict, Verdict::Safe(Proof::AsAutomaton(_))) {
            let what = "the proof does not say what the predicates mean";
            return Err(Reason::Incomplete(what.to_owned()));
        }
        Ok(verdict)
    }
}
