//! Implicants: why formulas hold in a model, as a conjunction of atoms.
//!
//! For a disjunction, one true disjunct is taken. For an `ite`, the branch that the model takes is
//! used, and the condition becomes an atom of its own. A read from an updated array is decided by
//! whether the indices are equal in the model. What remains are relations between terms, not
//! values: the conjunction holds in many states besides the model's.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use term::{Op, Sort, Term, TermStore, Value};

/// Atoms, possibly negated, that hold in the model and together imply all the formulas. The
/// formulas must hold in the model, which `value` gives.
pub fn implicant(
    store: &mut TermStore,
    value: &mut dyn FnMut(&mut TermStore, Term) -> Value,
    formulas: &[Term],
) -> Vec<Term> {
    let mut search = Search {
        store,
        value,
        pending: formulas.iter().rev().copied().collect(),
        explained: FxHashSet::default(),
        resolved: FxHashMap::default(),
        literals: Vec::new(),
    };
    while let Some(formula) = search.pending.pop() {
        search.explain(formula);
    }
    search.literals
}

struct Search<'a> {
    store: &'a mut TermStore,
    value: &'a mut dyn FnMut(&mut TermStore, Term) -> Value,
    /// True formulas that are still to be explained; the next one is last.
    pending: Vec<Term>,
    explained: FxHashSet<Term>,
    /// Terms with the cases that the model decides resolved.
    resolved: FxHashMap<Term, Term>,
    literals: Vec<Term>,
}

impl Search<'_> {
    fn holds(&mut self, term: Term) -> bool {
        if let Some(known) = self.store.as_bool(term) {
            return known;
        }
        (self.value)(self.store, term) == Value::Bool(true)
    }

    /// A formula or its negation, whichever holds.
    fn as_it_is(&mut self, formula: Term) -> Term {
        if self.holds(formula) { formula } else { self.store.not(formula) }
    }

    /// Explains why a formula holds, by other formulas or as a literal.
    fn explain(&mut self, formula: Term) {
        if self.store.as_bool(formula).is_some() || !self.explained.insert(formula) {
            return;
        }
        let (atom, negated) = match self.store.op(formula) {
            Op::Not => (self.store.args(formula)[0], true),
            _ => (formula, false),
        };
        let args: SmallVec<[Term; 4]> = self.store.args(atom).into();
        let is_boolean = |i: usize| matches!(self.store.sort(args[i]), Sort::Bool);
        match self.store.op(atom) {
            Op::And if negated => {
                let negations: SmallVec<[Term; 4]> =
                    args.iter().map(|&arg| self.store.not(arg)).collect();
                self.explain_one_of(&negations);
            }
            Op::Or if negated => {
                for arg in args.into_iter().rev() {
                    let negation = self.store.not(arg);
                    self.pending.push(negation);
                }
            }
            Op::And => self.pending.extend(args.iter().rev()),
            Op::Or => self.explain_one_of(&args),
            // Explains the values of both.
            Op::Xor => self.explain_values(&args),
            Op::Eq if is_boolean(0) => self.explain_values(&args),
            Op::Ite if is_boolean(1) => {
                let branch = if self.holds(args[0]) { args[1] } else { args[2] };
                self.explain_values(&[args[0], branch]);
            }
            _ => {
                let resolved = self.resolve(atom);
                let literal = if negated { self.store.not(resolved) } else { resolved };
                // With its cases resolved, an atom may be constant, or not an atom any more.
                if literal != formula && !is_atom(self.store, literal) {
                    self.pending.push(literal);
                } else if self.store.as_bool(literal).is_none() {
                    self.literals.push(literal);
                }
            }
        }
    }

    fn explain_values(&mut self, formulas: &[Term]) {
        for &formula in formulas.iter().rev() {
            let fact = self.as_it_is(formula);
            self.pending.push(fact);
        }
    }

    /// Explains one of some true formulas: preferably one that is already explained, or a simple
    /// one.
    fn explain_one_of(&mut self, formulas: &[Term]) {
        if formulas.iter().any(|formula| self.explained.contains(formula)) {
            return;
        }
        let mut chosen = None;
        for &formula in formulas {
            if self.holds(formula) {
                if is_atom(self.store, formula) {
                    chosen = Some(formula);
                    break;
                }
                chosen = chosen.or(Some(formula));
            }
        }
        self.pending.extend(chosen);
    }

    /// The term with the cases that the model takes; the reasons are still to be explained.
    fn resolve(&mut self, root: Term) -> Term {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.resolved.contains_key(&term) {
                stack.pop();
                continue;
            }
            let args: SmallVec<[Term; 4]> = self.store.args(term).into();
            let image = match self.store.op(term) {
                Op::Ite => {
                    let branch = if self.holds(args[0]) { args[1] } else { args[2] };
                    let Some(&image) = self.resolved.get(&branch) else {
                        stack.push(branch);
                        continue;
                    };
                    let condition = self.as_it_is(args[0]);
                    self.pending.push(condition);
                    image
                }
                Op::Select if matches!(self.store.op(args[0]), Op::Store | Op::Ite) => {
                    let read = self.read(args[0], args[1]);
                    let Some(&image) = self.resolved.get(&read) else {
                        stack.push(read);
                        continue;
                    };
                    image
                }
                op => {
                    let unresolved = stack.len();
                    // Boolean subterms are values of the term; they are kept unchanged.
                    for &arg in &args {
                        if !self.resolved.contains_key(&arg)
                            && !matches!(self.store.sort(arg), Sort::Bool)
                        {
                            stack.push(arg);
                        }
                    }
                    if stack.len() > unresolved {
                        continue;
                    }
                    let images: SmallVec<[Term; 4]> =
                        args.iter().map(|arg| *self.resolved.get(arg).unwrap_or(arg)).collect();
                    if images == args {
                        term
                    } else {
                        let sort = self.store.sort(term).clone();
                        self.store.make(op, &sort, &images)
                    }
                }
            };
            self.resolved.insert(term, image);
            stack.pop();
        }
        self.resolved[&root]
    }

    /// The element that a read from an array with cases gives in the model.
    fn read(&mut self, array: Term, index: Term) -> Term {
        let args: SmallVec<[Term; 4]> = self.store.args(array).into();
        let (condition, when_not) = match self.store.op(array) {
            Op::Ite => (args[0], args[2]),
            _ => (self.store.eq(index, args[1]), args[0]),
        };
        let fact = self.as_it_is(condition);
        self.pending.push(fact);
        match self.store.op(array) {
            _ if !self.holds(condition) => self.store.select(when_not, index),
            Op::Ite => self.store.select(args[1], index),
            _ => args[2],
        }
    }
}

