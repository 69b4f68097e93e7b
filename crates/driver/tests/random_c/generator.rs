//! Random C programs with a few inputs of tiny range.
//!
//! Every variable has an initial value, loops have constant bounds, and indices exceed bounds only
//! slightly. So all open values are inputs, every run ends, and sanitizers detect errors.

use std::fmt::Write;

/// A generator of numbers, the same for the same seed.
pub struct Dice(pub u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len() as u64) as usize]
    }
}

const HEADER: &str = "\
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
struct pair { signed char c; int i; int *p; };
union view { unsigned u; unsigned char b[4]; short h[2]; };
int g = 1;
int ga[3] = {1, 2, 3};
int *gp = &g;
";

/// How many inputs a program has.
pub const INPUTS: u32 = 3;

/// Inputs are less than this.
pub const INPUT_RANGE: u8 = 4;

const INTEGERS: [&str; 9] = ["a", "b", "c", "n", "s", "u", "g", "x.i", "x.c"];
const POINTERS: [&str; 5] = ["p", "q", "m", "gp", "x.p"];

struct Writer {
    dice: Dice,
    text: String,
    depth: usize,
    /// Loop variables and locals of blocks that may be used.
    locals: Vec<String>,
    names: u32,
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut writer =
        Writer { dice, text: HEADER.to_owned(), depth: 0, locals: Vec::new(), names: 0 };
    writer.function();
    writer.main();
    writer.text
}

impl Writer {
    fn line(&mut self, text: &str) {
        let indent = 4 * self.depth;
        writeln!(self.text, "{:indent$}{text}", "").expect("strings take everything");
    }

    fn function(&mut self) {
        self.line("static int *f(int k, int *r) {");
        self.depth += 1;
        self.line("int l = k, *t = &l;");
        let address = self.dice.pick(&["r", "r", "t", "&g", "k > 1 ? r : gp", "ga + k"]);
        let effect = self.dice.pick(&["g += k;", "ga[k & 1] = l;", "if (k == 2) g = 7;"]);
        self.line(effect);
        self.line(&format!("return {address};"));
        self.depth -= 1;
        self.line("}");
    }

    fn main(&mut self) {
        self.line("int main(void) {");
        self.depth += 1;
        for input in ["a", "b", "c"] {
            self.line(&format!("int {input} = __VERIFIER_nondet_uchar() & 3;"));
        }
        self.line("int n = 2, arr[4] = {5, 6, 7, 8};");
        self.line("short s = 300;");
        self.line("unsigned u = 4000000000u;");
        self.line("int *p = arr, *q = &n;");
        self.line("int *m = calloc(3, sizeof(int));");
        self.line("struct pair x = {1, 2, &n}, y = {3, 4, arr + 1};");
        self.line("union view v = {0x01020304u};");
        for _ in 0..3 + self.dice.roll(6) {
            self.statement(2);
        }
        if self.dice.roll(2) == 0 {
            self.line("free(m);");
        }
        self.line("return 0;");
        self.depth -= 1;
        self.line("}");
    }

