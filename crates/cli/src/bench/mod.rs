//! `lemmatic bench`: running, scoring, comparing and plotting.

mod args;
mod progress;

pub use args::{BenchArgs, HELP};

use crate::diagnostics;
use crate::exit::Exit;
use args::{BenchCommand, CompareArgs, PairArgs, RunSuiteArgs, TableArgs};
use bench::report::{self, Form, Results};
use bench::{Campaign, CampaignError, Cancel, Launcher, Store, StoreError, suite};
use progress::Progress;
use std::fmt::Display;
use std::io::{self, BufReader, Write};
use std::path::Path;

/// Why `bench` failed.
enum Failure {
    /// The command line does not make sense.
    Usage(String),
    /// Something cannot be read or written.
    Files(String),
}

impl Failure {
    fn usage(why: impl Display) -> Failure {
        Failure::Usage(why.to_string())
    }

    fn files(why: impl Display) -> Failure {
        Failure::Files(why.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::files(error)
    }
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Failure {
        Failure::files(error)
    }
}

/// Runs a suite, or works with existing results.
pub fn run(args: &BenchArgs) -> Exit {
    let done = match &args.command {
        None => run_suite(&args.run),
        Some(BenchCommand::Table(args)) => table(args),
        Some(BenchCommand::Compare(args)) => compare(args),
        Some(BenchCommand::Supervise) => supervise(),
    };
    match done {
        Ok(exit) => exit,
        Err(Failure::Usage(why)) => {
            diagnostics::error(why);
            Exit::Usage
        }
        Err(Failure::Files(why)) => {
            diagnostics::error(why);
            Exit::Input
        }
    }
}

fn supervise() -> Result<Exit, Failure> {
    let orders = BufReader::new(io::stdin());
    bench::supervise::supervise(orders, io::stdout()).map_err(Failure::files)?;
    Ok(Exit::Success)
}

fn run_suite(args: &RunSuiteArgs) -> Result<Exit, Failure> {
    let configurations = args.configurations().map_err(Failure::Usage)?;
    let tasks = suite::read(&args.suites, args.only.as_ref()).map_err(Failure::files)?;
    if tasks.is_empty() {
        return Err(Failure::usage("no task of the suite matches --only"));
    }
    let lemmatic = std::env::current_exe().map_err(Failure::files)?;
    let supervisor = vec![lemmatic.display().to_string(), "bench".into(), "supervise".into()];
    let campaign = Campaign {
        tasks,
        configurations,
        launcher: Launcher { supervisor, limits: args.limits() },
        lemmatic,
        jobs: args.jobs,
        keep_logs: args.keep_logs,
    };
    let out = std::path::absolute(&args.out).map_err(Failure::files)?;
    if args.fresh {
        Store::discard(&out)?;
    }
    let mut store = Store::open(&out, &campaign.settings())?;
    let cancel = Cancel::default();
    let to_raise = cancel.clone();
    // Without a handler an interrupt ends the process, and the supervisors end the runs.
    let _ = ctrlc::set_handler(move || to_raise.raise());
    let mut progress = Progress::new(!args.no_progress);
    let ran = campaign.run(&mut store, &mut progress, &cancel);
    drop(progress);
    ran?;
    let records = || store.records();
    write(&out.join("results.tsv"), &report::tsv(records()))?;
    write(&out.join("results.json"), &report::json(records()).map_err(Failure::files)?)?;
    let results = Results::of(std::slice::from_ref(&store));
    let text = tables(&results, &[], Form::Text);
    write(&out.join("table.txt"), &text)?;
    write_page(&out.join("report.html"), &results, &args.pairs)?;
    print(&text)?;
    diagnostics::note(format!("results are in {}", args.out.display()));
    if cancel.is_raised() {
        diagnostics::note("interrupted; the same command goes on from here");
        return Ok(Exit::Unknown);
    }
    let wrong = records().any(bench::Record::is_wrong);
    Ok(if wrong { Exit::Rejected } else { Exit::Success })
}

/// The tables of results.
fn tables(results: &Results, counters: &[String], form: Form) -> String {
    let mut text = report::categories(results, counters).render(form);
    if results.columns.len() > 1 {
        let (tasks, grid) = report::common(results, counters);
        text += &format!("\nsolved by all: {tasks} tasks\n\n{}", grid.render(form));
    }
    text
}

fn form(markdown: bool) -> Form {
    if markdown { Form::Markdown } else { Form::Text }
}

fn table(args: &TableArgs) -> Result<Exit, Failure> {
    let stores: Vec<Store> =
        args.folders.iter().map(|folder| Store::read(folder)).collect::<Result<_, _>>()?;
    let mut results = Results::of(&stores);
    if let Some(only) = &args.only {
        results = results.only(only);
    }
    if !args.config.is_empty() {
        let missing = |name| Failure::Usage(format!("there is no configuration '{name}'"));
        results = results.select(&args.config).map_err(missing)?;
    }
    if let Some(path) = &args.html {
        write_page(path, &results, &args.pairs)?;
    }
    print(&tables(&results, &args.counter, form(args.markdown)))?;
    Ok(Exit::Success)
}

fn compare(args: &CompareArgs) -> Result<Exit, Failure> {
    let mut both = Results::default();
    for text in [&args.first, &args.second] {
        let mut one = column(text)?;
        if let Some(only) = &args.only {
            one = one.only(only);
        }
        both.columns.extend(one.columns);
    }
    let [first, second] = both.columns.as_mut_slice() else {
        return Err(Failure::usage("expected two configurations"));
    };
    if first.name == second.name {
        first.name.clone_from(&args.first);
        second.name.clone_from(&args.second);
    }
    print(&report::compare(first, second).render(form(args.markdown)))?;
    Ok(Exit::Success)
}

/// The configuration of `DIR:NAME`, or the only one of `DIR`.
fn column(text: &str) -> Result<Results, Failure> {
    let (folder, name) = match text.rsplit_once(':') {
        Some((folder, name)) if !Path::new(text).exists() => (folder, Some(name.to_owned())),
        _ => (text, None),
    };
    let results = Results::of(&[Store::read(Path::new(folder))?]);
    let names: Vec<String> = results.columns.iter().map(|column| column.name.clone()).collect();
    let listed = || names.join(", ");
    match name {
        Some(name) => results.select(&[name]).map_err(|name| {
            Failure::Usage(format!("{folder} has no configuration '{name}', only {}", listed()))
        }),
        None if names.len() == 1 => Ok(results),
        None => Err(Failure::Usage(format!("say {folder}:NAME, with one of {}", listed()))),
    }
}

fn write_page(path: &Path, results: &Results, pairs: &PairArgs) -> Result<(), Failure> {
    let index = |name: &String| {
        let found = results.columns.iter().position(|column| column.name == *name);
        found.ok_or_else(|| Failure::Usage(format!("there is no configuration '{name}'")))
    };
    let chosen: Vec<(usize, usize)> = match pairs.pair.as_slice() {
        [] => report::usual_pairs(results.columns.len()),
        pairs => {
            let both = |(a, b): &(String, String)| Ok((index(a)?, index(b)?));
            pairs.iter().map(both).collect::<Result<_, Failure>>()?
        }
    };
    write(path, &report::page(results, &chosen))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failure = |error| Failure::Files(format!("cannot write {}: {error}", path.display()));
    std::fs::write(path, text).map_err(failure)
}

fn print(text: &str) -> Result<(), Failure> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        // A closed pipe is not a failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::files(error)),
        _ => Ok(()),
    }
}
