//! Facts that clauses derive, and how.

use super::rules::{RuleId, Rules};
use crate::solver::is_satisfiable;
use evidence::{Application, Derivation, Reason};
use model::PredicateId;
use smt::sat::SatBackend;
use smt::{Budget, EmbeddedSolver, Models};
use std::collections::HashMap;
use term::{Term, Value};

/// The number of a set of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FactId(usize);

/// Facts about a predicate that one rule derives from facts that were known before.
struct Derivable {
    predicate: PredicateId,
    /// A formula over the parameters; it has a derivable fact for each of its models.
    formula: Term,
    rule: RuleId,
    premises: Vec<FactId>,
}

/// Sets of facts that can be derived.
#[derive(Default)]
pub(crate) struct Facts {
    known: Vec<Derivable>,
}

impl Facts {
    /// Notes that a rule derives all facts of a formula from facts of the premises.
    pub(crate) fn add(
        &mut self,
        predicate: PredicateId,
        formula: Term,
        rule: RuleId,
        premises: Vec<FactId>,
    ) -> FactId {
        self.known.push(Derivable { predicate, formula, rule, premises });
        FactId(self.known.len() - 1)
    }

    /// The facts of a set, as a formula over the parameters of its predicate.
    pub(crate) fn formula(&self, id: FactId) -> Term {
        self.known[id.0].formula
    }

    /// The sets of facts about a predicate.
    pub(crate) fn of(&self, predicate: PredicateId) -> impl Iterator<Item = FactId> + '_ {
        let all = self.known.iter().enumerate();
        all.filter(move |(_, known)| known.predicate == predicate).map(|(number, _)| FactId(number))
    }

    /// How many sets there are.
    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// A derivation of false by a query from facts of the premises. Values are found from the query downwards.
    ///
    /// # Errors
    /// If the solver gives no answer, or there are no such facts.
    pub(crate) fn derivation(
        &self,
        rules: &mut Rules,
        query: RuleId,
        premises: &[FactId],
        backend: SatBackend,
        budget: &Budget,
    ) -> Result<Derivation, Reason> {
        let mut steps: Vec<Application> = Vec::new();
        // The steps that derived facts, by set and values.
        let mut done: HashMap<(FactId, Vec<Value>), usize> = HashMap::new();
        let mut stack = vec![self.frame(rules, None, query, premises, backend, budget)?];
        loop {
            budget.check().map_err(crate::solver::reason_for_stop)?;
            let top = stack.last_mut().expect("it ends with the query");
            if let Some(wanted) = top.wanted.get(top.premises.len()) {
                if let Some(&step) = done.get(wanted) {
                    top.premises.push(step);
                    continue;
                }
                let wanted = wanted.clone();
                let known = &self.known[wanted.0.0];
                let (rule, premises) = (known.rule, &known.premises);
                let frame = self.frame(rules, Some(wanted), rule, premises, backend, budget)?;
                stack.push(frame);
                continue;
            }
            let Some(Frame { fact, rule, values, premises, .. }) = stack.pop() else {
                unreachable!("it was just there")
            };
            steps.push(Application { clause: rule, values, premises });
            match fact {
                Some(fact) => {
                    done.insert(fact, steps.len() - 1);
                }
                None => return Ok(Derivation { steps }),
            }
        }
    }

    /// The application of a rule that derives a fact, or false, from facts of the premises.
    fn frame(
        &self,
        rules: &mut Rules,
        fact: Option<(FactId, Vec<Value>)>,
        rule: RuleId,
        premises: &[FactId],
        backend: SatBackend,
        budget: &Budget,
    ) -> Result<Frame, Reason> {
        let Rules { store, rules: all, parameters, .. } = rules;
        let applied = &mut all[rule];
        let mut assumptions = applied.constraint.clone();
        if let (Some((_, values)), Some(head)) = (&fact, &mut applied.head) {
            for (&parameter, value) in parameters[head.predicate.index()].iter().zip(values) {
                let (arg, value) = (head.of(store, parameter), store.constant(value.clone()));
                assumptions.push(store.eq(arg, value));
            }
        }
        for (atom, &premise) in applied.body.iter_mut().zip(premises) {
            let formula = self.known[premise.0].formula;
            assumptions.push(atom.of(store, formula));
        }
        let mut solver = EmbeddedSolver::new(backend);
        if !is_satisfiable(&mut solver, store, &assumptions, budget)? {
            return Err(Reason::Internal("a derivation that was found has no values".to_owned()));
        }
        let values = applied.values.iter().map(|&value| solver.value(store, value)).collect();
        let wanted = applied.args.iter().zip(premises).map(|(args, &premise)| {
            (premise, args.iter().map(|&arg| solver.value(store, arg)).collect())
        });
        let wanted = wanted.collect();
        Ok(Frame { fact, rule, values, wanted, premises: Vec::new() })
    }
}

/// An application whose premises are still to be derived.
struct Frame {
    fact: Option<(FactId, Vec<Value>)>,
    rule: RuleId,
    values: Vec<Value>,
    wanted: Vec<(FactId, Vec<Value>)>,
    /// The steps that derived the first of what is wanted.
    premises: Vec<usize>,
}
