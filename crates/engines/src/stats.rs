//! Statistics of a run.

use smt::SolverStats;
use std::fmt;
use std::time::Duration;

/// Statistics of a run. Only the times differ between repeated runs.
#[derive(Clone, Debug, Default)]
pub struct EngineStats {
    /// Statistics of the solvers.
    pub solver: SolverStats,
    /// Counters of the engine, in display order.
    pub counters: Vec<(&'static str, u64)>,
    /// Time from start to answer.
    pub elapsed: Duration,
}

impl EngineStats {
    /// Time in solvers: encoding and solving.
    pub fn time_in_solver(&self) -> Duration {
        self.solver.encoding + self.solver.solving
    }

    /// Time outside of solvers, which should be reduced first.
    pub fn time_outside_solver(&self) -> Duration {
        self.elapsed.saturating_sub(self.time_in_solver())
    }

    /// The value of a counter of the engine.
    pub fn counter(&self, name: &str) -> Option<u64> {
        self.counters.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
    }

    /// All counters of solvers and engine; they are the same whenever a run is repeated.
    pub fn all_counters(&self) -> Vec<(&'static str, u64)> {
        let solver = &self.solver;
        let mut all = vec![
            ("queries", solver.queries),
            ("sat", solver.sat),
            ("unsat", solver.unsat),
            ("unknown", solver.unknown),
            ("sat calls", solver.sat_calls),
            ("theory lemmas", solver.lemmas),
            ("variables", solver.variables),
            ("clauses", solver.clauses),
        ];
        all.extend(&self.counters);
        all
    }
}

impl fmt::Display for EngineStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.all_counters() {
            writeln!(f, "{name:<24} {value:>12}")?;
        }
        writeln!(f, "{:<24} {:>12.3} s", "time in solver", self.time_in_solver().as_secs_f64())?;
        write!(f, "{:<24} {:>12.3} s", "time outside", self.time_outside_solver().as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_outside_is_what_is_left() {
        let solver = SolverStats {
            solving: Duration::from_millis(300),
            encoding: Duration::from_millis(200),
            ..SolverStats::default()
        };
        let counters = vec![("depth", 7)];
        let stats = EngineStats { solver, counters, elapsed: Duration::from_millis(1250) };
        assert_eq!(stats.time_in_solver(), Duration::from_millis(500));
        assert_eq!(stats.time_outside_solver(), Duration::from_millis(750));
        assert_eq!(stats.counter("depth"), Some(7));
        assert_eq!(stats.counter("height"), None);
        let text = stats.to_string();
        assert!(text.lines().any(|line| line.starts_with("depth") && line.ends_with("7")));
        assert!(text.ends_with("0.750 s"));
    }
}
