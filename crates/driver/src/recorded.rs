//! What a program leaves open, written down.

use evidence::{ForeignByte, ObjectByte, Run};
use program::ChoiceSource;
use program::interpret::{Chooser, OpenByte, OpenValue};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use term::Value;

/// Answers as another chooser does, and writes the answers down.
pub struct Recorder<C> {
    follow: C,
    /// The answers, without the property that is violated in the end.
    pub run: Run,
    /// Whether anything was asked.
    pub asked: bool,
    /// Whether anything was asked but what variables have that nobody gave a value.
    pub asked_for_input: bool,
}

impl<C> Recorder<C> {
    /// Nothing is written down yet.
    pub fn new(follow: C) -> Recorder<C> {
        Recorder { follow, run: Run::default(), asked: false, asked_for_input: false }
    }
}

impl<C: Chooser> Chooser for Recorder<C> {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        self.asked = true;
        self.asked_for_input |= !matches!(open.source, ChoiceSource::Uninitialised(_));
        let value = self.follow.value(open)?;
        self.run.values.push(value.clone());
        Some(value)
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        (self.asked, self.asked_for_input) = (true, true);
        let byte = self.follow.byte(open);
        if byte != 0 {
            self.run.bytes.push(ObjectByte { object: open.number, offset: open.offset, byte });
        }
        byte
    }

    fn stray_byte(&mut self, address: u64) -> u8 {
        (self.asked, self.asked_for_input) = (true, true);
        let byte = self.follow.stray_byte(address);
        if byte != 0 {
            self.run.foreign.push(ForeignByte { address, byte });
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
    /// Reads the answers of a run.
    pub fn new(run: &Run) -> Recorded {
        Recorded {
            values: run.values.iter().cloned().collect(),
            bytes: run.bytes.iter().map(|open| ((open.object, open.offset), open.byte)).collect(),
            foreign: run.foreign.iter().map(|open| (open.address, open.byte)).collect(),
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
