//! Runs that reach the head of a loop and go round it some times.

use evidence::{Trace, TraceStep};
use model::{Automaton, Cfa, Command, EdgeId, Location, Model, Property, RecurrentLoop};
use rustc_hash::FxHashMap;
use term::{BitVec, Term, TermStore};

/// A model whose error is that a run has gone round a loop some times.
pub(super) struct Rounds {
    /// The model.
    pub(super) model: Automaton,
    /// The original edge of each edge, unless it is new.
    origins: Vec<Option<EdgeId>>,
    /// Where the loop is entered.
    enter: EdgeId,
}

/// A run to the head of a loop, and some rounds.
#[derive(Clone, Debug)]
pub(super) struct Stem {
    /// The run to the head. Its `error` is the head.
    pub(super) run: Trace,
    /// The edges of the rounds.
    pub(super) rounds: Vec<TraceStep>,
}

impl Rounds {
    /// The model for a number of rounds. A condition must hold at the head before the first of them; its
    /// store grew from the model's.
    pub(super) fn of(
        model: &Model,
        of: &RecurrentLoop,
        rounds: usize,
        store: &TermStore,
        condition: Term,
    ) -> Rounds {
        let original = &model.entry().cfa;
        let mut cfa = Cfa::new();
        for location in original.locations() {
            cfa.add_location(format!("l{}", location.index()), None);
        }
        cfa.set_initial(original.initial());
        let mut origins = Vec::new();
        let mut edge = |cfa: &mut Cfa, source, target, command: Command, origin| {
            origins.push(origin);
            cfa.add_edge(source, target, command, None)
        };
        for id in original.edges() {
            let Edge { source, target, command } = Edge::of(original, id);
            if original.error_at(source).is_none() {
                edge(&mut cfa, source, target, command.clone(), Some(id));
            }
        }
        let mut model = model.clone();
        model.terms = store.clone();
        let mut head = cfa.add_location("round 0", None);
        let enter = edge(&mut cfa, of.head, head, Command::Assume(condition), None);
        for round in 1..=rounds {
            let next = cfa.add_location(format!("round {round}"), None);
            let mut at = FxHashMap::default();
            at.insert(of.head, head);
            for &location in of.locations.iter().filter(|&&location| location != of.head) {
                let name = format!("round {round} l{}", location.index());
                at.insert(location, cfa.add_location(name, None));
            }
            for &location in &of.locations {
                for &id in original.outgoing(location) {
                    let Edge { target, command, .. } = Edge::of(original, id);
                    let Some(&inside) = at.get(&target) else { continue };
                    let target = if target == of.head { next } else { inside };
                    edge(&mut cfa, at[&location], target, command.clone(), Some(id));
                }
            }
            head = next;
        }
        cfa.add_error(head, Property::Termination);
        let entry = model.entry.index();
        model.procedures[entry].cfa = cfa;
        let model = Automaton::of(model).expect("the original has no calls either");
        Rounds { model, origins, enter }
    }

    /// The run of the original model that a run of this one is.
    pub(super) fn stem(&self, trace: &Trace, head: Location) -> Option<Stem> {
        let entered = trace.steps.iter().position(|step| step.edge == self.enter)?;
        let original = |steps: &[TraceStep]| -> Option<Vec<TraceStep>> {
            let step = |step: &TraceStep| {
                Some(TraceStep {
                    edge: self.origins[step.edge.index()]?,
                    choices: step.choices.clone(),
                })
            };
            steps.iter().map(step).collect()
        };
        let steps = original(&trace.steps[..entered])?;
        let rounds = original(&trace.steps[entered + 1..])?;
        Some(Stem { run: Trace { initial: trace.initial.clone(), steps, error: head }, rounds })
    }
}

struct Edge<'a> {
    source: Location,
    target: Location,
    command: &'a Command,
}

impl Edge<'_> {
    fn of(cfa: &Cfa, edge: EdgeId) -> Edge<'_> {
        let model::Edge { source, target, command, .. } = cfa.edge(edge);
        Edge { source: *source, target: *target, command }
    }
}

/// A condition that half of all states satisfy: the parity of some bits of relevant variables. Different
/// seeds give different halves, so that a search which is asked again finds another state.
pub(super) fn half(store: &mut TermStore, of: &RecurrentLoop, seed: u64) -> Term {
    if seed == 0 {
        return store.bool(true);
    }
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    let wanted = store.bv_const(BitVec::new(1, if seed < 3 { seed & 1 } else { next() & 1 }));
    let mut sum = store.bv(1, 0);
    for &variable in &of.relevant {
        let Some(width) = store.symbol_sort(variable).bit_width() else { continue };
        let value = store.var(variable);
        // Low bits matter more often. The first seeds ask whether the sum of all variables is odd.
        let bit = if seed < 3 { 0 } else { next().trailing_zeros().min(width - 1) };
        if seed < 3 || next() % 3 > 0 {
            let bit = store.extract(bit, bit, value);
            sum = store.bv_xor(sum, bit);
        }
    }
    store.eq(sum, wanted)
}
