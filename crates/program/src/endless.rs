//! Loops that every run certainly leaves, as far as that is easy to see.
//!
//! A register that changes by the same number in each round takes all values with the same
//! remainder modulo a power of two. If one of these values ends the loop, every run leaves it. The
//! start value does not matter, and overflows wrap around.

use crate::loops::{Loop, Loops};
use crate::{BlockId, Body, StatementKind, Terminator};
use rustc_hash::FxHashMap;
use term::{BitVec, Op, Sort, Substitution, Symbol, Term, TermStore, free_vars, post_order};

/// How many remainders are examined at most.
const MOST_REMAINDERS: u64 = 64;

/// How many levels of copies between registers are followed.
const MOST_COPIES: usize = 4;

/// How a register changes in each round.
#[derive(Clone, Debug)]
enum Step {
    /// It grows by this number, which is not zero.
    Add(BitVec),
    /// It shrinks until it is one of these values.
    ShrinksTo(Vec<BitVec>),
}

/// Whether it is easy to see that every run leaves a loop.
pub fn is_always_left(terms: &mut TermStore, body: &Body, loops: &Loops, of: &Loop) -> bool {
    let Some(blocks) = &of.blocks else { return false };
    let mut writes: FxHashMap<Symbol, Vec<(BlockId, &StatementKind)>> = FxHashMap::default();
    let mut exits: Vec<BlockId> = Vec::new();
    for &block in blocks {
        for statement in &body.block(block).statements {
            if let Some(target) = statement.kind.target() {
                writes.entry(target).or_default().push((block, &statement.kind));
            }
        }
        if loops.once_a_round(of, block) {
            exits.push(block);
        }
    }
    let mut rounds = Rounds { terms, writes, loops, of };
    exits.into_iter().any(|block| {
        let Terminator::Branch { condition, then, otherwise } = body.block(block).terminator else {
            return false;
        };
        match (blocks.contains(&then), blocks.contains(&otherwise)) {
            (true, false) => rounds.leaves_at(condition, true),
            (false, true) => rounds.leaves_at(condition, false),
            _ => false,
        }
    })
}

struct Rounds<'a> {
    terms: &'a mut TermStore,
    /// The statements of the loop that change each register.
    writes: FxHashMap<Symbol, Vec<(BlockId, &'a StatementKind)>>,
    loops: &'a Loops,
    of: &'a Loop,
}

