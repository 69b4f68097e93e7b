//! Reductions of a model that has a violating run: each must keep one.

use check::replay_trace;
use engines::{Bmc, BmcConfig, Context, Engine, Silent};
use evidence::{Translation, Verdict};
use model::{ErrorKind, Goal, Model};
use passes::reduce::{ReduceConfig, Reduction, reduce};
use smt::Budget;

/// What was found out about a reduced model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReducedRun {
    /// It has a run into the same error, which is a run of the model.
    Found,
    /// No run was found within the limits.
    Undecided,
    /// The model has calls, and is not reduced.
    Unreduced,
}

const REDUCTIONS: [Reduction; 8] = [
    Reduction::Prune,
    Reduction::Slice,
    Reduction::Propagate,
    Reduction::Inline,
    Reduction::Live,
    Reduction::Split,
    Reduction::Narrow,
    Reduction::Minimise,
];

/// How much a search for a run may cost.
const MAX_CONFLICTS: u64 = 500;
const MAX_UNWIND: u32 = 12;

/// Searches a random reduction of a model, some run of which reaches an error of this kind, for such a run.
/// Its way back must be a run of the model.
pub fn violating_run(model: &Model, error: &ErrorKind, random: u64) -> Result<ReducedRun, String> {
    let mut model = model.clone();
    let entry = model.entry.index();
    model.procedures[entry].cfa.retain_errors(|kind| kind == error);
    let config = config(random);
    let Ok(reduced) = reduce(&model, Goal::NoError, &config) else {
        return Ok(ReducedRun::Unreduced);
    };
    let budget = Budget::unlimited().with_conflict_limit(MAX_CONFLICTS);
    let bounds = BmcConfig { unwind: Some(MAX_UNWIND), unwind_step: 3, ..BmcConfig::default() };
    let mut observer = Silent;
    let answer = Bmc::new(bounds).run(&reduced.model, &mut Context::new(budget, &mut observer));
    match answer.verdict {
        Verdict::Unsafe(trace) => {
            let back = reduced.trace(&trace);
            let back = back.ok_or_else(|| format!("{config:?}: its run does not come back"))?;
            match replay_trace(&model, &back) {
                Ok(_) => Ok(ReducedRun::Found),
                Err(rejected) => Err(format!("{config:?}: its run is none before: {rejected}")),
            }
        }
        Verdict::Unknown(_) => Ok(ReducedRun::Undecided),
        _ => Err(format!("{config:?}: no run reaches {error}, but one does before")),
    }
}

/// Reductions that a number selects; every second time all of them.
fn config(random: u64) -> ReduceConfig {
    let bits = (random + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24;
    let all = bits & 1 == 0;
    let left_out = |at: usize| !all && bits >> (at + 8) & 1 == 1;
    let without = (0..8).filter(|&at| left_out(at)).map(|at| REDUCTIONS[at]).collect();
    let (rounds, block_limit) = if all { (4, 100) } else { (1 + (bits >> 4 & 1) as u32, 5) };
    ReduceConfig { without, rounds, block_limit, ..ReduceConfig::default() }
}
