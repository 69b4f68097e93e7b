//! Bit-vectors as C integers.

use super::Written;
use super::text::{Expr, Truth};
use term::{BitVec, Op};

/// A bit-vector in C.
#[derive(Clone)]
pub struct Bits {
    width: u32,
    /// Its value as an unsigned number, in [`unsigned_type`]; `None` for pointers.
    unsigned: Option<Expr>,
    /// Its value as a signed number, in a signed type, if that is no harder to read.
    signed: Option<Expr>,
    /// Its value if it is a constant.
    value: Option<BitVec>,
    /// The pointer, if it is one.
    pointer: Option<Expr>,
}

/// The type used to compute with a vector.
fn unsigned_type(width: u32) -> &'static str {
    if width <= 32 { "(unsigned int)" } else { "(unsigned long long)" }
}

/// A signed type that contains all values of a width.
fn signed_type(width: u32) -> &'static str {
    if width <= 32 { "(int)" } else { "(long long)" }
}

/// A constant in the type used to compute with a vector.
fn unsigned_number(width: u32, value: u64) -> Expr {
    let suffix = if width <= 32 { "U" } else { "ULL" };
    Expr::atom(format!("{value}{suffix}"))
}

/// The number whose lowest bits are ones.
fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

impl Bits {
    fn of_unsigned(width: u32, unsigned: Expr) -> Bits {
        Bits { width, unsigned: Some(unsigned), signed: None, value: None, pointer: None }
    }

    /// From an expression of an unsigned type whose lowest bits are the value.
    fn of_lowest(width: u32, expr: &Expr) -> Option<Bits> {
        let fits = matches!(width, 32 | 64);
        let mask = || Expr::binary(expr, "&", &unsigned_number(width, ones(width)));
        let unsigned = if fits { expr.clone() } else { mask()? };
        Some(Bits::of_unsigned(width, unsigned))
    }

    /// From an expression of a signed type with the value.
    fn of_signed(width: u32, signed: Expr) -> Option<Bits> {
        let cast = Expr::unary(unsigned_type(width), &signed)?;
        Some(Bits { signed: Some(signed), ..Bits::of_lowest(width, &cast)? })
    }

    /// A constant.
    pub fn constant(value: &BitVec) -> Option<Bits> {
        let width = value.width();
        if width > 64 {
            // Addresses have more bits in a model; only null has a meaning here.
            let (unsigned, signed, pointer) = (None, None, None);
            let value = Some(value.clone()).filter(BitVec::is_zero)?;
            return Some(Bits { width, unsigned, signed, value: Some(value), pointer });
        }
        let number = value.to_u64()?;
        let signed = i64::try_from(value.to_bigint()).ok()?;
        let signed = match signed {
            i64::MIN => Expr::atom("(-9223372036854775807LL - 1)"),
            // Without its sign the number is not an `int`.
            _ if signed == i64::from(i32::MIN) => Expr::atom("(-2147483647 - 1)"),
            _ if i32::try_from(signed).is_err() && signed < 0 => {
                Expr::atom(format!("({signed}LL)"))
            }
            _ if i32::try_from(signed).is_err() => Expr::atom(format!("{signed}LL")),
            _ if signed < 0 => Expr::atom(format!("({signed})")),
            _ => Expr::atom(signed.to_string()),
        };
        Some(Bits {
            width,
            unsigned: Some(unsigned_number(width, number)),
            signed: Some(signed),
            value: Some(value.clone()),
            pointer: None,
        })
    }

    /// A variable of an integer type.
    pub fn variable(name: Expr, width: u32, signed: bool) -> Option<Bits> {
        let bits = match (width, signed) {
            (8 | 16 | 32 | 64, true) => Bits::of_signed(width, name)?,
            (32 | 64, false) => Bits::of_unsigned(width, name),
            // Otherwise it would be promoted to `int`.
            (8 | 16, false) => Bits::of_unsigned(width, Expr::unary(unsigned_type(width), &name)?),
            _ => return None,
        };
        Some(bits)
    }

    /// A variable of a pointer type.
    pub fn pointer(name: Expr, width: u32) -> Bits {
        Bits { width, unsigned: None, signed: None, value: None, pointer: Some(name) }
    }

    /// The value as a signed number, in a signed type.
    fn as_signed(&self) -> Option<Expr> {
        if let Some(signed) = &self.signed {
            return Some(signed.clone());
        }
        let unsigned = self.unsigned.clone()?;
        let wide = match self.width {
            32 | 64 => unsigned,
            width => sign_extended(width, &unsigned, width)?,
        };
        Expr::unary(signed_type(self.width), &wide)
    }
}

/// An unsigned value as the low bits of its sign extension, in the type of the wider vector.
fn sign_extended(width: u32, unsigned: &Expr, wide: u32) -> Option<Expr> {
    let sign = unsigned_number(wide, 1 << (width - 1));
    let flipped = Expr::binary(unsigned, "^", &sign)?;
    Expr::binary(&flipped, "-", &sign)
}