impl Rounds<'_> {
    /// Whether a branch that each round passes once must end the loop.
    fn leaves_at(&mut self, condition: Term, stays_if: bool) -> bool {
        let condition = self.by_what_changes(condition);
        free_vars(self.terms, &[condition]).into_iter().any(|register| {
            let branch = Branch { register, condition, stays_if };
            match self.step(register) {
                Some(Step::Add(number)) => self.sweeps_out(branch, &number),
                Some(Step::ShrinksTo(ends)) => ends.into_iter().all(|end| {
                    let end = self.terms.bv_const(end);
                    self.is_left_for(branch, end)
                }),
                None => false,
            }
        })
    }

    /// A term with each register that is recomputed in every round replaced by its value. The
    /// result refers to the registers that carry values from round to round.
    fn by_what_changes(&mut self, term: Term) -> Term {
        let mut term = term;
        for _ in 0..MOST_COPIES {
            let mut computed = Substitution::new();
            let mut any = false;
            for register in free_vars(self.terms, &[term]) {
                if let Some(value) = self.assigned(register)
                    && !free_vars(self.terms, &[value]).contains(&register)
                {
                    let variable = self.terms.var(register);
                    computed.insert(variable, value);
                    any = true;
                }
            }
            if !any {
                break;
            }
            term = computed.apply(self.terms, term);
        }
        term
    }

    /// The only statement that changes a register in a round.
    fn only_write(&self, register: Symbol) -> Option<&StatementKind> {
        match self.writes.get(&register)?[..] {
            [(block, kind)] if self.loops.once_a_round(self.of, block) => Some(kind),
            _ => None,
        }
    }

    /// The value that a register is assigned once in each round. If it is computed from a copy of
    /// the register, the copy is replaced by the register.
    fn assigned(&mut self, register: Symbol) -> Option<Term> {
        let &StatementKind::Assign { value, .. } = self.only_write(register)? else { return None };
        let variable = self.terms.var(register);
        let mut copies = Substitution::new();
        for copy in free_vars(self.terms, &[value]) {
            if let Some(&StatementKind::Assign { value: copied, .. }) = self.only_write(copy)
                && copied == variable
                && copy != register
            {
                let copy = self.terms.var(copy);
                copies.insert(copy, variable);
            }
        }
        Some(copies.apply(self.terms, value))
    }

    fn step(&mut self, register: Symbol) -> Option<Step> {
        let value = self.assigned(register)?;
        let variable = self.terms.var(register);
        let &Sort::BitVec(width) = self.terms.sort(variable) else { return None };
        let mut at_zero = Substitution::new();
        let zero = self.terms.bv(width, 0);
        at_zero.insert(variable, zero);
        let first = at_zero.apply(self.terms, value);
        if let Some(number) = self.terms.as_bitvec(first).cloned()
            && !number.is_zero()
        {
            let (up, down) =
                (self.terms.bv_const(number.clone()), self.terms.bv_const(number.neg()));
            let sums = [self.terms.bv_add(variable, up), self.terms.bv_sub(variable, down)];
            return sums.contains(&value).then_some(Step::Add(number));
        }
        let &[dividend, divisor] = self.terms.args(value) else { return None };
        let by = self.terms.as_bitvec(divisor)?.clone();
        let (zero, one) = (BitVec::zero(width), BitVec::one(width));
        let ends = match self.terms.op(value) {
            _ if dividend != variable || by.is_zero() => return None,
            Op::BvLshr => vec![zero],
            Op::BvAshr => vec![zero, BitVec::ones(width)],
            Op::BvUdiv if one.ult(&by) => vec![zero],
            Op::BvSdiv if one.slt(&by) => vec![zero],
            _ => return None,
        };
        Some(Step::ShrinksTo(ends))
    }

    /// Whether a branch leaves the loop if its register has the given value, whatever the other
    /// registers hold.
    fn is_left_for(&mut self, branch: Branch, value: Term) -> bool {
        let mut at = Substitution::new();
        at.insert(self.terms.var(branch.register), value);
        let condition = at.apply(self.terms, branch.condition);
        self.terms.as_bool(condition) == Some(!branch.stays_if)
    }

    /// Whether a register that grows by a number must reach a value that ends the loop, whatever
    /// its start value.
    fn sweeps_out(&mut self, branch: Branch, number: &BitVec) -> bool {
        let width = number.width();
        let remainders = match number.trailing_zeros() {
            zeros if zeros < 63 => 1u64 << zeros,
            _ => return false,
        };
        if remainders > MOST_REMAINDERS {
            return false;
        }
        let starts = self.special_values(branch);
        starts.into_iter().any(|start| {
            [BitVec::one(width), BitVec::ones(width)].into_iter().any(|direction| {
                let direction = self.terms.bv_const(direction);
                let mut value = start;
                (0..remainders).all(|_| {
                    let left = self.is_left_for(branch, value);
                    value = self.terms.bv_add(value, direction);
                    left
                })
            })
        })
    }

    /// Values that are likely to end a loop: the ends of ranges, and loop-invariant values that the
    /// register is compared with.
    fn special_values(&mut self, branch: Branch) -> Vec<Term> {
        let variable = self.terms.var(branch.register);
        let mut values = match *self.terms.sort(variable) {
            Sort::BitVec(width) => [
                BitVec::zero(width),
                BitVec::one(width),
                BitVec::ones(width),
                BitVec::max_signed(width),
                BitVec::min_signed(width),
            ]
            .map(|value| self.terms.bv_const(value))
            .to_vec(),
            _ => Vec::new(),
        };
        for term in post_order(self.terms, &[branch.condition], |_| false) {
            if self.terms.op(term) != Op::Eq {
                continue;
            }
            let other = match *self.terms.args(term) {
                [left, right] if left == variable => right,
                [left, right] if right == variable => left,
                _ => continue,
            };
            if free_vars(self.terms, &[other]).iter().all(|r| !self.writes.contains_key(r)) {
                values.push(other);
            }
        }
        values
    }
}

