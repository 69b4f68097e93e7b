//! The embedded solver against evaluation: models are evaluated, refutations are enumerated.

use super::EmbeddedSolver;
use crate::budget::Budget;
use crate::sat::{BatsatOptions, CadicalOptions, SatBackend};
use crate::traits::{Cores, Models, Outcome, Solver, UnknownReason, minimise_core};
use std::time::Duration;
use term::{Arity, Assignment, Op, Signature, Sort, Term, TermStore, Value, eval};

fn backends() -> [SatBackend; 3] {
    [
        SatBackend::default(),
        SatBackend::Batsat(BatsatOptions { decide_inputs_only: true }),
        SatBackend::Cadical(CadicalOptions { inprocessing: true }),
    ]
}

fn variable(store: &mut TermStore, name: &str, sort: Sort) -> Term {
    let symbol = store.declare(name, sort).expect("a new name");
    store.var(symbol)
}

fn solve(store: &mut TermStore, assertions: &[Term]) -> Outcome {
    let outcome = solve_with(EmbeddedSolver::default(), store, assertions);
    // Small arrays are tables; the same without.
    let mut without_tables = EmbeddedSolver::default();
    without_tables.limit_tables(0);
    assert_eq!(solve_with(without_tables, store, assertions), outcome);
    outcome
}

fn solve_with(mut solver: EmbeddedSolver, store: &mut TermStore, assertions: &[Term]) -> Outcome {
    for &assertion in assertions {
        solver.assert(store, assertion);
    }
    let outcome = solver.check(store, &[], &Budget::unlimited());
    if outcome == Outcome::Sat {
        for &assertion in assertions {
            assert_eq!(solver.value(store, assertion), Value::Bool(true), "model of assertion");
            let symbols = term::free_vars(store, &[assertion]);
            if term::traverse::functions(store, &[assertion]).is_empty() {
                let assignment = solver.assignment(store, &symbols);
                let value = eval(store, assertion, &assignment).expect("all assigned");
                assert_eq!(value, Value::Bool(true), "evaluated model of assertion");
            }
        }
    }
    outcome
}

/// Every operator, at all values of small widths: the circuit of `op(x, y)` under assumptions that
/// fix `x` and `y` has the value that evaluation gives.
#[test]
fn circuits_agree_with_evaluation() {
    let binary = Op::ALL.iter().copied().filter(|op| {
        let info = op.info();
        let signatures = [
            Signature::BitVecs,
            Signature::BitVecPredicate,
            Signature::Concat,
            Signature::Equality,
        ];
        info.arity == Arity::Exactly(2) && signatures.contains(&info.signature)
    });
    let unary = [
        Op::BvNot,
        Op::BvNeg,
        Op::BvZeroExtend(2),
        Op::BvSignExtend(2),
        Op::BvRotateLeft(1),
        Op::BvRotateRight(4),
        Op::BvExtract { high: 0, low: 0 },
    ];
    for backend in backends() {
        for width in 1..=4 {
            let mut store = TermStore::without_simplification();
            let mut solver = EmbeddedSolver::new(backend);
            let x = variable(&mut store, "x", Sort::BitVec(width));
            let y = variable(&mut store, "y", Sort::BitVec(width));
            let mut terms: Vec<Term> = Vec::new();
            for op in binary.clone() {
                terms.push(store.apply(op, &[x, y], None).expect("well sorted"));
                // The same with a constant, which takes other paths through the gates.
                let three = store.bv(width, 3);
                terms.push(store.apply(op, &[x, three], None).expect("well sorted"));
                terms.push(store.apply(op, &[three, x], None).expect("well sorted"));
                terms.push(store.apply(op, &[x, x], None).expect("well sorted"));
            }
            for op in unary {
                terms.push(store.apply(op, &[x], None).expect("well sorted"));
            }
            let results: Vec<Term> = terms
                .iter()
                .map(|&t| {
                    let sort = store.sort(t).clone();
                    let result = store.fresh("r", sort);
                    let result = store.var(result);
                    let defined = store.eq(t, result);
                    solver.assert(&mut store, defined);
                    result
                })
                .collect();
            for (a, b) in (0..1u64 << width).flat_map(|a| (0..1u64 << width).map(move |b| (a, b))) {
                let (a, b) = (store.bv(width, a), store.bv(width, b));
                let fixed = [store.eq(x, a), store.eq(y, b)];
                let outcome = solver.check(&mut store, &fixed, &Budget::unlimited());
                assert_eq!(outcome, Outcome::Sat);
                let mut assignment = Assignment::new();
                let value = |t: Term| store.as_value(t).expect("a constant").clone();
                assignment.set(store.as_var(x).expect("a variable"), value(a));
                assignment.set(store.as_var(y).expect("a variable"), value(b));
                for (&t, &result) in terms.iter().zip(&results) {
                    let expected = eval(&store, t, &assignment).expect("all assigned");
                    let found = solver.value(&mut store, result);
                    assert_eq!(found, expected, "{:?} of {a:?} {b:?}", store.op(t));
                }
            }
        }
    }
}

