//! Strategy iteration: the parameters of templates grow until they admit all runs.
//!
//! The generic iteration of 2LS (figure 12) shows each row a state that the template should admit
//! but does not. Bounds are moved as far as they go by themselves, by searching for the greatest
//! value bit by bit (formula 22). So the number of queries grows with the width of numbers, not
//! with the number of loop iterations.

use super::formula::Formula;
use super::template::{Bound, Row, Site, Template};
use super::visit::Visit;
use evidence::Reason;
use smt::Budget;
use term::{BitVec, Op, Symbol, Term, TermStore, Value, free_vars};

/// How often a bound may change before it is given up. Bounds that push each other would otherwise
/// change as often as the loops iterate.
const MAX_CHANGES: u32 = 12;

/// How the parameters of bounds grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum BoundIteration {
    /// Search for the greatest value, bit by bit
    #[default]
    BinarySearch,
    /// Take the values of one model after another
    Enumerate,
}

/// The search for parameters with which a template is k-inductive.
pub(crate) struct Inference<'f, 'm> {
    formula: &'f mut Formula<'m>,
    template: &'f mut Template,
    bounds: BoundIteration,
    budget: &'f Budget,
    /// The effort that may be spent before rows are given up.
    allowance: u64,
    /// The additional effort allowed after that.
    extension: u64,
    /// The clauses of the solver, summed over all queries. This is proportional to the cost of
    /// queries, and the same on every machine.
    effort: u64,
    /// The number of queries.
    pub(crate) queries: u64,
}

/// The visits that must be admitted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Targets {
    /// The first k visits of runs from the start.
    First,
    /// The next visit of runs from cut points of which k visits were admitted.
    Next,
}

/// A visit that is not admitted, with the values of the expressions of each row.
struct Violation {
    visit: usize,
    values: Vec<Vec<Value>>,
}

impl<'f, 'm> Inference<'f, 'm> {
    /// A search with a template that was shown no state.
    pub(crate) fn new(
        formula: &'f mut Formula<'m>,
        template: &'f mut Template,
        bounds: BoundIteration,
        allowance: u64,
        budget: &'f Budget,
    ) -> Inference<'f, 'm> {
        let extension = allowance / 2;
        Inference { formula, template, bounds, budget, allowance, extension, effort: 0, queries: 0 }
    }

    /// Lets the parameters grow until the template is k-inductive. Returns whether it is. If
    /// queries are too hard or too many, the rows that cause this are given up.
    pub(crate) fn run(&mut self) -> Result<bool, Reason> {
        // Parameters only grow, so admitted first visits stay admitted.
        for targets in [Targets::First, Targets::Next] {
            loop {
                if self.is_exhausted() {
                    if !self.give_up_hardest() {
                        return Ok(false);
                    }
                    self.allowance += self.extension;
                }
                match self.violations(targets) {
                    Ok(violations) if violations.is_empty() => break,
                    Ok(violations) => {
                        for violation in &violations {
                            self.admit(targets, violation)?;
                        }
                    }
                    Err(Reason::Incomplete(_)) if self.give_up_hardest() => {}
                    Err(Reason::Incomplete(_)) => return Ok(false),
                    Err(reason) => return Err(reason),
                }
            }
        }
        Ok(true)
    }

    fn is_exhausted(&self) -> bool {
        self.effort >= self.allowance
    }

    /// Gives up all rows of the kind that makes queries hardest. Returns whether there were any.
    fn give_up_hardest(&mut self) -> bool {
        let Some(hardest) = self.said().map(|(row, store)| hardness(row, store)).max() else {
            return false;
        };
        for site in self.template.sites_mut() {
            let hard = |row: &&mut Row| hardness(row, &self.formula.store) == hardest;
            site.rows.iter_mut().filter(hard).for_each(Row::give_up);
        }
        true
    }

    /// The rows that currently state something.
    fn said(&self) -> impl Iterator<Item = (&Row, &TermStore)> {
        let store = &self.formula.store;
        let rows = self.template.sites().flat_map(|site| &site.rows);
        rows.filter(|row| !row.is_given_up()).map(move |row| (row, store))
    }

    fn visits(&mut self, targets: Targets) -> &mut Vec<Visit> {
        match targets {
            Targets::First => &mut self.formula.first_visits,
            Targets::Next => &mut self.formula.next_visits,
        }
    }

    fn is_satisfiable(&mut self, assumptions: &[Term]) -> Result<bool, Reason> {
        self.queries += 1;
        self.effort = self.effort.saturating_add(self.formula.solver.stats().clauses);
        self.formula.is_satisfiable(assumptions, self.budget)
    }

