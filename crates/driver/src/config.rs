//! The choice of engines and their options, which are also the command line.

use crate::portfolio::{HeadStart, Member, Portfolio, SharedEngine, ViewName};
use crate::task::Task;
use bits::{BitBmcConfig, Ic3Config, OnBits, Quip, QuipConfig, SharedSystem};
use clap::{Args, ValueEnum};
use engines::{
    Bmc, BmcConfig, Cells, Engine, Ic3Cfa, Ic3CfaConfig, Impact, ImpactConfig, Integers, Kiki,
    KikiConfig, Kind, KindConfig, La, LaConfig, Predabs, PredabsConfig, Shapes, Spacer,
    SpacerConfig, Termination, TreeIc3, TreeIc3Config, Unroll, UnrollConfig,
};
use model::Goal;
use std::sync::Arc;
use std::time::Duration;

/// Which engines work on a task, and how.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
#[command(next_help_heading = "Engines")]
pub struct EngineConfig {
    /// The engines that work side by side (see `lemmatic engines`)
    ///
    /// The first answer whose evidence is accepted counts. By default, those that solve most together.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME,...")]
    pub engine: Vec<EngineName>,
    /// How many engines may run at the same time
    ///
    /// The others wait for their turns. The default is the number of processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Whether engines tell each other what they have proved
    #[arg(long, value_enum, value_name = "on|off", default_value_t)]
    pub exchange: OnOff,
    /// Options of bounded model checking.
    #[command(flatten)]
    pub bmc: BmcConfig,
    /// Options of bounded model checking, loop by loop.
    #[command(flatten)]
    pub unroll: UnrollConfig,
    /// Options of kIkI.
    #[command(flatten)]
    pub kiki: KikiConfig,
    /// Options of k-induction.
    #[command(flatten)]
    pub kind: KindConfig,
    /// Options of predicate abstraction.
    #[command(flatten)]
    pub predabs: PredabsConfig,
    /// Options of IC3 on control-flow automata.
    #[command(flatten)]
    pub ic3cfa: Ic3CfaConfig,
    /// Options of Tree-IC3.
    #[command(flatten)]
    pub tree_ic3: TreeIc3Config,
    /// Options of lazy abstraction with interpolants.
    #[command(flatten)]
    pub impact: ImpactConfig,
    /// Options of Lazy Annotation.
    #[command(flatten)]
    pub la: LaConfig,
    /// Options of property-directed reachability on clauses.
    #[command(flatten)]
    pub spacer: SpacerConfig,
    /// Options of IC3 on bits.
    #[command(flatten)]
    pub ic3: Ic3Config,
    /// Options of Quip on bits.
    #[command(flatten)]
    pub quip: QuipConfig,
    /// Options of bounded model checking on bits.
    #[command(flatten)]
    pub bit_bmc: BitBmcConfig,
}

/// The engines to choose from.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineName {
    /// Incremental bounded model checking
    Bmc,
    /// Bounded model checking, loop by loop
    Unroll,
    /// Invariants in template domains, k-induction and bounded model checking
    Kiki,
    /// Incremental k-induction
    Kind,
    /// Lazy predicate abstraction, refined by counterexamples
    Predabs,
    /// IC3 on control-flow automata
    Ic3cfa,
    /// IC3 on the paths of a reachability tree
    TreeIc3,
    /// Lazy abstraction with interpolants
    Impact,
    /// Property-directed reachability on Horn clauses
    Spacer,
    /// Lazy Annotation on Horn clauses
    La,
    /// Proofs about bit-vectors by way of integers, on Horn clauses
    Integers,
    /// IC3 on bits, for hardware
    Ic3,
    /// Quip on bits: IC3 that pushes lemmas and collects reachable states
    Quip,
    /// Bounded model checking on bits, for hardware
    BitBmc,
    /// Invariants for all elements of arrays, found by looking at single cells
    Cells,
    /// Invariants for all objects of the heap: lists and trees of any size
    Shapes,
    /// Ranking functions, where it is asked whether runs end
    Termination,
    /// Sets of states that runs never leave, where it is asked whether runs end
    Nontermination,
    /// Runs of the program with zeros and random values as inputs
    Sample,
}

/// A switch.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnOff {
    /// Do it
    #[default]
    On,
    /// Do not
    Off,
}

