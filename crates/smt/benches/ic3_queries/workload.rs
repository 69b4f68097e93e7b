//! The queries of an IC3 run on a 12-variable, 32-bit transition system: one transition relation
//! asserted for good, then many small queries under assumptions, each followed by a core or a
//! model, with lemmas that grow on the way. No multipliers and no arrays.

use smt::{Budget, Cores, Models, Outcome};
use term::{Sort, Term, TermStore};

const VARIABLES: usize = 12;
const WIDTH: u32 = 32;

/// What a run did; equal for all solvers up to the models they choose.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
}

/// A small deterministic generator, so that every solver gets the same questions.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Asks `queries` questions of a solver.
pub fn run<S: Models + Cores>(solver: &mut S, queries: u64) -> Tally {
    let mut store = TermStore::new();
    let names = |store: &mut TermStore, prefix: &str| -> Vec<Term> {
        let declare = |store: &mut TermStore, i: usize| {
            let symbol = store.declare(&format!("{prefix}{i}"), Sort::BitVec(WIDTH));
            store.var(symbol.expect("a new name"))
        };
        (0..VARIABLES).map(|i| declare(store, i)).collect()
    };
    let (now, next) = (names(&mut store, "x"), names(&mut store, "y"));
    let budget = Budget::unlimited();
    for relation in transition(&mut store, &now, &next) {
        solver.assert(&mut store, relation);
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut tally = Tally::default();
    let mut levels: Vec<Term> = Vec::new();
    while tally.queries < queries {
        if tally.queries.is_multiple_of(100) {
            let symbol = store.declare(&format!("level{}", levels.len()), Sort::Bool);
            levels.push(store.var(symbol.expect("a new name")));
        }
        // A cube over the next state: is it reachable in one step from this level?
        let cube: Vec<(usize, Shape, u64)> = (0..4 + random.below(8))
            .map(|_| (random.below(VARIABLES), Shape::any(&mut random), random.next()))
            .collect();
        let level = random.below(levels.len());
        let mut assumptions = levels[level..].to_vec();
        let literals: Vec<Term> =
            cube.iter().map(|&(i, shape, c)| shape.literal(&mut store, &next, i, c)).collect();
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
                        let literal = shape.literal(&mut store, &now, i, c);
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

/// The kinds of literals that IC3 on programs makes.
#[derive(Clone, Copy)]
enum Shape {
    AtMost,
    AtLeast,
    Equal,
    LessThanNext,
    Bit,
}

impl Shape {
    fn any(random: &mut Random) -> Shape {
        match random.below(8) {
            0..=2 => Shape::AtMost,
            3..=4 => Shape::AtLeast,
            5 => Shape::Equal,
            6 => Shape::LessThanNext,
            _ => Shape::Bit,
        }
    }

    fn literal(self, store: &mut TermStore, state: &[Term], i: usize, c: u64) -> Term {
        let small = store.bv(WIDTH, c % 1000);
        match self {
            Shape::AtMost => store.bv_sle(state[i], small),
            Shape::AtLeast => store.bv_sle(small, state[i]),
            Shape::Equal => store.eq(state[i], small),
            Shape::LessThanNext => store.bv_slt(state[i], state[(i + 1) % VARIABLES]),
            Shape::Bit => store.bit((c % u64::from(WIDTH)) as u32, state[i]),
        }
    }
}

/// Counters, sums, differences, masks and conditional updates that depend on each other.
fn transition(store: &mut TermStore, now: &[Term], next: &[Term]) -> Vec<Term> {
    let mut relations = Vec::new();
    for i in 0..VARIABLES {
        let (x, y, z) = (now[i], now[(i + 1) % VARIABLES], now[(i + 5) % VARIABLES]);
        let limit = store.bv(WIDTH, 100 + 37 * i as u64);
        let step = store.bv(WIDTH, 1 + i as u64 % 3);
        let guard = store.bv_slt(x, limit);
        let (then, otherwise) = match i % 4 {
            0 => (store.bv_add(x, step), store.bv_sub(y, z)),
            1 => {
                let sum = store.bv_add(x, y);
                (store.bv_add(sum, step), z)
            }
            2 => (store.bv_and(y, z), store.bv_add(x, step)),
            _ => (store.bv_sub(x, y), store.bv_xor(x, z)),
        };
        let update = store.ite(guard, then, otherwise);
        relations.push(store.eq(next[i], update));
    }
    relations
}
