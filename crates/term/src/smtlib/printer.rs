//! Printing of terms. The text reads back as the same term.

use super::symbol::Quoted;
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;
use crate::traverse::post_order;
use rustc_hash::FxHashMap;
use std::fmt::{self, Write};

/// Prints terms of a store.
struct TermPrinter<'a> {
    store: &'a TermStore,
    /// The numbers of the names of parts that are bound by `let`.
    bound: FxHashMap<Term, u32>,
}

/// The SMT-LIB text of a term.
#[derive(Clone, Copy)]
pub struct TermDisplay<'a> {
    store: &'a TermStore,
    term: Term,
    share: bool,
}

impl TermStore {
    /// The text of a term. Parts that occur more than once are bound by `let`, so the length is
    /// proportional to the number of different parts.
    pub fn display(&self, term: Term) -> TermDisplay<'_> {
        TermDisplay { store: self, term, share: true }
    }

    /// The text of a term without `let`, for small terms: it grows with every occurrence.
    pub fn display_tree(&self, term: Term) -> TermDisplay<'_> {
        TermDisplay { store: self, term, share: false }
    }
}

impl fmt::Display for TermDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = TermPrinter::new(self.store);
        if self.share { printer.write(f, self.term) } else { printer.write_tree(f, self.term) }
    }
}

/// An item that is still to be written.
enum Item {
    Term(Term),
    Close,
}

impl<'a> TermPrinter<'a> {
    fn new(store: &'a TermStore) -> TermPrinter<'a> {
        TermPrinter { store, bound: FxHashMap::default() }
    }

    /// Writes a term with `let` for its shared parts.
    fn write(&mut self, out: &mut impl Write, term: Term) -> fmt::Result {
        self.bound.clear();
        let shared = self.shared_parts(term);
        let mut number = 0;
        for &part in &shared {
            number = self.next_free(number);
            write!(out, "(let ((?v{number} ")?;
            self.write_tree(out, part)?;
            out.write_str(")) ")?;
            self.bound.insert(part, number);
        }
        self.write_tree(out, term)?;
        for _ in &shared {
            out.write_char(')')?;
        }
        self.bound.clear();
        Ok(())
    }

    /// The number of the next name for a `let` that hides no declared symbol.
    fn next_free(&self, mut number: u32) -> u32 {
        loop {
            number += 1;
            if self.store.lookup(&format!("?v{number}")).is_none() {
                return number;
            }
        }
    }

    /// The parts to bind, each after those it uses.
    fn shared_parts(&self, term: Term) -> Vec<Term> {
        let store = self.store;
        let parts = post_order(store, &[term], |_| false);
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for &part in &parts {
            // A number after `-` or `/` would be read as part of a literal. Only stores that do
            // not simplify have such terms.
            let like_literal = matches!(store.op(part), Op::Neg | Op::RealDiv);
            for &arg in store.args(part) {
                let leaf = store.args(arg).is_empty();
                let literal = like_literal && store.as_value(arg).is_some();
                *uses.entry(arg).or_default() += if literal { 2 } else { u32::from(!leaf) };
            }
        }
        parts.into_iter().filter(|part| uses.get(part).is_some_and(|&n| n > 1)).collect()
    }

    /// Writes a term, using the names of parts that are bound already.
    fn write_tree(&self, out: &mut impl Write, term: Term) -> fmt::Result {
        let mut stack = vec![Item::Term(term)];
        let mut after_item = false;
        while let Some(item) = stack.pop() {
            let Item::Term(term) = item else {
                out.write_char(')')?;
                continue;
            };
            if after_item {
                out.write_char(' ')?;
            }
            after_item = true;
            if let Some(number) = self.bound.get(&term) {
                write!(out, "?v{number}")?;
                continue;
            }
            match self.store.op(term) {
                Op::Const(_) => {
                    write!(out, "{}", self.store.as_value(term).expect("a constant"))?;
                }
                Op::Var(symbol) => write!(out, "{}", Quoted(self.store.name(symbol)))?,
                op => {
                    out.write_char('(')?;
                    self.write_head(out, op, self.store.sort(term))?;
                    stack.push(Item::Close);
                    stack.extend(self.store.args(term).iter().rev().map(|&arg| Item::Term(arg)));
                }
            }
        }
        Ok(())
    }

    fn write_head(&self, out: &mut impl Write, op: Op, sort: &Sort) -> fmt::Result {
        let name = op.info().name;
        match (op, sort) {
            (Op::Apply(symbol), _) => write!(out, "{}", Quoted(self.store.name(symbol))),
            (Op::ConstArray, _) => write!(out, "(as const {sort})"),
            (Op::BvExtract { high, low }, _) => write!(out, "(_ {name} {high} {low})"),
            (
                Op::BvZeroExtend(n)
                | Op::BvSignExtend(n)
                | Op::BvRotateLeft(n)
                | Op::BvRotateRight(n),
                _,
            ) => write!(out, "(_ {name} {n})"),
            (Op::IntToBv | Op::FpToUbv | Op::FpToSbv, Sort::BitVec(n)) => {
                write!(out, "(_ {name} {n})")
            }
            (
                Op::FpFromBits | Op::FpFromFp | Op::FpFromSbv | Op::FpFromUbv | Op::FpFromReal,
                Sort::Float(format),
            ) => write!(out, "(_ {name} {} {})", format.exponent, format.significand),
            _ => out.write_str(name),
        }
    }
}
