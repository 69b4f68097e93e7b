//! Declaration specifiers: from `unsigned long static` to a type and a storage class.

use super::Analyser;
use super::attributes::Attributes;
use super::error::{Result, fail, unsupported};
use super::scope::Name;
use crate::hir::{ArrayLength, FloatType, IntType, Qualifiers, Ty, Type};
use crate::source::rewrite::{is_auto_type, is_int128};
use lang_c::ast::{
    AlignmentSpecifier, ArraySize, BinaryOperator, DeclarationSpecifier, Expression, Extension,
    FunctionSpecifier, PointerQualifier, SpecifierQualifier, StorageClassSpecifier,
    TS18661FloatFormat, TS18661FloatType, TypeName, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;
use program::Span;

/// The specifiers of a declaration.
pub(super) struct Specifiers {
    pub ty: Ty,
    /// An alignment requested by the type's definition.
    pub type_align: Option<u64>,
    /// The qualifiers among the specifiers; the type already has them.
    pub qualifiers: Qualifiers,
    pub storage: Option<StorageClassSpecifier>,
    pub inline: bool,
    pub attributes: Attributes,
    /// `__auto_type`: the type is that of the initialiser.
    pub auto_type: bool,
}

/// How often each keyword of an arithmetic type occurs.
#[derive(Clone, Copy, Default)]
struct Keywords {
    char: u8,
    short: u8,
    int: u8,
    long: u8,
    signed: u8,
    unsigned: u8,
    int128: u8,
    float: u8,
    double: u8,
    complex: u8,
}

impl Qualifiers {
    fn add(&mut self, qualifier: &TypeQualifier) {
        self.constant |= *qualifier == TypeQualifier::Const;
        self.volatile |= *qualifier == TypeQualifier::Volatile;
        self.restrict |= *qualifier == TypeQualifier::Restrict;
        self.atomic |= *qualifier == TypeQualifier::Atomic;
    }
}

/// The qualifiers after the star of a pointer.
pub(super) fn pointer_qualifiers(qualifiers: &[Node<PointerQualifier>]) -> Qualifiers {
    let mut all = Qualifiers::default();
    for qualifier in qualifiers {
        if let PointerQualifier::TypeQualifier(qualifier) = &qualifier.node {
            all.add(&qualifier.node);
        }
    }
    all
}

/// Collects specifiers one by one.
#[derive(Default)]
struct Collector {
    keywords: Keywords,
    arithmetic: bool,
    other: Option<(Ty, Option<u64>)>,
    qualifiers: Qualifiers,
    storage: Option<StorageClassSpecifier>,
    inline: bool,
    attributes: Attributes,
    auto_type: bool,
}

impl Analyser<'_> {
    /// The specifiers of a declaration.
    pub(super) fn declaration_specifiers(
        &mut self,
        specifiers: &[Node<DeclarationSpecifier>],
        span: Span,
    ) -> Result<Specifiers> {
        let mut collector = Collector::default();
        let mut items = specifiers.iter().peekable();
        while let Some(item) = items.next() {
            match &item.node {
                DeclarationSpecifier::StorageClass(class) => match class.node {
                    StorageClassSpecifier::ThreadLocal => {}
                    _ if collector.storage.is_some() => {
                        let span = self.span(class.span);
                        return fail(span, "more than one storage class in a declaration");
                    }
                    _ => collector.storage = Some(class.node.clone()),
                },
                DeclarationSpecifier::TypeSpecifier(specifier) => {
                    let mut following = Vec::new();
                    while let Some(DeclarationSpecifier::Extension(extensions)) =
                        items.peek().map(|next| &next.node)
                    {
                        following.extend(extensions);
                        items.next();
                    }
                    self.type_specifier(specifier, &following, &mut collector)?;
                }
                DeclarationSpecifier::TypeQualifier(qualifier) => {
                    collector.qualifiers.add(&qualifier.node);
                }
                DeclarationSpecifier::Function(function) => match function.node {
                    FunctionSpecifier::Inline => collector.inline = true,
                    FunctionSpecifier::Noreturn => collector.attributes.noreturn = true,
                },
                DeclarationSpecifier::Alignment(alignment) => {
                    let align = self.alignment_specifier(&alignment.node)?;
                    collector.attributes.align = collector.attributes.align.max(align);
                }
                DeclarationSpecifier::Extension(extensions) => {
                    collector.attributes.merge(self.attributes(extensions)?);
                }
            }
        }
        self.specified(collector, span)
    }

    /// The specifiers of a type name or a member.
    pub(super) fn specifier_qualifiers(
        &mut self,
        specifiers: &[Node<SpecifierQualifier>],
        span: Span,
    ) -> Result<Specifiers> {
        let mut collector = Collector::default();
        let mut items = specifiers.iter().peekable();
        while let Some(item) = items.next() {
            match &item.node {
                SpecifierQualifier::TypeSpecifier(specifier) => {
                    let mut following = Vec::new();
                    while let Some(SpecifierQualifier::Extension(extensions)) =
                        items.peek().map(|next| &next.node)
                    {
                        following.extend(extensions);
                        items.next();
                    }
                    self.type_specifier(specifier, &following, &mut collector)?;
                }
                SpecifierQualifier::TypeQualifier(qualifier) => {
                    collector.qualifiers.add(&qualifier.node);
                }
                SpecifierQualifier::Extension(extensions) => {
                    collector.attributes.merge(self.attributes(extensions)?);
                }
            }
        }
        self.specified(collector, span)
    }

    fn alignment_specifier(&mut self, specifier: &AlignmentSpecifier) -> Result<Option<u64>> {
        match specifier {
            AlignmentSpecifier::Type(name) => self.type_alignment(name).map(Some),
            AlignmentSpecifier::Constant(expression) => self.constant_alignment(expression),
        }
    }

    /// The alignment of a type name.
    pub(super) fn type_alignment(&mut self, name: &Node<TypeName>) -> Result<u64> {
        let (ty, align) = self.aligned_type_name(name)?;
        Ok(align.unwrap_or_else(|| self.types.align_of(ty)))
    }

    /// `_Alignas(n)`; zero requests nothing.
    pub(super) fn constant_alignment(&mut self, n: &Node<Expression>) -> Result<Option<u64>> {
        let align = self.constant_size(n, "an alignment")?;
        if align == 0 {
            return Ok(None);
        }
        self.check_alignment(align, self.span(n.span)).map(Some)
    }

    /// One type specifier and the attributes directly after it. The attributes belong to the type
    /// if it is defined here, and to the declaration otherwise.
    fn type_specifier(
        &mut self,
        specifier: &Node<TypeSpecifier>,
        following: &[&Node<Extension>],
        into: &mut Collector,
    ) -> Result<()> {
        let span = self.span(specifier.span);
        let following: Vec<Node<Extension>> = following.iter().map(|&e| e.clone()).collect();
        let attributes = self.attributes(&following)?;
        let mut defines = false;
        let mut other = None;
        let keywords = &mut into.keywords;
        let keyword = match &specifier.node {
            TypeSpecifier::Char => Some(&mut keywords.char),
            TypeSpecifier::Short => Some(&mut keywords.short),
            TypeSpecifier::Int => Some(&mut keywords.int),
            TypeSpecifier::Long => Some(&mut keywords.long),
            TypeSpecifier::Float => Some(&mut keywords.float),
            TypeSpecifier::Double => Some(&mut keywords.double),
            TypeSpecifier::Signed => Some(&mut keywords.signed),
            TypeSpecifier::Unsigned => Some(&mut keywords.unsigned),
            TypeSpecifier::Complex => Some(&mut keywords.complex),
            TypeSpecifier::TS18661Float(float) if is_int128(float) => Some(&mut keywords.int128),
            TypeSpecifier::TS18661Float(float) if is_auto_type(float) => {
                into.auto_type = true;
                None
            }
            TypeSpecifier::TS18661Float(float) => {
                other = Some((self.extended_float(float, span)?, None));
                None
            }
            TypeSpecifier::Void => {
                other = Some((self.common.void, None));
                None
            }
            TypeSpecifier::Bool => {
                other = Some((self.common.bool, None));
                None
            }
            TypeSpecifier::Atomic(name) => {
                into.qualifiers.atomic = true;
                other = Some((self.type_name(name)?, None));
                None
            }
            TypeSpecifier::Struct(record) => {
                defines = record.node.declarations.is_some();
                other = Some((self.record_specifier(&record.node, &attributes, span)?, None));
                None
            }
            TypeSpecifier::Enum(enumeration) => {
                defines = !enumeration.node.enumerators.is_empty();
                let ty = self.enum_specifier(&enumeration.node, &attributes, span)?;
                other = Some((ty, None));
                None
            }
            TypeSpecifier::TypedefName(name) => {
                let name = &name.node.name;
                other = Some(self.typedef_name(name, span)?);
                None
            }
            TypeSpecifier::TypeOf(typeof_) => {
                other = Some(match &typeof_.node {
                    TypeOf::Type(name) => self.aligned_type_name(name)?,
                    TypeOf::Expression(expression) => self.typeof_expression(expression)?,
                });
                None
            }
        };
        if let Some(count) = keyword {
            *count += 1;
            into.arithmetic = true;
        }
        if let Some(other) = other {
            if into.other.is_some() {
                return fail(span, "two types in one declaration");
            }
            into.other = Some(other);
        }
        if defines {
            // It never belongs to the type.
            into.attributes.alignas = into.attributes.alignas.max(attributes.alignas);
        } else {
            into.attributes.merge(attributes);
        }
        Ok(())
    }

    fn typedef_name(&mut self, name: &str, span: Span) -> Result<(Ty, Option<u64>)> {
        if let Some(Name::Typedef { ty, align, .. }) = self.scopes.name(name) {
            return Ok((*ty, *align));
        }
        if name == "__builtin_va_list" {
            return Ok((self.types.intern(Type::VaList), None));
        }
        fail(span, format!("`{name}` is not a type"))
    }

    /// `typeof(e)`; the parser also takes type names for expressions.
    fn typeof_expression(&mut self, expression: &Node<Expression>) -> Result<(Ty, Option<u64>)> {
        if let Some(named) = self.typedef_of(expression)? {
            return Ok(named);
        }
        let (known, span) = (self.types.lengths.len(), self.span(expression.span));
        let ty = self.type_of(expression)?;
        self.require_known_lengths(ty, known, span)?;
        Ok((self.declarable(ty, span)?, None))
    }

    /// Fails if a type has a length that is computed only in an unevaluated operand: any but the
    /// first `known` lengths.
    pub(super) fn require_known_lengths(&self, ty: Ty, known: usize, span: Span) -> Result<()> {
        let mut ty = ty;
        loop {
            ty = match self.types.get(ty) {
                Type::Array(_, ArrayLength::Variable(length)) if *length as usize >= known => {
                    let what = "a type with a length that its own expression computes";
                    return unsupported(span, format!("{what} is not supported"));
                }
                Type::Array(element, _) => *element,
                Type::Pointer(target) => *target,
                _ => return Ok(()),
            };
        }
    }

    /// The type of an expression that is a type after all, `T` or `T[n]`, and its requested
    /// alignment.
    pub(super) fn typedef_of(
        &mut self,
        expression: &Node<Expression>,
    ) -> Result<Option<(Ty, Option<u64>)>> {
        let mut base = expression;
        let mut lengths = Vec::new();
        while let Expression::BinaryOperator(index) = &base.node
            && index.node.operator.node == BinaryOperator::Index
        {
            lengths.push(&index.node.rhs);
            base = &index.node.lhs;
        }
        let Expression::Identifier(name) = &base.node else { return Ok(None) };
        let Some(&Name::Typedef { mut ty, align, .. }) = self.scopes.name(&name.node.name) else {
            return Ok(None);
        };
        for length in lengths {
            let span = self.span(length.span);
            ty = self.array_of(ty, &ArraySize::VariableExpression(length.clone()), span)?;
        }
        Ok(Some((ty, align)))
    }

    fn extended_float(&mut self, float: &TS18661FloatType, span: Span) -> Result<Ty> {
        match extended_float_type(float) {
            Some(float) => Ok(self.types.intern(Type::Float(float))),
            None => unsupported(span, "this floating-point type is not supported"),
        }
    }

    fn specified(&mut self, collector: Collector, span: Span) -> Result<Specifiers> {
        let (ty, type_align) = match (collector.other, collector.arithmetic) {
            (Some(other), false) => other,
            (Some(_), true) => return fail(span, "two types in one declaration"),
            // Without any type it is an `int`, as in K&R C.
            (None, _) => (self.arithmetic_type(&collector.keywords, span)?, None),
        };
        let ty = self.apply_to_type(ty, &collector.attributes, span)?;
        let ty = self.types.qualified(ty, collector.qualifiers);
        Ok(Specifiers {
            ty,
            type_align,
            qualifiers: collector.qualifiers,
            storage: collector.storage,
            inline: collector.inline,
            attributes: collector.attributes,
            auto_type: collector.auto_type,
        })
    }

    fn arithmetic_type(&mut self, k: &Keywords, span: Span) -> Result<Ty> {
        let wrong = || fail(span, "these type specifiers do not go together");
        let machine = self.types.machine();
        if k.complex > 0 {
            let element = Keywords { complex: 0, ..*k };
            let counts = [k.char, k.short, k.int, k.long, k.signed, k.unsigned, k.int128];
            let is_alone = counts.iter().sum::<u8>() == 0 && k.float == 0;
            let element = if is_alone { Keywords { double: 1, ..element } } else { element };
            let element = self.arithmetic_type(&element, span)?;
            return self.complex_type(element, span);
        }
        if k.float > 0 || k.double > 0 {
            let float = match (k.float, k.double, k.long) {
                (1, 0, 0) => FloatType::Float,
                (0, 1, 0) => FloatType::Double,
                (0, 1, 1) => FloatType::LongDouble,
                _ => return wrong(),
            };
            if k.char + k.short + k.int + k.signed + k.unsigned + k.int128 > 0 {
                return wrong();
            }
            return Ok(self.types.intern(Type::Float(float)));
        }
        let signed = match (k.signed, k.unsigned) {
            (0 | 1, 0) => true,
            (0, 1) => false,
            _ => return wrong(),
        };
        let int = match (k.char, k.short, k.int, k.long, k.int128) {
            (1, 0, 0, 0, 0) if k.signed + k.unsigned == 0 => IntType::CHAR,
            (1, 0, 0, 0, 0) => IntType::SCHAR,
            (0, 1, 0 | 1, 0, 0) => IntType::SHORT,
            (0, 0, 0 | 1, 0, 0) => IntType::INT,
            (0, 0, 0 | 1, 1, 0) => IntType::long(machine),
            (0, 0, 0 | 1, 2, 0) => IntType::LLONG,
            (0, 0, 0, 0, 1) => IntType::INT128,
            _ => return wrong(),
        };
        Ok(self.types.intern(Type::Int(IntType { signed, ..int })))
    }

    /// The type that a type name names.
    pub(super) fn type_name(&mut self, name: &Node<TypeName>) -> Result<Ty> {
        self.aligned_type_name(name).map(|(ty, _)| ty)
    }

    /// The type that a type name names, and the alignment requested by it or by its definition.
    pub(super) fn aligned_type_name(&mut self, name: &Node<TypeName>) -> Result<(Ty, Option<u64>)> {
        let span = self.span(name.span);
        let specifiers = self.specifier_qualifiers(&name.node.specifiers, span)?;
        let align = specifiers.attributes.align.or(specifiers.type_align);
        match &name.node.declarator {
            Some(declarator) => {
                let declared = self.declarator(specifiers.ty, declarator, false)?;
                let align = align.filter(|_| declared.keeps_alignment);
                Ok((declared.ty, declared.attributes.align.or(align)))
            }
            None => Ok((specifiers.ty, align)),
        }
    }
}

/// The type that a name such as `_Float64` stands for, if it is modelled.
pub(super) fn extended_float_type(float: &TS18661FloatType) -> Option<FloatType> {
    Some(match (&float.format, float.width) {
        (TS18661FloatFormat::BinaryInterchange, 32) => FloatType::Float,
        (TS18661FloatFormat::BinaryInterchange, 64) => FloatType::Double,
        (TS18661FloatFormat::BinaryInterchange, 128) => FloatType::Quad,
        (TS18661FloatFormat::BinaryExtended, 32) => FloatType::Double,
        (TS18661FloatFormat::BinaryExtended, 64) => FloatType::LongDouble,
        _ => return None,
    })
}
