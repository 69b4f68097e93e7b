//! What comes from outside: the standard input, files, chance, time.

use super::verifier::literal;
use super::{ExternalCall, Model};
use crate::lower::{FunctionLowering, LowerError, Memory, Scalar, Value};
use program::{ChoiceSource, ScalarType, StatementKind, Storage};
use term::Term;

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

pub(super) fn find(name: &str) -> Option<Model> {
    Some(match name {
        "scanf" | "__isoc99_scanf" => scan,
        "getchar" | "fgetc" | "getc" | "getchar_unlocked" => get_char,
        "fgets" => get_line,
        "read" | "recv" => read,
        "fread" => ExternalCall::unsupported_call,
        "rand" | "random" | "lrand48" => random,
        "time" => time,
        _ => return None,
    })
}

/// The first bytes of a buffer take arbitrary values.
fn fill_arbitrarily(lowering: &mut Lowering<'_, '_>, to: Term, size: Term) {
    let target = lowering.temporary(ScalarType::Pointer);
    let storage = Storage::Stack;
    lowering.emit(StatementKind::Allocate { target, size, storage, zeroed: false });
    let from = lowering.term_of(target);
    lowering.copy(to, from, size);
}

/// `read(file, buffer, n)`: -1, or how many bytes there were.
fn read(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let (to, size) = (call.pointer(lowering, 1)?, call.size(lowering, 2)?);
    let to = lowering.pin(to, ScalarType::Pointer);
    let word = Scalar::word(lowering.machine(), true);
    let count = input_between(lowering, call, word, -1, None);
    let terms = lowering.terms();
    let zero = terms.bv(terms.width(count), 0);
    let failed = terms.bv_slt(count, zero);
    let enough = terms.bv_ule(count, size);
    let possible = terms.or(&[failed, enough]);
    lowering.emit(StatementKind::Assume(possible));
    let [good, done] = [(); 2].map(|()| lowering.new_block());
    lowering.branch(failed, done, good);
    lowering.switch_to(good);
    lowering.check_writable(to, to, count, || format!("the target of {}", call.name));
    fill_arbitrarily(lowering, to, count);
    lowering.goto(done);
    lowering.switch_to(done);
    Ok(call.give(lowering, count, word))
}

/// `fgets(buffer, n, file)`: null, or the buffer with less than `n` bytes and a zero at their end.
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

/// An input that lies between two numbers.
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

/// A byte, or -1 at the end of the input.
fn get_char(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let value = input_between(lowering, call, Scalar::INT, -1, Some(255));
    Ok(call.give(lowering, value, Scalar::INT))
}

fn random(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let value = input_between(lowering, call, Scalar::INT, 0, None);
    Ok(call.give(lowering, value, Scalar::INT))
}

/// `time(p)`; it is modelled for a null pointer only.
fn time(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let pointer = call.pointer(lowering, 0)?;
    let null = lowering.terms().as_bitvec(pointer).is_some_and(term::BitVec::is_zero);
    if !null {
        lowering.unsupported("a call of 'time' with a pointer");
    }
    lowering.arbitrary(call.result, ChoiceSource::Input(call.name.to_owned()))
}

/// `scanf`: the first so many targets take arbitrary values, as many as the result says.
fn scan(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let targets = call.args.get(1..).unwrap_or(&[]);
    let format = call.exprs.first().and_then(literal);
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

/// Whether a format reads nothing but numbers and single characters, one for each target.
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
