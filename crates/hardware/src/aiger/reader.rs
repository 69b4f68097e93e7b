//! Reading of both forms.

use super::cursor::Cursor;
use super::header::Header;
use super::{Aiger, AigerGate, AigerLatch};
use crate::error::ReadError;
use rustc_hash::FxHashMap;

/// A file that is being read.
pub struct Reader<'a> {
    cursor: Cursor<'a>,
    header: Header,
    /// In ASCII: which variables are defined, and where in the list of gates.
    defined: FxHashMap<u32, Definition>,
}

/// What defines a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Definition {
    InputOrLatch,
    Gate(usize),
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Result<Reader<'a>, ReadError> {
        let mut cursor = Cursor::new(bytes);
        let magic: Vec<u8> = (0..3).filter_map(|_| cursor.byte()).collect();
        cursor.is_binary = match &magic[..] {
            b"aig" => true,
            b"aag" => false,
            _ => return Err(cursor.error("expected 'aag' or 'aig'")),
        };
        let header = Header::read(&mut cursor)?;
        Ok(Reader { cursor, header, defined: FxHashMap::default() })
    }

    pub fn read(mut self) -> Result<Aiger, ReadError> {
        let mut aiger = Aiger::default();
        let is_binary = self.cursor.is_binary;
        for number in 0..self.header.inputs {
            let literal = match is_binary {
                true => 2 * (number as u32 + 1),
                false => {
                    let literal = self.definition("an input", Definition::InputOrLatch)?;
                    self.cursor.end_of_line()?;
                    literal
                }
            };
            aiger.inputs.push(literal);
        }
        for number in 0..self.header.latches {
            let latch = self.latch(number)?;
            aiger.latches.push(latch);
        }
        aiger.outputs = self.literals(self.header.outputs, "an output")?;
        aiger.bad = self.literals(self.header.bad, "a bad state")?;
        aiger.constraints = self.literals(self.header.constraints, "a constraint")?;
        aiger.gates = match is_binary {
            true => self.binary_gates()?,
            false => self.ascii_gates()?,
        };
        if !is_binary {
            self.check_uses(&aiger)?;
        }
        aiger.names = self.names()?;
        Ok(aiger)
    }

    /// A literal within range.
    fn literal(&mut self, what: &str) -> Result<u32, ReadError> {
        let literal = self.cursor.number(what)?;
        if literal / 2 > self.header.maximum {
            return Err(self.cursor.error(format!("{what} is out of range: {literal}")));
        }
        Ok(literal)
    }

    fn literals(&mut self, count: usize, what: &str) -> Result<Vec<u32>, ReadError> {
        let mut literals = Vec::with_capacity(count);
        for _ in 0..count {
            literals.push(self.literal(what)?);
            self.cursor.end_of_line()?;
        }
        Ok(literals)
    }

    /// A literal that is defined here.
    fn definition(&mut self, what: &str, definition: Definition) -> Result<u32, ReadError> {
        let literal = self.literal(what)?;
        if literal < 2 || literal % 2 == 1 {
            let message = format!("{what} must be a positive literal, not {literal}");
            return Err(self.cursor.error(message));
        }
        if self.defined.insert(literal / 2, definition).is_some() {
            return Err(self.cursor.error(format!("literal {literal} is defined twice")));
        }
        Ok(literal)
    }

    fn latch(&mut self, number: usize) -> Result<AigerLatch, ReadError> {
        let literal = match self.cursor.is_binary {
            true => 2 * (self.header.inputs + number + 1) as u32,
            false => {
                let literal = self.definition("a latch", Definition::InputOrLatch)?;
                self.cursor.space()?;
                literal
            }
        };
        let next = self.literal("the next value of a latch")?;
        let reset = self.cursor.optional_number("the reset of a latch")?.unwrap_or(0);
        if reset / 2 > self.header.maximum {
            return Err(self
                .cursor
                .error(format!("the reset of a latch is out of range: {reset}")));
        }
        self.cursor.end_of_line()?;
        Ok(AigerLatch { literal, next, reset })
    }

    fn binary_gates(&mut self) -> Result<Vec<AigerGate>, ReadError> {
        let first = self.header.inputs + self.header.latches + 1;
        let mut gates = Vec::with_capacity(self.header.gates);
        for variable in first..first + self.header.gates {
            let literal = 2 * variable as u32;
            let left = literal.checked_sub(self.cursor.delta()?).filter(|&left| left < literal);
            let left =
                left.ok_or_else(|| self.cursor.error("a gate uses itself or a later one"))?;
            let right = left.checked_sub(self.cursor.delta()?);
            let right = right.ok_or_else(|| self.cursor.error("a negative literal"))?;
            gates.push(AigerGate { literal, inputs: [left, right] });
        }
        Ok(gates)
    }

    fn ascii_gates(&mut self) -> Result<Vec<AigerGate>, ReadError> {
        let mut gates = Vec::with_capacity(self.header.gates);
        for number in 0..self.header.gates {
            let literal = self.definition("a gate", Definition::Gate(number))?;
            self.cursor.space()?;
            let left = self.literal("an input of a gate")?;
            self.cursor.space()?;
            let right = self.literal("an input of a gate")?;
            self.cursor.end_of_line()?;
            gates.push(AigerGate { literal, inputs: [left, right] });
        }
        self.sorted(&gates)
    }

    /// The gates, each after those that it uses.
    fn sorted(&self, gates: &[AigerGate]) -> Result<Vec<AigerGate>, ReadError> {
        #[derive(Clone, Copy, PartialEq)]
        enum Visit {
            New,
            Open,
            Done,
        }
        let mut visits = vec![Visit::New; gates.len()];
        let mut sorted = Vec::with_capacity(gates.len());
        let mut stack = Vec::new();
        for root in 0..gates.len() {
            stack.push(root);
            while let Some(&gate) = stack.last() {
                if visits[gate] != Visit::New {
                    stack.pop();
                    if visits[gate] == Visit::Open {
                        visits[gate] = Visit::Done;
                        sorted.push(gates[gate]);
                    }
                    continue;
                }
                visits[gate] = Visit::Open;
                for input in gates[gate].inputs {
                    match self.defined.get(&(input / 2)) {
                        Some(&Definition::Gate(used)) if visits[used] == Visit::Open => {
                            let literal = gates[used].literal;
                            let message = format!("gate {literal} depends on itself");
                            return Err(self.cursor.error(message));
                        }
                        Some(&Definition::Gate(used)) if visits[used] == Visit::New => {
                            stack.push(used);
                        }
                        _ => {}
                    }
                }
            }
        }
        Ok(sorted)
    }

    /// Everything that is used must be defined.
    fn check_uses(&self, aiger: &Aiger) -> Result<(), ReadError> {
        let of_gates = aiger.gates.iter().flat_map(|gate| gate.inputs);
        let of_latches = aiger.latches.iter().flat_map(|latch| [latch.next, latch.reset]);
        let others = [&aiger.outputs, &aiger.bad, &aiger.constraints];
        let others = others.into_iter().flatten().copied();
        for literal in of_gates.chain(of_latches).chain(others) {
            if literal >= 2 && !self.defined.contains_key(&(literal / 2)) {
                return Err(self.cursor.error(format!("literal {literal} is not defined")));
            }
        }
        Ok(())
    }

    /// Symbols, then comments.
    fn names(&mut self) -> Result<Vec<(u8, usize, String)>, ReadError> {
        let mut names = Vec::new();
        while let Some(kind) = self.cursor.peek() {
            self.cursor.byte();
            if kind == b'c' && matches!(self.cursor.peek(), Some(b'\n' | b'\r') | None) {
                break;
            }
            let count = match kind {
                b'i' => self.header.inputs,
                b'l' => self.header.latches,
                b'o' => self.header.outputs,
                b'b' => self.header.bad,
                b'c' => self.header.constraints,
                _ => return Err(self.cursor.error("expected a symbol or a comment")),
            };
            let number = self.cursor.number("the number of a symbol")? as usize;
            if number >= count {
                let message = format!("there is no '{}{number}' to name", char::from(kind));
                return Err(self.cursor.error(message));
            }
            self.cursor.space()?;
            let name = String::from_utf8_lossy(self.cursor.rest_of_line()).into_owned();
            names.push((kind, number, name));
        }
        Ok(names)
    }
}
