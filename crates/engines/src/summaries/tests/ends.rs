//! Whether recursion ends: no run of random procedures is endless that are proved to end.

use super::random::{INSIDE, OUTSIDE, all_values, assignment, condition, expression, number};
use crate::engine::{Context, Engine};
use crate::summaries::infer;
use crate::testing::model;
use crate::{Silent, Termination};
use check::{Options, check_proof};
use evidence::{Proof, Summaries, Verdict};
use model::{Automaton, Command, Location, Model, ProcedureId, Recurrences};
use proptest::prelude::*;
use smt::Budget;
use std::collections::{BTreeMap, BTreeSet};
use term::{Symbol, eval};

/// Whether a proof is found that all runs end, with summaries or without. The checker must accept it.
fn proves(text: &str) -> bool {
    let model = model(text);
    let about = Recurrences::of(&model).expect("values are finite").model;
    assert_eq!(model::verify::verify(&about), Ok(()), "{about}");
    let mut observer = Silent;
    let mut context = Context::new(Budget::unlimited(), &mut observer);
    let none = Summaries::new(&model.terms, []);
    let inferred = infer(&model, &mut context).ok();
    [Some(none), inferred].into_iter().flatten().any(|summaries| {
        let summarised = summaries.applied_to(&about).expect("they fit");
        let automaton = Automaton::of(summarised.model).unwrap();
        match Termination::default().run(&automaton, &mut context).verdict {
            Verdict::Safe(proof) => {
                let proof = Proof::Summaries { summaries, proof: Box::new(proof) };
                let options = Options::default();
                let checked = check_proof(&about, &proof, &options, &Budget::unlimited());
                assert!(checked.is_ok(), "{checked:?}\n{proof:?}\n{about}");
                true
            }
            _ => false,
        }
    })
}

/// A procedure with its arguments and the globals at its start.
type Start = (ProcedureId, Vec<u64>, Vec<u64>);

/// The results and the globals after a call.
type Return = (Vec<u64>, Vec<u64>);

/// What activations of procedures without loops do, by enumeration.
struct Enumeration<'m> {
    model: &'m Model,
    returns: BTreeMap<Start, BTreeSet<Return>>,
    /// The calls in an activation.
    calls: BTreeMap<Start, BTreeSet<Start>>,
}

impl Enumeration<'_> {
    /// Whether some run of a model never ends: a chain of calls comes to a start that it was at.
    fn is_endless(model: &Model) -> bool {
        let (returns, calls) = (BTreeMap::new(), BTreeMap::new());
        let mut all = Enumeration { model, returns, calls };
        for globals in all_values(model.globals.len()) {
            all.calls.insert((model.entry, Vec::new(), globals), BTreeSet::new());
        }
        let mut before = 0;
        loop {
            for start in all.calls.keys().cloned().collect::<Vec<_>>() {
                all.activation(&start);
            }
            let sizes = all.returns.values().map(BTreeSet::len);
            let after = sizes.chain(all.calls.values().map(BTreeSet::len)).sum::<usize>();
            if after == before && all.calls.values().flatten().all(|s| all.calls.contains_key(s)) {
                break;
            }
            before = after;
            for start in all.calls.values().flatten().cloned().collect::<Vec<_>>() {
                all.calls.entry(start).or_default();
            }
        }
        // Starts from which all chains of calls end are taken away.
        let mut left = all.calls;
        loop {
            let size = left.len();
            let known: BTreeSet<Start> = left.keys().cloned().collect();
            left.retain(|_, calls| calls.iter().any(|call| known.contains(call)));
            if left.len() == size {
                return size > 0;
            }
        }
    }

    /// Goes on with an activation as far as what is known of calls allows.
    fn activation(&mut self, start: &Start) {
        let (id, args, globals) = start;
        let procedure = self.model.procedure(*id);
        let variables = self.model.variables(*id);
        let others = variables.len() - globals.len() - args.len();
        let mut open: Vec<(Location, Vec<u64>)> = all_values(others)
            .into_iter()
            .map(|rest| (procedure.cfa.initial(), [&globals[..], args, &rest].concat()))
            .collect();
        let mut seen = BTreeSet::new();
        while let Some((location, state)) = open.pop() {
            if !seen.insert((location, state.clone())) {
                continue;
            }
            let values = assignment(&variables, &state);
            let of = |symbols: &[Symbol]| -> Vec<u64> {
                symbols.iter().map(|&symbol| number(values.get(symbol).unwrap())).collect()
            };
            if procedure.cfa.exit() == Some(location) {
                let done = (of(&procedure.results), of(&self.model.globals));
                self.returns.entry(start.clone()).or_default().insert(done);
            }
            for &edge in procedure.cfa.outgoing(location) {
                let edge = procedure.cfa.edge(edge);
                let mut after = values.clone();
                if let Command::Call(call) = &edge.command {
                    let value = |&arg| number(&eval(&self.model.terms, arg, &values).unwrap());
                    let args = call.args.iter().map(value).collect();
                    let callee = (call.procedure, args, of(&self.model.globals));
                    for (results, globals) in self.returns.get(&callee).into_iter().flatten() {
                        let mut after = assignment(&self.model.globals, globals);
                        for (&variable, &value) in variables.iter().zip(&state) {
                            if !self.model.globals.contains(&variable) {
                                after.set(variable, term::Value::bv(2, value));
                            }
                        }
                        for (&variable, &value) in call.results.iter().zip(results) {
                            after.set(variable, term::Value::bv(2, value));
                        }
                        let state = variables.iter().map(|&v| number(after.get(v).unwrap()));
                        open.push((edge.target, state.collect()));
                    }
                    self.calls.entry(start.clone()).or_default().insert(callee);
                } else if model::run(
                    &self.model.terms,
                    &edge.command,
                    &mut after,
                    &mut std::iter::empty(),
                )
                .is_ok()
                {
                    let state = variables.iter().map(|&v| number(after.get(v).unwrap()));
                    open.push((edge.target, state.collect()));
                }
            }
        }
    }
}