/// `condition ? a : b`
pub fn choice(condition: &Truth, a: &Bits, b: &Bits) -> Option<Bits> {
    let condition = condition.expr();
    let unsigned = Expr::choice(condition, a.unsigned.as_ref()?, b.unsigned.as_ref()?)?;
    let signed = match (&a.signed, &b.signed) {
        (Some(a), Some(b)) => Expr::choice(condition, a, b),
        _ => None,
    };
    Some(Bits { signed, ..Bits::of_unsigned(a.width, unsigned) })
}

/// The result of an operator on bit-vectors.
pub fn apply(op: Op, args: &[Bits]) -> Option<Written> {
    match (op, args) {
        (Op::Eq, [a, b]) => equality(a, b).map(Written::Truth),
        (Op::BvUlt, [a, b]) => unsigned_comparison(a, "<", b).map(Written::Truth),
        (Op::BvUle, [a, b]) => unsigned_comparison(a, "<=", b).map(Written::Truth),
        (Op::BvSlt, [a, b]) => signed_comparison(a, "<", b).map(Written::Truth),
        (Op::BvSle, [a, b]) => signed_comparison(a, "<=", b).map(Written::Truth),
        _ => vector(op, args).map(Written::Bits),
    }
}

fn equality(a: &Bits, b: &Bits) -> Option<Truth> {
    let is_zero = |bits: &Bits| bits.value.as_ref().is_some_and(BitVec::is_zero);
    for (pointer, other) in [(a, b), (b, a)] {
        if let Some(pointer) = &pointer.pointer {
            let null = Expr::atom("0");
            return is_zero(other).then(|| Truth::comparison(pointer, "==", &null)).flatten();
        }
    }
    match (&a.signed, &b.signed) {
        (Some(a), Some(b)) => Truth::comparison(a, "==", b),
        _ => unsigned_comparison(a, "==", b),
    }
}

fn unsigned_comparison(a: &Bits, op: &str, b: &Bits) -> Option<Truth> {
    Truth::comparison(a.unsigned.as_ref()?, op, b.unsigned.as_ref()?)
}

fn signed_comparison(a: &Bits, op: &str, b: &Bits) -> Option<Truth> {
    Truth::comparison(&a.as_signed()?, op, &b.as_signed()?)
}

fn vector(op: Op, args: &[Bits]) -> Option<Bits> {
    let (first, others) = args.split_first()?;
    let width = first.width;
    let unsigned = first.unsigned.as_ref()?;
    // Operators with several arguments are applied pairwise, from the left.
    let folded = |sign: &str| {
        others.iter().try_fold(unsigned.clone(), |sum, other| {
            Expr::binary(&sum, sign, other.unsigned.as_ref()?)
        })
    };
    match (op, others) {
        (Op::BvNot, []) => Bits::of_lowest(width, &Expr::unary("~", unsigned)?),
        (Op::BvNeg, []) => {
            Bits::of_lowest(width, &Expr::binary(&unsigned_number(width, 0), "-", unsigned)?)
        }
        (Op::BvAnd, _) => Some(Bits::of_unsigned(width, folded("&")?)),
        (Op::BvOr, _) => Some(Bits::of_unsigned(width, folded("|")?)),
        (Op::BvXor, _) => Some(Bits::of_unsigned(width, folded("^")?)),
        (Op::BvAdd, _) => Bits::of_lowest(width, &folded("+")?),
        (Op::BvSub, _) => Bits::of_lowest(width, &folded("-")?),
        (Op::BvMul, _) => Bits::of_lowest(width, &folded("*")?),
        (Op::BvUdiv, [by]) => division(first, "/", by, false),
        (Op::BvUrem, [by]) => division(first, "%", by, false),
        (Op::BvSdiv, [by]) => division(first, "/", by, true),
        (Op::BvSrem, [by]) => division(first, "%", by, true),
        (Op::BvShl | Op::BvLshr, [by]) => shift(op, first, by),
        (Op::BvAshr, [by]) => arithmetic_shift(first, by),
        (Op::BvConcat, [low]) => concatenation(first, low),
        (Op::BvExtract { high, low }, []) => extract(first, high, low),
        (Op::BvZeroExtend(extra), []) => zero_extension(first, extra),
        (Op::BvSignExtend(extra), []) => sign_extension(first, extra),
        (Op::BvRotateLeft(by), []) => rotation(first, by % width),
        (Op::BvRotateRight(by), []) => rotation(first, (width - by % width) % width),
        _ => None,
    }
}

/// A division by a constant, except for those that overflow or are undefined in C.
fn division(a: &Bits, sign: &str, by: &Bits, signed: bool) -> Option<Bits> {
    let divisor = by.value.as_ref()?;
    if divisor.is_zero() || (signed && divisor.is_ones()) {
        return None;
    }
    if signed {
        return Bits::of_signed(a.width, Expr::binary(&a.as_signed()?, sign, &by.as_signed()?)?);
    }
    let result = Expr::binary(a.unsigned.as_ref()?, sign, by.unsigned.as_ref()?)?;
    Some(Bits::of_unsigned(a.width, result))
}

