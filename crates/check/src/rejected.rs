//! Reasons for rejecting evidence.

use model::{Cfa, EdgeId, ExecutionError, Location, PredicateId};
use smt::UnknownReason;
use std::fmt;
use term::{EvalError, Sort, Value};
use thiserror::Error;

/// Why evidence is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejected {
    /// A verification condition does not hold.
    #[error("{condition} does not hold{}", Values(counterexample))]
    Violated {
        /// The condition.
        condition: Condition,
        /// Values of the variables at its start that make it fail.
        counterexample: Vec<(String, Value)>,
    },
    /// A verification condition could not be decided.
    #[error("{condition} is undecided: {reason}")]
    Undecided {
        /// The condition.
        condition: Condition,
        /// Why there is no answer.
        reason: UnknownReason,
    },
    /// The external solver finds a condition violated that the embedded one shows to hold.
    #[error("the solvers disagree on {condition}")]
    SolversDisagree {
        /// The condition.
        condition: Condition,
    },
    /// The embedded solver shows a condition to hold, but the certifier finds it violated, or its
    /// proof has a wrong step.
    #[error("the certified check does not confirm {condition}")]
    NotCertified {
        /// The condition.
        condition: Condition,
    },
    /// The budget was exhausted between two conditions.
    #[error("stopped: {0}")]
    Stopped(smt::StopReason),
    /// A cycle has no location with an invariant.
    #[error("no invariant is given on a cycle through {0}")]
    UncutCycle(ConditionPlace),
    /// An invariant is given for a location that does not exist.
    #[error("there is no location {0} to have an invariant")]
    UnknownLocation(Location),
    /// An invariant is not Boolean.
    #[error("the invariant of {place} has sort {sort}")]
    NotBoolean {
        /// Where the invariant is given.
        place: ConditionPlace,
        /// Its sort.
        sort: Sort,
    },
    /// An invariant mentions a symbol that is not a variable there.
    #[error("'{0}' is no variable of the program")]
    ForeignSymbol(String),
    /// A parameter of invariants has the name of something in the program, or is a function.
    #[error("'{0}' cannot be a parameter of invariants")]
    NoParameter(String),
    /// An invariant uses a variable with a different sort.
    #[error("'{0}' has another sort in the program")]
    WrongSort(String),
    /// The model calls a procedure, which the checker cannot follow.
    #[error("a call of procedure '{0}' cannot be checked")]
    Call(String),
    /// Summaries do not fit the procedures of the model.
    #[error("the summaries do not fit the procedures of the model")]
    Summaries,
    /// The checker sees only the model; the driver replays runs of the program.
    #[error("a run of a program says nothing of a model")]
    NoProofOfModel,
    /// A proof of a model says nothing of Horn clauses, nor the other way round.
    #[error("the proof is about something else")]
    OtherSubject,
    /// The formula of a predicate does not fit it.
    #[error("the formula of predicate '{0}' does not fit its parameters")]
    Misfit(String),
    /// There is a formula for a predicate that is not there.
    #[error("there is no predicate {0} to have a formula")]
    UnknownPredicate(PredicateId),
    /// A cycle of clauses has no predicate with a formula.
    #[error("no formula is given on a cycle through predicate '{0}'")]
    UncutPredicates(String),
    /// Predicates without a formula would have to be unfolded too often.
    #[error("too many predicates without a formula meet in clauses")]
    TooManyUnfoldings,
    /// The run of a recurrent set ends outside of it.
    #[error("the run does not reach the recurrent set, but ends at {0}")]
    NotReached(ConditionPlace),
    /// A recurrent set has states at whose location runs end.
    #[error("runs end at {0}, so no state there is recurrent")]
    EndOfRuns(ConditionPlace),
    /// The trace is not a run to an error location.
    #[error("{0}")]
    Trace(#[from] TraceError),
    /// The derivation is none of false.
    #[error("{0}")]
    Derivation(#[from] DerivationError),
}

/// A verification condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The invariant of a location holds when runs arrive there.
    Invariant {
        /// Where the runs start; they satisfy its invariant, if it has one.
        from: ConditionPlace,
        /// Where the invariant must hold.
        to: ConditionPlace,
        /// The last edge; `None` if all runs start there.
        edge: Option<EdgeId>,
    },
    /// No run reaches an error location.
    NoError {
        /// Where the runs start; they satisfy its invariant, if it has one.
        from: ConditionPlace,
        /// The error location.
        error: ConditionPlace,
        /// The last edge; `None` if all runs start there.
        edge: Option<EdgeId>,
    },
    /// From each state of a recurrent set at a location, a way leads to the set again.
    WayBack {
        /// The location.
        from: ConditionPlace,
    },
    /// A clause holds with the formulas of its predicates.
    Clause {
        /// The clause, by its number.
        clause: usize,
        /// The line that it starts at, if that is known.
        line: Option<u32>,
    },
    /// No run visits more cut points than claimed.
    Bound {
        /// The number claimed.
        bound: u32,
        /// The cut point of the first visit beyond the bound.
        at: ConditionPlace,
        /// The last edge; `None` if all runs start there.
        edge: Option<EdgeId>,
    },
    /// No loop has more rounds than claimed.
    Rounds {
        /// The number claimed.
        bound: u32,
        /// The head of the loop.
        at: ConditionPlace,
    },
}

