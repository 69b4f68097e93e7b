//! The arrays of a solver, and the edges between them.

use crate::embedded::blast::reads::VariableRead;
use crate::embedded::blast::{Blaster, width_of};
use crate::embedded::cells::{Cell, Content, content_value};
use crate::embedded::model::SatModel;
use crate::sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{ArraySort, ArrayValue, Op, Sort, Term, TermStore, Value};

/// Number of an array term in [`Arrays`].
pub(super) type Node = usize;

/// The kind of an array term.
pub(super) enum Kind {
    /// A variable: only facts determine its content.
    Variable,
    /// `base` with `element` at `index`.
    Store { base: Node, index: Cell, element: Cell },
    /// One of two arrays.
    Ite { condition: Lit, then: Node, otherwise: Node },
    /// `element` at every index.
    Constant { element: Cell },
}

/// An equality of arrays, with the literal that says it holds.
pub(super) struct Equality {
    pub holds: Lit,
    pub sides: (Node, Node),
}

/// A read of an array; also the two reads at the witness of a disequality.
pub(super) struct Read {
    pub array: Node,
    pub index: Cell,
    pub element: Cell,
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
    elements: FxHashMap<(Node, Cell), Cell>,
    /// The clauses that were returned so far.
    lemmas: FxHashSet<Vec<Lit>>,
    pub(super) equalities: Vec<Equality>,
    /// The literals of equalities, by their sides.
    known_equalities: FxHashMap<(Node, Node), Lit>,
    /// The contents of the variables in the last consistent model.
    pub(super) contents: Contents,
    /// A fact for each index of constant arrays with few indices.
    enumerated: Vec<Read>,
}

