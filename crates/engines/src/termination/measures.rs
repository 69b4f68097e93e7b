//! The measures that are tried: bit-vectors, wide enough that they do not wrap around.

use super::loops::SavedLoop;
use super::phases::TRUTH_WIDTH;
use model::Command;
use rustc_hash::FxHashSet;
use term::{BitVec, Op, Sort, Symbol, Term, TermStore, free_vars, post_order};

/// The widest variables that measures are made of.
pub(super) const MAX_WIDTH: u32 = 64;

/// Most variables of which sums and differences are tried.
const MAX_VARIABLES: usize = 12;

/// Most measures that are made of the comparisons of a loop.
const MAX_COMPARISONS: usize = 60;

/// The measures for a loop over variables whose values were saved, simple ones first. They are compared
/// as signed numbers.
pub(super) fn measures(store: &mut TermStore, of: &SavedLoop, known: &[Symbol]) -> Vec<Term> {
    let width = |store: &TermStore, v: Symbol| {
        store.symbol_sort(v).bit_width().filter(|&width| width <= MAX_WIDTH)
    };
    let numbers: Vec<Symbol> =
        known.iter().copied().filter(|&v| width(store, v).is_some()).collect();
    let changing: Vec<Symbol> =
        numbers.iter().copied().filter(|v| of.modified.contains(v)).collect();
    let mut maker = Maker { store, seen: FxHashSet::default(), found: Vec::new() };
    for &variable in &changing {
        let variable = maker.store.var(variable);
        for signed in [true, false] {
            let number = maker.extended(variable, signed);
            maker.both_ways(number);
        }
    }
    for &variable in known.iter().filter(|v| of.modified.contains(v)) {
        maker.float(variable);
        maker.flag(variable);
    }
    maker.comparisons(of, &known.iter().copied().collect());
    for &variable in &changing {
        maker.lowest_bit(variable);
        maker.sign(variable);
    }
    for (i, &first) in changing.iter().take(MAX_VARIABLES).enumerate() {
        let others = numbers.iter().take(2 * MAX_VARIABLES);
        for &second in others.filter(|v| !changing[..=i].contains(v)) {
            let (first, second) = (maker.store.var(first), maker.store.var(second));
            for signed in [true, false] {
                maker.differences_and_sums(first, second, signed);
            }
        }
    }
    maker.found
}

struct Maker<'a> {
    store: &'a mut TermStore,
    seen: FxHashSet<Term>,
    found: Vec<Term>,
}

