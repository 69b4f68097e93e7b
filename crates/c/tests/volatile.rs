//! Volatile objects: the output of programs if nothing changes them, and if everything does.

use c::{Options, compile_text};
use program::interpret::{
    Chooser, Environment, ExecutionEnd, Interpreter, OpenByte, OpenValue, Zeros,
};
use program::{ChoiceSource, Machine};
use term::{BitVec, Float, Sort, Value};

/// Changes volatile objects to 7 whenever they are read, if enabled; otherwise nothing is open.
struct Changes {
    changes: bool,
    reads: usize,
}

impl Chooser for Changes {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        if !matches!(open.source, ChoiceSource::Volatile(_)) || !self.changes {
            return Zeros.value(open);
        }
        Some(match open.sort {
            Sort::BitVec(width) => Value::BitVec(BitVec::new(*width, 7)),
            Sort::Float(_) => Value::Float(Float::from_f64(7.0)),
            _ => {
                self.reads += 1;
                Value::Bool(true)
            }
        })
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        Zeros.byte(open)
    }
}

const DECLARATIONS: &str = "
    int printf(const char *, ...);
    volatile int v = 1; const volatile int c = 1; int plain = 1; _Atomic int atomic = 1;
    typedef volatile int reg; reg r = 1; typedef int pair[2]; volatile pair vp = { 1, 1 };
    volatile int a[2][2] = { { 1, 1 }, { 1, 1 } }; int *volatile pointer = &plain;
    volatile double d = 1; volatile _Bool b = 0; volatile char narrow = 1;
    struct s { volatile int x; int y; volatile unsigned f : 2; unsigned g : 6; } s = { 1, 1, 1, 1 };
    struct t { int x, y[2]; } t = { 1, { 1, 1 } }; volatile struct t vt = { 1, { 1, 1 } };
    struct outer { struct t in; volatile struct { int z; }; } o = { { 1, { 1, 1 } }, { 1 } };
    volatile union u { int i; char c[4]; } u = { 1 };
    int of(volatile int *p) { return *p; }
    int of_array(volatile int p[]) { return p[1]; }
    int of_value(volatile int p) { return p; }
    int old(p, q) volatile int p; int *q; { return 10 * p + *q; }
    volatile int result(void) { return 1; }
";

/// Runs the body of `main`; returns its output, and how often it read a volatile object.
fn run(body: &str, changes: bool) -> (String, usize) {
    let text = format!("{DECLARATIONS} int main(void) {{ {body} return 0; }}");
    let program = compile_text("test.c", text.as_bytes(), &Options::new(Machine::Lp64));
    let program = program.unwrap_or_else(|error| panic!("{error}\n{body}"));
    let interpreter = Interpreter::new(&program, Default::default()).expect("a sound program");
    let mut chooser = Changes { changes, reads: 0 };
    let mut output = Vec::new();
    let run = interpreter.run(&mut Environment {
        chooser: &mut chooser,
        output: &mut output,
        observer: None,
        interrupted: &|| false,
    });
    assert!(matches!(run.outcome, ExecutionEnd::Finished(_)), "{body}: {:?}", run.outcome);
    (String::from_utf8(output).expect("text"), chooser.reads)
}

/// Checks the output without and with changes.
fn check(body: &str, unchanged: &str, changed: &str) {
    assert_eq!(run(body, false).0, unchanged, "{body}");
    assert_eq!(run(body, true).0, changed, "{body}");
}

/// Checks an expression that is 1 without changes, and its value with changes.
fn value(expr: &str, changed: &str) {
    check(&format!("printf(\"%d\", (int)({expr}));"), "1", changed);
}

