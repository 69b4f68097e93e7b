//! Unrolled recursion and kept recursion.

mod common;

use common::{lemmatic, lemmatic_on};

const PROGRAM: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void next(unsigned *n) { *n = *n - 1; }
static unsigned sum(unsigned n) {
  unsigned below = n;
  if (n == 0)
    return 0;
  next(&below);
  return sum(below) + n;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4;
  if (sum(n) > 6)
    reach_error();
  return 0;
}
";

fn show(form: &str) -> String {
    let args = ["show", form, "--recursion", "keep", "FILE"];
    let run = lemmatic_on("p.c", PROGRAM.as_bytes(), &args);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.stdout
}

#[test]
fn kept_recursion_is_a_procedure() {
    let model = show("cfa");
    let procedures = model.lines().filter(|line| line.starts_with("procedure ")).count();
    assert_eq!(procedures, 2, "{model}");
    assert!(model.contains("procedure sum(sum.arg : (_ BitVec 32)) returns ("), "{model}");
    assert_eq!(model.matches(":= sum(").count(), 2, "{model}");
    // The verifier of models accepts it.
    let again = lemmatic_on("p.cfa", model.as_bytes(), &["show", "cfa", "FILE"]);
    assert_eq!((again.code, again.stderr.as_str()), (Some(0), ""));
}

#[test]
fn kept_recursion_makes_clauses_that_are_not_linear() {
    let clauses = show("chc");
    let returned = |line: &&str| line.contains("(main.") && line.contains("(sum.exit ");
    assert!(clauses.lines().any(|line| returned(&line)), "{clauses}");
}

#[test]
fn summaries_say_nothing_of_memory() {
    let args = ["verify", "--recursion", "keep", "FILE"];
    let kept = lemmatic_on("p.c", PROGRAM.as_bytes(), &args);
    assert!(kept.stdout.contains("unsupported: procedure calls"), "{}", kept.stdout);
    lemmatic_on("p.c", PROGRAM.as_bytes(), &["verify", "FILE"]).check("result: TRUE", 0);
}

#[test]
fn proofs_with_summaries_are_stored_and_checked() {
    let text = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned same(unsigned x) { return x == 0 ? 0 : same(x - 1) + 1; }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (same(x) != x)
    reach_error();
  return 0;
}
";
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let program = path("p.c");
    for name in ["proof", "proof.json"] {
        let proof = path(name);
        std::fs::write(&program, text).unwrap();
        lemmatic(&["verify", "--proof", &proof, &program]).check("result: TRUE", 0);
        lemmatic(&["check", &proof, &program]).check("result: ACCEPTED", 0);
        let other = text.replace("same(x - 1) + 1", "same(x - 1) + 2");
        std::fs::write(&program, other).unwrap();
        assert_eq!(lemmatic(&["check", &proof, &program]).code, Some(1));
    }
}
