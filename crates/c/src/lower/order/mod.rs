//! The order of evaluation.
//!
//! C leaves open in which order operands, arguments and items of initialisers are evaluated. Their
//! accesses and calls are the *atoms* of an expression. An atom comes after its own operands, and
//! sequence points order others. A function is called between other atoms, never during one. If the
//! order of atoms may matter (`g + f()` if `f` changes `g`), it is a choice: all atoms are
//! evaluated first, in one of the possible orders, and the expression is lowered with their values.
//! If all choices are zero, the order is from left to right.
//!
//! * Two accesses to the same scalar without a call in between are unsequenced. If one is a write,
//!   the behaviour is undefined: `i = i++`. It is checked if it is certain. If the accesses only
//!   might alias, there is no choice: either they do not alias, or the behaviour is undefined.
//! * A compound assignment reads and writes at once, after its operands have been evaluated.
//! * The effects of a conditional operand are treated as one step. If more than one part of it
//!   conflicts with something outside, or if there are too many orders, only the usual order is
//!   supported.

mod atoms;
mod effects;
mod plan;
mod summaries;

pub(crate) use effects::Effects;
pub(super) use summaries::Summaries;

use super::LowerError;
use super::describe::describe;
use super::function::{FunctionLowering, Value};
use crate::hir::{Expr, ExprKind, InitItem, any};
use atoms::{Atom, Collector, can_be_repeated};
use plan::{Path, Plan, plan};
use program::{BlockId, ChoiceSource, Property, ScalarType};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::{Symbol, Term};

/// The maximal number of steps in all orders of an expression; the orders of four calls have 32.
const MOST_STEPS: usize = 64;

/// The maximal nesting of expressions with several orders. Each of them is lowered several times.
const MOST_NESTED: u32 = 4;

/// Values of expressions that were evaluated early; expressions are identified by their address in
/// the tree.
pub(super) type Evaluated = FxHashMap<*const Expr, Value>;

/// Where the value of an atom is stored.
#[derive(Clone, Copy)]
enum Slot {
    Nothing,
    Register(Symbol),
    Object(Term),
}

impl FunctionLowering<'_, '_> {
    /// The value of an expression that is sequenced with respect to everything around it: a full
    /// expression, or an operand after a sequence point.
    pub(super) fn full_expr(&mut self, expr: &Expr) -> Result<Value, LowerError> {
        self.ordered(expr, |this| this.expr(expr))
    }

    /// As [`Self::full_expr`], for scalar types.
    pub(super) fn full_scalar(&mut self, expr: &Expr) -> Result<Term, LowerError> {
        self.ordered(expr, |this| this.scalar(expr))
    }

    /// As [`Self::full_expr`], for an expression whose value is not used.
    pub(super) fn full_effects(&mut self, expr: &Expr) -> Result<(), LowerError> {
        self.ordered(expr, |this| this.effects(expr))
    }

    /// Branches on a full expression.
    pub(super) fn full_branch(
        &mut self,
        expr: &Expr,
        then: BlockId,
        otherwise: BlockId,
    ) -> Result<(), LowerError> {
        self.ordered(expr, |this| this.branch_on(expr, then, otherwise))
    }

    /// Lowers an expression; if the order matters, its atoms are evaluated first in a chosen order.
    pub(super) fn ordered<T>(
        &mut self,
        expr: &Expr,
        lower: impl FnOnce(&mut Self) -> Result<T, LowerError>,
    ) -> Result<T, LowerError> {
        let known = self.evaluated.contains_key(&std::ptr::from_ref(expr));
        if known || !may_need_order(expr) {
            return lower(self);
        }
        let hir = self.hir;
        let summaries = self.summaries();
        let mut collector = Collector::new(hir, &summaries);
        collector.whole(expr);
        let outer = self.span.replace(expr.span);
        if let Some(var) = collector.undefined {
            let name = &hir.var(var).name;
            let text = || describe(hir, expr);
            let message =
                || format!("'{name}' is changed and accessed in no order in '{}'", text());
            self.check(Property::Undefined, |terms| terms.bool(false), message);
        }
        let evaluated = self.evaluate_first(&collector, || describe(hir, expr))?;
        self.span = outer;
        let result = lower(self);
        self.evaluated.retain(|expr, _| !evaluated.contains(expr));
        result
    }

    /// Lowers items of an initialiser; if the order matters, they are evaluated first in a chosen
    /// order.
    pub(super) fn ordered_items(
        &mut self,
        items: &[InitItem],
        lower: impl FnOnce(&mut Self) -> Result<(), LowerError>,
    ) -> Result<(), LowerError> {
        let has_effect = |item: &InitItem| any(&item.value, &mut Expr::is_effect);
        let is_known = |item: &InitItem| self.known_value(&item.value).is_some();
        if items.len() < 2 || !items.iter().any(has_effect) || items.iter().any(is_known) {
            return lower(self);
        }
        let hir = self.hir;
        let summaries = self.summaries();
        let mut collector = Collector::new(hir, &summaries);
        collector.items(items);
        let text = || {
            let texts: Vec<String> = items.iter().map(|item| describe(hir, &item.value)).collect();
            format!("{{ {} }}", texts.join(", "))
        };
        let evaluated = self.evaluate_first(&collector, text)?;
        let result = lower(self);
        self.evaluated.retain(|expr, _| !evaluated.contains(expr));
        result
    }

