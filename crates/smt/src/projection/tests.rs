//! Projections of random formulas: what remains holds in the model, has none of the eliminated variables, and
//! each of its models can be extended to one of the formulas.

use super::*;
use crate::budget::Budget;
use crate::embedded::EmbeddedSolver;
use crate::traits::{Models, Outcome, Solver};
use std::fmt::Write;
use term::smtlib::Script;
use term::testing::Rng;

/// Formulas over declared constants.
pub(super) fn parsed(constants: &[(&str, &str)], formulas: &[&str]) -> (TermStore, Vec<Term>) {
    let mut text = String::new();
    for (name, sort) in constants {
        writeln!(text, "(declare-const {name} {sort})").unwrap();
    }
    for formula in formulas {
        writeln!(text, "(assert {formula})").unwrap();
    }
    let mut store = TermStore::new();
    let script = Script::parse(&mut store, text.as_bytes()).expect("well-formed");
    (store, script.assertions().collect())
}

fn sat(solver: &mut EmbeddedSolver, store: &mut TermStore, assumed: &[Term]) -> Option<bool> {
    match solver.check(store, assumed, &Budget::unlimited().with_conflict_limit(5000)) {
        Outcome::Sat => Some(true),
        Outcome::Unsat => Some(false),
        Outcome::Unknown(_) => None,
    }
}

/// Projects the formulas on the constants whose names do not start with `e`, with some of their models, and
/// checks the results. Returns whether there was a model.
fn check(rng: &mut Rng, store: &mut TermStore, formulas: &[Term], note: &str) -> bool {
    let mut solver = EmbeddedSolver::default();
    formulas.iter().for_each(|&formula| solver.assert(store, formula));
    if sat(&mut solver, store, &[]) != Some(true) {
        return false;
    }
    let eliminated: Vec<Symbol> = free_vars(store, formulas)
        .into_iter()
        .filter(|&symbol| store.name(symbol).starts_with('e'))
        .collect();
    let mut value = |store: &mut TermStore, term| solver.value(store, term);
    let literals = implicant(store, &mut value, formulas);
    let projected = project(store, &mut value, &|s| eliminated.contains(&s), literals.clone());
    let show = |store: &TermStore, terms: &[Term]| -> String {
        terms.iter().map(|&term| format!("\n  {}", store.display(term))).collect()
    };
    let texts = [show(store, formulas), show(store, &literals), show(store, &projected)];
    let note =
        format!("{note}:\nformulas{}\nimplicant{}\nprojected{}", texts[0], texts[1], texts[2]);
    for &literal in literals.iter().chain(&projected) {
        assert_eq!(solver.value(store, literal), Value::Bool(true), "{note}");
    }
    let left = free_vars(store, &projected);
    let known = free_vars(store, formulas);
    assert!(left.iter().all(|s| known.contains(s) && !eliminated.contains(s)), "{note}");
    // The implicant implies the formulas.
    let all = store.and(formulas);
    let none = store.not(all);
    let mut implied = EmbeddedSolver::default();
    literals.iter().for_each(|&literal| implied.assert(store, literal));
    assert_ne!(sat(&mut implied, store, &[none]), Some(true), "{note}");
    // Other models of the result can be extended.
    let mut around = EmbeddedSolver::default();
    projected.iter().for_each(|&literal| around.assert(store, literal));
    for _ in 0..4 {
        let mut assumed = Vec::new();
        for &symbol in &left {
            let wish = Value::from_small(store.symbol_sort(symbol), rng.below(16) as i64 - 8);
            let (variable, Some(wish)) = (store.var(symbol), wish) else { continue };
            let wish = store.constant(wish);
            let equal = store.eq(variable, wish);
            assumed.push(equal);
            if sat(&mut around, store, &assumed) != Some(true) {
                assumed.pop();
            }
        }
        if sat(&mut around, store, &assumed) != Some(true) {
            continue;
        }
        let mut fixed = Vec::new();
        for &symbol in &left {
            let variable = store.var(symbol);
            let value = around.value(store, variable);
            let value = store.constant(value);
            fixed.push(store.eq(variable, value));
        }
        let extended = sat(&mut solver, store, &fixed);
        assert_ne!(extended, Some(false), "{note}\nat{}", show(store, &fixed));
    }
    true
}

trait FromSmall: Sized {
    fn from_small(sort: &Sort, number: i64) -> Option<Self>;
}

impl FromSmall for Value {
    /// A number as a value of a sort of numbers.
    fn from_small(sort: &Sort, number: i64) -> Option<Value> {
        Some(match sort {
            Sort::Int => Value::Int(number.into()),
            Sort::Real => Value::Real(num_rational::BigRational::from_integer(number.into())),
            Sort::BitVec(width) => Value::bv(*width, number as u64),
            _ => return None,
        })
    }
}

/// Texts of random formulas.
struct Texts<'a> {
    rng: &'a mut Rng,
    real: bool,
    arrays: bool,
}

