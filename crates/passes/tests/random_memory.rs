//! Random programs with memory: no run of the program violates what the model proves, and every
//! violation of the model occurs in the program.

use check::replay_trace;
use engines::{Bmc, BmcConfig, Context, Engine, Silent};
use evidence::Verdict;
use model::{Automaton, ErrorKind};
use passes::memory::{LowerOptions, TraceChooser, lower, replay};
use passes::program::{InlineOptions, drop_unread, inline, resolve_indirect_calls};
use program::Property;
use program::interpret::{Environment, ExecutionEnd, Interpreter, Random};
use smt::Budget;
use std::fmt::Write;
use std::ops::Range;

/// A generator of numbers, the same for the same seed.
struct Dice(u64);

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

/// A random program over four integers, three pointers, two globals, two locals and the heap.
struct Generator {
    dice: Dice,
    text: String,
    pointers_in_memory: bool,
    /// Whether it tests for memory that is lost at the end.
    about_leaks: bool,
}

const POINTERS: [&str; 3] = ["p0", "p1", "p2"];
const INTEGERS: [&str; 3] = ["x0", "x1", "x2"];

impl Generator {
    fn line(&mut self, text: &str) {
        writeln!(self.text, "  {text}").expect("strings take everything");
    }

    fn distance(&mut self) -> String {
        let x = self.dice.pick(&INTEGERS);
        match self.dice.roll(5) {
            0 => format!("#x{:016x}", self.dice.roll(3) * 4),
            1 => "#xfffffffffffffffc".to_owned(),
            2 => format!("(bvmul #x0000000000000004 ((_ zero_extend 32) (bvand {x} #x00000003)))"),
            3 => format!("((_ sign_extend 32) (bvand {x} #x00000007))"),
            _ => format!("(bvmul #x0000000000000008 ((_ zero_extend 32) (bvand {x} #x00000003)))"),
        }
    }

    fn size(&mut self) -> String {
        let x = self.dice.pick(&INTEGERS);
        match self.dice.roll(4) {
            0 => format!("(bvmul #x0000000000000004 ((_ zero_extend 32) (bvand {x} #x00000003)))"),
            1 => format!("((_ zero_extend 32) (bvand {x} #x00000003))"),
            _ => format!("#x{:016x}", [4, 8, 2, 6][self.dice.roll(4) as usize]),
        }
    }

    fn guard(&mut self, what: &str, pointer: &str, size: &str) {
        self.line(&format!("check valid-deref \"\" {what} {pointer} {pointer} {size}"));
    }

    fn statement(&mut self) {
        let (p, q) = (self.dice.pick(&POINTERS), self.dice.pick(&POINTERS));
        let (x, y) = (self.dice.pick(&INTEGERS), self.dice.pick(&INTEGERS));
        let object = self.dice.pick(&["&g0", "&g1", "&l0", "&l1"]);
        let local = self.dice.pick(&["&l0", "&l1"]);
        match self.dice.roll(21) {
            0 | 1 => self.line(&format!("{p} := {object}")),
            2 => self.line(&format!("{p} := {q}")),
            3 | 4 => {
                let distance = self.distance();
                self.line(&format!("offset {p} {q} {distance}"));
            }
            5 | 6 => {
                self.guard("readable", p, "#x0000000000000004");
                self.line(&format!("load {x} {p}"));
            }
            7 | 8 => {
                self.guard("writable", p, "#x0000000000000004");
                self.line(&format!("store {p} {x}"));
            }
            9 => {
                self.guard("readable", p, "#x0000000000000001");
                self.line(&format!("load c {p}"));
                self.line(&format!("{x} := ((_ sign_extend 24) c)"));
            }
            10 => {
                self.guard("writable", p, "#x0000000000000002");
                self.line(&format!("store {p} ((_ extract 15 0) {x})"));
            }
            11 if self.pointers_in_memory => {
                self.guard("writable", p, "#x0000000000000008");
                self.line(&format!("store {p} {q}"));
                self.guard("readable", p, "#x0000000000000008");
                let r = self.dice.pick(&POINTERS);
                self.line(&format!("load {r} {p}"));
            }
            12 => {
                let size = self.size();
                self.guard("writable", p, &size);
                self.guard("readable", q, &size);
                self.line(&format!("copy {p} {q} {size}"));
            }
            13 => {
                let size = self.size();
                self.guard("writable", p, &size);
                self.line(&format!("fill {p} #x5a {size}"));
            }
            14 => {
                let size = self.dice.pick(&["#x0000000000000008", "#x0000000000000010"]);
                let zeroed = self.dice.pick(&["", "zeroed"]);
                self.line(&format!("allocate {p} heap {zeroed} {size}"));
            }
            15 => self.line(&format!("check valid-free \"\" freeable {p} free {p}")),
            16 => {
                let what = self.dice.pick(&["begin", "begin", "end"]);
                self.line(&format!("{what} {local}"));
            }
            // An address is recovered from its distance to another one.
            17 => {
                let r = self.dice.pick(&POINTERS);
                self.line(&format!("{p} := (bvsub {q} {r}) {p} := (bvadd {p} {r})"));
            }
            18 => {
                let order = self.dice.pick(&["bvult", "bvule", "bvslt", "="]);
                self.line(&format!("{x} := (ite ({order} {p} {q}) #x00000007 {y})"));
            }
            19 => self.line(&format!("{p} := (bvand {q} #xfffffffffffffff8)")),
            _ => self.line(&format!("{x} := (bvadd {y} #x0000000{})", self.dice.0 % 10)),
        }
    }

