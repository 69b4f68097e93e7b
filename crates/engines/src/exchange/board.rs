//! The board: all lemmas of a run, in the order of publication.

use model::{Location, Model};
use rustc_hash::FxHashSet;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use term::{Op, Sort, Term, TermStore, Transfer, post_order};

/// Larger lemmas than this cost their readers more than they are worth.
const MAX_LEMMA_SIZE: usize = 1000;

/// Lemmas that engines have proved about one model. It is shared between threads.
pub struct Board {
    /// The number of lemmas, readable without taking the lock.
    len: AtomicUsize,
    locations: usize,
    content: Mutex<Content>,
}

struct Content {
    /// Terms of all lemmas; the symbols have the names of the model's variables.
    store: TermStore,
    lemmas: Vec<Posted>,
    known: FxHashSet<(Location, Term)>,
}

/// A lemma on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posted {
    pub(super) author: usize,
    pub(super) k: u32,
    pub(super) location: Location,
    /// A term of the board's store.
    pub(super) term: Term,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board").field("len", &self.len()).finish_non_exhaustive()
    }
}

impl Board {
    /// An empty board for lemmas over the variables of the model's entry procedure.
    pub fn new(model: &Model) -> Board {
        let mut store = TermStore::without_simplification();
        for symbol in model.variables(model.entry) {
            let (name, sort) = (model.terms.name(symbol), model.terms.symbol_sort(symbol));
            store.declare(name, sort.clone()).expect("variables of a model have different names");
        }
        let locations = model.entry().cfa.locations().len();
        let content = Content { store, lemmas: Vec::new(), known: FxHashSet::default() };
        Board { len: AtomicUsize::new(0), locations, content: Mutex::new(content) }
    }

    /// Number of lemmas on the board.
    pub fn len(&self) -> usize {
        self.len.load(Ordering::Acquire)
    }

    /// Whether nothing has been posted.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Posts a batch of lemmas, or none of it: see [`super::Exchange::publish`].
    pub(super) fn post(
        &self,
        author: usize,
        store: &TermStore,
        k: u32,
        batch: &[(Location, Term)],
    ) -> usize {
        let mut content = self.content();
        let content = &mut *content;
        if !batch.iter().all(|&(at, term)| self.accepts(content, store, at, term)) {
            return 0;
        }
        let mut transfer = Transfer::new();
        let before = content.lemmas.len();
        for &(location, term) in batch {
            let Ok(term) = transfer.copy(store, &mut content.store, term) else { break };
            let is_trivial = content.store.as_bool(term) == Some(true);
            if !is_trivial && content.known.insert((location, term)) {
                content.lemmas.push(Posted { author, k, location, term });
            }
        }
        self.len.store(content.lemmas.len(), Ordering::Release);
        content.lemmas.len() - before
    }

    /// Passes the lemmas from a position on to the reader, copied to the reader's store.
    pub(super) fn read(
        &self,
        from: usize,
        store: &mut TermStore,
        mut reader: impl FnMut(Posted, Term),
    ) -> usize {
        let content = self.content();
        let mut transfer = Transfer::new();
        for &posted in &content.lemmas[from..] {
            // Every store of the model has its variables with the same sorts.
            if let Ok(term) = transfer.copy(&content.store, store, posted.term) {
                reader(posted, term);
            }
        }
        content.lemmas.len()
    }

    /// Whether it is a Boolean term over the variables of the model, and not too large.
    fn accepts(&self, content: &Content, store: &TermStore, at: Location, term: Term) -> bool {
        let parts = post_order(store, &[term], |_| false);
        let is_of_model = |&part: &Term| match store.op(part) {
            Op::Var(symbol) => {
                let here = content.store.lookup(store.name(symbol));
                here.is_some_and(|s| content.store.symbol_sort(s) == store.symbol_sort(symbol))
            }
            Op::Apply(_) => false,
            _ => true,
        };
        at.index() < self.locations
            && *store.sort(term) == Sort::Bool
            && parts.len() <= MAX_LEMMA_SIZE
            && parts.iter().all(is_of_model)
    }

    /// The content. It is consistent even after a panic of an engine: a lemma is pushed in one
    /// step.
    fn content(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
