//! Narrowing: a variable that is only assigned small numbers gets fewer bits. Flags and
//! enumerations of C are `int`s; as single bits they are easier for an engine, and tests that no
//! value passes become `false`.
//!
//! Variables with an open value, at the start or later, stay as they are.
//!
//! The way back: runs stay. Invariants refer to the low bits of the original variable, and state
//! that its value is small where it is live; a live variable has been assigned.

use super::commands::with_commands;
use super::liveness::Liveness;
use super::pass::{Back, ByLocation, Claim, Pass, Reduction};
use super::widths::{Bits, assigned_bits};
use model::{Cfa, Command, Location};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use term::{Op, Sort, Substitution, Symbol, Term, TermStore, post_order};

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

impl Pass for Narrow {
    fn run(&self, terms: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let candidates = assigned_only(terms, input);
        let mut bits: Vec<(Symbol, Bits)> =
            assigned_bits(terms, input, &candidates).into_iter().collect();
        bits.sort_unstable_by_key(|(variable, _)| variable.index());
        let mut narrowed = FxHashMap::default();
        for (variable, bits) in bits {
            if let Some(new) = narrower(terms, variable, bits) {
                narrowed.insert(variable, new);
            }
        }
        let mut writer = Writer { terms, narrowed: &narrowed, wide: Substitution::new() };
        writer.declare();
        let commands = input.edges().map(|e| (e, writer.written(&input.edge(e).command)));
        let output = with_commands(input, commands)?;
        let back = Widened { input: input.clone(), narrowed };
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

fn narrower(terms: &mut TermStore, variable: Symbol, bits: Bits) -> Option<Narrowed> {
    let &Sort::BitVec(width) = terms.symbol_sort(variable) else { return None };
    let signed = bits.unsigned == width;
    let bits = if signed { bits.signed } else { bits.unsigned.max(1) };
    // Saving fewer bits is not worth another variable.
    if bits > MOST_BITS || 2 * bits > width {
        return None;
    }
    let name = format!("{}.low", terms.name(variable));
    Some(Narrowed { narrow: terms.fresh(&name, Sort::BitVec(bits)), bits, signed })
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
}

impl Widened {
    fn invariants(&self, terms: &mut TermStore, mut at: ByLocation) -> ByLocation {
        let mut live_at: Vec<(Location, Vec<Symbol>)> = Vec::new();
        Liveness::of(terms, &self.input).sweep(
            |_, _| {},
            |location, live| {
                if at.contains_key(&location) {
                    let small = self.narrowed.keys().copied().filter(|v| live.contains(*v));
                    live_at.push((location, small.collect()));
                }
            },
        );
        let mut low_bits = self.low_bits(terms);
        let small_at: FxHashMap<Location, FxHashSet<Symbol>> = live_at
            .iter()
            .map(|(location, small)| (*location, small.iter().copied().collect()))
            .collect();
        let nothing = FxHashSet::default();
        for (location, invariant) in &mut at {
            let small = small_at.get(location).unwrap_or(&nothing);
            let whole = self.whole_comparisons(terms, *invariant, small).apply(terms, *invariant);
            *invariant = low_bits.apply(terms, whole);
        }
        for (location, mut small) in live_at {
            small.sort_unstable_by_key(|variable| variable.index());
            let mut conjuncts = vec![at[&location]];
            conjuncts.extend(small.into_iter().map(|variable| self.is_small(terms, variable)));
            at.insert(location, terms.and(&conjuncts));
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
        small: &FxHashSet<Symbol>,
    ) -> Substitution {
        let variables: FxHashMap<Symbol, (Symbol, Narrowed)> = small
            .iter()
            .map(|&variable| {
                (self.narrowed[&variable].narrow, (variable, self.narrowed[&variable]))
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

    fn is_small(&self, terms: &mut TermStore, variable: Symbol) -> Term {
        let new = self.narrowed[&variable];
        let &Sort::BitVec(width) = terms.symbol_sort(variable) else {
            unreachable!("only bit-vectors are narrowed")
        };
        let variable = terms.var(variable);
        if new.signed {
            let low = terms.extract(new.bits - 1, 0, variable);
            let wide = terms.sign_extend(width - new.bits, low);
            return terms.eq(variable, wide);
        }
        let limit = terms.bv(width, 1 << new.bits);
        terms.bv_ult(variable, limit)
    }
}

impl Back for Widened {
    fn proof(&self, terms: &mut TermStore, claim: Claim) -> Claim {
        claim.with_invariants(|at| self.invariants(terms, at))
    }
}
