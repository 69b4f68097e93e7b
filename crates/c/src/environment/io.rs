//! Output, and handles of files: they are not modelled further, since programs cannot look into
//! them.

use super::verifier::literal;
use super::{Argument, ExternalCall, Model};
use crate::hir::{Expr, ExprKind, PlaceKind, Type};
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
        _ => return None,
    })
}

/// Functions that print by a format, and the position of the format.
const FORMATS: [(&str, usize); 14] = [
    ("__fprintf_chk", 2),
    ("__printf_chk", 1),
    ("asprintf", 1),
    ("dprintf", 1),
    ("err", 1),
    ("error", 2),
    ("errx", 1),
    ("fprintf", 1),
    ("printf", 0),
    ("snprintf", 2),
    ("sprintf", 1),
    ("syslog", 1),
    ("warn", 0),
    ("warnx", 0),
];

/// Whether a call may print by a format with `%n`, which stores through a pointer.
pub(super) fn stores_count(lowering: &Lowering<'_, '_>, call: &ExternalCall<'_>) -> bool {
    let Some(&(_, position)) = FORMATS.iter().find(|(name, _)| *name == call.name) else {
        return false;
    };
    if let Some(format) = call.exprs.get(position).and_then(literal) {
        return has_count(&format);
    }
    // Only what points to an integer may be meant.
    let types = &lowering.hir.types;
    let is_target = |arg: &Argument| match types.get(arg.ty) {
        Type::Pointer(target) => matches!(types.get(*target), Type::Int(int) if int.bits > 8),
        _ => false,
    };
    call.args.iter().skip(position + 1).any(is_target)
}

/// Whether a format has the conversion `%n`.
fn has_count(format: &str) -> bool {
    let mut chars = format.chars();
    while chars.by_ref().any(|char| char == '%') {
        let conversion = chars.by_ref().find(|char| char.is_ascii_alphabetic() || *char == '%');
        let is_length = |char: char| "hlLqjzt".contains(char);
        let conversion = match conversion {
            Some(char) if is_length(char) => chars.by_ref().find(|char| !is_length(*char)),
            conversion => conversion,
        };
        if conversion == Some('n') {
            return true;
        }
    }
    false
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

#[cfg(test)]
mod tests {
    use super::has_count;

    #[test]
    fn counts_are_found_in_formats() {
        assert!(has_count("%d%n"));
        assert!(has_count("%%%hhn"));
        assert!(!has_count("%dn %5.2lfn 100%%n"));
        assert!(!has_count("%"));
    }
}
