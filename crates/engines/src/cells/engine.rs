//! Turns a model with arrays into one with cells, and carries a proof back.

use super::abstraction::CellModel;
use super::cases::SplitModel;
use crate::engine::{Answer, Context, Engine};
use crate::literals::conjuncts;
use crate::stats::EngineStats;
use crate::templates::{Domain, invariants_of_domains};
use evidence::{Invariants, Proof, Reason, Trace, Translation, Verdict};
use model::{Automaton, Location};
use std::collections::BTreeMap;
use std::sync::Arc;
use term::{Substitution, Term, TermStore, Transfer, free_vars};

/// An engine for models without arrays.
pub type CellProver = Arc<dyn Engine + Send + Sync>;

/// Proofs about arrays that consider single cells.
#[derive(Clone)]
pub struct Cells {
    /// The engines for the model with cells, tried in order until one has an answer.
    provers: Vec<CellProver>,
}

impl Cells {
    /// The engine, with the engines for models with cells.
    pub fn new(provers: Vec<CellProver>) -> Cells {
        Cells { provers }
    }
}

/// Lemmas about the program itself, by location.
type Lemmas = BTreeMap<Location, Vec<Term>>;

impl Engine for Cells {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn run(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        let unknown =
            |reason| Answer { verdict: Verdict::Unknown(reason), stats: EngineStats::default() };
        let Some(mut cells) = CellModel::of(model) else {
            let what = "errors do not depend on few elements of arrays".to_owned();
            return unknown(Reason::Incomplete(what));
        };
        // The other engines do not know the cells.
        let mut alone = Context::new(context.budget.clone(), context.observer);
        alone.solver = context.solver;
        let lemmas = match lemmas(&mut cells, &mut alone) {
            Ok(lemmas) => lemmas,
            Err(reason) => return unknown(reason),
        };
        let range = range(&mut cells, &lemmas);
        let split = SplitModel::of(model, &cells, &range, &lemmas);
        let answer = self.prove(&split.model, &mut alone);
        let verdict = match answer.verdict {
            Verdict::Safe(proof) => {
                let back =
                    CellsBack { cells: &cells, split: &split, lemmas: &lemmas, range: &range };
                // Otherwise bounded model checking would be enough.
                let what = "loops are too short for invariants to be needed";
                let incomplete = || Verdict::Unknown(Reason::Incomplete(what.to_owned()));
                back.proof(&proof).map_or_else(incomplete, Verdict::Safe)
            }
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
            Verdict::Unsafe(_) | Verdict::Derived(_) | Verdict::Recurs(_) | Verdict::Fails(_) => {
                let what = "other elements of arrays matter than the last ones that are read";
                Verdict::Unknown(Reason::Incomplete(what.to_owned()))
            }
        };
        Answer { verdict, ..answer }
    }
}

impl Cells {
    /// The first answer about the split model.
    fn prove(&self, model: &Automaton, context: &mut Context<'_>) -> Answer {
        for prover in &self.provers {
            let answer = prover.run(model, context);
            if !matches!(answer.verdict, Verdict::Unknown(Reason::Incomplete(_))) {
                return answer;
            }
        }
        let what = "no invariants of single elements of arrays were found".to_owned();
        let verdict = Verdict::Unknown(Reason::Incomplete(what));
        Answer { verdict, stats: EngineStats::default() }
    }
}

/// Bounds of the program's variables. They are invariants of the program, since the model with
/// cells has all its runs. They mention no cells and must be inductive by themselves, since they
/// become part of a proof about arrays.
fn lemmas(cells: &mut CellModel, context: &mut Context<'_>) -> Result<Lemmas, Reason> {
    let about = |store: &TermStore, term| cells.is_of_program(store, term);
    let domains = [Domain::Intervals];
    let (store, found) = invariants_of_domains(&domains, &about, &cells.model, context)?;
    let mut transfer = Transfer::new();
    let mut lemmas = Lemmas::new();
    for (location, conditions) in found {
        for condition in conditions {
            let copied = transfer.copy(&store, &mut cells.model.terms, condition);
            let copied = copied.expect("the store was made of this one");
            lemmas.entry(location).or_default().push(copied);
        }
    }
    Ok(lemmas)
}

