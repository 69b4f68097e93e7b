//! Leaves out what is computed and never read, such as the exit status that `main` returns. It may
//! depend on what is not modelled, such as the low bits of an address.

use program::{Function, Program, StatementKind};
use rustc_hash::FxHashSet;
use term::{Sort, Symbol, Term, TermStore, free_vars};

/// Drops assignments to registers that are never read. A register as wide as an address stays: its
/// value may be all that leads to an object, which is not lost then.
pub fn drop_unread(program: &mut Program) {
    let width = program.machine.pointer_bits();
    for id in program.function_ids() {
        let is_entry = id == program.entry;
        let function = &mut program.functions[id.index()];
        while drop_once(&program.terms, function, is_entry, width) {}
    }
}

/// Drops what is unread now; returns whether there was anything.
fn drop_once(terms: &TermStore, function: &mut Function, is_entry: bool, width: u32) -> bool {
    let read = read_registers(terms, function, is_entry);
    let is_unread = |register: Symbol| {
        !read.contains(&register) && *terms.symbol_sort(register) != Sort::BitVec(width)
    };
    let Some(body) = &mut function.body else { return false };
    let mut dropped = false;
    for block in &mut body.blocks {
        block.statements.retain(|statement| match statement.kind {
            StatementKind::Assign { target, .. } if is_unread(target) => {
                dropped = true;
                false
            }
            _ => true,
        });
    }
    dropped
}

/// The registers that matter. Nobody sees the result of the entry, and printing changes nothing.
fn read_registers(terms: &TermStore, function: &Function, is_entry: bool) -> FxHashSet<Symbol> {
    let blocks = || function.body.iter().flat_map(|body| &body.blocks);
    let kinds = blocks().flat_map(|block| &block.statements).map(|statement| &statement.kind);
    let kinds = kinds.filter(|kind| !matches!(kind, StatementKind::Print { .. }));
    let mut read: Vec<Term> = kinds.flat_map(StatementKind::terms).collect();
    read.extend(blocks().filter_map(|block| block.terminator.condition()));
    let result = function.result.filter(|_| !is_entry);
    free_vars(terms, &read).into_iter().chain(result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_reads_is_left_out() {
        let mut program = program::parse(
            "machine lp64
             function f at &f () returns r {
               register r : i32
               b0: r := #x00000001 return
             }
             entry function main at &main () returns s {
               register p : pointer register q : pointer register x : i32 register y : i32
               register s : i32
               b0: q := p
               x := ((_ extract 31 0) p)
               y := (bvadd x #x00000001)
               s := y
               return
             }",
        )
        .expect("it is well-formed");
        drop_unread(&mut program);
        let text = program.to_string();
        assert!(text.contains("r := ") && text.contains("q := p"), "{text}");
        assert!(!text.contains("x := ") && !text.contains("y := ") && !text.contains("s := "));
    }

    #[test]
    fn what_decides_anything_stays() {
        let text = "machine lp64
             entry function main at &main () returns s {
               register p : pointer register x : i32 register y : i32 register s : i32
               b0: x := ((_ extract 31 0) p)
               y := x
               s := y
               branch (= y #x00000000) b1 b2
               b1: return
               b2: return
             }";
        let mut program = program::parse(text).expect("it is well-formed");
        drop_unread(&mut program);
        let text = program.to_string();
        assert!(text.contains("x := ") && text.contains("y := x") && !text.contains("s := "));
    }
}
