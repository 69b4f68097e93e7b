//! Running programs by hand.

mod common;

use common::lemmatic_on;

const PROGRAM: &str = "\
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);
extern void reach_error(void);
static int check(int x) {
  if (x == 42)
    reach_error();
  return 100 / (x - 7);
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  printf(\"%d\\n\", x);
  printf(\"%d\\n\", check(x));
  return 0;
}
";

/// What is said of a run that comes to the end of `main`.
const ENDED: &str = "note: the program ended";

fn check(args: &[&str], code: i32, stdout: &str, stderr: &str) {
    let args: Vec<&str> = [&["run", "FILE"], args].concat();
    let run = lemmatic_on("p.c", PROGRAM.as_bytes(), &args);
    assert_eq!(run.stderr.trim_end(), stderr);
    assert_eq!((run.code, run.stdout.as_str()), (Some(code), stdout));
}

#[test]
fn output_and_inputs() {
    check(&[], 0, "0\n-14\n", ENDED);
    check(&["--input", "-3"], 0, "-3\n-10\n", ENDED);
    check(&["--input", "0x11,5"], 0, "17\n10\n", ENDED);
}

#[test]
fn violations_are_shown_in_the_source() {
    let stderr = "\
error: unreach-call is violated: 'reach_error' is called
 --> p.c:6:5
  |
6 |     reach_error();
  |     ^
note: called from main at p.c:12:18";
    check(&["--input", "42"], 10, "42\n", stderr);
}

#[test]
fn properties_are_selected() {
    check(&["--input", "42", "--property", "no-overflow"], 0, "42\n", ENDED);
    let args = ["--input", "7", "--property", "division-by-zero"];
    let run = lemmatic_on("p.c", PROGRAM.as_bytes(), &[&["run", "FILE"], &args[..]].concat());
    assert_eq!(run.code, Some(10));
    assert!(run.stderr.starts_with("error: division-by-zero is violated"), "{}", run.stderr);
}

#[test]
fn limits_and_wrong_input() {
    check(&["--max-steps", "3"], 5, "0\n", "error: the run was stopped: step limit");
    let run = lemmatic_on("p.c", b"int main(void) { return x; }", &["run", "FILE"]);
    assert_eq!(run.code, Some(6));
    assert!(run.stderr.contains("p.c:1:25"), "{}", run.stderr);
    let run = lemmatic_on("p.txt", b"x", &["run", "FILE"]);
    assert_eq!(run.code, Some(6));
    check(&["--input", "five"], 2, "", {
        "error: invalid value 'five' for '--input <VALUES>': not a number\n\n\
         For more information, try '--help'."
    });
}

#[test]
fn traces_tell_what_happens() {
    let run = lemmatic_on("p.c", PROGRAM.as_bytes(), &["run", "FILE", "--trace", "--input", "-1"]);
    assert!(run.stderr.contains("x = -1"), "{}", run.stderr);
    assert!(run.stderr.contains("call of check"), "{}", run.stderr);
}

#[test]
fn main_has_no_arguments_but_a_name() {
    let text =
        b"int main(int argc, char **argv) { return 10 / (argc == 1 && !argv[0][0] && !argv[1]); }";
    let run = lemmatic_on("p.c", text, &["run", "FILE", "--random", "1"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), "note: the program ended\n"));
}

#[test]
fn programs_in_text_form_run() {
    let text = b"machine lp64 entry function main at &main () { b0: halt }";
    let run = lemmatic_on("p.prog", text, &["run", "FILE"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), "note: the program ended\n"));
}
