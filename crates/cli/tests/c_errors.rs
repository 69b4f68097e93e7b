//! Invalid or unsupported C: one clear message, with its place.

mod common;

use common::lemmatic_on;
use std::fmt::Write;

/// Checks the message of `verify` about a file that it does not understand.
#[track_caller]
fn check(content: impl AsRef<[u8]>, expected: &str) {
    let run = lemmatic_on("bad.c", content.as_ref(), &["verify", "FILE"]);
    assert_eq!(run.stderr.trim_end(), expected.trim_end());
    assert_eq!((run.code, run.stdout.as_str()), (Some(6), ""));
}

#[test]
fn syntax() {
    check(
        "int main(void) {\n  int x = 1\n  return x;\n}\n",
        "\
error: unexpected 'return', expected ';'
 --> bad.c:3:3
  |
3 |   return x;
  |   ^",
    );
    check(
        "int main(void) { /* never ends\n  return 0;\n}\n",
        "\
error: this comment has no end
 --> bad.c:1:18
  |
1 | int main(void) { /* never ends
  |                  ^",
    );
    check(
        "int main(void) {\n  \"abc\n;}\n",
        "\
error: this string is not closed on its line
 --> bad.c:2:3
  |
2 |   \"abc
  |   ^",
    );
}

#[test]
fn names_and_types() {
    check(
        "int main(void) {\n  return y;\n}\n",
        "\
error: `y` is not declared
 --> bad.c:2:10
  |
2 |   return y;
  |          ^",
    );
    check(
        "struct s { int a; };\nint main(void) {\n  struct s v;\n  return v + 1;\n}\n",
        "\
error: this operator cannot have operands of types `struct s` and `int`
 --> bad.c:4:10
  |
4 |   return v + 1;
  |          ^",
    );
    check(
        "int f(void) { return 0; }\n",
        "error: bad.c: there is no function 'main' with a body; --function F starts at another one",
    );
}

#[test]
fn files() {
    check("", "error: bad.c: is empty");
    check("\n \n", "error: bad.c: is empty");
    check(
        "// nothing\n",
        "error: bad.c: there is no function 'main' with a body; --function F starts at another one",
    );
    check(
        "#include \"nowhere.h\"\nint main(void) { return 0; }\n",
        "\
error: the header 'nowhere.h' is not found
 --> bad.c:1:10
  |
1 | #include \"nowhere.h\"
  |          ^",
    );
    check(
        b"int main(void) {\n  int \xff = 1;\n  return 0;\n}\n",
        "\
error: byte 0xff, which is not UTF-8 text, has no place in C
 --> bad.c:2:7
  |
2 |   int \u{fffd} = 1;
  |       ^",
    );
}

#[test]
fn bytes_in_strings_need_not_be_text() {
    let run = lemmatic_on("a.c", b"int main(void) { return \"\xff\"[1]; }\n", &["verify", "FILE"]);
    run.check("result: TRUE", 0);
}

/// As many lines as asked for, and a last one.
fn long(lines: usize, last: &str) -> String {
    let mut text = String::from("int main(void) {\n  unsigned x = 0;\n");
    for i in 3..lines {
        writeln!(text, "  x += {i};").expect("strings take everything");
    }
    text + last + "\n"
}

#[test]
fn files_of_100_000_lines() {
    check(
        long(100_000, "  return x y; }"),
        "\
error: unexpected 'y', expected ';'
      --> bad.c:100000:12
       |
100000 |   return x y; }
       |            ^",
    );
    let text = long(100_000, "  __asm__(\"hlt\"); return x; }");
    let run = lemmatic_on("long.c", text.as_bytes(), &["show", "unsupported", "FILE"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.stdout, "long.c:100000:3: not modelled: inline assembly\n");
}

const ASSEMBLY: &str = "\
int twice(int n) { return n ? 2 + twice(n - 1) : 0; }
extern void reach_error(void);
int main(int argc, char **argv) {
  int x = argc;
  __asm__(\"imul %0,%0\" : \"+r\"(x));
  if (twice(x) == 7) reach_error();
  return 0;
}
";

#[test]
fn constructs_that_are_not_modelled() {
    let run = lemmatic_on("asm.c", ASSEMBLY.as_bytes(), &["show", "unsupported", "FILE"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.stdout, "asm.c:5:3: not modelled: inline assembly\n");
    let run = lemmatic_on("asm.c", ASSEMBLY.as_bytes(), &["verify", "FILE"]);
    run.check("result: UNKNOWN(unsupported: inline assembly)", 5);
    assert_eq!(run.stdout.lines().next(), Some("note: asm.c:5:3: not modelled: inline assembly"));
    let text = ASSEMBLY.replace("__asm__(\"imul %0,%0\" : \"+r\"(x))", ";");
    let run = lemmatic_on("deep.c", text.as_bytes(), &["show", "unsupported", "FILE"]);
    let expected = "deep.c:1:35: beyond a limit: recursion of 'twice' deeper than 20\n";
    assert_eq!(run.stdout, expected);
}
