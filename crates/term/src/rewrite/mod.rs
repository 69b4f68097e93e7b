//! Simplification at construction time.
//!
//! Each rule is a named function that looks at one application and its near surroundings and
//! returns an equivalent, simpler term. Every application of a rule is counted under its name. The
//! tests prove each rule equivalent (exhaustively at small widths here, by the solver at real ones
//! in the crate above) and fail if a rule was never exercised.
//!
//! A rule must be local: it may look a fixed number of levels down and build a fixed number of
//! terms, since constructors call each other and terms may be a million levels deep. Rules must
//! also make progress in some well-founded order (fewer nodes, or an operator closer to the
//! normal form), so that constructors terminate.

mod arithmetic;
mod arrays;
mod bv_arith;
mod bv_bitwise;
mod bv_compare;
mod bv_divide;
mod bv_narrow;
mod bv_shift;
mod bv_structure;
mod core;
mod equality;
mod fp;
#[doc(hidden)]
pub mod instances;
#[cfg(test)]
mod tests;
mod view;

use crate::eval::apply_op;
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;
use crate::value::Value;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// An application about to be built.
#[derive(Clone, Copy)]
pub struct Application<'a> {
    /// The operator.
    pub op: Op,
    /// The sort of the result.
    pub sort: &'a Sort,
    /// The arguments; those of a commutative operator are in canonical order, constants last.
    pub args: &'a [Term],
}

/// A rewrite rule.
pub struct Rule {
    /// The name under which applications are counted.
    pub name: &'static str,
    /// The equivalent term, if the rule fits.
    pub apply: fn(&mut TermStore, Application<'_>) -> Option<Term>,
}

/// How often each rule was applied.
#[derive(Clone, Default)]
pub struct RuleCounts {
    counts: FxHashMap<&'static str, u64>,
    cut: u64,
}

impl RuleCounts {
    fn count(&mut self, name: &'static str) {
        *self.counts.entry(name).or_default() += 1;
    }

