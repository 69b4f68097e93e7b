//! Answers of a run in which some values of callers are others.

use super::values::{Bits, CANDIDATES};
use super::{HarnessObject, Objects};
use program::interpret::{Chooser, OpenByte, OpenValue};
use program::{CallersChoice, ChosenByCallers, NumberAt, NumberKind, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use term::Value;

/// A value that callers choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    /// What a line of the harness asks for, and how often it did so before.
    Value(Span, usize),
    /// The number at a position of an object, with its size in bytes and its kind.
    Content(HarnessObject, u64, u64, NumberKind),
}

impl Slot {
    fn span(&self) -> Span {
        match self {
            Slot::Value(span, _) | Slot::Content((span, _), ..) => *span,
        }
    }

    /// The line of the harness, with its file.
    pub fn line(&self) -> (usize, u32) {
        (self.span().file.index(), self.span().line)
    }

    /// Whether its name is an expression that means this value alone.
    pub fn is_nameable(&self, choice: &CallersChoice) -> bool {
        match self {
            Slot::Value(_, count) => *count == 0,
            Slot::Content((_, count), offset, ..) => {
                *count == 0 && choice.name_at(*offset).is_some()
            }
        }
    }

    /// Its name in C.
    pub fn name(&self, choice: &CallersChoice) -> String {
        match (self, &choice.what) {
            (_, ChosenByCallers::Number(name, _)) => name.clone(),
            (_, ChosenByCallers::Null(name)) => name.clone(),
            (Slot::Content(_, offset, ..), ChosenByCallers::Content { name, .. }) => choice
                .name_at(*offset)
                .unwrap_or_else(|| format!("the word at byte {offset} of {name}")),
            (_, ChosenByCallers::Content { name, .. }) => name.clone(),
        }
    }
}

/// What the violating run was told.
#[derive(Default)]
pub(super) struct Answered {
    /// Values, by the places that asked for them, and how often these did so before.
    pub values: FxHashMap<(Option<Span>, usize), Value>,
    /// Bytes of objects of the harness.
    pub content: FxHashMap<(HarnessObject, u64), u8>,
    /// Bytes of other objects, by their numbers.
    pub numbered: FxHashMap<(u64, u64), u8>,
}

impl Answered {
    /// What the violating run was told about a value of callers.
    pub fn bits(&self, slot: Slot) -> Option<Bits> {
        match slot {
            Slot::Value(span, count) => {
                let value = self.values.get(&(Some(span), count))?;
                let kind = if matches!(value, Value::Bool(_)) {
                    NumberKind::Bool
                } else {
                    NumberKind::Signed
                };
                Bits::of_value(value, kind)
            }
            Slot::Content(object, offset, size, kind) => {
                let byte = |at: u64| self.content.get(&(object, offset + at)).copied().unwrap_or(0);
                let bits = (0..size.min(16))
                    .fold(0u128, |bits, at| bits | u128::from(byte(at)) << (8 * at));
                Some(Bits { bits, width: size.min(16) as u32 * 8, kind })
            }
        }
    }
}

/// What is changed.
pub(super) enum Change<'a> {
    /// Nothing.
    None,
    /// These values.
    These(&'a [(Slot, Bits)]),
    /// All values of callers.
    All(i64),
    /// Some values of callers, by chance.
    Random(u64),
}

/// Answers as a violating run was told, but for a change.
pub(super) struct Varied<'a> {
    answered: &'a Answered,
    change: &'a Change<'a>,
    choices: &'a FxHashMap<(usize, u32), &'a CallersChoice>,
    objects: &'a Objects,
    counts: FxHashMap<Option<Span>, usize>,
    /// The values of callers that were asked for, with the answers, in the order of the questions.
    pub asked: Vec<(Slot, Bits)>,
    known: FxHashSet<Slot>,
    /// Whether the run left the memory of the program.
    pub strayed: bool,
}

impl<'a> Varied<'a> {
    pub fn new(
        answered: &'a Answered,
        change: &'a Change<'a>,
        choices: &'a FxHashMap<(usize, u32), &'a CallersChoice>,
        objects: &'a Objects,
    ) -> Varied<'a> {
        let (counts, asked, known) = (FxHashMap::default(), Vec::new(), FxHashSet::default());
        Varied { answered, change, choices, objects, counts, asked, known, strayed: false }
    }

    /// The value of callers that a slot has now, which the violating run was told to be `before`.
    fn chosen(&mut self, slot: Slot, before: Bits) -> Bits {
        let bits = match self.change {
            Change::None => before,
            Change::These(changes) => {
                let changed = changes.iter().find(|(changed, _)| *changed == slot);
                changed.map_or(before, |(_, bits)| bits.clone())
            }
            Change::All(number) => Bits::of_number(*number, before.width, before.kind),
            Change::Random(seed) => {
                let random = mixed(*seed, self.asked.len() as u64, &slot);
                match random % 3 {
                    0 => before,
                    _ => {
                        // Small numbers are the most likely ones.
                        let few = 4 + (*seed as usize % CANDIDATES.len().saturating_sub(4));
                        let number = CANDIDATES[(random >> 8) as usize % few];
                        Bits::of_number(number, before.width, before.kind)
                    }
                }
            }
        };
        if self.known.insert(slot) {
            self.asked.push((slot, bits.clone()));
        }
        bits
    }
}

/// A number that looks like chance.
fn mixed(seed: u64, count: u64, slot: &Slot) -> u64 {
    let place = match slot {
        Slot::Value(span, number) => u64::from(span.line) << 16 | *number as u64,
        Slot::Content((span, number), offset, ..) => {
            u64::from(span.line) << 40 | (*number as u64) << 20 | offset
        }
    };
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ place.wrapping_mul(0xd1b5_4a32_d192_ed03)
        ^ count;
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Chooser for Varied<'_> {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        let count = self.counts.entry(open.span).or_default();
        let number = *count;
        *count += 1;
        let told = self.answered.values.get(&(open.span, number));
        let before = match told {
            Some(value) if value.sort() == *open.sort => value.clone(),
            _ => Value::default_of(open.sort),
        };
        let line = open.span.map(|span| (span.file.index(), span.line));
        let kind = match line.and_then(|line| self.choices.get(&line)).map(|choice| &choice.what) {
            Some(ChosenByCallers::Number(_, kind)) => *kind,
            Some(ChosenByCallers::Null(_)) => NumberKind::Bool,
            _ => return Some(before),
        };
        let (Some(span), Some(bits)) = (open.span, Bits::of_value(&before, kind)) else {
            return Some(before);
        };
        let chosen = self.chosen(Slot::Value(span, number), bits);
        Some(chosen.value(open.sort).unwrap_or(before))
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        let object = self.objects.borrow().get(&open.number).copied();
        let Some(object) = object else {
            return self.answered.numbered.get(&(open.number, open.offset)).copied().unwrap_or(0);
        };
        let line = (object.0.file.index(), object.0.line);
        let number = self.choices.get(&line).and_then(|choice| choice.number_at(open.offset));
        let Some(NumberAt { offset: start, size, kind }) =
            number.filter(|number| number.size <= 16)
        else {
            let told = self.answered.content.get(&(object, open.offset));
            return told.copied().unwrap_or(0);
        };
        let slot = Slot::Content(object, start, size, kind);
        let Some(before) = self.answered.bits(slot) else { return 0 };
        let chosen = self.chosen(slot, before);
        (chosen.bits >> (8 * (open.offset - start))) as u8
    }

    fn stray_byte(&mut self, _: u64) -> u8 {
        self.strayed = true;
        0
    }
}
