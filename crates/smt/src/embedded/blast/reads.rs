//! Reads of large arrays at one of few indices, as gates.
//!
//! The index of a memory access is mostly one of few constants: the addresses that a program has taken on
//! its way. The element at a constant index follows from stores and conditionals by gates, and the read
//! is the one whose index it has. Only a read at an index that nobody expected gets its meaning by
//! lemmas on demand, so any set of expected indices is right; a poor one costs time.
//!
//! Without this, an unwound program with a heap learns what its pointers point to bit by bit, by lemmas.

use super::{Blaster, Word, circuits};
use crate::sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use term::{BitVec, Op, Sort, Term, TermStore, Value, apply_op};

/// More values than this are not expected of a term: nothing is expected then.
const MAX_VALUES: usize = 12;

/// How many arrays are looked at for the values of one read.
const MAX_ARRAYS_SEARCHED: usize = 1000;

/// How many arrays are given an element by gates, in all. After that, all reads are left to lemmas.
const MAX_ELEMENTS: usize = 400_000;

/// Some of the values that a term may have.
type Values = SmallVec<[BitVec; 2]>;

/// A read of an array variable at a constant index, which the theory of arrays has to know.
pub struct VariableRead {
    pub array: Term,
    pub index: Word,
    pub element: Word,
}

/// What is known for reads by gates.
#[derive(Default)]
pub struct Reads {
    expected: FxHashMap<Term, Values>,
    /// The elements of arrays at constant indices.
    elements: FxHashMap<(Term, BitVec), Word>,
    /// The reads of variables since the last query.
    pub of_variables: Vec<VariableRead>,
}

impl Blaster {
    /// Takes note of the values that a term may have. Those of its arguments are known.
    pub(super) fn expect_values(&mut self, store: &TermStore, term: Term) {
        if !matches!(store.sort(term), Sort::BitVec(_)) {
            return;
        }
        let values = self.values(store, term);
        if !values.is_empty() && values.len() <= MAX_VALUES {
            self.reads.expected.insert(term, values);
        }
    }

    fn values(&self, store: &TermStore, term: Term) -> Values {
        let args = store.args(term);
        match store.op(term) {
            Op::Const(_) => store.as_bitvec(term).cloned().into_iter().collect(),
            Op::Ite => {
                let mut values = Values::new();
                for &branch in &args[1..] {
                    add_all(&mut values, self.expected(branch));
                }
                values
            }
            Op::Select => {
                let mut values = Values::new();
                for index in self.expected(args[1]) {
                    self.add_elements(store, args[0], index, &mut values);
                }
                values
            }
            // Declared functions have no results that are known here.
            Op::Apply(_) => Values::new(),
            op if args.iter().all(|&arg| matches!(store.sort(arg), Sort::BitVec(_))) => {
                self.results(op, store.sort(term), args)
            }
            _ => Values::new(),
        }
    }

    fn expected(&self, term: Term) -> &[BitVec] {
        self.reads.expected.get(&term).map_or(&[], |values| &values[..])
    }

    /// The results of an operator on the values of its arguments, if these are few.
    fn results(&self, op: Op, sort: &Sort, args: &[Term]) -> Values {
        let combinations: usize = args.iter().map(|&arg| self.expected(arg).len()).product();
        if args.is_empty() || combinations == 0 || combinations > MAX_VALUES {
            return Values::new();
        }
        let mut values = Values::new();
        for number in 0..combinations {
            let mut rest = number;
            let chosen: SmallVec<[Value; 2]> = args
                .iter()
                .map(|&arg| {
                    let of_argument = self.expected(arg);
                    let value = of_argument[rest % of_argument.len()].clone();
                    rest /= of_argument.len();
                    Value::BitVec(value)
                })
                .collect();
            let chosen: SmallVec<[&Value; 2]> = chosen.iter().collect();
            if let Value::BitVec(result) = apply_op(op, sort, &chosen) {
                add_all(&mut values, &[result]);
            }
        }
        values
    }

    /// Adds the values that an array may have at an index.
    fn add_elements(&self, store: &TermStore, array: Term, index: &BitVec, values: &mut Values) {
        let mut seen = FxHashSet::default();
        let mut open = vec![array];
        while let Some(node) = open.pop() {
            if seen.len() >= MAX_ARRAYS_SEARCHED || values.len() > MAX_VALUES {
                return;
            }
            if !seen.insert(node) {
                continue;
            }
            let args = store.args(node);
            match store.op(node) {
                Op::Store => {
                    let stored_at = self.expected(args[1]);
                    if stored_at.is_empty() || stored_at.contains(index) {
                        add_all(values, self.expected(args[2]));
                    }
                    if store.as_bitvec(args[1]) != Some(index) {
                        open.push(args[0]);
                    }
                }
                Op::Ite => open.extend([args[1], args[2]]),
                Op::ConstArray => add_all(values, self.expected(args[0])),
                Op::Const(_) => {
                    let held = store.as_value(node).and_then(Value::as_array);
                    let held = held.map(|array| array.select(&Value::BitVec(index.clone())));
                    if let Some(Value::BitVec(element)) = held {
                        add_all(values, std::slice::from_ref(element));
                    }
                }
                _ => {}
            }
        }
    }

