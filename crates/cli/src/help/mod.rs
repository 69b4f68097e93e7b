//! Help: help texts, pages of engines, completions, manual pages.
//!
//! `verify --help` has what every user needs. Options that tune a single engine or the reductions
//! have their own pages, `lemmatic help ENGINE` and `lemmatic help reductions`.

mod engines;
mod generate;
mod page;
mod results;
mod suggest;

pub use generate::{completions, manual};
pub use results::{answers, conclusions};

use crate::answer::error_document;
use crate::args::{Args, EnginesArgs, HelpArgs};
use crate::diagnostics;
use crate::exit::Exit;
use crate::report::error::{ErrorKind as WrongInput, error_json};
use clap::error::ErrorKind;
use clap::{ArgAction, Command, CommandFactory, FromArgMatches, ValueEnum};
use driver::EngineName;
use std::io::{self, Write};

/// Parses the command line. Help and wrong usage end the process.
pub fn parse() -> Args {
    // Both help forms of clap list the possible values of options; the short one has no room for
    // that.
    let is_short = std::env::args_os().any(|argument| argument == "-h");
    let command = if is_short { without_values(shown()) } else { shown() };
    let parsed = command.try_get_matches().and_then(|matches| Args::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| {
        let error = suggest::nearest_option(error);
        if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
            let message = error.render().to_string();
            let message = message.trim().trim_start_matches("error: ");
            let document = error_document(&error_json(WrongInput::Usage, message));
            // A reader may have gone away; the exit status tells the same.
            let _ = writeln!(io::stdout().lock(), "{document:#}");
        }
        error.exit()
    })
}

/// The command without the options that have pages of their own, for its help.
fn shown() -> Command {
    let apart: Vec<_> = page::all().iter().flat_map(page::Page::option_ids).collect();
    let hide = |command: Command| {
        command.mut_args(|arg| if apart.contains(arg.get_id()) { arg.hide(true) } else { arg })
    };
    Args::command()
        .mut_subcommand("verify", |verify| {
            let help = clap::Arg::new("help").short('h').long("help").action(ArgAction::Help);
            let text = "Print help (-h: one line an option; --help: all of it)";
            hide(verify).disable_help_flag(true).arg(help.help(text).help_heading("Output"))
        })
        .mut_subcommand("show", hide)
}

fn without_values(command: Command) -> Command {
    command.mut_subcommand("verify", |verify| {
        verify.mut_args(|arg| match arg.get_action().takes_values() {
            true => arg.hide_possible_values(true).hide_default_value(true),
            false => arg,
        })
    })
}

/// `lemmatic help`: the help of a command, or a page.
pub fn run(args: &HelpArgs) -> Exit {
    let pages = page::all();
    let topic = match &args.topic[..] {
        [topic] => pages.into_iter().find(|page| page.name == *topic),
        _ => None,
    };
    if let Some(page) = topic {
        return end(page.print());
    }
    let mut command = shown();
    command.build();
    let mut found = &mut command;
    for name in &args.topic {
        let Some(inner) = found.find_subcommand_mut(name) else {
            diagnostics::error(format!("there is no help about '{name}'; {}", topics()));
            return Exit::Usage;
        };
        found = inner;
    }
    end(found.print_long_help())
}

/// The topics of help.
fn topics() -> String {
    let command = Args::command();
    let commands = command.get_subcommands().map(Command::get_name).map(str::to_owned);
    let pages = page::all().into_iter().map(|page| page.name);
    format!("there is some about {}", commands.chain(pages).collect::<Vec<_>>().join(", "))
}

/// `lemmatic engines`: the list of engines, or the page of one.
pub fn engines(args: &EnginesArgs) -> Exit {
    end(match args.engine {
        Some(engine) => page::of_engine(engine).print(),
        None => page::write(&engines::list()),
    })
}

/// The name of an engine on the command line.
fn name_of(engine: EngineName) -> String {
    engine.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// A closed pipe is not a failure.
fn end(written: io::Result<()>) -> Exit {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            diagnostics::error(format!("cannot write: {error}"));
            Exit::Unknown
        }
        _ => Exit::Success,
    }
}

/// Whether the error is about an unknown option.
fn is_unknown_option(error: &clap::Error) -> bool {
    error.kind() == ErrorKind::UnknownArgument
}

#[cfg(test)]
mod tests {
    use super::*;

    /// clap checks the whole command, for example for clashing names.
    #[test]
    fn the_command_line_is_sound() {
        shown().debug_assert();
        Args::command().debug_assert();
    }

    #[test]
    fn options_of_engines_have_their_names_in_front() {
        for page in page::all() {
            let prefix = if page.name == "reductions" { "reduce" } else { &page.name };
            for option in page.options() {
                assert!(option.starts_with(&format!("--{prefix}-")), "{option} of {}", page.name);
            }
        }
    }

    #[test]
    fn help_of_verify_is_without_options_of_engines() {
        let mut command = shown();
        let verify = command.find_subcommand_mut("verify").expect("there is such a command");
        let help = verify.render_long_help().to_string();
        for page in page::all() {
            for option in page.options() {
                assert!(!help.contains(&option), "{option} is in\n{help}");
            }
        }
    }
}
