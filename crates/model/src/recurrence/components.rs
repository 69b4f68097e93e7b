//! The nest of loops of an automaton, as a decomposition into strongly connected components.

use crate::cfa::Cfa;
use crate::ids::{EdgeId, Location};

/// A strongly connected part of an automaton with one of its locations.
///
/// A run that never leaves the part either comes to the head again and again, or stays in one of the
/// components of what is left without the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Component {
    /// The location where runs usually enter.
    pub(super) head: Location,
    /// All locations, in the order of the search that found them.
    pub(super) locations: Vec<Location>,
}

/// All components, outer ones before those inside of them. Every endless run comes infinitely often to
/// the head of one of them whose locations it never leaves after some time. Runs end at error locations.
pub(super) fn components(cfa: &Cfa) -> Vec<Component> {
    let order = cfa.cut_points();
    let mut position = vec![usize::MAX; cfa.locations().len()];
    for (number, location) in order.topological_order().iter().enumerate() {
        position[location.index()] = number;
    }
    let mut found = Vec::new();
    let mut pending = vec![order.topological_order().to_vec()];
    while let Some(part) = pending.pop() {
        for locations in strongly_connected(cfa, &part) {
            let first = locations.iter().copied().min_by_key(|l| position[l.index()]);
            let Some(head) = first else { continue };
            pending.push(locations.iter().copied().filter(|&l| l != head).collect());
            found.push(Component { head, locations });
        }
    }
    found
}

/// The edges along which runs go on from a location.
pub(super) fn continuing(cfa: &Cfa, location: Location) -> &[EdgeId] {
    match cfa.error_at(location) {
        Some(_) => &[],
        None => cfa.outgoing(location),
    }
}

/// The strongly connected components of a part of an automaton that have an edge.
pub fn strongly_connected(cfa: &Cfa, part: &[Location]) -> Vec<Vec<Location>> {
    let loops = parts_in_order(cfa, part).into_iter().filter(|part| part.is_loop);
    loops.map(|part| part.locations).collect()
}

/// A strongly connected component of a part of an automaton.
pub(crate) struct StrongPart {
    /// Its locations, in the order of the search that found them.
    pub(crate) locations: Vec<Location>,
    /// Whether it has an edge.
    pub(crate) is_loop: bool,
}

/// The strongly connected components of a part of an automaton, each after those that its edges lead to:
/// Tarjan's algorithm, without recursion.
pub(crate) fn parts_in_order(cfa: &Cfa, part: &[Location]) -> Vec<StrongPart> {
    const UNSEEN: u32 = u32::MAX;
    let count = cfa.locations().len();
    let mut inside = vec![false; count];
    part.iter().for_each(|l| inside[l.index()] = true);
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let (mut on_stack, mut loops) = (vec![false; count], vec![false; count]);
    let mut stack: Vec<Location> = Vec::new();
    let (mut next_index, mut found) = (0, Vec::new());
    for &root in part {
        if index[root.index()] != UNSEEN {
            continue;
        }
        let mut visits = vec![(root, 0)];
        while let Some(&mut (location, ref mut next)) = visits.last_mut() {
            let at = location.index();
            if index[at] == UNSEEN {
                (index[at], low[at]) = (next_index, next_index);
                next_index += 1;
                stack.push(location);
                on_stack[at] = true;
            }
            if let Some(&edge) = continuing(cfa, location).get(*next) {
                *next += 1;
                let target = cfa.edge(edge).target;
                if !inside[target.index()] {
                    continue;
                }
                loops[at] |= target == location;
                if index[target.index()] == UNSEEN {
                    visits.push((target, 0));
                } else if on_stack[target.index()] {
                    low[at] = low[at].min(index[target.index()]);
                }
                continue;
            }
            visits.pop();
            if let Some((before, _)) = visits.last() {
                low[before.index()] = low[before.index()].min(low[at]);
            }
            if low[at] == index[at] {
                let first = stack.iter().rposition(|&l| l == location).expect("it is there");
                let locations = stack.split_off(first);
                locations.iter().for_each(|l| on_stack[l.index()] = false);
                let is_loop = locations.len() > 1 || loops[at];
                found.push(StrongPart { locations, is_loop });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let model = crate::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let cfa = &model.entry().cfa;
        let shown = |component: &Component| {
            let mut names: Vec<&str> = component.locations.iter().map(|&l| cfa.name(l)).collect();
            names.sort_unstable();
            format!("{}: {}", cfa.name(component.head), names.join(" "))
        };
        let mut found: Vec<String> = components(cfa).iter().map(shown).collect();
        found.sort_unstable();
        assert_eq!(found.join("; "), expected);
    }

    #[test]
    fn nested_loops_are_taken_apart() {
        check("procedure main { initial a a -> b b -> c }", "");
        check("procedure main { initial a a -> a }", "a: a");
        let nested = "procedure main { initial a a -> b b -> c c -> b c -> a b -> d d -> d }";
        check(nested, "a: a b c; b: b c; d: d");
        // What nobody reaches is no loop, and runs end at errors.
        check("procedure main { initial a error e \"\" a -> e e -> a b -> b }", "");
    }
}
