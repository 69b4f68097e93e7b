//! Finds relations between variables whose values change together.
//!
//! After some rounds of a loop that decreases `x` and increases `y`, an error may follow from `x =
//! 3` and `y + 3 != n`. Each round has other values, but `x + y != n` is common to all.

use smt::projection::{Linear, normalise};
use term::{Op, Sort, Term, TermStore};

/// Literals that follow from the given ones and mention fewer constants: a constant that is a small
/// multiple of the constant of an equation is replaced by means of the equation.
pub(crate) fn relations(store: &mut TermStore, literals: &[Term]) -> Vec<Term> {
    let equations: Vec<(Term, Linear)> =
        literals.iter().filter_map(|&literal| Some((literal, equation(store, literal)?))).collect();
    let mut found = Vec::new();
    for &literal in literals {
        for (source, equation) in &equations {
            if *source != literal {
                for related in replaced(store, literal, equation) {
                    let related = normalise(store, related);
                    if store.as_bool(related).is_none()
                        && !literals.contains(&related)
                        && !found.contains(&related)
                    {
                        found.push(related);
                    }
                }
            }
        }
    }
    found
}

/// The sum that a bit-vector equation states to be zero.
fn equation(store: &TermStore, literal: Term) -> Option<Linear> {
    let &[a, b] = store.args(literal) else { return None };
    let is_equation = store.op(literal) == Op::Eq && matches!(store.sort(a), Sort::BitVec(_));
    is_equation.then(|| Linear::of(store, a).minus(&Linear::of(store, b)))
}

/// A literal with constants replaced by means of an equation.
fn replaced(store: &mut TermStore, literal: Term, equation: &Linear) -> Vec<Term> {
    let (atom, negated) = match store.op(literal) {
        Op::Not => (store.args(literal)[0], true),
        _ => (literal, false),
    };
    let op = store.op(atom);
    let &[a, b] = store.args(atom) else { return Vec::new() };
    if !matches!(store.sort(a), Sort::BitVec(_)) {
        return Vec::new();
    }
    let [left, right] = [a, b].map(|side| Linear::of(store, side));
    let mut atoms = Vec::new();
    match op {
        Op::Eq => {
            let difference = left.minus(&right).without_constant_by(equation);
            atoms.extend(difference.map(|sum| sum.equals_zero(store)));
        }
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => {
            let sides = [
                (left.without_constant_by(equation), Some(right.clone())),
                (Some(left), right.without_constant_by(equation)),
            ];
            for (a, b) in sides {
                let (Some(a), Some(b)) = (a, b) else { continue };
                let (a, b) = (a.to_term(store), b.to_term(store));
                atoms.push(match op {
                    Op::BvUlt => store.bv_ult(a, b),
                    Op::BvUle => store.bv_ule(a, b),
                    Op::BvSlt => store.bv_slt(a, b),
                    _ => store.bv_sle(a, b),
                });
            }
        }
        _ => {}
    }
    if negated {
        atoms.iter_mut().for_each(|atom| *atom = store.not(*atom));
    }
    atoms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::model;
    use model::Command;

    fn check(literals: &str, expected: &[&str]) {
        let text =
            format!("var x, y, n : bv8 procedure main {{ initial a a -> b {{ {literals} }} }}");
        let mut model = model(&text);
        let cfa = &model.entry().cfa;
        let edge = cfa.edges().next().unwrap();
        let assumed = |command: &Command| match command {
            Command::Assume(literal) => Some(*literal),
            _ => None,
        };
        let given: Vec<Term> = cfa.edge(edge).command.iter().filter_map(assumed).collect();
        let found = relations(&mut model.terms, &given);
        let texts: Vec<String> =
            found.iter().map(|&t| model.terms.display_tree(t).to_string()).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn constants_of_a_round_are_replaced() {
        check("assume (= x #x03); assume (not (= (bvadd y #x03) n))", &["(not (= n (bvadd x y)))"]);
        check(
            "assume (= x #x03); assume (not (= (bvadd y #x06) n))",
            &["(not (= n (bvadd y (bvshl x #x01))))"],
        );
        check("assume (= x #x03); assume (bvult y #x03)", &["(bvult y x)"]);
        check("assume (= x #x03); assume (bvult y #x05)", &[]);
        check("assume (= x #x00); assume (= y n)", &[]);
    }
}
