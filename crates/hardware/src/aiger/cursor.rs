//! A position in the bytes of a file.

use crate::error::{Place, ReadError};

/// Reads numbers and lines, and knows where it is.
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    /// Whether errors tell bytes rather than lines.
    pub is_binary: bool,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, at: 0, line: 1, is_binary: false }
    }

    pub fn error(&self, message: impl Into<String>) -> ReadError {
        let place = match self.is_binary {
            true => Place::Byte(self.at),
            false => Place::Line(self.line),
        };
        ReadError { place, message: message.into() }
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub fn byte(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        if byte == b'\n' {
            self.line += 1;
        }
        Some(byte)
    }

    /// A decimal number; `what` names it in errors.
    pub fn number(&mut self, what: &str) -> Result<u32, ReadError> {
        let mut value: Option<u32> = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let digit = u32::from(digit - b'0');
            let next = value.unwrap_or(0).checked_mul(10).and_then(|v| v.checked_add(digit));
            value = Some(next.ok_or_else(|| self.error(format!("{what} is too large")))?);
            self.at += 1;
        }
        value.ok_or_else(|| match self.peek() {
            None => self.error(format!("the file ends where {what} should be")),
            Some(_) => self.error(format!("expected {what}")),
        })
    }

    /// A number after a space, unless the line ends here.
    pub fn optional_number(&mut self, what: &str) -> Result<Option<u32>, ReadError> {
        match self.peek() {
            Some(b' ') => {
                self.at += 1;
                self.number(what).map(Some)
            }
            _ => Ok(None),
        }
    }

    pub fn space(&mut self) -> Result<(), ReadError> {
        match self.peek() {
            Some(b' ') => {
                self.at += 1;
                Ok(())
            }
            None => Err(self.error("the file ends in the middle of a line")),
            Some(_) => Err(self.error("expected a space")),
        }
    }

    pub fn end_of_line(&mut self) -> Result<(), ReadError> {
        if self.peek() == Some(b'\r') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'\n') => {
                self.byte();
                Ok(())
            }
            None => Err(self.error("the file ends in the middle of a line")),
            Some(_) => Err(self.error("expected the end of the line")),
        }
    }

    /// The rest of the line; the last one need not end.
    pub fn rest_of_line(&mut self) -> &'a [u8] {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte != b'\n') {
            self.at += 1;
        }
        let rest = &self.bytes[start..self.at];
        self.byte();
        rest.strip_suffix(b"\r").unwrap_or(rest)
    }

    /// A number in the binary format: seven bits a byte, the lowest first.
    pub fn delta(&mut self) -> Result<u32, ReadError> {
        let mut value: u32 = 0;
        for shift in (0..35).step_by(7) {
            let Some(byte) = self.peek() else {
                return Err(self.error("the file ends in the middle of the gates"));
            };
            let low = u32::from(byte & 0x7f);
            if shift == 28 && low > 0xf {
                break;
            }
            self.at += 1;
            value |= low << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(self.error("a difference between literals is too large"))
    }
}
