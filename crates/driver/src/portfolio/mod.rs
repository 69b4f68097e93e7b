//! A portfolio: several engines on one model, at the same time or in turns.
//!
//! [`search()`] starts the engines of a [`Portfolio`] on threads of their own. An answer with
//! evidence is judged while the other engines wait; the first one that is accepted wins, and the
//! others are cancelled. An engine that gives up, panics or is not believed does not end the
//! search.
//!
//! With more engines than jobs, engines take turns (`schedule`): they pause where they ask their
//! budget, which solvers and engines do all the time. Turns are measured in time of the processor,
//! because that is what runs of verifiers are limited by. Memory is shared by all: the engine that
//! runs when the limit is reached gives up first, and what it leaves is there for the others.

mod member;
mod reason;
mod schedule;
mod search;
#[cfg(test)]
mod tests;
mod turns;

pub use member::{Ending, EngineRun, Member, Portfolio, PortfolioObserver, SharedEngine};
pub use reason::most_informative;
pub use search::{Found, Rejection, search};
