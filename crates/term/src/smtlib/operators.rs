//! The meaning of theory names: rows of the operator table, and derived operators.

use crate::float::RoundingMode;
use crate::op::{Arity, Op, Signature};
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// How a name of a theory is applied to arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// To as many arguments as the operator takes.
    Plain(Op),
    /// To any number of arguments, which become those of one node.
    Flat(Op),
    /// `(f a b c)` is `(f (f a b) c)`.
    LeftAssociative(Op),
    /// `(f a b c)` is `(and (f a b) (f b c))`.
    Chainable(Op),
    /// Chainable, and written with the operator of the opposite direction.
    Reversed(Op),
    /// Written with other operators.
    Derived(Derived),
}

/// The operators of SMT-LIB that are not in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Derived {
    Implies,
    Distinct,
    Minus,
    Tilde,
    Abs,
    ToReal,
    BvNand,
    BvNor,
    BvXnor,
    BvComp,
    BvUge,
    BvUgt,
    BvSge,
    BvSgt,
    BvNegO,
    BvUaddO,
    BvSaddO,
    BvUsubO,
    BvSsubO,
    BvUmulO,
    BvSmulO,
    BvSdivO,
    SbvToInt,
    Fp,
}

const DERIVED: &[(&str, Derived)] = &[
    ("=>", Derived::Implies),
    ("distinct", Derived::Distinct),
    ("-", Derived::Minus),
    ("~", Derived::Tilde),
    ("abs", Derived::Abs),
    ("to_real", Derived::ToReal),
    ("bvnand", Derived::BvNand),
    ("bvnor", Derived::BvNor),
    ("bvxnor", Derived::BvXnor),
    ("bvcomp", Derived::BvComp),
    ("bvuge", Derived::BvUge),
    ("bvugt", Derived::BvUgt),
    ("bvsge", Derived::BvSge),
    ("bvsgt", Derived::BvSgt),
    ("bvnego", Derived::BvNegO),
    ("bvuaddo", Derived::BvUaddO),
    ("bvsaddo", Derived::BvSaddO),
    ("bvusubo", Derived::BvUsubO),
    ("bvssubo", Derived::BvSsubO),
    ("bvumulo", Derived::BvUmulO),
    ("bvsmulo", Derived::BvSmulO),
    ("bvsdivo", Derived::BvSdivO),
    ("sbv_to_int", Derived::SbvToInt),
    ("fp", Derived::Fp),
];

/// Names that are expressed by another operator with swapped arguments.
const REVERSED: &[(&str, Op)] =
    &[(">=", Op::Le), (">", Op::Lt), ("fp.geq", Op::FpLe), ("fp.gt", Op::FpLt)];

/// Names that newer versions of SMT-LIB give to operators of the table.
const SYNONYMS: &[(&str, Op)] = &[("ubv_to_int", Op::BvToInt)];

static MEANINGS: LazyLock<FxHashMap<&'static str, Meaning>> = LazyLock::new(|| {
    let mut meanings = FxHashMap::default();
    for &op in Op::ALL {
        if !is_indexed(op) {
            meanings.insert(op.info().name, meaning_in_table(op));
        }
    }
    meanings.extend(SYNONYMS.iter().map(|&(name, op)| (name, Meaning::Plain(op))));
    meanings.extend(REVERSED.iter().map(|&(name, op)| (name, Meaning::Reversed(op))));
    // These come last, since `-` and `to_real` mean more than their rows of the table.
    meanings.extend(DERIVED.iter().map(|&(name, derived)| (name, Meaning::Derived(derived))));
    meanings
});

/// Whether the operator is written with indices or with a sort.
fn is_indexed(op: Op) -> bool {
    op.needs_result_sort()
        || matches!(
            op,
            Op::BvExtract { .. }
                | Op::BvZeroExtend(_)
                | Op::BvSignExtend(_)
                | Op::BvRotateLeft(_)
                | Op::BvRotateRight(_)
        )
}

fn meaning_in_table(op: Op) -> Meaning {
    let info = op.info();
    match (op, info.signature, info.arity) {
        (_, _, Arity::AtLeastTwo) => Meaning::Flat(op),
        (
            Op::Xor
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvAdd
            | Op::BvMul
            | Op::BvConcat
            | Op::IntDiv
            | Op::RealDiv,
            _,
            _,
        ) => Meaning::LeftAssociative(op),
        (_, Signature::Equality | Signature::ArithmeticPredicate, _)
        | (_, Signature::FloatPredicate, Arity::Exactly(2)) => Meaning::Chainable(op),
        _ => Meaning::Plain(op),
    }
}

/// The meaning of a function name of the theories.
pub(super) fn meaning(name: &str) -> Option<(&'static str, Meaning)> {
    MEANINGS.get_key_value(name).map(|(&name, &meaning)| (name, meaning))
}

/// The value of a constant name of the theories.
pub(super) fn constant(name: &str) -> Option<Value> {
    match name {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => RoundingMode::from_name(name).map(Value::RoundingMode),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_known() {
        for &op in Op::ALL {
            assert!(is_indexed(op) || meaning(op.info().name).is_some(), "{op:?}");
        }
        assert_eq!(meaning("bvadd"), Some(("bvadd", Meaning::LeftAssociative(Op::BvAdd))));
        assert_eq!(meaning("-"), Some(("-", Meaning::Derived(Derived::Minus))));
        assert_eq!(meaning("extract"), None);
    }
}