#[test]
fn every_read_gives_any_value() {
    for volatile in ["v", "c", "r", "narrow", "d", "vp[0]", "a[1][0]", "*a[1]", "s.x", "vt.x"] {
        value(volatile, "7");
    }
    for volatile in ["vt.y[1]", "(&vt)->y[0]", "o.z", "u.i", "of(&plain)", "of_array(vp)"] {
        value(volatile, "7");
    }
    for volatile in ["*(volatile int *)&plain", "of_value(1)", "(&s)->x", "*&v", "(0, v)"] {
        value(volatile, "7");
    }
    for plain in ["plain", "atomic", "s.y", "s.g", "t.x", "t.y[1]", "o.in.x", "*&plain"] {
        value(plain, "1");
    }
    for plain in ["result()", "sizeof v / 4", "sizeof(volatile int) / 4", "&v != 0", "&vt.x != 0"] {
        value(plain, "1");
    }
    value("s.f", "3");
    value("!b", "0");
    value("pointer == &plain", "0");
    value("*(1 ? &plain : &v)", "7");
    value("v == 1 && v == 1", "0");
    value("v ? v : 0", "7");
    value("v ?: 0", "7");
    check("int x = 1; printf(\"%d\", old(2, &x));", "21", "71");
    check("__typeof__(v) x = 1; printf(\"%d\", x);", "1", "7");
    check("__typeof__(*&v) *x = &plain; printf(\"%d\", *x);", "1", "7");
    check("__auto_type x = &v; printf(\"%d\", *x);", "1", "7");
    check("volatile int x = 2; int y = x; printf(\"%d\", y);", "2", "7");
    check("int x = 2; int *volatile *p = &pointer; printf(\"%d\", *p == pointer);", "1", "1");
    check("volatile int x[3] = { 1, 2, 3 }; printf(\"%d\", x[1]);", "2", "7");
}

#[test]
fn writes_are_writes() {
    check("v = 3; printf(\"%d\", v);", "3", "7");
    check("v = 3; printf(\"%d\", *(int *)&v);", "3", "3");
    check("int x = v++; printf(\"%d %d\", x, *(int *)&v);", "1 2", "7 8");
    check("int x = ++v; printf(\"%d %d\", x, *(int *)&v);", "2 2", "8 8");
    check("int x = v += 2; printf(\"%d %d\", x, *(int *)&v);", "3 3", "9 9");
    check("int x = v = 5; printf(\"%d\", x);", "5", "5");
    check("int x = __sync_fetch_and_add(&v, 1); printf(\"%d\", x);", "1", "7");
    check("int x = __sync_fetch_and_add(&plain, 1); printf(\"%d\", x);", "1", "1");
    check("s.f = 2; printf(\"%d %d\", s.f, s.g);", "2 1", "3 1");
}

#[test]
fn records_have_volatile_parts() {
    check("struct s x = s; printf(\"%d %d %d %d\", x.x, x.y, x.f, x.g);", "1 1 1 1", "7 1 3 1");
    check("struct s x = s; printf(\"%d\", *(int *)&x);", "1", "7");
    check("struct t x = vt; printf(\"%d %d\", x.x, x.y[1]);", "1 1", "7 7");
    check("struct t x = t; printf(\"%d %d\", x.x, x.y[1]);", "1 1", "1 1");
    check("struct outer x = o; printf(\"%d %d\", x.in.x, *(&x.in.x + 3));", "1 1", "1 7");
    check("union u x = u; printf(\"%x\", x.i);", "1", "7070707");
    check("vt = t; printf(\"%d\", *(int *)&vt.x);", "1", "1");
    check("volatile struct t *p = &t; struct t x = *p; printf(\"%d\", x.y[0]);", "1", "7");
}

#[test]
fn objects_are_read_once() {
    let reads = |body: &str, expected: usize| assert_eq!(run(body, true).1, expected, "{body}");
    reads("v;", 1);
    reads("(void)v;", 1);
    reads("v++;", 1);
    reads("v += v;", 2);
    reads("v = 1;", 0);
    reads("(void)&v; (void)sizeof v;", 0);
    reads("a[v & 1][v & 1] = v;", 3);
    reads("if (v && v) { }", 2);
    reads("for (int i = 0; i < 3; i++) (void)v;", 3);
    reads("struct s x = s;", 1);
}