impl Texts<'_> {
    fn number(&mut self, bound: u32) -> String {
        let number = i64::from(self.rng.below(2 * bound + 1)) - i64::from(bound);
        let point = if self.real { ".0" } else { "" };
        if number < 0 { format!("(- {}{point})", -number) } else { format!("{number}{point}") }
    }

    fn part(&mut self, depth: u32) -> String {
        let variable = |rng: &mut Rng| ["x", "y", "z", "e1", "e2", "e3"][rng.below(6) as usize];
        match self.rng.below(12) {
            0 => self.number(9),
            1..=3 => format!("(* {} {})", self.number(5), variable(self.rng)),
            4 if depth > 0 && !self.real => {
                let divisor = ["2", "3", "(- 3)", "5", "20", "(- 20)"][self.rng.below(6) as usize];
                let op = if self.rng.one_in(2) { "div" } else { "mod" };
                format!("({op} {} {divisor})", self.sum(depth - 1))
            }
            5 if depth > 0 => {
                let condition = self.literal(depth - 1);
                format!("(ite {condition} {} {})", self.sum(depth - 1), self.number(6))
            }
            6..=8 if self.arrays && depth > 0 => {
                let array = self.array(1);
                format!("(select {array} {})", self.part(depth - 1))
            }
            _ => variable(self.rng).to_owned(),
        }
    }

    fn array(&mut self, depth: u32) -> String {
        if depth == 0 || self.rng.one_in(3) {
            return ["a", "b", "ea", "eb"][self.rng.below(4) as usize].to_owned();
        }
        let (array, index, value) = (self.array(depth - 1), self.part(1), self.part(0));
        format!("(store {array} {index} {value})")
    }

    fn sum(&mut self, depth: u32) -> String {
        match self.rng.below(3) {
            0 => self.part(depth),
            1 => format!("(+ {} {})", self.part(depth), self.part(depth)),
            _ => format!("(- {} {})", self.part(depth), self.part(depth)),
        }
    }

    fn literal(&mut self, depth: u32) -> String {
        let atom = match self.rng.below(6) {
            0 => format!("(= {} {})", self.sum(depth), self.sum(depth)),
            1 | 2 => format!("(< {} {})", self.sum(depth), self.sum(depth)),
            3 if self.arrays => format!("(= {} {})", self.array(2), self.array(1)),
            _ => format!("(<= {} {})", self.sum(depth), self.sum(depth)),
        };
        if self.rng.one_in(3) { format!("(not {atom})") } else { atom }
    }

    fn formula(&mut self) -> String {
        match self.rng.below(4) {
            0 => format!("(or {} {})", self.literal(2), self.literal(2)),
            1 => format!("(or eb1 (and (not eb1) {}))", self.literal(1)),
            _ => self.literal(2),
        }
    }
}

fn campaign(sort: &str, array: Option<&str>, seeds: std::ops::Range<u64>) -> u32 {
    let mut projected = 0;
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let mut texts = Texts { rng: &mut rng, real: sort == "Real", arrays: array.is_some() };
        let formulas: Vec<String> = (0..2 + seed % 4).map(|_| texts.formula()).collect();
        let mut constants: Vec<(&str, &str)> =
            ["x", "y", "z", "e1", "e2", "e3"].map(|name| (name, sort)).to_vec();
        constants.push(("eb1", "Bool"));
        if let Some(array) = array {
            constants.extend(["a", "b", "ea", "eb"].map(|name| (name, array)));
        }
        let formulas: Vec<&str> = formulas.iter().map(String::as_str).collect();
        let (mut store, formulas) = parsed(&constants, &formulas);
        let found = check(&mut rng, &mut store, &formulas, &format!("{sort} seed {seed}"));
        projected += u32::from(found);
    }
    projected
}

/// How many times as many cases as usual are tried.
fn scale() -> u64 {
    std::env::var("LEMMATIC_PROJECTIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

#[test]
fn reals_are_projected() {
    assert!(campaign("Real", None, 0..60 * scale()) > 30);
}

#[test]
fn integers_are_projected() {
    assert!(campaign("Int", None, 0..60 * scale()) > 25);
}

#[test]
fn arrays_of_numbers_are_projected() {
    let arrays = "(Array Int Int)";
    assert!(campaign("Int", Some(arrays), 0..60 * scale()) > 25);
}

#[test]
fn arrays_of_words_are_projected() {
    let word = "(_ BitVec 3)";
    let array = "(Array (_ BitVec 3) (_ BitVec 3))";
    let all = [
        "(= (store ea x (bvadd (select ea y) #b001)) a)",
        "(= a (store b e1 (select ea e1)))",
        "(not (= ea a))",
        "(bvult (select ea x) (select ea y))",
        "(= (select ea (select ea e1)) #b010)",
        "(= eb (store (store ea x #b001) y e1))",
        "(not (= eb b))",
        "(= (store eb x z) (store eb y (select a x)))",
        "(bvule (select eb e1) (select a z))",
        "(= (select (store ea e1 e2) x) y)",
        "(not (= (select a x) (select eb y)))",
        "(= (store (store ea x y) z x) (store b y z))",
    ];
    let names = ["x", "y", "z", "e1", "e2"];
    let mut constants: Vec<(&str, &str)> = names.map(|name| (name, word)).to_vec();
    constants.extend(["a", "b", "ea", "eb"].map(|name| (name, array)));
    let mut projected = 0;
    for seed in 0..60 * scale() {
        let mut rng = Rng::new(seed);
        let chosen: Vec<&str> =
            (0..1 + seed % 4).map(|_| *rng.pick(&all).expect("not empty")).collect();
        let (mut store, formulas) = parsed(&constants, &chosen);
        projected += u32::from(check(&mut rng, &mut store, &formulas, &format!("seed {seed}")));
    }
    assert!(projected > 40, "{projected}");
}
