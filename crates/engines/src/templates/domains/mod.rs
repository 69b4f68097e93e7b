//! Domains: what templates track.
//!
//! A [`Domain`] creates the rows of a template for each cut point from the [`Vocabulary`] of a
//! program. A product of domains is the template with the rows of each.

mod linear;
mod objects;
mod vocabulary;

pub use linear::{LinearExpression, LinearSyntaxError};
pub(crate) use objects::Objects;
pub(crate) use vocabulary::Vocabulary;

use super::template::{Affine, Bound, Constant, Order, Row, Side, Template};
use clap::ValueEnum;
use linear::Linear;
use model::Location;
use std::collections::BTreeMap;
use term::{BitVec, Symbol, Term, TermStore, free_vars};

/// The maximal number of pairs of variables at a cut point for relational domains.
const MAX_PAIRS: usize = 40;

/// The maximal number of comparisons of the program that are tried at a cut point.
const MAX_ATOMS: usize = 64;

/// The maximal number of equalities without which variables are bounded at a cut point.
const MAX_EQUALITIES: usize = 4;

/// The maximal number of equalities from assignments that are tried at a cut point.
const MAX_DEFINITIONS: usize = 24;

/// The maximal number of variables of one width in linear equations.
const MAX_UNKNOWNS: usize = 24;

/// A family of template rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Domain {
    /// Lower and upper bounds of each variable
    Intervals,
    /// Equalities, disequalities and order between variables, and constants
    Equalities,
    /// The comparisons that occur in the program, and equalities from assignments
    Guards,
    /// Linear equations modulo powers of two: x + y = 3*i, x is odd
    Affine,
    /// Remainders by small numbers of the program: x mod 3 = 1
    Congruences,
    /// Bounds of variables where an equality of the program does not hold: x != y implies x >= 1
    GuardedIntervals,
    /// Bounds of differences: x - y <= d
    Zones,
    /// Bounds of differences and sums: x + y <= d
    Octagons,
    /// Where pointers and the pointers in any object of the heap lead to
    Shapes,
    /// Values in any object, in the object that it points to, and in objects of pointers
    Fields,
    /// The order in which any object, the one that it points to and those of pointers were allocated
    Order,
}

impl Domain {
    /// Whether it speaks of any object.
    pub(crate) fn is_about_objects(self) -> bool {
        matches!(self, Domain::Shapes | Domain::Fields | Domain::Order)
    }
}

/// Adds the rows of a domain for all cut points to a template.
pub(crate) fn add_rows(
    domain: Domain,
    vocabulary: &Vocabulary,
    store: &mut TermStore,
    template: &mut Template,
) {
    for location in vocabulary.cut_points() {
        let mut generator = Generator { vocabulary, store, location, rows: Vec::new() };
        match domain {
            Domain::Intervals => {
                generator.intervals();
                generator.float_intervals();
            }
            Domain::Equalities => {
                generator.equalities();
                generator.distant_equalities();
            }
            Domain::Guards => generator.guards(),
            Domain::Affine => generator.affine(),
            Domain::Congruences => generator.congruences(),
            Domain::GuardedIntervals => generator.guarded_intervals(),
            Domain::Zones => generator.zones(),
            Domain::Octagons => {
                generator.zones();
                generator.sums();
            }
            // They have a vocabulary of their own.
            Domain::Shapes | Domain::Fields | Domain::Order => {}
        }
        let rows = generator.rows;
        let site = template.site_mut(location);
        let new = rows.into_iter().filter(|row| !site.rows.contains(row)).collect::<Vec<_>>();
        site.rows.extend(new);
    }
}

struct Generator<'a> {
    vocabulary: &'a Vocabulary,
    store: &'a mut TermStore,
    location: Location,
    rows: Vec<Row>,
}

