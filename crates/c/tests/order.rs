//! The order of evaluation: the output of programs in all orders that C allows.

use c::{Options, compile_text};
use program::interpret::{
    Chooser, Environment, ExecutionEnd, Interpreter, OpenByte, OpenValue, Zeros,
};
use program::{ChoiceSource, Machine};
use std::collections::BTreeSet;
use term::Value;

/// Enumerates all orders: first the given choices, then the usual ones.
struct Orders {
    given: Vec<bool>,
    asked: usize,
}

impl Chooser for Orders {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        let ChoiceSource::Order(_) = open.source else { return Zeros.value(open) };
        if self.asked == self.given.len() {
            self.given.push(false);
        }
        self.asked += 1;
        Some(Value::Bool(self.given[self.asked - 1]))
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        Zeros.byte(open)
    }
}

const DECLARATIONS: &str = "
    int printf(const char *, ...); int __VERIFIER_nondet_int(void); void exit(int);
    void reach_error(void); typedef __typeof__(sizeof 0) size_t; void *malloc(size_t);
    int g, h, trace; int a[4]; int *p = &g;
    int mark(int n) { trace = 10 * trace + n; return n; }
    int set(int n) { g = n; return n; }
    int bump(void) { return ++g; }
    int through(int *q) { return ++*q; }
    int read_g(void) { return g; }
    int twice(int n) { int local = n; local += n; return local; }
    int leave(int n) { if (n) exit(0); return n; }
    int fail(int n) { if (n) reach_error(); return n; }
    struct pair { int x, y; } s;
    struct pair make(int x, int y) { struct pair r = { x, y }; s = r; return r; }
    int sum(int x, int y) { return 10 * x + y; }
    int both(struct pair q, int n) { return 100 * q.x + 10 * q.y + n; }
    int (*chosen)(int, int) = sum;
    int difference(int x, int y) { return x - y; }
    int choose(int n) { chosen = difference; return n; }
    typedef int vec __attribute__((vector_size(8))); vec w = { 1, 1 };
    vec grow(int n) { w += n; return (vec){ n, n }; }
    double _Complex z = 1; double _Complex turn(void) { z += 1.0i; return 2; }
";

/// The output of a body of `main` in the usual order, and in all orders.
fn outputs(body: &str) -> (String, BTreeSet<String>) {
    let text = format!("{DECLARATIONS} int main(void) {{ {body} return 0; }}");
    let program = compile_text("test.c", text.as_bytes(), &Options::new(Machine::Lp64));
    let program = program.unwrap_or_else(|error| panic!("{error}\n{body}"));
    let interpreter = Interpreter::new(&program, Default::default()).expect("a sound program");
    let (mut first, mut all, mut given) = (None, BTreeSet::new(), Some(Vec::new()));
    while let Some(orders) = given {
        let mut chooser = Orders { given: orders, asked: 0 };
        let mut output = Vec::new();
        let run = interpreter.run(&mut Environment {
            chooser: &mut chooser,
            output: &mut output,
            observer: None,
            interrupted: &|| false,
        });
        let mut text = String::from_utf8(output).expect("text").trim().to_owned();
        match run.outcome {
            ExecutionEnd::Finished(_) => {}
            ExecutionEnd::Violation(violation) => text += &violation.message,
            ExecutionEnd::Unsupported(what, _) => text += &what.to_string(),
            other => text += &format!("{other:?}"),
        }
        first.get_or_insert_with(|| text.clone());
        all.insert(text);
        assert!(all.len() < 100, "{body}");
        let mut orders = chooser.given;
        while orders.pop_if(|last| *last).is_some() {}
        given = orders.pop().map(|_| {
            orders.push(true);
            orders
        });
    }
    (first.expect("a run"), all)
}

/// Checks all outputs; the one of the usual order comes first.
fn check(body: &str, expected: &[&str]) {
    let (first, all) = outputs(body);
    assert_eq!(first, expected[0], "{body}");
    assert_eq!(all, expected.iter().map(|text| (*text).to_owned()).collect(), "{body}");
}

/// Checks the value of an expression in all orders; `g` is initially 1.
fn value(expr: &str, expected: &[&str]) {
    check(&format!("g = 1; h = 2; printf(\"%d\", {expr});"), expected);
}

