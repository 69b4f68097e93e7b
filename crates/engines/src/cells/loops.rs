//! Analysis of a program's loops.

use model::{Cfa, Command, EdgeId, Location, Model};
use rustc_hash::FxHashSet;
use term::{Op, Symbol, Term, post_order};

/// The edges of the loops through a location.
pub(super) fn edges_of_loops(cfa: &Cfa, head: Location) -> Vec<EdgeId> {
    let after = closure(head, |l| cfa.outgoing(l).iter().map(|&e| cfa.edge(e).target).collect());
    let before = closure(head, |l| cfa.incoming(l).iter().map(|&e| cfa.edge(e).source).collect());
    let leads_back = |edge: &EdgeId| {
        let edge = cfa.edge(*edge);
        after.contains(&edge.source) && before.contains(&edge.target)
    };
    cfa.edges().filter(leads_back).collect()
}

/// The locations that any number of steps lead to.
pub(super) fn closure(
    from: Location,
    next: impl Fn(Location) -> Vec<Location>,
) -> FxHashSet<Location> {
    let mut found = FxHashSet::from_iter([from]);
    let mut pending = vec![from];
    while let Some(location) = pending.pop() {
        pending.extend(next(location).into_iter().filter(|&l| found.insert(l)));
    }
    found
}

/// The variables that are changed by edges that a run may take more than once.
pub(super) fn changed_in_loops(cfa: &Cfa) -> FxHashSet<Symbol> {
    let cut_points = cfa.cut_points();
    // A loop leads back to a cut point that it has passed.
    let edges = cut_points.locations().iter().flat_map(|&head| edges_of_loops(cfa, head));
    edges.flat_map(|edge| cfa.edge(edge).command.modified()).collect()
}

/// The variables that edges decrement but never increment.
pub(super) fn counting_down(model: &Model, edges: &[EdgeId]) -> FxHashSet<Symbol> {
    let cfa = &model.entry().cfa;
    let (mut down, mut up) = (FxHashSet::default(), FxHashSet::default());
    for command in edges.iter().flat_map(|&edge| cfa.edge(edge).command.iter()) {
        if let Command::Assign(variable, value) = command
            && model.terms.op(*value) == Op::BvAdd
            && let [term, step] = model.terms.args(*value)
            && model.terms.as_var(*term) == Some(*variable)
            && let Some(step) = model.terms.as_bitvec(*step)
        {
            let moved = if step.sign() { &mut down } else { &mut up };
            moved.insert(*variable);
        }
    }
    down.retain(|variable| !up.contains(variable));
    down
}

/// The variables that are compared only as unsigned numbers.
pub(super) fn read_as_natural(model: &Model) -> FxHashSet<Symbol> {
    let cfa = &model.entry().cfa;
    let roots: Vec<Term> = cfa.edges().flat_map(|e| cfa.edge(e).command.terms()).collect();
    let (mut natural, mut signed) = (FxHashSet::default(), FxHashSet::default());
    for part in post_order(&model.terms, &roots, |_| false) {
        let variables = model.terms.args(part).iter().filter_map(|&arg| model.terms.as_var(arg));
        match model.terms.op(part) {
            Op::BvUlt | Op::BvUle => natural.extend(variables),
            Op::BvSlt | Op::BvSle => signed.extend(variables),
            _ => {}
        }
    }
    natural.retain(|variable| !signed.contains(variable));
    natural
}
