//! The parts of a query that concern arrays and functions.

use crate::table::Tables;
use rustc_hash::FxHashMap;
use term::{Op, Symbol, Term, TermStore, post_order};

/// The subterms of a query's terms that axioms are about.
#[derive(Default)]
pub struct Cone {
    /// Arrays that are not tables.
    pub arrays: Vec<Term>,
    /// Reads.
    pub selects: Vec<Term>,
    /// Equalities of arrays.
    pub equalities: Vec<Term>,
    /// Applications of each function.
    pub applications: FxHashMap<Symbol, Vec<Term>>,
    /// The stores and conditionals over each array.
    pub above: FxHashMap<Term, Vec<Term>>,
    /// The equalities that each array is a side of.
    pub equalities_of: FxHashMap<Term, Vec<Term>>,
}

impl Cone {
    /// The cone of some terms.
    pub fn of(store: &TermStore, terms: &[Term], tables: Tables) -> Cone {
        let mut cone = Cone::default();
        for term in post_order(store, terms, |_| false) {
            let args = store.args(term);
            let is_array = |term: Term| tables.needs_axioms(store.sort(term));
            match store.op(term) {
                Op::Select if is_array(args[0]) => cone.selects.push(term),
                Op::Apply(function) => cone.applications.entry(function).or_default().push(term),
                Op::Eq if is_array(args[0]) => {
                    cone.equalities.push(term);
                    for &side in args {
                        cone.equalities_of.entry(side).or_default().push(term);
                    }
                }
                Op::Store if is_array(term) => cone.above.entry(args[0]).or_default().push(term),
                Op::Ite if is_array(term) => {
                    for &branch in &args[1..] {
                        cone.above.entry(branch).or_default().push(term);
                    }
                }
                _ => {}
            }
            if is_array(term) {
                cone.arrays.push(term);
            }
        }
        cone
    }

    /// Whether no axioms are needed.
    pub fn is_empty(&self) -> bool {
        self.arrays.is_empty() && self.applications.is_empty()
    }
}
