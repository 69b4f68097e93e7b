//! The atomic steps of an expression: accesses, calls, and checked operations. Steps that C leaves
//! unordered are unordered here.

use super::effects::{Effects, Walk};
use super::plan::{Graph, Steps};
use super::summaries::Summaries;
use crate::hir::{BuiltinCall, Expr, ExprKind, InitItem, Place, PlaceKind, Stmt, Unit, VarId, any};
use crate::lower::scalar::Scalar;
use std::cell::OnceCell;

/// A step of an expression that happens at once, after its operands have been evaluated.
pub(super) struct Atom<'e> {
    pub(super) expr: &'e Expr,
    content: Content<'e>,
    /// Its effects, computed on demand.
    effects: OnceCell<Effects>,
    /// The number of the initialiser that it is an item of. Parts of other items do not interleave
    /// with it.
    pub(super) initialiser: Option<usize>,
    /// Atoms that come before it.
    before: Vec<usize>,
    /// The scalar that it accesses without a function call, and whether it writes it.
    access: Option<(ScalarPath, bool)>,
}

/// The content of an atom.
enum Content<'e> {
    /// One step.
    Step,
    /// Everything in a statement.
    Statement(&'e Stmt),
    /// Everything in some expressions: the second operand of `&&`, the arms of `?:`, an item of an
    /// initialiser. In C, other evaluations may interleave with their parts.
    Whole(Vec<&'e Expr>),
}

/// A scalar variable or a member of one: the variable and the numbers of members.
type ScalarPath = (VarId, Vec<usize>);

/// The steps that must precede the value of an expression.
#[derive(Default)]
struct Done {
    /// Atoms that the value depends on.
    atoms: Vec<usize>,
    /// Side effects among them that are not sequenced before the value: no sequence point follows
    /// them.
    unsettled: Vec<usize>,
}

impl Done {
    fn and(mut self, other: Done) -> Done {
        self.atoms.extend(other.atoms);
        self.unsettled.extend(other.unsettled);
        self
    }
}

/// Collects the atoms of an expression in the default order of evaluation.
pub(super) struct Collector<'e, 's> {
    unit: &'e Unit,
    summaries: &'s Summaries,
    pub(super) atoms: Vec<Atom<'e>>,
    /// Atoms that precede all later ones.
    barrier: Vec<usize>,
    /// The variable of the first unsequenced, and therefore undefined, access.
    pub(super) undefined: Option<VarId>,
}

impl<'e, 's> Collector<'e, 's> {
    pub(super) fn new(unit: &'e Unit, summaries: &'s Summaries) -> Collector<'e, 's> {
        let (atoms, barrier) = (Vec::new(), Vec::new());
        Collector { unit, summaries, atoms, barrier, undefined: None }
    }

    /// The atoms of an expression.
    pub(super) fn whole(&mut self, expr: &'e Expr) {
        self.expr(expr);
        let graph_before = self.before();
        self.undefined = self.undefined.or_else(|| self.unordered_access(&graph_before));
    }

    /// The atoms of an initialiser: its items, in any order.
    pub(super) fn items(&mut self, items: &'e [InitItem]) {
        self.initialiser(items);
    }

    fn initialiser(&mut self, items: &'e [InitItem]) -> Done {
        let number = self.atoms.len();
        items.iter().fold(Done::default(), |done, item| done.and(self.item(item, number)))
    }

    fn item(&mut self, item: &'e InitItem, initialiser: usize) -> Done {
        if !any(&item.value, &mut Expr::is_effect) {
            return self.expr(&item.value);
        }
        let whole = Content::Whole(vec![&item.value]);
        let done = self.push(&item.value, whole, Done::default());
        done.atoms.iter().for_each(|&number| self.atoms[number].initialiser = Some(initialiser));
        done
    }

    fn push(&mut self, expr: &'e Expr, content: Content<'e>, operands: Done) -> Done {
        let mut before = self.barrier.clone();
        before.extend(operands.atoms);
        let effects = OnceCell::new();
        self.atoms.push(Atom { expr, content, effects, initialiser: None, before, access: None });
        Done { atoms: vec![self.atoms.len() - 1], unsettled: operands.unsettled }
    }

    /// An atom that consists of one step.
    fn step(&mut self, expr: &'e Expr, operands: Done) -> Done {
        self.push(expr, Content::Step, operands)
    }

    /// An atom that reads or changes a place.
    fn access(&mut self, expr: &'e Expr, place: &'e Place, operands: Done, changes: bool) -> Done {
        let unsettled = operands.unsettled.clone();
        let mut done = self.step(expr, operands);
        let number = self.atoms.len() - 1;
        self.atoms[number].access = self.scalar(place).map(|scalar| (scalar, changes));
        if changes {
            let mut earlier = unsettled.iter().filter_map(|&i| self.atoms[i].access.as_ref());
            if let Some(own) = &self.atoms[number].access
                && earlier.any(|access| access.0 == own.0)
            {
                self.undefined = self.undefined.or(Some(own.0.0));
            }
            done.unsettled.push(number);
        }
        done
    }

    fn expr(&mut self, expr: &'e Expr) -> Done {
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::VariableLength(_)
            | ExprKind::Function(_) => Done::default(),
            ExprKind::AddressOf(place) => self.place(place),
            ExprKind::Not(a) | ExprKind::Convert(a, _) => self.expr(a),
            ExprKind::Unary(_, a) => {
                let operand = self.expr(a);
                self.operation(expr, operand)
            }
            ExprKind::Arithmetic(_, a, b) | ExprKind::Shift(_, a, b) => {
                let operands = self.both(a, b);
                self.operation(expr, operands)
            }
            ExprKind::PointerAdd { pointer: a, index: b, .. }
            | ExprKind::PointerDifference(a, b)
            | ExprKind::Compare(_, a, b) => self.both(a, b),
            ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Elvis(a, b) => {
                self.branching(expr, a, &[b])
            }
            ExprKind::Conditional(c, a, b) => self.branching(expr, c, &[a, b]),
            ExprKind::Comma(a, b) => {
                let start = self.atoms.len();
                self.expr(a);
                let outer = self.barrier.len();
                self.barrier.extend(start..self.atoms.len());
                let mut done = self.expr(b);
                done.atoms.extend(self.barrier.drain(outer..));
                done
            }
            ExprKind::Load(place) => {
                let operands = self.place(place);
                self.access(expr, place, operands, false)
            }
            ExprKind::Step { place, .. } => {
                let operands = self.place(place);
                self.access(expr, place, operands, true)
            }
            ExprKind::Assign(place, value) | ExprKind::CompoundAssign { place, value, .. } => {
                let operands = self.place(place);
                let operands = operands.and(self.expr(value));
                self.access(expr, place, operands, true)
            }
            ExprKind::Call { callee, args } => {
                let operands = self.expr(callee);
                self.call(expr, operands, args)
            }
            ExprKind::Let { bindings, .. } => {
                let values = bindings.iter().map(|(_, value)| value);
                let operands =
                    values.fold(Done::default(), |done, value| done.and(self.expr(value)));
                self.step(expr, operands)
            }
            ExprKind::Builtin(builtin) => match builtin {
                BuiltinCall::VaStart(a) | BuiltinCall::VaArg(a) | BuiltinCall::VaEnd(a) => {
                    let operands = self.place(a);
                    self.step(expr, operands)
                }
                BuiltinCall::VaCopy(a, b) => {
                    let operands = self.place(a);
                    let operands = operands.and(self.place(b));
                    self.step(expr, operands)
                }
                BuiltinCall::Overflow(_, a, b, c) => {
                    let operands = self.both(a, b);
                    let operands = operands.and(self.expr(c));
                    self.step(expr, operands)
                }
                BuiltinCall::Atomic { pointer, args, .. } => {
                    let operands = self.expr(pointer);
                    self.call(expr, operands, args)
                }
            },
            ExprKind::StatementExpr(stmt) => {
                self.push(expr, Content::Statement(stmt), Done::default())
            }
            ExprKind::Unsupported(_) => self.step(expr, Done::default()),
        }
    }

    fn both(&mut self, a: &'e Expr, b: &'e Expr) -> Done {
        let first = self.expr(a);
        first.and(self.expr(b))
    }

    /// An operation, which is an atom if it is checked.
    fn operation(&mut self, expr: &'e Expr, operands: Done) -> Done {
        if is_checked(self.unit, expr) { self.step(expr, operands) } else { operands }
    }

    /// A call comes after all effects of its operands.
    fn call(&mut self, expr: &'e Expr, mut operands: Done, args: &'e [Expr]) -> Done {
        for arg in args {
            operands = operands.and(self.expr(arg));
        }
        operands.unsettled.clear();
        self.step(expr, operands)
    }

    /// An expression whose first operand decides what is evaluated next, after a sequence point.
    fn branching(&mut self, expr: &'e Expr, first: &'e Expr, arms: &[&'e Expr]) -> Done {
        let start = self.atoms.len();
        self.expr(first);
        let first = Done { atoms: (start..self.atoms.len()).collect(), unsettled: Vec::new() };
        self.push(expr, Content::Whole(arms.to_vec()), first)
    }

    fn place(&mut self, place: &'e Place) -> Done {
        match &place.kind {
            PlaceKind::Var(_) | PlaceKind::String(_) => Done::default(),
            PlaceKind::CompoundLiteral(_, init) => self.initialiser(&init.items),
            PlaceKind::Deref(expr) | PlaceKind::Temporary(expr) => self.expr(expr),
            PlaceKind::Index(array, index) => {
                let array = self.place(array);
                array.and(self.expr(index))
            }
            PlaceKind::Member(inner, ..) => self.place(inner),
        }
    }

    /// The scalar that a place always denotes.
    fn scalar(&self, place: &Place) -> Option<ScalarPath> {
        Scalar::of(&self.unit.types, place.ty)?;
        let (mut place, mut members) = (place, Vec::new());
        loop {
            match &place.kind {
                PlaceKind::Var(var) => return Some((*var, members)),
                PlaceKind::Member(inner, _, member) => {
                    members.push(*member);
                    place = inner;
                }
                _ => return None,
            }
        }
    }

    // ----- What the atoms are to each other -----

    /// The atoms that precede each atom.
    fn before(&self) -> Vec<Steps> {
        let count = self.atoms.len();
        let mut before: Vec<Steps> = Vec::with_capacity(count);
        for atom in &self.atoms {
            let mut all = Steps::none(count);
            for &earlier in &atom.before {
                all.insert(earlier);
                all.add(&before[earlier]);
            }
            before.push(all);
        }
        before
    }

    /// A scalar that is written and accessed again without sequencing, if there is one.
    fn unordered_access(&self, before: &[Steps]) -> Option<VarId> {
        let accesses = || {
            let atoms = self.atoms.iter().enumerate();
            atoms.filter_map(|(i, atom)| atom.access.as_ref().map(|access| (i, access)))
        };
        accesses().filter(|(_, access)| access.1).find_map(|(i, (scalar, _))| {
            let other = accesses().find(|(j, access)| {
                *j != i && access.0 == *scalar && !before[i].contains(*j) && !before[*j].contains(i)
            });
            other.map(|_| scalar.0)
        })
    }

    /// What an atom does.
    fn effects<'a>(&self, atom: &'a Atom<'e>) -> &'a Effects {
        atom.effects.get_or_init(|| match &atom.content {
            Content::Step => self.summaries.of_step(self.unit, atom.expr),
            // Like a call, it is ordered with respect to everything around it.
            Content::Statement(stmt) => {
                Effects { calls: true, ..self.summaries.of_stmt(self.unit, stmt) }
            }
            Content::Whole(exprs) => {
                let mut sum = Effects::default();
                exprs.iter().for_each(|expr| sum.add(&self.summaries.of_expr(self.unit, expr)));
                sum
            }
        })
    }

    /// The order and the conflicts of the atoms.
    pub(super) fn graph(&self) -> Graph {
        let count = self.atoms.len();
        let before = self.before();
        let mut conflicts: Vec<Steps> = (0..count).map(|_| Steps::none(count)).collect();
        // Atoms that are ordered anyway do not need their effects compared.
        let is_ordered = |a: usize, b: usize| before[a].contains(b) || before[b].contains(a);
        let is_open = |i: usize| (0..count).any(|j| j != i && !is_ordered(i, j));
        let open: Vec<usize> = (0..count).filter(|&i| is_open(i)).collect();
        let calls = |&&i: &&usize| self.effects(&self.atoms[i]).calls;
        for &i in open.iter().filter(calls) {
            for &j in open.iter().filter(|&&j| j != i && !is_ordered(i, j)) {
                let [a, b] = [i, j].map(|number| self.effects(&self.atoms[number]));
                if a.conflict(b, self.unit) {
                    conflicts[i].insert(j);
                    conflicts[j].insert(i);
                }
            }
        }
        Graph { before, conflicts }
    }

    /// Whether each of some atoms can be treated as one step: at most one of its parts conflicts
    /// with others.
    pub(super) fn steps_are_whole(&self, atoms: &[&Atom<'e>], graph: &Graph) -> bool {
        atoms.iter().enumerate().all(|(i, atom)| {
            let Content::Whole(exprs) = &atom.content else { return true };
            let beside =
                |j: &usize| atom.initialiser.is_some() && atom.initialiser == atoms[*j].initialiser;
            let others = (0..atoms.len()).filter(|&j| graph.conflicts[i].contains(j));
            let others = others.filter(|j| !beside(j)).map(|j| self.effects(atoms[j]));
            let others: Vec<&Effects> = others.collect();
            let mut left = 1;
            self.few_parts(exprs, &others, &mut left)
        })
    }

    /// Whether at most `left` atoms of some expressions conflict with others.
    fn few_parts(&self, exprs: &[&'e Expr], others: &[&Effects], left: &mut usize) -> bool {
        let mut inner = Collector::new(self.unit, self.summaries);
        exprs.iter().for_each(|expr| drop(inner.expr(expr)));
        inner.atoms.iter().all(|part| {
            let effects = inner.effects(part);
            if !others.iter().any(|other| effects.conflict(other, self.unit)) {
                return true;
            }
            match &part.content {
                Content::Whole(exprs) => self.few_parts(exprs, others, left),
                _ if *left == 0 => false,
                _ => {
                    *left -= 1;
                    true
                }
            }
        })
    }
}

/// Whether an operation can violate a property.
fn is_checked(unit: &Unit, expr: &Expr) -> bool {
    let mut walk = Walk::new(unit);
    walk.step(expr);
    walk.effects.checks
}

/// Whether an expression can be lowered twice. Statements declare variables and have labels, so
/// they cannot.
pub(super) fn can_be_repeated(expr: &Expr) -> bool {
    !any(expr, &mut |expr| matches!(expr.kind, ExprKind::StatementExpr(_)))
}
