//! Generalisation: blocking more than what was found.

use super::Cube;
use super::automaton::Automaton;
use super::config::Generalise;
use super::consecution::Consecution;
use super::search::Search;
use evidence::Reason;
use model::Location;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use term::{BitVec, Op, Sort, Term, TermStore, post_order};

/// So many states that speak against leaving out a literal are blocked themselves.
const MAX_COUNTEREXAMPLES: u32 = 3;

/// How deep blocking them may lead to others.
const MAX_DEPTH: u32 = 1;

/// After so many literals in a row that have to stay, the rest is not tried.
const MAX_FAILURES: u32 = 12;

/// So many constants of the program are tried as weaker bounds.
const MAX_BOUNDS: usize = 3;

/// What generalisation knows of the program.
#[derive(Debug)]
pub(super) struct Generaliser {
    /// The constants that the program compares with or computes with, by width, in signed order.
    constants: FxHashMap<u32, Vec<BitVec>>,
}

impl Generaliser {
    pub(super) fn new(store: &TermStore, automaton: &Automaton) -> Generaliser {
        let mut roots = Vec::new();
        for &location in automaton.locations() {
            for &edge in automaton.outgoing(location) {
                roots.extend(&automaton.edge(edge).guard);
            }
        }
        roots.extend(automaton.to_error().iter().flat_map(|&e| &automaton.edge(e).guard));
        for &location in automaton.locations() {
            for &edge in automaton.outgoing(location) {
                roots.extend(automaton.edge(edge).assigned_terms());
            }
        }
        let mut found: FxHashMap<u32, BTreeSet<(i64, u64)>> = FxHashMap::default();
        for term in post_order(store, &roots, |_| false) {
            if let Some(value) = store.as_bitvec(term)
                && let (Some(signed), Some(unsigned)) = (value.to_i64(), value.to_u64())
            {
                found.entry(value.width()).or_default().insert((signed, unsigned));
            }
        }
        let constants = found.into_iter().map(|(width, values)| {
            let values = values.into_iter().map(|(_, unsigned)| BitVec::new(width, unsigned));
            (width, values.collect())
        });
        Generaliser { constants: constants.collect() }
    }

    /// Whether the program has a constant. Values of its own are how a program names its states;
    /// other values were computed, and there may be no end of them.
    fn is_of_program(&self, value: &BitVec) -> bool {
        self.constants.get(&value.width()).is_some_and(|constants| constants.contains(value))
    }

    /// Literals that a literal implies, the weakest first. None if it speaks of constants of the
    /// program only: those do not diverge, and comparisons cost solvers more than equalities.
    fn weaker(&self, store: &mut TermStore, literal: Term) -> Vec<Term> {
        let (atom, negated) = match store.op(literal) {
            Op::Not => (store.args(literal)[0], true),
            _ => (literal, false),
        };
        let &[a, b] = store.args(atom) else { return Vec::new() };
        let Sort::BitVec(width) = *store.sort(a) else { return Vec::new() };
        let value = [a, b].into_iter().find_map(|side| constant_part(store, side));
        if value.is_none_or(|value| self.is_of_program(&value)) {
            return Vec::new();
        }
        // As a comparison that holds.
        let (op, a, b) = match (store.op(atom), negated) {
            (op @ (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle), false) => (op, a, b),
            (Op::BvUlt, true) => (Op::BvUle, b, a),
            (Op::BvUle, true) => (Op::BvUlt, b, a),
            (Op::BvSlt, true) => (Op::BvSle, b, a),
            (Op::BvSle, true) => (Op::BvSlt, b, a),
            (Op::Eq, false) if width > 1 => {
                return vec![
                    store.bv_sle(a, b),
                    store.bv_sle(b, a),
                    store.bv_ule(a, b),
                    store.bv_ule(b, a),
                ];
            }
            _ => return Vec::new(),
        };
        let mut weaker = self.weaker_bounds(store, op, a, b, width);
        match op {
            Op::BvUlt | Op::BvSlt => {
                let equal = store.eq(a, b);
                weaker.push(store.not(equal));
                weaker.push(if op == Op::BvUlt { store.bv_ule(a, b) } else { store.bv_sle(a, b) });
            }
            _ => {}
        }
        weaker
    }

    /// The comparison with other constants of the program in place of its own.
    fn weaker_bounds(
        &self,
        store: &mut TermStore,
        op: Op,
        a: Term,
        b: Term,
        width: u32,
    ) -> Vec<Term> {
        let Some(constants) = self.constants.get(&width) else { return Vec::new() };
        let signed = matches!(op, Op::BvSlt | Op::BvSle);
        let less = |x: &BitVec, y: &BitVec| if signed { x.slt(y) } else { x.ult(y) };
        let compare = |store: &mut TermStore, a, b| match op {
            Op::BvUlt => store.bv_ult(a, b),
            Op::BvUle => store.bv_ule(a, b),
            Op::BvSlt => store.bv_slt(a, b),
            _ => store.bv_sle(a, b),
        };
        let mut weaker = Vec::new();
        if let Some(bound) = store.as_bitvec(b).cloned() {
            let above: Vec<_> = constants.iter().filter(|&c| less(&bound, c)).cloned().collect();
            for constant in above.into_iter().rev().take(MAX_BOUNDS) {
                let constant = store.bv_const(constant);
                weaker.push(compare(store, a, constant));
            }
        } else if let Some(bound) = store.as_bitvec(a).cloned() {
            let below: Vec<_> = constants.iter().filter(|&c| less(c, &bound)).cloned().collect();
            for constant in below.into_iter().take(MAX_BOUNDS) {
                let constant = store.bv_const(constant);
                weaker.push(compare(store, constant, b));
            }
        }
        weaker
    }
}

