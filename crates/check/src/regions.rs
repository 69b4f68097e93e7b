//! The acyclic regions between cut points, and the runs through them.

use crate::encoding::{Encoder, Runs, UnsupportedCall};
use model::{Cfa, EdgeId, Location};
use std::collections::BTreeMap;

/// The reachable part of an automaton, cut at some locations so that no cycle remains. Edges from
/// error locations are dropped: only reaching one matters.
pub struct Regions<'a> {
    cfa: &'a Cfa,
    roles: Vec<Role>,
    /// Ranks: every edge leads to a greater rank, unless it ends at a cut point.
    rank: Vec<Option<u32>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Plain,
    CutPoint,
    Error,
    /// No path leads from here to an error location, so nothing that happens here matters.
    Harmless,
}

/// Runs that have just taken an edge; without an edge, runs that are about to start.
pub struct Arrival {
    /// Where they are.
    pub location: Location,
    /// The last edge.
    pub edge: Option<EdgeId>,
    /// The runs.
    pub runs: Runs,
}

/// The targets of runs from some locations, up to the next cut point.
#[derive(Default)]
pub struct Progress {
    /// Runs that reach a cut point.
    pub cut_points: Vec<Arrival>,
    /// Runs that reach an error location.
    pub errors: Vec<Arrival>,
}

/// Some reachable cycle has no cut point; this location is on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UncutCycle(pub Location);

impl<'a> Regions<'a> {
    /// Cuts an automaton at the given locations.
    pub fn new(
        cfa: &'a Cfa,
        cut_points: impl IntoIterator<Item = Location>,
    ) -> Result<Regions<'a>, UncutCycle> {
        let mut roles = vec![Role::Plain; cfa.locations().len()];
        for location in cut_points {
            roles[location.index()] = Role::CutPoint;
        }
        for error in cfa.errors() {
            roles[error.location.index()] = Role::Error;
        }
        Regions::of_roles(cfa, roles)
    }

    /// Cuts an automaton at the given locations, and drops locations from which no path leads to an
    /// error location or a call.
    pub fn leading_to_errors(
        cfa: &'a Cfa,
        cut_points: impl IntoIterator<Item = Location>,
    ) -> Result<Regions<'a>, UncutCycle> {
        let mut roles = vec![Role::Harmless; cfa.locations().len()];
        let mut pending: Vec<Location> = cfa.errors().iter().map(|e| e.location).collect();
        for &error in &pending {
            roles[error.index()] = Role::Error;
        }
        // A call leads into another automaton.
        for edge in cfa.edges().map(|e| cfa.edge(e)).filter(|e| e.command.as_call().is_some()) {
            for location in [edge.source, edge.target] {
                if roles[location.index()] == Role::Harmless {
                    roles[location.index()] = Role::Plain;
                    pending.push(location);
                }
            }
        }
        while let Some(location) = pending.pop() {
            for source in cfa.incoming(location).iter().map(|&e| cfa.edge(e).source) {
                if roles[source.index()] == Role::Harmless {
                    roles[source.index()] = Role::Plain;
                    pending.push(source);
                }
            }
        }
        for location in cut_points {
            if roles[location.index()] == Role::Plain {
                roles[location.index()] = Role::CutPoint;
            }
        }
        Regions::of_roles(cfa, roles)
    }

    fn of_roles(cfa: &'a Cfa, roles: Vec<Role>) -> Result<Regions<'a>, UncutCycle> {
        let rank = rank(cfa, &roles)?;
        Ok(Regions { cfa, roles, rank })
    }

    /// The cut points that the initial location reaches in the graph.
    pub fn cut_points(&self) -> impl Iterator<Item = Location> {
        let reached = |l: &Location| self.rank[l.index()].is_some();
        let cut = |l: &Location| self.roles[l.index()] == Role::CutPoint;
        self.cfa.locations().filter(move |l| reached(l) && cut(l))
    }

    /// Runs about to start. If the initial location is a cut point or an error location, they have
    /// arrived there; otherwise they continue to the first such location.
    pub fn begin(&self, encoder: &mut Encoder<'_>) -> Result<Progress, UnsupportedCall> {
        let (location, runs) = (self.cfa.initial(), encoder.start());
        let mut progress = Progress::default();
        let Some(role) = self.roles.get(location.index()) else { return Ok(progress) };
        match role {
            Role::Plain => return self.advance(encoder, vec![(location, runs)]),
            Role::CutPoint => progress.cut_points.push(Arrival { location, edge: None, runs }),
            Role::Error => progress.errors.push(Arrival { location, edge: None, runs }),
            Role::Harmless => {}
        }
        Ok(progress)
    }

    /// Continues runs from some different locations to the next cut points and errors.
    pub fn advance(
        &self,
        encoder: &mut Encoder<'_>,
        front: Vec<(Location, Runs)>,
    ) -> Result<Progress, UnsupportedCall> {
        let mut progress = Progress::default();
        // Ordered by rank: when a location comes first, all paths to it are complete.
        let mut waiting: BTreeMap<u32, (Location, Vec<Runs>)> = BTreeMap::new();
        for (location, runs) in front {
            waiting.insert(self.rank_of(location), (location, vec![runs]));
        }
        while let Some((_, (location, ways))) = waiting.pop_first() {
            let Some(runs) = encoder.join(ways) else { continue };
            for &edge in self.cfa.outgoing(location) {
                let (command, target) = (&self.cfa.edge(edge).command, self.cfa.edge(edge).target);
                if self.roles[target.index()] == Role::Harmless {
                    continue;
                }
                let Some(runs) = encoder.execute(runs.clone(), command)? else { continue };
                let arrival = |runs| Arrival { location: target, edge: Some(edge), runs };
                match self.roles[target.index()] {
                    Role::CutPoint => progress.cut_points.push(arrival(runs)),
                    Role::Error => progress.errors.push(arrival(runs)),
                    Role::Plain => {
                        let entry = waiting.entry(self.rank_of(target));
                        entry.or_insert((target, Vec::new())).1.push(runs);
                    }
                    Role::Harmless => unreachable!("no run is followed there"),
                }
            }
        }
        Ok(progress)
    }

    /// Whether a location is an error location.
    pub fn is_error(&self, location: Location) -> bool {
        self.roles[location.index()] == Role::Error
    }

    /// Whether no path leads from a location to an error location.
    pub fn is_harmless(&self, location: Location) -> bool {
        self.roles[location.index()] == Role::Harmless
    }

    fn rank_of(&self, location: Location) -> u32 {
        self.rank[location.index()].expect("runs are at reachable locations only")
    }
}

