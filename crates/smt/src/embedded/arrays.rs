//! The extensional theory of arrays by lemmas between searches.
//!
//! Reads are words of inputs to the SAT solver. Its model is checked by propagating every *fact*
//! "array `a` holds element `v` at index `i`" along the *edges* between arrays that preserve it
//! under that model: through a store at another index, through the taken branch of a conditional,
//! across an equality that holds. Two facts that meet at one array with equal indices and different
//! elements contradict the theory (after Brummayer and Biere, "Lemmas on demand for the extensional
//! theory of arrays", 2009). Instead of one long lemma over all conditions of their paths there is
//! one lemma for each step, over reads of the arrays on the path. So long chains of stores, which
//! are typical of programs, need few rounds. Facts flow from stores to their bases, and also the
//! other way if there are equalities between arrays.

mod constants;
mod graph;
mod propagate;

pub use graph::Arrays;

use super::blast::Blaster;
use super::cells::Content;
use super::model::SatModel;
use super::theory::{Refinement, Theory};
use crate::budget::Budget;
use crate::traits::UnknownReason;
use graph::{Contents, Kind};
use propagate::Pass;
use term::{Op, Sort, Term, TermStore, Value};

impl Theory for Arrays {
    fn register(&mut self, store: &TermStore, blaster: &mut Blaster, term: Term) {
        match store.op(term) {
            // A read may yield an array, which is then registered with it.
            Op::Select => self.register_read(store, blaster, term),
            Op::Eq => self.register_equality(store, blaster, term),
            _ => self.register_array(store, blaster, term),
        }
    }

    /// If the model is consistent, the contents of all array variables are stored.
    fn refine(&mut self, blaster: &mut Blaster, _: &Budget) -> Result<Refinement, UnknownReason> {
        if self.is_empty() {
            return Ok(Refinement::Model);
        }
        let pass = Pass::run(self, blaster);
        if pass.is_consistent() {
            let contents = self.contents_by(pass, blaster);
            let between_constants = self.constants_that_differ(blaster)?;
            self.contents = contents;
            return Ok(Refinement::by(between_constants));
        }
        let conflicts = pass.into_conflicts();
        Ok(Refinement::by(conflicts.lemmas(self, blaster)))
    }

    fn constant_value(&self, constant: Term) -> Option<Value> {
        self.value(constant)
    }
}

impl Arrays {
    /// The contents of the array variables according to the facts of a pass; those of all arrays if some are
    /// elements of others.
    fn contents_by(&self, mut pass: Pass<'_>, blaster: &Blaster) -> Contents {
        let model = SatModel::of(blaster);
        let defaults = self.defaults(blaster);
        let nested = self.element_sorts.iter().any(|sort| matches!(sort, Sort::Array(_)));
        let mut contents = Contents::default();
        // Stores and conditionals come after what they are made of.
        for node in 0..self.kinds.len() {
            let content = match self.kinds[node] {
                Kind::Variable => {
                    let known = std::mem::take(&mut pass.known[node]);
                    let mut entries: Vec<(Content, Content)> = known
                        .into_iter()
                        .map(|(index, fact)| (index, pass.value(pass.facts[fact].element)))
                        .collect();
                    entries.sort_unstable();
                    (defaults.get(&node).cloned(), entries)
                }
                _ if !nested => continue,
                Kind::Store { base, index, element } => {
                    let (default, mut entries) = contents[&base].clone();
                    entries.push((pass.value(index), pass.value(element)));
                    (default, entries)
                }
                Kind::Ite { condition, then, otherwise } => {
                    contents[if model.holds(condition) { &then } else { &otherwise }].clone()
                }
                Kind::Constant { element } => (Some(pass.value(element)), Vec::new()),
            };
            contents.insert(node, content);
        }
        contents
    }
}
