//! Measures with a case each for a condition and its opposite, chosen by the steps that are known.
//!
//! In `while (x > 0 && y > 0) if (up) { x--; y = any(); } else { y--; x = any(); }` no component of a tuple says
//! how far it is to the end, because none is bounded by what happens in both cases. What is measured may be zero
//! in one of them: then the other case is left to later components.

use super::measures::MAX_WIDTH;
use super::steps::ConcreteStep;
use rustc_hash::FxHashSet;
use term::{Op, Sort, Symbol, Term, TermStore, Value, eval, free_vars, post_order};

/// Most conditions that cases are told apart by.
const MAX_CONDITIONS: usize = 40;

/// Most measures for a case.
const MAX_MEASURES: usize = 120;

/// The conditions of a loop over some variables: what its edges compare, truth values and signs.
pub(super) fn conditions(store: &mut TermStore, roots: &[Term], known: &[Symbol]) -> Vec<Term> {
    let is_known: FxHashSet<Symbol> = known.iter().copied().collect();
    let mut found = Vec::new();
    for part in post_order(store, roots, |_| false) {
        let is_condition = match store.op(part) {
            Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle | Op::FpLt | Op::FpLe | Op::FpEq => true,
            Op::Eq => store.sort(store.args(part)[0]).bit_width().is_some(),
            Op::Var(_) => *store.sort(part) == Sort::Bool,
            _ => false,
        };
        let speaks_of_known = |v: &Symbol| is_known.contains(v);
        if is_condition && free_vars(store, &[part]).iter().all(speaks_of_known) {
            found.push(part);
        }
    }
    for &variable in known {
        let number = store.var(variable);
        if store.sort(number).bit_width().is_some_and(|width| width <= MAX_WIDTH) {
            let zero = store.bv(store.width(number), 0);
            found.push(store.bv_slt(number, zero));
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|&condition| store.as_bool(condition).is_none() && seen.insert(condition));
    found.truncate(MAX_CONDITIONS);
    found
}

/// The values of a measure before and after each step.
type Moves = Vec<(i128, i128)>;

/// The search for the next measure with cases. The choices that were tried are not tried again.
pub(super) struct Splits<'a> {
    conditions: &'a [Term],
    measures: &'a [Term],
    tried: FxHashSet<[Term; 3]>,
}

impl<'a> Splits<'a> {
    /// All choices of a condition and measures.
    pub(super) fn of(conditions: &'a [Term], measures: &'a [Term]) -> Splits<'a> {
        let measures = &measures[..measures.len().min(MAX_MEASURES)];
        Splits { conditions, measures, tried: FxHashSet::default() }
    }

    /// The next measure that no known step makes grow and that the witness makes shrink.
    pub(super) fn next(
        &mut self,
        store: &mut TermStore,
        known: &[ConcreteStep],
        witness: usize,
    ) -> Option<Term> {
        let zero = store.bv(1, 0);
        let mut measures: Vec<(Term, Moves)> = vec![(zero, vec![(0, 0); known.len()])];
        for &measure in self.measures {
            measures.extend(moves(store, measure, known).map(|moves| (measure, moves)));
        }
        // Zero in one case is enough where no step leads from one case to the other.
        for with_zero in [true, false] {
            for &condition in self.conditions {
                let Some(cases) = cases(store, condition, known) else { continue };
                let choice = self.choice(condition, &cases, &measures, witness, with_zero);
                if let Some(choice) = choice {
                    self.tried.insert(choice);
                    return Some(split(store, choice));
                }
            }
        }
        None
    }

    /// Measures for the cases of a condition, the first of which is zero.
    fn choice(
        &self,
        condition: Term,
        cases: &[(bool, bool)],
        measures: &[(Term, Moves)],
        witness: usize,
        with_zero: bool,
    ) -> Option<[Term; 3]> {
        // What shrinks below zero may be bounded by nothing but overflow.
        let progress = |number: usize, (before, after): (i128, i128)| match number == witness {
            true => after < before && before > 0,
            false => after <= before,
        };
        let (inside, crossing): (Vec<usize>, Vec<usize>) =
            (0..cases.len()).partition(|&number| cases[number].0 == cases[number].1);
        if crossing.is_empty() && !with_zero {
            return None;
        }
        // What is measured in a case must not grow in steps that stay in it.
        let allowed = |case: bool| -> Vec<&(Term, Moves)> {
            let steps = inside.iter().filter(|&&number| cases[number].0 == case);
            let is_good = |moves: &Moves| steps.clone().all(|&n| progress(n, moves[n]));
            measures.iter().filter(|(_, moves)| is_good(moves)).collect()
        };
        let zero = measures[0].0;
        let (yes, no) = (allowed(true), allowed(false));
        for &(first, of_first) in &yes {
            for &(second, of_second) in &no {
                if with_zero != (*first == zero || *second == zero) {
                    continue;
                }
                let value = |case: bool| if case { of_first } else { of_second };
                let is_good = |&n: &usize| {
                    let (before, after) = cases[n];
                    progress(n, (value(before)[n].0, value(after)[n].1))
                };
                let choice = [condition, *first, *second];
                if crossing.iter().all(is_good) && !self.tried.contains(&choice) {
                    return Some(choice);
                }
            }
        }
        None
    }
}

/// One measure where a condition holds, another one elsewhere.
fn split(store: &mut TermStore, [condition, first, second]: [Term; 3]) -> Term {
    let width = store.width(first).max(store.width(second));
    let [first, second] =
        [first, second].map(|measure| store.sign_extend(width - store.width(measure), measure));
    store.ite(condition, first, second)
}

/// Whether a condition holds before and after each step.
fn cases(store: &TermStore, condition: Term, known: &[ConcreteStep]) -> Option<Vec<(bool, bool)>> {
    let holds = |values| match eval(store, condition, values) {
        Ok(Value::Bool(holds)) => Some(holds),
        _ => None,
    };
    known.iter().map(|step| Some((holds(&step.before)?, holds(&step.after)?))).collect()
}

fn moves(store: &TermStore, measure: Term, known: &[ConcreteStep]) -> Option<Moves> {
    let number = |values| {
        let value = eval(store, measure, values).ok()?;
        i128::try_from(value.as_bitvec()?.to_bigint()).ok()
    };
    known.iter().map(|step| Some((number(&step.before)?, number(&step.after)?))).collect()
}
