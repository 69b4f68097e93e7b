//! C's `printf`: the text of a format and its arguments, as glibc writes it in the C locale.

mod decimal;
mod float;
#[cfg(test)]
mod tests;

use crate::Machine;
use num_bigint::{BigInt, BigUint};
use term::{BitVec, Value};

/// Reads the bytes at an address up to a zero byte, or up to a maximal length.
type ReadString<'a> = dyn FnMut(u64, u64) -> Vec<u8> + 'a;

/// The part of a conversion between `%` and the letter.
#[derive(Clone, Debug, Default)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    zeros: bool,
    width: usize,
    precision: Option<usize>,
    length: String,
}

/// The formatted text. Arguments that are missing or of the wrong kind count as zero.
pub(super) fn format(
    machine: Machine,
    format: &[u8],
    args: &[Value],
    read_string: &mut ReadString<'_>,
) -> Vec<u8> {
    let mut printer = Printer { machine, args: args.iter(), text: Vec::new(), read_string };
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        printer.text.extend_from_slice(&rest[..at]);
        rest = printer.conversion(&rest[at..]);
    }
    printer.text.extend_from_slice(rest);
    printer.text
}

struct Printer<'a, 'r> {
    machine: Machine,
    args: std::slice::Iter<'a, Value>,
    text: Vec<u8>,
    read_string: &'r mut ReadString<'r>,
}

