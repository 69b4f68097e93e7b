//! Whether runs end.

mod common;

use common::lemmatic_on;

const INPUTS: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
";

fn ask(main: &str) -> common::Run {
    let args = ["verify", "FILE", "--property", "termination", "--timeout", "120"];
    lemmatic_on("p.c", format!("{INPUTS}{main}").as_bytes(), &args)
}

fn ends(main: &str) {
    ask(main).check("result: TRUE", 0);
}

fn never_ends(main: &str) {
    ask(main).check("result: FALSE(termination)", 10);
}

#[test]
fn programs_without_loops_end() {
    ends("int main(void) { return __VERIFIER_nondet_int(); }");
    ends("int main(void) { int i, s = 0; for (i = 0; i < 10; i++) s += i; return s; }");
}

#[test]
fn bubble_sort_ends() {
    ends(
        "int array[100];
         int main(void) {
           int size = __VERIFIER_nondet_int();
           if (size < 0 || size > 100) return 0;
           int c, d, swap;
           for (c = 0; c < size - 1; c++)
             for (d = 0; d < size - c - 1; d++)
               if (array[d] > array[d + 1]) {
                 swap = array[d];
                 array[d] = array[d + 1];
                 array[d + 1] = swap;
               }
           return 0;
         }",
    );
}

/// The proof has a measure for each loop.
#[test]
fn proofs_name_measures() {
    let file = common::root().join("examples/bubble_sort.c");
    let file = file.to_str().unwrap();
    let property = ["--property", "termination", "--engine", "termination"];
    let run = common::lemmatic(&[&["verify", file], &property[..]].concat());
    run.check("result: TRUE", 0);
    for measure in ["c", "d"] {
        let line = format!(" ends: -{measure} decreases");
        assert!(run.stdout.contains(&line), "{line} is not in\n{}", run.stdout);
    }
}

#[test]
fn a_stride_of_zero_never_ends() {
    never_ends(
        "long a[10];
         long sum(long *x, int n, int stride) {
           int i, end = n * stride;
           long s = 0;
           for (i = 0; i <= end; i += stride)
             s += x[i];
           return s;
         }
         int main(void) {
           int n = __VERIFIER_nondet_int(), stride = __VERIFIER_nondet_int();
           return (int)sum(a, n, stride);
         }",
    );
}

#[test]
fn assumptions_that_exclude_all_runs_are_warned_about() {
    let run = ask("int main(void) { int n = __VERIFIER_nondet_int();
        __VERIFIER_assume(n > 0 && n < 0); while (n) { } return 0; }");
    run.check("result: TRUE", 0);
    assert!(run.stdout.contains("no run comes to an end"), "{}", run.stdout);
}

#[test]
fn functions_of_mere_jumps_never_end() {
    let run = ask("void f(void) { while (1) { } } int main(void) { f(); return 0; }");
    run.check("result: FALSE(termination)", 10);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
}

#[test]
fn conditions_on_arguments_make_runs_end() {
    let ask = |text: &str, more: &[&str]| {
        let args = ["verify", "FILE", "--property", "termination", "--function", "f"];
        lemmatic_on("p.c", text.as_bytes(), &[&args, more].concat())
    };
    let conditional = |text: &str, result: &str, code: i32| {
        let run = ask(text, &["--conditional", "--timeout", "120"]);
        run.check(result, code);
        let line = run.stdout.lines().find_map(|line| line.strip_prefix("precondition: "));
        line.expect("the output says it").to_owned()
    };
    let never = "result: FALSE(termination)";
    let stride = "int f(int n, int step) {
        int i, sum = 0;
        for (i = 0; i <= (n & 255); i += step) sum++;
        return sum;
    }";
    assert_eq!(conditional(stride, never, 10), "step > 0");
    ask(stride, &["--assume", "step > 0"]).check("result: TRUE", 0);
    let distance =
        "int f(int a, int b) { while (a != b) { if (a > b) a -= b; else b -= a; } return a; }";
    assert_eq!(conditional(distance, never, 10), "a > 0 && b > 0");
    let apart = "void f(unsigned char a, unsigned char b) { while (a < b || a > b) { } }";
    assert_eq!(conditional(apart, never, 10), "a == b");
    assert_eq!(conditional("int f(int n) { return n; }", "result: TRUE", 0), "none is needed");
    assert_eq!(conditional("void f(int n) { while (1) { } }", never, 10), "none was found");
}

