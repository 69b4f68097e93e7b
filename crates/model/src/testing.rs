//! A small world for property tests: random commands over a few variables with few values, so that
//! everything can be enumerated.

use crate::command::Command;
use proptest::prelude::*;
use std::collections::BTreeSet;
use term::{Assignment, Sort, Symbol, Term, TermStore, Value, eval};

/// The shape of a random command; seeds are turned into terms by [`World::build`].
#[derive(Clone, Debug)]
pub enum Shape {
    Skip,
    Assume(u64),
    AssumeEither(u64, Box<Shape>, Box<Shape>),
    Assign(u64, u64),
    Havoc(u64),
    Seq(Vec<Shape>),
    Choice(Vec<Shape>),
}

/// Random commands with a handful of open choices.
pub fn command() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        1 => Just(Shape::Skip),
        3 => any::<u64>().prop_map(Shape::Assume),
        5 => (any::<u64>(), any::<u64>()).prop_map(|(v, t)| Shape::Assign(v, t)),
        2 => any::<u64>().prop_map(Shape::Havoc),
    ];
    let tree = leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 0..4).prop_map(Shape::Seq),
            2 => prop::collection::vec(inner.clone(), 0..4).prop_map(Shape::Choice),
            1 => (any::<u64>(), inner.clone(), inner)
                .prop_map(|(c, a, b)| Shape::AssumeEither(c, Box::new(a), Box::new(b))),
        ]
    });
    tree.prop_filter("few open choices", |shape| open(shape) <= 6)
}

/// The number of open bits.
fn open(shape: &Shape) -> usize {
    match shape {
        Shape::Havoc(_) => 2,
        Shape::Seq(shapes) => shapes.iter().map(open).sum(),
        Shape::Choice(shapes) => {
            shapes.len().saturating_sub(1) + shapes.iter().map(open).sum::<usize>()
        }
        Shape::AssumeEither(_, a, b) => open(a) + open(b),
        _ => 0,
    }
}

/// Two bit-vectors of two bits and a Boolean.
pub struct World {
    pub store: TermStore,
    pub variables: Vec<Symbol>,
}

impl World {
    pub fn new() -> World {
        World::in_store(TermStore::new())
    }

    /// A world whose terms are not simplified.
    pub fn plain() -> World {
        World::in_store(TermStore::without_simplification())
    }

    fn in_store(mut store: TermStore) -> World {
        let sorts = [("x", Sort::BitVec(2)), ("y", Sort::BitVec(2)), ("b", Sort::Bool)];
        let variables = sorts.map(|(name, sort)| store.declare(name, sort).unwrap()).to_vec();
        World { store, variables }
    }

    pub fn build(&mut self, shape: &Shape) -> Command {
        match shape {
            Shape::Skip => Command::Skip,
            Shape::Assume(seed) => Command::Assume(self.condition(*seed)),
            Shape::AssumeEither(seed, a, b) => {
                let yes = self.condition(*seed);
                let no = self.store.not(yes);
                let (a, b) = (self.build(a), self.build(b));
                Command::choice([
                    Command::seq([Command::Assume(yes), a]),
                    Command::seq([Command::Assume(no), b]),
                ])
            }
            Shape::Assign(variable, seed) => match variable % 3 {
                2 => Command::Assign(self.variables[2], self.condition(*seed)),
                v => Command::Assign(self.variables[v as usize], self.vector(*seed)),
            },
            Shape::Havoc(variable) => Command::Havoc(self.variables[(variable % 3) as usize]),
            // Not built by the flattening constructors, so that nested commands are tested too.
            Shape::Seq(shapes) => Command::Seq(shapes.iter().map(|s| self.build(s)).collect()),
            Shape::Choice(shapes) => {
                Command::Choice(shapes.iter().map(|s| self.build(s)).collect())
            }
        }
    }

    /// A bit-vector term over the variables.
    fn vector(&mut self, seed: u64) -> Term {
        let x = self.store.var(self.variables[0]);
        let y = self.store.var(self.variables[1]);
        let constant = self.store.bv(2, seed >> 8);
        match seed % 5 {
            0 => constant,
            1 => self.store.bv_add(x, constant),
            2 => self.store.bv_mul(x, y),
            3 => {
                let condition = self.condition(seed >> 3);
                self.store.ite(condition, y, x)
            }
            _ => y,
        }
    }

