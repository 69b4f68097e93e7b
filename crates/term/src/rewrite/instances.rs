//! Instances of the rewrite rules, for proofs that both sides are equivalent.
//!
//! Every operator is applied to all arguments from a pool of small shapes: variables, special
//! constants, and terms of one or two levels that the rules look for. Each application that a rule
//! rewrites is an instance. Tests evaluate the instances at small widths under all assignments; the
//! crate `smt` proves them at real widths.

use crate::bitvec::BitVec;
use crate::float::FloatFormat;
use crate::ids::Term;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::TermStore;
use crate::traverse::post_order;
use crate::value::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::{FxHashMap, FxHashSet};

/// One application of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// The rule.
    pub rule: &'static str,
    /// The application before rewriting; its arguments are simplified.
    pub before: Term,
    /// The rewritten term.
    pub after: Term,
}

/// How many instances of a rule are representative.
const REPRESENTATIVES: usize = 6;

/// A few instances of each rule at the given width, those without multipliers and dividers first.
/// The returned store no longer simplifies.
pub fn rule_instances(width: u32) -> (TermStore, Vec<Instance>) {
    let (store, mut instances) = all_instances(width);
    let hard = |instance: &Instance| {
        let parts = post_order(&store, &[instance.before], |_| false);
        let arithmetic = |op| {
            matches!(op, Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod)
        };
        parts.iter().filter(|&&t| arithmetic(store.op(t))).count()
    };
    instances.sort_by_cached_key(hard);
    let mut taken: FxHashMap<&str, usize> = FxHashMap::default();
    instances.retain(|instance| {
        let count = taken.entry(instance.rule).or_default();
        *count += 1;
        *count <= REPRESENTATIVES
    });
    (store, instances)
}

/// All instances that the pool gives at a width. The returned store no longer simplifies.
pub fn all_instances(width: u32) -> (TermStore, Vec<Instance>) {
    let mut generator = Generator { store: TermStore::new(), found: Vec::new() };
    generator.booleans_and_vectors(width);
    generator.structure(width);
    generator.arrays(width);
    generator.numbers(width);
    generator.floats();
    generator.finish()
}

/// A rewritten application whose left side is not built yet. While the store simplifies, it must
/// not contain unsimplified terms.
struct Found {
    rule: &'static str,
    op: Op,
    sort: Sort,
    args: Vec<Term>,
    after: Term,
}

struct Generator {
    store: TermStore,
    found: Vec<Found>,
}

impl Generator {
    fn finish(mut self) -> (TermStore, Vec<Instance>) {
        self.store.stop_simplifying();
        let mut seen = FxHashSet::default();
        let mut instances = Vec::new();
        for found in self.found {
            let before = self.store.intern(found.op, &found.sort, &found.args);
            if seen.insert(before) {
                instances.push(Instance { rule: found.rule, before, after: found.after });
            }
        }
        (self.store, instances)
    }

    fn var(&mut self, name: &str, sort: Sort) -> Term {
        let symbol = self.store.declare(name, sort).expect("names are declared with one sort");
        self.store.var(symbol)
    }

    /// Tries all rules on one application.
    fn apply(&mut self, op: Op, sort: Option<&Sort>, args: &[Term]) {
        let sort = self.store.result_sort(op, args, sort).expect("applications are well sorted");
        let mut args = args.to_vec();
        if op.info().commutative {
            args.sort_unstable_by_key(|&t| (self.store.is_constant(t), t));
        }
        if let Some((rule, after)) = self.store.rewrite(op, &sort, &args) {
            self.found.push(Found { rule, op, sort, args, after });
        }
    }

    fn apply_to_all(&mut self, ops: &[Op], pool: &[Term]) {
        for &op in ops {
            for &x in pool {
                self.apply(op, None, &[x]);
            }
        }
    }

