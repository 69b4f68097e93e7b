//! What happens in a run, for people.

use program::interpret::{Event, LostObject, Pointee};
use program::{ChoiceSource, Initial, Object, Program, ScalarType, Shown, Span};
use rustc_hash::FxHashMap;
use std::fmt;
use term::{Float, Value};

/// The greatest number of bytes of a string literal that are shown.
const MAX_TEXT: usize = 60;

/// The name that the front end gives to the C text of library functions.
const LIBRARY: &str = "<library>";

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as the program names it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

impl Place {
    /// The place of a span of a program.
    pub fn of(program: &Program, span: Span) -> Place {
        let file = program.files.get(span.file.index()).map_or("?", String::as_str);
        Place { file: file.to_owned(), line: span.line, column: span.column }
    }

    /// Whether it is in the C text of a library function, which users did not write.
    pub fn is_in_library(&self) -> bool {
        self.file == LIBRARY
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// An event of a run, in readable form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The place.
    pub place: Option<Place>,
    /// The text.
    pub text: String,
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// Memory that is lost at the end of a run, in readable form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostMemory {
    /// Its name in the log.
    pub name: String,
    /// Where it was allocated.
    pub allocated_at: Option<Place>,
    /// The statement after which no pointer leads to it, as far as that is known.
    pub lost_at: Option<Place>,
}

/// Tells the events of a run, in their order.
pub struct Narrator<'p> {
    program: &'p Program,
    /// The heap objects so far, by their numbers: which of them it is, from 1.
    heap: FxHashMap<u64, usize>,
}