    /// Applications of the rule with the given name.
    pub fn of(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// How often simplification stopped because rules had built on each other too deeply.
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// All rules that were applied, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let mut rows: Vec<_> = self.counts.iter().map(|(&name, &count)| (name, count)).collect();
        rows.sort_unstable();
        rows.into_iter()
    }
}

/// Rules that are not tied to an operator.
const FOLD_CONSTANTS: &str = "fold-constants";
const LIFT_CONDITIONAL: &str = "lift-conditional";
const ORDER_ARGUMENTS: &str = "order-arguments";

/// How deeply rules may build on each other before constructors stop simplifying. This bounds the
/// stack on terms of any depth. Only a chain of this many levels of one pattern reaches the limit.
const MAX_DEPTH: u32 = 64;

/// The rules that are tried, in order, on an application.
fn rules_of(store: &TermStore, op: Op, args: &[Term]) -> [&'static [Rule]; 2] {
    if op == Op::Eq {
        let with_constant = store.is_constant(args[1]);
        return [equality::ANY, equality::rules_of(store.sort(args[0]), with_constant)];
    }
    let rules: &[Rule] = match op {
        Op::Not => core::NOT,
        Op::And => core::AND,
        Op::Or => core::OR,
        Op::Xor => core::XOR,
        Op::Ite => core::ITE,
        Op::BvNot => bv_bitwise::NOT,
        Op::BvAnd => bv_bitwise::AND,
        Op::BvOr => bv_bitwise::OR,
        Op::BvXor => bv_bitwise::XOR,
        Op::BvNeg => bv_arith::NEG,
        Op::BvAdd => bv_arith::ADD,
        Op::BvSub => bv_arith::SUB,
        Op::BvMul => bv_arith::MUL,
        Op::BvUdiv => bv_divide::UDIV,
        Op::BvUrem => bv_divide::UREM,
        Op::BvSdiv => bv_divide::SDIV,
        Op::BvSrem => bv_divide::SREM,
        Op::BvSmod => bv_divide::SMOD,
        Op::BvShl => bv_shift::SHL,
        Op::BvLshr => bv_shift::LSHR,
        Op::BvAshr => bv_shift::ASHR,
        Op::BvConcat => bv_structure::CONCAT,
        Op::BvExtract { .. } => bv_structure::EXTRACT,
        Op::BvZeroExtend(_) => bv_structure::ZERO_EXTEND,
        Op::BvSignExtend(_) => bv_structure::SIGN_EXTEND,
        Op::BvRotateLeft(_) => bv_structure::ROTATE_LEFT,
        Op::BvRotateRight(_) => bv_structure::ROTATE_RIGHT,
        Op::BvUlt => bv_compare::ULT,
        Op::BvUle => bv_compare::ULE,
        Op::BvSlt => bv_compare::SLT,
        Op::BvSle => bv_compare::SLE,
        Op::Select => arrays::SELECT,
        Op::Store => arrays::STORE,
        Op::Add => arithmetic::ADD,
        Op::Sub => arithmetic::SUB,
        Op::Neg => arithmetic::NEG,
        Op::Mul => arithmetic::MUL,
        Op::IntDiv => arithmetic::INT_DIV,
        Op::IntMod => arithmetic::INT_MOD,
        Op::RealDiv => arithmetic::REAL_DIV,
        Op::Le => arithmetic::LE,
        Op::Lt => arithmetic::LT,
        Op::ToInt => arithmetic::TO_INT,
        Op::IsInt => arithmetic::IS_INT,
        Op::IntToBv => arithmetic::INT_TO_BV,
        Op::FpNeg => fp::NEG,
        Op::FpAbs => fp::ABS,
        Op::FpFromBits => fp::FROM_BITS,
        Op::FpIsNormal => fp::IS_NORMAL,
        Op::FpIsSubnormal => fp::IS_SUBNORMAL,
        Op::FpIsZero => fp::IS_ZERO,
        Op::FpIsInfinite => fp::IS_INFINITE,
        Op::FpIsNan => fp::IS_NAN,
        Op::FpLt => fp::LT,
        _ => &[],
    };
    [rules, &[]]
}

/// The names of all rules.
pub fn all_rules() -> impl Iterator<Item = &'static str> {
    const LISTS: &[&[Rule]] = &[
        core::NOT,
        core::AND,
        core::OR,
        core::XOR,
        core::EQ,
        core::ITE,
        equality::ANY,
        equality::BV_CONSTANT,
        equality::BV,
        bv_bitwise::NOT,
        bv_bitwise::AND,
        bv_bitwise::OR,
        bv_bitwise::XOR,
        bv_arith::NEG,
        bv_arith::ADD,
        bv_arith::SUB,
        bv_arith::MUL,
        bv_divide::UDIV,
        bv_divide::UREM,
        bv_divide::SDIV,
        bv_divide::SREM,
        bv_divide::SMOD,
        bv_shift::SHL,
        bv_shift::LSHR,
        bv_shift::ASHR,
        bv_structure::CONCAT,
        bv_structure::EXTRACT,
        bv_structure::ZERO_EXTEND,
        bv_structure::SIGN_EXTEND,
        bv_structure::ROTATE_LEFT,
        bv_structure::ROTATE_RIGHT,
        bv_compare::ULT,
        bv_compare::ULE,
        bv_compare::SLT,
        bv_compare::SLE,
        arrays::SELECT,
        arrays::STORE,
        arrays::EQ,
        arithmetic::ADD,
        arithmetic::SUB,
        arithmetic::NEG,
        arithmetic::MUL,
        arithmetic::INT_DIV,
        arithmetic::INT_MOD,
        arithmetic::REAL_DIV,
        arithmetic::LE,
        arithmetic::LT,
        arithmetic::EQ,
        arithmetic::TO_INT,
        arithmetic::IS_INT,
        arithmetic::INT_TO_BV,
        fp::NEG,
        fp::ABS,
        fp::FROM_BITS,
        fp::IS_NORMAL,
        fp::IS_SUBNORMAL,
        fp::IS_ZERO,
        fp::IS_INFINITE,
        fp::IS_NAN,
        fp::LT,
    ];
    let general = [FOLD_CONSTANTS, LIFT_CONDITIONAL, ORDER_ARGUMENTS];
    general.into_iter().chain(LISTS.iter().flat_map(|list| list.iter().map(|rule| rule.name)))
}

