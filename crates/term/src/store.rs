//! The term store: hash-consed nodes, declared symbols, constants.

use crate::bitvec::BitVec;
use crate::ids::{Symbol, Term, ValueId};
use crate::op::Op;
use crate::rewrite::RuleCounts;
use crate::sort::Sort;
use crate::typing::SortError;
use crate::value::{ArrayValue, Value};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Owns terms. Cloning gives an independent store in which all numbers keep their meaning, so
/// that every engine of a portfolio can have its own.
#[derive(Clone)]
pub struct TermStore {
    nodes: Vec<Node>,
    /// The arguments of all nodes, one after the other.
    args: Vec<Term>,
    /// Finds the node with a given operator, sort and arguments.
    table: HashTable<Term>,
    sorts: Vec<Sort>,
    sort_ids: FxHashMap<Sort, SortId>,
    values: Vec<Value>,
    value_ids: FxHashMap<Value, ValueId>,
    symbols: Vec<SymbolInfo>,
    names: FxHashMap<Arc<str>, Symbol>,
    /// How many fresh names were made with each prefix, so that the next one is found at once.
    fresh: FxHashMap<Arc<str>, u32>,
    pub(crate) rules: RuleCounts,
    simplification: Simplification,
    has_floats: bool,
    /// How many rules are building on each other right now.
    pub(crate) simplifying_depth: u32,
}

type SortId = u32;

/// Sort and hash of a node, computed once for a search and an insertion.
#[derive(Clone, Copy)]
pub(crate) struct NodeKey {
    sort: SortId,
    hash: u64,
}

#[derive(Clone, Copy)]
struct Node {
    op: Op,
    sort: SortId,
    first_arg: u32,
    arity: u32,
}

/// How much constructors simplify.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Simplification {
    /// Nothing.
    Nothing,
    /// Only constants are folded: `fold.rs`.
    Constants,
    /// All rules of `rewrite/` apply.
    Rules,
}

#[derive(Clone)]
struct SymbolInfo {
    name: Arc<str>,
    parameters: Box<[Sort]>,
    sort: Sort,
}

impl Default for TermStore {
    fn default() -> Self {
        TermStore::new()
    }
}

impl TermStore {
    /// An empty store whose constructors simplify.
    pub fn new() -> TermStore {
        TermStore {
            nodes: Vec::new(),
            args: Vec::new(),
            table: HashTable::new(),
            sorts: Vec::new(),
            sort_ids: FxHashMap::default(),
            values: Vec::new(),
            value_ids: FxHashMap::default(),
            symbols: Vec::new(),
            names: FxHashMap::default(),
            fresh: FxHashMap::default(),
            rules: RuleCounts::default(),
            simplification: Simplification::Rules,
            has_floats: false,
            simplifying_depth: 0,
        }
    }

    /// An empty store whose constructors build exactly what they are asked to.
    pub fn without_simplification() -> TermStore {
        TermStore { simplification: Simplification::Nothing, ..TermStore::new() }
    }

    /// An empty store whose constructors evaluate constants and do nothing else.
    pub fn folding() -> TermStore {
        TermStore { simplification: Simplification::Constants, ..TermStore::new() }
    }

    /// From now on constructors build exactly what they are asked to.
    pub(crate) fn stop_simplifying(&mut self) {
        self.simplification = Simplification::Nothing;
    }

    // ----- Reading -----

    /// Number of terms; all have indices below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no term was built yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All terms, arguments before the terms that use them.
    pub fn terms(&self) -> impl Iterator<Item = Term> + use<> {
        (0..self.nodes.len()).map(Term::from_index)
    }

    /// Whether some term is a float or a rounding mode, or an array of such.
    pub fn has_floats(&self) -> bool {
        self.has_floats
    }

    /// The operator of a term.
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> &Sort {
        &self.sorts[self.nodes[term.index()].sort as usize]
    }

