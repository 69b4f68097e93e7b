//! Chooses a question about a program, after all of its runs were observed.

use crate::ast::{BinaryOp, Claim, Expr, FloatType, IntType, Program};
use crate::generate::Risk;
use crate::oracle::{Kinds, Observed, Site, SiteKind};
use crate::rng::Rng;

/// A question about a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The property, in the words of `lemmatic verify --property`.
    pub property: &'static str,
    /// The errors that violate it.
    pub kinds: Kinds,
}

impl Question {
    /// Whether the property holds, if the oracle can tell. No other error may occur.
    pub fn answer(&self, observed: &Observed) -> Option<bool> {
        let beside = match self.property {
            // Signed arithmetic wraps around unless the question is about overflow; memory may
            // leak.
            "valid-memcleanup" | "no-overflow" => self.kinds,
            _ => Kinds(self.kinds.0 | Kinds::LEAK.0 | Kinds::OVERFLOW.0),
        };
        let others = observed.kinds.without(beside);
        (others == Kinds::default()).then(|| !observed.kinds.has(self.kinds))
    }
}

const REACHES: Question = Question { property: "unreach-call", kinds: Kinds::ERROR };

/// Chooses a question and adds the claims that it needs to the program. `None` if there is no
/// question with a known answer.
pub fn choose(
    program: &mut Program,
    risk: Risk,
    observed: &Observed,
    rng: &mut Rng,
) -> Option<Question> {
    if observed.kinds.has(Kinds(Kinds::OTHER.0 | Kinds::TOO_MANY.0)) {
        return None;
    }
    let (property, kinds) = match risk {
        Risk::None => ("unreach-call", Kinds::ERROR),
        Risk::Overflow => ("no-overflow", Kinds::OVERFLOW),
        Risk::Division => ("division-by-zero", Kinds::DIVISION),
        Risk::Shift => ("shift", Kinds::SHIFT),
        Risk::Bounds => ("bounds", Kinds::BOUNDS),
        Risk::Memory if observed.kinds.has(Kinds::LEAK) => {
            ("valid-deref,valid-free", Kinds::MEMORY)
        }
        Risk::Memory => ("valid-memsafety", Kinds::MEMORY),
        Risk::Leak => ("valid-memcleanup", Kinds::LEAK),
    };
    let question = Question { property, kinds };
    let wrong = observed.kinds.has(kinds);
    if risk != Risk::None && (wrong || rng.one_in(2)) {
        program.claims.fill(Claim::Nothing);
        question.answer(observed)?;
        return Some(question);
    }
    // Without errors, the question is about claims.
    let all = Kinds(Kinds::LEAK.0 | Kinds::OVERFLOW.0);
    if observed.kinds.without(all) != Kinds::default() {
        return None;
    }
    let violated = rng.one_in(2).then(|| rng.below(observed.sites.len().max(1)));
    program.claims.fill(Claim::Unreached);
    for (at, site) in observed.sites.iter().enumerate() {
        program.claims[site.number] = match violated == Some(at) {
            true => false_claim(site, rng).unwrap_or_else(|| true_claim(site, rng)),
            false => true_claim(site, rng),
        };
    }
    Some(REACHES)
}

fn integer(value: i128) -> Expr {
    let ty = match value {
        _ if i32::try_from(value).is_ok() => IntType::Int,
        _ if i64::try_from(value).is_ok() => IntType::LongLong,
        _ => IntType::UnsignedLongLong,
    };
    Expr::Int(value, ty)
}

fn float(value: f64) -> Expr {
    Expr::Float(value, FloatType::Double)
}

fn true_claim(site: &Site, rng: &mut Rng) -> Claim {
    if site.kind == SiteKind::Float {
        let (low, high) = site.floats;
        if !low.is_finite() || !high.is_finite() {
            return Claim::Nothing;
        }
        return match rng.below(3) {
            0 => Claim::Compare(BinaryOp::GreaterEqual, float(low)),
            1 => Claim::Compare(BinaryOp::NotEqual, float(high + 1.0)),
            _ => Claim::Compare(BinaryOp::LessEqual, float(high)),
        };
    }
    let (low, high) = site.range;
    let single = site.complete && site.values.len() == 1;
    match rng.below(6) {
        _ if single && rng.one_in(2) => Claim::Compare(BinaryOp::Equal, integer(low)),
        0 => Claim::Compare(BinaryOp::GreaterEqual, integer(low)),
        1 => Claim::Compare(BinaryOp::LessEqual, integer(high)),
        2 => {
            // Bits that are the same in all values.
            let (ones, any) = site.bits;
            let mask = ones | !any;
            Claim::Masked(i128::from(mask as i64), i128::from(ones as i64))
        }
        3 if site.complete => {
            let between = (low..high).find(|value| !site.values.contains(value));
            let other = between.unwrap_or(if rng.one_in(2) { high + 1 } else { low - 1 });
            match in_range(other) {
                true => Claim::Compare(BinaryOp::NotEqual, integer(other)),
                false => Claim::Compare(BinaryOp::LessEqual, integer(high)),
            }
        }
        4 if in_range(low - 1) => Claim::Compare(BinaryOp::Greater, integer(low - 1)),
        _ => Claim::Compare(BinaryOp::LessEqual, integer(high)),
    }
}

fn in_range(value: i128) -> bool {
    i64::try_from(value).is_ok() || u64::try_from(value).is_ok()
}

fn false_claim(site: &Site, rng: &mut Rng) -> Option<Claim> {
    if site.kind == SiteKind::Float {
        let (low, high) = site.floats;
        if !low.is_finite() || !high.is_finite() {
            return None;
        }
        return Some(match rng.below(3) {
            0 => Claim::Compare(BinaryOp::Greater, float(low)),
            1 => Claim::Compare(BinaryOp::NotEqual, float(low)),
            _ => Claim::Compare(BinaryOp::Less, float(high)),
        });
    }
    let (low, high) = site.range;
    let some = rng.pick(&site.values);
    Some(match rng.below(4) {
        0 => Claim::Compare(BinaryOp::Greater, integer(low)),
        1 => Claim::Compare(BinaryOp::Less, integer(high)),
        2 if site.values.len() > 1 => Claim::Compare(BinaryOp::Equal, integer(some)),
        _ => Claim::Compare(BinaryOp::NotEqual, integer(some)),
    })
}
