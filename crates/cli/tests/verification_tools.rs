//! Names that belong to other verification tools: modelled ones behave as the tool defines, and the
//! rest is not supported. Each function has a program that depends on its effects, and one that
//! does not.

mod common;

use common::{in_parallel, lemmatic_on};

const FALSE: &str = "FALSE(assertion)";
const TRUE: &str = "TRUE";
/// The reason does not matter.
const UNKNOWN: &str = "UNKNOWN";

/// Programs by declarations, text of `main` and expected result. They declare nothing of the tools.
const PROGRAMS: &[(&str, &str, &str)] = &[
    // ----- Conditions -----
    ("", "int x = in(); __CPROVER_assume(x > 3); assert(x > 3);", TRUE),
    ("", "int x = in(); __CPROVER_assume(x > 3); assert(x > 4);", FALSE),
    ("", "double x = 0.5; __CPROVER_assume(x); assert(0);", FALSE),
    ("", "int x = in(); __CPROVER_assert(x != 7, \"x\");", FALSE),
    ("", "double x = 0.5; __CPROVER_assert(x, \"x\");", TRUE),
    ("", "int x = in(); __CPROVER_precondition(x != 7, \"x\");", FALSE),
    ("", "int x = 3; __CPROVER_precondition(x == 3, \"x\");", TRUE),
    ("", "int x = in(); __CPROVER_postcondition(x != 7, \"x\");", FALSE),
    ("", "int x = 3; __CPROVER_postcondition(x == 3, \"x\");", TRUE),
    ("", "int x = in(); __ESBMC_assume(x > 3); __ESBMC_assert(x > 3, \"x\");", TRUE),
    ("", "int x = in(); __ESBMC_assume(x > 3); __ESBMC_assert(x > 4, \"x\");", FALSE),
    // ----- Memory -----
    ("", "int x = 1, y = 1; __CPROVER_havoc_object(&x); assert(x == 1);", FALSE),
    ("", "int x = 1, y = 1; __CPROVER_havoc_object(&x); assert(y == 1);", TRUE),
    ("", "int x[3] = {1, 1, 1}; __CPROVER_havoc_object(x); assert(x[2] == 1);", FALSE),
    ("", "int x[3] = {1, 1, 1}; __CPROVER_havoc_object(&x[1]); assert(x[0] == 1);", FALSE),
    ("", "struct { int a, b; } s = {1, 1}; __CPROVER_havoc_object(&s.a); assert(s.b == 1);", FALSE),
    ("int *p, x = 1;", "p = &x; __CPROVER_havoc_object(p); assert(x == 1);", UNKNOWN),
    ("int *p, x = 1;", "p = &x; if (x == 2) __CPROVER_havoc_object(p); assert(x == 1);", TRUE),
    ("", "char x[3] = {1, 1, 1}; __CPROVER_havoc_slice(x + 1, 2); assert(x[2] == 1);", FALSE),
    ("", "char x[3] = {1, 1, 1}; __CPROVER_havoc_slice(x + 1, 2); assert(x[0] == 1);", TRUE),
    (
        "",
        "char x[3] = {1, 1, 1}; int n = in(); __CPROVER_assume(n >= 0 && n < 3);
         __CPROVER_havoc_slice(x, n); assert(x[1] == 1);",
        FALSE,
    ),
    (
        "",
        "char x[3] = {1, 1, 1}; int n = in(); __CPROVER_assume(n >= 0 && n < 3);
         __CPROVER_havoc_slice(x, n); assert(x[2] == 1);",
        TRUE,
    ),
    ("", "int *p = __CPROVER_allocate(4, 0); assert(p); *p = 3; assert(*p == 3);", TRUE),
    ("", "int *p = __CPROVER_allocate(4, 1); assert(*p == 0);", TRUE),
    ("", "int *p = __CPROVER_allocate(4, 0); assert(*p == 0);", FALSE),
    ("", "int z = in(); int *p = __CPROVER_allocate(4, z); assert(*p == 0 || !z);", TRUE),
    ("", "int z = in(); int *p = __CPROVER_allocate(4, z); assert(*p == 0);", FALSE),
    (
        "",
        "int x[2] = {1, 1}, y[2] = {2, 2}; __CPROVER_array_copy(x, y); assert(x[0] == 1);",
        UNKNOWN,
    ),
    ("", "int x[2] = {1, 1}; __CPROVER_array_set(x, 5); assert(x[0] == 1);", UNKNOWN),
    (
        "",
        "int x[2] = {1, 1}, y[2] = {2}; __CPROVER_array_replace(x, y); assert(x[0] == 1);",
        UNKNOWN,
    ),
    // ----- Numbers -----
    ("", "float x = infloat(); assert(__CPROVER_isnanf(x) || x == x);", TRUE),
    ("", "float x = infloat(); assert(!__CPROVER_isnanf(x));", FALSE),
    ("", "double x = indouble(); assert(__CPROVER_isfinited(x) || x != x || x - x != 0);", TRUE),
    ("", "double x = indouble(); assert(__CPROVER_isfinited(x));", FALSE),
    ("", "double x = -1.0 / 0.0; assert(__CPROVER_isinfd(x) == 1);", TRUE),
    ("", "float x = 0x1p-127f; assert(!__CPROVER_isnormalf(x) && __CPROVER_isnormald(x));", TRUE),
    ("", "float x = 0x1p-127f; assert(__CPROVER_isnormalf(x));", FALSE),
    ("", "long double x = 1; assert(__CPROVER_isnormalld(x) && !__CPROVER_isnanld(x));", TRUE),
    ("", "assert(__CPROVER_signf(-0.0f) && !__CPROVER_signd(0.5));", TRUE),
    ("", "assert(__CPROVER_signd(0.5));", FALSE),
    ("", "double x = indouble(); assert(__CPROVER_signd(x) == (x < 0) || x == 0);", UNKNOWN),
    ("", "assert(__CPROVER_isgreaterf(2, 1) && __CPROVER_islessequald(1, 1));", TRUE),
    ("", "assert(__CPROVER_islessf(2, 1) || __CPROVER_isgreaterequald(1, 2));", FALSE),
    ("", "assert(__CPROVER_isunorderedd(0.0 / 0.0, 1) && !__CPROVER_islessgreaterf(1, 1));", TRUE),
    ("", "assert(__CPROVER_inf() > 1e300 && __CPROVER_inff() == __CPROVER_infl());", TRUE),
    ("", "assert(__CPROVER_fabs(-0.5) == 0.5 && __CPROVER_abs(-3) == 3);", TRUE),
    ("", "assert(__CPROVER_fabsf(-0.5) == -0.5);", FALSE),
    ("", "assert(__CPROVER_fmod(7, 4) == 3 && __CPROVER_remainderf(7, 4) == -1);", TRUE),
    ("", "int x = in(); assert(__CPROVER_equal(x, 7));", FALSE),
    ("", "int x = in(); assert(__CPROVER_equal(x, x));", TRUE),
    ("", "double x = 0.0; assert(__CPROVER_equal(x, x));", UNKNOWN),
    ("", "assert(__CPROVER_saturating_plus(1, 1) == 2);", UNKNOWN),
    // ----- What has no effect without threads -----
    ("", "int x = 1; __CPROVER_atomic_begin(); x++; __CPROVER_atomic_end(); assert(x == 2);", TRUE),
    ("", "int x = 1; __CPROVER_input(\"x\", x); __CPROVER_output(\"x\", x); assert(x == 1);", TRUE),
    ("", "int x = 1; __CPROVER_printf(\"%d\", x); __CPROVER_cover(x == 2); assert(x == 1);", TRUE),
    ("", "int x = in(); __CPROVER_cover(x == 1); assert(x == 1);", FALSE),
    ("int x;", "__CPROVER_ASYNC_1: x = 1; assert(x == 1);", UNKNOWN),
    ("int x;", "__CPROVER_HIDE: x = 1; assert(x == 1);", TRUE),
    // ----- What nobody models -----
    ("", "int x; assert(__CPROVER_r_ok(&x, 4) || 1);", UNKNOWN),
    ("", "int x, y; assert(!__CPROVER_same_object(&x, &y));", UNKNOWN),
    (
        "",
        "int x = in(); assert(__CPROVER_uninterpreted_f(x) == __CPROVER_uninterpreted_f(x));",
        UNKNOWN,
    ),
    ("int __CPROVER_uninterpreted_f(int);", "assert(__CPROVER_uninterpreted_f(1) == 1);", UNKNOWN),
    (
        "int __CPROVER_uninterpreted_f(int);",
        "if (0) __CPROVER_uninterpreted_f(1); assert(1);",
        TRUE,
    ),
    ("int __CPROVER_new(int); int (*f)(int);", "f = __CPROVER_new; assert(f(1) == 1);", UNKNOWN),
    ("int __CPROVER_own(int x) { return x; }", "assert(__CPROVER_own(1) == 1);", TRUE),
    (
        "void __VERIFIER_something(int *);",
        "int x = 1; __VERIFIER_something(&x); assert(x);",
        UNKNOWN,
    ),
    ("void __ESBMC_something(int *);", "int x = 1; __ESBMC_something(&x); assert(x);", UNKNOWN),
    ("int __VERIFIER_nondet_thing(void);", "assert(__VERIFIER_nondet_thing());", FALSE),
    (
        "extern int __CPROVER_rounding_mode;",
        "__CPROVER_rounding_mode = 1; assert(0.1 > 0);",
        UNKNOWN,
    ),
    ("extern int __CPROVER_rounding_mode;", "assert(0.1 > 0);", TRUE),
    // ----- Types -----
    ("", "__CPROVER_size_t n = 0; n--; assert(n > 0 && sizeof n == sizeof(void *));", TRUE),
    ("", "static const __CPROVER_ssize_t n = -1; assert(n > 0);", FALSE),
    ("", "__CPROVER_bool b = 256; assert(b == 1 && sizeof(__CPROVER_bool) == 1);", TRUE),
    ("__CPROVER_thread_local int x = 3;", "assert(x == 3);", TRUE),
    ("typedef _Bool __CPROVER_bool; __CPROVER_bool f(void);", "assert(f() < 2);", TRUE),
];

