//! What an answer was about: how many checks of which kinds, and what was not checked.

use crate::program::ProgramTask;
use crate::task::Task;
use program::uninitialised::loses_sight;
use program::{NamedCheck, Program, Property, StatementKind, Storage};
use std::fmt;

/// The checks that were asked about, and the kinds that the program has besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How many checks of each kind were asked about. Kinds without a check are left out.
    pub kinds: Vec<(Property, usize)>,
    /// The kinds of checks that the program has and that nobody asked about.
    pub unchecked: Vec<Property>,
    /// The kinds that were asked about and that not all places have checks of.
    pub partly: Vec<Property>,
}

impl Checked {
    /// The number of checks.
    pub fn checks(&self) -> usize {
        self.kinds.iter().map(|&(_, checks)| checks).sum()
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |number: usize, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        let names: Vec<&str> = self.kinds.iter().map(|(kind, _)| kind.name()).collect();
        match self.checks() {
            0 => f.write_str("nothing, the program has no such check")?,
            checks => {
                let (checks, kinds) = (counted(checks, "check"), counted(names.len(), "kind"));
                write!(f, "{checks} of {kinds} ({})", names.join(", "))?;
            }
        }
        let mut subjects: Vec<&str> = self.unchecked.iter().map(|kind| kind.subject()).collect();
        // All memory that is alive at the end includes what is lost.
        if self.unchecked.contains(&Property::Memtrack) {
            subjects.retain(|&subject| subject != Property::Memcleanup.subject());
        }
        if self.partly.contains(&Property::Uninitialised) {
            subjects.push("uninitialised memory that is passed on");
        }
        if !subjects.is_empty() {
            write!(f, "; not checked: {}", subjects.join(", "))?;
        }
        Ok(())
    }
}

impl Task {
    /// What an answer is about, if it is about a program and errors in it.
    pub fn checked(&self) -> Option<Checked> {
        self.program().filter(|program| !program.asks_for_ends()).map(ProgramTask::checked)
    }
}

impl ProgramTask {
    /// What an answer is about.
    pub fn checked(&self) -> Checked {
        let sites = self.checks_where(|site| site.property != Property::Approximate);
        let (asked, others): (Vec<NamedCheck>, Vec<NamedCheck>) =
            sites.into_iter().partition(|check| self.asked.contains(&check.site));
        let of = |checks: &[NamedCheck], kind: Property| {
            checks.iter().filter(|check| check.site.property == kind).count()
        };
        let counted = Property::ALL.into_iter().map(|kind| (kind, of(&asked, kind)));
        let kinds: Vec<(Property, usize)> = counted.filter(|&(_, checks)| checks > 0).collect();
        let is_asked = |kind: Property| kinds.iter().any(|&(asked, _)| asked == kind);
        // Nothing can leak where nothing is allocated.
        let is_leak = |kind: Property| matches!(kind, Property::Memtrack | Property::Memcleanup);
        let may_fail = |kind: Property| !is_leak(kind) || allocates(&self.program);
        let unchecked = Property::ALL
            .into_iter()
            .filter(|&kind| !is_asked(kind) && of(&others, kind) > 0 && may_fail(kind));
        let is_blind = self.asked.properties().contains(Property::Uninitialised) && {
            let called = self.called();
            loses_sight(&self.program, |function| called[function.index()])
        };
        let partly = if is_blind { vec![Property::Uninitialised] } else { Vec::new() };
        Checked { unchecked: unchecked.collect(), kinds, partly }
    }
}

/// Whether a program has memory that only `free` ends.
fn allocates(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut kinds = bodies.flat_map(|b| &b.blocks).flat_map(|b| &b.statements).map(|s| &s.kind);
    kinds.any(|kind| matches!(kind, StatementKind::Allocate { storage: Storage::Heap, .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_names_kinds_and_gaps() {
        let check = |kinds: &[(Property, usize)], unchecked: &[Property], expected: &str| {
            let (kinds, unchecked) = (kinds.to_vec(), unchecked.to_vec());
            let checked = Checked { kinds, unchecked, partly: Vec::new() };
            assert_eq!(checked.to_string(), expected);
        };
        let leaks = [Property::Memtrack, Property::Memcleanup];
        let kinds = [(Property::Assertion, 1), (Property::Deref, 3)];
        let expected = "4 checks of 2 kinds (assertion, valid-deref); not checked: leaks";
        check(&kinds, &leaks, expected);
        check(&kinds[..1], &[], "1 check of 1 kind (assertion)");
        check(&[], &[], "nothing, the program has no such check");
        let (kinds, partly) = (vec![(Property::Uninitialised, 1)], vec![Property::Uninitialised]);
        let expected = "1 check of 1 kind (uninitialised); not checked: uninitialised memory that is \
             passed on";
        assert_eq!(Checked { kinds, unchecked: Vec::new(), partly }.to_string(), expected);
    }
}
