//! Help pages for options that most users never need.

use super::{engines, name_of};
use clap::{Args as _, Command, Id, ValueEnum};
use driver::{EngineName, ReduceConfig};
use std::io::{self, Write};

/// A page of help.
pub struct Page {
    /// Its topic, as the user types it.
    pub name: String,
    text: String,
    usage: String,
    command: Command,
}

impl Page {
    pub fn new(name: String, text: String, usage: &str, options: fn(Command) -> Command) -> Page {
        let command = options(Command::new("lemmatic"));
        Page { name, text, usage: usage.to_owned(), command }
    }

    /// The names of its options in the parser.
    pub fn option_ids(&self) -> Vec<Id> {
        self.command.get_arguments().map(|arg| arg.get_id().clone()).collect()
    }

    /// Its options, as the user writes them.
    #[cfg(test)]
    pub fn options(&self) -> Vec<String> {
        let names = self.command.get_arguments().filter_map(clap::Arg::get_long);
        names.map(|name| format!("--{name}")).collect()
    }

    fn command(self) -> Command {
        let has_options = self.command.get_arguments().next().is_some();
        let options = if has_options { "{all-args}" } else { "It has no options of its own.\n" };
        self.command
            .long_about(self.text)
            .override_usage(self.usage)
            .disable_help_flag(true)
            .max_term_width(100)
            .help_template(format!("{{about-section}}\n{{usage-heading}} {{usage}}\n\n{options}"))
    }

    /// Prints it.
    pub fn print(self) -> io::Result<()> {
        self.command().print_long_help()
    }
}

/// All pages: one for each engine, and one about reductions.
pub fn all() -> Vec<Page> {
    let engines = EngineName::value_variants().iter().map(|&engine| of_engine(engine));
    engines.chain([reductions()]).collect()
}

/// The page of an engine.
pub fn of_engine(engine: EngineName) -> Page {
    let name = name_of(engine);
    let about = engines::about(engine);
    let text = format!(
        "{name}: {}\n\n{}\n\nTakes: {}\n\nPaper: {}\n\nGood for: {}",
        about.summary,
        about.idea,
        engines::view(engine),
        about.paper,
        about.good_for
    );
    let usage = format!("lemmatic verify FILE --engine {name} [OPTIONS]");
    Page::new(name, text, &usage, about.options)
}

const REDUCTIONS: &str = "\
reductions: smaller models with the same answer

Before an engine sees a model, passes make it smaller, one after the other, until none of them finds \
anything to do. Evidence is carried back and checked on the model as it was, so that a mistake of a pass \
costs an answer, and never gives a wrong one. `lemmatic show cfa --reduced FILE` prints what is left.";

fn reductions() -> Page {
    let usage = "lemmatic verify FILE [OPTIONS]";
    Page::new("reductions".to_owned(), REDUCTIONS.to_owned(), usage, ReduceConfig::augment_args)
}

/// Prints a text.
pub fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
