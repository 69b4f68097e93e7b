//! Encodes terms as words of literals; every term is encoded once.

use crate::circuits::{Bits, inverted, sign};
use crate::gates::Gates;
use crate::numbers::{Numbers, Sum};
use crate::sat::Lit;
use crate::table::Tables;
use crate::{Unsupported, float, table};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, TermStore, Value, post_order};

/// The word of a term, or of something that an axiom introduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(u32);

/// Maps terms to words.
pub struct Blaster {
    /// The gates.
    pub gates: Gates,
    /// The arrays that have words.
    pub tables: Tables,
    /// Integers and reals.
    pub numbers: Numbers,
    words: Vec<Bits>,
    /// What the words of numbers, which have no bits, stand for.
    sums: FxHashMap<Word, Sum>,
    /// The atoms that the meaning of a term needs.
    atoms: FxHashMap<Term, Vec<usize>>,
    of_terms: FxHashMap<Term, Word>,
    /// The literal for the equality of two words, so that axioms share it.
    equalities: FxHashMap<(Word, Word), Lit>,
    /// Quotient and remainder of words or of their magnitudes; `/` and `%` share them.
    divisions: FxHashMap<(Division, Bits, Bits), (Bits, Bits)>,
}

impl Blaster {
    /// No terms yet.
    pub fn new() -> Blaster {
        Blaster {
            gates: Gates::new(),
            tables: Tables::default(),
            numbers: Numbers::default(),
            words: Vec::new(),
            sums: FxHashMap::default(),
            atoms: FxHashMap::default(),
            of_terms: FxHashMap::default(),
            equalities: FxHashMap::default(),
            divisions: FxHashMap::default(),
        }
    }

    /// The bits of a word.
    pub fn bits(&self, word: Word) -> &[Lit] {
        &self.words[word.0 as usize]
    }

    /// The word of an encoded term.
    pub fn word(&self, term: Term) -> Word {
        self.of_terms[&term]
    }

    /// The literal of an encoded Boolean term.
    pub fn lit(&self, term: Term) -> Lit {
        self.bits(self.word(term))[0]
    }

    /// Registers bits as a word.
    pub fn keep(&mut self, bits: Bits) -> Word {
        self.words.push(bits);
        Word(u32::try_from(self.words.len() - 1).expect("fewer than 2^32 words"))
    }

    /// Registers a number as a word.
    fn keep_number(&mut self, sum: Sum) -> Word {
        let word = self.keep(Bits::new());
        self.sums.insert(word, sum);
        word
    }

    /// The number that a word stands for, if it does.
    pub fn number(&self, word: Word) -> Option<&Sum> {
        self.sums.get(&word)
    }

    /// The atoms that the meaning of an encoded term needs, without its arguments.
    pub fn atoms(&self, term: Term) -> &[usize] {
        self.atoms.get(&term).map_or(&[], Vec::as_slice)
    }

    /// An unconstrained word of a sort.
    pub fn unknown(&mut self, sort: &Sort) -> Result<Word, Unsupported> {
        if let Some((elements, width)) = self.tables.shape(sort) {
            let bits = self.gates.inputs(elements * width);
            return Ok(self.keep(bits));
        }
        let bits = match sort {
            Sort::Bool => self.gates.inputs(1),
            Sort::BitVec(width) => self.gates.inputs(*width as usize),
            Sort::Float(format) => float::any_float(&mut self.gates, *format),
            Sort::RoundingMode => float::any_mode(&mut self.gates),
            Sort::Array(_) => return Err(Unsupported("arrays inside arrays or functions")),
            Sort::Int | Sort::Real => {
                let number = self.numbers.unknown(*sort == Sort::Int);
                return Ok(self.keep_number(number));
            }
        };
        Ok(self.keep(bits))
    }

    /// The word of a value.
    pub fn value(&mut self, value: &Value) -> Result<Word, Unsupported> {
        let bits = match value {
            Value::Bool(value) => vec![self.gates.constant(*value)],
            Value::BitVec(value) => float::constant(&self.gates, value),
            Value::Float(value) => float::constant(&self.gates, value.bits()),
            Value::RoundingMode(mode) => float::mode_bits(&self.gates, *mode),
            Value::Array(_) => return Err(Unsupported("arrays inside arrays or functions")),
            Value::Int(number) => {
                let number = BigRational::from_integer(number.clone());
                return Ok(self.keep_number(Sum::constant(number)));
            }
            Value::Real(number) => return Ok(self.keep_number(Sum::constant(number.clone()))),
        };
        Ok(self.keep(bits))
    }

