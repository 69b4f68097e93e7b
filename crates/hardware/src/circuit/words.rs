//! Terms as words of literals.

use super::Lit;
use super::arithmetic::{Word, invert};
use super::blast::NotBits;
use super::gates::Gates;
use rustc_hash::FxHashMap;
use term::{BitVec, Op, Sort, Symbol, Term, TermStore, Value, post_order};

/// Arrays of more bits than this are not made tables of.
const MAX_TABLE_BITS: u64 = 1 << 15;

/// Words of the terms of a store.
#[derive(Default)]
pub struct Words {
    by_term: FxHashMap<Term, Word>,
    by_symbol: FxHashMap<Symbol, Word>,
}

impl Words {
    /// How many bits a sort has.
    pub fn bits_of(sort: &Sort) -> Result<u32, NotBits> {
        match sort {
            Sort::Bool => Ok(1),
            Sort::BitVec(width) => Ok(*width),
            Sort::Array(array) => {
                let element = u64::from(Words::bits_of(&array.element)?);
                let Sort::BitVec(index) = array.index else {
                    return Err(NotBits::Sort(sort.clone()));
                };
                let bits = 1u64.checked_shl(index).and_then(|n| n.checked_mul(element));
                let bits = bits.filter(|&bits| index < 32 && bits <= MAX_TABLE_BITS);
                bits.map(|bits| bits as u32).ok_or_else(|| NotBits::LargeArray(sort.clone()))
            }
            _ => Err(NotBits::Sort(sort.clone())),
        }
    }

    pub fn set(&mut self, symbol: Symbol, word: Word) {
        self.by_symbol.insert(symbol, word);
    }

    pub fn of(
        &mut self,
        gates: &mut Gates,
        terms: &TermStore,
        root: Term,
    ) -> Result<Word, NotBits> {
        let order = post_order(terms, &[root], |term| self.by_term.contains_key(&term));
        for term in order {
            if !self.by_term.contains_key(&term) {
                let word = self.build(gates, terms, term)?;
                self.by_term.insert(term, word);
            }
        }
        Ok(self.by_term[&root].clone())
    }

    fn build(&self, gates: &mut Gates, terms: &TermStore, term: Term) -> Result<Word, NotBits> {
        let args: Vec<&[Lit]> = terms.args(term).iter().map(|arg| &self.by_term[arg][..]).collect();
        let sort = terms.sort(term);
        let unsupported = || NotBits::Sort(sort.clone());
        Ok(match terms.op(term) {
            Op::Const(_) => match terms.as_value(term) {
                Some(Value::Bool(value)) => vec![Lit::constant(*value)],
                Some(Value::BitVec(value)) => constant(value),
                _ => return Err(unsupported()),
            },
            Op::Var(symbol) => self.by_symbol.get(&symbol).cloned().ok_or_else(unsupported)?,
            Op::Not => vec![!args[0][0]],
            Op::And => vec![gates.all(&bits(&args))],
            Op::Or => vec![gates.any(&bits(&args))],
            Op::Xor => {
                let first = args[0][0];
                vec![args[1..].iter().fold(first, |all, arg| gates.xor(all, arg[0]))]
            }
            Op::Eq => {
                let equal: Vec<Lit> =
                    args.windows(2).map(|pair| gates.equal_words(pair[0], pair[1])).collect();
                vec![gates.all(&equal)]
            }
            Op::Ite => gates.mux_words(args[0][0], args[1], args[2]),
            Op::BvNot => invert(args[0]),
            Op::BvNeg => gates.negate(args[0]),
            Op::BvAnd => fold(gates, &args, Gates::and),
            Op::BvOr => fold(gates, &args, Gates::or),
            Op::BvXor => fold(gates, &args, Gates::xor),
            Op::BvAdd => fold_words(gates, &args, |gates, a, b| gates.add(a, b, Lit::FALSE).0),
            Op::BvMul => fold_words(gates, &args, Gates::multiply),
            Op::BvSub => gates.subtract(args[0], args[1]),
            Op::BvUdiv => gates.divide(args[0], args[1]).0,
            Op::BvUrem => gates.divide(args[0], args[1]).1,
            Op::BvSdiv => gates.signed_quotient(args[0], args[1]),
            Op::BvSrem => gates.signed_remainder(args[0], args[1]),
            Op::BvSmod => gates.signed_modulo(args[0], args[1]),
            Op::BvShl => gates.shift(args[0], args[1], true, Lit::FALSE),
            Op::BvLshr => gates.shift(args[0], args[1], false, Lit::FALSE),
            Op::BvAshr => {
                let sign = args[0][args[0].len() - 1];
                gates.shift(args[0], args[1], false, sign)
            }
            Op::BvConcat => args.iter().rev().flat_map(|arg| arg.iter().copied()).collect(),
            Op::BvExtract { high, low } => args[0][low as usize..=high as usize].to_vec(),
            Op::BvZeroExtend(extra) => extended(args[0], extra, Lit::FALSE),
            Op::BvSignExtend(extra) => extended(args[0], extra, args[0][args[0].len() - 1]),
            Op::BvRotateLeft(by) => rotated(args[0], by as usize),
            Op::BvRotateRight(by) => {
                let width = args[0].len();
                rotated(args[0], width - by as usize % width)
            }
            Op::BvUlt => vec![gates.less(args[0], args[1])],
            Op::BvUle => vec![!gates.less(args[1], args[0])],
            Op::BvSlt => vec![gates.signed_less(args[0], args[1])],
            Op::BvSle => vec![!gates.signed_less(args[1], args[0])],
            Op::Select => select(gates, args[0], args[1]),
            Op::Store => store(gates, args[0], args[1], args[2]),
            Op::ConstArray => args[0].repeat(Words::bits_of(sort)? as usize / args[0].len()),
            _ => return Err(unsupported()),
        })
    }
}

