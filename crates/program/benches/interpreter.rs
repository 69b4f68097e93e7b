//! Speed of the interpreter: arithmetic in registers, checked accesses to an array, calls.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use program::interpret::{Environment, Execution, ExecutionEnd, Interpreter, Options, Zeros};
use program::parse;

/// A linear congruential generator.
const ARITHMETIC: &str = "machine lp64
    entry function main at &main () returns x {
      register x : u32
      register i : u32
      b0:
        branch (bvult i #x000f4240) b1 b2
      b1:
        x := (bvadd (bvmul x #x41c64e6d) #x00003039)
        x := (bvxor x (bvlshr x #x00000007))
        i := (bvadd i #x00000001)
        goto b0
      b2:
        return
    }";

/// Adds an array to itself, with a check before each access.
const MEMORY: &str = "machine lp64
    global &a : array(1024, u32 in 4) align 4 = { 0: #x00000001 }
    entry function main at &main () returns x {
      register x : u32
      register i : u32
      register p : pointer
      b0:
        branch (bvult i #x000f4240) b1 b2
      b1:
        offset p &a ((_ zero_extend 32) (bvshl (bvand i #x000003ff) #x00000002))
        check valid-deref \"a[i]\" readable &a p #x0000000000000004
        load x p
        check valid-deref \"a[i]\" writable &a p #x0000000000000004
        store p (bvadd x i)
        i := (bvadd i #x00000001)
        goto b0
      b2:
        return
    }";

/// Fibonacci numbers by double recursion, with a local object in each activation.
const CALLS: &str = "machine lp64
    function fib at &fib (n) returns r {
      register n : u32
      register r : u32
      register s : u32
      object &o : u32 in 4 align 4
      b0:
        begin &o
        store &o n
        branch (bvult n #x00000002) b1 b2
      b1:
        load r &o
        return
      b2:
        call r := fib((bvsub n #x00000001))
        call s := fib((bvsub n #x00000002))
        r := (bvadd r s)
        return
    }
    entry function main at &main () returns x {
      register x : u32
      b0:
        call x := fib(#x00000019)
        return
    }";

fn run(interpreter: &Interpreter<'_>) -> Execution {
    interpreter.run(&mut Environment {
        chooser: &mut Zeros,
        output: &mut std::io::sink(),
        observer: None,
        interrupted: &|| false,
    })
}

fn interpreter(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("interpreter");
    group.sample_size(10);
    for (name, text) in [("arithmetic", ARITHMETIC), ("memory", MEMORY), ("calls", CALLS)] {
        let program = parse(text).expect("the program is right");
        let interpreter = Interpreter::new(&program, Options::default()).expect("it fits");
        let first = run(&interpreter);
        assert!(matches!(first.outcome, ExecutionEnd::Finished(Some(_))), "{:?}", first.outcome);
        group.throughput(Throughput::Elements(first.steps));
        group.bench_function(name, |bencher| bencher.iter(|| run(&interpreter)));
    }
    group.finish();
}

criterion_group!(benches, interpreter);
criterion_main!(benches);