    /// Whether two words are equal.
    pub fn equal(&mut self, a: Word, b: Word) -> Lit {
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.equalities.get(&key) {
            return known;
        }
        let equal = if let Some([at_most, at_least]) = self.sides(a, b) {
            self.gates.and(at_most, at_least)
        } else {
            assert_eq!(self.bits(a).len(), self.bits(b).len(), "words of one sort");
            self.gates.equal(&self.words[a.0 as usize], &self.words[b.0 as usize])
        };
        self.equalities.insert(key, equal);
        equal
    }

    /// The literals of "at most" and "at least", if the words are numbers.
    pub fn sides(&mut self, a: Word, b: Word) -> Option<[Lit; 2]> {
        let (a, b) = (self.sums.get(&a)?, self.sums.get(&b)?);
        Some(self.numbers.sides(&mut self.gates, a, b))
    }

    /// Encodes some terms and all their subterms. Arrays that are not tables have no words. Ends early if
    /// `stop` says so.
    pub fn encode(
        &mut self,
        store: &TermStore,
        terms: &[Term],
        stop: &dyn Fn() -> bool,
    ) -> Result<Finished, Unsupported> {
        let is_known = |t| self.of_terms.contains_key(&t);
        for (done, part) in post_order(store, terms, is_known).into_iter().enumerate() {
            if done % 64 == 63 && stop() {
                return Ok(Finished(false));
            }
            if !self.tables.needs_axioms(store.sort(part)) {
                self.numbers.used.clear();
                let word = self.encode_one(store, part)?;
                self.of_terms.insert(part, word);
                if !self.numbers.used.is_empty() {
                    self.atoms.insert(part, std::mem::take(&mut self.numbers.used));
                }
            }
        }
        Ok(Finished(true))
    }

    /// Encodes a term whose arguments are encoded.
    fn encode_one(&mut self, store: &TermStore, term: Term) -> Result<Word, Unsupported> {
        let (op, args, sort) = (store.op(term), store.args(term), store.sort(term));
        if let Op::Const(_) = op {
            let value = store.as_value(term).expect("a constant");
            if let (Value::Array(array), Some((elements, _))) = (value, self.tables.shape(sort)) {
                let bits = table::constant(&self.gates, array, elements);
                return Ok(self.keep(bits));
            }
            return self.value(value);
        }
        if let (Op::Select, &[array, index]) = (op, args)
            && let Some(Value::Array(value)) = store.as_value(array)
            && let Some((elements, _)) = Tables::OF_CONSTANTS.shape(store.sort(array))
        {
            let table = table::constant(&self.gates, value, elements);
            let index = self.bits(self.word(index)).to_vec();
            let bits = table::select(&mut self.gates, &table, &index);
            return Ok(self.keep(bits));
        }
        // Axioms define the meaning of applications, and of reads and equalities of arrays.
        let is_open = matches!(op, Op::Var(_) | Op::Apply(_));
        if is_open || args.iter().any(|&arg| self.tables.needs_axioms(store.sort(arg))) {
            return self.unknown(sort);
        }
        if sort.is_arithmetic() || args.iter().any(|&arg| store.sort(arg).is_arithmetic()) {
            return self.arithmetic(store, term);
        }
        let words: Vec<Bits> = args.iter().map(|&a| self.bits(self.word(a)).to_vec()).collect();
        let words: Vec<&[Lit]> = words.iter().map(Vec::as_slice).collect();
        let has_floats = |&arg: &Term| store.sort(arg).has_floats();
        let bits = match op {
            Op::Eq | Op::Ite => self.core(op, &words),
            Op::Select => Some(table::select(&mut self.gates, words[0], words[1])),
            Op::Store => Some(table::store(&mut self.gates, words[0], words[1], words[2])),
            Op::ConstArray => {
                self.tables.shape(sort).map(|(elements, _)| words[0].repeat(elements))
            }
            _ if sort.has_floats() || args.iter().any(has_floats) => {
                let format = args.last().and_then(|&arg| store.sort(arg).float_format());
                float::encode(&mut self.gates, op, sort, format, &words)
            }
            _ => self.core(op, &words),
        };
        bits.map(|bits| self.keep(bits)).ok_or(Unsupported(op.info().name))
    }