    /// The arguments of a term.
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        &self.args[node.first_arg as usize..(node.first_arg + node.arity) as usize]
    }

    /// The width of a bit-vector term.
    ///
    /// # Panics
    /// If the term is not a bit-vector.
    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).bit_width().expect("a bit-vector term")
    }

    /// The value of a constant term.
    pub fn as_value(&self, term: Term) -> Option<&Value> {
        match self.op(term) {
            Op::Const(id) => Some(&self.values[id.index()]),
            _ => None,
        }
    }

    /// The truth value of a constant Boolean term.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        self.as_value(term)?.as_bool()
    }

    /// The value of a constant bit-vector term.
    pub fn as_bitvec(&self, term: Term) -> Option<&BitVec> {
        self.as_value(term)?.as_bitvec()
    }

    /// The symbol of a variable.
    pub fn as_var(&self, term: Term) -> Option<Symbol> {
        match self.op(term) {
            Op::Var(symbol) => Some(symbol),
            _ => None,
        }
    }

    // ----- Symbols -----

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.index()].name
    }

    /// The sort of a constant, the result sort of a function.
    pub fn symbol_sort(&self, symbol: Symbol) -> &Sort {
        &self.symbols[symbol.index()].sort
    }

    /// The parameter sorts of a symbol; empty for constants.
    pub fn parameters(&self, symbol: Symbol) -> &[Sort] {
        &self.symbols[symbol.index()].parameters
    }

    /// The symbol with the given name.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.names.get(name).copied()
    }

    /// All symbols in the order of their declaration.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.symbols.len()).map(Symbol::from_index)
    }

    /// Declares a function, or a constant if there are no parameters. Repeating a declaration
    /// changes nothing; a different declaration of the same name is an error.
    pub fn declare_function(
        &mut self,
        name: &str,
        parameters: &[Sort],
        sort: Sort,
    ) -> Result<Symbol, SortError> {
        if let Some(symbol) = self.lookup(name) {
            let known = &self.symbols[symbol.index()];
            if known.sort == sort && *known.parameters == *parameters {
                return Ok(symbol);
            }
            return Err(SortError::Redeclared { name: name.to_owned() });
        }
        let symbol = Symbol::from_index(self.symbols.len());
        let name: Arc<str> = name.into();
        self.names.insert(name.clone(), symbol);
        self.symbols.push(SymbolInfo { name, parameters: parameters.into(), sort });
        Ok(symbol)
    }

    /// Declares a constant; see [`TermStore::declare_function`].
    pub fn declare(&mut self, name: &str, sort: Sort) -> Result<Symbol, SortError> {
        self.declare_function(name, &[], sort)
    }

    /// A new constant whose name starts with `prefix`.
    pub fn fresh(&mut self, prefix: &str, sort: Sort) -> Symbol {
        let key: Arc<str> = prefix.into();
        let mut count = self.fresh.get(&key).copied().unwrap_or(0);
        let name = loop {
            let name = format!("{prefix}!{count}");
            count += 1;
            if self.lookup(&name).is_none() {
                break name;
            }
        };
        self.fresh.insert(key, count);
        self.declare(&name, sort).expect("the name is new")
    }

    // ----- Building -----

    /// The constant term of a value. Arrays become stores into a constant array: SMT-LIB has no
    /// other text for them, and a term has only one form.
    pub fn constant(&mut self, value: Value) -> Term {
        if let Value::Array(array) = value {
            return self.array_constant(&array);
        }
        let sort = value.sort();
        let id = match self.value_ids.get(&value) {
            Some(&id) => id,
            None => {
                let id = ValueId::from_index(self.values.len());
                self.values.push(value.clone());
                self.value_ids.insert(value, id);
                id
            }
        };
        self.intern(Op::Const(id), &sort, &[])
    }

    fn array_constant(&mut self, array: &ArrayValue) -> Term {
        let default = self.constant(array.default_value().clone());
        let sort = Sort::array(array.index_sort().clone(), array.default_value().sort());
        let start = self.const_array(&sort, default);
        array.entries().fold(start, |stored, (index, value)| {
            let (index, value) = (self.constant(index.clone()), self.constant(value.clone()));
            self.store(stored, index, value)
        })
    }

    /// The term of a declared constant.
    pub fn var(&mut self, symbol: Symbol) -> Term {
        let sort = self.symbol_sort(symbol).clone();
        self.intern(Op::Var(symbol), &sort, &[])
    }

    /// Builds an application, simplified by the rules of [`crate::rewrite`]. The sort must be the
    /// one that [`TermStore::result_sort`] gives for the arguments, or the wanted one for operators
    /// that need a result sort. The named constructors take care of that.
    pub fn make(&mut self, op: Op, sort: &Sort, args: &[Term]) -> Term {
        debug_assert_eq!(self.check_sorts(op, sort, args), Ok(()), "{op:?}");
        let simplified = match self.simplification {
            Simplification::Nothing => return self.intern(op, sort, args),
            Simplification::Constants => self.folded(op, sort, args),
            Simplification::Rules => self.simplified(op, sort, args),
        };
        debug_assert_eq!(self.sort(simplified), sort, "a rule for {op:?} changed the sort");
        simplified
    }

    /// The key under which a node with these parts is found.
    pub(crate) fn node_key(&mut self, op: Op, sort: &Sort, args: &[Term]) -> NodeKey {
        let sort = self.sort_id(sort);
        NodeKey { sort, hash: hash_node(op, sort, args) }
    }

    /// The node with exactly these parts, if it was built before.
    pub(crate) fn find(&self, key: NodeKey, op: Op, args: &[Term]) -> Option<Term> {
        let found = self.table.find(key.hash, |&term| {
            let node = &self.nodes[term.index()];
            node.op == op && node.sort == key.sort && self.args(term) == args
        });
        found.copied()
    }

    /// Adds the node with exactly these parts, which must not exist yet.
    pub(crate) fn insert(&mut self, key: NodeKey, op: Op, args: &[Term]) -> Term {
        debug_assert_eq!(self.find(key, op, args), None, "a second node for {op:?}");
        let term = Term::from_index(self.nodes.len());
        let first_arg = u32::try_from(self.args.len()).expect("fewer than 2^32 arguments");
        self.nodes.push(Node { op, sort: key.sort, first_arg, arity: args.len() as u32 });
        self.args.extend_from_slice(args);
        let (nodes, all_args) = (&self.nodes, &self.args);
        self.table.insert_unique(key.hash, term, |&term| {
            let node = &nodes[term.index()];
            let range = node.first_arg as usize..(node.first_arg + node.arity) as usize;
            hash_node(node.op, node.sort, &all_args[range])
        });
        term
    }

    /// The node with exactly these parts; it is created if it does not exist.
    pub(crate) fn intern(&mut self, op: Op, sort: &Sort, args: &[Term]) -> Term {
        let key = self.node_key(op, sort, args);
        self.find(key, op, args).unwrap_or_else(|| self.insert(key, op, args))
    }

    fn sort_id(&mut self, sort: &Sort) -> SortId {
        if let Some(&id) = self.sort_ids.get(sort) {
            return id;
        }
        let id = self.sorts.len() as SortId;
        self.sorts.push(sort.clone());
        self.has_floats |= sort.has_floats();
        self.sort_ids.insert(sort.clone(), id);
        id
    }
}

fn hash_node(op: Op, sort: SortId, args: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    sort.hash(&mut hasher);
    args.hash(&mut hasher);
    hasher.finish()
}
