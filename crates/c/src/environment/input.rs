//! External input: the standard input, files, random numbers, time.

use super::tables::fill_arbitrarily;
use super::verifier::literal;
use super::{ExternalCall, Model};
use crate::lower::{FunctionLowering, LowerError, Memory, Scalar, Value};
use program::{ChoiceSource, ScalarType, StatementKind};
use term::Term;

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

pub(super) fn find(name: &str) -> Option<Model> {
    Some(match name {
        "scanf" | "__isoc99_scanf" | "__isoc23_scanf" => scan,
        "fscanf" | "__isoc99_fscanf" | "__isoc23_fscanf" | "sscanf" | "__isoc99_sscanf"
        | "__isoc23_sscanf" => scan_from,
        "fgets" => get_line,
        "time" => time,
        _ => return None,
    })
}

/// `fgets(buffer, n, file)`: returns null, or the buffer with fewer than `n` bytes and a final
/// zero.
fn get_line(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let to = call.pointer(lowering, 0)?;
    let to = lowering.pin(to, ScalarType::Pointer);
    let limit = call.arg(lowering, 1, Scalar::INT)?;
    let count = input_between(lowering, call, Scalar::INT, -1, None);
    let terms = lowering.terms();
    let zero = terms.bv(32, 0);
    let failed = terms.bv_slt(count, zero);
    let enough = terms.bv_slt(count, limit);
    let possible = terms.or(&[failed, enough]);
    lowering.emit(StatementKind::Assume(possible));
    let result = lowering.temporary(ScalarType::Pointer);
    let null = lowering.word(0);
    lowering.assign(result, null);
    let [good, done] = [(); 2].map(|()| lowering.new_block());
    lowering.branch(failed, done, good);
    lowering.switch_to(good);
    let word = Scalar::word(lowering.machine(), false);
    let count = lowering.converted(count, Scalar::INT, word);
    let one = lowering.word(1);
    let size = lowering.terms().bv_add(count, one);
    lowering.check_writable(to, to, size, || format!("the target of {}", call.name));
    fill_arbitrarily(lowering, to, count);
    let end = lowering.offset(to, count);
    let nul = lowering.terms().bv(8, 0);
    lowering.emit(StatementKind::Store { address: end, value: nul });
    lowering.assign(result, to);
    lowering.goto(done);
    lowering.switch_to(done);
    let result = lowering.term_of(result);
    Ok(call.give(lowering, result, Scalar::Pointer))
}

/// An input between two numbers.
fn input_between(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    scalar: Scalar,
    low: i64,
    high: Option<i64>,
) -> Term {
    let source = ChoiceSource::Input(call.name.to_owned());
    let value = lowering.choose(scalar.register_type(), source);
    let terms = lowering.terms();
    let width = terms.width(value);
    let low = terms.bv(width, low as u64);
    let above = terms.bv_sle(low, value);
    lowering.emit(StatementKind::Assume(above));
    if let Some(high) = high {
        let terms = lowering.terms();
        let high = terms.bv(width, high as u64);
        let below = terms.bv_sle(value, high);
        lowering.emit(StatementKind::Assume(below));
    }
    value
}

/// `time(p)`: any time, which is also stored through `p` unless it is null.
fn time(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let pointer = call.pointer(lowering, 0)?;
    let pointer = lowering.pin(pointer, ScalarType::Pointer);
    let value = lowering.arbitrary(call.result, ChoiceSource::Input(call.name.to_owned()))?;
    let null = lowering.word(0);
    let is_null = lowering.terms().eq(pointer, null);
    if lowering.terms().as_bool(is_null) == Some(true) {
        return Ok(value);
    }
    let (Value::Scalar(now), Ok(scalar)) = (value, lowering.scalar_type(call.result)) else {
        return call.unsupported(lowering);
    };
    let [some, done] = [(); 2].map(|()| lowering.new_block());
    lowering.branch(is_null, done, some);
    lowering.switch_to(some);
    let text = || "the target of time".to_owned();
    lowering.store_scalar(Memory::at_pointer(pointer), scalar, now, text);
    lowering.goto(done);
    lowering.switch_to(done);
    Ok(value)
}

/// `scanf`: the result tells how many targets, from the first on, get arbitrary values.
fn scan(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    scan_by_format(lowering, call, 0)
}

/// As [`scan`], with a file or a string before the format.
fn scan_from(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    scan_by_format(lowering, call, 1)
}

fn scan_by_format(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    format: usize,
) -> Result<Value, LowerError> {
    let targets = call.args.get(format + 1..).unwrap_or(&[]);
    let format = call.exprs.get(format).and_then(literal);
    if !format.is_some_and(|format| is_simple(&format, targets.len())) {
        return call.unsupported(lowering);
    }
    let count = targets.len() as i64;
    let result = input_between(lowering, call, Scalar::INT, -1, Some(count));
    for (i, target) in (0u64..).zip(targets) {
        let Value::Scalar(pointer) = target.value else { return call.unsupported(lowering) };
        let scalar = lowering.scalar_type(lowering.target_of(target.ty)?)?;
        let [store, next] = [(); 2].map(|()| lowering.new_block());
        let terms = lowering.terms();
        let index = terms.bv(32, i);
        let given = terms.bv_slt(index, result);
        lowering.branch(given, store, next);
        lowering.switch_to(store);
        let source = ChoiceSource::Input(call.name.to_owned());
        let value = match scalar {
            Scalar::Bool => return call.unsupported(lowering),
            scalar => lowering.choose(scalar.register_type(), source),
        };
        let memory = Memory::at_pointer(pointer);
        lowering.store_scalar(memory, scalar, value, || "a target of scanf".to_owned());
        lowering.goto(next);
        lowering.switch_to(next);
    }
    Ok(call.give(lowering, result, Scalar::INT))
}

/// Whether a format reads only numbers and single characters, one for each target.
fn is_simple(format: &str, targets: usize) -> bool {
    let mut count = 0;
    let mut chars = format.chars();
    while let Some(char) = chars.next() {
        if char != '%' {
            continue;
        }
        let Some(kind) = chars.by_ref().find(|char| !"hlLqjzt".contains(*char)) else {
            return false;
        };
        match kind {
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'c' | 'f' | 'e' | 'g' | 'a' | 'p' => count += 1,
            '%' => {}
            _ => return false,
        }
    }
    count == targets
}

#[cfg(test)]
mod tests {
    use super::is_simple;

    #[test]
    fn formats_of_plain_numbers_are_simple() {
        assert!(is_simple("%d %lf%%%hhu", 3));
        assert!(!is_simple("%d", 2));
        assert!(!is_simple("%10d", 1));
        assert!(!is_simple("%s", 1));
        assert!(!is_simple("%", 0));
    }
}
