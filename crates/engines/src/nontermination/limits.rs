//! Conditions under which a comparison inside of a loop has the same answer in all of its rounds.
//!
//! Unsigned `i <= n` always holds if `n` has the greatest value of its type, and `i != n` always holds if the lowest
//! bits of both differ and `i` moves by an even number. Such states are few, so that a search for any state
//! hardly finds them. The constants are those that types and comparisons give.

use model::{Command, Model, RecurrentLoop};
use rustc_hash::FxHashSet;
use term::{BitVec, Op, Sort, Substitution, Symbol, Term, TermStore, free_vars, post_order};

/// Most comparisons that conditions are made of.
const MAX_COMPARISONS: usize = 12;

/// Loops with more operations are left alone.
const MAX_OPERATIONS: usize = 500;

/// How many of the lowest bits of two numbers may differ.
const LOW_BITS: u32 = 3;

/// Arithmetic on narrower numbers is promoted to `int`, so that they wrap around.
const INT_BITS: u32 = 32;

/// How far from the limit of a type a bound may be, so that steps of more than one meet no state between.
const DISTANCES: [u64; 3] = [0, 1, 3];

/// A comparison inside of a loop, over the variables at the start of its edge.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    op: Op,
    first: Term,
    second: Term,
}

/// The conditions of a loop, simple ones first.
pub(super) fn limits(model: &Model, store: &mut TermStore, of: &RecurrentLoop) -> Vec<Term> {
    let edges = edges_inside(model, of);
    let modified: FxHashSet<Symbol> = edges.iter().flat_map(|command| command.modified()).collect();
    let mut maker = Maker { store, modified, found: Vec::new() };
    let comparisons = comparisons(model, maker.store, of);
    for distance in DISTANCES {
        for one in &comparisons {
            maker.at_limit(one, distance);
        }
    }
    for one in &comparisons {
        maker.apart_or_equal(of, one);
    }
    maker.found
}

/// The comparisons inside of a loop that speak of variables at its head, as conditions.
pub(super) fn compared(model: &Model, store: &mut TermStore, of: &RecurrentLoop) -> Vec<Term> {
    let mut found = Vec::new();
    for Comparison { op, first, second } in comparisons(model, store, of) {
        let variables = free_vars(store, &[first, second]);
        if variables.iter().all(|variable| of.relevant.contains(variable)) {
            found.push(match op {
                Op::BvSlt => store.bv_slt(first, second),
                Op::BvSle => store.bv_sle(first, second),
                Op::BvUlt => store.bv_ult(first, second),
                Op::BvUle => store.bv_ule(first, second),
                _ => store.eq(first, second),
            });
        }
    }
    found
}

/// The commands of the edges inside of a loop.
fn edges_inside<'m>(model: &'m Model, of: &RecurrentLoop) -> Vec<&'m Command> {
    let cfa = &model.entry().cfa;
    let edges = of.locations.iter().flat_map(|&location| cfa.outgoing(location));
    let inside = edges.map(|&edge| cfa.edge(edge));
    inside.filter(|edge| of.locations.contains(&edge.target)).map(|edge| &edge.command).collect()
}

fn comparisons(model: &Model, store: &mut TermStore, of: &RecurrentLoop) -> Vec<Comparison> {
    let mut assumed = Vec::new();
    let commands = edges_inside(model, of);
    if commands.iter().map(|command| command.operations()).sum::<usize>() > MAX_OPERATIONS {
        return Vec::new();
    }
    for command in commands {
        assumptions(store, command, &mut Substitution::new(), &mut assumed);
    }
    let mut found: Vec<Comparison> = Vec::new();
    for part in post_order(store, &assumed, |_| false) {
        let (op, &[first, second]) = (store.op(part), store.args(part)) else { continue };
        let is_order = matches!(op, Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle);
        let is_number = matches!(store.sort(first), Sort::BitVec(_));
        if (is_order || op == Op::Eq) && is_number && found.len() < MAX_COMPARISONS {
            found.push(Comparison { op, first, second });
        }
    }
    found
}

/// What a command assumes, over the variables at its start as far as no open value matters.
fn assumptions(
    store: &mut TermStore,
    command: &Command,
    values: &mut Substitution,
    assumed: &mut Vec<Term>,
) {
    match command {
        Command::Assume(condition) => assumed.push(values.apply(store, *condition)),
        Command::Assign(variable, term) => {
            let value = values.apply(store, *term);
            let variable = store.var(*variable);
            values.insert(variable, value);
        }
        Command::Havoc(variable) => {
            let variable = store.var(*variable);
            values.insert(variable, variable);
        }
        Command::Seq(commands) => {
            commands.iter().for_each(|command| assumptions(store, command, values, assumed));
        }
        Command::Choice(branches) => {
            for branch in branches {
                assumptions(store, branch, &mut values.clone(), assumed);
            }
        }
        Command::Skip | Command::Call(_) => {}
    }
}

