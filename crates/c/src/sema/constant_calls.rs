//! Calls of builtins in constant expressions.

use super::Analyser;
use super::constants::{Value, wrap};
use crate::hir::{Expr, ExprKind, IntType};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};
use term::Float;

impl Analyser<'_> {
    /// The value of a call, if it calls a builtin whose arguments are constant.
    pub(super) fn evaluate_call(&self, callee: &Expr, args: &[Expr]) -> Option<Value> {
        let ExprKind::Function(id) = callee.kind else { return None };
        let name = self.functions[id.index()].name.strip_prefix("__builtin_")?;
        let first = args.first()?;
        match self.evaluate(first)? {
            Value::Float(x) => of_float(name, &x),
            Value::Int(x) => of_integer(name, &x, self.types.as_int(first.ty)?),
        }
    }
}

fn of_float(name: &str, x: &Float) -> Option<Value> {
    Some(match name {
        "isnan" => Value::from(x.is_nan()),
        "isinf" => Value::from(x.is_infinite()),
        "isfinite" => Value::from(!x.is_nan() && !x.is_infinite()),
        "isnormal" => Value::from(x.is_normal()),
        _ => return None,
    })
}

fn of_integer(name: &str, x: &BigInt, int: IntType) -> Option<Value> {
    let bits = int.bits;
    let image = wrap(x, IntType { signed: false, ..int }).to_u64()?;
    // The number of zeros before the first bit of the image.
    let leading = |image: u64| image.leading_zeros() - (64 - bits);
    let stem = name.trim_end_matches('l');
    let number = match stem {
        "ctz" if image != 0 => image.trailing_zeros(),
        "clz" if image != 0 => leading(image),
        "ffs" if image != 0 => image.trailing_zeros() + 1,
        "ffs" => 0,
        "popcount" => image.count_ones(),
        "parity" => image.count_ones() % 2,
        "clrsb" => {
            let differing = if x.is_negative() { !image & mask(bits) } else { image };
            leading(differing) - 1
        }
        "bswap16" => return swapped(image, 2),
        "bswap32" => return swapped(image, 4),
        "bswap64" => return swapped(image, 8),
        _ => return None,
    };
    Some(Value::Int(BigInt::from(number)))
}

fn mask(bits: u32) -> u64 {
    ((BigInt::one() << bits) - 1i32).to_u64().unwrap_or(u64::MAX)
}

fn swapped(image: u64, bytes: u32) -> Option<Value> {
    Some(Value::Int(BigInt::from(image.swap_bytes() >> (64 - 8 * bytes))))
}
