//! Control-flow automata: locations and edges labelled with commands.

use crate::command::Command;
use crate::goal::{ErrorKind, Goal};
use crate::ids::{EdgeId, Location};
use crate::procedure::Span;
use smallvec::SmallVec;

/// A control-flow automaton. It only grows; a pass that removes something builds a new one.
#[derive(Clone, Debug)]
pub struct Cfa {
    locations: Vec<LocationInfo>,
    edges: Vec<Edge>,
    outgoing: Vec<SmallVec<[EdgeId; 2]>>,
    incoming: Vec<SmallVec<[EdgeId; 2]>>,
    initial: Location,
    exit: Option<Location>,
    errors: Vec<ErrorLocation>,
}

/// Data of a location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocationInfo {
    /// Its name in the text form.
    pub name: String,
    /// Where it comes from.
    pub span: Option<Span>,
}

/// An edge of a control-flow automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts.
    pub source: Location,
    /// Where it ends.
    pub target: Location,
    /// The command of the edge.
    pub command: Command,
    /// Where it comes from.
    pub span: Option<Span>,
}

/// A location that must not be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorLocation {
    /// The location.
    pub location: Location,
    /// The meaning of reaching it.
    pub kind: ErrorKind,
}

impl Default for Cfa {
    fn default() -> Self {
        Cfa::new()
    }
}

impl Cfa {
    /// An automaton without locations; the first one added is the initial one.
    pub fn new() -> Cfa {
        Cfa {
            locations: Vec::new(),
            edges: Vec::new(),
            outgoing: Vec::new(),
            incoming: Vec::new(),
            initial: Location::from_index(0),
            exit: None,
            errors: Vec::new(),
        }
    }

    // ----- Building -----

    /// Adds a location of the given name.
    pub fn add_location(&mut self, name: impl Into<String>, span: Option<Span>) -> Location {
        let location = Location::from_index(self.locations.len());
        self.locations.push(LocationInfo { name: name.into(), span });
        self.outgoing.push(SmallVec::new());
        self.incoming.push(SmallVec::new());
        location
    }

    /// Adds a location named after its number.
    pub fn fresh_location(&mut self, span: Option<Span>) -> Location {
        let name = Location::from_index(self.locations.len()).to_string();
        self.add_location(name, span)
    }

    /// Adds an edge.
    pub fn add_edge(
        &mut self,
        source: Location,
        target: Location,
        command: Command,
        span: Option<Span>,
    ) -> EdgeId {
        let id = EdgeId::from_index(self.edges.len());
        self.edges.push(Edge { source, target, command, span });
        self.outgoing[source.index()].push(id);
        self.incoming[target.index()].push(id);
        id
    }

    /// Sets the initial location.
    pub fn set_initial(&mut self, location: Location) {
        self.initial = location;
    }

    /// Sets the exit location.
    pub fn set_exit(&mut self, location: Location) {
        self.exit = Some(location);
    }

    /// Makes a location an error location.
    pub fn add_error(&mut self, location: Location, kind: impl Into<ErrorKind>) {
        self.errors.push(ErrorLocation { location, kind: kind.into() });
    }

    /// Replaces the command of an edge.
    pub fn set_command(&mut self, edge: EdgeId, command: Command) {
        self.edges[edge.index()].command = command;
    }

    /// Sets the source position of a location.
    pub fn set_span(&mut self, location: Location, span: Span) {
        self.locations[location.index()].span = Some(span);
    }

    // ----- Reading -----

    /// All locations.
    pub fn locations(
        &self,
    ) -> impl DoubleEndedIterator<Item = Location> + ExactSizeIterator + use<> {
        (0..self.locations.len()).map(Location::from_index)
    }

    /// The data of a location.
    pub fn location(&self, location: Location) -> &LocationInfo {
        &self.locations[location.index()]
    }

    /// The name of a location.
    pub fn name(&self, location: Location) -> &str {
        &self.location(location).name
    }

