//! Reads of arrays with known content at any index, as gates.
//!
//! A program that computes a table and looks up elements leaves an array without variables: a constant, and
//! a few stores and conditionals above it. Such a read is a tree of multiplexers, which constants fold.
//! Lemmas on demand would learn the table element by element.

use super::{Blaster, Word, circuits, constant, tables};
use crate::sat::Lit;
use rustc_hash::FxHashMap;
use term::{BitVec, Op, Sort, Term, TermStore, Value};

/// The elements of the largest array that is looked up.
const MAX_ELEMENTS: usize = 1024;

/// The bits of a table that may depend on inputs.
const MAX_OPEN_BITS: usize = 1024;

/// How many stores at unknown indices and conditionals may be above tables.
const MAX_CHOICES: usize = 16;

impl Blaster {
    /// The element of an array at an index, if the array consists of stores and conditionals above
    /// constants, and has few elements.
    pub(super) fn look_up(
        &mut self,
        store: &TermStore,
        array: Term,
        index: Term,
        width: u32,
    ) -> Option<Word> {
        let &Sort::BitVec(index_bits) = store.sort(index) else { return None };
        let elements = 1usize.checked_shl(index_bits).filter(|&n| n <= MAX_ELEMENTS)?;
        let plan = self.plan(store, array, elements)?;
        let at = self.lits(self.words[&index]).to_vec();
        let mut found: FxHashMap<Term, Vec<Lit>> = FxHashMap::default();
        for node in plan {
            let element = match node {
                Choice::Table(node, table) => {
                    found.insert(node, tables::select(&mut self.gates, &table, &at));
                    continue;
                }
                Choice::Other(node) => node,
            };
            let args = store.args(element);
            let (is_upper, upper, lower) = match store.op(element) {
                Op::Store => {
                    let stored_at = self.lits(self.words[&args[1]]).to_vec();
                    let is_here = circuits::equal(&mut self.gates, &stored_at, &at);
                    (is_here, self.lits(self.words[&args[2]]).to_vec(), found[&args[0]].clone())
                }
                _ => (self.lit(args[0]), found[&args[1]].clone(), found[&args[2]].clone()),
            };
            found.insert(element, circuits::mux(&mut self.gates, is_upper, &upper, &lower));
        }
        let lits = found.remove(&array)?;
        debug_assert_eq!(lits.len(), width as usize);
        Some(self.keep(&lits))
    }

    /// The arrays that a read depends on, each after those below it.
    fn plan(&self, store: &TermStore, array: Term, elements: usize) -> Option<Vec<Choice>> {
        let mut plan = Vec::new();
        let mut planned: FxHashMap<Term, bool> = FxHashMap::default();
        let mut choices = 0;
        let mut open = vec![array];
        while let Some(&node) = open.last() {
            match planned.get(&node) {
                Some(true) => {
                    open.pop();
                    continue;
                }
                Some(false) => {
                    plan.push(Choice::Other(node));
                    planned.insert(node, true);
                    open.pop();
                    continue;
                }
                None => {}
            }
            if let Some(table) = self.table_of(store, node, elements) {
                plan.push(Choice::Table(node, table));
                planned.insert(node, true);
                open.pop();
                continue;
            }
            choices += 1;
            if choices > MAX_CHOICES {
                return None;
            }
            match (store.op(node), store.args(node)) {
                (Op::Store, &[base, ..]) => open.push(base),
                (Op::Ite, &[_, then, otherwise]) => open.extend([then, otherwise]),
                _ => return None,
            }
            planned.insert(node, false);
        }
        Some(plan)
    }

    /// All elements of an array, if it is a constant below stores at constant indices.
    fn table_of(&self, store: &TermStore, array: Term, elements: usize) -> Option<Vec<Lit>> {
        let mut stored: FxHashMap<&BitVec, Word> = FxHashMap::default();
        let mut node = array;
        while let (Op::Store, &[base, at, element]) = (store.op(node), store.args(node)) {
            stored.entry(store.as_bitvec(at)?).or_insert(self.words[&element]);
            node = base;
        }
        let sort = store.sort(array).as_array()?;
        let below = |number: &Value| -> Option<Vec<Lit>> {
            match (store.op(node), store.args(node)) {
                (Op::ConstArray, &[element]) => Some(self.lits(self.words[&element]).to_vec()),
                (Op::Const(_), _) => {
                    let held = store.as_value(node).and_then(Value::as_array)?;
                    Some(constant(&self.gates, held.select(number)))
                }
                _ => None,
            }
        };
        let mut table = Vec::new();
        for number in 0..elements {
            let number = Value::bv(sort.index.bit_width()?, number as u64);
            let Value::BitVec(bits) = &number else { return None };
            match stored.get(bits) {
                Some(&word) => table.extend_from_slice(self.lits(word)),
                None => table.extend(below(&number)?),
            }
        }
        let is_open = |lit: &&Lit| self.gates.as_constant(**lit).is_none();
        (table.iter().filter(is_open).count() <= MAX_OPEN_BITS).then_some(table)
    }
}

/// A step of a plan.
enum Choice {
    /// An array with all its elements.
    Table(Term, Vec<Lit>),
    /// A store at an index that is not known, or a conditional.
    Other(Term),
}
