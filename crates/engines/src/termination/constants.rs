//! Bounds of variables that keep their values from the first loop on, such as sizes.

use crate::templates::Formula;
use evidence::Reason;
use model::{Cfa, Location};
use rustc_hash::FxHashSet;
use smt::Budget;
use term::{BitVec, Symbol, Term};

/// Most variables that are looked at.
const MAX_VARIABLES: usize = 30;

/// Narrower variables have no bound worth knowing.
const MIN_WIDTH: u32 = 8;

/// Conflicts after which it is not known whether a bound holds.
const CONFLICTS: u64 = 2_000;

/// The variables that no edge changes that runs may take after they were at a cut point, of those that
/// are given.
pub(super) fn constants(cfa: &Cfa, variables: impl IntoIterator<Item = Symbol>) -> Vec<Symbol> {
    let mut later: FxHashSet<Location> = FxHashSet::default();
    let mut pending = cfa.loop_heads();
    let mut modified: FxHashSet<Symbol> = FxHashSet::default();
    while let Some(location) = pending.pop() {
        if later.insert(location) {
            for edge in cfa.outgoing(location).iter().map(|&edge| cfa.edge(edge)) {
                modified.extend(edge.command.modified());
                pending.push(edge.target);
            }
        }
    }
    let mut found: Vec<Symbol> =
        variables.into_iter().filter(|variable| !modified.contains(variable)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Adds to what is known that such variables are less than a power of two, the least for which that is
/// so when runs come to their first cut point. Says how many queries it took.
pub(super) fn bound(
    formula: &mut Formula<'_>,
    constants: &[Symbol],
    cut_points: &[Location],
    budget: &Budget,
) -> Result<u64, Reason> {
    let budget = budget.clone().with_conflict_limit(CONFLICTS);
    let mut queries = 0;
    for &variable in constants.iter().take(MAX_VARIABLES) {
        let Some(width) = formula.store.symbol_sort(variable).bit_width() else { continue };
        if width < MIN_WIDTH {
            continue;
        }
        // The least number of bits is above the first and at most the second.
        let (mut too_few, mut enough) = (0, width);
        while enough - too_few > 1 {
            let bits = too_few.midpoint(enough);
            queries += 1;
            match fits(formula, variable, bits, &budget) {
                Ok(true) => enough = bits,
                Ok(false) | Err(Reason::Incomplete(_)) => too_few = bits,
                Err(reason) => return Err(reason),
            }
        }
        if enough < width {
            let lemma = less_than_power(formula, variable, enough);
            for &location in cut_points {
                formula.add_lemma(location, lemma);
            }
        }
    }
    Ok(queries)
}

/// Whether a variable takes no more than so many bits at the first cut points of all runs.
fn fits(
    formula: &mut Formula<'_>,
    variable: Symbol,
    bits: u32,
    budget: &Budget,
) -> Result<bool, Reason> {
    let lemma = less_than_power(formula, variable, bits);
    let mut violated = Vec::new();
    for visit in &mut formula.first_visits {
        let holds = visit.instance(&mut formula.store, lemma);
        let fails = formula.store.not(holds);
        violated.push(formula.store.and(&[visit.guard, fails]));
    }
    let violated = formula.store.or(&violated);
    formula.is_satisfiable(&[violated], budget).map(|found| !found)
}

fn less_than_power(formula: &mut Formula<'_>, variable: Symbol, bits: u32) -> Term {
    let store = &mut formula.store;
    let width = store.symbol_sort(variable).bit_width().unwrap_or(1);
    let power = store.bv_const(BitVec::from_bits(width, |bit| bit == bits));
    let variable = store.var(variable);
    store.bv_ult(variable, power)
}
