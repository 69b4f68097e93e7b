//! Checks (k-)inductive invariants.
//!
//! The locations with invariants are the cut points. For k = 1 the conditions are: runs from the
//! start satisfy the first invariant they reach; runs from a cut point that satisfy its invariant
//! satisfy the next one they reach; neither reach an error before. In general, the first k visits
//! of cut points from the start must satisfy the invariants; and after k visits that satisfy them,
//! starting from any cut point, the next visit must too. So every visit satisfies them, by
//! induction over the number of visits, and no error lies between visits.
//!
//! Induction over simple paths considers only runs that never return to the same values of live
//! variables at a cut point. This is enough: a shortest run to an error or to a violated invariant
//! satisfies all invariants before; if it returned to the same values, it could be shortened.
//!
//! Invariants with parameters hold for all values of the parameters. So a visit satisfies them if it
//! does for arbitrary fixed values, and visits before it may be assumed to satisfy them for any
//! values at all. [`crate::instances`] finds those that help.

use crate::encoding::Runs;
use crate::history::History;
use crate::instances::Assumed;
use crate::proof::Checker;
use crate::regions::{Progress, Regions, gather};
use crate::rejected::{Condition, Rejected};
use crate::vocabulary::require_known;
use evidence::{Induction, Invariants};
use model::Location;
use std::collections::BTreeMap;
use term::{Op, Sort, Symbol, Term, TermStore, Transfer};

/// How many instances of invariants are tried before all of them.
const FEW_INSTANCES: usize = 30;

/// Invariants as terms of the checker's store.
type ByLocation = BTreeMap<Location, Term>;

/// Accepts invariants that are inductive and exclude errors.
pub fn check(checker: &mut Checker<'_>, invariants: &Invariants) -> Result<(), Rejected> {
    let parameters = declare_parameters(checker, invariants)?;
    let by_location = adopt(checker, invariants)?;
    let regions = Regions::new(checker.cfa, by_location.keys().copied());
    let regions = regions.map_err(|cycle| Rejected::UncutCycle(checker.place(cycle.0)))?;
    base(checker, &regions, &by_location, invariants.k())?;
    for location in regions.cut_points() {
        checker.judge.next_region();
        let assumed = Assumed::new(&parameters);
        step(checker, &regions, &by_location, invariants.induction(), location, assumed)?;
    }
    Ok(())
}

/// Declares the parameters of invariants as symbols of the checker's store. They are not variables
/// of the model: no command changes them.
fn declare_parameters(
    checker: &mut Checker<'_>,
    invariants: &Invariants,
) -> Result<Vec<Symbol>, Rejected> {
    let theirs = invariants.terms();
    let declare = |&parameter: &Symbol| {
        let name = theirs.name(parameter);
        let is_new = checker.encoder.store.lookup(name).is_none();
        let no_function = theirs.parameters(parameter).is_empty();
        let sort = theirs.symbol_sort(parameter).clone();
        let declared = (is_new && no_function)
            .then(|| checker.encoder.store.declare(name, sort).ok())
            .flatten();
        declared.ok_or_else(|| Rejected::NoParameter(name.to_owned()))
    };
    invariants.parameters().iter().map(declare).collect()
}

/// Copies the invariants into the checker's store if they only mention the model's variables.
fn adopt(checker: &mut Checker<'_>, invariants: &Invariants) -> Result<ByLocation, Rejected> {
    let theirs = invariants.terms();
    let is_variable = |symbol: &Symbol| !invariants.parameters().contains(symbol);
    require_known(checker.model, theirs, invariants.symbols().into_iter().filter(is_variable))?;
    let mut transfer = Transfer::new();
    let mut adopted = ByLocation::new();
    for (location, invariant) in invariants.iter() {
        if location.index() >= checker.cfa.locations().len() {
            return Err(Rejected::UnknownLocation(location));
        }
        let sort = theirs.sort(invariant);
        if *sort != Sort::Bool {
            let (place, sort) = (checker.place(location), sort.clone());
            return Err(Rejected::NotBoolean { place, sort });
        }
        let copied = transfer.copy(theirs, &mut checker.encoder.store, invariant);
        adopted.insert(location, copied.expect("all symbols have the same sorts"));
    }
    Ok(adopted)
}

