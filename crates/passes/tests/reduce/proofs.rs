//! Proofs that mention more variables than they have to.

use crate::evidence_of::{accept_proof, read, reduced};
use evidence::{Invariants, Proof, Translation};
use model::{Gap, Goal};
use passes::reduce::{ReduceConfig, Reduction, reduce};
use term::smtlib::{Scope, SexprArena, parse_term};

/// Carries invariants of the reduced model back to a proof of the model.
fn check(text: &str, config: &ReduceConfig, k: u32, invariants: &[(&str, &str)]) {
    let model = read(text);
    let reduced = reduced(&model, config);
    let mut terms = reduced.model.terms.clone();
    let scope = Scope::of_store(&mut terms);
    let cfa = &reduced.model.entry().cfa;
    let by_location = invariants.iter().map(|(location, invariant)| {
        let arena = SexprArena::parse(invariant.as_bytes()).unwrap();
        let node = arena.roots().next().unwrap();
        let term = parse_term(&mut terms, &arena, node, &scope).unwrap();
        (cfa.find_location(location).expect("a location that is left"), term)
    });
    let by_location: Vec<_> = by_location.collect();
    let proof = Proof::Invariants(Invariants::k_inductive(&terms, k, by_location));
    assert_eq!(accept_proof(&reduced.model, &proof), Ok(()), "{}", reduced.model);
    let back = reduced.proof(&proof).unwrap();
    assert_eq!(accept_proof(&model, &back), Ok(()), "{back:?}\n{}", reduced.model);
}

#[test]
fn dead_variables_may_be_spoken_of() {
    let text = "
        var x, y : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> first { x := #x00; y := #x00 }
          first -> first { assume (bvult x #x03); x := (bvadd x #x01) }
          first -> bad { assume (bvult #x03 x) }
          first -> second { assume (= x #x03) }
          second -> second { assume (bvult y #x09); y := (bvadd y #x03); x := (bvadd x #x01) }
          second -> bad { assume (= y #x0a) }
        }";
    let second = "(and (= x #x03) (bvule y #x09) (= (bvurem y #x03) #x00))";
    let config = ReduceConfig { without: vec![Reduction::Propagate], ..ReduceConfig::default() };
    let first = ("first", "(and (bvule x #x03) (= y #x00))");
    check(text, &config, 1, &[first, ("second", second)]);
    // An engine may have found it in two cases.
    let cases = format!("(or (and (= y #x00) (= x #x03)) {second})");
    check(text, &config, 1, &[first, ("second", &cases)]);
}

/// A variable may be dead where it still has its value, and an invariant may say with it what others are.
#[test]
fn dead_variables_with_their_values_may_be_needed() {
    let text = "
        var x : bv16
        var t : bv32
        procedure main {
          initial start
          error bad \"\"
          start -> head { x := #x0000; x := #x0004 }
          head -> head { assume (= x #x0004); x := #x0003 }
          head -> last { t := (concat #x0000 x) }
          last -> bad { assume (not (bvult t #x00000005)) }
        }";
    let config = ReduceConfig { block_limit: 0, ..ReduceConfig::default() };
    let last = "(or (= ((_ extract 2 2) |x.low!0|) #b0) (= ((_ extract 1 0) |x.low!0|) #b00))";
    check(text, &config, 1, &[("head", "(bvule |x.low!0| #b100)"), ("last", last)]);
}

#[test]
fn bits_of_outdated_variables_are_those_of_equal_ones() {
    let text = "
        var x, y : bv16
        procedure main {
          initial start
          error bad \"\"
          start -> head { x := #x0004 }
          head -> head { assume (= x #x0004); x := #x0003 }
          head -> last { assume (= ((_ extract 7 0) x) ((_ extract 9 2) y)); x := y }
          last -> bad { assume (not (bvult ((_ extract 9 2) y) #x05)) }
        }";
    let config = ReduceConfig {
        block_limit: 0,
        without: vec![Reduction::Narrow, Reduction::Split, Reduction::Propagate],
        ..ReduceConfig::default()
    };
    let last = "(and (= ((_ extract 7 0) x) ((_ extract 9 2) y)) (= ((_ extract 7 3) x) #b00000)
        (or (= ((_ extract 2 2) x) #b0) (= ((_ extract 1 0) x) #b00)))";
    check(text, &config, 1, &[("head", "(bvule x #x0004)"), ("last", last)]);
}

#[test]
fn k_inductive_invariants_stay_so() {
    let text = "
        var a, b, t : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> head { a := #x01; b := #x00 }
          head -> body { assume (not (= a #x05)) }
          body -> swap { t := a }
          swap -> next { a := b }
          next -> head { b := t }
          head -> bad { assume (= a #x05) }
        }";
    // Not inductive, as it says nothing about b; but it is 2-inductive.
    let config = ReduceConfig { without: vec![Reduction::Narrow], ..ReduceConfig::default() };
    check(text, &config, 2, &[("head", "(not (= a #x05))")]);
}

#[test]
fn narrow_variables_become_wide_again() {
    let text = "
        var mode, sign, x : bv32
        procedure main {
          initial start
          error bad \"\"
          start -> head { mode := #x00000000; sign := #xffffffff; x := #x00000000 }
          head -> head { assume (= mode #x00000000); mode := #x00000006; sign := #x00000001 }
          head -> head { assume (= mode #x00000006); x := (bvadd x mode); sign := mode }
          head -> bad { assume (and (= mode #x00000000) (not (= sign #xffffffff))) }
          head -> bad { assume (= ((_ extract 0 0) x) #b1) }
        }";
    let invariant =
        "(and (or (= mode.low!0 #b110) (and (= mode.low!0 #b000) (= sign.low!0 #b1111)))
        (= ((_ extract 0 0) x) #b0))";
    check(text, &ReduceConfig::default(), 1, &[("head", invariant)]);
}

/// `x` is dead at the head and has another value there than in the reduced model, where its low bit is that
/// of `y`.
#[test]
fn parts_of_dead_variables_may_be_spoken_of() {
    let text = "
        var i, n, x, y : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> given { assume (= (bvand n #x01) #x00); x := (bvand n #x01); y := x }
          given -> chosen { assume (bvult y n); x := #x01 }
          given -> chosen { assume (not (bvult y n)) }
          chosen -> head { x := #x07; i := #x00 }
          head -> head { assume (bvult i #x05); i := (bvadd i #x01) }
          head -> bad { assume (not (bvult i #x05)); assume (not (= y #x00)) }
        }";
    check(text, &ReduceConfig::default(), 1, &[("head", "(= x.low!0 #b0)")]);
}

#[test]
fn models_with_calls_are_no_automata() {
    let text = "
        var x, junk : bv8
        procedure main {
          initial start
          error bad \"\"
          start -> called { call x := f(junk) }
          called -> bad { assume (= x #x00) }
        }
        procedure f(a : bv8) returns (r : bv8) { initial in exit out in -> out { r := a } }";
    let refused = reduce(&read(text), Goal::NoError, &ReduceConfig::default());
    assert_eq!(refused.err(), Some(Gap::calls()));
}