    /// A Boolean term over the variables.
    pub fn condition(&mut self, seed: u64) -> Term {
        let x = self.store.var(self.variables[0]);
        let y = self.store.var(self.variables[1]);
        let b = self.store.var(self.variables[2]);
        let constant = self.store.bv(2, seed >> 8);
        match seed % 6 {
            0 => b,
            1 => self.store.not(b),
            2 => self.store.bv_ult(x, y),
            3 => self.store.eq(x, constant),
            4 => self.store.bv_ule(constant, y),
            _ => {
                let less = self.store.bv_ule(x, constant);
                self.store.or(&[less, b])
            }
        }
    }

    /// A value for a symbol from the low bits of a seed.
    pub fn value(&self, symbol: Symbol, seed: u64) -> Value {
        match self.store.symbol_sort(symbol) {
            Sort::Bool => Value::Bool(seed & 1 == 1),
            sort => Value::bv(sort.bit_width().unwrap(), seed),
        }
    }

    /// Values for the variables from the low five bits of a seed.
    pub fn assignment(&self, seed: u64) -> Assignment {
        let mut values = Assignment::new();
        for (i, &variable) in self.variables.iter().enumerate() {
            values.set(variable, self.value(variable, seed >> (2 * i)));
        }
        values
    }

    pub fn all_assignments(&self) -> Vec<Assignment> {
        (0..32).map(|seed| self.assignment(seed)).collect()
    }

    /// The values of the variables in a form that can be ordered.
    pub fn key(&self, values: &Assignment) -> Vec<Value> {
        self.variables.iter().map(|&v| values.get(v).unwrap().clone()).collect()
    }

    /// All states that a command can lead to: a second, plain implementation of its semantics.
    pub fn outcomes(&self, command: &Command, before: &Assignment) -> BTreeSet<Vec<Value>> {
        let single = |values: &Assignment| BTreeSet::from([self.key(values)]);
        match command {
            Command::Skip => single(before),
            Command::Assume(condition) => match eval(&self.store, *condition, before).unwrap() {
                Value::Bool(true) => single(before),
                _ => BTreeSet::new(),
            },
            Command::Assign(variable, term) => {
                let mut after = before.clone();
                after.set(*variable, eval(&self.store, *term, before).unwrap());
                single(&after)
            }
            Command::Havoc(variable) => (0..4)
                .map(|seed| {
                    let mut after = before.clone();
                    after.set(*variable, self.value(*variable, seed));
                    self.key(&after)
                })
                .collect(),
            Command::Seq(commands) => commands.iter().fold(single(before), |states, command| {
                states
                    .iter()
                    .flat_map(|state| {
                        let mut values = Assignment::new();
                        for (&variable, value) in self.variables.iter().zip(state) {
                            values.set(variable, value.clone());
                        }
                        self.outcomes(command, &values)
                    })
                    .collect()
            }),
            Command::Choice(branches) => {
                branches.iter().flat_map(|branch| self.outcomes(branch, before)).collect()
            }
            Command::Call(_) => unreachable!("no calls are generated"),
        }
    }

    /// Whether some values of the symbols make the formula true.
    pub fn exists(&self, formula: Term, symbols: &[Symbol], values: &Assignment) -> bool {
        all_values(&self.store, symbols).iter().any(|open| {
            let mut values = values.clone();
            for (symbol, value) in open.iter() {
                values.set(symbol, value.clone());
            }
            eval(&self.store, formula, &values).unwrap() == Value::Bool(true)
        })
    }
}

/// All values of some Boolean or bit-vector symbols.
pub fn all_values(store: &TermStore, symbols: &[Symbol]) -> Vec<Assignment> {
    let width = |symbol: Symbol| store.symbol_sort(symbol).bit_width();
    let bits: u32 = symbols.iter().map(|&symbol| width(symbol).unwrap_or(1)).sum();
    assert!(bits <= 16, "too many values to enumerate");
    let assignment = |mut seed: u64| {
        let mut values = Assignment::new();
        for &symbol in symbols {
            let value = width(symbol).map_or(Value::Bool(seed & 1 == 1), |w| Value::bv(w, seed));
            values.set(symbol, value);
            seed >>= width(symbol).unwrap_or(1);
        }
        values
    };
    (0..1 << bits).map(assignment).collect()
}
