//! What can be said of any object of the heap.
//!
//! In a model of a program, the fields of objects are arrays that are indexed by the numbers of objects,
//! and an address has the number of its object above the distance from its start. A new object gets the
//! next number of a counter. Nothing here relies on that: predicates that make no sense are useless,
//! and not wrong.

mod groups;
mod vocabulary;

use super::Domain;
use crate::templates::template::{Predicates, Row, Template};
use crate::unwinding::Outline;
use groups::Groups;
use term::{Symbol, TermStore};
use vocabulary::ObjectVocabulary;

/// The objects of a program: `None` inside if it has no arrays that could be fields.
pub(crate) struct Objects {
    vocabulary: Option<ObjectVocabulary>,
}

impl Objects {
    /// Examines all relevant commands. Declares the parameter that stands for any object.
    pub(crate) fn of(outline: &Outline<'_>, store: &mut TermStore) -> Objects {
        Objects { vocabulary: ObjectVocabulary::of(outline, store) }
    }

    /// The number of any object.
    pub(crate) fn parameter(&self) -> Option<Symbol> {
        self.vocabulary.as_ref().map(|vocabulary| vocabulary.parameter)
    }

    /// Adds rows with groups of predicates of some domains for all cut points to a template.
    pub(crate) fn add_rows(
        &self,
        domains: &[Domain],
        outline: &Outline<'_>,
        store: &mut TermStore,
        template: &mut Template,
    ) {
        let Some(vocabulary) = &self.vocabulary else { return };
        for location in outline.graph.cut_points() {
            let live = outline.live_at_join(location);
            for group in Groups::of(vocabulary, domains, store, live) {
                let row = Row::Predicates(Predicates::new(group));
                template.site_mut(location).rows.push(row);
            }
        }
    }
}
