//! Evidence: stored, accepted again, and rejected after tampering.

mod common;

use common::{lemmatic, lemmatic_on};
use term::testing::tools::skip_without;

/// The evidence that a run stores in a file of the given name.
fn evidence(example: &str, name: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    lemmatic(&["verify", example, "--proof", path.to_str().unwrap()]);
    std::fs::read_to_string(path).expect("the evidence is stored")
}

/// Checks evidence against an example.
fn check(example: &str, evidence: &str) -> common::Run {
    lemmatic_on("evidence", evidence.as_bytes(), &["check", "FILE", example])
}

fn tampered(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from} is not in\n{text}");
    text.replacen(from, to, 1)
}

#[test]
fn evidence_is_accepted_in_both_forms() {
    for example in ["examples/bounded.cfa", "examples/counter_unsafe.cfa", "examples/counter.smt2"]
    {
        for name in ["evidence.txt", "evidence.json"] {
            check(example, &evidence(example, name)).check("result: ACCEPTED", 0);
        }
    }
}

/// The violation is found among runs without undefined behaviour: its trace belongs to another
/// model than the first one.
#[test]
fn evidence_about_defined_runs_is_accepted() {
    let text = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int *p = 0, x = __VERIFIER_nondet_int(), i = 0;
  if (x == 1) {
    *p = 1;
    reach_error();
  }
  while (i < 3)
    i += __VERIFIER_nondet_int() & 1;
  if (x == 7)
    reach_error();
  return 0;
}
";
    check_defined_runs(text);
    // The same if recursion must be unrolled deeper than at first.
    let recursive = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth(int n) { return n <= 0 ? 0 : depth(n - 1) + 1; }
int main(void) {
  int *p = 0, x = __VERIFIER_nondet_int();
  if (x == 1) {
    *p = 1;
    reach_error();
  }
  if (depth(__VERIFIER_nondet_int()) == 40)
    reach_error();
  return 0;
}
";
    check_defined_runs(recursive);
}

/// A temporary folder.
struct Folder(tempfile::TempDir);

impl Folder {
    /// A folder with one file.
    fn with(name: &str, text: &str) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        std::fs::write(folder.path(name), text).unwrap();
        folder
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }
}

fn check_defined_runs(text: &str) {
    let folder = Folder::with("p.c", text);
    let path = |name: &str| folder.path(name);
    let program = path("p.c");
    for name in ["evidence.txt", "evidence.json"] {
        let stored = path(name);
        let asked = ["--property", "unreach-call"];
        let args = ["verify", &program, "--engine", "bmc", "--proof", &stored];
        let run = lemmatic(&[&args[..], &asked].concat());
        assert!(run.stdout.contains("leaving out runs with undefined behaviour"), "{}", run.stdout);
        run.check("result: FALSE(unreach-call)", 10);
        lemmatic(&[&["check", stored.as_str(), &program], &asked[..]].concat())
            .check("result: ACCEPTED", 0);
    }
    let json = lemmatic(&["verify", &program, "--engine", "bmc", "--json"]);
    assert!(json.stdout.contains("\"result\": \"FALSE\""), "{}", json.stdout);
}

/// The evidence of a run consists of the answers that the program got.
#[test]
fn runs_of_programs_are_repeated() {
    let text = "\
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void reach_error(void);
int main(void) {
  char *p = malloc(1);
  if (p && *p > 3 && __VERIFIER_nondet_int() == 7777)
    reach_error();
  return 0;
}
";
    let folder = Folder::with("p.c", text);
    let path = |name: &str| folder.path(name);
    let program = path("p.c");
    for name in ["evidence.txt", "evidence.json"] {
        let stored = path(name);
        let asked = [&program, "--property", "unreach-call"];
        let options = ["--engine", "sample", "--proof", &stored];
        let run = lemmatic(&[&["verify"], &asked[..], &options].concat());
        run.check("result: FALSE(unreach-call)", 10);
        let accepted = lemmatic(&[&["check", &stored], &asked[..]].concat());
        assert!(accepted.stdout.contains("claim: a run violates \"unreach-call\""));
        accepted.check("result: ACCEPTED", 0);
    }
    let evidence = std::fs::read_to_string(path("evidence.txt")).unwrap();
    for (from, to) in
        [("#x00001e61", "#x00001e62"), ("unreach-call", "valid-free"), ("(byte ", "(byte 7")]
    {
        std::fs::write(path("evidence.txt"), tampered(&evidence, from, to)).unwrap();
        let args = ["check", &path("evidence.txt"), &program, "--property", "unreach-call"];
        let rejected = lemmatic(&args);
        assert_eq!(rejected.code, Some(1), "{from}: {}", rejected.stdout);
    }
}

/// A run that depends on addresses is not believed, whoever claims it.
#[test]
fn runs_that_depend_on_addresses_are_no_evidence() {
    let text = "\
extern void reach_error(void);
int main(void) {
  int a, b;
  if (&a < &b || &b < &a)
    reach_error();
  return 0;
}
";
    let folder = Folder::with("p.c", text);
    let (program, stored) = (folder.path("p.c"), folder.path("evidence.txt"));
    let run = "(run unreach-call (values))";
    let written = |model: &str| format!("(lemmatic-evidence 1 (model {model}))\n{run}\n");
    std::fs::write(&stored, written("#x0000000000000000")).unwrap();
    let misfit = lemmatic(&["check", &stored, &program]).stdout;
    let model = misfit.split_whitespace().find(|word| {
        word.starts_with("#x") && word.trim_end_matches([')', ',']) != "#x0000000000000000"
    });
    let model =
        model.expect("the model that evidence has to be about").trim_end_matches([')', ',']);
    std::fs::write(&stored, written(model)).unwrap();
    let expected = "result: UNKNOWN(incomplete: what the program does may depend on addresses or \
                    bits of a NaN)";
    lemmatic(&["check", &stored, &program]).check(expected, 5);
}