    /// A read of an array that is no table. Its word has a meaning by gates where the index has one of
    /// the expected values.
    pub(super) fn read(&mut self, store: &TermStore, array: Term, index: Term, width: u32) -> Word {
        let is_plain = store
            .sort(array)
            .as_array()
            .is_some_and(|sort| matches!(sort.element, Sort::Bool | Sort::BitVec(_)));
        let values: Values = match is_plain && self.reads.elements.len() < MAX_ELEMENTS {
            true => self.expected(index).into(),
            false => Values::new(),
        };
        if is_plain
            && values.is_empty()
            && let Some(element) = self.look_up(store, array, index, width)
        {
            return element;
        }
        let mut element = None;
        for value in values {
            let is_here = self.is_at(self.words[&index], &value);
            if self.gates.as_constant(is_here) == Some(false) {
                continue;
            }
            let here = self.element_at(store, array, &value, width);
            if self.gates.as_constant(is_here) == Some(true) {
                return here;
            }
            let elsewhere = element.unwrap_or_else(|| self.inputs(width));
            element = Some(self.choose(is_here, here, elsewhere));
        }
        element.unwrap_or_else(|| self.inputs(width))
    }

    /// The element of an array at a constant index.
    fn element_at(&mut self, store: &TermStore, array: Term, index: &BitVec, width: u32) -> Word {
        let array = self.skip_stores(store, array, index);
        let mut open = vec![array];
        while let Some(&node) = open.last() {
            if self.known_element(node, index).is_some() {
                open.pop();
                continue;
            }
            let args = store.args(node);
            let element = match store.op(node) {
                Op::Store => {
                    let is_here = self.is_at(self.words[&args[1]], index);
                    let base = self.skip_stores(store, args[0], index);
                    match (self.gates.as_constant(is_here), self.known_element(base, index)) {
                        (Some(true), _) => Some(self.words[&args[2]]),
                        (_, Some(below)) => Some(self.choose(is_here, self.words[&args[2]], below)),
                        (_, None) => {
                            open.push(base);
                            None
                        }
                    }
                }
                Op::Ite => {
                    let branches = [args[1], args[2]].map(|a| self.skip_stores(store, a, index));
                    let elements = branches.map(|branch| self.known_element(branch, index));
                    match elements {
                        [Some(then), Some(otherwise)] => {
                            Some(self.choose(self.lit(args[0]), then, otherwise))
                        }
                        [None, _] => {
                            open.push(branches[0]);
                            None
                        }
                        [_, None] => {
                            open.push(branches[1]);
                            None
                        }
                    }
                }
                Op::ConstArray => Some(self.words[&args[0]]),
                Op::Const(_) => {
                    let held = store.as_value(node).and_then(Value::as_array).expect("an array");
                    let element = held.select(&Value::BitVec(index.clone())).clone();
                    Some(self.constant(&element))
                }
                _ => {
                    let element = self.inputs(width);
                    let at = self.constant(&Value::BitVec(index.clone()));
                    let read = VariableRead { array: node, index: at, element };
                    self.reads.of_variables.push(read);
                    Some(element)
                }
            };
            if let Some(element) = element {
                self.reads.elements.insert((node, index.clone()), element);
                open.pop();
            }
        }
        self.known_element(array, index).expect("it was searched for")
    }

    fn known_element(&self, array: Term, index: &BitVec) -> Option<Word> {
        self.reads.elements.get(&(array, index.clone())).copied()
    }

    /// The array below stores at other constant indices.
    fn skip_stores(&self, store: &TermStore, mut array: Term, index: &BitVec) -> Term {
        while let (Op::Store, &[base, at, _]) = (store.op(array), store.args(array)) {
            match store.as_bitvec(at) {
                Some(other) if other != index => array = base,
                _ => break,
            }
        }
        array
    }

    fn is_at(&mut self, word: Word, index: &BitVec) -> Lit {
        let index = super::constant(&self.gates, &Value::BitVec(index.clone()));
        let word = self.lits(word).to_vec();
        circuits::equal(&mut self.gates, &word, &index)
    }

    fn choose(&mut self, condition: Lit, then: Word, otherwise: Word) -> Word {
        if then == otherwise {
            return then;
        }
        let (then, otherwise) = (self.lits(then).to_vec(), self.lits(otherwise).to_vec());
        let chosen = circuits::mux(&mut self.gates, condition, &then, &otherwise);
        self.keep(&chosen)
    }
}

/// Adds values that are new.
fn add_all(values: &mut Values, others: &[BitVec]) {
    for other in others {
        if !values.contains(other) {
            values.push(other.clone());
        }
    }
}