/// What is wrong with a derivation. Steps count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DerivationError {
    /// There is nothing to derive false.
    #[error("the derivation has no steps")]
    Empty,
    /// A step applies a clause that is not there.
    #[error("step {step} applies clause {clause}, which does not exist")]
    UnknownClause {
        /// The step.
        step: usize,
        /// The clause that it names.
        clause: usize,
    },
    /// A step does not give a value of its sort to each variable of its clause.
    #[error("step {step} does not give each variable of clause {clause} a value of its sort")]
    Values {
        /// The step.
        step: usize,
        /// The clause.
        clause: usize,
    },
    /// A step does not name a step before it for each atom of the body of its clause.
    #[error("step {step} does not have an earlier step for each atom of clause {clause}")]
    Premises {
        /// The step.
        step: usize,
        /// The clause.
        clause: usize,
    },
    /// The constraint of a clause does not hold for the values.
    #[error("step {step}: the constraint of clause {clause} does not hold")]
    Constraint {
        /// The step.
        step: usize,
        /// The clause.
        clause: usize,
    },
    /// An atom of a body is not what the step that it names derived.
    #[error("step {step}: step {premise} does not derive what clause {clause} assumes")]
    OtherFact {
        /// The step.
        step: usize,
        /// The clause.
        clause: usize,
        /// The step that should have derived the atom.
        premise: usize,
    },
    /// A term has no value.
    #[error("step {step}: {error}")]
    Undefined {
        /// The step.
        step: usize,
        /// Why not.
        error: EvalError,
    },
    /// The last step derives something else than false, or another one derives false.
    #[error("step {step} is not the only one that derives false, or not the last")]
    WrongEnd {
        /// The step.
        step: usize,
    },
}

/// A location with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionPlace {
    /// The location.
    pub location: Location,
    /// Its name in the text form.
    pub name: String,
}

