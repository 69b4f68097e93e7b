//! Narrowing: a variable that is only assigned small numbers gets fewer bits. Flags and
//! enumerations of C are `int`s; as single bits they are easier for an engine, and tests that no
//! value passes become `false`.
//!
//! Variables with an open value, at the start or later, stay as they are.
//!
//! The way back: runs stay. Invariants refer to the low bits of the original variable, and state
//! that its value is small where it is live; a live variable has been assigned. They also state that
//! the variables are small that narrow ones are computed from, though these keep their width.

use super::commands::with_commands;
use super::liveness::Liveness;
use super::pass::{Back, ByLocation, Claim, Pass, Reduction};
use super::widths::{Bits, assigned_bits};
use model::{Cfa, Command, Location, Reads};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use term::{BitVec, Op, Sort, Substitution, Symbol, Term, TermStore, post_order};

/// The pass.
pub(super) struct Narrow;

/// Variables with values of more bits than this are left alone.
const MOST_BITS: u32 = 16;

/// The narrow form of a variable.
#[derive(Clone, Copy)]
struct Narrowed {
    narrow: Symbol,
    bits: u32,
    signed: bool,
}

/// The values of a variable fit into fewer bits than it has.
#[derive(Clone, Copy)]
struct Small {
    bits: u32,
    signed: bool,
}

impl Small {
    fn of(terms: &TermStore, variable: Symbol, bits: Bits) -> Option<Small> {
        let &Sort::BitVec(width) = terms.symbol_sort(variable) else { return None };
        let signed = bits.unsigned == width;
        let bits = if signed { bits.signed } else { bits.unsigned.max(1) };
        (bits < width).then_some(Small { bits, signed })
    }

    /// That the value of a variable fits.
    fn condition(self, terms: &mut TermStore, variable: Symbol) -> Term {
        let &Sort::BitVec(width) = terms.symbol_sort(variable) else {
            unreachable!("only bit-vectors are small")
        };
        let variable = terms.var(variable);
        if self.signed {
            let low = terms.extract(self.bits - 1, 0, variable);
            let wide = terms.sign_extend(width - self.bits, low);
            return terms.eq(variable, wide);
        }
        let limit = BitVec::from_bits(width, |bit| bit == self.bits);
        let limit = terms.bv_const(limit);
        terms.bv_ult(variable, limit)
    }
}

impl Pass for Narrow {
    fn run(&self, terms: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let candidates = assigned_only(terms, input);
        let mut small: Vec<(Symbol, Small)> = assigned_bits(terms, input, &candidates)
            .into_iter()
            .filter_map(|(variable, bits)| Some((variable, Small::of(terms, variable, bits)?)))
            .collect();
        small.sort_unstable_by_key(|(variable, _)| variable.index());
        let mut narrowed = FxHashMap::default();
        for &(variable, small) in &small {
            if let Some(new) = narrower(terms, variable, small) {
                narrowed.insert(variable, new);
            }
        }
        let mut writer = Writer { terms, narrowed: &narrowed, wide: Substitution::new() };
        writer.declare();
        let commands = input.edges().map(|e| (e, writer.written(&input.edge(e).command)));
        let output = with_commands(input, commands)?;
        let small = with_sources(terms, input, &narrowed, small);
        let back = Widened { input: input.clone(), narrowed, small };
        Some((Arc::new(output), Box::new(back)))
    }
}

/// Bit-vector variables that are only assigned, never chosen, neither at the start nor later.
pub(super) fn assigned_only(terms: &TermStore, cfa: &Cfa) -> FxHashSet<Symbol> {
    let (mut assigned, mut open) = (FxHashSet::default(), FxHashSet::default());
    for command in cfa.edges().flat_map(|edge| cfa.edge(edge).command.iter()) {
        match command {
            Command::Assign(variable, _) => assigned.insert(*variable),
            Command::Havoc(variable) => open.insert(*variable),
            _ => false,
        };
    }
    assigned.retain(|variable| {
        matches!(terms.symbol_sort(*variable), Sort::BitVec(_)) && !open.contains(variable)
    });
    Liveness::of(terms, cfa).sweep(
        |_, _| {},
        |location, live| {
            if location == cfa.initial() {
                assigned.retain(|variable| !live.contains(*variable));
            }
        },
    );
    assigned
}

fn narrower(
    terms: &mut TermStore,
    variable: Symbol,
    Small { bits, signed }: Small,
) -> Option<Narrowed> {
    let &Sort::BitVec(width) = terms.symbol_sort(variable) else { return None };
    // Saving fewer bits is not worth another variable.
    if bits > MOST_BITS || 2 * bits > width {
        return None;
    }
    let name = format!("{}.low", terms.name(variable));
    Some(Narrowed { narrow: terms.fresh(&name, Sort::BitVec(bits)), bits, signed })
}

/// The small variables that are narrowed, or that the values of such variables are computed from.
fn with_sources(
    terms: &TermStore,
    cfa: &Cfa,
    narrowed: &FxHashMap<Symbol, Narrowed>,
    small: Vec<(Symbol, Small)>,
) -> Vec<(Symbol, Small)> {
    let is_small: FxHashSet<Symbol> = small.iter().map(|(variable, _)| *variable).collect();
    let mut reads = Reads::default();
    let mut sources: FxHashMap<Symbol, FxHashSet<Symbol>> = FxHashMap::default();
    for command in cfa.edges().flat_map(|edge| cfa.edge(edge).command.iter()) {
        if let Command::Assign(variable, value) = command
            && is_small.contains(variable)
        {
            let read = reads.of(terms, *value);
            let read = read.iter().copied().filter(|read| is_small.contains(read));
            sources.entry(*variable).or_default().extend(read);
        }
    }
    let mut needed: FxHashSet<Symbol> = narrowed.keys().copied().collect();
    let mut pending: Vec<Symbol> = narrowed.keys().copied().collect();
    while let Some(variable) = pending.pop() {
        for &source in sources.get(&variable).into_iter().flatten() {
            if needed.insert(source) {
                pending.push(source);
            }
        }
    }
    small.into_iter().filter(|(variable, _)| needed.contains(variable)).collect()
}

