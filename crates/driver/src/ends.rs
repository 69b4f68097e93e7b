//! What a proof says of the end of each loop, for people.

use crate::program::ProgramTask;
use evidence::Proof;
use model::RecurrentLoop;
use term::{Op, Term, TermStore, free_vars, post_order};

/// Measures of more than this many parts are not shown.
const MAX_SIZE: usize = 15;

/// A loop that is always left.
pub struct EndedLoop {
    /// Where it is: file, line and column.
    pub place: String,
    /// What decreases in its rounds, in lexicographic order, as far as the proof shows that.
    pub measures: Vec<String>,
}

impl ProgramTask {
    /// The loops of the program with what a proof says of their ends, in the order of the source. Copies
    /// of a loop with the same measures are shown once.
    pub fn ended_loops(&self, proof: &Proof) -> Vec<EndedLoop> {
        let Some(recurrences) = &self.recurrences else { return Vec::new() };
        let shown = |one: &RecurrentLoop| {
            let span = one.span?;
            Some((span, measures(proof, one)))
        };
        let mut loops: Vec<_> = recurrences.loops.iter().filter_map(shown).collect();
        loops.sort();
        loops.dedup();
        let ended = |(span, measures)| EndedLoop { place: self.place(span), measures };
        loops.into_iter().map(ended).collect()
    }
}

/// What a proof compares with saved values at the head of a loop.
fn measures(proof: &Proof, of: &RecurrentLoop) -> Vec<String> {
    let Proof::Invariants(invariants) = proof else { return Vec::new() };
    let Some(invariant) = invariants.get(of.copy) else { return Vec::new() };
    let terms = invariants.terms();
    let is_saved =
        |term: Term| free_vars(terms, &[term]).iter().any(|&v| terms.name(v).starts_with("saved "));
    let mut found = Vec::new();
    // Later components are arguments of what is compared before.
    for part in post_order(terms, &[invariant], |_| false).into_iter().rev() {
        let (Op::BvSlt | Op::BvUlt, &[now, then]) = (terms.op(part), terms.args(part)) else {
            continue;
        };
        if is_saved(now) || !is_saved(then) || post_order(terms, &[now], |_| false).len() > MAX_SIZE
        {
            continue;
        }
        let shown = expression(terms, now);
        if !found.contains(&shown) {
            found.push(shown);
        }
    }
    found
}

/// A measure as one would write it.
fn expression(terms: &TermStore, term: Term) -> String {
    let args: Vec<String> =
        terms.args(term).iter().map(|&argument| expression(terms, argument)).collect();
    match (terms.op(term), &args[..]) {
        (Op::Var(symbol), _) => {
            let name = terms.name(symbol);
            name.rsplit('.').next().unwrap_or(name).to_owned()
        }
        (Op::BvSignExtend(_) | Op::BvZeroExtend(_), [inner]) => inner.clone(),
        (Op::BvNeg, [inner]) if inner.contains(' ') => format!("-({inner})"),
        (Op::BvNeg, [inner]) => format!("-{inner}"),
        (Op::BvAdd, [first, second]) => format!("{first} + {second}"),
        (Op::BvSub, [first, second]) if second.contains(' ') => format!("{first} - ({second})"),
        (Op::BvSub, [first, second]) => format!("{first} - {second}"),
        _ => match terms.as_bitvec(term) {
            Some(bits) => bits.to_bigint().to_string(),
            None => terms.display_tree(term).to_string(),
        },
    }
}