#[test]
fn cores_name_the_assumptions_to_blame() {
    for backend in backends() {
        let mut store = TermStore::new();
        let mut solver = EmbeddedSolver::new(backend);
        let names: Vec<Term> =
            (0..6).map(|i| variable(&mut store, &format!("b{i}"), Sort::Bool)).collect();
        let clash = store.and(&[names[1], names[4]]);
        let clash = store.not(clash);
        solver.assert(&mut store, clash);
        let budget = Budget::unlimited();
        assert_eq!(solver.check(&mut store, &names, &budget), Outcome::Unsat);
        let core = solver.core();
        assert_eq!(minimise_core(&mut solver, &mut store, &core, &budget), [names[1], names[4]]);
        assert_eq!(solver.check(&mut store, &names[..4], &budget), Outcome::Sat);
        let falsehood = store.bool(false);
        assert_eq!(solver.check(&mut store, &[names[0], falsehood], &budget), Outcome::Unsat);
        assert_eq!(solver.core(), [falsehood]);
    }
}

#[test]
fn definitions_do_not_lose_constraints() {
    let mut store = TermStore::new();
    let x = variable(&mut store, "x", Sort::BitVec(8));
    let y = variable(&mut store, "y", Sort::BitVec(8));
    let one = store.bv(8, 1);
    let next = store.bv_add(y, one);
    let (defined, cyclic) = (store.eq(x, next), store.eq(y, x));
    assert_eq!(solve(&mut store, &[defined]), Outcome::Sat);
    assert_eq!(solve(&mut store, &[defined, cyclic]), Outcome::Unsat);
    let itself = store.bv_add(x, one);
    let cyclic = store.eq(x, itself);
    assert_eq!(solve(&mut store, &[cyclic]), Outcome::Unsat);
}

fn array_sort(index: u32, element: u32) -> Sort {
    Sort::array(Sort::BitVec(index), Sort::BitVec(element))
}

#[test]
fn stores_are_read_back() {
    let mut store = TermStore::without_simplification();
    let a = variable(&mut store, "a", array_sort(8, 8));
    let [i, j, v] = ["i", "j", "v"].map(|n| variable(&mut store, n, Sort::BitVec(8)));
    let stored = store.store(a, i, v);
    let (at_j, old_j) = (store.select(stored, j), store.select(a, j));
    let (same_index, is_v) = (store.eq(i, j), store.eq(at_j, v));
    let differs = store.not(is_v);
    assert_eq!(solve(&mut store, &[same_index, differs]), Outcome::Unsat);
    assert_eq!(solve(&mut store, &[differs]), Outcome::Sat);
    let unchanged = store.eq(at_j, old_j);
    let changed = store.not(unchanged);
    let other_index = store.not(same_index);
    assert_eq!(solve(&mut store, &[other_index, changed]), Outcome::Unsat);
    assert_eq!(solve(&mut store, &[changed]), Outcome::Sat);
}

