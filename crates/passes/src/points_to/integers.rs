//! Congruences of integers that are added to addresses.

use super::congruence::Congruence;
use term::{Op, Term, TermStore};

/// Knowledge about a bit-vector as a signed integer: a congruence, and a bound `2^bits` on its
/// absolute value.
#[derive(Clone, Copy, Debug)]
struct Integer {
    congruence: Congruence,
    bits: u32,
}

/// The maximal depth of examined terms. Indices are simple, and shared subterms are examined
/// repeatedly.
const DEPTH: u32 = 10;

/// The congruence of a bit-vector as a signed integer.
pub fn congruence_of(store: &TermStore, term: Term) -> Congruence {
    integer(store, term, DEPTH).congruence
}

fn integer(store: &TermStore, term: Term, depth: u32) -> Integer {
    let width = store.width(term);
    let unknown = Integer { congruence: Congruence::ANY, bits: width - 1 };
    if let Some(value) = store.as_bitvec(term) {
        return value.to_i64().map_or(unknown, |value| Integer {
            congruence: Congruence::exactly(value),
            bits: 64 - value.unsigned_abs().leading_zeros(),
        });
    }
    let Some(depth) = depth.checked_sub(1) else { return unknown };
    let args = store.args(term);
    let arg = |i: usize| integer(store, args[i], depth);
    match store.op(term) {
        Op::BvAdd => {
            let (a, b) = (arg(0), arg(1));
            wrapped(width, a.congruence.plus(b.congruence), a.bits.max(b.bits) + 1)
        }
        Op::BvSub => {
            let (a, b) = (arg(0), arg(1));
            wrapped(width, a.congruence.plus(b.congruence.negated()), a.bits.max(b.bits) + 1)
        }
        Op::BvNeg => {
            let a = arg(0);
            wrapped(width, a.congruence.negated(), a.bits + 1)
        }
        Op::BvMul => {
            let (a, b) = (arg(0), arg(1));
            let product = match (a.congruence.as_exact(), b.congruence.as_exact()) {
                (_, Some(factor)) => a.congruence.times(factor),
                (Some(factor), _) => b.congruence.times(factor),
                _ => Congruence::ANY,
            };
            wrapped(width, product, a.bits + b.bits)
        }
        Op::BvShl => match store.as_bitvec(args[1]).and_then(term::BitVec::to_u64) {
            Some(by) if by < 62 && by < u64::from(width) => {
                let a = arg(0);
                wrapped(width, a.congruence.times(1 << by), a.bits + by as u32)
            }
            _ => unknown,
        },
        Op::BvSignExtend(_) => arg(0),
        // Zero extension makes a negative number greater by 2^n.
        Op::BvZeroExtend(_) => {
            let from = store.width(args[0]);
            Integer { congruence: arg(0).congruence.weakened(power(from)), bits: from }
        }
        Op::BvConcat => {
            let low_width = store.width(args[1]);
            let low = arg(1).congruence.weakened(power(low_width));
            let high = arg(0).congruence;
            if low_width >= 62 {
                return Integer { congruence: low, bits: width - 1 };
            }
            // The low part is not negative; if it is a constant, its value is known.
            let low = match store.as_bitvec(args[1]).and_then(term::BitVec::to_u64) {
                Some(value) => Congruence::exactly(value as i64),
                None => low,
            };
            wrapped(width, high.times(1 << low_width).plus(low), width - 1)
        }
        Op::BvExtract { low: 0, high } => {
            let a = arg(0);
            wrapped(high + 1, a.congruence, a.bits)
        }
        Op::Ite => {
            let (a, b) = (arg(1), arg(2));
            Integer { congruence: a.congruence.join(b.congruence), bits: a.bits.max(b.bits) }
        }
        _ => unknown,
    }
}

/// The result of exact arithmetic after truncation to a width.
fn wrapped(width: u32, congruence: Congruence, bits: u32) -> Integer {
    if bits + 1 < width {
        Integer { congruence, bits }
    } else {
        Integer { congruence: congruence.weakened(power(width)), bits: width - 1 }
    }
}

/// `2^width`, or the greatest divisor of it that fits.
fn power(width: u32) -> u64 {
    1 << width.min(62)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn indices() {
        let mut store = TermStore::without_simplification();
        let i = store.declare("i", Sort::BitVec(32)).expect("new");
        let i = store.var(i);
        let mut check = |build: &dyn Fn(&mut TermStore) -> Term, residue: i64, modulus: u64| {
            let term = build(&mut store);
            assert_eq!(congruence_of(&store, term), Congruence::new(residue, modulus));
        };
        let index = |s: &mut TermStore, wide: Term, size: u64| {
            let width = s.width(wide);
            let size = s.bv(width, size);
            s.bv_mul(wide, size)
        };
        // 32 bits times 12 do not wrap in 64 bits.
        check(
            &|s| {
                let wide = s.sign_extend(32, i);
                index(s, wide, 12)
            },
            0,
            12,
        );
        check(
            &|s| {
                let wide = s.zero_extend(32, i);
                index(s, wide, 12)
            },
            0,
            12,
        );
        // In 32 bits they do.
        check(&|s| index(s, i, 12), 0, 4);
        let field = |s: &mut TermStore| {
            let wide = s.sign_extend(32, i);
            let (at, four) = (index(s, wide, 12), s.bv(64, 4));
            s.bv_add(at, four)
        };
        check(&field, 4, 12);
        check(
            &|s| {
                let zeros = s.bv(3, 0);
                let high = s.extract(28, 0, i);
                s.concat(high, zeros)
            },
            0,
            8,
        );
        check(&|s| s.bv(32, 0xffff_fffc), -4, 0);
        check(&|_| i, 0, 1);
    }
}
