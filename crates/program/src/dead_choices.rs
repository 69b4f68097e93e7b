//! Removes choices whose value is never read.

use crate::liveness::{Readers, live_registers};
use crate::{ChoiceSource, Function, Program, StatementKind};
use rustc_hash::FxHashSet;
use term::{Sort, Symbol, TermStore, free_vars};

/// Removes the choice of an uninitialised variable's value where the variable is assigned before it
/// is read. The remaining choices may matter.
pub fn drop_dead_choices(program: &mut Program) {
    for function in &mut program.functions {
        drop_in(&program.terms, function);
    }
}

fn drop_in(terms: &TermStore, function: &mut Function) {
    let Some(body) = &mut function.body else { return };
    let statements = || body.blocks.iter().flat_map(|block| &block.statements);
    let mut chosen: FxHashSet<Symbol> =
        statements().filter_map(|statement| uninitialised(&statement.kind)).collect();
    if chosen.is_empty() {
        return;
    }
    // A variable of type `_Bool` gets its open truth value converted to a number.
    let converted: Vec<Symbol> =
        statements().filter_map(|s| conversion(terms, &s.kind, &chosen)).collect();
    chosen.extend(converted);
    let live = live_registers(terms, body, &chosen, function.result);
    let mut readers = Readers::new(terms, &chosen);
    for block in &mut body.blocks {
        let mut now = FxHashSet::default();
        readers.before_terminator(&mut now, &block.terminator, &live, function.result);
        // Statements are visited from the last to the first, then put in order again.
        let mut kept = Vec::with_capacity(block.statements.len());
        for statement in block.statements.drain(..).rev() {
            let target = uninitialised(&statement.kind)
                .or_else(|| conversion(terms, &statement.kind, &chosen));
            if target.is_some_and(|target| !now.contains(&target)) {
                continue;
            }
            readers.before_statement(&mut now, &statement.kind);
            kept.push(statement);
        }
        kept.reverse();
        block.statements = kept;
    }
}

/// The register of an uninitialised variable that the statement chooses a value for.
fn uninitialised(kind: &StatementKind) -> Option<Symbol> {
    match kind {
        StatementKind::Choose { target, source: ChoiceSource::Uninitialised(_) } => Some(*target),
        _ => None,
    }
}

/// The register that gets an open truth value converted to a number.
fn conversion(
    terms: &TermStore,
    kind: &StatementKind,
    chosen: &FxHashSet<Symbol>,
) -> Option<Symbol> {
    let StatementKind::Assign { target, value } = *kind else { return None };
    match free_vars(terms, &[value])[..] {
        [truth] if *terms.symbol_sort(truth) == Sort::Bool && chosen.contains(&truth) => {
            Some(target)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices_left(body: &str) -> usize {
        let text = format!(
            "machine lp64
            entry function main at &main () returns r {{
              register r : u32
              register x : u32
              b0:
                r := #x00000000
                {body}
            }}"
        );
        let mut program = crate::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        drop_dead_choices(&mut program);
        let body = program.functions[0].body.as_ref().unwrap();
        let statements = body.blocks.iter().flat_map(|block| &block.statements);
        statements.filter(|s| matches!(s.kind, StatementKind::Choose { .. })).count()
    }

    #[test]
    fn what_is_assigned_before_it_is_read_is_not_open() {
        let choice = "choose x uninitialised \"x\"";
        let read = "r := x";
        let write = "x := #x00000001";
        assert_eq!(choices_left(&format!("{choice}\n{write}\n{read}\nreturn")), 0);
        assert_eq!(choices_left(&format!("{choice}\n{read}\nreturn")), 1);
        assert_eq!(choices_left(&format!("{choice}\n{read}\n{write}\n{choice}\nreturn")), 1);
        assert_eq!(choices_left("choose r uninitialised \"r\"\nreturn"), 1);
        assert_eq!(choices_left("choose r uninitialised \"r\"\nhalt"), 0);
        let on_one_way = "branch (= r #x00000000) b1 b2\nb1:\nx := r\ngoto b2\nb2:\nr := x\nreturn";
        assert_eq!(choices_left(&format!("{choice}\n{on_one_way}")), 1);
        let in_a_loop = "goto b1\nb1:\nx := (bvadd x r)\ngoto b1";
        assert_eq!(choices_left(&format!("{choice}\n{in_a_loop}")), 1);
    }

    #[test]
    fn what_is_converted_is_not_open_either() {
        let convert = |rest: &str| {
            let text = format!(
                "machine lp64
                entry function main at &main () returns r {{
                  register r : u8
                  register t : truth
                  register x : u8
                  b0:
                    r := #x00
                    choose t uninitialised \"x\"
                    x := (ite t #x01 #x00)
                    {rest}
                }}"
            );
            let mut program = crate::parse(&text).unwrap_or_else(|error| panic!("{error}"));
            drop_dead_choices(&mut program);
            program.functions[0].body.as_ref().unwrap().blocks[0].statements.len()
        };
        assert_eq!(convert("x := r\nreturn"), 2);
        assert_eq!(convert("r := x\nreturn"), 4);
    }

    #[test]
    fn inputs_are_asked_for_in_any_case() {
        assert_eq!(choices_left("choose x input \"f\"\nreturn"), 1);
    }
}