#[test]
fn a_variable_is_read_before_or_after_a_call() {
    value("g + set(5)", &["6", "10"]);
    value("set(5) + g", &["10", "6"]);
    value("h + set(5)", &["7"]);
    value("*p * 10 + set(5)", &["15", "55"]);
    value("(g, g) + set(5)", &["6", "10"]);
    value("set(5) == 5 && g == 5", &["1"]);
    value("(set(5), g)", &["5"]);
    value("set(5) ? g : 0", &["5"]);
    value("a[g] + set(2)", &["2"]);
    value("sum(g, set(5))", &["15", "55"]);
    value("sum(g, g) + set(5)", &["16", "60", "20", "56"]);
}

#[test]
fn calls_have_any_order() {
    value("(mark(1) + mark(2), trace)", &["12", "21"]);
    value("(mark(1) - mark(2) - mark(3), trace)", &["123", "132", "213", "231", "312", "321"]);
    value("(mark(1) + mark(2) * mark(3), trace)", &["123", "132", "213", "231", "312", "321"]);
    value("sum(bump(), bump())", &["23", "32"]);
    value("sum(bump(), twice(g))", &["24", "22"]);
    value("sum(twice(1), twice(2))", &["24"]);
    value("sum(read_g(), read_g())", &["11"]);
    value("bump() + read_g()", &["4", "3"]);
    value("mark(1) + bump()", &["3"]);
    // The arguments of a call come before it.
    value("(mark(mark(1)) , trace)", &["11"]);
    value("(mark(mark(1) + 2) , trace)", &["13"]);
    value("(mark(mark(mark(1) + 1) + 1) - mark(9), trace)", &["1239", "1293", "1923", "9123"]);
    // Four calls are the maximum.
    let orders = outputs("printf(\"%d\", (mark(1) + mark(2) + mark(3) + mark(4), trace));").1;
    assert_eq!(orders.len(), 24);
    let too_many =
        "the order of evaluation of '(((mark(1) + mark(2)) + mark(3)) + mark(4)) + mark(5)'";
    check("mark(1) + mark(2) + mark(3) + mark(4) + mark(5);", &["", too_many]);
    check("twice(1) + twice(2) + twice(3) + twice(4) + twice(5);", &[""]);
}

#[test]
fn operands_of_all_kinds() {
    // Assignments: both sides; the store comes last.
    check("g = 1; a[g] = set(2); printf(\"%d %d\", a[1], a[2]);", &["2 0", "0 2"]);
    check("g = 1; a[bump()] = bump(); printf(\"%d %d\", a[2], a[3]);", &["3 0", "0 2"]);
    check("g = 1; g = bump() + 5; printf(\"%d\", g);", &["7"]);
    check("int x = 1; x = (x = 2, x + 1); printf(\"%d\", x);", &["3"]);
    check("int x; g = 1; x = (g = 7) + read_g(); printf(\"%d\", x);", &["14", "8"]);
    // A compound assignment reads when its operands are known, and writes at once.
    check("g = 1; g += set(5); printf(\"%d\", g);", &["10"]);
    check("g = 1; a[2] = 1; a[g] += set(2); printf(\"%d %d\", a[1], a[2]);", &["2 1", "0 3"]);
    check("g = 1; h = g++ + read_g(); printf(\"%d\", h);", &["3", "2"]);
    check("int x = 1; h = x++ + through(&x); printf(\"%d %d\", h, x);", &["4 3", "4 3"]);
    check("int x = 1; h = 2 * x++ + through(&x); printf(\"%d %d\", h, x);", &["5 3", "6 3"]);
    // Subscripts, pointers, members.
    value("(&a[0])[mark(0)] + mark(1) - trace", &["0", "1", "-9"]);
    value("*(p + 0) + through(p)", &["3", "4"]);
    check("s.x = 1; printf(\"%d\", s.x + make(4, 5).y);", &["6", "9"]);
    check("s.x = 1; s.y = 2; printf(\"%d\", both(s, make(4, 5).x));", &["124", "454"]);
    check("s.x = 1; struct pair t; t = (mark(1), s); printf(\"%d\", t.x);", &["1"]);
    // The function that is called.
    value("chosen(5, choose(3))", &["53", "2"]);
    value("(chosen)(twice(2), 3)", &["43"]);
    // Variable arguments.
    check("g = 1; printf(\"%d %d\", g, set(2));", &["1 2", "2 2"]);
    check("printf(\"%d %d\", bump(), bump());", &["1 2", "2 1"]);
}