/// The shift distance, if it is a constant.
fn shift_amount(by: &Bits) -> Option<u64> {
    by.value.as_ref()?.to_u64()
}

fn shift(op: Op, a: &Bits, by: &Bits) -> Option<Bits> {
    let width = a.width;
    let unsigned = a.unsigned.as_ref()?;
    let sign = if op == Op::BvShl { "<<" } else { ">>" };
    let zero = unsigned_number(width, 0);
    let shifted = |amount: &Expr| Expr::binary(unsigned, sign, amount);
    let result = match shift_amount(by) {
        Some(amount) if amount >= u64::from(width) => zero,
        Some(amount) => shifted(&Expr::atom(amount.to_string()))?,
        None => {
            let amount = by.unsigned.as_ref()?;
            let all = unsigned_number(width, u64::from(width));
            Expr::choice(&Expr::binary(amount, "<", &all)?, &shifted(amount)?, &zero)?
        }
    };
    if op == Op::BvShl {
        Bits::of_lowest(width, &result)
    } else {
        Some(Bits::of_unsigned(width, result))
    }
}

/// Shifts an unsigned number instead: the value plus half of the range.
fn arithmetic_shift(a: &Bits, by: &Bits) -> Option<Bits> {
    let width = a.width;
    let last = u64::from(width) - 1;
    let amount = match shift_amount(by) {
        Some(amount) => Expr::atom(amount.min(last).to_string()),
        None => {
            let amount = by.unsigned.as_ref()?;
            let last = unsigned_number(width, last);
            Expr::choice(&Expr::binary(amount, "<", &last)?, amount, &last)?
        }
    };
    let half = unsigned_number(width, 1 << last);
    let moved = Expr::binary(a.unsigned.as_ref()?, "^", &half)?;
    let shifted = Expr::binary(&moved, ">>", &amount)?;
    let back = Expr::binary(&half, ">>", &amount)?;
    Bits::of_lowest(width, &Expr::binary(&shifted, "-", &back)?)
}

/// An unsigned expression of a width, in the type of a larger width.
fn widened(width: u32, unsigned: &Expr, wide: u32) -> Option<Expr> {
    if width <= 32 && wide > 32 {
        Expr::unary(unsigned_type(wide), unsigned)
    } else {
        Some(unsigned.clone())
    }
}

fn concatenation(high: &Bits, low: &Bits) -> Option<Bits> {
    let width = high.width.checked_add(low.width).filter(|width| *width <= 64)?;
    let upper = widened(high.width, high.unsigned.as_ref()?, width)?;
    let upper = Expr::binary(&upper, "<<", &Expr::atom(low.width.to_string()))?;
    let both = Expr::binary(&upper, "|", low.unsigned.as_ref()?)?;
    Some(Bits::of_unsigned(width, both))
}

fn extract(a: &Bits, high: u32, low: u32) -> Option<Bits> {
    let width = high - low + 1;
    let mut expr = a.unsigned.clone()?;
    if low > 0 {
        expr = Expr::binary(&expr, ">>", &Expr::atom(low.to_string()))?;
    }
    if a.width > 32 && width <= 32 {
        expr = Expr::unary(unsigned_type(width), &expr)?;
    }
    // The upper bits were already cut off.
    if high + 1 == a.width && low > 0 {
        return Some(Bits::of_unsigned(width, expr));
    }
    Bits::of_lowest(width, &expr)
}

fn zero_extension(a: &Bits, extra: u32) -> Option<Bits> {
    let width = a.width.checked_add(extra).filter(|width| *width <= 64)?;
    Some(Bits::of_unsigned(width, widened(a.width, a.unsigned.as_ref()?, width)?))
}

fn sign_extension(a: &Bits, extra: u32) -> Option<Bits> {
    let width = a.width.checked_add(extra).filter(|width| *width <= 64)?;
    if let Some(signed) = &a.signed {
        return Bits::of_signed(width, signed.clone());
    }
    let wide = widened(a.width, a.unsigned.as_ref()?, width)?;
    Bits::of_lowest(width, &sign_extended(a.width, &wide, width)?)
}

fn rotation(a: &Bits, left: u32) -> Option<Bits> {
    let unsigned = a.unsigned.as_ref()?;
    if left == 0 {
        return Some(a.clone());
    }
    let amount = |by: u32| Expr::atom(by.to_string());
    let upper = Expr::binary(unsigned, "<<", &amount(left))?;
    let lower = Expr::binary(unsigned, ">>", &amount(a.width - left))?;
    Bits::of_lowest(a.width, &Expr::binary(&upper, "|", &lower)?)
}
