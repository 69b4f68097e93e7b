//! Text by formats that are literals. Such a format becomes a call for each of its pieces, so that
//! nothing is left of reading the format. The functions called are in `library_formats.c`.

use super::io::string;
use super::{Argument, ExternalCall};
use crate::hir::FloatType;
use crate::lower::{FunctionLowering, LowerError, Scalar, Value};
use term::Term;

type Lowering<'a, 'u> = FunctionLowering<'a, 'u>;

/// Functions that write text, the position of the size of the buffer, if there is one, and the
/// position of the format.
const WRITERS: [(&str, Option<usize>, usize); 4] = [
    ("__snprintf_chk", Some(1), 4),
    ("__sprintf_chk", None, 3),
    ("snprintf", Some(1), 2),
    ("sprintf", None, 1),
];

/// The flags of conversions, as `library_formats.c` numbers them.
const FLAGS: &[u8; 5] = b"-0#+ ";
/// The flag for capital letters.
const UPPER: u64 = 32;

/// A number of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    Missing,
    Number(u32),
    /// The next argument.
    Argument,
}

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// Characters that stand for themselves.
    Plain(Vec<u8>),
    /// A conversion with a number of bits for integers.
    Conversion { letter: u8, flags: u64, width: Count, precision: Count, length: Length },
}

/// The type of a conversion's argument, as its letters say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Bits(u32),
    Long,
    LongDouble,
}

fn writer(call: &ExternalCall<'_>) -> Option<(Option<usize>, usize)> {
    let name = call.name.strip_prefix("__builtin_").unwrap_or(call.name);
    let writer = WRITERS.iter().find(|(writer, ..)| *writer == name);
    writer.map(|&(_, size, format)| (size, format))
}

/// Whether a call writes text by a literal.
pub(super) fn is_literal(call: &ExternalCall<'_>) -> bool {
    let format = writer(call).and_then(|(_, format)| call.exprs.get(format));
    format.and_then(string).is_some()
}

/// Lowers a call that writes text by a literal; `None` if the arguments do not fit, or a conversion is
/// not an everyday one.
pub(super) fn call(
    lowering: &mut Lowering<'_, '_>,
    call: &ExternalCall<'_>,
) -> Result<Option<Value>, LowerError> {
    let Some((size, format)) = writer(call) else { return Ok(None) };
    let Some(pieces) = call.exprs.get(format).and_then(string).and_then(pieces) else {
        return Ok(None);
    };
    let args = call.args.get(format + 1..).unwrap_or(&[]);
    if !fit(lowering, &pieces, args)? {
        return Ok(None);
    }
    let pointer = call.pointer(lowering, 0)?;
    let to = lowering.pin(pointer, program::ScalarType::Pointer);
    let word = Scalar::word(lowering.machine(), false);
    let size = match size {
        Some(position) => call.size(lowering, position)?,
        None => lowering.word(u64::MAX),
    };
    let size = lowering.pin(size, word.register_type());
    let room = part(lowering, "room", &[size])?;
    let mut text = Text { to, room, length: lowering.word(0), args: args.iter() };
    for piece in &pieces {
        text.length = text.piece(lowering, piece)?;
    }
    let length = part(lowering, "end_text", &[to, size, text.length])?;
    Ok(Some(call.give(lowering, length, Scalar::INT)))
}

/// Text that is being written.
struct Text<'a> {
    to: Term,
    room: Term,
    /// The length so far.
    length: Term,
    /// The arguments that follow.
    args: std::slice::Iter<'a, Argument>,
}

