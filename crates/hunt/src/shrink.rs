//! Shrinks failing programs.

use crate::ast::{Expr, Item, Program, Stmt};
use crate::campaign::Case;
use crate::oracle::{OracleError, Watch, observe};
use std::path::Path;

/// How many smaller programs are tried.
const ATTEMPTS: usize = 400;

/// Removes parts of a program as long as it still fails. All runs of each program are observed
/// again, so the expected answer is always known.
pub fn shrink(
    case: &Case,
    folder: &Path,
    mut still_fails: impl FnMut(&Case) -> Result<bool, OracleError>,
) -> Result<Case, OracleError> {
    let mut best = case.clone();
    let mut attempts = 0;
    loop {
        let mut progress = false;
        let mut at = 0;
        while let Some(program) = without(&best.program, at) {
            attempts += 1;
            if attempts > ATTEMPTS {
                return Ok(best);
            }
            let smaller = known(&Case { program, ..best.clone() }, folder)?;
            match smaller {
                Some(smaller) if still_fails(&smaller)? => {
                    best = smaller;
                    progress = true;
                }
                _ => at += 1,
            }
        }
        if !progress {
            return Ok(best);
        }
    }
}

/// The case with its answer, if the program is valid and the oracle knows the answer.
fn known(case: &Case, folder: &Path) -> Result<Option<Case>, OracleError> {
    match observe(&[&case.program], Watch::for_risk(case.risk), folder) {
        Ok(observed) => {
            let holds = observed.first().and_then(|seen| case.question.answer(seen));
            Ok(holds.map(|holds| Case { holds, ..case.clone() }))
        }
        Err(OracleError::Io(error)) => Err(OracleError::Io(error)),
        Err(_) => Ok(None),
    }
}

/// The program without the part of this number; `None` if there is no such part.
fn without(program: &Program, number: usize) -> Option<Program> {
    let mut smaller = program.clone();
    let mut cutter = Cutter { left: number };
    for file in &mut smaller.files {
        let mut at = 0;
        while at < file.len() {
            let is_main = matches!(&file[at], Item::Function(f) if f.name == "main");
            if !is_main && cutter.here() {
                file.remove(at);
                return Some(smaller);
            }
            if let Item::Function(function) = &mut file[at]
                && let Some(body) = &mut function.body
                && cutter.statements(body)
            {
                return Some(smaller);
            }
            at += 1;
        }
    }
    None
}

/// Whether the meaning of the program depends on a statement: it restricts inputs, gives a function
/// its result, or initialises new memory.
fn is_needed(body: &[Stmt], at: usize) -> bool {
    let mentions = |statement: &Stmt, what: &str| format!("{statement:?}").contains(what);
    let restricts = match &body[at] {
        Stmt::Assume(_) | Stmt::Return(_) => true,
        Stmt::If(_, then, _) => matches!(then[..], [Stmt::Return(_)]),
        Stmt::Declare(_) => mentions(&body[at], "Input("),
        _ => false,
    };
    let fills = at > 0 && mentions(&body[at - 1], "alloc\")");
    restricts || fills
}

/// Counts parts down to the one to remove.
struct Cutter {
    left: usize,
}

impl Cutter {
    /// Whether this is the part.
    fn here(&mut self) -> bool {
        if self.left == 0 {
            return true;
        }
        self.left -= 1;
        false
    }

    /// Removes the part if it is among these statements; returns whether it was.
    fn statements(&mut self, body: &mut Vec<Stmt>) -> bool {
        let mut at = 0;
        while at < body.len() {
            if is_needed(body, at) {
                at += 1;
                continue;
            }
            if self.here() {
                body.remove(at);
                return true;
            }
            let inner: Option<Vec<Stmt>> = match &body[at] {
                Stmt::Block(inner) | Stmt::While(_, inner) | Stmt::DoWhile(inner, _) => {
                    Some(inner.clone())
                }
                Stmt::If(_, then, otherwise) => {
                    Some(then.iter().chain(otherwise).cloned().collect())
                }
                _ => None,
            };
            if let Some(inner) = inner
                && self.here()
            {
                body.splice(at..=at, inner);
                return true;
            }
            if self.statement(&mut body[at]) {
                return true;
            }
            at += 1;
        }
        false
    }

    fn statement(&mut self, statement: &mut Stmt) -> bool {
        match statement {
            Stmt::If(condition, then, otherwise) => {
                self.expr(condition) || self.statements(then) || self.statements(otherwise)
            }
            Stmt::While(condition, body) | Stmt::DoWhile(body, condition) => {
                self.expr(condition) || self.statements(body)
            }
            Stmt::For(_, condition, _, body) => self.expr(condition) || self.statements(body),
            Stmt::Block(body) => self.statements(body),
            Stmt::Switch(value, arms) => {
                self.expr(value) || arms.iter_mut().any(|arm| self.statements(&mut arm.body))
            }
            Stmt::Expr(expr) | Stmt::Return(Some(expr)) | Stmt::Check(_, expr) => self.expr(expr),
            Stmt::Declare(declaration) => match &mut declaration.init {
                Some(crate::ast::Initialiser::Value(value)) => self.expr(value),
                _ => false,
            },
            _ => false,
        }
    }

    /// Replaces an operation by an operand if this is the part; returns whether it did.
    fn expr(&mut self, expr: &mut Expr) -> bool {
        let mut operands: Vec<Expr> = Vec::new();
        match expr {
            Expr::Binary(_, a, b) | Expr::Comma(a, b) => {
                operands.extend([(**a).clone(), (**b).clone()]);
            }
            Expr::Conditional(_, a, b) => operands.extend([(**a).clone(), (**b).clone()]),
            Expr::Unary(op, a)
                if !matches!(op, crate::ast::UnaryOp::Deref | crate::ast::UnaryOp::AddressOf) =>
            {
                operands.push((**a).clone());
            }
            Expr::Cast(_, a) => operands.push((**a).clone()),
            _ => {}
        }
        for operand in operands {
            if self.here() {
                *expr = operand;
                return true;
            }
        }
        match expr {
            Expr::Binary(_, a, b) | Expr::Comma(a, b) | Expr::Assign(_, a, b) => {
                self.expr(a) || self.expr(b)
            }
            Expr::Conditional(a, b, c) => self.expr(a) || self.expr(b) || self.expr(c),
            Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::Member(a, _) => self.expr(a),
            Expr::Index(a, _) => self.expr(a),
            // Library functions may need exactly these arguments.
            Expr::Call(function, args) if is_of_program(function) => {
                args.iter_mut().any(|arg| self.expr(arg))
            }
            _ => false,
        }
    }
}

/// Whether a function belongs to the program: such names end in a number.
fn is_of_program(function: &Expr) -> bool {
    matches!(function, Expr::Name(name) if name.ends_with(|last: char| last.is_ascii_digit()))
}
