//! What a program leaves open, written down.

use evidence::{Answers, ForeignByte, ObjectByte};
use program::ChoiceSource;
use program::interpret::{Chooser, OpenByte, OpenValue};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use term::Value;

/// Answers as another chooser does, and writes the answers down.
pub struct Recorder<C> {
    follow: C,
    /// The answers.
    pub answers: Answers,
    /// Whether anything was asked.
    pub asked: bool,
    /// Whether the run read any input other than uninitialised variables.
    pub asked_for_input: bool,
}

impl<C> Recorder<C> {
    /// Nothing is written down yet.
    pub fn new(follow: C) -> Recorder<C> {
        Recorder { follow, answers: Answers::default(), asked: false, asked_for_input: false }
    }
}

impl<C: Chooser> Chooser for Recorder<C> {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        self.asked = true;
        self.asked_for_input |= !matches!(open.source, ChoiceSource::Uninitialised(_));
        let value = self.follow.value(open)?;
        self.answers.values.push(value.clone());
        Some(value)
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        (self.asked, self.asked_for_input) = (true, true);
        let byte = self.follow.byte(open);
        if byte != 0 {
            self.answers.bytes.push(ObjectByte { object: open.number, offset: open.offset, byte });
        }
        byte
    }

    fn stray_byte(&mut self, address: u64) -> u8 {
        (self.asked, self.asked_for_input) = (true, true);
        let byte = self.follow.stray_byte(address);
        if byte != 0 {
            self.answers.foreign.push(ForeignByte { address, byte });
        }
        byte
    }
}

/// Answers as it is written down.
pub struct Recorded {
    values: VecDeque<Value>,
    bytes: FxHashMap<(u64, u64), u8>,
    foreign: FxHashMap<u64, u8>,
}

impl Recorded {
    /// Answers as in a run.
    pub fn new(answers: &Answers) -> Recorded {
        Recorded {
            values: answers.values.iter().cloned().collect(),
            bytes: answers
                .bytes
                .iter()
                .map(|open| ((open.object, open.offset), open.byte))
                .collect(),
            foreign: answers.foreign.iter().map(|open| (open.address, open.byte)).collect(),
        }
    }
}

impl Chooser for Recorded {
    fn value(&mut self, _: &OpenValue<'_>) -> Option<Value> {
        self.values.pop_front()
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        self.bytes.get(&(open.number, open.offset)).copied().unwrap_or(0)
    }

    fn stray_byte(&mut self, address: u64) -> u8 {
        self.foreign.get(&address).copied().unwrap_or(0)
    }
}
