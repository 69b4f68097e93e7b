//! What a function does with numbers and pointers that come from its callers.
//!
//! The types of parameters do not say everything that callers guarantee. The code says more: a `void *` that
//! is converted to `struct state *` leads to such a structure, and a number that is added to a
//! pointer is no larger than the memory there. Everything is collected without regard to the order of
//! statements, from the function and all functions that it may call.

use crate::hir::{
    ArithmeticOp, CompoundOp, Expr, ExprKind, FnId, Initialiser, Place, PlaceKind, RecordId,
    ShiftOp, Stmt, StmtKind, Ty, Type, Unit, VarId, any,
};
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions of the library that write to what their first argument leads to.
const WRITERS: [&str; 11] = [
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "memcpy",
    "memmove",
    "memset",
];

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Origin {
    /// A variable.
    Var(VarId),
    /// A member of a record, by its position.
    Member(RecordId, usize),
}

/// What is done with values.
#[derive(Default)]
pub(super) struct Uses {
    /// The records that pointers without a type are converted to.
    casts: FxHashMap<Origin, Ty>,
    /// Numbers that are added to pointers, with the pointers.
    offsets: Vec<(Origin, Origin)>,
    /// Members that are indices of arrays, with the least number of elements.
    indices: FxHashMap<Origin, u64>,
    /// The constants that values are compared with.
    compared: FxHashMap<Origin, Vec<BigInt>>,
    /// Pointers that are computed with, or passed to functions that nothing is known about.
    indexed: FxHashSet<Origin>,
    /// Pointers to memory that is written.
    written: FxHashSet<Origin>,
    /// Numbers that are counted up or down.
    counters: FxHashSet<Origin>,
    /// Values that become other ones, or are compared with them.
    flows: Vec<(Origin, Origin)>,
}

impl Uses {
    /// What a function and all those that it may call do.
    pub fn of(unit: &Unit, function: FnId) -> Uses {
        let mut uses = Uses::default();
        let mut seen = FxHashSet::from_iter([function]);
        let mut open = vec![function];
        while let Some(id) = open.pop() {
            let Some(body) = &unit.function(unit.aliased_function(id)).body else { continue };
            let mut collector = Collector { unit, uses: &mut uses, called: Vec::new() };
            collector.stmt(body);
            let called = collector.called;
            open.extend(called.into_iter().filter(|&callee| seen.insert(callee)));
        }
        uses
    }

    /// The record that a pointer without a type leads to.
    pub fn cast(&self, pointer: Origin) -> Option<Ty> {
        self.reached(pointer).into_iter().find_map(|origin| self.casts.get(&origin).copied())
    }

    /// Whether a number is added to one of the pointers, itself or as another variable.
    pub fn is_offset(&self, number: Origin, is_unknown: impl Fn(Origin) -> bool) -> bool {
        let reached = self.reached(number);
        self.offsets.iter().any(|(offset, pointer)| {
            reached.contains(offset) && self.reached(*pointer).into_iter().any(&is_unknown)
        })
    }

    /// The largest value of a member that is the index of an array, if the code relies on it. If it is compared
    /// with the number of elements, it may have that value, too.
    pub fn index(&self, member: Origin) -> Option<u64> {
        let &elements = self.indices.get(&member)?;
        match self.compared.get(&member) {
            None => elements.checked_sub(1),
            Some(constants) if constants.contains(&BigInt::from(elements)) => Some(elements),
            Some(_) => None,
        }
    }

    /// Whether a number counts something.
    pub fn is_counter(&self, number: Origin) -> bool {
        self.counters.contains(&number)
    }

    /// Whether memory that a pointer leads to is written.
    pub fn is_written(&self, pointer: Origin) -> bool {
        self.reached(pointer).iter().any(|origin| self.written.contains(origin))
    }

    /// Whether a pointer seems to lead to an array.
    pub fn is_indexed(&self, pointer: Origin) -> bool {
        self.reached(pointer).iter().any(|origin| self.indexed.contains(origin))
    }

