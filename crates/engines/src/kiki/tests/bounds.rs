//! The cost of inference.

use super::{answer, model, only, summary};
use crate::kiki::KikiConfig;
use crate::templates::{BoundIteration, Domain};

/// Counts from 0 to a bound of the given width.
fn counting(width: u32, bound: u64) -> String {
    let number = |n: u64| format!("(_ bv{n} {width})");
    let (zero, one, bound) = (number(0), number(1), number(bound));
    format!(
        "var x : (_ BitVec {width})
         procedure main {{
           initial start
           error bad \"\"
           start -> head {{ x := {zero} }}
           head -> head {{ assume (bvult x {bound}); x := (bvadd x {one}) }}
           head -> bad {{ assume (bvugt x {bound}) }}
         }}"
    )
}

fn queries(text: &str, config: &KikiConfig) -> u64 {
    let model = model(text);
    let answer = answer(&model, config);
    assert_eq!(summary(&model, &answer), "safe, k = 1");
    answer.stats.counter("inference queries").unwrap()
}

#[test]
fn queries_grow_with_the_bits_and_not_with_the_bound() {
    let intervals = only(&[Domain::Intervals]);
    for (width, bound) in
        [(32, 1000), (32, 1 << 20), (32, (1 << 31) - 1), (32, 1 << 31), (64, 1 << 62)]
    {
        let queries = queries(&counting(width, bound), &intervals);
        assert!(queries <= 4 * u64::from(width), "{queries} queries for {bound} in {width} bits");
    }
}

#[test]
fn models_one_after_the_other_take_as_long_as_the_loop() {
    let mut enumeration = only(&[Domain::Intervals]);
    enumeration.bounds = BoundIteration::Enumerate;
    for bound in [10, 40] {
        assert!(queries(&counting(32, bound), &enumeration) >= bound);
    }
}
