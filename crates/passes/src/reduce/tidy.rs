//! Clears up inside commands: what became `skip` goes, branches that never go on or say what
//! another one says go, and a choice between assumptions alone is their disjunction, so that a
//! test of the program that decides nothing any more vanishes. A test that decides which truth value a
//! variable gets, as C has for `&&` and `||`, becomes a formula.
//!
//! The way back: proofs stay. A run is followed with its values, which tell the branches that are
//! not chosen any more.

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

/// How the choices of a tidied command become those of the command it was.
#[derive(Clone, Debug)]
enum Plan {
    /// Of a single operation: it is the same, or asked for nothing and is gone.
    Operation,
    /// It never goes on.
    Never,
    /// Of a sequence, part by part.
    Seq(Vec<Plan>),
    /// Of a choice of which one branch is left.
    Only(usize, Box<Plan>),
    /// Of a choice: the number that each branch had.
    Choice(Vec<(usize, Plan)>),
    /// Of a choice between assumptions: the first branch whose condition holds.
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

/// The condition under which a command goes on, if it does nothing else than assume it.
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

/// The assignment that two branches come to that exclude each other and give the same variable a truth
/// value, and the conditions of the branches.
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

/// An assumption, and the assignment that follows it if there is one.
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

/// A run through a command as it was, by the choices of what it became.
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
            // An assumption, or a run that never goes on: there is nothing to choose.
            _ => {}
        }
    }

    fn enter(&mut self, number: usize, plan: &Plan, branches: &[Command]) {
        self.choices.push(Choice::Branch(number as u32));
        self.follow(plan, &branches[number]);
    }
}
