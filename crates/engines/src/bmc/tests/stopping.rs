//! A run ends when it is interrupted.

use super::model;
use crate::engine::{Context, Engine};
use crate::observer::{Event, Observer, Silent};
use crate::{Bmc, BmcConfig};
use evidence::{Reason, Verdict};
use model::Automaton;
use smt::{Budget, Interrupt};
use std::sync::mpsc::{Sender, channel};

pub(super) const ENDLESS: &str = "var x : bv32
    procedure main {
      initial start
      error bad \"x is even\"
      start -> head { x := #x00000000 }
      head -> head { x := (bvadd x #x00000002) }
      head -> head { x := (bvadd x #x00000004) }
      head -> bad { assume (= ((_ extract 0 0) x) #b1) }
    }";

/// Reports the progress of the run to another thread.
struct Reporter(Sender<u64>);

impl Observer for Reporter {
    fn observe(&mut self, event: &Event) {
        if let Event::Progress(progress) = event {
            // The receiver is gone once the run was interrupted.
            let _sent = self.0.send(progress.level);
        }
    }
}

fn verdict(budget: Budget, observer: &mut dyn Observer) -> Verdict {
    let mut context = Context::new(budget, observer);
    Bmc::new(BmcConfig::default())
        .run(&Automaton::of(model(ENDLESS)).unwrap(), &mut context)
        .verdict
}

#[test]
fn another_thread_interrupts_an_endless_unwinding() {
    let interrupt = Interrupt::new();
    let budget = Budget::unlimited().with_interrupt(interrupt.clone());
    let (sender, receiver) = channel();
    let stopper = std::thread::spawn(move || {
        let reached = receiver.iter().find(|&level| level >= 5);
        interrupt.raise();
        reached
    });
    let verdict = verdict(budget, &mut Reporter(sender));
    assert!(matches!(verdict, Verdict::Unknown(Reason::Interrupted)), "{verdict:?}");
    assert_eq!(stopper.join().unwrap(), Some(5));
}

#[test]
fn the_time_ends_an_endless_unwinding() {
    let budget = Budget::unlimited().with_timeout(std::time::Duration::from_millis(50));
    let verdict = verdict(budget, &mut Silent);
    assert!(matches!(verdict, Verdict::Unknown(Reason::Timeout)), "{verdict:?}");
}
