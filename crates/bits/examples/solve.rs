//! Runs one engine on one file, without checking its answer: `solve ENGINE FILE SECONDS`.
#![allow(clippy::print_stdout)]

use bits::{BitBmcConfig, Ic3Config, OnBits, Quip, SharedSystem};
use engines::{Context, Engine, Event, Observer};
use smt::Budget;
use std::sync::Arc;
use std::time::{Duration, Instant};

struct Printer(Instant);

impl Observer for Printer {
    fn observe(&mut self, event: &Event) {
        if let (Event::Progress(progress), true) = (event, std::env::var_os("VERBOSE").is_some()) {
            println!("{:.2} {progress:?}", self.0.elapsed().as_secs_f64());
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let start = Instant::now();
    let bytes = std::fs::read(&words[2]).expect("the file can be read");
    let design = hardware::read(&bytes).unwrap_or_else(|error| panic!("{error}"));
    let read = start.elapsed();
    let model = design.system.automaton();
    let system = Arc::new(SharedSystem::new(design.system));
    if let Ok(bits) = system.bits() {
        let circuit = bits.circuit();
        println!(
            "{} inputs, {} latches, {} gates; read in {:.2}, blasted in {:.2}",
            circuit.inputs.len(),
            circuit.latches.len(),
            circuit.gates(),
            read.as_secs_f64(),
            start.elapsed().as_secs_f64()
        );
    }
    let engine: Box<dyn Engine> = match words[1].as_str() {
        "ic3" => Box::new(OnBits::new(Ic3Config::default(), Some(system))),
        "quip" => Box::new(OnBits::new(Quip::default(), Some(system))),
        _ => Box::new(OnBits::new(BitBmcConfig::default(), Some(system))),
    };
    let seconds = words[3].parse().expect("a number");
    let budget = Budget::unlimited().with_timeout(Duration::from_secs(seconds));
    let mut printer = Printer(start);
    let answer = engine.run(&model, &mut Context::new(budget, &mut printer));
    println!("{}", answer.stats);
    let verdict = match answer.verdict {
        evidence::Verdict::Safe(_) => "SAFE".to_owned(),
        evidence::Verdict::Unsafe(trace) => format!("UNSAFE in {}", trace.steps.len()),
        other => format!("{other:?}"),
    };
    println!("{verdict} {:.2} s", start.elapsed().as_secs_f64());
}