    /// All that a value becomes or is compared with.
    fn reached(&self, origin: Origin) -> FxHashSet<Origin> {
        let mut reached = FxHashSet::from_iter([origin]);
        let mut open = vec![origin];
        while let Some(at) = open.pop() {
            for &(a, b) in &self.flows {
                let next = if a == at { b } else { a };
                if (a == at || b == at) && reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached
    }
}

/// Goes through the body of a function.
struct Collector<'a> {
    unit: &'a Unit,
    uses: &'a mut Uses,
    called: Vec<FnId>,
}

impl Collector<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::EvaluateLength(_)
            | StmtKind::Unsupported(_)
            | StmtKind::Return(None) => {}
            StmtKind::Expr(expr) | StmtKind::GotoAddress(expr) | StmtKind::Return(Some(expr)) => {
                self.expr(expr);
            }
            StmtKind::Block(stmts) | StmtKind::Group(stmts) => {
                stmts.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::Declare(var, init) => {
                if let Some(init) = init {
                    self.initialiser(*var, init);
                }
            }
            StmtKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.stmt(then);
                otherwise.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.expr(condition);
                self.stmt(body);
            }
            StmtKind::For(first, condition, step, body) => {
                self.stmt(first);
                condition.iter().chain(step).for_each(|expr| self.expr(expr));
                self.stmt(body);
            }
            StmtKind::Switch(expr, body) => {
                self.expr(expr);
                self.stmt(body);
            }
            StmtKind::Case(_, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
                self.stmt(body);
            }
        }
    }

    fn initialiser(&mut self, var: VarId, init: &Initialiser) {
        for item in &init.items {
            self.expr(&item.value);
            if self.unit.types.is_scalar(self.unit.var(var).ty) {
                self.flow(Origin::Var(var), &item.value);
            }
        }
    }

    /// Takes note of an expression and of all its parts.
    fn expr(&mut self, expr: &Expr) {
        any(expr, &mut |part| {
            self.part(part);
            false
        });
    }

    fn part(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Function(id) => self.called.push(*id),
            ExprKind::Load(place) | ExprKind::AddressOf(place) => self.place(place),
            ExprKind::PointerAdd { pointer, index, .. } => self.offset(pointer, index),
            ExprKind::Compare(_, a, b) => {
                self.compare(a, b);
                self.compare(b, a);
            }
            ExprKind::Convert(value, _) => self.convert(expr.ty, value),
            ExprKind::Assign(place, value) => {
                self.place(place);
                self.write(place);
                if let Some(origin) = origin_of(place) {
                    self.flow(origin, value);
                }
            }
            ExprKind::CompoundAssign { place, value, op, .. } => {
                self.place(place);
                self.write(place);
                if let (CompoundOp::Pointer(_), Some(pointer)) = (op, origin_of(place)) {
                    self.uses.indexed.insert(pointer);
                    let offsets = origins(value);
                    self.uses.offsets.extend(offsets.into_iter().map(|from| (from, pointer)));
                }
                if let Some(origin) = origin_of(place) {
                    self.uses.counters.insert(origin);
                }
            }
            ExprKind::Step { place, .. } => {
                self.place(place);
                self.write(place);
                self.uses.indexed.extend(origin_of(place));
                self.uses.counters.extend(origin_of(place));
            }
            ExprKind::Arithmetic(ArithmeticOp::Add | ArithmeticOp::Subtract, a, b) => {
                for (number, other) in [(a, b), (b, a)] {
                    if let (Some(origin), ExprKind::Int(_)) = (direct(number), &other.kind) {
                        self.uses.counters.insert(origin);
                    }
                }
            }
            ExprKind::Call { callee, args } => self.call(callee, args),
            _ => {}
        }
    }

    fn call(&mut self, callee: &Expr, args: &[Expr]) {
        let mut called = None;
        any(callee, &mut |part| {
            if let ExprKind::Function(id) = part.kind {
                called = Some(id);
            }
            false
        });
        let function = called.map(|id| self.unit.function(self.unit.aliased_function(id)));
        let Some(function) = function.filter(|function| function.body.is_some()) else {
            self.uses.indexed.extend(args.iter().filter_map(direct));
            if function.is_some_and(|function| WRITERS.contains(&function.name.as_str())) {
                self.uses.written.extend(args.first().and_then(direct));
            }
            return;
        };
        let params = function.params.clone();
        for (param, arg) in params.into_iter().zip(args) {
            self.flow(Origin::Var(param), arg);
        }
    }

    fn flow(&mut self, to: Origin, value: &Expr) {
        self.uses.flows.extend(origins(value).into_iter().map(|from| (from, to)));
    }

    fn compare(&mut self, a: &Expr, b: &Expr) {
        if let (Some(origin), ExprKind::Int(constant)) = (direct(a), &without_conversions(b).kind) {
            self.uses.compared.entry(origin).or_default().push(constant.clone());
        }
        let (left, right) = (origins(a), origins(b));
        let pairs = left.iter().flat_map(|&x| right.iter().map(move |&y| (x, y)));
        self.uses.flows.extend(pairs);
    }

    /// A place that is written, if a pointer leads there.
    fn write(&mut self, place: &Place) {
        if let PlaceKind::Deref(pointer) = &place.kind {
            self.uses.written.extend(origins(pointer));
        }
    }

    /// The index of an array that is a place.
    fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Index(array, index) => {
                if let Some(count) = self.elements(array.ty)
                    && let Some(member @ Origin::Member(..)) = direct(index)
                {
                    let least = self.uses.indices.entry(member).or_insert(count);
                    *least = (*least).min(count);
                }
                self.place(array);
            }
            PlaceKind::Member(inner, ..) => self.place(inner),
            _ => {}
        }
    }

    fn elements(&self, ty: Ty) -> Option<u64> {
        match self.unit.types.get(ty) {
            Type::Array(_, crate::hir::ArrayLength::Fixed(count)) => Some(*count),
            _ => None,
        }
    }

    fn offset(&mut self, pointer: &Expr, index: &Expr) {
        let bare = without_conversions(pointer);
        if let ExprKind::AddressOf(array) = &bare.kind
            && let Some(bytes) = self.unit.types.size_of(array.ty)
            && self.elements(array.ty).is_some()
            && let Some(target) = self.unit.types.pointee(pointer.ty)
            && let Some(element) = self.unit.types.size_of(target)
            && let Some(member @ Origin::Member(..)) = direct(index)
        {
            let count = bytes / element.max(1);
            let least = self.uses.indices.entry(member).or_insert(count);
            *least = (*least).min(count);
        }
        let offsets = origins(index);
        self.uses.indexed.extend(direct(pointer));
        for pointer in origins(pointer) {
            self.uses.offsets.extend(offsets.iter().map(|&offset| (offset, pointer)));
        }
    }

    /// A conversion from a pointer without a type.
    fn convert(&mut self, to: Ty, value: &Expr) {
        let types = &self.unit.types;
        let is_void = types.pointee(value.ty).is_some_and(|target| types.is_void(target));
        if let Some(target) = types.pointee(to)
            && is_void
            && types.as_record(target).is_some()
            && types.is_complete(target)
            && let Some(origin) = direct(value)
        {
            self.uses.casts.entry(origin).or_insert(target);
        }
    }
}

