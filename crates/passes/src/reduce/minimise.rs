//! Bisimulation minimisation: locations from which the same commands lead to the same locations are
//! merged repeatedly, as congruence closure merges terms. It starts from distinct locations and
//! merges what must be equal, in almost linear time. Two copies of a loop are not merged, since
//! each equals the other only if the other equals it.
//!
//! The way back: the invariant of a location holds at all locations that were merged into it, and a
//! run takes the edge with the same command to a location of the same class.

use super::bounds::{carry_bound, marked};
use super::pass::{Back, ByLocation, Claim, Pass, Reduction};
use evidence::TraceStep;
use model::ErrorKind;
use model::{Cfa, Command, Location};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use term::{Assignment, TermStore};

/// The pass.
pub(super) struct Minimise;

impl Pass for Minimise {
    fn run(&self, _: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let mut classes = Classes::of(input);
        classes.merge_all();
        if classes.members.iter().all(|members| members.len() == 1) {
            return None;
        }
        let (output, back) = quotient(input, &classes);
        Some((Arc::new(output), Box::new(back)))
    }
}

/// The criterion for merging: the kind of a location, and its commands with the classes they lead
/// to.
type Signature = (u32, Vec<(u32, Location)>);

struct Classes<'a> {
    cfa: &'a Cfa,
    /// The representative of each location's class.
    class: Vec<Location>,
    /// The members of each class.
    members: Vec<Vec<Location>>,
    /// Equal numbers for equal commands, by edges.
    commands: Vec<u32>,
    /// 0 for plain locations, 1 for the exit, other numbers for errors by their property.
    kinds: Vec<u32>,
}

impl<'a> Classes<'a> {
    fn of(cfa: &'a Cfa) -> Classes<'a> {
        let mut numbers: FxHashMap<&Command, u32> = FxHashMap::default();
        let mut number = |command: &'a Command| {
            let next = numbers.len() as u32;
            *numbers.entry(command).or_insert(next)
        };
        let commands = cfa.edges().map(|e| number(&cfa.edge(e).command)).collect();
        let mut kinds = vec![0; cfa.locations().len()];
        if let Some(exit) = cfa.exit() {
            kinds[exit.index()] = 1;
        }
        let mut errors: FxHashMap<&ErrorKind, u32> = FxHashMap::default();
        for error in cfa.errors() {
            let next = errors.len() as u32 + 2;
            kinds[error.location.index()] = *errors.entry(&error.kind).or_insert(next);
        }
        let class = cfa.locations().collect();
        let members = cfa.locations().map(|l| vec![l]).collect();
        Classes { cfa, class, members, commands, kinds }
    }

    fn class(&self, location: Location) -> Location {
        self.class[location.index()]
    }

    fn signature(&self, location: Location) -> Signature {
        let kind = self.kinds[location.index()];
        // Nothing follows an error.
        let edges = if kind > 1 { &[] } else { self.cfa.outgoing(location) };
        let mut leads: Vec<(u32, Location)> = edges
            .iter()
            .map(|&e| (self.commands[e.index()], self.class(self.cfa.edge(e).target)))
            .collect();
        leads.sort_unstable();
        leads.dedup();
        (kind, leads)
    }

    /// Merges until no two classes have the same signature.
    fn merge_all(&mut self) {
        let mut known: FxHashMap<Signature, Location> = FxHashMap::default();
        let order = self.cfa.cut_points();
        // Targets of edges come first: most locations merge at the first attempt.
        let mut pending: Vec<Location> = order.topological_order().to_vec();
        while let Some(location) = pending.pop() {
            let location = self.class(location);
            let signature = self.signature(location);
            let other = known.get(&signature).map_or(location, |&other| self.class(other));
            if other != location {
                self.merge(location, other, &mut pending);
            }
            known.insert(signature, location);
        }
    }

