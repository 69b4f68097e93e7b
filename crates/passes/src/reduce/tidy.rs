//! Simplifies commands. `skip`s are removed, and so are branches that are infeasible or repeat
//! another branch. A choice between plain assumptions becomes their disjunction, so that a test
//! that no longer decides anything vanishes. A test that only decides a truth value assigned to a
//! variable, as for `&&` and `||` in C, becomes a formula.
//!
//! The way back: proofs stay. A run is replayed with its values, which determine the branches that
//! the simplified command no longer chooses.

use super::commands::with_commands;
use super::pass::{Back, Claim, Pass, Reduction};
use evidence::TraceStep;
use model::{Cfa, Choice, Command, EdgeId};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Assignment, Sort, Symbol, Term, TermStore, Value, eval};

/// The pass.
pub(super) struct Tidy;

impl Pass for Tidy {
    fn run(&self, terms: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let commands = input.edges().map(|e| (e, tidied(terms, &input.edge(e).command).0));
        let output = with_commands(input, commands)?;
        Some((Arc::new(output), Box::new(Tidied { input: input.clone() })))
    }
}

/// How the choices of a simplified command become those of the original.
#[derive(Clone, Debug)]
enum Plan {
    /// For a single operation: it is unchanged, or it needed no choice and is gone.
    Operation,
    /// For an infeasible command.
    Never,
    /// For a sequence, part by part.
    Seq(Vec<Plan>),
    /// For a choice with one remaining branch.
    Only(usize, Box<Plan>),
    /// For a choice: the original number of each branch.
    Choice(Vec<(usize, Plan)>),
    /// For a choice between assumptions: the first branch whose condition holds is taken.
    FirstOf(Vec<(usize, Term, Plan)>),
}

fn tidied(terms: &mut TermStore, command: &Command) -> (Command, Plan) {
    match command {
        Command::Assume(condition) => match terms.as_bool(*condition) {
            Some(true) => (Command::Skip, Plan::Operation),
            Some(false) => (command.clone(), Plan::Never),
            None => (command.clone(), Plan::Operation),
        },
        Command::Assign(variable, value) if terms.as_var(*value) == Some(*variable) => {
            (Command::Skip, Plan::Operation)
        }
        Command::Seq(parts) => {
            let (parts, plans): (Vec<_>, Vec<_>) = parts.iter().map(|c| tidied(terms, c)).unzip();
            if plans.iter().any(|plan| matches!(plan, Plan::Never)) {
                return never(terms);
            }
            (Command::seq(parts), Plan::Seq(plans))
        }
        Command::Choice(branches) => tidied_choice(terms, branches),
        Command::Skip | Command::Assign(..) | Command::Havoc(_) | Command::Call(_) => {
            (command.clone(), Plan::Operation)
        }
    }
}

fn never(terms: &mut TermStore) -> (Command, Plan) {
    (Command::Assume(terms.bool(false)), Plan::Never)
}

fn tidied_choice(terms: &mut TermStore, branches: &[Command]) -> (Command, Plan) {
    let mut numbers: FxHashMap<Command, usize> = FxHashMap::default();
    let mut kept: Vec<(Command, usize, Plan)> = Vec::new();
    for (number, branch) in branches.iter().enumerate() {
        let (branch, plan) = tidied(terms, branch);
        if !matches!(plan, Plan::Never) && numbers.insert(branch.clone(), number).is_none() {
            kept.push((branch, number, plan));
        }
    }
    if kept.len() == 1 {
        let (branch, number, plan) = kept.pop().expect("it has one");
        return (branch, Plan::Only(number, Box::new(plan)));
    }
    if kept.is_empty() {
        return never(terms);
    }
    let conditions: Option<Vec<Term>> =
        kept.iter().map(|(branch, ..)| as_assumption(terms, branch)).collect();
    if let Some(conditions) = conditions {
        let either = terms.or(&conditions);
        let plans = kept.into_iter().zip(conditions).map(|((_, n, plan), c)| (n, c, plan));
        return match terms.as_bool(either) {
            Some(true) => (Command::Skip, Plan::FirstOf(plans.collect())),
            Some(false) => never(terms),
            None => (Command::Assume(either), Plan::FirstOf(plans.collect())),
        };
    }
    if let [(first, a, plan_a), (second, b, plan_b)] = &kept[..]
        && let Some((assign, conditions)) = as_formula(terms, first, second)
    {
        let [if_first, if_second] = conditions;
        let plans = vec![(*a, if_first, plan_a.clone()), (*b, if_second, plan_b.clone())];
        return (assign, Plan::FirstOf(plans));
    }
    let plans = kept.iter().map(|(_, number, plan)| (*number, plan.clone())).collect();
    let branches = kept.into_iter().map(|(branch, ..)| branch).collect();
    (Command::Choice(branches), Plan::Choice(plans))
}

