//! Proofs that no error location is reachable.

use crate::interpretation::Interpretation;
use crate::summaries::Summaries;
use model::Location;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use term::{Symbol, Term, TermStore, Transfer, post_order};

/// Why no run reaches an error location.
#[derive(Clone, Debug)]
pub enum Proof {
    /// Invariants that are inductive and exclude the error locations.
    Invariants(Invariants),
    /// No run visits cut points more than `bound` times in total, and no run that long reaches an
    /// error location. Cut points are those of [`model::Cfa::cut_points`]; between two of them the
    /// automaton is acyclic. A run that starts at a cut point visits it. Visits do not count once
    /// no path leads to an error location any more: a program may loop forever after its last
    /// check.
    Unwinding {
        /// The maximal number of visits of cut points.
        bound: u32,
        /// How the proof was found, and is to be checked.
        order: UnwindingOrder,
    },
    /// Summaries of procedures, and a proof for the model in which they replace calls: see
    /// [`model::summarised`].
    Summaries {
        /// The summaries.
        summaries: Summaries,
        /// The proof for the model without calls.
        proof: Box<Proof>,
    },
    /// An interpretation of the predicates of Horn clauses with which all clauses hold.
    Interpretation(Interpretation),
    /// A proof about the automaton that linear Horn clauses make: see [`model::chc::to_model`]. It is
    /// what is left of a proof that does not say what each predicate means, such as one by k-induction.
    AsAutomaton(Box<Proof>),
    /// A proof about the Horn clauses that a model makes: see [`model::chc::from_model`].
    AsClauses(Box<Proof>),
    /// The program behind the model asks for nothing, so it has one run, which violates nothing.
    OnlyRun {
        /// The number of interpreter steps of the run.
        steps: u64,
    },
}

impl Proof {
    /// That no run visits cut points more often, and none that long reaches an error location.
    pub fn unwinding(bound: u32) -> Proof {
        Proof::Unwinding { bound, order: UnwindingOrder::Together }
    }
}

/// The order in which all runs are followed at once to see that they end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnwindingOrder {
    /// From one visit of a cut point to the next, wherever that is.
    #[default]
    Together,
    /// Each loop to its end before anything behind it: see [`model::LoopOrder`]. Then it is not checked how often a
    /// run visits cut points in total, but that no loop has more rounds than that from when it is entered to its end.
    LoopByLoop,
}

/// The kind of induction that invariants need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Induction {
    /// How many previous visits the induction uses: 1 for inductive invariants.
    pub k: u32,
    /// Whether only runs are considered that never return to the same values of relevant variables
    /// at a location. A shortest run that violates an invariant or reaches an error is of this
    /// kind.
    pub simple_paths: bool,
}

impl Induction {
    /// Induction over single steps.
    pub const PLAIN: Induction = Induction::over(1);

    /// Induction that uses `k` previous visits.
    pub const fn over(k: u32) -> Induction {
        Induction { k, simple_paths: false }
    }
}

/// For some locations, a Boolean term over the program's variables that is true whenever a run is
/// there. Every reachable cycle must contain such a location; other locations may have invariants
/// too.
///
/// The terms may also mention parameters. They hold for all values of the parameters, so they can
/// state something about every element of an array.
#[derive(Clone)]
pub struct Invariants {
    /// Never changed, so that copies of a verdict are cheap.
    terms: Arc<TermStore>,
    induction: Induction,
    /// In the order of declaration.
    parameters: Vec<Symbol>,
    by_location: BTreeMap<Location, Term>,
}

impl Invariants {
    /// Inductive invariants whose terms are copied out of a store.
    pub fn new(
        store: &TermStore,
        by_location: impl IntoIterator<Item = (Location, Term)>,
    ) -> Invariants {
        Invariants::by_induction(store, Induction::PLAIN, by_location)
    }

    /// Invariants that hold at a location if they held at the last `k` visited locations with
    /// invariants; terms are copied out of a store.
    ///
    /// # Panics
    /// If `k` is zero.
    pub fn k_inductive(
        store: &TermStore,
        k: u32,
        by_location: impl IntoIterator<Item = (Location, Term)>,
    ) -> Invariants {
        Invariants::by_induction(store, Induction::over(k), by_location)
    }

    /// Invariants that the given kind of induction proves; terms are copied out of a store.
    ///
    /// # Panics
    /// If `k` is zero.
    pub fn by_induction(
        store: &TermStore,
        induction: Induction,
        by_location: impl IntoIterator<Item = (Location, Term)>,
    ) -> Invariants {
        assert!(induction.k > 0, "invariants are at least 1-inductive");
        let mut terms = TermStore::without_simplification();
        let mut transfer = Transfer::new();
        let mut copy = |term| {
            let copied = transfer.copy(store, &mut terms, term);
            copied.expect("an empty store has no other declarations")
        };
        let by_location = by_location.into_iter().map(|(l, t)| (l, copy(t))).collect();
        Invariants { terms: Arc::new(terms), induction, parameters: Vec::new(), by_location }
    }

    /// The same invariants, with the symbols of the given names as parameters.
    #[must_use]
    pub fn for_all<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Invariants {
        self.parameters.extend(names.into_iter().filter_map(|name| self.terms.lookup(name)));
        self.parameters.sort_unstable();
        self.parameters.dedup();
        self
    }

    /// The store of the invariants; symbols have the same names as in the model.
    pub fn terms(&self) -> &TermStore {
        &self.terms
    }

    /// How many previous visits the induction uses: 1 for inductive invariants.
    pub fn k(&self) -> u32 {
        self.induction.k
    }

    /// The kind of induction that proves them.
    pub fn induction(&self) -> Induction {
        self.induction
    }

    /// The symbols that the invariants quantify over.
    pub fn parameters(&self) -> &[Symbol] {
        &self.parameters
    }

    /// The names of the parameters.
    pub fn parameter_names(&self) -> impl Iterator<Item = &str> {
        self.parameters.iter().map(|&parameter| self.terms.name(parameter))
    }

    /// The invariant of a location, a term of [`Invariants::terms`].
    pub fn get(&self, location: Location) -> Option<Term> {
        self.by_location.get(&location).copied()
    }

    /// All invariants in the order of their locations.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Location, Term)> {
        self.by_location.iter().map(|(&location, &term)| (location, term))
    }

    /// The symbols that occur in the invariants, in the order of declaration.
    pub fn symbols(&self) -> Vec<Symbol> {
        self.terms.symbols().collect()
    }

    /// Number of different terms in all invariants.
    pub fn size(&self) -> usize {
        let roots: Vec<Term> = self.by_location.values().copied().collect();
        post_order(&self.terms, &roots, |_| false).len()
    }
}

impl fmt::Debug for Invariants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let locations: Vec<Location> = self.by_location.keys().copied().collect();
        f.debug_struct("Invariants")
            .field("induction", &self.induction)
            .field("locations", &locations)
            .field("size", &self.size())
            .finish()
    }
}
