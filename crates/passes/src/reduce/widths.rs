//! The number of bits that the values of variables need: a flow-insensitive analysis of all
//! assignments.

use model::{Cfa, Command, Reads};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BitVec, Op, Sort, Symbol, Term, TermStore, post_order};

/// The bits that values need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    /// All values are less than two to this power.
    pub(super) unsigned: u32,
    /// All values are signed numbers of this many bits.
    pub(super) signed: u32,
}

impl Bits {
    /// No value at all.
    const NONE: Bits = Bits { unsigned: 0, signed: 0 };

    fn any(width: u32) -> Bits {
        Bits { unsigned: width, signed: width }
    }

    fn of_constant(value: &BitVec) -> Bits {
        let (width, zeros) = (value.width(), value.leading_zeros());
        let ones = value.not().leading_zeros();
        Bits { unsigned: width - zeros, signed: width - zeros.max(ones) + 1 }
    }

    /// Values less than two to the power of `bits`, in vectors of a width.
    fn below(bits: u32, width: u32) -> Bits {
        Bits { unsigned: bits, signed: (bits + 1).min(width) }
    }

    fn or(self, other: Bits) -> Bits {
        Bits { unsigned: self.unsigned.max(other.unsigned), signed: self.signed.max(other.signed) }
    }
}

/// The bits of variables that are only assigned, never chosen.
pub(super) fn assigned_bits(
    terms: &TermStore,
    cfa: &Cfa,
    candidates: &FxHashSet<Symbol>,
) -> FxHashMap<Symbol, Bits> {
    let mut analysis = Analysis {
        terms,
        bits: candidates.iter().map(|&variable| (variable, Bits::NONE)).collect(),
    };
    let mut reads = Reads::default();
    let mut assignments: Vec<(Symbol, Term)> = Vec::new();
    let mut readers: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    let mut seen: FxHashSet<(Symbol, Term)> = FxHashSet::default();
    for edge in cfa.edges() {
        for command in cfa.edge(edge).command.iter() {
            if let Command::Assign(variable, value) = command
                && candidates.contains(variable)
                && seen.insert((*variable, *value))
            {
                for &read in reads.of(terms, *value).iter() {
                    readers.entry(read).or_default().push(assignments.len());
                }
                assignments.push((*variable, *value));
            }
        }
    }
    let mut pending: Vec<usize> = (0..assignments.len()).rev().collect();
    while let Some(next) = pending.pop() {
        let (variable, value) = assignments[next];
        let before = analysis.bits[&variable];
        let after = before.or(analysis.bits_of(value));
        if after != before {
            analysis.bits.insert(variable, after);
            pending.extend(readers.get(&variable).into_iter().flatten());
        }
    }
    analysis.bits
}

struct Analysis<'a> {
    terms: &'a TermStore,
    bits: FxHashMap<Symbol, Bits>,
}

impl Analysis<'_> {
    fn bits_of(&self, term: Term) -> Bits {
        let mut known: FxHashMap<Term, Bits> = FxHashMap::default();
        for part in post_order(self.terms, &[term], |_| false) {
            if let Sort::BitVec(width) = *self.terms.sort(part) {
                let args = self.terms.args(part);
                let arg = |i: usize| known[&args[i]];
                known.insert(part, self.result(part, width, arg));
            }
        }
        known[&term]
    }

    /// The bits of a term, from those of its arguments.
    fn result(&self, term: Term, width: u32, arg: impl Fn(usize) -> Bits) -> Bits {
        if let Some(value) = self.terms.as_bitvec(term) {
            return Bits::of_constant(value);
        }
        match self.terms.op(term) {
            Op::Var(variable) => self.bits.get(&variable).copied().unwrap_or(Bits::any(width)),
            Op::Ite => arg(1).or(arg(2)),
            Op::BvAnd => Bits::below(arg(0).unsigned.min(arg(1).unsigned), width),
            Op::BvOr | Op::BvXor => arg(0).or(arg(1)),
            Op::BvZeroExtend(_) => Bits::below(arg(0).unsigned, width),
            Op::BvSignExtend(extra) => {
                let Bits { unsigned, signed } = arg(0);
                // A value that is not negative stays small.
                let small = unsigned < width - extra;
                Bits { unsigned: if small { unsigned } else { width }, signed }
            }
            _ => Bits::any(width),
        }
    }
}
