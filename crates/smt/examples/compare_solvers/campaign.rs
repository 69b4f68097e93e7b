//! Random formulas, solved by the embedded solver and by an external one.
//!
//! A case is a set of random formulas. Some are asserted; others are assumed, in several rounds, so
//! that what the solver learns in one round is still there in the next. Both solvers must agree. A
//! model is evaluated; a core is solved again by another backend and by the external solver.

#[path = "cells.rs"]
mod cells;
#[path = "chains.rs"]
mod chains;
#[path = "linear.rs"]
mod linear;

use cells::Cells;
use chains::Chains;
use linear::Linear;
use smt::arithmetic::certificate;
use smt::process::ProcessSolver;
use smt::sat::{BatsatOptions, CadicalOptions, SatBackend};
use smt::{Budget, Cores, EmbeddedSolver, Models, Outcome, Solver, UnknownReason};
use std::fmt;
use std::time::Duration;
use term::testing::{Rng, TermGenerator, TermShape};
use term::traverse::functions;
use term::{FloatFormat, Op, Sort, Term, TermStore, Value, eval, free_vars, post_order};

/// The theories that a campaign draws from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    /// Bit-vectors.
    Bv,
    /// Arrays of bit-vectors, and functions.
    Abv,
    /// A few arrays that are related in many ways.
    Chains,
    /// Floats and bit-vectors.
    Fp,
    /// Linear arithmetic over reals.
    Lra,
    /// Linear arithmetic over integers.
    Lia,
    /// Integers and reals with whatever operators there are.
    Arithmetic,
    /// Arrays and functions of numbers.
    Cells,
}

/// Counts of results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Both solvers found a model.
    pub sat: u64,
    /// Both found that there is none.
    pub unsat: u64,
    /// One of the solvers ran out of time; nothing was compared.
    pub undecided: u64,
}

/// A disagreement, with the data needed to repeat it.
#[derive(Debug)]
pub struct Disagreement {
    logic: Logic,
    seed: u64,
    problem: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} seed {}: {}", self.logic, self.seed, self.problem)
    }
}

impl Logic {
    /// A shape of terms that varies with the seed.
    fn shape(self, rng: &mut Rng) -> TermShape {
        let widths = [1, 2, 3, 4, 7, 8, 9, 16, 31, 32];
        let width = |rng: &mut Rng| *rng.pick(&widths).expect("not empty");
        let depth = 2 + rng.below(3);
        let blasted = |op: Op| !matches!(op, Op::BvToInt | Op::IntToBv);
        match self {
            Logic::Bv => {
                let (a, b) = (width(rng), width(rng));
                TermShape::bit_vectors(&[a, b]).with_depth(depth).with_operators(blasted)
            }
            Logic::Chains | Logic::Lra | Logic::Lia | Logic::Cells => {
                unreachable!("its formulas are made otherwise")
            }
            Logic::Arithmetic => {
                let sorts = vec![Sort::Bool, Sort::Int, Sort::Real];
                TermShape::new(sorts).with_depth(depth).with_operators(blasted)
            }
            Logic::Abv => {
                let (index, element) = (1 + rng.below(5), 1 + rng.below(8));
                let sorts = vec![
                    Sort::Bool,
                    Sort::BitVec(index),
                    Sort::BitVec(element),
                    Sort::array(Sort::BitVec(index), Sort::BitVec(element)),
                ];
                let shape = TermShape::new(sorts).with_depth(depth).with_operators(|op| {
                    // Cheap operators, so that the arrays make a case hard.
                    blasted(op) && !matches!(op, Op::BvMul | Op::BvUdiv | Op::BvSdiv)
                });
                TermShape { functions: rng.below(2), ..shape }
            }
            Logic::Fp => {
                let formats = [(2, 3), (3, 5), (5, 11), (8, 24)];
                let &(exponent, significand) = rng.pick(&formats).expect("not empty");
                let format = FloatFormat::new(exponent, significand).expect("supported");
                let large = significand > 5;
                let sorts =
                    vec![Sort::Bool, Sort::Float(format), Sort::RoundingMode, Sort::BitVec(8)];
                TermShape::new(sorts).with_depth(if large { 2 } else { 3 }).with_operators(|op| {
                    let heavy = matches!(
                        op,
                        Op::FpRem | Op::FpFma | Op::FpSqrt | Op::FpDiv | Op::BvUrem | Op::BvSmod
                    );
                    let real = matches!(op, Op::FpFromReal | Op::FpToReal);
                    blasted(op) && !real && !(large && heavy)
                })
            }
        }
    }
}

