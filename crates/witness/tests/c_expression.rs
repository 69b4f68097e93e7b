//! Terms and the C expressions written for them have the same values according to the front end,
//! and evaluating the expressions has no undefined behaviour.

use program::Machine;
use program::interpret::{Environment, ExecutionEnd, Interpreter, Options, Zeros};
use std::fmt::Write;
use term::{Assignment, BitVec, Op, Sort, Symbol, Term, TermStore, Value, eval};
use witness::c_expression::{CVariable, c_expression};

/// Variables: name, C type, width, sign.
const VARIABLES: &[(&str, &str, u32, bool)] = &[
    ("a", "signed char", 8, true),
    ("b", "unsigned char", 8, false),
    ("c", "short", 16, true),
    ("d", "unsigned short", 16, false),
    ("e", "int", 32, true),
    ("f", "unsigned int", 32, false),
    ("g", "long long", 64, true),
    ("h", "unsigned long long", 64, false),
];

/// Pseudo-random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// A random number, often an extreme one.
    fn value(&mut self, width: u32) -> BitVec {
        let edges = [0, 1, 2, 3, u64::MAX, 1 << (width - 1), (1 << (width - 1)) - 1, 10];
        match self.below(3) {
            0 => BitVec::new(width, self.next()),
            1 => BitVec::new(width, self.below(40).wrapping_sub(20)),
            _ => BitVec::new(width, edges[self.below(edges.len() as u64) as usize]),
        }
    }
}

/// Random terms over the variables.
struct Generator {
    store: TermStore,
    symbols: Vec<Symbol>,
    random: Random,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut store = TermStore::without_simplification();
        let declare = |row: &(&str, &str, u32, bool)| store.declare(row.0, Sort::BitVec(row.2));
        let symbols = VARIABLES.iter().map(declare).collect::<Result<_, _>>().unwrap();
        Generator { store, symbols, random: Random(seed) }
    }

    /// A term of a width with a maximal operator depth.
    fn bits(&mut self, width: u32, depth: u32) -> Term {
        if depth == 0 || self.random.below(8) == 0 {
            return self.leaf(width);
        }
        let binary = [
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
        ];
        let divisions = [Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem];
        let sort = Sort::BitVec(width);
        match self.random.below(12) {
            0 => {
                let a = self.bits(width, depth - 1);
                let op = if self.random.below(2) == 0 { Op::BvNot } else { Op::BvNeg };
                self.store.make(op, &sort, &[a])
            }
            1 => {
                let a = self.bits(width, depth - 1);
                let by = self.random.value(width);
                let by = self.store.bv_const(by);
                let op = divisions[self.random.below(4) as usize];
                self.store.make(op, &sort, &[a, by])
            }
            2 => {
                let condition = self.truth(depth - 1);
                let (a, b) = (self.bits(width, depth - 1), self.bits(width, depth - 1));
                self.store.ite(condition, a, b)
            }
            3 if width > 1 => {
                let low = 1 + self.random.below(u64::from(width) - 1) as u32;
                let (high, low) = (self.bits(width - low, depth - 1), self.bits(low, depth - 1));
                self.store.concat(high, low)
            }
            4 | 5 if width > 1 => {
                let extra = 1 + self.random.below(u64::from(width) - 1) as u32;
                let a = self.bits(width - extra, depth - 1);
                let signed = self.random.below(2) == 0;
                if signed {
                    self.store.sign_extend(extra, a)
                } else {
                    self.store.zero_extend(extra, a)
                }
            }
            6 if width < 64 => {
                let wide = width + 1 + self.random.below(u64::from(64 - width)) as u32;
                let low = self.random.below(u64::from(wide - width) + 1) as u32;
                let a = self.bits(wide, depth - 1);
                self.store.extract(low + width - 1, low, a)
            }
            7 => {
                let a = self.bits(width, depth - 1);
                let by = self.random.below(u64::from(width)) as u32;
                if self.random.below(2) == 0 {
                    self.store.rotate_left(by, a)
                } else {
                    self.store.rotate_right(by, a)
                }
            }
            _ => {
                let (a, b) = (self.bits(width, depth - 1), self.bits(width, depth - 1));
                let op = binary[self.random.below(binary.len() as u64) as usize];
                self.store.make(op, &sort, &[a, b])
            }
        }
    }

    fn leaf(&mut self, width: u32) -> Term {
        let fitting: Vec<usize> =
            (0..VARIABLES.len()).filter(|&i| VARIABLES[i].2 == width).collect();
        if fitting.is_empty() || self.random.below(3) == 0 {
            let value = self.random.value(width);
            return self.store.bv_const(value);
        }
        let chosen = fitting[self.random.below(fitting.len() as u64) as usize];
        self.store.var(self.symbols[chosen])
    }

    fn truth(&mut self, depth: u32) -> Term {
        let width = [8, 16, 32, 64, 1, 5, 33][self.random.below(7) as usize];
        let comparisons = [Op::Eq, Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];
        match self.random.below(8) {
            kind @ (0..=2) if depth > 0 => {
                let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
                let op = [Op::And, Op::Or, Op::Xor][kind as usize];
                self.store.make(op, &Sort::Bool, &[a, b])
            }
            3 if depth > 0 => {
                let a = self.truth(depth - 1);
                self.store.not(a)
            }
            _ => {
                let depth = depth.saturating_sub(1);
                let (a, b) = (self.bits(width, depth), self.bits(width, depth));
                let op = comparisons[self.random.below(5) as usize];
                self.store.make(op, &Sort::Bool, &[a, b])
            }
        }
    }

    /// A C expression for a random term, with values for the variables and the expected value.
    fn example(&mut self) -> Option<(String, Vec<BitVec>, bool)> {
        let term = self.truth(4);
        let text = c_expression(&self.store, term, |symbol| {
            let index = self.symbols.iter().position(|&other| other == symbol)?;
            let (name, _, bits, signed) = VARIABLES[index];
            Some(CVariable::Integer { text: name.to_owned(), bits, signed })
        })?;
        let values: Vec<BitVec> = VARIABLES.iter().map(|row| self.random.value(row.2)).collect();
        let mut assignment = Assignment::new();
        for (symbol, value) in self.symbols.iter().zip(&values) {
            assignment.set(*symbol, Value::BitVec(value.clone()));
        }
        let value = eval(&self.store, term, &assignment).unwrap();
        Some((text, values, value == Value::Bool(true)))
    }
}

