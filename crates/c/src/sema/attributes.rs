//! GNU attributes that change what a declaration means.

use super::Analyser;
use super::error::{Result, fail, unsupported};
use crate::hir::{FloatType, IntType, Ty, Type};
use crate::source::parser_name;
use crate::source::rewrite::{ALIGNAS_ATTRIBUTE, PACK_ATTRIBUTE};
use lang_c::ast::{Attribute, Expression, Extension};
use lang_c::span::Node;
use program::{Machine, Span};

/// The attributes of a declaration.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    /// Members follow each other without padding.
    pub packed: bool,
    /// The requested alignment.
    pub align: Option<u64>,
    /// The alignment requested by `_Alignas`, which must not be less than the natural one.
    pub alignas: Option<u64>,
    /// The maximal alignment of members, set by `#pragma pack`.
    pub pack: Option<u64>,
    /// A machine mode, which changes the width of the type.
    pub mode: Option<String>,
    /// The function never returns.
    pub noreturn: bool,
    /// The union takes arguments of its members' types.
    pub transparent_union: bool,
    /// The type is a vector of this many bytes.
    pub vector_size: Option<u64>,
    /// The function that cleans the variable up.
    pub cleanup: Option<String>,
    /// The function or variable is an alias of this one.
    pub alias: Option<String>,
    /// The linker's name of the function or variable.
    pub label: Option<String>,
    /// Any other definition takes precedence, and there may be none.
    pub weak: bool,
    /// `inline` has its GNU89 meaning.
    pub gnu_inline: bool,
    /// The priority of a constructor, which runs before the program starts; smaller numbers run
    /// first.
    pub constructor: Option<u64>,
    /// The priority of a destructor, which runs when the program ends; larger numbers run first.
    pub destructor: Option<u64>,
}

/// The largest alignment that x86 ever needs, which `aligned` without an argument requests.
const BIGGEST_ALIGNMENT: u64 = 16;

/// The largest alignment that gcc accepts.
const LARGEST_ALIGNMENT: u64 = 1 << 28;

/// Prefixes that glibc gives to the functions of a standard; they are the usual functions.
const STANDARD_PREFIXES: [&str; 2] = ["__isoc99_", "__isoc23_"];

/// Attributes that change the meaning of a program in ways that are not modelled.
const UNSUPPORTED: [&str; 6] =
    ["alias", "ifunc", "ms_struct", "naked", "scalar_storage_order", "weakref"];

/// Constructors without a priority come after those that have one.
const NO_PRIORITY: u64 = u64::MAX;

impl Attributes {
    /// Adds other attributes of the same declaration.
    pub fn merge(&mut self, other: Attributes) {
        self.packed |= other.packed;
        self.align = self.align.max(other.align);
        self.alignas = self.alignas.max(other.alignas);
        self.pack = other.pack.or(self.pack);
        self.mode = other.mode.or(self.mode.take());
        self.noreturn |= other.noreturn;
        self.transparent_union |= other.transparent_union;
        self.vector_size = other.vector_size.or(self.vector_size);
        self.cleanup = other.cleanup.or(self.cleanup.take());
        self.alias = other.alias.or(self.alias.take());
        self.label = other.label.or(self.label.take());
        self.weak |= other.weak;
        self.gnu_inline |= other.gnu_inline;
        self.constructor = other.constructor.or(self.constructor);
        self.destructor = other.destructor.or(self.destructor);
    }
}

/// The name that string literals give to a function or variable.
fn symbol_of(literals: &str) -> String {
    let name = literals.replace('"', "");
    let usual = STANDARD_PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix));
    parser_name(usual.unwrap_or(&name)).into_owned()
}

