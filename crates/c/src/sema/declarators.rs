//! Declarators: pointers, arrays and functions around a name.

use super::Analyser;
use super::attributes::Attributes;
use super::error::{Result, fail};
use super::scope::Name;
use super::specifiers::pointer_qualifiers;
use crate::hir::{ArrayLength, Expr, FunctionType, Storage, Ty, Type, VarId};
use lang_c::ast::{
    ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, Expression,
    FunctionDeclarator, Identifier, ParameterDeclaration, StorageClassSpecifier,
};
use lang_c::span::Node;
use program::Span;

/// A name with its type.
pub(super) struct Declared {
    /// Empty for an abstract declarator.
    pub name: String,
    pub ty: Ty,
    pub attributes: Attributes,
    /// Whether the alignment of a type name still applies: only array declarators surround it.
    pub keeps_alignment: bool,
    /// The parameters, if this is the head of a function definition.
    pub params: Option<Params>,
    pub span: Span,
}

/// The parameters of a function definition.
pub(super) enum Params {
    /// Declared in the parentheses; they are in scope already.
    Prototype(Vec<VarId>),
    /// Only named there, as in K&R C; declarations follow.
    Names(Vec<Node<Identifier>>),
}

impl Analyser<'_> {
    /// The type that a declarator makes of a base type. If it `defines` a function, the scope of
    /// its parameters stays open, and the caller must leave it.
    pub(super) fn declarator(
        &mut self,
        base: Ty,
        declarator: &Node<Declarator>,
        defines: bool,
    ) -> Result<Declared> {
        let Declarator { kind, derived, extensions } = &declarator.node;
        let is_pointer = |d: &Node<DerivedDeclarator>| {
            matches!(d.node, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_))
        };
        let pointers = derived.iter().take_while(|d| is_pointer(d)).count();
        let nested = derives(&kind.node);
        let mut ty = base;
        for pointer in &derived[..pointers] {
            ty = self.pointer_to(ty);
            if let DerivedDeclarator::Pointer(qualifiers) = &pointer.node {
                ty = self.types.qualified(ty, pointer_qualifiers(qualifiers));
            }
        }
        let mut params = None;
        let mut keeps_alignment = pointers == 0;
        for (index, suffix) in derived[pointers..].iter().enumerate().rev() {
            let span = self.span(suffix.span);
            let heads = defines && !nested && index == 0;
            (ty, params) = match &suffix.node {
                DerivedDeclarator::Array(array) => {
                    (self.array_of(ty, &array.node.size, span)?, None)
                }
                DerivedDeclarator::Function(function) => {
                    keeps_alignment = false;
                    self.check_result(ty, span)?;
                    let result = self.types.unqualified(ty);
                    self.function_of(result, &function.node, heads)?
                }
                DerivedDeclarator::KRFunction(names) => {
                    keeps_alignment = false;
                    self.check_result(ty, span)?;
                    let function = FunctionType {
                        result: self.types.unqualified(ty),
                        params: Vec::new(),
                        variadic: false,
                        unprototyped: true,
                    };
                    if heads {
                        self.scopes.enter();
                    }
                    let params = heads.then(|| Params::Names(names.clone()));
                    (self.types.intern(Type::Function(function)), params)
                }
                DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => {
                    return fail(span, "a pointer cannot follow an array or function here");
                }
            };
        }
        let attributes = self.attributes(extensions)?;
        match &kind.node {
            DeclaratorKind::Declarator(inner) => {
                let mut declared = self.declarator(ty, inner, defines)?;
                declared.attributes.merge(attributes);
                declared.keeps_alignment &= keeps_alignment;
                declared.params = declared.params.or(params);
                Ok(declared)
            }
            named => {
                let (name, span) = match named {
                    DeclaratorKind::Identifier(name) => (name.node.name.clone(), name.span),
                    _ => (String::new(), declarator.span),
                };
                let span = self.span(span);
                let ty = self.apply_to_type(ty, &attributes, span)?;
                Ok(Declared { name, ty, attributes, keeps_alignment, params, span })
            }
        }
    }

    fn check_result(&self, ty: Ty, span: Span) -> Result<()> {
        match self.types.get(ty) {
            Type::Function(_) => fail(span, "a function cannot return a function"),
            Type::Array(..) => fail(span, "a function cannot return an array"),
            _ => Ok(()),
        }
    }

    pub(super) fn array_of(&mut self, element: Ty, size: &ArraySize, span: Span) -> Result<Ty> {
        if matches!(self.types.get(element), Type::Function(_) | Type::Void) {
            let element = self.types.show(element);
            return fail(span, format!("an array cannot have elements of type `{element}`"));
        }
        self.require_complete(element, "the element of an array", span)?;
        let length = match size {
            ArraySize::Unknown => ArrayLength::Unknown,
            ArraySize::VariableUnknown => {
                let zero = self.int_constant(0, self.common.size, span);
                self.variable_length(zero)
            }
            ArraySize::VariableExpression(length) | ArraySize::StaticExpression(length) => {
                self.array_length(length)?
            }
        };
        let ty = self.types.intern(Type::Array(element, length));
        let limit = 1_u64 << (self.types.machine().pointer_bits() - 1);
        let too_large = match length {
            ArrayLength::Fixed(_) if !self.types.is_variable_length(element) => {
                self.types.size_of(ty).is_none_or(|size| size >= limit)
            }
            _ => false,
        };
        if too_large {
            return fail(span, "this array is too large");
        }
        Ok(ty)
    }

    fn array_length(&mut self, length: &Node<Expression>) -> Result<ArrayLength> {
        let span = self.span(length.span);
        let value = self.value(length)?;
        if !self.types.is_integer(value.ty) {
            return fail(span, "the length of an array must be an integer");
        }
        if let Some(constant) = self.evaluate_integer(&value) {
            return match u64::try_from(&constant) {
                Ok(length) => Ok(ArrayLength::Fixed(length)),
                Err(_) => fail(span, format!("the length {constant} of an array is negative")),
            };
        }
        if self.function.is_none() && self.scopes.at_file_scope() {
            return fail(span, "the length of an array at file scope must be constant");
        }
        let length = self.convert(value, self.common.size, false);
        Ok(self.variable_length(length))
    }

    /// A length that is evaluated where the declaration is reached. Lengths in prototypes are never
    /// evaluated.
    fn variable_length(&mut self, length: Expr) -> ArrayLength {
        let number = u32::try_from(self.types.lengths.len()).unwrap_or(u32::MAX);
        self.types.lengths.push(length);
        if !self.scopes.in_prototype() {
            self.pending_lengths.push(number);
        }
        ArrayLength::Variable(number)
    }

    fn function_of(
        &mut self,
        result: Ty,
        function: &FunctionDeclarator,
        heads: bool,
    ) -> Result<(Ty, Option<Params>)> {
        if heads {
            self.scopes.enter();
        } else {
            self.scopes.enter_prototype();
        }
        let mut params = Vec::new();
        let mut vars = Vec::new();
        let alone = function.parameters.len() == 1 && function.ellipsis == Ellipsis::None;
        for parameter in &function.parameters {
            let span = self.span(parameter.span);
            let (name, ty) = self.parameter(&parameter.node, span)?;
            if self.types.is_void(ty) {
                if alone && name.is_empty() {
                    break;
                }
                return fail(span, "a parameter cannot have the type `void`");
            }
            params.push(self.types.unqualified(ty));
            if heads {
                self.require_complete(ty, &format!("the parameter `{name}`"), span)?;
                vars.push(self.declare_parameter(&name, ty, span)?);
            } else if !name.is_empty() {
                // Later lengths may mention it; neither they nor the parameter are kept.
                self.scopes.bind(&name, Name::PrototypeParameter(ty));
            }
        }
        if !heads {
            self.scopes.leave();
        }
        let variadic = function.ellipsis == Ellipsis::Some;
        // `int (*)()` as a type name.
        let unprototyped = function.parameters.is_empty() && !variadic;
        let ty = FunctionType { result, params, variadic, unprototyped };
        let params = heads.then_some(Params::Prototype(vars));
        Ok((self.types.intern(Type::Function(ty)), params))
    }

    /// The name and the type of a parameter.
    fn parameter(&mut self, parameter: &ParameterDeclaration, span: Span) -> Result<(String, Ty)> {
        let specifiers = self.declaration_specifiers(&parameter.specifiers, span)?;
        if !matches!(specifiers.storage, None | Some(StorageClassSpecifier::Register)) {
            return fail(span, "a parameter cannot have this storage class");
        }
        let (name, ty) = match &parameter.declarator {
            Some(declarator) => {
                let declared = self.declarator(specifiers.ty, declarator, false)?;
                (declared.name, declared.ty)
            }
            None => (String::new(), specifiers.ty),
        };
        Ok((name, self.adjust_parameter(ty)))
    }

    /// Arrays and functions as parameters are pointers.
    pub(super) fn adjust_parameter(&mut self, ty: Ty) -> Ty {
        match *self.types.get(ty) {
            Type::Array(element, length) => {
                // The length of the array is never used.
                if let ArrayLength::Variable(length) = length {
                    self.unasked_lengths.insert(length);
                }
                self.pointer_to(element)
            }
            Type::Function(_) => self.pointer_to(ty),
            _ => ty,
        }
    }

    /// Declares a parameter of the function being defined.
    pub(super) fn declare_parameter(&mut self, name: &str, ty: Ty, span: Span) -> Result<VarId> {
        if self.scopes.name_here(name).is_some() {
            return fail(span, format!("two parameters have the name `{name}`"));
        }
        let id = self.add_var(name, ty, Storage::Parameter, span);
        if !name.is_empty() {
            self.scopes.bind(name, Name::Var(id));
        }
        Ok(id)
    }
}

/// Whether parentheses around a name contain pointers, arrays or functions too.
fn derives(kind: &DeclaratorKind) -> bool {
    match kind {
        DeclaratorKind::Declarator(inner) => {
            !inner.node.derived.is_empty() || derives(&inner.node.kind.node)
        }
        _ => false,
    }
}
