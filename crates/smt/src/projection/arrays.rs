//! Elimination of arrays.
//!
//! An equation with stores over the array defines it but for the elements that are stored to, which become
//! variables. Arrays that differ do so at an index that the model shows. What remains are reads. Those at equal
//! indices are one variable, and the order of the indices in the model becomes part of the result, so that an
//! array with these elements exists.

use super::{Model, by_value, eliminate as eliminate_part, occurs, substitute};
use rustc_hash::FxHashSet;
use term::{Op, Sort, Term, TermStore, Value, post_order};

/// Eliminates an array from literals that all mention it.
pub(super) fn eliminate(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    array: Term,
    literals: &[Term],
) -> Vec<Term> {
    let mut open = model.implicant(store, literals);
    let mut done = Vec::new();
    while let Some(literal) = open.pop() {
        if !occurs(store, array, literal) {
            done.push(literal);
            continue;
        }
        match compared(store, array, literal) {
            Compared::NotAtAll => done.push(literal),
            Compared::Different([a, b]) => {
                let index = difference(store, model, [a, b], literals);
                let reads = [store.select(a, index), store.select(b, index)];
                let equal = store.eq(reads[0], reads[1]);
                let unequal = store.not(equal);
                open.extend(model.implicant(store, &[unequal]));
            }
            Compared::SameBase([a, b]) => {
                // Stores over one array are equal if they agree where they store.
                let mut facts = Vec::new();
                for index in [stores(store, a), stores(store, b)].concat() {
                    let reads = [store.select(a, index), store.select(b, index)];
                    facts.push(store.eq(reads[0], reads[1]));
                }
                open.extend(model.implicant(store, &facts));
            }
            Compared::Defined { by, indices } => {
                let mut literals: Vec<Term> = [open, done].concat();
                define(store, model, array, literal, by, &indices, &mut literals);
                return model.implicant(store, &literals);
            }
        }
    }
    if !is_only_read(store, array, &done) {
        return by_value(store, model, array, done);
    }
    eliminate_reads(store, model, array, done)
}

/// How a literal compares an array with others.
enum Compared {
    NotAtAll,
    Different([Term; 2]),
    /// Both are stores over the array.
    SameBase([Term; 2]),
    /// The array is another one but for some elements.
    Defined {
        by: Term,
        indices: Vec<Term>,
    },
}

fn compared(store: &TermStore, array: Term, literal: Term) -> Compared {
    let (atom, negated) = match store.op(literal) {
        Op::Not => (store.args(literal)[0], true),
        _ => (literal, false),
    };
    let &[a, b] = store.args(atom) else { return Compared::NotAtAll };
    if store.op(atom) != Op::Eq || !matches!(store.sort(a), Sort::Array(_)) {
        return Compared::NotAtAll;
    }
    if negated {
        return Compared::Different([a, b]);
    }
    let (left, right) = (base(store, a), base(store, b));
    if left == right {
        return Compared::SameBase([a, b]);
    }
    for (stored, base, by) in [(a, left, b), (b, right, a)] {
        if base == array && store.sort(a) == store.sort(array) && !needs(store, array, by) {
            return Compared::Defined { by, indices: stores(store, stored) };
        }
    }
    Compared::NotAtAll
}

/// Whether a term mentions an array other than by reading it.
fn needs(store: &TermStore, array: Term, term: Term) -> bool {
    term == array
        || post_order(store, &[term], |_| false).iter().any(|&part| {
            let args = store.args(part);
            let read = store.op(part) == Op::Select;
            args.iter().enumerate().any(|(i, &arg)| arg == array && !(read && i == 0))
        })
}

fn is_only_read(store: &TermStore, array: Term, literals: &[Term]) -> bool {
    literals.iter().all(|&literal| !needs(store, array, literal))
}

/// The array under all stores.
fn base(store: &TermStore, mut array: Term) -> Term {
    while store.op(array) == Op::Store {
        array = store.args(array)[0];
    }
    array
}

/// The indices of all stores, the first one first.
fn stores(store: &TermStore, mut array: Term) -> Vec<Term> {
    let mut indices = Vec::new();
    while store.op(array) == Op::Store {
        indices.push(store.args(array)[1]);
        array = store.args(array)[0];
    }
    indices.reverse();
    indices
}

