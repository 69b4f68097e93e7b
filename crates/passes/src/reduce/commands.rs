//! Properties of commands that passes need.

use model::{Cfa, Choice, Command, EdgeId};
use term::{TermStore, Value};

/// Whether a command is infeasible, as far as its syntax shows.
pub(super) fn is_infeasible(terms: &TermStore, command: &Command) -> bool {
    match command {
        Command::Assume(condition) => terms.as_bool(*condition) == Some(false),
        Command::Seq(commands) => commands.iter().any(|c| is_infeasible(terms, c)),
        Command::Choice(branches) => branches.iter().all(|c| is_infeasible(terms, c)),
        _ => false,
    }
}

/// The automaton with new commands for its edges; `None` if no command changes.
pub(super) fn with_commands(
    cfa: &Cfa,
    commands: impl IntoIterator<Item = (EdgeId, Command)>,
) -> Option<Cfa> {
    let mut changed: Option<Cfa> = None;
    for (edge, command) in commands {
        if command != cfa.edge(edge).command {
            changed.get_or_insert_with(|| cfa.clone()).set_command(edge, command);
        }
    }
    changed
}

/// Carries the choices of a command back to the original command. Both have the same shape, except
/// for operations that became `skip`; their choices may have any value.
pub(super) fn restore_choices(
    terms: &TermStore,
    before: &Command,
    after: &Command,
    given: &mut dyn Iterator<Item = Choice>,
    choices: &mut Vec<Choice>,
) {
    match (before, after) {
        (Command::Havoc(_), Command::Havoc(_)) => choices.extend(given.next()),
        (Command::Havoc(variable), _) => {
            choices.push(Choice::Value(Value::default_of(terms.symbol_sort(*variable))));
        }
        (Command::Seq(before), Command::Seq(after)) => {
            for (before, after) in before.iter().zip(after) {
                restore_choices(terms, before, after, given, choices);
            }
        }
        (Command::Choice(before), Command::Choice(after)) => {
            let Some(Choice::Branch(branch)) = given.next() else { return };
            choices.push(Choice::Branch(branch));
            let taken = branch as usize;
            if let (Some(before), Some(after)) = (before.get(taken), after.get(taken)) {
                restore_choices(terms, before, after, given, choices);
            }
        }
        _ => {}
    }
}

/// Takes the choices that a command needs.
pub(super) fn take_choices(
    terms: &TermStore,
    command: &Command,
    given: &mut dyn Iterator<Item = Choice>,
) -> Vec<Choice> {
    let mut choices = Vec::new();
    restore_choices(terms, command, command, given, &mut choices);
    choices
}