    /// Merges two classes. The signatures of predecessors of the smaller class change.
    fn merge(&mut self, a: Location, b: Location, pending: &mut Vec<Location>) {
        let size = |l: Location| self.members[l.index()].len();
        let (kept, gone) = if size(a) < size(b) { (b, a) } else { (a, b) };
        for member in std::mem::take(&mut self.members[gone.index()]) {
            self.class[member.index()] = kept;
            self.members[kept.index()].push(member);
            let sources = self.cfa.incoming(member).iter().map(|&e| self.cfa.edge(e).source);
            pending.extend(sources);
        }
    }
}

fn quotient(input: &Arc<Cfa>, classes: &Classes<'_>) -> (Cfa, Merged) {
    let mut output = Cfa::new();
    let mut new = vec![Location::from_index(0); input.locations().len()];
    let mut members = Vec::new();
    for location in input.locations().filter(|&l| classes.class(l) == l) {
        let info = input.location(location);
        let merged = output.add_location(info.name.clone(), info.span);
        for &member in &classes.members[location.index()] {
            new[member.index()] = merged;
        }
        members.push(classes.members[location.index()].clone());
    }
    let at = |location: Location| new[location.index()];
    output.set_initial(at(input.initial()));
    if let Some(exit) = input.exit() {
        output.set_exit(at(exit));
    }
    for error in input.errors() {
        if classes.class(error.location) == error.location {
            output.add_error(at(error.location), error.kind.clone());
        }
    }
    for location in input.locations().filter(|&l| classes.class(l) == l) {
        let mut seen = FxHashSet::default();
        let edges = input.outgoing(location);
        for &id in if classes.kinds[location.index()] > 1 { &[] } else { edges } {
            let edge = input.edge(id);
            let key = (classes.commands[id.index()], classes.class(edge.target));
            if seen.insert(key) {
                output.add_edge(at(location), at(edge.target), edge.command.clone(), edge.span);
            }
        }
    }
    let marked = marked(input, &output, |l| members[l.index()].iter().copied());
    let edges = output.edges().map(|e| output.edge(e)).map(|e| (e.command.clone(), e.target));
    let edges = edges.collect();
    (output, Merged { input: input.clone(), class: new, members, edges, marked })
}

struct Merged {
    input: Arc<Cfa>,
    /// The output's location for each location of the input.
    class: Vec<Location>,
    /// The input's locations for each location of the output.
    members: Vec<Vec<Location>>,
    /// Commands and targets of the output's edges.
    edges: Vec<(Command, Location)>,
    /// Locations of the input that are cut points of the output.
    marked: Vec<bool>,
}

impl Back for Merged {
    fn proof(&self, _: &mut TermStore, claim: Claim) -> Claim {
        match claim {
            Claim::Invariants { scheme, at } => {
                let mut spread = ByLocation::new();
                for (location, invariant) in at {
                    let members = self.members[location.index()].iter();
                    spread.extend(members.map(|&member| (member, invariant)));
                }
                Claim::Invariants { scheme, at: spread }
            }
            Claim::Unwinding { bound, order } => {
                let carried = carry_bound(&self.input, |_| true, &self.marked, bound);
                Claim::Unwinding { bound: carried.unwrap_or(bound), order }
            }
        }
    }

    fn steps(
        &self,
        _: &mut TermStore,
        _: &Assignment,
        mut steps: Vec<TraceStep>,
    ) -> Vec<TraceStep> {
        let mut location = self.input.initial();
        for step in &mut steps {
            let (command, target) = &self.edges[step.edge.index()];
            let same = self.input.outgoing(location).iter().find(|&&e| {
                let edge = self.input.edge(e);
                self.class[edge.target.index()] == *target && edge.command == *command
            });
            // Merged locations have the same commands; otherwise the steps are not a run.
            let Some(&edge) = same else { break };
            step.edge = edge;
            location = self.input.edge(edge).target;
        }
        steps
    }
}
