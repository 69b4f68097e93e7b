//! Output and file handles. File contents are not modelled, since programs cannot observe them.

use super::verifier::literal;
use super::{Argument, ExternalCall, Model};
use crate::hir::{Expr, ExprKind, PlaceKind, Type};
use crate::lower::{FunctionLowering, LowerError, Scalar, Value};
use num_traits::Zero;
use program::{ChoiceSource, StatementKind};
use term::{Term, TermStore};

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

pub(super) fn find(name: &str) -> Option<Model> {
    Some(match name {
        "printf" | "__printf_chk" => print,
        "puts" => put_line,
        "putchar" | "putchar_unlocked" => put_char,
        "fputc" | "fputc_unlocked" | "putc" | "putc_unlocked" | "ungetc" => put_char_to_file,
        "fprintf" | "__fprintf_chk" => print_to_file,
        _ => return None,
    })
}

/// Functions that print to files with a format, and the position of the format.
const FORMATS: [(&str, usize); 11] = [
    ("__fprintf_chk", 2),
    ("__printf_chk", 1),
    ("dprintf", 1),
    ("err", 1),
    ("error", 2),
    ("errx", 1),
    ("fprintf", 1),
    ("printf", 0),
    ("syslog", 1),
    ("warn", 0),
    ("warnx", 0),
];

/// Whether a call may print with a format that contains `%n`, which stores through a pointer.
pub(super) fn stores_count(lowering: &Lowering<'_, '_>, call: &ExternalCall<'_>) -> bool {
    let Some(&(_, position)) = FORMATS.iter().find(|(name, _)| *name == call.name) else {
        return false;
    };
    if let Some(format) = call.exprs.get(position).and_then(literal) {
        return has_count(&format);
    }
    // Only arguments that point to an integer can be targets of `%n`.
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
    let format = usize::from(call.name == "__printf_chk");
    print_from(lowering, call, format)?;
    printed(lowering, call, format)
}

/// Output to the standard output is printed; other files are ignored.
fn print_to_file(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let format = 1 + usize::from(call.name == "__fprintf_chk");
    if call.exprs.first().is_some_and(|file| is_stdout(lowering, file)) {
        print_from(lowering, call, format)?;
    }
    printed(lowering, call, format)
}

/// The result of printing with a format: the number of characters, or a negative number on failure.
fn printed(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    format: usize,
) -> Result<Value, LowerError> {
    if !call.is_used {
        return call.any_result(lowering);
    }
    let args = call.exprs.get(format + 1..).unwrap_or(&[]);
    let texts: Vec<Option<usize>> = args.iter().map(|arg| string(arg).map(<[u8]>::len)).collect();
    let literal = call.exprs.get(format).and_then(string);
    let mut length =
        literal.map_or_else(Length::default, |literal| length_printed(literal, &texts));
    let mut least = lowering.terms().bv(32, length.least as u64);
    for &(arg, conversion) in &length.numbers {
        match call.args.get(format + 1 + arg) {
            Some(&Argument { value: Value::Scalar(value), ty })
                if matches!(lowering.scalar_type(ty)?, Scalar::Int { .. }) =>
            {
                let digits = digits(lowering.terms(), value, conversion);
                least = lowering.terms().bv_add(least, digits);
            }
            _ => length.is_exact = false,
        }
    }
    if !length.is_exact {
        call.say_rough(lowering);
    }
    Ok(result_or_failure(lowering, call, |terms, any| {
        if length.is_exact {
            return (any, least);
        }
        let is_more = terms.bv_sle(least, any);
        (any, terms.ite(is_more, any, least))
    }))
}

/// The number of characters of a number printed by `%d`, `%u`, `%o` or `%x`.
fn digits(terms: &mut TermStore, number: Term, conversion: u8) -> Term {
    let width = terms.width(number);
    let (zero, one) = (terms.bv(32, 0), terms.bv(32, 1));
    let (mut count, mut magnitude) = (one, number);
    if matches!(conversion, b'd' | b'i') {
        let null = terms.bv(width, 0);
        let is_negative = terms.bv_slt(number, null);
        let opposite = terms.bv_neg(number);
        magnitude = terms.ite(is_negative, opposite, number);
        let sign = terms.ite(is_negative, one, zero);
        count = terms.bv_add(count, sign);
    }
    let base: u128 = match conversion {
        b'o' => 8,
        b'x' | b'X' => 16,
        _ => 10,
    };
    let mut power = base;
    while power < 1 << width.min(64) {
        let limit = terms.bv(width, power as u64);
        let is_longer = terms.bv_ule(limit, magnitude);
        let digit = terms.ite(is_longer, one, zero);
        count = terms.bv_add(count, digit);
        power *= base;
    }
    count
}

/// A result that is negative if the function fails. Both the failure result and the success result
/// are computed from an arbitrary number.
fn result_or_failure(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    results: impl FnOnce(&mut TermStore, Term) -> (Term, Term),
) -> Value {
    let source = ChoiceSource::External(call.name.to_owned());
    let any = lowering.choose(Scalar::INT.register_type(), source);
    let terms = lowering.terms();
    let (failure, success) = results(terms, any);
    let zero = terms.bv(32, 0);
    let fails = terms.bv_slt(any, zero);
    let result = terms.ite(fails, failure, success);
    call.give(lowering, result, Scalar::INT)
}