#[test]
fn what_decides_nothing_may_change_for_ever() {
    never_ends("int main(void) { unsigned i = 0; while (1) i++; }");
    never_ends(
        "int main(void) {
           unsigned n = 0, x = __VERIFIER_nondet_uint();
           while (x != 7) { n += x; if (x == 123456) x = 123456; else x = 7; }
           return n;
         }",
    );
}

#[test]
fn lexicographic_measures_are_found() {
    ends(
        "int main(void) {
           int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
           while (x >= 0 && y >= 0) {
             y--;
             if (y < 0) { x--; y = __VERIFIER_nondet_int(); }
           }
           return 0;
         }",
    );
}

#[test]
fn runs_end_in_many_ways() {
    ends("int main(void) { while (1) { reach_error(); } }");
    ends("#include <stdlib.h>\nint main(void) { while (1) { abort(); } }");
    ends(
        "#include <stdlib.h>\nint main(void) { while (1) { if (__VERIFIER_nondet_int()) exit(1); else return 0; } }",
    );
    ends("#include <assert.h>\nint main(void) { while (1) { assert(0); } }");
    ends(
        "extern void __VERIFIER_assume(int);\nint main(void) { while (1) { __VERIFIER_assume(0); } }",
    );
}

/// Undefined behaviour is the end of what is asked about.
#[test]
fn loops_end_at_the_end_of_an_array() {
    ends(
        "int main(void) {
           char text[10];
           int i = 0;
           for (i = 0; i < 10; i++) text[i] = (char)__VERIFIER_nondet_int();
           for (i = 0; text[i] != 0; i++) ;
           return i;
         }",
    );
    ends("int main(void) { int *p = 0; while (*p == 0) ; return 0; }");
}

/// The measure of a loop is compared with its value a round before. What the last round of an inner loop left in
/// its variables is no such value: a proof that spoke of it was rejected.
#[test]
fn measures_of_outer_loops_leave_variables_of_inner_ones_alone() {
    ends(
        "extern char __VERIFIER_nondet_char(void);
         static int shares(const char *text, const char *set) {
           int c, d;
           while ((c = *text++) != 0)
             for (const char *at = set; (d = *at++) != 0;)
               if (d == c) return 1;
           return 0;
         }
         int main(void) {
           int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
           if (n < 1) n = 1;
           if (m < 1) m = 1;
           char *text = __builtin_alloca(n), *set = __builtin_alloca(m);
           for (int i = 0; i < m; i++) set[i] = __VERIFIER_nondet_char();
           text[n - 1] = 0;
           set[m - 1] = 0;
           return shares(text, set);
         }",
    );
}

#[test]
fn whether_runs_end_is_asked_alone() {
    let args = ["verify", "FILE", "--property", "termination,no-overflow"];
    let run = lemmatic_on("p.c", b"int main(void) { return 0; }", &args);
    assert_eq!(run.code, Some(6), "{}", run.stderr);
    assert!(run.stderr.contains("a question of its own"), "{}", run.stderr);
}

#[test]
fn a_trace_shows_the_round() {
    let args = ["verify", "FILE", "--property", "termination", "--trace"];
    let text = format!(
        "{INPUTS}int main(void) {{\n  int i = 0;\n  while (i < 100)\n    i = i < 50 ? 51 : 49;\n  return 0;\n}}\n"
    );
    let run = lemmatic_on("p.c", text.as_bytes(), &args);
    run.check("result: FALSE(termination)", 10);
    assert!(run.stdout.contains("i = 51"), "{}", run.stdout);
    assert!(run.stdout.contains("comes back to the same state"), "{}", run.stdout);
}

/// Evidence is stored, accepted again, and rejected once it is tampered with.
fn evidence_is_checked_again(main: &str, changes: &[(&str, &str)]) {
    let text = format!("{INPUTS}{main}");
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("p.c");
    std::fs::write(&program, &text).unwrap();
    let (program, proof) = (program.to_str().unwrap(), directory.path().join("proof"));
    let proof = proof.to_str().unwrap();
    let property = ["--property", "termination"];
    let verify = [&["verify", program, "--engine", "termination", "--proof", proof], &property[..]];
    common::lemmatic(&verify.concat()).check("result: TRUE", 0);
    let check = [&["check", proof, program], &property[..]].concat();
    common::lemmatic(&check).check("result: ACCEPTED", 0);
    let stored = std::fs::read_to_string(proof).unwrap();
    assert!(stored.contains("saved "), "{stored}");
    for (from, to) in [&[("|saved ", "|"), ("invariants 1", "unwinding")], changes].concat() {
        let tampered = stored.replace(from, to);
        assert_ne!(tampered, stored, "{from} is not in\n{stored}");
        std::fs::write(proof, &tampered).unwrap();
        let run = common::lemmatic(&check);
        assert_ne!(run.code, Some(0), "{from} -> {to} is accepted\n{}{tampered}", run.stdout);
    }
    // A proof for another question says nothing of this one.
    std::fs::write(proof, &stored).unwrap();
    let run = common::lemmatic(&["check", proof, program]);
    assert_ne!(run.code, Some(0), "{}", run.stdout);
}

