//! Criterion benchmark on the queries of an IC3 run: the embedded solver on each SAT backend, and
//! an external solver if one is installed. `cargo run --release --example ic3_queries` prints
//! queries per CPU second and counts instructions.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use smt::EmbeddedSolver;
use smt::process::{ProcessSolver, find_installed};
use workload::Theory;

mod backends;

mod workload;

const QUERIES: u64 = 200;

fn ic3_queries(criterion: &mut Criterion, name: &str, theory: Theory) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).throughput(Throughput::Elements(QUERIES));
    for (name, backend) in backends::all() {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| workload::run(&mut EmbeddedSolver::new(backend), theory, QUERIES));
        });
    }
    if let Some(command) = find_installed() {
        group.bench_function(BenchmarkId::from_parameter("external"), |bencher| {
            bencher.iter(|| {
                let solver = ProcessSolver::start_with_logic(command.clone(), theory.logic());
                workload::run(&mut solver.expect("the solver starts"), theory, QUERIES)
            });
        });
    }
    group.finish();
}

fn words(criterion: &mut Criterion) {
    ic3_queries(criterion, "ic3_queries", Theory::Words);
}

fn integers(criterion: &mut Criterion) {
    ic3_queries(criterion, "ic3_queries_over_integers", Theory::Integers);
}

criterion_group!(benches, words, integers);
criterion_main!(benches);
