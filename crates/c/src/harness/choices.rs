//! Which values of a harness only the callers know the rules of.
//!
//! These are the content of structures, what the pointers in them lead to, and where chains of objects end. Numbers,
//! arrays of numbers, texts and bytes that are passed are data: whatever they are, a function must be able to deal
//! with them. If a function is static and its file calls it, all its callers are in that file, and only
//! they know the rules of anything that it gets.

use super::build::Builder;
use crate::hir::{ArrayLength, Ty, Type, Types};
use program::{ChosenByCallers, ContentPart, NumberKind};

/// Objects have no more parts that are told apart.
const MOST_PARTS: usize = 400;

impl Builder<'_> {
    /// Takes note that the next line chooses something.
    fn note(&mut self, what: ChosenByCallers) {
        self.choices.push((self.lines.len(), what));
    }

    /// The next line chooses a number.
    pub(super) fn note_number(&mut self, place: &str, ty: Ty) {
        if let Some(kind) = number_kind(self.types(), ty) {
            self.note(ChosenByCallers::Number(readable(place), kind));
        }
    }

    /// The next line chooses whether a pointer is null.
    pub(super) fn note_null(&mut self, place: &str) {
        self.note(ChosenByCallers::Null(readable(place)));
    }

    /// The next line chooses the length of a string.
    pub(super) fn note_length(&mut self, place: &str) {
        if self.has_only_own_callers {
            let name = format!("strlen({})", readable(place));
            self.note(ChosenByCallers::Number(name, NumberKind::Unsigned));
        }
    }

    /// The next line allocates an object, or an array of them. `named` is the parameter that leads to it, if
    /// one does.
    pub(super) fn note_content(
        &mut self,
        place: &str,
        target: Ty,
        is_array: bool,
        named: Option<&str>,
    ) {
        let types = self.types();
        let is_byte = matches!(types.get(target), Type::Int(int) if int.bits == 8);
        let is_number = matches!(types.get(target), Type::Int(_) | Type::Float(_));
        let is_data = !types.is_complete(target) || is_byte || is_number && named.is_some();
        if is_data && !self.has_only_own_callers {
            return;
        }
        let (mut parts, mut element) = (Vec::new(), types.size_of(target).unwrap_or(1));
        add_parts(types, target, "", 0, &mut parts);
        if !types.is_complete(target) {
            element = 1;
            let selector = String::new();
            let kind = NumberKind::Unsigned;
            parts.push(ContentPart { selector, offset: 0, size: 1, number: 1, kind });
        }
        self.note(ChosenByCallers::Content { name: readable(place), element, is_array, parts });
    }
}

fn number_kind(types: &Types, ty: Ty) -> Option<NumberKind> {
    match types.get(ty) {
        Type::Bool => Some(NumberKind::Bool),
        Type::Int(int) if int.signed => Some(NumberKind::Signed),
        Type::Int(_) => Some(NumberKind::Unsigned),
        Type::Float(_) => Some(NumberKind::Other),
        _ => None,
    }
}

/// Adds the numbers in a type.
fn add_parts(types: &Types, ty: Ty, selector: &str, offset: u64, parts: &mut Vec<ContentPart>) {
    if parts.len() >= MOST_PARTS {
        return;
    }
    match types.get(ty) {
        Type::Record(id) => {
            for member in types.record(*id).members.iter().flatten() {
                let name = match member.name.as_str() {
                    "<real>" => format!("{selector} (real part)"),
                    "<imaginary>" => format!("{selector} (imaginary part)"),
                    // The elements of a vector.
                    name if name.starts_with('<') => selector.to_owned(),
                    "" => selector.to_owned(),
                    name => format!("{selector}.{name}"),
                };
                add_parts(types, member.ty, &name, offset + member.offset, parts);
            }
        }
        Type::Array(element, ArrayLength::Fixed(count)) => {
            let size = types.size_of(*element).unwrap_or(0);
            match number_kind(types, *element) {
                Some(kind) => {
                    let selector = selector.to_owned();
                    parts.push(ContentPart {
                        selector,
                        offset,
                        size: size * count,
                        number: size,
                        kind,
                    });
                }
                None => {
                    for index in 0..*count {
                        let name = format!("{selector}[{index}]");
                        add_parts(types, *element, &name, offset + index * size, parts);
                        if parts.len() >= MOST_PARTS {
                            break;
                        }
                    }
                }
            }
        }
        _ => {
            if let (Some(kind), Some(size)) = (number_kind(types, ty), types.size_of(ty)) {
                let selector = selector.to_owned();
                parts.push(ContentPart { selector, offset, size, number: size, kind });
            }
        }
    }
}

/// A place as people write it: `p->x` for `(*p).x`, and `((struct s *)p)->x` for `(*(*(struct s **)&p)).x`.
fn readable(place: &str) -> String {
    let mut text = place.to_owned();
    while let Some(start) = text.rfind("(*") {
        let mut depth = 0i32;
        let closes = |byte: u8| {
            depth += i32::from(byte == b'(') - i32::from(byte == b')');
            depth == 0
        };
        let Some(length) = text[start..].bytes().position(closes) else { break };
        let end = start + length;
        let (inner, rest) = (&text[start + 2..end], &text[end + 1..]);
        let cast = inner.strip_prefix('(').and_then(|cast| cast.split_once(" **)&"));
        let replaced = match (cast, rest.strip_prefix('.')) {
            (Some((ty, inner)), _) => format!("(({ty} *){inner}){rest}"),
            (None, Some(rest)) => format!("{inner}->{rest}"),
            (None, None) if start == 0 && rest.is_empty() => format!("*{inner}"),
            (None, None) => break,
        };
        text.replace_range(start.., &replaced);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn places_are_readable() {
        assert_eq!(readable("n"), "n");
        assert_eq!(readable("(*p).x"), "p->x");
        assert_eq!(readable("(*p)"), "*p");
        assert_eq!(readable("(*(*p).next).x[i_1]"), "p->next->x[i_1]");
        assert_eq!(readable("(*(*(struct s **)&p)).x"), "((struct s *)p)->x");
        assert_eq!(readable("(*p)[3]"), "(*p)[3]");
    }
}