/// The condition of a command that only assumes it.
fn as_assumption(terms: &mut TermStore, command: &Command) -> Option<Term> {
    match command {
        Command::Skip => Some(terms.bool(true)),
        Command::Assume(condition) => Some(*condition),
        Command::Seq(parts) => {
            let conditions: Option<Vec<Term>> =
                parts.iter().map(|part| as_assumption(terms, part)).collect();
            Some(terms.and(&conditions?))
        }
        _ => None,
    }
}

/// If two branches exclude each other and only assign a truth value to the same variable: the
/// combined assignment, and the conditions of the branches.
fn as_formula(
    terms: &mut TermStore,
    first: &Command,
    second: &Command,
) -> Option<(Command, [Term; 2])> {
    let (yes, then) = guarded_assignment(first)?;
    let (no, otherwise) = guarded_assignment(second)?;
    let (variable, _) = then.or(otherwise)?;
    let same = |assigned: Option<(Symbol, Term)>| assigned.is_none_or(|(v, _)| v == variable);
    if *terms.symbol_sort(variable) != Sort::Bool || !same(then) || !same(otherwise) {
        return None;
    }
    if terms.not(yes) != no {
        return None;
    }
    let unchanged = terms.var(variable);
    let value = |assigned: Option<(Symbol, Term)>| assigned.map_or(unchanged, |(_, value)| value);
    let value = terms.ite(yes, value(then), value(otherwise));
    Some((Command::Assign(variable, value), [yes, no]))
}

/// An assumption, and the assignment that follows it, if any.
fn guarded_assignment(command: &Command) -> Option<(Term, Option<(Symbol, Term)>)> {
    match command {
        Command::Assume(condition) => Some((*condition, None)),
        Command::Seq(parts) => match parts[..] {
            [Command::Assume(condition), Command::Assign(variable, value)] => {
                Some((condition, Some((variable, value))))
            }
            _ => None,
        },
        _ => None,
    }
}

struct Tidied {
    input: Arc<Cfa>,
}

impl Back for Tidied {
    fn proof(&self, _: &mut TermStore, claim: Claim) -> Claim {
        claim
    }

    fn steps(
        &self,
        terms: &mut TermStore,
        initial: &Assignment,
        mut steps: Vec<TraceStep>,
    ) -> Vec<TraceStep> {
        let mut plans: FxHashMap<EdgeId, Plan> = FxHashMap::default();
        let mut values = initial.clone();
        for step in &mut steps {
            let command = &self.input.edge(step.edge).command;
            let plan = plans.entry(step.edge).or_insert_with(|| tidied(terms, command).1);
            let given = std::mem::take(&mut step.choices).into_iter();
            let mut run = Replaying { terms, values: &mut values, given, choices: Vec::new() };
            run.follow(plan, command);
            step.choices = run.choices;
        }
        steps
    }
}

/// Replays a run through the original command, using the choices of the simplified one.
struct Replaying<'a> {
    terms: &'a TermStore,
    values: &'a mut Assignment,
    given: std::vec::IntoIter<Choice>,
    choices: Vec<Choice>,
}

impl Replaying<'_> {
    fn follow(&mut self, plan: &Plan, command: &Command) {
        match (plan, command) {
            (Plan::Operation, Command::Assign(variable, value)) => {
                if let Ok(value) = eval(self.terms, *value, self.values) {
                    self.values.set(*variable, value);
                }
            }
            (Plan::Operation, Command::Havoc(variable)) => {
                let given = self.given.next();
                if let Some(Choice::Value(value)) = &given {
                    self.values.set(*variable, value.clone());
                }
                self.choices.extend(given);
            }
            (Plan::Seq(plans), Command::Seq(parts)) => {
                for (plan, part) in plans.iter().zip(parts) {
                    self.follow(plan, part);
                }
            }
            (Plan::Only(number, plan), Command::Choice(branches)) => {
                self.enter(*number, plan, branches);
            }
            (Plan::Choice(plans), Command::Choice(branches)) => {
                if let Some(Choice::Branch(branch)) = self.given.next()
                    && let Some((number, plan)) = plans.get(branch as usize)
                {
                    self.enter(*number, plan, branches);
                }
            }
            (Plan::FirstOf(plans), Command::Choice(branches)) => {
                let holds =
                    |condition| eval(self.terms, condition, self.values) == Ok(Value::Bool(true));
                if let Some((number, _, plan)) = plans.iter().find(|(_, c, _)| holds(*c)) {
                    self.enter(*number, plan, branches);
                }
            }
            // An assumption, or an infeasible command: there is nothing to choose.
            _ => {}
        }
    }

    fn enter(&mut self, number: usize, plan: &Plan, branches: &[Command]) {
        self.choices.push(Choice::Branch(number as u32));
        self.follow(plan, &branches[number]);
    }
}