#[test]
fn arrays_are_extensional() {
    let mut store = TermStore::without_simplification();
    let [a, b] = ["a", "b"].map(|n| variable(&mut store, n, array_sort(8, 8)));
    let [i, j] = ["i", "j"].map(|n| variable(&mut store, n, Sort::BitVec(8)));
    let [v, w] = ["v", "w"].map(|n| variable(&mut store, n, Sort::BitVec(8)));
    // Stores at different indices commute.
    let (ai, aj) = (store.store(a, i, v), store.store(a, j, w));
    let (aij, aji) = (store.store(ai, j, w), store.store(aj, i, v));
    let commute = store.eq(aij, aji);
    let (not_commute, same_index) = (store.not(commute), store.eq(i, j));
    let other_index = store.not(same_index);
    assert_eq!(solve(&mut store, &[other_index, not_commute]), Outcome::Unsat);
    assert_eq!(solve(&mut store, &[not_commute]), Outcome::Sat);
    // Swapping two elements twice changes nothing, and equal arrays have equal reads.
    let equal = store.eq(a, b);
    let (read_a, read_b) = (store.select(a, i), store.select(b, i));
    let same_read = store.eq(read_a, read_b);
    let other_read = store.not(same_read);
    assert_eq!(solve(&mut store, &[equal, other_read]), Outcome::Unsat);
    let unequal = store.not(equal);
    assert_eq!(solve(&mut store, &[unequal, same_read]), Outcome::Sat);
    // A value stored over one array can be read from an equal one.
    let over = store.eq(b, ai);
    let is_v = store.eq(read_b, v);
    let not_v = store.not(is_v);
    assert_eq!(solve(&mut store, &[over, not_v]), Outcome::Unsat);
}

/// Facts about an array hold for stores over it, except at one index. Learnt lemmas must say
/// nothing about that index.
#[test]
fn what_flows_through_stores_says_nothing_of_their_indices() {
    for backend in backends() {
        let mut store = TermStore::without_simplification();
        let [a, b] = ["a", "b"].map(|n| variable(&mut store, n, array_sort(8, 8)));
        let [i, j, k] = ["i", "j", "k"].map(|n| variable(&mut store, n, Sort::BitVec(8)));
        let [v, w] = ["v", "w"].map(|n| variable(&mut store, n, Sort::BitVec(8)));
        let once = store.store(a, i, v);
        let twice = store.store(once, j, w);
        let equal = store.eq(twice, b);
        let (below, above) = (store.select(once, k), store.select(b, k));
        let (same_read, at_j) = (store.eq(below, above), store.eq(k, j));
        let (other_read, not_at_j) = (store.not(same_read), store.not(at_j));
        let mut solver = EmbeddedSolver::new(backend);
        solver.assert(&mut store, equal);
        let unlimited = Budget::unlimited();
        let outcome = solver.check(&mut store, &[not_at_j, other_read], &unlimited);
        assert_eq!(outcome, Outcome::Unsat, "{backend:?}");
        let (at_i, is_v) = (store.eq(k, i), store.eq(below, v));
        let (not_at_i, not_v) = (store.not(at_i), store.not(is_v));
        let outcome = solver.check(&mut store, &[at_j, not_at_i, not_v], &unlimited);
        assert_eq!(outcome, Outcome::Sat, "{backend:?}");
        let outcome = solver.check(&mut store, &[at_i, not_v], &unlimited);
        assert_eq!(outcome, Outcome::Unsat, "{backend:?}");
        let is_w = store.eq(above, w);
        let not_w = store.not(is_w);
        let outcome = solver.check(&mut store, &[at_j, not_w], &unlimited);
        assert_eq!(outcome, Outcome::Unsat, "{backend:?}");
    }
}

#[test]
fn constant_arrays_agree_where_no_store_can_tell_them_apart() {
    for (index, expected) in [(1, Outcome::Sat), (2, Outcome::Unsat), (8, Outcome::Unsat)] {
        let mut store = TermStore::without_simplification();
        let sort = array_sort(index, 8);
        let [c, d] = ["c", "d"].map(|n| variable(&mut store, n, Sort::BitVec(8)));
        let [i, j] = ["i", "j"].map(|n| variable(&mut store, n, Sort::BitVec(index)));
        let (all_c, all_d) = (store.const_array(&sort, c), store.const_array(&sort, d));
        let once = store.store(all_c, i, d);
        let twice = store.store(once, j, d);
        let equal = store.eq(twice, all_d);
        let same = store.eq(c, d);
        let different = store.not(same);
        // Two stores cover a one-bit index sort, but no larger one.
        assert_eq!(solve(&mut store, &[equal, different]), expected, "index width {index}");
    }
}

