//! Elimination of bit-vectors, truth values, and whatever else has no procedure of its own.

use super::modular::Linear;
use super::{Model, by_value, occurs, substitute};
use term::{Op, Sort, Term, TermStore};

/// Replaces an input in literals that all mention it by a term without it. They are kept as weak as is easily
/// achieved: the term is its value from an equation, one of its bounds, or else its value in the model.
pub(super) fn eliminate(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    input: Term,
    literals: &[Term],
) -> Vec<Term> {
    if let &[single] = literals
        && let Some(condition) = can_always_hold(store, input, single)
    {
        return condition.into_iter().collect();
    }
    for replacement in candidates(store, input, literals) {
        let mut replaced = literals.to_vec();
        substitute(store, input, replacement, &mut replaced);
        if replaced.iter().all(|&literal| model.holds(store, literal)) {
            return replaced;
        }
    }
    by_value(store, model, input, literals.to_vec())
}

/// If this is the only literal with the input, what must hold for it to hold for some value: a
/// condition, or nothing at all.
fn can_always_hold(store: &mut TermStore, input: Term, literal: Term) -> Option<Option<Term>> {
    let (atom, negated) = match store.op(literal) {
        Op::Not => (store.args(literal)[0], true),
        _ => (literal, false),
    };
    if atom == input {
        return Some(None);
    }
    let Sort::BitVec(width) = *store.sort(input) else { return None };
    let &[left, right] = store.args(atom) else { return None };
    if !matches!(store.sort(left), Sort::BitVec(w) if *w == width) {
        return None;
    }
    let condition = match store.op(atom) {
        Op::Eq => equation_can_hold(store, input, [left, right], negated)?,
        op => comparison_can_hold(store, input, op, [left, right], negated)?,
    };
    Some(condition.filter(|&condition| store.as_bool(condition).is_none()))
}

/// What must hold for an equation, or a negated one, to hold for some value of the input.
fn equation_can_hold(
    store: &mut TermStore,
    input: Term,
    [left, right]: [Term; 2],
    negated: bool,
) -> Option<Option<Term>> {
    let difference = Linear::of(store, left).minus(&Linear::of(store, right));
    let factor = difference.factor(input)?.clone();
    let rest = difference.without(input).to_term(store);
    if occurs(store, input, rest) {
        return None;
    }
    // Odd multiples of the input take every value; those by 2^n times an odd number take the
    // multiples of 2^n. There are at least two, so one is different.
    Some(match factor.trailing_zeros() {
        0 => None,
        _ if negated => None,
        zeros => {
            let low = store.extract(zeros - 1, 0, rest);
            let zero = store.bv(zeros, 0);
            Some(store.eq(low, zero))
        }
    })
}

/// What must hold for a comparison, or a negated one, to hold for some value of the input.
fn comparison_can_hold(
    store: &mut TermStore,
    input: Term,
    op: Op,
    [left, right]: [Term; 2],
    negated: bool,
) -> Option<Option<Term>> {
    let (other, input_is_left) = match (left == input, right == input) {
        (true, false) => (right, true),
        (false, true) => (left, false),
        _ => return None,
    };
    if occurs(store, input, other) {
        return None;
    }
    // The literal as a comparison without negation.
    let (input_is_less, strict) = match (op, negated) {
        (Op::BvUle | Op::BvSle, false) => (input_is_left, false),
        (Op::BvUlt | Op::BvSlt, false) => (input_is_left, true),
        (Op::BvUle | Op::BvSle, true) => (!input_is_left, true),
        (Op::BvUlt | Op::BvSlt, true) => (!input_is_left, false),
        _ => return None,
    };
    if !strict {
        return Some(None);
    }
    let Sort::BitVec(width) = *store.sort(input) else { return None };
    let signed = matches!(op, Op::BvSle | Op::BvSlt);
    let extreme = match (input_is_less, signed) {
        (true, false) => term::BitVec::zero(width),
        (true, true) => term::BitVec::min_signed(width),
        (false, false) => term::BitVec::ones(width),
        (false, true) => term::BitVec::max_signed(width),
    };
    let extreme = store.bv_const(extreme);
    let is_extreme = store.eq(other, extreme);
    Some(Some(store.not(is_extreme)))
}

