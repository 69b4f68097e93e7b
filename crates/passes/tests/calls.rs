//! Kept recursion: programs in `tests/calls`, their models, and runs of both. With
//! `LEMMATIC_BLESS=1` in the environment the expected models are rewritten.

use model::{Choice, Command, EdgeId, Location, Model, ProcedureId};
use passes::memory::{ChoiceReason, LowerOptions, Lowered, lower};
use passes::program::{InlineOptions, Recursion, inline, resolve_indirect_calls};
use program::Program;
use program::interpret::{
    Chooser, Environment, ExecutionEnd, Interpreter, OpenByte, OpenValue, Options, Random,
};
use std::collections::BTreeSet;
use std::path::Path;
use term::{Assignment, Symbol, Value, eval};

/// Chooses at random and records the choices; bytes that were never written are zero.
struct Recording {
    random: Random,
    chosen: Vec<Value>,
}

impl Chooser for Recording {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        let value = self.random.value(open)?;
        self.chosen.push(value.clone());
        Some(value)
    }

    fn byte(&mut self, _open: &OpenByte<'_>) -> u8 {
        0
    }
}

/// How a run of the program ends, and its choices.
fn run_program(program: &Program, seed: u64) -> (String, Vec<Value>) {
    let mut chooser = Recording { random: Random::new(seed), chosen: Vec::new() };
    let interpreter = Interpreter::new(program, Options::default()).expect("it is well-formed");
    let run = interpreter.run(&mut Environment {
        chooser: &mut chooser,
        output: &mut std::io::sink(),
        observer: None,
        interrupted: &|| false,
    });
    let outcome = match run.outcome {
        ExecutionEnd::Finished(_) => "finished".to_owned(),
        ExecutionEnd::Violation(violation) => violation.property.name().to_owned(),
        other => panic!("{other:?}"),
    };
    (outcome, chooser.chosen)
}

/// An activation of a procedure that waits for a call to return.
struct Caller {
    procedure: ProcedureId,
    returned: Location,
    results: Vec<Symbol>,
    values: Assignment,
}

/// A run of a model with given choices; all other open values are zero.
struct ModelRun<'a> {
    lowered: &'a Lowered,
    model: &'a Model,
    procedure: ProcedureId,
    at: Location,
    values: Assignment,
    callers: Vec<Caller>,
    choices: std::vec::IntoIter<Value>,
}