#[test]
fn functions_of_tools_do_what_the_tools_say() {
    in_parallel(4, PROGRAMS.to_vec(), |(declarations, body, expected)| {
        let text = format!(
            "#include <assert.h>
             int in(void); float infloat(void); double indouble(void);
             {declarations}
             int main(void) {{ {body} }}\n"
        );
        let args = ["verify", "FILE", "--property", "unreach-call,assertion", "--timeout", "100"];
        let run = lemmatic_on("a.c", text.as_bytes(), &args);
        let result = run.last_line().strip_prefix("result: ").unwrap_or_default();
        assert!(result.starts_with(expected), "{body}\n{}{}", run.stdout, run.stderr);
    });
}

#[test]
fn accesses_of_their_functions_are_checked() {
    let result = |body: &str| {
        let text = format!("int main(void) {{ {body} }}");
        let args = ["verify", "FILE", "--property", "valid-deref", "--timeout", "100"];
        lemmatic_on("a.c", text.as_bytes(), &args).last_line().to_owned()
    };
    let wide = result("char x[3]; __CPROVER_havoc_slice(x + 1, 3);");
    assert_eq!(wide, "result: FALSE(valid-deref)");
    assert_eq!(result("char x[3]; __CPROVER_havoc_slice(x + 1, 2);"), "result: TRUE");
}

#[test]
fn unsupported_functions_are_named() {
    let text = "int main(void) { int x; return __CPROVER_w_ok(&x, 4); }";
    let run = lemmatic_on("a.c", text.as_bytes(), &["verify", "FILE"]);
    run.check("result: UNKNOWN(unsupported: a call of '__CPROVER_w_ok')", 5);
}
