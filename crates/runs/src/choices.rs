//! The values that were open in a run.

use evidence::ObjectByte;
use program::interpret::{Chooser, Event, ForeignWord, OpenByte, OpenValue};
use program::{ChoiceSource, ScalarType, Span};
use term::{Symbol, Value};

/// An open value and its choice.
#[derive(Clone, Debug)]
pub struct ChoiceMade {
    /// Why it was open.
    pub source: ChoiceSource,
    /// Its type.
    pub ty: ScalarType,
    /// The chosen value.
    pub value: Value,
    /// Where it was chosen.
    pub span: Option<Span>,
}

/// An open value that a register took.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Why it was open.
    pub source: ChoiceSource,
    /// The register.
    pub register: Symbol,
    /// The register's name in the source, empty for a temporary.
    pub name: String,
    /// The type of the value.
    pub ty: ScalarType,
    /// The value.
    pub value: Value,
    /// Where it was chosen.
    pub span: Option<Span>,
}

impl Chosen {
    /// The open value of an event, if it is one that a register took.
    pub fn of(event: &Event<'_>) -> Option<Chosen> {
        let Event::Chosen { source, register: Some(register), value, span } = event else {
            return None;
        };
        Some(Chosen {
            source: (*source).clone(),
            register: register.symbol,
            name: register.name.clone(),
            ty: register.ty,
            value: (*value).clone(),
            span: *span,
        })
    }
}

/// Answers as another chooser does, and remembers the answers.
pub struct Script<C> {
    follow: C,
    /// The values.
    pub made: Vec<ChoiceMade>,
    /// The bytes of objects that were never written.
    pub bytes: Vec<ObjectByte>,
    /// How many words were read from memory that the program does not own.
    pub foreign_words: usize,
}

impl<C> Script<C> {
    /// Nothing was answered yet.
    pub fn new(follow: C) -> Script<C> {
        Script { follow, made: Vec::new(), bytes: Vec::new(), foreign_words: 0 }
    }

    /// The chooser that answers.
    pub fn follow(&self) -> &C {
        &self.follow
    }
}

impl<C: Chooser> Chooser for Script<C> {
    fn value(&mut self, open: &OpenValue<'_>) -> Option<Value> {
        let value = self.follow.value(open)?;
        let (source, ty, span) = (open.source.clone(), open.ty, open.span);
        self.made.push(ChoiceMade { source, ty, value: value.clone(), span });
        Some(value)
    }

    fn byte(&mut self, open: &OpenByte<'_>) -> u8 {
        let byte = self.follow.byte(open);
        if byte != 0 {
            self.bytes.push(ObjectByte { object: open.number, offset: open.offset, byte });
        }
        byte
    }

    fn foreign_word(&mut self, word: &ForeignWord) -> Option<Vec<u8>> {
        let bytes = self.follow.foreign_word(word)?;
        self.foreign_words += 1;
        Some(bytes)
    }

    fn stray_byte(&mut self, address: u64) -> u8 {
        self.follow.stray_byte(address)
    }
}