#[test]
fn initialisers_have_any_order_of_whole_items() {
    check("int x[2] = { bump(), bump() }; printf(\"%d %d\", x[0], x[1]);", &["1 2", "2 1"]);
    check("struct pair x = { .y = mark(1), .x = mark(2) }; printf(\"%d\", trace);", &["21", "12"]);
    // No item is evaluated inside of another one.
    check(
        "int x[2] = { 0 * (mark(1), mark(2)), mark(3) }; printf(\"%d\", trace);",
        &["123", "312"],
    );
    check(
        "int x[2] = { mark(1) - mark(2), mark(3) }; printf(\"%d\", trace);",
        &["123", "213", "312", "321"],
    );
    check("int *x = (int[]){ bump(), bump() }; printf(\"%d %d\", x[0], x[1]);", &["1 2", "2 1"]);
    check("h = bump() + ((struct pair){ bump(), 7 }).x * 10; printf(\"%d\", h);", &["21", "12"]);
    check(
        "int x[3] = { g, h, set(2) }; printf(\"%d %d %d\", x[0], x[1], x[2]);",
        &["0 0 2", "2 0 2"],
    );
    check("int n = 2, x[n][2]; x[1][1] = 3; printf(\"%d\", x[1][1]);", &["3"]);
    check(
        "g = 1; int x[sum(g, set(2))]; printf(\"%d\", (int)(sizeof x / sizeof *x));",
        &["12", "22"],
    );
}

#[test]
fn sequence_points_are_respected() {
    value("mark(1) && mark(2) && trace == 12", &["1"]);
    value("mark(1) || mark(2)", &["1"]);
    value("(mark(1), mark(2), mark(3), trace)", &["123"]);
    value("(mark(1), mark(2)) * 0 + (mark(3), 0) + 0 * 1 == 0 && trace > 0", &["1"]);
    value(
        "0 * (0 * (mark(1), mark(2)) + mark(3)) + trace",
        &[
            // The variable is read before or after, and the third call anywhere.
            "123", "132", "312", "12", "13", "31", "1", "3", "0",
        ],
    );
    value("(g == 1 && set(5)) + g", &["6", "2"]);
    value("(g == 1 ? set(5) : 0) + g", &["10", "6"]);
    value("(g ?: set(5)) + g", &["2"]);
    value("(bump() ? mark(2) : mark(3)) + bump()", &["5", "4"]);
    check(
        "for (int i = mark(1), j = mark(2); i < 2; i++, mark(3)) {} printf(\"%d\", trace);",
        &["123"],
    );
    check(
        "switch (bump() - bump()) { case -1: printf(\"a\"); break; case 1: printf(\"b\"); }",
        &["a", "b"],
    );
    check("if (bump() == 1 || mark(1)) printf(\"%d\", trace);", &["0"]);
    check("if (bump() - bump() < 0) printf(\"less\"); else printf(\"more\");", &["less", "more"]);
    check("while (bump() + bump() < 5) {} printf(\"%d\", g);", &["4"]);
    check("h = sizeof(bump() + bump()); printf(\"%d %d\", h, g);", &["4 0"]);
    // One conditional part may be anywhere; more of them are not supported.
    check(
        "g = 1; h = (mark(1) && (mark(2), mark(3))) + mark(4);",
        &["", "the order of evaluation of 'h = (mark(1) && (mark(2), mark(3))) + mark(4)'"],
    );
}

#[test]
fn statement_expressions_are_calls() {
    value("({ int i = g; i + 1; }) + h", &["4"]);
    value("({ g = 3; g; }) + h", &["5"]);
    value("({ int i = 0; i++; i; }) + ({ int i = 4; through(&h) + i; })", &["8"]);
    check(
        "g = 1; h = ({ g = 3; g; }) + g;",
        &["", "the order of evaluation of 'h = ({ ... }) + g'"],
    );
    check("h = ({ bump() - bump(); }); printf(\"%d\", h);", &["-1", "1"]);
}

