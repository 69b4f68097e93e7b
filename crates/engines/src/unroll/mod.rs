//! Bounded model checking, loop by loop.
//!
//! Each loop is unrolled until no run goes round again, before anything behind it is executed; inner loops so in
//! each round of outer ones. All ways out of a loop meet where it ends. So what follows is encoded once, whatever
//! the number of rounds, as if the program had no loops. [`crate::bmc`] unwinds all loops together instead: that
//! finds the shortest violations and needs no limit, but loops that follow each other, with bounds that inputs
//! decide, are then encoded for each moment at which they may start.
//!
//! A loop that goes on after a number of rounds is cut: later rounds are left out. If that happened, and no
//! error was found, everything is repeated with a greater number. The order of execution is
//! [`model::LoopOrder`]; unrolling completely is the way CBMC works (Clarke, Kroening, Lerda, "A tool for
//! checking ANSI-C programs").

mod attempt;
mod config;
mod engine;
#[cfg(test)]
mod tests;

pub use config::UnrollConfig;
pub use engine::Unroll;