impl Text<'_> {
    /// Writes a piece, and returns the length after it.
    fn piece(
        &mut self,
        lowering: &mut Lowering<'_, '_>,
        piece: &Piece,
    ) -> Result<Term, LowerError> {
        match piece {
            Piece::Plain(bytes) => {
                let mut literal = bytes.clone();
                literal.push(0);
                let literal = lowering.cx.string(&literal);
                let literal = lowering.term_of(literal);
                let length = lowering.terms().bv(32, bytes.len() as u64);
                self.put(lowering, "put_plain", &[literal, length])
            }
            &Piece::Conversion { letter, flags, width, precision, length } => {
                self.conversion(lowering, letter, flags, (width, precision), length)
            }
        }
    }

    fn conversion(
        &mut self,
        lowering: &mut Lowering<'_, '_>,
        letter: u8,
        flags: u64,
        (width, precision): (Count, Count),
        length: Length,
    ) -> Result<Term, LowerError> {
        let mut flags = lowering.terms().bv(32, flags);
        let mut width_term = self.count(lowering, width, 0)?;
        if width == Count::Argument {
            // A negative width is one with the flag `-`.
            let terms = lowering.terms();
            let (zero, left) = (terms.bv(32, 0), terms.bv(32, 1));
            let is_negative = terms.bv_slt(width_term, zero);
            let opposite = terms.bv_neg(width_term);
            let leftwards = terms.bv_or(flags, left);
            width_term = terms.ite(is_negative, opposite, width_term);
            flags = terms.ite(is_negative, leftwards, flags);
        }
        let width = width_term;
        let precision = self.count(lowering, precision, -1)?;
        match letter {
            b'c' => {
                let char = self.next(lowering, Scalar::INT)?;
                self.put(lowering, "put_char", &[char, flags, width])
            }
            b's' => {
                let text = self.next(lowering, Scalar::Pointer)?;
                self.put(lowering, "put_text", &[text, flags, width, precision])
            }
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
                let bits = length.bits(lowering);
                let signed = matches!(letter, b'd' | b'i');
                let narrow = Scalar::Int { bits, signed };
                let number = self.next(lowering, narrow)?;
                let number = lowering.converted(number, narrow, Scalar::Int { bits: 64, signed });
                let terms = lowering.terms();
                let size = terms.bv(32, u64::from(bits / 8));
                if signed {
                    return self.put(
                        lowering,
                        "put_signed",
                        &[number, size, flags, width, precision],
                    );
                }
                let base = terms.bv(
                    32,
                    if letter == b'u' {
                        10
                    } else if letter == b'o' {
                        8
                    } else {
                        16
                    },
                );
                self.put(lowering, "put_unsigned", &[number, size, base, flags, width, precision])
            }
            b'p' => {
                self.args.next();
                let most = lowering.terms().bv(32, 20);
                self.put(lowering, "put_any", &[width, most])
            }
            _ => {
                self.args.next();
                let terms = lowering.terms();
                let is_long = terms.bv(32, u64::from(length == Length::LongDouble));
                let letter = terms.bv(32, u64::from(letter));
                self.put(lowering, "put_float", &[is_long, letter, width, precision])
            }
        }
    }

    /// A width or precision.
    fn count(
        &mut self,
        lowering: &mut Lowering<'_, '_>,
        count: Count,
        missing: i32,
    ) -> Result<Term, LowerError> {
        Ok(match count {
            Count::Missing => lowering.terms().bv(32, missing as u64),
            Count::Number(number) => lowering.terms().bv(32, u64::from(number)),
            Count::Argument => {
                let count = self.next(lowering, Scalar::INT)?;
                lowering.pin(count, Scalar::INT.register_type())
            }
        })
    }

    /// The next argument.
    fn next(&mut self, lowering: &mut Lowering<'_, '_>, to: Scalar) -> Result<Term, LowerError> {
        match self.args.next() {
            Some(&Argument { value: Value::Scalar(value), ty }) => {
                let from = lowering.scalar_type(ty)?;
                Ok(lowering.converted(value, from, to))
            }
            _ => Err(lowering.error("an argument is missing")),
        }
    }

    fn put(
        &self,
        lowering: &mut Lowering<'_, '_>,
        name: &str,
        args: &[Term],
    ) -> Result<Term, LowerError> {
        let all: Vec<Term> =
            [self.to, self.room, self.length].into_iter().chain(args.iter().copied()).collect();
        part(lowering, name, &all)
    }
}

impl Length {
    fn bits(self, lowering: &Lowering<'_, '_>) -> u32 {
        match self {
            Length::Bits(bits) => bits,
            Length::Long => lowering.machine().pointer_bits(),
            Length::LongDouble => 64,
        }
    }
}

/// Calls a function that only the library knows.
fn part(lowering: &mut Lowering<'_, '_>, name: &str, args: &[Term]) -> Result<Term, LowerError> {
    match lowering.call_part(name, args)? {
        Value::Scalar(value) => Ok(value),
        Value::Void | Value::Record(_) => Err(lowering.error(format!("'{name}' returns nothing"))),
    }
}

