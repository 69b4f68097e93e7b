//! Bit-blasting: every term becomes a word of literals, once.

mod circuits;
mod lookups;
pub mod reads;
pub mod tables;

use super::gates::Gates;
use super::numbers::Numbers;
use super::theory::Owner;
use crate::budget::{Budget, StopReason};
use crate::sat::Lit;
use crate::traits::UnknownReason;
use circuits::Shift;
use reads::Reads;
use rustc_hash::FxHashMap;
use tables::Tables;
use term::{Op, Sort, Term, TermStore, Value, post_order};

pub(super) use circuits::equal;

/// The literals of a term, as a range of the blaster's pool; least significant bit first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    start: u32,
    len: u32,
}

/// Turns terms into literals.
pub struct Blaster {
    pub(super) gates: Gates,
    /// The numbers, which have no literals.
    pub(super) numbers: Numbers,
    /// The arrays that have literals.
    pub(super) tables: Tables,
    pool: Vec<Lit>,
    words: FxHashMap<Term, Word>,
    /// Quotients and remainders by dividend and divisor, so that `/` and `%` share a circuit.
    divisions: FxHashMap<(Vec<Lit>, Vec<Lit>), (Word, Word)>,
    /// The reads that are gates.
    pub(super) reads: Reads,
    /// The terms that belong to theories, since the last query.
    pub(super) abstracted: Vec<(Owner, Term)>,
}

impl Blaster {
    pub fn new(gates: Gates) -> Blaster {
        Blaster {
            gates,
            numbers: Numbers::default(),
            tables: Tables::default(),
            pool: Vec::new(),
            words: FxHashMap::default(),
            divisions: FxHashMap::default(),
            reads: Reads::default(),
            abstracted: Vec::new(),
        }
    }

    /// The word of a blasted term.
    pub fn word(&self, term: Term) -> Option<Word> {
        self.words.get(&term).copied()
    }

    /// The literals of a word.
    pub fn lits(&self, word: Word) -> &[Lit] {
        &self.pool[word.start as usize..(word.start + word.len) as usize]
    }

    /// The literal of a blasted Boolean term.
    pub fn lit(&self, term: Term) -> Lit {
        self.lits(self.words[&term])[0]
    }

    fn keep(&mut self, lits: &[Lit]) -> Word {
        let start = u32::try_from(self.pool.len()).expect("fewer than 2^32 literals");
        self.pool.extend_from_slice(lits);
        Word { start, len: lits.len() as u32 }
    }

    /// A word of new inputs.
    pub fn inputs(&mut self, width: u32) -> Word {
        let start = u32::try_from(self.pool.len()).expect("fewer than 2^32 literals");
        for _ in 0..width {
            let input = self.gates.input();
            self.pool.push(input);
        }
        Word { start, len: width }
    }

    /// The word of a value of a sort that has literals.
    pub fn constant(&mut self, value: &Value) -> Word {
        let lits = match (value, self.tables.elements(&value.sort())) {
            (Value::Array(array), Some(elements)) => tables::table_of(&self.gates, array, elements),
            _ => constant(&self.gates, value),
        };
        self.keep(&lits)
    }

    /// Makes a variable that is not blasted yet share the literals of a blasted term.
    pub fn alias(&mut self, variable: Term, term: Term) {
        let word = self.words[&term];
        let earlier = self.words.insert(variable, word);
        debug_assert!(earlier.is_none(), "the variable has literals of its own");
    }

    /// Lets the theory of numbers work, which makes literals, too.
    pub fn with_numbers<R>(&mut self, work: impl FnOnce(&mut Numbers, &mut Blaster) -> R) -> R {
        let mut numbers = std::mem::take(&mut self.numbers);
        let result = work(&mut numbers, self);
        self.numbers = numbers;
        result
    }