    /// Encodes an operator on integers and reals.
    fn arithmetic(&mut self, store: &TermStore, term: Term) -> Result<Word, Unsupported> {
        let (op, args) = (store.op(term), store.args(term));
        let unsupported = Unsupported(op.info().name);
        let number = |i: usize| self.sums.get(&self.of_terms[&args[i]]).cloned().ok_or(unsupported);
        let one = BigRational::one();
        let sum = match op {
            Op::Add => {
                let mut sum = Sum::default();
                for i in 0..args.len() {
                    sum.add(&one, &number(i)?);
                }
                sum
            }
            Op::Sub => number(0)?.minus(&number(1)?),
            Op::Neg => number(0)?.times(&-one),
            Op::ToReal => number(0)?,
            Op::Mul => {
                let mut product = Sum::constant(one);
                for i in 0..args.len() {
                    let factor = number(i)?;
                    product = match (product.as_constant(), factor.as_constant()) {
                        (Some(constant), _) => factor.times(constant),
                        (_, Some(constant)) => product.times(constant),
                        _ => return Err(Unsupported("products of variables")),
                    };
                }
                product
            }
            Op::RealDiv => match number(1)?.as_constant() {
                Some(divisor) if divisor.is_zero() => Sum::default(),
                Some(divisor) => number(0)?.times(&divisor.recip()),
                None => return Err(Unsupported("quotients of variables")),
            },
            Op::IntDiv | Op::IntMod => {
                let dividend = number(0)?;
                match number(1)?.as_constant() {
                    Some(divisor) if divisor.is_zero() => match op {
                        Op::IntDiv => Sum::default(),
                        _ => dividend,
                    },
                    Some(divisor) => {
                        let by = divisor.to_integer();
                        let quotient = self.numbers.quotient(&mut self.gates, &dividend, &by);
                        match op {
                            Op::IntDiv => quotient,
                            _ => dividend.minus(&quotient.times(divisor)),
                        }
                    }
                    None => return Err(Unsupported("quotients of variables")),
                }
            }
            Op::ToInt => {
                let real = number(0)?;
                self.numbers.quotient(&mut self.gates, &real, &One::one())
            }
            Op::Ite => {
                let (then, otherwise) = (number(1)?, number(2)?);
                let condition = self.lit(args[0]);
                let chosen = self.numbers.unknown(*store.sort(term) == Sort::Int);
                for (taken, branch) in [(condition, then), (!condition, otherwise)] {
                    for side in self.numbers.sides(&mut self.gates, &chosen, &branch) {
                        self.gates.sat.clause(&[!taken, side]);
                    }
                }
                chosen
            }
            Op::Le | Op::Lt => {
                let difference = number(0)?.minus(&number(1)?);
                let strict = op == Op::Lt;
                let lit = self.numbers.at_most_zero(&mut self.gates, &difference, strict);
                return Ok(self.keep(vec![lit]));
            }
            Op::Eq => {
                let (a, b) = (number(0)?, number(1)?);
                let [at_most, at_least] = self.numbers.sides(&mut self.gates, &a, &b);
                let equal = self.gates.and(at_most, at_least);
                return Ok(self.keep(vec![equal]));
            }
            Op::IsInt => {
                let real = number(0)?;
                let whole = self.numbers.quotient(&mut self.gates, &real, &One::one());
                let rest = real.minus(&whole);
                let lit = self.numbers.at_most_zero(&mut self.gates, &rest, false);
                return Ok(self.keep(vec![lit]));
            }
            _ => return Err(unsupported),
        };
        Ok(self.keep_number(sum))
    }