/// A program that prints the values of expressions.
fn program(examples: &[(String, Vec<BitVec>, bool)]) -> String {
    let mut text = "extern int printf(const char *, ...);\n".to_owned();
    for (number, (expression, values, _)) in examples.iter().enumerate() {
        let _ = writeln!(text, "static int example{number}(void) {{");
        for ((name, ty, ..), value) in VARIABLES.iter().zip(values) {
            let _ = writeln!(text, "  {ty} {name} = ({ty})0x{:x}ULL;", value.to_biguint());
        }
        let _ = writeln!(text, "  return {expression};\n}}");
    }
    text += "int main(void) {\n";
    for number in 0..examples.len() {
        let _ = writeln!(text, "  printf(\"%d\\n\", example{number}());");
    }
    text + "  return 0;\n}\n"
}

fn check(seed: u64, machine: Machine) -> usize {
    let mut generator = Generator::new(seed);
    let examples: Vec<_> = (0..80).filter_map(|_| generator.example()).collect();
    let text = program(&examples);
    let compiled = c::compile_text("examples.c", text.as_bytes(), &c::Options::new(machine));
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let interpreter = Interpreter::new(&compiled, Options::default()).unwrap();
    let mut output = Vec::new();
    let run = interpreter.run(&mut Environment {
        chooser: &mut Zeros,
        output: &mut output,
        observer: None,
        interrupted: &|| false,
    });
    assert!(matches!(run.outcome, ExecutionEnd::Finished(_)), "{:?}\n{text}", run.outcome);
    assert_eq!(run.undefined, None, "{text}");
    let output = String::from_utf8(output).unwrap();
    for ((expression, values, expected), found) in examples.iter().zip(output.lines()) {
        let expected = u8::from(*expected).to_string();
        assert_eq!(found, expected, "{expression} with {values:?}");
    }
    examples.len()
}

#[test]
fn expressions_have_the_values_of_their_terms() {
    let counts =
        (0..12).map(|seed| check(seed, if seed % 2 == 0 { Machine::Lp64 } else { Machine::Ilp32 }));
    let count: usize = counts.sum();
    assert!(count > 400, "only {count} terms could be written");
}
