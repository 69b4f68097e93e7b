//! The meaning of answers about programs with undefined behaviour: an answer covers every run up to
//! its first undefined behaviour of a kind that is not asked about. The default run, each engine
//! alone, and runs of the program with all inputs of a small range agree.

mod common;

use common::{in_parallel, lemmatic_on};

const ENGINES: [&str; 7] = ["bmc", "kiki", "ic3cfa", "kind", "predabs", "cells", "sample"];

/// The possible results of `input()`.
const INPUTS: std::ops::Range<i32> = -2..12;

const PRELUDE: &str = "\
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int input(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= -2 && i < 12);
  return i;
}
";

/// A program whose only input is one call of `input()`.
struct Program {
    text: &'static str,
    property: &'static str,
    expected: &'static str,
}

impl Program {
    fn source(&self) -> String {
        format!("{PRELUDE}{}", self.text)
    }

    fn verify(&self, options: &[&str]) -> common::Run {
        let mut args = vec!["verify", "FILE", "--property", self.property];
        args.extend(options);
        lemmatic_on("a.c", self.source().as_bytes(), &args)
    }

    /// The combined answer of all runs of the program.
    fn answer_of_runs(&self) -> String {
        for value in INPUTS {
            let input = format!("--input={value}");
            let args = ["run", "FILE", "--property", self.property, &input];
            let run = lemmatic_on("a.c", self.source().as_bytes(), &args);
            if run.code == Some(10) && !run.stderr.contains("undefined behaviour") {
                return format!("result: FALSE({})", self.property);
            }
        }
        "result: TRUE".to_owned()
    }

    fn check(&self) {
        let Program { text, expected, .. } = self;
        assert_eq!(self.answer_of_runs(), *expected, "runs of\n{text}");
        let run = self.verify(&[]);
        assert_eq!(run.last_line(), *expected, "{text}\n{}", run.stdout);
        for engine in ENGINES {
            let run = self.verify(&["--engine", engine, "--timeout", "20"]);
            let found = run.last_line();
            let agrees = found == *expected || found.starts_with("result: UNKNOWN(incomplete");
            assert!(agrees, "{engine} on\n{text}\n{}", run.stdout);
        }
    }
}

const PROGRAMS: &[Program] = &[
    Program {
        text: "int main(void) { int d = input(), q = 100 / d; assert(d != 0); return q; }",
        property: "assertion",
        expected: "result: TRUE",
    },
    Program {
        text: "int main(void) { int d = input(); assert(d != 0); return 100 / d; }",
        property: "assertion",
        expected: "result: FALSE(assertion)",
    },
    Program {
        text: "int main(void) { int d = input(), q = 100 / d; assert(d != 0); return q; }",
        property: "division-by-zero",
        expected: "result: FALSE(division-by-zero)",
    },
    Program {
        text: "int main(void) { int s = input(), q = 1u << s; assert(s >= 0); return q != 0; }",
        property: "assertion",
        expected: "result: TRUE",
    },
    Program {
        text: "int main(void) { int n = input(), x, *p = n > 3 ? &x : 0; *p = 7; assert(n > 3); }",
        property: "assertion",
        expected: "result: TRUE",
    },
    Program {
        text: "int a[8], b[8];
int main(void) { int i = input(); a[i] = 1; assert(b[0] == 0); assert(i >= 0 && i < 8); }",
        property: "assertion",
        expected: "result: TRUE",
    },
    Program {
        text: "int a[8], b[8];
int main(void) { int i = input(); a[i] = 1; assert(b[0] == 0); assert(i >= 0 && i < 7); }",
        property: "assertion",
        expected: "result: FALSE(assertion)",
    },
    Program {
        text: "int main(void) {
  int i = input(), *p = malloc(4);
  if (i > 5) free(p);
  *p = 3;
  assert(i <= 5);
  if (i <= 5) free(p);
}",
        property: "assertion",
        expected: "result: TRUE",
    },
    Program {
        text: "int main(void) {
  int i = input(), *p = malloc(4);
  free(p);
  if (i > 5) free(p);
  assert(i <= 5);
}",
        property: "assertion",
        expected: "result: TRUE",
    },
    Program {
        text: "int main(void) { int i = input(); if (i == 3) __builtin_unreachable(); assert(i != 3); }",
        property: "assertion",
        expected: "result: TRUE",
    },
    // Values of a list are evaluated in the order of their places, so the index is wrong before the conversion.
    Program {
        text: "struct pair { int a, b; };
int main(void) {
  int i = input(), a[3] = {0};
  double large = i * 1e30;
  struct pair p = {.b = (int)large, .a = a[i & 3]};
  return p.a + p.b;
}",
        property: "bounds",
        expected: "result: FALSE(bounds)",
    },
    // Signed overflow wraps around, so it does not end the part of the run that an answer covers.
    Program {
        text: "int main(void) { int i = input(), m = 2147483640; m += i; assert(m > 0); }",
        property: "assertion",
        expected: "result: FALSE(assertion)",
    },
    // The same holds for an index that leaves an inner array and stays inside the whole object.
    Program {
        text: "int a[2][8];
int main(void) { int i = input(); if (i >= 0) { a[0][i] = 1; assert(a[1][0] == 0); } }",
        property: "assertion",
        expected: "result: FALSE(assertion)",
    },
    // Unbounded loops need an invariant that holds up to the first access outside.
    Program {
        text: "int a[8];
int main(void) {
  int n = input();
  unsigned i = 0;
  while (n > -2) { a[i] = 1; i++; assert(i <= 8); if (n == 7) break; }
}",
        property: "assertion",
        expected: "result: TRUE",
    },
];

