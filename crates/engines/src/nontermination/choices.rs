//! The terms that open values are chosen by.

use evidence::{OpenValue, TraceStep};
use model::{Choice, Command, Model, RecurrentLoop};
use rustc_hash::FxHashMap;
use term::{Sort, Symbol, Term, TermStore, Value};

/// Most open values of which each is varied alone.
const MAX_VARIED: usize = 6;

/// Most variables whose values, and their neighbours, are tried for an open value.
const MAX_VARIABLES: usize = 6;

/// An open value inside of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) at: OpenValue,
    pub(super) variable: Symbol,
}

/// A term for each open value.
pub(super) type Chosen = FxHashMap<OpenValue, Term>;

/// The open values on the edges of a loop.
pub(super) fn open_values(model: &Model, of: &RecurrentLoop) -> Vec<Open> {
    let cfa = &model.entry().cfa;
    let mut found = Vec::new();
    for &location in &of.locations {
        for &edge in cfa.outgoing(location) {
            if !of.locations.contains(&cfa.edge(edge).target) {
                continue;
            }
            let havocs = cfa.edge(edge).command.iter().filter_map(|command| match command {
                Command::Havoc(variable) => Some(*variable),
                _ => None,
            });
            for (number, variable) in havocs.enumerate() {
                found.push(Open { at: OpenValue { edge, number: number as u32 }, variable });
            }
        }
    }
    found
}

/// Ways to choose all open values: as in the last of some rounds, the value that the variable has
/// already, or a mixture of these with values of other variables.
pub(super) fn strategies(
    model: &Model,
    store: &mut TermStore,
    of: &RecurrentLoop,
    rounds: &[TraceStep],
) -> Vec<Chosen> {
    let open = open_values(model, of);
    let seen = values_of(model, rounds);
    let constant = |store: &mut TermStore, open: &Open| match seen.get(&open.at) {
        Some(value) => store.constant(value.clone()),
        None => {
            let sort = store.symbol_sort(open.variable).clone();
            store.constant(Value::default_of(&sort))
        }
    };
    let constants: Chosen = open.iter().map(|open| (open.at, constant(store, open))).collect();
    let kept: Chosen = open.iter().map(|open| (open.at, store.var(open.variable))).collect();
    let mut found = vec![constants.clone()];
    if open.is_empty() {
        return found;
    }
    found.push(kept.clone());
    for one in open.iter().take(MAX_VARIED) {
        if open.len() > 1 {
            let with = |mut base: Chosen, term| {
                base.insert(one.at, term);
                base
            };
            found.push(with(constants.clone(), kept[&one.at]));
            found.push(with(kept.clone(), constants[&one.at]));
        }
        for term in neighbours(store, of, one) {
            let mut base = constants.clone();
            base.insert(one.at, term);
            found.push(base);
        }
    }
    found
}

/// The values of other variables of the same sort, and the numbers beside them.
fn neighbours(store: &mut TermStore, of: &RecurrentLoop, open: &Open) -> Vec<Term> {
    let sort = store.symbol_sort(open.variable).clone();
    let Sort::BitVec(width) = sort else { return Vec::new() };
    let same = |v: &&Symbol| **v != open.variable && *store.symbol_sort(**v) == sort;
    let others: Vec<Symbol> = of.relevant.iter().filter(same).copied().collect();
    let one = store.bv(width, 1);
    let mut found = Vec::new();
    for &variable in others.iter().take(MAX_VARIABLES) {
        let value = store.var(variable);
        found.extend([value, store.bv_add(value, one), store.bv_sub(value, one)]);
    }
    found
}

/// The last value of each open value in some steps.
fn values_of(model: &Model, steps: &[TraceStep]) -> FxHashMap<OpenValue, Value> {
    let mut found = FxHashMap::default();
    for step in steps {
        let mut choices = step.choices.iter();
        let command = &model.entry().cfa.edge(step.edge).command;
        let mut pending = vec![(command, 0)];
        while let Some((command, number)) = pending.pop() {
            match command {
                Command::Havoc(_) => {
                    if let Some(Choice::Value(value)) = choices.next() {
                        found.insert(OpenValue { edge: step.edge, number }, value.clone());
                    }
                }
                Command::Seq(commands) => pending.extend(numbered(commands, number).rev()),
                Command::Choice(branches) if !branches.is_empty() => {
                    if let Some(Choice::Branch(branch)) = choices.next() {
                        pending.extend(numbered(branches, number).nth(*branch as usize));
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// Commands with the numbers of their first open values.
fn numbered(commands: &[Command], first: u32) -> impl DoubleEndedIterator<Item = (&Command, u32)> {
    let mut next = first;
    let number = |command| {
        let own = next;
        next += count(command);
        (command, own)
    };
    commands.iter().map(number).collect::<Vec<_>>().into_iter()
}

/// How many open values a command has.
pub(super) fn count(command: &Command) -> u32 {
    command.iter().filter(|command| matches!(command, Command::Havoc(_))).count() as u32
}
