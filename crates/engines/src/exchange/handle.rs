//! An engine's access to the exchange.

use super::board::Board;
use model::Location;
use std::sync::Arc;
use term::{Term, TermStore};

/// Lets an engine publish what it has proved and take what others have proved. For an engine that
/// runs alone it does nothing.
#[derive(Debug, Default)]
pub struct Exchange {
    member: Option<Member>,
}

#[derive(Debug)]
struct Member {
    board: Arc<Board>,
    /// Distinguishes the engine's lemmas from those of others.
    author: usize,
    /// How many lemmas of the board this engine has seen.
    seen: usize,
    /// A lemma with a larger `k` is not taken, and neither are later ones: they may depend on it.
    max_k: u32,
    /// Whether there was such a lemma.
    has_enough: bool,
    published: u64,
    taken: u64,
}

/// A fact that holds at a location in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// Where it holds.
    pub location: Location,
    /// The fact: a term of the store that was passed to take it.
    pub term: Term,
    /// The fact is part of a `k`-inductive invariant.
    pub k: u32,
}

/// What a proof must include if it relies on lemmas of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReliedOn {
    /// The whole is `k`-inductive.
    pub k: u32,
    /// The lemmas, to be conjoined with the invariants at their locations.
    pub lemmas: Vec<(Location, Term)>,
}

impl Exchange {
    /// The exchange of an engine that works alone: nothing is published or taken.
    pub fn none() -> Exchange {
        Exchange::default()
    }

    /// The exchange of an engine; `author` is its number at the board.
    pub fn new(board: Arc<Board>, author: usize) -> Exchange {
        Exchange {
            member: Some(Member {
                board,
                author,
                seen: 0,
                max_k: u32::MAX,
                has_enough: false,
                published: 0,
                taken: 0,
            }),
        }
    }

    /// The same exchange for an engine that accepts no lemmas with a larger `k`. A proof that
    /// relies on one could be harder to check than the proof was to find without it.
    #[must_use]
    pub fn up_to_k(mut self, k: u32) -> Exchange {
        if let Some(member) = &mut self.member {
            member.max_k = k;
        }
        self
    }

    /// Whether others may read what is published.
    pub fn is_shared(&self) -> bool {
        self.member.is_some()
    }

    /// Publishes lemmas that hold in every run at their locations, over the variables of the model.
    /// Returns how many of them are new.
    ///
    /// The batch must be `k`-inductive (1 for inductive) together with everything that this engine
    /// has published and taken before: an engine that uses the lemmas must prove them to the
    /// checker again. Invariants with `k` above 1 must be at the cut points of the automaton, since
    /// all engines that count visits count those. The batch is rejected if one of its lemmas is
    /// very large, not Boolean, or mentions anything other than the variables.
    pub fn publish(&mut self, store: &TermStore, k: u32, batch: &[(Location, Term)]) -> usize {
        let Some(member) = &mut self.member else { return 0 };
        let posted = member.board.post(member.author, store, k, batch);
        member.published += posted as u64;
        posted
    }

    /// Whether there may be something new to take. The check is very cheap.
    pub fn has_new(&self) -> bool {
        let has_new = |member: &Member| !member.has_enough && member.board.len() > member.seen;
        self.member.as_ref().is_some_and(has_new)
    }

    /// The lemmas that others have published since the last call, as terms of the given store.
    pub fn take_new(&mut self, store: &mut TermStore) -> Vec<Lemma> {
        if !self.has_new() {
            return Vec::new();
        }
        let Some(member) = &mut self.member else { return Vec::new() };
        let (mut lemmas, mut seen, mut has_enough) = (Vec::new(), member.seen, false);
        member.board.read(member.seen, store, |posted, term| {
            has_enough |= posted.k > member.max_k;
            if has_enough {
                return;
            }
            seen += 1;
            if posted.author != member.author {
                lemmas.push(Lemma { location: posted.location, term, k: posted.k });
            }
        });
        (member.seen, member.has_enough) = (seen, has_enough);
        member.taken += lemmas.len() as u64;
        lemmas
    }

    /// What a proof must include if it relies on taken lemmas: all lemmas of the board up to the
    /// last one taken. Empty if none was taken.
    pub fn relied_on(&self, store: &mut TermStore) -> ReliedOn {
        let mut relied_on = ReliedOn { k: 1, lemmas: Vec::new() };
        let Some(member) = self.member.as_ref().filter(|member| member.taken > 0) else {
            return relied_on;
        };
        let mut left = member.seen;
        member.board.read(0, store, |posted, term| {
            if left > 0 {
                left -= 1;
                relied_on.k = relied_on.k.max(posted.k);
                relied_on.lemmas.push((posted.location, term));
            }
        });
        relied_on
    }

    /// Counters of published and taken lemmas, for the engine's statistics. Empty for an engine
    /// that works alone.
    pub fn counters(&self) -> Vec<(&'static str, u64)> {
        let member = self.member.iter();
        member
            .flat_map(|m| [("lemmas published", m.published), ("lemmas taken", m.taken)])
            .collect()
    }
}