/// What is known of each slot if it was chosen well: the same as of the variable whose value it has in
/// the last step. Of slots that are not chosen on each way of each last step, nothing is known: what
/// is known of a variable need not be true of any value there, and the proof would say nothing.
fn range(cells: &mut CellModel, lemmas: &Lemmas) -> Vec<Term> {
    let CellModel { model, slots, .. } = cells;
    let cfa = &model.procedures[model.entry.index()].cfa;
    let terms = &mut model.terms;
    let last_steps =
        cfa.edges().filter(|&e| cfa.error_at(cfa.edge(e).target).is_some()).collect::<Vec<_>>();
    let mut ranges = Vec::new();
    'slots: for &slot in &slots.symbols {
        let mut alternatives = Vec::new();
        for &edge in &last_steps {
            if !slots.always_chosen.get(&edge).is_some_and(|chosen| chosen.contains(&slot)) {
                continue 'slots;
            }
            let mut anchors = slots.anchors.iter().filter(|a| a.slot == slot && a.edge == edge);
            // One that is chosen in several ways is not looked at closer.
            let (Some(anchor), None) = (anchors.next(), anchors.next()) else { continue 'slots };
            let Some(variable) = terms.as_var(anchor.term) else { continue 'slots };
            let at_source = lemmas.get(&cfa.edge(edge).source).into_iter().flatten();
            let at_source = at_source.filter(|_| !anchor.changed.contains(&variable));
            let known = at_source.chain(&anchor.before).copied();
            let only_of_it = |&t: &Term| free_vars(terms, &[t]) == [variable];
            let known: Vec<Term> = known.filter(only_of_it).collect();
            let slot = terms.var(slot);
            let mut of_slot: Substitution = [(anchor.term, slot)].into_iter().collect();
            let known: Vec<Term> = known.into_iter().map(|t| of_slot.apply(terms, t)).collect();
            alternatives.push(terms.and(&known));
        }
        let range = terms.or(&alternatives);
        if terms.as_bool(range).is_none() {
            ranges.push(range);
        }
    }
    ranges
}

/// The way back from the model with cells.
struct CellsBack<'a> {
    cells: &'a CellModel,
    split: &'a SplitModel,
    lemmas: &'a Lemmas,
    range: &'a [Term],
}

impl Translation for CellsBack<'_> {
    fn proof(&self, proof: &Proof) -> Option<Proof> {
        let Proof::Invariants(invariants) = proof else { return None };
        Some(Proof::Invariants(self.invariants(invariants)))
    }

    /// In the model with cells, array elements outside of watched cells may have any value.
    fn trace(&self, _: &Trace) -> Option<Trace> {
        None
    }
}

impl CellsBack<'_> {
    /// Invariants about the arrays, for all choices of slots.
    fn invariants(&self, invariants: &Invariants) -> Invariants {
        let CellsBack { cells, split, lemmas, range } = *self;
        let mut terms = split.model.terms.clone();
        let mut transfer = Transfer::new();
        let mut by_location: BTreeMap<Location, Vec<Term>> = lemmas.clone();
        let heads = cells.model.entry().cfa.cut_points();
        for (copy, invariant) in invariants.iter() {
            let Some((location, case)) = split.origins[copy.index()] else { continue };
            // The split model may have additional cut points between heads. Their invariants follow
            // from the others; if they were included, the lemmas would have to follow from them.
            if !heads.contains(location) {
                continue;
            }
            let copied = transfer.copy(invariants.terms(), &mut terms, invariant);
            let copied = copied.expect("the invariants are about the split model");
            let condition = terms.and(&[range, &[case]].concat());
            let said = by_location.entry(location).or_default();
            for conjunct in conjuncts(&terms, copied) {
                let in_this_case = terms.implies(condition, conjunct);
                said.extend(cells.meaning(&mut terms, in_this_case));
            }
        }
        let by_location: Vec<(Location, Term)> =
            by_location.into_iter().map(|(l, said)| (l, terms.and(&said))).collect();
        let names: Vec<&str> = cells.slots.symbols.iter().map(|&slot| terms.name(slot)).collect();
        Invariants::by_induction(&terms, invariants.induction(), by_location).for_all(names)
    }
}
