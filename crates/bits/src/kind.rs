//! Engine `bit-kind`: k-induction on bits (Sheeran, Singh and Stålmarck, "Checking safety properties
//! using induction and a SAT-solver", 2000).

use crate::engine::{BitSearch, SearchStatistics, reason};
use crate::system::{BitSystem, CircuitRun};
use crate::unrolling::Unrolling;
use clap::Args;
use engines::{Event, Observer, Progress};
use evidence::{Reason, Verdict};
use smt::Budget;
use smt::sat::{CadicalOptions, SatBackend, SatResult};

/// Options of k-induction on bits.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "k-induction on bits (bit-kind)")]
pub struct BitKindConfig {
    /// Give up after k = N
    #[arg(long = "bit-kind-k", value_name = "N")]
    pub k: Option<u32>,
}

impl BitSearch for BitKindConfig {
    fn name(&self) -> &'static str {
        "bit-kind"
    }

    fn search(
        &self,
        bits: &BitSystem,
        budget: &Budget,
        observer: &mut dyn Observer,
        statistics: &mut SearchStatistics,
    ) -> Result<Verdict, Reason> {
        let circuit = bits.circuit();
        let backend = SatBackend::Cadical(CadicalOptions { inprocessing: true });
        let mut base = Unrolling::new(circuit, backend);
        let mut step = Unrolling::new(circuit, backend);
        for k in 0..=self.k.unwrap_or(u32::MAX - 1) {
            budget.check().map_err(reason)?;
            let at = k as usize;
            base.add_step(true);
            if has_bad_state(&mut base, at, budget)? {
                let inputs = (0..=at).map(|step| base.inputs(step)).collect();
                return bits.violation(&CircuitRun { start: base.state(0), inputs });
            }
            step.add_step(false);
            if !has_bad_state(&mut step, at, budget)? {
                // The checker counts the visit before the bad state, too.
                return Ok(Verdict::Safe(bits.proof(std::iter::empty(), k + 1)));
            }
            let queries = base.queries + step.queries;
            statistics.solver.queries = queries;
            observer.observe(&Event::Progress(Progress { level: k.into(), lemmas: 0, queries }));
        }
        Err(Reason::Incomplete("it is not inductive for the largest k".to_owned()))
    }
}

/// Whether a bad state can be in the last step. In later queries it cannot.
fn has_bad_state(
    unrolling: &mut Unrolling<'_>,
    at: usize,
    budget: &Budget,
) -> Result<bool, Reason> {
    let circuit = unrolling.circuit();
    let constraint = unrolling.literal(at, circuit.constraint);
    unrolling.add_clause(&[constraint]);
    let mut found = false;
    let bad: Vec<_> = circuit.bad.iter().map(|&bad| unrolling.literal(at, bad)).collect();
    for &bad in &bad {
        match unrolling.solve(&[bad], budget) {
            SatResult::Sat => {
                found = true;
                break;
            }
            SatResult::Unsat => {}
            SatResult::Unknown(stop) => return Err(reason(stop)),
        }
    }
    unrolling.exclude_later(bad);
    Ok(found)
}