    /// The semantics of Boolean and bit-vector operators; `None` for any other operator.
    fn core(&mut self, op: Op, args: &[&[Lit]]) -> Option<Bits> {
        let gates = &mut self.gates;
        let no = gates.constant(false);
        Some(match (op, args) {
            (Op::Not | Op::BvNot, [a]) => inverted(a),
            (Op::And, _) => vec![gates.all(&args.concat())],
            (Op::Or, _) => vec![gates.any(&args.concat())],
            (Op::Xor | Op::BvXor, [a, b]) => gates.each(a, b, Gates::xor),
            (Op::Eq, [a, b]) => vec![gates.equal(a, b)],
            (Op::Ite, [condition, a, b]) => gates.choose_word(condition[0], a, b),
            (Op::BvAnd, [a, b]) => gates.each(a, b, Gates::and),
            (Op::BvOr, [a, b]) => gates.each(a, b, Gates::or),
            (Op::BvNeg, [a]) => gates.neg(a),
            (Op::BvAdd, [a, b]) => gates.add(a, b),
            (Op::BvSub, [a, b]) => gates.sub(a, b),
            (Op::BvMul, [a, b]) => gates.mul(a, b),
            (Op::BvUdiv, [a, b]) => self.divide(Division::Unsigned, a, b).0,
            (Op::BvUrem, [a, b]) => self.divide(Division::Unsigned, a, b).1,
            (Op::BvSdiv, [a, b]) => {
                let quotient = self.divide(Division::OfMagnitudes, a, b).0;
                let differ = self.gates.xor(sign(a), sign(b));
                self.gates.negate_if(&quotient, differ)
            }
            (Op::BvSrem, [a, b]) => {
                let remainder = self.divide(Division::OfMagnitudes, a, b).1;
                self.gates.negate_if(&remainder, sign(a))
            }
            (Op::BvSmod, [a, b]) => self.modulo(a, b),
            (Op::BvShl, [a, by]) => gates.shift_left(a, by),
            (Op::BvLshr, [a, by]) => gates.shift_right(a, by, no),
            (Op::BvAshr, [a, by]) => gates.shift_right(a, by, sign(a)),
            (Op::BvConcat, [high, low]) => [*low, *high].concat(),
            (Op::BvExtract { high, low }, [a]) => a[low as usize..=high as usize].to_vec(),
            (Op::BvZeroExtend(extra), [a]) => gates.resized(a, a.len() + extra as usize),
            (Op::BvSignExtend(extra), [a]) => [a, &*vec![sign(a); extra as usize]].concat(),
            (Op::BvRotateLeft(by), [a]) => {
                let from = a.len() - by as usize % a.len();
                [&a[from..], &a[..from]].concat()
            }
            (Op::BvRotateRight(by), [a]) => {
                let from = by as usize % a.len();
                [&a[from..], &a[..from]].concat()
            }
            (Op::BvUlt, [a, b]) => vec![gates.less(a, b)],
            (Op::BvUle, [a, b]) => vec![!gates.less(b, a)],
            (Op::BvSlt, [a, b]) => vec![gates.signed_less(a, b)],
            (Op::BvSle, [a, b]) => vec![!gates.signed_less(b, a)],
            _ => return None,
        })
    }

    fn divide(&mut self, division: Division, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        let key = (division, a.to_vec(), b.to_vec());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let result = match division {
            Division::Unsigned => self.gates.divide(a, b),
            Division::OfMagnitudes => {
                let a = self.gates.negate_if(a, sign(a));
                let b = self.gates.negate_if(b, sign(b));
                self.gates.divide(&a, &b)
            }
        };
        self.divisions.insert(key, result.clone());
        result
    }

    /// The remainder with the sign of the divisor: the remainder with the sign of the dividend,
    /// plus the divisor if the signs differ and the remainder is nonzero.
    fn modulo(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let remainder = self.divide(Division::OfMagnitudes, a, b).1;
        let gates = &mut self.gates;
        let signed = gates.negate_if(&remainder, sign(a));
        let differ = gates.xor(sign(a), sign(b));
        let is_exact = gates.is_zero(&remainder);
        let adds = gates.and(differ, !is_exact);
        let added = gates.add(&signed, b);
        gates.choose_word(adds, &added, &signed)
    }
}

/// The operands of a division.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Division {
    /// The words themselves.
    Unsigned,
    /// The magnitudes of signed numbers.
    OfMagnitudes,
}

/// Whether a task was completed.
pub struct Finished(pub bool);
