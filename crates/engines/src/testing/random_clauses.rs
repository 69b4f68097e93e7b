//! Engines on random clauses over few numbers, against the facts that brute force derives.
//!
//! `LEMMATIC_CLAUSES=N cargo test -p lemmatic-engines random_clauses` asks about N systems of each kind.

use super::clauses::check_system;
use crate::engine::Engine;
use crate::la::{Convergence, Mark};
use crate::{La, LaConfig, Spacer, SpacerConfig};
use clap::ValueEnum;
use model::chc::{ChcSystem, parse};
use smt::Budget;
use std::collections::BTreeSet;
use std::fmt::Write;
use term::testing::Rng;
use term::{Assignment, BitVec, Evaluator, Value};

/// Values are below this.
const VALUES: u32 = 3;

/// Variables of each clause.
const VARIABLES: u32 = 3;

const PREDICATES: u32 = 2;

/// The kind of numbers.
#[derive(Clone, Copy, Debug)]
enum Numbers {
    Integers,
    Reals,
    Words,
}

impl Numbers {
    fn sort(self) -> &'static str {
        match self {
            Numbers::Integers => "Int",
            Numbers::Reals => "Real",
            Numbers::Words => "(_ BitVec 3)",
        }
    }

    fn number(self, number: u32) -> String {
        match self {
            Numbers::Integers => number.to_string(),
            Numbers::Reals => format!("{number}.0"),
            Numbers::Words => format!("#b{number:03b}"),
        }
    }

    fn operators(self) -> [&'static str; 4] {
        match self {
            Numbers::Integers | Numbers::Reals => ["<", "<=", "=", "+"],
            Numbers::Words => ["bvult", "bvule", "=", "bvadd"],
        }
    }

    fn value(self, number: u32) -> Value {
        match self {
            Numbers::Integers => Value::Int(number.into()),
            Numbers::Reals => {
                Value::Real(smt::arithmetic::Rational::from(i64::from(number)).to_big())
            }
            Numbers::Words => Value::BitVec(BitVec::new(3, number.into())),
        }
    }
}

/// Clauses whose variables are all bounded, but for reals, which are whole only where they are constants.
fn clauses(rng: &mut Rng, numbers: Numbers) -> String {
    let mut text = String::new();
    for predicate in 0..PREDICATES {
        let sort = numbers.sort();
        let _ = writeln!(text, "(declare-fun p{predicate} ({sort} {sort}) Bool)");
    }
    let count = 4 + rng.below(3);
    for number in 0..count {
        let atoms = if number < 2 { 0 } else { 1 + rng.below(2) };
        let is_query = number + 1 == count || (number >= 2 && rng.one_in(5));
        let mut parts: Vec<String> = (0..atoms).map(|_| atom(rng, numbers)).collect();
        for variable in 0..VARIABLES {
            // Few values, also of reals, so that brute force finds all facts.
            let values = (0..VALUES).map(|v| format!("(= x{variable} {})", numbers.number(v)));
            parts.push(format!("(or {})", values.collect::<Vec<_>>().join(" ")));
        }
        for _ in 0..1 + rng.below(2) {
            parts.push(relation(rng, numbers));
        }
        let head = if is_query { "false".to_owned() } else { atom(rng, numbers) };
        let variables = (0..VARIABLES).map(|v| format!("(x{v} {})", numbers.sort()));
        let variables: Vec<String> = variables.collect();
        let (variables, body) = (variables.join(" "), parts.join(" "));
        let _ = writeln!(text, "(assert (forall ({variables}) (=> (and {body}) {head})))");
    }
    text
}

fn variable(rng: &mut Rng) -> String {
    format!("x{}", rng.below(VARIABLES))
}

fn atom(rng: &mut Rng, numbers: Numbers) -> String {
    let predicate = rng.below(PREDICATES);
    let mut arg = || match rng.below(4) {
        0 => numbers.number(rng.below(VALUES)),
        _ => variable(rng),
    };
    format!("(p{predicate} {} {})", arg(), arg())
}

