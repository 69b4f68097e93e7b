//! Forward symbolic execution of commands.
//!
//! A command maps a [`State`] to a guard, under which it continues, and a new state. Open values
//! and branches become fresh symbols, so that a solution of the guard determines the run: see
//! [`Input`]. Branches are joined by `ite`, so the size of the result is linear in the command (as
//! a graph of terms).

use crate::command::Command;
use crate::concrete::Choice;
use crate::ids::ProcedureId;
use crate::state::State;
use term::{Sort, Symbol, Term, TermStore, Value};
use thiserror::Error;

/// A command with a call has no formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a call of procedure {0} cannot be encoded as a formula")]
pub struct CallError(pub ProcedureId);

/// The outcome of a symbolic execution.
#[derive(Clone, Debug)]
pub struct Step {
    /// Holds exactly for the initial values and inputs under which the command continues.
    pub guard: Term,
    /// The values afterwards, if the guard holds.
    pub state: State,
    /// The open values and branches, in the order of execution.
    pub inputs: Vec<Input>,
    /// The symbols that were introduced for them.
    pub fresh: Vec<Symbol>,
}

/// An open value or branch of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A variable takes any value.
    Value {
        /// The variable.
        variable: Symbol,
        /// The fresh symbol that stands for the value.
        value: Term,
    },
    /// One of several branches is taken.
    Branch {
        /// The branch of the first selector that holds is taken, or the last branch if none does.
        /// There is one selector less than there are branches.
        selectors: Vec<Term>,
        /// The inputs of each branch.
        branches: Vec<Vec<Input>>,
    },
}

/// Executes a command symbolically.
pub fn execute(store: &mut TermStore, command: &Command, state: &State) -> Result<Step, CallError> {
    execute_from(store, command, state.clone())
}

/// Like [`execute`], for a state that is no longer needed: unshared parts of it are changed in
/// place instead of copied.
pub fn execute_from(
    store: &mut TermStore,
    command: &Command,
    state: State,
) -> Result<Step, CallError> {
    let mut executor = Executor::new(store, state);
    let mut inputs = Vec::new();
    executor.execute(command, &mut inputs)?;
    Ok(executor.finish(inputs))
}

/// The choices of the run that a solution describes.
pub fn read_choices(inputs: &[Input], value: &mut dyn FnMut(Term) -> Value) -> Vec<Choice> {
    let mut choices = Vec::new();
    // The inputs still to be read; the next one is last.
    let mut pending: Vec<&Input> = inputs.iter().rev().collect();
    while let Some(input) = pending.pop() {
        match input {
            Input::Value { value: symbol, .. } => choices.push(Choice::Value(value(*symbol))),
            Input::Branch { selectors, branches } => {
                let taken = selectors
                    .iter()
                    .position(|&s| value(s) == Value::Bool(true))
                    .unwrap_or(selectors.len());
                choices.push(Choice::Branch(taken as u32));
                pending.extend(branches[taken].iter().rev());
            }
        }
    }
    choices
}

/// The state of an execution. Branches are executed in place on one state and undone by the trail,
/// so that the cost of a branch depends on what it changes, not on the size of the state.
pub(crate) struct Executor<'a> {
    store: &'a mut TermStore,
    state: State,
    /// The previous values of the variables changed since the start of the innermost branch.
    trail: Vec<(Symbol, Option<Term>)>,
    guards: Vec<Term>,
    fresh: Vec<Symbol>,
}