impl<'p> Narrator<'p> {
    /// Nothing has happened yet.
    pub fn new(program: &'p Program) -> Narrator<'p> {
        Narrator { program, heap: FxHashMap::default() }
    }

    /// The line for an event, if it is worth one.
    pub fn line(&mut self, event: &Event<'_>) -> Option<LogLine> {
        let program = self.program;
        let (text, span) = match event {
            Event::Chosen { source, register, value, span } => {
                let ty = register.map(|register| register.ty);
                (chosen(source, &self.shown(ty, value, None))?, *span)
            }
            Event::Assigned { register, value, pointee, span } if !register.name.is_empty() => {
                let enumeration = program.outline.enumerated.get(&register.symbol).copied();
                let value = match self.enumerator(enumeration, register.ty, value) {
                    Some(value) => value,
                    None => self.shown(Some(register.ty), value, pointee.as_ref()),
                };
                (format!("{} = {value}", register.name), *span)
            }
            Event::Stored { target, value, pointee, span } => {
                (self.store(target, value, pointee.as_ref(), *span), *span)
            }
            Event::Allocated { number, size, span } => {
                let count = self.heap.len() + 1;
                self.heap.insert(*number, count);
                (format!("{} is allocated, {size} byte(s)", self.heap_name(*number)), *span)
            }
            Event::Called { function, span } => {
                let name = &program.function(*function).name;
                // The library's own functions have a prefix that nobody wrote.
                let name = name.strip_prefix("lemmatic.").unwrap_or(name);
                (format!("call of {name}"), *span)
            }
            Event::Assigned { .. } | Event::Reached { .. } | Event::Returned { .. } => return None,
        };
        Some(LogLine { place: span.map(|span| Place::of(program, span)), text })
    }

    /// A lost object in readable form.
    pub fn lost(&self, lost: &LostObject) -> LostMemory {
        LostMemory {
            name: self.heap_name(lost.number),
            allocated_at: lost.allocated_at.map(|span| Place::of(self.program, span)),
            lost_at: lost.lost_at.map(|span| Place::of(self.program, span)),
        }
    }

    /// What is said of a store: declared objects have names for their parts, memory on the heap has the lvalue
    /// that the source stores to.
    fn store(
        &self,
        target: &Pointee<'_>,
        value: &Value,
        pointee: Option<&Pointee<'_>>,
        span: Option<Span>,
    ) -> String {
        let stored = span.and_then(|span| self.program.outline.stored_at(span));
        let in_library = span.is_some_and(|span| Place::of(self.program, span).is_in_library());
        let (name, ty) = match (target.object, stored) {
            (Some(object), _) => object.layout.part_at(&object.name, target.offset),
            (None, Some(stored)) if !in_library && !stored.text.is_empty() => {
                (stored.text.clone(), Some(stored.ty))
            }
            (None, stored) => {
                let name = self.heap_name(target.number);
                let name = match target.offset {
                    0 => format!("*{name}"),
                    offset => format!("*({name} + {offset})"),
                };
                (name, stored.map(|stored| stored.ty))
            }
        };
        let enumeration = stored.and_then(|stored| stored.enumeration);
        let enumerator = ty.and_then(|ty| self.enumerator(enumeration, ty, value));
        let value = enumerator.unwrap_or_else(|| self.shown(ty, value, pointee));
        format!("{name} = {value}")
    }

    /// A value of an enumeration by its name, if it has one.
    fn enumerator(
        &self,
        enumeration: Option<usize>,
        ty: ScalarType,
        value: &Value,
    ) -> Option<String> {
        let number = match (ty, value) {
            (ScalarType::Int { signed: true, .. }, Value::BitVec(bits)) => bits.to_bigint(),
            (ScalarType::Int { signed: false, .. }, Value::BitVec(bits)) => {
                bits.to_biguint().into()
            }
            _ => return None,
        };
        let name = self.program.outline.enumerator(enumeration?, &number)?;
        Some(format!("{name} ({number})"))
    }

    fn heap_name(&self, number: u64) -> String {
        match self.heap.get(&number) {
            Some(count) => format!("heap#{count}"),
            // It was allocated before the first event that was told.
            None => "an allocated object".to_owned(),
        }
    }

    /// A value as people write values of its type.
    fn shown(
        &self,
        ty: Option<ScalarType>,
        value: &Value,
        pointee: Option<&Pointee<'_>>,
    ) -> String {
        match (ty, value) {
            (Some(ScalarType::Pointer), Value::BitVec(bits)) if bits.is_zero() => "NULL".to_owned(),
            (Some(ScalarType::Pointer), _) if pointee.is_some() => {
                pointee.map_or_else(String::new, |pointee| self.pointer(pointee))
            }
            // Stores have bytes.
            (Some(ty @ ScalarType::Float(format)), Value::BitVec(bits))
                if bits.width() == format.width() =>
            {
                let float = Value::Float(Float::from_bits(format, bits.clone()));
                Shown(ty, &float).to_string()
            }
            (Some(ty @ ScalarType::Int { bits: 8, .. }), Value::BitVec(bits)) => {
                let byte = bits.to_u64().and_then(|byte| u8::try_from(byte).ok());
                let shown = Shown(ty, value);
                match byte.filter(|byte| byte.is_ascii_graphic() || *byte == b' ') {
                    Some(byte) => format!("{shown} '{}'", byte.escape_ascii()),
                    None => shown.to_string(),
                }
            }
            (Some(ty), value) => Shown(ty, value).to_string(),
            (None, Value::BitVec(bits)) => format!("{:#x}", bits.to_biguint()),
            (None, value) => value.to_string(),
        }
    }

    /// A pointer by the object that it points to.
    fn pointer(&self, pointee: &Pointee<'_>) -> String {
        match pointee.object {
            Some(object) if object.name == Object::STRING_LITERAL => {
                literal(self.program, object, pointee.offset)
            }
            Some(object) if !object.name.is_empty() => {
                format!("&{}", object.layout.part_at(&object.name, pointee.offset).0)
            }
            Some(_) => "&(a temporary object)".to_owned(),
            None if pointee.offset == 0 => self.heap_name(pointee.number),
            None => format!("{} + {}", self.heap_name(pointee.number), pointee.offset),
        }
    }
}

/// What is said of an open value.
fn chosen(source: &ChoiceSource, value: &str) -> Option<String> {
    Some(match source {
        ChoiceSource::Input(function) | ChoiceSource::External(function) => {
            format!("{function}() returns {value}")
        }
        ChoiceSource::Uninitialised(name) => format!("{name} happens to be {value}"),
        ChoiceSource::Order(_) | ChoiceSource::Volatile(_) if value == "false" => return None,
        ChoiceSource::Order(text) => format!("another order of evaluation in '{text}'"),
        ChoiceSource::Volatile(text) if value == "true" => format!("the volatile {text} changes"),
        ChoiceSource::Volatile(text) => format!("{text} becomes {value}"),
    })
}

/// A string literal from an offset on, in quotes.
fn literal(program: &Program, object: &Object, offset: u64) -> String {
    let Initial::Values(values) = &object.initial else { return "a string literal".to_owned() };
    let byte = |at: u64| {
        let value = values.iter().find(|(offset, _)| *offset == at)?.1;
        u8::try_from(program.terms.as_bitvec(value)?.to_u64()?).ok()
    };
    let bytes: Vec<u8> =
        (offset..object.layout.size()).map_while(byte).take(MAX_TEXT + 1).collect();
    let shown = &bytes[..bytes.len().min(MAX_TEXT)];
    let more = if bytes.len() > MAX_TEXT { "..." } else { "" };
    format!("\"{}{more}\"", shown.escape_ascii())
}
