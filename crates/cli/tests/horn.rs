//! Horn clauses from file to answer: evidence is about the clauses themselves.

mod common;

use common::{Run, lemmatic, lemmatic_on};

/// A counter in steps of two, which another predicate looks at.
const COUNTER: &str = "\
(set-logic HORN)
(declare-rel inv ((_ BitVec 8)))
(declare-rel bad ((_ BitVec 8)))
(declare-var x (_ BitVec 8))
(rule (inv #x00))
(rule (=> (and (inv x) (bvult x #x64)) (inv (bvadd x #x02))))
(rule (=> (and (inv x) (= ((_ extract 0 0) x) LAST)) (bad x)))
(query (bad x))
";

fn counter(last: &str) -> String {
    COUNTER.replace("LAST", last)
}

/// Runs the command on clauses, and returns what it wrote to another file as well.
fn written(text: &str, option: &str, name: &str) -> (Run, String) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    // One that finds the same proof each time.
    let args = ["verify", "FILE", "--engine", "ic3cfa", option, path.to_str().unwrap()];
    let run = lemmatic_on("c.smt2", text.as_bytes(), &args);
    let content = std::fs::read_to_string(path).expect("the file is written");
    (run, content)
}

/// Checks evidence for clauses again.
fn check(text: &str, evidence: &str) -> Run {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("evidence");
    std::fs::write(&path, evidence).unwrap();
    lemmatic_on("c.smt2", text.as_bytes(), &["check", path.to_str().unwrap(), "FILE"])
}

fn tampered(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from} is not in\n{text}");
    text.replacen(from, to, 1)
}

#[test]
fn proofs_interpret_predicates() {
    let text = counter("#b1");
    for name in ["e.txt", "e.json"] {
        let (run, evidence) = written(&text, "--proof", name);
        run.check("result: TRUE", 0);
        assert!(evidence.contains("interpretation"), "{evidence}");
        let accepted = check(&text, &evidence);
        accepted.check("result: ACCEPTED", 0);
    }
    let (_, evidence) = written(&text, "--proof", "e.txt");
    let start = evidence.find("(inv (").expect("it has a formula");
    let wrong = format!("{}(inv ((y (_ BitVec 8))) true))", &evidence[..start]);
    let rejected = check(&text, &wrong);
    assert_eq!(rejected.code, Some(1), "{}", rejected.stdout);
    assert!(
        rejected.last_line().contains("clause 3 (line 8) does not hold"),
        "{}",
        rejected.stdout
    );
}

#[test]
fn counterexamples_are_derivations() {
    let text = counter("#b0");
    let (run, evidence) = written(&text, "--proof", "e.txt");
    run.check("result: FALSE(the clauses have no solution)", 10);
    assert!(run.stdout.contains("evidence: derivation repeated by evaluation"), "{}", run.stdout);
    check(&text, &evidence).check("result: ACCEPTED", 0);
    let last = evidence.rfind("(apply 3").expect("the query is applied");
    let cut = format!("{})\n", evidence[..last].trim_end());
    let rejected = check(&text, &cut);
    assert_eq!(rejected.code, Some(1), "{}", rejected.stdout);
    let other = check(&text, &tampered(&evidence, "(apply 0 ())", "(apply 1 (#x00) 0)"));
    assert_eq!(other.code, Some(1), "{}", other.stdout);
    let (_, evidence) = written(&text, "--proof", "e.json");
    check(&text, &evidence).check("result: ACCEPTED", 0);
    // It says nothing of other clauses.
    assert_eq!(check(&counter("#b1"), &evidence).code, Some(1));
}

#[test]
fn answers_in_smtlib() {
    let (run, output) = written(&counter("#b1"), "--chc-output", "out.smt2");
    run.check("result: TRUE", 0);
    assert!(output.starts_with("sat\n(\n"), "{output}");
    for predicate in ["inv", "bad"] {
        assert!(output.contains(&format!("(define-fun {predicate} ((")), "{output}");
    }
    let (run, output) = written(&counter("#b0"), "--chc-output", "out.smt2");
    run.check("result: FALSE(the clauses have no solution)", 10);
    assert!(output.starts_with("unsat\n(\n  (0 (inv #x00) :clause 0 :premises ())\n"), "{output}");
    assert!(output.contains(" false :clause 3 :premises ("), "{output}");
}

#[test]
fn derivations_are_shown() {
    let run = lemmatic_on("c.smt2", counter("#b0").as_bytes(), &["verify", "FILE", "--trace"]);
    assert!(run.stdout.contains("(0 (inv #x00) :clause 0 :premises ())"), "{}", run.stdout);
}

#[test]
fn clauses_over_integers() {
    let text = |bad: &str| {
        format!(
            "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (p 0))
             (assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
             (assert (forall ((x Int)) (=> (and (p x) {bad}) false)))\n(check-sat)\n"
        )
    };
    let safe = lemmatic_on("c.smt2", text("(< x 0)").as_bytes(), &["verify", "FILE"]);
    safe.check("result: TRUE", 0);
    let violated = lemmatic_on("c.smt2", text("(> x 3)").as_bytes(), &["verify", "FILE"]);
    assert_eq!(violated.code, Some(10), "{}", violated.stdout);
    assert!(violated.stdout.contains("derivation: "), "{}", violated.stdout);
}

/// Engines on automata take linear clauses over numbers, too.
#[test]
fn numbers_on_every_engine() {
    let text = |sort: &str, step: &str, bad: &str| {
        format!(
            "(set-logic HORN)\n(declare-fun p ({sort} {sort}) Bool)
             (assert (forall ((x {sort})) (=> (= x {step}) (p x x))))
             (assert (forall ((x {sort}) (y {sort}))
               (=> (and (p x y) (< x 4)) (p (+ x {step}) (+ y {step})))))
             (assert (forall ((x {sort}) (y {sort})) (=> (and (p x y) {bad}) false)))\n(check-sat)\n"
        )
    };
    for (sort, step) in [("Int", "1"), ("Real", "0.5")] {
        for engine in [
            "bmc", "unroll", "kind", "kiki", "ic3cfa", "predabs", "tree-ic3", "impact", "spacer",
            "la",
        ] {
            let on = ["verify", "FILE", "--engine", engine];
            let safe = text(sort, step, "(or (distinct x y) (> x 4))");
            lemmatic_on("c.smt2", safe.as_bytes(), &on).check("result: TRUE", 0);
            let violated = lemmatic_on("c.smt2", text(sort, step, "(= x 3)").as_bytes(), &on);
            violated.check("result: FALSE(the clauses have no solution)", 10);
        }
    }
}

#[test]
fn clauses_with_several_predicates() {
    let text = |last: &str| {
        format!(
            "(set-logic HORN)
             (declare-fun p ((_ BitVec 4)) Bool)
             (assert (p #x0))
             (assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4)))
               (=> (and (p x) (p y) (bvult x #x8)) (p (bvadd x #x2)))))
             (assert (forall ((x (_ BitVec 4))) (=> (and (p x) (= x {last})) false)))"
        )
    };
    // The first one of each body is enough for a proof, but not for a derivation.
    let on_automata = ["verify", "FILE", "--engine", "ic3cfa"];
    lemmatic_on("c.smt2", text("#x3").as_bytes(), &on_automata).check("result: TRUE", 0);
    let unknown = "result: UNKNOWN(incomplete: clauses with several predicates in their bodies)";
    lemmatic_on("c.smt2", text("#x4").as_bytes(), &on_automata).check(unknown, 5);
    for engines in ["spacer", "la", "spacer,ic3cfa"] {
        let on_clauses = ["verify", "FILE", "--engine", engines];
        lemmatic_on("c.smt2", text("#x3").as_bytes(), &on_clauses).check("result: TRUE", 0);
        let run = lemmatic_on("c.smt2", text("#x4").as_bytes(), &on_clauses);
        assert_eq!(run.code, Some(10), "{}", run.stdout);
        assert!(run.stdout.contains("derivation: "), "{}", run.stdout);
    }
    let shown = lemmatic_on("c.smt2", text("#x4").as_bytes(), &["show", "cfa", "FILE"]);
    assert_eq!(shown.code, Some(6));
    assert_eq!(shown.stderr, "error: no automaton: some clauses assume several predicates\n");
    let shown = lemmatic_on("c.smt2", text("#x4").as_bytes(), &["show", "chc", "FILE"]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
}

/// The clause that never applies closes a cycle of the clauses, but none of the automaton.
#[test]
fn clauses_that_never_apply_close_no_cycle() {
    let text = "(set-logic HORN)
        (declare-fun p (Int) Bool)
        (declare-fun never (Int) Bool)
        (assert (p 5))
        (assert (forall ((x Int)) (=> (and (p x) (never x)) (p x))))
        (assert (forall ((x Int)) (=> (and (p x) (< x 0)) false)))";
    lemmatic_on("c.smt2", text.as_bytes(), &["verify", "FILE"]).check("result: TRUE", 0);
    for engine in ["ic3cfa", "kiki"] {
        let run = lemmatic_on("c.smt2", text.as_bytes(), &["verify", "FILE", "--engine", engine]);
        assert!(!run.stdout.contains("rejected"), "{}", run.stdout);
    }
}

#[test]
fn data_types_are_refused_where_they_stand() {
    let text = "(set-logic HORN)\n(declare-datatype list ((nil) (cons (head Int) (tail list))))\n";
    let run = lemmatic_on("c.smt2", text.as_bytes(), &["verify", "FILE"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(6), ""));
    let error = "error: unsupported: algebraic data types\n --> c.smt2:2:1\n";
    assert!(run.stderr.starts_with(error), "{}", run.stderr);
}

#[test]
fn proofs_that_define_nothing_are_not_written_for_other_tools() {
    let bmc = ["verify", "examples/counter.smt2", "--engine", "bmc"];
    lemmatic(&bmc).check("result: TRUE", 0);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("out.smt2");
    let option = ["--chc-output", path.to_str().unwrap()];
    let unknown = "result: UNKNOWN(incomplete: the proof does not say what the predicates mean)";
    lemmatic(&[&bmc[..], &option].concat()).check(unknown, 5);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "unknown\n");
    // By default there are engines that find others.
    lemmatic(&[&bmc[..2], &option].concat()).check("result: TRUE", 0);
    let output = std::fs::read_to_string(&path).unwrap();
    assert!(output.contains("(define-fun inv (("), "{output}");
}
