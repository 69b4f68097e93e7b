//! Formulas as equivalent sets of clauses.

use term::{Op, Term, TermStore};

/// Clauses that are together equivalent to a formula, by distribution; `None` if they would have more literals than
/// the limit. What is neither a conjunction nor a disjunction is a literal.
pub(super) fn equivalent_clauses(
    store: &mut TermStore,
    formula: Term,
    limit: usize,
) -> Option<Vec<Vec<Term>>> {
    let mut done: Vec<Vec<Term>> = Vec::new();
    // Literals that are final, and formulas that are not.
    let mut open: Vec<(Vec<Term>, Vec<Term>)> = vec![(Vec::new(), vec![formula])];
    let mut literals = 0;
    while let Some((mut clause, mut rest)) = open.pop() {
        let Some(next) = rest.pop() else {
            clause.sort_unstable();
            clause.dedup();
            literals += clause.len();
            if literals > limit {
                return None;
            }
            done.push(clause);
            continue;
        };
        if clause.len() + rest.len() + open.len() > limit {
            return None;
        }
        let inner = match store.op(next) {
            Op::Not => Some(store.args(next)[0]),
            _ => None,
        };
        match (store.op(next), inner.map(|inner| store.op(inner))) {
            _ if store.as_bool(next) == Some(true) => {}
            _ if store.as_bool(next) == Some(false) => open.push((clause, rest)),
            (Op::Or, _) => {
                rest.extend(store.args(next));
                open.push((clause, rest));
            }
            (Op::And, _) => {
                for &part in store.args(next) {
                    let mut rest = rest.clone();
                    rest.push(part);
                    open.push((clause.clone(), rest));
                }
            }
            (_, Some(negated @ (Op::And | Op::Or))) => {
                let inner = inner.expect("it is a negation");
                let args = store.args(inner).to_vec();
                let parts: Vec<Term> = args.iter().map(|&arg| store.not(arg)).collect();
                if negated == Op::And {
                    rest.extend(parts);
                    open.push((clause, rest));
                } else {
                    for part in parts {
                        let mut rest = rest.clone();
                        rest.push(part);
                        open.push((clause.clone(), rest));
                    }
                }
            }
            _ => {
                clause.push(next);
                open.push((clause, rest));
            }
        }
    }
    Some(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::testing::{TermGenerator, TermShape};
    use term::{Assignment, Sort, eval, free_vars};

    #[test]
    fn clauses_are_equivalent() {
        let shape = TermShape::new(vec![Sort::Bool])
            .with_depth(4)
            .with_operators(|op| matches!(op, Op::And | Op::Or | Op::Not | Op::Eq | Op::Ite));
        let mut converted = 0;
        for seed in 0..200 {
            let mut store = TermStore::new();
            let formula = TermGenerator::new(shape.clone(), seed).formula(&mut store);
            let Some(clauses) = equivalent_clauses(&mut store, formula, 60) else { continue };
            converted += 1;
            let clauses: Vec<Term> = clauses.iter().map(|clause| store.or(clause)).collect();
            let whole = store.and(&clauses);
            let variables = free_vars(&store, &[formula, whole]);
            for values in 0..1u32 << variables.len() {
                let mut assignment = Assignment::new();
                for (number, &variable) in variables.iter().enumerate() {
                    assignment.set(variable, term::Value::Bool(values >> number & 1 == 1));
                }
                let value = |term| eval(&store, term, &assignment).expect("all have values");
                assert_eq!(value(formula), value(whole), "seed {seed}");
            }
        }
        assert!(converted > 100, "{converted}");
    }

    #[test]
    fn long_formulas_are_given_up() {
        let mut store = TermStore::new();
        let mut pairs = Vec::new();
        for number in 0..20 {
            let pair = ["a", "b"].map(|name| {
                let symbol = store.fresh(&format!("{name}{number}"), Sort::Bool);
                store.var(symbol)
            });
            pairs.push(store.and(&pair));
        }
        let formula = store.or(&pairs);
        assert_eq!(equivalent_clauses(&mut store, formula, 200), None);
        let negated = store.not(formula);
        assert_eq!(equivalent_clauses(&mut store, negated, 200).map(|c| c.len()), Some(20));
    }
}
