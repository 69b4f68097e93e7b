//! Transition formulas: a command as a relation between the values before and after.

use crate::command::Command;
use crate::state::State;
use crate::symbolic::{CallError, Input, execute};
use term::{Symbol, Term, TermStore};

/// A relation T(x, x') between values before and after a command. The fresh symbols are
/// existential: the relation holds where some values of them make the formula true.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The formula, over the variables, their primed copies and the fresh symbols.
    pub formula: Term,
    /// What was left open, in the order of execution.
    pub inputs: Vec<Input>,
    /// The symbols that were introduced for it.
    pub fresh: Vec<Symbol>,
}

/// The transition formula of a command. `primed` pairs each variable of interest with the symbol
/// that stands for its value afterwards.
pub fn transition(
    store: &mut TermStore,
    command: &Command,
    primed: &[(Symbol, Symbol)],
) -> Result<Transition, CallError> {
    let step = execute(store, command, &State::new())?;
    let mut conjuncts = vec![step.guard];
    for &(variable, after) in primed {
        let value = step.state.value(store, variable);
        let after = store.var(after);
        conjuncts.push(store.eq(after, value));
    }
    Ok(Transition { formula: store.and(&conjuncts), inputs: step.inputs, fresh: step.fresh })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, command};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn holds_of_exactly_the_concrete_results(shape in command(), start in any::<u64>()) {
            let mut world = World::new();
            let command = world.build(&shape);
            let primed: Vec<_> = world
                .variables
                .clone()
                .into_iter()
                .map(|v| (v, world.store.fresh("after", world.store.symbol_sort(v).clone())))
                .collect();
            let transition = transition(&mut world.store, &command, &primed).unwrap();
            let before = world.assignment(start);
            let outcomes = world.outcomes(&command, &before);
            for after in world.all_assignments() {
                let mut values = before.clone();
                for &(variable, primed) in &primed {
                    values.set(primed, after.get(variable).unwrap().clone());
                }
                let holds = world.exists(transition.formula, &transition.fresh, &values);
                prop_assert_eq!(holds, outcomes.contains(&world.key(&after)));
            }
        }
    }
}