    fn apply_to_pairs(&mut self, ops: &[Op], pool: &[Term]) {
        for &op in ops {
            for &x in pool {
                for &y in pool {
                    self.apply(op, None, &[x, y]);
                }
            }
        }
    }

    fn apply_to_triples(&mut self, op: Op, first: &[Term], others: &[Term]) {
        for &x in first {
            for &y in others {
                for &z in others {
                    self.apply(op, None, &[x, y, z]);
                }
            }
        }
    }

    fn vector_constants(&mut self, width: u32) -> Vec<Term> {
        let one = 1u64;
        let top = one.checked_shl(width - 1).unwrap_or(one << 63);
        let values = [0, 1, u64::MAX, top, top - 1, 2, 3, 6, top | 1];
        values.map(|value| self.store.bv(width, value)).to_vec()
    }

    fn booleans_and_vectors(&mut self, width: u32) {
        let sort = Sort::BitVec(width);
        let (x, y) = (self.var("x", sort.clone()), self.var("y", sort));
        let (p, q) = (self.var("p", Sort::Bool), self.var("q", Sort::Bool));
        let constants = self.vector_constants(width);
        let vectors = self.vector_shapes(width, x, y, p, q, &constants);

        self.apply_to_all(&[Op::BvNot, Op::BvNeg, Op::BvRotateLeft(0)], &vectors);
        self.apply_to_all(&[Op::BvRotateLeft(width), Op::BvRotateLeft(width + 1)], &[x]);
        self.apply_to_all(&[Op::BvRotateRight(1), Op::BvRotateRight(width)], &[x]);
        let rotated = self.store.rotate_left(1, x);
        self.apply_to_all(&[Op::BvRotateLeft(1)], &[rotated]);
        let binary = [
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvSmod,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
            Op::BvUlt,
            Op::BvUle,
            Op::BvSlt,
            Op::BvSle,
            Op::Eq,
        ];
        self.apply_to_pairs(&binary, &vectors);
        let (middle, top) = (width / 2, width - 1);
        for (high, low) in
            [(top, 0), (top, top), (0, 0), (top, middle), (middle, 0), (middle, middle)]
        {
            self.apply_to_all(&[Op::BvExtract { high, low }], &vectors);
        }

        let mut truths = self.truth_shapes(width, x, y, p, q);
        self.apply_to_all(&[Op::Not], &truths);
        self.apply_to_pairs(&[Op::And, Op::Or, Op::Xor, Op::Eq], &truths);
        let others: Vec<Term> = truths.iter().copied().take(10).collect();
        self.apply_to_triples(Op::And, &truths, &others);
        self.apply_to_triples(Op::Or, &truths, &others);
        self.apply_to_triples(Op::Ite, &truths, &others);
        let conditionals: Vec<Term> =
            vectors.iter().copied().filter(|&t| self.store.op(t) == Op::Ite).collect();
        let mut branches = vec![x, y, constants[0], constants[1]];
        branches.extend(conditionals);
        truths.truncate(12);
        let bit = self.var("bit", Sort::BitVec(1));
        let (one, zero) = (self.store.bv(1, 1), self.store.bv(1, 0));
        let set = self.store.eq(bit, one);
        self.apply_to_triples(Op::Ite, &[set], &[bit, one, zero]);
        let (equal, flag) = (self.store.eq(x, y), self.store.bool_to_bv(p));
        truths.push(equal);
        self.apply_to_triples(Op::Ite, &truths, &branches);
        self.apply_to_pairs(&[Op::Eq], &[bit, flag, one, zero]);
    }

