//! The way back of passes that turn operations on irrelevant variables into `skip`.
//!
//! A run of the input equals one of the output except for these variables, so it may give them any
//! value. Invariants lose the conjuncts about them. If an engine relied on irrelevant values, the
//! result may not be inductive; the checker will notice.

use super::commands::restore_choices;
use super::outdated::Outdated;
use super::pass::{Back, ByLocation, Claim};
use evidence::TraceStep;
use model::{Cfa, Reads};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use term::{Assignment, Op, Substitution, Symbol, Term, TermStore, post_order};

/// The relevant variables.
pub(super) enum Kept {
    /// The same variables at every location.
    Variables(FxHashSet<Symbol>),
    /// Those that are not outdated at a location.
    UpToDate,
}

/// The way back between automata that differ only in operations that became `skip`.
pub(super) struct Projected {
    pub(super) input: Arc<Cfa>,
    pub(super) output: Arc<Cfa>,
    pub(super) kept: Kept,
}

impl Projected {
    fn invariants(
        &self,
        terms: &mut TermStore,
        parameters: &[Symbol],
        at: ByLocation,
    ) -> ByLocation {
        let mut reads = Reads::default();
        let mut projected = at;
        match &self.kept {
            Kept::Variables(kept) => {
                let keeps = |v| kept.contains(&v) || parameters.contains(&v);
                for invariant in projected.values_mut() {
                    let kept = kept_conjuncts(terms, &mut reads, *invariant, &keeps);
                    *invariant = terms.and(&kept);
                }
            }
            Kept::UpToDate => {
                let mut outdated = Outdated::of(terms, &self.input, &self.output);
                outdated.sweep(|location, outdated| {
                    if let Some(invariant) = projected.get_mut(&location) {
                        let keeps = |v| !outdated.contains(v) || parameters.contains(&v);
                        let kept = kept_conjuncts(terms, &mut reads, *invariant, &keeps);
                        *invariant = terms.and(&kept);
                    }
                });
            }
        }
        projected
    }
}

impl Back for Projected {
    fn proof(&self, terms: &mut TermStore, claim: Claim) -> Claim {
        match claim {
            Claim::Invariants { scheme, at } => {
                let at = self.invariants(terms, &scheme.parameters, at);
                Claim::Invariants { scheme, at }
            }
            Claim::Unwinding { .. } => claim,
        }
    }

    fn steps(
        &self,
        terms: &mut TermStore,
        _: &Assignment,
        mut steps: Vec<TraceStep>,
    ) -> Vec<TraceStep> {
        for step in &mut steps {
            let before = &self.input.edge(step.edge).command;
            let after = &self.output.edge(step.edge).command;
            let mut given = std::mem::take(&mut step.choices).into_iter();
            restore_choices(terms, before, after, &mut given, &mut step.choices);
        }
        steps
    }
}

/// The part of an invariant about relevant variables: its conjuncts that read no others, after terms over
/// irrelevant variables were replaced by relevant terms that conjuncts equate them with. Of a disjunction, the
/// same part of each disjunct is left.
fn kept_conjuncts(
    terms: &mut TermStore,
    reads: &mut Reads,
    invariant: Term,
    keeps: &dyn Fn(Symbol) -> bool,
) -> Vec<Term> {
    let (mut kept, mut others) = (Vec::new(), Vec::new());
    let mut pending = vec![invariant];
    while let Some(term) = pending.pop() {
        if reads.of(terms, term).iter().all(|&variable| keeps(variable)) {
            kept.push(term);
        } else if terms.op(term) == Op::And {
            pending.extend(terms.args(term).iter().rev());
        } else {
            others.push(term);
        }
    }
    for &other in &others {
        if terms.op(other) != Op::Or {
            continue;
        }
        let weaker = weakened(terms, reads, other, keeps);
        if terms.as_bool(weaker) != Some(true) {
            kept.push(weaker);
        }
    }
    let mut known: BTreeMap<Term, Term> = BTreeMap::new();
    for &equation in others.iter().filter(|&&term| terms.op(term) == Op::Eq) {
        let &[a, b] = terms.args(equation) else { continue };
        let mut is_kept = |side| reads.of(terms, side).iter().all(|&read| keeps(read));
        match (is_kept(a), is_kept(b)) {
            (true, false) => known.entry(b).or_insert(a),
            (false, true) => known.entry(a).or_insert(b),
            _ => continue,
        };
    }
    if known.is_empty() {
        return kept;
    }
    know_slices(terms, &others, &mut known);
    let mut replace: Substitution = known.into_iter().collect();
    for other in others {
        let replaced = replace.apply(terms, other);
        let is_news = terms.as_bool(replaced) != Some(true) && !kept.contains(&replaced);
        if is_news && reads.of(terms, replaced).iter().all(|&variable| keeps(variable)) {
            kept.push(replaced);
        }
    }
    kept
}

/// Adds what is known of slices of known slices. It replaces what is known of a slice by itself, so that both
/// are still said.
fn know_slices(terms: &mut TermStore, formulas: &[Term], known: &mut BTreeMap<Term, Term>) {
    let mut slices: FxHashMap<Term, Vec<(u32, u32, Term)>> = FxHashMap::default();
    for (&term, &value) in known.iter() {
        if let Op::BvExtract { high, low } = terms.op(term) {
            slices.entry(terms.args(term)[0]).or_default().push((high, low, value));
        }
    }
    if slices.is_empty() {
        return;
    }
    for part in post_order(terms, formulas, |_| false) {
        let Op::BvExtract { high, low } = terms.op(part) else { continue };
        let Some(of) = slices.get(&terms.args(part)[0]) else { continue };
        let around = of.iter().filter(|&&(top, bottom, _)| bottom <= low && high <= top);
        let widest = around.max_by_key(|&&(top, bottom, _)| top - bottom);
        if let Some(&(top, bottom, value)) = widest
            && top - bottom > high - low
        {
            known.insert(part, terms.extract(high - bottom, low - bottom, value));
        }
    }
}

/// A consequence of a formula that reads relevant variables only: in conjunctions and disjunctions, other parts
/// are taken to hold.
fn weakened(
    terms: &mut TermStore,
    reads: &mut Reads,
    formula: Term,
    keeps: &dyn Fn(Symbol) -> bool,
) -> Term {
    let mut weaker: FxHashMap<Term, Term> = FxHashMap::default();
    let mut inner: BTreeSet<Term> = BTreeSet::new();
    let mut pending = vec![formula];
    while let Some(part) = pending.pop() {
        if reads.of(terms, part).iter().all(|&variable| keeps(variable)) {
            weaker.insert(part, part);
        } else if !matches!(terms.op(part), Op::And | Op::Or) {
            weaker.insert(part, terms.bool(true));
        } else if inner.insert(part) {
            pending.extend(terms.args(part));
        }
    }
    // Arguments have smaller numbers than the terms that use them.
    for part in inner {
        let args: Vec<Term> = terms.args(part).iter().map(|arg| weaker[arg]).collect();
        let whole = match terms.op(part) {
            Op::And => terms.and(&args),
            _ => terms.or(&args),
        };
        weaker.insert(part, whole);
    }
    weaker[&formula]
}