impl Generator<'_> {
    fn intervals(&mut self) {
        for (variable, width) in self.vocabulary.numbers(self.store, self.location) {
            let term = self.store.var(variable);
            for order in self.orders(variable) {
                for side in [Side::Lower, Side::Upper] {
                    self.rows.push(Row::Bound(Bound::new(term, width, order, side)));
                }
            }
        }
    }

    /// Bounds of the variables of an equality in the states in which it does not hold. In the others the
    /// expression has the value that bounds allow first.
    fn guarded_intervals(&mut self) {
        let numbers = self.vocabulary.numbers(self.store, self.location);
        for equal in self.vocabulary.equalities(self.store, self.location, MAX_EQUALITIES) {
            let bounded = free_vars(self.store, &[equal]);
            for &(variable, width) in numbers.iter().filter(|(v, _)| bounded.contains(v)) {
                let term = self.store.var(variable);
                for order in self.orders(variable) {
                    let (least, greatest) = match order {
                        Order::Signed => (BitVec::min_signed(width), BitVec::max_signed(width)),
                        Order::Unsigned => (BitVec::zero(width), BitVec::ones(width)),
                    };
                    for (side, elsewhere) in [(Side::Lower, greatest), (Side::Upper, least)] {
                        let elsewhere = self.store.bv_const(elsewhere);
                        let expression = self.store.ite(equal, elsewhere, term);
                        self.rows.push(Row::Bound(Bound::new(expression, width, order, side)));
                    }
                }
            }
        }
    }

    /// Floats are bounded by their bit patterns, rearranged so that they are ordered like the
    /// numbers, with NaN beyond the infinities.
    fn float_intervals(&mut self) {
        for variable in self.vocabulary.variables(self.store, self.location) {
            if self.store.symbol_sort(variable).float_format().is_none() {
                continue;
            }
            let term = self.store.var(variable);
            let bits = self.store.fp_to_bits(term);
            let width = self.store.width(bits);
            let negative = self.store.bit(width - 1, bits);
            let sign = self.store.bv_const(BitVec::min_signed(width));
            let (below, above) = (self.store.bv_not(bits), self.store.bv_or(bits, sign));
            let ordered = self.store.ite(negative, below, above);
            for side in [Side::Lower, Side::Upper] {
                self.rows.push(Row::Bound(Bound::new(ordered, width, Order::Unsigned, side)));
            }
        }
    }

    fn equalities(&mut self) {
        for variable in self.vocabulary.variables(self.store, self.location) {
            let term = self.store.var(variable);
            self.constant(term);
        }
        for (a, b) in self.vocabulary.pairs(self.location, MAX_PAIRS) {
            let [left, right] = [a, b].map(|variable| self.store.var(variable));
            let equal = self.store.eq(left, right);
            self.constant(equal);
            if self.store.symbol_sort(a).bit_width().is_none_or(|width| width == 1) {
                continue;
            }
            for order in self.orders_of(&[a, b]) {
                for (left, right) in [(left, right), (right, left)] {
                    let at_most = match order {
                        Order::Signed => self.store.bv_sle(left, right),
                        Order::Unsigned => self.store.bv_ule(left, right),
                    };
                    self.constant(at_most);
                }
            }
        }
    }

    /// Equalities between variables that are related only through others.
    fn distant_equalities(&mut self) {
        let near = self.vocabulary.pairs(self.location, MAX_PAIRS).len();
        for (a, b) in self.vocabulary.distant_pairs(self.location, MAX_PAIRS - near) {
            let (a, b) = (self.store.var(a), self.store.var(b));
            let equal = self.store.eq(a, b);
            self.constant(equal);
        }
    }

    fn guards(&mut self) {
        let mut atoms = self.vocabulary.atoms(self.location, MAX_ATOMS);
        atoms.extend(self.vocabulary.definitions(self.location, MAX_DEFINITIONS));
        for atom in atoms {
            self.constant(atom);
        }
    }

    fn affine(&mut self) {
        let mut by_width: BTreeMap<u32, Vec<Symbol>> = BTreeMap::new();
        for (variable, width) in self.vocabulary.numbers(self.store, self.location) {
            if width <= Affine::MAX_WIDTH {
                by_width.entry(width).or_default().push(variable);
            }
        }
        let pairs = self.vocabulary.pairs(self.location, usize::MAX);
        let occurrences = vocabulary::occurrences(&pairs);
        for (width, mut variables) in by_width {
            variables.sort_by_key(|v| std::cmp::Reverse(occurrences.get(v).copied().unwrap_or(0)));
            variables.truncate(MAX_UNKNOWNS);
            variables.sort_unstable();
            let terms = variables.into_iter().map(|variable| self.store.var(variable)).collect();
            self.rows.push(Row::Affine(Affine::new(terms, width)));
        }
    }

    fn congruences(&mut self) {
        for (variable, width) in self.vocabulary.numbers(self.store, self.location) {
            let term = self.store.var(variable);
            for modulus in self.vocabulary.moduli(width) {
                let divisor = self.store.bv(width, modulus);
                for order in self.orders(variable) {
                    let remainder = match order {
                        Order::Signed => self.store.bv_srem(term, divisor),
                        Order::Unsigned => self.store.bv_urem(term, divisor),
                    };
                    self.constant(remainder);
                }
            }
        }
    }

    fn zones(&mut self) {
        self.linear_on_pairs([1, -1]);
    }

    fn sums(&mut self) {
        self.linear_on_pairs([1, 1]);
    }

    fn linear_on_pairs(&mut self, coefficients: [i64; 2]) {
        for (a, b) in self.vocabulary.pairs(self.location, MAX_PAIRS) {
            if self.store.symbol_sort(a).bit_width().is_none_or(|width| width == 1) {
                continue;
            }
            for order in self.orders_of(&[a, b]) {
                let summands = vec![(coefficients[0], a), (coefficients[1], b)];
                self.rows.extend(Linear { summands, order }.rows(self.store));
            }
        }
    }

    fn constant(&mut self, expression: Term) {
        // Terms that were simplified to a value are useless.
        if self.store.as_value(expression).is_none() {
            self.rows.push(Row::Constant(Constant::new(expression)));
        }
    }

    fn orders(&self, variable: Symbol) -> impl Iterator<Item = Order> + use<> {
        self.orders_of(&[variable])
    }

    /// The orders in which all of some variables are interpreted.
    fn orders_of(&self, variables: &[Symbol]) -> impl Iterator<Item = Order> + use<> {
        let signed = variables.iter().any(|&v| self.vocabulary.is_signed(v));
        let unsigned = variables.iter().any(|&v| self.vocabulary.is_unsigned(v));
        let signed = signed.then_some(Order::Signed);
        signed.into_iter().chain(unsigned.then_some(Order::Unsigned))
    }
}