#[test]
fn answers_are_about_runs_up_to_undefined_behaviour() {
    in_parallel(2, PROGRAMS.iter().collect(), Program::check);
}

/// The note names the place, and the option that checks for it.
#[test]
fn a_note_names_the_first_place() {
    let found = PROGRAMS[0].verify(&["--engine", "bmc"]);
    let note = "note: the answer is about runs up to their first undefined behaviour, and some runs \
                have it: division by zero in '100 / d' at a.c:10:39 (--property division-by-zero \
                checks it)\n";
    assert!(found.stdout.contains(note), "{}", found.stdout);

    let possible = Program {
        text: "int f(int *p) { return *p; }
int g(int x) { return 10 / x; }
int main(void) { int i = input(); assert(f(&i) == i && g(i | 1) <= 10); }",
        property: "assertion",
        expected: "result: TRUE",
    };
    let run = possible.verify(&["--engine", "bmc"]);
    let note = "note: the answer is about runs up to their first undefined behaviour, which is not \
                looked for at 2 places, the first of them a.c:10:24: invalid read of '*p' (--property \
                division-by-zero,valid-deref checks it)\n";
    assert!(run.stdout.contains(note), "{}", run.stdout);

    // There is no note if nothing of that kind can happen, or if all of it is asked about.
    let all = possible.verify(&["--engine", "bmc", "--property", "division-by-zero,valid-deref"]);
    assert!(!all.stdout.contains("undefined behaviour"), "{}", all.stdout);
    let none = Program {
        text: "int main(void) { assert(input() < 100); }",
        property: "assertion",
        expected: "result: TRUE",
    };
    let run = none.verify(&["--engine", "bmc"]);
    assert_eq!(run.last_line(), "result: TRUE");
    assert!(!run.stdout.contains("undefined behaviour"), "{}", run.stdout);
}

/// An uninitialised variable leads nowhere, whatever its value happens to be: a run that reads or
/// writes through it says nothing of the property. Memory on the heap has some value, which the environment
/// may have left there.
#[test]
fn uninitialised_pointers_do_not_lead_to_memory_of_the_environment() {
    let pointers = [
        "int main(void) { int *p; if (*p == 1) assert(0); return 0; }",
        "int main(void) { int *p; *p = 3; if (*p == 3) assert(0); return 0; }",
        "int main(void) { int *p, *q; int **r = &p; q = *r; if (q[5] == 1) assert(0); return 0; }",
        "struct node { struct node *next; int value; };\n\
         int main(void) {\n\
           struct node a, b;\n\
           b = a;\n\
           if (b.next->value == 1) assert(0);\n\
           return 0;\n\
         }",
    ];
    for text in pointers {
        let program = Program { text, property: "assertion", expected: "" };
        let run = program.verify(&["--timeout", "20"]);
        let answer = run.last_line();
        let is_right = answer.contains("undefined behaviour") || answer == "result: TRUE";
        assert!(is_right, "{text}\n{}", run.stdout);
    }
    let from_elsewhere = [
        "extern int *get(void);\n\
         int main(void) { int *p = get(); if (*p == 1) assert(0); return 0; }",
        "extern int *shared;\n\
         int main(void) { int *unused; if (*shared == 1) assert(0); return unused == 0; }",
        "struct node { struct node *next; int value; };\n\
         int main(void) {\n\
           struct node *a = malloc(sizeof *a);\n\
           if (a && a->next->value == 1) assert(0);\n\
           return 0;\n\
         }",
        "struct node { struct node *next; int value; };\n\
         int main(void) {\n\
           struct node *a = malloc(sizeof *a), b;\n\
           if (!a) return 0;\n\
           b = *a;\n\
           if (b.next->value == 1) assert(0);\n\
           return 0;\n\
         }",
    ];
    for text in from_elsewhere {
        let program = Program { text, property: "assertion", expected: "" };
        let run = program.verify(&["--timeout", "20"]);
        assert_eq!(run.last_line(), "result: FALSE(assertion)", "{text}\n{}", run.stdout);
    }
}
