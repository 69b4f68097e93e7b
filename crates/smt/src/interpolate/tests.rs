//! Random problems: interpolants are implied, contradict the other side, and have shared symbols only.
//!
//! `LEMMATIC_INTERPOLANTS=N cargo test -p lemmatic-smt interpolate` tries N times as many as usual.

use super::*;
use num_bigint::BigInt;
use term::testing::{Rng, TermGenerator, TermShape};

fn scale() -> u64 {
    std::env::var("LEMMATIC_INTERPOLANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn satisfiable(store: &mut TermStore, terms: &[Term]) -> bool {
    let mut solver = EmbeddedSolver::default();
    match solver.check(store, terms, &Budget::unlimited()) {
        Outcome::Sat => true,
        Outcome::Unsat => false,
        Outcome::Unknown(reason) => panic!("{reason}"),
    }
}

/// Checks that a formula is implied by `a`, is inconsistent with `b`, and uses the shared vocabulary.
fn check_interpolant(store: &mut TermStore, a: Term, b: Term, interpolant: Term, note: &str) {
    let not_implied = store.not(interpolant);
    assert!(!satisfiable(store, &[a, not_implied]), "{note}: implied by a");
    assert!(!satisfiable(store, &[interpolant, b]), "{note}: inconsistent with b");
    let (of_a, of_b) = (free_vars(store, &[a]), free_vars(store, &[b]));
    for symbol in free_vars(store, &[interpolant]) {
        assert!(of_a.contains(&symbol) && of_b.contains(&symbol), "{note}: shared vocabulary");
    }
}

#[test]
fn an_equality_separates() {
    let mut store = TermStore::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| {
        let symbol = store.declare(name, Sort::BitVec(32)).expect("a new name");
        store.var(symbol)
    });
    let (xz, yz) = (store.eq(x, z), store.eq(y, z));
    let a = store.and(&[xz, yz]);
    let b = store.bv_ult(x, y);
    let found =
        EnumeratingInterpolator::default().interpolate(&mut store, a, b, &Budget::unlimited());
    let Interpolation::Interpolant(interpolant) = found else { panic!("{found:?}") };
    check_interpolant(&mut store, a, b, interpolant, "equality");
}

/// How many random problems had an interpolant, a model, or no answer.
#[derive(Debug, Default)]
struct Tally {
    interpolated: u64,
    consistent: u64,
    open: u64,
}

/// Interpolates two formulas and checks the answer.
fn check(
    interpolator: &mut dyn Interpolants,
    store: &mut TermStore,
    (a, b): (Term, Term),
    tally: &mut Tally,
    note: &str,
) {
    match interpolator.interpolate(store, a, b, &Budget::unlimited()) {
        Interpolation::Interpolant(interpolant) => {
            tally.interpolated += 1;
            check_interpolant(store, a, b, interpolant, note);
        }
        Interpolation::Consistent => {
            tally.consistent += 1;
            assert!(satisfiable(store, &[a, b]), "{note}");
        }
        Interpolation::Unknown(reason) => {
            tally.open += 1;
            assert!(matches!(reason, UnknownReason::Unsupported(_)), "{note}: {reason}");
        }
    }
}

#[test]
fn words_are_interpolated() {
    let mut tally = Tally::default();
    for seed in 0..300 * scale() {
        let mut store = TermStore::new();
        let shape = TermShape { variables: 3, ..TermShape::bit_vectors(&[3]) }.with_depth(3);
        let mut generator = TermGenerator::new(shape, seed);
        let pair = (generator.formula(&mut store), generator.formula(&mut store));
        let mut interpolator = EnumeratingInterpolator::default();
        check(&mut interpolator, &mut store, pair, &mut tally, &format!("seed {seed}"));
    }
    assert!(tally.interpolated > 20 && tally.consistent > 20, "{tally:?}");
}

/// Variables `x0`, `x1`, ... of a sort.
fn variables(store: &mut TermStore, sort: &Sort, count: usize) -> Vec<Term> {
    let names = (0..count).map(|number| format!("x{number}"));
    let declare = |name: String| {
        let symbol = store.declare(&name, sort.clone()).expect("a new name");
        store.var(symbol)
    };
    names.map(declare).collect()
}

