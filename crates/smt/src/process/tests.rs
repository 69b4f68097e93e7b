//! Conversations with a real solver, where one is installed, and with impostors.

use super::{ProcessError, ProcessSolver, SolverCommand, find_installed};
use crate::budget::{Budget, StopReason};
use crate::traits::{Cores, Models, Outcome, Solver, UnknownReason, minimise_core};
use std::ops::Range;
use std::sync::OnceLock;
use std::time::Duration;
use term::smtlib::{Scope, SexprArena, parse_term};
use term::testing::tools::skip_without;
use term::testing::{TermGenerator, TermShape};
use term::{Float, FloatFormat, Sort, Term, TermStore, Value, eval, free_vars};

/// A solver to test with. Tests that need one are skipped without it.
fn installed_solver() -> Option<ProcessSolver> {
    static COMMAND: OnceLock<Option<SolverCommand>> = OnceLock::new();
    let command = COMMAND.get_or_init(find_installed);
    if command.is_none() {
        skip_without("an SMT-LIB solver", "pip install z3-solver, or scripts/solvers");
    }
    command.clone().map(|command| ProcessSolver::start(command).expect("it worked before"))
}

/// A shell script instead of a solver.
fn impostor(script: &str) -> ProcessSolver {
    let arguments = ["-c", script].map(str::to_owned).to_vec();
    let command = SolverCommand { program: "sh".into(), arguments };
    ProcessSolver::start(command).expect("there is a shell")
}

fn read(store: &mut TermStore, text: &str) -> Term {
    let scope = Scope::of_store(store);
    let arena = SexprArena::parse(text.as_bytes()).unwrap();
    parse_term(store, &arena, arena.roots().next().unwrap(), &scope).unwrap()
}

fn generous() -> Budget {
    Budget::unlimited().with_timeout(Duration::from_secs(60))
}

/// Checks a satisfiable formula's model by evaluation and an unsatisfiable one's negation.
fn check_formula(solver: &mut ProcessSolver, store: &mut TermStore, formula: Term) -> Outcome {
    let outcome = solver.check(store, &[formula], &generous());
    match &outcome {
        Outcome::Sat => {
            assert_eq!(solver.value(store, formula), Value::Bool(true));
            let symbols = free_vars(store, &[formula]);
            let assignment = solver.assignment(store, &symbols);
            if term::traverse::functions(store, &[formula]).is_empty() {
                assert_eq!(eval(store, formula, &assignment), Ok(Value::Bool(true)));
            }
        }
        Outcome::Unsat => {
            assert_eq!(solver.core(), [formula]);
            let negation = store.not(formula);
            assert_eq!(solver.check(store, &[negation], &generous()), Outcome::Sat);
            assert_eq!(solver.value(store, formula), Value::Bool(false));
        }
        Outcome::Unknown(_) => {}
    }
    outcome
}

/// Checks random formulas of a shape; some must be satisfiable and some not. Each process gets
/// several of them, but not so many that it slows down.
fn check_random(shape: &TermShape, processes: Range<u64>) {
    let (mut satisfiable, mut unsatisfiable) = (0, 0);
    for process in processes {
        let Some(mut solver) = installed_solver() else { return };
        let mut store = TermStore::new();
        let mut generator = TermGenerator::new(shape.clone(), process);
        for _ in 0..10 {
            let (a, b) = (generator.formula(&mut store), generator.formula(&mut store));
            let formula = store.and(&[a, b]);
            match check_formula(&mut solver, &mut store, formula) {
                Outcome::Sat => satisfiable += 1,
                Outcome::Unsat => {
                    unsatisfiable += 1;
                    check_unsatisfiable(&mut generator, &store, formula);
                }
                Outcome::Unknown(reason) => panic!("{reason}: {}", store.display(formula)),
            }
        }
    }
    assert!(satisfiable > 5 && unsatisfiable > 1, "{satisfiable} sat, {unsatisfiable} unsat");
}