fn bits(args: &[&[Lit]]) -> Vec<Lit> {
    args.iter().map(|arg| arg[0]).collect()
}

fn constant(value: &BitVec) -> Word {
    (0..value.width()).map(|bit| Lit::constant(value.bit(bit))).collect()
}

fn fold(gates: &mut Gates, args: &[&[Lit]], gate: fn(&mut Gates, Lit, Lit) -> Lit) -> Word {
    fold_words(gates, args, |gates, a, b| {
        a.iter().zip(b).map(|(&a, &b)| gate(gates, a, b)).collect()
    })
}

fn fold_words(
    gates: &mut Gates,
    args: &[&[Lit]],
    operator: impl Fn(&mut Gates, &[Lit], &[Lit]) -> Word,
) -> Word {
    let mut word = args[0].to_vec();
    for arg in &args[1..] {
        word = operator(gates, &word, arg);
    }
    word
}

fn extended(word: &[Lit], extra: u32, fill: Lit) -> Word {
    let mut word = word.to_vec();
    word.resize(word.len() + extra as usize, fill);
    word
}

fn rotated(word: &[Lit], by: usize) -> Word {
    let mut word = word.to_vec();
    let width = word.len();
    word.rotate_right(by % width);
    word
}

/// The element at an index of an array that is a table of its elements.
fn select(gates: &mut Gates, array: &[Lit], index: &[Lit]) -> Word {
    let mut table = array.to_vec();
    for &bit in index.iter().rev() {
        let (low, high) = table.split_at(table.len() / 2);
        table = gates.mux_words(bit, high, low);
    }
    table
}

/// The table with another element at an index.
fn store(gates: &mut Gates, array: &[Lit], index: &[Lit], element: &[Lit]) -> Word {
    let mut table = Word::with_capacity(array.len());
    for (number, old) in array.chunks(element.len()).enumerate() {
        let bits: Vec<Lit> = index
            .iter()
            .enumerate()
            .map(|(i, &bit)| bit.negated_if((number >> i) & 1 == 0))
            .collect();
        let here = gates.all(&bits);
        table.extend(gates.mux_words(here, element, old));
    }
    table
}