    /// The literal for the equality of two words.
    pub fn words_equal(&mut self, a: Word, b: Word) -> Lit {
        let (a, b) = (self.lits(a).to_vec(), self.lits(b).to_vec());
        equal(&mut self.gates, &a, &b)
    }

    /// Blasts a term and all its subterms.
    pub fn blast(
        &mut self,
        store: &TermStore,
        term: Term,
        budget: &Budget,
    ) -> Result<(), UnknownReason> {
        if self.words.contains_key(&term) {
            return Ok(());
        }
        let parts = post_order(store, &[term], |t| self.words.contains_key(&t));
        for (done, part) in parts.into_iter().enumerate() {
            if done % 64 == 63 {
                budget.check()?;
            }
            let word = self.blast_node(store, part, budget)?;
            self.words.insert(part, word);
            self.expect_values(store, part);
        }
        Ok(())
    }

    /// Blasts a term whose arguments are blasted.
    fn blast_node(
        &mut self,
        store: &TermStore,
        term: Term,
        budget: &Budget,
    ) -> Result<Word, UnknownReason> {
        let op = store.op(term);
        let args = store.args(term);
        let table = self.tables.elements(store.sort(term));
        if let Sort::Array(_) = store.sort(term)
            && table.is_none()
        {
            self.supports_cell(store.sort(term))?;
            if matches!(op, Op::Apply(_)) {
                return Err(unsupported("a function that yields arrays"));
            }
            self.abstracted.push((Owner::Arrays, term));
            return Ok(Word { start: 0, len: 0 });
        }
        if store.sort(term).is_arithmetic() {
            return self.give_number(store, term);
        }
        let width = match (table, store.sort(term)) {
            (Some(elements), Sort::Array(array)) => width_of(&array.element)? * elements as u32,
            (_, sort) => width_of(sort)?,
        };
        match op {
            Op::Le | Op::Lt | Op::IsInt => {
                self.abstracted.push((Owner::Numbers, term));
                return Ok(self.inputs(1));
            }
            Op::Eq if store.sort(args[0]).is_arithmetic() => {
                self.abstracted.push((Owner::Numbers, term));
                return Ok(self.inputs(1));
            }
            Op::Var(_) => return Ok(self.inputs(width)),
            Op::Apply(_) => {
                self.supports_arguments(store, term)?;
                self.abstracted.push((Owner::Functions, term));
                return Ok(self.inputs(width));
            }
            Op::Select if !self.is_table(store, args[0]) => {
                self.abstracted.push((Owner::Arrays, term));
                return Ok(self.read(store, args[0], args[1], width));
            }
            Op::Eq
                if store.sort(args[0]).as_array().is_some() && !self.is_table(store, args[0]) =>
            {
                self.abstracted.push((Owner::Arrays, term));
                return Ok(self.inputs(1));
            }
            Op::BvUdiv | Op::BvUrem => {
                let (quotient, remainder) =
                    self.division(self.words[&args[0]], self.words[&args[1]], budget)?;
                return Ok(if op == Op::BvUdiv { quotient } else { remainder });
            }
            Op::BvSdiv | Op::BvSrem | Op::BvSmod => {
                return self.signed_division(op, args[0], args[1], budget);
            }
            _ => {}
        }
        let lits = {
            let words: smallvec::SmallVec<[Word; 4]> = args.iter().map(|a| self.words[a]).collect();
            let pool = &self.pool;
            let word = |i: usize| {
                let Word { start, len } = words[i];
                &pool[start as usize..(start + len) as usize]
            };
            let gates = &mut self.gates;
            match op {
                Op::Const(_) => match (store.as_value(term).expect("a constant"), table) {
                    (Value::Array(array), Some(n)) => tables::table_of(gates, array, n),
                    (value, _) => constant(gates, value),
                },
                Op::Select => tables::select(gates, word(0), word(1)),
                Op::Store => tables::store(gates, word(0), word(1), word(2)),
                Op::ConstArray => word(0).repeat(table.expect("other arrays are abstracted")),
                Op::Not | Op::BvNot => circuits::not(word(0)),
                Op::And => {
                    let all: Vec<Lit> = (0..args.len()).map(|i| word(i)[0]).collect();
                    vec![gates.and_all(&all)]
                }
                Op::Or => {
                    let all: Vec<Lit> = (0..args.len()).map(|i| word(i)[0]).collect();
                    vec![gates.or_all(&all)]
                }
                Op::Xor | Op::BvXor => zip(word(0), word(1), |x, y| gates.xor(x, y)),
                Op::BvAnd => zip(word(0), word(1), |x, y| gates.and(x, y)),
                Op::BvOr => zip(word(0), word(1), |x, y| gates.or(x, y)),
                Op::Eq => vec![equal(gates, word(0), word(1))],
                Op::Ite => circuits::mux(gates, word(0)[0], word(1), word(2)),
                Op::BvNeg => circuits::neg(gates, word(0)),
                Op::BvAdd => circuits::add(gates, word(0), word(1), false),
                Op::BvSub => circuits::sub(gates, word(0), word(1)),
                Op::BvMul => circuits::mul(gates, word(0), word(1), budget)?,
                Op::BvShl => circuits::shift(gates, word(0), word(1), Shift::Left),
                Op::BvLshr => circuits::shift(gates, word(0), word(1), Shift::LogicalRight),
                Op::BvAshr => circuits::shift(gates, word(0), word(1), Shift::ArithmeticRight),
                Op::BvConcat => [word(1), word(0)].concat(),
                Op::BvExtract { high, low } => word(0)[low as usize..=high as usize].to_vec(),
                Op::BvZeroExtend(_) => {
                    let mut lits = word(0).to_vec();
                    lits.resize(width as usize, gates.constant(false));
                    lits
                }
                Op::BvSignExtend(_) => {
                    let mut lits = word(0).to_vec();
                    lits.resize(width as usize, *lits.last().expect("at least one bit"));
                    lits
                }
                Op::BvRotateLeft(by) => {
                    let mut lits = word(0).to_vec();
                    lits.rotate_right((by % width) as usize);
                    lits
                }
                Op::BvRotateRight(by) => {
                    let mut lits = word(0).to_vec();
                    lits.rotate_left((by % width) as usize);
                    lits
                }
                Op::BvUlt | Op::BvUle => {
                    vec![circuits::unsigned_less(gates, word(0), word(1), op == Op::BvUle)]
                }
                Op::BvSlt | Op::BvSle => {
                    vec![circuits::signed_less(gates, word(0), word(1), op == Op::BvSle)]
                }
                _ => return Err(unsupported(op.info().name)),
            }
        };
        debug_assert_eq!(lits.len(), width as usize, "{op:?}");
        Ok(self.keep(&lits))
    }

