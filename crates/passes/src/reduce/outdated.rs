//! Outdated variables: after operations became `skip`, variables may have other values than before, until the
//! next operation on them that is left.

use model::{Cfa, Command, Location, VariableSet};
use rustc_hash::FxHashMap;
use term::TermStore;

/// The outdated variables of an automaton whose operations on dead variables became `skip`. They are dead, so
/// all other variables have the same values as before.
pub(super) struct Outdated<'a> {
    before: &'a Cfa,
    after: &'a Cfa,
    /// Reachable locations; the sources of edges come first unless the edge leads to a cut point.
    order: Vec<Location>,
    nothing: VariableSet,
    /// Sets are stored only where edges join, as those of live variables are.
    at_joins: FxHashMap<Location, VariableSet>,
}

impl<'a> Outdated<'a> {
    /// Analyses forward until nothing changes. Both automata have the same shape.
    pub fn of(terms: &TermStore, before: &'a Cfa, after: &'a Cfa) -> Outdated<'a> {
        let mut removed = Vec::new();
        for edge in before.edges() {
            let both = before.edge(edge).command.iter().zip(after.edge(edge).command.iter());
            for pair in both {
                if let (Command::Assign(variable, _) | Command::Havoc(variable), Command::Skip) =
                    pair
                {
                    removed.push(*variable);
                }
            }
        }
        let nothing = VariableSet::among(terms, removed);
        let cut_points = before.cut_points();
        let order = cut_points.topological_order().to_vec();
        let is_join = |l: &Location| before.incoming(*l).len() > 1 || cut_points.contains(*l);
        let at_joins = order.iter().filter(|l| is_join(l)).map(|&l| (l, nothing.clone())).collect();
        let mut outdated = Outdated { before, after, order, nothing, at_joins };
        while outdated.sweep(|_, _| {}) {}
        outdated
    }

    /// Visits all reachable locations with the variables that are outdated there. Returns whether sets grew.
    pub fn sweep(&mut self, mut at_location: impl FnMut(Location, &VariableSet)) -> bool {
        let mut grew = false;
        let mut elsewhere: FxHashMap<Location, VariableSet> = FxHashMap::default();
        for &location in &self.order {
            let here = match self.at_joins.get(&location) {
                Some(set) => set.clone(),
                None => elsewhere.remove(&location).unwrap_or_else(|| self.nothing.clone()),
            };
            at_location(location, &here);
            for &edge in self.before.outgoing(location) {
                let mut set = here.clone();
                let (before, after) = (self.before.edge(edge), self.after.edge(edge));
                pass_on(&before.command, &after.command, &mut set);
                match self.at_joins.get_mut(&before.target) {
                    Some(known) => grew |= known.unite(&set),
                    None => {
                        elsewhere.insert(before.target, set);
                    }
                }
            }
        }
        grew
    }
}

/// Turns the variables that are outdated before a command into those that are so after it.
fn pass_on(before: &Command, after: &Command, outdated: &mut VariableSet) {
    match (before, after) {
        (Command::Assign(variable, _) | Command::Havoc(variable), Command::Skip) => {
            outdated.insert(*variable);
        }
        (Command::Assign(variable, _) | Command::Havoc(variable), _) => {
            outdated.remove(*variable);
        }
        (Command::Seq(before), Command::Seq(after)) => {
            for (before, after) in before.iter().zip(after) {
                pass_on(before, after, outdated);
            }
        }
        (Command::Choice(before), Command::Choice(after)) => {
            let start = outdated.take();
            for (before, after) in before.iter().zip(after) {
                let mut end = start.clone();
                pass_on(before, after, &mut end);
                outdated.unite(&end);
            }
        }
        _ => {}
    }
}
