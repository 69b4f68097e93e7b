//! Forward symbolic execution of commands: the checker's own semantics of a model.

use crate::valuation::Valuation;
use model::{Command, Model, ProcedureId};
use term::{Sort, Substitution, Symbol, Term, TermStore, Transfer, copy_symbol, free_vars};

/// The runs up to some point: the assignments of the symbols that satisfy the condition, with the
/// values that the variables then have.
#[derive(Clone, Debug)]
pub struct Runs {
    /// Boolean term over initial values, havoc values and the branches taken at joins.
    pub condition: Term,
    /// The values of the variables.
    pub values: Valuation,
}

/// A call, which the checker cannot execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsupportedCall(pub ProcedureId);

/// Builds terms in a separate store. It has the model's symbols but simplifies only by constant
/// folding.
pub struct Encoder<'a> {
    model: &'a Model,
    /// The checker's terms.
    pub store: TermStore,
    transfer: Transfer,
    /// The checker's symbols, indexed by the model's symbols.
    symbols: Vec<Symbol>,
}

impl<'a> Encoder<'a> {
    /// An encoder of the commands of a model.
    pub fn new(model: &'a Model) -> Encoder<'a> {
        let mut store = TermStore::folding();
        // All symbols are copied now, so that no fresh symbol takes a name of the model.
        let copy = |symbol| {
            let copied = copy_symbol(&model.terms, &mut store, symbol);
            copied.expect("an empty store has no other declarations")
        };
        let symbols = model.terms.symbols().map(copy).collect();
        Encoder { model, store, transfer: Transfer::new(), symbols }
    }

    /// The checker's symbol for one of the model's.
    pub fn symbol(&self, symbol: Symbol) -> Symbol {
        self.symbols[symbol.index()]
    }

    /// The checker's symbols for the variables of a term of the model.
    pub fn variables(&self, term: Term) -> Vec<Symbol> {
        free_vars(&self.model.terms, &[term]).into_iter().map(|v| self.symbol(v)).collect()
    }

    /// All runs at their start, with arbitrary values.
    pub fn start(&mut self) -> Runs {
        let condition = self.store.bool(true);
        Runs { condition, values: Valuation::identity(self.store.symbols().count()) }
    }

    /// The value of a term of the checker's store at the end of runs.
    pub fn read(&mut self, values: &Valuation, term: Term) -> Term {
        let mut now = Substitution::new();
        for variable in free_vars(&self.store, &[term]) {
            if let Some(value) = values.get(variable) {
                now.insert(self.store.var(variable), value);
            }
        }
        now.apply(&mut self.store, term)
    }

    /// The runs at whose end a term of the checker's store holds.
    pub fn assume(&mut self, mut runs: Runs, term: Term) -> Runs {
        let holds = self.read(&runs.values, term);
        runs.condition = self.store.and(&[runs.condition, holds]);
        runs
    }

    /// The runs continued by a command; `None` if the command is infeasible.
    pub fn execute(
        &mut self,
        mut runs: Runs,
        command: &Command,
    ) -> Result<Option<Runs>, UnsupportedCall> {
        match command {
            Command::Skip => {}
            Command::Assume(condition) => {
                let condition = self.of_model(*condition);
                runs = self.assume(runs, condition);
                if self.store.as_bool(runs.condition) == Some(false) {
                    return Ok(None);
                }
            }
            Command::Assign(variable, term) => {
                let term = self.of_model(*term);
                let value = self.read(&runs.values, term);
                runs.values.set(self.symbol(*variable), value);
            }
            Command::Havoc(variable) => {
                let symbol = self.symbol(*variable);
                let sort = self.store.symbol_sort(symbol).clone();
                let any = self.store.fresh("any", sort);
                let any = self.store.var(any);
                runs.values.set(symbol, any);
            }
            Command::Seq(commands) => {
                for command in commands {
                    match self.execute(runs, command)? {
                        Some(after) => runs = after,
                        None => return Ok(None),
                    }
                }
            }
            Command::Choice(branches) => {
                let mut ways = Vec::new();
                for branch in branches {
                    ways.extend(self.execute(runs.clone(), branch)?);
                }
                return Ok(self.join(ways));
            }
            Command::Call(call) => return Err(UnsupportedCall(call.procedure)),
        }
        Ok(Some(runs))
    }

    /// The union of runs along several paths. A fresh Boolean chooses between two paths, so the
    /// paths may overlap. They are joined in a balanced tree.
    pub fn join(&mut self, mut ways: Vec<Runs>) -> Option<Runs> {
        while ways.len() > 1 {
            let mut rest = ways.into_iter();
            let mut joined = Vec::new();
            while let Some(first) = rest.next() {
                joined.push(match rest.next() {
                    Some(second) => self.join_two(&first, &second),
                    None => first,
                });
            }
            ways = joined;
        }
        ways.pop()
    }

    fn join_two(&mut self, first: &Runs, second: &Runs) -> Runs {
        let store = &mut self.store;
        let way = store.fresh("way", Sort::Bool);
        let way = store.var(way);
        let condition = store.ite(way, first.condition, second.condition);
        let values = first.values.merge(&second.values, &mut |variable, a, b| {
            let a = a.unwrap_or_else(|| store.var(variable));
            let b = b.unwrap_or_else(|| store.var(variable));
            store.ite(way, a, b)
        });
        Runs { condition, values }
    }

    /// A term of the model in the checker's store.
    pub fn of_model(&mut self, term: Term) -> Term {
        let copied = self.transfer.copy(&self.model.terms, &mut self.store, term);
        copied.expect("all symbols of the model are declared")
    }
}
