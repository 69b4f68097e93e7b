//! One question in all views: what each engine is given, and what its answer says about the task.

use crate::horn::HornTask;
use crate::portfolio::{SharedEngine, ViewName};
use engines::{Answer, Context, EngineStats};
use evidence::{Pipeline, Reason, Translation, Verdict};
use model::{Automaton, CallError, Gap, LocatedSystem, Model};
use passes::horn::{ProcedureClauses, UnfoldedClauses};
use passes::reduce::Reduced;
use std::sync::{Arc, OnceLock};

/// A question in the views that engines take. A view is made when an engine asks for it.
pub struct Views {
    automaton: Option<Reduced>,
    system: OnceLock<LocatedSystem>,
    clauses: OnceLock<Result<ModelClauses, CallError>>,
    /// The task, if it is about clauses: engines on clauses are given these.
    horn: Option<Arc<HornTask>>,
}

/// The clauses of a model, and fewer ones that engines work on.
struct ModelClauses {
    all: ProcedureClauses,
    unfolded: UnfoldedClauses,
}

impl ModelClauses {
    fn of(model: &Model) -> Result<ModelClauses, CallError> {
        let all = ProcedureClauses::of(model)?;
        let system = Arc::new(all.system().clone());
        let unfolded = UnfoldedClauses::keeping(&system, &all.cut_points());
        Ok(ModelClauses { all, unfolded })
    }

    fn verdict(&self, verdict: Verdict) -> Option<Verdict> {
        Pipeline::new().then(&self.all).then(&self.unfolded).verdict(verdict)
    }
}

impl Views {
    /// The views of an automaton, which is that of the Horn clauses if there are some.
    pub fn of(automaton: Reduced, horn: Option<Arc<HornTask>>) -> Views {
        let (system, clauses) = (OnceLock::new(), OnceLock::new());
        Views { automaton: Some(automaton), system, clauses, horn }
    }

    /// The views of a model with calls: only Horn clauses can express them.
    pub fn of_procedures(model: &Model) -> Views {
        let clauses = OnceLock::from(ModelClauses::of(&model.simplified()));
        Views { automaton: None, system: OnceLock::new(), clauses, horn: None }
    }

    /// The automaton, if there is one.
    pub fn automaton(&self) -> Option<&Automaton> {
        self.automaton.as_ref().map(|reduced| &reduced.model)
    }

    /// Runs an engine on the view that it takes.
    pub fn run(&self, engine: &SharedEngine, context: &mut Context<'_>) -> Answer {
        let answer = match engine {
            SharedEngine::OnAutomata(engine) => {
                self.automaton().map(|automaton| engine.run(automaton, context))
            }
            SharedEngine::OnSystems(engine) => {
                self.system().map(|located| engine.run(&located.system, context))
            }
            SharedEngine::OnClauses(engine) => match (&self.horn, self.clauses()) {
                (Some(horn), _) => Some(engine.run(horn.unfolded(), context)),
                (None, Some(clauses)) => Some(engine.run(clauses.unfolded.system(), context)),
                (None, None) => None,
            },
        };
        answer.unwrap_or_else(|| Answer {
            verdict: Verdict::Unknown(Reason::Unsupported(Gap::calls())),
            stats: EngineStats::default(),
        })
    }

    /// What a verdict about a view says about the task's model, or its clauses, if anything.
    ///
    /// # Errors
    /// What stands in the way, if the task is about clauses and the verdict says nothing about them.
    pub fn verdict(&self, view: ViewName, verdict: Verdict) -> Result<Option<Verdict>, Reason> {
        if matches!(verdict, Verdict::Unknown(_)) {
            return Ok(Some(verdict));
        }
        let about_automaton = match (view, &self.horn) {
            (ViewName::Automaton, _) => Some(verdict),
            (ViewName::System, _) => self.system().and_then(|system| system.verdict(verdict)),
            (ViewName::Clauses, Some(horn)) => return Ok(horn.of_unfolded(verdict)),
            (ViewName::Clauses, None) => self.clauses().and_then(|way| way.verdict(verdict)),
        };
        let about_model = match &self.automaton {
            Some(reduced) => about_automaton.and_then(|verdict| reduced.verdict(verdict)),
            None => about_automaton,
        };
        match (about_model, &self.horn) {
            (Some(verdict), Some(horn)) => horn.verdict(verdict).map(Some),
            (about_model, _) => Ok(about_model),
        }
    }

    fn system(&self) -> Option<&LocatedSystem> {
        let automaton = self.automaton()?;
        Some(self.system.get_or_init(|| LocatedSystem::of(automaton)))
    }

    /// The clauses of the automaton, or of the model with calls.
    fn clauses(&self) -> Option<&ModelClauses> {
        if self.horn.is_some() {
            return None;
        }
        let of_automaton = || {
            let automaton = self.automaton().expect("others have their clauses from the start");
            ModelClauses::of(automaton)
        };
        self.clauses.get_or_init(of_automaton).as_ref().ok()
    }
}

#[cfg(test)]
mod tests;