    /// A number has no literals. The theory is told of those that are no sums.
    fn give_number(&mut self, store: &TermStore, term: Term) -> Result<Word, UnknownReason> {
        let op = store.op(term);
        match op {
            Op::Const(_) | Op::Add | Op::Sub | Op::Neg | Op::ToReal => {}
            Op::Var(_) | Op::Ite | Op::Mul | Op::IntDiv | Op::IntMod | Op::RealDiv | Op::ToInt => {
                self.abstracted.push((Owner::Numbers, term));
            }
            Op::Apply(_) => {
                self.supports_arguments(store, term)?;
                self.abstracted.push((Owner::Functions, term));
            }
            Op::Select => self.abstracted.push((Owner::Arrays, term)),
            _ => return Err(unsupported(op.info().name)),
        }
        Ok(Word { start: 0, len: 0 })
    }

    /// Whether the arguments of a function can be cells.
    fn supports_arguments(&self, store: &TermStore, call: Term) -> Result<(), UnknownReason> {
        for &arg in store.args(call) {
            let sort = store.sort(arg);
            if matches!(sort, Sort::Array(_)) && !self.is_table(store, arg) {
                return Err(unsupported("functions of arrays"));
            }
            self.supports_cell(sort)?;
        }
        Ok(())
    }

    fn is_table(&self, store: &TermStore, term: Term) -> bool {
        self.tables.elements(store.sort(term)).is_some()
    }

