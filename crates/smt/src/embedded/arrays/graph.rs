//! The arrays of a solver, and the edges between them.

use crate::embedded::blast::{Blaster, Word, width_of};
use crate::sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{ArraySort, ArrayValue, BitVec, Op, Sort, Term, TermStore, Value};

/// Number of an array term in [`Arrays`].
pub(super) type Node = usize;

/// The kind of an array term.
pub(super) enum Kind {
    /// A variable: only facts determine its content.
    Variable,
    /// `base` with `element` at `index`.
    Store { base: Node, index: Word, element: Word },
    /// One of two arrays.
    Ite { condition: Lit, then: Node, otherwise: Node },
    /// `element` at every index.
    Constant { element: Word },
}

/// An equality of arrays, with the literal that says it holds.
pub(super) struct Equality {
    pub holds: Lit,
    pub sides: (Node, Node),
}

/// A read of an array; also the two reads at the witness of a disequality.
pub(super) struct Read {
    pub array: Node,
    pub index: Word,
    pub element: Word,
}

/// The arrays that a solver has seen.
#[derive(Default)]
pub struct Arrays {
    numbers: FxHashMap<Term, Node>,
    pub(super) kinds: Vec<Kind>,
    pub(super) index_sorts: Vec<Sort>,
    pub(super) element_sorts: Vec<Sort>,
    /// The stores and conditionals over each array.
    pub(super) parents: Vec<Vec<Node>>,
    /// The equalities each array is a side of, by position in `equalities`.
    pub(super) equalities_of: Vec<Vec<usize>>,
    pub(super) reads: Vec<Read>,
    /// The elements of reads, by array and index.
    elements: FxHashMap<(Node, Word), Word>,
    /// The clauses that were returned so far.
    lemmas: FxHashSet<Vec<Lit>>,
    pub(super) equalities: Vec<Equality>,
    /// The contents of the variables in the last consistent model.
    pub(super) contents: Contents,
    /// A fact for each index of constant arrays with few indices.
    enumerated: Vec<Read>,
}

/// The values of array variables in a model: a default and the exceptions, as bits.
pub(super) type Contents = FxHashMap<Node, (BitVec, Vec<(BitVec, BitVec)>)>;

impl Equality {
    /// The side that is not `node`.
    pub fn other_side(&self, node: Node) -> Node {
        if self.sides.0 == node { self.sides.1 } else { self.sides.0 }
    }
}

/// Constant arrays over index sorts of at most this many bits have a fact for each index if there
/// are equalities: otherwise a store at each index could hide the difference of two of them.
const ENUMERATED_INDEX_BITS: u32 = 4;

impl Arrays {
    /// Whether there is anything to check.
    pub(super) fn is_empty(&self) -> bool {
        self.reads.is_empty() && self.equalities.is_empty()
    }

    /// Whether there are equalities between arrays.
    pub(super) fn is_extensional(&self) -> bool {
        !self.equalities.is_empty()
    }

    /// The constant arrays with their elements.
    pub(super) fn constants(&self) -> impl Iterator<Item = (Node, Word)> {
        self.kinds.iter().enumerate().filter_map(|(node, kind)| match kind {
            Kind::Constant { element } => Some((node, *element)),
            _ => None,
        })
    }

    /// Whether the array's index sort is so small that a constant array has a fact for each index.
    pub(super) fn enumerates(&self, node: Node) -> bool {
        width(&self.index_sorts[node]) <= ENUMERATED_INDEX_BITS
    }

    /// The facts of constant arrays with few indices.
    pub(super) fn enumerated(&self) -> impl Iterator<Item = &Read> {
        self.enumerated.iter().filter(|_| self.is_extensional())
    }

    /// The element whose bits are all zero.
    pub(super) fn zero_of(&self, node: Node) -> BitVec {
        BitVec::zero(width(&self.element_sorts[node]))
    }

    /// Registers an array term whose arguments are registered.
    pub(super) fn register_array(&mut self, store: &TermStore, blaster: &mut Blaster, term: Term) {
        let args = store.args(term);
        let word = |blaster: &Blaster, t: Term| blaster.word(t).expect("blasted before");
        let kind = match store.op(term) {
            Op::Store => Kind::Store {
                base: self.numbers[&args[0]],
                index: word(blaster, args[1]),
                element: word(blaster, args[2]),
            },
            Op::Ite => Kind::Ite {
                condition: blaster.lit(args[0]),
                then: self.numbers[&args[1]],
                otherwise: self.numbers[&args[2]],
            },
            Op::ConstArray => {
                let sort = store.sort(term).as_array().expect("an array");
                let node = self.add_constant(blaster, word(blaster, args[0]), sort);
                self.numbers.insert(term, node);
                return;
            }
            Op::Const(_) => {
                let value = store.as_value(term).and_then(Value::as_array).expect("an array");
                let node = self.add_literal(blaster, value);
                self.numbers.insert(term, node);
                return;
            }
            _ => Kind::Variable,
        };
        let sort = store.sort(term).as_array().expect("an array");
        let node = self.add(kind, sort);
        self.numbers.insert(term, node);
    }

