//! Names of variables.

use term::{RoundingMode, Sort, Symbol, TermStore};

/// Declares a variable under the name that a file gives it, under a default one, or under a fresh
/// one.
pub fn declare(terms: &mut TermStore, name: Option<&str>, default: &str, sort: Sort) -> Symbol {
    for name in name.into_iter().filter(|name| is_fit(name)).chain([default]) {
        if terms.lookup(name).is_none()
            && let Ok(symbol) = terms.declare(name, sort.clone())
        {
            return symbol;
        }
    }
    terms.fresh(default, sort)
}

/// Whether a name can be quoted in SMT-LIB and is nobody else's.
fn is_fit(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(['|', '\\', '"'])
        && !name.contains(char::is_control)
        && !matches!(name, "true" | "false")
        && RoundingMode::from_name(name).is_none()
}
