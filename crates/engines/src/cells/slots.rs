//! Chooses the cells to watch: those that the last step before an error reads.

use model::{Cfa, Command, EdgeId, Model};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::{Op, Sort, Substitution, Symbol, Term, TermStore, free_vars, post_order};

/// The maximal number of slots.
const MAX_SLOTS: usize = 3;

/// The maximal number of watched places per index sort.
const MAX_PLACES: usize = 6;

/// The maximal number of leaves of an index that get slots of their own. An index with more leaves
/// gets one slot as a whole.
const MAX_LEAVES: usize = 2;

/// The slots (chosen indices), and their use in the model.
pub(super) struct Slots {
    /// Variables that never change.
    pub(super) symbols: Vec<Symbol>,
    /// The watched indices over slots, by sort.
    pub(super) places: BTreeMap<Sort, Vec<Term>>,
    /// The edges to errors, with assumptions that slots were chosen well.
    pub(super) commands: Vec<(EdgeId, Command)>,
    /// The assumptions about slots in these edges, in order.
    pub(super) anchors: Vec<Anchor>,
    /// The slots that are chosen on all ways through an edge.
    pub(super) always_chosen: BTreeMap<EdgeId, Vec<Symbol>>,
}

/// The assumption that a slot has the value of a term.
pub(super) struct Anchor {
    pub(super) slot: Symbol,
    pub(super) term: Term,
    pub(super) edge: EdgeId,
    /// Conditions assumed earlier in the edge about the same values of variables.
    pub(super) before: Vec<Term>,
    /// Variables that changed since the start of the edge.
    pub(super) changed: Vec<Symbol>,
}

impl Slots {
    /// The slots of a model, if there are not too many. Their symbols are added to the store.
    pub(super) fn of(model: &Model, terms: &mut TermStore) -> Option<Slots> {
        let cfa = &model.entry().cfa;
        let mut finder = Finder {
            slots: Slots {
                symbols: Vec::new(),
                places: BTreeMap::new(),
                commands: Vec::new(),
                anchors: Vec::new(),
                always_chosen: BTreeMap::new(),
            },
            used: FxHashMap::default(),
        };
        for edge in edges_to_errors(cfa) {
            let mut walk = Walk::at_the_beginning_of(edge);
            let command = finder.anchored(terms, &cfa.edge(edge).command, &mut walk);
            finder.slots.commands.push((edge, command));
            finder.slots.always_chosen.insert(edge, walk.chosen);
        }
        let slots = finder.slots;
        let is_small = slots.symbols.len() <= MAX_SLOTS
            && slots.places.values().all(|places| places.len() <= MAX_PLACES);
        is_small.then_some(slots)
    }

    /// The last steps: edges to errors with their assumptions about slots.
    pub(super) fn last_steps(&self) -> BTreeMap<EdgeId, Vec<&Anchor>> {
        let mut steps: BTreeMap<EdgeId, Vec<&Anchor>> = BTreeMap::new();
        for anchor in &self.anchors {
            steps.entry(anchor.edge).or_default().push(anchor);
        }
        steps
    }

    /// Watches a place that does not depend on slots, if the limit allows it.
    pub(super) fn watch(&mut self, sort: Sort, index: Term) {
        let places = self.places.entry(sort).or_default();
        if places.len() < MAX_PLACES && !places.contains(&index) {
            places.push(index);
        }
    }
}

/// The edges to error locations.
fn edges_to_errors(cfa: &Cfa) -> impl Iterator<Item = EdgeId> {
    cfa.edges().filter(|&edge| cfa.error_at(cfa.edge(edge).target).is_some())
}

/// Traverses the edges to errors.
struct Finder {
    slots: Slots,
    /// The slots of a sort in the order in which edges take them.
    used: FxHashMap<Sort, Vec<Symbol>>,
}

/// The state at a point of an edge.
#[derive(Clone)]
struct Walk {
    edge: EdgeId,
    /// Terms with the slots that have their values.
    known: Vec<(Term, Symbol)>,
    /// Slots that were chosen on every way here, even if the terms have changed since.
    chosen: Vec<Symbol>,
    /// How many slots of a sort were taken on the way.
    taken: FxHashMap<Sort, usize>,
    /// Assumptions about variables that have not changed since.
    before: Vec<Term>,
    /// The variables that may have changed.
    changed: Vec<Symbol>,
}

