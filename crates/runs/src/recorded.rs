//! Records and replays the open values of a program.

use evidence::{Answers, ForeignByte, ObjectByte};
use program::ChoiceSource;
use program::interpret::{Chooser, OpenByte, OpenValue};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use term::Value;

/// Answers as another chooser does, and records the answers.
pub struct Recorder<C> {
    follow: C,
    /// The answers.
    pub answers: Answers,
    /// Whether any value was asked for.
    pub asked: bool,
    /// Whether the run read any input other than uninitialised variables.
    pub asked_for_input: bool,
}

impl<C> Recorder<C> {
    /// A recorder that has not recorded anything.
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

/// Answers from a record.
pub struct Recorded {
    values: VecDeque<Value>,
    bytes: FxHashMap<(u64, u64), u8>,
    foreign: FxHashMap<u64, u8>,
}

impl Recorded {
    /// Repeats the answers of a run.
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
