//! Input and output, and other sources of arbitrary values.

use super::verifier::literal;
use super::{ExternalCall, Model};
use crate::hir::{Expr, ExprKind, PlaceKind};
use crate::lower::{FunctionLowering, LowerError, Memory, Scalar, Value};
use program::{ChoiceSource, StatementKind};
use term::Term;

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

pub(super) fn find(name: &str) -> Option<Model> {
    Some(match name {
        "printf" | "__printf_chk" => print,
        "puts" => put_line,
        "putchar" => put_char,
        "fprintf" | "__fprintf_chk" => print_to_file,
        "vprintf" | "vfprintf" | "fputs" | "fputc" | "putc" | "fflush" | "perror" | "fclose"
        | "fwrite" | "setbuf" | "setvbuf" | "srand" | "srandom" | "fputs_unlocked" | "sleep"
        | "usleep" | "closelog" | "syslog" | "write" | "close" | "clock" => no_effect,
        "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" | "asprintf" | "vasprintf" | "fgets"
        | "gets" | "fread" | "read" | "getline" | "getenv" | "strerror" | "fopen" | "freopen"
        | "fdopen" | "opendir" | "readdir" | "localtime" | "gmtime" | "ctime" | "asctime"
        | "strftime" | "gettimeofday" | "clock_gettime" | "sscanf" | "fscanf" | "vscanf"
        | "vsscanf" | "recv" | "send" | "strtod" | "strtof" | "strtold" | "atof" | "getcwd"
        | "stat" | "fstat" | "lstat" => ExternalCall::unsupported_call,
        "scanf" | "__isoc99_scanf" => scan,
        "getchar" | "fgetc" | "getc" | "getchar_unlocked" => get_char,
        "rand" | "random" | "lrand48" => random,
        "time" => time,
        _ => return None,
    })
}

fn no_effect(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    call.any_result(lowering)
}

fn print_from(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    format: usize,
) -> Result<(), LowerError> {
    let address = call.pointer(lowering, format)?;
    let rest = call.args.get(format + 1..).unwrap_or(&[]);
    for arg in rest {
        lowering.check_promoted(arg.ty);
    }
    let args = rest.iter().filter_map(|arg| match arg.value {
        Value::Scalar(term) => Some(term),
        Value::Void | Value::Record(_) => None,
    });
    let args = args.collect();
    lowering.emit(StatementKind::Print { format: address, args });
    Ok(())
}

fn print(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    print_from(lowering, call, usize::from(call.name == "__printf_chk"))?;
    call.any_result(lowering)
}

/// What goes to the standard output is printed; other files are nobody's business.
fn print_to_file(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    if call.exprs.first().is_some_and(|file| is_stdout(lowering, file)) {
        print_from(lowering, call, 1 + usize::from(call.name == "__fprintf_chk"))?;
    }
    call.any_result(lowering)
}

fn is_stdout(lowering: &Lowering<'_, '_>, file: &Expr) -> bool {
    match &file.kind {
        ExprKind::Convert(inner, _) => is_stdout(lowering, inner),
        ExprKind::Load(place) => {
            matches!(place.kind, PlaceKind::Var(var) if lowering.hir.var(var).name == "stdout")
        }
        _ => false,
    }
}

fn put_line(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let text = call.pointer(lowering, 0)?;
    print_with(lowering, b"%s\n\0", text);
    call.any_result(lowering)
}

fn put_char(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let char = call.arg(lowering, 0, Scalar::INT)?;
    print_with(lowering, b"%c\0", char);
    let byte = Scalar::Int { bits: 8, signed: false };
    let printed = lowering.converted(char, Scalar::INT, byte);
    Ok(call.give(lowering, printed, byte))
}

fn print_with(lowering: &mut Lowering<'_, '_>, format: &[u8], arg: Term) {
    let format = lowering.cx.string(format);
    let format = lowering.term_of(format);
    lowering.emit(StatementKind::Print { format, args: vec![arg] });
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
