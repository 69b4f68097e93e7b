//! Texts of C expressions, with parentheses wherever there could be doubt.

use std::rc::Rc;

/// Longer texts are not written, since nobody would read them.
const MAX_LENGTH: usize = 2_000;

/// A C expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    text: Rc<str>,
    /// Whether it needs no parentheses anywhere.
    is_atom: bool,
}

impl Expr {
    /// A name, a number, or something in parentheses.
    pub fn atom(text: impl Into<Rc<str>>) -> Expr {
        Expr { text: text.into(), is_atom: true }
    }

    fn compound(text: String) -> Option<Expr> {
        (text.len() <= MAX_LENGTH).then(|| Expr { text: text.into(), is_atom: false })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text as an operand.
    fn operand(&self) -> String {
        if self.is_atom { self.text.to_string() } else { format!("({})", self.text) }
    }

    /// `a op b`
    pub fn binary(a: &Expr, op: &str, b: &Expr) -> Option<Expr> {
        Expr::compound(format!("{} {op} {}", a.operand(), b.operand()))
    }

    /// `op a`, also for casts.
    pub fn unary(op: &str, a: &Expr) -> Option<Expr> {
        Expr::compound(format!("{op}{}", a.operand()))
    }

    /// `c ? a : b`
    pub fn choice(c: &Expr, a: &Expr, b: &Expr) -> Option<Expr> {
        Expr::compound(format!("{} ? {} : {}", c.operand(), a.operand(), b.operand()))
    }
}

/// A C expression that is 0 or 1, and its negation if that has a form of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    expr: Expr,
    negation: Option<Expr>,
}

impl Truth {
    /// An expression that is 0 or 1.
    pub fn plain(expr: Expr) -> Truth {
        Truth { expr, negation: None }
    }

    /// 1 or 0.
    pub fn constant(value: bool) -> Truth {
        let number = |value: bool| Expr::atom(if value { "1" } else { "0" });
        Truth { expr: number(value), negation: Some(number(!value)) }
    }

    /// A comparison of integers by one of `== != < <= > >=`.
    pub fn comparison(a: &Expr, op: &str, b: &Expr) -> Option<Truth> {
        let opposite = match op {
            "==" => "!=",
            "!=" => "==",
            "<" => ">=",
            "<=" => ">",
            ">" => "<=",
            _ => "<",
        };
        let expr = Expr::binary(a, op, b)?;
        Some(Truth { expr, negation: Expr::binary(a, opposite, b) })
    }

    /// Several joined by `&&` or `||`.
    pub fn joined(truths: &[Truth], op: &str) -> Option<Truth> {
        let operands: Vec<String> = truths.iter().map(|truth| truth.expr.operand()).collect();
        Expr::compound(operands.join(&format!(" {op} "))).map(Truth::plain)
    }

    /// The expression.
    pub fn expr(&self) -> &Expr {
        &self.expr
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.expr.text()
    }

    /// The negation.
    pub fn negated(&self) -> Option<Truth> {
        let negation = match &self.negation {
            Some(negation) => negation.clone(),
            None => Expr::unary("!", &self.expr)?,
        };
        Some(Truth { expr: negation, negation: Some(self.expr.clone()) })
    }
}