/// An error in a trace. Steps count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TraceError {
    /// A variable has no initial value.
    #[error("variable '{0}' has no initial value")]
    NoInitialValue(String),
    /// The initial value of a variable is of another sort.
    #[error("the initial value of '{variable}' has sort {found}, not {expected}")]
    InitialSort {
        /// The variable's name.
        variable: String,
        /// Its sort.
        expected: Sort,
        /// The sort of the value.
        found: Sort,
    },
    /// A step takes an edge that does not exist.
    #[error("step {step} takes edge {edge}, which does not exist")]
    UnknownEdge {
        /// The step.
        step: usize,
        /// The edge it names.
        edge: EdgeId,
    },
    /// A step takes an edge that starts elsewhere.
    #[error("step {step} takes edge {edge} from {source_place}, but the run is at {at}")]
    Disconnected {
        /// The step.
        step: usize,
        /// The edge it takes.
        edge: EdgeId,
        /// Where that edge starts.
        source_place: ConditionPlace,
        /// Where the run is.
        at: ConditionPlace,
    },
    /// The command of a step cannot be executed with the given choices.
    #[error("step {step} along edge {edge} cannot be taken: {error}")]
    Stuck {
        /// The step.
        step: usize,
        /// The edge it takes.
        edge: EdgeId,
        /// Why not.
        error: ExecutionError,
    },
    /// A step has more choices than its command needs.
    #[error("step {step} along edge {edge} leaves {unused} choice(s) unused")]
    UnusedChoices {
        /// The step.
        step: usize,
        /// The edge it takes.
        edge: EdgeId,
        /// Number of choices too many.
        unused: usize,
    },
    /// The run ends elsewhere than claimed.
    #[error("the run ends at {at}, not at {claimed}")]
    WrongEnd {
        /// Where it ends.
        at: ConditionPlace,
        /// The location it claims to reach.
        claimed: ConditionPlace,
    },
    /// The run goes on at an error location, where runs end.
    #[error("step {step} along edge {edge} goes on where runs end")]
    PastError {
        /// The step.
        step: usize,
        /// The edge it takes.
        edge: EdgeId,
    },
    /// The run does not end at an error location.
    #[error("the run ends at {0}, which is no error location")]
    NoError(ConditionPlace),
}

impl ConditionPlace {
    /// A location of an automaton.
    pub fn new(cfa: &Cfa, location: Location) -> ConditionPlace {
        let known = location.index() < cfa.locations().len();
        let name = if known { cfa.name(location).to_owned() } else { location.to_string() };
        ConditionPlace { location, name }
    }
}

impl fmt::Display for ConditionPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edge = match self {
            Condition::Invariant { from, to, edge: Some(edge) } => {
                write!(f, "that the invariant of {to} follows from {from}")?;
                edge
            }
            Condition::Invariant { to, edge: None, .. } => {
                return write!(f, "that the invariant of {to} follows at the start");
            }
            Condition::NoError { from, error, edge: Some(edge) } => {
                write!(f, "that {error} is not reached from {from}")?;
                edge
            }
            Condition::NoError { error, edge: None, .. } => {
                return write!(f, "that no run starts at {error}");
            }
            Condition::WayBack { from } => {
                return write!(f, "that a way leads from the states of {from} to the set again");
            }
            Condition::Clause { clause, line: Some(line) } => {
                return write!(f, "clause {clause} (line {line})");
            }
            Condition::Clause { clause, line: None } => {
                return write!(f, "clause {clause}");
            }
            Condition::Bound { bound, at, edge: Some(edge) } => {
                write!(f, "that {at} is not visited after {bound} cut point(s)")?;
                edge
            }
            Condition::Bound { bound, at, edge: None } => {
                return write!(f, "that {at} is not visited within {bound} visit(s)");
            }
            Condition::Rounds { bound, at } => {
                return write!(f, "that the loop at {at} is over after {bound} round(s)");
            }
        };
        write!(f, " along edge {edge}")
    }
}

/// How many values of a counterexample are shown.
const MAX_VALUES: usize = 20;

/// Shows a counterexample.
struct Values<'a>(&'a [(String, Value)]);

impl fmt::Display for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.0.iter().take(MAX_VALUES).enumerate() {
            write!(f, "{}{name} = {value}", if i == 0 { ": " } else { ", " })?;
        }
        match self.0.len().saturating_sub(MAX_VALUES) {
            0 => Ok(()),
            more => write!(f, ", and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counterexamples_are_not_shown_whole() {
        let values = |n: u64| -> Vec<(String, Value)> {
            (0..n).map(|i| (format!("v{i}"), Value::bv(8, i))).collect()
        };
        assert_eq!(Values(&values(0)).to_string(), "");
        assert_eq!(Values(&values(2)).to_string(), ": v0 = #x00, v1 = #x01");
        let long = Values(&values(30)).to_string();
        assert!(long.ends_with("v19 = #x13, and 10 more"), "{long}");
    }
}