/// Tries to find a model by random assignments.
fn check_unsatisfiable(generator: &mut TermGenerator, store: &TermStore, formula: Term) {
    for _ in 0..20 {
        let assignment = generator.assignment(store);
        let value = eval(store, formula, &assignment);
        assert_eq!(value, Ok(Value::Bool(false)), "{}", store.display(formula));
    }
}

#[test]
fn random_bit_vector_formulas() {
    check_random(&TermShape::bit_vectors(&[1, 3, 8]).with_depth(5), 0..6);
}

#[test]
fn random_formulas_with_arrays_and_functions() {
    let array = Sort::array(Sort::BitVec(3), Sort::BitVec(4));
    let sorts = vec![Sort::Bool, Sort::BitVec(3), Sort::BitVec(4), array];
    check_random(&TermShape { functions: 1, ..TermShape::new(sorts) }, 0..4);
}

#[test]
fn random_floating_point_formulas() {
    let format = FloatFormat::new(3, 4).unwrap();
    let sorts = vec![Sort::Bool, Sort::BitVec(4), Sort::BitVec(7), Sort::Float(format)];
    check_random(&TermShape::new(sorts).with_depth(3), 0..4);
}

#[test]
fn what_smtlib_leaves_open_is_decided_as_evaluation_does() {
    let Some(mut solver) = installed_solver() else { return };
    let mut store = TermStore::new();
    for (name, sort) in [
        ("i", Sort::Int),
        ("x", Sort::Real),
        ("f", Sort::Float(FloatFormat::F16)),
        ("m", Sort::RoundingMode),
    ] {
        store.declare(name, sort).unwrap();
    }
    for (text, expected) in [
        ("(and (= i 0) (not (= (div 5 i) 0)))", Outcome::Unsat),
        ("(and (= i 0) (not (= (mod 5 i) 5)))", Outcome::Unsat),
        ("(and (= x 0.0) (not (= (/ 5.0 x) 0.0)))", Outcome::Unsat),
        ("(and (= i (- 2)) (= (div 5 i) (- 2)))", Outcome::Sat),
        ("(and (fp.isNaN f) (not (= ((_ fp.to_ubv 8) m f) #x00)))", Outcome::Unsat),
        ("(and (fp.isInfinite f) (not (= (fp.to_real f) 0.0)))", Outcome::Unsat),
        ("(and (fp.lt ((_ to_fp 5 11) RNE 300) f) (not (= ((_ fp.to_sbv 8) m f) #x00)))", {
            Outcome::Unsat
        }),
        ("(= ((_ fp.to_sbv 8) m f) #x80)", Outcome::Sat),
        ("(= ((_ fp.to_ubv 8) m f) #xff)", Outcome::Sat),
        ("(= (fp.to_ieee_bv f) #x7e00)", Outcome::Sat),
        ("(= (fp.to_ieee_bv f) #x7e01)", Outcome::Unsat),
        ("(and (fp.isZero f) (not (= (fp.min f (fp.neg f)) (fp.neg f))))", Outcome::Unsat),
    ] {
        let formula = read(&mut store, text);
        assert_eq!(check_formula(&mut solver, &mut store, formula), expected, "{text}");
    }
}