#[test]
fn evidence_of_distances_is_checked_again() {
    evidence_is_checked_again(
        "int main(void) {
           int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
           while (x > y) { x--; y++; }
           return 0;
         }",
        &[("bvslt", "bvult"), ("bvslt main.x |saved main.x|", "bvslt |saved main.x| main.x")],
    );
}

#[test]
fn evidence_of_sums_is_checked_again() {
    evidence_is_checked_again(
        "int main(void) {
           int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
           while (x > 0 && y > 0 && z > 0) { int t = x; x = y; y = z; z = t - 1; }
           return 0;
         }",
        &[("(bvadd ", "(bvsub "), ("main.z", "main.x")],
    );
}

/// The proof has another measure at the head of the inner loop.
#[test]
fn evidence_of_measures_by_location_is_checked_again() {
    evidence_is_checked_again(
        "int main(void) {
           int x = __VERIFIER_nondet_int(), y;
           while (x > 0) {
             y = x;
             x = 0;
             while (y > 0) { y--; x++; }
             x--;
           }
           return 0;
         }",
        &[("(bvadd ", "(bvsub "), ("bvslt main.x |saved main.x|", "bvslt |saved main.x| main.x")],
    );
}

#[test]
fn evidence_of_moving_bits_is_checked_again() {
    evidence_is_checked_again(
        "int main(void) { unsigned long x = __VERIFIER_nondet_uint(); while (x) x <<= 1; return 0; }",
        &[("bvand", "bvor"), ("#xffffffffffffffff", "#x0000000000000001")],
    );
}

#[test]
fn evidence_of_floats_is_checked_again() {
    evidence_is_checked_again(
        "int main(void) { double x = 0; while (x + 1 > x) x = x + 1; return 0; }",
        &[
            ("#x8000000000000000", "#x0000000000000000"),
            (
                "bvslt (bvneg ((_ zero_extend 2) ?v2)) (bvneg ((_ zero_extend 2) ?v4))",
                "bvslt (bvneg ((_ zero_extend 2) ?v4)) (bvneg ((_ zero_extend 2) ?v2))",
            ),
        ],
    );
}

#[test]
fn evidence_of_guarded_bounds_is_checked_again() {
    evidence_is_checked_again(
        "int main(void) {
           int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
           if (x != y && (x <= 0 || y <= 0)) return 0;
           while (x != y) { if (x > y) x -= y; else y -= x; }
           return x;
         }",
        &[("#x00000001", "#x00000000"), ("#x7fffffff", "#x80000000")],
    );
}

/// A remainder is less than what it is divided by.
#[test]
fn euclid_ends() {
    ends(
        "int main(void) {
           unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
           while (b != 0) { unsigned rest = a % b; a = b; b = rest; }
           return a;
         }",
    );
}

/// What is said of a loop is what decreases, whichever engine proved that.
#[test]
fn counters_that_go_up_are_shown_as_such() {
    let main = "int main(void) {
        int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
        while (x < n && y < n) { if (__VERIFIER_nondet_int()) x++; else y++; }
        return 0;
      }";
    for engine in ["kiki", "termination"] {
        let args = ["verify", "FILE", "--property", "termination", "--engine", engine];
        let run = lemmatic_on("p.c", format!("{INPUTS}{main}").as_bytes(), &args);
        run.check("result: TRUE", 0);
        for measure in ["x", "y"] {
            let upwards =
                [format!("ends: {measure}"), format!("({measure}"), format!(" {measure})")];
            assert!(!upwards.iter().any(|text| run.stdout.contains(text)), "{}", run.stdout);
        }
    }
}

