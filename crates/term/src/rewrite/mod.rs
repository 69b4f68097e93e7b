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

mod core;

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
pub struct RuleCounts(FxHashMap<&'static str, u64>);

impl RuleCounts {
    fn count(&mut self, name: &'static str) {
        *self.0.entry(name).or_default() += 1;
    }

    /// Applications of the rule with the given name.
    pub fn of(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// All rules that were applied, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let mut rows: Vec<_> = self.0.iter().map(|(&name, &count)| (name, count)).collect();
        rows.sort_unstable();
        rows.into_iter()
    }
}

/// The rules that are tried, in order, on applications of an operator.
pub fn rules_of(op: Op) -> &'static [Rule] {
    match op {
        Op::Not => core::NOT,
        Op::And => core::AND,
        Op::Or => core::OR,
        Op::Xor => core::XOR,
        Op::Eq => core::EQ,
        Op::Ite => core::ITE,
        _ => &[],
    }
}

impl TermStore {
    /// How often each rewrite rule was applied so far.
    pub fn rule_counts(&self) -> &RuleCounts {
        &self.rules
    }

    /// A simpler equivalent of an application, if some rule gives one.
    pub(crate) fn simplify(&mut self, op: Op, sort: &Sort, args: &[Term]) -> Option<Term> {
        if let Some(folded) = self.fold_constants(op, sort, args) {
            self.rules.count("fold-constants");
            return Some(self.constant(folded));
        }
        let mut ordered: SmallVec<[Term; 8]> = SmallVec::from_slice(args);
        let mut reordered = false;
        if op.info().commutative {
            ordered.sort_by_key(|&t| (self.as_value(t).is_some(), t));
            reordered = *ordered != *args;
        }
        let application = Application { op, sort, args: &ordered };
        for rule in rules_of(op) {
            if let Some(simpler) = (rule.apply)(self, application) {
                self.rules.count(rule.name);
                return Some(simpler);
            }
        }
        if reordered {
            self.rules.count("order-arguments");
            return Some(self.intern(op, sort, &ordered));
        }
        None
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
}
