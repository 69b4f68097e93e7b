//! Goals: what is to be derived, and how far that has come.

use crate::horn::{RuleId, Rules};
use evidence::{Application, Derivation};
use model::PredicateId;
use rustc_hash::FxHashMap;
use term::{Substitution, Symbol, Term, TermStore, Value};

/// A subgoal: a predicate that is to hold of some variables, derived in at most so many steps.
#[derive(Clone, Debug)]
pub(super) struct Subgoal {
    pub(super) predicate: PredicateId,
    pub(super) level: u32,
    /// Variables that no other subgoal has.
    pub(super) arguments: Vec<Term>,
    /// The application that needs it, and for which atom of its body.
    pub(super) parent: usize,
    pub(super) position: usize,
}

/// A goal: subgoals and constraints, and the applications of rules that led to it. The last application is the
/// newest.
#[derive(Clone, Debug, Default)]
pub(super) struct Goal {
    pub(super) subgoals: Vec<Subgoal>,
    pub(super) constraints: Vec<Term>,
    pub(super) steps: Vec<Step>,
}

/// An application of a rule.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) rule: RuleId,
    /// The terms for the values of the clause's variables.
    values: Vec<Term>,
    /// The applications that derive the atoms of its body.
    premises: Vec<Option<usize>>,
}

/// A rule with variables of its own. Goals with the same number of steps share the copies of rules, so that
/// the solver knows them already.
#[derive(Clone, Debug)]
pub(super) struct Copy {
    constraint: Vec<Term>,
    head: Vec<Term>,
    /// The variables for the arguments of each atom of the body.
    body: Vec<Vec<Term>>,
    values: Vec<Term>,
}

/// The copies of rules, by the number of steps before them.
#[derive(Default)]
pub(super) struct Copies {
    made: FxHashMap<(usize, RuleId), Copy>,
}

impl Copies {
    fn get(&mut self, rules: &mut Rules, number: usize, rule: RuleId) -> Copy {
        if let Some(copy) = self.made.get(&(number, rule)) {
            return copy.clone();
        }
        let mut symbols: Vec<Symbol> = rules.symbols[rule].iter().copied().collect();
        symbols.sort_unstable();
        let Rules { store, rules, parameters, .. } = rules;
        let mut renamed = Substitution::new();
        let fresh = |store: &mut TermStore, old: Term| {
            let symbol = store.fresh("c", store.sort(old).clone());
            store.var(symbol)
        };
        for symbol in symbols {
            let old = store.var(symbol);
            let new = fresh(store, old);
            renamed.insert(old, new);
        }
        let applied = &mut rules[rule];
        let mut constraint: Vec<Term> =
            applied.constraint.iter().map(|&part| renamed.apply(store, part)).collect();
        let mut body = Vec::with_capacity(applied.args.len());
        for (atom, args) in applied.body.iter().zip(&applied.args) {
            let mut variables = Vec::with_capacity(args.len());
            for (&parameter, &arg) in parameters[atom.predicate.index()].iter().zip(args) {
                let variable = fresh(store, parameter);
                let value = renamed.apply(store, arg);
                constraint.push(store.eq(variable, value));
                variables.push(variable);
            }
            body.push(variables);
        }
        let head = match &mut applied.head {
            Some(head) => parameters[head.predicate.index()]
                .iter()
                .map(|&parameter| {
                    let arg = head.of(store, parameter);
                    renamed.apply(store, arg)
                })
                .collect(),
            None => Vec::new(),
        };
        let values = applied.values.iter().map(|&value| renamed.apply(store, value)).collect();
        let copy = Copy { constraint, head, body, values };
        self.made.insert((number, rule), copy.clone());
        copy
    }
}

/// A goal after a resolution step.
pub(super) struct Resolvent {
    /// The new goal: subgoals of the body and those that were there, and the constraints that were there.
    pub(super) goal: Goal,
    /// What the rule adds: its constraint, for the arguments of the subgoal.
    pub(super) prefix: Vec<Term>,
    /// How many of the subgoals, the last ones, are those of the body.
    pub(super) body: usize,
}

impl Goal {
    /// Resolves a rule with a subgoal, or starts with a query. Atoms of the body are derived within a level.
    pub(super) fn resolve(
        &self,
        rules: &mut Rules,
        copies: &mut Copies,
        subgoal: Option<usize>,
        rule: RuleId,
        level: u32,
    ) -> Resolvent {
        let number = self.steps.len();
        let copy = copies.get(rules, number, rule);
        let mut goal = self.clone();
        let mut prefix = copy.constraint.clone();
        if let Some(subgoal) = subgoal {
            let Subgoal { arguments, parent, position, .. } = goal.subgoals.remove(subgoal);
            for (argument, value) in arguments.into_iter().zip(&copy.head) {
                prefix.push(rules.store.eq(argument, *value));
            }
            goal.steps[parent].premises[position] = Some(number);
        }
        let body = &rules.rules[rule].body;
        let premises = vec![None; body.len()];
        goal.steps.push(Step { rule, values: copy.values, premises });
        for (position, (atom, arguments)) in body.iter().zip(copy.body).enumerate() {
            let predicate = atom.predicate;
            goal.subgoals.push(Subgoal { predicate, level, arguments, parent: number, position });
        }
        Resolvent { goal, prefix, body: body.len() }
    }

    /// The derivation of a goal without subgoals, with values of a model.
    pub(super) fn derivation(&self, value: &mut dyn FnMut(Term) -> Value) -> Derivation {
        let mut steps = Vec::with_capacity(self.steps.len());
        // Premises were added later than what they are for, so they come first now.
        let place = |step: usize| self.steps.len() - 1 - step;
        for step in self.steps.iter().rev() {
            let values = step.values.iter().map(|&term| value(term)).collect();
            let premises = step.premises.iter().map(|premise| place(premise.expect("derived")));
            steps.push(Application { clause: step.rule, values, premises: premises.collect() });
        }
        Derivation { steps }
    }
}
