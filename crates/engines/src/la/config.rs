//! The options of the engine: the configurations of appendix C.2, and the way to converge.

use clap::{Args, ValueEnum};

/// Options of Lazy Annotation.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "Lazy Annotation (la)")]
pub struct LaConfig {
    /// Which of the improvements to use
    #[arg(long = "la-mark", value_name = "MARK", value_enum, default_value_t)]
    pub mark: Mark,
    /// How annotations of a bounded unwinding become a solution
    #[arg(long = "la-convergence", value_name = "HOW", value_enum, default_value_t)]
    pub convergence: Convergence,
}

/// The improvements, each with all before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Mark {
    /// No decisions
    #[value(name = "1")]
    I,
    /// Minterms as decisions
    #[value(name = "2")]
    II,
    /// Interpolants are generalised
    #[value(name = "3")]
    III,
    /// Rules that did not help are tried last
    #[value(name = "4")]
    IV,
    /// Steps that a conflict does not need are undone at once
    #[value(name = "5")]
    V,
    /// Annotations are propagated during the search
    #[default]
    Final,
}

/// How annotations of a bounded unwinding become a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Convergence {
    /// The annotation of a level covers that of the next
    #[default]
    Covering,
    /// The same, or the largest inductive set of all annotations excludes the query
    Houdini,
}

impl Mark {
    pub(super) fn decides(self) -> bool {
        self >= Mark::II
    }

    pub(super) fn generalises(self) -> bool {
        self >= Mark::III
    }

    pub(super) fn scores(self) -> bool {
        self >= Mark::IV
    }

    pub(super) fn back_jumps(self) -> bool {
        self >= Mark::V
    }

    pub(super) fn propagates_eagerly(self) -> bool {
        self >= Mark::Final
    }
}
