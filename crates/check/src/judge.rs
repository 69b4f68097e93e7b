//! Decides verification conditions.

use crate::arithmetic::SimplexArithmetic;
use crate::proof::{Accepted, Certification, Options};
use crate::rejected::{Condition, Rejected};
use certify::{Answer, Certifier, Undecided};
use smt::budget::Watch;
use smt::process::ProcessSolver;
use smt::{Budget, EmbeddedSolver, Models, Outcome, Solver, UnknownReason};
use term::{Symbol, Term, TermStore, Value};

/// A solver with more variables than this is replaced when a new region starts. Most conditions are
/// small, and a SAT solver assigns all of its variables.
const LARGE: u64 = 50_000;

/// A condition that needs more conflicts than this is left to the embedded solver, unless a proof
/// is required. The limit is halved after each such condition, so that checking a proof with many
/// of them takes little longer than without certification.
const MAX_CONFLICTS: u32 = 20_000;

/// The lower bound of the conflict limit.
const MIN_CONFLICTS: u32 = 100;

/// A condition that takes the certifier more conflicts than this, but not the embedded solver, is left to the
/// latter. So it is with long parities, which the embedded solver normalises.
const FIRST_CONFLICTS: u32 = 1_000;

/// Decides conditions in sequence and counts them.
pub struct Judge<'a> {
    options: &'a Options,
    budget: &'a Budget,
    /// Refutes conditions with proofs, if requested.
    certifier: Option<Certifier>,
    /// The conflict limit of the next condition, unless a proof is required.
    conflicts: u32,
    /// The embedded solver, created on demand.
    solver: Option<EmbeddedSolver>,
    /// The external solver, started on demand.
    second: Option<ProcessSolver>,
    /// The variables that counterexamples show: symbol of the checker's store, and name.
    variables: Vec<(Symbol, String)>,
    /// Conditions that were decided.
    conditions: u64,
    /// Those of them whose violation was refuted with a proof.
    certified: u64,
    /// Proof steps that earlier certifiers checked.
    steps: u64,
}

