//! Symbolic loop paths (section 6.5.2): invariants that depend on which loops have been executed.
//!
//! A path is a set of loops. Every location has a copy for each path that leads to it, and a back
//! edge adds its loop to the path. So an invariant of a copy holds only for its path, in any
//! domain; a location gets the disjunction of the invariants of its copies.

use evidence::{Invariants, Proof, Trace, TraceStep, Translation};
use model::{Cfa, Command, EdgeId, Location, Model};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use term::{Term, TermStore, Transfer};

/// The maximal number of loops; a program with more is not split.
const MAX_LOOPS: usize = 16;

/// The maximal number of location copies.
const MAX_LOCATIONS: usize = 5_000;

/// The executed loops, as bits at the positions of their heads.
type Path = u32;

/// A model whose locations are split by paths.
pub(super) struct SplitModel {
    pub(super) model: Model,
    /// How many different paths there are.
    pub(super) paths: u64,
    locations: Vec<Location>,
    edges: Vec<EdgeId>,
    /// The cut points of the original model.
    heads: FxHashSet<Location>,
}

impl SplitModel {
    /// Splits a model, unless it has too many paths.
    pub(super) fn of(model: &Model) -> Option<SplitModel> {
        let cfa = &model.entry().cfa;
        let cut_points = cfa.cut_points();
        let heads = cut_points.locations();
        if heads.is_empty() || heads.len() > MAX_LOOPS {
            return None;
        }
        let order = cut_points.topological_order();
        let position: FxHashMap<Location, usize> =
            order.iter().enumerate().map(|(index, &location)| (location, index)).collect();
        let bit: FxHashMap<Location, Path> =
            heads.iter().zip(0..).map(|(&head, index)| (head, 1 << index)).collect();
        let mut split = Splitter { source: cfa, cfa: Cfa::new(), copies: FxHashMap::default() };
        let (mut locations, mut edges) = (Vec::new(), Vec::new());
        let initial = split.copy(cfa.initial(), 0, &mut locations);
        split.cfa.set_initial(initial);
        let mut done = 0;
        while let Some(&(location, path)) = locations.get(done) {
            let copy = split.copies[&(location, path)];
            done += 1;
            for &edge in cfa.outgoing(location) {
                let source = cfa.edge(edge);
                let goes_back = position[&source.target] <= position[&location];
                let executed = bit.get(&source.target).filter(|_| goes_back).copied();
                let path = path | executed.unwrap_or(0);
                let target = split.copy(source.target, path, &mut locations);
                split.cfa.add_edge(copy, target, source.command.clone(), source.span);
                edges.push(edge);
            }
            if locations.len() > MAX_LOCATIONS {
                return None;
            }
        }
        let paths: FxHashSet<Path> = locations.iter().map(|&(_, path)| path).collect();
        let mut model = model.clone();
        // A copy of a head gets an invariant even if no cycle leads through it.
        let never = model.terms.bool(false);
        for (&(location, _), index) in locations.iter().zip(0..) {
            if bit.contains_key(&location) {
                let head = Location::from_index(index);
                split.cfa.add_edge(head, head, Command::Assume(never), None);
                // It is never taken, so it does not matter which edge it stands for.
                edges.push(EdgeId::from_index(0));
            }
        }
        let entry = model.entry.index();
        model.procedures[entry].cfa = split.cfa;
        let locations = locations.into_iter().map(|(location, _)| location).collect();
        let heads = heads.iter().copied().collect();
        Some(SplitModel { model, paths: paths.len() as u64, locations, edges, heads })
    }

    /// The disjunctions over paths. Other locations than cut points have copies without an invariant: which of
    /// them cut the loops of the split model depends on the path.
    fn invariants(&self, split: &Invariants) -> Invariants {
        let mut store = TermStore::new();
        let mut transfer = Transfer::new();
        let mut cases: BTreeMap<Location, Vec<Term>> = BTreeMap::new();
        for (copy, invariant) in split.iter() {
            if !self.heads.contains(&self.locations[copy.index()]) {
                continue;
            }
            let copied = transfer.copy(split.terms(), &mut store, invariant);
            let copied = copied.expect("an empty store has no other declarations");
            cases.entry(self.locations[copy.index()]).or_default().push(copied);
        }
        let by_location: Vec<(Location, Term)> =
            cases.into_iter().map(|(location, cases)| (location, store.or(&cases))).collect();
        Invariants::by_induction(&store, split.induction(), by_location)
    }
}

impl Translation for SplitModel {
    fn proof(&self, proof: &Proof) -> Option<Proof> {
        Some(match proof {
            Proof::Invariants(invariants) => Proof::Invariants(self.invariants(invariants)),
            // Copies of cut points are cut points.
            other => other.clone(),
        })
    }

    fn trace(&self, trace: &Trace) -> Option<Trace> {
        let step = |step: &TraceStep| TraceStep {
            edge: self.edges[step.edge.index()],
            choices: step.choices.clone(),
        };
        Some(Trace {
            initial: trace.initial.clone(),
            steps: trace.steps.iter().map(step).collect(),
            error: self.locations[trace.error.index()],
        })
    }
}

struct Splitter<'m> {
    source: &'m Cfa,
    cfa: Cfa,
    copies: FxHashMap<(Location, Path), Location>,
}

impl Splitter<'_> {
    /// The copy of a location for a path; a new one is recorded.
    fn copy(&mut self, from: Location, path: Path, noted: &mut Vec<(Location, Path)>) -> Location {
        if let Some(&copy) = self.copies.get(&(from, path)) {
            return copy;
        }
        let info = self.source.location(from);
        let copy = self.cfa.add_location(format!("{}.{path}", info.name), info.span);
        if let Some(error) = self.source.error_at(from) {
            self.cfa.add_error(copy, error.kind.clone());
        }
        self.copies.insert((from, path), copy);
        noted.push((from, path));
        copy
    }
}
