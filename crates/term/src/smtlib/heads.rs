//! Indexed and qualified identifiers: `(_ extract 7 0)`, `(_ bv5 8)`, `(as const S)`.

use super::application::{Head, of_sort};
use super::error::{Error, ErrorKind};
use super::operators::Meaning;
use super::scope::{Binding, Scope};
use super::sexpr::{Node, NodeKind, SexprArena};
use super::sorts::{parse_format, parse_sort, parse_width};
use crate::bitvec::BitVec;
use crate::float::Float;
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;
use crate::value::Value;
use num_bigint::{BigInt, BigUint};

type Result<T> = std::result::Result<T, Error>;

/// A name without a meaning, or with one that is not supported.
pub(super) fn unknown(arena: &SexprArena, node: Node, name: &str) -> Error {
    let unsupported = match name {
        "forall" | "exists" => "quantifiers",
        "match" => "datatypes",
        "lambda" => "lambda terms",
        _ if name.starts_with("str.") || name.starts_with("re.") => "strings",
        _ => return arena.error(node, ErrorKind::UnknownSymbol(name.to_owned())),
    };
    arena.error(node, ErrorKind::Unsupported(unsupported.to_owned()))
}

/// A short text that shows which identifier is meant.
fn excerpt(arena: &SexprArena, node: Node) -> String {
    arena.text(node).chars().take(60).collect()
}

/// The name and the first two indices of `(_ name index...)`.
fn indexed(arena: &SexprArena, node: Node) -> Option<(&str, Node, Option<Node>)> {
    if let Some([underscore, name, index]) = arena.elements(node) {
        let name = arena.symbol(name).filter(|_| arena.is_word(underscore, "_"))?;
        return Some((name, index, None));
    }
    let [underscore, name, first, second] = arena.elements(node)?;
    let name = arena.symbol(name).filter(|_| arena.is_word(underscore, "_"))?;
    Some((name, first, Some(second)))
}

fn numeral(arena: &SexprArena, node: Node) -> Result<u32> {
    let out_of_range = || arena.error(node, ErrorKind::OutOfRange(excerpt(arena, node)));
    arena.numeral_u32(node).ok_or_else(out_of_range)
}

/// The head `(_ operator index...)` or `(as const sort)`.
pub(super) fn compound(arena: &SexprArena, node: Node, scope: &Scope) -> Result<Head> {
    if let Some((name, first, second)) = indexed(arena, node) {
        return indexed_head(arena, node, (name, first, second));
    }
    let (identifier, sort) = qualified(arena, node, scope)?;
    match arena.symbol(identifier) {
        Some("const") => Ok(Head::WithSort(Op::ConstArray, sort)),
        Some(name) => match scope.get(name) {
            Some(Binding::Function(symbol)) => Ok(Head::Function(*symbol)),
            Some(Binding::Macro(definition)) => Ok(Head::Macro(definition.clone())),
            _ => Err(unknown(arena, identifier, name)),
        },
        None => Err(arena.error(identifier, ErrorKind::Expected("a symbol"))),
    }
}

/// Identifier and sort of `(as identifier sort)`.
pub(super) fn qualified(arena: &SexprArena, node: Node, scope: &Scope) -> Result<(Node, Sort)> {
    match arena.elements(node) {
        Some([word, identifier, sort]) if arena.is_word(word, "as") => {
            Ok((identifier, parse_sort(arena, sort, scope)?))
        }
        _ => Err(arena.error(node, ErrorKind::Expected("an identifier"))),
    }
}

/// Whether a term has the sort that the text says it has.
pub(super) fn check_sort(
    store: &mut TermStore,
    arena: &SexprArena,
    node: Node,
    term: Term,
    sort: &Sort,
) -> Result<()> {
    of_sort(store, term, sort).map(|_| ()).map_err(|kind| arena.error(node, kind))
}

fn indexed_head(
    arena: &SexprArena,
    node: Node,
    (name, first, second): (&str, Node, Option<Node>),
) -> Result<Head> {
    let plain = |name, op| Ok(Head::Theory(name, Meaning::Plain(op)));
    match (name, second) {
        ("extract", Some(low)) => {
            let (high, low) = (numeral(arena, first)?, numeral(arena, low)?);
            plain("extract", Op::BvExtract { high, low })
        }
        ("zero_extend", None) => plain("zero_extend", Op::BvZeroExtend(numeral(arena, first)?)),
        ("sign_extend", None) => plain("sign_extend", Op::BvSignExtend(numeral(arena, first)?)),
        ("rotate_left", None) => plain("rotate_left", Op::BvRotateLeft(numeral(arena, first)?)),
        ("rotate_right", None) => plain("rotate_right", Op::BvRotateRight(numeral(arena, first)?)),
        ("repeat", None) => parse_width(arena, first).map(Head::Repeat),
        ("int2bv" | "int_to_bv" | "nat2bv", None) => {
            Ok(Head::WithSort(Op::IntToBv, Sort::BitVec(parse_width(arena, first)?)))
        }
        ("fp.to_ubv", None) => {
            Ok(Head::WithSort(Op::FpToUbv, Sort::BitVec(parse_width(arena, first)?)))
        }
        ("fp.to_sbv", None) => {
            Ok(Head::WithSort(Op::FpToSbv, Sort::BitVec(parse_width(arena, first)?)))
        }
        ("to_fp", Some(second)) => parse_format(arena, first, second).map(Head::ToFp),
        ("to_fp_unsigned", Some(second)) => {
            let sort = Sort::Float(parse_format(arena, first, second)?);
            Ok(Head::WithSort(Op::FpFromUbv, sort))
        }
        ("divisible", None) => {
            let divisor = BigInt::parse_bytes(arena.text(first).as_bytes(), 10)
                .filter(|n| arena.kind(first) == NodeKind::Numeral && *n > BigInt::ZERO);
            let out_of_range = || arena.error(first, ErrorKind::OutOfRange(excerpt(arena, first)));
            Ok(Head::Divisible(divisor.ok_or_else(out_of_range)?))
        }
        _ => Err(arena.error(node, ErrorKind::UnknownSymbol(excerpt(arena, node)))),
    }
}

/// A constant with indices: `(_ bv5 8)`, `(_ +oo 8 24)` and the like.
pub(super) fn indexed_constant(arena: &SexprArena, node: Node) -> Result<Value> {
    let unknown = || arena.error(node, ErrorKind::UnknownSymbol(excerpt(arena, node)));
    match indexed(arena, node).ok_or_else(unknown)? {
        ("as-array", _, None) => {
            Err(arena.error(node, ErrorKind::Unsupported("'as-array'".to_owned())))
        }
        (name, width, None) => {
            let digits = name.strip_prefix("bv").filter(|digits| {
                !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
            });
            let value = BigUint::parse_bytes(digits.ok_or_else(unknown)?.as_bytes(), 10);
            let value = value.ok_or_else(unknown)?;
            let width = parse_width(arena, width)?;
            if value.bits() > u64::from(width) {
                return Err(arena.error(node, ErrorKind::OutOfRange(excerpt(arena, node))));
            }
            Ok(Value::BitVec(BitVec::from_biguint(width, &value)))
        }
        (name, exponent, Some(significand)) => {
            let format = parse_format(arena, exponent, significand);
            Ok(Value::Float(match name {
                "+oo" => Float::infinity(format?, false),
                "-oo" => Float::infinity(format?, true),
                "+zero" => Float::zero(format?, false),
                "-zero" => Float::zero(format?, true),
                "NaN" => Float::nan(format?),
                _ => return Err(unknown()),
            }))
        }
    }
}
