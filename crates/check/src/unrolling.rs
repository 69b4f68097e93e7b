//! Checks that all runs end, loop by loop.
//!
//! All runs are followed at once. They wait at locations, and always go on at the first of these in the order of
//! [`LoopOrder`]. So ways meet where they can, which keeps conditions small, but nothing depends on the order: all
//! runs are followed until none waits anywhere. They must not reach an error, nor come to the head of a loop more
//! often than the bound allows, from when it is entered to its end. A run is not followed beyond a location from
//! which no path leads to an error.

use crate::encoding::Runs;
use crate::proof::Checker;
use crate::regions::Regions;
use crate::rejected::{Condition, Rejected};
use model::{Location, LoopOrder, LoopRounds};
use std::collections::BTreeMap;
use term::Term;

/// So many conditions are decided together, while runs are followed.
const TOGETHER: usize = 64;

/// Accepts a bound on the rounds of loops if no run exceeds it and no error is reached.
pub fn check(checker: &mut Checker<'_>, bound: u32) -> Result<(), Rejected> {
    let cfa = checker.cfa;
    let regions = Regions::leading_to_errors(cfa, cfa.loop_heads());
    let regions = regions.map_err(|cycle| Rejected::UncutCycle(checker.place(cycle.0)))?;
    if cfa.locations().len() == 0 || regions.is_harmless(cfa.initial()) {
        return Ok(());
    }
    let start = checker.place(cfa.initial());
    let mut errors: Vec<(Term, Condition)> = Vec::new();
    let mut rounds = LoopRounds::default();
    let mut waiting = Waiting::new(LoopOrder::of(cfa));
    waiting.arrive(cfa.initial(), checker.encoder.start());
    while let Some((location, ways)) = waiting.pop_first() {
        checker.judge.check_budget()?;
        let Some(runs) = checker.encoder.join(ways) else { continue };
        if regions.is_error(location) {
            let (from, error) = (start.clone(), checker.place(location));
            errors.push((runs.condition, Condition::NoError { from, error, edge: None }));
            continue;
        }
        if let Some(head) = waiting.head(location) {
            let complete = rounds.visit(head);
            let store = &mut checker.encoder.store;
            let is_known = store.as_bool(runs.condition) == Some(true);
            if complete > bound {
                let at = checker.place(location);
                let condition = Condition::Rounds { bound, at };
                checker.judge.require(&mut checker.encoder.store, &[runs.condition], condition)?;
                rounds.is_over(head);
                continue;
            }
            if !is_known
                && rounds.is_time_to_ask(head)
                && checker.judge.accepts_at_once(store, runs.condition)
            {
                rounds.is_over(head);
                continue;
            }
            if errors.len() >= TOGETHER {
                checker.judge.require_all(store, std::mem::take(&mut errors))?;
            }
        }
        for &edge in cfa.outgoing(location) {
            let (command, target) = (&cfa.edge(edge).command, cfa.edge(edge).target);
            if regions.is_harmless(target) {
                continue;
            }
            let after = checker.encoder.execute(runs.clone(), command);
            let Some(runs) = after.map_err(|call| checker.unsupported(call))? else { continue };
            if regions.is_error(target) {
                let (from, error) = (start.clone(), checker.place(target));
                let edge = Some(edge);
                errors.push((runs.condition, Condition::NoError { from, error, edge }));
            } else {
                waiting.arrive(target, runs);
            }
        }
    }
    checker.judge.require_all(&mut checker.encoder.store, errors)
}

/// The runs that wait at locations, in the order in which they go on.
struct Waiting {
    order: LoopOrder,
    runs: BTreeMap<(u32, Location), Vec<Runs>>,
}

impl Waiting {
    fn new(order: LoopOrder) -> Waiting {
        Waiting { order, runs: BTreeMap::new() }
    }

    fn arrive(&mut self, location: Location, runs: Runs) {
        let position = self.order.position(location).unwrap_or(u32::MAX);
        self.runs.entry((position, location)).or_default().push(runs);
    }

    fn pop_first(&mut self) -> Option<(Location, Vec<Runs>)> {
        self.runs.pop_first().map(|((_, location), ways)| (location, ways))
    }

    /// The position of a location that is the head of a loop.
    fn head(&self, location: Location) -> Option<u32> {
        self.order.is_head(location).then(|| self.order.position(location)).flatten()
    }
}
