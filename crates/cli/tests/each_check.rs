//! `verify --each-check`: a verdict for each check of a program.

mod common;

use common::{Run, directives};
use common::{files_in, in_parallel, lemmatic, lemmatic_on, root};

/// Verifies each check of a program in `a.c`.
fn each_check(source: &str, property: &str, options: &[&str]) -> Run {
    let mut args = vec!["verify", "FILE", "--each-check", "--property", property];
    args.extend(options);
    lemmatic_on("a.c", source.as_bytes(), &args)
}

/// Compares the lines about checks, that is, all except notes.
#[track_caller]
fn check(source: &str, property: &str, expected: &[&str], result: &str, code: i32) {
    let run = each_check(source, property, &[]);
    run.check(result, code);
    let lines = run.stdout.lines().filter(|line| !line.starts_with("note: "));
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines[..lines.len() - 1], *expected, "{}", run.stdout);
}

const ARRAYS: &str = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10], i = __VERIFIER_nondet_int();
  for (int k = 0; k < 10; k++) a[k] = k;
  int x = a[i];
  return x + a[3 + (i & 3)];
}
";

#[test]
fn array_bounds_fail_and_hold() {
    check(
        ARRAYS,
        "bounds",
        &[
            "[main.2] a.c:4:32: no index outside of array 'a': k: SUCCESS",
            "[main.4] a.c:5:11: index outside of array 'a': i: FAILURE",
            "[main.8] a.c:6:14: no index outside of array 'a': 3 + (i & 3): SUCCESS",
            "checks: 3, 2 SUCCESS, 1 FAILURE, 0 UNKNOWN",
        ],
        "result: FALSE(bounds)",
        10,
    );
}

#[test]
fn all_checks_hold() {
    let source = "\
extern int __VERIFIER_nondet_int(void);
int half(int x) { return x / 2; }
int unused(int x) { return 1 / x; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n != 0 ? half(n) + half(100 / n) : half(-1);
}
";
    check(
        source,
        "no-overflow,division-by-zero",
        &[
            "[main.1] a.c:6:19: no signed overflow in 'half(n) + half(100 / n)': SUCCESS",
            "[main.2] a.c:6:34: no division by zero in '100 / n': SUCCESS",
            "checks: 2, 2 SUCCESS, 0 FAILURE, 0 UNKNOWN",
        ],
        "result: TRUE",
        0,
    );
}

#[test]
fn divisions_and_overflows_fail_beside_each_other() {
    let source = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  int next = n + 1;
  int small = (n & 15) + 1;
  return next % 8 + 100 / d + 100 / small;
}
";
    check(
        source,
        "no-overflow,division-by-zero",
        &[
            "[main.1] a.c:4:14: signed overflow in 'n + 1': FAILURE",
            "[main.2] a.c:6:10: no signed overflow in '(next % 8) + (100 / d)': SUCCESS",
            "[main.3] a.c:6:10: no signed overflow in '((next % 8) + (100 / d)) + (100 / small)': SUCCESS",
            "[main.4] a.c:6:21: division by zero in '100 / d': FAILURE",
            "[main.5] a.c:6:31: no division by zero in '100 / small': SUCCESS",
            "checks: 5, 3 SUCCESS, 2 FAILURE, 0 UNKNOWN",
        ],
        "result: FALSE(no-overflow)",
        10,
    );
}

/// Every run that violates the assertion has overflowed before; it wraps around and continues.
#[test]
fn an_earlier_violation_of_another_property_hides_nothing() {
    let source = "\
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int next = n + 1;
  __VERIFIER_assert(next > n);
}
";
    check(
        source,
        "no-overflow,assertion",
        &[
            "[main.1] a.c:5:14: signed overflow in 'n + 1': FAILURE",
            "[main.2] a.c:6:3: assertion 'next > n' fails: FAILURE",
            "checks: 2, 0 SUCCESS, 2 FAILURE, 0 UNKNOWN",
        ],
        "result: FALSE(no-overflow)",
        10,
    );
}

/// After a division by zero nothing has a meaning. A failure of the second division is then neither
/// a violation in C nor a reason to call it proved.
#[test]
fn what_fails_after_undefined_behaviour_only_is_unknown() {
    let source = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int d = __VERIFIER_nondet_int();
  int x = 10 / d;
  return x + 20 / d;
}
";
    check(
        source,
        "division-by-zero",
        &[
            "[main.1] a.c:4:11: division by zero in '10 / d': FAILURE",
            "[main.3] a.c:5:14: division by zero in '20 / d': UNKNOWN (incomplete: the runs found \
             have undefined behaviour: division by zero in '10 / d' at a.c:4:11)",
            "checks: 2, 0 SUCCESS, 1 FAILURE, 1 UNKNOWN",
        ],
        "result: FALSE(division-by-zero)",
        10,
    );
}