    /// Searches for a run with target visits that the template does not admit.
    fn violations(&mut self, targets: Targets) -> Result<Vec<Violation>, Reason> {
        let mut visits = std::mem::take(self.visits(targets));
        let store = &mut self.formula.store;
        let excluded: Vec<Term> =
            visits.iter_mut().map(|visit| excluded(store, self.template, visit)).collect();
        *self.visits(targets) = visits;
        let some = self.formula.store.or(&excluded);
        if self.formula.store.as_bool(some) == Some(false) {
            return Ok(Vec::new());
        }
        let mut assumptions = match targets {
            Targets::First => Vec::new(),
            Targets::Next => self.admitted_past(|_, _| true),
        };
        assumptions.push(some);
        if !self.is_satisfiable(&assumptions)? {
            return Ok(Vec::new());
        }
        let mut violations = Vec::new();
        for (visit, &excluded) in excluded.iter().enumerate() {
            if self.formula.holds(excluded) {
                let values = self.read(targets, visit);
                violations.push(Violation { visit, values });
            }
        }
        Ok(violations)
    }

    /// The values of row expressions at a visit of the run just found.
    fn read(&mut self, targets: Targets, visit: usize) -> Vec<Vec<Value>> {
        let mut visits = std::mem::take(self.visits(targets));
        let site = self.template.site(visits[visit].location);
        let rows = site.map_or(&[][..], |site| &site.rows);
        let mut values = Vec::with_capacity(rows.len());
        for row in rows {
            let terms = visits[visit].expressions(&mut self.formula.store, row);
            values.push(terms.into_iter().map(|term| self.formula.value(term)).collect());
        }
        *self.visits(targets) = visits;
        values
    }

    /// The condition that the template admits the first k visits of runs from cut points, one
    /// assumption per row, for the wanted rows.
    fn admitted_past(&mut self, wanted: impl Fn(model::Location, usize) -> bool) -> Vec<Term> {
        let formula = &mut *self.formula;
        let store = &mut formula.store;
        let mut admitted = Vec::new();
        for visit in &mut formula.past_visits {
            let Some(site) = self.template.site(visit.location).filter(|site| site.reached) else {
                admitted.push(store.not(visit.guard));
                continue;
            };
            for (i, row) in site.rows.iter().enumerate() {
                if wanted(visit.location, i)
                    && let Some(said) = said_at(store, row, visit)
                {
                    for said in formula.instances.of(store, said) {
                        admitted.push(store.implies(visit.guard, said));
                    }
                }
            }
        }
        admitted
    }

    /// Makes the template admit a state, and moves the bounds that it pushed.
    fn admit(&mut self, targets: Targets, violation: &Violation) -> Result<(), Reason> {
        let location = self.visits(targets)[violation.visit].location;
        let site = self.template.site_mut(location);
        let is_first = !std::mem::replace(&mut site.reached, true);
        let mut pushed = Vec::new();
        for (i, (row, values)) in site.rows.iter_mut().zip(&violation.values).enumerate() {
            if row.join(values)
                && let Row::Bound(bound) = row
                && bound.parameter().is_some()
            {
                pushed.push(i);
            }
        }
        if is_first || self.bounds == BoundIteration::Enumerate {
            return Ok(());
        }
        let subject = |row: &usize| {
            let expressions =
                self.template.site(location).map(|site| site.rows[*row].expressions());
            subject(&self.formula.store, expressions.unwrap_or_default())
        };
        let subjects: Vec<Subject> = pushed.iter().map(subject).collect();
        for (i, &row) in pushed.iter().enumerate() {
            if self.is_exhausted() {
                self.template.site_mut(location).rows[row].give_up();
                continue;
            }
            let alike = (0..pushed.len()).filter(|&j| subjects[i] == subjects[j]);
            let alike: Vec<usize> = alike.map(|j| pushed[j]).collect();
            self.push_on(targets, violation.visit, row, &alike)?;
        }
        Ok(())
    }

    /// Moves a bound as far as runs push it whose earlier values are not beyond the new one. Other
    /// pushed bounds about the same variables, such as the same bound in another order, are relaxed
    /// in the same way: they would hold it up.
    fn push_on(
        &mut self,
        targets: Targets,
        visit: usize,
        row: usize,
        alike: &[usize],
    ) -> Result<(), Reason> {
        let location = self.visits(targets)[visit].location;
        let rows = &mut self.template.site_mut(location).rows;
        let Row::Bound(bound) = rows[row].clone() else { return Ok(()) };
        if bound.changes > MAX_CHANGES {
            rows[row].give_up();
            return Ok(());
        }
        let moving: Vec<Row> = alike.iter().map(|&i| rows[i].clone()).collect();
        let mut visits = std::mem::take(self.visits(targets));
        let mut assumptions = vec![visits[visit].guard];
        if targets == Targets::Next {
            assumptions.extend(self.admitted_past(|l, i| l != location || !alike.contains(&i)));
            let Formula { store, past_visits, .. } = &mut *self.formula;
            for past in past_visits.iter_mut().filter(|past| past.location == location) {
                for row in &moving {
                    let Row::Bound(bound) = row else { continue };
                    let before = past.instance(store, bound.expression);
                    let after = visits[visit].instance(store, bound.expression);
                    let not_behind = bound.at_most(store, before, after);
                    assumptions.push(store.implies(past.guard, not_behind));
                }
                // A step that keeps a value does not push it.
                let before = past.instance(store, bound.expression);
                let after = visits[visit].instance(store, bound.expression);
                let (admitted, kept) = (bound.formula(store, before), store.eq(before, after));
                if let Some(admitted) = admitted {
                    let kept_beyond = store.not(admitted);
                    let kept_beyond = store.and(&[past.guard, kept, kept_beyond]);
                    assumptions.push(store.not(kept_beyond));
                }
            }
        }
        let expression = visits[visit].instance(&mut self.formula.store, bound.expression);
        *self.visits(targets) = visits;
        let greatest = self.greatest(&bound, expression, assumptions);
        let row = &mut self.template.site_mut(location).rows[row];
        match (greatest, row) {
            (Ok(Some(key)), Row::Bound(bound)) => {
                bound.raise(key);
            }
            (Err(Reason::Incomplete(_)), row) => row.give_up(),
            (Err(reason), _) => return Err(reason),
            (Ok(_), _) => {}
        }
        Ok(())
    }