#[test]
fn values_of_every_sort() {
    let Some(mut solver) = installed_solver() else { return };
    let mut store = TermStore::new();
    let array = Sort::array(Sort::Int, Sort::Real);
    for (name, sort) in
        [("n", Sort::Int), ("x", Sort::Real), ("a b", array), ("m", Sort::RoundingMode)]
    {
        store.declare(name, sort).unwrap();
    }
    store.declare_function("f", &[Sort::Int], Sort::Int).unwrap();
    for text in [
        "(= n (- 5))",
        "(= (* 3.0 x) (- 1.0))",
        "(= (select |a b| n) x)",
        "(= (select |a b| 7) 2.5)",
        "(= m RTP)",
        "(= (f (f n)) (+ n 1))",
        "(= (f n) 100)",
    ] {
        let term = read(&mut store, text);
        solver.assert(&mut store, term);
    }
    assert_eq!(solver.check(&mut store, &[], &generous()), Outcome::Sat);
    for (text, expected) in [
        ("n", "(- 5)"),
        ("x", "(/ (- 1.0) 3.0)"),
        ("(select |a b| (- 5))", "(/ (- 1.0) 3.0)"),
        ("(select |a b| 7)", "(/ 5.0 2.0)"),
        ("m", "RTP"),
        ("(f n)", "100"),
        ("(f (f n))", "(- 4)"),
    ] {
        let term = read(&mut store, text);
        assert_eq!(solver.value(&mut store, term).to_string(), expected, "{text}");
    }
    let unseen = store.declare("unseen", Sort::Float(FloatFormat::F32)).unwrap();
    let unseen = store.var(unseen);
    let zero = Value::Float(Float::zero(FloatFormat::F32, false));
    assert_eq!(solver.value(&mut store, unseen), zero);
}

#[test]
fn cores_and_levels() {
    let Some(mut solver) = installed_solver() else { return };
    let mut store = TermStore::new();
    for name in ["x", "y", "z"] {
        store.declare(name, Sort::BitVec(16)).unwrap();
    }
    let less = read(&mut store, "(bvult x y)");
    let more = read(&mut store, "(bvult y x)");
    let other = read(&mut store, "(= z #x0001)");
    let budget = generous();
    solver.push(&mut store);
    solver.assert(&mut store, less);
    assert_eq!(solver.check(&mut store, &[other, more], &budget), Outcome::Unsat);
    assert!(solver.core().contains(&more));
    let core = solver.core();
    let core = minimise_core(&mut solver, &mut store, &core, &budget);
    assert_eq!(core, [more]);
    assert_eq!(solver.check(&mut store, &[other], &budget), Outcome::Sat);
    solver.push(&mut store);
    solver.assert(&mut store, more);
    assert_eq!(solver.check(&mut store, &[], &budget), Outcome::Unsat);
    solver.pop();
    assert_eq!(solver.check(&mut store, &[other], &budget), Outcome::Sat);
    solver.pop();
    assert_eq!(solver.check(&mut store, &[more, other], &budget), Outcome::Sat);
    assert_eq!(solver.value(&mut store, more), Value::Bool(true));
    let falsity = store.bool(false);
    assert_eq!(solver.check(&mut store, &[more, falsity], &budget), Outcome::Unsat);
    assert_eq!(solver.core(), [falsity]);
    let stats = solver.stats();
    assert_eq!(stats.queries, stats.sat + stats.unsat);
}

/// A multiplication that no solver inverts within the given time.
fn hard_formula(store: &mut TermStore) -> Term {
    for name in ["p", "q"] {
        store.declare(name, Sort::BitVec(128)).unwrap();
    }
    let product = "(bvmul ((_ zero_extend 128) p) ((_ zero_extend 128) q))";
    let semiprime =
        "(_ bv115792089237316195423570985008687907853269984665640564039457584007913129639747 256)";
    read(store, &format!("(and (= {product} {semiprime}) (bvult #x{:032x} p) (bvule p q))", 1))
}

#[test]
fn a_deadline_ends_a_query_and_the_next_one_starts_afresh() {
    let Some(mut solver) = installed_solver() else { return };
    let mut store = TermStore::new();
    let symbol = store.declare("flag", Sort::Bool).unwrap();
    let flag = store.var(symbol);
    solver.assert(&mut store, flag);
    let hard = hard_formula(&mut store);
    let budget = Budget::unlimited().with_timeout(Duration::from_millis(300));
    let stopped = Outcome::Unknown(UnknownReason::Stopped(StopReason::Timeout));
    assert_eq!(solver.check(&mut store, &[hard], &budget), stopped);
    let not_flag = store.not(flag);
    assert_eq!(solver.check(&mut store, &[not_flag], &generous()), Outcome::Unsat);
    assert_eq!(solver.check(&mut store, &[flag], &generous()), Outcome::Sat);
}

