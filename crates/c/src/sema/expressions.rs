//! Expressions: names, literals, unary operators, casts, sizes.

use super::Analyser;
use super::error::{Result, fail, unsupported};
use super::link::Entity;
use super::scope::Name;
use crate::hir::{
    ArithmeticOp, ArrayLength, Expr, ExprKind, FnId, Place, PlaceKind, Qualifiers, Stmt, StmtKind,
    Storage, Tuple, Ty, Type, UnaryOp,
};
use crate::source::rewrite::{OMITTED_OPERAND, PREFERRED_ALIGNMENT};
use crate::source::user_name;
use lang_c::ast::{
    CallExpression, CastExpression, CompoundLiteral, ConditionalExpression, Expression,
    SpecifierQualifier, TypeName, TypeOf, TypeSpecifier, UnaryOperator, UnaryOperatorExpression,
};
use lang_c::span::Node;
use num_bigint::BigInt;
use program::{Object, Span};

/// An expression before C's lvalue conversions.
pub(super) enum Operand {
    /// A value.
    Value(Expr),
    /// An lvalue.
    Place(Place),
    /// A function by its name.
    Function(FnId, Span),
    /// The function that a pointer points to.
    FunctionAt(Expr),
}

/// The operand of a type name that is a `typeof`.
fn typeof_operand(name: &TypeName) -> Option<&TypeOf> {
    name.specifiers.iter().find_map(|specifier| match &specifier.node {
        SpecifierQualifier::TypeSpecifier(specifier) => match &specifier.node {
            TypeSpecifier::TypeOf(of) => Some(&of.node),
            _ => None,
        },
        _ => None,
    })
}

/// A size that is computed after evaluating its operand, a variable-length array.
fn evaluate_first(operand: Place, size: Expr) -> Expr {
    let (ty, span) = (size.ty, size.span);
    let before = |value: Box<Expr>, after: Expr| {
        let kind = ExprKind::Comma(value, Box::new(after));
        Expr { kind, ty, span }
    };
    match operand.kind {
        PlaceKind::Deref(pointer) => before(pointer, size),
        PlaceKind::Index(array, index) => evaluate_first(*array, before(index, size)),
        PlaceKind::Member(record, ..) => evaluate_first(*record, size),
        _ => size,
    }
}

/// Whether the operand of `_Alignof` comes from `__alignof__`.
fn asks_for_preferred(name: &TypeName) -> bool {
    name.specifiers.iter().any(|specifier| {
        matches!(&specifier.node, SpecifierQualifier::TypeQualifier(qualifier)
            if qualifier.node == PREFERRED_ALIGNMENT)
    })
}