/// The default engines, each with its share of the time. Earlier engines get their first turns
/// earlier: if bounded model checking solves a task, it mostly does so at once. `unroll` is for programs with short
/// runs, where it gets a [`HEAD_START`].
const DEFAULT: [(EngineName, u32); 8] = [
    (EngineName::Sample, 2),
    (EngineName::Bmc, 2),
    (EngineName::Unroll, 1),
    (EngineName::Kiki, 2),
    // They give up at once if there are no arrays, or no objects with pointers.
    (EngineName::Cells, 2),
    (EngineName::Shapes, 8),
    (EngineName::Ic3cfa, 4),
    (EngineName::Kind, 2),
];

/// The engine that gets a head start if runs seem to be short: it is likely that such a program can be unrolled
/// completely. Runs also look short where inputs decide when loops end; then the others go on
/// after that.
const HEAD_START: (EngineName, HeadStart) =
    (EngineName::Unroll, HeadStart { weight: 16, time: Duration::from_millis(1000) });

/// The same where the question is given as Horn clauses.
const DEFAULT_FOR_CLAUSES: [(EngineName, u32); 6] = [
    (EngineName::Spacer, 8),
    (EngineName::Bmc, 2),
    (EngineName::Kiki, 2),
    (EngineName::Cells, 2),
    (EngineName::Ic3cfa, 4),
    (EngineName::Kind, 2),
];

/// The engines on clauses where a model has calls. Those of [`DEFAULT`] work on models in which
/// recursion is bounded.
const DEFAULT_FOR_CALLS: [(EngineName, u32); 1] = [(EngineName::Integers, 1)];

/// The same where it is asked whether every run ends: see [`model::Recurrences`].
const DEFAULT_FOR_ENDS: [(EngineName, u32); 7] = [
    (EngineName::Sample, 4),
    (EngineName::Bmc, 2),
    (EngineName::Unroll, 1),
    (EngineName::Termination, 8),
    (EngineName::Nontermination, 2),
    (EngineName::Kiki, 2),
    (EngineName::Ic3cfa, 2),
];

/// The same for hardware that has a circuit. Each has a processor if there are two.
const DEFAULT_FOR_CIRCUITS: [(EngineName, u32); 2] =
    [(EngineName::Ic3, 1), (EngineName::BitBmc, 1)];

/// The same for hardware with large arrays.
const DEFAULT_FOR_LARGE_ARRAYS: [(EngineName, u32); 3] =
    [(EngineName::Bmc, 2), (EngineName::Ic3cfa, 1), (EngineName::Kind, 1)];

impl EngineConfig {
    /// The engines with their options, for a task.
    pub fn portfolio_for(&self, task: &Task) -> Portfolio {
        match task.hardware() {
            Some(hardware) => {
                let default = match hardware.bits().bits() {
                    Ok(_) => &DEFAULT_FOR_CIRCUITS[..],
                    Err(_) => &DEFAULT_FOR_LARGE_ARRAYS[..],
                };
                self.portfolio(default, Some(hardware.bits()))
            }
            None => self.portfolio_of(task.goal, task.view()),
        }
    }

    /// The engines with their options, for a goal that is given in a view.
    pub fn portfolio_of(&self, goal: Goal, view: ViewName) -> Portfolio {
        match (goal, view) {
            (Goal::EveryRunEnds, _) => self.portfolio(&DEFAULT_FOR_ENDS, None),
            (Goal::NoError, ViewName::Clauses) => self.portfolio(&DEFAULT_FOR_CLAUSES, None),
            (Goal::NoError, ViewName::Automaton | ViewName::System) => {
                self.portfolio(&DEFAULT, None)
            }
        }
    }

    /// The default engines for hardware.
    pub fn portfolio_for_hardware(&self) -> Portfolio {
        self.portfolio(&DEFAULT_FOR_CIRCUITS, None)
    }

    fn portfolio(
        &self,
        default: &[(EngineName, u32)],
        system: Option<&Arc<SharedSystem>>,
    ) -> Portfolio {
        let default = default.to_vec();
        let mut chosen: Vec<(EngineName, u32)> = match self.engine.is_empty() {
            true => default,
            false => self.engine.iter().map(|&name| (name, 1)).collect(),
        };
        let mut seen = Vec::new();
        chosen.retain(|&(name, _)| !seen.contains(&name) && (seen.push(name), true).1);
        let member = |(name, weight)| {
            let engine = self.engine_named(name, system)?;
            let has_head_start = self.engine.is_empty() && name == HEAD_START.0;
            let head_start_for_short_runs = has_head_start.then_some(HEAD_START.1);
            Some(Member { engine, weight, head_start_for_short_runs })
        };
        let for_calls = match self.engine.is_empty() {
            true => DEFAULT_FOR_CALLS.to_vec(),
            false => chosen.clone(),
        };
        Portfolio {
            for_calls: for_calls.into_iter().filter_map(member).collect(),
            samples: seen.contains(&EngineName::Sample),
            recurs: seen.contains(&EngineName::Nontermination),
            members: chosen.into_iter().filter_map(member).collect(),
            jobs: self.jobs.map_or_else(processors, usize::from),
            exchange: self.exchange == OnOff::On,
            all_statistics: false,
        }
    }

