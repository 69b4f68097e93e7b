//! The checker agrees with enumeration on random Horn clauses and random evidence.

use crate::clauses::{GroundAtom, clauses, derive, instances, interpretation, read, tuples};
use check::{Options, check_derivation, check_solution};
use evidence::{Derivation, Proof};
use model::chc::ChcSystem;
use proptest::prelude::*;
use smt::Budget;
use std::collections::{BTreeMap, BTreeSet};
use term::Value;

type Sets = BTreeMap<usize, BTreeSet<Vec<Value>>>;

fn accepts(system: &ChcSystem, sets: &Sets) -> bool {
    let proof = Proof::Interpretation(interpretation(system, sets));
    check_solution(system, &proof, &Options::default(), &Budget::unlimited()).is_ok()
}

/// Whether sets for predicates, and what is derived from them for the others, make all clauses hold;
/// the others must not depend on themselves.
fn is_solution(system: &ChcSystem, sets: &Sets) -> bool {
    let instances = instances(system);
    let is_open = |predicate: usize| !sets.contains_key(&predicate);
    let mut settled: BTreeSet<usize> = sets.keys().copied().collect();
    for _ in &system.predicates {
        let ready = |predicate: &usize| {
            let deriving = system.clauses.iter().filter(|clause| {
                clause.head.as_ref().is_some_and(|head| head.predicate.index() == *predicate)
            });
            let mut bodies = deriving.flat_map(|clause| &clause.body);
            bodies.all(|atom| settled.contains(&atom.predicate.index()))
        };
        let more: Vec<usize> = (0..system.predicates.len()).filter(ready).collect();
        settled.extend(more);
    }
    if settled.len() < system.predicates.len() {
        return false;
    }
    let given = sets.iter().flat_map(|(&p, set)| set.iter().map(move |tuple| (p, tuple.clone())));
    let mut holds: BTreeSet<GroundAtom> = given.collect();
    for _ in 0..=system.predicates.len() {
        for instance in &instances {
            if let Some(head) = &instance.head
                && is_open(head.0)
                && instance.body.iter().all(|atom| holds.contains(atom))
            {
                holds.insert(head.clone());
            }
        }
    }
    instances.iter().all(|instance| {
        let assumed = instance.body.iter().all(|atom| holds.contains(atom));
        !assumed || instance.head.as_ref().is_some_and(|head| holds.contains(head))
    })
}

/// Whether each step is an instance of its clause and follows from earlier ones, and only the last one
/// derives false.
fn is_derivation(system: &ChcSystem, derivation: &Derivation) -> bool {
    let instances = instances(system);
    let mut facts: Vec<GroundAtom> = Vec::new();
    for (number, step) in derivation.steps.iter().enumerate() {
        let instance =
            instances.iter().find(|i| i.clause == step.clause && i.values == step.values);
        let Some(instance) = instance else { return false };
        let premises: Option<Vec<GroundAtom>> =
            step.premises.iter().map(|&premise| facts.get(premise).cloned()).collect();
        if premises.as_ref() != Some(&instance.body) {
            return false;
        }
        match &instance.head {
            Some(head) => facts.push(head.clone()),
            None => return number + 1 == derivation.steps.len(),
        }
    }
    false
}

/// Changes one thing of a derivation.
fn mutate(derivation: &mut Derivation, at: usize, kind: usize, value: usize) {
    let count = derivation.steps.len();
    let step = &mut derivation.steps[at % count];
    match kind % 6 {
        0 => step.clause = value % 8,
        1 => {
            if let Some(first) = step.values.first_mut() {
                *first = match first {
                    Value::Bool(b) => Value::Bool(!*b),
                    _ => Value::bv(2, value as u64 % 4),
                };
            }
        }
        2 => {
            if let Some(first) = step.premises.first_mut() {
                *first = value % count;
            }
        }
        3 => step.premises.reverse(),
        4 => drop(derivation.steps.remove(at % count)),
        _ => derivation.steps.swap(at % count, value % count),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn interpretations(
        text in clauses(2),
        masks in prop::collection::vec(prop::option::of(any::<u8>()), 4),
        given in prop::collection::vec(any::<bool>(), 4),
    ) {
        let system = read(&text);
        let (derived, refuted) = derive(&system);
        // At random.
        let mut sets = Sets::new();
        for (predicate, mask) in masks.iter().enumerate() {
            let all = tuples(system.terms.parameters(system.predicates[predicate]));
            if let Some(mask) = mask {
                let chosen = all.into_iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                sets.insert(predicate, chosen.map(|(_, tuple)| tuple).collect());
            }
        }
        prop_assert_eq!(accepts(&system, &sets), is_solution(&system, &sets), "{}", text);
        // The least that makes all clauses hold but perhaps queries.
        let mut least = Sets::new();
        for predicate in (0..4).filter(|&predicate| given[predicate]) {
            let of_it = derived.iter().filter(|fact| fact.0 == predicate);
            least.insert(predicate, of_it.map(|fact| fact.1.clone()).collect());
        }
        let accepted = accepts(&system, &least);
        prop_assert_eq!(accepted, is_solution(&system, &least), "{}", text);
        if accepted {
            prop_assert!(refuted.is_none(), "{}", text);
        }
    }

    #[test]
    fn derivations(
        text in clauses(2),
        changes in prop::collection::vec((any::<usize>(), any::<usize>(), any::<usize>()), 1..3),
    ) {
        let system = read(&text);
        if let (_, Some(mut derivation)) = derive(&system) {
            prop_assert!(check_derivation(&system, &derivation).is_ok(), "{}", text);
            for (at, kind, value) in changes {
                if !derivation.steps.is_empty() {
                    mutate(&mut derivation, at, kind, value);
                }
            }
            let accepted = check_derivation(&system, &derivation).is_ok();
            let expected = is_derivation(&system, &derivation);
            prop_assert_eq!(accepted, expected, "{:?}\n{}", derivation, text);
        }
    }
}