/// An index at which two arrays differ in the model, if possible one that is mentioned.
fn difference(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    [a, b]: [Term; 2],
    literals: &[Term],
) -> Term {
    let indices = post_order(store, literals, |_| false).into_iter().filter_map(|part| {
        let is_access = matches!(store.op(part), Op::Select | Op::Store);
        is_access.then(|| store.args(part)[1])
    });
    let indices: Vec<Term> = indices.collect();
    let sort = store.sort(a).as_array().expect("an array").index.clone();
    for index in indices {
        if *store.sort(index) == sort {
            let reads = [store.select(a, index), store.select(b, index)];
            if model.value(store, reads[0]) != model.value(store, reads[1]) {
                return index;
            }
        }
    }
    let (Value::Array(a), Value::Array(b)) = (model.value(store, a), model.value(store, b)) else {
        unreachable!("arrays have values that are arrays")
    };
    let exceptions = a.entries().chain(b.entries()).map(|(index, _)| index);
    let index = exceptions.into_iter().find(|index| a.select(index) != b.select(index)).cloned();
    let index = index.unwrap_or_else(|| unmentioned(&sort, &a, &b));
    store.constant(index)
}

/// An index that is no exception of either array. The arrays differ there, since their defaults do.
fn unmentioned(sort: &Sort, a: &term::ArrayValue, b: &term::ArrayValue) -> Value {
    let known: FxHashSet<&Value> = a.entries().chain(b.entries()).map(|(index, _)| index).collect();
    (0u64..)
        .map(|number| match sort {
            Sort::Int => Value::Int(number.into()),
            Sort::Real => Value::Real(num_rational::BigRational::from_integer(number.into())),
            Sort::BitVec(width) => Value::bv(*width, number),
            Sort::Bool => Value::Bool(number % 2 == 1),
            other => Value::default_of(other),
        })
        .find(|index| !known.contains(index))
        .expect("arrays have finitely many exceptions")
}

/// Replaces an array by one that it is equal to but for some elements, which get names. The equation says so
/// once stores to these elements are made.
fn define(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    array: Term,
    equation: Term,
    by: Term,
    indices: &[Term],
    literals: &mut Vec<Term>,
) {
    let elements: Vec<Term> = indices.iter().map(|&index| store.select(array, index)).collect();
    let &[left, right] = store.args(equation) else { unreachable!("equations are binary") };
    let stored = if left == by { right } else { left };
    // Reads within the equation get names, too; the inner ones first.
    let mut roots = [indices, &[by, stored][..]].concat();
    while let Some(read) = reads(store, array, &roots).first().copied() {
        let name = model.name(store, read);
        substitute_all(store, read, name, &mut roots);
        substitute(store, read, name, literals);
        literals.push(store.eq(name, read));
    }
    let (stored, by) = (roots.pop().expect("a side"), roots.pop().expect("a side"));
    let mut definition = by;
    for (&index, &element) in roots.iter().zip(&elements) {
        let element = model.name(store, element);
        definition = store.store(definition, index, element);
    }
    for &index in &roots {
        let reads = [store.select(stored, index), store.select(by, index)];
        literals.push(store.eq(reads[0], reads[1]));
    }
    substitute(store, array, definition, literals);
}

fn substitute_all(store: &mut TermStore, part: Term, by: Term, terms: &mut [Term]) {
    let mut substitution: term::Substitution = [(part, by)].into_iter().collect();
    for term in terms {
        *term = substitution.apply(store, *term);
    }
}

/// The reads of an array in some terms, inner ones first.
fn reads(store: &TermStore, array: Term, terms: &[Term]) -> Vec<Term> {
    let mut parts = post_order(store, terms, |_| false);
    parts.retain(|&part| store.op(part) == Op::Select && store.args(part)[0] == array);
    parts
}

/// Eliminates an array that is only read.
fn eliminate_reads(
    store: &mut TermStore,
    model: &mut Model<'_, '_>,
    array: Term,
    mut literals: Vec<Term>,
) -> Vec<Term> {
    // Reads at equal indices are the same.
    let mut different: Vec<(Value, Term)> = Vec::new();
    loop {
        let all = reads(store, array, &literals);
        let mut same = None;
        different.clear();
        for read in all {
            let index = store.args(read)[1];
            let value = model.value(store, index);
            match different.iter().find(|known| known.0 == value) {
                Some(known) => {
                    same = Some((read, known.1));
                    break;
                }
                None => different.push((value, read)),
            }
        }
        let Some((read, known)) = same else { break };
        let (a, b) = (store.args(read)[1], store.args(known)[1]);
        substitute(store, read, known, &mut literals);
        literals.push(store.eq(a, b));
    }
    // The others are at different ones, which have an order.
    different.sort_unstable();
    let indices: Vec<Term> = different.iter().map(|&(_, read)| store.args(read)[1]).collect();
    for (i, &index) in indices.iter().enumerate().skip(1) {
        match store.sort(index) {
            Sort::Int | Sort::Real => literals.push(store.lt(indices[i - 1], index)),
            _ => {
                for &other in &indices[..i] {
                    let equal = store.eq(other, index);
                    literals.push(store.not(equal));
                }
            }
        }
    }
    literals.retain(|&literal| store.as_bool(literal) != Some(true));
    // The last read is part of no other one.
    while let Some(&read) = reads(store, array, &literals).last() {
        literals = eliminate_part(store, model, read, literals);
    }
    literals
}
