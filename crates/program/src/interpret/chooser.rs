//! Choosers: they decide the values that a program leaves open.

use crate::{ChoiceSource, Object, ScalarType, Span};
use std::sync::Arc;
use term::{BitVec, Float, FloatFormat, RoundingMode, Sort, Value};

/// A value that the program leaves open.
#[derive(Clone, Copy, Debug)]
pub struct OpenValue<'a> {
    /// Why it is open.
    pub source: &'a ChoiceSource,
    /// The type of the value.
    pub ty: ScalarType,
    /// Its sort.
    pub sort: &'a Sort,
    /// Where it is asked for.
    pub span: Option<Span>,
}

/// A byte that is read but was never written.
#[derive(Clone, Copy, Debug)]
pub struct OpenByte<'a> {
    /// The object as it was declared, unless it was allocated.
    pub object: Option<&'a Object>,
    /// How many objects were created before it, globals included.
    pub number: u64,
    /// The position in the object.
    pub offset: u64,
}

/// A word that is read from memory of the environment.
#[derive(Clone, Copy, Debug)]
pub struct ForeignWord {
    /// Its size in bytes.
    pub size: u32,
    /// Whether it is read as a pointer.
    pub is_pointer: bool,
    /// Where it is read.
    pub span: Option<Span>,
}

/// Decides what a program leaves open.
pub trait Chooser {
    /// A value of the requested sort; `None` ends the run.
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value>;

    /// The content of a byte that was never written. The chooser is asked once per byte; the byte
    /// keeps the value.
    fn byte(&mut self, open: &OpenByte<'_>) -> u8;

    /// The bytes of a word of the environment, if they are known. Bytes that the program has read
    /// or written before keep their values.
    fn foreign_word(&mut self, _word: &ForeignWord) -> Option<Vec<u8>> {
        None
    }

    /// The value of a byte that is read outside of all objects.
    fn stray_byte(&mut self, _address: u64) -> u8 {
        0
    }
}

/// Everything is zero.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zeros;

impl Chooser for Zeros {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        Some(Value::default_of(open.sort))
    }

    fn byte(&mut self, _open: &OpenByte<'_>) -> u8 {
        0
    }
}

/// Pseudo-random values, the same for the same seed. Half of the integers are small or near to
/// given ones.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    likely: Arc<[i64]>,
    learned: Arc<[i64]>,
}

impl Random {
    /// A chooser that depends only on the seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed, likely: Arc::default(), learned: Arc::default() }
    }

    /// The same chooser, with the given integers more likely than others.
    #[must_use]
    pub fn with_likely(mut self, likely: Arc<[i64]>) -> Random {
        self.likely = likely;
        self
    }

    /// The same chooser, which takes every second integer from a list.
    #[must_use]
    pub fn with_learned(mut self, learned: Arc<[i64]>) -> Random {
        self.learned = learned;
        self
    }

    /// A number below `number`, which is not zero.
    pub fn below(&mut self, number: u64) -> u64 {
        self.next() % number
    }

    /// The next 64 bits of SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn bits(&mut self, width: u32) -> BitVec {
        if !self.learned.is_empty() && self.next().is_multiple_of(2) {
            let which = self.below(self.learned.len() as u64);
            return BitVec::from_i64(width, self.learned[which as usize]);
        }
        let kind = self.below(4);
        if kind == 0 && !self.likely.is_empty() {
            let which = self.below(self.likely.len() as u64);
            let likely = self.likely[which as usize];
            let near = self.below(3) as i64 - 1;
            return BitVec::from_i64(width, likely.wrapping_add(near));
        }
        if kind < 2 {
            let small = self.below(32) as i64 - 16;
            return BitVec::from_i64(width, small);
        }
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
        BitVec::from_bits(width, |i| words[i as usize / 64] >> (i % 64) & 1 == 1)
    }

    fn float(&mut self, format: FloatFormat) -> Float {
        if self.next().is_multiple_of(2) {
            let small = self.bits(16);
            return Float::from_signed(format, &small, RoundingMode::NearestEven);
        }
        let pattern = self.bits(format.width());
        Float::from_bits(format, pattern)
    }
}

