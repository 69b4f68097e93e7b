//! Banks: the slots that hold the values of a frame.

use num_bigint::BigUint;
use term::{BitVec, Float, RoundingMode, Sort, Value};

/// A kind of slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bank {
    /// At most 64 bits.
    Word,
    /// 65 to 128 bits.
    Wide,
    /// Anything else.
    Big,
}

/// A slot of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Which bank it is in.
    pub bank: Bank,
    /// Position in the bank.
    pub index: u32,
}

/// The content of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raw {
    Word(u64),
    Wide(u128),
    Big(Value),
}

/// The slots of one frame.
pub struct Banks<'a> {
    pub words: &'a mut [u64],
    pub wides: &'a mut [u128],
    pub bigs: &'a mut [Value],
}

impl Bank {
    /// The bank for values of a sort.
    pub fn of(sort: &Sort) -> Bank {
        let width = match sort {
            Sort::Bool | Sort::RoundingMode => 1,
            Sort::BitVec(width) => *width,
            Sort::Float(format) => format.width(),
            Sort::Int | Sort::Real | Sort::Array(_) => return Bank::Big,
        };
        match width {
            0..=64 => Bank::Word,
            65..=128 => Bank::Wide,
            _ => Bank::Big,
        }
    }
}

impl Raw {
    /// The raw content that represents a value.
    pub fn encode(value: &Value) -> Raw {
        let bits = match value {
            Value::Bool(truth) => return Raw::Word(u64::from(*truth)),
            Value::RoundingMode(mode) => {
                let index = RoundingMode::ALL.iter().position(|known| known == mode);
                return Raw::Word(index.expect("all modes are listed") as u64);
            }
            Value::BitVec(bits) => bits,
            Value::Float(float) => float.bits(),
            Value::Int(_) | Value::Real(_) | Value::Array(_) => return Raw::Big(value.clone()),
        };
        match bits.width() {
            0..=64 => Raw::Word(bits.to_u64().expect("it fits a word")),
            65..=128 => {
                let digits: Vec<u64> = bits.to_biguint().iter_u64_digits().collect();
                let digit = |i: usize| u128::from(digits.get(i).copied().unwrap_or(0));
                Raw::Wide(digit(1) << 64 | digit(0))
            }
            _ => Raw::Big(value.clone()),
        }
    }

    /// The value of the given sort that this content represents.
    pub fn decode(&self, sort: &Sort) -> Value {
        let vector = |width| match self {
            Raw::Word(word) => BitVec::new(width, *word),
            Raw::Wide(wide) => BitVec::from_biguint(width, &BigUint::from(*wide)),
            Raw::Big(_) => unreachable!("values of this sort are not big"),
        };
        match (self, sort) {
            (Raw::Big(value), _) => value.clone(),
            (Raw::Word(word), Sort::Bool) => Value::Bool(*word != 0),
            (Raw::Word(word), Sort::RoundingMode) => {
                Value::RoundingMode(RoundingMode::ALL[*word as usize])
            }
            (_, Sort::BitVec(width)) => Value::BitVec(vector(*width)),
            (_, Sort::Float(format)) => {
                Value::Float(Float::from_bits(*format, vector(format.width())))
            }
            _ => unreachable!("a value of sort {sort} is kept as such"),
        }
    }
}

impl Raw {
    /// The low bytes of a bit-vector, lowest first.
    pub fn to_bytes(&self, count: usize) -> Vec<u8> {
        let mut bytes = match self {
            Raw::Word(word) => word.to_le_bytes().to_vec(),
            Raw::Wide(wide) => wide.to_le_bytes().to_vec(),
            Raw::Big(value) => {
                value.as_bitvec().map_or_else(Vec::new, |bits| bits.to_biguint().to_bytes_le())
            }
        };
        bytes.resize(count, 0);
        bytes
    }

    /// The bit-vector of some bytes, lowest first.
    pub fn from_bytes(bytes: &[u8]) -> Raw {
        match bytes.len() {
            0..=8 => Raw::Word(bytes.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b))),
            9..=16 => Raw::Wide(bytes.iter().rev().fold(0, |wide, &b| wide << 8 | u128::from(b))),
            count => {
                let width = u32::try_from(count * 8).expect("widths have 32 bits");
                let bits = BitVec::from_biguint(width, &BigUint::from_bytes_le(bytes));
                Raw::Big(Value::BitVec(bits))
            }
        }
    }
}

impl Banks<'_> {
    /// The content of a slot.
    pub fn get(&self, slot: Slot) -> Raw {
        let index = slot.index as usize;
        match slot.bank {
            Bank::Word => Raw::Word(self.words[index]),
            Bank::Wide => Raw::Wide(self.wides[index]),
            Bank::Big => Raw::Big(self.bigs[index].clone()),
        }
    }

    /// Makes the content of a slot zero.
    pub fn clear(&mut self, slot: Slot) {
        let index = slot.index as usize;
        match slot.bank {
            Bank::Word => self.words[index] = 0,
            Bank::Wide => self.wides[index] = 0,
            Bank::Big => self.bigs[index] = Value::default_of(&self.bigs[index].sort()),
        }
    }

    /// Changes the content of a slot.
    ///
    /// # Panics
    /// If the content is for another bank.
    pub fn set(&mut self, slot: Slot, raw: Raw) {
        let index = slot.index as usize;
        match (slot.bank, raw) {
            (Bank::Word, Raw::Word(word)) => self.words[index] = word,
            (Bank::Wide, Raw::Wide(wide)) => self.wides[index] = wide,
            (Bank::Big, Raw::Big(value)) => self.bigs[index] = value,
            (bank, raw) => panic!("{raw:?} is not for {bank:?}"),
        }
    }
}
