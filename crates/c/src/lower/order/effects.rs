//! Effects of an evaluation that could reveal its order.

use crate::hir::{
    ArithmeticOp, BuiltinCall, Expr, ExprKind, FnId, Initialiser, Place, PlaceKind, ShiftOp, Stmt,
    StmtKind, Storage, UnaryOp, Unit, VarId,
};
use crate::lower::scalar::Scalar;
use rustc_hash::FxHashSet;

/// Objects that are accessed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Touched {
    /// Variables that are named.
    pub(super) variables: FxHashSet<VarId>,
    /// Whether memory is accessed through pointers.
    pub(super) memory: bool,
}

/// The effects of an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// What it reads.
    pub(crate) reads: Touched,
    /// What it writes.
    pub(crate) writes: Touched,
    /// It may end the program, or run forever in a loop without a condition.
    pub(crate) ends: bool,
    /// It has any other loop or recursion. C allows compilers to assume that loops with a condition
    /// end, so these can only hide errors, not checks of operations. Otherwise `fib(n - 1) + fib(n
    /// - 2)` would have several orders.
    pub(crate) loops: bool,
    /// It may reach an error or something that is not modelled, or it allocates memory that would
    /// leak if the program ended early.
    pub(crate) fails: bool,
    /// An operation may violate a property: an overflow, an invalid access.
    pub(crate) checks: bool,
    /// It calls a function. Other accesses are then ordered before or after it.
    pub(crate) calls: bool,
}

impl Touched {
    fn add(&mut self, other: &Touched) {
        self.variables.extend(&other.variables);
        self.memory |= other.memory;
    }

    fn touch(&mut self, root: Root) {
        match root {
            Root::Variable(var) => {
                self.variables.insert(var);
            }
            Root::Memory => self.memory = true,
            Root::Value => {}
        }
    }

    fn meets(&self, other: &Touched, unit: &Unit) -> bool {
        let escaped = |touched: &Touched| {
            touched.variables.iter().any(|&var| {
                let var = unit.var(var);
                var.address_taken || var.storage == Storage::Extern
            })
        };
        self.memory && (other.memory || escaped(other))
            || other.memory && escaped(self)
            || !self.variables.is_disjoint(&other.variables)
    }
}

impl Effects {
    /// The effects of arbitrary code.
    pub(crate) fn anything() -> Effects {
        let memory = Touched { memory: true, ..Touched::default() };
        Effects {
            reads: memory.clone(),
            writes: memory,
            ends: true,
            loops: true,
            fails: true,
            checks: true,
            calls: true,
        }
    }

    /// The effects of code that reads and writes memory.
    pub(crate) fn of_memory() -> Effects {
        Effects { ends: false, loops: false, ..Effects::anything() }
    }

    /// Adds the effects of another evaluation.
    pub(super) fn add(&mut self, other: &Effects) {
        self.reads.add(&other.reads);
        self.writes.add(&other.writes);
        self.ends |= other.ends;
        self.loops |= other.loops;
        self.fails |= other.fails;
        self.checks |= other.checks;
        self.calls |= other.calls;
    }

    /// The effects without those on variables that live no longer than a call.
    pub(super) fn seen_by_callers(mut self, unit: &Unit) -> Effects {
        let lasts =
            |var: &VarId| matches!(unit.var(*var).storage, Storage::Static | Storage::Extern);
        self.reads.variables.retain(lasts);
        self.writes.variables.retain(lasts);
        self
    }

    /// Whether the order of two evaluations may matter. It does not matter if neither calls a
    /// function: unsequenced accesses to one object are undefined, and everything else commutes.
    pub(super) fn conflict(&self, other: &Effects, unit: &Unit) -> bool {
        let stops = |one: &Effects, other: &Effects| {
            one.ends && (other.fails || other.checks) || one.loops && other.fails
        };
        (self.calls || other.calls)
            && (self.writes.meets(&other.writes, unit)
                || self.writes.meets(&other.reads, unit)
                || self.reads.meets(&other.writes, unit)
                || stops(self, other)
                || stops(other, self))
    }
}

/// A function that is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Called {
    /// By its name.
    Named(FnId),
    /// Through a pointer.
    Pointed,
}

/// Collects the effects of code; calls are recorded separately.
pub(super) struct Walk<'u> {
    unit: &'u Unit,
    pub(super) effects: Effects,
    pub(super) called: FxHashSet<Called>,
    /// Local variables that are declared in the code; nothing outside accesses them.
    declared: FxHashSet<VarId>,
}

