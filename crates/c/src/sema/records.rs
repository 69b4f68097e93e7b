//! Structures and unions.

use super::Analyser;
use super::attributes::Attributes;
use super::error::{Result, fail};
use super::layout::{Field, lay_out};
use super::scope::Tag;
use crate::hir::{ArrayLength, Member, Record, RecordId, Ty, Type};
use crate::source::user_name;
use lang_c::ast::{
    SpecifierQualifier, StructDeclaration, StructDeclarator, StructField, StructKind, StructType,
    TypeSpecifier,
};
use lang_c::span::Node;
use program::Span;
use rustc_hash::FxHashSet;
use std::fmt::Write;

impl Analyser<'_> {
    /// `struct s` or `struct s { ... }`.
    pub(super) fn record_specifier(
        &mut self,
        specifier: &StructType,
        attributes: &Attributes,
        span: Span,
    ) -> Result<Ty> {
        let is_union = specifier.kind.node == StructKind::Union;
        let tag = specifier.identifier.as_ref().map(|tag| tag.node.name.as_str());
        let id = match (tag, &specifier.declarations) {
            (Some(tag), None) => match self.scopes.tag(tag) {
                Some(found) => self.as_record_tag(tag, found, is_union, span)?,
                None => self.declare_record(tag, is_union),
            },
            (Some(tag), Some(_)) => match self.scopes.tag_here(tag) {
                Some(found) => self.as_record_tag(tag, found, is_union, span)?,
                None => self.declare_record(tag, is_union),
            },
            (None, _) => self.new_record("", is_union),
        };
        if let Some(declarations) = &specifier.declarations {
            let (members, size, align) = self.record_members(declarations, is_union, attributes)?;
            self.complete_record(id, members, size, align, span)?;
            if attributes.transparent_union {
                self.transparent_unions.insert(id);
            }
            if tag.is_none()
                && let Some(&earlier) = self.untagged.get(&self.record_key(self.types.record(id)))
            {
                return Ok(self.types.intern(Type::Record(earlier)));
            }
        }
        Ok(self.types.intern(Type::Record(id)))
    }

    fn as_record_tag(&self, tag: &str, found: Tag, is_union: bool, span: Span) -> Result<RecordId> {
        match found {
            Tag::Record(id) if self.types.record(id).is_union == is_union => Ok(id),
            _ => fail(span, format!("`{tag}` is the tag of another kind of type")),
        }
    }

    fn new_record(&mut self, name: &str, is_union: bool) -> RecordId {
        let id = RecordId::from_index(self.types.records.len());
        let (name, alias) = (user_name(name), String::new());
        self.types.records.push(Record { name, alias, is_union, members: None, size: 0, align: 1 });
        id
    }

    /// A record that is new in this scope. At file scope, records with this tag in other files are
    /// the same.
    pub(super) fn declare_record(&mut self, tag: &str, is_union: bool) -> RecordId {
        let at_file_scope = self.scopes.at_file_scope();
        let private = self.private_tags.contains(&(self.file, user_name(tag)));
        let shared = match self.shared_tags.get(tag) {
            Some(&Tag::Record(id)) if at_file_scope && !private => {
                Some(id).filter(|&id| self.types.record(id).is_union == is_union)
            }
            _ => None,
        };
        let id = match shared {
            Some(id) => {
                self.linker.earlier_records.insert(id);
                id
            }
            None => self.new_record(tag, is_union),
        };
        self.scopes.bind_tag(tag, Tag::Record(id));
        if at_file_scope && !private {
            self.shared_tags.entry(tag.to_owned()).or_insert(Tag::Record(id));
        }
        id
    }

    fn complete_record(
        &mut self,
        id: RecordId,
        members: Vec<Member>,
        size: u64,
        align: u64,
        span: Span,
    ) -> Result<()> {
        let new = Record { members: Some(members), size, align, ..self.types.record(id).clone() };
        if self.types.record(id).members.is_some() {
            let name = &new.name;
            // The first definition in this file of a record that an earlier file completed.
            if !self.linker.earlier_records.remove(&id) {
                return fail(span, format!("the record `{name}` is defined twice"));
            }
            if self.record_key(&new) != self.record_key(self.types.record(id)) {
                self.conflicting_tags.insert((self.file, name.clone()));
            }
            return Ok(());
        }
        self.linker.earlier_records.remove(&id);
        self.types.records[id.index()] = new;
        Ok(())
    }

    fn record_key(&self, record: &Record) -> String {
        let mut key = format!("{} {} {} ", record.is_union, record.size, record.align);
        for member in record.members.iter().flatten() {
            let Member { name, ty, offset, align: _, bits } = member;
            // Writing to a string cannot fail.
            let _ = write!(key, "{name} {ty} {offset} {bits:?};");
        }
        key
    }

    /// Lets later files find the untagged records of the files so far.
    pub(super) fn share_untagged_records(&mut self) {
        for index in 0..self.types.records.len() {
            let record = &self.types.records[index];
            if record.name.is_empty() && record.members.is_some() {
                let key = self.record_key(record);
                self.untagged.entry(key).or_insert(RecordId::from_index(index));
            }
        }
    }

    fn record_members(
        &mut self,
        declarations: &[Node<StructDeclaration>],
        is_union: bool,
        attributes: &Attributes,
    ) -> Result<(Vec<Member>, u64, u64)> {
        let mut fields = Vec::new();
        for declaration in declarations {
            match &declaration.node {
                StructDeclaration::Field(field) => {
                    self.member_declaration(&field.node, self.span(field.span), &mut fields)?;
                }
                StructDeclaration::StaticAssert(assertion) => {
                    self.static_assert(&assertion.node)?;
                }
            }
        }
        self.check_members(&fields, is_union)?;
        let laid_out = lay_out(&self.types, &fields, is_union, attributes);
        let limit = 1_u64 << (self.types.machine().pointer_bits() - 1);
        match laid_out {
            Some((members, size, align)) if size < limit => Ok((members, size, align)),
            _ => {
                let span = fields.first().map(|field| field.span);
                let first = declarations.first().map(|declaration| self.span(declaration.span));
                match span.or(first) {
                    Some(span) => fail(span, "this record is too large"),
                    None => Ok((Vec::new(), 0, 1)),
                }
            }
        }
    }

    fn member_declaration(
        &mut self,
        field: &StructField,
        span: Span,
        fields: &mut Vec<Field>,
    ) -> Result<()> {
        let specifiers = self.specifier_qualifiers(&field.specifiers, span)?;
        if field.declarators.is_empty() {
            // The members of an unnamed record count as members of this one. A tagged record that
            // is declared here is not a member.
            if is_untagged_record(&field.specifiers) {
                let align =
                    self.member_alignment(&specifiers.attributes, specifiers.ty, "", span)?;
                fields.push(Field {
                    name: String::new(),
                    ty: specifiers.ty,
                    bits: None,
                    packed: specifiers.attributes.packed,
                    align,
                    type_align: specifiers.type_align,
                    span,
                });
            }
            return Ok(());
        }
        for declarator in &field.declarators {
            let span = self.span(declarator.span);
            let StructDeclarator { declarator, bit_width } = &declarator.node;
            let mut attributes = specifiers.attributes.clone();
            let mut type_align = specifiers.type_align;
            let (name, ty, span) = match declarator {
                Some(declarator) => {
                    let declared = self.declarator(specifiers.ty, declarator, false)?;
                    attributes.merge(declared.attributes);
                    type_align = type_align.filter(|_| declared.keeps_alignment);
                    (user_name(&declared.name), declared.ty, declared.span)
                }
                None => (String::new(), specifiers.ty, span),
            };
            let bits = match bit_width {
                Some(width) => Some(self.bit_width(width, ty, &name)?),
                None => None,
            };
            if bits.is_some() && attributes.alignas.is_some() {
                return fail(span, format!("the bit-field `{name}` cannot have an alignment"));
            }
            let packed = attributes.packed;
            let align = self.member_alignment(&attributes, ty, &name, span)?;
            fields.push(Field { name, ty, bits, packed, align, type_align, span });
        }
        Ok(())
    }

    /// The requested alignment of a member.
    fn member_alignment(
        &self,
        attributes: &Attributes,
        ty: Ty,
        name: &str,
        span: Span,
    ) -> Result<Option<u64>> {
        let natural = self.types.align_of(ty);
        if attributes.alignas.is_some_and(|align| align < natural) {
            let message = format!("`_Alignas` cannot reduce the alignment of `{name}`");
            return fail(span, message);
        }
        Ok(attributes.align.max(attributes.alignas))
    }

    fn bit_width(
        &mut self,
        width: &Node<lang_c::ast::Expression>,
        ty: Ty,
        name: &str,
    ) -> Result<u32> {
        let span = self.span(width.span);
        let bits = self.constant_size(width, "the width of a bit-field")?;
        let limit = match self.types.get(ty) {
            Type::Bool => 1,
            Type::Int(int) => int.bits,
            _ => return fail(span, format!("the bit-field `{name}` must have an integer type")),
        };
        match u32::try_from(bits) {
            Ok(0) if !name.is_empty() => {
                fail(span, format!("the bit-field `{name}` cannot have the width 0"))
            }
            Ok(bits) if bits <= limit => Ok(bits),
            _ => fail(span, format!("the bit-field `{name}` is wider than its type")),
        }
    }

    fn check_members(&self, fields: &[Field], is_union: bool) -> Result<()> {
        let mut names = FxHashSet::default();
        for (index, field) in fields.iter().enumerate() {
            let name = &field.name;
            let last = index + 1 == fields.len();
            let flexible = matches!(self.types.get(field.ty), Type::Array(_, ArrayLength::Unknown));
            if !(flexible && (last || is_union)) {
                self.require_complete(field.ty, &format!("the member `{name}`"), field.span)?;
            }
            if self.types.is_variable_length(field.ty) {
                return fail(field.span, format!("the member `{name}` has a variable length"));
            }
            if !self.check_member_name(field, &mut names) {
                return fail(field.span, format!("two members have the name `{name}`"));
            }
        }
        Ok(())
    }

    fn check_member_name(&self, field: &Field, names: &mut FxHashSet<String>) -> bool {
        field.name.is_empty() || names.insert(field.name.clone())
    }
}

fn is_untagged_record(specifiers: &[Node<SpecifierQualifier>]) -> bool {
    specifiers.iter().any(|specifier| {
        matches!(&specifier.node, SpecifierQualifier::TypeSpecifier(specifier)
            if matches!(&specifier.node, TypeSpecifier::Struct(record)
                if record.node.identifier.is_none()))
    })
}