/// Rewrites commands with the narrow variables.
struct Writer<'a> {
    terms: &'a mut TermStore,
    narrowed: &'a FxHashMap<Symbol, Narrowed>,
    /// The variables in terms of the narrow ones.
    wide: Substitution,
}

impl Writer<'_> {
    fn declare(&mut self) {
        for (&variable, new) in self.narrowed {
            let &Sort::BitVec(width) = self.terms.symbol_sort(variable) else { continue };
            let (old, low) = (self.terms.var(variable), self.terms.var(new.narrow));
            let wide = match new.signed {
                true => self.terms.sign_extend(width - new.bits, low),
                false => self.terms.zero_extend(width - new.bits, low),
            };
            self.wide.insert(old, wide);
        }
    }

    fn written(&mut self, command: &Command) -> Command {
        match command {
            Command::Assume(condition) => Command::Assume(self.wide.apply(self.terms, *condition)),
            Command::Assign(variable, value) => {
                let value = self.wide.apply(self.terms, *value);
                match self.narrowed.get(variable) {
                    Some(new) => {
                        let low = self.terms.extract(new.bits - 1, 0, value);
                        Command::Assign(new.narrow, low)
                    }
                    None => Command::Assign(*variable, value),
                }
            }
            Command::Seq(parts) => Command::Seq(parts.iter().map(|c| self.written(c)).collect()),
            Command::Choice(branches) => {
                Command::Choice(branches.iter().map(|c| self.written(c)).collect())
            }
            Command::Skip | Command::Havoc(_) | Command::Call(_) => command.clone(),
        }
    }
}

/// The way back.
struct Widened {
    input: Arc<Cfa>,
    narrowed: FxHashMap<Symbol, Narrowed>,
    /// What invariants say of variables.
    small: Vec<(Symbol, Small)>,
}

impl Widened {
    fn invariants(&self, terms: &mut TermStore, mut at: ByLocation) -> ByLocation {
        let mut live_at: FxHashMap<Location, Vec<(Symbol, Small)>> = FxHashMap::default();
        Liveness::of(terms, &self.input).sweep(
            |_, _| {},
            |location, live| {
                if at.contains_key(&location) {
                    let small = self.small.iter().filter(|(v, _)| live.contains(*v));
                    live_at.insert(location, small.copied().collect());
                }
            },
        );
        let mut low_bits = self.low_bits(terms);
        for (location, invariant) in &mut at {
            let small = live_at.remove(location).unwrap_or_default();
            let whole = self.whole_comparisons(terms, *invariant, &small).apply(terms, *invariant);
            let mut conjuncts = vec![low_bits.apply(terms, whole)];
            conjuncts.extend(small.iter().map(|(v, small)| small.condition(terms, *v)));
            *invariant = terms.and(&conjuncts);
        }
        at
    }

    /// The narrow variables in terms of the original ones.
    fn low_bits(&self, terms: &mut TermStore) -> Substitution {
        let mut original = Substitution::new();
        for (&variable, new) in &self.narrowed {
            let (low, variable) = (terms.var(new.narrow), terms.var(variable));
            let bits = terms.extract(new.bits - 1, 0, variable);
            original.insert(low, bits);
        }
        original
    }

    /// Turns comparisons of narrow variables with constants into comparisons of the original
    /// variables, which read better. They are equivalent only if the value is small. Elsewhere an
    /// invariant may still mention the variable, since later passes copied it.
    fn whole_comparisons(
        &self,
        terms: &mut TermStore,
        invariant: Term,
        small: &[(Symbol, Small)],
    ) -> Substitution {
        let variables: FxHashMap<Symbol, (Symbol, Narrowed)> = small
            .iter()
            .filter_map(|(variable, _)| {
                let new = *self.narrowed.get(variable)?;
                Some((new.narrow, (*variable, new)))
            })
            .collect();
        let mut whole = Substitution::new();
        for part in post_order(terms, &[invariant], |_| false) {
            if terms.op(part) != Op::Eq {
                continue;
            }
            let (a, b) = (terms.args(part)[0], terms.args(part)[1]);
            for (low, constant) in [(a, b), (b, a)] {
                if let Some((variable, new)) = terms.as_var(low).and_then(|v| variables.get(&v))
                    && let Some(value) = terms.as_bitvec(constant).cloned()
                    && let &Sort::BitVec(width) = terms.symbol_sort(*variable)
                {
                    let extra = width - new.bits;
                    let wide = if new.signed {
                        value.sign_extend(extra)
                    } else {
                        value.zero_extend(extra)
                    };
                    let (variable, wide) = (terms.var(*variable), terms.bv_const(wide));
                    let equal = terms.eq(variable, wide);
                    whole.insert(part, equal);
                }
            }
        }
        whole
    }
}

impl Back for Widened {
    fn proof(&self, terms: &mut TermStore, claim: Claim) -> Claim {
        claim.with_invariants(|at| self.invariants(terms, at))
    }
}
