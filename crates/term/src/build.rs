//! Named constructors: one for each operator, and for the derived operators of SMT-LIB.
//!
//! All of them simplify (see [`crate::rewrite`]) and expect well-sorted arguments; ill-sorted ones
//! are a programming error. Readers of text use [`TermStore::apply`], which checks.

use crate::bitvec::BitVec;
use crate::float::FloatFormat;
use crate::ids::{Symbol, Term};
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;
use crate::typing::SortError;
use crate::value::Value;

macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),+) = $op:ident;)*) => {
        impl TermStore {
            $(
                $(#[$doc])*
                pub fn $name(&mut self, $($arg: Term),+) -> Term {
                    self.build(Op::$op, &[$($arg),+])
                }
            )*
        }
    };
}

constructors! {
    /// `(not a)`
    not(a) = Not;
    /// `(xor a b)`
    xor(a, b) = Xor;
    /// `(= a b)`
    eq(a, b) = Eq;
    /// `(ite c a b)`
    ite(c, a, b) = Ite;

    /// `(bvnot a)`
    bv_not(a) = BvNot;
    /// `(bvneg a)`
    bv_neg(a) = BvNeg;
    /// `(bvand a b)`
    bv_and(a, b) = BvAnd;
    /// `(bvor a b)`
    bv_or(a, b) = BvOr;
    /// `(bvxor a b)`
    bv_xor(a, b) = BvXor;
    /// `(bvadd a b)`
    bv_add(a, b) = BvAdd;
    /// `(bvsub a b)`
    bv_sub(a, b) = BvSub;
    /// `(bvmul a b)`
    bv_mul(a, b) = BvMul;
    /// `(bvudiv a b)`
    bv_udiv(a, b) = BvUdiv;
    /// `(bvurem a b)`
    bv_urem(a, b) = BvUrem;
    /// `(bvsdiv a b)`
    bv_sdiv(a, b) = BvSdiv;
    /// `(bvsrem a b)`
    bv_srem(a, b) = BvSrem;
    /// `(bvsmod a b)`
    bv_smod(a, b) = BvSmod;
    /// `(bvshl a b)`
    bv_shl(a, b) = BvShl;
    /// `(bvlshr a b)`
    bv_lshr(a, b) = BvLshr;
    /// `(bvashr a b)`
    bv_ashr(a, b) = BvAshr;
    /// `(concat high low)`
    concat(high, low) = BvConcat;
    /// `(bvult a b)`
    bv_ult(a, b) = BvUlt;
    /// `(bvule a b)`
    bv_ule(a, b) = BvUle;
    /// `(bvslt a b)`
    bv_slt(a, b) = BvSlt;
    /// `(bvsle a b)`
    bv_sle(a, b) = BvSle;

    /// `(select array index)`
    select(array, index) = Select;
    /// `(store array index value)`
    store(array, index, value) = Store;

    /// `(- a b)` on integers or reals
    sub(a, b) = Sub;
    /// `(- a)` on integers or reals
    neg(a) = Neg;
    /// `(div a b)`
    int_div(a, b) = IntDiv;
    /// `(mod a b)`
    int_mod(a, b) = IntMod;
    /// `(/ a b)`
    real_div(a, b) = RealDiv;
    /// `(<= a b)`
    le(a, b) = Le;
    /// `(< a b)`
    lt(a, b) = Lt;
    /// `(to_real a)`
    to_real(a) = ToReal;
    /// `(to_int a)`
    to_int(a) = ToInt;
    /// `(is_int a)`
    is_int(a) = IsInt;
    /// `(bv2nat a)`
    bv_to_int(a) = BvToInt;

    /// `(fp.abs a)`
    fp_abs(a) = FpAbs;
    /// `(fp.neg a)`
    fp_neg(a) = FpNeg;
    /// `(fp.add mode a b)`
    fp_add(mode, a, b) = FpAdd;
    /// `(fp.sub mode a b)`
    fp_sub(mode, a, b) = FpSub;
    /// `(fp.mul mode a b)`
    fp_mul(mode, a, b) = FpMul;
    /// `(fp.div mode a b)`
    fp_div(mode, a, b) = FpDiv;
    /// `(fp.fma mode a b c)`
    fp_fma(mode, a, b, c) = FpFma;
    /// `(fp.sqrt mode a)`
    fp_sqrt(mode, a) = FpSqrt;
    /// `(fp.rem a b)`
    fp_rem(a, b) = FpRem;
    /// `(fp.roundToIntegral mode a)`
    fp_round_to_integral(mode, a) = FpRoundToIntegral;
    /// `(fp.min a b)`
    fp_min(a, b) = FpMin;
    /// `(fp.max a b)`
    fp_max(a, b) = FpMax;
    /// `(fp.leq a b)`
    fp_le(a, b) = FpLe;
    /// `(fp.lt a b)`
    fp_lt(a, b) = FpLt;
    /// `(fp.eq a b)`
    fp_eq(a, b) = FpEq;
    /// `(fp.isNormal a)`
    fp_is_normal(a) = FpIsNormal;
    /// `(fp.isSubnormal a)`
    fp_is_subnormal(a) = FpIsSubnormal;
    /// `(fp.isZero a)`
    fp_is_zero(a) = FpIsZero;
    /// `(fp.isInfinite a)`
    fp_is_infinite(a) = FpIsInfinite;
    /// `(fp.isNaN a)`
    fp_is_nan(a) = FpIsNan;
    /// `(fp.isNegative a)`
    fp_is_negative(a) = FpIsNegative;
    /// `(fp.isPositive a)`
    fp_is_positive(a) = FpIsPositive;
    /// The IEEE bit pattern, with the canonical NaN.
    fp_to_bits(a) = FpToBits;
    /// `(fp.to_real a)`
    fp_to_real(a) = FpToReal;
}