#[test]
fn conditional_arrays_follow_their_condition() {
    let mut store = TermStore::without_simplification();
    let [a, b] = ["a", "b"].map(|n| variable(&mut store, n, array_sort(4, 8)));
    let i = variable(&mut store, "i", Sort::BitVec(4));
    let c = variable(&mut store, "c", Sort::Bool);
    let chosen = store.ite(c, a, b);
    let (read, read_a) = (store.select(chosen, i), store.select(a, i));
    let same = store.eq(read, read_a);
    let other = store.not(same);
    assert_eq!(solve(&mut store, &[c, other]), Outcome::Unsat);
    assert_eq!(solve(&mut store, &[other]), Outcome::Sat);
}

/// A heap with two objects: a pointer to one of them is stored and followed.
#[test]
fn reads_at_expected_indices_need_no_lemmas() {
    let mut store = TermStore::new();
    let heap = variable(&mut store, "heap", array_sort(32, 32));
    let (first, second) = (store.bv(32, 0x1000), store.bv(32, 0x2000));
    let cell = store.bv(32, 0x40);
    let (c, d) = (variable(&mut store, "c", Sort::Bool), variable(&mut store, "d", Sort::Bool));
    let (x, y) =
        (variable(&mut store, "x", Sort::BitVec(32)), variable(&mut store, "y", Sort::BitVec(32)));
    let chosen = store.ite(c, first, second);
    let with_first = store.store(heap, first, x);
    let with_both = store.store(with_first, second, y);
    let linked = store.store(with_both, cell, chosen);
    let other = store.store(linked, first, y);
    let joined = store.ite(d, linked, other);
    let pointer = store.select(joined, cell);
    let read = store.select(joined, pointer);
    let is_x = store.eq(read, x);
    let differ = store.distinct(&[x, y]);
    let (not_c, not_d, is_not_x) = (store.not(c), store.not(d), store.not(is_x));
    for (assertions, expected) in [
        (vec![differ, is_x], Outcome::Sat),
        (vec![differ, is_x, not_c], Outcome::Unsat),
        (vec![differ, is_x, not_d], Outcome::Unsat),
        (vec![c, d, is_not_x], Outcome::Unsat),
    ] {
        assert_eq!(solve(&mut store, &assertions), expected);
        let mut solver = EmbeddedSolver::default();
        for &assertion in &assertions {
            solver.assert(&mut store, assertion);
        }
        assert_eq!(solver.check(&mut store, &[], &Budget::unlimited()), expected);
        assert_eq!(solver.stats().lemmas, 0);
    }
    // Elsewhere the heap may hold anything, and is the same heap.
    let elsewhere = variable(&mut store, "elsewhere", Sort::BitVec(32));
    let read_elsewhere = store.select(joined, elsewhere);
    let is_cell = store.eq(elsewhere, cell);
    let same = store.eq(read_elsewhere, pointer);
    let differs = store.not(same);
    assert_eq!(solve(&mut store, &[differs, is_cell]), Outcome::Unsat);
    assert_eq!(solve(&mut store, &[differs]), Outcome::Sat);
}

/// A table of constants below a store and a conditional is read without lemmas.
#[test]
fn tables_are_looked_up_without_lemmas() {
    for is_linear in [true, false] {
        let mut store = TermStore::new();
        let zero = store.bv(32, 0);
        let mut table = store.const_array(&array_sort(8, 32), zero);
        for i in 0..256u64 {
            let content = if is_linear { i.wrapping_mul(2) ^ 0xabc } else { i * i };
            let (at, content) = (store.bv(8, i), store.bv(32, content));
            table = store.store(table, at, content);
        }
        let x = variable(&mut store, "x", Sort::BitVec(8));
        let y = variable(&mut store, "y", Sort::BitVec(8));
        let c = variable(&mut store, "c", Sort::Bool);
        let seven = store.bv(32, 7);
        let changed = store.store(table, y, seven);
        let array = store.ite(c, changed, table);
        let read = store.select(array, x);
        let wide = store.zero_extend(24, x);
        let content = match is_linear {
            true => {
                let (two, mask) = (store.bv(32, 2), store.bv(32, 0xabc));
                let product = store.bv_mul(wide, two);
                store.bv_xor(product, mask)
            }
            false => store.bv_mul(wide, wide),
        };
        let is_here = store.eq(x, y);
        let is_changed = store.and(&[c, is_here]);
        let expected = store.ite(is_changed, seven, content);
        let same = store.eq(read, expected);
        let differs = store.not(same);
        let mut solver = EmbeddedSolver::default();
        assert_eq!(solver.check(&mut store, &[differs], &Budget::unlimited()), Outcome::Unsat);
        assert_eq!(solver.stats().lemmas, 0);
    }
}

