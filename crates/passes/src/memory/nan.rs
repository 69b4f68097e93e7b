//! Floats in memory whose bits are read as another type.
//!
//! Terms have a single NaN, but in memory NaNs differ in sign and payload. So a stored NaN gets an
//! arbitrary bit pattern if its bytes may be loaded as something other than a float.

use crate::points_to::{ClassId, Congruence, Pointer, PointsTo, Range, overlap};
use program::{Program, StatementKind, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BitVec, Op, Symbol, Term, TermStore, post_order};

/// Width of a `long double` in memory; no integer has it.
const X87_IMAGE: u32 = 80;

/// The maximal number of ranges of a class that are distinguished.
const MAX_RANGES: usize = 64;

/// The bytes that are loaded as something other than a float.
#[derive(Default)]
pub struct PlainBytes {
    by_class: FxHashMap<ClassId, Vec<Range>>,
}

impl PlainBytes {
    /// Examines all loads of a program.
    pub fn of(program: &Program, points_to: &mut PointsTo<'_>) -> PlainBytes {
        let mut bytes = PlainBytes::default();
        let running = points_to.running();
        let bodies = running.iter().filter_map(|&id| program.function(id).body.as_ref());
        let blocks = || bodies.clone().flat_map(|body| &body.blocks);
        let statements = || blocks().flat_map(|block| &block.statements);
        let conditions = blocks().filter_map(|block| match block.terminator {
            Terminator::Branch { condition, .. } => Some(condition),
            _ => None,
        });
        let mut roots: Vec<Term> = statements().flat_map(|s| s.kind.terms()).collect();
        roots.extend(conditions);
        if !has_floats(&program.terms, &roots) {
            return bytes;
        }
        let plain = used_as_bits(&program.terms, &roots);
        let mut copies: Vec<(Pointer, Pointer)> = Vec::new();
        for statement in statements() {
            match statement.kind {
                StatementKind::Load { target, address } => {
                    let width = program.terms.symbol_sort(target).bit_width().unwrap_or(8);
                    if width != X87_IMAGE
                        && plain.contains(&target)
                        && let Some(pointer) = points_to.value(address)
                    {
                        bytes.add(pointer.class, (pointer.offset, u64::from(width / 8)));
                    }
                }
                StatementKind::Copy { to, from, .. } => {
                    copies.extend(points_to.value(to).zip(points_to.value(from)));
                }
                _ => {}
            }
        }
        // If copied bytes are loaded as plain bytes, their source counts as loaded so too.
        let mut changed = true;
        while changed {
            changed = false;
            for (to, from) in &copies {
                let ranges = bytes.by_class.get(&to.class).cloned().unwrap_or_default();
                let apart = from.offset.plus(to.offset.negated());
                for (offset, size) in ranges {
                    changed |= bytes.add(from.class, (offset.plus(apart), size));
                }
            }
        }
        bytes
    }

    fn add(&mut self, class: ClassId, range: Range) -> bool {
        let ranges = self.by_class.entry(class).or_default();
        let anything = (Congruence::ANY, 1);
        if ranges.contains(&range) || ranges.contains(&anything) {
            return false;
        }
        if ranges.len() >= MAX_RANGES {
            ranges.clear();
            ranges.push(anything);
        } else {
            ranges.push(range);
        }
        true
    }

    /// Whether a range behind a pointer may contain such bytes.
    pub fn meet(&self, pointer: Pointer, size: u64) -> bool {
        let ranges = self.by_class.get(&pointer.class).map_or(&[][..], Vec::as_slice);
        ranges.iter().any(|&range| overlap(range, (pointer.offset, size)))
    }
}

/// The float whose bit pattern a term is.
pub fn stored_float(store: &TermStore, value: Term) -> Option<Term> {
    let width = store.sort(value).bit_width()?;
    if width == X87_IMAGE {
        let parts = post_order(store, &[value], |_| false);
        let image = parts.into_iter().find(|&part| store.op(part) == Op::FpToBits)?;
        return Some(store.args(image)[0]);
    }
    (store.op(value) == Op::FpToBits).then(|| store.args(value)[0])
}

/// The bits of an arbitrary NaN, built from arbitrary bits.
pub fn any_nan(store: &mut TermStore, any: Term) -> Term {
    let width = store.width(any);
    // The payload, below the bits that every NaN has: the exponent, and the integer bit of the x87.
    let payload = match width {
        16 => 10,
        32 => 23,
        64 => 52,
        X87_IMAGE => 63,
        _ => 112,
    };
    let sign = store.extract(width - 1, width - 1, any);
    let exponent = store.bv_const(BitVec::ones(width - 1 - payload));
    let fraction = store.extract(payload - 1, 0, any);
    let (none, quiet) = (BitVec::zero(payload), BitVec::min_signed(payload));
    let (none, quiet) = (store.bv_const(none), store.bv_const(quiet));
    let is_none = store.eq(fraction, none);
    let fraction = store.ite(is_none, quiet, fraction);
    let high = store.concat(sign, exponent);
    store.concat(high, fraction)
}

fn has_floats(store: &TermStore, roots: &[Term]) -> bool {
    post_order(store, roots, |_| false).into_iter().any(|part| store.op(part) == Op::FpToBits)
}

/// The symbols that are used other than as the bit pattern of a float.
fn used_as_bits(store: &TermStore, roots: &[Term]) -> FxHashSet<Symbol> {
    let mut found: FxHashSet<Symbol> =
        roots.iter().filter_map(|&root| store.as_var(root)).collect();
    for part in post_order(store, roots, |_| false) {
        if !matches!(store.op(part), Op::FpFromBits) {
            found.extend(store.args(part).iter().filter_map(|&arg| store.as_var(arg)));
        }
    }
    found
}