    fn add_constant(&mut self, blaster: &mut Blaster, element: Word, sort: &ArraySort) -> Node {
        let array = self.add(Kind::Constant { element }, sort);
        if self.enumerates(array) {
            let bits = width(&sort.index);
            for index in 0..1u64 << bits {
                let index = blaster.constant(&Value::bv(bits, index));
                self.enumerated.push(Read { array, index, element });
            }
        }
        array
    }

    /// A literal array as a chain of stores over a constant one.
    fn add_literal(&mut self, blaster: &mut Blaster, value: &ArrayValue) -> Node {
        let sort =
            ArraySort { index: value.index_sort().clone(), element: value.default_value().sort() };
        let element = blaster.constant(value.default_value());
        let mut node = self.add_constant(blaster, element, &sort);
        for (index, element) in value.entries() {
            let (index, element) = (blaster.constant(index), blaster.constant(element));
            node = self.add(Kind::Store { base: node, index, element }, &sort);
        }
        node
    }

    fn add(&mut self, kind: Kind, sort: &ArraySort) -> Node {
        let node = self.kinds.len();
        match kind {
            Kind::Store { base, .. } => self.parents[base].push(node),
            Kind::Ite { then, otherwise, .. } => {
                self.parents[then].push(node);
                self.parents[otherwise].push(node);
            }
            Kind::Variable | Kind::Constant { .. } => {}
        }
        self.index_sorts.push(sort.index.clone());
        self.element_sorts.push(sort.element.clone());
        self.kinds.push(kind);
        self.parents.push(Vec::new());
        self.equalities_of.push(Vec::new());
        node
    }

    /// Registers a `select`.
    pub(super) fn register_read(&mut self, store: &TermStore, blaster: &Blaster, term: Term) {
        let args = store.args(term);
        let word = |t: Term| blaster.word(t).expect("blasted before");
        let (array, index, element) = (self.numbers[&args[0]], word(args[1]), word(term));
        self.add_read(array, index, element);
    }

    fn add_read(&mut self, array: Node, index: Word, element: Word) {
        self.reads.push(Read { array, index, element });
        self.elements.insert((array, index), element);
    }

    /// The element of an array at an index; a new read is created if there is none.
    pub(super) fn element_at(&mut self, blaster: &mut Blaster, array: Node, index: Word) -> Word {
        if let Some(&element) = self.elements.get(&(array, index)) {
            return element;
        }
        let element = blaster.inputs(width(&self.element_sorts[array]));
        self.add_read(array, index, element);
        element
    }

    /// Whether a clause was not returned before.
    pub(super) fn is_new_lemma(&mut self, clause: &[Lit]) -> bool {
        self.lemmas.insert(clause.to_vec())
    }

    /// Registers an equality of arrays with a witness: if it does not hold, the arrays differ at
    /// that index.
    pub(super) fn register_equality(
        &mut self,
        store: &TermStore,
        blaster: &mut Blaster,
        term: Term,
    ) {
        let args = store.args(term);
        let (a, b) = (self.numbers[&args[0]], self.numbers[&args[1]]);
        let holds = blaster.lit(term);
        let position = self.equalities.len();
        self.equalities_of[a].push(position);
        self.equalities_of[b].push(position);
        self.equalities.push(Equality { holds, sides: (a, b) });

        let index = blaster.inputs(width(&self.index_sorts[a]));
        let at_a = blaster.inputs(width(&self.element_sorts[a]));
        let at_b = blaster.inputs(width(&self.element_sorts[b]));
        self.add_read(a, index, at_a);
        self.add_read(b, index, at_b);
        let same = blaster.words_equal(at_a, at_b);
        blaster.gates.clause(&[holds, !same]);
    }

    /// The value of an array variable in the last consistent model; `None` if it was not seen.
    pub(super) fn value(&self, term: Term) -> Option<Value> {
        let node = *self.numbers.get(&term)?;
        let (default, entries) = self.contents.get(&node)?;
        let (index, element) = (&self.index_sorts[node], &self.element_sorts[node]);
        let mut value = ArrayValue::constant(index.clone(), of_sort(element, default));
        for (i, e) in entries {
            value = value.store(of_sort(index, i), of_sort(element, e));
        }
        Some(Value::Array(Box::new(value)))
    }
}

/// The number of literals of an index or element.
fn width(sort: &Sort) -> u32 {
    width_of(sort).expect("checked when the array was blasted")
}

/// Bits as a value of a sort that has literals.
fn of_sort(sort: &Sort, bits: &BitVec) -> Value {
    match sort {
        Sort::Bool => Value::Bool(bits.bit(0)),
        _ => Value::BitVec(bits.clone()),
    }
}