/// A branch that leads out of a loop, and a register that its condition depends on.
#[derive(Clone, Copy)]
struct Branch {
    register: Symbol,
    condition: Term,
    stays_if: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks whether the loop at `b1` is found to be left.
    #[track_caller]
    fn check(body: &str, expected: bool) {
        // Blocks are numbered consecutively, and the test names all but the last.
        let last = 1 + body.matches(':').count() - body.matches(":=").count();
        let body = body.replace("END", &format!("b{last}"));
        let text = format!(
            "machine lp64
            entry function main at &main () returns r {{
              register r : i32
              register i : i32
              register n : i32
              register t : i32
              b0:
                r := #x00000000
                goto b1
              {body}
              b{last}: return
            }}"
        );
        let mut program = crate::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let body = program.functions[0].body.clone().unwrap();
        let loops = Loops::of(&body);
        let of = loops.loops.iter().find(|l| l.head == BlockId::from_index(1)).unwrap();
        assert_eq!(is_always_left(&mut program.terms, &body, &loops, of), expected, "{text}");
    }

    #[track_caller]
    fn check_step(condition: &str, step: &str, expected: bool) {
        check(&format!("b1: branch {condition} b2 END\n b2: {step} goto b1"), expected);
    }

    #[test]
    fn counters_end_loops() {
        let (up, down) = ("i := (bvadd i #x00000001)", "i := (bvadd i #xffffffff)");
        check_step("(bvslt i n)", up, true);
        check_step("(bvult i n)", up, true);
        check_step("(not (= i n))", up, true);
        check_step("(not (= i n))", down, true);
        check_step("(bvslt #x00000000 i)", down, true);
        check_step("(bvsle i #x00000063)", up, true);
        // The bound may be the largest number.
        check_step("(bvsle i n)", up, false);
        // The bound runs away.
        check_step("(not (= i n))", &format!("{up} n := (bvadd n #x00000001)"), false);
        check_step("(bvslt i n)", &format!("{up} n := (bvadd n #x00000001)"), true);
        check_step("(bvslt i n)", "i := (bvmul i #x00000003)", false);
        check_step("(bvslt i n)", "load i #x0000000000000000", false);
    }

    #[test]
    fn steps_may_leave_values_out() {
        let two = "i := (bvadd i #x00000002)";
        check_step("(bvslt i #x00000064)", two, true);
        check_step("(bvslt i n)", two, false);
        check_step("(not (= i #x00000064))", two, false);
        check_step("(not (= i #x00000064))", "i := (bvadd i #x00000003)", true);
    }

    #[test]
    fn shifts_and_divisions_end_loops() {
        check_step("(bvslt #x00000000 i)", "i := (bvsdiv i #x0000000a)", true);
        check_step("(not (= i #x00000000))", "i := (bvlshr i #x00000001)", true);
        check_step("(not (= i #x00000000))", "i := (bvashr i #x00000001)", false);
        check_step("(not (= i #x00000001))", "i := (bvudiv i #x00000002)", false);
    }

    #[test]
    fn copies_are_looked_through() {
        // while (i--)
        let body = "b1:
                t := i
                i := (bvadd t #xffffffff)
                branch (= t #x00000000) END b2
              b2: goto b1";
        check(body, true);
    }

    #[test]
    fn inputs_need_not_end_loops() {
        check_step("(not (= i #x00000000))", "choose i input \"f\"", false);
    }

    #[test]
    fn a_counter_must_count_in_each_round() {
        let body = "b1: branch (bvslt i n) b2 END
              b2: branch (= r #x00000000) b3 b1
              b3: i := (bvadd i #x00000001) goto b1";
        check(body, false);
        let inner = "b1: branch (bvslt i n) b2 END
              b2: branch (= r #x00000000) b2 b3
              b3: i := (bvadd i #x00000001) goto b1";
        check(inner, true);
        let in_inner = "b1: branch (bvslt i n) b2 END
              b2: i := (bvadd i #x00000001) branch (= r #x00000000) b2 b3
              b3: goto b1";
        check(in_inner, false);
    }
}