fn relation(rng: &mut Rng, numbers: Numbers) -> String {
    let [less, at_most, equal, plus] = numbers.operators();
    let relation = |rng: &mut Rng| {
        let operator = *rng.pick(&[less, at_most, equal]).expect("some");
        let left = variable(rng);
        let right = match rng.below(3) {
            0 => numbers.number(rng.below(VALUES)),
            1 => variable(rng),
            _ => format!("({plus} {} {})", variable(rng), numbers.number(1)),
        };
        format!("({operator} {left} {right})")
    };
    match rng.below(3) {
        0 => format!("(or {} {})", relation(rng), relation(rng)),
        1 => format!("(not {})", relation(rng)),
        _ => relation(rng),
    }
}

/// Whether false does not follow from the clauses, by all their instances.
fn is_solvable(system: &ChcSystem, numbers: Numbers) -> bool {
    let mut facts: BTreeSet<String> = BTreeSet::new();
    loop {
        let known = facts.len();
        for clause in &system.clauses {
            let count = u32::try_from(clause.variables.len()).expect("few variables");
            for instance in 0..VALUES.pow(count) {
                let mut values = Assignment::new();
                for (place, &variable) in (0..).zip(&clause.variables) {
                    let number = instance / VALUES.pow(place) % VALUES;
                    values.set(variable, numbers.value(number));
                }
                let mut evaluator = Evaluator::new(&system.terms, &values);
                let mut fact = |atom: &model::chc::Atom| {
                    let args = atom.args.iter().map(|&arg| evaluator.eval(arg).expect("a value"));
                    format!("{} {:?}", atom.predicate.index(), args.collect::<Vec<_>>())
                };
                let body: Vec<String> = clause.body.iter().map(&mut fact).collect();
                let head = clause.head.as_ref().map(&mut fact);
                let holds = evaluator.eval(clause.constraint).expect("a value");
                if holds == Value::Bool(true) && body.iter().all(|fact| facts.contains(fact)) {
                    match head {
                        Some(head) => facts.insert(head),
                        None => return false,
                    };
                }
            }
        }
        if facts.len() == known {
            return true;
        }
    }
}

fn engines() -> Vec<(String, Box<dyn Engine<ChcSystem>>)> {
    let mut engines: Vec<(String, Box<dyn Engine<ChcSystem>>)> = Vec::new();
    for interpolate in [false, true] {
        let engine = Spacer::new(SpacerConfig { interpolate });
        engines.push((format!("spacer {interpolate}"), Box::new(engine)));
    }
    for &mark in Mark::value_variants() {
        let engine = La::new(LaConfig { mark, convergence: Convergence::Covering });
        engines.push((format!("la {mark:?}"), Box::new(engine)));
    }
    let convergence = Convergence::Houdini;
    let engine = La::new(LaConfig { convergence, ..LaConfig::default() });
    engines.push(("la with Houdini".to_owned(), Box::new(engine)));
    engines
}

fn check(numbers: Numbers) {
    let asked = std::env::var("LEMMATIC_CLAUSES").ok().and_then(|count| count.parse().ok());
    let (mut solvable, mut not) = (0, 0);
    for seed in 0..asked.unwrap_or(25) {
        let text = clauses(&mut Rng::new(seed), numbers);
        let system = parse(&text, "test.smt2").unwrap_or_else(|error| panic!("{error}\n{text}"));
        let expected = is_solvable(&system, numbers);
        *(if expected { &mut solvable } else { &mut not }) += 1;
        for (name, engine) in engines() {
            let found = check_system(&*engine, &system, &Budget::unlimited());
            assert_eq!(found, Some(expected), "seed {seed}, {name}:\n{text}");
        }
    }
    assert!(solvable > 2 && not > 2, "{solvable} and {not}");
}

#[test]
fn integers() {
    check(Numbers::Integers);
}

#[test]
fn reals() {
    check(Numbers::Reals);
}

#[test]
fn words() {
    check(Numbers::Words);
}
