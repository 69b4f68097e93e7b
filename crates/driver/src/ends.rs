//! What a proof says of the end of each loop, for people.

use crate::program::ProgramTask;
use evidence::Proof;
use model::RecurrentLoop;
use rustc_hash::FxHashSet;
use term::{BitVec, Op, Term, TermStore, free_vars, post_order};

/// Measures of more than this many parts are not shown.
const MAX_SIZE: usize = 25;

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
    let invariants = match proof {
        Proof::Invariants(invariants) => invariants,
        // The loops keep their places where summaries replace calls.
        Proof::Summaries { proof, .. } => return measures(proof, of),
        _ => return Vec::new(),
    };
    let Some(invariant) = invariants.get(of.copy) else { return Vec::new() };
    let terms = invariants.terms();
    let is_saved =
        |term: Term| free_vars(terms, &[term]).iter().any(|&v| terms.name(v).starts_with("saved "));
    let is_long = |term: Term| post_order(terms, &[term], |_| false).len() > MAX_SIZE;
    let mut found = Vec::new();
    for (first, second) in lesser_and_greater(terms, invariant) {
        let (now, sign) = match (is_saved(first), is_saved(second)) {
            (false, true) => (first, ""),
            (true, false) => (second, "-"),
            _ => continue,
        };
        if is_long(now) || free_vars(terms, &[now]).is_empty() {
            continue;
        }
        let shown = match expression(terms, now) {
            Some(plain) if plain.contains(' ') && !sign.is_empty() => format!("{sign}({plain})"),
            Some(plain) => format!("{sign}{plain}"),
            None => "...".to_owned(),
        };
        if !found.contains(&shown) {
            found.push(shown);
        }
    }
    found
}

/// The pairs of which a condition says in some case that the first is less than the second, in the order
/// of the tuple. What it denies is left out.
fn lesser_and_greater(terms: &TermStore, condition: Term) -> Vec<(Term, Term)> {
    let (mut found, mut seen, mut pending) = (Vec::new(), FxHashSet::default(), vec![condition]);
    while let Some(part) = pending.pop() {
        if !seen.insert(part) {
            continue;
        }
        match (terms.op(part), terms.args(part)) {
            // Later components are arguments of what is compared before: in `a or (b and c)` a comes first.
            (Op::And | Op::Or, args) => {
                let is_atom = |part: &Term| matches!(terms.op(*part), Op::BvSlt | Op::BvUlt);
                let (atoms, others): (Vec<Term>, Vec<Term>) =
                    args.iter().copied().partition(is_atom);
                pending.extend(others.into_iter().rev());
                pending.extend(atoms.into_iter().rev());
            }
            (Op::BvSlt | Op::BvUlt, &[first, second]) => found.push((first, second)),
            _ => {}
        }
    }
    found
}

/// A measure as one would write it, if it is one that people read.
fn expression(terms: &TermStore, term: Term) -> Option<String> {
    if let Some(inner) = absolute(terms, term) {
        return Some(format!("|{}|", expression(terms, inner)?));
    }
    if let Some(bits) = terms.as_bitvec(term) {
        return Some(signed(bits));
    }
    if let Some((name, pieces)) = greater_or_smaller(terms, term) {
        let pieces = pieces.map(|piece| expression(terms, piece));
        let [Some(first), Some(second)] = pieces else { return None };
        return Some(format!("{name}({first}, {second})"));
    }
    let args = terms.args(term).iter().map(|&argument| expression(terms, argument));
    let args = args.collect::<Option<Vec<String>>>()?;
    Some(match (terms.op(term), &args[..]) {
        (Op::Var(symbol), _) => {
            let name = terms.name(symbol);
            let name = name.rsplit('.').next().unwrap_or(name);
            // A temporary has a name that means nothing to a reader.
            return (!name.contains('!')).then(|| name.to_owned());
        }
        (Op::BvSignExtend(_) | Op::BvZeroExtend(_), [inner]) => inner.clone(),
        (Op::Ite, [condition, yes, no]) => format!("({condition} ? {yes} : {no})"),
        (Op::Not, [condition]) => format!("!({condition})"),
        (Op::And, conditions) => conditions.join(" && "),
        (Op::Eq, [first, second]) => format!("{first} == {second}"),
        (Op::BvSlt | Op::BvUlt, [first, second]) => format!("{first} < {second}"),
        (Op::BvSle | Op::BvUle, [first, second]) => format!("{first} <= {second}"),
        (Op::BvMul, [first, second]) if !first.contains(' ') && !second.contains(' ') => {
            format!("{first} * {second}")
        }
        (Op::BvNeg, [inner]) if inner.contains(' ') => format!("-({inner})"),
        (Op::BvNeg, [inner]) => format!("-{inner}"),
        (Op::BvAdd, [first, second]) => format!("{first} + {second}"),
        (Op::BvSub, [first, second]) if second.contains(' ') => format!("{first} - ({second})"),
        (Op::BvSub, [first, second]) => format!("{first} - {second}"),
        _ => return None,
    })
}

/// The two terms of which a term is the greater or the smaller one.
fn greater_or_smaller(terms: &TermStore, term: Term) -> Option<(&'static str, [Term; 2])> {
    let (Op::Ite, &[condition, yes, no]) = (terms.op(term), terms.args(term)) else {
        return None;
    };
    let (Op::BvSlt, &[less, greater]) = (terms.op(condition), terms.args(condition)) else {
        return None;
    };
    if (yes, no) == (greater, less) {
        Some(("max", [less, greater]))
    } else if (yes, no) == (less, greater) {
        Some(("min", [less, greater]))
    } else {
        None
    }
}

/// The decimal form of a signed number.
fn signed(bits: &BitVec) -> String {
    let wide = (bits.width() <= 64).then(|| bits.sign_extend(64 - bits.width()));
    let narrow = wide.and_then(|wide| wide.to_i64());
    narrow.map_or_else(|| bits.to_bigint().to_string(), |number| number.to_string())
}

/// What a term is the absolute value of: `x < 0 ? -x : x`, up to widths.
fn absolute(terms: &TermStore, term: Term) -> Option<Term> {
    let (Op::Ite, &[condition, negated, value]) = (terms.op(term), terms.args(term)) else {
        return None;
    };
    let (Op::BvSlt, &[compared, zero]) = (terms.op(condition), terms.args(condition)) else {
        return None;
    };
    let (Op::BvNeg, &[inner]) = (terms.op(negated), terms.args(negated)) else { return None };
    let is_zero = terms.as_bitvec(zero).is_some_and(|bits| bits.to_u64() == Some(0));
    let narrow = |term: Term| match terms.op(term) {
        Op::BvSignExtend(_) => terms.args(term)[0],
        _ => term,
    };
    (is_zero && inner == value && narrow(value) == narrow(compared)).then_some(value)
}
