//! Small programs that violate a property, or almost do: what the interpreter finds in them.

use c::{Options, compile_text};
use program::Machine;
use program::interpret::{Environment, ExecutionEnd, Interpreter, Zeros};

/// Runs the body of `main` with all inputs zero; returns the violated property and the message, or
/// `ok`.
fn outcome(declarations: &str, body: &str, machine: Machine) -> String {
    let text = format!(
        "typedef __typeof__(sizeof 0) size_t; void *malloc(size_t); void free(void *);
         void *memcpy(void *, const void *, size_t); void abort(void); void exit(int);
         int __VERIFIER_nondet_int(void); void reach_error(void);
         {declarations}
         int main(void) {{ int zero = __VERIFIER_nondet_int(); {body} return 0; }}"
    );
    let program = match compile_text("test.c", text.as_bytes(), &Options::new(machine)) {
        Ok(program) => program,
        Err(error) => return error.to_string(),
    };
    let interpreter = Interpreter::new(&program, Default::default()).expect("a sound program");
    let run = interpreter.run(&mut Environment {
        chooser: &mut Zeros,
        output: &mut Vec::new(),
        observer: None,
        interrupted: &|| false,
    });
    match run.outcome {
        ExecutionEnd::Finished(_) => "ok".to_owned(),
        ExecutionEnd::Violation(violation) => {
            format!("{}: {}", violation.property, violation.message)
        }
        ExecutionEnd::Unsupported(what, _) => format!("unsupported: {what}"),
        other => format!("{other:?}"),
    }
}

fn check(body: &str, expected: &str) {
    for machine in [Machine::Ilp32, Machine::Lp64] {
        assert_eq!(outcome("", body, machine), expected, "{body}");
    }
}

#[test]
fn overflow() {
    check("int x = 2147483647 + zero; x + 0;", "ok");
    check(
        "int x = 2147483647; x + (zero + 1);",
        "no-overflow: signed overflow in 'x + (zero + 1)'",
    );
    check("int x = -2147483647 - 1; -x;", "no-overflow: signed overflow in '-x'");
    check("int x = 2147483647; x++;", "no-overflow: signed overflow in 'x++'");
    check("int x = 65536; x *= x;", "no-overflow: signed overflow in 'x *= x'");
    check(
        "int x = -2147483647 - 1; x / (zero - 1);",
        "no-overflow: signed overflow in 'x / (zero - 1)'",
    );
    check("unsigned x = 4294967295u; x + 1;", "ok");
    check("char c = 127; c++;", "ok");
    check("int x = 1; x << (zero + 31);", "no-overflow: signed overflow in 'x << (zero + 31)'");
    check("long long x = 1; x << 40;", "ok");
}

#[test]
fn division_and_shift() {
    check("5 / zero;", "division-by-zero: division by zero in '5 / zero'");
    check("5u % (unsigned)zero;", "division-by-zero: division by zero in '5 % zero'");
    check("5.0 / zero;", "ok");
    check("1u << (zero + 32);", "shift: shift out of range in '1 << (zero + 32)'");
    check("1 >> (zero - 1);", "shift: shift out of range in '1 >> (zero - 1)'");
    check("(zero - 1) << 1;", "shift: a negative number is shifted in '(zero - 1) << 1'");
}

