//! An embedded solver with deliberate faults. The certified check must reject what it lets through.

use crate::{Certification, Options, Rejected, check_proof};
use evidence::{Invariants, Proof};
use model::Model;
use smt::Budget;
use term::smtlib::{Scope, SexprArena, parse_term};
use term::{Op, Term, TermStore, post_order};

/// A fault of the embedded solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A store at one index changes every index.
    StoresReachEveryIndex,
    /// The first variable it sees is taken to be zero.
    FirstVariableIsZero,
    /// An additional clause makes everything unsatisfiable.
    RefutesAnything,
}

impl Fault {
    /// The query as the faulty solver sees it.
    pub fn conditions(self, store: &mut TermStore, query: &[Term]) -> Vec<Term> {
        let parts = post_order(store, query, |_| false);
        let mut all = query.to_vec();
        match self {
            Fault::StoresReachEveryIndex => {
                for read in parts {
                    let array = store.args(read).first().copied().unwrap_or(read);
                    if store.op(read) == Op::Select && store.op(array) == Op::Store {
                        let stored = store.args(array)[2];
                        all.push(store.eq(read, stored));
                    }
                }
            }
            Fault::FirstVariableIsZero => {
                let is_variable = |&t: &Term| store.as_var(t).is_some();
                let variables: Vec<Term> = parts.into_iter().filter(is_variable).collect();
                let number = variables.into_iter().find(|&t| store.sort(t).bit_width().is_some());
                if let Some(number) = number {
                    let zero = store.bv(store.width(number), 0);
                    all.push(store.eq(number, zero));
                }
            }
            Fault::RefutesAnything => all.push(store.bool(false)),
        }
        all
    }
}

/// A write at one place does not change another.
const WRITES: &str = "
var a : (Array bv8 bv8)
var i, j : bv8
procedure main {
  initial start
  error bad \"7 is everywhere\"
  start -> loop { assume (not (= i j)); a := (store a i #x07) }
  loop -> loop { a := (store a i #x07) }
  loop -> bad { assume (not (= (select a j) #x07)) }
}";

/// Counts to any number.
const COUNTS: &str = "
var x, n : bv8
procedure main {
  initial start
  error bad \"x is zero\"
  start -> loop { x := n }
  loop -> loop { x := (bvadd x x) }
  loop -> bad { assume (not (= x #x00)) }
}";

/// Counts to any number, without end.
const NUMBERS: &str = "
var x, n : Int
procedure main {
  initial start
  error bad \"x is negative\"
  start -> loop { assume (<= 0 n); x := n }
  loop -> loop { x := (- (* 2 x) 1) }
  loop -> bad { assume (< x 0) }
}";

fn proof(model: &Model, invariant: &str) -> Proof {
    let mut store = model.terms.clone();
    let scope = Scope::of_store(&mut store);
    let arena = SexprArena::parse(invariant.as_bytes()).expect("an expression");
    let node = arena.roots().next().expect("an expression");
    let invariant = parse_term(&mut store, &arena, node, &scope).expect("a term");
    let location = model.entry().cfa.find_location("loop").expect("there is a loop");
    Proof::Invariants(Invariants::new(&store, [(location, invariant)]))
}

/// Checks that the fault makes the plain check accept a wrong proof, but not the certified check.
fn check(model: &str, invariant: &str, fault: Fault) {
    let model = model::parse(model).expect("a model");
    let proof = proof(&model, invariant);
    let judge = |certification, fault| {
        let options = Options { certification, fault, ..Options::default() };
        check_proof(&model, &proof, &options, &Budget::unlimited())
    };
    let violated = |outcome| matches!(outcome, Err(Rejected::Violated { .. }));
    assert!(violated(judge(Certification::Off, None)), "the proof is wrong");
    assert!(judge(Certification::Off, Some(fault)).is_ok(), "{fault:?} goes unnoticed");
    for certification in [Certification::Preferred, Certification::Required] {
        assert!(violated(judge(certification, None)));
        let caught = judge(certification, Some(fault));
        assert!(matches!(caught, Err(Rejected::NotCertified { .. })), "{caught:?}");
    }
}

#[test]
fn a_flipped_axiom_of_arrays_is_caught() {
    check(WRITES, "(= (select a j) #x07)", Fault::StoresReachEveryIndex);
}

#[test]
fn a_lost_variable_is_caught() {
    check(COUNTS, "(= x #x00)", Fault::FirstVariableIsZero);
}

#[test]
fn a_clause_too_many_is_caught() {
    check(WRITES, "true", Fault::RefutesAnything);
    check(COUNTS, "true", Fault::RefutesAnything);
    check(NUMBERS, "(<= 0 x)", Fault::RefutesAnything);
}

#[test]
fn proofs_about_numbers_are_certified() {
    let model = model::parse(&NUMBERS.replace("(<= 0 n)", "(<= 1 n)")).expect("a model");
    let proof = proof(&model, "(<= 1 x)");
    let options = Options { certification: Certification::Required, ..Options::default() };
    let accepted = check_proof(&model, &proof, &options, &Budget::unlimited()).expect("right");
    assert_eq!(accepted.certified, accepted.conditions);
}
