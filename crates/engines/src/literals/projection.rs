//! Projection of inputs: the states from which *some* values of the inputs make literals hold.

use super::linear::Linear;
use term::{Op, Sort, Substitution, Symbol, Term, TermStore, Value, free_vars};

/// Literals over the variables alone that hold in the model and guarantee that some inputs make all
/// the given literals hold. They are as weak as is easily found: an input is replaced by its value
/// from an equation, by one of its bounds, or else by its value in the model.
pub(crate) fn project(
    store: &mut TermStore,
    value: &mut dyn FnMut(&mut TermStore, Term) -> Value,
    is_input: &dyn Fn(Symbol) -> bool,
    literals: Vec<Term>,
) -> Vec<Term> {
    let mut literals = literals;
    loop {
        let inputs = free_vars(store, &literals);
        let Some(&input) = inputs.iter().find(|&&symbol| is_input(symbol)) else {
            return literals;
        };
        let variable = store.var(input);
        literals = eliminate(store, value, variable, literals);
    }
}

fn eliminate(
    store: &mut TermStore,
    value: &mut dyn FnMut(&mut TermStore, Term) -> Value,
    input: Term,
    literals: Vec<Term>,
) -> Vec<Term> {
    let symbol = store.as_var(input).expect("inputs are symbols");
    let (with, mut rest): (Vec<Term>, Vec<Term>) =
        literals.into_iter().partition(|&l| free_vars(store, &[l]).contains(&symbol));
    if let &[single] = &with[..]
        && let Some(condition) = can_always_hold(store, input, single)
    {
        rest.extend(condition);
        return rest;
    }
    for replacement in candidates(store, input, &with) {
        let replaced = substitute(store, input, replacement, &with);
        let holds = |store: &mut TermStore, literal| match store.as_bool(literal) {
            Some(known) => known,
            None => value(store, literal) == Value::Bool(true),
        };
        let mut holds = holds;
        if replaced.iter().all(|&literal| holds(store, literal)) {
            rest.extend(replaced.into_iter().filter(|&l| store.as_bool(l).is_none()));
            return rest;
        }
    }
    let constant = value(store, input);
    let constant = store.constant(constant);
    let replaced = substitute(store, input, constant, &with);
    rest.extend(replaced.into_iter().filter(|&l| store.as_bool(l).is_none()));
    rest
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
    if mentions(store, rest, input) {
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
    if mentions(store, other, input) {
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

fn mentions(store: &TermStore, term: Term, input: Term) -> bool {
    let symbol = store.as_var(input).expect("inputs are symbols");
    free_vars(store, &[term]).contains(&symbol)
}

/// Terms without the input that may replace it: values from equations, then its bounds.
fn candidates(store: &mut TermStore, input: Term, literals: &[Term]) -> Vec<Term> {
    let symbol = store.as_var(input).expect("inputs are symbols");
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
    equal.retain(|&term| !free_vars(store, &[term]).contains(&symbol));
    equal.dedup();
    equal.truncate(4);
    equal
}

fn substitute(store: &mut TermStore, input: Term, by: Term, literals: &[Term]) -> Vec<Term> {
    let mut substitution = Substitution::new();
    substitution.insert(input, by);
    literals.iter().map(|&literal| substitution.apply(store, literal)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::parse;
    use proptest::prelude::*;
    use term::{Assignment, BitVec, eval};

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
        let commands = LITERALS.map(|literal| format!("assume {literal}")).join("; ");
        let text =
            format!("var x, y, i : bv3 procedure main {{ initial l l -> m {{ {commands} }} }}");
        let model = parse(&text).unwrap();
        let cfa = &model.entry().cfa;
        let literals = cfa.edges().flat_map(|edge| cfa.edge(edge).command.terms()).collect();
        (model.terms, literals)
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