#[test]
fn bounds_and_accesses() {
    check("int a[3]; a[zero + 3] = 1;", "bounds: index outside of array 'a': zero + 3");
    check("int a[3]; int *p = &a[zero + 3]; p == a;", "ok");
    check("int a[3]; int *p = a; p[zero + 3] = 1;", "valid-deref: invalid write to 'p[zero + 3]'");
    check("int *p = 0; if (zero == 0) *p = 1;", "valid-deref: invalid write to '*p'");
    check(
        "struct { int a[2]; int b; } s; s.a[zero + 2] = 1;",
        "bounds: index outside of array 's.a': zero + 2",
    );
    check("int *p; { int x = 1; p = &x; } *p;", "valid-deref: invalid read of '*p'");
    check(
        "int *p; for (int i = 0; i < 2; i++) { int x = i; if (i) *p; p = &x; }",
        "valid-deref: invalid read of '*p'",
    );
    check("*(char *)\"abc\" = 'x';", "valid-deref: invalid write to '*\"abc\"'");
    check("char *p = malloc(4); p[3] = 1; free(p);", "ok");
    check("char *p = malloc(4); *(int *)(p + 1) = 1;", "valid-deref: invalid write to '*(p + 1)'");
    check("int x; memcpy(&x, &x + 1, 4);", "valid-deref: invalid read of 'the source of memcpy'");
    let old = "struct { int n; int a[0]; } *p = malloc(12); p->a[zero + 1] = 1; free(p);";
    check(old, "ok");
    check(
        &old.replace("malloc(12)", "malloc(8)"),
        "valid-deref: invalid write to 'p->a[zero + 1]'",
    );
    check(&old.replace("a[0]", "a[1]"), "bounds: index outside of array 'p->a': zero + 1");
    check("void (*f)(void) = 0; f();", "valid-deref: 'f' does not point to a function of its type");
}

#[test]
fn heap() {
    check(
        "char *p = malloc(4); free(p); free(p);",
        "valid-free: invalid deallocation in 'free(p)'",
    );
    check("int x; free(&x);", "valid-free: invalid deallocation in 'free(&x)'");
    check("free(0);", "ok");
    check("char *p = malloc(4); free(p); *p;", "valid-deref: invalid read of '*p'");
    check("malloc(4);", "valid-memtrack: memory is lost at the end of the program");
    check("static char *p; p = malloc(4);", "valid-memcleanup: memory is not freed at the end");
    check(
        "static char *p; p = malloc(4); exit(0);",
        "valid-memcleanup: memory is not freed at the end",
    );
    check("malloc(4); abort();", "valid-memtrack: memory is lost at the end of the program");
    check(
        "static char *p; p = malloc(4); abort();",
        "valid-memcleanup: memory is not freed at the end",
    );
    check("free(malloc(4)); abort();", "ok");
}

#[test]
fn error_functions_and_assertions() {
    check("reach_error();", "unreach-call: 'reach_error' is called");
    let assert = "void __assert_fail(const char *, const char *, unsigned, const char *);";
    let fails = "__assert_fail(\"x > 0\", \"f.c\", 3, \"main\");";
    assert_eq!(outcome(assert, fails, Machine::Lp64), "assertion: assertion 'x > 0' fails");
    let assert = "void __VERIFIER_assert(int);";
    let text = outcome(assert, "__VERIFIER_assert(zero > 0);", Machine::Lp64);
    assert_eq!(text, "assertion: assertion 'zero > 0' fails");
    let defined = "void reach_error(void) { abort(); }";
    assert_eq!(
        outcome(defined, "reach_error();", Machine::Lp64),
        "unreach-call: 'reach_error' is called"
    );
}

#[test]
fn what_is_not_modelled_is_said() {
    let declared = "int fork(void);";
    assert_eq!(outcome(declared, "fork();", Machine::Lp64), "unsupported: a call of 'fork'");
    check("__builtin_new_one(1);", "unsupported: a call of '__builtin_new_one'");
    let weak = "int maybe(void) __attribute__((weak)); extern int x __attribute__((weak));";
    let missing =
        |name: &str| format!("unsupported: the address of '{name}', which may be missing");
    assert_eq!(outcome(weak, "if (maybe) maybe();", Machine::Lp64), missing("maybe"));
    assert_eq!(outcome(weak, "if (&x) x;", Machine::Lp64), missing("x"));
    check("__builtin_unreachable();", "undefined: '__builtin_unreachable' is reached");
    check("int n = zero - 1; int a[n];", "undefined: an array of length 'n', which is negative");
}