impl<'a> Executor<'a> {
    pub(crate) fn new(store: &'a mut TermStore, state: State) -> Executor<'a> {
        Executor { store, state, trail: Vec::new(), guards: Vec::new(), fresh: Vec::new() }
    }

    pub(crate) fn finish(self, inputs: Vec<Input>) -> Step {
        let guard = self.store.and(&self.guards);
        Step { guard, state: self.state, inputs, fresh: self.fresh }
    }

    pub(crate) fn execute(
        &mut self,
        command: &Command,
        inputs: &mut Vec<Input>,
    ) -> Result<(), CallError> {
        match command {
            Command::Skip => {}
            Command::Assume(condition) => {
                let condition = self.state.apply(self.store, *condition);
                self.guards.push(condition);
            }
            Command::Assign(variable, term) => {
                let value = self.state.apply(self.store, *term);
                self.set(*variable, value);
            }
            Command::Havoc(variable) => {
                let name = self.store.name(*variable).to_owned();
                let sort = self.store.symbol_sort(*variable).clone();
                let value = self.fresh(&name, sort);
                inputs.push(Input::Value { variable: *variable, value });
                self.set(*variable, value);
            }
            Command::Seq(commands) => {
                for command in commands {
                    self.execute(command, inputs)?;
                }
            }
            Command::Choice(branches) => self.choose(branches, inputs)?,
            Command::Call(call) => return Err(CallError(call.procedure)),
        }
        Ok(())
    }

    fn choose(&mut self, branches: &[Command], inputs: &mut Vec<Input>) -> Result<(), CallError> {
        if branches.is_empty() {
            let never = self.store.bool(false);
            self.guards.push(never);
            return Ok(());
        }
        let selectors = self.selectors(branches);
        let mut branch_inputs = Vec::with_capacity(branches.len());
        let mut joined: Option<Branch> = None;
        let mut executed = Vec::with_capacity(branches.len());
        for branch in branches {
            let mut inputs = Vec::new();
            executed.push(self.branch(branch, &mut inputs)?);
            branch_inputs.push(inputs);
        }
        // From the last branch, which is taken if no selector holds, to the first.
        while let Some(branch) = executed.pop() {
            joined = Some(match joined {
                None => branch,
                Some(rest) => self.join(selectors[executed.len()], branch, &rest),
            });
        }
        let joined = joined.expect("there is a branch");
        for (variable, value) in joined.changes {
            self.set(variable, value);
        }
        self.guards.push(joined.guard);
        inputs.push(Input::Branch { selectors, branches: branch_inputs });
        Ok(())
    }

    /// Executes one branch and restores the state.
    fn branch(&mut self, branch: &Command, inputs: &mut Vec<Input>) -> Result<Branch, CallError> {
        let outer_trail = std::mem::take(&mut self.trail);
        let outer_guards = std::mem::take(&mut self.guards);
        self.execute(branch, inputs)?;
        let trail = std::mem::replace(&mut self.trail, outer_trail);
        let guards = std::mem::replace(&mut self.guards, outer_guards);
        let mut changed: Vec<Symbol> = trail.iter().map(|change| change.0).collect();
        changed.sort_unstable();
        changed.dedup();
        let changes = changed
            .into_iter()
            .map(|variable| (variable, self.state.get(variable).expect("it was set")))
            .collect();
        for (variable, before) in trail.into_iter().rev() {
            self.state.restore(variable, before);
        }
        Ok(Branch { guard: self.store.and(&guards), changes })
    }

    /// The branch that behaves like `first` if the selector holds, else like `rest`.
    fn join(&mut self, selector: Term, first: Branch, rest: &Branch) -> Branch {
        let guard = self.store.ite(selector, first.guard, rest.guard);
        let mut changes = Vec::with_capacity(first.changes.len().max(rest.changes.len()));
        let mut left = first.changes.into_iter().peekable();
        let mut right = rest.changes.iter().copied().peekable();
        loop {
            let variable = match (left.peek(), right.peek()) {
                (None, None) => return Branch { guard, changes },
                (Some(l), None) => l.0,
                (None, Some(r)) => r.0,
                (Some(l), Some(r)) => l.0.min(r.0),
            };
            let before = self.state.value(self.store, variable);
            let then = left.next_if(|c| c.0 == variable).map_or(before, |c| c.1);
            let otherwise = right.next_if(|c| c.0 == variable).map_or(before, |c| c.1);
            changes.push((variable, self.store.ite(selector, then, otherwise)));
        }
    }

    /// Selectors for the branches. If two branches are guarded by a condition and its negation, the
    /// condition is the selector and nothing is open; otherwise selectors are fresh symbols.
    fn selectors(&mut self, branches: &[Command]) -> Vec<Term> {
        if let [first, second] = branches
            && let (Some(yes), Some(no)) = (first.leading_assumption(), second.leading_assumption())
            && (self.store.not(yes) == no || self.store.not(no) == yes)
        {
            return vec![self.state.apply(self.store, yes)];
        }
        (1..branches.len()).map(|_| self.fresh("branch", Sort::Bool)).collect()
    }

    fn fresh(&mut self, prefix: &str, sort: Sort) -> Term {
        let symbol = self.store.fresh(prefix, sort);
        self.fresh.push(symbol);
        self.store.var(symbol)
    }

    fn set(&mut self, variable: Symbol, value: Term) {
        let before = self.state.set(variable, value);
        self.trail.push((variable, before));
    }
}

/// The effect of a branch: its guard, and the new values by variable in ascending order.
struct Branch {
    guard: Term,
    changes: Vec<(Symbol, Term)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concrete::run;
    use crate::testing::{World, command};
    use proptest::prelude::*;
    use term::eval;

