//! The search: engines on threads, and a judge for their claims.

use super::member::{Ending, EngineRun, Portfolio, PortfolioObserver, SharedEngine, ViewName};
use super::schedule::{HeadStart, Schedule};
use super::stack::stack_size;
use super::turns::{TurnGate, Turns};
use crate::views::Views;
use engines::{Answer, Board, Context, EngineStats, Event, Exchange, Observer, reason_for_stop};
use evidence::{Reason, Verdict};
use smt::{Budget, Interrupt, Stopwatch};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};

/// The share of an engine that is one query away from an answer. Others may still be faster, so they
/// go on.
const WEIGHT_BEFORE_LAST_QUERY: u32 = 10;

/// How long to wait for the statistics of engines that were cancelled.
const PATIENCE: Duration = Duration::from_millis(500);

/// The result of a search.
pub struct Found<T> {
    /// The judge's result for the first accepted answer, if any.
    pub accepted: Option<T>,
    /// The results of the engines, in the order of the portfolio.
    pub runs: Vec<EngineRun>,
}

/// Why the answer of an engine is not accepted, or why it has none.
pub struct Rejection {
    /// The reason.
    pub reason: Reason,
    /// A message for the user about it.
    pub note: Option<String>,
}

impl From<Reason> for Rejection {
    fn from(reason: Reason) -> Rejection {
        Rejection { reason, note: None }
    }
}

/// Judges the claim of an engine about its view, or the message of its panic, within a budget. It may
/// be called from several threads at once.
pub type Judge<'a, T> =
    dyn Fn(ViewName, Result<Verdict, String>, &Budget) -> Result<T, Rejection> + Sync + 'a;

/// Messages from threads to the waiting one. Engines are identified by their numbers.
enum Message<T> {
    /// An event for the observer.
    Event(usize, Event),
    /// The engine has ended.
    Ended(usize, Result<Box<Answer>, String>),
    /// The judge has decided.
    Judged(usize, Result<T, Rejection>),
}

/// Runs the engines of a portfolio on a question until the judge accepts an answer or all have ended.
///
/// Engines that have lost are told to stop, but not waited for: they hold nothing that is needed.
pub fn search<T: Send + 'static>(
    portfolio: &Portfolio,
    views: &Arc<Views>,
    budget: &Budget,
    judge: &Judge<'_, T>,
    observer: &mut dyn PortfolioObserver,
) -> Found<T> {
    let (sender, receiver) = channel();
    let mut search = Search::start(portfolio, views, budget, &sender);
    std::thread::scope(|scope| search.wait(scope, judge, observer, &sender, &receiver));
    if portfolio.all_statistics {
        search.collect(&receiver);
    }
    Found { accepted: search.accepted, runs: search.runs }
}

/// A search in progress.
struct Search<T> {
    budget: Budget,
    /// Stops all engines and checks.
    cancel: Interrupt,
    turns: Arc<Turns>,
    gates: Vec<Arc<TurnGate>>,
    runs: Vec<EngineRun>,
    /// The views that the engines take.
    views: Vec<ViewName>,
    /// Who gets a head start where runs are short.
    head_starts: Vec<(usize, HeadStart)>,
    /// How many engines and checks have not ended.
    open: usize,
    accepted: Option<T>,
}

