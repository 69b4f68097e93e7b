//! One engine at work on one model, in a thread of its own.

use engines::{Answer, Context, Engine, Observer};
use model::Model;
use smt::Budget;
use std::any::Any;
use std::thread::Builder;

/// Stack of an engine's thread. Only what is used costs memory.
const STACK_SIZE: usize = 256 << 20;

/// Lets the engine work until it ends. A panic of the engine is an error with its message.
///
/// The budget is the engine's own: whoever runs several engines at once gives each a budget with
/// another interrupt, and stops by it those that are no longer needed.
pub fn attempt(
    engine: &(dyn Engine + Sync),
    model: &Model,
    budget: &Budget,
    observer: &mut (dyn Observer + Send),
) -> Result<Answer, String> {
    std::thread::scope(|scope| {
        let work = || engine.run(model, &mut Context::new(budget.clone(), observer));
        let thread = Builder::new().name(engine.name().to_owned()).stack_size(STACK_SIZE);
        match thread.spawn_scoped(scope, work) {
            Ok(worker) => worker.join().map_err(|panic| message(&*panic)),
            Err(error) => Err(format!("no thread for the engine: {error}")),
        }
    })
}

/// What a panic has to say.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_owned())
}
