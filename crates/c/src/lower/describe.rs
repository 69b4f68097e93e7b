//! Prints expressions as C text, for messages.

use crate::hir::{CompoundOp, Expr, ExprKind, Place, PlaceKind, UnaryOp, Unit};
use std::fmt::Write;

/// Longer texts are cut off.
const LIMIT: usize = 60;

/// An expression as a person would write it, shortened if it is long.
pub(super) fn describe(hir: &Unit, expr: &Expr) -> String {
    let mut printer = Printer { hir, text: String::new() };
    printer.expr(expr);
    printer.finish()
}

/// The same for an lvalue.
pub(super) fn describe_place(hir: &Unit, place: &Place) -> String {
    let mut printer = Printer { hir, text: String::new() };
    printer.place(place);
    printer.finish()
}

struct Printer<'a> {
    hir: &'a Unit,
    text: String,
}

impl Printer<'_> {
    fn finish(self) -> String {
        match self.text.char_indices().nth(LIMIT) {
            Some((end, _)) => format!("{}...", &self.text[..end]),
            None => self.text,
        }
    }

    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn binary(&mut self, a: &Expr, op: &str, b: &Expr) {
        self.operand(a);
        self.put(" ");
        self.put(op);
        self.put(" ");
        self.operand(b);
    }

    /// An expression inside another one, in parentheses if it needs them.
    fn operand(&mut self, expr: &Expr) {
        let compound = matches!(
            strip(expr).kind,
            ExprKind::Arithmetic(..)
                | ExprKind::Shift(..)
                | ExprKind::PointerAdd { .. }
                | ExprKind::PointerDifference(..)
                | ExprKind::Compare(..)
                | ExprKind::And(..)
                | ExprKind::Or(..)
                | ExprKind::Conditional(..)
                | ExprKind::Elvis(..)
                | ExprKind::Comma(..)
                | ExprKind::Assign(..)
                | ExprKind::CompoundAssign { .. }
        );
        if compound {
            self.put("(");
        }
        self.expr(expr);
        if compound {
            self.put(")");
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if self.text.len() > LIMIT {
            return;
        }
        match &strip(expr).kind {
            ExprKind::Int(value) => {
                let _ = write!(self.text, "{value}");
            }
            ExprKind::Float(value) => {
                let _ = write!(self.text, "{}", value.to_f64());
            }
            ExprKind::Load(place) => self.place(place),
            ExprKind::AddressOf(place) => {
                if !matches!(place.kind, PlaceKind::String(_))
                    && !matches!(
                        self.hir.types.get(place.ty),
                        crate::hir::Type::Array(..) | crate::hir::Type::Function(_)
                    )
                {
                    self.put("&");
                }
                self.place(place);
            }
            ExprKind::VariableLength(_) => self.put("length"),
            ExprKind::Function(id) => {
                let name = self.hir.function(*id).name.clone();
                self.put(&name);
            }
            ExprKind::Unary(op, a) => {
                self.put(match op {
                    UnaryOp::Negate => "-",
                    UnaryOp::Complement => "~",
                });
                self.operand(a);
            }
            ExprKind::Not(a) => {
                self.put("!");
                self.operand(a);
            }
            ExprKind::Arithmetic(op, a, b) => self.binary(a, op.sign(), b),
            ExprKind::Shift(op, a, b) => self.binary(a, op.sign(), b),
            ExprKind::PointerAdd { pointer, index, subtract } => {
                self.binary(pointer, if *subtract { "-" } else { "+" }, index);
            }
            ExprKind::PointerDifference(a, b) => self.binary(a, "-", b),
            ExprKind::Compare(op, a, b) => self.binary(a, op.sign(), b),
            ExprKind::And(a, b) => self.binary(a, "&&", b),
            ExprKind::Or(a, b) => self.binary(a, "||", b),
            ExprKind::Conditional(c, a, b) => {
                self.operand(c);
                self.put(" ? ");
                self.operand(a);
                self.put(" : ");
                self.operand(b);
            }
            ExprKind::Elvis(a, b) => self.binary(a, "?:", b),
            ExprKind::Comma(a, b) => {
                self.expr(a);
                self.put(", ");
                self.expr(b);
            }
            ExprKind::Assign(place, value) => {
                self.place(place);
                self.put(" = ");
                self.expr(value);
            }
            ExprKind::CompoundAssign { place, op, value, .. } => {
                self.place(place);
                let sign = match op {
                    CompoundOp::Arithmetic(op) => op.sign(),
                    CompoundOp::Shift(op) => op.sign(),
                    CompoundOp::Pointer(false) => "+",
                    CompoundOp::Pointer(true) => "-",
                };
                let _ = write!(self.text, " {sign}= ");
                self.expr(value);
            }
            ExprKind::Step { place, increment, postfix, .. } => {
                let sign = if *increment { "++" } else { "--" };
                if !postfix {
                    self.put(sign);
                }
                self.place(place);
                if *postfix {
                    self.put(sign);
                }
            }
            // The operator is in the body, on one of the parts of each operand.
            ExprKind::Let { body, .. } => self.expr(body),
            ExprKind::Call { callee, args } => {
                self.operand(callee);
                self.put("(");
                for (i, arg) in args.iter().enumerate() {
                    if i > 0 {
                        self.put(", ");
                    }
                    self.expr(arg);
                }
                self.put(")");
            }
            ExprKind::Builtin(_) => self.put("builtin"),
            ExprKind::StatementExpr(_) => self.put("({ ... })"),
            // Conversions were stripped; unsupported expressions have no text.
            ExprKind::Convert(..) | ExprKind::Unsupported(_) => self.put("..."),
        }
    }

    fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Var(var) => {
                let name = self.hir.var(*var).name.clone();
                self.put(&name);
            }
            PlaceKind::String(bytes) => {
                let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
                let _ = write!(self.text, "{:?}", String::from_utf8_lossy(text));
            }
            PlaceKind::CompoundLiteral(..) => self.put("{ ... }"),
            // A cast in between changes the type of the elements.
            PlaceKind::Deref(pointer) => match &pointer.kind {
                ExprKind::PointerAdd { pointer, index, subtract: false } => {
                    self.operand(pointer);
                    self.put("[");
                    self.expr(index);
                    self.put("]");
                }
                _ => {
                    self.put("*");
                    self.operand(pointer);
                }
            },
            PlaceKind::Index(array, index) => {
                self.place(array);
                self.put("[");
                self.expr(index);
                self.put("]");
            }
            PlaceKind::Member(inner, record, member)
                if self.hir.types.tuple_of(*record).is_some() =>
            {
                if self.hir.types.as_complex(inner.ty).is_some() {
                    self.put(if *member == 0 { "__real__ " } else { "__imag__ " });
                }
                self.place(inner);
            }
            PlaceKind::Member(inner, record, member) => {
                match &inner.kind {
                    PlaceKind::Deref(pointer)
                        if !matches!(strip(pointer).kind, ExprKind::PointerAdd { .. }) =>
                    {
                        self.operand(pointer);
                        self.put("->");
                    }
                    _ => {
                        self.place(inner);
                        self.put(".");
                    }
                }
                let members = self.hir.types.record(*record).members.as_deref();
                let name = members.and_then(|members| members.get(*member));
                let name = name.map_or("?", |member| member.name.as_str()).to_owned();
                self.put(&name);
            }
            PlaceKind::Temporary(expr) => self.operand(expr),
        }
    }
}

/// The expression without surrounding conversions.
fn strip(mut expr: &Expr) -> &Expr {
    while let ExprKind::Convert(inner, _) = &expr.kind {
        expr = inner;
    }
    expr
}