#[test]
fn what_commutes_has_one_order() {
    for expr in [
        "__VERIFIER_nondet_int() + __VERIFIER_nondet_int() * g",
        "twice(g) + twice(a[0]) + read_g() + h++",
        "printf(\"\") + printf(\"\") + bump()",
        "sum(twice(g), a[g])",
        "sum(h = 2, bump())",
        "(int)(sizeof(bump()) + sizeof(bump())) + bump()",
        "malloc(4) == malloc(8)",
        "bump() + twice(__VERIFIER_nondet_int())",
    ] {
        let text = format!("{DECLARATIONS} int main(void) {{ return {expr}; }}");
        let program = compile_text("test.c", text.as_bytes(), &Options::new(Machine::Lp64));
        let text = program.expect("a program").to_string();
        assert!(!text.contains(" order \""), "{expr}\n{text}");
    }
}

#[test]
fn an_end_of_the_program_hides_what_comes_after() {
    check("leave(1) + fail(1);", &["", "'reach_error' is called"]);
    check("fail(1) + leave(1);", &["'reach_error' is called", ""]);
    check("int zero = 0; leave(1) + 1 / zero;", &["", "division by zero in '1 / zero'"]);
    check("int zero = 0; 1 / zero + twice(1);", &["division by zero in '1 / zero'"]);
}

#[test]
fn unordered_changes_of_a_variable_are_undefined() {
    let undefined = |body: &str, variable: &str| {
        let (first, all) = outputs(body);
        let expected = format!("'{variable}' is changed and accessed in no order in ");
        assert!(first.starts_with(&expected), "{body}: {first}");
        assert_eq!(all.len(), 1, "{body}");
    };
    undefined("int i = 0; i = i++ + 1;", "i");
    undefined("int i = 0; a[i] = i++;", "i");
    undefined("int i = 0; sum(i++, i++);", "i");
    undefined("int i = 0; sum(i, i++);", "i");
    undefined("g = ++g;", "g");
    undefined("s.x = s.x-- - 1;", "s");
    undefined("int x = 1, y = 2; x ^= y ^= x ^= y;", "x");
    undefined("int i = 0; i = (0, i++);", "i");
    undefined("int i = 0; i += i++;", "i");
    let defined = |body: &str| check(body, &[""]);
    defined("int i = 0; i = i + 1; i = (i++, i); i++ && i++; i ? i++ : i--;");
    defined("int i = 0; i = twice(i++); i = a[i++] ? 1 : i++; a[i] = 1; h = i = 2;");
    defined("s.x = s.y++; s.y = s.x = 1; int *q = a; *q++ = 1; *q = *q + 1;");
    defined("int i = 0; int x[3] = { i++, i++, i }; for (int j = 0, k = 0; j < 2; j++, k--) {}");
    defined("int i = 0; i = ({ i++; i; });");
}

#[test]
fn vectors_and_complex_numbers_are_read_as_a_whole() {
    let show = "printf(\"%d %d\", r[0], r[1]);";
    check(&format!("vec r = w + grow(5); {show}"), &["6 6", "11 11"]);
    check(&format!("vec r = grow(5) - w; {show}"), &["-1 -1", "4 4"]);
    check(&format!("vec r = w + (vec){{ 2, 3 }} * grow(5); {show}"), &["11 16", "16 21"]);
    check(&format!("vec r = w; r += grow(1) + grow(2); {show}"), &["4 4"]);
    let marked = "(vec){ mark(1) } + (vec){ mark(2) } * (vec){ mark(3) }";
    check(
        &format!("vec r = {marked}; printf(\"%d\", trace);"),
        &["123", "132", "213", "231", "312", "321"],
    );
    let show = "printf(\"%g %g\", __real__ r, __imag__ r);";
    check(&format!("double _Complex r = z + turn(); {show}"), &["3 0", "3 1"]);
    check(&format!("double _Complex r = z * turn(); {show}"), &["2 0", "2 2"]);
}
