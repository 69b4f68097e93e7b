//! Shell completions and manual pages, generated from the command line.

use super::end;
use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::diagnostics;
use crate::exit::Exit;
use clap::CommandFactory;
use clap_mangen::Man;

/// `lemmatic completions`: a script that completes commands and options, including those of
/// engines.
pub fn completions(args: &CompletionsArgs) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "lemmatic", &mut script);
    end(super::page::write(&String::from_utf8_lossy(&script)))
}

/// `lemmatic man`: the manual page of the command, or of one of its commands.
pub fn manual(args: &ManArgs) -> Exit {
    let mut command = Args::command();
    command.build();
    let found = match &args.command {
        Some(name) => command.find_subcommand(name),
        None => Some(&command),
    };
    let Some(found) = found else {
        let name = args.command.as_deref().unwrap_or_default();
        diagnostics::error(format!("there is no command '{name}'"));
        return Exit::Usage;
    };
    let mut text = Vec::new();
    let written = Man::new(found.clone()).render(&mut text);
    end(written.and_then(|()| super::page::write(&String::from_utf8_lossy(&text))))
}