/// A result that is `EOF` if the function fails.
fn result_or_eof(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
    result: impl FnOnce(Term) -> Term,
) -> Value {
    result_or_failure(lowering, call, |terms, any| (terms.bv(32, u64::MAX), result(any)))
}

/// The bytes of a string literal before its first null character.
pub(super) fn string(expr: &Expr) -> Option<&[u8]> {
    match &expr.kind {
        ExprKind::Convert(inner, _) => string(inner),
        ExprKind::AddressOf(place) => {
            let place = match &place.kind {
                PlaceKind::Index(array, index) => match &index.kind {
                    ExprKind::Int(zero) if zero.is_zero() => array,
                    _ => return None,
                },
                _ => place,
            };
            match &place.kind {
                PlaceKind::String(bytes) => bytes.split(|&byte| byte == 0).next(),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The length of a formatted text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Length {
    /// A lower bound without the numbers.
    least: usize,
    /// Arguments that are numbers, with their conversions.
    numbers: Vec<(usize, u8)>,
    /// Whether the bound and the numbers give the exact length.
    is_exact: bool,
}

/// The length that a format prints, given the known lengths of some string arguments.
fn length_printed(format: &[u8], texts: &[Option<usize>]) -> Length {
    let mut length = Length { is_exact: true, ..Length::default() };
    let mut arg = 0;
    let mut rest = format;
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte != b'%' {
            length.least += 1;
            continue;
        }
        let plain = rest.iter().position(|byte| !b"lzjt".contains(byte)).unwrap_or(rest.len());
        let conversion = rest.get(plain).copied();
        rest = rest.get(plain + 1..).unwrap_or(&[]);
        match conversion {
            Some(b'%') => {
                length.least += 1;
                continue;
            }
            Some(b'c') if plain == 0 => length.least += 1,
            Some(b's') if plain == 0 => match texts.get(arg) {
                Some(Some(text)) if length.is_exact => length.least += text,
                _ => length.is_exact = false,
            },
            Some(conversion @ (b'd' | b'i' | b'u' | b'o' | b'x' | b'X')) if length.is_exact => {
                length.numbers.push((arg, conversion));
            }
            // Any other conversion is skipped up to its letter, and its arguments are not counted.
            _ => {
                length.is_exact = false;
                let is_letter =
                    |byte: &u8| byte.is_ascii_alphabetic() && !b"hlLqjzt".contains(byte);
                if !conversion.as_ref().is_some_and(is_letter) {
                    let end = rest.iter().position(is_letter).map_or(rest.len(), |at| at + 1);
                    rest = &rest[end..];
                }
            }
        }
        arg += 1;
    }
    length
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
    Ok(result_or_eof(lowering, call, |any| any))
}

fn put_char(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>) -> Result<Value, LowerError> {
    let char = call.arg(lowering, 0, Scalar::INT)?;
    print_with(lowering, b"%c\0", char);
    Ok(char_or_eof(lowering, call, char))
}

fn put_char_to_file(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Value, LowerError> {
    let char = call.arg(lowering, 0, Scalar::INT)?;
    if call.name != "ungetc" && call.exprs.get(1).is_some_and(|file| is_stdout(lowering, file)) {
        print_with(lowering, b"%c\0", char);
    }
    Ok(char_or_eof(lowering, call, char))
}

/// The result of a function that writes a character: the character, or `EOF`.
fn char_or_eof(lowering: &mut Lowering<'_, '_>, call: &ExternalCall<'_>, char: Term) -> Value {
    let byte = Scalar::Int { bits: 8, signed: false };
    let char = lowering.converted(char, Scalar::INT, byte);
    let char = lowering.converted(char, byte, Scalar::INT);
    result_or_eof(lowering, call, |_| char)
}

fn print_with(lowering: &mut Lowering<'_, '_>, format: &[u8], arg: Term) {
    let format = lowering.cx.string(format);
    let format = lowering.term_of(format);
    lowering.emit(StatementKind::Print { format, args: vec![arg] });
}

#[cfg(test)]
mod tests {
    use super::{Length, has_count, length_printed};

    #[test]
    fn lengths_of_formats() {
        let check = |format: &str, texts: &[Option<usize>], least, numbers: &[_], is_exact| {
            let expected = Length { least, numbers: numbers.to_vec(), is_exact };
            assert_eq!(length_printed(format.as_bytes(), texts), expected, "{format}");
        };
        check("", &[], 0, &[], true);
        check("100%%%c\n", &[None], 6, &[], true);
        check("a%sb", &[Some(3)], 5, &[], true);
        check("a%sb", &[None], 2, &[], false);
        check("%5ldx%", &[], 1, &[], false);
        check("%c%d%s.%lx", &[None, None, Some(3)], 5, &[(1, b'd'), (3, b'x')], true);
        check("%.2fab%c", &[None, None], 3, &[], false);
    }

    #[test]
    fn counts_are_found_in_formats() {
        assert!(has_count("%d%n"));
        assert!(has_count("%%%hhn"));
        assert!(!has_count("%dn %5.2lfn 100%%n"));
        assert!(!has_count("%"));
    }
}