impl<T: Send + 'static> Search<T> {
    fn start(
        portfolio: &Portfolio,
        views: &Arc<Views>,
        budget: &Budget,
        sender: &Sender<Message<T>>,
    ) -> Search<T> {
        let weights: Vec<u32> = portfolio.members.iter().map(|member| member.weight).collect();
        let numbered = portfolio.members.iter().enumerate();
        let head_starts = numbered
            .filter_map(|(number, member)| Some((number, member.head_start_for_short_runs?)));
        let turns = Turns::new(Schedule::new(portfolio.jobs, &weights));
        let shared = views.automaton().filter(|_| portfolio.exchange && weights.len() > 1);
        let board = shared.map(|automaton| Arc::new(Board::new(automaton)));
        let cancel = budget.interrupt().child();
        let gates: Vec<_> = (0..weights.len()).map(|member| turns.gate(member)).collect();
        let names = portfolio.names();
        for (number, member) in portfolio.members.iter().enumerate() {
            let worker = Worker {
                number,
                engine: member.engine.clone(),
                views: Arc::clone(views),
                gate: Arc::clone(&gates[number]),
                budget: budget.clone().with_interrupt(cancel.clone()),
                exchange: board.clone().map_or_else(Exchange::none, |b| Exchange::new(b, number)),
                sender: sender.clone(),
            };
            let thread = Builder::new().name(names[number].to_owned()).stack_size(stack_size());
            if let Err(error) = thread.spawn(move || worker.work()) {
                let message = format!("no thread for the engine: {error}");
                // The receiver lives as long as the search.
                let _ = sender.send(Message::Ended(number, Err(message)));
            }
        }
        Search {
            budget: budget.clone().with_interrupt(cancel.clone()),
            cancel,
            turns,
            gates,
            open: names.len(),
            head_starts: head_starts.collect(),
            views: portfolio.members.iter().map(|member| member.engine.view()).collect(),
            runs: names.into_iter().map(EngineRun::started).collect(),
            accepted: None,
        }
    }

    /// Waits until an answer is accepted or everything has ended.
    fn wait<'scope, 'env>(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        judge: &'env Judge<'env, T>,
        observer: &mut dyn PortfolioObserver,
        sender: &Sender<Message<T>>,
        receiver: &Receiver<Message<T>>,
    ) {
        while self.open > 0 && self.accepted.is_none() {
            // The search itself holds a sender, so the channel never closes.
            let Ok(message) = receiver.recv() else { return };
            match message {
                Message::Event(number, event) => {
                    observer.observe(self.runs[number].engine, &event);
                    self.note(number, event);
                }
                Message::Ended(number, Ok(answer)) => {
                    let Answer { verdict, stats } = *answer;
                    self.runs[number].stats = Some(stats);
                    if matches!(verdict, Verdict::Unknown(_)) {
                        let decision = judge(self.views[number], Ok(verdict), &self.budget);
                        self.decide(number, decision);
                    } else {
                        self.begin_check(number, verdict, scope, judge, sender.clone());
                    }
                }
                Message::Ended(number, Err(panic)) => {
                    let decision = judge(self.views[number], Err(panic), &self.budget);
                    self.decide(number, decision);
                }
                Message::Judged(number, decision) => self.decide(number, decision),
            }
        }
        self.cancel.raise();
        self.turns.wake();
    }

    /// Starts judging evidence in a separate thread: if it takes long, the others continue.
    fn begin_check<'scope, 'env>(
        &mut self,
        number: usize,
        verdict: Verdict,
        scope: &'scope Scope<'scope, 'env>,
        judge: &'env Judge<'env, T>,
        sender: Sender<Message<T>>,
    ) {
        let (gate, view) = (Arc::clone(&self.gates[number]), self.views[number]);
        let budget = self.budget.clone().with_gate(gate.clone());
        let check = move || {
            gate.begin_check();
            let judged = catch_unwind(AssertUnwindSafe(|| judge(view, Ok(verdict), &budget)));
            let failed = |panic: Box<dyn Any + Send>| {
                Err(Rejection::from(Reason::Internal(message(&*panic))))
            };
            // The receiver lives as long as the scope of this thread.
            let _ = sender.send(Message::Judged(number, judged.unwrap_or_else(failed)));
        };
        let thread = Builder::new().name("check".to_owned()).stack_size(stack_size());
        if let Err(error) = thread.spawn_scoped(scope, check) {
            let reason = Reason::Internal(format!("no thread for the check: {error}"));
            self.decide(number, Err(reason.into()));
        }
    }

    fn decide(&mut self, number: usize, decision: Result<T, Rejection>) {
        self.open -= 1;
        self.gates[number].finish();
        let run = &mut self.runs[number];
        match decision {
            Ok(accepted) => {
                run.ending = Ending::Won;
                self.accepted = Some(accepted);
            }
            Err(Rejection { reason, note }) => {
                run.ending = Ending::GaveUp(reason);
                run.notes.extend(note);
            }
        }
    }

    fn note(&mut self, number: usize, event: Event) {
        match event {
            Event::Note(note) => self.runs[number].notes.push(note),
            Event::Unwound => self.turns.set_weight(number, WEIGHT_BEFORE_LAST_QUERY),
            Event::ShortRuns => {
                for (number, head_start) in &self.head_starts {
                    self.turns.give_head_start(*number, *head_start);
                }
            }
            Event::Progress(_) => {}
        }
    }

    /// Collects the statistics of cancelled engines, if they stop soon.
    fn collect(&mut self, receiver: &Receiver<Message<T>>) {
        let end = Instant::now() + PATIENCE;
        while self.runs.iter().any(|run| run.stats.is_none() && run.ending == Ending::Cancelled) {
            let patience = end.saturating_duration_since(Instant::now());
            match receiver.recv_timeout(patience) {
                Ok(Message::Ended(number, Ok(answer))) => {
                    self.runs[number].stats = Some(answer.stats);
                }
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }
}

/// An engine in its thread.
struct Worker<T> {
    number: usize,
    engine: SharedEngine,
    views: Arc<Views>,
    gate: Arc<TurnGate>,
    budget: Budget,
    exchange: Exchange,
    sender: Sender<Message<T>>,
}

impl<T> Worker<T> {
    /// Runs the engine until it ends. A panic of the engine becomes an error with its message.
    fn work(self) {
        let Worker { number, engine, views, gate, budget, exchange, sender } = self;
        gate.enter(&|| budget.check().is_err());
        let budget = budget.with_gate(gate);
        let run = || {
            if let Err(stop) = budget.check() {
                // It lost before its first turn, so it does not start.
                let verdict = Verdict::Unknown(reason_for_stop(stop));
                return Answer { verdict, stats: EngineStats::default() };
            }
            let time = Stopwatch::start(&budget);
            let mut messenger = Messenger { number, sender: &sender };
            let mut context = Context { exchange, ..Context::new(budget.clone(), &mut messenger) };
            let Answer { verdict, stats } = views.run(&engine, &mut context);
            // Without the time spent waiting for turns.
            let elapsed = time.elapsed(&budget);
            Answer { verdict, stats: EngineStats { elapsed, ..stats } }
        };
        let answer = catch_unwind(AssertUnwindSafe(run)).map_err(|panic| message(&*panic));
        // There is no receiver any more if the engine has lost.
        let _ = sender.send(Message::Ended(number, answer.map(Box::new)));
    }
}

/// Sends the events of an engine to the waiting thread.
struct Messenger<'a, T> {
    number: usize,
    sender: &'a Sender<Message<T>>,
}

impl<T> Observer for Messenger<'_, T> {
    fn observe(&mut self, event: &Event) {
        // There is no receiver any more if the engine has lost.
        let _ = self.sender.send(Message::Event(self.number, event.clone()));
    }
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_owned())
}