impl<'a> Judge<'a> {
    /// A judge that has decided nothing.
    pub fn new(options: &'a Options, budget: &'a Budget) -> Judge<'a> {
        let certifier = certifier(options, budget);
        Judge {
            options,
            budget,
            certifier,
            conflicts: MAX_CONFLICTS,
            solver: None,
            second: None,
            variables: Vec::new(),
            conditions: 0,
            certified: 0,
            steps: 0,
        }
    }

    /// Makes counterexamples show variables: symbols of the checker's store, and names.
    pub fn show(&mut self, variables: Vec<(Symbol, String)>) {
        self.variables = variables;
    }

    /// What was decided, if all of it was accepted.
    pub fn accepted(&self) -> Accepted {
        let steps = self.steps + self.certifier.as_ref().map_or(0, Certifier::steps);
        Accepted { conditions: self.conditions, certified: self.certified, steps }
    }

    /// Called between regions, which have little in common.
    pub fn next_region(&mut self) {
        if self.solver.as_ref().is_some_and(|solver| solver.stats().variables > LARGE) {
            self.solver = None;
        }
        if let Some(old) = &self.certifier
            && old.variables() > LARGE
        {
            self.steps += old.steps();
            self.certifier = certifier(self.options, self.budget);
        }
    }

    /// Fails if the budget is exhausted.
    pub fn check_budget(&self) -> Result<(), Rejected> {
        self.budget.check().map_err(Rejected::Stopped)
    }

    /// Accepts a condition if its violation, the conjunction of the terms, is unsatisfiable.
    pub fn require(
        &mut self,
        store: &mut TermStore,
        violation: &[Term],
        condition: Condition,
    ) -> Result<(), Rejected> {
        let is_required = self.options.certification == Certification::Required;
        let first = self.conflicts.min(FIRST_CONFLICTS);
        let mut certificate = self.certify(store, violation, (!is_required).then_some(first));
        let is_open = certificate == Some(Answer::Unknown(Undecided::Stopped));
        let mut is_easy = false;
        if is_open && !is_required && self.budget.check().is_ok() {
            let little = self.budget.clone().with_conflict_limit(u64::from(FIRST_CONFLICTS));
            is_easy = matches!(self.ask_embedded(store, violation, &little), Outcome::Unsat);
            if !is_easy && self.conflicts > first {
                certificate = self.certify(store, violation, Some(self.conflicts));
            }
            if certificate == Some(Answer::Unknown(Undecided::Stopped)) && !is_easy {
                self.conflicts = (self.conflicts / 2).max(MIN_CONFLICTS);
            }
        }
        let is_certified = certificate == Some(Answer::Refuted);
        if !is_certified {
            let answer = match is_easy {
                true => Outcome::Unsat,
                false => self.ask_embedded(store, violation, &self.budget.clone()),
            };
            match answer {
                Outcome::Unsat => self.without_proof(certificate, &condition)?,
                Outcome::Unknown(reason) => return Err(Rejected::Undecided { condition, reason }),
                Outcome::Sat => {
                    let counterexample = self.counterexample(store);
                    return Err(Rejected::Violated { condition, counterexample });
                }
            }
        }
        match self.second_opinion(store, violation) {
            Outcome::Unsat => {}
            Outcome::Sat => return Err(Rejected::SolversDisagree { condition }),
            Outcome::Unknown(reason) => return Err(Rejected::Undecided { condition, reason }),
        }
        self.conditions += 1;
        self.certified += u64::from(is_certified);
        Ok(())
    }

    /// Accepts several conditions. They have much in common, so one query may settle them all; if it does
    /// not, each is decided by itself.
    pub fn require_all(
        &mut self,
        store: &mut TermStore,
        violations: Vec<(Term, Condition)>,
    ) -> Result<(), Rejected> {
        let terms: Vec<Term> = violations.iter().map(|(term, _)| *term).collect();
        let any = store.or(&terms);
        let count = violations.len() as u64;
        // No more than the conditions may need by themselves.
        let conflicts = u64::from(FIRST_CONFLICTS).saturating_mul(count);
        let conflicts = u32::try_from(conflicts).map_or(self.conflicts, |n| n.min(self.conflicts));
        if count > 1 && self.are_refuted(store, any, conflicts) {
            self.conditions += count;
            self.certified += if self.certifier.is_some() { count } else { 0 };
            return Ok(());
        }
        for (violation, condition) in violations {
            self.require(store, &[violation], condition)?;
        }
        Ok(())
    }

    /// Accepts a condition if that takes little effort; says whether it did.
    pub fn accepts_at_once(&mut self, store: &mut TermStore, violation: Term) -> bool {
        let is_accepted = self.are_refuted(store, violation, FIRST_CONFLICTS.min(self.conflicts));
        if is_accepted {
            self.conditions += 1;
            self.certified += u64::from(self.certifier.is_some());
        }
        is_accepted
    }

    /// Whether it is clear at the first try that a violation is unsatisfiable.
    fn are_refuted(&mut self, store: &mut TermStore, violation: Term, conflicts: u32) -> bool {
        let refuted = match self.certify(store, &[violation], Some(conflicts)) {
            Some(answer) => answer == Answer::Refuted,
            None => self.ask_embedded(store, &[violation], &self.budget.clone()) == Outcome::Unsat,
        };
        refuted && self.second_opinion(store, &[violation]) == Outcome::Unsat
    }

    /// The certifier's answer about a violation, if there is a certifier.
    fn certify(
        &mut self,
        store: &TermStore,
        violation: &[Term],
        conflicts: Option<u32>,
    ) -> Option<Answer> {
        let certifier = self.certifier.as_mut()?;
        if let Some(conflicts) = conflicts {
            certifier.limit_conflicts(conflicts);
        }
        Some(certifier.refute(store, violation))
    }

    /// Whether the embedded solver may be trusted, if the certifier has no proof or there is none.
    fn without_proof(
        &self,
        certificate: Option<Answer>,
        condition: &Condition,
    ) -> Result<(), Rejected> {
        let condition = condition.clone();
        match certificate {
            None | Some(Answer::Refuted) => Ok(()),
            Some(Answer::Satisfiable | Answer::Unknown(Undecided::NoProof)) => {
                Err(Rejected::NotCertified { condition })
            }
            Some(Answer::Unknown(_)) if self.options.certification < Certification::Required => {
                Ok(())
            }
            Some(Answer::Unknown(Undecided::Stopped)) => {
                let reason = UnknownReason::Failed("it was not certified in time".to_owned());
                Err(Rejected::Undecided { condition, reason })
            }
            Some(Answer::Unknown(Undecided::Unsupported(what))) => {
                let reason = UnknownReason::Unsupported(format!("{} in certified checks", what.0));
                Err(Rejected::Undecided { condition, reason })
            }
        }
    }

    fn ask_embedded(
        &mut self,
        store: &mut TermStore,
        violation: &[Term],
        budget: &Budget,
    ) -> Outcome {
        let solver = self.solver.get_or_insert_with(|| EmbeddedSolver::new(self.options.backend));
        #[cfg(test)]
        if let Some(fault) = self.options.fault {
            let violation = fault.conditions(store, violation);
            return solver.check(store, &violation, budget);
        }
        solver.check(store, violation, budget)
    }

    /// The variables in the model of the embedded solver.
    fn counterexample(&mut self, store: &mut TermStore) -> Vec<(String, Value)> {
        let mut values = Vec::new();
        for (symbol, name) in &self.variables {
            let variable = store.var(*symbol);
            let solver = self.solver.as_mut().expect("it has a model");
            values.push((name.clone(), solver.value(store, variable)));
        }
        values
    }

    /// What the external solver says of a violation that was refuted; if there is none, the
    /// same.
    fn second_opinion(&mut self, store: &mut TermStore, violation: &[Term]) -> Outcome {
        let Some(command) = &self.options.second_opinion else { return Outcome::Unsat };
        let solver = match &mut self.second {
            Some(solver) => solver,
            none => match ProcessSolver::start(command.clone()) {
                Ok(solver) => none.insert(solver),
                Err(error) => return Outcome::Unknown(error.into()),
            },
        };
        solver.check(store, violation, self.budget)
    }
}

/// A certifier with a budget, if the options request one.
fn certifier(options: &Options, budget: &Budget) -> Option<Certifier> {
    let watch = Watch::new(budget);
    let certifies = options.certification > Certification::Off;
    certifies.then(|| {
        let arithmetic = SimplexArithmetic::new(budget.clone());
        Certifier::new(move || watch.must_stop()).with_arithmetic(Box::new(arithmetic))
    })
}
