//! Compiler builtins that are not ordinary functions.

use super::Analyser;
use super::error::{Result, fail};
use super::expressions::Operand;
use crate::hir::{
    ArithmeticOp, AtomicOp, BuiltinCall, Comparison, Expr, ExprKind, FloatType, FunctionType,
    Place, PlaceKind, Stmt, StmtKind, Ty, Type,
};
use crate::source::rewrite::{IMAGINARY_PART, LABEL_ADDRESS, REAL_PART};
use lang_c::ast::{Expression, VaArgExpression};
use lang_c::span::Node;
use num_traits::Zero;
use program::Span;

type Arguments<'a> = &'a [Node<Expression>];

impl Analyser<'_> {
    /// The meaning of a call of a builtin; `None` if the name is not a builtin.
    pub(super) fn builtin_call(
        &mut self,
        name: &str,
        arguments: Arguments<'_>,
        span: Span,
    ) -> Result<Option<Operand>> {
        if let ([operand], REAL_PART | IMAGINARY_PART) = (arguments, name) {
            return self.part_of(operand, name == IMAGINARY_PART, span).map(Some);
        }
        if name == LABEL_ADDRESS {
            return Ok(Some(Operand::Value(self.label_address(arguments, span)?)));
        }
        let value = if let Some(rest) = name.strip_prefix("__builtin_") {
            if rest == "choose_expr" {
                return self.choose_expr(arguments, span).map(Some);
            }
            self.named_builtin(rest, arguments, span)?
        } else if let Some(rest) = name.strip_prefix("__sync_") {
            self.sync_builtin(rest, arguments, span)?
        } else if let Some(rest) = name.strip_prefix("__atomic_") {
            self.atomic_builtin(rest, arguments, span)?
        } else if let Some(rest) = name.strip_prefix("__CPROVER_") {
            self.cprover_builtin(rest, arguments, span)?
        } else {
            None
        };
        Ok(value.map(Operand::Value))
    }

    /// Functions of CBMC that are constants, or take arguments of any type.
    fn cprover_builtin(
        &mut self,
        name: &str,
        arguments: Arguments<'_>,
        span: Span,
    ) -> Result<Option<Expr>> {
        Ok(match name {
            "inf" if arguments.is_empty() => Some(self.infinity(FloatType::Double, span)),
            "inff" if arguments.is_empty() => Some(self.infinity(FloatType::Float, span)),
            "infl" if arguments.is_empty() => Some(self.infinity(FloatType::LongDouble, span)),
            // For floats it compares the bits, for records everything.
            "equal" if arguments.len() == 2 => {
                let (a, b) = (self.value(&arguments[0])?, self.value(&arguments[1])?);
                let is_scalar =
                    matches!(self.types.get(a.ty), Type::Bool | Type::Int(_) | Type::Pointer(_));
                if is_scalar && self.types.unqualified(a.ty) == self.types.unqualified(b.ty) {
                    Some(self.comparison(Comparison::Equal, a, b, span)?)
                } else {
                    let kind = ExprKind::Unsupported("a call of '__CPROVER_equal'".to_owned());
                    Some(Expr { kind, ty: self.common.int, span })
                }
            }
            _ => None,
        })
    }

    fn count(arguments: Arguments<'_>, count: usize, span: Span) -> Result<()> {
        if arguments.len() == count {
            return Ok(());
        }
        fail(span, format!("this builtin takes {count} arguments, not {}", arguments.len()))
    }

    fn named_builtin(
        &mut self,
        name: &str,
        arguments: Arguments<'_>,
        span: Span,
    ) -> Result<Option<Expr>> {
        Ok(Some(match name {
            "expect" | "expect_with_probability" => self.expect(arguments, span)?,
            "constant_p" => {
                Self::count(arguments, 1, span)?;
                let value = self.value(&arguments[0])?;
                let is_string = matches!(&value.kind, ExprKind::AddressOf(place)
                    if matches!(place.kind, PlaceKind::String(_)));
                let constant = is_string || self.evaluate(&value).is_some();
                self.int_constant(i32::from(constant), self.common.int, span)
            }
            "types_compatible_p" => {
                Self::count(arguments, 2, span)?;
                let compatible = self.types_compatible(&arguments[0], &arguments[1])?;
                self.int_constant(i32::from(compatible), self.common.int, span)
            }
            "classify_type" => {
                Self::count(arguments, 1, span)?;
                let operand = self.value(&arguments[0])?;
                let class = self.type_class(operand.ty);
                self.int_constant(class, self.common.int, span)
            }
            "complex" => self.complex_of_parts(arguments, span)?,
            "convertvector" => self.convert_vector(arguments, span)?,
            "shuffle" => self.shuffle(arguments, span)?,
            "shufflevector" => self.shuffle_constant(arguments, span)?,
            "object_size" | "dynamic_object_size" => self.object_size(arguments, span)?,
            "huge_val" | "inf" => self.infinity(FloatType::Double, span),
            "huge_valf" | "inff" => self.infinity(FloatType::Float, span),
            "huge_vall" | "infl" => self.infinity(FloatType::LongDouble, span),
            "nan" => self.not_a_number(FloatType::Double, span),
            "nanf" => self.not_a_number(FloatType::Float, span),
            "nanl" => self.not_a_number(FloatType::LongDouble, span),
            "isgreater" => self.float_comparison(Comparison::Greater, arguments, span)?,
            "isgreaterequal" => self.float_comparison(Comparison::GreaterEqual, arguments, span)?,
            "isless" => self.float_comparison(Comparison::Less, arguments, span)?,
            "islessequal" => self.float_comparison(Comparison::LessEqual, arguments, span)?,
            "isnan" | "isinf" | "isinf_sign" | "isfinite" | "isnormal" | "signbit"
            | "isunordered" | "islessgreater" | "fpclassify" => {
                self.classification(name, arguments, span)?
            }
            "va_start" => {
                let list = self.va_list_argument(arguments, 0, span)?;
                self.void_builtin(BuiltinCall::VaStart(list), span)
            }
            "va_end" => {
                let list = self.va_list_argument(arguments, 0, span)?;
                self.void_builtin(BuiltinCall::VaEnd(list), span)
            }
            "va_copy" => {
                let to = self.va_list_argument(arguments, 0, span)?;
                let from = self.va_list_argument(arguments, 1, span)?;
                self.void_builtin(BuiltinCall::VaCopy(to, from), span)
            }
            "assume_aligned" if !arguments.is_empty() => {
                let pointer = self.value(&arguments[0])?;
                self.convert_assigned(pointer, self.common.void_pointer, "this builtin")?
            }
            _ => return self.overflow_builtin(name, arguments, span),
        }))
    }

    /// The result of `__builtin_classify_type`: gcc's numbers for types.
    fn type_class(&self, ty: Ty) -> i32 {
        match self.types.get(ty) {
            Type::Void => 0,
            Type::Pointer(_) => 5,
            Type::Float(_) => 8,
            Type::Record(id) if self.types.tuple_of(*id).is_some() => {
                match self.types.as_complex(ty) {
                    Some(_) => 9,
                    None => -1,
                }
            }
            Type::Record(id) if self.types.record(*id).is_union => 13,
            Type::Record(_) => 12,
            _ => 1,
        }
    }

    /// `__builtin_expect(x, c)` is `x`.
    fn expect(&mut self, arguments: Arguments<'_>, span: Span) -> Result<Expr> {
        if arguments.len() < 2 {
            return fail(span, "this builtin takes 2 arguments");
        }
        let value = self.value(&arguments[0])?;
        let value = self.convert_assigned(value, self.common.long, "this builtin")?;
        let expected = self.value(&arguments[1])?;
        if self.evaluate(&expected).is_some() {
            return Ok(value);
        }
        // Both are evaluated; the expectation comes first, and its value is ignored.
        let ty = value.ty;
        Ok(Expr { kind: ExprKind::Comma(Box::new(expected), Box::new(value)), ty, span })
    }

    fn choose_expr(&mut self, arguments: Arguments<'_>, span: Span) -> Result<Operand> {
        Self::count(arguments, 3, span)?;
        let chosen = self.constant_integer(&arguments[0], "what chooses an expression")?;
        self.operand(&arguments[if chosen.is_zero() { 2 } else { 1 }])
    }

    fn infinity(&mut self, float: FloatType, span: Span) -> Expr {
        let ty = self.types.intern(Type::Float(float));
        let value = term::Float::infinity(float.format(), false);
        Expr { kind: ExprKind::Float(value), ty, span }
    }

    fn not_a_number(&mut self, float: FloatType, span: Span) -> Expr {
        let ty = self.types.intern(Type::Float(float));
        Expr { kind: ExprKind::Float(term::Float::nan(float.format())), ty, span }
    }

    fn float_comparison(
        &mut self,
        op: Comparison,
        arguments: Arguments<'_>,
        span: Span,
    ) -> Result<Expr> {
        Self::count(arguments, 2, span)?;
        let (a, b) = (self.value(&arguments[0])?, self.value(&arguments[1])?);
        self.comparison(op, a, b, span)
    }

    /// Functions on any floating-point type. All floating-point arguments of a call have one type,
    /// and the function has no prototype.
    fn classification(&mut self, name: &str, arguments: Arguments<'_>, span: Span) -> Result<Expr> {
        let mut args = Vec::new();
        for argument in arguments {
            args.push(self.value(argument)?);
        }
        if name == "isunordered" || name == "islessgreater" {
            Self::count(arguments, 2, span)?;
            let ty = self.common_arithmetic(&args[0], &args[1]);
            let Some(ty) = ty.filter(|&ty| self.types.as_float(ty).is_some()) else {
                return fail(span, "this builtin needs floating-point numbers");
            };
            args = args.into_iter().map(|arg| self.convert(arg, ty, false)).collect();
        } else {
            let is_float = |arg: &Expr| self.types.as_float(arg.ty).is_some();
            if !args.last().is_some_and(is_float) {
                return fail(span, "this builtin needs a floating-point number");
            }
        }
        let function = FunctionType {
            result: self.common.int,
            params: Vec::new(),
            variadic: false,
            unprototyped: true,
        };
        let ty = self.types.intern(Type::Function(function));
        let id = self.link_function(&format!("__builtin_{name}"), ty, false, span)?;
        let callee_type = self.pointer_to(ty);
        let callee = Expr { kind: ExprKind::Function(id), ty: callee_type, span };
        let kind = ExprKind::Call { callee: Box::new(callee), args };
        Ok(Expr { kind, ty: self.common.int, span })
    }

    fn void_builtin(&self, builtin: BuiltinCall, span: Span) -> Expr {
        Expr { kind: ExprKind::Builtin(builtin), ty: self.common.void, span }
    }

    fn va_list_argument(
        &mut self,
        arguments: Arguments<'_>,
        index: usize,
        span: Span,
    ) -> Result<Place> {
        match arguments.get(index) {
            Some(argument) => self.va_list_place(argument),
            None => fail(span, "this builtin needs a `va_list`"),
        }
    }

    fn va_list_place(&mut self, expression: &Node<Expression>) -> Result<Place> {
        let span = self.span(expression.span);
        let place = match self.operand(expression)? {
            Operand::Place(place) => place,
            Operand::Value(value) => {
                let ty = value.ty;
                Place { kind: PlaceKind::Temporary(Box::new(value)), ty, span }
            }
            _ => return fail(span, "a `va_list` is needed"),
        };
        if !matches!(self.types.get(place.ty), Type::VaList) {
            let ty = self.types.show(place.ty);
            return fail(span, format!("a `va_list` is needed, not `{ty}`"));
        }
        Ok(place)
    }

    pub(super) fn va_arg(&mut self, argument: &VaArgExpression, span: Span) -> Result<Expr> {
        let list = self.va_list_place(&argument.va_list)?;
        let ty = self.type_name(&argument.type_name)?;
        self.require_complete(ty, "the type of the argument", span)?;
        Ok(Expr { kind: ExprKind::Builtin(BuiltinCall::VaArg(list)), ty, span })
    }

    /// `add_overflow_p` and so on: whether the result fits the type of the third argument.
    fn overflow_predicate(
        &mut self,
        op: ArithmeticOp,
        arguments: Arguments<'_>,
        span: Span,
    ) -> Result<Expr> {
        Self::count(arguments, 3, span)?;
        let (a, b) = (self.value(&arguments[0])?, self.value(&arguments[1])?);
        let like = self.value(&arguments[2])?;
        if ![&a, &b, &like].iter().all(|value| self.types.is_integer(value.ty)) {
            return fail(span, "this builtin needs three integers");
        }
        if let ExprKind::Load(place) = &like.kind
            && self.bit_field(place).is_some()
        {
            // The result must fit its bits.
            return fail(
                span,
                "a bit-field as the third argument of this builtin is not supported",
            );
        }
        let mut stmts = Vec::new();
        let ExprKind::Load(result) = self.kept(like, &mut stmts).kind else {
            return fail(span, "this builtin needs three integers");
        };
        let pointer = Box::new(self.address_of(result));
        let kind = ExprKind::Builtin(BuiltinCall::Overflow(op, Box::new(a), Box::new(b), pointer));
        let value = Expr { kind, ty: self.common.bool, span };
        stmts.push(Stmt { kind: StmtKind::Expr(value), span });
        let block = Stmt { kind: StmtKind::Block(stmts), span };
        let kind = ExprKind::StatementExpr(Box::new(block));
        Ok(Expr { kind, ty: self.common.bool, span })
    }

    /// `add_overflow`, `saddl_overflow`, `umulll_overflow` and so on.
    fn overflow_builtin(
        &mut self,
        name: &str,
        arguments: Arguments<'_>,
        span: Span,
    ) -> Result<Option<Expr>> {
        let predicate = match name {
            "add_overflow_p" => Some(ArithmeticOp::Add),
            "sub_overflow_p" => Some(ArithmeticOp::Subtract),
            "mul_overflow_p" => Some(ArithmeticOp::Multiply),
            _ => None,
        };
        if let Some(op) = predicate {
            return self.overflow_predicate(op, arguments, span).map(Some);
        }
        let Some(stem) = name.strip_suffix("_overflow") else { return Ok(None) };
        let op = match stem {
            "add" => Some((ArithmeticOp::Add, "")),
            "sub" => Some((ArithmeticOp::Subtract, "")),
            "mul" => Some((ArithmeticOp::Multiply, "")),
            _ => stem.get(1..).and_then(|rest| {
                let op = match rest.get(..3)? {
                    "add" => ArithmeticOp::Add,
                    "sub" => ArithmeticOp::Subtract,
                    "mul" => ArithmeticOp::Multiply,
                    _ => return None,
                };
                Some((op, &rest[3..]))
            }),
        };
        let Some((op, size)) = op else { return Ok(None) };
        Self::count(arguments, 3, span)?;
        let mut a = self.value(&arguments[0])?;
        let mut b = self.value(&arguments[1])?;
        if stem.len() > 3 {
            let keyword = match (stem.starts_with('s'), size) {
                (true, "") => 'i',
                (true, "l") => 'l',
                (true, "ll") => 'L',
                (false, "") => 'u',
                (false, "l") => 'k',
                (false, "ll") => 'U',
                _ => return Ok(None),
            };
            let Some(ty) = self.letter_type(keyword) else { return Ok(None) };
            a = self.convert_assigned(a, ty, "this builtin")?;
            b = self.convert_assigned(b, ty, "this builtin")?;
        }
        let pointer = self.value(&arguments[2])?;
        let target = self.types.pointee(pointer.ty);
        let integers = self.types.is_integer(a.ty) && self.types.is_integer(b.ty);
        if !integers || !target.is_some_and(|target| self.types.is_integer(target)) {
            return fail(span, "this builtin needs two integers and a pointer to an integer");
        }
        let builtin = BuiltinCall::Overflow(op, Box::new(a), Box::new(b), Box::new(pointer));
        Ok(Some(Expr { kind: ExprKind::Builtin(builtin), ty: self.common.bool, span }))
    }

    fn sync_builtin(
        &mut self,
        name: &str,
        arguments: Arguments<'_>,
        span: Span,
    ) -> Result<Option<Expr>> {
        let (op, new_value) = match name {
            "fetch_and_add" => (AtomicOp::Arithmetic(ArithmeticOp::Add), false),
            "fetch_and_sub" => (AtomicOp::Arithmetic(ArithmeticOp::Subtract), false),
            "fetch_and_or" => (AtomicOp::Arithmetic(ArithmeticOp::BitOr), false),
            "fetch_and_and" => (AtomicOp::Arithmetic(ArithmeticOp::BitAnd), false),
            "fetch_and_xor" => (AtomicOp::Arithmetic(ArithmeticOp::BitXor), false),
            "add_and_fetch" => (AtomicOp::Arithmetic(ArithmeticOp::Add), true),
            "sub_and_fetch" => (AtomicOp::Arithmetic(ArithmeticOp::Subtract), true),
            "or_and_fetch" => (AtomicOp::Arithmetic(ArithmeticOp::BitOr), true),
            "and_and_fetch" => (AtomicOp::Arithmetic(ArithmeticOp::BitAnd), true),
            "xor_and_fetch" => (AtomicOp::Arithmetic(ArithmeticOp::BitXor), true),
            "lock_test_and_set" => (AtomicOp::Exchange, false),
            "val_compare_and_swap" => (AtomicOp::CompareExchange, false),
            "bool_compare_and_swap" => (AtomicOp::CompareExchangeFlag, false),
            "lock_release" => {
                let Some(pointer) = arguments.first() else {
                    return fail(span, "this builtin needs a pointer");
                };
                return self.atomic_release(pointer, span).map(Some);
            }
            _ => return Ok(None),
        };
        let operands = match op {
            AtomicOp::CompareExchange | AtomicOp::CompareExchangeFlag => 2,
            _ => 1,
        };
        self.atomic(op, new_value, arguments, operands, span).map(Some)
    }

    fn atomic_builtin(
        &mut self,
        name: &str,
        arguments: Arguments<'_>,
        span: Span,
    ) -> Result<Option<Expr>> {
        let arithmetic = |name: &str| {
            Some(AtomicOp::Arithmetic(match name {
                "add" => ArithmeticOp::Add,
                "sub" => ArithmeticOp::Subtract,
                "or" => ArithmeticOp::BitOr,
                "and" => ArithmeticOp::BitAnd,
                "xor" => ArithmeticOp::BitXor,
                _ => return None,
            }))
        };
        if let Some(op) = name.strip_prefix("fetch_").and_then(arithmetic) {
            return self.atomic(op, false, arguments, 1, span).map(Some);
        }
        if let Some(op) = name.strip_suffix("_fetch").and_then(arithmetic) {
            return self.atomic(op, true, arguments, 1, span).map(Some);
        }
        if let Some(generic) = self.generic_atomic(name, arguments, span)? {
            return Ok(Some(generic));
        }
        Ok(Some(match name {
            "load_n" => self.atomic(AtomicOp::Load, false, arguments, 0, span)?,
            "exchange_n" => self.atomic(AtomicOp::Exchange, false, arguments, 1, span)?,
            "store_n" => {
                let store = self.atomic(AtomicOp::Exchange, false, arguments, 1, span)?;
                self.convert(store, self.common.void, false)
            }
            "thread_fence" | "signal_fence" => {
                let zero = self.int_constant(0, self.common.int, span);
                self.convert(zero, self.common.void, false)
            }
            _ => {
                let kind = ExprKind::Unsupported(format!("the builtin `__atomic_{name}`"));
                Expr { kind, ty: self.common.int, span }
            }
        }))
    }

    fn atomic(
        &mut self,
        op: AtomicOp,
        new_value: bool,
        arguments: Arguments<'_>,
        operands: usize,
        span: Span,
    ) -> Result<Expr> {
        if arguments.len() <= operands {
            return fail(span, "this builtin needs more arguments");
        }
        let pointer = self.value(&arguments[0])?;
        let target = self.types.pointee(pointer.ty).filter(|&ty| self.types.is_scalar(ty));
        let Some(target) = target else {
            return fail(span, "this builtin needs a pointer to a number or pointer");
        };
        let mut args = Vec::new();
        for argument in &arguments[1..=operands] {
            let value = self.value(argument)?;
            args.push(self.convert_assigned(value, target, "this builtin")?);
        }
        let flag = op == AtomicOp::CompareExchangeFlag;
        let ty = if flag { self.common.bool } else { target };
        let builtin = BuiltinCall::Atomic { op, pointer: Box::new(pointer), args, new_value };
        Ok(Expr { kind: ExprKind::Builtin(builtin), ty, span })
    }

    /// `__sync_lock_release(p)` stores zero.
    fn atomic_release(&mut self, pointer: &Node<Expression>, span: Span) -> Result<Expr> {
        let pointer = self.value(pointer)?;
        let Operand::Place(place) = self.deref(pointer, span)? else {
            return fail(span, "this builtin needs a pointer to a number");
        };
        let ty = place.ty;
        let zero = self.int_constant(0, self.common.int, span);
        let zero = self.convert_assigned(zero, ty, "this builtin")?;
        let store = Expr { kind: ExprKind::Assign(place, Box::new(zero)), ty, span };
        Ok(self.convert(store, self.common.void, false))
    }
}
