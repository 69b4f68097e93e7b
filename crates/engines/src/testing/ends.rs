//! Small random programs with loops: all engines that say whether runs end, against exploration.
//!
//! `LEMMATIC_PROGRAMS=2000 cargo test --release -p lemmatic-engines small_programs` asks about that many,
//! and `LEMMATIC_PROGRAMS_FROM` says where to start.

use super::agreement::{engines_for_ends, recurrent_sets};
use super::{check_evidence, model};
use crate::engine::Context;
use crate::observer::Silent;
use evidence::Verdict;
use model::{Automaton, Command, Location, Model, Recurrences};
use smt::Budget;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::Duration;
use term::{Assignment, Symbol, Value, eval};

/// How many programs are tried if nobody says how many.
const PROGRAMS: u64 = 15;

/// The time of an engine for a program, after which it has no answer.
const TIME: Duration = Duration::from_secs(2);

/// The number of bits of each variable.
const WIDTH: u32 = 3;

/// A generator of programs.
struct Generator {
    random: u64,
    text: String,
    locations: usize,
}

impl Generator {
    fn program(seed: u64) -> String {
        let random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d;
        let mut generator = Generator { random, text: String::new(), locations: 1 };
        let end = generator.statements(0, 3, 2);
        let Generator { text, .. } = generator;
        format!("var x, y : bv{WIDTH}\nprocedure main {{\ninitial l0\nexit l{end}\n{text}}}\n")
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 20) % bound
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }

    fn location(&mut self) -> usize {
        self.locations += 1;
        self.locations - 1
    }

    fn edge(&mut self, from: usize, to: usize, command: &str) {
        writeln!(self.text, "l{from} -> l{to} {{ {command} }}").unwrap();
    }

    fn operand(&mut self) -> &'static str {
        self.one_of(&["x", "y", "#b000", "#b001", "#b011", "#b110"])
    }

    fn condition(&mut self) -> String {
        let operator = self.one_of(&["bvult", "bvslt", "bvule", "=", "distinct"]);
        let (first, second) = (self.one_of(&["x", "y"]), self.operand());
        match operator {
            "distinct" => format!("(not (= {first} {second}))"),
            other => format!("({other} {first} {second})"),
        }
    }

    fn assignment(&mut self) -> String {
        let target = self.one_of(&["x", "y"]);
        let right = match self.below(10) {
            0..4 => {
                let operator = self.one_of(&["bvadd", "bvsub"]);
                let by = self.one_of(&["#b001", "#b001", "#b010", "y"]);
                format!("({operator} {target} {by})")
            }
            4 => format!("(bvand {target} (bvsub {target} #b001))"),
            5 => format!("(bvlshr {target} #b001)"),
            6 => format!("(bvshl {target} #b001)"),
            7 => format!("(bvxor {target} {})", self.operand()),
            8 => self.operand().to_owned(),
            _ => return format!("havoc {target}"),
        };
        format!("{target} := {right}")
    }

    /// Statements from a location on; returns where they end.
    fn statements(&mut self, mut at: usize, most: u64, depth: u32) -> usize {
        for _ in 0..=self.below(most) {
            at = self.statement(at, depth);
        }
        at
    }

    fn statement(&mut self, at: usize, depth: u32) -> usize {
        let after = self.location();
        match self.below(if depth == 0 { 3 } else { 7 }) {
            0..3 => {
                let assignment = self.assignment();
                self.edge(at, after, &assignment);
            }
            3 => {
                let condition = self.condition();
                let (yes, no) = (self.location(), self.location());
                self.edge(at, yes, &format!("assume {condition}"));
                self.edge(at, no, &format!("assume (not {condition})"));
                for branch in [yes, no] {
                    let end = self.statements(branch, 2, depth - 1);
                    self.edge(end, after, "skip");
                }
            }
            _ => {
                let condition = self.condition();
                let (head, body) = (self.location(), self.location());
                self.edge(at, head, "skip");
                self.edge(head, body, &format!("assume {condition}"));
                self.edge(head, after, &format!("assume (not {condition})"));
                let end = self.statements(body, 3, depth - 1);
                // Now and then a loop is entered in the middle, or left there.
                match self.below(8) {
                    0 => self.edge(at, body, "skip"),
                    1 => self.edge(body, after, "assume (= x #b101)"),
                    _ => {}
                }
                self.edge(end, head, "skip");
            }
        }
        after
    }
}

/// A location with the values of the variables.
type State = (Location, Vec<u64>);

