//! Analysis of an automaton before it is unwound.

use super::liveness::Liveness;
use model::{Cfa, CutPoints, EdgeId, Goal, Location, LoopOrder};
use term::{Symbol, Term, TermStore};

/// The relevant part of an automaton: reachable locations from which an error can be reached.
pub(crate) struct Graph<'m> {
    pub(crate) cfa: &'m Cfa,
    cut_points: CutPoints,
    /// The relevant locations, in topological order of the automaton without the edges that end at
    /// cut points.
    order: Vec<Location>,
    /// When a location is executed, if several wait; `None` for irrelevant locations.
    position: Vec<Option<u32>>,
    /// The order in which loops are executed, if it is loop by loop.
    loops: Option<LoopOrder>,
    error: Vec<bool>,
    join: Vec<bool>,
}

impl<'m> Graph<'m> {
    fn of(cfa: &'m Cfa, loops: Option<LoopOrder>) -> Graph<'m> {
        let cut_points = cfa.cut_points();
        let mut error = vec![false; cfa.locations().len()];
        for entry in cfa.errors() {
            error[entry.location.index()] = true;
        }
        let relevant = cfa.leading_to(&cfa.targets(Goal::NoError), |_| true);
        let reachable = cut_points.topological_order().iter().copied();
        let order: Vec<Location> = reachable.filter(|l| relevant[l.index()]).collect();
        let mut position = vec![None; cfa.locations().len()];
        for (i, &location) in (0..).zip(&order) {
            position[location.index()] = match &loops {
                Some(loops) => loops.position(location).map(|p| p + cfa.errors().len() as u32),
                None => Some(i),
            };
        }
        if loops.is_some() {
            // Errors are known as soon as a run gets there.
            for (i, entry) in (0..).zip(cfa.errors()) {
                position[entry.location.index()] = position[entry.location.index()].map(|_| i);
            }
        }
        let join = Vec::new();
        let mut graph = Graph { cfa, cut_points, order, position, loops, error, join };
        let mut arriving = vec![0u32; cfa.locations().len()];
        for &location in &graph.order {
            for edge in graph.edges(location) {
                arriving[cfa.edge(edge).target.index()] += 1;
            }
        }
        for target in graph.ways_out_of_loops() {
            arriving[target.index()] += 1;
        }
        let is_join = |l: Location| arriving[l.index()] > 1 || graph.cut_points.contains(l);
        graph.join = cfa.locations().map(is_join).collect();
        graph
    }

    /// Where runs arrive from many rounds of a loop, if loops are executed one by one: the targets of edges over
    /// the head of a loop.
    fn ways_out_of_loops(&self) -> Vec<Location> {
        let Some(loops) = &self.loops else { return Vec::new() };
        let heads = self.order.iter().filter(|&&l| loops.is_head(l));
        let mut heads: Vec<u32> = heads.filter_map(|&l| self.position(l)).collect();
        heads.sort_unstable();
        let before = |l: Location| {
            let position = self.position(l);
            heads.partition_point(|&head| Some(head) < position)
        };
        let mut targets = Vec::new();
        for &location in &self.order {
            let edges = self.edges(location).map(|edge| self.cfa.edge(edge).target);
            targets.extend(edges.filter(|&target| before(target) > before(location)));
        }
        targets
    }

    /// The relevant locations; edges go forward unless they end at a cut point.
    pub(crate) fn order(&self) -> &[Location] {
        &self.order
    }

    /// The position of a location among those that are executed, if it is relevant.
    pub(crate) fn position(&self, location: Location) -> Option<u32> {
        self.position[location.index()]
    }

    /// The edges to follow from a location: none from an error, otherwise those to relevant
    /// locations.
    pub(crate) fn edges(&self, location: Location) -> impl Iterator<Item = EdgeId> + '_ {
        let outgoing: &[EdgeId] =
            if self.is_error(location) { &[] } else { self.cfa.outgoing(location) };
        let matters = |edge: &EdgeId| self.position(self.cfa.edge(*edge).target).is_some();
        outgoing.iter().copied().filter(matters)
    }

    /// Whether a location is an error location.
    pub(crate) fn is_error(&self, location: Location) -> bool {
        self.error[location.index()]
    }

    /// Whether a location is a cut point. Error locations are not, since nothing follows them.
    pub(crate) fn is_cut_point(&self, location: Location) -> bool {
        self.cut_points.contains(location) && !self.is_error(location)
    }