/// Whether a formula is an atom or its negation.
fn is_atom(store: &TermStore, formula: Term) -> bool {
    let atom = match store.op(formula) {
        Op::Not => store.args(formula)[0],
        _ => formula,
    };
    !matches!(store.op(atom), Op::And | Op::Or | Op::Xor | Op::Ite)
}

#[cfg(test)]
mod tests {
    use super::super::tests::parsed;
    use super::*;
    use proptest::prelude::*;
    use term::{ArrayValue, Assignment, BitVec, eval};

    const FORMULAS: [&str; 9] = [
        "(or (bvult x y) (and b (= x #b001)))",
        "(= (ite (bvult x y) (bvadd x #b001) y) (ite b y x))",
        "(not (and b (or (= x y) (not (bvslt y x)))))",
        "(xor b (bvule x (ite b #b011 y)))",
        "(= b (= y #b010))",
        "(ite (bvslt x y) (or b (= x #b000)) (not (= y #b111)))",
        "(bvult (select (store a x y) y) (ite b x #b100))",
        "(= (select (store (store a #b001 x) y #b010) x) (ite (= x y) #b010 y))",
        "(bvult (ite (= (ite b x y) #b001) #b110 x) #b101)",
    ];

    proptest! {
        /// Checks that the literals hold in the model, have no cases, and imply the formulas.
        #[test]
        fn implicants_imply(
            chosen in prop::collection::vec(0..FORMULAS.len(), 1..4),
            values in any::<[u8; 5]>(),
            others in prop::collection::vec(any::<[u8; 5]>(), 30),
        ) {
            let (mut store, all) = formulas();
            let model = assignment(&store, values);
            let formulas: Vec<Term> = chosen
                .iter()
                .map(|&i| {
                    let formula = all[i];
                    let holds = eval(&store, formula, &model).unwrap() == Value::Bool(true);
                    if holds { formula } else { store.not(formula) }
                })
                .collect();
            let mut value =
                |store: &mut TermStore, term| eval(store, term, &model).expect("all have values");
            let literals = implicant(&mut store, &mut value, &formulas);
            for &literal in &literals {
                prop_assert_eq!(eval(&store, literal, &model).unwrap(), Value::Bool(true));
                let text = store.display(literal).to_string();
                prop_assert!(!text.contains("ite") && !text.contains("store"), "{}", text);
                prop_assert!(!text.contains("and ") && !text.contains("or "), "{}", text);
            }
            for other in others {
                let other = assignment(&store, other);
                let holds = |t: &Term| eval(&store, *t, &other).unwrap() == Value::Bool(true);
                if literals.iter().all(holds) {
                    prop_assert!(formulas.iter().all(holds));
                }
            }
        }
    }

    fn assignment(store: &TermStore, [x, y, b, a, c]: [u8; 5]) -> Assignment {
        let word = |n: u8| Value::BitVec(BitVec::new(3, u64::from(n % 8)));
        let mut assignment = Assignment::new();
        let mut set = |name: &str, value| assignment.set(store.lookup(name).unwrap(), value);
        set("x", word(x));
        set("y", word(y));
        set("b", Value::Bool(b % 2 == 0));
        let array = ArrayValue::constant(Sort::BitVec(3), word(a)).store(word(x), word(c));
        set("a", Value::Array(Box::new(array)));
        assignment
    }

    fn formulas() -> (TermStore, Vec<Term>) {
        let word = "(_ BitVec 3)";
        let array = "(Array (_ BitVec 3) (_ BitVec 3))";
        parsed(&[("x", word), ("y", word), ("b", "Bool"), ("a", array)], &FORMULAS)
    }
}