/// The constant that a term is, or that is added in it.
fn constant_part(store: &TermStore, term: Term) -> Option<BitVec> {
    let parts = match store.op(term) {
        Op::BvAdd => store.args(term),
        _ => std::slice::from_ref(&term),
    };
    parts.iter().find_map(|&part| store.as_bitvec(part).cloned())
}

impl Search<'_> {
    /// Learns a lemma from a region that cannot be entered: `core` has literals that are enough.
    pub(super) fn learn(
        &mut self,
        location: Location,
        level: u32,
        region: &Cube,
        core: Cube,
    ) -> Result<(), Reason> {
        let cube = match self.config.generalise {
            Generalise::None => region.clone(),
            Generalise::Core => core,
            Generalise::Drop | Generalise::Weaken | Generalise::Full => {
                self.generalise(location, level, core, 0)?
            }
        };
        let (level, cube) = self.raise(location, level, cube)?;
        self.block(location, level, &cube);
        self.create_pushes(location, level, &cube);
        Ok(())
    }

    /// The highest level up to the frontier at which a region cannot be entered.
    fn raise(&mut self, location: Location, level: u32, cube: Cube) -> Result<(u32, Cube), Reason> {
        let (mut level, mut cube) = (level, cube);
        while level < self.k {
            match self.consecution(location, level + 1, &cube)? {
                Consecution::Blocked(core) => {
                    level += 1;
                    cube = core;
                }
                Consecution::Reached(_) => break,
            }
        }
        Ok((level, cube))
    }

    /// A larger region that cannot be entered either.
    fn generalise(
        &mut self,
        location: Location,
        level: u32,
        cube: Cube,
        depth: u32,
    ) -> Result<Cube, Reason> {
        let mut cube = self.drop_literals(location, level, cube, depth)?;
        if matches!(self.config.generalise, Generalise::Weaken | Generalise::Full) {
            cube = self.weaken_literals(location, level, cube)?;
        }
        Ok(cube)
    }

    fn drop_literals(
        &mut self,
        location: Location,
        level: u32,
        cube: Cube,
        depth: u32,
    ) -> Result<Cube, Reason> {
        let mut cube = cube;
        let mut failures = 0;
        let order: Vec<Term> = cube.literals().iter().rev().copied().collect();
        for literal in order {
            if !cube.literals().contains(&literal) {
                continue;
            }
            let before = cube.len();
            match self.down(location, level, &cube.without(literal), depth)? {
                Some(smaller) => {
                    self.count.dropped_literals += (before - smaller.len()) as u64;
                    cube = smaller;
                    failures = 0;
                }
                None => {
                    failures += 1;
                    if failures >= MAX_FAILURES {
                        break;
                    }
                }
            }
        }
        Ok(cube)
    }

    /// The part of the cube that is needed for it not to be entered, if it is not. What speaks
    /// against it may be out of reach itself, which a few times is shown by a lemma.
    fn down(
        &mut self,
        location: Location,
        level: u32,
        cube: &Cube,
        depth: u32,
    ) -> Result<Option<Cube>, Reason> {
        let full = self.config.generalise == Generalise::Full;
        let mut counterexamples = 0;
        loop {
            let edge = match self.consecution(location, level, cube)? {
                Consecution::Blocked(core) => return Ok(Some(core)),
                Consecution::Reached(edge) => edge,
            };
            let source = self.automaton.edge(edge).source;
            if !full
                || depth >= MAX_DEPTH
                || counterexamples >= MAX_COUNTEREXAMPLES
                || level < 2
                || source == self.initial
            {
                return Ok(None);
            }
            counterexamples += 1;
            let before = self.predecessor(edge, Some(cube));
            match self.consecution(source, level - 1, &before)? {
                Consecution::Blocked(core) => {
                    let lemma = self.generalise(source, level - 1, core, depth + 1)?;
                    let (level, lemma) = self.raise(source, level - 1, lemma)?;
                    self.block(source, level, &lemma);
                }
                Consecution::Reached(_) => return Ok(None),
            }
        }
    }

    fn weaken_literals(
        &mut self,
        location: Location,
        level: u32,
        cube: Cube,
    ) -> Result<Cube, Reason> {
        let mut cube = cube;
        for literal in cube.literals().to_vec() {
            if !cube.literals().contains(&literal) {
                continue;
            }
            for weaker in self.generaliser.weaker(&mut self.store, literal) {
                if self.store.as_bool(weaker).is_some() {
                    continue;
                }
                let candidate = cube.with(literal, weaker);
                if let Consecution::Blocked(core) = self.consecution(location, level, &candidate)? {
                    self.count.weakened_literals += 1;
                    cube = core;
                    break;
                }
            }
        }
        Ok(cube)
    }
}
