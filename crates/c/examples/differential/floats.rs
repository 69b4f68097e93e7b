//! Random programs about floating-point numbers that print the bits of everything they compute.

use std::fmt::Write;

/// The start of every program. The sign of a NaN is ignored, since C does not specify it. Results
/// of library functions pass through `as_`: on 32 bits they are returned in a wide register, and
/// `sqrtf` leaves more digits in it than a `float` has.
const START: &str = "\
#include <math.h>
#include <stdio.h>
#include <string.h>
static float as_f(float x) { return x; }
static double as_(double x) { return x; }
static long double as_l(long double x) { return x; }
static void show_f(float x) {
    unsigned bits;
    memcpy(&bits, &x, 4);
    if (x != x) printf(\"nan\\n\"); else printf(\"%08x\\n\", bits);
}
static void show_d(double x) {
    unsigned long long bits;
    memcpy(&bits, &x, 8);
    if (x != x) printf(\"nan\\n\"); else printf(\"%016llx %.17g %.3e\\n\", bits, x, x);
}
static void show_l(long double x) {
    unsigned long long low;
    unsigned short high;
    memcpy(&low, &x, 8);
    memcpy(&high, (char *)&x + 8, 2);
    if (x != x) printf(\"nan\\n\"); else printf(\"%04hx%016llx %.21Lg\\n\", high, low, x);
}
";

/// Numbers at the edges of the formats, and some that no format represents exactly.
const NUMBERS: [&str; 24] = [
    "0.0",
    "1.0",
    "0.1",
    "0.5",
    "3.0",
    "1.5",
    "1e10",
    "1e-10",
    "123456.789",
    "16777217.0",
    "9007199254740993.0",
    "18446744073709551615.0",
    "1e38",
    "3.5e38",
    "1e-38",
    "1e-45",
    "7e-46",
    "1.1754943e-38",
    "0x1.fffffep0",
    "0x1.0000010000001p0",
    "0x1.000001p0",
    "0x1p-149",
    "0x1.8p62",
    "0x1.fffffffffffff8p-3",
];
/// Numbers that are not literals of `float`.
const WIDE_NUMBERS: [&str; 6] = ["1e300", "1e-300", "5e-324", "1e-310", "1.7e308", "0x1p-1074"];
const WIDEST_NUMBERS: [&str; 4] = ["1e4000L", "1e-4000L", "3.7e-4951L", "1.1e4932L"];
const SUFFIXES: [&str; 3] = ["f", "", "L"];
const TYPES: [&str; 3] = ["float", "double", "long double"];
const LETTERS: [char; 3] = ['f', 'd', 'l'];
/// Integer types, the letters of their variables, and the bounds within which floats convert to
/// them.
const INTEGERS: [(&str, char, &str, &str); 8] = [
    ("signed char", 'c', "-129", "128"),
    ("unsigned char", 'b', "-1", "256"),
    ("short", 's', "-32769", "32768"),
    ("int", 'i', "-2147483649.0", "2147483648.0"),
    ("unsigned", 'u', "-1", "4294967296.0"),
    ("long", 'n', "-2147483649.0", "2147483648.0"),
    ("long long", 'w', "-0x1p62", "0x1p62"),
    ("unsigned long long", 'v', "-1", "0x1p64"),
];
const UNARY: [&str; 8] = ["sqrt", "fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint"];
const BINARY: [&str; 3] = ["fmod", "remainder", "fdim"];
const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];
/// The number of variables of each type, and of statements in a program.
const VARIABLES: u64 = 3;
const STATEMENTS: u64 = 80;

/// The text of the program of a seed.
pub fn generate(seed: u64) -> String {
    let mut writer = Writer { state: seed, text: START.to_owned() };
    writer.program();
    writer.text
}

struct Writer {
    /// State of the generator SplitMix64.
    state: u64,
    text: String,
}

impl Writer {
    fn below(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % bound
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    fn program(&mut self) {
        for (ty, letter) in TYPES.into_iter().zip(LETTERS) {
            for index in 0..VARIABLES {
                let value = self.constant(2);
                self.line(&format!("static {ty} {letter}{index} = {value};"));
            }
        }
        for (ty, letter, ..) in INTEGERS {
            let value = self.below(1 << 40).wrapping_mul(self.below(1 << 40)) as i64;
            self.line(&format!("static {ty} {letter}0 = ({ty}){value}ll;"));
        }
        self.line("int main(void) {");
        self.show_all();
        for _ in 0..STATEMENTS {
            self.statement();
        }
        self.show_all();
        self.line("return 0;\n}");
    }

    fn line(&mut self, text: &str) {
        writeln!(self.text, "{text}").expect("a string takes any text");
    }

    fn show_all(&mut self) {
        for letter in LETTERS {
            for index in 0..VARIABLES {
                self.line(&format!("show_{letter}({letter}{index});"));
            }
        }
    }

    fn statement(&mut self) {
        let letter = self.pick(&LETTERS);
        let target = format!("{letter}{}", self.below(VARIABLES));
        let text = match self.below(8) {
            0 | 1 => {
                let (operator, value) = (self.pick(&["+", "-", "*", "/"]), self.expression(2));
                format!("{target} {operator}= {value};")
            }
            2 => format!("{target}{};", self.pick(&["++", "--"])),
            3 => {
                let (ty, integer, low, high) = self.pick(&INTEGERS);
                let cast = if self.below(2) == 0 { format!("({ty})") } else { String::new() };
                let guard = format!("if ({target} > {low} && {target} < {high})");
                let print = format!("printf(\"%lld\\n\", (long long){integer}0);");
                format!("{guard} {{ {integer}0 = {cast}{target}; {print} }}")
            }
            4 => {
                let (condition, value) = (self.condition(), self.expression(1));
                format!("if ({condition}) {target} = {value}; else printf(\"no\\n\");")
            }
            _ => {
                let depth = 1 + self.below(3);
                format!("{target} = {};", self.expression(depth))
            }
        };
        self.line(&format!("{text} show_{letter}({target});"));
        // Infinities and NaNs are printed once and then replaced; otherwise they would soon be
        // everywhere.
        let fresh = self.literal();
        self.line(&format!("if ({target} - {target} != 0) {target} = {fresh};"));
    }

    /// An expression of a floating-point type.
    fn expression(&mut self, depth: u64) -> String {
        if depth == 0 {
            return if self.below(4) == 0 { self.literal() } else { self.variable() };
        }
        let depth = depth - 1;
        match self.below(12) {
            0 => format!("(-{})", self.expression(depth)),
            1 => {
                let ty = self.pick(&TYPES);
                format!("(({ty}){})", self.expression(depth))
            }
            2 => {
                let (condition, then) = (self.condition(), self.expression(depth));
                format!("({condition} ? {then} : {})", self.expression(depth))
            }
            3 => {
                let (_, integer, ..) = self.pick(&INTEGERS);
                let operator = self.pick(&["+", "-", "*", "/"]);
                format!("({integer}0 {operator} {})", self.expression(depth))
            }
            4 => {
                let (name, suffix) = (self.pick(&UNARY), self.function_suffix());
                format!("as_{suffix}({name}{suffix}({}))", self.expression(depth))
            }
            5 => {
                let (name, suffix) = (self.pick(&BINARY), self.function_suffix());
                let first = self.expression(depth);
                format!("as_{suffix}({name}{suffix}({first}, {}))", self.expression(depth))
            }
            6 => {
                let suffix = self.function_suffix();
                let (first, second) = (self.expression(depth), self.expression(depth));
                format!("as_{suffix}(fma{suffix}({first}, {second}, {}))", self.expression(depth))
            }
            _ => {
                let (first, operator) = (self.expression(depth), self.pick(&["+", "-", "*", "/"]));
                format!("({first} {operator} {})", self.expression(depth))
            }
        }
    }

    fn condition(&mut self) -> String {
        let (first, comparison) = (self.expression(1), self.pick(&COMPARISONS));
        format!("({first} {comparison} {})", self.expression(1))
    }

    fn function_suffix(&mut self) -> &'static str {
        self.pick(&["f", "", "l"])
    }

    fn variable(&mut self) -> String {
        format!("{}{}", self.pick(&LETTERS), self.below(VARIABLES))
    }

    fn literal(&mut self) -> String {
        match self.below(10) {
            0 => self.pick(&WIDE_NUMBERS).to_owned(),
            1 => self.pick(&WIDEST_NUMBERS).to_owned(),
            2 => {
                let exponent = self.below(80) as i64 - 40;
                format!("{}.{}e{exponent}", self.below(1000), self.below(1 << 60))
            }
            _ => format!("{}{}", self.pick(&NUMBERS), self.pick(&SUFFIXES)),
        }
    }

    /// An expression that the compiler evaluates at compile time.
    fn constant(&mut self, depth: u64) -> String {
        if depth == 0 || self.below(3) == 0 {
            return self.literal();
        }
        let (first, operator) = (self.constant(depth - 1), self.pick(&["+", "-", "*"]));
        format!("({first} {operator} {})", self.constant(depth - 1))
    }
}
