//! Random recursive procedures: no run violates what is proved with summaries.

use super::verdict;
use crate::testing::model;
use model::{Choice, Command, Location, Model, ProcedureId};
use proptest::prelude::*;
use std::collections::BTreeSet;
use term::{Assignment, Symbol, Value, eval};

/// The maximal number of activations on the stack.
const DEPTH: usize = 5;

/// All values of a variable.
const VALUES: u64 = 4;

/// A running procedure: its position, and the values of its variables.
type Activation = (ProcedureId, Location, Vec<u64>);

/// The globals, and the running procedures, the innermost last.
type Configuration = (Vec<u64>, Vec<Activation>);

struct Explorer<'m> {
    model: &'m Model,
}

impl Explorer<'_> {
    /// Whether an error is reachable without very deep recursion.
    fn fails(&self) -> bool {
        let entry = self.model.entry;
        let mut seen: BTreeSet<Configuration> = BTreeSet::new();
        let mut open: Vec<Configuration> = Vec::new();
        for globals in all_values(self.model.globals.len()) {
            for activation in self.started(entry, &[]) {
                open.push((globals.clone(), vec![activation]));
            }
        }
        while let Some(configuration) = open.pop() {
            if !seen.insert(configuration.clone()) {
                continue;
            }
            let (procedure, location, _) = configuration.1.last().expect("something runs");
            if self.model.procedure(*procedure).cfa.error_at(*location).is_some() {
                return true;
            }
            open.extend(self.next(&configuration));
        }
        false
    }

    /// New activations of a procedure, with given arguments and arbitrary other variables.
    fn started(&self, id: ProcedureId, args: &[u64]) -> Vec<Activation> {
        let procedure = self.model.procedure(id);
        let others = procedure.own_variables().count() - args.len();
        let with = |rest: Vec<u64>| (id, procedure.cfa.initial(), [args, &rest].concat());
        all_values(others).into_iter().map(with).collect()
    }

    fn next(&self, (globals, stack): &Configuration) -> Vec<Configuration> {
        let (id, location, values) = stack.last().expect("something runs");
        let procedure = self.model.procedure(*id);
        let variables: Vec<Symbol> =
            self.model.globals.iter().copied().chain(procedure.own_variables()).collect();
        let state: Vec<u64> = globals.iter().chain(values).copied().collect();
        let mut found = Vec::new();
        if procedure.cfa.exit() == Some(*location) && stack.len() > 1 {
            found.extend(self.returned(globals, stack));
        }
        for &edge in procedure.cfa.outgoing(*location) {
            let edge = procedure.cfa.edge(edge);
            let assignment = assignment(&variables, &state);
            if let Command::Call(call) = &edge.command {
                if stack.len() < DEPTH {
                    let value = |&arg| number(&eval(&self.model.terms, arg, &assignment).unwrap());
                    let args: Vec<u64> = call.args.iter().map(value).collect();
                    for callee in self.started(call.procedure, &args) {
                        let stack = [&stack[..], &[callee]].concat();
                        found.push((globals.clone(), stack));
                    }
                }
                continue;
            }
            let open = edge.command.iter().filter(|c| matches!(c, Command::Havoc(_))).count();
            for chosen in all_values(open) {
                let mut values = assignment.clone();
                let mut choices = chosen.iter().map(|&value| Choice::Value(Value::bv(2, value)));
                let ran = model::run(&self.model.terms, &edge.command, &mut values, &mut choices);
                if ran.is_ok() {
                    let after: Vec<u64> =
                        variables.iter().map(|&v| number(values.get(v).unwrap())).collect();
                    let (globals, own) = after.split_at(globals.len());
                    let mut stack = stack.clone();
                    *stack.last_mut().unwrap() = (*id, edge.target, own.to_vec());
                    found.push((globals.to_vec(), stack));
                }
            }
        }
        found
    }

    /// Continues the caller after a return.
    fn returned(&self, globals: &[u64], stack: &[Activation]) -> Vec<Configuration> {
        let [below @ .., (caller, at, values), (callee, _, inside)] = stack else {
            return Vec::new();
        };
        let (caller_body, callee_body) =
            (self.model.procedure(*caller), self.model.procedure(*callee));
        let own: Vec<Symbol> = caller_body.own_variables().collect();
        let inner: Vec<Symbol> = callee_body.own_variables().collect();
        let place = |of: &[Symbol], symbol| of.iter().position(|&s| s == symbol).unwrap();
        let mut found = Vec::new();
        for &edge in caller_body.cfa.outgoing(*at) {
            let edge = caller_body.cfa.edge(edge);
            let Some(call) = edge.command.as_call().filter(|call| call.procedure == *callee) else {
                continue;
            };
            let (mut globals, mut values) = (globals.to_vec(), values.clone());
            for (&result, &taken) in callee_body.results.iter().zip(&call.results) {
                let value = inside[place(&inner, result)];
                match self.model.globals.iter().position(|&g| g == taken) {
                    Some(global) => globals[global] = value,
                    None => values[place(&own, taken)] = value,
                }
            }
            let resumed = (*caller, edge.target, values);
            found.push((globals, [below, &[resumed]].concat()));
        }
        found
    }
}