impl Printer<'_, '_> {
    /// Prints one conversion, given the text after its `%`. Returns the text after the conversion.
    fn conversion<'f>(&mut self, format: &'f [u8]) -> &'f [u8] {
        let mut conversion = Conversion::default();
        let mut at = 1;
        while let Some(&flag) = format.get(at) {
            match flag {
                b'-' => conversion.left = true,
                b'+' => conversion.plus = true,
                b' ' => conversion.space = true,
                b'#' => conversion.alternative = true,
                b'0' => conversion.zeros = true,
                b'\'' => {}
                _ => break,
            }
            at += 1;
        }
        if let Some(width) = self.number(format, &mut at) {
            conversion.left |= width < 0;
            conversion.width = bounded(width.unsigned_abs());
        }
        if format.get(at) == Some(&b'.') {
            at += 1;
            let precision = self.number(format, &mut at).unwrap_or(0);
            conversion.precision = u64::try_from(precision).ok().map(bounded);
        }
        while let Some(&letter) = format.get(at).filter(|letter| b"hlqjztL".contains(letter)) {
            conversion.length.push(char::from(letter));
            at += 1;
        }
        match format.get(at) {
            Some(&letter) => {
                self.convert(&conversion, letter, &format[..=at]);
                &format[at + 1..]
            }
            None => {
                self.text.extend_from_slice(format);
                &[]
            }
        }
    }

    /// A number of the format, or `*` for the next argument.
    fn number(&mut self, format: &[u8], at: &mut usize) -> Option<i64> {
        if format.get(*at) == Some(&b'*') {
            *at += 1;
            return Some(self.integer(32).to_i64().unwrap_or(0));
        }
        let digits = format[*at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&format[*at..*at + digits]).ok()?;
        *at += digits;
        number.parse().ok()
    }

    fn convert(&mut self, conversion: &Conversion, letter: u8, whole: &[u8]) {
        match letter {
            b'%' => self.text.push(b'%'),
            b'd' | b'i' => {
                let number = self.integer(self.width(conversion)).to_bigint();
                let negative = number.sign() == num_bigint::Sign::Minus;
                let digits = number.magnitude().to_string();
                self.write_number(conversion, negative, true, "", &digits);
            }
            b'u' => {
                let number = self.integer(self.width(conversion)).to_biguint();
                self.write_number(conversion, false, false, "", &number.to_string());
            }
            b'x' | b'X' | b'o' => self.write_radix(conversion, letter),
            b'c' => {
                let byte = self.integer(8).to_u64().unwrap_or(0) as u8;
                self.pad(conversion, &[byte]);
            }
            b's' => self.write_string(conversion),
            b'p' => {
                let address = self.integer(self.machine.pointer_bits()).to_u64().unwrap_or(0);
                let text = if address == 0 { "(nil)".to_owned() } else { format!("{address:#x}") };
                self.pad(conversion, text.as_bytes());
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let text = match self.args.next() {
                    Some(Value::Float(value)) => float::text(conversion, letter, value),
                    _ => float::text(conversion, letter, &term::Float::from_f64(0.0)),
                };
                self.text.extend_from_slice(&text);
            }
            b'n' => {
                self.args.next();
            }
            _ => self.text.extend_from_slice(whole),
        }
    }

    fn write_string(&mut self, conversion: &Conversion) {
        let address = self.integer(self.machine.pointer_bits()).to_u64().unwrap_or(0);
        let limit = conversion.precision.map_or(u64::MAX, |precision| precision as u64);
        let string = match address {
            0 if limit >= 6 => b"(null)".to_vec(),
            0 => Vec::new(),
            _ => (self.read_string)(address, limit),
        };
        self.pad(conversion, &string);
    }

    fn write_radix(&mut self, conversion: &Conversion, letter: u8) {
        let number = self.integer(self.width(conversion)).to_biguint();
        let is_zero = number == BigUint::ZERO;
        let (mut digits, prefix) = match letter {
            b'x' => (format!("{number:x}"), "0x"),
            b'X' => (format!("{number:X}"), "0X"),
            _ => (format!("{number:o}"), ""),
        };
        // Alternative form: an octal number gets a leading zero by more precision, a hexadecimal
        // one a prefix.
        let zeros = conversion.precision.unwrap_or(1);
        if conversion.alternative && letter == b'o' && zeros <= digits.len() && !is_zero {
            digits.insert(0, '0');
        }
        let octal_zero = letter == b'o' && is_zero && conversion.alternative;
        let prefix = if conversion.alternative && !is_zero { prefix } else { "" };
        if octal_zero {
            self.write_digits(conversion, "", "0");
        } else {
            self.write_number(conversion, false, false, prefix, &digits);
        }
    }

    /// Writes a sign or prefix and digits, at least as many as the precision says.
    fn write_number(
        &mut self,
        conversion: &Conversion,
        negative: bool,
        signed: bool,
        prefix: &str,
        digits: &str,
    ) {
        let sign = match conversion {
            _ if negative => "-",
            Conversion { plus: true, .. } if signed => "+",
            Conversion { space: true, .. } if signed => " ",
            _ => prefix,
        };
        let digits = if conversion.precision == Some(0) && digits == "0" { "" } else { digits };
        self.write_digits(conversion, sign, digits);
    }

    fn write_digits(&mut self, conversion: &Conversion, sign: &str, digits: &str) {
        let least = match conversion.precision {
            Some(precision) => precision,
            None if conversion.zeros && !conversion.left => {
                conversion.width.saturating_sub(sign.len())
            }
            None => 1,
        };
        let zeros = "0".repeat(least.saturating_sub(digits.len()));
        self.pad(conversion, format!("{sign}{zeros}{digits}").as_bytes());
    }

    fn pad(&mut self, conversion: &Conversion, text: &[u8]) {
        pad(&mut self.text, conversion, text);
    }

    /// The integer width that the length letters select.
    fn width(&self, conversion: &Conversion) -> u32 {
        match conversion.length.as_str() {
            "hh" => 8,
            "h" => 16,
            "" => 32,
            "l" | "z" | "t" => self.machine.pointer_bits(),
            _ => 64,
        }
    }

    /// The next argument as an integer of the given width.
    fn integer(&mut self, width: u32) -> BitVec {
        match self.args.next() {
            Some(Value::BitVec(bits)) => BitVec::from_bigint(width, &bits.to_bigint()),
            Some(Value::Bool(truth)) => BitVec::new(width, u64::from(*truth)),
            Some(Value::Float(float)) => BitVec::from_biguint(width, &float.bits().to_biguint()),
            _ => BitVec::from_bigint(width, &BigInt::ZERO),
        }
    }
}

/// Widths and precisions are limited to a million.
fn bounded(number: u64) -> usize {
    number.min(1_000_000) as usize
}

/// Appends a text, padded with blanks to the width.
fn pad(to: &mut Vec<u8>, conversion: &Conversion, text: &[u8]) {
    let blanks = conversion.width.saturating_sub(text.len());
    let blanks = std::iter::repeat_n(b' ', blanks);
    if conversion.left {
        to.extend_from_slice(text);
        to.extend(blanks);
    } else {
        to.extend(blanks);
        to.extend_from_slice(text);
    }
}
