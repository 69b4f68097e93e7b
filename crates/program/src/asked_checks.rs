//! The checks that the user asked about.

use crate::{CheckSite, Condition, Program, PropertySet, StatementKind};
use rustc_hash::FxHashSet;

/// All checks of some properties, or a subset of them.
#[derive(Clone, Debug)]
pub struct AskedChecks {
    properties: PropertySet,
    /// The subset, unless all checks of the properties are asked for.
    only: Option<FxHashSet<CheckSite>>,
    all_ends: bool,
}

impl AskedChecks {
    /// All checks of some properties.
    pub fn of_properties(properties: PropertySet) -> AskedChecks {
        AskedChecks { properties, only: None, all_ends: true }
    }

    /// Some checks of a program.
    pub fn of_checks(
        program: &Program,
        checks: impl IntoIterator<Item = CheckSite>,
    ) -> AskedChecks {
        let only: FxHashSet<CheckSite> = checks.into_iter().collect();
        let properties = only.iter().map(|check| check.property).collect();
        let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
        let mut statements = bodies.flat_map(|body| &body.blocks).flat_map(|b| &b.statements);
        let all_ends = statements.all(|statement| match &statement.kind {
            StatementKind::Check(check) if check.condition == Condition::AllTracked => {
                only.contains(&CheckSite::of(check, statement.span))
            }
            _ => true,
        });
        AskedChecks { properties, only: Some(only), all_ends }
    }

    /// Whether the set contains every end-of-run check for lost memory. This holds if it contains
    /// no check for lost memory at all.
    pub fn has_all_ends(&self) -> bool {
        self.all_ends
    }

    /// The properties of the checks.
    pub fn properties(&self) -> PropertySet {
        self.properties
    }

    /// Whether the set contains a check.
    pub fn contains(&self, check: &CheckSite) -> bool {
        match &self.only {
            Some(checks) => checks.contains(check),
            None => self.properties.contains(check.property),
        }
    }
}