impl Analyser<'_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, expression: &Node<Expression>) -> Result<Expr> {
        let operand = self.operand(expression)?;
        self.rvalue(operand)
    }

    /// The value of an expression that is compared with zero.
    pub(super) fn condition(&mut self, expression: &Node<Expression>) -> Result<Expr> {
        let value = self.value(expression)?;
        self.require_scalar(value)
    }

    pub(super) fn require_scalar(&mut self, value: Expr) -> Result<Expr> {
        if self.is_complex(&value) {
            return self.complex_truth(value);
        }
        if self.types.is_scalar(value.ty) {
            return Ok(value);
        }
        let ty = self.types.show(value.ty);
        fail(value.span, format!("a number or pointer is needed, not `{ty}`"))
    }

    pub(super) fn int_constant(&self, value: impl Into<BigInt>, ty: Ty, span: Span) -> Expr {
        Expr { kind: ExprKind::Int(value.into()), ty, span }
    }

    /// An expression before lvalue conversions.
    pub(super) fn operand(&mut self, expression: &Node<Expression>) -> Result<Operand> {
        let span = self.span(expression.span);
        let value = match &expression.node {
            Expression::Identifier(name) => return self.identifier(&name.node.name, span),
            Expression::Constant(constant) => self.constant_literal(&constant.node, span)?,
            Expression::StringLiteral(pieces) => {
                return Ok(Operand::Place(self.string_literal(&pieces.node, span)?));
            }
            Expression::GenericSelection(selection) => {
                return self.generic_selection(&selection.node, span);
            }
            Expression::Member(member) => return self.member_expression(&member.node, span),
            Expression::Call(call) => {
                let CallExpression { callee, arguments } = &call.node;
                return self.call(callee, arguments, span);
            }
            Expression::CompoundLiteral(literal) => {
                return Ok(Operand::Place(self.compound_literal(&literal.node, span)?));
            }
            // Lengths in operands belong to the operands alone.
            Expression::SizeOfTy(size) => {
                let lengths = std::mem::take(&mut self.pending_lengths);
                let ty = self.type_name(&size.node.0)?;
                let size = self.size_expression(ty, span)?;
                self.pending_lengths = lengths;
                size
            }
            Expression::SizeOfVal(size) => {
                let lengths = std::mem::take(&mut self.pending_lengths);
                let size = self.size_of_value(&size.node.0, span)?;
                self.pending_lengths = lengths;
                size
            }
            Expression::AlignOf(align) => {
                let lengths = std::mem::take(&mut self.pending_lengths);
                let bytes = self.alignment_of_operand(&align.node.0)?;
                self.pending_lengths = lengths;
                self.int_constant(bytes, self.common.size, span)
            }
            Expression::UnaryOperator(unary) => return self.unary(&unary.node, span),
            Expression::Cast(cast) => self.cast(&cast.node, span)?,
            Expression::BinaryOperator(binary) => return self.binary(&binary.node, span),
            Expression::Conditional(conditional) => self.conditional(&conditional.node, span)?,
            Expression::Comma(items) => return self.comma(items, span),
            Expression::OffsetOf(offset) => self.offset_of(&offset.node, span)?,
            Expression::VaArg(argument) => self.va_arg(&argument.node, span)?,
            Expression::Statement(body) => self.statement_expression(body, span)?,
        };
        Ok(Operand::Value(value))
    }

    fn identifier(&mut self, name: &str, span: Span) -> Result<Operand> {
        let place = |kind, ty| Ok(Operand::Place(Place { kind, ty, span }));
        match self.scopes.name(name).cloned() {
            Some(Name::Var(id)) => {
                let var = &self.vars[id.index()];
                if var.storage == Storage::Extern {
                    self.linker.referenced.insert(id);
                }
                place(PlaceKind::Var(id), var.ty)
            }
            Some(Name::Function(id)) => {
                self.functions[id.index()].mentioned = true;
                Ok(Operand::Function(id, span))
            }
            Some(Name::Enumerator { value, ty }) => {
                Ok(Operand::Value(self.int_constant(value, ty, span)))
            }
            Some(Name::PrototypeParameter(ty)) => {
                let name = user_name(name);
                let kind = ExprKind::Unsupported(format!("the parameter `{name}` of a prototype"));
                Ok(Operand::Value(Expr { kind, ty, span }))
            }
            Some(Name::Typedef { .. }) => fail(span, format!("`{name}` is a type, not a value")),
            None if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") => {
                let function = self.function.as_ref().map(|f| f.name.as_str());
                let mut bytes = function.unwrap_or_default().as_bytes().to_vec();
                bytes.push(0);
                let constant = Qualifiers { constant: true, ..Qualifiers::default() };
                let element = self.types.qualified(self.common.char, constant);
                Ok(Operand::Place(self.string_place(bytes, element, span)))
            }
            None => {
                if name.starts_with("__builtin_")
                    && let Some(id) = self.library_function(name, span)?
                {
                    return Ok(Operand::Function(id, span));
                }
                fail(span, format!("`{name}` is not declared"))
            }
        }
    }

    /// The function of a call by an undeclared name: an `int` function without a prototype, as in
    /// K&R C.
    pub(super) fn implicit_function(&mut self, name: &str, span: Span) -> Result<FnId> {
        if let Some(id) = self.library_function(name, span)? {
            return Ok(id);
        }
        if let Some(Entity::Function(id)) = self.linker.find(name) {
            return Ok(id);
        }
        // They work on vectors, which have no implicit declaration.
        if name.starts_with("__builtin_ia32_") {
            return unsupported(span, format!("the builtin `{name}` is not supported"));
        }
        let ty = self.unprototyped(self.common.int);
        let id = self.link_function(name, ty, false, span)?;
        self.scopes.bind_at_file_scope(name, Name::Function(id));
        Ok(id)
    }

    /// The type of an expression that is not evaluated.
    pub(super) fn type_of(&mut self, expression: &Node<Expression>) -> Result<Ty> {
        let lengths = std::mem::take(&mut self.pending_lengths);
        let operand = self.operand(expression)?;
        self.pending_lengths = lengths;
        Ok(match operand {
            Operand::Value(expr) => self.types.unqualified(expr.ty),
            Operand::Place(place) => place.ty,
            Operand::Function(id, _) => self.functions[id.index()].ty,
            Operand::FunctionAt(pointer) => {
                self.types.pointee(pointer.ty).unwrap_or(self.common.int)
            }
        })
    }

    fn size_of_value(&mut self, expression: &Node<Expression>, span: Span) -> Result<Expr> {
        // The parser sometimes takes the name of a type in parentheses for an expression.
        if let Some((ty, _)) = self.typedef_of(expression)? {
            return self.size_expression(ty, span);
        }
        let operand = self.operand(expression)?;
        let ty = match &operand {
            Operand::Value(expr) => {
                // gcc gives the value of an assignment the width of the bit-field.
                if let Some(bits) = self.bit_width_of(expr) {
                    let size = bits.div_ceil(8).next_power_of_two();
                    return Ok(self.int_constant(size, self.common.size, span));
                }
                expr.ty
            }
            Operand::Place(place) if self.bit_field(place).is_some() => {
                return fail(span, "a bit-field has no size");
            }
            // An array that is a parameter is a pointer.
            Operand::Place(Place { kind: PlaceKind::Var(id), ty, .. })
                if *self.types.get(*ty) == Type::VaList
                    && self.vars[id.index()].storage == Storage::Parameter =>
            {
                self.pointer_to(*ty)
            }
            Operand::Place(place) => place.ty,
            Operand::Function(..) | Operand::FunctionAt(_) => {
                return Ok(self.int_constant(1, self.common.size, span));
            }
        };
        let size = self.size_expression(ty, span)?;
        match operand {
            Operand::Place(place) if self.types.is_variable_length(ty) => {
                Ok(evaluate_first(place, size))
            }
            _ => Ok(size),
        }
    }

    /// `sizeof` a type: a constant, or computed from the lengths of variable arrays.
    pub(super) fn size_expression(&mut self, ty: Ty, span: Span) -> Result<Expr> {
        if let Some(size) = self.types.size_of(ty) {
            return Ok(self.int_constant(size, self.common.size, span));
        }
        if !self.types.is_variable_length(ty) {
            let ty = self.types.show(ty);
            return fail(span, format!("the incomplete type `{ty}` has no size"));
        }
        let size = self.variable_size(ty, span);
        Ok(self.after_lengths(size))
    }

    /// A value that is computed after the pending lengths.
    fn after_lengths(&mut self, value: Expr) -> Expr {
        let (ty, span) = (value.ty, value.span);
        let mut stmts = self.evaluate_lengths(span);
        if stmts.is_empty() {
            return value;
        }
        stmts.push(Stmt { kind: StmtKind::Expr(value), span });
        let block = Stmt { kind: StmtKind::Block(stmts), span };
        Expr { kind: ExprKind::StatementExpr(Box::new(block)), ty, span }
    }

    fn variable_size(&mut self, ty: Ty, span: Span) -> Expr {
        let size_type = self.common.size;
        let Type::Array(element, length) = *self.types.get(ty) else {
            let size = self.types.size_of(ty).unwrap_or(1);
            return self.int_constant(size, size_type, span);
        };
        let length = match length {
            ArrayLength::Variable(number) => {
                Expr { kind: ExprKind::VariableLength(number), ty: size_type, span }
            }
            ArrayLength::Fixed(length) => self.int_constant(length, size_type, span),
            ArrayLength::Unknown => self.int_constant(0, size_type, span),
        };
        let element = self.variable_size(element, span);
        let kind =
            ExprKind::Arithmetic(ArithmeticOp::Multiply, Box::new(length), Box::new(element));
        Expr { kind, ty: size_type, span }
    }

    /// `_Alignof` and `__alignof__`, whose operand is inside a `typeof`.
    fn alignment_of_operand(&mut self, name: &Node<TypeName>) -> Result<u64> {
        let preferred = asks_for_preferred(&name.node);
        let named = match typeof_operand(&name.node) {
            Some(TypeOf::Expression(expression)) => match self.typedef_of(expression)? {
                Some(named) => named,
                None => return self.alignment_of_expression(expression),
            },
            Some(TypeOf::Type(name)) => self.aligned_type_name(name)?,
            None => self.aligned_type_name(name)?,
        };
        Ok(match named {
            (_, Some(align)) => align,
            (ty, None) if preferred => self.types.preferred_align_of(ty),
            (ty, None) => self.standard_align_of(ty, self.span(name.span))?,
        })
    }

    /// The alignment of an expression in gcc: variables and members have their own; everything else
    /// has the preferred alignment of its type.
    fn alignment_of_expression(&mut self, expression: &Node<Expression>) -> Result<u64> {
        let span = self.span(expression.span);
        let place = match self.operand(expression)? {
            Operand::Place(place) => place,
            Operand::Value(value) => return Ok(self.types.preferred_align_of(value.ty)),
            Operand::Function(id, ..) => return Ok(self.functions[id.index()].align.unwrap_or(1)),
            Operand::FunctionAt(_) => return Ok(1),
        };
        let mut place = &place;
        while let PlaceKind::Deref(pointer) = &place.kind
            && let ExprKind::AddressOf(object) = &pointer.kind
        {
            place = object;
        }
        if self.bit_field(place).is_some() {
            return fail(span, "a bit-field has no alignment");
        }
        Ok(match &place.kind {
            PlaceKind::Var(id) => {
                let align = self.vars[id.index()].align;
                align.unwrap_or_else(|| self.types.preferred_align_of(place.ty))
            }
            PlaceKind::Member(_, id, index) => match &self.types.record(*id).members {
                Some(members) => members[*index].align,
                None => 1,
            },
            PlaceKind::Deref(pointer) => self.alignment_of_target(pointer),
            _ => self.types.preferred_align_of(place.ty),
        })
    }

    /// The largest alignment of a pointer's target before its conversions.
    fn alignment_of_target(&self, pointer: &Expr) -> u64 {
        let mut pointer = pointer;
        let mut align = 1;
        while let Some(target) = self.types.pointee(pointer.ty) {
            align = align.max(self.types.preferred_align_of(target));
            match &pointer.kind {
                ExprKind::Convert(inner, _) => pointer = inner,
                _ => break,
            }
        }
        align
    }

    fn unary(&mut self, unary: &UnaryOperatorExpression, span: Span) -> Result<Operand> {
        let operand = &unary.operand;
        let value = match unary.operator.node {
            UnaryOperator::PostIncrement => self.step(operand, true, true, span)?,
            UnaryOperator::PostDecrement => self.step(operand, false, true, span)?,
            UnaryOperator::PreIncrement => self.step(operand, true, false, span)?,
            UnaryOperator::PreDecrement => self.step(operand, false, false, span)?,
            UnaryOperator::Address => self.address_expression(operand, span)?,
            UnaryOperator::Indirection => return self.indirection(operand, span),
            UnaryOperator::Plus => {
                let value = self.arithmetic_operand(operand, "+")?;
                self.promote(value)
            }
            UnaryOperator::Minus => {
                let value = self.arithmetic_operand(operand, "-")?;
                self.unary_operation(UnaryOp::Negate, value, span)?
            }
            UnaryOperator::Complement => {
                let value = self.value(operand)?;
                let is_tuple = self.types.as_tuple(value.ty).is_some();
                if !is_tuple && !self.types.is_integer(value.ty) {
                    let ty = self.types.show(value.ty);
                    return fail(span, format!("`~` needs an integer, not `{ty}`"));
                }
                self.unary_operation(UnaryOp::Complement, value, span)?
            }
            UnaryOperator::Negate => {
                let value = Box::new(self.condition(operand)?);
                Expr { kind: ExprKind::Not(value), ty: self.common.int, span }
            }
        };
        Ok(Operand::Value(value))
    }

    fn arithmetic_operand(&mut self, operand: &Node<Expression>, op: &str) -> Result<Expr> {
        let value = self.value(operand)?;
        if self.types.is_arithmetic(value.ty) || self.types.as_tuple(value.ty).is_some() {
            return Ok(value);
        }
        let ty = self.types.show(value.ty);
        fail(value.span, format!("`{op}` needs a number, not `{ty}`"))
    }

    fn unary_operation(&mut self, op: UnaryOp, value: Expr, span: Span) -> Result<Expr> {
        if self.is_complex(&value) {
            return self.complex_unary(op, value, span);
        }
        if self.is_vector(&value) {
            return self.vector_unary(op, value, span);
        }
        let value = self.promote(value);
        let ty = value.ty;
        // The negation of a literal cannot overflow; it is a constant.
        let constant = match (&value.kind, op) {
            (ExprKind::Int(literal), UnaryOp::Negate) => {
                let negated = -literal;
                (self.wrap_to(&negated, ty) == negated).then_some(ExprKind::Int(negated))
            }
            (ExprKind::Float(literal), UnaryOp::Negate) => Some(ExprKind::Float(literal.neg())),
            _ => None,
        };
        let kind = constant.unwrap_or_else(|| ExprKind::Unary(op, Box::new(value)));
        Ok(Expr { kind, ty, span })
    }

    fn address_expression(&mut self, operand: &Node<Expression>, span: Span) -> Result<Expr> {
        let mut address = match self.operand(operand)? {
            Operand::Place(place) if self.bit_field(&place).is_some() => {
                return fail(span, "a bit-field has no address");
            }
            Operand::Place(place) => self.address_of(place),
            function @ (Operand::Function(..) | Operand::FunctionAt(_)) => self.rvalue(function)?,
            Operand::Value(_) => return fail(span, "`&` needs something that has an address"),
        };
        address.span = span;
        Ok(address)
    }

    fn indirection(&mut self, operand: &Node<Expression>, span: Span) -> Result<Operand> {
        let pointer = match self.operand(operand)? {
            function @ (Operand::Function(..) | Operand::FunctionAt(_)) => return Ok(function),
            operand => self.rvalue(operand)?,
        };
        self.deref(pointer, span)
    }

    /// The target of a pointer.
    pub(super) fn deref(&mut self, pointer: Expr, span: Span) -> Result<Operand> {
        let Some(ty) = self.types.pointee(pointer.ty) else {
            let ty = self.types.show(pointer.ty);
            return fail(span, format!("`*` needs a pointer, not `{ty}`"));
        };
        if self.types.as_function(ty).is_some() {
            return Ok(Operand::FunctionAt(pointer));
        }
        Ok(Operand::Place(Place { kind: PlaceKind::Deref(Box::new(pointer)), ty, span }))
    }

    /// A cast; the lengths in its type are evaluated immediately.
    fn cast(&mut self, cast: &CastExpression, span: Span) -> Result<Expr> {
        let outer = std::mem::take(&mut self.pending_lengths);
        let ty = self.type_name(&cast.type_name)?;
        let lengths = std::mem::replace(&mut self.pending_lengths, outer);
        let value = self.cast_to(ty, cast, span)?;
        let outer = std::mem::replace(&mut self.pending_lengths, lengths);
        let value = self.after_lengths(value);
        self.pending_lengths = outer;
        Ok(value)
    }

    fn cast_to(&mut self, ty: Ty, cast: &CastExpression, span: Span) -> Result<Expr> {
        let ty = self.types.unqualified(ty);
        let value = self.value(&cast.expression)?;
        let cast_to = |value| Expr { kind: ExprKind::Convert(Box::new(value), true), ty, span };
        if self.types.is_void(ty) {
            return Ok(cast_to(value));
        }
        let is_tuple = |ty| self.types.as_tuple(ty).is_some();
        if let Some(id) = self.types.as_record(ty).filter(|_| !is_tuple(ty)) {
            return self.cast_to_record(value, ty, id, span);
        }
        let (from, to) = (self.types.get(value.ty), self.types.get(ty));
        let allowed = match (from, to) {
            _ if is_tuple(ty) || is_tuple(value.ty) => {
                self.types.is_number(value.ty) && self.types.is_number(ty)
                    || self.keeps_bits(value.ty, ty)
            }
            (Type::Float(_), Type::Pointer(_)) | (Type::Pointer(_), Type::Float(_)) => false,
            // `va_list` is a pointer on one machine.
            (Type::VaList, Type::VaList | Type::Pointer(_)) | (Type::Pointer(_), Type::VaList) => {
                true
            }
            _ => self.types.is_scalar(value.ty) && self.types.is_scalar(ty),
        };
        if !allowed {
            let (from, to) = (self.types.show(value.ty), self.types.show(ty));
            return fail(span, format!("a `{from}` cannot be cast to `{to}`"));
        }
        let mut value = self.convert(value, ty, true);
        value.span = span;
        Ok(value)
    }

    /// A cast to a union that has a member of the value's type (GNU), or to the same record.
    fn cast_to_record(
        &mut self,
        value: Expr,
        ty: Ty,
        id: crate::hir::RecordId,
        span: Span,
    ) -> Result<Expr> {
        if self.looks_alike(value.ty, ty) {
            return Ok(value);
        }
        let is_union = self.types.record(id).is_union;
        if let Some(member) = self.member_like(id, value.ty).filter(|_| is_union) {
            return Ok(self.union_of(value, member, id, ty));
        }
        let (from, to) = (self.types.show(value.ty), self.types.show(ty));
        fail(span, format!("a `{from}` cannot be cast to `{to}`"))
    }

    fn conditional(&mut self, conditional: &ConditionalExpression, span: Span) -> Result<Expr> {
        let condition = self.value(&conditional.condition)?;
        let omitted = matches!(&conditional.then_expression.node,
            Expression::Identifier(name) if name.node.name == OMITTED_OPERAND);
        if omitted && self.is_complex(&condition) {
            return unsupported(span, "`?:` between complex numbers is not supported");
        }
        let condition = self.require_scalar(condition)?;
        if omitted {
            let no = self.value(&conditional.else_expression)?;
            if self.is_complex(&no) {
                return unsupported(span, "`?:` between complex numbers is not supported");
            }
            let ty = self.conditional_type(&condition, &no, span)?;
            let (yes, no) = (self.convert(condition, ty, false), self.convert(no, ty, false));
            return Ok(Expr { kind: ExprKind::Elvis(Box::new(yes), Box::new(no)), ty, span });
        }
        let yes = self.value(&conditional.then_expression)?;
        let no = self.value(&conditional.else_expression)?;
        let ty = self.conditional_type(&yes, &no, span)?;
        let (yes, no) = (self.convert(yes, ty, false), self.convert(no, ty, false));
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
        Ok(Expr { kind, ty, span })
    }

    fn conditional_type(&mut self, yes: &Expr, no: &Expr, span: Span) -> Result<Ty> {
        if let Some(ty) = self.common_arithmetic(yes, no) {
            return Ok(ty);
        }
        if yes.ty == no.ty {
            return Ok(yes.ty);
        }
        if (self.is_complex(yes) || self.is_complex(no))
            && let Some(element) = self.common_part(yes, no)
        {
            return Ok(self.types.tuple(Tuple::Complex(element)));
        }
        match (self.types.pointee(yes.ty), self.types.pointee(no.ty)) {
            _ if self.types.is_void(yes.ty) || self.types.is_void(no.ty) => Ok(self.common.void),
            (Some(_), _) if self.is_null_constant(no) => Ok(yes.ty),
            (_, Some(_)) if self.is_null_constant(yes) => Ok(no.ty),
            (Some(a), Some(b)) => Ok(self.conditional_pointer(a, b)),
            (None, None) if self.looks_alike(yes.ty, no.ty) => Ok(yes.ty),
            (Some(_), None) if self.types.is_integer(no.ty) => Ok(yes.ty),
            (None, Some(_)) if self.types.is_integer(yes.ty) => Ok(no.ty),
            _ => {
                let (yes, no) = (self.types.show(yes.ty), self.types.show(no.ty));
                fail(span, format!("`?:` cannot choose between `{yes}` and `{no}`"))
            }
        }
    }

    /// The pointer type that covers the targets of two pointers, with the qualifiers of both.
    fn conditional_pointer(&mut self, a: Ty, b: Ty) -> Ty {
        let qualifiers = self.types.qualifiers(a).union(self.types.qualifiers(b));
        let (a, b) = (self.types.unqualified(a), self.types.unqualified(b));
        let target = match self.compatible(a, b) {
            true => self.composite(a, b),
            // If neither is a pointer to `void`, gcc warns and takes one of them.
            false => None,
        };
        let target = self.types.qualified(target.unwrap_or(self.common.void), qualifiers);
        self.pointer_to(target)
    }

    fn comma(&mut self, items: &[Node<Expression>], span: Span) -> Result<Operand> {
        let mut all: Option<Expr> = None;
        for item in items {
            let value = self.value(item)?;
            all = Some(match all {
                None => value,
                Some(before) => {
                    let ty = value.ty;
                    let kind = ExprKind::Comma(Box::new(before), Box::new(value));
                    Expr { kind, ty, span }
                }
            });
        }
        match all {
            Some(value) => Ok(Operand::Value(value)),
            None => fail(span, "an expression is missing"),
        }
    }

    fn compound_literal(&mut self, literal: &CompoundLiteral, span: Span) -> Result<Place> {
        let outer = std::mem::take(&mut self.pending_lengths);
        let ty = self.type_name(&literal.type_name)?;
        let mut lengths = std::mem::replace(&mut self.pending_lengths, outer);
        let is_static = self.function.is_none();
        let list = &literal.initializer_list;
        let (mut init, ty) = self.initialiser_list(ty, list, is_static, span)?;
        if let Some(first) = init.items.first_mut() {
            let outer = std::mem::replace(&mut self.pending_lengths, lengths);
            first.value = self.after_lengths(first.value.clone());
            self.pending_lengths = outer;
        } else {
            self.pending_lengths.append(&mut lengths);
        }
        if !is_static {
            return Ok(self.compound_literal_place(ty, init, span));
        }
        let id = self.add_var(Object::COMPOUND_LITERAL, ty, Storage::Static, span);
        self.vars[id.index()].init = Some(init);
        self.globals.push(id);
        Ok(Place { kind: PlaceKind::Var(id), ty, span })
    }
}
