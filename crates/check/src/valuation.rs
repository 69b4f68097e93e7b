//! Values of variables in a persistent tree. Copies are free, and joining two costs only as much as
//! their difference. So thousands of locations can each have a state over thousands of variables.

use std::sync::Arc;
use term::{Symbol, Term};

/// Each node covers this many bits of a symbol's number.
const BITS: u32 = 4;
const FANOUT: usize = 1 << BITS;

/// The values of variables as terms; a variable without an entry has its own initial value.
#[derive(Clone, Debug)]
pub struct Valuation {
    root: Link,
    /// Levels of nodes above the entries.
    height: u32,
}

type Link = Option<Arc<Node>>;

#[derive(Clone, Debug)]
enum Node {
    Branch([Link; FANOUT]),
    Leaf([Option<(Symbol, Term)>; FANOUT]),
}

impl Valuation {
    /// The valuation in which every variable has its own initial value, for symbols below a number.
    pub fn identity(symbols: usize) -> Valuation {
        let mut height = 1;
        while (symbols.saturating_sub(1) >> (BITS * height)) > 0 {
            height += 1;
        }
        Valuation { root: None, height }
    }

    /// The value that was set for a variable.
    pub fn get(&self, variable: Symbol) -> Option<Term> {
        let mut link = &self.root;
        let mut level = self.height;
        loop {
            level -= 1;
            match &**link.as_ref()? {
                Node::Branch(links) => link = &links[slot(variable, level)],
                Node::Leaf(entries) => {
                    return entries[slot(variable, level)].map(|(_, value)| value);
                }
            }
        }
    }

    /// Gives a variable a value.
    pub fn set(&mut self, variable: Symbol, value: Term) {
        let mut link = &mut self.root;
        for level in (0..self.height).rev() {
            let node = link.get_or_insert_with(|| Arc::new(Node::empty(level)));
            match Arc::make_mut(node) {
                Node::Branch(links) => link = &mut links[slot(variable, level)],
                Node::Leaf(entries) => {
                    entries[slot(variable, level)] = Some((variable, value));
                    return;
                }
            }
        }
    }

    /// The merge of two valuations; `join` gives the value of a variable on which they differ.
    pub fn merge(&self, other: &Valuation, join: &mut Join<'_>) -> Valuation {
        debug_assert_eq!(self.height, other.height, "valuations over the same symbols");
        Valuation { root: merge(&self.root, &other.root, join), height: self.height }
    }
}

/// Joins two different values of a variable.
type Join<'a> = dyn FnMut(Symbol, Option<Term>, Option<Term>) -> Term + 'a;

impl Node {
    fn empty(level: u32) -> Node {
        if level == 0 { Node::Leaf([None; FANOUT]) } else { Node::Branch(Default::default()) }
    }
}

/// The child of a node at a level that leads to a symbol.
fn slot(symbol: Symbol, level: u32) -> usize {
    (symbol.index() >> (BITS * level)) & (FANOUT - 1)
}

fn merge(a: &Link, b: &Link, join: &mut Join<'_>) -> Link {
    let shared = match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        _ => false,
    };
    if shared {
        return a.clone();
    }
    let node = match (a.as_deref(), b.as_deref()) {
        (Some(Node::Leaf(_)), _) | (_, Some(Node::Leaf(_))) => {
            let entry = |node: Option<&Node>, i: usize| match node {
                Some(Node::Leaf(entries)) => entries[i],
                _ => None,
            };
            Node::Leaf(std::array::from_fn(|i| {
                let (a, b) = (entry(a.as_deref(), i), entry(b.as_deref(), i));
                let (variable, _) = a.or(b)?;
                let value = match (a.map(|e| e.1), b.map(|e| e.1)) {
                    (Some(a), Some(b)) if a == b => a,
                    (a, b) => join(variable, a, b),
                };
                Some((variable, value))
            }))
        }
        (a, b) => {
            let child = |node: Option<&Node>, i: usize| match node {
                Some(Node::Branch(links)) => links[i].clone(),
                _ => None,
            };
            Node::Branch(std::array::from_fn(|i| merge(&child(a, i), &child(b, i), join)))
        }
    };
    Some(Arc::new(node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;
    use term::{Sort, TermStore};

    const SYMBOLS: usize = 300;

    fn store() -> (TermStore, Vec<Symbol>) {
        let mut store = TermStore::new();
        let declare = |i| store.declare(&format!("x{i}"), Sort::BitVec(16)).unwrap();
        let symbols = (0..SYMBOLS).map(declare).collect();
        (store, symbols)
    }

    proptest! {
        #[test]
        fn behaves_like_a_map(
            common in prop::collection::vec((0..SYMBOLS, 0u64..9), 0..20),
            left in prop::collection::vec((0..SYMBOLS, 0u64..9), 0..20),
            right in prop::collection::vec((0..SYMBOLS, 0u64..9), 0..20),
        ) {
            let (mut store, symbols) = store();
            let mut fill = |tree: &mut Valuation, map: &mut BTreeMap<usize, Term>, pairs: &[_]| {
                for &(i, value) in pairs {
                    let value = store.bv(16, value);
                    tree.set(symbols[i], value);
                    map.insert(i, value);
                }
            };
            let (mut base, mut base_map) = (Valuation::identity(SYMBOLS), BTreeMap::new());
            fill(&mut base, &mut base_map, &common);
            let (mut a, mut a_map) = (base.clone(), base_map.clone());
            fill(&mut a, &mut a_map, &left);
            let (mut b, mut b_map) = (base.clone(), base_map.clone());
            fill(&mut b, &mut b_map, &right);
            let joined = store.bv(16, 1000);
            let merged = a.merge(&b, &mut |_, _, _| joined);
            for (i, &symbol) in symbols.iter().enumerate() {
                let (in_a, in_b) = (a_map.get(&i).copied(), b_map.get(&i).copied());
                prop_assert_eq!(base.get(symbol), base_map.get(&i).copied());
                prop_assert_eq!(a.get(symbol), in_a);
                prop_assert_eq!(b.get(symbol), in_b);
                let expected = if in_a == in_b { in_a } else { Some(joined) };
                prop_assert_eq!(merged.get(symbol), expected);
            }
        }
    }

    #[test]
    fn merging_looks_only_at_differences() {
        let (mut store, symbols) = store();
        let mut base = Valuation::identity(SYMBOLS);
        let zero = store.bv(16, 0);
        for &symbol in &symbols {
            base.set(symbol, zero);
        }
        let one = store.bv(16, 1);
        let mut changed = base.clone();
        changed.set(symbols[123], one);
        let mut asked = Vec::new();
        base.merge(&changed, &mut |symbol, a, b| {
            asked.push((symbol, a, b));
            one
        });
        assert_eq!(asked, [(symbols[123], Some(zero), Some(one))]);
    }
}