/// Where no sum of the variables decreases, the greater of two terms may, or one term after the other.
#[test]
fn measures_with_cases_are_shown() {
    let shown = |main: &str, expected: &str| {
        let args = ["verify", "FILE", "--property", "termination", "--engine", "termination"];
        let run = lemmatic_on("p.c", format!("{INPUTS}{main}").as_bytes(), &args);
        run.check("result: TRUE", 0);
        assert!(run.stdout.contains(expected), "{}", run.stdout);
    };
    shown(
        "int main(void) {
           int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
           while (x > 0 && y > 0) {
             if (__VERIFIER_nondet_int()) { x = x - 1; y = x; }
             else { int t = x; x = y - 2; y = t + 1; }
           }
           return 0;
         }",
        "max(",
    );
    shown(
        "int main(void) {
           unsigned n = __VERIFIER_nondet_uint() % 1000000, i = 0, up = 1;
           while (i > 0 || up) {
             if (up) { i++; if (i >= n) up = 0; } else i--;
           }
           return 0;
         }",
        " ? ",
    );
}

#[test]
fn endless_runs_are_repeated() {
    let text = format!(
        "{INPUTS}int main(void) {{ int x = __VERIFIER_nondet_int(); while (x == 5) ; return 0; }}"
    );
    let directory = tempfile::tempdir().unwrap();
    let (program, run) = (directory.path().join("p.c"), directory.path().join("run"));
    std::fs::write(&program, &text).unwrap();
    let (program, run) = (program.to_str().unwrap(), run.to_str().unwrap());
    let property = ["--property", "termination"];
    let verify = [&["verify", program, "--engine", "sample", "--proof", run], &property[..]];
    common::lemmatic(&verify.concat()).check("result: FALSE(termination)", 10);
    let check = [&["check", run, program], &property[..]].concat();
    common::lemmatic(&check).check("result: ACCEPTED", 0);
    let stored = std::fs::read_to_string(run).unwrap();
    for (from, to) in [("#x00000005", "#x00000006"), ("#x00000005", "")] {
        let tampered = stored.replace(from, to);
        assert_ne!(tampered, stored, "{from} is not in\n{stored}");
        std::fs::write(run, tampered).unwrap();
        assert_ne!(common::lemmatic(&check).code, Some(0), "{from} -> {to}");
    }
}

/// No state comes back soon: the counter would have to wrap around first, or the heap grows.
#[test]
fn sets_of_states_are_never_left() {
    never_ends("int main(void) { unsigned long i = 1; while (i != 0) i += 2; return 0; }");
    never_ends("#include <stdlib.h>\nint main(void) { while (1) { int *p = malloc(4); } }");
    ends("int main(void) { unsigned i = 1; while (i != 0) i++; return 0; }");
}

/// Evidence that a set of states is never left is stored and accepted again, but not what was changed.
#[test]
fn recurrent_sets_are_checked_again() {
    let text = "int main(void) { unsigned long i = 1; while (i != 0) i += 2; return 0; }";
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("p.c");
    std::fs::write(&program, text).unwrap();
    for (name, quote) in [("set", ""), ("set.json", "\"")] {
        let set = directory.path().join(name);
        let (program, set) = (program.to_str().unwrap(), set.to_str().unwrap());
        let property = ["--property", "termination"];
        let engine = ["--engine", "nontermination", "--timeout", "120", "--proof", set];
        let verify = [&["verify", program], &engine[..], &property[..]];
        common::lemmatic(&verify.concat()).check("result: FALSE(termination)", 10);
        let check = [&["check", set, program], &property[..]].concat();
        common::lemmatic(&check).check("result: ACCEPTED", 0);
        let stored = std::fs::read_to_string(set).unwrap();
        for (from, to) in [
            ("(= ((_ extract 0 0) main.i) #b1)", "(= ((_ extract 0 0) main.i) #b0)"),
            ("(= ((_ extract 0 0) main.i) #b1)", "(= main.i #x0000000000000001)"),
            ("(= ((_ extract 0 0) main.i) #b1)", "true"),
        ] {
            let tampered = stored.replace(from, to);
            assert_ne!(tampered, stored, "{from} is not in\n{stored}{quote}");
            std::fs::write(set, tampered).unwrap();
            let run = common::lemmatic(&check);
            assert!(run.stdout.contains("result: REJECTED"), "{from} -> {to}\n{}", run.stdout);
        }
        // Of other questions it says nothing.
        std::fs::write(set, &stored).unwrap();
        assert_ne!(common::lemmatic(&["check", set, program]).code, Some(0));
    }
}

