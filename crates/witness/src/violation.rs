//! A violating run as waypoints.
//!
//! There is a waypoint for each open value: the results of input functions, and the values of
//! uninitialised variables. These determine the run, except for values that have no place in the
//! source or cannot be written there (addresses, memory, the results of macros). Those are left
//! out, so a validator of the witness must find them.
//!
//! A run that never ends has a waypoint at the loop where it comes back to the same state, with the
//! values that variables have there, and then those for the open values of one turn.

use crate::correctness::place;
use crate::format::{Action, Constraint, ExpressionFormat, Segment, Waypoint, WaypointKind};
use crate::replay_inputs::left_to_library;
use crate::source::{InputFiles, InputPlace};
use crate::verified::NoWitness;
use program::interpret::{Turn, Violation};
use program::{ChoiceSource, FunctionId, Program, Property, ScalarType, SourceLoop, Span};
use runs::{Chosen, Replay};
use term::{BitVec, FloatFormat, Symbol, Value};

/// Functions whose results are inputs by convention.
const INPUT_PREFIX: &str = "__VERIFIER_nondet_";

/// The waypoints of a run.
pub fn segments(
    program: &Program,
    files: &InputFiles<'_>,
    replay: &Replay,
) -> Result<Vec<Segment>, NoWitness> {
    // What these return is more than one input.
    let library = left_to_library(replay);
    let returns_its_input =
        |function: &str| function.starts_with(INPUT_PREFIX) || !library.contains(function);
    let waypoint = |chosen: &Chosen| match &chosen.source {
        ChoiceSource::Input(function) if !returns_its_input(function) => None,
        _ => waypoint(program, files, chosen),
    };
    if replay.violation.property == Property::Termination {
        let turn = replay.violation.turn.as_ref().ok_or(NoWitness::NoCycle)?;
        let start = turn_start(program, files, turn).ok_or(NoWitness::NoCycle)?;
        let (before, during) = replay.chosen.split_at(turn.chosen_before.min(replay.chosen.len()));
        let again = |it: Waypoint| Waypoint { action: Action::Cycle, ..it };
        let cycle = [start].into_iter().chain(during.iter().filter_map(waypoint).map(again));
        return Ok(before.iter().filter_map(waypoint).chain(cycle).map(alone).collect());
    }
    let mut waypoints: Vec<Waypoint> = replay.chosen.iter().filter_map(waypoint).collect();
    let (place, function) = target(program, files, &replay.violation).ok_or(NoWitness::NoPlace)?;
    waypoints.push(Waypoint {
        kind: WaypointKind::Target,
        action: Action::Follow,
        location: files.location(place, Some(function)),
        constraint: None,
    });
    Ok(waypoints.into_iter().map(alone).collect())
}

fn alone(waypoint: Waypoint) -> Segment {
    Segment { waypoints: vec![waypoint] }
}

/// The loop where a turn starts, and the values that variables have there.
fn turn_start(program: &Program, files: &InputFiles<'_>, turn: &Turn) -> Option<Waypoint> {
    let is_here =
        |source: &&SourceLoop| (source.function, source.head) == (turn.function, turn.block);
    let source = program.outline.loops.iter().find(is_here)?;
    let (_, location) = place(files, source)?;
    let registers = &program.function(turn.function).registers;
    let value = |(symbol, value): &(Symbol, Value)| {
        let register = registers.iter().find(|register| register.symbol == *symbol)?;
        let is_named = source.visible.contains(symbol) && !register.name.is_empty();
        let literal = literal(register.ty, value).filter(|_| is_named)?;
        Some(format!("{} == {literal}", register.name))
    };
    let mut values: Vec<String> = turn.values.iter().filter_map(value).collect();
    if values.is_empty() {
        values.push("1".to_owned());
    }
    let constraint = Constraint { value: values.join(" && "), format: Some(ExpressionFormat::C) };
    Some(Waypoint {
        kind: WaypointKind::Recurrence,
        action: Action::Cycle,
        location,
        constraint: Some(constraint),
    })
}

