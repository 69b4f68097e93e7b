//! The axioms of arrays and functions, one function each.
//!
//! A *read* is a word that stands for the element of an array at an index. Every axiom is a valid
//! sentence of the theory about reads; this module adds its instances as clauses. An instance is
//! identified by the terms it is about, and everything else is derived from these terms here. So
//! the caller only decides which instances are useful, and cannot make them wrong.

use crate::Unsupported;
use crate::blast::{Blaster, Word};
use crate::sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{ArraySort, Op, Sort, Term, TermStore, Value};

/// An instance of an axiom.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Instance {
    /// Reads of an array at two indices.
    SameArray(Term, Word, Word),
    /// Reads at an index of a store and of the array that it is made from.
    PastStore(Term, Word),
    /// Reads at an index of a conditional array and of its first or second branch.
    Branch(Term, bool, Word),
    /// Reads at an index of the sides of an equality.
    Equality(Term, Word),
    /// A read of an array value.
    Constant(Term, Word),
    /// Two applications of a function.
    SameFunction(Term, Term),
}

/// The instances so far, and the words they are about.
#[derive(Default)]
pub struct Axioms {
    /// The elements of reads by array and index.
    reads: FxHashMap<(Term, Word), Word>,
    made: FxHashSet<Instance>,
    /// The selects that are already reads.
    selects: FxHashSet<Term>,
    /// For each equality, an index at which the sides differ unless they are equal.
    witnesses: FxHashMap<Term, Word>,
    constants: FxHashMap<Term, ConstantArray>,
}

/// The words of an array value.
#[derive(Clone)]
pub struct ConstantArray {
    /// Indices with the elements there.
    pub elements: Vec<(Word, Word)>,
    /// The element at all other indices.
    pub elsewhere: Word,
}

impl Axioms {
    /// Adds an instance, unless it was added before. Returns whether it is new.
    pub fn make(
        &mut self,
        blaster: &mut Blaster,
        store: &TermStore,
        instance: Instance,
    ) -> Result<bool, Unsupported> {
        if !self.made.insert(instance) {
            return Ok(false);
        }
        match instance {
            Instance::SameArray(array, i, j) => self.same_array(blaster, store, array, i, j),
            Instance::PastStore(array, index) => self.past_store(blaster, store, array, index),
            Instance::Branch(array, first, index) => {
                self.branch(blaster, store, array, first, index)
            }
            Instance::Equality(equality, index) => self.equality(blaster, store, equality, index),
            Instance::Constant(array, index) => self.constant(blaster, store, array, index),
            Instance::SameFunction(a, b) => {
                same_function(blaster, store, a, b);
                Ok(())
            }
        }?;
        Ok(true)
    }

    /// The element of an array at an index. For the index of a store it is the stored value, for a
    /// constant array its element, and otherwise a new unconstrained word.
    pub fn read(
        &mut self,
        blaster: &mut Blaster,
        store: &TermStore,
        array: Term,
        index: Word,
    ) -> Result<Word, Unsupported> {
        if let Some(&element) = self.reads.get(&(array, index)) {
            return Ok(element);
        }
        let element = match (store.op(array), store.args(array)) {
            (Op::Store, &[_, at, element]) if blaster.word(at) == index => blaster.word(element),
            (Op::ConstArray, &[element]) => blaster.word(element),
            _ => blaster.unknown(&array_sort(store, array).element)?,
        };
        self.reads.insert((array, index), element);
        Ok(element)
    }

    /// `a[i]` is the read of `a` at `i`.
    pub fn select(
        &mut self,
        blaster: &mut Blaster,
        store: &TermStore,
        select: Term,
    ) -> Result<(), Unsupported> {
        let (Op::Select, &[array, index]) = (store.op(select), store.args(select)) else {
            unreachable!("a select");
        };
        if self.selects.insert(select) {
            let element = self.read(blaster, store, array, blaster.word(index))?;
            equal_if(blaster, &[], element, blaster.word(select));
        }
        Ok(())
    }

    /// If two arrays are not equal, they differ at some index: a new word stands for it.
    pub fn witness(
        &mut self,
        blaster: &mut Blaster,
        store: &TermStore,
        equality: Term,
    ) -> Result<Word, Unsupported> {
        if let Some(&known) = self.witnesses.get(&equality) {
            return Ok(known);
        }
        let (a, b) = sides(store, equality);
        let index = blaster.unknown(&array_sort(store, a).index)?;
        let (a, b) = (self.read(blaster, store, a, index)?, self.read(blaster, store, b, index)?);
        let same = blaster.equal(a, b);
        let equal = blaster.lit(equality);
        blaster.gates.sat.clause(&[equal, !same]);
        self.witnesses.insert(equality, index);
        Ok(index)
    }

    /// The words of an array value, which are its reads at the listed indices.
    pub fn value(
        &mut self,
        blaster: &mut Blaster,
        store: &TermStore,
        array: Term,
    ) -> Result<Option<ConstantArray>, Unsupported> {
        let Some(Value::Array(value)) = store.as_value(array) else { return Ok(None) };
        if let Some(known) = self.constants.get(&array) {
            return Ok(Some(known.clone()));
        }
        let mut elements = Vec::new();
        for (index, element) in value.entries() {
            let (index, element) = (blaster.value(index)?, blaster.value(element)?);
            self.reads.insert((array, index), element);
            elements.push((index, element));
        }
        let elsewhere = blaster.value(value.default_value())?;
        let constant = ConstantArray { elements, elsewhere };
        self.constants.insert(array, constant.clone());
        Ok(Some(constant))
    }