#[test]
fn tampered_proofs_are_rejected() {
    let example = "examples/bounded.cfa";
    let proof = evidence(example, "proof.txt");
    let wrong = tampered(&proof, "(unwinding 1", "(unwinding ");
    let run = check(example, &wrong);
    assert!(run.last_line().starts_with("result: REJECTED(that head is not"), "{}", run.stdout);
    assert_eq!(run.code, Some(1));
    // A wrong invariant replaces the proof.
    let header = proof.lines().next().unwrap();
    let invariant = "(and (bvult rounds #x00000005) (bvult sum #x00000a00))";
    let run = check(example, &format!("{header}\n(invariants 1 (head {invariant}))\n"));
    let expected = "result: REJECTED(that the invariant of head follows from head along edge e1";
    assert!(run.last_line().starts_with(expected), "{}", run.stdout);
    assert_eq!(run.code, Some(1));
}

#[test]
fn tampered_traces_are_rejected() {
    let example = "examples/counter_unsafe.cfa";
    let trace = evidence(example, "trace.txt");
    let choice = trace.lines().find(|line| line.contains("(step 0")).expect("a first step");
    let wrong = tampered(&trace, choice, &choice.replace("#x0000000", "#xf000000"));
    let run = check(example, &wrong);
    assert!(run.last_line().starts_with("result: REJECTED(step 0"), "{}", run.stdout);
    assert_eq!(run.code, Some(1));
}

#[test]
fn evidence_for_another_model_is_rejected() {
    let proof = evidence("examples/bounded.cfa", "proof.txt");
    let run = check("examples/counter_unsafe.cfa", &proof);
    assert!(run.last_line().starts_with("result: REJECTED("), "{}", run.stdout);
    assert_eq!(run.code, Some(1));
}

#[test]
fn malformed_evidence_is_an_input_error() {
    let run = check("examples/bounded.cfa", "(lemmatic-evidence ");
    assert_eq!((run.code, run.stdout.as_str()), (Some(6), ""));
    assert!(run.stderr.contains("--> evidence:1:"), "{}", run.stderr);
}

#[test]
fn runs_without_an_answer_store_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("proof.txt");
    let path_text = path.to_str().unwrap();
    let args = ["verify", "examples/mul64.cfa", "--timeout", "0.1", "--proof", path_text];
    lemmatic(&args).check("result: UNKNOWN(timeout)", 5);
    assert!(!path.exists());
}

#[test]
fn a_second_opinion_is_asked_for_and_counts() {
    let example = "examples/bounded.cfa";
    let second = |program: &str| format!("--second-opinion={program}");
    // A program that is not a solver has no opinion, and without one nothing is accepted.
    let run = lemmatic(&["verify", example, &second("true")]);
    assert!(run.last_line().starts_with("result: UNKNOWN(solver failed"), "{}", run.stdout);
    let run = lemmatic(&["verify", example, &second("/nowhere/solver")]);
    assert!(run.last_line().starts_with("result: UNKNOWN(solver failed"), "{}", run.stdout);
    // A solver that always claims a model disagrees: that is a bug somewhere, and a reproducer is
    // saved.
    let liar = r#"#!/bin/sh
while read line; do case $line in
  *check-sat*) echo sat;;
  *get-value*) echo "$line" | sed 's/(get-value ( *\([^ )]*\).*/((\1 #x00))/';;
esac; done
"#;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("liar");
    std::fs::write(&path, liar).unwrap();
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let option = second(path.to_str().unwrap());
    let kept = directory.path().to_str().unwrap();
    let run = lemmatic(&["verify", example, &option, "--reproducer-dir", kept]);
    let expected = "result: UNKNOWN(evidence rejected: the solvers disagree";
    assert!(run.last_line().starts_with(expected), "{}", run.stdout);
    assert!(run.stdout.contains("a reproducer is saved"), "{}", run.stdout);
}

#[test]
fn an_installed_solver_agrees() {
    let run = lemmatic(&["verify", "examples/bounded.cfa", "--second-opinion"]);
    // Without any installed solver this is wrong usage, and reported as such.
    if run.code == Some(2) {
        assert!(run.stderr.contains("no SMT-LIB solver is installed"), "{}", run.stderr);
        skip_without("an SMT-LIB solver", "pip install z3-solver, or scripts/solvers");
    } else {
        run.check("result: TRUE", 0);
    }
}

/// Conditions are certified unless that is turned off, and the output says how many.
#[test]
fn conditions_are_certified() {
    let file = "examples/bounded.cfa";
    let stored = evidence(file, "evidence.txt");
    let certified = ", certified by ";
    let plain = "hold, by the embedded solver, not certified";
    let options = [("on", certified), ("required", certified), ("off", plain)];
    for (when, expected) in options {
        let option = format!("--certify={when}");
        let run = lemmatic(&["verify", file, &option]);
        assert!(run.stdout.contains(expected), "{when}: {}", run.stdout);
        let run = lemmatic_on("evidence", stored.as_bytes(), &["check", "FILE", file, &option]);
        assert!(run.stdout.contains(expected), "{when}: {}", run.stdout);
    }
    let run = lemmatic(&["verify", file, "--json"]);
    let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert!(document["conditions"].as_u64() > Some(0), "{document}");
    assert_eq!(document["conditions"], document["certified"]);
    assert!(document["proof_steps"].as_u64() > Some(0), "{document}");
}