pub(super) fn assignment(variables: &[Symbol], values: &[u64]) -> Assignment {
    let mut assignment = Assignment::new();
    for (&variable, &value) in variables.iter().zip(values) {
        assignment.set(variable, Value::bv(2, value));
    }
    assignment
}

pub(super) fn number(value: &Value) -> u64 {
    value.as_bitvec().and_then(term::BitVec::to_u64).expect("two bits")
}

/// All values of some variables.
pub(super) fn all_values(count: usize) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |values: Vec<u64>| (0..VALUES).map(move |v| [&values[..], &[v]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// An expression over some variables.
pub(super) fn expression(variables: &'static [&'static str]) -> impl Strategy<Value = String> {
    let variable = || prop::sample::select(variables.to_vec());
    let constant = prop::sample::select(vec!["#b00", "#b01", "#b11"]);
    prop_oneof![
        constant.prop_map(str::to_owned),
        variable().prop_map(str::to_owned),
        variable().prop_map(|v| format!("(bvadd {v} #b01)")),
        variable().prop_map(|v| format!("(bvsub {v} #b01)")),
        (variable(), variable()).prop_map(|(a, b)| format!("(ite (bvult {a} {b}) {a} {b})")),
    ]
}

pub(super) fn condition(variables: &'static [&'static str]) -> impl Strategy<Value = String> {
    let relation = prop::sample::select(vec!["bvult", "=", "bvule"]);
    (relation, expression(variables), expression(variables), any::<bool>()).prop_map(
        |(relation, a, b, negated)| match negated {
            true => format!("(not ({relation} {a} {b}))"),
            false => format!("({relation} {a} {b})"),
        },
    )
}

pub(super) const OUTSIDE: &[&str] = &["g", "x"];
pub(super) const INSIDE: &[&str] = &["g", "n", "m", "r"];

/// A model with a procedure that may call itself and change a global variable.
fn recursion() -> impl Strategy<Value = String> {
    let outside = (expression(OUTSIDE), expression(OUTSIDE), condition(OUTSIDE));
    let inside = (condition(INSIDE), expression(INSIDE), condition(INSIDE), expression(INSIDE));
    let deeper = (expression(INSIDE), expression(INSIDE), expression(INSIDE), condition(INSIDE));
    (outside, inside, deeper, any::<bool>()).prop_map(
        |((start, arg, wrong), (base, result, goes, change), (inner, sum, global, worse), both)| {
            let error =
                if both { format!("in -> worse {{ assume {worse} }}") } else { String::new() };
            format!(
                "var g : bv2
                 procedure main {{
                   var x : bv2
                   initial start
                   error bad \"\"
                   start -> ready {{ x := {start}; g := {start} }}
                   ready -> called {{ call x := f({arg}) }}
                   called -> bad {{ assume {wrong} }}
                 }}
                 procedure f(n : bv2) returns (r : bv2) {{
                   var m : bv2
                   initial in
                   exit out
                   error worse \"\"
                   in -> out {{ assume {base}; r := {result} }}
                   in -> deeper {{ assume {goes}; n := {change} }}
                   {error}
                   deeper -> back {{ call m := f({inner}) }}
                   back -> out {{ r := {sum}; g := {global} }}
                 }}"
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_proof_is_wrong(text in recursion()) {
        let fails = Explorer { model: &model(&text) }.fails();
        let found = verdict(&text);
        prop_assert!(!(fails && found == "safe"), "{text}");
    }
}

#[test]
fn the_explorer_finds_errors() {
    let text = |wrong: &str| {
        format!(
            "var g : bv2
             procedure main {{
               var x : bv2
               initial start
               error bad \"\"
               start -> ready {{ g := #b00 }}
               ready -> called {{ call x := f(#b11) }}
               called -> bad {{ assume {wrong} }}
             }}
             procedure f(n : bv2) returns (r : bv2) {{
               var m : bv2
               initial in
               exit out
               in -> out {{ assume (= n #b00); r := n }}
               in -> deeper {{ assume (not (= n #b00)); g := (bvadd g #b01) }}
               deeper -> back {{ call m := f((bvsub n #b01)) }}
               back -> out {{ r := (bvadd m #b01) }}
             }}"
        )
    };
    let fails = |wrong: &str| Explorer { model: &model(&text(wrong)) }.fails();
    assert!(fails("(= x #b11)"));
    assert!(!fails("(not (= x #b11))"));
    assert!(fails("(= g #b11)"));
    assert!(!fails("(not (= g #b11))"));
}