    /// Bit-vector terms of up to three levels.
    fn vector_shapes(
        &mut self,
        width: u32,
        x: Term,
        y: Term,
        p: Term,
        q: Term,
        constants: &[Term],
    ) -> Vec<Term> {
        let s = &mut self.store;
        let mut shapes = vec![x, y];
        shapes.extend(constants);
        for t in [x, y] {
            shapes.extend([s.bv_neg(t), s.bv_not(t)]);
        }
        let (not_x, neg_y) = (s.bv_not(x), s.bv_neg(y));
        shapes.extend([s.bv_and(not_x, y), s.bv_or(not_x, y), s.bv_xor(not_x, y)]);
        shapes.extend([s.bv_mul(x, neg_y), s.bv_sub(y, x)]);
        shapes.extend([s.bv_add(x, y), s.bv_sub(x, y), s.bv_mul(x, y), s.bv_and(x, y)]);
        shapes.extend([s.bv_or(x, y), s.bv_xor(x, y), s.bv_udiv(x, y), s.bv_urem(x, y)]);
        shapes.extend([s.bv_shl(x, y), s.bv_lshr(x, y), s.bv_ashr(x, y)]);
        for &k in &constants[1..7] {
            shapes.extend([s.bv_add(x, k), s.bv_sub(k, x), s.bv_mul(x, k), s.bv_and(x, k)]);
            shapes.extend([s.bv_or(x, k), s.bv_xor(x, k), s.bv_urem(x, k), s.bv_srem(x, k)]);
        }
        for &k in [constants[1], constants[5]].iter() {
            shapes.extend([s.bv_shl(x, k), s.bv_lshr(x, k), s.bv_ashr(x, k), s.bv_add(y, k)]);
        }
        let (zero, one, three) = (constants[0], constants[1], constants[6]);
        shapes.extend([s.ite(p, x, y), s.ite(q, x, y), s.ite(p, y, x), s.ite(p, x, zero)]);
        shapes.extend([s.ite(p, one, zero), s.ite(q, one, zero), s.ite(p, zero, three)]);
        shapes.extend([s.ite(q, three, one), s.ite(p, one, y), s.ite(q, y, one)]);
        shapes.extend(self.extended_shapes(width));
        let mut seen = FxHashSet::default();
        shapes.retain(|&t| seen.insert(t));
        shapes
    }

    /// Terms of the given width that are made of narrower and wider ones.
    fn extended_shapes(&mut self, width: u32) -> Vec<Term> {
        let wide = self.var("wide", Sort::BitVec(width + 1));
        let mut shapes = vec![self.store.extract(width, 1, wide)];
        if width == 1 {
            return shapes;
        }
        let low = width / 2;
        let high = width - low;
        let (a, b) = (self.var("a", Sort::BitVec(low)), self.var("b", Sort::BitVec(low)));
        let c = self.var("c", Sort::BitVec(high));
        let s = &mut self.store;
        shapes.extend([s.zero_extend(high, a), s.zero_extend(high, b), s.sign_extend(high, a)]);
        shapes.extend([s.sign_extend(high, b), s.concat(c, a), s.concat(c, b)]);
        shapes.extend([s.zero_extend(low, c), s.sign_extend(low, c)]);
        let (sum, k) = (s.zero_extend(high, a), s.bv(width, 3));
        shapes.extend([s.bv_add(sum, k), s.bv_neg(sum)]);
        // Bits are narrow enough for products, and what checks a sum of vectors that have one bit less
        // for overflow.
        let (bit, other) =
            (self.var("bit", Sort::BitVec(1)), self.var("other_bit", Sort::BitVec(1)));
        let near = Sort::BitVec(width - 1);
        let (x, y) = (self.var("near", near.clone()), self.var("other_near", near));
        let s = &mut self.store;
        shapes.extend([s.sign_extend(width - 1, bit), s.sign_extend(width - 1, other)]);
        let (x, y) = (s.sign_extend(1, x), s.sign_extend(1, y));
        let sum = s.bv_add(x, y);
        let (left, right) = (s.bv_xor(x, sum), s.bv_xor(y, sum));
        shapes.push(s.bv_and(left, right));
        shapes
    }

