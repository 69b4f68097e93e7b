//! The pipeline of passes, and the way back through all of them.

use super::blocks::Blocks;
use super::config::{ReduceConfig, Reduction};
use super::inline::Inline;
use super::live::Live;
use super::minimise::Minimise;
use super::narrow::Narrow;
use super::pass::{Back, Claim, Pass};
use super::propagate::Propagate;
use super::prune::Prune;
use super::slice::Slice;
use super::split::Split;
use super::tidy::Tidy;
use evidence::{Proof, Trace, Translation};
use model::{Automaton, Cfa, Gap, Goal, Location, Model, ProcedureId};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use term::{Assignment, Symbol, TermStore, Value, free_vars};

/// A reduced model with the way back for evidence.
pub struct Reduced {
    /// The reduced model. Its terms are simplified.
    pub model: Automaton,
    /// The ways back, in the order of the passes.
    backs: Vec<Box<dyn Back>>,
    /// All variables of the original model.
    variables: Vec<Symbol>,
    /// Its control flow.
    input: Arc<Cfa>,
}

/// Reduces a model to an automaton with the same answer for the goal.
///
/// # Errors
/// If procedures are called.
pub fn reduce(model: &Model, goal: Goal, config: &ReduceConfig) -> Result<Reduced, Gap> {
    let mut model = model.simplified();
    let variables = model.variables(model.entry);
    let input = Arc::new(model.entry().cfa.clone());
    let mut backs = Vec::new();
    if config.rounds > 0 && !model.has_calls() {
        let cfa = run_passes(&mut model.terms, &input, goal, config, &mut backs);
        keep_only_entry(&mut model, Arc::unwrap_or_clone(cfa));
    }
    Ok(Reduced { model: Automaton::of(model)?, backs, variables, input })
}

fn run_passes(
    terms: &mut TermStore,
    input: &Arc<Cfa>,
    goal: Goal,
    config: &ReduceConfig,
    backs: &mut Vec<Box<dyn Back>>,
) -> Arc<Cfa> {
    let passes = passes(goal, config);
    let mut cfa = input.clone();
    for _ in 0..config.rounds {
        let before = cfa.clone();
        for pass in &passes {
            if let Some((output, back)) = pass.run(terms, &cfa) {
                cfa = output;
                backs.push(back);
            }
        }
        if Arc::ptr_eq(&cfa, &before) {
            break;
        }
    }
    cfa
}

/// The passes of a round, ordered so that each enables the next.
fn passes(goal: Goal, config: &ReduceConfig) -> Vec<Box<dyn Pass>> {
    let mut passes: Vec<Box<dyn Pass>> = Vec::new();
    if config.has(Reduction::Prune) {
        passes.push(Box::new(Prune { goal }));
    }
    if config.has(Reduction::Slice) {
        passes.push(Box::new(Slice));
    }
    if config.has(Reduction::Propagate) {
        passes.push(Box::new(Propagate));
        // Constants decide many branches; removing dead branches early saves the other passes work.
        if config.has(Reduction::Prune) {
            passes.push(Box::new(Prune { goal }));
        }
    }
    if config.has(Reduction::Inline) {
        passes.push(Box::new(Inline { limit: config.inline_limit }));
    }
    if config.has(Reduction::Live) {
        passes.push(Box::new(Live));
    }
    if config.has(Reduction::Split) {
        passes.push(Box::new(Split));
    }
    if config.has(Reduction::Narrow) {
        passes.push(Box::new(Narrow));
    }
    passes.push(Box::new(Tidy));
    if config.has(Reduction::Minimise) {
        passes.push(Box::new(Minimise));
    }
    if config.block_limit > 0 {
        passes.push(Box::new(Blocks { limit: config.block_limit as usize }));
        passes.push(Box::new(Tidy));
    }
    passes
}

/// Reduces the model to its entry procedure, with new control flow and with the variables that
/// occur in it.
fn keep_only_entry(model: &mut Model, cfa: Cfa) {
    let mut entry = model.procedures.swap_remove(model.entry.index());
    let used = mentioned(&model.terms, &cfa);
    model.globals.retain(|variable| used.contains(variable));
    for variables in [&mut entry.parameters, &mut entry.results, &mut entry.locals] {
        variables.retain(|variable| used.contains(variable));
    }
    let declared: FxHashSet<Symbol> =
        model.globals.iter().copied().chain(entry.own_variables()).collect();
    let mut new: Vec<Symbol> = used.difference(&declared).copied().collect();
    new.sort_unstable_by_key(|variable| variable.index());
    entry.locals.extend(new);
    entry.cfa = cfa;
    model.procedures = vec![entry];
    model.entry = ProcedureId::from_index(0);
}

fn mentioned(terms: &TermStore, cfa: &Cfa) -> FxHashSet<Symbol> {
    let mut roots = Vec::new();
    let mut used = FxHashSet::default();
    for command in cfa.edges().map(|edge| &cfa.edge(edge).command) {
        used.extend(command.modified());
        roots.extend(command.terms());
    }
    used.extend(free_vars(terms, &roots));
    used
}

impl Translation for Reduced {
    fn proof(&self, proof: &Proof) -> Option<Proof> {
        let mut terms = self.model.terms.clone();
        let Some(mut claim) = Claim::of(&mut terms, proof) else {
            // Models with calls are not reduced, and the only run of a program does not depend on
            // its model.
            let is_same = matches!(proof, Proof::Summaries { .. } | Proof::OnlyRun { .. });
            return is_same.then(|| proof.clone());
        };
        for back in self.backs.iter().rev() {
            claim = back.proof(&mut terms, claim);
        }
        Some(claim.into_proof(&terms))
    }

    fn trace(&self, trace: &Trace) -> Option<Trace> {
        let mut terms = self.model.terms.clone();
        let mut initial = trace.initial.clone();
        for &variable in &self.variables {
            if initial.get(variable).is_none() {
                initial.set(variable, Value::default_of(terms.symbol_sort(variable)));
            }
        }
        let mut steps = trace.steps.clone();
        for back in self.backs.iter().rev() {
            steps = back.steps(&mut terms, &initial, steps);
        }
        let last = steps.last().map(|step| self.input.edge(step.edge).target);
        let error: Location = last.unwrap_or_else(|| self.input.initial());
        // Variables introduced by passes have no meaning for the model.
        let mut own = Assignment::new();
        for &variable in &self.variables {
            if let Some(value) = initial.get(variable) {
                own.set(variable, value.clone());
            }
        }
        Some(Trace { initial: own, steps, error })
    }
}