    /// The engine; `None` for those that are made for a task.
    fn engine_named(
        &self,
        name: EngineName,
        system: Option<&Arc<SharedSystem>>,
    ) -> Option<SharedEngine> {
        let on_automata: Arc<dyn Engine + Send + Sync> = match name {
            EngineName::Ic3 => Arc::new(OnBits::new(self.ic3.clone(), system.cloned())),
            EngineName::Quip => {
                let quip = Quip { config: self.quip.clone(), core: self.ic3.clone() };
                Arc::new(OnBits::new(quip, system.cloned()))
            }
            EngineName::BitBmc => Arc::new(OnBits::new(self.bit_bmc.clone(), system.cloned())),
            EngineName::Bmc => Arc::new(Bmc::new(self.bmc.clone())),
            EngineName::Unroll => Arc::new(Unroll::new(self.unroll.clone())),
            EngineName::Kiki => Arc::new(Kiki::new(self.kiki.clone())),
            EngineName::Kind => Arc::new(Kind::new(self.kind.clone())),
            EngineName::Predabs => Arc::new(Predabs::new(self.predabs.clone())),
            EngineName::Ic3cfa => Arc::new(Ic3Cfa::new(self.ic3cfa.clone())),
            EngineName::TreeIc3 => Arc::new(TreeIc3::new(self.tree_ic3.clone())),
            EngineName::Impact => Arc::new(Impact::new(self.impact.clone())),
            EngineName::Cells => Arc::new(Cells::default()),
            EngineName::Shapes => Arc::new(Shapes::default()),
            EngineName::Termination => Arc::new(Termination::default()),
            EngineName::Spacer => {
                let engine = Spacer::new(self.spacer.clone());
                return Some(SharedEngine::OnClauses(Arc::new(engine)));
            }
            EngineName::La => {
                return Some(SharedEngine::OnClauses(Arc::new(La::new(self.la.clone()))));
            }
            EngineName::Integers => {
                return Some(SharedEngine::OnClauses(Arc::new(Integers::default())));
            }
            EngineName::Sample | EngineName::Nontermination => return None,
        };
        Some(SharedEngine::OnAutomata(on_automata))
    }

    /// The view that an engine takes; `None` for engines that run programs.
    pub fn view(&self, name: EngineName) -> Option<ViewName> {
        match name {
            EngineName::Nontermination => Some(ViewName::Automaton),
            other => self.engine_named(other, None).map(|engine| engine.view()),
        }
    }
}

/// The number of processors that this process may use.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        config: EngineConfig,
    }

    fn portfolio(line: &str) -> Result<Portfolio, clap::error::ErrorKind> {
        let words = std::iter::once("test").chain(line.split_whitespace());
        let parsed = CommandLine::try_parse_from(words).map_err(|error| error.kind())?;
        Ok(parsed.config.portfolio_of(Goal::NoError, ViewName::Automaton))
    }

    fn check(line: &str, names: &[&str], jobs: usize) {
        let portfolio = portfolio(line).unwrap();
        assert_eq!((portfolio.names(), portfolio.jobs), (names.to_vec(), jobs), "{line}");
    }

    #[test]
    fn portfolios_are_command_lines() {
        let default: Vec<&str> = portfolio("").unwrap().names();
        check("", &default, processors());
        check("--engine bmc --jobs 3", &["bmc"], 3);
        check("--engine kind,bmc,kind --jobs 1", &["kind", "bmc"], 1);
        assert!(portfolio("").unwrap().exchange);
        assert!(!portfolio("--exchange off").unwrap().exchange);
        let wrong = |line| portfolio(line).err().unwrap();
        assert_eq!(wrong("--engine magic"), clap::error::ErrorKind::InvalidValue);
        assert_eq!(wrong("--jobs 0"), clap::error::ErrorKind::ValueValidation);
    }
}
