//! The search: engines on threads, and a judge for what they claim.

use super::member::{Ending, EngineRun, Portfolio, PortfolioObserver, SharedEngine};
use super::schedule::Schedule;
use super::turns::{TurnGate, Turns};
use engines::{Answer, Board, Context, EngineStats, Event, Exchange, Observer, reason_for_stop};
use evidence::{Reason, Verdict};
use passes::reduce::Reduced;
use smt::{Budget, Interrupt, Stopwatch};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};

/// Stack of a thread. Only what is used costs memory.
const STACK_SIZE: usize = 256 << 20;

/// The share of an engine that is one query away from an answer. Others may still be faster, so they
/// go on.
const WEIGHT_BEFORE_LAST_QUERY: u32 = 5;

/// How long to wait for the statistics of engines that were cancelled.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a search has found.
pub struct Found<T> {
    /// What the judge made of the answer that was accepted first, if any was.
    pub accepted: Option<T>,
    /// What became of the engines, in their order in the portfolio.
    pub runs: Vec<EngineRun>,
}

/// Why the answer of an engine is not accepted, or that it has none.
pub struct Rejection {
    /// The reason.
    pub reason: Reason,
    /// What a user may want to know about it.
    pub note: Option<String>,
}

impl From<Reason> for Rejection {
    fn from(reason: Reason) -> Rejection {
        Rejection { reason, note: None }
    }
}

/// Judges what an engine claims, or the message of its panic, within a budget. May be called from
/// several threads at once.
pub type Judge<'a, T> =
    dyn Fn(Result<Verdict, String>, &Budget) -> Result<T, Rejection> + Sync + 'a;

/// What threads tell the one that waits for them. Engines go by their numbers.
enum Message<T> {
    /// Something to pass on to the observer.
    Event(usize, Event),
    /// The engine has come to an end.
    Ended(usize, Result<Answer, String>),
    /// The judge has decided.
    Judged(usize, Result<T, Rejection>),
}

/// Lets the engines of a portfolio work on a model until the judge accepts an answer or all have
/// ended.
///
/// Engines that have lost are told to stop and not waited for: they hold nothing that is needed.
pub fn search<T: Send + 'static>(
    portfolio: &Portfolio,
    model: &Arc<Reduced>,
    budget: &Budget,
    judge: &Judge<'_, T>,
    observer: &mut dyn PortfolioObserver,
) -> Found<T> {
    let (sender, receiver) = channel();
    let mut search = Search::start(portfolio, model, budget, &sender);
    std::thread::scope(|scope| search.wait(scope, judge, observer, &sender, &receiver));
    if portfolio.all_statistics {
        search.collect(&receiver);
    }
    Found { accepted: search.accepted, runs: search.runs }
}

/// Engines at work.
struct Search<T> {
    budget: Budget,
    /// Stops all engines and checks.
    cancel: Interrupt,
    turns: Arc<Turns>,
    gates: Vec<Arc<TurnGate>>,
    runs: Vec<EngineRun>,
    /// How many engines and checks of their answers have not come to an end.
    open: usize,
    accepted: Option<T>,
}

