//! What is said of a violation: its place, and the way there.

mod common;

use common::lemmatic_on;

/// Checks that the report of a violation has these lines, in this order.
#[track_caller]
fn check(property: &str, text: &str, expected: &[&str]) {
    let args = ["verify", "FILE", "--trace", "--no-progress", "--property", property];
    let run = lemmatic_on("a.c", text.as_bytes(), &args);
    assert_eq!(run.code, Some(10), "{}{}", run.stdout, run.stderr);
    let mut lines = run.stdout.lines();
    for part in expected {
        let wanted: Vec<&str> = part.split_whitespace().collect();
        let is_wanted = |line: &str| line.split_whitespace().collect::<Vec<_>>() == wanted;
        assert!(lines.any(is_wanted), "'{part}' is not where it should be in\n{}", run.stdout);
    }
}

#[test]
fn leaks_name_the_allocation() {
    check(
        "valid-memtrack",
        "\
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *list = malloc(sizeof *list);
  list->next = malloc(sizeof *list);
  list->next->next = NULL;
  free(list);
  list = NULL;
  return 0;
}
",
        &[
            "a.c:4:23 heap#1 is allocated, 8 byte(s) | struct node *list = malloc(sizeof *list);",
            "a.c:4:16 list = heap#1",
            "a.c:5:16 heap#2 is allocated, 8 byte(s) | list->next = malloc(sizeof *list);",
            "a.c:5:3 list->next = heap#2",
            "a.c:8:3 list = NULL | list = NULL;",
            "violated: memory is lost at the end of the program",
            "lost: heap#2, allocated at a.c:5:16; no pointer leads to it after a.c:7:3",
        ],
    );
}

#[test]
fn leaks_name_the_statement_that_loses_the_last_pointer() {
    let text = "\
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *p = malloc(sizeof *p);
  struct node *q = malloc(sizeof *q);
  p->next = q;
  q->value = 3;
  q = p;
  p->next = NULL;
  q->value = 4;
  free(q);
  return 0;
}
";
    let lost = "lost: heap#2, allocated at a.c:5:20; no pointer leads to it after a.c:9:3";
    check("valid-memtrack", text, &["a.c:6:3 p->next = heap#2 | p->next = q;", lost]);
    // What nobody frees is lost, too.
    check("valid-memcleanup", text, &[lost]);
    // The pointer is overwritten in a function that returns it before.
    let text = "\
#include <stdlib.h>
static char *last;
static char *keep(char *what) {
  char *before = last;
  last = what;
  return before;
}
int main(void) {
  keep(malloc(1));
  char *first = keep(malloc(2));
  first = keep(NULL);
  free(first);
  return 0;
}
";
    let lost = "lost: heap#1, allocated at a.c:9:8; no pointer leads to it after a.c:11:3";
    check("valid-memtrack", text, &[lost]);
}

#[test]
fn stores_to_the_heap_and_enumerators_have_names() {
    check(
        "assertion",
        "\
#include <assert.h>
#include <stdlib.h>
enum colour { RED, GREEN = 5, BLUE };
struct node { int value; struct node *next; enum colour c; int a[4]; };
static enum colour now;
int main(void) {
  struct node *p = malloc(sizeof *p);
  p->value = -7;
  p->next = p;
  p->c = GREEN;
  p->a[3] = 12;
  enum colour c = BLUE;
  now = c;
  int *r = &p->value;
  *r = 8;
  assert(p->value == -7);
}
",
        &[
            "a.c:8:3 p->value = -7 | p->value = -7;",
            "a.c:9:3 p->next = heap#1 | p->next = p;",
            "a.c:10:3 p->c = GREEN (5) | p->c = GREEN;",
            "a.c:11:3 p->a[3] = 12 | p->a[3] = 12;",
            "a.c:12:15 c = BLUE (6) | enum colour c = BLUE;",
            "a.c:13:3 now = BLUE (6) | now = c;",
            "a.c:15:3 *r = 8 | *r = 8;",
        ],
    );
}

