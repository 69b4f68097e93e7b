//! The models built from one program, each compared with runs of the program, and reductions of them.

use crate::reduced::{ReducedRun, violating_run};
use passes::memory::lockstep::{Agreement, Difference, Settings, compare};
use passes::memory::{LowerOptions, Lowered, lower};
use passes::program::{InlineOptions, Recursion, inline, resolve_indirect_calls};
use program::interpret::{Environment, ExecutionEnd, Interpreter, Options, Random};
use program::{Program, Property, PropertySet};

/// The properties that are asked about; they determine what the model contains.
const QUESTIONS: [(&str, &[Property]); 4] = [
    ("all properties", &Property::ALL),
    ("unreach-call", &[Property::UnreachCall, Property::Assertion]),
    ("memory safety", &[Property::Deref, Property::Free, Property::Memtrack, Property::Memcleanup]),
    ("overflow", &[Property::Overflow]),
];

/// The number and the length of compared runs.
#[derive(Clone, Copy)]
pub struct Effort {
    /// The seed of the first run; later runs use the seeds after it.
    pub first_seed: u64,
    /// Runs of each model.
    pub runs: u64,
    /// Maximal number of steps of a run.
    pub max_steps: u64,
    /// Reductions of a model in which a run violates something.
    pub reductions: u64,
}

/// Compares runs of a program with all models of it. Returns the differences, each with the
/// settings that show it.
pub fn compare_models(
    program: &Program,
    effort: Effort,
    mut agreed: impl FnMut(Agreement),
    mut reduced: impl FnMut(ReducedRun),
) -> Vec<String> {
    let mut differences = Vec::new();
    for (question, properties) in QUESTIONS {
        for only_defined in [false, true] {
            let asked: PropertySet = properties.iter().copied().collect();
            if only_defined && asked.unchecked_undefined_behaviour() == PropertySet::default() {
                continue;
            }
            let runs = if only_defined { "defined runs" } else { "all runs" };
            let found =
                compare_model(program, asked, only_defined, effort, &mut agreed, &mut reduced);
            for found in found {
                differences.push(format!("{question}, {runs}: {found}"));
            }
        }
    }
    differences
}

fn compare_model(
    program: &Program,
    asked: PropertySet,
    only_defined: bool,
    effort: Effort,
    agreed: &mut impl FnMut(Agreement),
    reduced: &mut impl FnMut(ReducedRun),
) -> Vec<String> {
    let mut checked = program.clone();
    checked.retain_checks(|check, _| {
        asked.contains(check.property) || only_defined && check.property.is_undefined_behaviour()
    });
    let mut resolved = checked.clone();
    resolve_indirect_calls(&mut resolved);
    let options = LowerOptions {
        assumed: if only_defined {
            asked.unchecked_undefined_behaviour()
        } else {
            PropertySet::default()
        },
        cut_undetermined: only_defined,
        ..LowerOptions::default()
    };
    let mut differences = Vec::new();
    for recursion in [Recursion::default(), Recursion::Keep] {
        let inlined = inline(&resolved, InlineOptions { recursion, ..InlineOptions::default() });
        let inlined = inlined.program;
        let has_calls = inlined.functions.iter().filter(|f| f.body.is_some()).count() > 1;
        if recursion == Recursion::Keep && !has_calls {
            continue;
        }
        let lowered = lower(&inlined, options);
        let settings = Settings {
            seed: 0,
            max_steps: effort.max_steps,
            watched: asked,
            leaves_out: only_defined,
        };
        let found = compare_runs(&checked, &inlined, &lowered, settings, effort, agreed, reduced);
        differences.extend(found.into_iter().map(|found| match has_calls {
            true => format!("calls kept, {found}"),
            false => found,
        }));
    }
    differences
}

/// Compares runs of a program, of the same with calls inlined, and of its model.
fn compare_runs(
    checked: &Program,
    inlined: &Program,
    lowered: &Lowered,
    settings: Settings,
    effort: Effort,
    agreed: &mut impl FnMut(Agreement),
    reduced: &mut impl FnMut(ReducedRun),
) -> Vec<String> {
    let mut differences = Vec::new();
    for seed in effort.first_seed..effort.first_seed + effort.runs {
        let settings = Settings { seed, ..settings };
        match compare(inlined, lowered, settings) {
            Ok(agreement) => {
                if let Some(error) = &agreement.error {
                    for number in 0..effort.reductions {
                        let random = seed.wrapping_mul(31) + number;
                        match violating_run(&lowered.model, error, random) {
                            Ok(run) => reduced(run),
                            Err(what) => differences.push(format!("seed {seed}: {what}")),
                        }
                    }
                }
                agreed(agreement);
            }
            Err(Difference::Setup(error)) => return vec![error.to_string()],
            Err(difference) => differences.push(format!("seed {seed}: {difference}")),
        }
        differences.extend(compare_inlined(checked, inlined, settings));
        if !differences.is_empty() {
            break;
        }
    }
    differences
}

/// Compares how a program ends before and after inlining.
fn compare_inlined(program: &Program, inlined: &Program, settings: Settings) -> Option<String> {
    let (before, after) = (ending(program, settings)?, ending(inlined, settings)?);
    (before != after).then(|| {
        let seed = settings.seed;
        format!("seed {seed}: with calls {before:?}, without {after:?}")
    })
}

/// How a run ends and what it prints; `None` if it reaches a limit or something that is not
/// modelled.
fn ending(program: &Program, settings: Settings) -> Option<(String, String)> {
    let Settings { seed, max_steps, watched, .. } = settings;
    let options = Options { max_steps: 2 * max_steps, watched, ..Options::default() };
    let interpreter = Interpreter::new(program, options).ok()?;
    let mut output = Vec::new();
    let run = interpreter.run(&mut Environment {
        chooser: &mut Random::new(seed),
        output: &mut output,
        observer: None,
        interrupted: &|| false,
    });
    let ending = match run.outcome {
        ExecutionEnd::Finished(_) | ExecutionEnd::AssumptionFailed(_) => {
            format!("{:?}", run.outcome)
        }
        // Copies of functions keep their last values, which may be pointers.
        ExecutionEnd::Violation(violation) if violation.property == Property::Memtrack => {
            return None;
        }
        ExecutionEnd::Violation(violation) => format!("{:?}", violation.site()),
        _ => return None,
    };
    run.undefined.is_none().then(|| (ending, String::from_utf8_lossy(&output).into_owned()))
}
