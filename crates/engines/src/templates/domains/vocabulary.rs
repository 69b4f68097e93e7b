//! The vocabulary of a program: its variables, and which of them are related.

use crate::unwinding::Outline;
use model::{Command, Location};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Sort, Symbol, Term, TermStore, free_vars};

/// A term relates its variables only if it has at most this many.
const MAX_RELATED: usize = 6;

/// What was found in the commands of a program.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    /// The live variables of each cut point.
    live: BTreeMap<Location, Vec<Symbol>>,
    /// The comparisons, with their variables.
    atoms: Vec<(Term, Vec<Symbol>)>,
    /// Equalities between a variable and an expression that is assigned to it.
    definitions: Vec<(Term, Vec<Symbol>)>,
    /// Pairs of variables, the first declared before the second, with their closeness.
    pairs: BTreeMap<(Symbol, Symbol), u32>,
    /// Variables that are somewhere interpreted as unsigned.
    unsigned: FxHashSet<Symbol>,
    /// Variables that are somewhere interpreted as signed.
    signed: FxHashSet<Symbol>,
    /// Divisors of remainders and step sizes, by width.
    moduli: BTreeMap<u32, BTreeSet<u64>>,
}

impl Vocabulary {
    /// Examines all relevant commands.
    pub(crate) fn of(outline: &Outline<'_>, store: &mut TermStore) -> Vocabulary {
        let graph = &outline.graph;
        let live = graph.cut_points().map(|l| (l, outline.live_at_join(l).to_vec()));
        let mut vocabulary = Vocabulary { live: live.collect(), ..Vocabulary::default() };
        let mut seen = FxHashSet::default();
        for &location in graph.order() {
            for edge in graph.edges(location) {
                vocabulary.add(store, &graph.cfa.edge(edge).command, &mut seen);
            }
        }
        vocabulary
    }

    fn add(&mut self, store: &mut TermStore, command: &Command, seen: &mut FxHashSet<Term>) {
        let mut moved = Vec::new();
        for part in command.iter() {
            match part {
                Command::Assume(condition) => self.add_term(store, *condition, seen),
                Command::Assign(variable, term) => {
                    self.add_term(store, *term, seen);
                    let mut related = free_vars(store, &[*term]);
                    if !related.contains(variable) {
                        related.push(*variable);
                        self.define(store, *variable, *term, &related);
                    } else {
                        moved.push(*variable);
                    }
                    self.relate(store, &related, 2);
                }
                _ => {}
            }
        }
        // Variables that move together often keep their distance.
        moved.sort_unstable();
        moved.dedup();
        self.relate(store, &moved, 1);
    }

    /// Records the equality between a variable and the expression assigned to it. Plain variables
    /// and constants are left out: other rows cover those equalities.
    fn define(&mut self, store: &mut TermStore, variable: Symbol, term: Term, all: &[Symbol]) {
        let is_simple = store.as_var(term).is_some() || store.as_value(term).is_some();
        let is_array = matches!(store.sort(term), Sort::Array(_));
        if !is_simple && !is_array && all.len() <= MAX_RELATED {
            let variable = store.var(variable);
            let equal = store.eq(variable, term);
            if !self.definitions.iter().any(|known| known.0 == equal) {
                self.definitions.push((equal, all.to_vec()));
            }
        }
    }

    fn add_term(&mut self, store: &TermStore, term: Term, seen: &mut FxHashSet<Term>) {
        // A subterm that was seen was visited with its arguments: nothing new is below it.
        for part in term::post_order(store, &[term], |t| seen.contains(&t)) {
            seen.insert(part);
            let args = store.args(part);
            match store.op(part) {
                Op::BvUlt | Op::BvUle => self.add_reading(store, args, false),
                Op::BvUdiv | Op::BvUrem | Op::BvLshr | Op::BvZeroExtend(_) => {
                    self.add_reading(store, args, false);
                }
                Op::Select | Op::Store => self.add_reading(store, &args[1..2], false),
                Op::BvSlt | Op::BvSle => self.add_reading(store, args, true),
                Op::BvSdiv | Op::BvSrem | Op::BvSignExtend(_) => {
                    self.add_reading(store, args, true);
                }
                _ => {}
            }
            match store.op(part) {
                Op::BvUrem | Op::BvSrem | Op::BvAdd | Op::BvSub => self.add_modulus(store, args),
                // A disjunction may hold as an invariant although none of its parts does.
                Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Eq | Op::And | Op::Or => {
                    let variables = free_vars(store, &[part]);
                    if variables.len() <= MAX_RELATED {
                        self.relate(store, &variables, 3);
                        self.atoms.push((part, variables));
                    }
                }
                _ => {}
            }
        }
    }

    fn add_reading(&mut self, store: &TermStore, args: &[Term], signed: bool) {
        let readings = if signed { &mut self.signed } else { &mut self.unsigned };
        readings.extend(args.iter().filter_map(|&arg| store.as_var(arg)));
    }

    fn add_modulus(&mut self, store: &TermStore, args: &[Term]) {
        for value in args.iter().filter_map(|&arg| store.as_bitvec(arg)) {
            let distance = if value.sign() { value.neg() } else { value.clone() };
            // Powers of two are left to linear equations.
            if let Some(m @ 3..=100) = distance.to_u64()
                && !m.is_power_of_two()
            {
                self.moduli.entry(value.width()).or_default().insert(m);
            }
        }
    }

