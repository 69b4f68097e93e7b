//! Terms as C expressions.
//!
//! A bit-vector is written as an expression of type `unsigned int` (up to 32 bits) or `unsigned
//! long long` (up to 64) with its unsigned value. So nothing depends on C's promotions, and nothing
//! overflows. If a bit-vector is compared as a signed number, it is written as a signed expression
//! with that value; variables of signed types already have this form. Terms that C cannot express
//! are not written: floats, arrays, wide vectors, and addresses other than null.

mod bits;
mod text;

#[cfg(test)]
mod tests;

use bits::Bits;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Symbol, Term, TermStore, Value, post_order};
use text::{Expr, Truth};

/// Terms with more subterms are not written.
const MAX_PARTS: usize = 2_000;

/// The C form of a variable of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CVariable {
    /// An lvalue of integer type.
    Integer {
        /// Its text.
        text: String,
        /// Number of bits.
        bits: u32,
        /// Whether the type is signed.
        signed: bool,
    },
    /// An lvalue of pointer type.
    Pointer {
        /// Its text.
        text: String,
    },
}

/// The conjuncts of a Boolean term that can be written, each as a C expression that is 0 or 1. A
/// variable without a name that equals a named one is written under that name.
pub fn conjuncts(
    store: &TermStore,
    term: Term,
    variable: impl Fn(Symbol) -> Option<CVariable>,
) -> Vec<String> {
    let literals = literals(store, term);
    let names = Names::of(store, &literals, &variable);
    let named = |symbol| variable(names.of_symbol(symbol));
    let written = |&(conjunct, holds): &(Term, bool)| {
        if holds && names.makes_trivial(store, conjunct) {
            return None;
        }
        let truth = write(store, conjunct, &named)?;
        Some(if holds { truth.text().to_owned() } else { truth.negated()?.text().to_owned() })
    };
    literals.iter().filter_map(written).collect()
}

/// Named variables that unnamed ones are equal to.
struct Names {
    equal: FxHashMap<Symbol, Symbol>,
}

impl Names {
    fn of(
        store: &TermStore,
        literals: &[(Term, bool)],
        variable: &impl Fn(Symbol) -> Option<CVariable>,
    ) -> Names {
        let equalities: Vec<(Symbol, Symbol)> = literals
            .iter()
            .filter(|&&(term, holds)| holds && store.op(term) == Op::Eq)
            .filter_map(|&(term, _)| sides(store, term))
            .collect();
        let mut names = Names { equal: FxHashMap::default() };
        let mut changed = true;
        while changed {
            changed = false;
            for &(a, b) in &equalities {
                for (nameless, other) in [(a, b), (b, a)] {
                    let name = names.of_symbol(other);
                    if variable(names.of_symbol(nameless)).is_none() && variable(name).is_some() {
                        names.equal.insert(nameless, name);
                        changed = true;
                    }
                }
            }
        }
        names
    }

    /// The variable whose name is used for a variable.
    fn of_symbol(&self, symbol: Symbol) -> Symbol {
        self.equal.get(&symbol).copied().unwrap_or(symbol)
    }

    /// Whether a conjunct is an equality that was only used to name a variable.
    fn makes_trivial(&self, store: &TermStore, conjunct: Term) -> bool {
        store.op(conjunct) == Op::Eq
            && sides(store, conjunct)
                .is_some_and(|(a, b)| a != b && self.of_symbol(a) == self.of_symbol(b))
    }
}

/// The variables of a binary relation.
fn sides(store: &TermStore, term: Term) -> Option<(Symbol, Symbol)> {
    let &[a, b] = store.args(term) else { return None };
    Some((store.as_var(a)?, store.as_var(b)?))
}

/// A Boolean term as a C expression that is 0 or 1.
pub fn c_expression(
    store: &TermStore,
    term: Term,
    variable: impl Fn(Symbol) -> Option<CVariable>,
) -> Option<String> {
    write(store, term, &variable).map(|truth| truth.text().to_owned())
}