    /// The location of the given name.
    pub fn find_location(&self, name: &str) -> Option<Location> {
        self.locations.iter().position(|l| l.name == name).map(Location::from_index)
    }

    /// All edges.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = EdgeId> + ExactSizeIterator + use<> {
        (0..self.edges.len()).map(EdgeId::from_index)
    }

    /// An edge.
    pub fn edge(&self, edge: EdgeId) -> &Edge {
        &self.edges[edge.index()]
    }

    /// The edges that start at a location.
    pub fn outgoing(&self, location: Location) -> &[EdgeId] {
        &self.outgoing[location.index()]
    }

    /// The edges that end at a location.
    pub fn incoming(&self, location: Location) -> &[EdgeId] {
        &self.incoming[location.index()]
    }

    /// Where runs start.
    pub fn initial(&self) -> Location {
        self.initial
    }

    /// Where the procedure returns, if it does.
    pub fn exit(&self) -> Option<Location> {
        self.exit
    }

    /// The locations that must not be reached.
    pub fn errors(&self) -> &[ErrorLocation] {
        &self.errors
    }

    /// Keeps error locations of some kinds; the others become ordinary locations.
    pub fn retain_errors(&mut self, mut keep: impl FnMut(&ErrorKind) -> bool) {
        self.errors.retain(|error| keep(&error.kind));
    }

    /// The error entry of a location, if it is an error location.
    pub fn error_at(&self, location: Location) -> Option<&ErrorLocation> {
        self.errors.iter().find(|e| e.location == location)
    }

    // ----- Graph -----

    /// Searches depth-first from the initial location for back edges and a topological order.
    pub fn cut_points(&self) -> CutPoints {
        CutPoints::of(self)
    }

    /// The targets of back edges, in the order of their numbers.
    pub fn loop_heads(&self) -> Vec<Location> {
        self.cut_points().locations
    }

    /// The locations that a run must reach to miss a goal: error locations, or loop heads, which a
    /// never-ending run reaches again and again.
    pub fn targets(&self, goal: Goal) -> Vec<Location> {
        match goal {
            Goal::NoError => self.errors.iter().map(|error| error.location).collect(),
            Goal::EveryRunEnds => self.loop_heads(),
        }
    }

    /// The targets, and the locations from which usable edges lead to one of them.
    pub fn leading_to(&self, targets: &[Location], usable: impl Fn(EdgeId) -> bool) -> Vec<bool> {
        let mut leads = vec![false; self.locations.len()];
        let mut pending = targets.to_vec();
        while let Some(location) = pending.pop() {
            if std::mem::replace(&mut leads[location.index()], true) {
                continue;
            }
            let edges = self.incoming(location).iter().filter(|&&edge| usable(edge));
            pending.extend(edges.map(|&edge| self.edge(edge).source));
        }
        leads
    }

    /// Whether no cycle is reachable.
    pub fn is_acyclic(&self) -> bool {
        self.cut_points().locations.is_empty()
    }
}

/// The targets of back edges of a depth-first search from the initial location: a set of locations
/// that every reachable cycle passes through.
#[derive(Clone, Debug)]
pub struct CutPoints {
    locations: Vec<Location>,
    member: Vec<bool>,
    order: Vec<Location>,
}

impl CutPoints {
    fn of(cfa: &Cfa) -> CutPoints {
        #[derive(Clone, Copy, PartialEq)]
        enum Colour {
            White,
            /// On the stack of the search.
            Grey,
            Black,
        }
        let mut colour = vec![Colour::White; cfa.locations.len()];
        let mut member = vec![false; cfa.locations.len()];
        let mut finished = Vec::new();
        let mut stack: Vec<(Location, usize)> = Vec::new();
        if let Some(first) = colour.get_mut(cfa.initial.index()) {
            *first = Colour::Grey;
            stack.push((cfa.initial, 0));
        }
        while let Some((location, next)) = stack.last_mut() {
            if let Some(&edge) = cfa.outgoing(*location).get(*next) {
                *next += 1;
                let target = cfa.edge(edge).target;
                match colour[target.index()] {
                    Colour::White => {
                        colour[target.index()] = Colour::Grey;
                        stack.push((target, 0));
                    }
                    Colour::Grey => member[target.index()] = true,
                    Colour::Black => {}
                }
            } else {
                colour[location.index()] = Colour::Black;
                finished.push(*location);
                stack.pop();
            }
        }
        finished.reverse();
        let locations = cfa.locations().filter(|l| member[l.index()]).collect();
        CutPoints { locations, member, order: finished }
    }

