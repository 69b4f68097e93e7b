//! Criterion benchmark on the queries of an IC3 run: the embedded solver on each SAT backend, and
//! an external solver if one is installed. `cargo run --release --example ic3_queries` prints
//! queries per CPU second and counts instructions.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use smt::EmbeddedSolver;
use smt::process::{ProcessSolver, find_installed};

mod backends;

mod workload;

const QUERIES: u64 = 200;

fn ic3_queries(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ic3_queries");
    group.sample_size(10).throughput(Throughput::Elements(QUERIES));
    for (name, backend) in backends::all() {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| workload::run(&mut EmbeddedSolver::new(backend), QUERIES));
        });
    }
    if let Some(command) = find_installed() {
        group.bench_function(BenchmarkId::from_parameter("external"), |bencher| {
            bencher.iter(|| {
                let solver = ProcessSolver::start_with_logic(command.clone(), "QF_BV");
                workload::run(&mut solver.expect("the solver starts"), QUERIES)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, ic3_queries);
criterion_main!(benches);
