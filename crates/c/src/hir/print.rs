//! A compact text form of types, expressions and statements, close to C.
//!
//! Conversions that `sema` inserted are in square brackets, those of the user in parentheses; `a&`
//! is the decay of an array; constants have the suffix of their type.

use super::{
    ArrayLength, BuiltinCall, CompoundOp, Expr, ExprKind, FloatType, Initialiser, IntType, Place,
    PlaceKind, Stmt, StmtKind, Tuple, Ty, Type, Types, UnaryOp, Unit,
};
use std::fmt::{self, Display, Formatter};

/// A thing to display, with the context that names its ids.
pub struct Shown<'a, C, T>(&'a C, T);

impl Types {
    /// A type, written like C's type names but with derivations from left to right.
    pub fn show(&self, ty: Ty) -> Shown<'_, Types, Ty> {
        Shown(self, ty)
    }
}

impl Unit {
    /// An expression in the compact form.
    pub fn show_expr<'a>(&'a self, expr: &'a Expr) -> Shown<'a, Unit, &'a Expr> {
        Shown(self, expr)
    }

    /// A place in the compact form.
    pub fn show_place<'a>(&'a self, place: &'a Place) -> Shown<'a, Unit, &'a Place> {
        Shown(self, place)
    }

    /// A statement in the compact form, on one line.
    pub fn show_stmt<'a>(&'a self, stmt: &'a Stmt) -> Shown<'a, Unit, &'a Stmt> {
        Shown(self, stmt)
    }

    /// An initialiser in the compact form.
    pub fn show_init<'a>(&'a self, init: &'a Initialiser) -> Shown<'a, Unit, &'a Initialiser> {
        Shown(self, init)
    }
}

fn int_name(int: IntType) -> Option<&'static str> {
    Some(match (int.rank, int.signed) {
        _ if !matches!(int.bits, 8 | 16 | 32 | 64 | 128) => return None,
        (0, true) => "char",
        (1, true) => "schar",
        (1, false) => "uchar",
        (2, true) => "short",
        (2, false) => "ushort",
        (3, true) => "int",
        (3, false) => "uint",
        (4, true) => "long",
        (4, false) => "ulong",
        (5, true) => "llong",
        (5, false) => "ullong",
        (6, true) => "int128",
        (6, false) => "uint128",
        _ => return None,
    })
}

impl Display for Shown<'_, Types, Ty> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let types = self.0;
        match types.get(self.1) {
            Type::Void => f.write_str("void"),
            Type::Bool => f.write_str("_Bool"),
            Type::Int(int) => match int_name(*int) {
                Some(name) => f.write_str(name),
                None => write!(f, "{}int:{}", if int.signed { "" } else { "u" }, int.bits),
            },
            Type::Float(float) => f.write_str(match float {
                FloatType::Float => "float",
                FloatType::Double => "double",
                FloatType::LongDouble => "long double",
                FloatType::Quad => "__float128",
            }),
            Type::Pointer(target) => write!(f, "{}*", types.show(*target)),
            Type::Array(element, length) => {
                // The dimensions are printed in C's order, outermost first.
                let mut innermost = *element;
                let mut dimensions = vec![*length];
                while let Type::Array(element, length) = types.get(innermost) {
                    dimensions.push(*length);
                    innermost = *element;
                }
                write!(f, "{}", types.show(innermost))?;
                for length in dimensions {
                    match length {
                        ArrayLength::Fixed(n) => write!(f, "[{n}]")?,
                        ArrayLength::Unknown => f.write_str("[]")?,
                        ArrayLength::Variable(n) => write!(f, "[#{n}]")?,
                    }
                }
                Ok(())
            }
            Type::Record(id) if types.tuple_of(*id).is_some() => match types.tuple_of(*id) {
                Some(Tuple::Vector(element, lanes)) => {
                    write!(f, "{} __vector({lanes})", types.show(element))
                }
                Some(Tuple::Complex(element)) => write!(f, "_Complex {}", types.show(element)),
                None => Ok(()),
            },
            Type::Record(id) => {
                let record = types.record(*id);
                let kind = if record.is_union { "union" } else { "struct" };
                if record.name.is_empty() {
                    write!(f, "{kind} <{id}>")
                } else {
                    write!(f, "{kind} {}", record.name)
                }
            }
            Type::Function(function) => {
                write!(f, "{}(", types.show(function.result))?;
                for (i, param) in function.params.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { ", " }, types.show(*param))?;
                }
                match (function.unprototyped, function.variadic, function.params.is_empty()) {
                    (true, ..) => f.write_str(" ?)"),
                    (_, true, true) => f.write_str("...)"),
                    (_, true, false) => f.write_str(", ...)"),
                    _ => f.write_str(")"),
                }
            }
            Type::VaList => f.write_str("va_list"),
        }
    }
}