/// An inequality over the given variables, or an equation.
fn inequality(rng: &mut Rng, store: &mut TermStore, variables: &[Term]) -> Term {
    let whole = *store.sort(variables[0]) == Sort::Int;
    let number = |rng: &mut Rng, store: &mut TermStore| {
        let number = BigInt::from(i64::from(rng.below(9)) - 4);
        store.constant(if whole { Value::Int(number) } else { Value::Real(number.into()) })
    };
    let mut parts = Vec::new();
    for &variable in variables {
        let factor = number(rng, store);
        parts.push(store.mul(&[factor, variable]));
    }
    let (left, right) = (store.add(&parts), number(rng, store));
    match rng.below(4) {
        0 => store.lt(left, right),
        1 => store.lt(right, left),
        2 => store.le(left, right),
        _ => store.eq(left, right),
    }
}

/// A conjunction of inequalities over the given variables.
fn conjunction(rng: &mut Rng, store: &mut TermStore, variables: &[Term], most: u32) -> Term {
    let count = 1 + rng.below(most);
    let literals: Vec<Term> = (0..count).map(|_| inequality(rng, store, variables)).collect();
    store.and(&literals)
}

/// A formula over the given variables and truth values.
fn formula(rng: &mut Rng, store: &mut TermStore, variables: &[Term], truths: &[Term]) -> Term {
    let mut parts = Vec::new();
    for _ in 0..2 + rng.below(3) {
        let mut cases = Vec::new();
        for _ in 0..1 + rng.below(3) {
            let mut literals = vec![conjunction(rng, store, variables, 2)];
            let truth = truths[rng.below(truths.len() as u32) as usize];
            match rng.below(4) {
                0 => literals.push(truth),
                1 => literals.push(store.not(truth)),
                _ => {}
            }
            cases.push(store.and(&literals));
        }
        parts.push(store.or(&cases));
    }
    store.and(&parts)
}

fn check_conjunctions(sort: &Sort) {
    let mut tally = Tally::default();
    for seed in 0..200 * scale() {
        let mut rng = Rng::new(seed);
        let mut store = TermStore::new();
        let variables = variables(&mut store, sort, 5);
        // The third one is shared.
        let a = conjunction(&mut rng, &mut store, &variables[..3], 5);
        let b = conjunction(&mut rng, &mut store, &variables[2..], 5);
        let note = format!("seed {seed}");
        check(&mut FarkasInterpolator, &mut store, (a, b), &mut tally, &note);
    }
    assert!(tally.interpolated > 20 && tally.consistent > 20, "{tally:?}");
    assert!(tally.open == 0 || *sort == Sort::Int, "{tally:?}");
}

#[test]
fn conjunctions_are_interpolated_by_sums() {
    check_conjunctions(&Sort::Real);
    check_conjunctions(&Sort::Int);
}

fn check_formulas(sort: &Sort) {
    let mut tally = Tally::default();
    for seed in 0..80 * scale() {
        let mut rng = Rng::new(seed);
        let mut store = TermStore::new();
        let variables = variables(&mut store, sort, 4);
        let truths = ["p", "q", "r"].map(|name| {
            let symbol = store.declare(name, Sort::Bool).expect("a new name");
            store.var(symbol)
        });
        // Two numbers and a truth value are shared.
        let a = formula(&mut rng, &mut store, &variables[..3], &truths[..2]);
        let b = formula(&mut rng, &mut store, &variables[1..], &truths[1..]);
        let mut interpolator = EnumeratingInterpolator::default();
        check(&mut interpolator, &mut store, (a, b), &mut tally, &format!("{sort:?} {seed}"));
    }
    assert!(tally.interpolated > 10 && tally.consistent > 10, "{tally:?}");
    assert_eq!(tally.open, 0, "{tally:?}");
}

#[test]
fn formulas_over_reals_are_interpolated() {
    check_formulas(&Sort::Real);
}

#[test]
fn formulas_over_integers_are_interpolated() {
    check_formulas(&Sort::Int);
}

