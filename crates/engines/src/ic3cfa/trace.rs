//! Runs along the edges that obligations lead through.

use super::search::Search;
use crate::frames::ObligationId;
use crate::solver::{Workload, is_satisfiable};
use evidence::{Reason, Trace, TraceStep};
use model::{EdgeId, Location, State, execute_from, read_choices};
use smt::{EmbeddedSolver, Models, Solver};

impl Search<'_> {
    /// The run from an obligation at the initial location to an error.
    pub(super) fn trace_from(&mut self, reached: ObligationId) -> Result<Trace, Reason> {
        let mut edges = Vec::new();
        let mut next = Some(reached);
        while let Some(id) = next {
            let obligation = self.queue.get(id);
            edges.push(obligation.step);
            next = obligation.successor;
        }
        self.trace_along(&edges)
    }

    /// A run along the edges. There is one, as every region leads into the next.
    pub(super) fn trace_along(&mut self, edges: &[EdgeId]) -> Result<Trace, Reason> {
        let cfa = &self.model.entry().cfa;
        let mut state = State::new();
        let (mut guards, mut inputs) = (Vec::new(), Vec::new());
        for &edge in edges {
            let step = execute_from(&mut self.store, &cfa.edge(edge).command, state)
                .map_err(|call| Reason::Unsupported(call.to_string().into()))?;
            guards.push(step.guard);
            inputs.push(step.inputs);
            state = step.state;
        }
        let mut solver =
            EmbeddedSolver::new(crate::SolverChoice::Auto.backend(Workload::OneGrowingQuery));
        for guard in guards {
            solver.assert(&mut self.store, guard);
        }
        if !is_satisfiable(&mut solver, &mut self.store, &[], &self.budget)? {
            return Err(Reason::Internal("the way found to an error has no run".to_owned()));
        }
        let variables = self.model.variables(self.model.entry);
        let initial = solver.assignment(&mut self.store, &variables);
        let mut steps = Vec::with_capacity(edges.len());
        for (&edge, inputs) in edges.iter().zip(&inputs) {
            let mut value = |term| solver.value(&mut self.store, term);
            steps.push(TraceStep { edge, choices: read_choices(inputs, &mut value) });
        }
        let error =
            edges.last().map_or(self.initial, |&edge| -> Location { cfa.edge(edge).target });
        Ok(Trace { initial, steps, error })
    }
}
