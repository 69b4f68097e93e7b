//! Helpers shared by the tests.

use check::{Certification, Options, Rejected, check_proof};
use evidence::{Induction, Invariants, Proof};
use model::{Location, Model};
use smt::Budget;
use term::smtlib::{Scope, SexprArena, parse_term};
use term::{Sort, Term, TermStore};

/// A model from its text form.
pub fn model(text: &str) -> Model {
    model::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The location of a name.
pub fn location(model: &Model, name: &str) -> Location {
    model.entry().cfa.find_location(name).unwrap()
}

/// A term over what is declared in a store.
pub fn term(store: &mut TermStore, text: &str) -> Term {
    let scope = Scope::of_store(store);
    let arena = SexprArena::parse(text.as_bytes()).unwrap();
    let node = arena.roots().next().unwrap();
    parse_term(store, &arena, node, &scope).unwrap()
}

/// Inductive invariants by names of locations.
pub fn invariants(model: &Model, by_location: &[(&str, &str)]) -> Proof {
    k_inductive(model, 1, by_location)
}

/// k-inductive invariants by names of locations.
pub fn k_inductive(model: &Model, k: u32, by_location: &[(&str, &str)]) -> Proof {
    by_induction(model, Induction::over(k), by_location)
}

/// Invariants by names of locations, with the kind of induction they need.
pub fn by_induction(model: &Model, induction: Induction, by_location: &[(&str, &str)]) -> Proof {
    let mut store = model.terms.clone();
    let pairs: Vec<_> = by_location
        .iter()
        .map(|(name, text)| (location(model, name), term(&mut store, text)))
        .collect();
    Proof::Invariants(Invariants::by_induction(&store, induction, pairs))
}

/// All ways to decide conditions.
const CERTIFICATIONS: [Certification; 3] =
    [Certification::Off, Certification::Preferred, Certification::Required];

/// The checker's answer for a proof, which must be the same for all ways to decide conditions.
pub fn check_all_ways(model: &Model, proof: &Proof, budget: &Budget) -> Result<(), Rejected> {
    let [plain, others @ ..] = CERTIFICATIONS.map(|certification| {
        let options = Options { certification, ..Options::default() };
        check_proof(model, proof, &options, budget).map(|accepted| {
            let certified = certification > Certification::Off;
            let expected = if certified { accepted.conditions } else { 0 };
            assert_eq!(accepted.certified, expected);
            assert_eq!(accepted.steps > 0, accepted.certified > 0);
        })
    });
    for other in others {
        let same = match (&plain, &other) {
            (Ok(()), Ok(())) => true,
            // Counterexamples may differ.
            (Err(a), Err(b)) => std::mem::discriminant(a) == std::mem::discriminant(b),
            _ => false,
        };
        assert!(same, "{plain:?} and {other:?}");
    }
    plain
}

/// The checker's answer for a proof.
pub fn judge(model: &Model, proof: &Proof) -> String {
    match check_all_ways(model, proof, &Budget::unlimited()) {
        Ok(()) => "accepted".to_owned(),
        Err(rejected) => rejected.to_string(),
    }
}

/// Invariants by names of locations that hold for all values of indices with these numbers of bits.
pub fn for_all_indices(
    model: &Model,
    indices: &[(&str, u32)],
    by_location: &[(&str, &str)],
) -> Proof {
    let mut store = model.terms.clone();
    for &(index, bits) in indices {
        // It may be one of the model's, which the checker has to find out.
        if store.lookup(index).is_none() {
            store.declare(index, Sort::BitVec(bits)).unwrap();
        }
    }
    let at = |(name, text): &(&str, &str)| (location(model, name), term(&mut store, text));
    let pairs: Vec<_> = by_location.iter().map(at).collect();
    Proof::Invariants(
        Invariants::new(&store, pairs).for_all(indices.iter().map(|(index, _)| *index)),
    )
}