#[test]
fn violations_inside_of_the_library_are_those_of_the_call() {
    check(
        "valid-deref",
        "\
#include <string.h>
static void copy(char *to, const char *from) {
  strcpy(to, from);
}
int main(void) {
  char buf[4];
  copy(buf, \"hello\");
  return buf[0];
}
",
        &[
            "a.c:2:18 to = &buf[0] | static void copy(char *to, const char *from) {",
            "a.c:2:28 from = \"hello\"",
            "violated: a.c:3:3: in the call of strcpy: invalid write to 'to[i]'",
            "called from main at a.c:7:3",
        ],
    );
}

#[test]
fn values_are_shown_by_their_types() {
    check(
        "assertion",
        "\
#include <assert.h>
struct machine { float load; double rate; char *name; int slots[3]; };
int main(void) {
  struct machine m = { 0.5f, 0.1, \"abc\", { 1, 2, 3 } };
  int *p = &m.slots[1];
  struct machine *q = &m;
  *p = -7;
  q->load += 1.25f;
  assert(m.slots[1] != -7);
  return 0;
}
",
        &[
            "a.c:4:24 m.load = 0.5 | struct machine m = { 0.5f, 0.1, \"abc\", { 1, 2, 3 } };",
            "a.c:4:30 m.rate = 0.1",
            "a.c:4:35 m.name = \"abc\"",
            "a.c:5:8 p = &m.slots[1] | int *p = &m.slots[1];",
            "a.c:6:19 q = &m.load | struct machine *q = &m;",
            "a.c:7:3 m.slots[1] = -7 | *p = -7;",
            "a.c:8:3 m.load = 1.75 | q->load += 1.25f;",
            "violated: a.c:9:3: assertion 'm.slots[1] != -7' fails",
        ],
    );
}

#[test]
fn loops_are_folded() {
    check(
        "assertion",
        "\
#include <assert.h>
int main(void) {
  int s = 0;
  for (int i = 0; i < 100; i++)
    s += i;
  assert(s != 4950);
  return 0;
}
",
        &[
            "a.c:3:7 s = 0 | int s = 0;",
            "a.c:5:5 s = 0 | s += i;",
            "a.c:4:28 i = 1 | for (int i = 0; i < 100; i++)",
            "... iterations 2 to 99 as before",
            "a.c:5:5 s = 4950 | s += i;",
            "a.c:4:28 i = 100 | for (int i = 0; i < 100; i++)",
            "violated: a.c:6:3: assertion 's != 4950' fails",
        ],
    );
}

/// What users did not write, they are not shown.
#[test]
fn proofs_about_c_are_told_in_c() {
    let text = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int())
    x = (x + 2) % 100;
  if (x % 2)
    reach_error();
  return 0;
}
";
    let run = lemmatic_on("a.c", text.as_bytes(), &["verify", "FILE", "--no-progress"]);
    run.check("result: TRUE", 0);
    assert!(run.stdout.contains("proof: "), "{}", run.stdout);
    assert!(!run.stdout.contains("(bv") && !run.stdout.contains("#x"), "{}", run.stdout);
}

/// An unknown verdict says how far the search came, what is open, and what to try.
#[test]
fn unknown_verdicts_help() {
    let text = "\
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n)
    i++;
  int x = 100 / (i - n + 1);
  return x / (n % 2 + 1);
}
";
    let options = ["--engine", "bmc", "--bmc-unwind", "5", "--property", "division-by-zero"];
    let args = [&["verify", "FILE", "--no-progress"], &options[..]].concat();
    let run = lemmatic_on("a.c", text.as_bytes(), &args);
    assert_eq!(run.code, Some(5), "{}", run.stdout);
    for line in [
        "note: no violation on runs that visit loop heads at most 5 times",
        "open: a.c:6:11: division by zero in '100 / ((i - n) + 1)'",
        "try: the other engines, without --engine",
    ] {
        assert!(run.stdout.lines().any(|found| found == line), "{line}\n{}", run.stdout);
    }
}

#[test]
fn pointers_and_characters_are_readable() {
    check(
        "assertion",
        "\
#include <assert.h>
int main(void) {
  char text[3];
  text[0] = 'x';
  int buf[4], *q = &buf[3];
  q++;
  buf[0] = 3;
  assert(q == buf || text[0] == 'y');
}
",
        &["a.c:4:3 text[0] = 120 'x' | text[0] = 'x';", "a.c:6:3 q = &buf[4] | q++;"],
    );
}
