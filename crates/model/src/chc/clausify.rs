//! From a formula over predicates to Horn clauses.

use super::{Atom, Clause};
use crate::ids::PredicateId;
use crate::procedure::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Symbol, Term, TermStore, post_order};
use thiserror::Error;

/// The maximal number of clauses that a formula is split into.
const MAX_CLAUSES: usize = 1 << 16;

/// Why a formula is not a set of Horn clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum ClausifyError {
    #[error("not a Horn clause: more than one predicate is implied")]
    TwoHeads,
    #[error("not a Horn clause: a predicate inside another term")]
    NestedPredicate,
    #[error("a formula of too many Horn clauses")]
    TooMany,
}

/// The Horn clauses whose conjunction is equivalent to the formula; all variables are universal.
pub(super) fn clausify(
    terms: &mut TermStore,
    predicates: &FxHashMap<Symbol, PredicateId>,
    formula: Term,
    span: Option<Span>,
) -> Result<Vec<Clause>, ClausifyError> {
    let with_predicates = with_predicates(terms, predicates, formula);
    let mut clauses = Vec::new();
    let mut partial = vec![Partial { todo: vec![(formula, true)], ..Partial::default() }];
    while let Some(mut clause) = partial.pop() {
        let Some((mut term, mut positive)) = clause.todo.pop() else {
            // They were collected in reverse order.
            clause.constraint.reverse();
            clause.body.reverse();
            let constraint = terms.and(&clause.constraint);
            clauses.push(Clause::new(terms, constraint, clause.body, clause.head, span));
            continue;
        };
        while terms.op(term) == Op::Not {
            (term, positive) = (terms.args(term)[0], !positive);
        }
        if !with_predicates.contains(&term) {
            // A false disjunct is dropped; the negation of any other is assumed.
            if terms.as_bool(term) != Some(!positive) {
                clause.constraint.push(if positive { terms.not(term) } else { term });
            }
            partial.push(clause);
            continue;
        }
        let args = terms.args(term).to_vec();
        let alternatives = match terms.op(term) {
            Op::Var(symbol) | Op::Apply(symbol) => {
                if args.iter().any(|arg| with_predicates.contains(arg)) {
                    return Err(ClausifyError::NestedPredicate);
                }
                let atom = Atom { predicate: predicates[&symbol], args };
                if !positive {
                    clause.body.push(atom);
                } else if clause.head.replace(atom).is_some() {
                    return Err(ClausifyError::TwoHeads);
                }
                vec![vec![]]
            }
            // A disjunction of the arguments, each with the polarity.
            Op::Or if positive => vec![args.into_iter().map(|a| (a, true)).collect()],
            Op::And if !positive => vec![args.into_iter().map(|a| (a, false)).collect()],
            // A conjunction of the arguments: one clause for each.
            Op::And => args.into_iter().map(|a| vec![(a, true)]).collect(),
            Op::Or => args.into_iter().map(|a| vec![(a, false)]).collect(),
            Op::Ite => {
                let [condition, then, otherwise] = args[..] else { unreachable!("ite has three") };
                vec![
                    vec![(condition, false), (then, positive)],
                    vec![(condition, true), (otherwise, positive)],
                ]
            }
            op @ (Op::Eq | Op::Xor) => {
                let equal = positive == (op == Op::Eq);
                vec![
                    vec![(args[0], false), (args[1], equal)],
                    vec![(args[0], true), (args[1], !equal)],
                ]
            }
            _ => return Err(ClausifyError::NestedPredicate),
        };
        for alternative in alternatives.into_iter().rev() {
            let mut clause = clause.clone();
            clause.todo.extend(alternative);
            partial.push(clause);
        }
        if partial.len() + clauses.len() > MAX_CLAUSES {
            return Err(ClausifyError::TooMany);
        }
    }
    Ok(clauses)
}

/// A clause under construction: its content so far, and the disjuncts still to be processed.
#[derive(Clone, Default)]
struct Partial {
    todo: Vec<(Term, bool)>,
    constraint: Vec<Term>,
    body: Vec<Atom>,
    head: Option<Atom>,
}

/// The subterms of a formula that contain predicates.
fn with_predicates(
    terms: &TermStore,
    predicates: &FxHashMap<Symbol, PredicateId>,
    formula: Term,
) -> FxHashSet<Term> {
    let mut found = FxHashSet::default();
    for part in post_order(terms, &[formula], |_| false) {
        let is_predicate = match terms.op(part) {
            Op::Var(symbol) | Op::Apply(symbol) => predicates.contains_key(&symbol),
            _ => false,
        };
        if is_predicate || terms.args(part).iter().any(|arg| found.contains(arg)) {
            found.insert(part);
        }
    }
    found
}
