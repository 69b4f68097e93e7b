//! The values that only the callers of a function know the rules of.
//!
//! A harness calls a function with more than its callers do: an object that it passes has arbitrary content,
//! while in the program its members belong together. A front end lists these values, so that whoever finds
//! a violation can tell whether it depends on them.

/// A place of a harness where such values are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallersChoice {
    /// The line of the harness.
    pub line: u32,
    /// What is chosen there.
    pub what: ChosenByCallers,
}

/// What a line of a harness chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChosenByCallers {
    /// A number: its name in C, and how it is read.
    Number(String, NumberKind),
    /// Whether a pointer is null: its name in C.
    Null(String),
    /// The content of an allocated object, which is an array of elements with these parts.
    Content {
        /// The object in C.
        name: String,
        /// The size of an element in bytes.
        element: u64,
        /// Whether there may be several elements.
        is_array: bool,
        /// The parts of an element.
        parts: Vec<ContentPart>,
    },
}

/// A number in an object, or an array of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentPart {
    /// How it is selected: `.member`, or nothing if the object is a number itself.
    pub selector: String,
    /// The position of its first byte.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// The size of one number; smaller than `size` if it is an array.
    pub number: u64,
    /// How a number is read.
    pub kind: NumberKind,
}

/// How the bytes of a number are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberKind {
    /// Two's complement.
    Signed,
    /// Binary.
    Unsigned,
    /// A truth value.
    Bool,
    /// A float, or anything else that has no order of integers.
    Other,
}

/// The size of words in objects that are used as something else than they are.
const WORD: u64 = 8;

/// A number in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberAt {
    /// The position of its first byte.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// How it is read.
    pub kind: NumberKind,
}

impl CallersChoice {
    /// The number at a position of the object that is allocated here. Memory that is no number is divided into
    /// words.
    pub fn number_at(&self, offset: u64) -> Option<NumberAt> {
        let ChosenByCallers::Content { .. } = &self.what else { return None };
        Some(match self.part_at(offset) {
            Some((start, part)) => NumberAt { offset: start, size: part.number, kind: part.kind },
            None => {
                NumberAt { offset: offset - offset % WORD, size: WORD, kind: NumberKind::Unsigned }
            }
        })
    }

    /// The part at a position, and the first byte of the number there.
    fn part_at(&self, offset: u64) -> Option<(u64, &ContentPart)> {
        let ChosenByCallers::Content { element, parts, .. } = &self.what else { return None };
        let inside = offset % (*element).max(1);
        let has = |part: &&ContentPart| (part.offset..part.offset + part.size).contains(&inside);
        let part = parts.iter().find(has)?;
        Some((offset - (inside - part.offset) % part.number.max(1), part))
    }

    /// The number at a position of the object in C, if it has a name.
    pub fn name_at(&self, offset: u64) -> Option<String> {
        let ChosenByCallers::Content { name, element, is_array, .. } = &self.what else {
            return None;
        };
        let (start, part) = self.part_at(offset)?;
        let element = (*element).max(1);
        let place = match (*is_array, part.selector.is_empty()) {
            (true, _) => format!("{name}[{}]", start / element),
            (false, true) => format!("*{name}"),
            (false, false) => format!("{name}->"),
        };
        let selector = match *is_array {
            true => part.selector.as_str(),
            false => part.selector.trim_start_matches('.'),
        };
        let index = match part.size > part.number {
            true => format!("[{}]", (start % element - part.offset) / part.number.max(1)),
            false => String::new(),
        };
        Some(format!("{place}{selector}{index}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(selector: &str, offset: u64, size: u64, number: u64) -> ContentPart {
        ContentPart {
            selector: selector.to_owned(),
            offset,
            size,
            number,
            kind: NumberKind::Signed,
        }
    }

    #[test]
    fn numbers_of_objects_have_names() {
        let parts = vec![part(".n", 0, 4, 4), part(".t", 4, 12, 4)];
        let content = |is_array, parts: &[ContentPart]| CallersChoice {
            line: 1,
            what: ChosenByCallers::Content {
                name: "p".to_owned(),
                element: 16,
                is_array,
                parts: parts.to_vec(),
            },
        };
        let one = content(false, &parts);
        assert_eq!(one.name_at(2).as_deref(), Some("p->n"));
        assert_eq!(one.name_at(13).as_deref(), Some("p->t[2]"));
        let number = NumberAt { offset: 12, size: 4, kind: NumberKind::Signed };
        assert_eq!(one.number_at(13), Some(number));
        assert_eq!(content(true, &parts).name_at(37).as_deref(), Some("p[2].t[0]"));
        assert_eq!(content(false, &[part("", 0, 16, 16)]).name_at(3).as_deref(), Some("*p"));
        let partly = content(false, &parts[..1]);
        assert_eq!(partly.name_at(9), None);
        let word = NumberAt { offset: 8, size: 8, kind: NumberKind::Unsigned };
        assert_eq!(partly.number_at(9), Some(word));
    }
}
