//! Weakest existential preconditions: from which states *can* a command lead into a set?
//!
//! As in IC3CFA, an assumption is conjoined, an assignment is substituted, an open value is a fresh
//! existential symbol, and a choice is a disjunction. So the result mentions only the variables and
//! the existential symbols. A sequence of choices may square the result each time;
//! [`crate::symbolic`] encodes large blocks without that growth.

use crate::command::Command;
use crate::state::State;
use crate::symbolic::{CallError, Executor};
use term::{Symbol, Term, TermStore};

/// A weakest existential precondition.
#[derive(Clone, Debug)]
pub struct Precondition {
    /// The formula, over the variables and the existential symbols.
    pub formula: Term,
    /// The symbols for open values: the precondition holds if some values of them make the formula
    /// true.
    pub existentials: Vec<Symbol>,
}

/// The states from which some run of the command ends in a state where `post` holds.
pub fn weakest_existential_precondition(
    store: &mut TermStore,
    command: &Command,
    post: Term,
) -> Result<Precondition, CallError> {
    let mut existentials = Vec::new();
    let formula = precondition(store, command, post, &mut existentials)?;
    Ok(Precondition { formula, existentials })
}

fn precondition(
    store: &mut TermStore,
    command: &Command,
    post: Term,
    existentials: &mut Vec<Symbol>,
) -> Result<Term, CallError> {
    match command {
        Command::Seq(commands) => {
            let mut formula = post;
            let straight = |c: &Command| !matches!(c, Command::Choice(_) | Command::Seq(_));
            // Straight-line parts are substituted at once, choices one by one, last one first.
            for part in commands.chunk_by(|a, b| straight(a) && straight(b)).rev() {
                formula = match part {
                    [single] if !straight(single) => {
                        precondition(store, single, formula, existentials)?
                    }
                    _ => substitute(store, part, formula, existentials)?,
                };
            }
            Ok(formula)
        }
        Command::Choice(branches) => {
            let mut disjuncts = Vec::with_capacity(branches.len());
            for branch in branches {
                disjuncts.push(precondition(store, branch, post, existentials)?);
            }
            Ok(store.or(&disjuncts))
        }
        single => substitute(store, std::slice::from_ref(single), post, existentials),
    }
}

/// The precondition of a sequence without choices.
fn substitute(
    store: &mut TermStore,
    commands: &[Command],
    post: Term,
    existentials: &mut Vec<Symbol>,
) -> Result<Term, CallError> {
    let mut executor = Executor::new(store, State::new());
    let mut inputs = Vec::new();
    for command in commands {
        executor.execute(command, &mut inputs)?;
    }
    let step = executor.finish(inputs);
    existentials.extend(step.fresh);
    let post = step.state.apply(store, post);
    Ok(store.and(&[step.guard, post]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, command};
    use proptest::prelude::*;
    use term::{Sort, Value, eval};

    #[test]
    fn long_sequences_are_quick() {
        let mut store = TermStore::new();
        let x = store.declare("x", Sort::BitVec(8)).unwrap();
        let (x_term, one) = (store.var(x), store.bv(8, 1));
        let increment = store.bv_add(x_term, one);
        let command = Command::seq(vec![Command::Assign(x, increment); 100_000]);
        let post = store.eq(x_term, one);
        assert!(weakest_existential_precondition(&mut store, &command, post).is_ok());
    }

    proptest! {
        #[test]
        fn holds_where_some_run_leads_to_the_postcondition(
            shape in command(),
            start in any::<u64>(),
            post in any::<u64>(),
        ) {
            let mut world = World::new();
            let command = world.build(&shape);
            let post = world.condition(post);
            let pre = weakest_existential_precondition(&mut world.store, &command, post).unwrap();
            let before = world.assignment(start);
            let holds = world.exists(pre.formula, &pre.existentials, &before);
            let reaches = world.all_assignments().iter().any(|after| {
                world.outcomes(&command, &before).contains(&world.key(after))
                    && eval(&world.store, post, after).unwrap() == Value::Bool(true)
            });
            prop_assert_eq!(holds, reaches);
        }
    }
}
