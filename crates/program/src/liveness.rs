//! Live registers: those that may be read before they are assigned.

use crate::{BlockId, Body, Function, StatementKind, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Symbol, Term, TermStore, free_vars};

/// The registers other than parameters whose first value may be read, in the order of declaration.
pub fn read_before_written(store: &TermStore, function: &Function) -> Vec<Symbol> {
    let Some(body) = &function.body else { return Vec::new() };
    let registers: FxHashSet<Symbol> = function.registers.iter().map(|r| r.symbol).collect();
    let mut live_in = live_registers(store, body, &registers, function.result).swap_remove(0);
    for parameter in &function.parameters {
        live_in.remove(parameter);
    }
    let mut sorted: Vec<Symbol> = live_in.into_iter().collect();
    sorted.sort_unstable();
    sorted
}

/// The given registers that are live at the start of each block.
pub fn live_registers(
    store: &TermStore,
    body: &Body,
    registers: &FxHashSet<Symbol>,
    result: Option<Symbol>,
) -> Vec<FxHashSet<Symbol>> {
    let mut live = vec![FxHashSet::default(); body.blocks.len()];
    let mut readers = Readers::new(store, registers);
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..body.blocks.len()).rev().map(BlockId::from_index) {
            let content = body.block(block);
            let mut now = FxHashSet::default();
            readers.before_terminator(&mut now, &content.terminator, &live, result);
            for statement in content.statements.iter().rev() {
                readers.before_statement(&mut now, &statement.kind);
            }
            if now.len() != live[block.index()].len() {
                live[block.index()] = now;
                changed = true;
            }
        }
    }
    live
}

/// Computes backwards which registers are live: from those live after a statement or jump to those
/// live before it.
pub struct Readers<'a> {
    store: &'a TermStore,
    registers: &'a FxHashSet<Symbol>,
    by_term: FxHashMap<Term, Vec<Symbol>>,
}

impl<'a> Readers<'a> {
    /// Tracks the given registers.
    pub fn new(store: &'a TermStore, registers: &'a FxHashSet<Symbol>) -> Readers<'a> {
        Readers { store, registers, by_term: FxHashMap::default() }
    }

    /// Adds the registers that are live before a jump, given those live at the start of each block.
    pub fn before_terminator(
        &mut self,
        now: &mut FxHashSet<Symbol>,
        terminator: &Terminator,
        live: &[FxHashSet<Symbol>],
        result: Option<Symbol>,
    ) {
        for next in terminator.successors() {
            now.extend(&live[next.index()]);
        }
        match *terminator {
            Terminator::Branch { condition, .. } => self.read(now, condition),
            Terminator::Return => now.extend(result.filter(|r| self.registers.contains(r))),
            Terminator::Goto(_) | Terminator::Halt => {}
        }
    }

    /// Turns the registers that are live after a statement into those live before it.
    pub fn before_statement(&mut self, now: &mut FxHashSet<Symbol>, statement: &StatementKind) {
        if let Some(written) = statement.target() {
            now.remove(&written);
        }
        for term in statement.terms() {
            self.read(now, term);
        }
    }

    fn read(&mut self, now: &mut FxHashSet<Symbol>, term: Term) {
        let variables = self.by_term.entry(term).or_insert_with(|| free_vars(self.store, &[term]));
        now.extend(variables.iter().filter(|variable| self.registers.contains(variable)));
    }
}
