//! Uninterpreted functions by congruence lemmas between searches.

use super::blast::Blaster;
use super::cells::{Cell, Content, content_value};
use super::model::SatModel;
use super::theory::{Refinement, Theory};
use crate::budget::Budget;
use crate::traits::UnknownReason;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::{FunctionValue, Op, Symbol, Term, TermStore, Value};

/// The applications of declared functions that a solver has seen.
#[derive(Default)]
pub struct Functions {
    applications: FxHashMap<Symbol, Vec<Application>>,
}

struct Application {
    args: Vec<Cell>,
    result: Cell,
}

impl Theory for Functions {
    fn register(&mut self, store: &TermStore, blaster: &mut Blaster, term: Term) {
        let Op::Apply(function) = store.op(term) else { unreachable!("an application") };
        let args = store.args(term).iter().map(|&arg| blaster.cell(store, arg)).collect();
        let application = Application { args, result: blaster.cell(store, term) };
        self.applications.entry(function).or_default().push(application);
    }

    /// The model is excluded where equal arguments have different results.
    fn refine(&mut self, blaster: &mut Blaster, _: &Budget) -> Result<Refinement, UnknownReason> {
        let mut violated = Vec::new();
        for applications in self.sorted() {
            let mut by_args: FxHashMap<Vec<Content>, &Application> = FxHashMap::default();
            for application in applications {
                let model = SatModel::of(blaster);
                let args = application.args.iter().map(|&cell| model.content(cell)).collect();
                let first = *by_args.entry(args).or_insert(application);
                if model.content(first.result) != model.content(application.result) {
                    violated.push((first, application));
                }
            }
        }
        let lemmas = violated.into_iter().map(|(a, b)| {
            let mut clause = vec![blaster.cells_equal(a.result, b.result)];
            for (&x, &y) in a.args.iter().zip(&b.args) {
                clause.push(!blaster.cells_equal(x, y));
            }
            clause
        });
        Ok(Refinement::by(lemmas.collect()))
    }

    /// Constants are no applications.
    fn constant_value(&self, _: Term) -> Option<Value> {
        None
    }
}

impl Functions {
    /// The applications of each function, in the order of declaration.
    fn sorted(&self) -> Vec<&Vec<Application>> {
        let mut rows: Vec<_> = self.applications.iter().collect();
        rows.sort_unstable_by_key(|row| row.0);
        rows.into_iter().map(|row| row.1).collect()
    }

    /// The value of a function in a model that satisfies all congruences.
    pub fn value(&self, store: &TermStore, blaster: &Blaster, function: Symbol) -> FunctionValue {
        let model = SatModel::of(blaster);
        let mut entries = BTreeMap::new();
        for application in self.applications.get(&function).into_iter().flatten() {
            let parameters = store.parameters(function).iter();
            let value = |sort, &cell| content_value(sort, &model.content(cell));
            let args = parameters.zip(&application.args).map(|(sort, cell)| value(sort, cell));
            let result = value(store.symbol_sort(function), &application.result);
            entries.insert(args.collect(), result);
        }
        FunctionValue { default: Value::default_of(store.symbol_sort(function)), entries }
    }
}
