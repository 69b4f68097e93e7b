//! What the reader takes, and what it refuses with which words.

use crate::chc::{ChcSystem, parse, verify};

fn read(text: &str) -> ChcSystem {
    let system = parse(text, "test.smt2").unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(verify(&system), Ok(()), "{text}");
    system
}

/// The clauses of a text, as the printer shows them, must be those of another.
fn check_same(text: &str, plain: &str) {
    let clauses = |text: &str| -> Vec<String> {
        let printed = read(text).to_string();
        printed.lines().filter(|line| line.starts_with("(assert")).map(str::to_owned).collect()
    };
    assert_eq!(clauses(text), clauses(plain), "{text}");
}

fn check_error(text: &str, expected: &str) {
    let Err(error) = parse(text, "test.smt2") else { panic!("it is read: {text}") };
    assert_eq!(error.to_string(), expected, "{text}");
}

#[test]
fn rules_and_queries_are_clauses() {
    let plain = "
        (declare-fun p (Int) Bool)
        (assert (forall ((x Int)) (=> (= x 0) (p x))))
        (assert (forall ((x Int) (y Int)) (=> (and (p x) (= y (+ x 1))) (p y))))
        (assert (forall ((x Int)) (=> (and (p x) (< x 0)) false)))";
    check_same(
        "(declare-rel p (Int)) (declare-var x Int) (declare-var y Int)
         (rule (=> (= x 0) (p x)) start)
         (rule (=> (and (p x) (= y (+ x 1))) (p y)))
         (query (and (p x) (< x 0)) :print-certificate true)",
        plain,
    );
    // A variable that is bound again is another one.
    let system = read(
        "(declare-rel p (Int)) (declare-var x Int)
        (rule (=> (exists ((x Int)) (= x 0)) (p x)))",
    );
    assert_eq!(system.clauses[0].variables.len(), 2);
}

#[test]
fn a_query_may_name_a_predicate() {
    let system = read("(declare-rel bad (Int Bool)) (query bad)");
    let query = &system.clauses[0];
    assert_eq!((query.body.len(), query.variables.len()), (1, 2));
    assert_eq!(query.head, None);
    let system = read("(declare-rel bad ()) (query bad)");
    assert_eq!(system.clauses[0].body.len(), 1);
}

#[test]
fn definitions_are_expanded() {
    check_same(
        "(define-sort word () (_ BitVec 8))
         (define-const limit word #x0a)
         (declare-fun p (word) Bool)
         (define-fun next ((a word)) word (bvadd a #x01))
         (define-fun reached ((a word)) Bool (and (p a) (bvult a limit)))
         (define-fun half () Real 1)
         (assert (p #x00))
         (assert (forall ((x word)) (=> (reached x) (p (next x)))))",
        "(declare-fun p ((_ BitVec 8)) Bool)
         (assert (p #x00))
         (assert (forall ((x (_ BitVec 8))) (=> (and (p x) (bvult x #x0a)) (p (bvadd x #x01)))))",
    );
    check_error("(define-fun f ((a Int)) Bool a)", "1:30: expected a term of sort Bool, found Int");
    check_error("(define-fun f () Int 1) (define-const f Int 1)", "1:25: 'f' is already defined");
    check_error("(define-sort s (x) Int)", "1:16: unsupported: sorts with parameters");
}

#[test]
fn older_dialects() {
    check_same(
        "(declare-fun |p| (Real) Bool)
         (assert (forall ((?A Real)) (=> (= ?A (~ 4432.0)) (p ?A))))
         (assert (forall ((?A Real)) (=> (let ((?B (p ?A))) (and ?B (< ?A 0.0))) false)))",
        "(declare-fun p (Real) Bool)
         (assert (forall ((?A Real)) (=> (= ?A (- 4432.0)) (p ?A))))
         (assert (forall ((?A Real)) (not (and (p ?A) (< ?A 0.0)))))",
    );
}

#[test]
fn bodies_may_have_several_atoms_and_disjunctions() {
    let system = read(
        "
        (declare-fun p (Int) Bool)
        (declare-fun q (Int Int) Bool)
        (assert (forall ((x Int) (y Int))
          (=> (or (and (p x) (p y)) (exists ((z Int)) (and (q x z) (q z y)))) (q x y))))",
    );
    let atoms: Vec<usize> = system.clauses.iter().map(|clause| clause.body.len()).collect();
    assert_eq!(atoms, [2, 2]);
}

#[test]
fn what_is_not_supported_is_said() {
    let list = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))";
    check_error(&format!("(set-logic HORN)\n {list}"), "2:2: unsupported: algebraic data types");
    check_error("(declare-sort U 0)", "1:1: unsupported: uninterpreted sorts");
    check_error("(push 1)", "1:1: unsupported: 'push' in Horn clauses");
    check_error(
        "(declare-fun f (Int) Int)",
        "1:22: unsupported: a declared function that is not a \
         predicate",
    );
    check_error("(declare-fun p (L) Bool)", "1:17: unknown sort 'L'");
    check_error(
        "(declare-fun p (Int) Bool) (assert (exists ((x Int)) (p x)))",
        "1:36: unsupported: a quantifier that is not universal",
    );
    check_error(
        "(declare-fun p () Bool) (declare-fun q () Bool) (assert (or p q))",
        "1:57: unsupported: not a Horn clause: more than one predicate is implied",
    );
}

#[test]
fn malformed_commands() {
    check_error("(declare-rel p)", "1:1: expected '(declare-rel p (...))'");
    check_error("(rule)", "1:1: expected '(rule formula)'");
    check_error("(declare-var x)", "1:1: expected '(declare-var x sort)'");
    check_error("(declare-rel p Int)", "1:16: expected a list");
    check_error("(declare-rel (p) ())", "1:14: expected a name");
    check_error("(declare-rel p ()) (declare-var p Int)", "1:20: 'p' is already defined");
    check_error("(frobnicate)", "1:1: unknown command 'frobnicate'");
    check_error("(assert (forall ((x Int)) (= x 1))", "1:1: unclosed '('");
    check_error("(assert (forall ((x Int)) x))", "1:9: expected a term of sort Bool, found Int");
}

#[test]
fn there_is_one_question() {
    let start = "(declare-rel p ()) (rule p) ";
    read(&format!("{start} (check-sat) (get-model) (exit) whatever follows"));
    check_error(
        &format!("{start}(query p)\n(rule p)"),
        "2:1: unsupported: a clause after the question",
    );
    check_error(&format!("{start}(query p)\n(query p)"), "2:1: unsupported: a second question");
    check_error(&format!("{start}(check-sat)\n(check-sat)"), "2:1: unsupported: a second question");
}