impl TermStore {
    /// An application whose sort follows from its arguments.
    fn build(&mut self, op: Op, args: &[Term]) -> Term {
        let sort = match self.result_sort(op, args, None) {
            Ok(sort) => sort,
            Err(error) => panic!("ill-sorted construction: {error}"),
        };
        self.make(op, &sort, args)
    }

    /// An application that may be ill-sorted; `wanted` is for operators that need a result sort.
    pub fn apply(
        &mut self,
        op: Op,
        args: &[Term],
        wanted: Option<&Sort>,
    ) -> Result<Term, SortError> {
        let sort = self.result_sort(op, args, wanted)?;
        Ok(self.make(op, &sort, args))
    }

    /// Application of a declared function.
    pub fn call(&mut self, function: Symbol, args: &[Term]) -> Term {
        self.build(Op::Apply(function), args)
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> Term {
        self.constant(Value::Bool(value))
    }

    /// A bit-vector constant of the low bits of `value`.
    pub fn bv(&mut self, width: u32, value: u64) -> Term {
        self.constant(Value::bv(width, value))
    }

    /// A bit-vector constant.
    pub fn bv_const(&mut self, value: BitVec) -> Term {
        self.constant(Value::BitVec(value))
    }

    /// Conjunction of any number of terms.
    pub fn and(&mut self, terms: &[Term]) -> Term {
        match terms {
            [] => self.bool(true),
            [one] => *one,
            _ => self.make(Op::And, &Sort::Bool, terms),
        }
    }

    /// Disjunction of any number of terms.
    pub fn or(&mut self, terms: &[Term]) -> Term {
        match terms {
            [] => self.bool(false),
            [one] => *one,
            _ => self.make(Op::Or, &Sort::Bool, terms),
        }
    }

    /// `(=> a b)`
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(&[not_a, b])
    }

    /// `(distinct ...)`: pairwise different.
    pub fn distinct(&mut self, terms: &[Term]) -> Term {
        let mut conjuncts = Vec::new();
        for (i, &a) in terms.iter().enumerate() {
            for &b in &terms[i + 1..] {
                let equal = self.eq(a, b);
                conjuncts.push(self.not(equal));
            }
        }
        self.and(&conjuncts)
    }