    /// The greatest key of an expression under assumptions; `None` if no run satisfies them.
    fn greatest(
        &mut self,
        bound: &Bound,
        expression: Term,
        mut assumptions: Vec<Term>,
    ) -> Result<Option<BitVec>, Reason> {
        let extreme = self.formula.store.bv_const(bound.extreme_value());
        let is_extreme = self.formula.store.eq(expression, extreme);
        assumptions.push(is_extreme);
        if self.is_satisfiable(&assumptions)? {
            return Ok(Some(bound.extreme().clone()));
        }
        assumptions.pop();
        if !self.is_satisfiable(&assumptions)? {
            return Ok(None);
        }
        let mut best = self.key_of(bound, expression);
        let width = best.width();
        let mut i = width;
        while i > 0 {
            // Bits that are zero in the best key so far, down to the next one.
            let zeros = (0..i).rev().take_while(|&j| !best.bit(j)).count() as u32;
            let store = &mut self.formula.store;
            if zeros == 0 {
                i -= 1;
                assumptions.push(weak_bit(store, bound, expression, i, width));
                continue;
            }
            let bits: Vec<Term> =
                (i - zeros..i).map(|j| weak_bit(store, bound, expression, j, width)).collect();
            let some = store.or(&bits);
            assumptions.push(some);
            if self.is_satisfiable(&assumptions)? {
                best = self.key_of(bound, expression);
            } else {
                assumptions.pop();
                let store = &mut self.formula.store;
                assumptions.extend(bits.into_iter().map(|bit| store.not(bit)));
                i -= zeros;
            }
        }
        Ok(Some(best))
    }

    fn key_of(&mut self, bound: &Bound, expression: Term) -> BitVec {
        let value = self.formula.value(expression);
        bound.key(value.as_bitvec().expect("bounds are on bit-vectors"))
    }
}

/// What a row is about: some variables, perhaps only where a condition holds or does not.
#[derive(PartialEq, Eq)]
struct Subject {
    variables: Vec<Symbol>,
    guard: Option<(Term, bool)>,
}

fn subject(store: &TermStore, expressions: &[Term]) -> Subject {
    let (mut guard, mut about) = (None, expressions.to_vec());
    if let &[expression] = expressions
        && store.op(expression) == Op::Ite
    {
        let &[condition, yes, no] = store.args(expression) else { unreachable!("it has three") };
        if store.as_value(yes).is_some() != store.as_value(no).is_some() {
            guard = Some((condition, store.as_value(no).is_some()));
            about = vec![yes, no];
        }
    }
    Subject { variables: free_vars(store, &about), guard }
}

/// How hard a row makes queries. Equations over many variables are harder than bounds of sums,
/// which are harder than bounds of differences, which are harder than statements about one
/// variable.
fn hardness(row: &Row, store: &TermStore) -> u32 {
    match row {
        Row::Affine(_) => 4,
        Row::Bound(bound) if store.as_var(bound.expression).is_some() => 0,
        Row::Bound(bound) if store.op(bound.expression) == Op::BvSub => 2,
        Row::Bound(_) => 3,
        Row::Constant(row) => u32::from(store.as_var(row.expression).is_none()),
        Row::Predicates(_) => 1,
    }
}

/// The condition that a bit of an expression's key is one.
fn weak_bit(store: &mut TermStore, bound: &Bound, expression: Term, i: u32, width: u32) -> Term {
    let bit = store.bit(i, expression);
    if bound.weakening_bit(i, width) { bit } else { store.not(bit) }
}

/// The formula of a row at a visit.
fn said_at(store: &mut TermStore, row: &Row, visit: &mut Visit) -> Option<Term> {
    let expressions = visit.expressions(store, row);
    row.formula(store, &expressions)
}

/// The condition that a run makes a visit in a state that the template does not admit.
fn excluded(store: &mut TermStore, template: &Template, visit: &mut Visit) -> Term {
    let Some(Site { reached: true, rows }) = template.site(visit.location) else {
        return visit.guard;
    };
    let said = rows.iter().filter_map(|row| said_at(store, row, visit));
    let said: Vec<Term> = said.collect();
    let admitted = store.and(&said);
    let not_admitted = store.not(admitted);
    store.and(&[visit.guard, not_admitted])
}