    /// `i = j` implies `a[i] = a[j]`.
    fn same_array(
        &mut self,
        blaster: &mut Blaster,
        store: &TermStore,
        array: Term,
        i: Word,
        j: Word,
    ) -> Result<(), Unsupported> {
        let (a, b) = (self.read(blaster, store, array, i)?, self.read(blaster, store, array, j)?);
        let same_index = blaster.equal(i, j);
        equal_if(blaster, &[same_index], a, b);
        Ok(())
    }

    /// `i != j` implies `store(a, j, v)[i] = a[i]`.
    fn past_store(
        &mut self,
        blaster: &mut Blaster,
        store: &TermStore,
        array: Term,
        index: Word,
    ) -> Result<(), Unsupported> {
        let (Op::Store, &[base, at, _]) = (store.op(array), store.args(array)) else {
            unreachable!("a store");
        };
        let after = self.read(blaster, store, array, index)?;
        let before = self.read(blaster, store, base, index)?;
        let at = blaster.word(at);
        let stored_here = blaster.equal(index, at);
        equal_if(blaster, &[!stored_here], after, before);
        Ok(())
    }

    /// `c` implies `ite(c, a, b)[i] = a[i]`, and `not c` implies `ite(c, a, b)[i] = b[i]`.
    fn branch(
        &mut self,
        blaster: &mut Blaster,
        store: &TermStore,
        array: Term,
        first: bool,
        index: Word,
    ) -> Result<(), Unsupported> {
        let (Op::Ite, &[condition, then, otherwise]) = (store.op(array), store.args(array)) else {
            unreachable!("a conditional");
        };
        let condition = blaster.lit(condition);
        let (taken, branch) = if first { (condition, then) } else { (!condition, otherwise) };
        let whole = self.read(blaster, store, array, index)?;
        let part = self.read(blaster, store, branch, index)?;
        equal_if(blaster, &[taken], whole, part);
        Ok(())
    }

    /// `a = b` implies `a[i] = b[i]`.
    fn equality(
        &mut self,
        blaster: &mut Blaster,
        store: &TermStore,
        equality: Term,
        index: Word,
    ) -> Result<(), Unsupported> {
        let (a, b) = sides(store, equality);
        let (a, b) = (self.read(blaster, store, a, index)?, self.read(blaster, store, b, index)?);
        let equal = blaster.lit(equality);
        equal_if(blaster, &[equal], a, b);
        Ok(())
    }

    /// An array value has its listed elements, and its default elsewhere.
    fn constant(
        &mut self,
        blaster: &mut Blaster,
        store: &TermStore,
        array: Term,
        index: Word,
    ) -> Result<(), Unsupported> {
        let Some(constant) = self.value(blaster, store, array)? else { return Ok(()) };
        let read = self.read(blaster, store, array, index)?;
        let mut is_elsewhere = Vec::new();
        for (listed, element) in constant.elements {
            let is_here = blaster.equal(index, listed);
            equal_if(blaster, &[is_here], read, element);
            is_elsewhere.push(!is_here);
        }
        equal_if(blaster, &is_elsewhere, read, constant.elsewhere);
        Ok(())
    }
}

/// `x1 = y1` and `x2 = y2` and so on implies `f(x1, x2, ...) = f(y1, y2, ...)`.
fn same_function(blaster: &mut Blaster, store: &TermStore, a: Term, b: Term) {
    assert!(matches!(store.op(a), Op::Apply(_)) && store.op(a) == store.op(b), "one function");
    let mut equal = Vec::new();
    for (&x, &y) in store.args(a).iter().zip(store.args(b)) {
        equal.push(blaster.equal(blaster.word(x), blaster.word(y)));
    }
    equal_if(blaster, &equal, blaster.word(a), blaster.word(b));
}

/// A new word for an index that differs from all given ones; `None` if the given ones may be all
/// indices.
pub fn another_index(blaster: &mut Blaster, sort: &Sort, others: &[Word]) -> Option<Word> {
    match sort {
        &Sort::BitVec(width) if width >= usize::BITS || others.len() < 1 << width => {}
        Sort::Int | Sort::Real => {}
        _ => return None,
    }
    let index = blaster.unknown(sort).ok()?;
    for &other in others {
        let same = blaster.equal(index, other);
        blaster.gates.sat.clause(&[!same]);
    }
    Some(index)
}

fn array_sort(store: &TermStore, array: Term) -> &ArraySort {
    store.sort(array).as_array().expect("an array")
}

fn sides(store: &TermStore, equality: Term) -> (Term, Term) {
    match (store.op(equality), store.args(equality)) {
        (Op::Eq, &[a, b]) => (a, b),
        _ => unreachable!("an equality"),
    }
}

/// Clauses that make two words equal if all conditions hold.
fn equal_if(blaster: &mut Blaster, conditions: &[Lit], a: Word, b: Word) {
    if a == b {
        return;
    }
    if let Some(sides) = blaster.sides(a, b) {
        for side in sides {
            let mut clause: Vec<Lit> = conditions.iter().map(|&condition| !condition).collect();
            clause.push(side);
            blaster.gates.sat.clause(&clause);
        }
        return;
    }
    let (a, b) = (blaster.bits(a).to_vec(), blaster.bits(b).to_vec());
    assert_eq!(a.len(), b.len(), "words of one sort");
    for (x, y) in a.into_iter().zip(b) {
        for (x, y) in [(x, !y), (!x, y)] {
            let mut clause: Vec<Lit> = conditions.iter().map(|&condition| !condition).collect();
            clause.extend([x, y]);
            blaster.gates.sat.clause(&clause);
        }
    }
}