    /// Sum of one or more integers or reals.
    pub fn add(&mut self, terms: &[Term]) -> Term {
        match terms {
            [one] => *one,
            _ => self.build(Op::Add, terms),
        }
    }

    /// Product of one or more integers or reals.
    pub fn mul(&mut self, terms: &[Term]) -> Term {
        match terms {
            [one] => *one,
            _ => self.build(Op::Mul, terms),
        }
    }

    /// Bits `high` down to `low`.
    pub fn extract(&mut self, high: u32, low: u32, a: Term) -> Term {
        self.build(Op::BvExtract { high, low }, &[a])
    }

    /// One bit as a truth value.
    pub fn bit(&mut self, i: u32, a: Term) -> Term {
        let bit = self.extract(i, i, a);
        let one = self.bv(1, 1);
        self.eq(bit, one)
    }

    /// `extra` zero bits on top.
    pub fn zero_extend(&mut self, extra: u32, a: Term) -> Term {
        self.build(Op::BvZeroExtend(extra), &[a])
    }

    /// `extra` copies of the sign bit on top.
    pub fn sign_extend(&mut self, extra: u32, a: Term) -> Term {
        self.build(Op::BvSignExtend(extra), &[a])
    }

    /// Rotation to the left.
    pub fn rotate_left(&mut self, by: u32, a: Term) -> Term {
        self.build(Op::BvRotateLeft(by), &[a])
    }

    /// Rotation to the right.
    pub fn rotate_right(&mut self, by: u32, a: Term) -> Term {
        self.build(Op::BvRotateRight(by), &[a])
    }

    /// The vector `#b1` if the term holds, else `#b0`.
    pub fn bool_to_bv(&mut self, a: Term) -> Term {
        let (one, zero) = (self.bv(1, 1), self.bv(1, 0));
        self.ite(a, one, zero)
    }

    /// The array of the given sort that maps every index to `element`.
    pub fn const_array(&mut self, sort: &Sort, element: Term) -> Term {
        self.make(Op::ConstArray, sort, &[element])
    }

    /// An integer modulo 2^width.
    pub fn int_to_bv(&mut self, width: u32, a: Term) -> Term {
        self.make(Op::IntToBv, &Sort::BitVec(width), &[a])
    }

    /// The float with the given IEEE bit pattern.
    pub fn fp_from_bits(&mut self, format: FloatFormat, bits: Term) -> Term {
        self.make(Op::FpFromBits, &Sort::Float(format), &[bits])
    }

    /// A float rounded to another format.
    pub fn fp_from_fp(&mut self, format: FloatFormat, mode: Term, a: Term) -> Term {
        self.make(Op::FpFromFp, &Sort::Float(format), &[mode, a])
    }

    /// A signed bit-vector rounded to a float.
    pub fn fp_from_sbv(&mut self, format: FloatFormat, mode: Term, a: Term) -> Term {
        self.make(Op::FpFromSbv, &Sort::Float(format), &[mode, a])
    }

    /// An unsigned bit-vector rounded to a float.
    pub fn fp_from_ubv(&mut self, format: FloatFormat, mode: Term, a: Term) -> Term {
        self.make(Op::FpFromUbv, &Sort::Float(format), &[mode, a])
    }

    /// A real rounded to a float.
    pub fn fp_from_real(&mut self, format: FloatFormat, mode: Term, a: Term) -> Term {
        self.make(Op::FpFromReal, &Sort::Float(format), &[mode, a])
    }

    /// A float rounded to an unsigned bit-vector.
    pub fn fp_to_ubv(&mut self, width: u32, mode: Term, a: Term) -> Term {
        self.make(Op::FpToUbv, &Sort::BitVec(width), &[mode, a])
    }

    /// A float rounded to a signed bit-vector.
    pub fn fp_to_sbv(&mut self, width: u32, mode: Term, a: Term) -> Term {
        self.make(Op::FpToSbv, &Sort::BitVec(width), &[mode, a])
    }
}