impl Maker<'_> {
    fn add(&mut self, measure: Term) {
        if self.store.as_value(measure).is_none() && self.seen.insert(measure) {
            self.found.push(measure);
        }
    }

    /// A number with two bits more, so that it can be negated, and added to another one.
    fn extended(&mut self, number: Term, signed: bool) -> Term {
        if signed { self.store.sign_extend(2, number) } else { self.store.zero_extend(2, number) }
    }

    fn both_ways(&mut self, number: Term) {
        let negated = self.store.bv_neg(number);
        self.add(number);
        self.add(negated);
    }

    /// A float by its bit pattern, rearranged so that it is ordered like the numbers.
    fn float(&mut self, variable: Symbol) {
        if self.store.symbol_sort(variable).float_format().is_none() {
            return;
        }
        let term = self.store.var(variable);
        let bits = self.store.fp_to_bits(term);
        let width = self.store.width(bits);
        if width > MAX_WIDTH {
            return;
        }
        let negative = self.store.bit(width - 1, bits);
        let sign = self.store.bv_const(BitVec::min_signed(width));
        let (below, above) = (self.store.bv_not(bits), self.store.bv_or(bits, sign));
        let ordered = self.store.ite(negative, below, above);
        let ordered = self.extended(ordered, false);
        self.both_ways(ordered);
    }

    /// How high the lowest bit that is set may still move: what shifts to the left make smaller. If
    /// none is set, it has moved out.
    fn lowest_bit(&mut self, variable: Symbol) {
        let number = self.store.var(variable);
        let (one, negated) =
            (self.store.bv(self.store.width(number), 1), self.store.bv_neg(number));
        let lowest = self.store.bv_and(number, negated);
        let below = self.store.bv_sub(lowest, one);
        let below = self.extended(below, false);
        let measure = self.store.bv_neg(below);
        self.add(measure);
    }

    /// Whether a number is negative: loops often have one phase before it is, and another one after.
    fn sign(&mut self, variable: Symbol) {
        let number = self.store.var(variable);
        let zero = self.store.bv(self.store.width(number), 0);
        let negative = self.store.bv_slt(number, zero);
        self.truth(negative);
    }

    /// Whether what is compared on edges of the loop is so, and distances.
    fn comparisons(&mut self, of: &SavedLoop, known: &FxHashSet<Symbol>) {
        let roots: Vec<Term> = of.commands.iter().flat_map(Command::terms).collect();
        let before = self.found.len();
        for part in post_order(self.store, &roots, |_| false) {
            if self.found.len() - before >= MAX_COMPARISONS {
                break;
            }
            let (op, args) = (self.store.op(part), self.store.args(part).to_vec());
            let signed = match op {
                Op::FpLt | Op::FpLe | Op::FpEq => {
                    let variables = free_vars(self.store, &[part]);
                    let changes = variables.iter().any(|v| of.modified.contains(v));
                    if changes && variables.iter().all(|v| known.contains(v)) {
                        self.truth(part);
                    }
                    continue;
                }
                Op::BvSlt | Op::BvSle => Some(true),
                Op::BvUlt | Op::BvUle => Some(false),
                Op::Eq => None,
                _ => continue,
            };
            let [a, b] = args[..] else { continue };
            let is_number = self.store.sort(a).bit_width().is_some_and(|w| w <= MAX_WIDTH);
            let variables = free_vars(self.store, &[a, b]);
            let changes = variables.iter().any(|v| of.modified.contains(v));
            if !is_number || !changes || !variables.iter().all(|v| known.contains(v)) {
                continue;
            }
            self.truth(part);
            if op == Op::Eq {
                self.around(a, b);
                self.around(b, a);
                self.add_two_sided(of, a, b);
                self.add_two_sided(of, b, a);
            }
            for signed in signed.map_or(vec![true, false], |signed| vec![signed]) {
                let (a, b) = (self.extended(a, signed), self.extended(b, signed));
                let distance = self.store.bv_sub(a, b);
                if op == Op::Eq {
                    self.absolute(distance);
                }
                self.both_ways(distance);
            }
        }
    }

    /// How far a number is from another one if it goes up and wraps around.
    fn around(&mut self, number: Term, from: Term) {
        let distance = self.store.bv_sub(from, number);
        let distance = self.extended(distance, false);
        self.add(distance);
    }

    /// Whether a variable of truth values is true.
    fn flag(&mut self, variable: Symbol) {
        if *self.store.symbol_sort(variable) == Sort::Bool {
            let flag = self.store.var(variable);
            self.truth(flag);
        }
    }

    /// One if a condition holds, else zero, and the other way round.
    fn truth(&mut self, condition: Term) {
        let (zero, one) = (self.store.bv(TRUTH_WIDTH, 0), self.store.bv(TRUTH_WIDTH, 1));
        for (yes, no) in [(one, zero), (zero, one)] {
            let truth = self.store.ite(condition, yes, no);
            self.add(truth);
        }
    }

    /// A variable that comes closer to a number that stays, from either side.
    fn add_two_sided(&mut self, of: &SavedLoop, variable: Term, number: Term) {
        let moves = self.store.as_var(variable).is_some_and(|v| of.modified.contains(&v));
        let stays = free_vars(self.store, &[number]).iter().all(|v| !of.modified.contains(v));
        if !moves || !stays {
            return;
        }
        for signed in [true, false] {
            let above = match signed {
                true => self.store.bv_slt(number, variable),
                false => self.store.bv_ult(number, variable),
            };
            let value = self.extended(variable, signed);
            let negated = self.store.bv_neg(value);
            let measure = self.store.ite(above, value, negated);
            self.add(measure);
        }
    }

    fn differences_and_sums(&mut self, first: Term, second: Term, signed: bool) {
        if self.store.sort(first) != self.store.sort(second) {
            return;
        }
        let (first, second) = (self.extended(first, signed), self.extended(second, signed));
        let (difference, sum) =
            (self.store.bv_sub(first, second), self.store.bv_add(first, second));
        self.both_ways(difference);
        self.both_ways(sum);
        self.absolute(difference);
    }

    fn absolute(&mut self, number: Term) {
        let width = self.store.width(number);
        let zero = self.store.bv(width, 0);
        let (negative, negated) = (self.store.bv_slt(number, zero), self.store.bv_neg(number));
        let absolute = self.store.ite(negative, negated, number);
        self.add(absolute);
    }
}
