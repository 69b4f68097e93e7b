//! Criterion benchmark of small rationals against those of `num-rational`: the sums of products that a
//! simplex method spends its time with.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use num_rational::BigRational;
use smt::arithmetic::Rational;
use std::hint::black_box;
use term::testing::Rng;

/// Numbers as in tableaus: whole ones, fractions of small numbers, and such with `bits` bits.
fn numbers(bits: u32, denominators: bool) -> Vec<BigRational> {
    let mut rng = Rng::new(7);
    let mut part = || (rng.next_u64() >> (64 - bits)) as i64 + 1;
    let number = |_| {
        let denominator = if denominators { part() } else { 1 };
        let numerator = part() - (1 << (bits - 1));
        BigRational::new(numerator.into(), denominator.into())
    };
    (0..256).map(number).collect()
}

fn rationals(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rationals");
    for (name, bits, denominators) in
        [("whole", 6, false), ("fractions", 4, true), ("large", 50, true)]
    {
        let big = numbers(bits, denominators);
        let small: Vec<Rational> = big.iter().cloned().map(Rational::from).collect();
        group.bench_function(BenchmarkId::new("num-rational", name), |bencher| {
            bencher.iter(|| {
                for triple in black_box(&big).windows(3) {
                    black_box(&triple[0] + &triple[1] * &triple[2]);
                }
            });
        });
        group.bench_function(BenchmarkId::new("ours", name), |bencher| {
            bencher.iter(|| {
                for triple in black_box(&small).windows(3) {
                    black_box(&triple[0] + &(&triple[1] * &triple[2]));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, rationals);
criterion_main!(benches);
