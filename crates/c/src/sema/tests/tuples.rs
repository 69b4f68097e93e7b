//! Vectors and complex numbers.

use super::{check_expr, check_global, check_on, unit};
use program::Machine;

const TYPES: &str =
    "typedef int v __attribute__((vector_size(8))); v a, b, *p; volatile v changing;
    typedef unsigned char c __attribute__((vector_size(2))); c x; v make(void); int i;
    typedef unsigned u __attribute__((vector_size(8))); u w;
    double _Complex z; float _Complex narrow; _Complex int n; double d; double _Complex g(void);";

#[test]
fn operators_work_on_each_element() {
    let sum = "let in (int __vector(2)){@0 (a.<elements>[0] + b.<elements>[0]), \
               @4 (a.<elements>[1] + b.<elements>[1])}";
    check_expr(TYPES, "a + b", sum);
    check_expr(TYPES, "-x", {
        "let in (uchar __vector(2)){@0 -x.<elements>[0], @1 -x.<elements>[1]}"
    });
    // What may have effects or change is evaluated once, and first.
    check_expr(TYPES, "make() << i", {
        "let [left] = make(), [right] = i in (int __vector(2)){@0 ([left].<elements>[0] << [right]), \
         @4 ([left].<elements>[1] << [right])}"
    });
    check_expr(TYPES, "changing & 1", {
        "let [left] = changing in (int __vector(2)){@0 ([left].<elements>[0] & 1), \
         @4 ([left].<elements>[1] & 1)}"
    });
}

#[test]
fn constants_need_no_variables() {
    check_expr(TYPES, "(v){1, 2}[1]", "(int __vector(2)){@0 1, @4 2}.<elements>[1]");
    check_global("double _Complex z = 1.0 + 2.0i;", "_Complex double z = {@0 1.0, @8 2.0}");
    check_global("_Complex int z = ~(3 - 4i);", "_Complex int z = {@0 3, @4 4}");
    check_global("int a[(int)__imag__(1 + 5i)];", "int[5] a");
    check_global("float _Complex z = (1.0 + 2.0i) * (3.0 - 1.0i);", {
        "_Complex float z = {@0 5.0f, @4 5.0f}"
    });
}

#[test]
fn real_operands_stay_real() {
    check_expr(TYPES, "z * d", {
        "let in (_Complex double){@0 (z.<real> * d), @8 (z.<imaginary> * d)}"
    });
    check_expr(TYPES, "d - z", {
        "let in (_Complex double){@0 (d - z.<real>), @8 -z.<imaginary>}"
    });
    check_expr(TYPES, "z * narrow", {
        "let [right] = let in (_Complex double){@0 [double]narrow.<real>, @8 [double]narrow.<imaginary>} in \
         __muldc3(z.<real>, z.<imaginary>, [right].<real>, [right].<imaginary>)"
    });
    check_expr(TYPES, "__imag__ z = 1", "(z.<imaginary> = 1.0)");
    check_expr(TYPES, "!z", "!let in ((z.<real> != 0.0) || (z.<imaginary> != 0.0))");
}

#[test]
fn assignments_evaluate_their_place_once() {
    check_expr(TYPES, "*p++ += a", {
        "let [place] = p++<int __vector(2)*>, [right] = a in (*[place] = let [left] = *[place] in \
         (int __vector(2)){@0 ([left].<elements>[0] + [right].<elements>[0]), \
         @4 ([left].<elements>[1] + [right].<elements>[1])})"
    });
}

#[test]
fn results_of_compilers_that_differ_are_not_modelled() {
    let text = "double _Complex f(void) { return (0.1 + 0.2i) * (0.3 + 0.4i); }";
    let what = "an operation on complex constants, which compilers round in several ways";
    check_on(Machine::Lp64, text, &format!("{{ return unsupported<{what}>; }}"));
}

#[test]
fn types_of_vectors_are_the_same_wherever_they_are_named() {
    let text = "typedef int v __attribute__((vector_size(16)));
        extern v g; __attribute__((vector_size(16))) int g; int *f(void) __attribute__((vector_size(16)));
        v *f(void) { return &g; } _Static_assert(sizeof(v) == 16 && _Alignof(v) == 16, \"\");";
    for machine in [Machine::Ilp32, Machine::Lp64] {
        unit(machine, text);
    }
}

#[test]
fn signs_of_zeros_that_compilers_change_are_not_modelled() {
    let product = "__divdc3(z.<real>, z.<imaginary>, [right].<real>, [right].<imaginary>)";
    let negated = "let in (_Complex double){@0 -z.<real>, @8 -z.<imaginary>}";
    let zero = "([product].<real> == 0.0) || ([product].<imaginary> == 0.0)";
    let what = "the sign of a zero in a product or quotient of complex numbers";
    let expected = format!(
        "let [product] = let [right] = {negated} in {product} in \
         ((({zero}) ? unsupported<{what}> : 0), [product])"
    );
    check_expr(TYPES, "z / -z", &expected);
    check_expr(TYPES, "z * -1.0i", "let in __muldc3(z.<real>, z.<imaginary>, -0.0, -1.0)");
}
