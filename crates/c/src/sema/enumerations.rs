//! Enumerations and their constants.

use super::Analyser;
use super::attributes::Attributes;
use super::error::{Result, fail};
use super::scope::{Name, Tag};
use crate::hir::{EnumId, IntType, Ty, Type};
use lang_c::ast::EnumType;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use program::Span;
use std::fmt::Write;

impl Analyser<'_> {
    /// `enum e` or `enum e { ... }`: the integer type that gcc chooses.
    pub(super) fn enum_specifier(
        &mut self,
        specifier: &EnumType,
        attributes: &Attributes,
        span: Span,
    ) -> Result<Ty> {
        let tag = specifier.identifier.as_ref().map(|tag| tag.node.name.as_str());
        if specifier.enumerators.is_empty() {
            return self.enum_reference(tag.unwrap_or_default(), span);
        }
        if let Some(tag) = tag {
            match self.scopes.tag_here(tag) {
                Some(Tag::Enum(_, true)) => {
                    return fail(span, format!("`enum {tag}` is defined twice"));
                }
                Some(Tag::Record(_)) => {
                    return fail(
                        span,
                        format!("`{tag}` is the tag of a record and an enumeration"),
                    );
                }
                _ => {}
            }
        }
        let ty = self.enumerators(specifier, tag.unwrap_or_default(), attributes.packed)?;
        let ty = self.apply_to_type(ty, attributes, span)?;
        if let Some(tag) = tag {
            self.scopes.bind_tag(tag, Tag::Enum(ty, true));
        }
        Ok(ty)
    }

    fn enum_reference(&mut self, tag: &str, span: Span) -> Result<Ty> {
        match self.scopes.tag(tag) {
            Some(Tag::Enum(ty, _)) => Ok(ty),
            Some(Tag::Record(_)) => fail(span, format!("`{tag}` is the tag of a record")),
            None => {
                let ty = self.common.uint;
                self.scopes.bind_tag(tag, Tag::Enum(ty, false));
                Ok(ty)
            }
        }
    }

    /// Binds the constants. Those that fit an `int` are `int`s; the others have the type of the
    /// enumeration.
    fn enumerators(&mut self, specifier: &EnumType, tag: &str, packed: bool) -> Result<Ty> {
        let mut values: Vec<(String, BigInt)> = Vec::new();
        let mut next = BigInt::zero();
        for enumerator in &specifier.enumerators {
            let name = &enumerator.node.identifier.node.name;
            let span = self.span(enumerator.span);
            if let Some(expression) = &enumerator.node.expression {
                next = self.constant_integer(expression, "the value of an enumerator")?;
            }
            if self.scopes.name_here(name).is_some() {
                return fail(span, format!("`{name}` is declared twice"));
            }
            // Later enumerators may use this one before the type of the enumeration is known.
            let ty = self.types.intern(Type::Int(smallest(&next, &next, false)));
            self.scopes.bind(name, Name::Enumerator { value: next.clone(), ty });
            values.push((name.clone(), next.clone()));
            next += 1;
        }
        let smallest_value = values.iter().map(|(_, value)| value).min().cloned();
        let largest_value = values.iter().map(|(_, value)| value).max().cloned();
        let (low, high) = (smallest_value.unwrap_or_default(), largest_value.unwrap_or_default());
        let machine = self.types.machine();
        let mut chosen = smallest(&low, &high, packed);
        if !low.is_negative() {
            chosen = chosen.unsigned();
        }
        if chosen.rank == 5 && machine == program::Machine::Lp64 {
            chosen.rank = 4;
        }
        let id = self.enumeration_id(tag, &values);
        let ty = self.types.enumeration(chosen, id);
        for (name, value) in values {
            let fits = fits(&value, IntType::INT);
            let ty = if fits { self.common.int } else { ty };
            self.scopes.bind(&name, Name::Enumerator { value, ty });
        }
        Ok(ty)
    }

    /// The id of an enumeration; an identical definition in another file shares it.
    fn enumeration_id(&mut self, tag: &str, values: &[(String, BigInt)]) -> EnumId {
        let mut key = tag.to_owned();
        for (name, value) in values {
            // Writing to a string cannot fail.
            let _ = write!(key, " {name}={value}");
        }
        let count = self.enumerations_here.entry(key.clone()).or_insert(0);
        *count += 1;
        let next = EnumId::from_index(self.enumerations.len());
        *self.enumerations.entry((key, *count)).or_insert_with(|| {
            self.types.enumerators.push(values.to_vec());
            next
        })
    }
}

fn fits(value: &BigInt, int: IntType) -> bool {
    let (low, high) = int.range();
    (low..=high).contains(value)
}

/// The smallest type for a range of values; at least `int`, unless it is packed.
fn smallest(low: &BigInt, high: &BigInt, packed: bool) -> IntType {
    let small = [IntType::UCHAR, IntType::SCHAR, IntType::SHORT.unsigned(), IntType::SHORT];
    let usual = [IntType::INT, IntType::UINT, IntType::LLONG, IntType::LLONG.unsigned()];
    let small = if packed { &small[..] } else { &[] };
    let mut candidates = small.iter().chain(&usual);
    let chosen = candidates.find(|&&int| fits(low, int) && fits(high, int));
    chosen.copied().unwrap_or(IntType::INT128)
}
