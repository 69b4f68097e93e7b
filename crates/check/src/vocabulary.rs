//! Evidence may only mention what the model has.

use crate::rejected::Rejected;
use model::Model;
use std::collections::HashSet;
use term::{Symbol, TermStore};

/// Requires that the symbols of evidence are variables or functions of the model, with the same sorts.
pub fn require_known(
    model: &Model,
    theirs: &TermStore,
    symbols: impl IntoIterator<Item = Symbol>,
) -> Result<(), Rejected> {
    let variables: HashSet<Symbol> = model.variables(model.entry).into_iter().collect();
    for symbol in symbols {
        let name = theirs.name(symbol);
        let known = model.terms.lookup(name).filter(|known| {
            // Functions never change, so any function of the model is allowed.
            !model.terms.parameters(*known).is_empty() || variables.contains(known)
        });
        let known = known.ok_or_else(|| Rejected::ForeignSymbol(name.to_owned()))?;
        let same = model.terms.symbol_sort(known) == theirs.symbol_sort(symbol)
            && model.terms.parameters(known) == theirs.parameters(symbol);
        if !same {
            return Err(Rejected::WrongSort(name.to_owned()));
        }
    }
    Ok(())
}