    fn summaries(&mut self) -> Rc<Summaries> {
        if let Some(summaries) = &self.cx.summaries {
            return Rc::clone(summaries);
        }
        let summaries = Rc::new(Summaries::new(self.cx));
        self.cx.summaries = Some(Rc::clone(&summaries));
        summaries
    }

    /// Evaluates atoms in a chosen order if the order may matter; returns the atoms that it
    /// evaluated.
    fn evaluate_first(
        &mut self,
        collector: &Collector<'_, '_>,
        text: impl FnOnce() -> String,
    ) -> Result<Vec<*const Expr>, LowerError> {
        let atoms = &collector.atoms;
        if atoms.len() < 2 {
            return Ok(Vec::new());
        }
        let graph = collector.graph();
        let early = graph.early();
        if early.is_empty() {
            return Ok(Vec::new());
        }
        let graph = graph.restricted(&early);
        let atoms: Vec<&Atom<'_>> = early.iter().map(|&number| &atoms[number]).collect();
        let plan = plan(&graph, MOST_STEPS).filter(|plan| {
            let copies = plan.copies(atoms.len());
            let mut repeated = atoms.iter().zip(copies).filter(|(_, copies)| *copies > 1);
            self.order_depth < MOST_NESTED
                && collector.steps_are_whole(&atoms, &graph)
                && repeated.all(|(atom, _)| can_be_repeated(atom.expr))
        });
        let Some(plan) = plan else {
            self.unsupported_order(text());
            return Ok(Vec::new());
        };
        self.order_depth += 1;
        self.follow(&plan, &atoms, &text())?;
        self.order_depth -= 1;
        Ok(atoms.into_iter().map(|atom| std::ptr::from_ref(atom.expr)).collect())
    }

    /// Continues in the usual order; other orders are not modelled.
    fn unsupported_order(&mut self, text: String) {
        let message = format!("the order of evaluation of '{text}'");
        let other = self.choose(ScalarType::Truth, ChoiceSource::Order(text));
        let [unknown, usual] = [(); 2].map(|()| self.new_block());
        self.branch(other, unknown, usual);
        self.switch_to(unknown);
        self.unsupported(message);
        self.goto(usual);
        self.switch_to(usual);
    }

    /// Evaluates atoms in one of the orders of a plan.
    fn follow(&mut self, plan: &Plan, atoms: &[&Atom<'_>], text: &str) -> Result<(), LowerError> {
        let blocks: Vec<BlockId> = plan.states.iter().map(|_| self.new_block()).collect();
        let done = self.new_block();
        let mut slots: Vec<Option<Slot>> = vec![None; atoms.len()];
        let target = |path: &Path| path.to.map_or(done, |state| blocks[state]);
        self.take(&plan.first.steps, atoms, &mut slots)?;
        self.goto(target(&plan.first));
        for (paths, &block) in plan.states.iter().zip(&blocks) {
            self.switch_to(block);
            for (i, path) in paths.iter().enumerate() {
                let next = self.new_block();
                if i + 1 < paths.len() {
                    let source = ChoiceSource::Order(text.to_owned());
                    let later = self.choose(ScalarType::Truth, source);
                    let now = self.new_block();
                    self.branch(later, next, now);
                    self.switch_to(now);
                }
                self.take(&path.steps, atoms, &mut slots)?;
                self.goto(target(path));
                self.switch_to(next);
            }
        }
        self.switch_to(done);
        Ok(())
    }

    /// Evaluates atoms in sequence and stores their values in the slots that all orders share.
    fn take(
        &mut self,
        steps: &[usize],
        atoms: &[&Atom<'_>],
        slots: &mut [Option<Slot>],
    ) -> Result<(), LowerError> {
        for &step in steps {
            let expr = atoms[step].expr;
            // Removes a value that another order left.
            self.evaluated.remove(&std::ptr::from_ref(expr));
            let value = match atoms[step].initialiser {
                Some(_) => self.full_expr(expr)?,
                None => self.expr(expr)?,
            };
            let slot = match slots[step] {
                Some(slot) => slot,
                None => *slots[step].insert(self.slot(value, expr)?),
            };
            let kept = self.keep_in(slot, value, expr)?;
            self.evaluated.insert(expr, kept);
        }
        Ok(())
    }

    fn slot(&mut self, value: Value, expr: &Expr) -> Result<Slot, LowerError> {
        Ok(match value {
            Value::Void => Slot::Nothing,
            Value::Scalar(_) => {
                let ty = self.scalar_type(expr.ty)?.register_type();
                Slot::Register(self.temporary(ty))
            }
            Value::Record(_) => Slot::Object(self.temporary_object(expr.ty)),
        })
    }

    fn keep_in(&mut self, slot: Slot, value: Value, expr: &Expr) -> Result<Value, LowerError> {
        match (slot, value) {
            (Slot::Register(register), Value::Scalar(value)) => {
                self.assign(register, value);
                Ok(Value::Scalar(self.term_of(register)))
            }
            (Slot::Object(to), Value::Record(from)) => {
                let size = self.size_term(expr.ty)?;
                self.copy(to, from, size);
                Ok(Value::Record(to))
            }
            (Slot::Nothing, Value::Void) => Ok(Value::Void),
            _ => Err(self.error("a value that is not of its kind in another order")),
        }
    }
}

/// Whether a proper part of an expression is a call or a write, so that there may be several
/// orders.
fn may_need_order(expr: &Expr) -> bool {
    let mut root = expr;
    while let ExprKind::Convert(inner, _) = &root.kind {
        root = inner;
    }
    any(root, &mut |part| part.is_effect() && !std::ptr::eq(part, root))
}