/// The first divisor is never zero, so no run with a meaning stops there.
#[test]
fn the_second_of_two_divisions_may_fail_alone() {
    let source = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int d = __VERIFIER_nondet_int();
  int x = d > 5 ? 10 / d : 0;
  return x + 20 / d;
}
";
    check(
        source,
        "division-by-zero",
        &[
            "[main.1] a.c:4:19: no division by zero in '10 / d': SUCCESS",
            "[main.3] a.c:5:14: division by zero in '20 / d': FAILURE",
            "checks: 2, 1 SUCCESS, 1 FAILURE, 0 UNKNOWN",
        ],
        "result: FALSE(division-by-zero)",
        10,
    );
}

/// The shortest run that violates the second check has divided by zero before; others have not.
#[test]
fn runs_without_undefined_behaviour_are_looked_for() {
    let source = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int d = __VERIFIER_nondet_int(), e = __VERIFIER_nondet_int(), k = 0;
  int x = 10 / d;
  while (k < e && k < 3) k++;
  return x & 20 / (d == 0 ? 0 : 3 - k);
}
";
    let run = each_check(source, "division-by-zero", &[]);
    run.check("result: FALSE(division-by-zero)", 10);
    assert!(run.stdout.contains("checks: 2, 0 SUCCESS, 2 FAILURE, 0 UNKNOWN\n"), "{}", run.stdout);
}

/// Both calls have a copy of the division in the model; one of them fails.
#[test]
fn copies_of_a_function_have_one_check() {
    let source = "\
extern int __VERIFIER_nondet_int(void);
int inverse(int x) { return 100 / x; }
int main(void) { return inverse(7) + inverse(__VERIFIER_nondet_int() & 7); }
";
    check(
        source,
        "division-by-zero",
        &[
            "[inverse.1] a.c:2:29: division by zero in '100 / x': FAILURE",
            "checks: 1, 0 SUCCESS, 1 FAILURE, 0 UNKNOWN",
        ],
        "result: FALSE(division-by-zero)",
        10,
    );
}

#[test]
fn what_is_not_modelled_leaves_checks_unknown() {
    let source = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 10 / n;
  if (n > 5) __asm__ volatile (\"hlt\");
  return 10 / (x + 20);
}
";
    let run = each_check(source, "division-by-zero", &[]);
    run.check("result: FALSE(division-by-zero)", 10);
    assert!(run.stdout.contains("10 / n': FAILURE\n"), "{}", run.stdout);
    assert!(run.stdout.contains("10 / (x + 20)': UNKNOWN (unsupported: "), "{}", run.stdout);
}

#[test]
fn a_program_without_checks_is_asked_about_too() {
    let source = "int main(void) { __asm__ volatile (\"hlt\"); return 0; }\n";
    let run = each_check(source, "division-by-zero", &[]);
    assert!(run.last_line().starts_with("result: UNKNOWN(unsupported: "), "{}", run.stdout);
    let run = each_check("int main(void) { return 0; }\n", "division-by-zero", &[]);
    run.check("result: TRUE", 0);
    assert!(run.stdout.contains("checks: 0, "), "{}", run.stdout);
}

#[test]
fn reports_for_programs_list_the_checks() {
    let run = each_check(ARRAYS, "bounds", &["--json"]);
    assert_eq!(run.code, Some(10), "{}", run.stderr);
    let document: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let checks = document["checks"].as_array().unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let verdict = |check: &serde_json::Value| [text(&check["name"]), text(&check["verdict"])];
    let verdicts: Vec<_> = checks.iter().map(verdict).collect();
    assert_eq!(verdicts, [["main.2", "SUCCESS"], ["main.4", "FAILURE"], ["main.8", "SUCCESS"]]);
    let failed = &document["checks"][1];
    assert_eq!((&failed["place"]["line"], &failed["place"]["column"]), (&5.into(), &11.into()));
    assert_eq!(failed["property"], "bounds");
    assert_eq!(document["findings"].as_array().map(Vec::len), Some(1));
    assert_eq!(document["result"], "FALSE");
}

#[test]
fn traces_stand_below_their_checks() {
    let run = each_check(ARRAYS, "bounds", &["--trace"]);
    let failure = run.stdout.find("[main.4]").unwrap();
    let trace = run.stdout.find("trace:\n").unwrap();
    let next = run.stdout.find("[main.8]").unwrap();
    assert!(failure < trace && trace < next, "{}", run.stdout);
}

#[test]
fn only_programs_have_checks() {
    let run = lemmatic(&["verify", "examples/bounded.cfa", "--each-check"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("C programs"), "{}", run.stderr);
    let run = lemmatic(&["verify", "examples/average.c", "--each-check", "--proof", "p.txt"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}

/// The result is the same whether checks are verified one by one or all at once.
#[test]
fn each_check_agrees_with_all_at_once() {
    let mut names = files_in("crates/cli/tests/c");
    // Some of their checks take long.
    names.retain(|name| !name.contains("/kiki_"));
    in_parallel(4, names, |path| {
        let text = std::fs::read_to_string(root().join(&path)).unwrap();
        let mut args = vec!["verify", &path, "--each-check", "--quiet"];
        args.extend(directives(&text, "options").iter().flat_map(|line| line.split_whitespace()));
        let [expected] = directives(&text, "expect")[..] else { panic!("{path}") };
        assert_eq!(lemmatic(&args).last_line(), format!("result: {expected}"), "{path}");
    });
}