/// What is said of an open value.
fn waypoint(program: &Program, files: &InputFiles<'_>, chosen: &Chosen) -> Option<Waypoint> {
    let value = literal(chosen.ty, &chosen.value)?;
    let (kind, place, constraint) = match &chosen.source {
        ChoiceSource::Input(function) | ChoiceSource::External(function) => {
            // A call through a pointer is known by the declaration of the function only.
            let declared = program.find_function(function).and_then(|id| program.function(id).span);
            let called = chosen.span.filter(|&span| Some(span) != declared)?;
            let place = files.end_of_call(files.place(called)?, function)?;
            let value = format!("\\result == {value}");
            let constraint = Constraint { value, format: Some(ExpressionFormat::Acsl) };
            (WaypointKind::FunctionReturn, place, constraint)
        }
        ChoiceSource::Uninitialised(_) => {
            let outline = &program.outline;
            let declared = outline.uninitialised.iter().find(|row| row.0 == chosen.register);
            let place = files.place(declared?.1)?;
            let value = format!("{} == {value}", chosen.name);
            let constraint = Constraint { value, format: Some(ExpressionFormat::C) };
            (WaypointKind::Assumption, place, constraint)
        }
        ChoiceSource::Order(_) | ChoiceSource::Volatile(_) => return None,
    };
    let location = files.location(place, None);
    Some(Waypoint { kind, action: Action::Follow, location, constraint: Some(constraint) })
}

/// The statement or full expression that violates the property, and its function. A violation
/// inside a library function is attributed to its call.
fn target(
    program: &Program,
    files: &InputFiles<'_>,
    violation: &Violation,
) -> Option<(InputPlace, FunctionId)> {
    let place = |&(function, span): &(FunctionId, Option<Span>)| {
        // The error function is not called where it is defined.
        let definition = program.function(function).span;
        let span = span.filter(|span| Some(*span) != definition)?;
        let start = program.outline.start_of(span).unwrap_or(span);
        Some((files.place(start)?, function))
    };
    violation.stack.iter().find_map(place)
}

/// A value as a C literal; `None` for values without one.
fn literal(ty: ScalarType, value: &Value) -> Option<String> {
    match (ty, value) {
        (_, Value::Bool(truth)) => Some(u8::from(*truth).to_string()),
        (ScalarType::Int { signed, .. }, Value::BitVec(bits)) => Some(integer(bits, signed)),
        (ScalarType::Float(format), Value::Float(float)) => {
            let (wide, suffix) = match format {
                FloatFormat::F32 => (float.to_f64(), "f"),
                FloatFormat::F64 => (float.to_f64(), ""),
                _ => return None,
            };
            // Rust prints the shortest digits that give the number back.
            let digits =
                if suffix.is_empty() { format!("{wide:?}") } else { format!("{:?}", wide as f32) };
            wide.is_finite().then(|| digits + suffix)
        }
        _ => None,
    }
}

fn integer(bits: &BitVec, signed: bool) -> String {
    let value = if signed { bits.to_bigint() } else { bits.to_biguint().into() };
    let text = value.to_string();
    match (i64::try_from(&value), signed) {
        // C has no negative literals, and this one is too large without its sign.
        (Ok(i64::MIN), _) => "(-9223372036854775807LL - 1)".to_owned(),
        (Ok(value), _) if i32::try_from(value).is_ok() => text,
        (Ok(_), true) => text + "LL",
        (Ok(value), false) if u32::try_from(value).is_ok() => text + "U",
        _ => text + "ULL",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Float;

    #[test]
    fn values_are_written_in_c() {
        let check = |ty, value: Value, expected: Option<&str>| {
            assert_eq!(literal(ty, &value).as_deref(), expected);
        };
        let int = |bits, signed| ScalarType::Int { bits, signed };
        check(int(8, true), Value::bv(8, 0xff), Some("-1"));
        check(int(8, false), Value::bv(8, 0xff), Some("255"));
        check(int(32, true), Value::bv(32, 0x8000_0000), Some("-2147483648"));
        check(int(32, false), Value::bv(32, 0x8000_0000), Some("2147483648U"));
        check(int(64, true), Value::bv(64, 1 << 40), Some("1099511627776LL"));
        check(int(64, true), Value::bv(64, 1 << 63), Some("(-9223372036854775807LL - 1)"));
        check(int(64, false), Value::bv(64, u64::MAX), Some("18446744073709551615ULL"));
        check(ScalarType::Truth, Value::Bool(true), Some("1"));
        check(ScalarType::Pointer, Value::bv(64, 8), None);
        let float = |value| Value::Float(Float::from_f64(value));
        let double = ScalarType::Float(FloatFormat::F64);
        check(double, float(0.1), Some("0.1"));
        check(double, float(-1e300), Some("-1e300"));
        check(double, float(2.0), Some("2.0"));
        check(double, float(f64::NAN), None);
        check(ScalarType::Float(FloatFormat::F32), float(0.5), Some("0.5f"));
    }
}