/// A loop up to the greatest number of a type is never left, and one that ends before that is.
#[test]
fn bounds_may_be_the_limits_of_their_types() {
    never_ends(
        "int main(void) { unsigned i, n = __VERIFIER_nondet_uint(); for (i = 0; i <= n; i++) ; return 0; }",
    );
    // Only a reading of signed overflow that C does not give makes this one endless, or lets it end.
    let signed = "int main(void) { int i, n = __VERIFIER_nondet_int(); for (i = 0; i <= n; i++) ; return 0; }";
    let args = ["verify", "FILE", "--property", "termination", "--timeout", "2"];
    let run = lemmatic_on("p.c", format!("{INPUTS}{signed}").as_bytes(), &args);
    run.check("result: UNKNOWN(timeout)", 5);
    never_ends(
        "int main(void) { unsigned i, s = 0, n = __VERIFIER_nondet_uint();
           for (i = 0; i <= n; i++) { if (i & 1) s += i; } return s; }",
    );
    never_ends(
        "int main(void) { short s, n = (short)__VERIFIER_nondet_int(); for (s = 0; s <= n; s++) ; return 0; }",
    );
    // Even numbers do not meet an odd one, and may skip all but one.
    never_ends(
        "int main(void) { unsigned i, n = __VERIFIER_nondet_uint();
           if (n == 4294967295) return 0; for (i = 0; i <= n; i += 2) ; return 0; }",
    );
    never_ends(
        "int main(void) { int i, n = __VERIFIER_nondet_int(); if (n & 1) return 0;
           for (i = 0; i != n; i += 4) ; return 0; }",
    );
    // Two bounds at once.
    never_ends(
        "int main(void) { unsigned i = 0, n = __VERIFIER_nondet_uint(), j = 0, m = __VERIFIER_nondet_uint();
           while (i <= n && j <= m) { i++; j += 3; } return 0; }",
    );
    ends(
        "int main(void) { int i, n = __VERIFIER_nondet_int();
           if (n == 2147483647) return 0; for (i = 0; i <= n; i++) ; return 0; }",
    );
    ends(
        "int main(void) { int i, n = __VERIFIER_nondet_int();
           if (n >= 2147483646) return 0; for (i = 0; i <= n; i += 2) ; return 0; }",
    );
    ends(
        "int main(void) { short s, n = (short)__VERIFIER_nondet_int(); if (n == 32767) return 0;
           for (s = 0; s <= n; s++) ; return 0; }",
    );
    ends("int main(void) { unsigned char i; for (i = 0; i <= 254; i++) ; return 0; }");
    never_ends("int main(void) { unsigned char i; for (i = 0; i <= 255; i++) ; return 0; }");
}

/// Which of two numbers goes down is decided by a condition that stays, or where the other one is.
#[test]
fn measures_may_be_split_by_conditions() {
    let by = |condition: &str, change: &str| {
        format!(
            "int main(void) {{
               int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
               while (x > 0 && y > 0) {{
                 if ({condition}) {{ x--; y = __VERIFIER_nondet_int(); }}
                 else {{ y--; x = __VERIFIER_nondet_int(); }}
                 {change}
               }}
               return 0;
             }}"
        )
    };
    ends(&by("k > 3", ""));
    never_ends(&by("k > 3", "k = __VERIFIER_nondet_int();"));
    evidence_is_checked_again(
        &by("k > 3", ""),
        &[("(ite ", "(ite (not "), ("saved main.x", "main.y")],
    );
    let sign = |step: &str| {
        format!(
            "int main(void) {{
               int x = __VERIFIER_nondet_int(), s;
               if (x < -1000000 || x > 1000000) return 0;
               s = x > 0 ? {step} : -{step};
               while (x != 0) x -= s;
               return 0;
             }}"
        )
    };
    ends(&sign("1"));
    never_ends(&sign("2"));
}

/// What an inner call returns decides whether the outer one has a smaller argument.
#[test]
fn recursion_with_the_result_of_a_call() {
    let mc = |more: &str| {
        format!(
            "int mc(int n) {{ if (n > 100) return n - 10; return mc(mc(n + {more})); }}
             int main(void) {{ int n = __VERIFIER_nondet_int(); if (n < 0) return 0; return mc(n); }}"
        )
    };
    ends(&mc("11"));
    never_ends(&mc("10"));
    let nest = |more: &str| {
        format!(
            "int f(int x) {{ if (x <= 0) return 0; return f(f(x - 1){more}); }}
             int main(void) {{ return f(__VERIFIER_nondet_int()); }}"
        )
    };
    ends(&nest(""));
    never_ends(&nest(" + 1"));
    // A loop that counts down by calls.
    let down = |result: &str| {
        format!(
            "int same(int n) {{ return n <= 0 ? 0 : same(n - 1) + 1; }}
             int main(void) {{ int n = __VERIFIER_nondet_int(); while (n > 0) n = same(n){result}; return 0; }}"
        )
    };
    ends(&down(" - 1"));
    never_ends(&down(""));
}