struct Separated<'a>(&'a Unit, &'a [Expr]);

impl Display for Separated<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, expr) in self.1.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, self.0.show_expr(expr))?;
        }
        Ok(())
    }
}

impl Display for Shown<'_, Unit, &Expr> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Shown(unit, expr) = self;
        let types = &unit.types;
        let show = |e| unit.show_expr(e);
        let place = |p| unit.show_place(p);
        match &expr.kind {
            ExprKind::Int(value) => match types.get(expr.ty) {
                Type::Int(int) if int.rank >= 3 && int_name(*int).is_some() => {
                    let unsigned = if int.signed { "" } else { "u" };
                    let size = ["", "l", "ll", "w"][usize::from(int.rank - 3).min(3)];
                    write!(f, "{value}{unsigned}{size}")
                }
                _ => write!(f, "{value}:{}", types.show(expr.ty)),
            },
            ExprKind::Float(value) => {
                write!(f, "{:?}", value.to_f64())?;
                f.write_str(match types.as_float(expr.ty) {
                    Some(FloatType::Float) => "f",
                    Some(FloatType::LongDouble) => "l",
                    Some(FloatType::Quad) => "q",
                    _ => "",
                })
            }
            ExprKind::Load(p) => write!(f, "{}", place(p)),
            ExprKind::AddressOf(p) => {
                let decay = matches!(types.get(p.ty), Type::Array(element, _)
                    if types.pointee(expr.ty).map(|target| types.plain(target))
                        == Some(types.plain(*element)));
                if decay { write!(f, "{}&", place(p)) } else { write!(f, "&{}", place(p)) }
            }
            ExprKind::VariableLength(n) => write!(f, "#{n}"),
            ExprKind::Function(id) => f.write_str(&unit.function(*id).name),
            ExprKind::Unary(UnaryOp::Negate, e) => write!(f, "-{}", show(e)),
            ExprKind::Unary(UnaryOp::Complement, e) => write!(f, "~{}", show(e)),
            ExprKind::Not(e) => write!(f, "!{}", show(e)),
            ExprKind::Arithmetic(op, a, b) => {
                write!(f, "({} {} {})", show(a), op.sign(), show(b))
            }
            ExprKind::Shift(op, a, b) => write!(f, "({} {} {})", show(a), op.sign(), show(b)),
            ExprKind::PointerAdd { pointer, index, subtract } => {
                let sign = if *subtract { "-" } else { "+" };
                write!(f, "({} {sign}p {})", show(pointer), show(index))
            }
            ExprKind::PointerDifference(a, b) => write!(f, "({} -pp {})", show(a), show(b)),
            ExprKind::Compare(op, a, b) => {
                write!(f, "({} {} {})", show(a), op.sign(), show(b))
            }
            ExprKind::And(a, b) => write!(f, "({} && {})", show(a), show(b)),
            ExprKind::Or(a, b) => write!(f, "({} || {})", show(a), show(b)),
            ExprKind::Conditional(c, a, b) => {
                write!(f, "({} ? {} : {})", show(c), show(a), show(b))
            }
            ExprKind::Elvis(a, b) => write!(f, "({} ?: {})", show(a), show(b)),
            ExprKind::Comma(a, b) => write!(f, "({}, {})", show(a), show(b)),
            ExprKind::Convert(e, true) => write!(f, "({}){}", types.show(expr.ty), show(e)),
            ExprKind::Convert(e, false) => write!(f, "[{}]{}", types.show(expr.ty), show(e)),
            ExprKind::Assign(p, e) => write!(f, "({} = {})", place(p), show(e)),
            ExprKind::CompoundAssign { place: p, op, value, computed_in } => {
                let op = match op {
                    CompoundOp::Arithmetic(op) => op.sign(),
                    CompoundOp::Shift(op) => op.sign(),
                    CompoundOp::Pointer(false) => "+p",
                    CompoundOp::Pointer(true) => "-p",
                };
                let computed = types.show(*computed_in);
                write!(f, "({} {op}=<{computed}> {})", place(p), show(value))
            }
            ExprKind::Step { place: p, increment, postfix, computed_in } => {
                let op = if *increment { "++" } else { "--" };
                let computed = types.show(*computed_in);
                if *postfix {
                    write!(f, "{}{op}<{computed}>", place(p))
                } else {
                    write!(f, "{op}<{computed}>{}", place(p))
                }
            }
            ExprKind::Let { bindings, body } => {
                f.write_str("let")?;
                for (i, (var, value)) in bindings.iter().enumerate() {
                    let name = &unit.var(*var).name;
                    write!(f, "{} {name} = {}", if i == 0 { "" } else { "," }, show(value))?;
                }
                write!(f, " in {}", show(body))
            }
            ExprKind::Call { callee, args } => {
                write!(f, "{}({})", show(callee), Separated(unit, args))
            }
            ExprKind::Builtin(builtin) => self.builtin(f, builtin),
            ExprKind::StatementExpr(stmt) => write!(f, "({})", unit.show_stmt(stmt)),
            ExprKind::Unsupported(what) => write!(f, "unsupported<{what}>"),
        }
    }
}