impl Chooser for Random {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        Some(match open.sort {
            Sort::Bool => Value::Bool(self.next().is_multiple_of(2)),
            Sort::BitVec(width) => Value::BitVec(self.bits(*width)),
            Sort::Float(format) => Value::Float(self.float(*format)),
            other => Value::default_of(other),
        })
    }

    fn byte(&mut self, _open: &OpenByte<'_>) -> u8 {
        self.next() as u8
    }

    fn stray_byte(&mut self, _address: u64) -> u8 {
        self.next() as u8
    }
}

/// Given values for input functions, in order. Another chooser decides everything else, and the
/// inputs after the given ones.
#[derive(Clone, Debug)]
pub struct Inputs<C> {
    values: std::vec::IntoIter<Value>,
    rest: C,
}

impl<C: Chooser> Inputs<C> {
    /// Integers and floats are converted to the requested type.
    pub fn new(values: Vec<Value>, rest: C) -> Inputs<C> {
        Inputs { values: values.into_iter(), rest }
    }
}

impl<C: Chooser> Chooser for Inputs<C> {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        if let ChoiceSource::Input(_) = open.source
            && let Some(value) = self.values.next()
        {
            return Some(converted(value, open.sort));
        }
        self.rest.value(open)
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        self.rest.byte(open)
    }

    fn stray_byte(&mut self, address: u64) -> u8 {
        self.rest.stray_byte(address)
    }
}

/// The value converted to another sort, as C converts integers and floats.
fn converted(value: Value, sort: &Sort) -> Value {
    let nearest = RoundingMode::NearestEven;
    match (value, sort) {
        (Value::BitVec(bits), Sort::BitVec(width)) => {
            Value::BitVec(BitVec::from_bigint(*width, &bits.to_bigint()))
        }
        (Value::BitVec(bits), Sort::Bool) => Value::Bool(!bits.is_zero()),
        (Value::BitVec(bits), Sort::Float(format)) => {
            Value::Float(Float::from_signed(*format, &bits, nearest))
        }
        (Value::Float(float), Sort::Float(format)) => {
            Value::Float(float.to_format(*format, nearest))
        }
        (Value::Float(float), Sort::BitVec(width)) => {
            let bits = float.to_signed(*width, RoundingMode::TowardZero);
            Value::BitVec(bits.unwrap_or_else(|| BitVec::zero(*width)))
        }
        (value, _) => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(chooser: &mut impl Chooser, source: &ChoiceSource, sort: &Sort) -> String {
        let ty = ScalarType::Int { bits: 8, signed: true };
        let open = OpenValue { source, ty, sort, span: None };
        chooser.value(&open).unwrap().to_string()
    }

    #[test]
    fn inputs_come_in_order_and_are_converted() {
        let values = [5, -1, 2, 300].map(|value| Value::BitVec(BitVec::from_i64(64, value)));
        let mut inputs = Inputs::new(values.to_vec(), Zeros);
        let input = ChoiceSource::Input("f".to_owned());
        let external = ChoiceSource::External("g".to_owned());
        assert_eq!(ask(&mut inputs, &input, &Sort::BitVec(8)), "#x05");
        assert_eq!(ask(&mut inputs, &external, &Sort::BitVec(8)), "#x00");
        assert_eq!(ask(&mut inputs, &input, &Sort::BitVec(128)), "#x".to_owned() + &"f".repeat(32));
        assert_eq!(ask(&mut inputs, &input, &Sort::Bool), "true");
        assert_eq!(ask(&mut inputs, &input, &Sort::BitVec(8)), "#x2c");
        assert_eq!(ask(&mut inputs, &input, &Sort::BitVec(8)), "#x00");
    }

    #[test]
    fn random_values_depend_on_the_seed() {
        let input = ChoiceSource::Input("f".to_owned());
        let values = |seed| {
            let mut random = Random::new(seed);
            let sort = Sort::BitVec(64);
            (0..20).map(|_| ask(&mut random, &input, &sort)).collect::<Vec<_>>()
        };
        assert_eq!(values(1), values(1));
        assert_ne!(values(1), values(2));
    }
}
