//! The queries of an IC3 run on a transition system of 12 variables, with 32 bits or integers. One transition
//! relation is asserted permanently. Many small queries under assumptions follow, each with a core
//! or a model, and lemmas are added along the way. There are no multipliers and no arrays.

use smt::{Budget, Cores, Models, Outcome};
use term::testing::Rng;
use term::{Sort, Term, TermStore, Value};

const VARIABLES: usize = 12;
const WIDTH: u32 = 32;

/// What the variables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theory {
    /// Bit-vectors of 32 bits.
    Words,
    /// Integers. They have differences in the place of bitwise operations and of single bits.
    Integers,
}

impl Theory {
    /// The logic for an external solver.
    pub fn logic(self) -> &'static str {
        match self {
            Theory::Words => "QF_BV",
            Theory::Integers => "QF_LIA",
        }
    }

    fn sort(self) -> Sort {
        match self {
            Theory::Words => Sort::BitVec(WIDTH),
            Theory::Integers => Sort::Int,
        }
    }

    fn constant(self, store: &mut TermStore, value: u64) -> Term {
        match self {
            Theory::Words => store.bv(WIDTH, value),
            Theory::Integers => store.constant(Value::Int(value.into())),
        }
    }

    fn at_most(self, store: &mut TermStore, a: Term, b: Term) -> Term {
        match self {
            Theory::Words => store.bv_sle(a, b),
            Theory::Integers => store.le(a, b),
        }
    }

    fn less(self, store: &mut TermStore, a: Term, b: Term) -> Term {
        match self {
            Theory::Words => store.bv_slt(a, b),
            Theory::Integers => store.lt(a, b),
        }
    }

    fn sum(self, store: &mut TermStore, a: Term, b: Term) -> Term {
        match self {
            Theory::Words => store.bv_add(a, b),
            Theory::Integers => store.add(&[a, b]),
        }
    }

    fn difference(self, store: &mut TermStore, a: Term, b: Term) -> Term {
        match self {
            Theory::Words => store.bv_sub(a, b),
            Theory::Integers => store.sub(a, b),
        }
    }
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Number of queries.
    pub queries: u64,
    /// Satisfiable queries.
    pub sat: u64,
    /// Unsatisfiable queries.
    pub unsat: u64,
}

/// Asks a solver `queries` questions.
pub fn run<S: Models + Cores>(solver: &mut S, theory: Theory, queries: u64) -> Tally {
    let mut store = TermStore::new();
    let names = |store: &mut TermStore, prefix: &str| -> Vec<Term> {
        let declare = |store: &mut TermStore, i: usize| {
            let symbol = store.declare(&format!("{prefix}{i}"), theory.sort());
            store.var(symbol.expect("a new name"))
        };
        (0..VARIABLES).map(|i| declare(store, i)).collect()
    };
    let (now, next) = (names(&mut store, "x"), names(&mut store, "y"));
    let budget = Budget::unlimited();
    for relation in transition(&mut store, theory, &now, &next) {
        solver.assert(&mut store, relation);
    }
    // The same questions for every solver.
    let mut random = Rng::new(1);
    let mut tally = Tally::default();
    let mut levels: Vec<Term> = Vec::new();
    while tally.queries < queries {
        if tally.queries.is_multiple_of(100) {
            let symbol = store.declare(&format!("level{}", levels.len()), Sort::Bool);
            levels.push(store.var(symbol.expect("a new name")));
        }
        // A cube over the next state: is it reachable in one step from this level?
        let cube: Vec<(usize, Shape, u64)> = (0..4 + random.below(8))
            .map(|_| (variable(&mut random), Shape::any(&mut random), random.next_u64()))
            .collect();
        let level = random.below(levels.len() as u32) as usize;
        let mut assumptions = levels[level..].to_vec();
        let literals: Vec<Term> = cube
            .iter()
            .map(|&(i, shape, c)| shape.literal(&mut store, theory, &next, i, c))
            .collect();
        assumptions.extend(&literals);
        tally.queries += 1;
        match solver.check(&mut store, &assumptions, &budget) {
            Outcome::Sat => {
                tally.sat += 1;
                for &x in &now {
                    std::hint::black_box(solver.value(&mut store, x));
                }
            }
            Outcome::Unsat => {
                tally.unsat += 1;
                // The lemma: no state of this level satisfies the literals of the core.
                let core = solver.core();
                let mut lemma = vec![store.not(levels[level])];
                for (&(i, shape, c), literal) in cube.iter().zip(&literals) {
                    if core.contains(literal) {
                        let literal = shape.literal(&mut store, theory, &now, i, c);
                        lemma.push(store.not(literal));
                    }
                }
                let lemma = store.or(&lemma);
                solver.assert(&mut store, lemma);
            }
            Outcome::Unknown(reason) => panic!("no answer: {reason}"),
        }
    }
    tally
}