/// Parities of the same variables are one gate, in whatever order they are computed.
#[test]
fn parities_need_no_search() {
    let mut store = TermStore::new();
    let vars: Vec<Term> =
        (0..20).map(|i| variable(&mut store, &format!("x{i}"), Sort::BitVec(1))).collect();
    let forwards = vars.iter().copied().reduce(|a, b| store.bv_xor(a, b)).expect("some");
    let shuffled: Vec<Term> = (0..20).map(|i| vars[i * 7 % 20]).collect();
    let mut words = shuffled;
    while words.len() > 1 {
        words = words
            .chunks(2)
            .map(|pair| pair.iter().copied().reduce(|a, b| store.bv_xor(a, b)).expect("some"))
            .collect();
    }
    let same = store.eq(forwards, words[0]);
    let differs = store.not(same);
    let mut solver = EmbeddedSolver::default();
    let budget = Budget::unlimited().with_conflict_limit(0);
    assert_eq!(solver.check(&mut store, &[differs], &budget), Outcome::Unsat);
}

#[test]
fn functions_are_congruent() {
    let mut store = TermStore::new();
    let f = store
        .declare_function("f", &[Sort::BitVec(8), Sort::Bool], Sort::BitVec(8))
        .expect("a new name");
    let [x, y] = ["x", "y"].map(|n| variable(&mut store, n, Sort::BitVec(8)));
    let b = variable(&mut store, "b", Sort::Bool);
    let (fx, fy) = (store.call(f, &[x, b]), store.call(f, &[y, b]));
    let (same, results) = (store.eq(x, y), store.eq(fx, fy));
    let differ = store.not(results);
    assert_eq!(solve(&mut store, &[same, differ]), Outcome::Unsat);
    assert_eq!(solve(&mut store, &[differ]), Outcome::Sat);
}

#[test]
fn hard_queries_stop_in_time_and_the_solver_lives_on() {
    for backend in backends() {
        let mut store = TermStore::without_simplification();
        let mut solver = EmbeddedSolver::new(backend);
        let [x, y] = ["x", "y"].map(|n| variable(&mut store, n, Sort::BitVec(64)));
        let (xy, yx) = (store.bv_mul(x, y), store.bv_mul(y, x));
        // Shared gates do not reveal distributivity.
        let one = store.bv(64, 1);
        let y1 = store.bv_add(y, one);
        let (left, right) = (store.bv_mul(x, y1), store.bv_add(xy, x));
        let equal = store.eq(left, right);
        let differ = store.not(equal);
        let brief = Budget::unlimited().with_timeout(Duration::from_millis(300));
        let outcome = solver.check(&mut store, &[differ], &brief);
        assert!(matches!(outcome, Outcome::Unknown(UnknownReason::Stopped(_))), "{outcome:?}");
        let commutes = store.eq(xy, yx);
        assert_eq!(solver.check(&mut store, &[commutes], &Budget::unlimited()), Outcome::Sat);
    }
}

#[test]
fn what_is_unsupported_is_said() {
    let mut store = TermStore::new();
    let index = Sort::array(Sort::Int, Sort::Int);
    let array = variable(&mut store, "a", Sort::array(index.clone(), Sort::Bool));
    let index = variable(&mut store, "i", index);
    let element = store.select(array, index);
    let outcome = solve(&mut store, &[element]);
    assert!(matches!(outcome, Outcome::Unknown(UnknownReason::Unsupported(_))), "{outcome:?}");
}