impl<'u> Walk<'u> {
    pub(super) fn new(unit: &'u Unit) -> Walk<'u> {
        let (called, declared) = (FxHashSet::default(), FxHashSet::default());
        Walk { unit, effects: Effects::default(), called, declared }
    }

    /// The effects that others can observe, without those of called functions, and the functions
    /// that the code calls.
    pub(super) fn finish(mut self) -> (Effects, FxHashSet<Called>) {
        let lasts = |var: &VarId| !self.declared.contains(var);
        self.effects.reads.variables.retain(lasts);
        self.effects.writes.variables.retain(lasts);
        (self.effects, self.called)
    }

    /// Adds a statement and everything in it.
    pub(super) fn stmt(&mut self, stmt: &'u Stmt) {
        match &stmt.kind {
            StmtKind::Empty | StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Goto(_) => self.effects.loops = true,
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => self.expr(expr),
            StmtKind::Return(None) => {}
            StmtKind::GotoAddress(expr) => {
                self.effects.loops = true;
                self.expr(expr);
            }
            StmtKind::Block(stmts) | StmtKind::Group(stmts) => {
                stmts.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::Declare(var, init) => {
                if self.unit.var(*var).storage == Storage::Local {
                    self.declared.insert(*var);
                }
                init.iter().for_each(|init| self.initialiser(init));
            }
            StmtKind::EvaluateLength(number) => {
                if let Some(length) = self.unit.types.lengths.get(*number as usize) {
                    self.expr(length);
                }
            }
            StmtKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.stmt(then);
                otherwise.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.looping(Some(condition));
                self.expr(condition);
                self.stmt(body);
            }
            StmtKind::For(first, condition, step, body) => {
                self.looping(condition.as_ref());
                self.stmt(first);
                condition.iter().chain(step).for_each(|expr| self.expr(expr));
                self.stmt(body);
            }
            StmtKind::Switch(value, body) => {
                self.expr(value);
                self.stmt(body);
            }
            StmtKind::Case(_, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
                self.stmt(body);
            }
            StmtKind::Unsupported(_) => self.effects.add(&Effects::anything()),
        }
    }

    fn looping(&mut self, condition: Option<&Expr>) {
        match condition.map(|condition| &condition.kind) {
            Some(ExprKind::Int(value)) if *value == num_bigint::BigInt::ZERO => {}
            None | Some(ExprKind::Int(_)) => self.effects.ends = true,
            Some(_) => self.effects.loops = true,
        }
    }

    /// Adds an expression and everything in it.
    pub(super) fn expr(&mut self, expr: &'u Expr) {
        self.step(expr);
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::VariableLength(_)
            | ExprKind::Function(_)
            | ExprKind::Unsupported(_) => {}
            ExprKind::StatementExpr(stmt) => self.stmt(stmt),
            ExprKind::Load(place) | ExprKind::AddressOf(place) | ExprKind::Step { place, .. } => {
                self.place(place);
            }
            ExprKind::Unary(_, a) | ExprKind::Not(a) | ExprKind::Convert(a, _) => self.expr(a),
            ExprKind::Arithmetic(_, a, b)
            | ExprKind::Shift(_, a, b)
            | ExprKind::PointerAdd { pointer: a, index: b, .. }
            | ExprKind::PointerDifference(a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Elvis(a, b)
            | ExprKind::Comma(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Conditional(c, a, b) => [c, a, b].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Assign(place, value) | ExprKind::CompoundAssign { place, value, .. } => {
                self.place(place);
                self.expr(value);
            }
            // The step is the body.
            ExprKind::Let { bindings, .. } => {
                bindings.iter().for_each(|(_, value)| self.expr(value));
            }
            ExprKind::Call { callee, args } => {
                self.expr(callee);
                args.iter().for_each(|arg| self.expr(arg));
            }
            ExprKind::Builtin(builtin) => match builtin {
                BuiltinCall::VaStart(a) | BuiltinCall::VaArg(a) | BuiltinCall::VaEnd(a) => {
                    self.place(a);
                }
                BuiltinCall::VaCopy(a, b) => {
                    self.place(a);
                    self.place(b);
                }
                BuiltinCall::Overflow(_, a, b, c) => {
                    [a, b, c].into_iter().for_each(|e| self.expr(e));
                }
                BuiltinCall::Atomic { pointer, args, .. } => {
                    self.expr(pointer);
                    args.iter().for_each(|arg| self.expr(arg));
                }
            },
        }
    }

    fn place(&mut self, place: &'u Place) {
        match &place.kind {
            PlaceKind::Var(_) | PlaceKind::String(_) => {}
            PlaceKind::CompoundLiteral(_, init) => self.initialiser(init),
            PlaceKind::Deref(expr) | PlaceKind::Temporary(expr) => self.expr(expr),
            PlaceKind::Index(array, index) => {
                self.place(array);
                self.expr(index);
            }
            PlaceKind::Member(inner, ..) => self.place(inner),
        }
    }

    fn initialiser(&mut self, init: &'u Initialiser) {
        init.items.iter().for_each(|item| self.expr(&item.value));
    }

    /// Adds the effects of an expression itself, without those of its operands.
    pub(super) fn step(&mut self, expr: &'u Expr) {
        let unit = self.unit;
        let signed =
            || matches!(Scalar::of(&unit.types, expr.ty), Some(Scalar::Int { signed: true, .. }));
        let effects = &mut self.effects;
        match &expr.kind {
            ExprKind::Load(place) => effects.access(place, true, false),
            ExprKind::Assign(place, _) => effects.access(place, false, true),
            ExprKind::CompoundAssign { place, .. } | ExprKind::Step { place, .. } => {
                effects.checks = true;
                effects.access(place, true, true);
            }
            ExprKind::Unary(UnaryOp::Negate, _) => effects.checks |= signed(),
            ExprKind::Shift(ShiftOp::Left | ShiftOp::Right, ..) => effects.checks = true,
            ExprKind::Arithmetic(op, ..) => {
                effects.checks |= match op {
                    ArithmeticOp::Divide | ArithmeticOp::Remainder => {
                        !matches!(Scalar::of(&unit.types, expr.ty), Some(Scalar::Float(_)))
                    }
                    ArithmeticOp::Add | ArithmeticOp::Subtract | ArithmeticOp::Multiply => signed(),
                    ArithmeticOp::BitAnd | ArithmeticOp::BitOr | ArithmeticOp::BitXor => false,
                };
            }
            ExprKind::Call { callee, .. } => {
                effects.calls = true;
                self.called.insert(match &callee.kind {
                    ExprKind::Function(id) => Called::Named(*id),
                    _ => Called::Pointed,
                });
            }
            ExprKind::Builtin(builtin) => match builtin {
                BuiltinCall::VaStart(list) | BuiltinCall::VaEnd(list) => {
                    effects.access(list, false, true);
                }
                BuiltinCall::VaArg(list) => {
                    effects.access(list, true, true);
                    effects.reads.memory = true;
                }
                BuiltinCall::VaCopy(to, from) => {
                    effects.access(to, false, true);
                    effects.access(from, true, false);
                }
                BuiltinCall::Overflow(.., pointer) => {
                    effects.checks = true;
                    effects.writes.touch(pointed(pointer));
                }
                // The compiler treats them as function calls.
                BuiltinCall::Atomic { .. } => effects.add(&Effects::of_memory()),
            },
            ExprKind::Unsupported(_) => effects.add(&Effects::anything()),
            ExprKind::Let { bindings, body } => {
                self.declared.extend(bindings.iter().map(|(var, _)| *var));
                self.expr(body);
            }
            _ => {}
        }
    }
}

impl Effects {
    fn access(&mut self, place: &Place, reads: bool, writes: bool) {
        self.checks |= may_be_invalid(place);
        for (touched, wanted) in [(&mut self.reads, reads), (&mut self.writes, writes)] {
            if wanted {
                touched.touch(root(place));
            }
        }
    }
}

/// The object that a place is part of.
#[derive(Clone, Copy)]
enum Root {
    Variable(VarId),
    /// What a pointer points to.
    Memory,
    /// A value that nothing else can access: a literal, a result.
    Value,
}

fn root(place: &Place) -> Root {
    match &place.kind {
        PlaceKind::Var(var) => Root::Variable(*var),
        PlaceKind::String(_) | PlaceKind::CompoundLiteral(..) | PlaceKind::Temporary(_) => {
            Root::Value
        }
        PlaceKind::Index(inner, _) | PlaceKind::Member(inner, ..) => root(inner),
        PlaceKind::Deref(pointer) => pointed(pointer),
    }
}

fn pointed(pointer: &Expr) -> Root {
    match &pointer.kind {
        ExprKind::AddressOf(place) => root(place),
        ExprKind::PointerAdd { pointer, .. } | ExprKind::Convert(pointer, _) => pointed(pointer),
        _ => Root::Memory,
    }
}

/// Whether accessing a place is checked.
fn may_be_invalid(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Deref(_) => true,
        PlaceKind::Index(inner, index) => {
            !matches!(index.kind, ExprKind::Int(_)) || may_be_invalid(inner)
        }
        PlaceKind::Member(inner, ..) => may_be_invalid(inner),
        _ => false,
    }
}
