//! Concrete execution of commands: the semantics that all encodings must agree with.

use crate::command::Command;
use crate::ids::ProcedureId;
use term::{Assignment, EvalError, Sort, Symbol, TermStore, Value, eval};
use thiserror::Error;

/// The resolution of one non-deterministic choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The value that a havoc gives.
    Value(Value),
    /// The branch that is taken, from 0.
    Branch(u32),
}

/// Why a command was not executed to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExecutionError {
    /// An assumption does not hold, or there is no branch to take.
    #[error("an assumption does not hold")]
    Blocked,
    /// There are too few choices.
    #[error("a choice is missing")]
    MissingChoice,
    /// A branch was given instead of a value, or a value instead of a branch.
    #[error("a choice of the wrong kind: expected {expected}")]
    WrongKind {
        /// What was expected.
        expected: &'static str,
    },
    /// A choice selects a branch that does not exist.
    #[error("there is no branch {branch} among {branches}")]
    NoSuchBranch {
        /// The selected branch.
        branch: u32,
        /// The number of branches.
        branches: usize,
    },
    /// A value has another sort than its variable.
    #[error("a value of sort {found} for variable '{variable}' of sort {expected}")]
    WrongSort {
        /// The variable's name.
        variable: String,
        /// Its sort.
        expected: Sort,
        /// The sort of the value.
        found: Sort,
    },
    /// A term has no value.
    #[error(transparent)]
    Undefined(#[from] EvalError),
    /// Calls cannot be executed as commands.
    #[error("a call of procedure {0} cannot be run as a command")]
    Call(ProcedureId),
}

/// Executes a command on the values of the variables, taking choices in order. After an error the
/// values are those at the point of the error.
pub fn run(
    store: &TermStore,
    command: &Command,
    values: &mut Assignment,
    choices: &mut dyn Iterator<Item = Choice>,
) -> Result<(), ExecutionError> {
    // The commands still to be executed; the next one is last.
    let mut pending = vec![command];
    while let Some(command) = pending.pop() {
        match command {
            Command::Skip => {}
            Command::Assume(condition) => {
                if eval(store, *condition, values)? != Value::Bool(true) {
                    return Err(ExecutionError::Blocked);
                }
            }
            Command::Assign(variable, term) => {
                let value = eval(store, *term, values)?;
                assign(store, values, *variable, value)?;
            }
            Command::Havoc(variable) => match choices.next() {
                Some(Choice::Value(value)) => assign(store, values, *variable, value)?,
                Some(Choice::Branch(_)) => {
                    return Err(ExecutionError::WrongKind { expected: "a value" });
                }
                None => return Err(ExecutionError::MissingChoice),
            },
            Command::Seq(commands) => pending.extend(commands.iter().rev()),
            // There is nothing to choose, and no choice is recorded.
            Command::Choice(branches) if branches.is_empty() => {
                return Err(ExecutionError::Blocked);
            }
            Command::Choice(branches) => match choices.next() {
                Some(Choice::Branch(branch)) => {
                    let taken = branches.get(branch as usize);
                    let error = ExecutionError::NoSuchBranch { branch, branches: branches.len() };
                    pending.push(taken.ok_or(error)?);
                }
                Some(Choice::Value(_)) => {
                    return Err(ExecutionError::WrongKind { expected: "a branch" });
                }
                None => return Err(ExecutionError::MissingChoice),
            },
            Command::Call(call) => return Err(ExecutionError::Call(call.procedure)),
        }
    }
    Ok(())
}

fn assign(
    store: &TermStore,
    values: &mut Assignment,
    variable: Symbol,
    value: Value,
) -> Result<(), ExecutionError> {
    let (expected, found) = (store.symbol_sort(variable), value.sort());
    if *expected != found {
        let variable = store.name(variable).to_owned();
        return Err(ExecutionError::WrongSort { variable, expected: expected.clone(), found });
    }
    values.set(variable, value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        command: impl Fn(&mut TermStore, Symbol) -> Command,
        choices: &[Choice],
        expected: &str,
    ) {
        let mut store = TermStore::new();
        let x = store.declare("x", Sort::BitVec(8)).unwrap();
        let command = command(&mut store, x);
        let mut values = Assignment::new();
        values.set(x, Value::bv(8, 1));
        let found = match run(&store, &command, &mut values, &mut choices.iter().cloned()) {
            Ok(()) => values.get(x).unwrap().to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn runs_and_errors() {
        let increment = |store: &mut TermStore, x| {
            let (x_term, one) = (store.var(x), store.bv(8, 1));
            Command::Assign(x, store.bv_add(x_term, one))
        };
        let twice = |store: &mut TermStore, x| {
            let one = increment(store, x);
            Command::choice([Command::Skip, Command::seq([one.clone(), one])])
        };
        let never = |store: &mut TermStore, _| Command::Assume(store.bool(false));
        let havoc = |_: &mut TermStore, x| Command::Havoc(x);
        let unknown = |store: &mut TermStore, _| {
            let y = store.declare("y", Sort::Bool).unwrap();
            Command::Assume(store.var(y))
        };
        let value = |width| Choice::Value(Value::bv(width, 7));
        check(increment, &[], "#x02");
        check(twice, &[Choice::Branch(0)], "#x01");
        check(twice, &[Choice::Branch(1)], "#x03");
        check(twice, &[Choice::Branch(2)], "there is no branch 2 among 2");
        check(twice, &[value(8)], "a choice of the wrong kind: expected a branch");
        check(twice, &[], "a choice is missing");
        check(never, &[], "an assumption does not hold");
        check(|_, _| Command::choice([]), &[], "an assumption does not hold");
        check(havoc, &[value(8)], "#x07");
        check(havoc, &[Choice::Branch(0)], "a choice of the wrong kind: expected a value");
        check(havoc, &[], "a choice is missing");
        let wrong = "a value of sort (_ BitVec 4) for variable 'x' of sort (_ BitVec 8)";
        check(havoc, &[value(4)], wrong);
        check(unknown, &[], "no value for 'y'");
    }
}