/// Joins the runs that arrived at the same location.
pub fn gather(encoder: &mut Encoder<'_>, arrivals: Vec<Arrival>) -> Vec<(Location, Runs)> {
    let mut ways: BTreeMap<Location, Vec<Runs>> = BTreeMap::new();
    for arrival in arrivals {
        ways.entry(arrival.location).or_default().push(arrival.runs);
    }
    let joined = ways.into_iter().map(|(l, ways)| (l, encoder.join(ways).expect("not empty")));
    joined.collect()
}

/// Ranks the reachable locations, searching depth-first from the initial location and from every
/// cut point met.
fn rank(cfa: &Cfa, roles: &[Role]) -> Result<Vec<Option<u32>>, UncutCycle> {
    #[derive(Clone, Copy, PartialEq)]
    enum Colour {
        White,
        /// On the stack of the search.
        Grey,
        Black,
    }
    let mut colour = vec![Colour::White; roles.len()];
    let mut finished: Vec<Location> = Vec::new();
    // An automaton without locations has no runs.
    let mut roots = if roles.is_empty() { Vec::new() } else { vec![cfa.initial()] };
    while let Some(root) = roots.pop() {
        if colour[root.index()] != Colour::White {
            continue;
        }
        colour[root.index()] = Colour::Grey;
        let mut stack = vec![(root, 0)];
        while let Some((location, next)) = stack.last_mut() {
            let outgoing = match roles[location.index()] {
                Role::Error | Role::Harmless => &[],
                _ => cfa.outgoing(*location),
            };
            let Some(&edge) = outgoing.get(*next) else {
                colour[location.index()] = Colour::Black;
                finished.push(*location);
                stack.pop();
                continue;
            };
            *next += 1;
            let target = cfa.edge(edge).target;
            match (roles[target.index()], colour[target.index()]) {
                (Role::CutPoint, _) => roots.push(target),
                (_, Colour::White) => {
                    colour[target.index()] = Colour::Grey;
                    stack.push((target, 0));
                }
                (_, Colour::Grey) => return Err(UncutCycle(target)),
                (_, Colour::Black) => {}
            }
        }
    }
    let mut rank = vec![None; roles.len()];
    for (position, location) in (0..).zip(finished.into_iter().rev()) {
        rank[location.index()] = Some(position);
    }
    Ok(rank)
}