impl<T: Send + 'static> Search<T> {
    fn start(
        portfolio: &Portfolio,
        model: &Arc<Reduced>,
        budget: &Budget,
        sender: &Sender<Message<T>>,
    ) -> Search<T> {
        let weights: Vec<u32> = portfolio.members.iter().map(|member| member.weight).collect();
        let turns = Turns::new(Schedule::new(portfolio.jobs, &weights));
        let board =
            (portfolio.exchange && weights.len() > 1).then(|| Arc::new(Board::new(&model.model)));
        let cancel = budget.interrupt().child();
        let gates: Vec<_> = (0..weights.len()).map(|member| turns.gate(member)).collect();
        let names = portfolio.names();
        for (number, member) in portfolio.members.iter().enumerate() {
            let worker = Worker {
                number,
                engine: Arc::clone(&member.engine),
                model: Arc::clone(model),
                gate: Arc::clone(&gates[number]),
                budget: budget.clone().with_interrupt(cancel.clone()),
                exchange: board.clone().map_or_else(Exchange::none, |b| Exchange::new(b, number)),
                sender: sender.clone(),
            };
            let thread = Builder::new().name(names[number].to_owned()).stack_size(STACK_SIZE);
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
            runs: names.into_iter().map(EngineRun::started).collect(),
            accepted: None,
        }
    }

    /// Waits until an answer is accepted or there is nobody left to wait for.
    fn wait<'scope, 'env>(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        judge: &'env Judge<'env, T>,
        observer: &mut dyn PortfolioObserver,
        sender: &Sender<Message<T>>,
        receiver: &Receiver<Message<T>>,
    ) {
        while self.open > 0 && self.accepted.is_none() {
            // There is a sender here, so there is always something to wait for.
            let Ok(message) = receiver.recv() else { return };
            match message {
                Message::Event(number, event) => {
                    observer.observe(self.runs[number].engine, &event);
                    self.note(number, event);
                }
                Message::Ended(number, Ok(Answer { verdict, stats })) => {
                    self.runs[number].stats = Some(stats);
                    if matches!(verdict, Verdict::Unknown(_)) {
                        self.decide(number, judge(Ok(verdict), &self.budget));
                    } else {
                        self.begin_check(number, verdict, scope, judge, sender.clone());
                    }
                }
                Message::Ended(number, Err(panic)) => {
                    self.decide(number, judge(Err(panic), &self.budget));
                }
                Message::Judged(number, decision) => self.decide(number, decision),
            }
        }
        self.cancel.raise();
        self.turns.wake();
    }

    /// Lets the judge look at evidence, in a thread of its own: if it takes long, others go on.
    fn begin_check<'scope, 'env>(
        &mut self,
        number: usize,
        verdict: Verdict,
        scope: &'scope Scope<'scope, 'env>,
        judge: &'env Judge<'env, T>,
        sender: Sender<Message<T>>,
    ) {
        let gate = Arc::clone(&self.gates[number]);
        let budget = self.budget.clone().with_gate(gate.clone());
        let check = move || {
            gate.begin_check();
            let judged = catch_unwind(AssertUnwindSafe(|| judge(Ok(verdict), &budget)));
            let failed = |panic: Box<dyn Any + Send>| {
                Err(Rejection::from(Reason::Internal(message(&*panic))))
            };
            // The receiver lives as long as the scope of this thread.
            let _ = sender.send(Message::Judged(number, judged.unwrap_or_else(failed)));
        };
        let thread = Builder::new().name("check".to_owned()).stack_size(STACK_SIZE);
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
            Event::Progress(_) => {}
        }
    }

    /// Takes the statistics of engines that were cancelled, if they stop soon.
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
    model: Arc<Reduced>,
    gate: Arc<TurnGate>,
    budget: Budget,
    exchange: Exchange,
    sender: Sender<Message<T>>,
}

impl<T> Worker<T> {
    /// Lets the engine work until it ends. A panic of the engine is an error with its message.
    fn work(self) {
        let Worker { number, engine, model, gate, budget, exchange, sender } = self;
        gate.enter(&|| budget.check().is_err());
        let budget = budget.with_gate(gate);
        let run = || {
            if let Err(stop) = budget.check() {
                // Lost before its first turn: nothing is worth a start.
                let verdict = Verdict::Unknown(reason_for_stop(stop));
                return Answer { verdict, stats: EngineStats::default() };
            }
            let time = Stopwatch::start(&budget);
            let mut messenger = Messenger { number, sender: &sender };
            let mut context = Context { exchange, ..Context::new(budget.clone(), &mut messenger) };
            let Answer { verdict, stats } = engine.run(&model.model, &mut context);
            // Without the time in which it was not its turn.
            let elapsed = time.elapsed(&budget);
            Answer { verdict, stats: EngineStats { elapsed, ..stats } }
        };
        let answer = catch_unwind(AssertUnwindSafe(run)).map_err(|panic| message(&*panic));
        // Nobody listens any more if the engine has lost.
        let _ = sender.send(Message::Ended(number, answer));
    }
}

/// Sends what an engine tells to the thread that waits.
struct Messenger<'a, T> {
    number: usize,
    sender: &'a Sender<Message<T>>,
}

impl<T> Observer for Messenger<'_, T> {
    fn observe(&mut self, event: &Event) {
        // Nobody listens any more if the engine has lost.
        let _ = self.sender.send(Message::Event(self.number, event.clone()));
    }
}

/// What a panic has to say.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_owned())
}
