//! `lemmatic run`: runs a program on given, random or zero inputs.

use crate::answer::Answer;
use crate::args::RunArgs;
use crate::diagnostics;
use crate::exit::Exit;
use driver::source::{InputError, at_span};
use driver::{Narrator, Question, WithoutArguments};
use program::interpret::{
    Chooser, Environment, Event, Execution, ExecutionEnd, Inputs, Interpreter, Options, Random,
    UndefinedBehaviour, Violation, Zeros,
};
use program::{Program, Property, PropertySet, Span};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use term::Value;

/// Runs the program: its output goes to standard output, messages about it to standard error.
pub fn run(args: &RunArgs, answer: &Arc<Answer>) -> Exit {
    let budget = args.limits.start(answer);
    let (program, watched) = match loaded(args) {
        Ok(loaded) => loaded,
        Err(error) => {
            diagnostics::input_error(&error);
            return Exit::Input;
        }
    };
    let options = Options {
        max_steps: args.max_steps.unwrap_or(u64::MAX),
        recorded_from: args.trace.then_some(0),
        watched,
        ..Options::default()
    };
    let interpreter = match Interpreter::new(&program, options) {
        Ok(interpreter) => interpreter,
        Err(error) => {
            diagnostics::input_error(&InputError::new(&args.files[0], error.to_string()));
            return Exit::Input;
        }
    };
    let mut chooser: Box<dyn Chooser> = match args.random {
        Some(seed) => {
            let rest = Random::new(seed);
            Box::new(WithoutArguments(Inputs::new(args.input.clone(), rest)))
        }
        None => Box::new(WithoutArguments(Inputs::new(args.input.clone(), Zeros))),
    };
    let mut output = BufWriter::new(io::stdout().lock());
    let mut narrator = Narrator::new(&program);
    let mut observer = |event: &Event<'_>| {
        if let Some(line) = narrator.line(event) {
            diagnostics::note(line);
        }
    };
    let run = interpreter.run(&mut Environment {
        chooser: &mut *chooser,
        output: &mut output,
        observer: args.trace.then_some(&mut observer),
        interrupted: &|| budget.check().is_err(),
    });
    // The program's output comes before the messages about it; a closed pipe does not matter.
    let _ = output.flush();
    report(&program, &args.files[0], &run)
}

/// The program, and the properties whose violation stops it.
fn loaded(args: &RunArgs) -> Result<(Program, PropertySet), InputError> {
    let program = driver::load_program(&args.files, &args.config)?;
    let asked = &args.config.property;
    let watched = match asked.is_empty() {
        true => Property::USUAL.to_vec(),
        false => Question::of_names(asked)?.properties,
    };
    Ok((program, watched.into_iter().collect()))
}

/// Reports how the run ended.
fn report(program: &Program, file: &Path, run: &Execution) -> Exit {
    let point = |span: Option<Span>, message: &str| match span {
        Some(span) => at_span(&program.files, span, message),
        None => InputError::new(file, message),
    };
    let at = |span, message: &str| diagnostics::input_error(&point(span, message));
    if let Some(UndefinedBehaviour { property, what, span }) = &run.undefined {
        let message = match property {
            Property::Approximate => what.clone(),
            _ => format!("undefined behaviour: {what}"),
        };
        diagnostics::input_note(&point(*span, &message));
    }
    match &run.outcome {
        ExecutionEnd::Finished(value) => {
            diagnostics::note(ending(value.as_ref()));
            return Exit::Success;
        }
        ExecutionEnd::Violation(Violation { property, message, span, stack, .. }) => {
            at(*span, &format!("{property} is violated: {message}"));
            for (function, span) in stack.iter().skip(1) {
                let name = &program.function(*function).name;
                if let Some(span) = span {
                    diagnostics::note(format!("called from {name} at {}", program.place(*span)));
                }
            }
            return Exit::Unsafe;
        }
        ExecutionEnd::AssumptionFailed(span) => {
            at(*span, "the run ends at an assumption that is false");
        }
        ExecutionEnd::Unsupported(what, span) => at(*span, &format!("not supported: {what}")),
        ExecutionEnd::Undefined(what, span) => at(*span, &format!("undefined behaviour: {what}")),
        ExecutionEnd::NoChoice(span) => at(*span, "there is no input of the right kind"),
        ExecutionEnd::StepLimit => diagnostics::error("the run was stopped: step limit"),
        ExecutionEnd::MemoryLimit => diagnostics::error("the run was stopped: memory limit"),
        ExecutionEnd::DepthLimit => diagnostics::error("the run was stopped: calls are too deep"),
        ExecutionEnd::Interrupted => diagnostics::error("the run was stopped"),
        ExecutionEnd::OutputFailed => diagnostics::error("the output cannot be written"),
    }
    Exit::Unknown
}

/// How a program ended that came to its end.
fn ending(value: Option<&Value>) -> String {
    match value.and_then(Value::as_bitvec) {
        Some(bits) => format!("the program ended and returned {}", bits.to_bigint()),
        None => "the program ended".to_owned(),
    }
}