/// Whether there are arguments of the right types. Variable arguments are promoted.
fn fit(
    lowering: &Lowering<'_, '_>,
    pieces: &[Piece],
    args: &[Argument],
) -> Result<bool, LowerError> {
    let mut args = args.iter();
    for wanted in pieces.iter().flat_map(|piece| piece.wanted(lowering)) {
        let Some(&Argument { value: Value::Scalar(_), ty }) = args.next() else { return Ok(false) };
        let fits = match (wanted, lowering.scalar_type(ty)?) {
            (Scalar::Int { bits: wanted, .. }, Scalar::Int { bits, .. }) => {
                bits.max(32) == wanted.max(32)
            }
            (Scalar::Int { bits, .. }, Scalar::Bool) => bits <= 32,
            (Scalar::Float(FloatType::Double), Scalar::Float(FloatType::Float)) => true,
            (wanted, given) => wanted == given,
        };
        if !fits {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Piece {
    /// The types of the arguments that it takes.
    fn wanted(&self, lowering: &Lowering<'_, '_>) -> Vec<Scalar> {
        let &Piece::Conversion { letter, width, precision, length, .. } = self else {
            return Vec::new();
        };
        let counts = [width, precision].into_iter().filter(|&count| count == Count::Argument);
        let mut wanted: Vec<Scalar> = counts.map(|_| Scalar::INT).collect();
        wanted.push(match letter {
            b'c' => Scalar::INT,
            b's' | b'p' => Scalar::Pointer,
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
                Scalar::Int { bits: length.bits(lowering), signed: true }
            }
            _ if length == Length::LongDouble => Scalar::Float(FloatType::LongDouble),
            _ => Scalar::Float(FloatType::Double),
        });
        wanted
    }
}

/// The pieces of a format; `None` if there is a conversion that is not an everyday one.
fn pieces(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut plain = Vec::new();
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            plain.push(byte);
            continue;
        }
        if rest.next_if_eq(&b'%').is_some() {
            plain.push(b'%');
            continue;
        }
        let mut flags = 0;
        while let Some(flag) = FLAGS.iter().position(|flag| rest.peek() == Some(flag)) {
            flags |= 1 << flag;
            rest.next();
        }
        let width = count(&mut rest)?;
        let mut precision = Count::Missing;
        if rest.next_if_eq(&b'.').is_some() {
            precision = match count(&mut rest)? {
                Count::Missing => Count::Number(0),
                count => count,
            };
        }
        let mut letters = Vec::new();
        while let Some(letter) = rest.next_if(|letter| b"hlLqjzt".contains(letter)) {
            letters.push(letter);
        }
        let length = match letters.as_slice() {
            b"" => Length::Bits(32),
            b"h" => Length::Bits(16),
            b"hh" => Length::Bits(8),
            b"l" | b"z" | b"t" => Length::Long,
            b"ll" | b"j" | b"q" => Length::Bits(64),
            b"L" => Length::LongDouble,
            _ => return None,
        };
        let letter = rest.next()?;
        match letter {
            b'c' | b's' if length != Length::Bits(32) => return None,
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' if letters.len() > 1 => {
                return None;
            }
            b'X' => flags |= UPPER,
            b'c' | b's' | b'd' | b'i' | b'u' | b'o' | b'x' | b'p' => {}
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {}
            _ => return None,
        }
        if !plain.is_empty() {
            pieces.push(Piece::Plain(std::mem::take(&mut plain)));
        }
        pieces.push(Piece::Conversion { letter, flags, width, precision, length });
    }
    if !plain.is_empty() {
        pieces.push(Piece::Plain(plain));
    }
    Some(pieces)
}

/// A width or precision; `None` if it is too large for an `int`.
fn count(rest: &mut std::iter::Peekable<impl Iterator<Item = u8>>) -> Option<Count> {
    if rest.next_if_eq(&b'*').is_some() {
        return Some(Count::Argument);
    }
    let mut number = None;
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        let value: u32 = number.unwrap_or(0);
        number = Some(value.checked_mul(10)?.checked_add(u32::from(digit - b'0'))?);
    }
    match number {
        Some(number) => i32::try_from(number).ok().map(|_| Count::Number(number)),
        None => Some(Count::Missing),
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, Length, Piece, pieces};

    #[test]
    fn formats_have_pieces() {
        let conversion = |letter, flags, width, precision, length| Piece::Conversion {
            letter,
            flags,
            width,
            precision,
            length,
        };
        let plain = |text: &str| Piece::Plain(text.as_bytes().to_vec());
        let int = Length::Bits(32);
        let (none, arg) = (Count::Missing, Count::Argument);
        assert_eq!(
            pieces(b"100%% of %d."),
            Some(vec![plain("100% of "), conversion(b'd', 0, none, none, int), plain("."),])
        );
        assert_eq!(
            pieces(b"%-5.3s%+*.*ld"),
            Some(vec![
                conversion(b's', 1, Count::Number(5), Count::Number(3), int),
                conversion(b'd', 8, arg, arg, Length::Long),
            ])
        );
        assert_eq!(pieces(b"%.X"), Some(vec![conversion(b'X', 32, none, Count::Number(0), int)]));
        assert_eq!(pieces(b""), Some(vec![]));
        for odd in [&b"%n"[..], b"%ls", b"%", b"%2147483648d", b"%1$d"] {
            assert_eq!(pieces(odd), None, "{odd:?}");
        }
    }
}