impl Analyser<'_> {
    pub(super) fn attributes(&mut self, extensions: &[Node<Extension>]) -> Result<Attributes> {
        let mut attributes = Attributes::default();
        for extension in extensions {
            match &extension.node {
                Extension::Attribute(attribute) => self.attribute(attribute, &mut attributes)?,
                Extension::AsmLabel(label) => {
                    attributes.label = Some(symbol_of(&label.node.concat()));
                }
                _ => {}
            }
        }
        Ok(attributes)
    }

    fn attribute(&mut self, attribute: &Attribute, into: &mut Attributes) -> Result<()> {
        let name = attribute.name.node.as_str();
        let span = self.span(attribute.name.span);
        if name == PACK_ATTRIBUTE {
            into.pack = Some(self.attribute_number(attribute, span)?);
            return Ok(());
        }
        if name == ALIGNAS_ATTRIBUTE {
            into.alignas = into.alignas.max(self.member_alignas(attribute, span)?);
            return Ok(());
        }
        let name = name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name);
        match name {
            "packed" => into.packed = true,
            "aligned" if attribute.arguments.is_empty() => into.align = Some(BIGGEST_ALIGNMENT),
            "aligned" => {
                let align = self.attribute_number(attribute, span)?;
                into.align = into.align.max(Some(self.check_alignment(align, span)?));
            }
            "mode" => {
                if let Some(Expression::Identifier(mode)) =
                    attribute.arguments.first().map(|argument| &argument.node)
                {
                    into.mode = Some(mode.node.name.trim_matches('_').to_owned());
                }
            }
            "alias" => {
                if let Some(Expression::StringLiteral(name)) =
                    attribute.arguments.first().map(|argument| &argument.node)
                {
                    into.alias = Some(symbol_of(&name.node.concat()));
                }
            }
            "cleanup" => {
                if let Some(Expression::Identifier(function)) =
                    attribute.arguments.first().map(|argument| &argument.node)
                {
                    into.cleanup = Some(function.node.name.clone());
                }
            }
            "constructor" if attribute.arguments.is_empty() => {
                into.constructor = Some(NO_PRIORITY);
            }
            "constructor" => into.constructor = Some(self.attribute_number(attribute, span)?),
            "destructor" if attribute.arguments.is_empty() => {
                into.destructor = Some(NO_PRIORITY);
            }
            "destructor" => into.destructor = Some(self.attribute_number(attribute, span)?),
            "noreturn" => into.noreturn = true,
            "weak" => into.weak = true,
            "gnu_inline" => into.gnu_inline = true,
            "transparent_union" => into.transparent_union = true,
            "vector_size" => into.vector_size = Some(self.attribute_number(attribute, span)?),
            _ if UNSUPPORTED.contains(&name) => {
                return unsupported(span, format!("the attribute `{name}` is not supported"));
            }
            _ => {}
        }
        Ok(())
    }

    /// `_Alignas` of a member, whose operand is inside a `sizeof`.
    fn member_alignas(&mut self, attribute: &Attribute, span: Span) -> Result<Option<u64>> {
        match attribute.arguments.first().map(|argument| &argument.node) {
            Some(Expression::SizeOfTy(ty)) => self.type_alignment(&ty.node.0).map(Some),
            Some(Expression::SizeOfVal(operand)) => {
                let operand = &operand.node.0;
                match self.typedef_of(operand)? {
                    Some((ty, align)) => Ok(align.or(Some(self.types.align_of(ty)))),
                    None => self.constant_alignment(operand),
                }
            }
            _ => fail(span, "`_Alignas` needs a type or a number"),
        }
    }

    fn attribute_number(&mut self, attribute: &Attribute, span: Span) -> Result<u64> {
        let [argument] = attribute.arguments.as_slice() else {
            return fail(span, format!("`{}` takes one number", attribute.name.node));
        };
        self.constant_size(argument, "the argument of an attribute")
    }

    /// Fails unless the alignment is a power of two (zero means none).
    pub(super) fn check_alignment(&self, align: u64, span: Span) -> Result<u64> {
        if align != 0 && !align.is_power_of_two() {
            return fail(span, format!("the alignment {align} is not a power of two"));
        }
        if align > LARGEST_ALIGNMENT {
            return fail(span, format!("the alignment {align} is larger than {LARGEST_ALIGNMENT}"));
        }
        Ok(align.max(1))
    }

    /// Applies the attributes that change the declared type.
    pub(super) fn apply_to_type(
        &mut self,
        ty: Ty,
        attributes: &Attributes,
        span: Span,
    ) -> Result<Ty> {
        if attributes.mode.is_none() && attributes.vector_size.is_none() {
            return Ok(ty);
        }
        let qualifiers = self.types.qualifiers(ty);
        let mut changed = self.types.unqualified(ty);
        if let Some(mode) = &attributes.mode {
            changed = self.with_mode(changed, mode, span)?;
        }
        if let Some(bytes) = attributes.vector_size {
            changed = self.vector_type(changed, bytes, span)?;
        }
        Ok(self.types.qualified(changed, qualifiers))
    }

    fn with_mode(&mut self, ty: Ty, mode: &str, span: Span) -> Result<Ty> {
        let machine = self.types.machine();
        let word = if machine == Machine::Lp64 { "DI" } else { "SI" };
        let mode = if matches!(mode, "word" | "pointer" | "unwind_word") { word } else { mode };
        let changed = match (self.types.get(ty), mode) {
            (Type::Int(int), _) => {
                let signed = int.signed;
                let wide = match machine {
                    Machine::Ilp32 => IntType::LLONG,
                    Machine::Lp64 => IntType::long(machine),
                };
                let like = match mode {
                    "QI" | "byte" => IntType::SCHAR,
                    "HI" => IntType::SHORT,
                    "SI" => IntType::INT,
                    "DI" => wide,
                    "TI" => IntType::INT128,
                    _ => return unsupported(span, format!("the mode `{mode}` is not supported")),
                };
                let like = IntType { signed, ..like };
                if let Some(id) = self.types.as_enumeration(ty) {
                    return Ok(self.types.enumeration(like, id));
                }
                Type::Int(like)
            }
            (Type::Float(_), "SF") => Type::Float(FloatType::Float),
            (Type::Float(_), "DF") => Type::Float(FloatType::Double),
            (Type::Float(_), "XF") => Type::Float(FloatType::LongDouble),
            (Type::Float(_), "TF") => Type::Float(FloatType::Quad),
            _ => return unsupported(span, format!("the mode `{mode}` is not supported")),
        };
        Ok(self.types.intern(changed))
    }
}