    #[test]
    fn complementary_guards_leave_nothing_open() {
        let mut store = TermStore::new();
        let b = store.declare("b", Sort::Bool).unwrap();
        let yes = store.var(b);
        let no = store.not(yes);
        let (set, clear) = (store.bool(true), store.bool(false));
        let c = store.declare("c", Sort::Bool).unwrap();
        let command = Command::choice([
            Command::seq([Command::Assume(yes), Command::Assign(c, set)]),
            Command::seq([Command::Assume(no), Command::Assign(c, clear)]),
        ]);
        let step = execute(&mut store, &command, &State::new()).unwrap();
        assert!(step.fresh.is_empty());
        assert_eq!(store.as_bool(step.guard), Some(true));
        assert_eq!(step.state.get(c), Some(yes));
    }

    #[test]
    fn sequences_of_choices_stay_linear() {
        let mut store = TermStore::new();
        let x = store.declare("x", Sort::BitVec(8)).unwrap();
        let (x_term, one) = (store.var(x), store.bv(8, 1));
        let increment = store.bv_add(x_term, one);
        let double = store.bv_mul(x_term, x_term);
        let choice = Command::choice([Command::Assign(x, increment), Command::Assign(x, double)]);
        let command = Command::seq(vec![choice; 2000]);
        let step = execute(&mut store, &command, &State::new()).unwrap();
        assert_eq!(step.fresh.len(), 2000);
        assert!(store.len() < 12_000, "{}", store.len());
    }

    #[test]
    fn long_sequences_are_quick() {
        let mut store = TermStore::new();
        let x = store.declare("x", Sort::BitVec(8)).unwrap();
        let (x_term, one) = (store.var(x), store.bv(8, 1));
        let increment = store.bv_mul(x_term, one);
        let increment = store.bv_add(increment, one);
        let command = Command::seq(vec![Command::Assign(x, increment); 100_000]);
        assert!(execute(&mut store, &command, &State::new()).is_ok());
    }

    proptest! {
        #[test]
        fn agrees_with_concrete_runs(
            shape in command(),
            start in any::<u64>(),
            open in proptest::collection::vec(any::<u64>(), 1..8),
        ) {
            let mut world = World::new();
            let command = world.build(&shape);
            let step = execute(&mut world.store, &command, &State::new()).unwrap();
            let mut values = world.assignment(start);
            let before = values.clone();
            for (i, &symbol) in step.fresh.iter().enumerate() {
                let seed = open[i % open.len()].rotate_right(i as u32);
                values.set(symbol, world.value(symbol, seed));
            }
            let choices = read_choices(&step.inputs, &mut |t| {
                eval(&world.store, t, &values).unwrap()
            });
            let mut after = before;
            let result = run(&world.store, &command, &mut after, &mut choices.into_iter());
            let goes_on = eval(&world.store, step.guard, &values).unwrap() == Value::Bool(true);
            prop_assert_eq!(result.is_ok(), goes_on, "{:?}", result);
            if goes_on {
                for &variable in &world.variables {
                    let term = step.state.value(&mut world.store, variable);
                    let value = eval(&world.store, term, &values).unwrap();
                    prop_assert_eq!(&value, after.get(variable).unwrap());
                }
            }
        }
    }
}