/// Proofs that recursion ends contain summaries of what calls return, and a measure.
#[test]
fn evidence_with_summaries_is_checked_again() {
    let text = |less: &str| {
        format!(
            "extern int __VERIFIER_nondet_int(void);
             int f(int x) {{ if (x <= 0) return 0; return f(f(x - 1){less}); }}
             int main(void) {{ return f(__VERIFIER_nondet_int()); }}"
        )
    };
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("p.c");
    std::fs::write(&program, text("")).unwrap();
    for name in ["proof", "proof.json"] {
        let (program, proof) = (program.to_str().unwrap(), directory.path().join(name));
        let proof = proof.to_str().unwrap();
        let property = ["--property", "termination"];
        let options = ["--recursion", "keep", "--engine", "termination", "--proof", proof];
        let run = common::lemmatic(&[&["verify", program], &options[..], &property[..]].concat());
        run.check("result: TRUE", 0);
        assert!(run.stdout.contains(" decreases"), "{}", run.stdout);
        let check = [&["check", proof, program], &property[..]].concat();
        common::lemmatic(&check).check("result: ACCEPTED", 0);
        let stored = std::fs::read_to_string(proof).unwrap();
        for (from, to) in [
            ("|saved ", "|"),
            ("bvslt f.f.arg |saved f.f.arg|", "bvslt |saved f.f.arg| f.f.arg"),
            // Of another result, and of none.
            ("(= f.arg!0 #x00000000)", "(= f.arg!0 #x00000001)"),
            ("(= f.arg!0 #x00000000)", "true"),
        ] {
            let tampered = stored.replace(from, to);
            assert_ne!(tampered, stored, "{from} is not in\n{stored}");
            std::fs::write(proof, tampered).unwrap();
            let run = common::lemmatic(&check);
            assert_ne!(run.code, Some(0), "{from} -> {to} is accepted\n{}{stored}", run.stdout);
        }
        std::fs::write(proof, &stored).unwrap();
        assert_ne!(common::lemmatic(&["check", proof, program]).code, Some(0));
    }
    // It says nothing of another program.
    let proof = directory.path().join("proof");
    std::fs::write(&program, text(" + 1")).unwrap();
    let (program, proof) = (program.to_str().unwrap(), proof.to_str().unwrap());
    let run = common::lemmatic(&["check", proof, program, "--property", "termination"]);
    assert_ne!(run.code, Some(0), "{}", run.stdout);
}

/// A function that calls itself as it was called never returns; one with a measure does.
#[test]
fn recursion_never_ends() {
    never_ends("void f(void) { f(); } int main(void) { f(); return 0; }");
    never_ends(
        "int g; int odd(int n);
         int even(int n) { g++; return n == 0 ? 1 : odd(n - 1); }
         int odd(int n) { g--; return even(n + 1); }
         int main(void) { return even(7); }",
    );
    // What a pointer points to changes.
    ends(
        "void f(int *p) { if (*p > 0) { *p = *p - 1; f(p); } }
         int main(void) { int n = 5; f(&n); return n; }",
    );
}

/// Models with bounded recursion have no endless run here, and measures do not help.
#[test]
fn deep_recursion_never_ends() {
    never_ends(
        "int climb(int n) { return n == 0 ? 3 : climb(climb(n - 1) - 1); }
         int main(void) { int n = __VERIFIER_nondet_int(); return n < 0 ? 0 : climb(n); }",
    );
}

/// A trace shows what a person would recognise.
#[test]
fn a_trace_shows_what_comes_back() {
    let text = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0, step = __VERIFIER_nondet_int();
  while (i <= 10)
    i += step;
  return 0;
}
";
    let args = ["verify", "FILE", "--property", "termination", "--trace"];
    let run = lemmatic_on("p.c", text.as_bytes(), &args);
    run.check("result: FALSE(termination)", 10);
    assert!(run.stdout.contains("again after 1 turn"), "{}", run.stdout);
}
