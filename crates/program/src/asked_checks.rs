//! What is asked of a program.

use crate::{CheckSite, Condition, Program, PropertySet, StatementKind};
use rustc_hash::FxHashSet;

/// All checks of some properties, or some of them.
#[derive(Clone, Debug)]
pub struct AskedChecks {
    properties: PropertySet,
    /// The checks, if it is not all of the properties.
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

    /// Whether all checks for lost memory at the end of a run are among them, if any for lost memory
    /// are.
    pub fn has_all_ends(&self) -> bool {
        self.all_ends
    }

    /// The properties that it is about.
    pub fn properties(&self) -> PropertySet {
        self.properties
    }

    /// Whether it is about a check.
    pub fn contains(&self, check: &CheckSite) -> bool {
        match &self.only {
            Some(checks) => checks.contains(check),
            None => self.properties.contains(check.property),
        }
    }
}