impl<'a> ModelRun<'a> {
    fn new(lowered: &'a Lowered, choices: Vec<Value>) -> ModelRun<'a> {
        let model = &lowered.model;
        let mut run = ModelRun {
            lowered,
            model,
            procedure: model.entry,
            at: model.entry().cfa.initial(),
            values: Assignment::new(),
            callers: Vec::new(),
            choices: choices.into_iter(),
        };
        for variable in model.variables(model.entry) {
            run.values.set(variable, run.zero(variable));
        }
        run
    }

    fn zero(&self, variable: Symbol) -> Value {
        Value::default_of(self.model.terms.symbol_sort(variable))
    }

    /// The violated property, or how else the run ends.
    fn outcome(mut self) -> String {
        loop {
            let cfa = &self.model.procedure(self.procedure).cfa;
            if let Some(error) = cfa.error_at(self.at) {
                return error.kind.to_string();
            }
            if cfa.exit() == Some(self.at) {
                self.leave();
                continue;
            }
            let outgoing = cfa.outgoing(self.at);
            if outgoing.is_empty() {
                assert_eq!(self.choices.next(), None, "all choices are asked for");
                return "finished".to_owned();
            }
            assert!(outgoing.iter().any(|&edge| self.step(edge)), "the run is stuck");
        }
    }

    /// Goes along an edge, if that is possible.
    fn step(&mut self, id: EdgeId) -> bool {
        let edge = self.model.procedure(self.procedure).cfa.edge(id);
        if let Command::Call(call) = &edge.command {
            self.enter(call, edge.target);
            return true;
        }
        let (mut values, mut choices) = (self.values.clone(), self.choices.clone());
        let asked = self.lowered.asked.get(&(self.procedure, id));
        let mut asked = asked.into_iter().flatten();
        let commands = match &edge.command {
            Command::Seq(commands) => commands,
            one => std::slice::from_ref(one),
        };
        for command in commands {
            let mut choice = None;
            if let Command::Havoc(variable) = command {
                let given = match asked.next().expect("a reason for each") {
                    ChoiceReason::Choice { .. } => choices.next().expect("a choice for each"),
                    _ => self.zero(*variable),
                };
                choice = Some(Choice::Value(given));
            }
            let ran = model::run(&self.model.terms, command, &mut values, &mut choice.into_iter());
            match ran {
                Ok(()) => {}
                Err(model::ExecutionError::Blocked) => return false,
                Err(error) => panic!("{error}"),
            }
        }
        (self.values, self.choices, self.at) = (values, choices, edge.target);
        true
    }

    fn enter(&mut self, call: &model::Call, returned: Location) {
        let callee = self.model.procedure(call.procedure);
        let mut inside = Assignment::new();
        for variable in self.model.variables(call.procedure) {
            inside.set(variable, self.zero(variable));
        }
        for &global in &self.model.globals {
            inside.set(global, self.values.get(global).expect("it has a value").clone());
        }
        for (&parameter, &arg) in callee.parameters.iter().zip(&call.args) {
            let value = eval(&self.model.terms, arg, &self.values).expect("all have values");
            inside.set(parameter, value);
        }
        let values = std::mem::replace(&mut self.values, inside);
        let (procedure, results) = (self.procedure, call.results.clone());
        self.callers.push(Caller { procedure, returned, results, values });
        (self.procedure, self.at) = (call.procedure, callee.cfa.initial());
    }

    fn leave(&mut self) {
        let caller = self.callers.pop().expect("only procedures that are called have an exit");
        let inside = std::mem::replace(&mut self.values, caller.values);
        let callee = self.model.procedure(self.procedure);
        let globals = self.model.globals.iter().map(|global| (global, global));
        for (&to, from) in globals.chain(caller.results.iter().zip(&callee.results)) {
            self.values.set(to, inside.get(*from).expect("it has a value").clone());
        }
        (self.procedure, self.at) = (caller.procedure, caller.returned);
    }
}

fn lowered(program: &Program) -> Lowered {
    let mut resolved = program.clone();
    resolve_indirect_calls(&mut resolved);
    let options = InlineOptions { recursion: Recursion::Keep, ..InlineOptions::default() };
    let inlined = inline(&resolved, options).program;
    assert_eq!(program::verify(&inlined), Ok(()), "{inlined}");
    let lowered = lower(&inlined, LowerOptions::default());
    assert_eq!(model::verify(&lowered.model), Ok(()), "{}", lowered.model);
    lowered
}

/// Compares the model of a program with the expected one, and runs of both. The runs must show all
/// expected outcomes.
fn check(name: &str, outcomes: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/calls");
    let read = |ending: &str| std::fs::read_to_string(folder.join(name).with_extension(ending));
    let program = program::parse(&read("prog").expect("a program")).expect("it is right");
    let lowered = lowered(&program);
    let shown = lowered.model.to_string();
    if std::env::var_os("LEMMATIC_BLESS").is_some() {
        std::fs::write(folder.join(name).with_extension("cfa"), &shown).expect("it is writable");
    }
    assert_eq!(shown, read("cfa").expect("the expected model"));
    let mut seen = BTreeSet::new();
    for seed in 0..100 {
        let (outcome, choices) = run_program(&program, seed);
        assert_eq!(ModelRun::new(&lowered, choices).outcome(), outcome, "{name}, seed {seed}");
        seen.insert(outcome);
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), outcomes);
}

#[test]
fn a_function_that_calls_itself() {
    check("factorial", &["assertion", "finished"]);
}

#[test]
fn functions_that_call_each_other() {
    check("mutual", &["assertion", "finished"]);
}

#[test]
fn each_activation_has_its_own_objects() {
    check("local", &["assertion", "finished", "valid-deref"]);
}

#[test]
fn allocations_of_recursive_functions() {
    check("list", &["finished", "valid-deref", "valid-memcleanup"]);
}
