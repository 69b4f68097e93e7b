//! `lemmatic show`: prints the internal forms of a task.

use crate::args::{Form, ShowArgs};
use crate::diagnostics;
use crate::exit::Exit;
use driver::source::InputError;
use model::{Automaton, Dot, LocatedSystem, chc};
use std::fmt::{self, Display};
use std::io::{self, BufWriter, ErrorKind, Write};

/// Prints the task in the form that was asked for.
pub fn run(args: &ShowArgs) -> Exit {
    match show(args) {
        Ok(Ok(())) => Exit::Success,
        // A closed pipe is not a failure.
        Ok(Err(error)) if error.kind() == ErrorKind::BrokenPipe => Exit::Success,
        Ok(Err(error)) => {
            diagnostics::error(format!("cannot write: {error}"));
            Exit::Unknown
        }
        Err(NotShown::Input(error)) => {
            diagnostics::input_error(&error);
            Exit::Input
        }
        Err(NotShown::NoForm(why)) => {
            diagnostics::error(why);
            Exit::Input
        }
    }
}

/// Why nothing can be shown.
enum NotShown {
    Input(InputError),
    NoForm(String),
}

impl From<InputError> for NotShown {
    fn from(error: InputError) -> NotShown {
        NotShown::Input(error)
    }
}

fn show(args: &ShowArgs) -> Result<io::Result<()>, NotShown> {
    let load = || driver::load(&args.files, &args.input);
    let model = || {
        let task = load()?;
        if task.horn().is_some_and(|clauses| !clauses.is_linear()) {
            let why = "no automaton: some clauses assume several predicates";
            return Err(NotShown::NoForm(why.to_owned()));
        }
        Ok(if args.reduced { task.reduced(&args.reduce) } else { task.into_model() })
    };
    Ok(match args.form {
        Form::Program => print(driver::load_program(&args.files, &args.input)?),
        Form::Unsupported => print(Lines(load()?.gaps())),
        Form::Cfa => print(model()?),
        Form::Dot => print(Dot(&model()?)),
        Form::Chc => {
            let task = load()?;
            if let (Some(clauses), false) = (task.horn(), args.reduced) {
                return Ok(print(clauses.system()));
            }
            let clauses = chc::from_model(&model()?);
            let no_form =
                |error| NotShown::NoForm(format!("not to be had as Horn clauses: {error}"));
            print(clauses.map_err(no_form)?.system)
        }
        Form::System => {
            let automaton = Automaton::of(model()?);
            let automaton = automaton.map_err(|gap| NotShown::NoForm(gap.to_string()))?;
            print(LocatedSystem::of(&automaton).system)
        }
    })
}

/// Displays each element on a line.
struct Lines<T>(Vec<T>);

impl<T: Display> Display for Lines<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

fn print(what: impl Display) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    write!(out, "{what}")?;
    out.flush()
}
