//! Pointers whose value nobody gave.
//!
//! The environment may own memory that no object of the program is near. A pointer from the
//! environment may lead there, but an uninitialised local variable leads nowhere: an access through it is
//! undefined, whatever its value happens to be.

use std::collections::BTreeSet;

/// A pointer within this distance of an uninitialised one is taken to be derived from it.
const REACH: u64 = 1 << 20;

/// The values that uninitialised pointers happened to have.
#[derive(Default)]
pub(super) struct IndeterminatePointers {
    values: BTreeSet<u64>,
}

impl IndeterminatePointers {
    /// Notes the value of an uninitialised pointer.
    pub fn add(&mut self, pointer: u64) {
        self.values.insert(pointer);
    }

    /// Whether an address may have been derived from such a pointer.
    pub fn may_lead_to(&self, address: u64) -> bool {
        let near = address.saturating_sub(REACH - 1)..=address.saturating_add(REACH - 1);
        self.values.range(near).next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_nearby_are_derived() {
        let mut pointers = IndeterminatePointers::default();
        assert!(!pointers.may_lead_to(0x1000));
        pointers.add(0x1000);
        assert!(pointers.may_lead_to(0x1000));
        assert!(pointers.may_lead_to(0x1008));
        assert!(pointers.may_lead_to(0xff8));
        assert!(!pointers.may_lead_to(0x1000 + REACH));
    }
}