    /// A statement about the heap and about pointers in memory.
    fn heap_statement(&mut self) {
        let (p, q) = (self.dice.pick(&POINTERS), self.dice.pick(&POINTERS));
        let global = self.dice.pick(&["&g0", "&g1", "(bvadd &g0 #x0000000000000008)"]);
        match self.dice.roll(9) {
            0 => self.line(&format!("{p} := {q}")),
            1 | 2 => self.line(&format!("allocate {p} heap zeroed #x0000000000000010")),
            3 | 4 => self.line(&format!("store {global} {p}")),
            5 => {
                self.guard("writable", p, "#x0000000000000008");
                self.line(&format!("store {p} {q}"));
            }
            6 => self.line(&format!("load {p} {global}")),
            7 => self.line(&format!("offset {p} {q} #x0000000000000008")),
            _ => self.line(&format!("check valid-free \"\" freeable {p} free {p}")),
        }
    }

    fn block(&mut self, statements: u64) {
        for _ in 0..statements {
            if self.about_leaks { self.heap_statement() } else { self.statement() }
        }
    }

    fn program(mut self) -> String {
        self.text = "machine lp64
global &g0 \"g0\" : bytes(16) align 8 = { }
global &g1 \"g1\" : bytes(12) align 8 = { 0: #x00000001, 4: #x0203, 8: #x00000004 }
entry function main at &main () {
  register x0 : i32 register x1 : i32 register x2 : i32 register c : i8 register i : i32
  register p0 : pointer register p1 : pointer register p2 : pointer
  object &l0 \"l0\" : bytes(8) align 8 object &l1 \"l1\" : bytes(16) align 8
  b0: begin &l0 begin &l1 p0 := &g0 p1 := &l0 p2 := &g1 i := #x00000000
      choose x0 input \"x0\" choose x1 input \"x1\" x2 := #x00000002
"
        .to_owned();
        if self.about_leaks {
            // Two objects; only the first points to the second.
            self.line("allocate p0 heap zeroed #x0000000000000010 store &g0 p0");
            self.line("allocate p1 heap zeroed #x0000000000000010 store p0 p1");
        }
        let length = 2 + self.dice.roll(4);
        self.block(length);
        let shape = self.dice.roll(3);
        match shape {
            0 => self.line("goto b1\n b1:"),
            1 => self.line("branch (bvslt x0 x1) b2 b1\n b1:"),
            _ => self.line(
                "goto b1\n b1: branch (bvslt i #x00000002) b2 b3\n b2: i := (bvadd i #x00000001)",
            ),
        }
        let length = self.dice.roll(5);
        self.block(length);
        match shape {
            0 => self.line("goto b2\n b2:"),
            1 => self.line("goto b3\n b2: x2 := #x00000007 p0 := p1 goto b3\n b3:"),
            _ => self.line("goto b1\n b3:"),
        }
        let length = self.dice.roll(4);
        self.block(length);
        if self.about_leaks {
            let null = "#x0000000000000000";
            self.line(&format!("p0 := {null} p1 := {null} p2 := {null} end &l0 end &l1"));
            self.line("check valid-memtrack \"\" all-tracked return }");
            return self.text;
        }
        let x = self.dice.pick(&INTEGERS);
        let values = ["#x00000000", "#x00000001", "#x5a5a5a5a", "#x00005a00", "#x00000007"];
        let value = self.dice.pick(&values);
        self.line(&format!("check assertion \"\" holds (not (= {x} {value})) return }}"));
        self.text
    }
}

fn generate(seed: u64, about_leaks: bool) -> (String, bool) {
    let mut dice = Dice(seed);
    dice.roll(2);
    let pointers_in_memory = dice.roll(2) == 0 || about_leaks;
    let generator = Generator { dice, text: String::new(), pointers_in_memory, about_leaks };
    (generator.program(), pointers_in_memory)
}

/// The result for a program.
#[derive(PartialEq)]
enum Result {
    Safe,
    Unsafe,
    Open,
}

fn check(seed: u64, properties: &[Property]) -> Result {
    match check_lowered(seed, properties, LowerOptions::default()) {
        None => {
            // Violations that do not depend on the placement of objects are real.
            let options = LowerOptions { cut_undetermined: true, ..LowerOptions::default() };
            let result = check_lowered(seed, properties, options).expect("they are left out");
            if result == Result::Safe { Result::Open } else { result }
        }
        Some(result) => result,
    }
}

/// Returns `None` if the violation depends on the placement of objects.
fn check_lowered(seed: u64, properties: &[Property], options: LowerOptions) -> Option<Result> {
    let (text, pointers_in_memory) = generate(seed, properties.last() == Some(&Property::Memtrack));
    let mut program = program::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    program.retain_checks(|check, _| properties.contains(&check.property));
    resolve_indirect_calls(&mut program);
    let mut inlined = inline(&program, InlineOptions::default()).program;
    drop_unread(&mut inlined);
    let lowered = lower(&inlined, options);
    let model = &lowered.model;
    assert_eq!(model::verify(model), Ok(()), "{text}\n{model}");
    let mut observer = Silent;
    let mut context = Context::new(Budget::unlimited(), &mut observer);
    let config = BmcConfig { unwind: Some(12), ..BmcConfig::default() };
    Some(
        match Bmc::new(config)
            .run(&Automaton::of(model.simplified()).unwrap(), &mut context)
            .verdict
        {
            Verdict::Fails(_) | Verdict::Recurs(_) | Verdict::Derived(_) => {
                unreachable!("it is about a model")
            }
            Verdict::Safe(_) if options.cut_undetermined => Result::Safe,
            Verdict::Safe(_) => {
                let interpreter = Interpreter::new(&program, Default::default()).expect("verified");
                for run in 0..50 {
                    let outcome = interpreter.run(&mut Environment {
                        chooser: &mut Random::new(seed * 1000 + run),
                        output: &mut std::io::sink(),
                        observer: None,
                        interrupted: &|| false,
                    });
                    // Without a check, an access outside of objects may do anything.
                    let violated = matches!(outcome.outcome, ExecutionEnd::Violation(_))
                        && outcome.undefined.is_none();
                    assert!(!violated, "{seed}: {outcome:?}\n{text}\n{model}");
                }
                Result::Safe
            }
            Verdict::Unsafe(trace) => {
                let replayed = replay_trace(model, &trace).expect("a run of the model");
                let ErrorKind::Violation(property) = replayed.error else {
                    return Some(Result::Open);
                };
                if TraceChooser::new(&lowered, &trace).expect("a run").depends_on_addresses() {
                    return None;
                }
                let run = replay(&program, &lowered, &trace, Default::default()).expect("it runs");
                match run.outcome {
                    ExecutionEnd::Violation(found) if found.property == property => Result::Unsafe,
                    // Bits of addresses differ between the model and the interpreter.
                    _ if pointers_in_memory || run.undefined.is_some() => Result::Open,
                    other => panic!("{seed}: {other:?} instead of {property}\n{text}\n{model}"),
                }
            }
            Verdict::Unknown(_) => Result::Open,
        },
    )
}

fn check_many(seeds: Range<u64>, properties: &[Property], open: usize) {
    let results: Vec<Result> = seeds.map(|seed| check(seed, properties)).collect();
    let count = |wanted: Result| results.iter().filter(|&result| *result == wanted).count();
    let (safe, found) = (count(Result::Safe), count(Result::Unsafe));
    assert!(safe > 20, "{safe} safe");
    assert!(found > 20, "{found} unsafe");
    assert!(count(Result::Open) < open, "{} open", count(Result::Open));
}

#[test]
fn models_agree_with_runs() {
    check_many(0..400, &Property::ALL, 200);
}

#[test]
fn models_agree_with_runs_about_lost_memory() {
    check_many(0..1000, &[Property::Deref, Property::Free, Property::Memtrack], 500);
}

#[test]
fn models_without_lifetimes_agree_with_runs() {
    check_many(0..400, &[Property::Assertion], 200);
}