fn variable(random: &mut Rng) -> usize {
    random.below(VARIABLES as u32) as usize
}

/// The bound in the guard of a variable's update.
fn limit(i: usize) -> u64 {
    100 + 37 * i as u64
}

/// The kinds of literals that IC3 on programs produces. Their constants are those of the program
/// and their neighbours, so that literals recur.
#[derive(Clone, Copy)]
enum Shape {
    AtMost,
    AtLeast,
    Equal,
    LessThanNext,
    Bit,
}

impl Shape {
    fn any(random: &mut Rng) -> Shape {
        match random.below(8) {
            0..=2 => Shape::AtMost,
            3..=4 => Shape::AtLeast,
            5 => Shape::Equal,
            6 => Shape::LessThanNext,
            _ => Shape::Bit,
        }
    }

    fn literal(
        self,
        store: &mut TermStore,
        theory: Theory,
        state: &[Term],
        i: usize,
        c: u64,
    ) -> Term {
        let near = limit((c >> 8) as usize % VARIABLES) + c % 3 - 1;
        let constant = theory.constant(store, if c.is_multiple_of(7) { 0 } else { near });
        match (self, theory) {
            (Shape::AtMost, _) => theory.at_most(store, state[i], constant),
            (Shape::AtLeast, _) => theory.at_most(store, constant, state[i]),
            (Shape::Equal, _) => store.eq(state[i], constant),
            (Shape::LessThanNext, _) => theory.less(store, state[i], state[(i + 1) % VARIABLES]),
            (Shape::Bit, Theory::Words) => store.bit((c % u64::from(WIDTH)) as u32, state[i]),
            (Shape::Bit, Theory::Integers) => {
                let other = state[(i + 1 + (c % 11) as usize) % VARIABLES];
                let difference = theory.difference(store, state[i], other);
                theory.at_most(store, difference, constant)
            }
        }
    }
}

/// Counters, sums, differences, masks (of words) and conditional updates that depend on each other.
fn transition(store: &mut TermStore, theory: Theory, now: &[Term], next: &[Term]) -> Vec<Term> {
    let mut relations = Vec::new();
    for i in 0..VARIABLES {
        let (x, y, z) = (now[i], now[(i + 1) % VARIABLES], now[(i + 5) % VARIABLES]);
        let limit = theory.constant(store, limit(i));
        let step = theory.constant(store, 1 + i as u64 % 3);
        let guard = theory.less(store, x, limit);
        let (then, otherwise) = match (i % 4, theory) {
            (0, _) => (theory.sum(store, x, step), theory.difference(store, y, z)),
            (1, _) => {
                let sum = theory.sum(store, x, y);
                (theory.sum(store, sum, step), z)
            }
            (2, Theory::Words) => (store.bv_and(y, z), store.bv_add(x, step)),
            (2, Theory::Integers) => (theory.difference(store, z, y), theory.sum(store, x, step)),
            (_, Theory::Words) => (store.bv_sub(x, y), store.bv_xor(x, z)),
            (_, Theory::Integers) => (theory.difference(store, x, y), theory.sum(store, x, z)),
        };
        let update = store.ite(guard, then, otherwise);
        relations.push(store.eq(next[i], update));
    }
    relations
}
