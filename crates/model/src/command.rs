//! Guarded commands: the labels of edges.

use crate::ids::ProcedureId;
use rustc_hash::FxHashSet;
use term::{Symbol, Term};

/// A command maps a state to any number of states: none if an assumption fails, several if a value
/// or a branch is open.
///
/// The constructors [`Command::seq`] and [`Command::choice`] flatten; build with them. Sequences
/// may have any length, but functions on commands recurse into nested choices, so commands must not
/// be nested deeper than [`Command::MAX_DEPTH`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// No change.
    Skip,
    /// Continues only if the Boolean term holds.
    Assume(Term),
    /// Assigns the value that the term has before.
    Assign(Symbol, Term),
    /// Gives a variable any value.
    Havoc(Symbol),
    /// All commands in sequence.
    Seq(Vec<Command>),
    /// One of the commands; an empty choice is infeasible.
    Choice(Vec<Command>),
    /// Runs a procedure to its exit. A call must be the only command of its edge.
    Call(Call),
}

/// A call of a procedure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The procedure that is called.
    pub procedure: ProcedureId,
    /// Values for its parameters, over the variables of the caller.
    pub args: Vec<Term>,
    /// Variables of the caller that take its results.
    pub results: Vec<Symbol>,
}

impl Command {
    /// The maximal nesting of sequences and choices.
    pub const MAX_DEPTH: usize = 1000;

    /// The sequence of the commands, flattened and without redundant skips.
    pub fn seq(commands: impl IntoIterator<Item = Command>) -> Command {
        let mut flat = Vec::new();
        for command in commands {
            match command {
                Command::Skip => {}
                Command::Seq(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Command::Skip,
            1 => flat.pop().expect("it has one"),
            _ => Command::Seq(flat),
        }
    }

    /// The choice between the commands, flattened.
    pub fn choice(commands: impl IntoIterator<Item = Command>) -> Command {
        let mut flat = Vec::new();
        for command in commands {
            match command {
                Command::Choice(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        if flat.len() == 1 { flat.pop().expect("it has one") } else { Command::Choice(flat) }
    }

    /// The commands directly inside a sequence or choice.
    pub fn children(&self) -> &[Command] {
        match self {
            Command::Seq(commands) | Command::Choice(commands) => commands,
            _ => &[],
        }
    }

    /// The command and all commands inside it, in pre-order.
    pub fn iter(&self) -> impl Iterator<Item = &Command> {
        let mut stack = vec![self];
        std::iter::from_fn(move || {
            let command = stack.pop()?;
            stack.extend(command.children().iter().rev());
            Some(command)
        })
    }

    /// Number of operations: all commands except sequences and choices.
    pub fn operations(&self) -> usize {
        self.iter().filter(|c| !matches!(c, Command::Seq(_) | Command::Choice(_))).count()
    }

    /// The variables that the command may change, in the order of declaration.
    pub fn modified(&self) -> Vec<Symbol> {
        let mut seen = FxHashSet::default();
        for command in self.iter() {
            match command {
                Command::Assign(variable, _) | Command::Havoc(variable) => {
                    seen.insert(*variable);
                }
                Command::Call(call) => seen.extend(&call.results),
                _ => {}
            }
        }
        let mut variables: Vec<Symbol> = seen.into_iter().collect();
        variables.sort_unstable();
        variables
    }

    /// The terms that occur in the command, in order.
    pub fn terms(&self) -> Vec<Term> {
        let mut terms = Vec::new();
        for command in self.iter() {
            match command {
                Command::Assume(term) | Command::Assign(_, term) => terms.push(*term),
                Command::Call(call) => terms.extend(&call.args),
                _ => {}
            }
        }
        terms
    }

    /// The condition at the start of the command, before anything is changed or chosen.
    pub fn leading_assumption(&self) -> Option<Term> {
        match self {
            Command::Assume(condition) => Some(*condition),
            Command::Seq(commands) => match commands.first() {
                Some(Command::Assume(condition)) => Some(*condition),
                _ => None,
            },
            _ => None,
        }
    }

    /// The call, if the command is one.
    pub fn as_call(&self) -> Option<&Call> {
        match self {
            Command::Call(call) => Some(call),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Sort, TermStore};

    #[test]
    fn constructors_flatten() {
        let mut terms = TermStore::new();
        let x = terms.declare("x", Sort::Bool).unwrap();
        let havoc = || Command::Havoc(x);
        assert_eq!(Command::seq([]), Command::Skip);
        assert_eq!(Command::seq([Command::Skip, havoc()]), havoc());
        let nested = Command::seq([Command::seq([havoc(), havoc()]), Command::Skip, havoc()]);
        assert_eq!(nested, Command::Seq(vec![havoc(), havoc(), havoc()]));
        assert_eq!(nested.operations(), 3);
        let skip = Command::Skip;
        let nested = Command::choice([havoc(), Command::choice([skip.clone(), havoc()])]);
        assert_eq!(nested, Command::Choice(vec![havoc(), skip, havoc()]));
        assert_eq!(Command::choice([]), Command::Choice(vec![]));
    }

    #[test]
    fn modified_and_terms_look_inside() {
        let mut terms = TermStore::new();
        let x = terms.declare("x", Sort::Bool).unwrap();
        let y = terms.declare("y", Sort::Bool).unwrap();
        let x_term = terms.var(x);
        let command = Command::choice([
            Command::seq([Command::Assume(x_term), Command::Havoc(y)]),
            Command::Assign(x, x_term),
        ]);
        assert_eq!(command.modified(), [x, y]);
        assert_eq!(command.terms(), [x_term, x_term]);
    }
}
