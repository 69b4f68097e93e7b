//! Models, with procedures or without, as Horn clauses, and the way back for their evidence.

use evidence::{
    Application, Definition, Derivation, Interpretation, Invariants, Proof, Trace, TraceStep,
    Translation, Verdict,
};
use model::chc::{ChcSystem, ClauseOrigin, ModelClauses, from_model};
use model::{CallError, Location, Model, PredicateId, read_choices};
use term::{Assignment, Term, Transfer, Value, eval, free_vars};

/// The clauses of a model: what is reached at a location is a predicate.
pub struct ProcedureClauses {
    model: Model,
    clauses: ModelClauses,
}

impl ProcedureClauses {
    /// The clauses of a model, which must have passed the verifier.
    ///
    /// # Errors
    /// If a call is part of a larger command.
    pub fn of(model: &Model) -> Result<ProcedureClauses, CallError> {
        Ok(ProcedureClauses { model: model.clone(), clauses: from_model(model)? })
    }

    /// The clauses: solvable exactly if no error location of the model is reachable.
    pub fn system(&self) -> &ChcSystem {
        &self.clauses.system
    }

    /// The predicates that a proof must say the meaning of: those of the cut points of a model without
    /// calls, on which the way back through reductions relies.
    pub fn cut_points(&self) -> Vec<PredicateId> {
        if self.model.has_calls() {
            return Vec::new();
        }
        let cfa = &self.model.entry().cfa;
        let cut_points = cfa.cut_points();
        let locations = cfa.locations().filter(|&location| cut_points.contains(location));
        locations.map(|location| self.clauses.predicate(self.model.entry, location)).collect()
    }

    /// Without calls, the arguments of a location's predicate are the variables.
    fn invariants(&self, interpretation: &Interpretation) -> Option<Invariants> {
        let (model, entry) = (&self.model, self.model.entry);
        let mut store = model.terms.clone();
        let variables = model.variables(entry);
        let mut by_location = Vec::new();
        for location in model.entry().cfa.locations() {
            let predicate = self.clauses.predicate(entry, location);
            let Some(Definition { parameters, body }) = interpretation.get(predicate) else {
                continue;
            };
            let mut transfer = Transfer::new();
            for (&parameter, &variable) in parameters.iter().zip(&variables) {
                transfer.insert(parameter, store.var(variable));
            }
            let invariant = transfer.copy(interpretation.terms(), &mut store, *body).ok()?;
            by_location.push((location, invariant));
        }
        Some(Invariants::new(&store, by_location))
    }

    /// The run that a derivation stands for. Without calls, each fact follows from one at most.
    fn run_of(&self, derivation: &Derivation) -> Option<Trace> {
        let mut chain = vec![derivation.steps.last()?];
        while let [premise] = chain.last()?.premises[..] {
            if chain.len() > derivation.steps.len() {
                return None;
            }
            chain.push(derivation.steps.get(premise)?);
        }
        chain.reverse();
        let mut initial = Assignment::new();
        let mut steps = Vec::new();
        let mut error: Option<Location> = None;
        for applied in chain {
            match self.clauses.origins.get(applied.clause)? {
                ClauseOrigin::Start => {
                    let values = self.values(applied)?;
                    for variable in self.model.variables(self.model.entry) {
                        let default = || Value::default_of(self.model.terms.symbol_sort(variable));
                        let value = values.get(variable).cloned().unwrap_or_else(default);
                        initial.set(variable, value);
                    }
                }
                ClauseOrigin::Edge { edge, inputs, .. } => {
                    let mut values = self.values(applied)?;
                    let terms = &self.clauses.system.terms;
                    let choices = read_choices(inputs, &mut |input: Term| {
                        // What does not matter for the clause is not among its variables.
                        for symbol in free_vars(terms, &[input]) {
                            if values.get(symbol).is_none() {
                                values.set(symbol, Value::default_of(terms.symbol_sort(symbol)));
                            }
                        }
                        eval(terms, input, &values).expect("all variables have values")
                    });
                    steps.push(TraceStep { edge: *edge, choices });
                }
                ClauseOrigin::Error { location, .. } => error = Some(*location),
                ClauseOrigin::Call { .. } => return None,
            }
        }
        Some(Trace { initial, steps, error: error? })
    }

    /// The values of the variables of an applied clause.
    fn values(&self, applied: &Application) -> Option<Assignment> {
        let clause = self.clauses.system.clauses.get(applied.clause)?;
        let mut values = Assignment::new();
        for (&variable, value) in clause.variables.iter().zip(&applied.values) {
            values.set(variable, value.clone());
        }
        Some(values)
    }
}

impl Translation for ProcedureClauses {
    /// Without calls an interpretation has an invariant for each location. With calls it relates what
    /// procedures were entered with to their variables, which the checker sees in the clauses.
    fn proof(&self, proof: &Proof) -> Option<Proof> {
        match proof {
            Proof::Interpretation(interpretation) if !self.model.has_calls() => {
                self.invariants(interpretation).map(Proof::Invariants)
            }
            Proof::Interpretation(_) | Proof::AsAutomaton(_) => {
                Some(Proof::AsClauses(Box::new(proof.clone())))
            }
            Proof::Invariants(_)
            | Proof::Unwinding { .. }
            | Proof::Summaries { .. }
            | Proof::OnlyRun { .. }
            | Proof::AsClauses(_) => None,
        }
    }

    /// Clauses have derivations and no runs.
    fn trace(&self, _: &Trace) -> Option<Trace> {
        None
    }

    /// With calls there is no run to give: those of models do not enter procedures.
    fn derivation(&self, derivation: &Derivation) -> Option<Verdict> {
        if self.model.has_calls() {
            return None;
        }
        self.run_of(derivation).map(Verdict::Unsafe)
    }
}