impl Shown<'_, Unit, &Expr> {
    fn builtin(&self, f: &mut Formatter<'_>, builtin: &BuiltinCall) -> fmt::Result {
        let Shown(unit, expr) = self;
        let (show, place) = (|e| unit.show_expr(e), |p| unit.show_place(p));
        match builtin {
            BuiltinCall::VaStart(list) => write!(f, "va_start({})", place(list)),
            BuiltinCall::VaArg(list) => {
                write!(f, "va_arg({}, {})", place(list), unit.types.show(expr.ty))
            }
            BuiltinCall::VaEnd(list) => write!(f, "va_end({})", place(list)),
            BuiltinCall::VaCopy(to, from) => write!(f, "va_copy({}, {})", place(to), place(from)),
            BuiltinCall::Overflow(op, a, b, p) => {
                write!(f, "overflow({} {} {}, {})", show(a), op.sign(), show(b), show(p))
            }
            BuiltinCall::Atomic { op, pointer, args, new_value } => {
                let which = if *new_value { "new" } else { "old" };
                let args = Separated(unit, args);
                write!(f, "atomic<{op:?}, {which}>({}; {args})", show(pointer))
            }
        }
    }
}

impl Display for Shown<'_, Unit, &Place> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Shown(unit, place) = self;
        match &place.kind {
            PlaceKind::Var(id) => f.write_str(&unit.var(*id).name),
            PlaceKind::String(bytes) => write!(f, "\"{}\"", bytes.escape_ascii()),
            PlaceKind::CompoundLiteral(id, init) => {
                write!(f, "({}){}", unit.types.show(unit.var(*id).ty), unit.show_init(init))
            }
            PlaceKind::Deref(pointer) => write!(f, "*{}", unit.show_expr(pointer)),
            PlaceKind::Index(array, index) => {
                write!(f, "{}[{}]", unit.show_place(array), unit.show_expr(index))
            }
            PlaceKind::Member(record, id, index) => {
                let members = unit.types.record(*id).members.as_deref().unwrap_or_default();
                let name = members.get(*index).map_or("?", |member| &member.name);
                write!(f, "{}.{name}", unit.show_place(record))
            }
            PlaceKind::Temporary(value) => write!(f, "temporary({})", unit.show_expr(value)),
        }
    }
}