    /// Whether loops are executed one by one, and a location is the head of one.
    pub(crate) fn is_loop_head(&self, location: Location) -> bool {
        self.loops.as_ref().is_some_and(|loops| loops.is_head(location))
    }

    /// Whether loops are executed one by one.
    pub(crate) fn is_loop_by_loop(&self) -> bool {
        self.loops.is_some()
    }

    /// The relevant cut points, in the order of their ids.
    pub(crate) fn cut_points(&self) -> impl Iterator<Item = Location> + '_ {
        let locations = self.cut_points.locations().iter().copied();
        locations.filter(|&l| self.position(l).is_some() && self.is_cut_point(l))
    }

    /// Whether a location is a cut point or has several edges into it.
    pub(crate) fn is_join(&self, location: Location) -> bool {
        self.join[location.index()]
    }
}

/// How the edge to take from a location is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Branching {
    /// The first of two edges if the condition holds, else the second.
    Condition(Term),
    /// Any edge whose command is feasible.
    Open,
}

/// A graph with the results of analyses.
pub(crate) struct Outline<'m> {
    pub(crate) graph: Graph<'m>,
    liveness: Liveness,
    branching: Vec<Branching>,
}

impl<'m> Outline<'m> {
    /// Analyses an automaton over the terms of a store.
    pub(crate) fn of(cfa: &'m Cfa, store: &mut TermStore) -> Outline<'m> {
        Outline::of_graph(Graph::of(cfa, None), store)
    }

    /// The same for runs that are executed loop by loop.
    pub(crate) fn loop_by_loop(cfa: &'m Cfa, store: &mut TermStore) -> Outline<'m> {
        Outline::of_graph(Graph::of(cfa, Some(LoopOrder::of(cfa))), store)
    }

    fn of_graph(graph: Graph<'m>, store: &mut TermStore) -> Outline<'m> {
        let liveness = Liveness::of(&graph, store);
        let branching = graph.cfa.locations().map(|l| branching(&graph, store, l)).collect();
        Outline { graph, liveness, branching }
    }

    /// The variables that are live at a join.
    pub(crate) fn live_at_join(&self, join: Location) -> &[Symbol] {
        self.liveness.at_join(join)
    }

    /// How the edge to take from a location is decided.
    pub(crate) fn branching(&self, location: Location) -> Branching {
        self.branching[location.index()]
    }
}

fn branching(graph: &Graph<'_>, store: &mut TermStore, location: Location) -> Branching {
    let edges: Vec<EdgeId> = graph.edges(location).collect();
    let condition = |edge: EdgeId| graph.cfa.edge(edge).command.leading_assumption();
    if let [first, second] = edges[..]
        && let (Some(yes), Some(no)) = (condition(first), condition(second))
        && store.not(yes) == no
    {
        return Branching::Condition(yes);
    }
    Branching::Open
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::parse;

    #[test]
    fn only_what_an_error_depends_on_is_live() {
        let text = "
            var x, junk : bv8
            procedure main {
              initial start
              error bad \"x is not 7\"
              start -> head { x := #x00 }
              head -> body { assume (bvult x #x05) }
              body -> head { x := (bvadd x #x01); junk := (bvadd junk x) }
              head -> end { assume (not (bvult x #x05)) }
              end -> bad { assume (= x #x07) }
              end -> end { }
            }";
        let mut model = parse(text).unwrap();
        let cfa = model.entry().cfa.clone();
        let outline = Outline::of(&cfa, &mut model.terms);
        let x = model.terms.lookup("x").unwrap();
        let at = |name| cfa.find_location(name).unwrap();
        assert_eq!(outline.live_at_join(at("head")), [x]);
        let condition = |name| matches!(outline.branching(at(name)), Branching::Condition(_));
        assert!(condition("head"));
        assert!(!condition("end"));
    }

    #[test]
    fn what_cannot_reach_an_error_does_not_matter() {
        let text = "
            procedure main {
              initial start
              error bad \"\"
              start -> end
              end -> end
              start -> bad
              bad -> start
            }";
        let model = parse(text).unwrap();
        let cfa = &model.entry().cfa;
        let at = |name| cfa.find_location(name).unwrap();
        let graph = Graph::of(cfa, None);
        assert_eq!(graph.order(), [at("start"), at("bad")]);
        assert_eq!(graph.edges(at("start")).count(), 1);
        assert_eq!(graph.edges(at("bad")).count(), 0);
    }
}
