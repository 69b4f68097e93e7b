//! `lemmatic show`: what the tool sees.

use crate::args::{Form, ShowArgs};
use crate::diagnostics;
use crate::exit::Exit;
use model::{Dot, chc};
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write};

/// Prints the task in the form that was asked for.
pub fn run(args: &ShowArgs) -> Exit {
    let task = match driver::load(&args.files) {
        Ok(task) => task,
        Err(error) => {
            diagnostics::input_error(&error);
            return Exit::Input;
        }
    };
    let printed = match args.form {
        Form::Cfa => print(&task.model),
        Form::Chc => match chc::from_model(&task.model) {
            Ok(system) => print(system),
            Err(error) => {
                diagnostics::error(format!("not to be had as Horn clauses: {error}"));
                return Exit::Input;
            }
        },
        Form::Dot => print(Dot(&task.model)),
    };
    match printed {
        // A reader that has seen enough is no failure.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            diagnostics::error(format!("cannot write: {error}"));
            Exit::Unknown
        }
        _ => Exit::Success,
    }
}

fn print(what: impl Display) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    write!(out, "{what}")?;
    out.flush()
}