/// The conjuncts of a conjunction and their polarity; negated disjunctions are split too.
fn literals(store: &TermStore, term: Term) -> Vec<(Term, bool)> {
    let mut literals = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![(term, true)];
    while let Some((term, holds)) = open.pop() {
        if !seen.insert((term, holds)) {
            continue;
        }
        let args = store.args(term);
        match (store.op(term), holds) {
            (Op::And, true) | (Op::Or, false) => {
                open.extend(args.iter().rev().map(|&arg| (arg, holds)));
            }
            (Op::Not, _) => open.push((args[0], !holds)),
            _ => literals.push((term, holds)),
        }
    }
    literals
}

/// Whether a term has few subterms. The search stops if it has many.
fn is_small(store: &TermStore, term: Term) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![term];
    while let Some(part) = open.pop() {
        if seen.insert(part) {
            open.extend(store.args(part));
        }
        if seen.len() > MAX_PARTS {
            return false;
        }
    }
    true
}

/// A subterm in C.
#[derive(Clone)]
enum Written {
    Truth(Truth),
    Bits(Bits),
}

fn write(
    store: &TermStore,
    term: Term,
    variable: &impl Fn(Symbol) -> Option<CVariable>,
) -> Option<Truth> {
    if !is_small(store, term) {
        return None;
    }
    let parts = post_order(store, &[term], |_| false);
    let mut written: FxHashMap<Term, Option<Written>> = FxHashMap::default();
    for part in parts {
        let result = write_part(store, part, &written, variable);
        written.insert(part, result);
    }
    match written.remove(&term)?? {
        Written::Truth(truth) => Some(truth),
        Written::Bits(_) => None,
    }
}

fn write_part(
    store: &TermStore,
    part: Term,
    written: &FxHashMap<Term, Option<Written>>,
    variable: &impl Fn(Symbol) -> Option<CVariable>,
) -> Option<Written> {
    match store.op(part) {
        Op::Const(_) => return constant(store.as_value(part)?),
        Op::Var(symbol) => return variable_of(store.sort(part), variable(symbol)?),
        _ => {}
    }
    let mut truths = Vec::new();
    let mut vectors = Vec::new();
    for arg in store.args(part) {
        match written.get(arg)?.clone()? {
            Written::Truth(truth) => truths.push(truth),
            Written::Bits(bits) => vectors.push(bits),
        }
    }
    match (truths.as_slice(), vectors.as_slice()) {
        (truths, []) => truth_of(store.op(part), truths).map(Written::Truth),
        ([], vectors) => bits::apply(store.op(part), vectors),
        ([condition], [a, b]) if store.op(part) == Op::Ite => {
            bits::choice(condition, a, b).map(Written::Bits)
        }
        _ => None,
    }
}

fn constant(value: &Value) -> Option<Written> {
    match value {
        Value::Bool(value) => Some(Written::Truth(Truth::constant(*value))),
        Value::BitVec(bits) => Bits::constant(bits).map(Written::Bits),
        _ => None,
    }
}

fn variable_of(sort: &Sort, variable: CVariable) -> Option<Written> {
    let Sort::BitVec(width) = *sort else { return None };
    let bits = match variable {
        CVariable::Integer { text, bits, signed } if bits == width => {
            Bits::variable(Expr::atom(text), width, signed)?
        }
        CVariable::Integer { .. } => return None,
        CVariable::Pointer { text } => Bits::pointer(Expr::atom(text), width),
    };
    Some(Written::Bits(bits))
}

fn truth_of(op: Op, args: &[Truth]) -> Option<Truth> {
    match (op, args) {
        (Op::Not, [a]) => a.negated(),
        (Op::And, _) => Truth::joined(args, "&&"),
        (Op::Or, _) => Truth::joined(args, "||"),
        (Op::Eq, [a, b]) => Truth::comparison(a.expr(), "==", b.expr()),
        (Op::Xor, [a, b]) => Truth::comparison(a.expr(), "!=", b.expr()),
        (Op::Ite, [condition, a, b]) => {
            Some(Truth::plain(Expr::choice(condition.expr(), a.expr(), b.expr())?))
        }
        _ => None,
    }
}
