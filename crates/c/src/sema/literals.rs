//! Constants and string literals.

use super::Analyser;
use super::error::{Result, fail, unsupported};
use super::specifiers::extended_float_type;
use crate::hir::{ArrayLength, Expr, ExprKind, FloatType, IntType, Place, PlaceKind, Ty, Type};
use lang_c::ast::{Constant, Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use program::{Machine, Span};
use term::RoundingMode;

/// Exponents beyond this give zero or infinity in every format.
const EXPONENT_LIMIT: i64 = 40_000;

impl Analyser<'_> {
    pub(super) fn constant_literal(&mut self, constant: &Constant, span: Span) -> Result<Expr> {
        match constant {
            Constant::Integer(integer) => {
                let number = self.integer_literal(integer, span)?;
                if integer.suffix.imaginary { self.imaginary(number) } else { Ok(number) }
            }
            Constant::Float(float) => {
                let number = self.float_literal(float, span)?;
                if float.suffix.imaginary { self.imaginary(number) } else { Ok(number) }
            }
            Constant::Character(text) => self.character_literal(text, span),
        }
    }

    fn integer_literal(&mut self, integer: &Integer, span: Span) -> Result<Expr> {
        let radix = match integer.base {
            IntegerBase::Decimal => 10,
            IntegerBase::Octal => 8,
            IntegerBase::Hexadecimal => 16,
            IntegerBase::Binary => 2,
        };
        let digits = if integer.number.is_empty() { "0" } else { &integer.number };
        let Some(value) = BigInt::parse_bytes(digits.as_bytes(), radix) else {
            return fail(span, format!("`{digits}` is not a number"));
        };
        let machine = self.types.machine();
        let first_rank = match integer.suffix.size {
            IntegerSize::Int => 3,
            IntegerSize::Long => 4,
            IntegerSize::LongLong => 5,
        };
        let unsigned = integer.suffix.unsigned;
        let sizes = [IntType::INT, IntType::long(machine), IntType::LLONG];
        let mut candidates = Vec::new();
        for size in sizes.into_iter().filter(|size| size.rank >= first_rank) {
            if !unsigned {
                candidates.push(size);
            }
            if unsigned || radix != 10 {
                candidates.push(size.unsigned());
            }
        }
        // gcc's fallback for decimals beyond all signed types.
        candidates.push(match machine {
            Machine::Lp64 if !unsigned => IntType::INT128,
            _ => IntType::LLONG.unsigned(),
        });
        let bits = value.bits();
        let fits = |int: &IntType| bits <= u64::from(int.bits) - u64::from(int.signed);
        let Some(int) = candidates.into_iter().find(fits) else {
            return fail(span, "this integer constant is too large for every type");
        };
        let ty = self.types.intern(Type::Int(int));
        Ok(Expr { kind: ExprKind::Int(value), ty, span })
    }

    fn float_literal(&mut self, float: &Float, span: Span) -> Result<Expr> {
        let float_type = match &float.suffix.format {
            FloatFormat::Float => Some(FloatType::Float),
            FloatFormat::Double => Some(FloatType::Double),
            FloatFormat::LongDouble => Some(FloatType::LongDouble),
            FloatFormat::TS18661Format(format) => extended_float_type(format),
        };
        let Some(float_type) = float_type else {
            return unsupported(span, "this floating-point type is not supported");
        };
        let hexadecimal = float.base == FloatBase::Hexadecimal;
        let Some(number) = read_float(&float.number, hexadecimal) else {
            return fail(span, format!("`{}` is not a number", float.number));
        };
        let format = float_type.format();
        let value = match number {
            Number::Exact(rational) => {
                term::Float::from_rational(format, &rational, RoundingMode::NearestEven)
            }
            Number::Huge => term::Float::infinity(format, false),
        };
        let ty = self.types.intern(Type::Float(float_type));
        Ok(Expr { kind: ExprKind::Float(value), ty, span })
    }

    fn character_literal(&mut self, text: &str, span: Span) -> Result<Expr> {
        let Some((encoding, body)) = unquote(text, '\'') else {
            return fail(span, "this character constant is not closed");
        };
        let element = self.element_type(encoding);
        let units = match decode(body, encoding) {
            Ok(units) if !units.is_empty() => units,
            Ok(_) => return fail(span, "this character constant is empty"),
            Err(message) => return fail(span, message),
        };
        let int = |value: BigInt, ty: Ty| Expr { kind: ExprKind::Int(value), ty, span };
        if encoding != Encoding::Narrow {
            let last = units.last().copied().unwrap_or(0);
            return Ok(int(self.wrap_to(&BigInt::from(last), element), element));
        }
        // One character has the value of a `char`; several are combined as in gcc.
        let value = match units.as_slice() {
            [unit] => self.wrap_to(&BigInt::from(*unit), self.common.char),
            many => {
                let all = many.iter().fold(0_u64, |all, unit| (all << 8) | (unit & 0xff));
                self.wrap_to(&BigInt::from(all), self.common.int)
            }
        };
        Ok(int(value, self.common.int))
    }

    /// A string literal: an array with the final zero.
    pub(super) fn string_literal(&mut self, pieces: &[String], span: Span) -> Result<Place> {
        let mut bodies = Vec::new();
        let mut encoding = Encoding::Narrow;
        for piece in pieces {
            let Some((piece_encoding, body)) = unquote(piece, '"') else {
                return fail(span, "this string literal is not closed");
            };
            if piece_encoding != Encoding::Narrow {
                encoding = piece_encoding;
            }
            bodies.push(body);
        }
        let element = self.element_type(encoding);
        let width = usize::try_from(self.types.size_of(element).unwrap_or(1)).unwrap_or(1);
        let mut bytes = Vec::new();
        for body in bodies {
            match decode(body, encoding) {
                Ok(units) => {
                    for unit in units {
                        bytes.extend_from_slice(&unit.to_le_bytes()[..width]);
                    }
                }
                Err(message) => return fail(span, message),
            }
        }
        bytes.extend(std::iter::repeat_n(0, width));
        Ok(self.string_place(bytes, element, span))
    }

    /// A string literal of given bytes.
    pub(super) fn string_place(&mut self, bytes: Vec<u8>, element: Ty, span: Span) -> Place {
        let width = self.types.size_of(element).unwrap_or(1).max(1);
        let length = ArrayLength::Fixed(bytes.len() as u64 / width);
        let ty = self.types.intern(Type::Array(element, length));
        Place { kind: PlaceKind::String(bytes), ty, span }
    }

    fn element_type(&mut self, encoding: Encoding) -> Ty {
        match (encoding, self.types.machine()) {
            (Encoding::Narrow | Encoding::Utf8, _) => self.common.char,
            (Encoding::Wide, Machine::Ilp32) => self.common.long,
            (Encoding::Wide, Machine::Lp64) => self.common.int,
            (Encoding::Utf16, _) => self.types.intern(Type::Int(IntType::SHORT.unsigned())),
            (Encoding::Utf32, _) => self.common.uint,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Narrow,
    Utf8,
    Wide,
    Utf16,
    Utf32,
}

/// The encoding and the text between the quotes.
fn unquote(text: &str, quote: char) -> Option<(Encoding, &str)> {
    let (prefix, rest) = text.split_once(quote)?;
    let body = rest.strip_suffix(quote)?;
    let encoding = match prefix {
        "" => Encoding::Narrow,
        "u8" => Encoding::Utf8,
        "L" => Encoding::Wide,
        "u" => Encoding::Utf16,
        "U" => Encoding::Utf32,
        _ => return None,
    };
    Some((encoding, body))
}

/// The code units of the text of a literal.
fn decode(body: &str, encoding: Encoding) -> std::result::Result<Vec<u64>, String> {
    let mut units = Vec::new();
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            push_char(c, encoding, &mut units);
            continue;
        }
        let escape = chars.next().ok_or("an escape sequence is not finished")?;
        let simple = match escape {
            'n' => b'\n',
            't' => b'\t',
            'r' => b'\r',
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            '\\' | '\'' | '"' | '?' => escape as u8,
            '0'..='7' => {
                let mut value = escape.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    chars.next();
                }
                units.push(u64::from(value));
                continue;
            }
            'x' => {
                let mut value = 0_u64;
                let mut any = false;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)) {
                    value = (value << 4) | u64::from(digit);
                    any = true;
                    chars.next();
                }
                if !any {
                    return Err("`\\x` without digits".to_owned());
                }
                units.push(value);
                continue;
            }
            'u' | 'U' => {
                let count = if escape == 'u' { 4 } else { 8 };
                let mut value = 0_u32;
                for _ in 0..count {
                    let digit = chars.next().and_then(|c| c.to_digit(16));
                    value =
                        (value << 4) | digit.ok_or("a universal character name is too short")?;
                }
                let c = char::from_u32(value).ok_or("this is not a character")?;
                push_char(c, encoding, &mut units);
                continue;
            }
            other => {
                // gcc warns and keeps the character.
                push_char(other, encoding, &mut units);
                continue;
            }
        };
        units.push(u64::from(simple));
    }
    Ok(units)
}