struct Maker<'a> {
    store: &'a mut TermStore,
    /// The variables that change in the loop.
    modified: FxHashSet<Symbol>,
    found: Vec<Term>,
}

impl Maker<'_> {
    fn add(&mut self, condition: Term) {
        if self.store.as_bool(condition).is_none() && !self.found.contains(&condition) {
            self.found.push(condition);
        }
    }

    fn stays(&self, term: Term) -> bool {
        let variables = free_vars(self.store, &[term]);
        !variables.is_empty() && !variables.iter().any(|v| self.modified.contains(v))
    }

    /// A side that stays is beyond what the other side can be, or so close to it.
    fn at_limit(&mut self, of: &Comparison, distance: u64) {
        let signed = match of.op {
            Op::BvSlt | Op::BvSle => true,
            Op::BvUlt | Op::BvUle => false,
            _ => return,
        };
        let strict = matches!(of.op, Op::BvSlt | Op::BvUlt);
        for (stays, moves) in [(of.first, of.second), (of.second, of.first)] {
            if !self.stays(stays) || self.stays(moves) || self.store.as_bitvec(moves).is_some() {
                continue;
            }
            let (least, greatest) = range(self.store, moves, signed);
            let of_type = range_of_type(least.width(), signed);
            // A signed number that is not promoted would have to overflow, which C leaves undefined. Whoever asks
            // may read it in another way than we do.
            let overflows =
                least.width() >= INT_BITS && least == of_type.0 && greatest == of_type.1;
            if signed && overflows {
                continue;
            }
            // Nothing is less than what is the least number already, so `a < b` never holds for the greatest
            // `a`, but it does not always hold for the least one.
            let is_first = stays == of.first;
            let is_above = is_first == strict || greatest != of_type.1;
            let is_below = is_first != strict || least != of_type.0;
            let distance = BitVec::new(least.width(), distance);
            let least = self.store.bv_const(least.add(&distance));
            let greatest = self.store.bv_const(greatest.sub(&distance));
            let (below, above) = match signed {
                true => (self.store.bv_sle(stays, least), self.store.bv_sle(greatest, stays)),
                false => (self.store.bv_ule(stays, least), self.store.bv_ule(greatest, stays)),
            };
            if is_above {
                self.add(above);
            }
            if is_below {
                self.add(below);
            }
        }
    }

    /// Both sides are equal, or one of their lowest bits is not.
    fn apart_or_equal(&mut self, of: &RecurrentLoop, one: &Comparison) {
        let &Comparison { op, first, second } = one;
        let variables = free_vars(self.store, &[first, second]);
        if !variables.iter().all(|variable| of.relevant.contains(variable)) {
            return;
        }
        if op != Op::Eq {
            let equal = self.store.eq(first, second);
            self.add(equal);
            return;
        }
        for bit in 0..LOW_BITS.min(self.store.width(first)) {
            let bits = [self.store.bit(bit, first), self.store.bit(bit, second)];
            let same = self.store.eq(bits[0], bits[1]);
            let differs = self.store.not(same);
            self.add(differs);
        }
    }
}

/// The least and the greatest value that a term of its form can have.
fn range(store: &TermStore, term: Term, signed: bool) -> (BitVec, BitVec) {
    let width = store.width(term);
    let narrow = |more: u32| width - more;
    match store.op(term) {
        Op::BvZeroExtend(more) if more > 0 => {
            (BitVec::zero(width), BitVec::ones(narrow(more)).zero_extend(more))
        }
        Op::BvSignExtend(more) if signed => {
            let (least, greatest) =
                (BitVec::min_signed(narrow(more)), BitVec::max_signed(narrow(more)));
            (least.sign_extend(more), greatest.sign_extend(more))
        }
        _ => range_of_type(width, signed),
    }
}

/// The least and the greatest number of some width.
fn range_of_type(width: u32, signed: bool) -> (BitVec, BitVec) {
    match signed {
        true => (BitVec::min_signed(width), BitVec::max_signed(width)),
        false => (BitVec::zero(width), BitVec::ones(width)),
    }
}