    /// Truth-valued terms of up to three levels, the simplest first.
    fn truth_shapes(&mut self, width: u32, x: Term, y: Term, p: Term, q: Term) -> Vec<Term> {
        let r = self.var("r", Sort::Bool);
        let s = &mut self.store;
        let (truth, falsity) = (s.bool(true), s.bool(false));
        let (not_p, not_q) = (s.not(p), s.not(q));
        let mut shapes = vec![p, q, truth, falsity, not_p, not_q];
        shapes.extend([s.and(&[p, q]), s.or(&[p, q]), s.and(&[not_p, q]), s.or(&[not_p, q])]);
        let (both, either, same) = (s.and(&[p, q]), s.or(&[p, q]), s.eq(p, q));
        shapes.extend([s.not(both), s.not(either), s.not(same), same, s.ite(p, q, r), r]);
        shapes.extend([s.bv_ult(x, y), s.bv_slt(x, y), s.bv_ult(y, x), s.bv_sle(x, y)]);
        let k = s.bv(width, 2);
        shapes.extend([s.bv_ult(x, k), s.eq(x, k), s.and(&[p, q, r]), s.or(&[p, q, r])]);
        let mut seen = FxHashSet::default();
        shapes.retain(|&t| seen.insert(t));
        shapes
    }

    /// Concatenation, extension and extraction with mixed widths.
    fn structure(&mut self, width: u32) {
        let x = self.var("x", Sort::BitVec(width));
        let n = width.div_ceil(2);
        let (d, e) = (self.var("d", Sort::BitVec(n)), self.var("e", Sort::BitVec(n)));
        let s = &mut self.store;
        let (zeros, ones) = (s.bv(n, 0), s.bv(n, u64::MAX));
        let mut pieces = vec![d, e, x, zeros, ones];
        pieces.extend([s.concat(d, ones), s.concat(ones, d), s.concat(d, e)]);
        pieces.extend([s.zero_extend(1, d), s.sign_extend(1, d)]);
        // Offsets of elements: multiples of the size, from a base.
        let (by, base) = (s.bv(width, 1), s.bv(width, 2));
        let (top, offset) = (s.bv_const(BitVec::min_signed(width)), s.bv_shl(x, by));
        pieces.extend([s.bv_add(offset, base), s.bv_add(x, top), s.bv_sub(offset, x)]);
        for cut in [1, width / 2, width - 1] {
            if cut == 0 || cut >= width {
                continue;
            }
            let (upper, lower) = (s.extract(width - 1, cut, x), s.extract(cut - 1, 0, x));
            pieces.extend([upper, lower, s.concat(d, upper), s.concat(lower, e)]);
        }
        let mut seen = FxHashSet::default();
        pieces.retain(|&t| seen.insert(t));
        self.apply_to_pairs(&[Op::BvConcat], &pieces);
        for &piece in &pieces.clone() {
            for extra in [0, 1, width] {
                self.apply_to_all(&[Op::BvZeroExtend(extra), Op::BvSignExtend(extra)], &[piece]);
            }
            let top = self.store.width(piece) - 1;
            for (high, low) in [
                (top, 0),
                (top, top),
                (0, 0),
                (top, top / 2),
                (top / 2, 0),
                (top.min(n - 1), 0),
                (top, top.min(1)),
            ] {
                self.apply_to_all(&[Op::BvExtract { high, low }], &[piece]);
            }
            for &other in &pieces {
                if self.store.sort(piece) == self.store.sort(other) {
                    self.apply(Op::Eq, None, &[piece, other]);
                }
            }
        }
    }

