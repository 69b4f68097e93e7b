//! Interpolants on small steps, all of whose properties are asked of a solver again.

use super::{Rest, Separation, Step};
use crate::solver::{SolverChoice, Workload, is_satisfiable};
use model::{State, execute};
use rustc_hash::FxHashSet;
use smt::{Budget, EmbeddedSolver};
use term::{Symbol, Term, TermStore, free_vars};

/// A step that is the first edge of a model, and the guard of its second edge as the rest.
struct Example {
    store: TermStore,
    variables: FxHashSet<Symbol>,
    guard: Term,
    state: State,
    rest: Term,
    /// What holds before the step.
    before: Vec<Term>,
}

fn solver() -> EmbeddedSolver {
    EmbeddedSolver::new(SolverChoice::Auto.backend(Workload::ManySmallQueries))
}

impl Example {
    /// `rest` may havoc: what it reads then are inputs.
    fn new(before: &str, step: &str, rest: &str) -> Example {
        let text = format!(
            "var x, y, n : bv8
             procedure main {{
               initial a error bad \"\"
               a -> b {{ {step} }} b -> bad {{ {rest} }} a -> bad {{ assume {before} }}
             }}"
        );
        let model = crate::testing::model(&text);
        let mut store = model.terms.clone();
        let cfa = &model.entry().cfa;
        let mut edges = cfa
            .edges()
            .map(|id| execute(&mut store, &cfa.edge(id).command, &State::new()).expect("no calls"));
        let [step, rest, before] = std::array::from_fn(|_| edges.next().expect("three edges"));
        drop(edges);
        let variables = model.variables(model.entry).into_iter().collect();
        let (guard, state) = (step.guard, step.state);
        Example { store, variables, guard, state, rest: rest.guard, before: vec![before.guard] }
    }

    fn clauses(&mut self, known: &[Term]) -> Vec<Vec<Term>> {
        let Example { store, variables, guard, state, rest, before } = self;
        let mut conditions = before.clone();
        conditions.push(*guard);
        let mut separation = Separation {
            store,
            step: Step {
                conditions,
                image: &mut |store, literal| state.apply(store, literal),
                solver: &mut solver(),
            },
            rest: &mut Rest { formula: *rest, solver: solver() },
            variables,
        };
        separation.clauses(known, &Budget::unlimited()).expect("the step contradicts the rest")
    }

    fn is_possible(&mut self, terms: &[Term]) -> bool {
        is_satisfiable(&mut solver(), &mut self.store, terms, &Budget::unlimited()).unwrap()
    }

    /// Checks that clauses hold after the step, contradict the rest and speak of variables only.
    fn check(&mut self, clauses: &[Vec<Term>]) {
        let mut with_rest = vec![self.rest];
        for clause in clauses {
            let free = free_vars(&self.store, clause);
            assert!(free.iter().all(|symbol| self.variables.contains(symbol)), "{free:?}");
            let clause = self.store.or(clause);
            let negated = self.store.not(clause);
            let violated = self.state.apply(&mut self.store, negated);
            let conditions = [self.before.as_slice(), &[self.guard, violated]].concat();
            assert!(!self.is_possible(&conditions), "{} is reachable", self.store.display(negated));
            with_rest.push(clause);
        }
        assert!(!self.is_possible(&with_rest), "the clauses do not exclude the rest");
    }
}

#[test]
fn clauses_are_between_the_step_and_the_rest() {
    let examples = [
        ("(= x n)", "x := (bvadd x #x01)", "assume (= x n)"),
        ("true", "havoc x; assume (bvult x #x10)", "assume (bvugt x #x20)"),
        ("true", "havoc x; y := x", "havoc n; assume (not (= x y)); assume (bvult n #x80)"),
        (
            "(= y #x00)",
            "choice { x := #x01; y := #x02 } or { x := #x02; y := #x01 }",
            "assume (= x y)",
        ),
    ];
    for (before, step, rest) in examples {
        let mut example = Example::new(before, step, rest);
        let clauses = example.clauses(&[]);
        assert!(!clauses.is_empty(), "{before} {step} {rest}");
        example.check(&clauses);
    }
}

#[test]
fn known_predicates_take_part() {
    let mut example =
        Example::new("true", "havoc x; y := x; assume (bvult x #x05)", "assume (= y #x80)");
    let x = *example.variables.iter().min().expect("x");
    let x = example.store.var(x);
    let bound = example.store.bv_const(term::BitVec::new(8, 10));
    // It does not follow from the rest, but its negation may hold there.
    let known = example.store.bv_ult(x, bound);
    let clauses = example.clauses(&[known]);
    example.check(&clauses);
}

#[test]
fn a_step_that_is_never_taken_needs_no_literals() {
    for before in ["false", "(bvult x #x00)"] {
        let mut example = Example::new(before, "x := #x03", "assume (= x y)");
        assert_eq!(example.clauses(&[]), [Vec::new()], "{before}");
    }
    let mut example = Example::new("(= x y)", "assume (not (= x y))", "assume (= x n)");
    assert_eq!(example.clauses(&[]), [Vec::new()]);
}

#[test]
fn a_rest_that_is_impossible_needs_no_clauses() {
    let mut example = Example::new("true", "skip", "assume (and (= x n) (bvult x n))");
    assert_eq!(example.clauses(&[]), Vec::<Vec<Term>>::new());
}
