//! What is asked of a program.

use program::{CheckSite, PropertySet};
use rustc_hash::FxHashSet;

/// All checks of some properties, or some of them.
#[derive(Clone, Debug)]
pub struct Asked {
    properties: PropertySet,
    /// The checks, if it is not all of the properties.
    only: Option<FxHashSet<CheckSite>>,
}

impl Asked {
    /// All checks of some properties.
    pub fn of_properties(properties: PropertySet) -> Asked {
        Asked { properties, only: None }
    }

    /// Some checks.
    pub fn of_checks(checks: impl IntoIterator<Item = CheckSite>) -> Asked {
        let only: FxHashSet<CheckSite> = checks.into_iter().collect();
        let properties = only.iter().map(|check| check.property).collect();
        Asked { properties, only: Some(only) }
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