/// The values of arrays in a model: a default and the exceptions. Without a default it is that of the sort.
pub(super) type Contents = FxHashMap<Node, (Option<Content>, Vec<(Content, Content)>)>;

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
    pub(super) fn constants(&self) -> impl Iterator<Item = (Node, Cell)> {
        self.kinds.iter().enumerate().filter_map(|(node, kind)| match kind {
            Kind::Constant { element } => Some((node, *element)),
            _ => None,
        })
    }

    /// Whether the array's index sort is so small that a constant array has a fact for each index.
    pub(super) fn enumerates(&self, node: Node) -> bool {
        width_of(&self.index_sorts[node]).is_ok_and(|width| width <= ENUMERATED_INDEX_BITS)
    }

    /// The facts of constant arrays with few indices.
    pub(super) fn enumerated(&self) -> impl Iterator<Item = &Read> {
        self.enumerated.iter().filter(|_| self.is_extensional())
    }

    /// Registers an array term whose arguments are registered.
    pub(super) fn register_array(&mut self, store: &TermStore, blaster: &mut Blaster, term: Term) {
        let args = store.args(term);
        let kind = match store.op(term) {
            Op::Store => Kind::Store {
                base: self.numbers[&args[0]],
                index: blaster.cell(store, args[1]),
                element: self.cell(store, blaster, args[2]),
            },
            Op::Ite => Kind::Ite {
                condition: blaster.lit(args[0]),
                then: self.numbers[&args[1]],
                otherwise: self.numbers[&args[2]],
            },
            Op::ConstArray => {
                let sort = store.sort(term).as_array().expect("an array");
                let element = self.cell(store, blaster, args[0]);
                let node = self.add_constant(blaster, element, sort);
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

    fn add_constant(&mut self, blaster: &mut Blaster, element: Cell, sort: &ArraySort) -> Node {
        let array = self.add(Kind::Constant { element }, sort);
        if self.enumerates(array) {
            let bits = width_of(&sort.index).expect("few indices have few bits");
            for index in 0..1u64 << bits {
                let index = blaster.constant_cell(&Value::bv(bits, index));
                self.enumerated.push(Read { array, index, element });
            }
        }
        array
    }

    /// A literal array as a chain of stores over a constant one.
    fn add_literal(&mut self, blaster: &mut Blaster, value: &ArrayValue) -> Node {
        let sort =
            ArraySort { index: value.index_sort().clone(), element: value.default_value().sort() };
        let element = self.constant(blaster, value.default_value());
        let mut node = self.add_constant(blaster, element, &sort);
        for (index, element) in value.entries() {
            let element = self.constant(blaster, element);
            let index = blaster.constant_cell(index);
            node = self.add(Kind::Store { base: node, index, element }, &sort);
        }
        node
    }

    /// The cell of a value of an element sort.
    fn constant(&mut self, blaster: &mut Blaster, value: &Value) -> Cell {
        match value {
            Value::Array(array) if blaster.tables.elements(&value.sort()).is_none() => {
                Cell::Array(self.add_literal(blaster, array))
            }
            _ => blaster.constant_cell(value),
        }
    }

    /// The cell of a registered term.
    fn cell(&self, store: &TermStore, blaster: &mut Blaster, term: Term) -> Cell {
        match self.numbers.get(&term) {
            Some(&node) => Cell::Array(node),
            None => blaster.cell(store, term),
        }
    }

    /// A cell without a meaning.
    fn fresh_cell(&mut self, blaster: &mut Blaster, sort: &Sort) -> Cell {
        match sort {
            Sort::Array(array) if blaster.tables.elements(sort).is_none() => {
                Cell::Array(self.add(Kind::Variable, array))
            }
            _ => blaster.fresh_cell(sort),
        }
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
    pub(super) fn register_read(&mut self, store: &TermStore, blaster: &mut Blaster, term: Term) {
        let &[array, index] = store.args(term) else { unreachable!("reads have two arguments") };
        let (array, index) = (self.numbers[&array], blaster.cell(store, index));
        let sort = store.sort(term);
        if let Sort::Array(inner) = sort
            && blaster.tables.elements(sort).is_none()
        {
            let node = self.add(Kind::Variable, inner);
            self.numbers.insert(term, node);
        }
        let element = self.cell(store, blaster, term);
        self.add_read(array, index, element);
    }

    /// Registers a read of a variable that no `select` makes.
    pub fn register_variable_read(&mut self, read: &VariableRead) {
        let array = self.numbers[&read.array];
        self.add_read(array, Cell::Bits(read.index), Cell::Bits(read.element));
    }

    fn add_read(&mut self, array: Node, index: Cell, element: Cell) {
        self.reads.push(Read { array, index, element });
        self.elements.insert((array, index), element);
    }

    /// The element of an array at an index; a new read is created if there is none.
    pub(super) fn element_at(&mut self, blaster: &mut Blaster, array: Node, index: Cell) -> Cell {
        if let Some(&element) = self.elements.get(&(array, index)) {
            return element;
        }
        let sort = self.element_sorts[array].clone();
        let element = self.fresh_cell(blaster, &sort);
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
        self.add_equality(blaster, holds, (a, b));
    }

    /// Lets a literal say that two arrays are equal.
    fn add_equality(&mut self, blaster: &mut Blaster, holds: Lit, (a, b): (Node, Node)) {
        // The elements at a witness are arrays, or not; then their equality has a witness, too.
        let mut open = vec![(holds, a, b)];
        while let Some((holds, a, b)) = open.pop() {
            let position = self.equalities.len();
            self.equalities_of[a].push(position);
            self.equalities_of[b].push(position);
            self.equalities.push(Equality { holds, sides: (a, b) });
            self.known_equalities.insert((a.min(b), a.max(b)), holds);

            let (index, element) = (self.index_sorts[a].clone(), self.element_sorts[a].clone());
            let index = blaster.fresh_cell(&index);
            let at_a = self.fresh_cell(blaster, &element);
            let at_b = self.fresh_cell(blaster, &element);
            self.add_read(a, index, at_a);
            self.add_read(b, index, at_b);
            let same = match (at_a, at_b) {
                (Cell::Array(a), Cell::Array(b)) => {
                    let same = blaster.gates.input();
                    open.push((same, a, b));
                    same
                }
                _ => blaster.cells_equal(at_a, at_b),
            };
            blaster.gates.clause(&[holds, !same]);
        }
    }

    /// The literal for the equality of two cells.
    pub(super) fn cells_equal(&mut self, blaster: &mut Blaster, a: Cell, b: Cell) -> Lit {
        let (Cell::Array(a), Cell::Array(b)) = (a, b) else { return blaster.cells_equal(a, b) };
        if a == b {
            return blaster.gates.constant(true);
        }
        if let Some(&known) = self.known_equalities.get(&(a.min(b), a.max(b))) {
            return known;
        }
        let holds = blaster.gates.input();
        self.add_equality(blaster, holds, (a, b));
        holds
    }

    /// For each array one that stands for all that a model says are equal to it.
    pub(super) fn classes(&self, blaster: &Blaster) -> Vec<Node> {
        let model = SatModel::of(blaster);
        let mut classes: Vec<Node> = (0..self.kinds.len()).collect();
        fn find(classes: &mut [Node], mut node: Node) -> Node {
            while classes[node] != node {
                classes[node] = classes[classes[node]];
                node = classes[node];
            }
            node
        }
        for equality in self.equalities.iter().filter(|equality| model.holds(equality.holds)) {
            let (a, b) = equality.sides;
            let (a, b) = (find(&mut classes, a), find(&mut classes, b));
            classes[a.max(b)] = a.min(b);
        }
        (0..classes.len()).map(|node| find(&mut classes, node)).collect()
    }

    /// The value of an array variable in the last consistent model; `None` if it was not seen.
    pub(super) fn value(&self, term: Term) -> Option<Value> {
        let node = *self.numbers.get(&term)?;
        self.contents.contains_key(&node).then(|| self.node_value(node))
    }

    /// The value of an array in the last consistent model. It recurs as deep as sorts of arrays are nested.
    fn node_value(&self, node: Node) -> Value {
        let (index, element) = (&self.index_sorts[node], &self.element_sorts[node]);
        let Some((default, entries)) = self.contents.get(&node) else {
            return Value::default_of(&Sort::array(index.clone(), element.clone()));
        };
        let value = |content: &Content| match content {
            Content::Array(node) => self.node_value(*node),
            _ => content_value(element, content),
        };
        let default = default.as_ref().map_or_else(|| Value::default_of(element), value);
        let mut array = ArrayValue::constant(index.clone(), default);
        for (i, e) in entries {
            array = array.store(content_value(index, i), value(e));
        }
        Value::Array(Box::new(array))
    }
}
