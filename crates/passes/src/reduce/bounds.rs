//! Adapts a bound on the visits of cut points when the cut points change.

use model::{Cfa, EdgeId, Goal, Location};

/// The locations from which an error location can be reached; nothing happens after an error.
pub(super) fn leading_to_errors(cfa: &Cfa, usable: impl Fn(EdgeId) -> bool) -> Vec<bool> {
    cfa.leading_to(&cfa.targets(Goal::NoError), usable)
}

/// The locations of a pass's input that are cut points of its output, given the input locations of
/// each output location.
pub(super) fn marked<I: IntoIterator<Item = Location>>(
    input: &Cfa,
    output: &Cfa,
    origins: impl Fn(Location) -> I,
) -> Vec<bool> {
    let leads = leading_to_errors(output, |_| true);
    let mut marked = vec![false; input.locations().len()];
    for location in output.loop_heads().into_iter().filter(|l| leads[l.index()]) {
        for origin in origins(location) {
            marked[origin.index()] = true;
        }
    }
    marked
}

/// A bound on the visits of an automaton's cut points, for runs that visit the marked locations at
/// most `bound` times. `None` if a cycle of usable edges avoids the marks, so that there is no
/// bound.
///
/// Between two visits of marks the automaton is acyclic, so the longest path gives the number of
/// visits of cut points. If marks and cut points are the same, that number is one and the bound
/// stays as it is.
pub(super) fn carry_bound(
    cfa: &Cfa,
    usable: impl Fn(EdgeId) -> bool,
    marked: &[bool],
    bound: u32,
) -> Option<u32> {
    let leads = leading_to_errors(cfa, |_| true);
    let cut_points = cfa.cut_points();
    let mut paths = LongestPaths {
        counts: cfa.locations().map(|l| cut_points.contains(l) && leads[l.index()]).collect(),
        next: |location: Location| {
            let end = cfa.error_at(location).is_some();
            let edges = if end { &[] } else { cfa.outgoing(location) };
            let targets = edges.iter().filter(|&&e| usable(e)).map(|&e| cfa.edge(e).target);
            targets.filter(|t| leads[t.index()] && !marked[t.index()]).collect()
        },
        visits: vec![Visits::Unknown; cfa.locations().len()],
    };
    let start = cfa.initial();
    let before =
        if marked[start.index()] || !leads[start.index()] { 0 } else { paths.from(start)? };
    let mut between = 0;
    for location in cfa.locations().filter(|l| marked[l.index()]) {
        between = between.max(paths.from(location)?);
    }
    Some(bound.saturating_mul(between).saturating_add(before))
}

#[derive(Clone, Copy, PartialEq)]
enum Visits {
    Unknown,
    /// On the stack of the search.
    Open,
    AtMost(u32),
}

struct LongestPaths<N> {
    counts: Vec<bool>,
    next: N,
    visits: Vec<Visits>,
}

impl<N: Fn(Location) -> Vec<Location>> LongestPaths<N> {
    /// The greatest number of counted locations on a path from a location; `None` if there is a
    /// cycle.
    fn from(&mut self, start: Location) -> Option<u32> {
        if let Visits::AtMost(known) = self.visits[start.index()] {
            return Some(known);
        }
        let mut stack = vec![(start, (self.next)(start))];
        self.visits[start.index()] = Visits::Open;
        let mut best = vec![0];
        while let Some((location, targets)) = stack.last_mut() {
            if let Some(target) = targets.pop() {
                match self.visits[target.index()] {
                    Visits::Open => return None,
                    Visits::AtMost(known) => {
                        let most = best.last_mut().expect("one for each on the stack");
                        *most = known.max(*most);
                    }
                    Visits::Unknown => {
                        self.visits[target.index()] = Visits::Open;
                        stack.push((target, (self.next)(target)));
                        best.push(0);
                    }
                }
                continue;
            }
            let here = u32::from(self.counts[location.index()]);
            let total = best.pop().expect("one for each on the stack") + here;
            self.visits[location.index()] = Visits::AtMost(total);
            stack.pop();
            if let Some(most) = best.last_mut() {
                *most = total.max(*most);
            }
        }
        match self.visits[start.index()] {
            Visits::AtMost(most) => Some(most),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::parse;

    /// Carries a bound of 10 visits of the marked locations.
    fn check(edges: &str, marks: &str, expected: Option<u32>) {
        let text = format!("procedure main {{ initial s error e \"\" {edges} }}");
        let model = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let cfa = &model.entry().cfa;
        let mut marked = vec![false; cfa.locations().len()];
        for mark in marks.split_whitespace() {
            marked[cfa.find_location(mark).expect("a location").index()] = true;
        }
        assert_eq!(carry_bound(cfa, |_| true, &marked, 10), expected, "{text}");
    }

    #[test]
    fn bounds_follow_the_longest_paths() {
        // The same cut points.
        check("s -> a a -> b b -> a a -> e", "a", Some(10));
        // The cut point is visited once before the other location of the cycle.
        check("s -> a a -> b b -> a a -> e", "b", Some(11));
        // Two loops that share a location.
        check("s -> a a -> b b -> b b -> a b -> e", "b", Some(21));
        check("s -> a a -> a a -> b b -> b b -> e", "b", None);
        // Loops that lead to no error do not count.
        check("s -> a a -> a s -> e", "", Some(0));
        check("s -> s s -> e", "s", Some(10));
    }
}
