//! Programs whose runs may differ on another machine.

use crate::replay::ReplayedProgram;
use evidence::Reason;
use model::{ErrorKind, Gap};
use passes::memory::{ChoiceReason, Failure, Lowered};

impl ReplayedProgram<'_> {
    /// Fails if a run may depend on the placement of objects, or on bits of a NaN: a compiled
    /// program may then behave differently.
    pub fn is_the_same_everywhere(&self) -> Result<(), Reason> {
        let is_partial = |failure: &Failure| failure.kind.gap().is_some_and(Gap::is_of_calls);
        let depends = if self.lowered.failures.values().any(is_partial) {
            // A model without those calls does not cover all behaviour of the program.
            depends_on_the_machine(&(self.lowered_with_calls)())
        } else {
            depends_on_the_machine(self.lowered)
        };
        if !depends {
            return Ok(());
        }
        let message = "what the program does may depend on addresses or bits of a NaN";
        Err(Reason::Incomplete(message.to_owned()))
    }
}

fn depends_on_the_machine(lowered: &Lowered) -> bool {
    let undetermined = |asked: &ChoiceReason| matches!(asked, ChoiceReason::Undetermined { .. });
    let is_of_addresses = |failure: &Failure| failure.kind == ErrorKind::Gap(Gap::AddressBits);
    lowered.has_open_nans
        || lowered.moves_addresses
        || lowered.asked.values().flatten().any(undetermined)
        || lowered.failures.values().any(is_of_addresses)
}
