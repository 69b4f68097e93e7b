//! Checks that all runs are short.
//!
//! All runs are followed at once, from one visit of a cut point to the next. They must not reach an
//! error, nor visit a cut point more often than the bound allows. A run is not followed beyond a
//! location from which no path leads to an error.

use crate::proof::Checker;
use crate::regions::{Regions, gather};
use crate::rejected::{Condition, Rejected};

/// Accepts a bound on the visits of cut points if no run exceeds it and no error is reached.
pub fn check(checker: &mut Checker<'_>, bound: u32) -> Result<(), Rejected> {
    let cut_points = checker.cfa.loop_heads();
    // The automaton's own cut points are not trusted to cut all cycles; `Regions` checks it.
    let regions = Regions::leading_to_errors(checker.cfa, cut_points);
    let regions = regions.map_err(|cycle| Rejected::UncutCycle(checker.place(cycle.0)))?;
    let start = checker.place(checker.cfa.initial());
    let progress = regions.begin(&mut checker.encoder);
    let mut progress = progress.map_err(|call| checker.unsupported(call))?;
    for visits in 0.. {
        let errors = progress.errors.iter().map(|arrival| {
            let (from, error) = (start.clone(), checker.place(arrival.location));
            (arrival.runs.condition, Condition::NoError { from, error, edge: arrival.edge })
        });
        let errors = errors.collect();
        checker.judge.require_all(&mut checker.encoder.store, errors)?;
        if visits == bound {
            break;
        }
        let front = gather(&mut checker.encoder, progress.cut_points);
        if front.is_empty() {
            return Ok(());
        }
        checker.judge.check_budget()?;
        let next = regions.advance(&mut checker.encoder, front);
        progress = next.map_err(|call| checker.unsupported(call))?;
    }
    let ends = progress.cut_points.iter().map(|arrival| {
        let at = checker.place(arrival.location);
        (arrival.runs.condition, Condition::Bound { bound, at, edge: arrival.edge })
    });
    let ends = ends.collect();
    checker.judge.require_all(&mut checker.encoder.store, ends)
}