#[test]
fn numbers_are_indices_and_elements() {
    let mut store = TermStore::new();
    let array = variable(&mut store, "a", Sort::array(Sort::Int, Sort::Int));
    let [i, j] = ["i", "j"].map(|name| variable(&mut store, name, Sort::Int));
    let one = store.constant(Value::Int(1.into()));
    let next = store.add(&[i, one]);
    let stored = store.store(array, next, one);
    let read = store.select(stored, j);
    let (below, above) = (store.lt(i, j), store.le(j, next));
    let same = store.eq(read, one);
    let other = store.not(same);
    assert_eq!(solve(&mut store, &[below, above, other]), Outcome::Unsat);
    assert_eq!(solve(&mut store, &[below, other]), Outcome::Sat);
    // Rows that are read at equal indices are equal.
    let rows = Sort::array(Sort::Int, Sort::array(Sort::Int, Sort::Int));
    let rows = variable(&mut store, "rows", rows);
    let [at_i, at_j] = [i, j].map(|index| store.select(rows, index));
    let rows_differ = store.distinct(&[at_i, at_j]);
    let together = store.eq(i, j);
    assert_eq!(solve(&mut store, &[rows_differ, together]), Outcome::Unsat);
    assert_eq!(solve(&mut store, &[rows_differ]), Outcome::Sat);
}

#[test]
fn a_million_levels_are_no_problem() {
    let mut store = TermStore::new();
    let x = variable(&mut store, "x", Sort::BitVec(2));
    let y = variable(&mut store, "y", Sort::BitVec(2));
    let mut deep = x;
    for _ in 0..500_000 {
        deep = store.bv_and(deep, y);
        deep = store.bv_xor(deep, y);
    }
    let zero = store.bv(2, 0);
    let is_zero = store.eq(deep, zero);
    assert_eq!(solve(&mut store, &[is_zero]), Outcome::Sat);
}

#[test]
fn floats_have_models_and_refutations() {
    let mut store = TermStore::new();
    let tiny = Sort::Float(term::FloatFormat::new(3, 4).expect("supported"));
    let [x, y] = ["x", "y"].map(|n| variable(&mut store, n, tiny.clone()));
    let mode = variable(&mut store, "mode", Sort::RoundingMode);
    let (sum, swapped) = (store.fp_add(mode, x, y), store.fp_add(mode, y, x));
    let same = store.eq(sum, swapped);
    let differ = store.not(same);
    assert_eq!(solve(&mut store, &[differ]), Outcome::Unsat, "addition commutes");
    let (equal, nan) = (store.fp_eq(x, x), store.fp_is_nan(x));
    let unequal = store.not(equal);
    assert_eq!(solve(&mut store, &[unequal]), Outcome::Sat, "NaN differs from itself");
    let number = store.not(nan);
    assert_eq!(solve(&mut store, &[unequal, number]), Outcome::Unsat);
    // A sum that is absorbed: x + y = x with y not zero.
    let (absorbed, zero) = (store.fp_eq(sum, x), store.fp_is_zero(y));
    let nonzero = store.not(zero);
    assert_eq!(solve(&mut store, &[absorbed, nonzero]), Outcome::Sat);
}

#[test]
fn floats_live_in_arrays_and_functions() {
    let mut store = TermStore::new();
    let half = Sort::Float(term::FloatFormat::F16);
    let a = variable(&mut store, "a", Sort::array(Sort::BitVec(4), half.clone()));
    let i = variable(&mut store, "i", Sort::BitVec(4));
    let x = variable(&mut store, "x", half.clone());
    let f =
        store.declare_function("f", std::slice::from_ref(&half), half.clone()).expect("a new name");
    let stored = store.store(a, i, x);
    let read = store.select(stored, i);
    let (f_read, f_x) = (store.call(f, &[read]), store.call(f, &[x]));
    let same = store.eq(f_read, f_x);
    let differ = store.not(same);
    assert_eq!(solve(&mut store, &[differ]), Outcome::Unsat);
    let negative = store.fp_is_negative(f_x);
    assert_eq!(solve(&mut store, &[same, negative]), Outcome::Sat);
}
