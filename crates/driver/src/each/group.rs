//! Groups of checks that are verified together.

use program::{NamedCheck, Property};
use std::time::Duration;

/// Some checks, by their numbers in ascending order; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    checks: Vec<usize>,
    /// How long the group was tried without success, if it was.
    tried: Option<Duration>,
}

impl Group {
    /// All checks, if there are any.
    pub fn of_all(count: usize) -> Option<Group> {
        Group::of((0..count).collect())
    }

    fn of(checks: Vec<usize>) -> Option<Group> {
        (!checks.is_empty()).then_some(Group { checks, tried: None })
    }

    /// The numbers of the checks.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.checks.iter().copied()
    }

    /// How many checks there are.
    pub fn len(&self) -> usize {
        self.checks.len()
    }

    /// The other checks, if there are any.
    pub fn without(mut self, check: usize) -> Option<Group> {
        self.checks.retain(|&other| other != check);
        Group::of(self.checks)
    }

    /// The same group, after it was tried for some time.
    pub fn tried_for(self, time: Duration) -> Group {
        Group { tried: Some(time), ..self }
    }

    /// Whether another attempt of this duration is not worthwhile: it needs at least twice the
    /// time.
    pub fn is_hopeless_in(&self, allowance: Duration) -> bool {
        self.tried.is_some_and(|tried| allowance < tried.saturating_mul(2))
    }

    /// The maximal number of rounds until single checks have been tried.
    pub fn rounds(&self, checks: &[NamedCheck]) -> u32 {
        let parts = self.by_property(checks);
        let halvings = |count: usize| count.next_power_of_two().trailing_zeros();
        match parts.iter().map(Group::len).max() {
            Some(largest) => 2 + halvings(largest),
            None => 1 + halvings(self.len()),
        }
    }

    /// Smaller groups that make up this one: one for each property if there are several, since
    /// properties need different invariants and models; otherwise halves of neighbouring checks.
    /// Empty for a single check.
    pub fn divided(&self, checks: &[NamedCheck]) -> Vec<Group> {
        let by_property = self.by_property(checks);
        if !by_property.is_empty() || self.len() == 1 {
            return by_property;
        }
        let (first, second) = self.checks.split_at(self.len().div_ceil(2));
        [first, second].into_iter().filter_map(|half| Group::of(half.to_vec())).collect()
    }

    /// A group for each property if there are several, otherwise none.
    pub fn by_property(&self, checks: &[NamedCheck]) -> Vec<Group> {
        let of_property = |property: Property| {
            let mine = self.iter().filter(|&check| checks[check].site.property == property);
            Group::of(mine.collect())
        };
        let groups: Vec<Group> = Property::ALL.into_iter().filter_map(of_property).collect();
        if groups.len() > 1 { groups } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::CheckSite;

    fn checks(properties: &[Property]) -> Vec<NamedCheck> {
        let check = |(i, &property): (usize, &Property)| {
            let site = CheckSite { span: None, property, message: i.to_string() };
            NamedCheck { name: format!("f.{i}"), site, functions: Vec::new() }
        };
        properties.iter().enumerate().map(check).collect()
    }

    fn check(properties: &[Property], parts: &[&[usize]], rounds: u32) {
        let checks = checks(properties);
        let group = Group::of_all(checks.len()).unwrap();
        let found: Vec<Vec<usize>> =
            group.divided(&checks).iter().map(|part| part.iter().collect()).collect();
        assert_eq!(found, parts, "{properties:?}");
        assert_eq!(group.rounds(&checks), rounds, "{properties:?}");
    }

    #[test]
    fn groups_are_divided_by_properties_and_then_in_halves() {
        use Property::{Bounds, Overflow, Shift};
        check(&[Bounds], &[], 1);
        check(&[Bounds, Bounds], &[&[0], &[1]], 2);
        check(&[Bounds; 5], &[&[0, 1, 2], &[3, 4]], 4);
        check(&[Bounds, Overflow], &[&[1], &[0]], 2);
        let mixed = [Shift, Bounds, Bounds, Shift, Bounds];
        check(&mixed, &[&[0, 3], &[1, 2, 4]], 4);
    }

    #[test]
    fn asking_again_takes_twice_the_time() {
        let seconds = Duration::from_secs;
        let tried = Group::of_all(1).unwrap().tried_for(seconds(4));
        assert!(tried.is_hopeless_in(seconds(7)));
        assert!(!tried.is_hopeless_in(seconds(8)));
        assert!(!Group::of_all(1).unwrap().is_hopeless_in(seconds(0)));
    }
}