impl Logic {
    /// Whether the logic has integers or reals.
    fn has_numbers(self) -> bool {
        matches!(self, Logic::Lra | Logic::Lia | Logic::Arithmetic)
    }

    /// Whether a formula stays within the logic: the generator makes up sorts where operators need
    /// them, arrays of arrays among others.
    fn has(self, store: &TermStore, formula: Term) -> bool {
        let is_array = |sort: &Sort| matches!(sort, Sort::Array(_));
        post_order(store, &[formula], |_| false).iter().all(|&part| {
            let flat = match store.sort(part) {
                Sort::Array(array) => {
                    self == Logic::Abv && !is_array(&array.index) && !is_array(&array.element)
                }
                sort => self == Logic::Arithmetic || !sort.is_arithmetic(),
            };
            let over_arrays = store.args(part).iter().any(|&arg| is_array(store.sort(arg)));
            let applied = matches!(store.op(part), Op::Apply(_));
            flat && !(applied && (over_arrays || is_array(store.sort(part))))
        })
    }
}

/// The maximal number of rounds after the first one.
const ROUNDS: u32 = 6;

/// The limit of each solver on each round.
fn budget() -> Budget {
    Budget::unlimited().with_timeout(Duration::from_secs(3))
}

/// Runs the cases of a batch, all in one store and one external process.
pub fn run_batch(
    logic: Logic,
    seeds: std::ops::Range<u64>,
    external: &mut ProcessSolver,
    tally: &mut Tally,
) -> Result<(), Disagreement> {
    let mut store = TermStore::new();
    for seed in seeds {
        let mut case = Case::new(logic, seed, &mut store);
        match case.run(&mut store, external) {
            Ok(Some(Outcome::Sat)) => tally.sat += 1,
            Ok(Some(_)) => tally.unsat += 1,
            Ok(None) => tally.undecided += 1,
            Err(problem) => return Err(Disagreement { logic, seed, problem }),
        }
    }
    Ok(())
}

struct Case {
    logic: Logic,
    asserted: Vec<Term>,
    /// The assumptions of each round.
    rounds: Vec<Vec<Term>>,
    embedded: EmbeddedSolver,
    other: SatBackend,
}

impl Case {
    fn new(logic: Logic, seed: u64, store: &mut TermStore) -> Case {
        let mut rng = Rng::new(seed);
        let (asserted, open) = match logic {
            Logic::Chains => {
                let chains = Chains::new(&mut rng, store);
                let mut formulas = |rng: &mut Rng, count: u32| -> Vec<Term> {
                    (0..count).map(|_| chains.formula(rng, store)).collect()
                };
                let (asserted, open) = (rng.below(4), 2 + rng.below(8));
                (formulas(&mut rng, asserted), formulas(&mut rng, open))
            }
            Logic::Cells => {
                let cells = Cells::new(&mut rng, store);
                let mut formulas = |rng: &mut Rng, count: u32| -> Vec<Term> {
                    (0..count).map(|_| cells.formula(rng, store)).collect()
                };
                let (asserted, open) = (rng.below(5), 2 + rng.below(8));
                (formulas(&mut rng, asserted), formulas(&mut rng, open))
            }
            Logic::Lra | Logic::Lia => {
                let linear = Linear::new(&mut rng, store, logic == Logic::Lia);
                let mut formulas = |rng: &mut Rng, count: u32| -> Vec<Term> {
                    (0..count).map(|_| linear.formula(rng, store)).collect()
                };
                let (asserted, open) = (1 + rng.below(6), 2 + rng.below(6));
                (formulas(&mut rng, asserted), formulas(&mut rng, open))
            }
            _ => {
                let shape = logic.shape(&mut rng);
                let mut generator = TermGenerator::new(shape, seed);
                let mut formula = || loop {
                    let formula = generator.formula(store);
                    if logic.has(store, formula) {
                        break formula;
                    }
                };
                let mut formulas = |count: u32| (0..count).map(|_| formula()).collect();
                (formulas(rng.below(3)), formulas(1 + rng.below(4)))
            }
        };
        let [first, other] = backends(&mut rng);
        let mut rounds: Vec<Vec<Term>> = vec![open.clone()];
        for _ in 0..rng.below(ROUNDS) {
            let some = open.iter().filter(|_| rng.one_in(2)).copied().collect::<Vec<Term>>();
            let signed = some.into_iter().map(|formula| match rng.one_in(2) {
                true => store.not(formula),
                false => formula,
            });
            rounds.push(signed.collect());
        }
        let mut embedded = EmbeddedSolver::new(first);
        embedded.record_arithmetic();
        if rng.one_in(2) {
            embedded.limit_tables(0);
        }
        Case { logic, asserted, rounds, embedded, other }
    }