#[test]
fn an_interrupt_ends_a_query() {
    let mut solver = impostor("exec sleep 1000");
    let budget = Budget::unlimited();
    let interrupt = budget.interrupt().clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        interrupt.raise();
    });
    let outcome = solver.check(&mut TermStore::new(), &[], &budget);
    assert_eq!(outcome, Outcome::Unknown(UnknownReason::Stopped(StopReason::Interrupted)));
    thread.join().unwrap();
}

/// The outcome of a query to a script.
fn ask_impostor(script: &str) -> Outcome {
    let mut store = TermStore::new();
    let symbol = store.declare("flag", Sort::Bool).unwrap();
    let flag = store.var(symbol);
    let budget = Budget::unlimited().with_timeout(Duration::from_secs(20));
    impostor(script).check(&mut store, &[flag], &budget)
}

fn check_failure(script: &str, expected: &str) {
    let Outcome::Unknown(reason) = ask_impostor(script) else { panic!("{script} has an answer") };
    assert_eq!(reason.to_string(), expected);
}

#[test]
fn processes_that_fail() {
    check_failure("exit 3", "solver failed: the solver process ended (exit status: 3)");
    check_failure("kill -9 $$", "solver failed: the solver process ended (signal: 9 (SIGKILL))");
    check_failure("exec >&-; exec sleep 1000", {
        "solver failed: the solver process ended (closed its output)"
    });
    check_failure("echo hello", "solver failed: not an answer: hello");
    check_failure("echo '(model'", "solver failed: the solver process ended (exit status: 0)");
    check_failure("echo ')'", "solver failed: not an answer: 1:1: unexpected ')'");
    check_failure("echo '(error \"no \"\"x\"\"\")'", "solver failed: the solver reports: no \"x\"");
    check_failure("echo unknown", "solver failed: the solver gave up");
    check_failure("echo sat; echo '((flag 1))'", {
        "solver failed: not an answer: value of 'flag': 1:8: expected a term of sort Bool, found Int"
    });
    check_failure("echo sat; echo '((flag (_ as-array f)))'", "unsupported: 'as-array'");
    check_failure("echo sat; exit 1", "solver failed: the solver process ended (exit status: 1)");
    check_failure("echo unsat; echo '(other)'", "solver failed: not an answer: (other)");
    assert_eq!(ask_impostor("echo unsat; echo '(flag)'"), Outcome::Unsat);
}

#[test]
fn a_process_that_never_reads_does_not_block() {
    let mut store = TermStore::new();
    let mut solver = impostor("exec sleep 1000");
    for i in 0..20_000 {
        let symbol = store.declare(&format!("long_variable_name_{i}"), Sort::Bool).unwrap();
        let variable = store.var(symbol);
        solver.assert(&mut store, variable);
    }
    let budget = Budget::unlimited().with_timeout(Duration::from_millis(100));
    let stopped = Outcome::Unknown(UnknownReason::Stopped(StopReason::Timeout));
    assert_eq!(solver.check(&mut store, &[], &budget), stopped);
}

#[test]
fn a_missing_program_is_an_error() {
    let command = SolverCommand::of_program("/does/not/exist");
    let error = ProcessSolver::start(command).err().expect("there is no such program");
    assert!(matches!(error, ProcessError::Start { .. }), "{error}");
}

#[test]
fn names_that_smtlib_cannot_write_are_refused() {
    let mut store = TermStore::new();
    let symbol = store.declare("a|b", Sort::Bool).unwrap();
    let term = store.var(symbol);
    let outcome = impostor("exec sleep 1000").check(&mut store, &[term], &generous());
    assert!(matches!(outcome, Outcome::Unknown(UnknownReason::Unsupported(_))), "{outcome:?}");
}