    fn block(&mut self, nesting: u32) {
        let known = self.locals.len();
        self.depth += 1;
        for _ in 0..1 + self.dice.roll(3) {
            self.statement(nesting);
        }
        self.depth -= 1;
        self.locals.truncate(known);
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn statement(&mut self, nesting: u32) {
        match self.dice.roll(if nesting == 0 { 15 } else { 20 }) {
            0..=2 => {
                let (to, value) = (self.place(), self.value(2));
                self.line(&format!("{to} = {value};"));
            }
            3 => {
                let to = self.dice.pick(&INTEGERS);
                let op = self.dice.pick(&["+=", "-=", "*=", "^=", "<<=", ">>="]);
                let value = self.value(1);
                let value = if op.len() == 3 { format!("({value}) & 7") } else { value };
                self.line(&format!("{to} {op} {value};"));
            }
            4 | 5 => {
                let to = self.dice.pick(&["p", "q", "x.p", "gp", "y.p"]);
                let address = self.address();
                self.line(&format!("{to} = {address};"));
            }
            6 => self.line("x = y;"),
            7 => {
                let what = self.dice.pick(&["free(m);", "m = malloc(4), *m = c;", "free(p);"]);
                self.line(what);
            }
            8 => {
                let size = self.dice.pick(&["8", "sizeof arr", "4 * a", "b + 9"]);
                let from = self.dice.pick(&["arr", "ga", "&x.i"]);
                self.line(&format!("memmove(arr, {from}, {size});"));
            }
            9 => {
                let (index, value) = (self.value(1), self.value(1));
                self.line(&format!("v.b[({index}) & 3] = {value};"));
            }
            10 => self.line("memset(m, a, 4 * b);"),
            11 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) reach_error();"));
            }
            12 => {
                let (to, index) = (self.dice.pick(&["p", "q", "gp"]), self.value(1));
                self.line(&format!("{to} = f(({index}) & 3, {to});"));
            }
            13 => self.line("memcpy(&y, &x, sizeof x);"),
            14 => {
                let to = self.dice.pick(&INTEGERS);
                self.line(&format!("{to}++;"));
            }
            15 | 16 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.block(nesting - 1);
                self.line("}");
            }
            17 => {
                let (i, bound) = (self.name("i"), 1 + self.dice.roll(3));
                self.line(&format!("for (int {i} = 0; {i} < {bound}; {i}++) {{"));
                self.locals.push(i);
                self.block(nesting - 1);
                self.locals.pop();
                self.line("}");
            }
            18 => {
                let l = self.name("l");
                let value = self.value(1);
                self.line("{");
                self.line(&format!("    int {l} = {value};"));
                let to = self.dice.pick(&["p", "q", "x.p"]);
                self.line(&format!("    {to} = &{l};"));
                self.block(nesting - 1);
                self.line("}");
            }
            _ => {
                let w = self.name("w");
                self.line("{");
                self.line(&format!("    int {w}[a + 1];"));
                self.line(&format!("    for (int k = 0; k <= a; k++) {w}[k] = k;"));
                let to = self.dice.pick(&["p", "q"]);
                self.line(&format!("    {to} = {w} + b;"));
                self.block(nesting - 1);
                self.line("}");
            }
        }
    }

    fn place(&mut self) -> String {
        let index = self.index();
        match self.dice.roll(6) {
            0 | 1 => self.dice.pick(&INTEGERS).to_owned(),
            2 => format!("{}[{index}]", self.dice.pick(&["arr", "ga", "m"])),
            3 => format!("*{}", self.dice.pick(&POINTERS)),
            4 => format!("{}[{index}]", self.dice.pick(&POINTERS)),
            _ => self.dice.pick(&["y.i", "v.u", "v.h[1]", "y.c"]).to_owned(),
        }
    }

    fn index(&mut self) -> String {
        match self.dice.roll(6) {
            0 => "a".to_owned(),
            1 => "b + 1".to_owned(),
            2 => "c - 1".to_owned(),
            3 => "n & 3".to_owned(),
            _ => self.dice.roll(3).to_string(),
        }
    }

    fn address(&mut self) -> String {
        let index = self.index();
        match self.dice.roll(8) {
            0 => "0".to_owned(),
            1 => format!("arr + ({index})"),
            2 => "m".to_owned(),
            3 => format!("&ga[{index}]"),
            4 => self.dice.pick(&["&n", "&g", "&x.i", "&y.i", "&a"]).to_owned(),
            5 => self.dice.pick(&POINTERS).to_owned(),
            6 => format!("{} + 1", self.dice.pick(&POINTERS)),
            _ => "(int *)&v".to_owned(),
        }
    }

    fn value(&mut self, depth: u32) -> String {
        if depth == 0 || self.dice.roll(3) == 0 {
            return match self.dice.roll(6) {
                0 => self.dice.pick(&["0", "1", "-1", "3", "100", "2147483647"]).to_owned(),
                1 if !self.locals.is_empty() => {
                    let at = self.dice.roll(self.locals.len() as u64) as usize;
                    self.locals[at].clone()
                }
                2 => self.dice.pick(&["v.u", "v.b[2]", "v.h[0]", "y.i", "y.c"]).to_owned(),
                _ => self.dice.pick(&INTEGERS).to_owned(),
            };
        }
        let (left, right) = (self.value(depth - 1), self.value(depth - 1));
        match self.dice.roll(11) {
            0 => format!("({left}) * ({right})"),
            1 => format!("({left}) - ({right})"),
            2 => format!("({left}) / ({right})"),
            3 => format!("({left}) % ({right})"),
            4 => format!("({left}) << (({right}) & 3)"),
            5 => format!("({left}) >> ({right})"),
            6 => format!("-({left})"),
            7 => format!("*{}", self.dice.pick(&POINTERS)),
            8 => format!("{}[{}]", self.dice.pick(&["arr", "ga", "m"]), self.index()),
            9 => format!("({left}) < ({right}) ? ({left}) : ({right})"),
            _ => format!("({left}) + ({right})"),
        }
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.value(1), self.value(1));
        match self.dice.roll(6) {
            0 => format!("a == {} && b == {}", self.dice.roll(4), self.dice.roll(4)),
            1 => "p == q".to_owned(),
            2 => format!("({left}) > ({right})"),
            3 => "p == 0 || q == gp".to_owned(),
            4 => format!("c > 1 && ({left}) != ({right})"),
            _ => format!("({left}) == ({right})"),
        }
    }
}
