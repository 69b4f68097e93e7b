//! Rows for Boolean combinations of predicates.

use term::{Term, TermStore, Value};

/// A row with more clauses is given up.
const MAX_CLAUSES: usize = 400;

/// The strongest Boolean combination of some predicates: the disjunction of the valuations that states
/// have shown, as clauses.
///
/// If a predicate speaks of a parameter that stands for any object, this is indexed predicate
/// abstraction (Lahiri and Bryant, "Indexed Predicate Discovery for Unbounded System Verification").
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Predicates {
    /// Boolean terms over the variables of a cut point.
    pub(crate) expressions: Vec<Term>,
    /// The strongest clauses that admit all valuations that were shown; `None` before the first one.
    strongest: Option<Vec<Clause>>,
    /// Some of these that imply all.
    clauses: Vec<Clause>,
    is_given_up: bool,
}

/// A disjunction of literals: predicates of the mask that have another value than in `excluded`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clause {
    mask: u32,
    excluded: u32,
}

impl Predicates {
    /// The maximal number of predicates.
    pub(crate) const MAX: usize = 12;

    /// A row that was shown no state.
    pub(crate) fn new(expressions: Vec<Term>) -> Predicates {
        debug_assert!(expressions.len() <= Self::MAX);
        Predicates { expressions, strongest: None, clauses: Vec::new(), is_given_up: false }
    }

    pub(crate) fn join(&mut self, values: &[Value]) -> bool {
        let is_true = |value: &Value| *value == Value::Bool(true);
        let bits = values.iter().enumerate().map(|(i, value)| u32::from(is_true(value)) << i);
        let shown: u32 = bits.sum();
        let width = self.expressions.len();
        if self.is_given_up {
            return false;
        }
        let strongest = match self.strongest.take() {
            None => Clause::NOTHING.weakened(shown, width),
            Some(known) if known.iter().all(|clause| clause.admits(shown)) => {
                self.strongest = Some(known);
                return false;
            }
            Some(known) => weakened(known, shown, width),
        };
        self.clauses = enough(&strongest, width);
        if strongest.len() > MAX_CLAUSES {
            self.give_up();
        }
        self.strongest = Some(strongest);
        true
    }

    pub(crate) fn give_up(&mut self) {
        self.is_given_up = true;
        self.clauses.clear();
    }

    pub(crate) fn is_given_up(&self) -> bool {
        self.is_given_up || self.strongest.as_ref().is_some_and(Vec::is_empty)
    }

    pub(crate) fn formula(&self, store: &mut TermStore, expressions: &[Term]) -> Option<Term> {
        let said: Vec<Term> = self.clauses.iter().map(|c| c.formula(store, expressions)).collect();
        (!said.is_empty()).then(|| store.and(&said))
    }
}

impl Clause {
    /// The clause without literals.
    const NOTHING: Clause = Clause { mask: 0, excluded: 0 };

    fn admits(self, valuation: u32) -> bool {
        valuation & self.mask != self.excluded
    }

    /// Whether all literals of the clause are in another one, too.
    fn implies(self, other: Clause) -> bool {
        self.mask & other.mask == self.mask && other.excluded & self.mask == self.excluded
    }

    /// The strongest clauses that are weaker and admit a valuation.
    fn weakened(self, admitted: u32, width: usize) -> Vec<Clause> {
        let others = (0..width).map(|i| 1 << i).filter(|bit| self.mask & bit == 0);
        let with =
            |bit| Clause { mask: self.mask | bit, excluded: self.excluded | (!admitted & bit) };
        others.map(with).collect()
    }

    fn formula(self, store: &mut TermStore, expressions: &[Term]) -> Term {
        let mut literals = Vec::new();
        for (i, &predicate) in expressions.iter().enumerate() {
            if self.mask >> i & 1 == 1 {
                let is_excluded = self.excluded >> i & 1 == 1;
                literals.push(if is_excluded { store.not(predicate) } else { predicate });
            }
        }
        store.or(&literals)
    }
}

/// The strongest clauses that follow from given ones and admit a valuation.
fn weakened(known: Vec<Clause>, admitted: u32, width: usize) -> Vec<Clause> {
    let (mut kept, too_strong): (Vec<Clause>, Vec<Clause>) =
        known.into_iter().partition(|clause| clause.admits(admitted));
    let mut weaker: Vec<Clause> =
        too_strong.into_iter().flat_map(|clause| clause.weakened(admitted, width)).collect();
    weaker.sort_by_key(|clause| clause.mask.count_ones());
    for clause in weaker {
        if !kept.iter().any(|known| known.implies(clause)) {
            kept.push(clause);
        }
    }
    kept
}

/// Some of the strongest clauses that exclude as much as all of them, short ones first.
fn enough(strongest: &[Clause], width: usize) -> Vec<Clause> {
    let mut by_length = strongest.to_vec();
    by_length.sort_by_key(|clause| clause.mask.count_ones());
    let mut chosen: Vec<Clause> = Vec::new();
    for valuation in 0..1u32 << width {
        if chosen.iter().all(|clause| clause.admits(valuation)) {
            chosen.extend(by_length.iter().find(|clause| !clause.admits(valuation)));
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    fn check(shown: &[[bool; 3]], expected: &str) {
        let mut store = TermStore::new();
        let mut declare = |name| {
            let symbol = store.declare(name, Sort::Bool).unwrap();
            store.var(symbol)
        };
        let predicates = ["a", "b", "c"].map(&mut declare);
        let mut row = Predicates::new(predicates.to_vec());
        for values in shown {
            row.join(&values.map(Value::Bool));
        }
        let said = row.formula(&mut store, &predicates);
        let said = said.map_or("anything".to_owned(), |said| store.display(said).to_string());
        assert_eq!(said, expected);
    }

    #[test]
    fn clauses_say_what_was_shown() {
        check(&[], "anything");
        check(&[[true, false, true]], "(and a c (not b))");
        check(&[[true, true, false], [true, true, true]], "(and a b)");
    }

    #[test]
    fn clauses_exclude_exactly_what_was_not_shown() {
        for set in 1..1u32 << 8 {
            let shown: Vec<u32> = (0..8).filter(|v| set >> v & 1 == 1).collect();
            let mut row = Predicates::new(vec![TermStore::new().bool(true); 3]);
            for valuation in &shown {
                row.join(&[0, 1, 2].map(|i| Value::Bool(valuation >> i & 1 == 1)));
            }
            for valuation in 0..8 {
                let is_admitted = row.clauses.iter().all(|clause| clause.admits(valuation));
                assert_eq!(is_admitted, shown.contains(&valuation), "{shown:?}");
            }
        }
    }
}
