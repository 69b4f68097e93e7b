//! The `lemmatic` command. This is the only crate that prints.

mod abort;
mod answer;
mod args;
mod bench;
mod check;
mod diagnostics;
mod each;
mod exit;
mod help;
mod limits;
mod progress;
mod report;
mod run;
mod show;
mod terminal;
mod verify;

use answer::Answer;
use args::Command;
use evidence::Reason;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::JoinHandle;

/// Stack size of the working thread: nested input must not exhaust it.
const STACK_SIZE: usize = 256 << 20;

fn main() -> ExitCode {
    let command = help::parse().command;
    let json = matches!(&command, Command::Verify(args) if args.output.json);
    let answer = Arc::new(Answer::new(json));
    abort::answer_aborts(&answer);
    let to_give = answer.clone();
    let work = move || match command {
        Command::Verify(args) => verify::run(&args, &to_give),
        Command::Check(args) => check::run(&args, &to_give),
        Command::Show(args) => show::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Run(args) => run::run(&args, &to_give),
        Command::Engines(args) => help::engines(&args),
        Command::Help(args) => help::run(&args),
        Command::Completions(args) => help::completions(&args),
        Command::Man(args) => help::manual(&args),
    };
    let worker = std::thread::Builder::new().name("main".to_owned()).stack_size(STACK_SIZE);
    match worker.spawn(work).map(JoinHandle::join) {
        Ok(Ok(exit)) => exit.into(),
        // The panic has already printed its message; the answer is unknown.
        Ok(Err(_)) => answer.give_up(&Reason::Internal("a panic".to_owned())),
        Err(error) => answer.give_up(&Reason::Internal(format!("no thread to work in: {error}"))),
    }
}
