//! Answers about Horn clauses in the words of SMT-LIB, for other tools and for people.

use crate::derivation::Derivation;
use crate::interpretation::Interpretation;
use crate::proof::Proof;
use crate::verdict::Verdict;
use model::PredicateId;
use model::chc::{Atom, ChcSystem, Clause};
use std::fmt::{self, Write};
use term::smtlib::Quoted;

/// `sat` with a definition for each predicate, `unsat` with the facts that lead to false, or `unknown`.
///
/// A predicate that the proof gives no formula is defined by the clauses that derive it. A proof that
/// is not made of formulas for predicates is named in a comment.
pub fn chc_output(system: &ChcSystem, verdict: &Verdict) -> String {
    let mut out = String::new();
    let written = match verdict {
        Verdict::Safe(Proof::Interpretation(interpretation)) => {
            out += "sat\n";
            write_model(&mut out, system, interpretation)
        }
        Verdict::Safe(_) => {
            out += "sat\n; the proof is not made of formulas for predicates\n";
            Ok(())
        }
        Verdict::Derived(derivation) => {
            out += "unsat\n";
            write_facts(&mut out, system, derivation)
        }
        Verdict::Unsafe(_) | Verdict::Recurs(_) | Verdict::Fails(_) | Verdict::Unknown(_) => {
            out += "unknown\n";
            Ok(())
        }
    };
    written.expect("writing to a string does not fail");
    out
}

fn write_model(out: &mut String, system: &ChcSystem, proof: &Interpretation) -> fmt::Result {
    writeln!(out, "(")?;
    for (predicate, definition) in proof.iter() {
        let terms = proof.terms();
        let parameters = definition.parameters.iter().map(|&parameter| {
            let symbol = terms.as_var(parameter).expect("parameters are variables");
            format!("({} {})", Quoted(terms.name(symbol)), terms.symbol_sort(symbol))
        });
        let parameters = parameters.collect::<Vec<_>>().join(" ");
        let (name, body) = (name(system, predicate), terms.display(definition.body));
        writeln!(out, "  (define-fun {name} ({parameters}) Bool\n    {body})")?;
    }
    // No proof is accepted in which predicates without a formula depend on themselves.
    let order = system.derivation_order(|predicate| proof.get(predicate).is_some());
    for predicate in order.unwrap_or_default() {
        write_derived(out, system, predicate)?;
    }
    writeln!(out, ")")
}

/// The definition of a predicate by the clauses that derive it.
fn write_derived(out: &mut String, system: &ChcSystem, predicate: PredicateId) -> fmt::Result {
    let sorts = system.terms.parameters(system.predicate(predicate));
    let names: Vec<String> = (0..sorts.len()).map(|i| new_name(system, i)).collect();
    let parameters = names.iter().zip(sorts).map(|(name, sort)| format!("({name} {sort})"));
    let parameters = parameters.collect::<Vec<_>>().join(" ");
    writeln!(out, "  (define-fun {} ({parameters}) Bool\n    (or false", name(system, predicate))?;
    for clause in clauses_of(system, predicate) {
        let terms = &system.terms;
        let mut conjuncts = vec![terms.display(clause.constraint).to_string()];
        conjuncts.extend(clause.body.iter().map(|atom| application(system, atom)));
        let head = clause.head.as_ref().expect("it derives a predicate");
        for (name, &arg) in names.iter().zip(&head.args) {
            conjuncts.push(format!("(= {name} {})", terms.display(arg)));
        }
        let conjunction = format!("(and true {})", conjuncts.join(" "));
        let variables = clause.variables.iter().map(|&variable| {
            format!("({} {})", Quoted(terms.name(variable)), terms.symbol_sort(variable))
        });
        let variables = variables.collect::<Vec<_>>().join(" ");
        match variables.is_empty() {
            true => writeln!(out, "      {conjunction}")?,
            false => writeln!(out, "      (exists ({variables}) {conjunction})")?,
        }
    }
    writeln!(out, "    ))")
}

/// The facts of a derivation, each with the number of its clause and the facts that it follows from.
fn write_facts(out: &mut String, system: &ChcSystem, derivation: &Derivation) -> fmt::Result {
    writeln!(out, "(")?;
    for (number, step) in derivation.steps.iter().enumerate() {
        let fact = match step.fact(system) {
            Ok(Some(fact)) if fact.values.is_empty() => name(system, fact.predicate),
            Ok(Some(fact)) => {
                let values: Vec<String> = fact.values.iter().map(ToString::to_string).collect();
                format!("({} {})", name(system, fact.predicate), values.join(" "))
            }
            Ok(None) | Err(_) => "false".to_owned(),
        };
        let premises: Vec<String> = step.premises.iter().map(ToString::to_string).collect();
        let (clause, premises) = (step.clause, premises.join(" "));
        writeln!(out, "  ({number} {fact} :clause {clause} :premises ({premises}))")?;
    }
    writeln!(out, ")")
}

fn clauses_of(system: &ChcSystem, predicate: PredicateId) -> impl Iterator<Item = &Clause> {
    let derives =
        move |clause: &&Clause| clause.head.as_ref().is_some_and(|h| h.predicate == predicate);
    system.clauses.iter().filter(derives)
}

fn name(system: &ChcSystem, predicate: PredicateId) -> String {
    Quoted(system.terms.name(system.predicate(predicate))).to_string()
}

fn application(system: &ChcSystem, atom: &Atom) -> String {
    let name = name(system, atom.predicate);
    if atom.args.is_empty() {
        return name;
    }
    let args: Vec<String> =
        atom.args.iter().map(|&arg| system.terms.display(arg).to_string()).collect();
    format!("({name} {})", args.join(" "))
}

/// A name for a parameter that nothing in the clauses has.
fn new_name(system: &ChcSystem, number: usize) -> String {
    let mut name = format!("arg{number}");
    while system.terms.lookup(&name).is_some() {
        name += "_";
    }
    name
}
