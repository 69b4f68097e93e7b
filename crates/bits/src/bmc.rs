//! Engine `bit-bmc`: bounded model checking on bits (Biere, Cimatti, Clarke and Zhu, "Symbolic model
//! checking without BDDs", 1999), incrementally in one solver.

use crate::engine::{BitSearch, SearchStatistics, reason};
use crate::simulate::simulate;
use crate::system::{BitSystem, CircuitRun};
use crate::unrolling::Unrolling;
use clap::Args;
use engines::{Event, Observer, Progress};
use evidence::{Reason, Verdict};
use hardware::circuit::Lit;
use smt::Budget;
use smt::sat::{CadicalOptions, SatBackend, SatResult};

/// Options of bounded model checking on bits.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "Bounded model checking on bits (bit-bmc)")]
pub struct BitBmcConfig {
    /// Give up after N steps
    #[arg(long = "bit-bmc-steps", value_name = "N")]
    pub steps: Option<usize>,
}

impl BitSearch for BitBmcConfig {
    fn name(&self) -> &'static str {
        "bit-bmc"
    }

    fn search(
        &self,
        bits: &BitSystem,
        budget: &Budget,
        observer: &mut dyn Observer,
        statistics: &mut SearchStatistics,
    ) -> Result<Verdict, Reason> {
        let circuit = bits.circuit();
        if self.steps.is_none()
            && let Some(run) = simulate(circuit, budget).map_err(reason)?
        {
            return bits.violation(&run);
        }
        let backend = SatBackend::Cadical(CadicalOptions { inprocessing: true });
        let mut unrolling = Unrolling::new(circuit, backend);
        for step in 0.. {
            if self.steps.is_some_and(|steps| step > steps) {
                return Err(Reason::Incomplete(format!("no violation in {step} steps")));
            }
            budget.check().map_err(reason)?;
            unrolling.add_step(true);
            let constraint = unrolling.literal(step, circuit.constraint);
            unrolling.add_clause(&[constraint]);
            for &bad in &circuit.bad {
                let bad = unrolling.literal(step, bad);
                if bad == Lit::FALSE {
                    continue;
                }
                statistics.solver.queries += 1;
                match unrolling.solve(&[bad], budget) {
                    SatResult::Sat => {
                        let run = CircuitRun {
                            start: unrolling.state(0),
                            inputs: (0..=step).map(|step| unrolling.inputs(step)).collect(),
                        };
                        return bits.violation(&run);
                    }
                    SatResult::Unsat => unrolling.add_clause(&[!bad]),
                    SatResult::Unknown(stop) => return Err(reason(stop)),
                }
            }
            let queries = statistics.solver.queries;
            observer.observe(&Event::Progress(Progress { level: step as u64, lemmas: 0, queries }));
        }
        Err(Reason::Incomplete("there are no more steps".to_owned()))
    }
}