/// Two arrays are equal on one side and differ somewhere on the other; the index of one side is a number.
#[test]
fn shared_arrays_are_interpolated() {
    let text = "(declare-const a (Array Int Int)) (declare-const b (Array Int Int))
        (declare-const i Int) (declare-const j Int) (declare-const k Int)
        (assert (and (= b (store a i 7)) (= i 3) (> (select a 4) k) (= k 10)))
        (assert (and (or (< (select b 3) 7) (< (select b 4) 9)) (= j 4)))";
    let mut store = TermStore::new();
    let script = term::smtlib::Script::parse(&mut store, text.as_bytes()).expect("well-formed");
    let formulas: Vec<Term> = script.assertions().collect();
    let mut tally = Tally::default();
    let mut interpolator = EnumeratingInterpolator::default();
    check(&mut interpolator, &mut store, (formulas[0], formulas[1]), &mut tally, "arrays");
    assert_eq!(tally.interpolated, 1, "{tally:?}");
}

/// The nodes below a node, and itself.
fn subtree(nodes: &[TreeNode], root: usize) -> Vec<usize> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&node) = found.get(next) {
        found.extend(&nodes[node].children);
        next += 1;
    }
    found
}

fn check_tree(store: &mut TermStore, nodes: &[TreeNode], found: &[Term], note: &str) {
    for (number, node) in nodes.iter().enumerate() {
        let mut above: Vec<Term> = node.children.iter().map(|&child| found[child]).collect();
        above.push(node.formula);
        above.push(store.not(found[number]));
        assert!(!satisfiable(store, &above), "{note}: node {number} is implied");
        let below = subtree(nodes, number);
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            (0..nodes.len()).partition(|node| below.contains(node));
        let of = |numbers: &[usize]| -> Vec<Symbol> {
            let formulas: Vec<Term> = numbers.iter().map(|&node| nodes[node].formula).collect();
            free_vars(store, &formulas)
        };
        let (inside, outside) = (of(&inside), of(&outside));
        for symbol in free_vars(store, &[found[number]]) {
            assert!(inside.contains(&symbol) && outside.contains(&symbol), "{note}: shared");
        }
    }
    let root = *found.last().expect("a root");
    assert!(!satisfiable(store, &[root]), "{note}: the root is false");
}

/// Formulas of which neighbours share a variable: in a row, or in a tree.
fn check_trees(sort: &Sort, is_sequence: bool) {
    let (mut interpolated, mut consistent) = (0, 0);
    for seed in 0..30 * scale() {
        let mut rng = Rng::new(seed);
        let mut store = TermStore::new();
        let count = 3 + rng.below(3) as usize;
        let variables = variables(&mut store, sort, count + 1);
        let mut nodes: Vec<TreeNode> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for number in 0..count {
            let taken = match number {
                _ if is_sequence || number + 1 == count => open.len(),
                _ => rng.below(open.len() as u32 + 1) as usize,
            };
            let children = open.split_off(open.len() - taken);
            // Its own variable is that of its parent, too.
            let mut own: Vec<Term> = children.iter().map(|&child| variables[child]).collect();
            own.push(variables[number]);
            let cases = [0, 1].map(|_| conjunction(&mut rng, &mut store, &own, 3));
            nodes.push(TreeNode { formula: store.or(&cases), children });
            open.push(number);
        }
        let mut interpolator = EnumeratingInterpolator::default();
        let budget = Budget::unlimited();
        let found = match is_sequence {
            true => {
                let formulas: Vec<Term> = nodes.iter().map(|node| node.formula).collect();
                sequence_interpolants(&mut interpolator, &mut store, &formulas, &budget)
            }
            false => tree_interpolants(&mut interpolator, &mut store, &nodes, &budget),
        };
        let all: Vec<Term> = nodes.iter().map(|node| node.formula).collect();
        match found {
            Interpolation::Interpolant(found) => {
                interpolated += 1;
                check_tree(&mut store, &nodes, &found, &format!("{sort:?} {seed}"));
            }
            Interpolation::Consistent => {
                consistent += 1;
                assert!(satisfiable(&mut store, &all), "seed {seed}");
            }
            Interpolation::Unknown(reason) => panic!("seed {seed}: {reason}"),
        }
    }
    assert!(interpolated > 3 && consistent > 3, "{interpolated} and {consistent}");
}

#[test]
fn sequences_are_interpolated() {
    check_trees(&Sort::Real, true);
    check_trees(&Sort::Int, true);
}

#[test]
fn trees_are_interpolated() {
    check_trees(&Sort::Real, false);
    check_trees(&Sort::Int, false);
}
