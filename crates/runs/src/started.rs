//! The start of a program from the command line.

use program::ChoiceSource;
use program::interpret::{Chooser, OpenByte, OpenValue};
use term::Value;

/// Starts the program with an empty name and without arguments; another chooser decides the rest.
pub struct WithoutArguments<C>(pub C);

impl<C: Chooser> Chooser for WithoutArguments<C> {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        let zeros = ["number of arguments", "argument length"];
        match open.source {
            ChoiceSource::Input(name) if zeros.contains(&name.as_str()) => {
                Some(Value::default_of(open.sort))
            }
            _ => self.0.value(open),
        }
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        self.0.byte(open)
    }

    fn stray_byte(&mut self, address: u64) -> u8 {
        self.0.stray_byte(address)
    }
}
