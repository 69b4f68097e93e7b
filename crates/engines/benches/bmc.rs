//! Speed of loop unwinding: a counter, nested loops, a loop over an array.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use engines::{Bmc, BmcConfig, Context, Engine, Silent, SolverChoice};
use evidence::{Reason, Verdict};
use model::{Automaton, parse};
use smt::Budget;
use std::hint::black_box;

/// The counter starts with any value and grows by any even number, so that no round can be folded
/// away.
const COUNTER: &str = "
    var x, y, step : (_ BitVec 32)
    procedure main {
      initial start
      error bad \"the parity stays\"
      start -> head { y := x }
      head -> head { havoc step; x := (bvadd x (bvshl step #x00000001)) }
      head -> bad { assume (not (= ((_ extract 0 0) x) ((_ extract 0 0) y))) }
    }";

const NESTED: &str = "
    var i, j, n, steps : (_ BitVec 16)
    procedure main {
      initial start
      error bad \"inner steps are counted\"
      start -> outer { i := #x0000; j := #x0000; steps := #x0000 }
      outer -> inner { assume (bvult i n); j := #x0000 }
      inner -> inner { assume (bvult j i); j := (bvadd j #x0001); steps := (bvadd steps #x0001) }
      inner -> outer { assume (not (bvult j i)); i := (bvadd i #x0001) }
      outer -> bad { assume (not (bvult i n)); assume (bvult steps j) }
    }";

const ARRAY: &str = "
    var a : (Array (_ BitVec 8) (_ BitVec 8))
    var i, k, n : (_ BitVec 8)
    procedure main {
      initial start
      error bad \"elements that were written are found\"
      start -> head { i := #x00 }
      head -> head { assume (bvult i n); a := (store a i (bvmul i #x03)); i := (bvadd i #x01) }
      head -> bad { assume (not (bvult i n)); assume (bvult k i);
                    assume (not (= (select a k) (bvmul k #x03))) }
    }";

fn unwind(model: &Automaton, depth: u32, solver: SolverChoice) {
    let config = BmcConfig { unwind: Some(depth), ..BmcConfig::default() };
    let mut observer = Silent;
    let mut context = Context { solver, ..Context::new(Budget::unlimited(), &mut observer) };
    let answer = Bmc::new(config).run(model, &mut context);
    let Verdict::Unknown(Reason::Incomplete(_)) = black_box(answer.verdict) else {
        panic!("the model has no error and does not end");
    };
}

fn bmc(c: &mut Criterion) {
    let shapes: [(&str, &str, &[u32]); 3] = [
        ("counter", COUNTER, &[100, 1000, 2000]),
        ("nested", NESTED, &[10, 20]),
        ("array", ARRAY, &[8, 16]),
    ];
    let solvers = [("batsat", SolverChoice::Batsat), ("cadical", SolverChoice::Cadical)];
    for (shape, text, depths) in shapes {
        let model = Automaton::of(parse(text).expect("a well-formed model")).expect("no calls");
        let mut group = c.benchmark_group(shape);
        group.sample_size(10);
        for &depth in depths {
            group.throughput(Throughput::Elements(depth.into()));
            for (name, solver) in solvers {
                group.bench_with_input(BenchmarkId::new(name, depth), &depth, |bencher, &depth| {
                    bencher.iter(|| unwind(&model, depth, solver));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, bmc);
criterion_main!(benches);