/// Terms without the input that may replace it: values from equations, then its bounds.
fn candidates(store: &mut TermStore, input: Term, literals: &[Term]) -> Vec<Term> {
    let (mut equal, mut bounds) = (Vec::new(), Vec::new());
    for &literal in literals {
        let (atom, negated) = match store.op(literal) {
            Op::Not => (store.args(literal)[0], true),
            _ => (literal, false),
        };
        let &[left, right] = store.args(atom) else { continue };
        match store.op(atom) {
            Op::Eq if !negated => {
                if left == input {
                    equal.push(right);
                } else if right == input {
                    equal.push(left);
                } else if matches!(store.sort(left), Sort::BitVec(_))
                    && store.sort(left) == store.sort(input)
                {
                    let sum = Linear::of(store, left).minus(&Linear::of(store, right));
                    equal.extend(sum.solved_for(store, input));
                }
            }
            op @ (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle) => {
                let other = match (left == input, right == input) {
                    (true, false) => right,
                    (false, true) => left,
                    _ => continue,
                };
                let Sort::BitVec(width) = *store.sort(input) else { continue };
                let strict = matches!(op, Op::BvUlt | Op::BvSlt) != negated;
                if strict {
                    let one = store.bv(width, 1);
                    let input_is_less = (left == input) != negated;
                    bounds.push(if input_is_less {
                        store.bv_sub(other, one)
                    } else {
                        store.bv_add(other, one)
                    });
                } else {
                    bounds.push(other);
                }
            }
            _ => {}
        }
    }
    equal.append(&mut bounds);
    equal.retain(|&term| !occurs(store, input, term));
    equal.dedup();
    equal.truncate(4);
    equal
}

#[cfg(test)]
mod tests {
    use super::super::{project, tests::parsed};
    use super::*;
    use proptest::prelude::*;
    use term::{Assignment, BitVec, Value, eval, free_vars};

    const LITERALS: [&str; 14] = [
        "(= i (bvadd x #b001))",
        "(= (bvadd i x) (bvmul #b011 y))",
        "(= (bvmul #b010 i) y)",
        "(= (bvadd (bvmul #b110 i) x) (bvadd y #b001))",
        "(= (bvadd (bvmul #b100 i) x) (bvmul #b011 y))",
        "(not (= i y))",
        "(bvult x i)",
        "(bvult i y)",
        "(bvule i x)",
        "(not (bvule i y))",
        "(bvslt y i)",
        "(bvsle i x)",
        "(not (bvslt x i))",
        "(bvult x y)",
    ];

    fn literals() -> (TermStore, Vec<Term>) {
        let word = "(_ BitVec 3)";
        parsed(&[("x", word), ("y", word), ("i", word)], &LITERALS)
    }

    fn assignment(store: &TermStore, numbers: [u64; 3]) -> Assignment {
        let mut assignment = Assignment::new();
        for (name, number) in ["x", "y", "i"].into_iter().zip(numbers) {
            let value = Value::BitVec(BitVec::new(3, number));
            assignment.set(store.lookup(name).unwrap(), value);
        }
        assignment
    }

    proptest! {
        /// Checks that the projection holds in the model, and holds only where some input makes the
        /// literals hold.
        #[test]
        fn projections_are_witnessed(
            chosen in prop::collection::vec((0..LITERALS.len(), any::<bool>()), 1..4),
            [x, y, i] in [0u64..8, 0..8, 0..8],
        ) {
            let (mut store, all) = literals();
            let model = assignment(&store, [x, y, i]);
            let literals: Vec<Term> = chosen
                .iter()
                .map(|&(which, _)| {
                    let holds = eval(&store, all[which], &model).unwrap() == Value::Bool(true);
                    if holds { all[which] } else { store.not(all[which]) }
                })
                .collect();
            let input = store.lookup("i").unwrap();
            let mut value =
                |store: &mut TermStore, term| eval(store, term, &model).expect("all have values");
            let projected =
                project(&mut store, &mut value, &|symbol| symbol == input, literals.clone());
            prop_assert!(!free_vars(&store, &projected).contains(&input));
            let all_hold = |terms: &[Term], at: &Assignment| {
                terms.iter().all(|&t| eval(&store, t, at).unwrap() == Value::Bool(true))
            };
            prop_assert!(all_hold(&projected, &model));
            for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
                let at = |i| assignment(&store, [x, y, i]);
                if all_hold(&projected, &at(0)) {
                    prop_assert!((0..8).any(|i| all_hold(&literals, &at(i))), "x {} y {}", x, y);
                }
            }
        }
    }
}