    fn arrays(&mut self, width: u32) {
        let index = Sort::BitVec(width);
        let sort = Sort::array(index.clone(), index.clone());
        let (array, other) = (self.var("array", sort.clone()), self.var("other", sort.clone()));
        let (i, j) = (self.var("i", index.clone()), self.var("j", index));
        let s = &mut self.store;
        let (zero, one) = (s.bv(width, 0), s.bv(width, 1));
        let next = s.bv_add(i, one);
        let indices = [i, j, next, zero, one];
        let constant = s.const_array(&sort, i);
        let mut arrays = vec![array, other, constant];
        for at in indices {
            arrays.push(s.store(array, at, j));
            let written = s.store(array, at, zero);
            arrays.extend([written, s.store(written, next, i), s.store(written, one, j)]);
        }
        let here = s.select(array, i);
        let elements = [i, j, zero, here];
        for &a in &arrays {
            for &b in &arrays {
                self.apply(Op::Eq, None, &[a, b]);
            }
            for at in indices {
                self.apply(Op::Select, None, &[a, at]);
                for element in elements {
                    self.apply(Op::Store, None, &[a, at, element]);
                }
            }
        }
    }

    fn numbers(&mut self, width: u32) {
        let (m, n) = (self.var("m", Sort::Int), self.var("n", Sort::Int));
        let (u, v) = (self.var("u", Sort::Real), self.var("v", Sort::Real));
        let ints = [-3, -1, 0, 1, 2].map(|k| self.store.constant(Value::Int(BigInt::from(k))));
        let reals = [-2, -1, 0, 1, 3].map(|k| {
            let denominator = if k > 1 { 2 } else { 1 };
            let value = BigRational::new(BigInt::from(k), BigInt::from(denominator));
            self.store.constant(Value::Real(value))
        });
        let x = self.var("x", Sort::BitVec(width));
        let whole = self.store.bv_to_int(x);
        for bits in [1, width, width + 1] {
            self.apply(Op::IntToBv, Some(&Sort::BitVec(bits)), &[whole]);
        }
        let as_real = [m, n].map(|t| self.store.to_real(t));
        self.apply_to_all(&[Op::ToInt, Op::IsInt], &as_real);
        for (x, y, constants) in [(m, n, ints), (u, v, reals)] {
            let s = &mut self.store;
            let mut pool = vec![x, y];
            pool.extend(constants);
            pool.extend([s.neg(x), s.neg(y), s.add(&[x, y]), s.add(&[x, constants[3]])]);
            pool.extend([s.add(&[x, constants[0]]), s.add(&[x, y, constants[3]])]);
            pool.extend([s.mul(&[x, constants[4]]), s.mul(&[x, constants[0]]), s.sub(x, y)]);
            pool.push(s.mul(&[x, y]));
            if x == u {
                pool.extend(as_real);
                self.apply_to_pairs(&[Op::RealDiv], &pool);
            } else {
                self.apply_to_pairs(&[Op::IntDiv, Op::IntMod], &pool);
            }
            self.apply_to_all(&[Op::Neg], &pool);
            self.apply_to_pairs(&[Op::Add, Op::Sub, Op::Mul, Op::Lt, Op::Le, Op::Eq], &pool);
            self.apply_to_triples(Op::Add, &pool, &pool);
            self.apply_to_triples(Op::Mul, &pool, &pool);
        }
    }

    fn floats(&mut self) {
        let format = FloatFormat { exponent: 3, significand: 3 };
        let (f, g) = (self.var("f", Sort::Float(format)), self.var("g", Sort::Float(format)));
        let s = &mut self.store;
        let pool = [f, g, s.fp_neg(f), s.fp_abs(f)];
        let bits = s.fp_to_bits(f);
        let classes = [
            Op::FpNeg,
            Op::FpAbs,
            Op::FpIsNormal,
            Op::FpIsSubnormal,
            Op::FpIsZero,
            Op::FpIsInfinite,
            Op::FpIsNan,
            Op::FpIsNegative,
            Op::FpIsPositive,
        ];
        self.apply_to_all(&classes, &pool);
        self.apply_to_pairs(&[Op::FpLt, Op::FpLe, Op::FpEq, Op::Eq], &pool);
        self.apply(Op::FpFromBits, Some(&Sort::Float(format)), &[bits]);
    }
}