/// All states of a program.
struct Exploration<'m> {
    model: &'m Model,
    variables: Vec<Symbol>,
}

impl Exploration<'_> {
    /// Whether some run never ends: whether the states that are reached have a cycle.
    fn has_endless_run(model: &Model) -> bool {
        let exploration = Exploration { model, variables: model.variables(model.entry) };
        let values = 1 << WIDTH;
        let initial = model.entry().cfa.initial();
        let mut pending: Vec<State> =
            (0..values * values).map(|n| (initial, vec![n % values, n / values])).collect();
        let mut next: BTreeMap<State, BTreeSet<State>> = BTreeMap::new();
        while let Some(state) = pending.pop() {
            if let Entry::Vacant(entry) = next.entry(state) {
                let successors = exploration.successors(entry.key());
                pending.extend(successors.iter().cloned());
                entry.insert(successors);
            }
        }
        loop {
            let before = next.len();
            let left: BTreeSet<State> = next.keys().cloned().collect();
            next.retain(|_, successors| successors.iter().any(|state| left.contains(state)));
            if next.len() == before {
                return before > 0;
            }
        }
    }

    fn successors(&self, (at, values): &State) -> BTreeSet<State> {
        let cfa = &self.model.entry().cfa;
        let mut found = BTreeSet::new();
        for &edge in cfa.outgoing(*at) {
            let edge = cfa.edge(edge);
            let ends = self.outcomes(&edge.command, values.clone());
            found.extend(ends.into_iter().map(|values| (edge.target, values)));
        }
        found
    }

    fn outcomes(&self, command: &Command, values: Vec<u64>) -> Vec<Vec<u64>> {
        let mut assignment = Assignment::new();
        for (&variable, &value) in self.variables.iter().zip(&values) {
            assignment.set(variable, Value::bv(WIDTH, value));
        }
        let place = |variable| self.variables.iter().position(|&v| v == variable).unwrap();
        let with = |variable, value| {
            let mut values = values.clone();
            values[place(variable)] = value;
            values
        };
        match command {
            Command::Skip => vec![values],
            Command::Assume(condition) => {
                match eval(&self.model.terms, *condition, &assignment).unwrap() {
                    Value::Bool(true) => vec![values],
                    _ => Vec::new(),
                }
            }
            Command::Assign(variable, term) => {
                let value = eval(&self.model.terms, *term, &assignment).unwrap();
                vec![with(*variable, value.as_bitvec().unwrap().to_u64().unwrap())]
            }
            Command::Havoc(variable) => (0..1 << WIDTH).map(|v| with(*variable, v)).collect(),
            other => unreachable!("{other:?} is not generated"),
        }
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
#[expect(clippy::print_stdout, reason = "a campaign tells what was answered")]
fn small_programs_end_or_do_not() {
    let from = number("LEMMATIC_PROGRAMS_FROM", 0);
    let mut answers: BTreeMap<(String, &str), u64> = BTreeMap::new();
    let mut endless_programs = 0;
    let programs = number("LEMMATIC_PROGRAMS", PROGRAMS);
    for seed in from..from + programs {
        let text = Generator::program(seed);
        let plain = model(&text);
        let endless = Exploration::has_endless_run(&plain);
        endless_programs += u64::from(endless);
        let recurrences = Recurrences::of(&plain).expect("values are finite");
        let about = recurrences.model.clone();
        let automaton = Automaton::of(about.clone()).expect("there are no calls");
        let mut engines = engines_for_ends();
        engines.push(Box::new(recurrent_sets(recurrences)));
        for engine in engines {
            let mut silent = Silent;
            let budget = Budget::unlimited().with_timeout(TIME);
            let verdict = engine.run(&automaton, &mut Context::new(budget, &mut silent)).verdict;
            check_evidence(&about, &verdict);
            let (answer, agrees) = match &verdict {
                Verdict::Safe(_) => ("ends", !endless),
                Verdict::Unsafe(_) | Verdict::Recurs(_) => ("never ends", endless),
                Verdict::Unknown(_) => ("unknown", true),
                other => panic!("{other:?}"),
            };
            *answers.entry((engine.name().to_owned(), answer)).or_default() += 1;
            assert!(agrees, "seed {seed}: {} says it {answer}:\n{text}", engine.name());
        }
    }
    println!("{programs} programs, {endless_programs} have an endless run");
    for ((engine, answer), count) in answers {
        println!("{engine:<16} {answer:<12} {count}");
    }
}
