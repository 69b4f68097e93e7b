//! Printing of the text form.

use super::cursor::is_plain_name;
use crate::cfa::Cfa;
use crate::command::{Call, Command};
use crate::ids::{Location, ProcedureId};
use crate::procedure::{Model, Procedure, Span};
use std::fmt::{self, Display, Formatter};
use term::Symbol;

/// Commands that take more characters than this are printed on several lines.
const LINE_LENGTH: usize = 80;

/// The text form: [`super::parse`] reads it back.
impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for &variable in &self.globals {
            writeln!(f, "var {}", self.declaration(variable))?;
        }
        for id in self.procedure_ids() {
            if id.index() > 0 || !self.globals.is_empty() {
                writeln!(f)?;
            }
            if id == self.entry && id.index() > 0 {
                f.write_str("entry ")?;
            }
            self.write_procedure(f, self.procedure(id))?;
        }
        Ok(())
    }
}

impl Model {
    /// Displays a command of the model in the text form, on one line.
    pub fn display<'a>(&'a self, command: &'a Command) -> CommandDisplay<'a> {
        CommandDisplay { model: self, command }
    }

    fn write_procedure(&self, f: &mut Formatter<'_>, procedure: &Procedure) -> fmt::Result {
        write!(f, "procedure {}", Name(&procedure.name))?;
        if !procedure.parameters.is_empty() {
            write!(f, "({})", List(&procedure.parameters, |&v| self.declaration(v)))?;
        }
        if !procedure.results.is_empty() {
            write!(f, " returns ({})", List(&procedure.results, |&v| self.declaration(v)))?;
        }
        f.write_str(" {\n")?;
        for &local in &procedure.locals {
            writeln!(f, "  var {}", self.declaration(local))?;
        }
        let cfa = &procedure.cfa;
        let name = |location| Name(cfa.name(location));
        if cfa.locations().len() > 0 {
            writeln!(f, "  initial {}", name(cfa.initial()))?;
        }
        if let Some(exit) = cfa.exit() {
            writeln!(f, "  exit {}", name(exit))?;
        }
        for error in cfa.errors() {
            let property = error.kind.to_string().replace('"', "\"\"");
            writeln!(f, "  error {} \"{property}\"", name(error.location))?;
        }
        for location in cfa.locations() {
            let span = cfa.location(location).span;
            if span.is_some() || !is_mentioned(cfa, location) {
                writeln!(f, "  location {}{}", name(location), self.span(span))?;
            }
        }
        for edge in cfa.edges().map(|edge| cfa.edge(edge)) {
            write!(f, "  {} -> {}", name(edge.source), name(edge.target))?;
            if !matches!(steps(&edge.command)[..], [Command::Skip]) {
                f.write_str(" {")?;
                self.write_block(f, &edge.command, 1)?;
                f.write_str("}")?;
            }
            writeln!(f, "{}", self.span(edge.span))?;
        }
        f.write_str("}\n")
    }

    /// The content of braces: on one line if it fits, else one command per line.
    fn write_block(&self, f: &mut Formatter<'_>, command: &Command, indent: usize) -> fmt::Result {
        let line = self.display(command).to_string();
        if line.len() <= LINE_LENGTH {
            return write!(f, " {line} ");
        }
        let margin = "  ".repeat(indent);
        for (i, command) in steps(command).into_iter().enumerate() {
            write!(f, "{}\n{margin}  ", if i == 0 { "" } else { ";" })?;
            match command {
                Command::Choice(branches) if !branches.is_empty() => {
                    for (i, branch) in branches.iter().enumerate() {
                        f.write_str(if i == 0 { "choice {" } else { " or {" })?;
                        self.write_block(f, branch, indent + 1)?;
                        f.write_str("}")?;
                    }
                }
                other => write!(f, "{}", self.display(other))?,
            }
        }
        write!(f, "\n{margin}")
    }

    fn declaration(&self, variable: Symbol) -> String {
        format!("{} : {}", Name(self.terms.name(variable)), self.terms.symbol_sort(variable))
    }

    fn span(&self, span: Option<Span>) -> String {
        span.map_or_else(String::new, |span| {
            let file = self.file_name(span.file).replace('"', "\"\"");
            format!(" @ \"{file}\":{}:{}", span.line, span.column)
        })
    }

    fn procedure_name(&self, id: ProcedureId) -> Name<'_> {
        Name(&self.procedure(id).name)
    }
}

/// The commands of a sequence and of all sequences inside it, as they are written.
fn steps(command: &Command) -> Vec<&Command> {
    let mut steps = Vec::new();
    let mut stack = vec![command];
    while let Some(command) = stack.pop() {
        match command {
            Command::Seq(commands) if commands.is_empty() => steps.push(&Command::Skip),
            Command::Seq(commands) => stack.extend(commands.iter().rev()),
            other => steps.push(other),
        }
    }
    steps
}

/// Whether a location is mentioned elsewhere than in a `location` item.
fn is_mentioned(cfa: &Cfa, location: Location) -> bool {
    cfa.initial() == location
        || cfa.exit() == Some(location)
        || cfa.error_at(location).is_some()
        || !cfa.outgoing(location).is_empty()
        || !cfa.incoming(location).is_empty()
}

/// Displays a command of a model on one line.
pub struct CommandDisplay<'a> {
    model: &'a Model,
    command: &'a Command,
}

impl Display for CommandDisplay<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let terms = &self.model.terms;
        let variable = |&symbol: &Symbol| Name(terms.name(symbol)).to_string();
        let term = |&term: &term::Term| terms.display(term).to_string();
        match self.command {
            Command::Skip => f.write_str("skip"),
            Command::Assume(condition) => write!(f, "assume {}", term(condition)),
            Command::Assign(symbol, value) => {
                write!(f, "{} := {}", variable(symbol), term(value))
            }
            Command::Havoc(symbol) => write!(f, "havoc {}", variable(symbol)),
            Command::Seq(_) => {
                for (i, command) in steps(self.command).into_iter().enumerate() {
                    let separator = if i == 0 { "" } else { "; " };
                    write!(f, "{separator}{}", self.model.display(command))?;
                }
                Ok(())
            }
            // An empty choice cannot be written; it is infeasible.
            Command::Choice(branches) if branches.is_empty() => f.write_str("assume false"),
            Command::Choice(branches) => {
                for (i, branch) in branches.iter().enumerate() {
                    let word = if i == 0 { "choice" } else { " or" };
                    write!(f, "{word} {{ {} }}", self.model.display(branch))?;
                }
                Ok(())
            }
            Command::Call(Call { procedure, args, results }) => {
                f.write_str("call ")?;
                if !results.is_empty() {
                    write!(f, "{} := ", List(results, variable))?;
                }
                write!(f, "{}({})", self.model.procedure_name(*procedure), List(args, term))
            }
        }
    }
}

/// Displays a name, in bars if necessary.
pub struct Name<'a>(pub &'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if is_plain_name(self.0) { f.write_str(self.0) } else { write!(f, "|{}|", self.0) }
    }
}

/// Displays a list of elements, separated by commas.
struct List<'a, T, F: Fn(&T) -> String>(&'a [T], F);

impl<T, F: Fn(&T) -> String> Display for List<'_, T, F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(&self.1).collect();
        f.write_str(&parts.join(", "))
    }
}
