//! Runs one engine on one file, without checking its answer: `solve ENGINE FILE SECONDS`; with a
//! fourth word the size of the swept circuit is printed, too.
#![allow(clippy::print_stdout)]

use bits::{BitBmcConfig, Ic3Config, OnBits, Quip, QuipConfig, SharedSystem};
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

fn quip(config: QuipConfig, system: Arc<SharedSystem>) -> Box<dyn Engine> {
    Box::new(OnBits::new(Quip { config, ..Quip::default() }, Some(system)))
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
    if words.len() > 4 {
        let swept = system.swept(&Budget::unlimited()).expect("no limit");
        let circuit = swept.circuit();
        println!(
            "swept: {} inputs, {} latches, {} gates in {:.2}",
            circuit.inputs.len(),
            circuit.latches.len(),
            circuit.gates(),
            start.elapsed().as_secs_f64()
        );
    }
    let engine: Box<dyn Engine> = match words[1].as_str() {
        "ic3" => Box::new(OnBits::new(Ic3Config::default(), Some(system))),
        "quip" => quip(QuipConfig::default(), system),
        "quip-no-may" => quip(QuipConfig { no_may: true, ..QuipConfig::default() }, system),
        "quip-no-reach" => quip(QuipConfig { no_reach: true, ..QuipConfig::default() }, system),
        "quip-reset-free" => quip(QuipConfig { reset_free: true, ..QuipConfig::default() }, system),
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
