//! A portfolio: several engines on one question, in parallel or in turns.
//!
//! [`search()`] starts the engines of a [`Portfolio`] on separate threads. An answer with evidence
//! is judged while the other engines wait. The first accepted answer wins, and the others are
//! cancelled. An engine that gives up, panics or is rejected does not end the search.
//!
//! With more engines than jobs, engines take turns (`schedule`): they pause when they check their
//! budget, which solvers and engines do constantly. Turns are measured in CPU time, because that is
//! what runs of verifiers are limited by. Memory is shared by all: the engine that is running when
//! the limit is reached gives up first, which frees its memory for the others.

mod member;
mod reason;
mod schedule;
mod search;
mod stack;
#[cfg(test)]
mod tests;
mod turns;

pub use member::{Ending, EngineRun, Member, Portfolio, PortfolioObserver, SharedEngine, ViewName};
pub use reason::most_informative;
pub use schedule::HeadStart;
pub use search::{Found, Rejection, search};
