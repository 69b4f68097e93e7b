//! Components of rankings: a term for each cut point of a loop.

use model::Location;
use term::{Term, TermStore};

/// A component of a tuple. What it measures may depend on where a run is: in an outer loop that moves its
/// counter to another variable in an inner one, the sum of both is what the counter was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Component {
    /// The measure where no other one is given, so at the head.
    measure: Term,
    /// Other measures, by cut point.
    others: Vec<(Location, Term)>,
}

impl Component {
    /// The same measure at all cut points.
    pub(super) fn everywhere(measure: Term) -> Component {
        Component { measure, others: Vec::new() }
    }

    /// Measures by cut point, the first one for the head. They get the width of the widest.
    pub(super) fn located(store: &mut TermStore, measures: &[(Location, Term)]) -> Component {
        let width = measures.iter().map(|&(_, term)| store.width(term)).max().unwrap_or(1);
        let mut wide = measures.iter().map(|&(location, term)| {
            let extra = width - store.width(term);
            (location, store.sign_extend(extra, term))
        });
        let (_, measure) = wide.next().expect("a loop has a head");
        let others = wide.filter(|&(_, other)| other != measure).collect();
        Component { measure, others }
    }

    /// The measure at a cut point.
    pub(super) fn at(&self, location: Location) -> Term {
        let other = self.others.iter().find(|(known, _)| *known == location);
        other.map_or(self.measure, |&(_, measure)| measure)
    }

    /// The measure, if it is the same at all cut points.
    pub(super) fn same_everywhere(&self) -> Option<Term> {
        self.others.is_empty().then_some(self.measure)
    }

    /// The measure at one of some cut points: the one whose guard holds.
    pub(super) fn where_guarded(&self, store: &mut TermStore, visits: &[(Location, Term)]) -> Term {
        let others = visits.iter().filter(|(location, _)| self.at(*location) != self.measure);
        others.fold(self.measure, |rest, &(location, guard)| {
            store.ite(guard, self.at(location), rest)
        })
    }
}