impl Display for Shown<'_, Unit, &Initialiser> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, item) in self.1.items.iter().enumerate() {
            write!(f, "{}@{}", if i == 0 { "" } else { ", " }, item.offset)?;
            if let Some(bits) = item.bits {
                write!(f, ".{}:{}", bits.start, bits.width)?;
            }
            write!(f, " {}", self.0.show_expr(&item.value))?;
        }
        f.write_str("}")
    }
}

impl Display for Shown<'_, Unit, &Stmt> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Shown(unit, stmt) = self;
        let show = |s| unit.show_stmt(s);
        let expr = |e| unit.show_expr(e);
        match &stmt.kind {
            StmtKind::Empty => f.write_str(";"),
            StmtKind::Expr(e) => write!(f, "{};", expr(e)),
            StmtKind::Block(stmts) | StmtKind::Group(stmts) => {
                let braces = matches!(stmt.kind, StmtKind::Block(_));
                f.write_str(if braces { "{" } else { "" })?;
                for (i, s) in stmts.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 && !braces { "" } else { " " }, show(s))?;
                }
                f.write_str(if braces { " }" } else { "" })
            }
            StmtKind::Declare(var, init) => {
                let var = unit.var(*var);
                write!(f, "{} {}", unit.types.show(var.ty), var.name)?;
                match init {
                    Some(init) => write!(f, " = {};", unit.show_init(init)),
                    None => f.write_str(";"),
                }
            }
            StmtKind::EvaluateLength(n) => {
                write!(f, "#{n} = {};", expr(&unit.types.lengths[*n as usize]))
            }
            StmtKind::If(c, yes, None) => write!(f, "if ({}) {}", expr(c), show(yes)),
            StmtKind::If(c, yes, Some(no)) => {
                write!(f, "if ({}) {} else {}", expr(c), show(yes), show(no))
            }
            StmtKind::While(c, body) => write!(f, "while ({}) {}", expr(c), show(body)),
            StmtKind::DoWhile(body, c) => write!(f, "do {} while ({});", show(body), expr(c)),
            StmtKind::For(first, condition, step, body) => {
                write!(f, "for ({}", show(first))?;
                if let Some(condition) = condition {
                    write!(f, " {}", expr(condition))?;
                }
                f.write_str(";")?;
                if let Some(step) = step {
                    write!(f, " {}", expr(step))?;
                }
                write!(f, ") {}", show(body))
            }
            StmtKind::Switch(value, body) => write!(f, "switch ({}) {}", expr(value), show(body)),
            StmtKind::Case(range, body) if range.first == range.last => {
                write!(f, "case {}: {}", range.first, show(body))
            }
            StmtKind::Case(range, body) => {
                write!(f, "case {} ... {}: {}", range.first, range.last, show(body))
            }
            StmtKind::Default(body) => write!(f, "default: {}", show(body)),
            StmtKind::Label(label, body) => write!(f, "{label}: {}", show(body)),
            StmtKind::Goto(label) => write!(f, "goto {label};"),
            StmtKind::GotoAddress(address) => write!(f, "goto *{};", expr(address)),
            StmtKind::Break => f.write_str("break;"),
            StmtKind::Continue => f.write_str("continue;"),
            StmtKind::Return(None) => f.write_str("return;"),
            StmtKind::Return(Some(value)) => write!(f, "return {};", expr(value)),
            StmtKind::Unsupported(what) => write!(f, "unsupported<{what}>;"),
        }
    }
}