    fn division(&mut self, a: Word, b: Word, budget: &Budget) -> Result<(Word, Word), StopReason> {
        let key = (self.lits(a).to_vec(), self.lits(b).to_vec());
        if let Some(&known) = self.divisions.get(&key) {
            return Ok(known);
        }
        let (quotient, remainder) = circuits::udivrem(&mut self.gates, &key.0, &key.1, budget)?;
        circuits::bound_remainder(&mut self.gates, &key.0, &key.1, &remainder);
        let words = (self.keep(&quotient), self.keep(&remainder));
        self.divisions.insert(key, words);
        Ok(words)
    }

    /// Signed division on magnitudes.
    fn signed_division(
        &mut self,
        op: Op,
        a: Term,
        b: Term,
        budget: &Budget,
    ) -> Result<Word, UnknownReason> {
        let (a, b) = (self.lits(self.words[&a]).to_vec(), self.lits(self.words[&b]).to_vec());
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let magnitude = |gates: &mut Gates, v: &[Lit], sign: Lit| {
            let negated = circuits::neg(gates, v);
            circuits::mux(gates, sign, &negated, v)
        };
        let abs_a = magnitude(&mut self.gates, &a, sign_a);
        let abs_b = magnitude(&mut self.gates, &b, sign_b);
        let (abs_a, abs_b) = (self.keep(&abs_a), self.keep(&abs_b));
        let (quotient, remainder) = self.division(abs_a, abs_b, budget)?;
        let (quotient, remainder) = (self.lits(quotient).to_vec(), self.lits(remainder).to_vec());
        let gates = &mut self.gates;
        let lits = match op {
            Op::BvSdiv => {
                let differ = gates.xor(sign_a, sign_b);
                magnitude(gates, &quotient, differ)
            }
            Op::BvSrem => magnitude(gates, &remainder, sign_a),
            _ => {
                // bvsmod: the remainder with the sign of the dividend, moved into the divisor's
                // range unless it is zero.
                let signed = magnitude(gates, &remainder, sign_a);
                let moved = circuits::add(gates, &signed, &b, false);
                let differ = gates.xor(sign_a, sign_b);
                let nonzero = gates.or_all(&remainder);
                let moves = gates.and(differ, nonzero);
                circuits::mux(gates, moves, &moved, &signed)
            }
        };
        Ok(self.keep(&lits))
    }
}

fn zip(a: &[Lit], b: &[Lit], mut gate: impl FnMut(Lit, Lit) -> Lit) -> Vec<Lit> {
    a.iter().zip(b).map(|(&x, &y)| gate(x, y)).collect()
}

fn unsupported(what: &str) -> UnknownReason {
    UnknownReason::Unsupported(what.to_owned())
}

/// The number of literals of a term that is not an array.
pub(super) fn width_of(sort: &Sort) -> Result<u32, UnknownReason> {
    match sort {
        Sort::Bool => Ok(1),
        Sort::BitVec(width) => Ok(*width),
        Sort::Array(_) | Sort::Int | Sort::Real => Err(unsupported("literals of other sorts")),
        Sort::Float(_) | Sort::RoundingMode => {
            Err(unsupported("floats inside arrays or functions"))
        }
    }
}

/// The literals of a value of a sort with literals.
fn constant(gates: &Gates, value: &Value) -> Vec<Lit> {
    match value {
        Value::Bool(b) => vec![gates.constant(*b)],
        Value::BitVec(v) => (0..v.width()).map(|i| gates.constant(v.bit(i))).collect(),
        _ => unreachable!("only Booleans and bit-vectors are blasted"),
    }
}
