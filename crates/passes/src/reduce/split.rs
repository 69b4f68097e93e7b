//! Splitting: a variable whose parts are assigned separately becomes one variable per part. A
//! pointer is an object number and an offset; a loop changes only the offset, and is easier to
//! analyse if that is a number of its own.
//!
//! The way back: runs stay. Invariants refer to the bits of the original variable.

use super::commands::with_commands;
use super::narrow::assigned_only;
use super::pass::{Back, ByLocation, Claim, Pass, Reduction};
use model::{Cfa, Command};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use term::{Op, Sort, Substitution, Symbol, Term, TermStore, free_vars, post_order};

/// The pass.
pub(super) struct Split;

/// The variables for the parts of a variable.
#[derive(Clone, Copy)]
struct Parts {
    high: Symbol,
    low: Symbol,
    /// The number of bits of the low part.
    seam: u32,
}

impl Pass for Split {
    fn run(&self, terms: &mut TermStore, input: &Arc<Cfa>) -> Option<Reduction> {
        let mut parts = FxHashMap::default();
        for (variable, seam) in seams(terms, input) {
            let &Sort::BitVec(width) = terms.symbol_sort(variable) else { continue };
            let name = terms.name(variable).to_owned();
            let high = terms.fresh(&format!("{name}.high"), Sort::BitVec(width - seam));
            let low = terms.fresh(&format!("{name}.low"), Sort::BitVec(seam));
            parts.insert(variable, Parts { high, low, seam });
        }
        if parts.is_empty() {
            return None;
        }
        let mut whole = Substitution::new();
        for (&variable, parts) in &parts {
            let (high, low) = (terms.var(parts.high), terms.var(parts.low));
            let (variable, both) = (terms.var(variable), terms.concat(high, low));
            whole.insert(variable, both);
        }
        let mut writer = Writer { terms, parts: &parts, whole };
        let commands: Vec<_> =
            input.edges().map(|e| (e, writer.written(&input.edge(e).command))).collect();
        let output = with_commands(input, commands)?;
        Some((Arc::new(output), Box::new(Joined { parts })))
    }
}

/// The variables to split, in the order of declaration, and where. A variable is split if a
/// concatenation is assigned to it and no operation reads bits from both sides of the seam.
fn seams(terms: &TermStore, cfa: &Cfa) -> Vec<(Symbol, u32)> {
    let candidates = assigned_only(terms, cfa);
    let mut seams: FxHashMap<Symbol, u32> = FxHashMap::default();
    let mut across: FxHashSet<Symbol> = FxHashSet::default();
    let mut roots = Vec::new();
    for command in cfa.edges().flat_map(|edge| cfa.edge(edge).command.iter()) {
        match command {
            Command::Assign(variable, value) => {
                roots.push(*value);
                if candidates.contains(variable)
                    && let Some(seam) = seam(terms, *value)
                    && *seams.entry(*variable).or_insert(seam) != seam
                {
                    across.insert(*variable);
                }
            }
            Command::Assume(condition) => roots.push(*condition),
            _ => {}
        }
    }
    for part in post_order(terms, &roots, |_| false) {
        if let Op::BvExtract { high, low } = terms.op(part)
            && let Some(variable) = terms.as_var(terms.args(part)[0])
            && seams.get(&variable).is_some_and(|&seam| low < seam && seam <= high)
        {
            across.insert(variable);
        }
    }
    let mut seams: Vec<(Symbol, u32)> =
        seams.into_iter().filter(|(variable, _)| !across.contains(variable)).collect();
    seams.sort_unstable();
    seams
}

/// The position where a value can be split.
fn seam(terms: &TermStore, value: Term) -> Option<u32> {
    let args = terms.args(value);
    match terms.op(value) {
        Op::BvConcat => Some(terms.width(args[1])),
        Op::BvZeroExtend(_) | Op::BvSignExtend(_) => seam(terms, args[0]),
        Op::Ite => seam(terms, args[1]).or_else(|| seam(terms, args[2])),
        _ => None,
    }
}

/// Rewrites commands with the parts.
struct Writer<'a> {
    terms: &'a mut TermStore,
    parts: &'a FxHashMap<Symbol, Parts>,
    /// The variables in terms of their parts.
    whole: Substitution,
}

impl Writer<'_> {
    fn written(&mut self, command: &Command) -> Command {
        match command {
            Command::Assume(condition) => Command::Assume(self.whole.apply(self.terms, *condition)),
            Command::Assign(variable, value) => {
                let value = self.whole.apply(self.terms, *value);
                match self.parts.get(variable) {
                    Some(parts) => self.assign(*variable, *parts, value),
                    None => Command::Assign(*variable, value),
                }
            }
            Command::Seq(parts) => Command::seq(parts.iter().map(|c| self.written(c))),
            Command::Choice(branches) => {
                Command::Choice(branches.iter().map(|c| self.written(c)).collect())
            }
            Command::Skip | Command::Havoc(_) | Command::Call(_) => command.clone(),
        }
    }

    /// Assigns both parts simultaneously.
    fn assign(&mut self, variable: Symbol, parts: Parts, value: Term) -> Command {
        let Parts { high, low, seam } = parts;
        let width = self.terms.width(value);
        let value_of_high = self.terms.extract(width - 1, seam, value);
        let value_of_low = self.terms.extract(seam - 1, 0, value);
        let reads = |term, part| free_vars(self.terms, &[term]).contains(&part);
        if !reads(value_of_low, high) {
            let first = Command::Assign(high, value_of_high);
            return Command::seq([first, Command::Assign(low, value_of_low)]);
        }
        if !reads(value_of_high, low) {
            let first = Command::Assign(low, value_of_low);
            return Command::seq([first, Command::Assign(high, value_of_high)]);
        }
        // The original variable is free to hold the value in between.
        let held = self.terms.var(variable);
        let value_of_high = self.terms.extract(width - 1, seam, held);
        let value_of_low = self.terms.extract(seam - 1, 0, held);
        Command::seq([
            Command::Assign(variable, value),
            Command::Assign(high, value_of_high),
            Command::Assign(low, value_of_low),
        ])
    }
}

/// The way back.
struct Joined {
    parts: FxHashMap<Symbol, Parts>,
}

impl Joined {
    fn invariants(&self, terms: &mut TermStore, mut at: ByLocation) -> ByLocation {
        let mut bits = Substitution::new();
        for (&variable, &Parts { high, low, seam }) in &self.parts {
            let (variable, high, low) = (terms.var(variable), terms.var(high), terms.var(low));
            let width = terms.width(variable);
            let upper = terms.extract(width - 1, seam, variable);
            let lower = terms.extract(seam - 1, 0, variable);
            bits.insert(high, upper);
            bits.insert(low, lower);
        }
        for invariant in at.values_mut() {
            *invariant = bits.apply(terms, *invariant);
        }
        at
    }
}

impl Back for Joined {
    fn proof(&self, terms: &mut TermStore, claim: Claim) -> Claim {
        claim.with_invariants(|at| self.invariants(terms, at))
    }
}
