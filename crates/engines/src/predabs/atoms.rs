//! The vocabulary of a formula.

use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use term::{Op, Sort, Symbol, Term, TermStore, post_order};

/// The atoms of a formula, those of conditions inside terms included, that speak about the given
/// variables only: the largest first.
pub(super) fn atoms(store: &TermStore, formula: Term, variables: &FxHashSet<Symbol>) -> Vec<Term> {
    let mut foreign: FxHashSet<Term> = FxHashSet::default();
    let mut found = Vec::new();
    for term in post_order(store, &[formula], |_| false) {
        let is_foreign = match store.as_var(term) {
            Some(symbol) => !variables.contains(&symbol),
            None => store.args(term).iter().any(|arg| foreign.contains(arg)),
        };
        if is_foreign {
            foreign.insert(term);
        } else if is_atom(store, term) {
            found.push(term);
        }
    }
    found.sort_by_key(|&atom| (Reverse(post_order(store, &[atom], |_| false).len()), atom));
    found
}

fn is_atom(store: &TermStore, term: Term) -> bool {
    let over_booleans = || store.args(term).iter().any(|&arg| *store.sort(arg) == Sort::Bool);
    *store.sort(term) == Sort::Bool
        && match store.op(term) {
            Op::Const(_) | Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite => false,
            Op::Eq => !over_booleans(),
            _ => true,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::model;
    use model::Command;

    #[test]
    fn atoms_of_conditions_inside_terms_and_without_inputs() {
        let text = "
            var x, y : bv8
            var input : bv8
            procedure main {
              initial a
              a -> b { assume (or (not (= x #x01)) (bvult (ite (bvult y #x07) x y) #x05)
                                  (bvult input x)) }
            }";
        let model = model(text);
        let cfa = &model.entry().cfa;
        let edge = cfa.edges().next().unwrap();
        let Command::Assume(formula) = cfa.edge(edge).command else { panic!("an assumption") };
        let variables = ["x", "y"].map(|name| model.terms.lookup(name).unwrap());
        let found = atoms(&model.terms, formula, &variables.into_iter().collect());
        let texts: Vec<String> =
            found.iter().map(|&atom| model.terms.display_tree(atom).to_string()).collect();
        let expected = ["(bvult (ite (bvult y #x07) x y) #x05)", "(= x #x01)", "(bvult y #x07)"];
        assert_eq!(texts, expected);
    }
}