    /// The cut points, in the order of their numbers.
    pub fn locations(&self) -> &[Location] {
        &self.locations
    }

    /// Whether a location is a cut point.
    pub fn contains(&self, location: Location) -> bool {
        self.member[location.index()]
    }

    /// The reachable locations, the initial one first, ordered so that every edge goes forward
    /// unless it ends at a cut point.
    pub fn topological_order(&self) -> &[Location] {
        &self.order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graph(locations: usize, edges: &[(usize, usize)]) -> Cfa {
        let mut cfa = Cfa::new();
        for _ in 0..locations {
            cfa.fresh_location(None);
        }
        for &(source, target) in edges {
            let (source, target) = (Location::from_index(source), Location::from_index(target));
            cfa.add_edge(source, target, Command::Skip, None);
        }
        cfa
    }

    fn check_heads(locations: usize, edges: &[(usize, usize)], heads: &str) {
        let cfa = graph(locations, edges);
        let found: Vec<String> = cfa.loop_heads().iter().map(ToString::to_string).collect();
        assert_eq!(found.join(" "), heads);
        assert_eq!(cfa.is_acyclic(), heads.is_empty());
    }

    #[test]
    fn loop_heads_are_targets_of_back_edges() {
        check_heads(4, &[(0, 1), (0, 2), (1, 3), (2, 3)], "");
        check_heads(3, &[(0, 1), (1, 1), (1, 2)], "l1");
        check_heads(4, &[(0, 1), (1, 2), (2, 1), (2, 3), (3, 0)], "l0 l1");
        // A cycle that the initial location does not reach.
        check_heads(3, &[(1, 2), (2, 1)], "");
        check_heads(0, &[], "");
    }

    #[test]
    fn what_matters_depends_on_the_goal() {
        // A branch to a loop, another one to an error, and a loop after the error.
        let mut cfa = graph(5, &[(0, 1), (1, 1), (0, 2), (2, 3), (0, 4)]);
        cfa.add_error(Location::from_index(3), "p");
        let check = |goal: Goal, usable: &dyn Fn(EdgeId) -> bool, expected: &str| {
            let leads = cfa.leading_to(&cfa.targets(goal), usable);
            let found = cfa.locations().filter(|l| leads[l.index()]).map(|l| l.to_string());
            assert_eq!(found.collect::<Vec<_>>().join(" "), expected);
        };
        check(Goal::NoError, &|_| true, "l0 l2 l3");
        check(Goal::EveryRunEnds, &|_| true, "l0 l1");
        check(Goal::NoError, &|edge| edge.index() != 3, "l3");
    }

    #[test]
    fn deep_graphs_do_not_overflow_the_stack() {
        let edges: Vec<_> = (0..200_000).map(|i| (i, i + 1)).collect();
        assert!(graph(200_001, &edges).is_acyclic());
    }

    proptest! {
        #[test]
        fn only_edges_into_cut_points_go_backward(
            edges in proptest::collection::vec((0usize..12, 0usize..12), 0..40),
        ) {
            let cfa = graph(12, &edges);
            let cut_points = cfa.cut_points();
            let order = cut_points.topological_order();
            let position = |l| order.iter().position(|&o| o == l);
            prop_assert_eq!(order[0], cfa.initial());
            for edge in cfa.edges().map(|e| cfa.edge(e)) {
                if let Some(source) = position(edge.source) {
                    let target = position(edge.target).expect("reachable");
                    prop_assert!(source < target || cut_points.contains(edge.target));
                }
            }
        }
    }
}
