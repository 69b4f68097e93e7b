//! Evidence about Horn clauses in the structure of a file.

use super::Evidence;
use super::document::{self, Body, Parameter, Piece};
use super::error::{ReadError, ReadErrorKind};
use crate::derivation::{Application, Derivation};
use crate::interpretation::{Definition, Interpretation};
use crate::proof::Proof;
use model::PredicateId;
use model::chc::{self, ChcSystem};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use term::smtlib::{Scope, parse_sort, parse_term};
use term::{Term, TermStore};

/// What a predicate means.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defined {
    pub predicate: Piece,
    pub parameters: Vec<Parameter>,
    pub meaning: Piece,
}

/// An application of a clause.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Applied {
    pub clause: u32,
    pub values: Vec<Piece>,
    pub premises: Vec<u32>,
}

// ----- Writing -----

/// A proof about Horn clauses.
pub fn write_proof(system: &ChcSystem, proof: &Proof) -> Body {
    match proof {
        Proof::Interpretation(interpretation) => {
            let predicates = interpretation.iter().map(|(predicate, definition)| {
                write_definition(system, interpretation.terms(), predicate, definition)
            });
            Body::Interpretation { predicates: predicates.collect() }
        }
        Proof::AsAutomaton(proof) => {
            let automaton = chc::to_model(system).expect("the proof is about linear clauses");
            Body::AsAutomaton { proof: Box::new(document::write_proof(&automaton.model, proof)) }
        }
        other => panic!("this says nothing of Horn clauses: {other:?}"),
    }
}

fn write_definition(
    system: &ChcSystem,
    terms: &TermStore,
    predicate: PredicateId,
    definition: &Definition,
) -> Defined {
    let parameter = |&parameter: &Term| {
        let symbol = terms.as_var(parameter).expect("parameters are variables");
        Parameter {
            name: Piece::new(terms.name(symbol)),
            sort: Piece::new(terms.symbol_sort(symbol)),
        }
    };
    Defined {
        predicate: Piece::new(system.terms.name(system.predicate(predicate))),
        parameters: definition.parameters.iter().map(parameter).collect(),
        meaning: Piece::new(&terms.display(definition.body)),
    }
}

/// A derivation.
pub fn write_derivation(derivation: &Derivation) -> Body {
    let steps = derivation.steps.iter().map(|step| Applied {
        clause: step.clause as u32,
        values: step.values.iter().map(Piece::new).collect(),
        premises: step.premises.iter().map(|&premise| premise as u32).collect(),
    });
    Body::Derivation { steps: steps.collect() }
}

// ----- Reading -----

/// Evidence about Horn clauses; `head` is where the document says which ones.
pub fn read(system: &ChcSystem, body: &Body, head: &Piece) -> Result<Evidence, ReadError> {
    match body {
        Body::Derivation { steps } => {
            let steps = steps.iter().map(|step| read_step(system, step, head));
            let steps = steps.collect::<Result<_, _>>()?;
            Ok(Evidence::Derivation(Derivation { steps }))
        }
        proof => Ok(Evidence::Proof(read_proof(system, proof, head)?)),
    }
}

/// A proof about Horn clauses.
pub fn read_proof(system: &ChcSystem, body: &Body, head: &Piece) -> Result<Proof, ReadError> {
    match body {
        Body::Interpretation { predicates } => {
            Ok(Proof::Interpretation(read_interpretation(system, predicates)?))
        }
        Body::AsAutomaton { proof } => {
            let misfit = ReadErrorKind::Expected("a proof of clauses that are linear");
            let automaton = chc::to_model(system).map_err(|_| head.error(misfit))?;
            let proof = document::read_proof(&automaton.model, proof, head)?;
            Ok(Proof::AsAutomaton(Box::new(proof)))
        }
        _ => Err(head.error(ReadErrorKind::Expected("evidence about clauses, not about a model"))),
    }
}

fn read_interpretation(
    system: &ChcSystem,
    predicates: &[Defined],
) -> Result<Interpretation, ReadError> {
    let mut store = TermStore::without_simplification();
    let mut definitions: BTreeMap<PredicateId, Definition> = BTreeMap::new();
    for Defined { predicate: name, parameters, meaning } in predicates {
        let unknown = || name.error(ReadErrorKind::UnknownPredicate(name.text.clone()));
        let predicate = system.terms.lookup(&name.text).and_then(|symbol| {
            let index = system.predicates.iter().position(|&p| p == symbol)?;
            Some(PredicateId::from_index(index))
        });
        let predicate = predicate.ok_or_else(unknown)?;
        let mut scope = Scope::new();
        let mut variables = Vec::with_capacity(parameters.len());
        for Parameter { name, sort } in parameters {
            let sort = sort.read(|arena, node| parse_sort(arena, node, &Scope::new()))?;
            if scope.get(&name.text).is_some() {
                return Err(name.error(ReadErrorKind::Twice(name.text.clone())));
            }
            // Parameters of other predicates may have the same name and another sort.
            let symbol = match store.declare(&name.text, sort.clone()) {
                Ok(symbol) => symbol,
                Err(_) => store.fresh(&name.text, sort),
            };
            let variable = store.var(symbol);
            scope.bind_term(&name.text, variable);
            variables.push(variable);
        }
        let body = meaning.read(|arena, node| parse_term(&mut store, arena, node, &scope))?;
        let definition = Definition { parameters: variables, body };
        if definitions.insert(predicate, definition).is_some() {
            return Err(name.error(ReadErrorKind::Twice(name.text.clone())));
        }
    }
    Ok(Interpretation::new(&store, definitions))
}

fn read_step(system: &ChcSystem, step: &Applied, head: &Piece) -> Result<Application, ReadError> {
    let clause = step.clause as usize;
    let unknown = || head.error(ReadErrorKind::Expected("applications of clauses that there are"));
    let variables = &system.clauses.get(clause).ok_or_else(unknown)?.variables;
    if variables.len() != step.values.len() {
        let misfit = ReadErrorKind::Expected("a value for each variable of an applied clause");
        return Err(head.error(misfit));
    }
    let values = step.values.iter().zip(variables);
    let values =
        values.map(|(value, &variable)| value.value_of(system.terms.symbol_sort(variable)));
    let values = values.collect::<Result<_, _>>()?;
    let premises = step.premises.iter().map(|&premise| premise as usize).collect();
    Ok(Application { clause, values, premises })
}
