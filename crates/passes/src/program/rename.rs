//! Copies statements with other registers and objects.

use program::{Callee, Check, Condition, StatementKind, Terminator};
use rustc_hash::FxHashMap;
use term::{Substitution, Symbol, Term, TermStore};

/// A mapping from the symbols of a function to other symbols.
#[derive(Default)]
pub struct Renaming {
    symbols: FxHashMap<Symbol, Symbol>,
    terms: Substitution,
}

impl Renaming {
    /// Renames a symbol.
    pub fn insert(&mut self, store: &mut TermStore, from: Symbol, to: Symbol) {
        self.symbols.insert(from, to);
        let (from, to) = (store.var(from), store.var(to));
        self.terms.insert(from, to);
    }

    /// The new symbol for a symbol; the same one if it is not renamed.
    pub fn symbol(&self, symbol: Symbol) -> Symbol {
        self.symbols.get(&symbol).copied().unwrap_or(symbol)
    }

    /// A term over the new symbols.
    pub fn term(&mut self, store: &mut TermStore, term: Term) -> Term {
        self.terms.apply(store, term)
    }

    /// A statement over the new symbols.
    pub fn statement(&mut self, store: &mut TermStore, statement: &StatementKind) -> StatementKind {
        use StatementKind as S;
        let mut term = |t: Term| self.terms.apply(store, t);
        let symbol = |s: Symbol| self.symbols.get(&s).copied().unwrap_or(s);
        match statement {
            S::Assign { target, value } => {
                S::Assign { target: symbol(*target), value: term(*value) }
            }
            S::Choose { target, source } => {
                S::Choose { target: symbol(*target), source: source.clone() }
            }
            S::Assume(condition) => S::Assume(term(*condition)),
            S::Check(Check { property, condition, message }) => {
                let condition = match *condition {
                    Condition::Holds(condition) => Condition::Holds(term(condition)),
                    Condition::Readable { base, address, size } => Condition::Readable {
                        base: term(base),
                        address: term(address),
                        size: term(size),
                    },
                    Condition::Writable { base, address, size } => Condition::Writable {
                        base: term(base),
                        address: term(address),
                        size: term(size),
                    },
                    Condition::Freeable(address) => Condition::Freeable(term(address)),
                    Condition::AllFreed => Condition::AllFreed,
                    Condition::AllTracked => Condition::AllTracked,
                    Condition::TrackedSoFar => Condition::TrackedSoFar,
                };
                S::Check(Check { property: *property, condition, message: message.clone() })
            }
            S::Load { target, address } => {
                S::Load { target: symbol(*target), address: term(*address) }
            }
            S::Store { address, value } => {
                S::Store { address: term(*address), value: term(*value) }
            }
            S::Offset { target, base, delta } => {
                S::Offset { target: symbol(*target), base: term(*base), delta: term(*delta) }
            }
            S::Copy { to, from, size } => {
                S::Copy { to: term(*to), from: term(*from), size: term(*size) }
            }
            S::Fill { to, byte, size } => {
                S::Fill { to: term(*to), byte: term(*byte), size: term(*size) }
            }
            S::Begin(object) => S::Begin(symbol(*object)),
            S::End(object) => S::End(symbol(*object)),
            S::Forget(register) => S::Forget(symbol(*register)),
            S::Allocate { target, size, storage, zeroed } => S::Allocate {
                target: symbol(*target),
                size: term(*size),
                storage: *storage,
                zeroed: *zeroed,
            },
            S::Bind { object, owner } => S::Bind { object: term(*object), owner: symbol(*owner) },
            S::ObjectSize { target, address } => {
                S::ObjectSize { target: symbol(*target), address: term(*address) }
            }
            S::Free(address) => S::Free(term(*address)),
            S::Call { callee, args, result } => S::Call {
                callee: match *callee {
                    Callee::Direct(id) => Callee::Direct(id),
                    Callee::Indirect(address) => Callee::Indirect(term(address)),
                },
                args: args.iter().map(|&arg| term(arg)).collect(),
                result: result.map(symbol),
            },
            S::Print { format, args } => S::Print {
                format: term(*format),
                args: args.iter().map(|&arg| term(arg)).collect(),
            },
            S::Unsupported(what) => S::Unsupported(what.clone()),
        }
    }

    /// A jump over the new symbols.
    pub fn terminator(&mut self, store: &mut TermStore, terminator: &Terminator) -> Terminator {
        match *terminator {
            Terminator::Branch { condition, then, otherwise } => {
                Terminator::Branch { condition: self.term(store, condition), then, otherwise }
            }
            ref other => other.clone(),
        }
    }
}