/// An expression without the conversions around it.
fn without_conversions(mut expr: &Expr) -> &Expr {
    while let ExprKind::Convert(inner, _) = &expr.kind {
        expr = inner;
    }
    expr
}

/// The variable or member whose value an expression is.
fn direct(expr: &Expr) -> Option<Origin> {
    match &without_conversions(expr).kind {
        ExprKind::Load(place) => origin_of(place),
        _ => None,
    }
}

fn origin_of(place: &Place) -> Option<Origin> {
    match &place.kind {
        PlaceKind::Var(var) => Some(Origin::Var(*var)),
        PlaceKind::Member(_, record, number) => Some(Origin::Member(*record, *number)),
        PlaceKind::Index(array, _) => origin_of(array),
        _ => None,
    }
}

/// The values that an expression is a sum of, or grows with.
fn origins(expr: &Expr) -> Vec<Origin> {
    let mut found = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::Load(place) => found.extend(origin_of(place)),
            ExprKind::Convert(inner, _) => open.push(inner),
            ExprKind::Arithmetic(
                ArithmeticOp::Add
                | ArithmeticOp::Subtract
                | ArithmeticOp::Multiply
                | ArithmeticOp::Divide,
                a,
                b,
            )
            | ExprKind::Shift(ShiftOp::Right, a, b)
            | ExprKind::PointerAdd { pointer: a, index: b, .. } => open.extend([&**a, &**b]),
            ExprKind::Conditional(_, a, b) => open.extend([&**a, &**b]),
            ExprKind::Step { place, .. } => found.extend(origin_of(place)),
            _ => {}
        }
    }
    found
}