/// A model with a procedure that may call itself twice, the second time with the result of the first.
fn recursion() -> impl Strategy<Value = String> {
    let outside = (expression(OUTSIDE), expression(OUTSIDE));
    let base = (condition(&["n"]), expression(INSIDE), expression(INSIDE));
    let calls = (expression(&["n", "m"]), expression(INSIDE), expression(&["n", "m", "g"]));
    (outside, base, calls, any::<bool>(), any::<bool>()).prop_map(
        |((start, arg), (base, result, global), (first, change, second), twice, exits)| {
            let again = if twice { format!("call r := f({second})") } else { "r := m".to_owned() };
            let goes = if exits { format!("assume (not {base})") } else { "skip".to_owned() };
            format!(
                "var g : bv2
                 procedure main {{
                   var x : bv2
                   initial start
                   start -> ready {{ x := {start} }}
                   ready -> called {{ call x := f({arg}) }}
                   called -> again {{ call x := f(x) }}
                 }}
                 procedure f(n : bv2) returns (r : bv2) {{
                   var m : bv2
                   initial in
                   exit out
                   in -> out {{ assume {base}; r := {result} }}
                   in -> deeper {{ {goes} }}
                   deeper -> back {{ call m := f({first}) }}
                   back -> twice {{ g := {change} }}
                   twice -> last {{ {again} }}
                   last -> out {{ g := {global} }}
                 }}"
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_proof_that_recursion_ends_is_wrong(text in recursion()) {
        let endless = Enumeration::is_endless(&model(&text));
        prop_assert!(!(endless && proves(&text)), "{text}");
    }
}

/// A function that calls itself with what it returns for a smaller number.
fn nested(result: &str) -> String {
    format!(
        "var g : bv2
         procedure main {{
           var x, y : bv2
           initial start
           start -> called {{ call y := f(x) }}
         }}
         procedure f(n : bv2) returns (r : bv2) {{
           var m : bv2
           initial in
           exit out
           in -> out {{ assume (= n #b00); r := {result} }}
           in -> deeper {{ assume (not (= n #b00)) }}
           deeper -> back {{ call m := f((bvsub n #b01)) }}
           back -> out {{ call r := f(m) }}
         }}"
    )
}

#[test]
fn measures_need_the_results_of_calls() {
    for (result, ends) in [("#b00", true), ("#b01", false), ("g", false)] {
        let text = nested(result);
        assert_eq!(Enumeration::is_endless(&model(&text)), !ends, "{text}");
        assert_eq!(proves(&text), ends, "{text}");
    }
}
