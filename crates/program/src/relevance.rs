//! Which registers decide how a run goes on inside of a loop.

use crate::{Body, Function, PropertySet, StatementKind, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Symbol, Term, TermStore, free_vars};

/// For each block that a run may come back to within an activation: the registers whose values there
/// decide what the run does until it is back. A register that serves only to compute others which do not
/// matter does not matter.
///
/// Checks of properties that nobody watches and after which runs keep their meaning do not matter.
pub fn relevant_registers(
    terms: &TermStore,
    function: &Function,
    watched: PropertySet,
) -> FxHashMap<usize, FxHashSet<Symbol>> {
    let Some(body) = &function.body else { return FxHashMap::default() };
    let part = strongly_connected_parts(body);
    let registers: FxHashSet<Symbol> = function.registers.iter().map(|r| r.symbol).collect();
    let mut analysis = Analysis { terms, registers, watched, uses: FxHashMap::default() };
    let mut live: Vec<FxHashSet<Symbol>> = vec![FxHashSet::default(); body.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for number in (0..body.blocks.len()).rev().filter(|&number| part[number].is_some()) {
            let block = &body.blocks[number];
            let mut now = FxHashSet::default();
            for next in block.terminator.successors() {
                if part[next.index()] == part[number] {
                    now.extend(&live[next.index()]);
                }
            }
            if let Terminator::Branch { condition, .. } = block.terminator {
                analysis.read(&mut now, condition);
            }
            for statement in block.statements.iter().rev() {
                analysis.before(&mut now, &statement.kind);
            }
            if now.len() != live[number].len() {
                live[number] = now;
                changed = true;
            }
        }
    }
    let cyclic = live.into_iter().enumerate().filter(|(number, _)| part[*number].is_some());
    cyclic.collect()
}

struct Analysis<'a> {
    terms: &'a TermStore,
    registers: FxHashSet<Symbol>,
    watched: PropertySet,
    uses: FxHashMap<Term, Vec<Symbol>>,
}

impl Analysis<'_> {
    /// Makes what matters after a statement what matters before it.
    fn before(&mut self, now: &mut FxHashSet<Symbol>, statement: &StatementKind) {
        let mattered = statement.target().is_some_and(|target| now.remove(&target));
        let matters = match statement {
            StatementKind::Assign { .. } => mattered,
            StatementKind::Check(check) => {
                self.watched.contains(check.property) || check.property.discredits_runs()
            }
            _ => true,
        };
        if matters {
            statement.terms().into_iter().for_each(|term| self.read(now, term));
        }
    }

    fn read(&mut self, now: &mut FxHashSet<Symbol>, term: Term) {
        let variables = self.uses.entry(term).or_insert_with(|| free_vars(self.terms, &[term]));
        now.extend(variables.iter().filter(|variable| self.registers.contains(variable)));
    }
}

/// For each block on a cycle a number that it shares with the blocks of its strongly connected
/// component: Tarjan's algorithm, without recursion.
pub(crate) fn strongly_connected_parts(body: &Body) -> Vec<Option<usize>> {
    const UNSEEN: usize = usize::MAX;
    let count = body.blocks.len();
    let successors = |block: usize| -> Vec<usize> {
        body.blocks[block].terminator.successors().map(super::function::BlockId::index).collect()
    };
    let mut part = vec![None; count];
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let mut on_stack = vec![false; count];
    let mut stack: Vec<usize> = Vec::new();
    let mut next_index = 0;
    for root in 0..count {
        if index[root] != UNSEEN {
            continue;
        }
        let mut visits = vec![(root, successors(root))];
        while let Some((block, pending)) = visits.last_mut() {
            let block = *block;
            if index[block] == UNSEEN {
                (index[block], low[block]) = (next_index, next_index);
                next_index += 1;
                stack.push(block);
                on_stack[block] = true;
            }
            if let Some(next) = pending.pop() {
                if index[next] == UNSEEN {
                    visits.push((next, successors(next)));
                } else if on_stack[next] {
                    low[block] = low[block].min(index[next]);
                }
                continue;
            }
            visits.pop();
            if let Some((before, _)) = visits.last() {
                low[*before] = low[*before].min(low[block]);
            }
            if low[block] == index[block] {
                let first = stack.iter().rposition(|&b| b == block).expect("it is there");
                let component = stack.split_off(first);
                let is_cyclic = component.len() > 1 || successors(block).contains(&block);
                for &member in &component {
                    on_stack[member] = false;
                    part[member] = is_cyclic.then_some(block);
                }
            }
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the registers that matter at the start of each block on a cycle.
    fn check(blocks: &str, expected: &str) {
        let text = format!(
            "machine lp64
            entry function main at &main () {{
              register x : u32
              register y : u32
              register z : u32
              {blocks}
            }}"
        );
        let program = crate::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let function = program.function(program.entry);
        let found = relevant_registers(&program.terms, function, PropertySet::default());
        let mut shown: Vec<String> = Vec::new();
        for (block, registers) in found {
            let mut names: Vec<&str> =
                registers.iter().map(|&register| program.terms.name(register)).collect();
            names.sort_unstable();
            shown.push(format!("b{block}: {}", names.join(" ")));
        }
        shown.sort_unstable();
        assert_eq!(shown.join("; "), expected);
    }

    #[test]
    fn what_decides_nothing_does_not_matter() {
        let counter = "b0:
                goto b1
              b1:
                x := (bvadd x #x00000001)
                z := (bvadd z y)
                branch (bvult x y) b1 b2
              b2:
                branch (= z #x00000003) b3 b3
              b3:
                return";
        check(counter, "b1: x y");
        check("b0:\n goto b1\n b1:\n x := (bvadd x y)\n goto b1", "b1: ");
        let assigned = "b0:
                goto b1
              b1:
                x := #x00000001
                branch (= x y) b0 b2
              b2:
                return";
        check(assigned, "b0: y; b1: y");
    }
}
