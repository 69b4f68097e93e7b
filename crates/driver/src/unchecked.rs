//! Undefined behaviour that is not asked about, for a note beside a proof.
//!
//! A verdict covers every run up to its first undefined behaviour of a kind that is not asked
//! about. So a reader of `TRUE` wants to know whether there may be any, and which option checks for
//! it.

use crate::judge::Undefined;
use crate::program::ProgramTask;
use crate::task::Task;
use program::{NamedCheck, Property};
use runs::Cause;
use std::collections::BTreeSet;

/// The note beside a proof of a task: where undefined behaviour may occur that the proof does not
/// cover. `found` is such a run, if one is known.
pub fn note_of_unchecked(task: &Task, found: Option<&Undefined>) -> Option<String> {
    if let Some(Undefined { cause: Cause::Behaviour(property), what, .. }) = found {
        return Some(format!(
            "the answer is about runs up to their first undefined behaviour, and some runs have it: \
             {what}{}",
            option_for(&BTreeSet::from([*property]))
        ));
    }
    let program = task.program()?;
    let checks = program.unchecked();
    let first = &checks.first()?.site;
    let place = first.span.map_or_else(String::new, |span| program.place(span) + ": ");
    let kinds: BTreeSet<Property> = checks.iter().map(|check| check.site.property).collect();
    let places = match checks.len() {
        1 => "one place".to_owned(),
        several => format!("{several} places"),
    };
    Some(format!(
        "the answer is about runs up to their first undefined behaviour, which is not looked for at \
         {places}, the first of them {place}{}{}",
        first.message,
        option_for(&kinds)
    ))
}

/// The option that checks for it, in brackets. Kinds without a property of their own have no
/// option.
fn option_for(kinds: &BTreeSet<Property>) -> String {
    let names: Vec<&str> = kinds.iter().map(|property| property.name()).collect();
    format!(" (--property {} checks it)", names.join(","))
}

impl ProgramTask {
    /// The checks of undefined behaviour that are not asked about, for all functions that runs may
    /// reach, in the order of the source.
    fn unchecked(&self) -> Vec<NamedCheck> {
        self.checks_where(|site| {
            site.property.is_undefined_behaviour() && !self.asked.contains(site)
        })
    }
}
