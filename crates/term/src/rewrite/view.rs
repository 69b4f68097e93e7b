//! Looking at the shape of terms: what rules match on.

use crate::bitvec::BitVec;
use crate::ids::Term;
use crate::op::Op;
use crate::store::TermStore;
use crate::value::Value;
use num_traits::Zero;

impl TermStore {
    /// The argument, if the term is an application of the given unary operator.
    pub(super) fn unary(&self, term: Term, op: Op) -> Option<Term> {
        (self.op(term) == op).then(|| self.args(term)[0])
    }

    /// Both arguments, if the term is an application of the given binary operator.
    pub(super) fn binary(&self, term: Term, op: Op) -> Option<(Term, Term)> {
        (self.op(term) == op).then(|| {
            let args = self.args(term);
            (args[0], args[1])
        })
    }

    /// `x` and `k`, if the term is `(op x k)` with a bit-vector constant `k`.
    pub(super) fn with_constant(&self, term: Term, op: Op) -> Option<(Term, &BitVec)> {
        let (x, k) = self.binary(term, op)?;
        Some((x, self.as_bitvec(k)?))
    }

    /// `k` and `x`, if the term is `(op k x)` with a bit-vector constant `k`.
    pub(super) fn leading_constant(&self, term: Term, op: Op) -> Option<(&BitVec, Term)> {
        let (k, x) = self.binary(term, op)?;
        Some((self.as_bitvec(k)?, x))
    }

    /// `y`, if the term is `(op x y)` or `(op y x)`.
    pub(super) fn other_operand(&self, term: Term, op: Op, x: Term) -> Option<Term> {
        match self.binary(term, op)? {
            (a, b) if a == x => Some(b),
            (a, b) if b == x => Some(a),
            _ => None,
        }
    }

    /// Whether the term is a constant.
    pub(super) fn is_constant(&self, term: Term) -> bool {
        matches!(self.op(term), Op::Const(_))
    }

    /// Whether the term is the constant zero of a bit-vector or arithmetic sort.
    pub(super) fn is_zero(&self, term: Term) -> bool {
        match self.as_value(term) {
            Some(Value::BitVec(k)) => k.is_zero(),
            Some(Value::Int(k)) => k.is_zero(),
            Some(Value::Real(k)) => k.is_zero(),
            _ => false,
        }
    }

    /// Whether the term is a bit-vector constant with the property.
    pub(super) fn is_bitvec(&self, term: Term, property: fn(&BitVec) -> bool) -> bool {
        self.as_bitvec(term).is_some_and(property)
    }

    /// Condition and branches of a conditional.
    pub(super) fn as_ite(&self, term: Term) -> Option<(Term, Term, Term)> {
        (self.op(term) == Op::Ite).then(|| {
            let args = self.args(term);
            (args[0], args[1], args[2])
        })
    }

    /// The vector below a zero extension by at least one bit.
    pub(super) fn zero_extended(&self, term: Term) -> Option<Term> {
        match self.op(term) {
            Op::BvZeroExtend(extra) if extra > 0 => Some(self.args(term)[0]),
            _ => None,
        }
    }

    /// The vector below a sign extension by at least one bit.
    pub(super) fn sign_extended(&self, term: Term) -> Option<Term> {
        match self.op(term) {
            Op::BvSignExtend(extra) if extra > 0 => Some(self.args(term)[0]),
            _ => None,
        }
    }

    /// Whether the sign bit is known to be zero.
    pub(super) fn is_nonnegative(&self, term: Term) -> bool {
        self.zero_extended(term).is_some() || self.as_bitvec(term).is_some_and(|k| !k.sign())
    }

    /// The constant zero of the same width.
    pub(super) fn zero_like(&mut self, term: Term) -> Term {
        let width = self.width(term);
        self.bv(width, 0)
    }

    /// The constant one of the same width.
    pub(super) fn one_like(&mut self, term: Term) -> Term {
        let width = self.width(term);
        self.bv(width, 1)
    }

    /// The constant of all ones of the same width.
    pub(super) fn ones_like(&mut self, term: Term) -> Term {
        let width = self.width(term);
        self.bv_const(BitVec::ones(width))
    }
}