    /// Records that variables of the same sort are related. Arrays are left out: a solver that must
    /// compare two arrays has to distinguish arrays in all its queries, which costs more than it
    /// gains.
    fn relate(&mut self, store: &TermStore, variables: &[Symbol], closeness: u32) {
        if variables.len() > MAX_RELATED {
            return;
        }
        let is_array = |symbol: Symbol| matches!(store.symbol_sort(symbol), Sort::Array(_));
        for (i, &a) in variables.iter().enumerate() {
            for &b in &variables[i + 1..] {
                let is_comparable = store.symbol_sort(a) == store.symbol_sort(b) && !is_array(a);
                if a != b && is_comparable {
                    *self.pairs.entry((a.min(b), a.max(b))).or_default() += closeness;
                }
            }
        }
    }

    /// The cut points.
    pub(crate) fn cut_points(&self) -> impl Iterator<Item = Location> {
        self.live.keys().copied()
    }

    /// The live variables of a cut point for which rows are worthwhile, in the order of
    /// declaration.
    pub(crate) fn variables(&self, store: &TermStore, location: Location) -> Vec<Symbol> {
        let scalar = |s: &&Symbol| !matches!(store.symbol_sort(**s), Sort::Array(_));
        self.live[&location].iter().filter(scalar).copied().collect()
    }

    /// The live bit-vectors of a cut point that are numbers, with their widths.
    pub(crate) fn numbers(&self, store: &TermStore, location: Location) -> Vec<(Symbol, u32)> {
        let width = |s: &Symbol| store.symbol_sort(*s).bit_width().filter(|&width| width > 1);
        let variables = self.live[&location].iter();
        variables.filter_map(|s| width(s).map(|width| (*s, width))).collect()
    }

    /// The closest pairs of live variables of the same sort at a cut point.
    pub(crate) fn pairs(&self, location: Location, most: usize) -> Vec<(Symbol, Symbol)> {
        let live: FxHashSet<Symbol> = self.live[&location].iter().copied().collect();
        let both_live = |pair: &&(Symbol, Symbol)| live.contains(&pair.0) && live.contains(&pair.1);
        let mut pairs: Vec<_> = self.pairs.keys().filter(both_live).copied().collect();
        pairs.sort_by_key(|pair| (std::cmp::Reverse(self.pairs[pair]), *pair));
        pairs.truncate(most);
        pairs
    }

    /// Further pairs of variables that are both related to a third one: two copies of a value are
    /// equal.
    pub(crate) fn distant_pairs(&self, location: Location, most: usize) -> Vec<(Symbol, Symbol)> {
        let mut related: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
        for &(a, b) in self.pairs.keys() {
            related.entry(a).or_default().insert(b);
            related.entry(b).or_default().insert(a);
        }
        let live = &self.live[&location];
        let mut found = Vec::new();
        for (number, &b) in live.iter().enumerate() {
            for &a in &live[..number] {
                let pair = (a.min(b), a.max(b));
                if let (Some(first), Some(second)) = (related.get(&a), related.get(&b))
                    && !self.pairs.contains_key(&pair)
                    && !first.is_disjoint(second)
                {
                    found.push(pair);
                }
            }
        }
        found.truncate(most);
        found
    }

    /// The comparisons of the program that are meaningful at a cut point.
    pub(crate) fn atoms(&self, location: Location, most: usize) -> Vec<Term> {
        let live: FxHashSet<Symbol> = self.live[&location].iter().copied().collect();
        let makes_sense = |variables: &[Symbol]| variables.iter().all(|v| live.contains(v));
        let atoms = self.atoms.iter().filter(|(_, variables)| makes_sense(variables));
        atoms.map(|&(atom, _)| atom).take(most).collect()
    }

    /// The equalities of numbers among them.
    pub(crate) fn equalities(
        &self,
        store: &TermStore,
        location: Location,
        most: usize,
    ) -> Vec<Term> {
        let is_equality = |atom: &Term| {
            store.op(*atom) == Op::Eq && store.sort(store.args(*atom)[0]).bit_width().is_some()
        };
        let atoms = self.atoms(location, usize::MAX).into_iter();
        atoms.filter(is_equality).take(most).collect()
    }

    /// The equalities from assignments that are meaningful at a cut point.
    pub(crate) fn definitions(&self, location: Location, most: usize) -> Vec<Term> {
        let live: FxHashSet<Symbol> = self.live[&location].iter().copied().collect();
        let makes_sense = |variables: &[Symbol]| variables.iter().all(|v| live.contains(v));
        let found = self.definitions.iter().filter(|(_, variables)| makes_sense(variables));
        found.map(|&(equal, _)| equal).take(most).collect()
    }

    /// Whether unsigned bounds of a variable may be useful.
    pub(crate) fn is_unsigned(&self, variable: Symbol) -> bool {
        self.unsigned.contains(&variable)
    }

    /// Whether signed bounds of a variable may be useful.
    pub(crate) fn is_signed(&self, variable: Symbol) -> bool {
        self.signed.contains(&variable) || !self.unsigned.contains(&variable)
    }

    /// The moduli for numbers of a width.
    pub(crate) fn moduli(&self, width: u32) -> impl Iterator<Item = u64> {
        self.moduli.get(&width).into_iter().flatten().copied()
    }
}

/// How often each variable occurs in pairs; the most frequent ones are the most useful.
pub(crate) fn occurrences(pairs: &[(Symbol, Symbol)]) -> FxHashMap<Symbol, u32> {
    let mut occurrences = FxHashMap::default();
    for &(a, b) in pairs {
        *occurrences.entry(a).or_default() += 1;
        *occurrences.entry(b).or_default() += 1;
    }
    occurrences
}