fn push_char(c: char, encoding: Encoding, units: &mut Vec<u64>) {
    match encoding {
        Encoding::Narrow | Encoding::Utf8 => {
            units.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u64::from));
        }
        Encoding::Utf16 => {
            units.extend(c.encode_utf16(&mut [0; 2]).iter().map(|&unit| u64::from(unit)));
        }
        Encoding::Wide | Encoding::Utf32 => units.push(u64::from(u32::from(c))),
    }
}

enum Number {
    Exact(BigRational),
    /// Too large for every format.
    Huge,
}

/// The value of a floating-point literal without prefix and suffix.
fn read_float(text: &str, hexadecimal: bool) -> Option<Number> {
    let (radix, markers) = if hexadecimal { (16, ['p', 'P']) } else { (10, ['e', 'E']) };
    let (mantissa, exponent) = match text.split_once(markers) {
        Some((mantissa, exponent)) => (mantissa, exponent),
        None => (text, "0"),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let digits = BigInt::parse_bytes(digits.as_bytes(), radix)?;
    if digits.is_zero() {
        return Some(Number::Exact(BigRational::zero()));
    }
    // An exponent that is too long to read is treated as the limit.
    let negative = exponent.starts_with('-');
    let exponent = exponent.trim_start_matches(['+', '-']).parse::<i64>().unwrap_or(i64::MAX);
    let exponent = exponent.min(2 * EXPONENT_LIMIT + text.len() as i64 * 4);
    let exponent = if negative { -exponent } else { exponent };
    let scale = if hexadecimal { 4 } else { 1 };
    let exponent = exponent - scale * fraction.len() as i64;
    let magnitude = exponent + scale * digits.to_str_radix(radix).len() as i64;
    if magnitude > EXPONENT_LIMIT {
        return Some(Number::Huge);
    }
    if magnitude < -EXPONENT_LIMIT {
        return Some(Number::Exact(BigRational::zero()));
    }
    let base = BigInt::from(if hexadecimal { 2 } else { 10 });
    let power = base.pow(u32::try_from(exponent.unsigned_abs()).ok()?);
    Some(Number::Exact(if exponent >= 0 {
        BigRational::from_integer(digits * power)
    } else {
        BigRational::new(digits, power.max(BigInt::one()))
    }))
}