/// Base case: the first k visits of cut points satisfy the invariants, and no error is reached
/// before.
fn base(
    checker: &mut Checker<'_>,
    regions: &Regions<'_>,
    invariants: &ByLocation,
    k: u32,
) -> Result<(), Rejected> {
    let initial = checker.cfa.initial();
    let progress = regions.begin(&mut checker.encoder);
    let mut progress = progress.map_err(|call| checker.unsupported(call))?;
    let nothing = Assumed::new(&[]);
    require(checker, invariants, initial, &progress, &nothing)?;
    for _ in 1..k {
        let front = gather(&mut checker.encoder, progress.cut_points);
        if front.is_empty() {
            break;
        }
        progress = advance(checker, regions, front)?;
        require(checker, invariants, initial, &progress, &nothing)?;
    }
    Ok(())
}

/// Induction step: after k visits that satisfy the invariants, starting at the given cut point, the
/// next visit satisfies them, and no error is reached before.
fn step(
    checker: &mut Checker<'_>,
    regions: &Regions<'_>,
    invariants: &ByLocation,
    induction: Induction,
    location: Location,
    mut assumed: Assumed<'_>,
) -> Result<(), Rejected> {
    let Induction { k, simple_paths } = induction;
    let history =
        simple_paths.then(|| History::new(checker.cfa, &mut checker.encoder, invariants, k));
    let start = checker.encoder.start();
    let mut front = vec![(location, start)];
    for visit in 1..=k {
        for (location, runs) in &mut front {
            assumed.add(&mut checker.encoder, runs, invariants[location]);
            *runs = checker.encoder.assume(runs.clone(), invariants[location]);
            if let Some(history) = &history {
                let number = visit as usize - 1;
                *runs = history.visit(&mut checker.encoder, number, *location, runs.clone());
            }
        }
        let progress = advance(checker, regions, front)?;
        if visit == k {
            return require(checker, invariants, location, &progress, &assumed);
        }
        front = gather(&mut checker.encoder, progress.cut_points);
    }
    Ok(())
}

fn advance(
    checker: &mut Checker<'_>,
    regions: &Regions<'_>,
    front: Vec<(Location, Runs)>,
) -> Result<Progress, Rejected> {
    checker.judge.check_budget()?;
    let progress = regions.advance(&mut checker.encoder, front);
    progress.map_err(|call| checker.unsupported(call))
}

/// Requires that no error was reached, and that the invariants hold at the reached cut points.
fn require(
    checker: &mut Checker<'_>,
    invariants: &ByLocation,
    from: Location,
    progress: &Progress,
    assumed: &Assumed<'_>,
) -> Result<(), Rejected> {
    for arrival in &progress.errors {
        let (from, error) = (checker.place(from), checker.place(arrival.location));
        let condition = Condition::NoError { from, error, edge: arrival.edge };
        require_with_instances(checker, &[arrival.runs.condition], assumed, &condition)?;
    }
    for arrival in &progress.cut_points {
        // The conjuncts are checked one by one: a solver finds each of many lemmas easier than the
        // disjunction of their negations, and what it learns about the runs is reused.
        for conjunct in conjuncts(&checker.encoder.store, invariants[&arrival.location]) {
            let encoder = &mut checker.encoder;
            let violated = encoder.store.not(conjunct);
            let violation = [arrival.runs.condition, encoder.read(&arrival.runs.values, violated)];
            let (from, to) = (checker.place(from), checker.place(arrival.location));
            let condition = Condition::Invariant { from, to, edge: arrival.edge };
            // The parameters' own values are enough in most cases.
            let store = &mut checker.encoder.store;
            if assumed.is_empty() {
                checker.judge.require(store, &violation, condition)?;
            } else if checker.judge.require(store, &violation, condition.clone()).is_err() {
                require_with_instances(checker, &violation, assumed, &condition)?;
            }
        }
    }
    Ok(())
}

/// Requires that a violation is impossible, given instances of the invariants that the runs satisfied.
fn require_with_instances(
    checker: &mut Checker<'_>,
    violation: &[Term],
    assumed: &Assumed<'_>,
    condition: &Condition,
) -> Result<(), Rejected> {
    checker.judge.check_budget()?;
    let instances = assumed.instances(&mut checker.encoder, violation);
    let mut with = |instances: &[Term]| {
        let violation = [instances, violation].concat();
        checker.judge.require(&mut checker.encoder.store, &violation, condition.clone())
    };
    // Few are enough in most cases, and all of them are much to decide.
    let enough = instances.len() > FEW_INSTANCES && with(&instances[..FEW_INSTANCES]).is_ok();
    if enough { Ok(()) } else { with(&instances) }
}

/// The conjuncts of an invariant.
fn conjuncts(store: &TermStore, invariant: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut pending = vec![invariant];
    while let Some(term) = pending.pop() {
        match store.op(term) {
            Op::And => pending.extend(store.args(term).iter().rev()),
            _ => found.push(term),
        }
    }
    found
}
