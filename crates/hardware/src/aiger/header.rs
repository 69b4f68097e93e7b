//! The first line of a file.

use super::cursor::Cursor;
use crate::error::ReadError;

/// How many of each a file has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The largest number of a variable.
    pub maximum: u32,
    pub inputs: usize,
    pub latches: usize,
    pub outputs: usize,
    pub gates: usize,
    pub bad: usize,
    pub constraints: usize,
}

impl Header {
    /// Reads the line after `aag` or `aig`.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Header, ReadError> {
        let mut required = [0; 5];
        let names = [
            "the largest variable",
            "the number of inputs",
            "the number of latches",
            "the number of outputs",
            "the number of gates",
        ];
        for (value, name) in required.iter_mut().zip(names) {
            cursor.space()?;
            *value = cursor.number(name)?;
        }
        let mut optional = [0; 4];
        let names = [
            "the number of bad states",
            "the number of constraints",
            "the number of justice properties",
            "the number of fairness constraints",
        ];
        for (value, name) in optional.iter_mut().zip(names) {
            *value = cursor.optional_number(name)?.unwrap_or(0);
        }
        let [maximum, inputs, latches, outputs, gates] = required;
        let [bad, constraints, justice, fairness] = optional;
        if justice > 0 {
            return Err(cursor.error("justice properties are not supported"));
        }
        if fairness > 0 {
            return Err(cursor.error("fairness constraints are not supported"));
        }
        if maximum > u32::MAX / 2 {
            return Err(cursor.error("the largest variable is too large"));
        }
        let defined = u64::from(inputs) + u64::from(latches) + u64::from(gates);
        if defined > u64::from(maximum) {
            let message = format!(
                "{defined} inputs, latches and gates, but the largest variable is {maximum}"
            );
            return Err(cursor.error(message));
        }
        if cursor.is_binary && defined != u64::from(maximum) {
            let message = format!(
                "the largest variable is {maximum}, but there are {defined} inputs, latches and gates"
            );
            return Err(cursor.error(message));
        }
        let least_bytes = match cursor.is_binary {
            true => u64::from(latches) * 2 + u64::from(gates) * 2,
            false => u64::from(inputs) * 2 + u64::from(latches) * 4 + u64::from(gates) * 6,
        } + (u64::from(outputs) + u64::from(bad) + u64::from(constraints)) * 2;
        if least_bytes > cursor.left() as u64 {
            return Err(cursor.error("the file is shorter than its first line says"));
        }
        cursor.end_of_line()?;
        Ok(Header {
            maximum,
            inputs: inputs as usize,
            latches: latches as usize,
            outputs: outputs as usize,
            gates: gates as usize,
            bad: bad as usize,
            constraints: constraints as usize,
        })
    }
}
