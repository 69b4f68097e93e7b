//! Any bytes are a C program, whose model is well-formed, or an error; nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use model::Goal;
use passes::memory::{LowerOptions, lower};
use passes::program::{
    InlineOptions, Recursion, inline, resolve_indirect_calls,
};
use passes::reduce::{ReduceConfig, reduce};
use program::{Machine, Program, Property};

/// Small, so that what a few bytes can ask for does not take all the time.
const LIMITS: InlineOptions = InlineOptions {
    recursion: Recursion::Unroll { depth: 3, max_statements: 200 },
    max_statements: 2_000,
};

fuzz_target!(|bytes: &[u8]| {
    let machine = if bytes.len() % 2 == 0 { Machine::Lp64 } else { Machine::Ilp32 };
    let Ok(program) = c::compile_text("fuzz.i", bytes, &c::Options::new(machine)) else { return };
    verified(&program);
    // Lifetimes are in the model only if accesses are checked.
    model_of(program.clone(), &[Property::UnreachCall, Property::Overflow]);
    model_of(program, &Property::ALL);
});

fn model_of(mut program: Program, properties: &[Property]) {
    program.retain_checks(|check, _| properties.contains(&check.property));
    resolve_indirect_calls(&mut program);
    verified(&program);
    let inlined = inline(&program, LIMITS);
    verified(&inlined.program);
    let lowered = lower(&inlined.program, LowerOptions::default());
    assert_eq!(model::verify(&lowered.model), Ok(()), "{}", lowered.model);
    for goal in [Goal::NoError, Goal::EveryRunEnds] {
        let reduced = reduce(&lowered.model, goal, &ReduceConfig::default());
        let reduced = reduced.expect("calls are replaced by copies");
        assert_eq!(model::verify(&reduced.model), Ok(()), "{}", reduced.model);
    }
}

fn verified(program: &Program) {
    assert_eq!(program::verify(program), Ok(()), "{program}");
}
