//! Interpretations of predicates: every clause holds with them.

use crate::judge::Judge;
use crate::proof::Accepted;
use crate::rejected::{Condition, Rejected};
use crate::unfolding::Unfolder;
use evidence::{Definition, Interpretation};
use model::chc::ChcSystem;
use term::{Op, Sort, Symbol, free_vars, post_order};

/// Accepts formulas for predicates if no clause is violated with them. A clause that derives a
/// predicate without a formula is what that predicate means, so it holds by itself.
pub fn check(
    system: &ChcSystem,
    interpretation: &Interpretation,
    mut judge: Judge<'_>,
) -> Result<Accepted, Rejected> {
    check_fit(system, interpretation)?;
    let mut unfolder = Unfolder::new(system, interpretation)?;
    for (number, clause) in system.clauses.iter().enumerate() {
        if clause.head.as_ref().is_some_and(|h| interpretation.get(h.predicate).is_none()) {
            continue;
        }
        judge.check_budget()?;
        let violation = unfolder.violation(number)?;
        let shown = |&v: &Symbol| (unfolder.symbol(v), system.terms.name(v).to_owned());
        judge.show(clause.variables.iter().map(shown).collect());
        let condition = Condition::Clause { clause: number, line: clause.span.map(|s| s.line) };
        judge.require(&mut unfolder.store, &violation, condition)?;
    }
    Ok(judge.accepted())
}

/// Each formula is one of a predicate, over variables of the sorts of its parameters and nothing else.
fn check_fit(system: &ChcSystem, interpretation: &Interpretation) -> Result<(), Rejected> {
    let theirs = interpretation.terms();
    for (predicate, Definition { parameters, body }) in interpretation.iter() {
        if predicate.index() >= system.predicates.len() {
            return Err(Rejected::UnknownPredicate(predicate));
        }
        let symbol = system.predicate(predicate);
        let misfit = || Rejected::Misfit(system.terms.name(symbol).to_owned());
        let sorts = parameters.iter().map(|&parameter| theirs.sort(parameter));
        if !sorts.eq(system.terms.parameters(symbol)) || *theirs.sort(*body) != Sort::Bool {
            return Err(misfit());
        }
        let variables: Option<Vec<Symbol>> = parameters.iter().map(|&p| theirs.as_var(p)).collect();
        let mut variables = variables.ok_or_else(misfit)?;
        variables.sort_unstable();
        let different = variables.windows(2).all(|pair| pair[0] != pair[1]);
        let known = |variable: &Symbol| variables.binary_search(variable).is_ok();
        let own = free_vars(theirs, &[*body]).iter().all(known);
        let parts = post_order(theirs, &[*body], |_| false);
        let applies = parts.iter().any(|&part| matches!(theirs.op(part), Op::Apply(_)));
        if !different || !own || applies {
            return Err(misfit());
        }
    }
    Ok(())
}