    /// The common answer in the last round, if both solvers have one.
    fn run(
        &mut self,
        store: &mut TermStore,
        external: &mut ProcessSolver,
    ) -> Result<Option<Outcome>, String> {
        external.push(store);
        for &formula in &self.asserted {
            self.embedded.assert(store, formula);
            external.assert(store, formula);
        }
        let mut answer = Ok(None);
        for (round, assumed) in std::mem::take(&mut self.rounds).iter().enumerate() {
            answer = self.round(assumed, store, external);
            if let Err(problem) = answer {
                answer = Err(format!("round {round}: {problem}"));
                break;
            }
        }
        external.pop();
        answer.and_then(|answer| self.check_certificates().map(|()| answer))
    }

    /// Every clause of linear arithmetic has a certificate.
    fn check_certificates(&self) -> Result<(), String> {
        let (lemmas, is_integer) = self.embedded.arithmetic_lemmas();
        for lemma in lemmas {
            certificate::check(lemma, &is_integer).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// The common answer under assumptions.
    fn round(
        &mut self,
        assumed: &[Term],
        store: &mut TermStore,
        external: &mut ProcessSolver,
    ) -> Result<Option<Outcome>, String> {
        let found = self.embedded.check(store, assumed, &budget());
        let expected = external.check(store, assumed, &budget());
        match found {
            Outcome::Sat => self.check_model(assumed, store)?,
            Outcome::Unsat => self.check_core(assumed, store, external)?,
            Outcome::Unknown(_) => {}
        }
        match (found, expected) {
            (Outcome::Unknown(UnknownReason::Stopped(_)), _) | (_, Outcome::Unknown(_)) => Ok(None),
            // Products of variables and integers without bounds need not be decided.
            (Outcome::Unknown(_), _) if self.logic != Logic::Lra && self.logic.has_numbers() => {
                Ok(None)
            }
            (Outcome::Unknown(reason), _) => Err(reason.to_string()),
            (found, expected) if found == expected => Ok(Some(found)),
            (found, expected) => Err(format!("embedded {found:?}, external {expected:?}")),
        }
    }

    /// Checks that every formula holds in the model, according to the solver and by evaluation.
    fn check_model(&mut self, assumed: &[Term], store: &mut TermStore) -> Result<(), String> {
        for &formula in self.asserted.iter().chain(assumed) {
            if self.embedded.value(store, formula) != Value::Bool(true) {
                return Err(format!("the model falsifies {}", store.display(formula)));
            }
            if functions(store, &[formula]).is_empty() {
                let symbols = free_vars(store, &[formula]);
                let assignment = self.embedded.assignment(store, &symbols);
                if eval(store, formula, &assignment) != Ok(Value::Bool(true)) {
                    return Err(format!("evaluation falsifies {}", store.display(formula)));
                }
            }
        }
        Ok(())
    }

    /// Checks that the core consists of assumptions and is unsatisfiable for the other solvers too.
    fn check_core(
        &mut self,
        assumed: &[Term],
        store: &mut TermStore,
        external: &mut ProcessSolver,
    ) -> Result<(), String> {
        let core = self.embedded.core();
        if !core.iter().all(|term| assumed.contains(term)) {
            return Err("the core has terms that were not assumed".into());
        }
        let mut fresh = EmbeddedSolver::new(self.other);
        for &formula in &self.asserted {
            fresh.assert(store, formula);
        }
        if fresh.check(store, &core, &budget()) == Outcome::Sat {
            return Err("the core is satisfiable by the other backend".into());
        }
        if external.check(store, &core, &budget()) == Outcome::Sat {
            return Err("the core is satisfiable by the external solver".into());
        }
        Ok(())
    }
}

/// Two different SAT backends.
fn backends(rng: &mut Rng) -> [SatBackend; 2] {
    let batsat = SatBackend::Batsat(BatsatOptions { decide_inputs_only: false });
    let quick = if rng.one_in(3) { batsat } else { SatBackend::default() };
    let cadical = SatBackend::Cadical(CadicalOptions { inprocessing: rng.one_in(2) });
    if rng.one_in(2) { [quick, cadical] } else { [cadical, quick] }
}