impl TermStore {
    /// How often each rewrite rule was applied so far.
    pub fn rule_counts(&self) -> &RuleCounts {
        &self.rules
    }

    /// The simplified form of an application.
    pub(crate) fn simplified(&mut self, op: Op, sort: &Sort, args: &[Term]) -> Term {
        let mut ordered: SmallVec<[Term; 8]> = SmallVec::new();
        let args = if op.info().commutative && !self.is_ordered(args) {
            ordered.extend_from_slice(args);
            ordered.sort_unstable_by_key(|&t| (self.is_constant(t), t));
            self.rules.count(ORDER_ARGUMENTS);
            &*ordered
        } else {
            args
        };
        // A term that exists already could not be simplified when it was built, and cannot be now.
        let key = self.node_key(op, sort, args);
        if let Some(known) = self.find(key, op, args) {
            return known;
        }
        if self.simplifying_depth < MAX_DEPTH {
            self.simplifying_depth += 1;
            let simpler = self.rewrite(op, sort, args);
            self.simplifying_depth -= 1;
            if let Some((name, simpler)) = simpler {
                self.rules.count(name);
                return simpler;
            }
        } else {
            self.rules.cut += 1;
        }
        // A rule may build terms other than the one it rewrites.
        self.insert(key, op, args)
    }

    /// A simpler equivalent of an application, if some rule gives one, and the name of the rule.
    fn rewrite(&mut self, op: Op, sort: &Sort, args: &[Term]) -> Option<(&'static str, Term)> {
        if let Some(folded) = self.fold_constants(op, sort, args) {
            return Some((FOLD_CONSTANTS, self.constant(folded)));
        }
        if let Some(lifted) = self.lift_conditional(op, sort, args) {
            return Some((LIFT_CONDITIONAL, lifted));
        }
        let application = Application { op, sort, args };
        for rules in rules_of(self, op, args) {
            for rule in rules {
                if let Some(simpler) = (rule.apply)(self, application) {
                    return Some((rule.name, simpler));
                }
            }
        }
        None
    }

    /// The canonical order of the arguments of commutative operators.
    fn is_ordered(&self, args: &[Term]) -> bool {
        args.is_sorted_by_key(|&t| (self.is_constant(t), t))
    }

    fn fold_constants(&self, op: Op, sort: &Sort, args: &[Term]) -> Option<Value> {
        // Array constants stay terms: folding a chain of stores would copy the array at each.
        if args.is_empty() || matches!(op, Op::Apply(_) | Op::Store | Op::ConstArray) {
            return None;
        }
        let mut values: SmallVec<[&Value; 4]> = SmallVec::new();
        for &arg in args {
            values.push(self.as_value(arg)?);
        }
        Some(apply_op(op, sort, &values))
    }

    /// `(f (ite c k1 k2) k)` on constants is `(ite c (f k1 k) (f k2 k))`, that is, a conditional
    /// between constants again. C's truth values, `(ite c 1 0)`, collapse by this.
    fn lift_conditional(&mut self, op: Op, sort: &Sort, args: &[Term]) -> Option<Term> {
        if matches!(op, Op::Apply(_) | Op::Store | Op::ConstArray | Op::Ite) {
            return None;
        }
        let mut condition = None;
        for &arg in args {
            if self.is_constant(arg) {
                continue;
            }
            let (c, x, y) = self.as_ite(arg)?;
            let fits = self.is_constant(x) && self.is_constant(y);
            if !fits || condition.is_some_and(|other| other != c) {
                return None;
            }
            condition = Some(c);
        }
        let condition = condition?;
        let branch = |store: &mut TermStore, taken: usize| {
            let chosen: SmallVec<[Term; 4]> = args
                .iter()
                .map(|&t| if store.is_constant(t) { t } else { store.args(t)[taken] })
                .collect();
            store.make(op, sort, &chosen)
        };
        let (x, y) = (branch(self, 1), branch(self, 2));
        Some(self.ite(condition, x, y))
    }
}