impl Walk {
    fn at_the_beginning_of(edge: EdgeId) -> Walk {
        Walk {
            edge,
            known: Vec::new(),
            chosen: Vec::new(),
            taken: FxHashMap::default(),
            before: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// A term in which terms with slots are replaced by their slots.
    fn in_terms_of_slots(&self, terms: &mut TermStore, term: Term) -> Term {
        let mut to_slots = Substitution::new();
        for &(known, slot) in &self.known {
            let slot = terms.var(slot);
            to_slots.insert(known, slot);
        }
        to_slots.apply(terms, term)
    }

    /// Handles a change of a variable.
    fn forget(&mut self, terms: &TermStore, variable: Symbol) {
        let stays = |term: Term| !free_vars(terms, &[term]).contains(&variable);
        self.known.retain(|&(term, _)| stays(term));
        self.before.retain(|&term| stays(term));
        self.changed.push(variable);
    }
}

impl Finder {
    /// The command with an assumption before each array read that the cell is watched. From there
    /// on, slots replace the terms that they were chosen for.
    fn anchored(&mut self, terms: &mut TermStore, command: &Command, walk: &mut Walk) -> Command {
        match command {
            Command::Assume(term) => {
                let assumed = self.anchors(terms, *term, walk);
                walk.before.push(*term);
                let condition = walk.in_terms_of_slots(terms, *term);
                Command::seq(assumed.into_iter().chain([Command::Assume(condition)]))
            }
            Command::Assign(variable, term) => {
                let assumed = self.anchors(terms, *term, walk);
                let value = walk.in_terms_of_slots(terms, *term);
                walk.forget(terms, *variable);
                Command::seq(assumed.into_iter().chain([Command::Assign(*variable, value)]))
            }
            Command::Havoc(variable) => {
                walk.forget(terms, *variable);
                command.clone()
            }
            Command::Seq(parts) => Command::seq(
                parts.iter().map(|part| self.anchored(terms, part, walk)).collect::<Vec<_>>(),
            ),
            Command::Choice(branches) => {
                let mut ends: Vec<Walk> = Vec::new();
                let mut anchored = Vec::new();
                for branch in branches {
                    let mut own = walk.clone();
                    anchored.push(self.anchored(terms, branch, &mut own));
                    ends.push(own);
                }
                if let Some(first) = ends.first() {
                    walk.chosen = first.chosen.clone();
                }
                for end in ends {
                    walk.chosen.retain(|slot| end.chosen.contains(slot));
                    walk.known.retain(|known| end.known.contains(known));
                    walk.before.retain(|assumed| end.before.contains(assumed));
                    walk.changed.extend(end.changed);
                    for (sort, taken) in end.taken {
                        let most = walk.taken.entry(sort).or_default();
                        *most = taken.max(*most);
                    }
                }
                Command::Choice(anchored)
            }
            Command::Skip | Command::Call(_) => command.clone(),
        }
    }

    /// Assumptions that the cells read by a term are watched, inner reads first.
    fn anchors(&mut self, terms: &mut TermStore, term: Term, walk: &mut Walk) -> Vec<Command> {
        let mut assumed = Vec::new();
        for read in post_order(terms, &[term], |_| false) {
            if terms.op(read) != Op::Select {
                continue;
            }
            let index = terms.args(read)[1];
            let mut to_slots = Substitution::new();
            for leaf in leaves(terms, index) {
                let slot = self.slot(terms, leaf, walk, &mut assumed);
                let slot = terms.var(slot);
                to_slots.insert(leaf, slot);
            }
            let place = to_slots.apply(terms, index);
            let places = self.slots.places.entry(terms.sort(index).clone()).or_default();
            if !places.contains(&place) {
                places.push(place);
            }
        }
        assumed
    }

    /// The slot with the value of a term; a new slot gets an assumption.
    fn slot(
        &mut self,
        terms: &mut TermStore,
        term: Term,
        walk: &mut Walk,
        assumed: &mut Vec<Command>,
    ) -> Symbol {
        if let Some(&(_, slot)) = walk.known.iter().find(|known| known.0 == term) {
            return slot;
        }
        let sort = terms.sort(term).clone();
        let taken = walk.taken.entry(sort.clone()).or_default();
        let of_sort = self.used.entry(sort.clone()).or_default();
        if *taken == of_sort.len() {
            let slot = terms.fresh("index", sort);
            of_sort.push(slot);
            self.slots.symbols.push(slot);
        }
        let slot = of_sort[*taken];
        *taken += 1;
        walk.known.push((term, slot));
        walk.chosen.push(slot);
        let chosen = terms.var(slot);
        let is_chosen = terms.eq(chosen, term);
        assumed.push(Command::Assume(is_chosen));
        let Walk { edge, before, changed, .. } = walk.clone();
        self.slots.anchors.push(Anchor { slot, term, edge, before, changed });
        slot
    }
}

/// The terms that an index is built from by operations that are injective on small values: adding
/// constants and truncation.
pub(super) fn leaves(terms: &TermStore, index: Term) -> Vec<Term> {
    let mut leaves = Vec::new();
    let mut pending = vec![index];
    while let Some(term) = pending.pop() {
        let args = terms.args(term);
        let open = args.iter().filter(|&&arg| terms.as_value(arg).is_none()).count();
        let is_transparent = match terms.op(term) {
            Op::BvExtract { .. } | Op::BvZeroExtend(_) | Op::BvSignExtend(_) => true,
            Op::BvAdd | Op::BvSub | Op::Add | Op::Sub | Op::BvNeg | Op::Neg => true,
            Op::BvMul | Op::Mul | Op::BvShl | Op::BvConcat => open <= 1,
            _ => false,
        };
        if terms.as_value(term).is_some() {
            continue;
        } else if is_transparent {
            pending.extend(args);
        } else if !leaves.contains(&term) {
            leaves.push(term);
        }
    }
    if leaves.len() > MAX_LEAVES { vec![index] } else { leaves }
}
