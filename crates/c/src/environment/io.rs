//! Output, and handles of files: they are not modelled further, since programs cannot look into
//! them.

use super::{ExternalCall, Model};
use crate::hir::{Expr, ExprKind, PlaceKind};
use crate::lower::{FunctionLowering, LowerError, Scalar, Value};
use program::StatementKind;
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
        | "usleep" | "closelog" | "syslog" | "write" | "close" | "clock" | "fopen" | "freopen"
        | "fdopen" | "open" | "feof" | "ferror" | "clearerr" | "rewind" | "fseek" | "ftell"
        | "remove" | "rename" | "unlink" | "isatty" => no_effect,
        "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" | "asprintf" | "vasprintf" | "gets"
        | "getline" | "getenv" | "strerror" | "opendir" | "readdir" | "localtime" | "gmtime"
        | "ctime" | "asctime" | "strftime" | "gettimeofday" | "clock_gettime" | "sscanf"
        | "fscanf" | "vscanf" | "vsscanf" | "strtod" | "strtof" | "strtold" | "atof" | "getcwd"
        | "stat" | "fstat" | "lstat" => ExternalCall::unsupported_call,
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
